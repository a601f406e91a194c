//! Scenes: what one observer is allowed to see of the table, described for the host to draw.
//!
//! A game names materials, colours, ranks and text; the look belongs to the host. Every element
//! that can be touched carries a handle, a short path such as `pocket/4,7`; an action's
//! [`path`](crate::ActionText::path) lists the handles touched to choose it. Clicking, dragging and
//! the keyboard all follow from that.

use crate::Seat;
use serde::{Deserialize, Serialize};

/// The table as one observer sees it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Scene {
    /// How far the game is, in a few words: "Round 3 of 5", "40 stones left".
    pub status: String,
    /// What lies on the table, in the order in which it is laid out.
    pub areas: Vec<Area>,
    /// One panel for each seat, in order.
    pub seats: Vec<SeatPanel>,
    /// What the seat to act is asked; none when the game is over.
    pub prompt: Option<Prompt>,
    /// What the last action brought about, to be lit up.
    pub lit: Vec<Lit>,
    /// What one seat holds out to another, who is asked.
    #[serde(default)]
    pub gesture: Option<Gesture>,
    /// How the last hand or round was counted, for everybody to look at.
    #[serde(default)]
    pub tally: Option<Tally>,
}

/// One place on the table that holds pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// The area's handle, unique in the scene.
    pub handle: String,
    /// What people call it.
    pub title: String,
    /// The seat it belongs to; none: the table's.
    pub seat: Option<Seat>,
    /// Its shape.
    pub kind: AreaKind,
    /// The pieces on it.
    pub pieces: Vec<Piece>,
}

/// The shape of an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AreaKind {
    /// A board with places on a grid. Its outline follows them.
    Board(Board),
    /// Loose pieces side by side, each to be picked by itself: a hand, a supply.
    Row,
    /// A bag: only how much is in it shows.
    Pile {
        /// How many pieces are in it.
        count: u32,
    },
    /// A purse of coins: what there is to win.
    Purse {
        /// How many coins are in it.
        coins: u32,
    },
    /// A face-down pile of cards: only its size shows.
    Deck {
        /// How many cards are in it.
        count: u32,
    },
    /// The cards in somebody's hand.
    Hand,
    /// Cards that were laid down together. Its title says what they are worth.
    Meld {
        /// Whether they count for nothing.
        broken: bool,
    },
    /// What stands before a player on a board of its own: pieces in front for all to see, others behind it, hidden from the rest. Its
    /// pieces come in this order: in front, hidden, requests (what may be asked for of the hidden ones); any more lie beside the board.
    Tray {
        /// How many stand in front.
        front: u32,
        /// How many are hidden behind.
        hidden: u32,
        /// How many are requests.
        requests: u32,
    },
    /// A counter with a hand that goes round: how many of a number of turns are over.
    Dial {
        /// Its steps.
        steps: u32,
        /// Those that are over.
        reached: u32,
    },
    /// A tower, a ladder, a row of pegs: how far something has got.
    Track {
        /// Its steps.
        steps: u32,
        /// Those that are reached.
        reached: u32,
    },
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// What it is made of.
    pub material: Material,
    /// Rows of the grid.
    pub rows: u8,
    /// Columns of the grid.
    pub cols: u8,
    /// The places that exist.
    pub spaces: Vec<Space>,
    /// Grid places, (row, column), that are part of the board but hold nothing: a boss, a hole.
    pub blanks: Vec<(u8, u8)>,
}

/// A place on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Space {
    /// Its handle, unique in the scene.
    pub handle: String,
    /// Its row, 0 at the top.
    pub row: u8,
    /// Its column, 0 at the left.
    pub col: u8,
    /// What people call it: "F7".
    pub name: String,
}

/// What a thing is made of, for the host's look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Material {
    /// A wooden board.
    Wood,
    /// Felt or cloth.
    Cloth,
}

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The same number for the same piece from scene to scene, so that its way can be shown; unique in the scene. It
    /// must not betray what a hidden piece is.
    pub id: u32,
    /// Its handle, where it can be touched; empty where it cannot.
    pub handle: String,
    /// The handle of the board's space it lies on; empty in other areas.
    pub space: String,
    /// What it looks like.
    pub face: Face,
    /// What people call it: "white stone". Tells no more than the face shows.
    pub name: String,
    /// How many alike lie in this one place.
    pub count: u32,
    /// What lies on it.
    pub marks: Vec<Mark>,
}

/// What a piece looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Face {
    /// A glass stone.
    Stone(Colour),
    /// A thing of value.
    Treasure(Treasure),
    /// A stone or thing of value, hidden from sight.
    Covered,
    /// A card, face up.
    Card(CardFace),
    /// A card, face down.
    Back,
}

/// The face of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardFace {
    /// Its suit's number, from 0 to 5; the host gives each a tint and a shape. None: it belongs to no suit.
    pub suit: Option<u8>,
    /// What stands in its corner, one to three letters: "7", "GM".
    pub corner: String,
    /// Its name where it has one: "Guild Master". Empty for plain numbers.
    pub title: String,
    /// What its picture shows, in a word of lower-case letters: "mason". A host that has no such picture shows the corner instead.
    pub picture: String,
}

/// Things of value, the host's look for each unlike that of the others in shape as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Treasure {
    /// A cut jewel.
    Jewel,
    /// A nugget or bar of gold.
    Gold,
    /// A piece of silver.
    Silver,
    /// A piece of copper.
    Copper,
}

/// Colours by role. The host chooses tints that hold for colour-blind people too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Transparent.
    Clear,
    /// Red.
    Red,
}

/// Something laid on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mark {
    /// The ring around the piece last played.
    Ring,
    /// It lies across the others, as a card played on them.
    Across,
    /// It can do more than its face says: a trump, a Hammer.
    Trump,
    /// It is hidden, but others know it.
    Known,
    /// It was used, and lies where it was used.
    Spent,
}

/// What is shown of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatPanel {
    /// The seat.
    pub seat: Seat,
    /// The colour it plays, if any.
    pub colour: Option<Colour>,
    /// Its score as it stands.
    pub score: i64,
    /// Further facts about it, each a few words: "15 stones in hand".
    pub notes: Vec<String>,
}

/// What the seat to act is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// Who is asked.
    pub seat: Seat,
    /// What to do, as an invitation: "Place the black stone".
    pub text: String,
    /// The piece that the seat is about to place, by its [`id`](Piece::id), when the rules leave no choice of it.
    pub holds: Option<u32>,
    /// Choices that are no thing on the table: "Pass".
    pub buttons: Vec<Button>,
}

/// A choice that is no thing on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// Its handle, unique in the scene.
    pub handle: String,
    /// What stands on it.
    pub text: String,
}

/// Places that the last action made worth a look, such as a new line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lit {
    /// The handles of the spaces or pieces, in order along the line.
    pub handles: Vec<String>,
    /// The colour of whoever gains by it.
    pub colour: Option<Colour>,
    /// What it is: "3 in a row for White".
    pub text: String,
}

/// Something held out to another player, drawn from one place to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gesture {
    /// The handle of what is held out.
    pub from: String,
    /// The handle of what is asked for.
    pub to: String,
}

/// How a hand or round was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The hand's or round's number, from 1: another one is another tally.
    pub number: u32,
    /// What was counted: "Hand 3".
    pub title: String,
    /// What the columns of [`TallyRow::cells`] are called.
    pub columns: Vec<String>,
    /// A row for each seat, in order.
    pub rows: Vec<TallyRow>,
    /// Why it came out so, in a sentence or two.
    pub reason: String,
}

/// A seat's row of a tally.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TallyRow {
    /// The seat.
    pub seat: Seat,
    /// What it was counted from.
    pub pieces: Vec<Piece>,
    /// One text for each column.
    pub cells: Vec<String>,
    /// Whether it won what there was to win.
    pub won: bool,
}

impl Scene {
    /// Every handle of the scene: areas, spaces, pieces, buttons, in that order.
    pub fn handles(&self) -> impl Iterator<Item = &str> {
        let areas = self.areas.iter().flat_map(|area| {
            let spaces = match &area.kind {
                AreaKind::Board(board) => &board.spaces[..],
                _ => &[],
            };
            std::iter::once(area.handle.as_str())
                .chain(spaces.iter().map(|space| space.handle.as_str()))
                .chain(area.pieces.iter().map(|piece| piece.handle.as_str()))
        });
        let buttons = self.prompt.iter().flat_map(|prompt| &prompt.buttons);
        areas.chain(buttons.map(|button| button.handle.as_str())).filter(|handle| !handle.is_empty())
    }
}
