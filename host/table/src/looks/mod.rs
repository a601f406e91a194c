//! The appearance of areas and pieces: one file for each layout of an area and for each face of a piece.
//!
//! A layout reports how much room it needs, places its pieces and cells, paints itself and describes itself in words. A
//! face defines which shape it has and paints itself. This module is the registry: for a new look, add a file, name it
//! below, and add a line to [`layout`] or [`face`]. No other code of the window depends on a
//! kind. A style is a look that a layout has besides its usual one; without it everything is still shown.

/// Faces: the appearances of pieces, a file for each.
pub mod faces {
    pub mod back;
    pub mod card;
    pub mod covered;
    pub mod cube;
    pub mod die;
    pub mod disc;
    pub mod domino;
    pub mod figure;
    pub mod picture;
    mod pips;
    pub mod plain;
    pub mod stone;
    pub mod token;
}

/// Layouts: the arrangements of the pieces of an area, a file for each.
pub mod layouts {
    pub mod cells;
    pub mod coordinates;
    pub mod fan;
    pub mod meter;
    pub mod panel;
    pub mod ring;
    pub mod row;
    pub mod sheet;
    pub mod spread;
    pub mod stack;
}

mod letters;
mod turned;

use super::layout::{Laid, SceneLayout};
use super::spot::{CARD_ASPECT, CORNER, Spot};
use crate::marks;
use crate::textures::Textures;
use crate::words::piece_text;
use egui::{Painter, Vec2, vec2};
use stonehouse_language::InLanguage;
use stonehouse_plugin::scene::{Area, Face, Layout, Piece};
use stonehouse_plugin::{Scene, Seat, Text};
use stonehouse_ui::pictures::Pictures;
pub use turned::turned;

/// The inputs of painting.
#[derive(Clone, Copy)]
pub struct Canvas<'a> {
    /// The painter to paint with.
    pub painter: &'a Painter,
    /// The textures that the desktop makes.
    pub textures: &'a Textures,
    /// The pictures of the game.
    pub pictures: &'a Pictures,
    /// The names of the players, by seat.
    pub names: &'a [String],
}

impl<'a> Canvas<'a> {
    /// A text of the game with the players' names filled in.
    pub fn shown(&self, text: &Text) -> String {
        text.shown(self.names)
    }

    /// The canvas with another painter.
    #[must_use]
    pub const fn on(self, painter: &'a Painter) -> Self {
        Self { painter, ..self }
    }
}

/// The shape of a face by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceShape {
    /// Its height, as a multiple of a card's height.
    pub height: f32,
    /// Its height divided by its width; 0: it is round.
    pub aspect: f32,
}

impl FaceShape {
    /// A stone.
    pub const ROUND: Self = Self { height: 0.55, aspect: 0.0 };
    /// A card.
    pub const CARD: Self = Self { height: 1.0, aspect: CARD_ASPECT };

    /// Its width and height if a card is `unit` high.
    pub fn size(self, unit: f32) -> Vec2 {
        let wide = if self.aspect == 0.0 { self.height } else { self.height / self.aspect };
        vec2(wide, self.height) * unit
    }

    /// The largest place of this shape that fits into a circle around `at`.
    pub fn within(self, at: egui::Pos2, radius: f32) -> Spot {
        if self.aspect == 0.0 {
            return Spot::round(at, radius);
        }
        let half = radius / (1.0 + self.aspect * self.aspect).sqrt() * 1.18;
        Spot { at, radius: half, aspect: self.aspect, turn: 0.0 }
    }
}

/// The visible part of a piece.
#[derive(Clone, Copy)]
pub struct VisiblePart<'a> {
    /// Its face.
    pub face: &'a Face,
    /// The text on it.
    pub label: &'a Text,
    /// Its name.
    pub name: &'a Text,
}

impl<'a> From<&'a Piece> for VisiblePart<'a> {
    fn from(piece: &'a Piece) -> Self {
        Self { face: &piece.face, label: &piece.label, name: &piece.name }
    }
}

/// The appearance of a kind of face.
pub trait FaceLook: Sync {
    /// Its shape.
    fn shape(&self, face: &Face) -> FaceShape;

    /// The radius of its round corners, as a share of its height.
    fn corner(&self) -> f32 {
        CORNER
    }

    /// Paints the piece upright into the place; `presence` is its opacity, from 0 to 1.
    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32);

    /// Paints its shadow, which is longer if it is `lifted`.
    fn shadow(&self, canvas: &Canvas<'_>, _face: &Face, spot: Spot, lifted: bool) {
        marks::shadow(canvas.painter, canvas.textures, spot, lifted);
    }

    /// Whether it hides the identity of the piece.
    fn is_hidden(&self, _face: &Face) -> bool {
        false
    }

    /// Whether pieces with it overlap where room is scarce, as cards do.
    fn overlaps(&self) -> bool {
        false
    }

    /// Whether a change of it is a throw, which sounds like one.
    fn is_rolled(&self) -> bool {
        false
    }

    /// Whether it is placed along the edges of a board's cells.
    fn is_along_edges(&self, _face: &Face) -> bool {
        false
    }

    /// The tooltip of a piece that has none of its own.
    fn tip<'a>(&self, _face: &'a Face) -> Option<&'a Text> {
        None
    }

    /// The appearance of a stack of them, if not that of a pile.
    fn heap(&self) -> Option<&dyn HeapLook> {
        None
    }
}

/// The appearance of a stack whose pieces are not exactly on each other.
pub trait HeapLook {
    /// Its size if a card is `unit` high.
    fn size(&self, unit: f32) -> Vec2;

    /// Paints `count` of them into the place, with their number.
    fn paint(&self, canvas: &Canvas<'_>, rect: egui::Rect, face: &Face, count: u32);
}

/// An area that is to be laid out, and how.
#[derive(Clone, Copy, Debug)]
pub struct Slot<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The area's index in it.
    pub number: usize,
    /// The height of a card, in points.
    pub unit: f32,
    /// Whether it is in front of the viewer, or belongs to nobody.
    pub own: bool,
    /// The seat at the lower edge; the others follow clockwise.
    pub viewer: Seat,
    /// How much larger than usual text is.
    pub text: f32,
}

impl<'a> Slot<'a> {
    /// The area.
    pub fn area(&self) -> &'a Area {
        &self.scene.areas[self.number]
    }

    /// The areas inside this one.
    pub fn parts(&self) -> impl Iterator<Item = Slot<'a>> + use<'a> {
        let (slot, handle) = (*self, &self.area().handle);
        let inside =
            slot.scene.areas.iter().enumerate().filter(move |(_, area)| !handle.is_empty() && area.inside == *handle);
        inside.map(move |(number, _)| Slot { number, ..slot })
    }

    /// The slot at another size.
    #[must_use]
    pub const fn at(mut self, unit: f32) -> Self {
        self.unit = unit;
        self
    }
}

/// The part of an area in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaRole {
    /// A board, which is as large as possible.
    Board,
    /// The area of a player, with other areas in it.
    Panel,
    /// The pieces that a player holds.
    Hand,
    /// Cards that were laid down, and overlap.
    Laid,
    /// Pieces side by side.
    Row,
    /// Anything else.
    Other,
}

/// A touched place on a board.
#[derive(Clone, Copy)]
pub struct CellTouched {
    /// Whether it is occupied.
    pub is_taken: bool,
    /// Whether it is only a point where lines meet.
    pub is_crossing: bool,
}

/// A place that can be touched, as assistive technology knows it.
#[derive(Clone, Copy)]
pub struct Touchable<'a, 'n> {
    /// Its handle.
    pub handle: &'a str,
    /// Its tooltip.
    pub tip: &'n Text,
    /// More about it, if it is a place on a board.
    pub cell: Option<CellTouched>,
    /// Makes its name, where that is read.
    pub name: &'n dyn Fn() -> String,
}

/// The appearance of a kind of layout.
pub trait LayoutLook: Sync {
    /// How much room the area needs without its title if it may be at most this wide.
    fn wants(&self, slot: Slot<'_>, width: f32) -> Vec2;

    /// Places its pieces, and everything else in it that can be touched, into `rect`, which is below its title.
    fn place(&self, slot: Slot<'_>, rect: egui::Rect, layout: &mut SceneLayout);

    /// Paints the area without its pieces.
    fn paint(&self, canvas: &Canvas<'_>, area: &Area, laid: &Laid);

    /// Describes the area for assistive technology.
    fn description(&self, area: &Area, names: &[String]) -> String {
        let title = area.title.shown(names);
        let pieces: Vec<String> = area.pieces.iter().map(|piece| piece.name.shown(names)).collect();
        if pieces.is_empty() { title } else { format!("{title}: {}", pieces.join(", ")) }
    }

    /// Describes the contents of the area as text, a line for each thing.
    fn lines(&self, area: &Area, names: &[String]) -> Vec<String> {
        area.pieces.iter().map(|piece| piece_text(piece, names)).collect()
    }

    /// Calls `add` for each place that can be touched besides the area and its pieces.
    fn touchables<'a>(&self, _area: &'a Area, _names: &[String], _add: &mut dyn FnMut(Touchable<'a, '_>)) {}

    /// The part of its areas in a scene.
    fn role(&self) -> AreaRole {
        AreaRole::Other
    }

    /// The number of pieces of a pile; `None` for other layouts, whose pieces are all in the scene.
    fn pile_count(&self, _layout: &Layout) -> Option<u32> {
        None
    }

    /// Whether the title of the area is its owner's name.
    fn is_titled_by_owner(&self) -> bool {
        false
    }
}

/// The lines of a layout whose description is more than its pieces: that, and the pieces.
fn description_and_pieces(look: &dyn LayoutLook, area: &Area, names: &[String]) -> Vec<String> {
    let pieces = area.pieces.iter().map(|piece| piece_text(piece, names));
    std::iter::once(look.description(area, names)).chain(pieces).collect()
}

/// The look of a layout: the registry, with a line for each.
pub fn layout(layout: &Layout) -> &'static dyn LayoutLook {
    match layout {
        Layout::Cells(_) => &layouts::cells::Cells,
        Layout::Spread => &layouts::spread::Spread,
        Layout::Fan => &layouts::fan::Fan,
        Layout::Stack(_) => &layouts::stack::Stack,
        Layout::Meter(_) => &layouts::meter::Meter,
        Layout::Panel(_) => &layouts::panel::Panel,
        Layout::Sheet(_) => &layouts::sheet::Sheet,
        Layout::Ring(_) => &layouts::ring::Ring,
        // A row, and any layout that this version does not know yet: its pieces are side by side.
        _ => &layouts::row::Row,
    }
}

/// The part of an area in a scene.
pub fn role(area: &Area) -> AreaRole {
    layout(&area.layout).role()
}

/// The number of pieces of an area that is a pile.
pub fn pile_count(area: &Area) -> Option<u32> {
    layout(&area.layout).pile_count(&area.layout)
}

/// The look of a face: the registry, with a line for each.
pub fn face(face: &Face) -> &'static dyn FaceLook {
    match face {
        Face::Stone(_) => &faces::stone::Stone,
        Face::Disc(_) => &faces::disc::Disc,
        Face::Cube(_) => &faces::cube::Cube,
        Face::Figure(_) => &faces::figure::Figure,
        Face::Die(_) => &faces::die::Die,
        Face::Token(_) => &faces::token::Token,
        Face::Card(_) => &faces::card::Card,
        Face::Back(_) => &faces::back::Back,
        Face::Covered => &faces::covered::Covered,
        Face::Picture(_) => &faces::picture::Picture,
        Face::Domino(_) => &faces::domino::Domino,
        // A plain face, and any that this version does not know yet: only its label is shown.
        _ => &faces::plain::Plain,
    }
}

/// The size of a piece by itself, if a card is `unit` high.
pub fn size_of(piece: &Piece, unit: f32) -> Vec2 {
    let size = face(&piece.face).shape(&piece.face).size(unit) * piece.size;
    // It is turned on its side.
    if piece.turn.to_radians().sin().abs() > 0.7 { vec2(size.y, size.x) } else { size }
}

/// The place of a piece by itself around `at`, if a card is `unit` high.
pub fn spot_of(piece: &Piece, at: egui::Pos2, unit: f32) -> Spot {
    let shape = face(&piece.face).shape(&piece.face);
    let size = shape.size(unit) * piece.size;
    let at = at + vec2(piece.shift[0], piece.shift[1]) * size.y;
    Spot { at, radius: size.x / 2.0, aspect: shape.aspect, turn: piece.turn.to_radians() }
}

/// Paints a piece without its shadow; `presence` is its opacity.
pub fn paint_flat(canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
    let look = face(shown.face);
    if spot.turn == 0.0 {
        return look.paint(canvas, shown, spot, presence);
    }
    turned(canvas.painter, spot.at, spot.turn, || look.paint(canvas, shown, Spot { turn: 0.0, ..spot }, presence));
}
