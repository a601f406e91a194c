//! A player's own board: a ledge with stones for all to see, a rack with hidden ones behind it, and beside them what was laid there.

use super::{Layout, Spot};
use egui::{Pos2, Rect, pos2, vec2};
use stonehouse_plugin_api::scene::{Area, AreaKind};

/// Room for a title.
const TITLE: f32 = 18.0;
/// From stone to stone, in stones.
const STEP: f32 = 1.14;
/// The height of the ledge and of the rack, in stones.
const ROW: f32 = 1.22;
/// The height of the requests, in stones.
const REQUESTS: f32 = 0.86;
/// The width of what lies beside, in stones.
const BESIDE: f32 = 1.0;
/// The largest stone.
const LARGEST: f32 = 60.0;

/// Where the parts of a tray are.
pub struct TrayPlan {
    /// The wood, without title and requests.
    pub board: Rect,
    /// The ledge in front.
    pub front: Rect,
    /// The rack behind.
    pub rack: Rect,
    /// What may be asked for of the rack.
    pub requests: Rect,
    /// What lies beside ledge and rack, on the wood.
    pub beside: Rect,
    /// The size of a stone's place.
    pub unit: f32,
}

impl TrayPlan {
    /// The parts of a tray that was given this place. `own` is the viewer's: its rack lies nearer to them.
    pub fn new(area: &Area, rect: Rect, own: bool) -> Option<Self> {
        let AreaKind::Tray { front, hidden, .. } = area.kind else { return None };
        let stones = front.max(hidden).max(2) as f32;
        let (cols, rows) = (stones * STEP + BESIDE + 0.3, 2.0 * ROW + REQUESTS);
        let unit = (rect.width() / cols).min((rect.height() - TITLE) / rows).clamp(8.0, LARGEST);
        let size = vec2(cols, rows) * unit + vec2(0.0, TITLE);
        let at = rect.center() - size / 2.0;
        let whole = Rect::from_min_size(pos2(at.x, at.y + TITLE), size - vec2(0.0, TITLE));
        let (board, requests) = whole.split_top_bottom_at_y(whole.bottom() - REQUESTS * unit);
        let (rows, beside) = board.split_left_right_at_x(board.right() - (BESIDE + 0.1) * unit);
        let (upper, lower) = rows.split_top_bottom_at_y(rows.center().y);
        let (front, rack) = if own { (upper, lower) } else { (lower, upper) };
        Some(Self { board, front, rack, requests, beside, unit })
    }

    /// The tray with its title.
    pub fn bounds(&self) -> Rect {
        let all = self.board.union(self.requests);
        Rect::from_min_max(all.min - vec2(0.0, TITLE), all.max)
    }
}

/// Lays a tray's pieces.
pub(super) fn lay(layout: &mut Layout, number: usize, area: &Area, rect: Rect, own: bool) {
    let (AreaKind::Tray { front, hidden, requests }, Some(plan)) = (&area.kind, TrayPlan::new(area, rect, own)) else {
        return;
    };
    layout.areas[number] = plan.bounds();
    layout.touchable(area, Spot::rect(plan.board));
    let (unit, stone) = (plan.unit, plan.unit * 0.46);
    let (front, hidden, requests) = (*front as usize, *hidden as usize, *requests as usize);
    let beside = area.pieces.len().saturating_sub(front + hidden + requests);
    for (index, piece) in area.pieces.iter().enumerate() {
        let spot = if index < front {
            Spot::round(in_row(plan.front, index, front, unit * STEP), stone)
        } else if index < front + hidden {
            Spot::round(in_row(plan.rack, index - front, hidden, unit * STEP), stone)
        } else if index < front + hidden + requests {
            // Asked for beside the words that say so.
            let row = plan.requests.with_min_x(plan.requests.left() + plan.requests.width() * 0.26);
            Spot::round(in_row(row, index - front - hidden, requests, unit * 0.95), unit * 0.36)
        } else {
            let step = (plan.beside.height() / beside as f32).min(unit * 0.62);
            let nth = (index - front - hidden - requests) as f32 - (beside as f32 - 1.0) / 2.0;
            Spot::round(plan.beside.center() + vec2(0.0, nth * step), unit * 0.27)
        };
        layout.place(number, index, piece, spot);
    }
}

/// The middle of the `index`th of `count` things side by side.
fn in_row(row: Rect, index: usize, count: usize, step: f32) -> Pos2 {
    row.center() + vec2((index as f32 - (count as f32 - 1.0) / 2.0) * step, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;
    use stonehouse_plugin_api::scene::{Face, Piece, SeatPanel, Treasure};
    use stonehouse_plugin_api::{Scene, Seat};

    /// Everybody with six stones in front, six hidden, four requests and four force stones beside them.
    fn crowded(seats: u8) -> Scene {
        let piece = |id: u32| Piece {
            id,
            handle: format!("stone/{id}"),
            space: String::new(),
            face: Face::Treasure(Treasure::Gold),
            name: "gold".into(),
            count: 1,
            marks: Vec::new(),
        };
        let tray = |seat: u8| Area {
            handle: format!("tray/{seat}"),
            title: "title".into(),
            seat: Some(Seat(seat)),
            kind: AreaKind::Tray { front: 6, hidden: 6, requests: 4 },
            pieces: (0..20).map(|index| piece(u32::from(seat) * 100 + index)).collect(),
        };
        let middle = |handle: &str, kind| Area {
            handle: handle.into(),
            title: handle.into(),
            seat: None,
            kind,
            pieces: Vec::new(),
        };
        let mut areas = vec![
            middle("bag", AreaKind::Pile { count: 8 }),
            middle("counter", AreaKind::Dial { steps: 12, reached: 3 }),
            middle("bonus", AreaKind::Purse { coins: 240 }),
        ];
        areas.extend((0..seats).map(tray));
        let panel = |seat| SeatPanel { seat: Seat(seat), colour: None, score: 0, notes: Vec::new() };
        Scene { areas, seats: (0..seats).map(panel).collect(), ..Scene::default() }
    }

    #[test]
    fn crowded_trays_fit_into_every_window_and_nothing_lies_on_anything_else() {
        for seats in 3..=5 {
            let scene = crowded(seats);
            for size in [vec2(612.0, 470.0), vec2(990.0, 650.0), vec2(2000.0, 1200.0)] {
                let rect = Rect::from_min_size(pos2(10.0, 100.0), size);
                let layout = Layout::new(&scene, rect, Seat(1));
                assert_eq!(layout.pieces.len(), 20 * usize::from(seats));
                let asked = layout.asked_at.unwrap();
                for (number, area) in layout.areas.iter().enumerate() {
                    let name = &scene.areas[number].handle;
                    assert!(rect.expand(1.0).contains_rect(*area), "{name} of {seats} in {size}: {area}");
                    let others = layout.areas[number + 1..].iter().chain([&asked]);
                    for other in others {
                        assert!(!area.shrink(1.0).intersects(other.shrink(1.0)), "{name} of {seats} in {size}");
                    }
                }
                for placed in &layout.pieces {
                    assert!(layout.areas[placed.area].contains(placed.spot.at), "pieces lie on their tray");
                }
                for (index, one) in layout.pieces.iter().enumerate() {
                    let apart = layout.pieces[index + 1..]
                        .iter()
                        .all(|other| one.spot.at.distance(other.spot.at) > one.spot.radius.min(other.spot.radius));
                    assert!(apart, "stones can be told apart and touched, {seats} in {size}");
                }
            }
        }
    }
}
