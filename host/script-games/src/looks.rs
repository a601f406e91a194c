//! The words for looks: pieces, boards and suits.

use stonehouse_plugin::scene::{Cells, Face, Shape, Sign, Tint};

/// A face in a colour.
type Tinted = fn(Tint) -> Face;

/// The faces that are only a shape in a colour.
pub(crate) const SHAPES: [(&str, Tinted); 11] = [
    ("stone", Face::Stone),
    ("disc", Face::Disc),
    ("cube", Face::Cube),
    ("pawn", |tint| Face::figure(Shape::Pawn, tint)),
    ("rook", |tint| Face::figure(Shape::Rook, tint)),
    ("knight", |tint| Face::figure(Shape::Knight, tint)),
    ("bishop", |tint| Face::figure(Shape::Bishop, tint)),
    ("queen", |tint| Face::figure(Shape::Queen, tint)),
    ("king", |tint| Face::figure(Shape::King, tint)),
    ("meeple", |tint| Face::figure(Shape::Meeple, tint)),
    ("house", |tint| Face::figure(Shape::House, tint)),
];

/// The face of a card: a corner and a suit.
pub(crate) const CARD: &str = "card";
/// The face of a token: a number.
pub(crate) const TOKEN: &str = "token";
/// The face of a die: the number that it shows.
pub(crate) const DIE: &str = "die";

/// A board of so many rows and columns.
type Board = fn(usize, usize) -> Cells;

/// The boards.
pub(crate) const STYLES: [(&str, Board); 4] = [
    ("hollows", Cells::hollows),
    ("squares", Cells::chequered),
    ("crossings", |rows, columns| Cells::crossings(rows, columns, &[])),
    ("hexagons", Cells::hexagons),
];

/// The entry of this word.
pub(crate) fn named<T: Copy>(all: &[(&str, T)], word: &str) -> Option<T> {
    all.iter().find(|(known, _)| *known == word).map(|(_, entry)| *entry)
}

/// The sign and the colour of a suit: one of a pack of cards, or a disc of the colour that it is called.
pub(crate) fn suit(word: &str) -> Option<(Sign, Tint)> {
    Some(match word {
        "clubs" => (Sign::Club, Tint::Black),
        "spades" => (Sign::Spade, Tint::Black),
        "hearts" => (Sign::Heart, Tint::Red),
        "diamonds" => (Sign::Diamond, Tint::Red),
        "stars" => (Sign::Star, Tint::Yellow),
        colour => (Sign::Disc, named(&Tint::NAMED, colour)?),
    })
}
