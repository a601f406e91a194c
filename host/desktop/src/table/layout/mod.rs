//! Where everything lies: a scene and a rectangle give the place of every area, space and piece.

mod seats;
mod trays;

use egui::{Align2, Pos2, Rect, Vec2, pos2, vec2};
use std::collections::HashMap;
use stonehouse_plugin_api::scene::{Area, AreaKind, Board, Piece};
use stonehouse_plugin_api::{Scene, Seat};
pub use trays::TrayPlan;

/// How far a board's wood reaches beyond the middle of its outermost places, in spaces.
const BOARD_MARGIN: f32 = 0.82;
/// A stone's radius, in spaces of its board.
const STONE_RADIUS: f32 = 0.385;
/// A pocket's radius, in spaces of its board.
pub const POCKET_RADIUS: f32 = 0.43;
/// Room for a title over a row or a pile.
const TITLE_HEIGHT: f32 = 20.0;
/// The most height for each row or pile.
const MOST_LOOSE_HEIGHT: f32 = 150.0;
/// The largest radius of a piece beside a board.
const LOOSE_RADIUS: f32 = 27.0;

/// A scene laid out.
#[derive(Debug, Default)]
pub struct Layout {
    /// Each area's rectangle, in the scene's order.
    pub areas: Vec<Rect>,
    /// Each area's board, where it has one.
    pub boards: Vec<Option<BoardPlan>>,
    /// The places that can be touched or lit, by handle.
    pub spots: HashMap<String, Spot>,
    /// The pieces, in the scene's order.
    pub pieces: Vec<Placed>,
    /// Where the viewer is asked, above their own things.
    pub asked_at: Option<Rect>,
}

/// A place for a touch: round, or upright and square-cornered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Its middle.
    pub at: Pos2,
    /// Its radius, or half its width.
    pub radius: f32,
    /// Its height by its width; 0 for a round one.
    pub aspect: f32,
}

/// A card's height by its width.
pub const CARD_ASPECT: f32 = 1.4;

impl Spot {
    /// A round place.
    pub const fn round(at: Pos2, radius: f32) -> Self {
        Self { at, radius, aspect: 0.0 }
    }

    /// A rectangle.
    pub fn rect(rect: Rect) -> Self {
        Self { at: rect.center(), radius: rect.width() / 2.0, aspect: rect.height() / rect.width().max(1.0) }
    }

    /// A card's place.
    pub fn card(at: Pos2, height: f32) -> Self {
        Self { at, radius: height / CARD_ASPECT / 2.0, aspect: CARD_ASPECT }
    }

    /// Whether it is round.
    pub fn is_round(&self) -> bool {
        self.aspect == 0.0
    }

    /// The rectangle around it.
    pub fn bounds(&self) -> Rect {
        let tall = if self.is_round() { 1.0 } else { self.aspect };
        Rect::from_center_size(self.at, 2.0 * self.radius * vec2(1.0, tall))
    }
}

/// A piece's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The area it lies in: its number.
    pub area: usize,
    /// The piece's number in its area.
    pub piece: usize,
    /// Where.
    pub spot: Spot,
}

/// A board's measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPlan {
    /// The middle of the place at row 0, column 0.
    origin: Pos2,
    /// The distance from place to place.
    pub pitch: f32,
}

impl BoardPlan {
    fn new(board: &Board, rect: Rect) -> Self {
        let rows = board.spaces.iter().map(|space| f32::from(space.row));
        let cols = board.spaces.iter().map(|space| f32::from(space.col));
        let (top, bottom) = ends(rows);
        let (left, right) = ends(cols);
        let size = vec2(right - left, bottom - top) + Vec2::splat(2.0 * BOARD_MARGIN);
        let pitch = (rect.width() / size.x).min(rect.height() / size.y);
        let middle = vec2((left + right) / 2.0, (top + bottom) / 2.0);
        Self { origin: rect.center() - middle * pitch, pitch }
    }

    /// The middle of a place.
    pub fn at(&self, row: u8, col: u8) -> Pos2 {
        self.origin + vec2(f32::from(col), f32::from(row)) * self.pitch
    }

    /// The board's outline, clockwise: round about its outermost places.
    pub fn outline(&self, board: &Board) -> Vec<Pos2> {
        let round = 24;
        let turn = std::f32::consts::TAU / round as f32;
        let about = |middle: Pos2| {
            (0..round).map(move |step| middle + Vec2::angled(turn * step as f32) * BOARD_MARGIN * self.pitch)
        };
        hull(board.spaces.iter().flat_map(|space| about(self.at(space.row, space.col))).collect())
    }
}

fn ends(values: impl Iterator<Item = f32> + Clone) -> (f32, f32) {
    let least = values.clone().fold(f32::INFINITY, f32::min);
    let most = values.fold(f32::NEG_INFINITY, f32::max);
    if least > most { (0.0, 0.0) } else { (least, most) }
}

/// The convex hull, by Andrew's monotone chain.
fn hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = &Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                let (ab, ap) = (b - a, *point - a);
                if ab.x * ap.y - ab.y * ap.x > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut around = half(&mut points.iter());
    around.extend(half(&mut points.iter().rev()));
    around
}

impl Layout {
    /// Lays `scene` out in `rect`, for who sits at `viewer`. Boards get what the rest leaves; the rest lies below them, or beside them
    /// where the table is wide. Without a board, everybody's things lie before their seat.
    pub fn new(scene: &Scene, rect: Rect, viewer: Seat) -> Self {
        if !scene.areas.iter().any(|area| matches!(area.kind, AreaKind::Board(_))) {
            let mut layout = Self::default();
            seats::lay(&mut layout, scene, rect, viewer);
            return layout;
        }
        let is_board = |area: &&Area| matches!(area.kind, AreaKind::Board(_));
        let loose = scene.areas.iter().filter(|area| !is_board(area)).count();
        let beside = rect.width() > rect.height() * 1.18;
        let (boards, rest) = if loose == 0 {
            (rect, Rect::NOTHING)
        } else if beside {
            rect.split_left_right_at_x(rect.right() - (rect.width() - rect.height()).clamp(140.0, 230.0))
        } else {
            rect.split_top_bottom_at_y(rect.bottom() - (rect.height() * 0.17).clamp(84.0, 120.0))
        };
        let mut boards = split(boards, scene.areas.iter().filter(is_board).count(), true).into_iter();
        // What belongs together stays together, also beside a high board.
        let together = vec2(rest.width(), rest.height().min(loose as f32 * MOST_LOOSE_HEIGHT));
        let rest = Align2::CENTER_CENTER.align_size_within_rect(together, rest);
        let mut rest = split(rest, loose, !beside).into_iter();
        let mut layout = Self::default();
        for area in &scene.areas {
            let places = if is_board(&area) { &mut boards } else { &mut rest };
            layout.add(area, places.next().unwrap_or(rect));
        }
        layout
    }

    fn add(&mut self, area: &Area, rect: Rect) {
        let number = self.areas.len();
        self.areas.push(rect);
        let mut plan = None;
        match &area.kind {
            AreaKind::Board(board) => {
                let board_plan = BoardPlan::new(board, rect);
                for space in &board.spaces {
                    let spot = Spot::round(board_plan.at(space.row, space.col), board_plan.pitch * POCKET_RADIUS);
                    self.spots.insert(space.handle.clone(), spot);
                }
                for (index, piece) in area.pieces.iter().enumerate() {
                    let Some(space) = self.spots.get(&piece.space) else { continue };
                    let spot = Spot::round(space.at, board_plan.pitch * STONE_RADIUS);
                    self.place(number, index, piece, spot);
                }
                plan = Some(board_plan);
            }
            _ => {
                let inner = loose_rect(rect);
                let count = area.pieces.len().max(1) as f32;
                let radius = (inner.width() / count / 2.5).min(inner.height() / 2.6).min(LOOSE_RADIUS);
                for (index, piece) in area.pieces.iter().enumerate() {
                    let aside = (index as f32 - (count - 1.0) / 2.0) * radius * 2.5;
                    self.place(number, index, piece, Spot::round(inner.center() + vec2(aside, 0.0), radius));
                }
                self.touchable(area, Spot::round(inner.center(), inner.height() / 2.0));
            }
        }
        self.boards.push(plan);
    }

    /// Whether things lie around a board.
    pub fn has_board(&self) -> bool {
        self.boards.iter().any(Option::is_some)
    }

    /// Makes an area a place that can be touched.
    fn touchable(&mut self, area: &Area, spot: Spot) {
        if !area.handle.is_empty() {
            self.spots.insert(area.handle.clone(), spot);
        }
    }

    fn place(&mut self, area: usize, index: usize, piece: &Piece, spot: Spot) {
        self.pieces.push(Placed { area, piece: index, spot });
        if !piece.handle.is_empty() {
            self.spots.insert(piece.handle.clone(), spot);
        }
    }
}

/// Where the things of a row or pile lie within its area: under its title, and not scattered over all the height there is.
pub fn loose_rect(area: Rect) -> Rect {
    let size = vec2(area.width(), (area.height() - TITLE_HEIGHT).min(96.0));
    Align2::CENTER_CENTER.align_size_within_rect(size, area.translate(vec2(0.0, TITLE_HEIGHT / 2.0)))
}

/// The middle of the title of a row or pile.
pub fn title_at(area: Rect) -> Pos2 {
    let things = loose_rect(area);
    pos2(things.center().x, things.top() - TITLE_HEIGHT / 2.0)
}

fn split(rect: Rect, count: usize, across: bool) -> Vec<Rect> {
    (0..count)
        .map(|index| {
            let share = |from: f32, to: f32, step: usize| egui::lerp(from..=to, step as f32 / count as f32);
            if across {
                let (left, right) =
                    (share(rect.left(), rect.right(), index), share(rect.left(), rect.right(), index + 1));
                Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()))
            } else {
                let (top, bottom) =
                    (share(rect.top(), rect.bottom(), index), share(rect.top(), rect.bottom(), index + 1));
                Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), bottom))
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin_api::scene::{Colour, Face, Material, Space};

    fn scene() -> Scene {
        let space = |row, col| Space { handle: format!("pocket/{row},{col}"), row, col, name: String::new() };
        let stone = |id, space: &str, handle: &str| Piece {
            id,
            handle: handle.into(),
            space: space.into(),
            face: Face::Stone(Colour::White),
            name: "white stone".into(),
            count: 1,
            marks: Vec::new(),
        };
        let area =
            |handle: &str, kind, pieces| Area { handle: handle.into(), title: handle.into(), seat: None, kind, pieces };
        let board = Board {
            material: Material::Wood,
            rows: 3,
            cols: 3,
            spaces: vec![space(0, 1), space(1, 0), space(1, 1), space(1, 2), space(2, 1)],
            blanks: Vec::new(),
        };
        Scene {
            areas: vec![
                area("board", AreaKind::Board(board), vec![stone(1, "pocket/1,2", "")]),
                area("hand", AreaKind::Row, vec![stone(2, "", "supply/a"), stone(3, "", "supply/b")]),
                area("pouch", AreaKind::Pile { count: 9 }, Vec::new()),
            ],
            ..Scene::default()
        }
    }

    #[test]
    fn everything_lies_on_the_table_at_every_shape_of_window() {
        for size in [vec2(620.0, 500.0), vec2(1000.0, 700.0), vec2(500.0, 900.0), vec2(2400.0, 1300.0)] {
            let rect = Rect::from_min_size(pos2(40.0, 30.0), size);
            let layout = Layout::new(&scene(), rect, Seat(0));
            for (handle, spot) in &layout.spots {
                assert!(rect.contains_rect(spot.bounds()), "{handle} {size}");
            }
            for (number, area) in layout.areas.iter().enumerate() {
                assert!(rect.expand(0.5).contains_rect(*area));
                for other in &layout.areas[number + 1..] {
                    assert!(!area.shrink(0.5).intersects(other.shrink(0.5)));
                }
            }
        }
    }

    #[test]
    fn a_piece_lies_on_its_space_and_pieces_side_by_side_do_not_touch() {
        let layout = Layout::new(&scene(), Rect::from_min_size(Pos2::ZERO, vec2(900.0, 700.0)), Seat(0));
        assert_eq!(layout.pieces[0].spot.at, layout.spots["pocket/1,2"].at);
        let (a, b) = (layout.spots["supply/a"], layout.spots["supply/b"]);
        assert!(a.at.distance(b.at) > a.radius + b.radius);
    }

    #[test]
    fn the_outline_goes_round_all_places() {
        let scene = scene();
        let AreaKind::Board(board) = &scene.areas[0].kind else { panic!("the first area is the board") };
        let plan = BoardPlan::new(board, Rect::from_min_size(Pos2::ZERO, Vec2::splat(300.0)));
        let outline = plan.outline(board);
        for space in &board.spaces {
            let at = plan.at(space.row, space.col);
            let near = outline.iter().map(|point| point.distance(at)).fold(f32::INFINITY, f32::min);
            assert!(near >= plan.pitch * BOARD_MARGIN - 0.01, "{near}");
        }
    }
}
