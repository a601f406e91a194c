//! The requirements that every scene must meet so that a host can draw it. The host checks every scene that it
//! receives.

use super::{Area, Cells, Layout, Outline, Piece, Scene, Stacking};
use crate::{Seat, Text};
use std::collections::HashSet;

/// The most areas of a scene.
pub const MAX_AREAS: usize = 400;
/// The most pieces of a scene, the most cells, and the most buttons.
pub const MAX_PIECES: usize = 4000;
/// The most steps of a meter.
pub const MAX_STEPS: u32 = 1000;
/// The most bytes of a text, a handle or a word.
pub const MAX_TEXT: usize = 4000;
/// The greatest distance of a coordinate from 0.
const MAX_COORDINATE: f32 = 100_000.0;

type SceneCheck = Result<(), String>;

fn ensure(holds: bool, why: impl FnOnce() -> String) -> SceneCheck {
    if holds { Ok(()) } else { Err(why()) }
}

impl Scene {
    /// Checks that the scene can be drawn at a table of `seats`: a panel for each seat, handles and ids unique, every
    /// reference valid, numbers within bounds.
    ///
    /// # Errors
    /// The first error, in words for the author of the game.
    pub fn check(&self, seats: usize) -> SceneCheck {
        let panels: Vec<Seat> = self.seats.iter().map(|panel| panel.seat).collect();
        ensure(panels.iter().copied().eq(Seat::all(seats)), || {
            format!(
                "the scene has panels for the seats {:?} at a table of {seats}",
                panels.iter().map(|seat| seat.0).collect::<Vec<_>>()
            )
        })?;
        self.check_sizes()?;
        let mut handles = HashSet::new();
        for handle in self.handles() {
            ensure(handles.insert(handle), || format!("two elements of the scene have the handle {handle:?}"))?;
        }
        let mut ids = HashSet::new();
        for piece in self.pieces() {
            ensure(ids.insert(piece.id), || format!("two pieces of the scene have the id {}", piece.id))?;
        }
        let mut panels = HashSet::new();
        for area in &self.areas {
            ensure(area.seat.is_none_or(|seat| seat.index() < seats), || {
                format!("the area {:?} belongs to a seat that is not at the table", area.handle)
            })?;
            ensure(area.inside.is_empty() || panels.contains(area.inside.as_str()), || {
                format!("the area {:?} is inside {:?}, which is not a panel before it", area.handle, area.inside)
            })?;
            if let Layout::Panel(_) = area.layout {
                panels.insert(area.handle.as_str());
            }
            check_area(area)?;
        }
        let lit = self.lit.iter().flat_map(|lit| &lit.handles);
        let arrows = self.arrows.iter().flat_map(|arrow| [&arrow.from, &arrow.to]);
        for handle in lit.chain(arrows).chain(self.prompt.iter().map(|prompt| &prompt.at).filter(|at| !at.is_empty())) {
            ensure(handles.contains(handle.as_str()), || {
                format!("the scene refers to {handle:?}, which is not in it")
            })?;
        }
        ensure(self.prompt.as_ref().is_none_or(|prompt| prompt.seat.index() < seats), || {
            "the scene prompts a seat that is not at the table".to_owned()
        })
    }

    /// The pieces of all areas.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.areas.iter().flat_map(|area| &area.pieces)
    }

    fn check_sizes(&self) -> SceneCheck {
        let cells = |area: &Area| {
            if let Layout::Cells(cells) = &area.layout { cells.cells.len() + cells.lines.len() } else { 0 }
        };
        for (what, count, most) in [
            ("areas", self.areas.len(), MAX_AREAS),
            ("pieces", self.pieces().count(), MAX_PIECES),
            ("cells and lines", self.areas.iter().map(cells).sum(), 2 * MAX_PIECES),
            ("buttons", self.prompt.as_ref().map_or(0, |prompt| prompt.buttons.len()), MAX_PIECES),
            ("arrows and lines that are lit", self.arrows.len() + self.lit.len(), MAX_AREAS),
        ] {
            ensure(count <= most, || format!("the scene has {count} {what}, and at most {most} are allowed"))?;
        }
        let prompt = self.prompt.iter().flat_map(|prompt| {
            std::iter::once(&prompt.text).chain(prompt.buttons.iter().flat_map(|button| [&button.text, &button.tip]))
        });
        let texts = std::iter::once(&self.status)
            .chain(self.seats.iter().flat_map(|seat| &seat.notes))
            .chain(prompt)
            .chain(self.areas.iter().flat_map(|area| [&area.title, &area.tip]))
            .chain(self.pieces().flat_map(|piece| [&piece.name, &piece.label, &piece.tip]));
        let longest = texts.map(Text::size).chain(self.handles().map(str::len)).max().unwrap_or_default();
        ensure(longest <= MAX_TEXT, || {
            format!("the scene has a text of {longest} bytes, and at most {MAX_TEXT} are allowed")
        })
    }
}

fn check_area(area: &Area) -> SceneCheck {
    let within = |numbers: &[f32]| numbers.iter().all(|number| number.abs() <= MAX_COORDINATE);
    let cells: HashSet<&str> = match &area.layout {
        Layout::Cells(cells) => {
            ensure(!cells.cells.is_empty(), || format!("the board {:?} has no cell", area.handle))?;
            ensure(check_cells(cells, within), || format!("a number of the board {:?} is out of bounds", area.handle))?;
            cells.cells.iter().map(|cell| cell.handle.as_str()).filter(|handle| !handle.is_empty()).collect()
        }
        Layout::Meter(meter) => {
            ensure(meter.steps <= MAX_STEPS && meter.reached <= meter.steps, || {
                format!("the meter {:?} has reached {} of {} steps", area.handle, meter.reached, meter.steps)
            })?;
            HashSet::new()
        }
        Layout::Ring(ring) => {
            ensure(ring.places <= MAX_STEPS && ring.first <= MAX_STEPS, || {
                format!("the ring {:?} has {} places, the first piece at {}", area.handle, ring.places, ring.first)
            })?;
            HashSet::new()
        }
        _ => HashSet::new(),
    };
    for piece in &area.pieces {
        ensure(
            piece.on.is_empty() == cells.is_empty() && (cells.is_empty() || cells.contains(piece.on.as_str())),
            || format!("the piece {} is on {:?}, which is not a cell of {:?}", piece.id, piece.on, area.handle),
        )?;
        let fits = piece.count > 0
            && (0.25..=4.0).contains(&piece.size)
            && piece.shift.iter().all(|shift| shift.abs() <= 1.0)
            && within(&[piece.turn]);
        ensure(fits, || format!("the count, size, shift or turn of the piece {} is out of bounds", piece.id))?;
    }
    Ok(())
}

fn check_cells(cells: &Cells, within: impl Fn(&[f32]) -> bool) -> bool {
    let bounds =
        cells.bounds.is_none_or(|bounds @ [left, top, right, bottom]| within(&bounds) && left < right && top < bottom);
    let lines = cells.lines.iter().all(|line| line.points.iter().all(|point| within(point)) && within(&[line.width]));
    let labels = cells.labels.iter().all(|label| within(&label.at));
    bounds
        && lines
        && labels
        && cells.cells.iter().all(|cell| {
            let outline = match &cell.outline {
                Outline::Circle(size)
                | Outline::Square(size)
                | Outline::Hexagon(size)
                | Outline::FlatHexagon(size)
                | Outline::Crossing(size) => *size > 0.0 && within(&[*size]),
                Outline::Polygon(corners) => {
                    (3..=100).contains(&corners.len()) && corners.iter().all(|corner| within(corner))
                }
                Outline::Edge { to, width } => within(to) && *width > 0.0 && within(&[*width]),
            };
            let stacking = if let Stacking::Spread(step) = &cell.stacking { within(step) } else { true };
            outline && stacking && within(&cell.at)
        })
}

#[cfg(test)]
mod tests {
    use super::super::{Arrow, Cell, Face, Lit, Prompt, SeatPanel};
    use super::*;

    fn scene() -> Scene {
        let stone = |id: u32, cell: &str| Piece::new(id, Face::Covered, "stone").on(cell);
        Scene::new("status")
            .areas([
                Area::new("board", Cells::hollows(2, 2)).pieces([stone(1, "cell/0,0"), stone(2, "cell/1,1")]),
                Area::new("panel", Layout::column()).seat(Seat(1)),
                Area::new("row", Layout::Row)
                    .inside("panel")
                    .pieces([Piece::new(3, Face::Covered, "stone").handle("s")]),
                Area::new("meter", Layout::meter(2, 2)),
            ])
            .seats(Seat::all(2).map(|seat| SeatPanel::new(seat, 0)))
            .prompt(Prompt::new(Seat(0), "Choose").button("pass", "Pass").at("panel"))
            .lit([Lit::new(["cell/0,0", "s"], "")])
            .arrows([Arrow::new("s", "board", "")])
    }

    #[test]
    fn a_valid_scene_is_in_order() {
        assert_eq!(scene().check(2), Ok(()));
    }

    #[test]
    fn every_mistake_is_found_and_named() {
        type Slip = (&'static str, fn(&mut Scene));
        let template_errors: [Slip; 23] = [
            ("panels for the seats [0]", |scene| drop(scene.seats.pop())),
            ("panels for the seats [1, 0]", |scene| scene.seats.swap(0, 1)),
            ("the handle \"s\"", |scene| scene.areas[3].handle = "s".into()),
            ("the id 1", |scene| scene.areas[2].pieces[0].id = 1),
            ("belongs to a seat that is not at the table", |scene| scene.areas[3].seat = Some(Seat(2))),
            ("not a panel before it", |scene| scene.areas.swap(1, 2)),
            ("not a panel before it", |scene| scene.areas[2].inside = "board".into()),
            ("refers to \"nowhere\"", |scene| scene.lit[0].handles.push("nowhere".into())),
            ("refers to \"nowhere\"", |scene| scene.arrows[0].to = "nowhere".into()),
            ("refers to \"nowhere\"", |scene| scene.prompt.as_mut().unwrap().at = "nowhere".into()),
            ("prompts a seat that is not at the table", |scene| scene.prompt.as_mut().unwrap().seat = Seat(7)),
            ("not a cell of \"board\"", |scene| scene.areas[0].pieces[0].on = "s".into()),
            ("not a cell of \"board\"", |scene| scene.areas[0].pieces[0].on.clear()),
            ("not a cell of \"row\"", |scene| scene.areas[2].pieces[0].on = "cell/0,0".into()),
            ("the piece 1 is out of bounds", |scene| scene.areas[0].pieces[0].turn = f32::NAN),
            ("the piece 1 is out of bounds", |scene| scene.areas[0].pieces[0].size = 0.0),
            ("the piece 1 is out of bounds", |scene| scene.areas[0].pieces[0].count = 0),
            ("3 of 2 steps", |scene| scene.areas[3].layout = Layout::meter(3, 2)),
            ("has no cell", |scene| scene.areas[0].layout = Cells::default().into()),
            ("has 1001 places", |scene| scene.areas[3].layout = Layout::ring(1001, 0)),
            ("board \"board\" is out of bounds", |scene| {
                let far = Cell::new("cell/0,0", "", [f32::INFINITY, 0.0]);
                scene.areas[0].layout = Cells::new([far]).into();
            }),
            ("a text of 5000 bytes", |scene| scene.status = "x".repeat(5000).into()),
            ("5001 pieces", |scene| {
                let stones = (10..5008).map(|id| Piece::new(id, Face::Covered, "stone"));
                scene.areas[2].pieces.extend(stones);
            }),
        ];
        for (number, (expected, slip)) in template_errors.into_iter().enumerate() {
            let mut scene = scene();
            slip(&mut scene);
            let found = scene.check(2).unwrap_err();
            assert!(found.contains(expected), "{number}: {found}");
        }
    }
}
