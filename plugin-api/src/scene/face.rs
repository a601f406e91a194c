//! Pieces and their appearance.

use super::open::open_enum;
use super::{Tint, is_default};
use crate::Text;
use serde::{Deserialize, Serialize};

/// One piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Piece {
    /// Its id, the same from scene to scene: by it the host shows the movement of a piece. Unique in the scene. It must
    /// not reveal what a hidden piece is.
    pub id: u32,
    /// Its handle, where it can be touched; empty where it cannot.
    #[serde(skip_serializing_if = "is_default")]
    pub handle: String,
    /// The handle of its cell; empty where the area has no cells.
    #[serde(skip_serializing_if = "is_default")]
    pub on: String,
    /// Its look.
    pub face: Face,
    /// Its name for people: "white stone". Reveals no more than the face.
    pub name: Text,
    /// The number of equal pieces in this one place; 1 or more.
    #[serde(skip_serializing_if = "is_one")]
    pub count: u32,
    /// Its marks.
    #[serde(skip_serializing_if = "is_default")]
    pub marks: Vec<Mark>,
    /// Degrees by which it is turned clockwise.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: f32,
    /// Its size relative to the usual one, from 0.25 to 4.
    #[serde(skip_serializing_if = "is_full")]
    pub size: f32,
    /// Its offset from its usual place, right and down, in its own heights, each from -1 to 1: a card laid across
    /// others.
    #[serde(skip_serializing_if = "is_default")]
    pub shift: [f32; 2],
    /// A few letters on it: a clue on a card's back, a number on a disc.
    #[serde(skip_serializing_if = "is_default")]
    pub label: Text,
    /// Its tooltip: what it is and does, in a sentence.
    #[serde(skip_serializing_if = "is_default")]
    pub tip: Text,
}

/// The look of a piece. In place of a face that the host does not know, the piece's label is shown, or else its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Face"))]
#[serde(rename_all = "snake_case", remote = "Self")]
#[non_exhaustive]
pub enum Face {
    /// A stone of glass.
    Stone(Tint),
    /// A flat disc.
    Disc(Tint),
    /// A cube.
    Cube(Tint),
    /// A figure.
    Figure(Figure),
    /// A die.
    Die(Die),
    /// A coin, chip or token with a number.
    Token(Token),
    /// A card, face up.
    Card(Card),
    /// A card, face down.
    Back(Tint),
    /// A small piece that is hidden from view.
    Covered,
    /// A picture of the plugin.
    Picture(Picture),
    /// A domino.
    Domino(Domino),
    /// Only its label, or its name; also used for a face that the host does not know.
    #[default]
    Plain,
}

open_enum!(
    Face,
    Face::Plain,
    ["stone", "disc", "cube", "figure", "die", "token", "card", "back", "covered", "picture", "domino", "plain"]
);

/// A figure.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Figure {
    /// Its shape.
    pub shape: Shape,
    /// Its colour.
    pub tint: Tint,
}

/// The shape of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Shape {
    /// A pawn of chess.
    Pawn,
    /// A rook.
    Rook,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A queen.
    Queen,
    /// A king.
    King,
    /// A person.
    Meeple,
    /// A house.
    House,
    /// A larger house, a town.
    Town,
    /// A stick: a road, a wall.
    Road,
    /// A ring.
    Ring,
    /// A cone, also for every shape that the host does not know.
    #[default]
    #[serde(other)]
    Cone,
}

/// A die.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Die {
    /// Its sides. Six have pips, any other number has figures.
    pub sides: u8,
    /// The number that it shows, from 1; none: it is covered, or not rolled yet.
    pub shows: Option<u8>,
    /// Its colour.
    pub tint: Tint,
}

/// A domino: a tile with a number on each half. Turned by 90 degrees it is horizontal, its upper half to the right.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Domino {
    /// The number on its upper half. Up to 9 there are pips, beyond it figures.
    pub upper: u8,
    /// The number on its lower half.
    pub lower: u8,
    /// Its colour.
    pub tint: Tint,
}

/// A coin, chip or token.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Token {
    /// The number on it; none: nothing is written on it.
    pub value: Option<i64>,
    /// Its colour.
    pub tint: Tint,
}

/// A card, face up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Card {
    /// Its suit; none: it belongs to no suit.
    pub suit: Option<Suit>,
    /// The text in its corner, one to three letters: "7", "GM".
    pub corner: String,
    /// Its name, where it has one beside its corner: "Market".
    pub title: Text,
    /// The name of the plugin's picture on it; empty: none, the corner shows large. In an SVG `currentColor` is the
    /// suit's tint.
    pub picture: String,
    /// Its text, for cards that are read.
    pub text: Text,
}

/// A suit: a small sign, and a colour.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Suit {
    /// The sign, by which suits differ for those who see no colours.
    pub sign: Sign,
    /// The colour.
    pub tint: Tint,
}

/// A small sign: of a suit, of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Sign {
    /// A spade.
    Spade,
    /// A heart.
    Heart,
    /// A diamond.
    Diamond,
    /// A club.
    Club,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A hexagon.
    Hexagon,
    /// A cross.
    Cross,
    /// A star.
    Star,
    /// A disc, also for every sign that the host does not know.
    #[default]
    #[serde(other)]
    Disc,
}

/// A picture of the plugin: an asset by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Picture {
    /// The asset's name.
    pub asset: String,
    /// The colour of `currentColor` in an SVG.
    pub tint: Tint,
    /// Its height divided by its width, from 0.2 to 5; 0: it is as large as a stone, and round.
    pub aspect: f32,
}

/// A notable property of a piece or an area. The host ignores a mark that it does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mark {
    /// It was played last.
    Last,
    /// It can do more than its face shows: a trump.
    Strong,
    /// It is hidden, but somebody else knows it: its name states who.
    Known,
    /// It was used up, or counts for nothing now.
    Spent,
    /// It is in danger: a king in check.
    Threatened,
    /// A mark that this side does not know.
    #[serde(other)]
    Unknown,
}

impl Default for Piece {
    fn default() -> Self {
        Self {
            id: 0,
            handle: String::new(),
            on: String::new(),
            face: Face::Plain,
            name: Text::default(),
            count: 1,
            marks: Vec::new(),
            turn: 0.0,
            size: 1.0,
            shift: [0.0; 2],
            label: Text::default(),
            tip: Text::default(),
        }
    }
}

impl Piece {
    /// A piece that cannot be touched, on no cell.
    pub fn new(id: u32, face: Face, name: impl Into<Text>) -> Self {
        Self { id, face, name: name.into(), ..Self::default() }
    }

    /// It can be touched, by this handle.
    #[must_use]
    pub fn handle(mut self, handle: impl Into<String>) -> Self {
        self.handle = handle.into();
        self
    }

    /// On the cell of this handle.
    #[must_use]
    pub fn on(mut self, cell: impl Into<String>) -> Self {
        self.on = cell.into();
        self
    }

    /// There are `count` of it in this place.
    #[must_use]
    pub const fn count(mut self, count: u32) -> Self {
        self.count = count;
        self
    }

    /// With one more mark.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }

    /// Turned clockwise.
    #[must_use]
    pub const fn turned(mut self, degrees: f32) -> Self {
        self.turn = degrees;
        self
    }

    /// Larger or smaller than usual.
    #[must_use]
    pub const fn sized(mut self, size: f32) -> Self {
        self.size = size;
        self
    }

    /// Away from its usual place, right and down, in its own heights.
    #[must_use]
    pub const fn shifted(mut self, right: f32, down: f32) -> Self {
        self.shift = [right, down];
        self
    }

    /// With a few letters on it.
    #[must_use]
    pub fn label(mut self, label: impl Into<Text>) -> Self {
        self.label = label.into();
        self
    }

    /// With this tooltip.
    #[must_use]
    pub fn tip(mut self, tip: impl Into<Text>) -> Self {
        self.tip = tip.into();
        self
    }
}

impl Face {
    /// A figure.
    pub const fn figure(shape: Shape, tint: Tint) -> Self {
        Self::Figure(Figure { shape, tint })
    }

    /// A die that shows `shows`, or is covered.
    pub const fn die(sides: u8, shows: Option<u8>, tint: Tint) -> Self {
        Self::Die(Die { sides, shows, tint })
    }

    /// A domino.
    pub const fn domino(upper: u8, lower: u8, tint: Tint) -> Self {
        Self::Domino(Domino { upper, lower, tint })
    }

    /// A coin, chip or token with a number.
    pub const fn token(value: i64, tint: Tint) -> Self {
        Self::Token(Token { value: Some(value), tint })
    }

    /// A coin, chip or token on which nothing is written.
    pub const fn chip(tint: Tint) -> Self {
        Self::Token(Token { value: None, tint })
    }

    /// A picture of the plugin, round and as large as a stone.
    pub fn picture(asset: impl Into<String>) -> Self {
        Self::Picture(Picture { asset: asset.into(), ..Picture::default() })
    }
}

impl Card {
    /// A card with only its corner.
    pub fn new(corner: impl Into<String>) -> Self {
        Self { corner: corner.into(), ..Self::default() }
    }

    /// Of a suit.
    #[must_use]
    pub const fn suit(mut self, sign: Sign, tint: Tint) -> Self {
        self.suit = Some(Suit { sign, tint });
        self
    }

    /// With a name.
    #[must_use]
    pub fn title(mut self, title: impl Into<Text>) -> Self {
        self.title = title.into();
        self
    }

    /// With the plugin's picture of this name.
    #[must_use]
    pub fn picture(mut self, asset: impl Into<String>) -> Self {
        self.picture = asset.into();
        self
    }

    /// With a text to read.
    #[must_use]
    pub fn text(mut self, text: impl Into<Text>) -> Self {
        self.text = text.into();
        self
    }
}

impl From<Card> for Face {
    fn from(card: Card) -> Self {
        Self::Card(card)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(count: &u32) -> bool {
    *count == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_full(size: &f32) -> bool {
    *size == 1.0
}
