//! Lays a scene out in a rectangle: decides the place of every area, cell and piece.
//!
//! - this module: the layout of a scene
//! - `flow`: areas in lines, one below the other, all at one scale
//! - `seats`: a table without a board, with the areas of each player in front of their seat
//! - `board`: a board with everything else around it, wherever it fits best
//!
//! Several arrangements are tried at several sizes, with and without a board; the one in which the board and the
//! smallest piece are largest is kept until another is better by a tenth, so that nothing jumps while a hand grows.
//! This happens once for each scene and size of the window, not in each frame. Texts are part of it ([`Wanted::text`]):
//! titles and questions get their room before cards do. The print on a piece grows with the size of text only as far as
//! the piece has room.

mod board;
mod flow;
mod seats;
#[cfg(test)]
mod tests;

use super::looks::layouts::cells::CellsPlan;
use super::looks::{self, AreaRole, Slot};
use super::spot::Spot;
use egui::{Pos2, Rect, Vec2};
use std::collections::HashMap;
use stonehouse_plugin::scene::{Area, Piece};
use stonehouse_plugin::{Scene, Seat};

/// The gap below a title, in points.
pub(super) const TITLE_GAP: f32 = 3.0;

/// The width of a table on which question and answers hardly fit into one line, in points, where text has its usual
/// size.
const CRAMPED: f32 = 330.0;

/// The most of a table's height that is kept free for a question of two lines.
const MAX_ASKED: f32 = 0.2;

/// The height of a question in one line, in points, if text is `text` times as large as usual.
pub(super) fn question_height(text: f32) -> f32 {
    30.0 * text + 14.0
}

/// The height of the room for a question on a table of this size: where large text leaves no room beside the answers,
/// they are below it.
fn prompt_height(text: f32, table: Vec2) -> f32 {
    let above = if table.x < CRAMPED * text { 22.0 * text } else { 0.0 };
    (question_height(text) + above).min((table.y * MAX_ASKED).max(question_height(text))) + 2.0
}

/// The layout of a scene.
#[derive(Clone, Debug, Default)]
pub struct SceneLayout {
    /// Each area, in the scene's order.
    pub areas: Vec<Laid>,
    /// The places that can be touched or highlighted, by handle.
    pub spots: HashMap<String, Spot>,
    /// The outlines of those that are neither round nor rectangles.
    pub outlines: HashMap<String, Vec<Pos2>>,
    /// The pieces, in the scene's order.
    pub pieces: Vec<PiecePosition>,
    /// The room for questions, if it is kept.
    pub prompt_at: Option<Rect>,
    /// The number of the arrangement that was chosen: the next scene keeps to it unless another one is much better.
    pub arrangement: Option<usize>,
}

/// The place of an area.
#[derive(Clone, Debug)]
pub struct Laid {
    /// The whole area.
    pub rect: Rect,
    /// The area without its title.
    pub body: Rect,
    /// The height of a card in it.
    pub unit: f32,
    /// Whether it is in front of the viewer, or belongs to nobody.
    pub own: bool,
    /// Whether it is only a surface for pieces.
    pub is_ground: bool,
    /// The position and scale of its board, if it has cells.
    pub plan: Option<CellsPlan>,
    /// The rectangles of its parts, if it is a panel, with their styles.
    pub parts: Vec<(String, Rect)>,
}

impl Default for Laid {
    fn default() -> Self {
        Self {
            rect: Rect::NOTHING,
            body: Rect::NOTHING,
            unit: 0.0,
            own: true,
            is_ground: false,
            plan: None,
            parts: Vec::new(),
        }
    }
}

/// A piece's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PiecePosition {
    /// The index of its area.
    pub area: usize,
    /// The index of the piece in its area.
    pub piece: usize,
    /// Its position.
    pub spot: Spot,
}

/// The input of a layout: the scene, the room and the viewer.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The rectangle to fill.
    pub rect: Rect,
    /// The seat at the lower edge.
    pub viewer: Seat,
    /// Whether room is kept for a question.
    pub has_prompt: bool,
    /// The arrangement to keep to, if any.
    pub arrangement: Option<usize>,
    /// How much larger than usual text is.
    pub text: f32,
}

/// The areas that belong to one seat, or those that belong to nobody.
#[derive(Clone, Debug, Default)]
struct LayoutGroup<'a> {
    slots: Vec<Slot<'a>>,
    own: bool,
}

impl SceneLayout {
    /// Lays a scene out. The viewer's areas are at the lower edge, the others' follow clockwise; areas that belong to
    /// nobody are in the middle or beside the board.
    pub fn new(wanted: &Wanted<'_>) -> Self {
        let Wanted { scene, rect, viewer, text, .. } = *wanted;
        let mut layout = Self { areas: vec![Laid::default(); scene.areas.len()], ..Self::default() };
        let top: Vec<usize> = (0..scene.areas.len()).filter(|number| scene.areas[*number].inside.is_empty()).collect();
        let slot = |number: usize| {
            let own = scene.areas[number].seat.is_none_or(|seat| seat == viewer);
            Slot { scene, number, unit: 0.0, own, viewer, text }
        };
        // An area that one of several players owns remains in front of its owner.
        let is_common = |number: usize| scene.areas[number].seat.is_none() || scene.seats.len() < 2;
        if let [only] = top[..]
            && is_common(only)
        {
            flow::fill(&mut layout, slot(only), rect);
            layout.in_order();
            return layout;
        }
        let of = |wanted: Option<Seat>| -> Vec<Slot<'_>> {
            top.iter().filter(|number| scene.areas[**number].seat == wanted).map(|number| slot(*number)).collect()
        };
        let common = of(None);
        let (boards, common): (Vec<Slot<'_>>, Vec<Slot<'_>>) =
            common.into_iter().partition(|slot| looks::role(slot.area()) == AreaRole::Board);
        let count = scene.seats.len().max(1);
        let seated: Vec<LayoutGroup<'_>> = (0..count)
            .map(|place| LayoutGroup { slots: of(Some(viewer.left(place, count))), own: place == 0 })
            .collect();
        let common = LayoutGroup { slots: common, own: true };
        if boards.is_empty() {
            seats::lay(&mut layout, wanted, &seated, &common);
        } else {
            board::lay(&mut layout, wanted, &boards, &seated, &common);
        }
        layout.in_order();
        layout
    }

    /// Sorts the pieces into the scene's order.
    fn in_order(&mut self) {
        self.pieces.sort_by_key(|placed| (placed.area, placed.piece));
    }

    /// Lets an area be touched at this place.
    pub fn touchable(&mut self, area: &Area, spot: Spot) {
        if !area.handle.is_empty() {
            self.spots.insert(area.handle.clone(), spot);
        }
    }

    /// Lets an area be touched at its pieces, if it has any.
    pub fn touchable_at_pieces(&mut self, slot: Slot<'_>) {
        let own = self.pieces.iter().filter(|placed| placed.area == slot.number);
        let around = own.map(|placed| placed.spot.bounds()).fold(Rect::NOTHING, Rect::union);
        if around.is_positive() {
            self.touchable(slot.area(), Spot::rect(around.expand(2.0)));
        }
    }

    /// Places a piece.
    pub fn place(&mut self, slot: Slot<'_>, index: usize, piece: &Piece, spot: Spot) {
        self.pieces.push(PiecePosition { area: slot.number, piece: index, spot });
        if !piece.handle.is_empty() {
            self.spots.insert(piece.handle.clone(), spot);
        }
    }
}

/// The height of an area's title if a card is `unit` high and text `text` times as large as usual; 0 if it has none. A
/// board that belongs to nobody has none, and a part of a panel is never titled with its owner's name.
pub fn title_height(area: &Area, unit: f32, text: f32) -> f32 {
    let is_common_board = looks::role(area) == AreaRole::Board && area.seat.is_none() && area.inside.is_empty();
    let by_owner = looks::layout(&area.layout).is_titled_by_owner() && area.seat.is_some() && area.inside.is_empty();
    let has_title = !is_common_board && (by_owner || !area.title.is_empty());
    if has_title { (unit * 0.34 * text).clamp(9.0, 18.0 * text.max(0.5)) + TITLE_GAP } else { 0.0 }
}
