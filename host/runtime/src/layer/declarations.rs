//! Declarations of house rules: their memory, their actions with the targets of these, and their rolls.

use stonehouse_plugin::house::{ZoneDecl, ZoneLayout};
use stonehouse_plugin::{Arg, Field, FieldKind, Json, Observer, Seat};

/// How many values a memory has, and how they are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryShape {
    /// One value.
    Single,
    /// One for each seat.
    Seats,
    /// A list of this length; scripts number its places from 1.
    List(usize),
    /// A grid, row after row; scripts number rows and columns from 0, as the facts of games do.
    Grid {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
}

impl MemoryShape {
    /// How many values it has at a table of `seats`.
    pub const fn len(self, seats: usize) -> usize {
        match self {
            Self::Single => 1,
            Self::Seats => seats,
            Self::List(len) => len,
            Self::Grid { rows, columns } => rows * columns,
        }
    }
}

/// A picture of a word that a house rule remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordPicture {
    /// Its name among the pictures of a scene. It follows from its content, so it is the same under all rules.
    pub name: String,
    /// The picture, as SVG.
    pub svg: String,
}

/// Values that a house rule remembers over a match: whole numbers, or words. They are part of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryDecl {
    /// Its name.
    pub name: String,
    /// Its label at the table; empty: it is not shown, unless it has an area.
    pub label: String,
    /// The title of the area of the table in which it is shown; empty: it has none, as a secret one and one for each
    /// seat.
    pub area: String,
    /// The pictures of its words, on cards in its area: one for each word, as far as they have one. Empty: its area
    /// shows texts.
    pub pictures: Vec<Option<WordPicture>>,
    /// How many values it has.
    pub shape: MemoryShape,
    /// The words that it can be; empty: it is a whole number. A word is kept as its index.
    pub words: Vec<String>,
    /// Whether it is a seat or [`NOBODY`](Self::NOBODY), and not a number.
    pub is_seat: bool,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// The value at the start of the match; of a series the first one.
    pub start: i64,
    /// Whether only the seat that owns it may know it; one that belongs to no seat, nobody before the match is over. Of
    /// a list everybody may know which values it has, and nobody their order.
    pub secret: bool,
    /// Whether the next match of a series begins with the value at the end of this one.
    pub series: bool,
    /// The slot of its first value, from 1; the others follow.
    pub slot: usize,
}

impl MemoryDecl {
    /// How many slots it takes at a table of `seats`.
    pub const fn slots(&self, seats: usize) -> usize {
        self.shape.len(seats)
    }

    /// Whether an observer may know the value at this place before the match is over.
    pub fn is_shown_to(&self, observer: Observer, place: usize) -> bool {
        let own = (self.shape == MemoryShape::Seats).then_some(Seat(place as u8));
        !self.secret || may_read(observer, own)
    }

    /// The value of a memory of seats while it is none.
    pub const NOBODY: i64 = -1;

    /// The word of a value; `None` where it is none.
    pub fn word_of(&self, value: i64) -> Option<&str> {
        usize::try_from(value).ok().and_then(|index| self.words.get(index)).map(String::as_str)
    }

    /// The seat of a value; `None` where it is none.
    pub fn seat_of(&self, value: i64) -> Option<Seat> {
        if self.is_seat { u8::try_from(value).ok().map(Seat) } else { None }
    }

    /// A value as it is shown: a number, a word, the name of a player, or a dash for nobody.
    pub fn arg_of(&self, value: i64) -> Arg {
        match (self.word_of(value), self.seat_of(value)) {
            (Some(word), _) => word.to_owned().into(),
            (None, Some(seat)) => seat.into(),
            (None, None) if self.is_seat => "–".to_owned().into(),
            (None, None) => value.into(),
        }
    }

    /// A value as records have it: a number, a word, the number of a seat, or null for nobody.
    pub fn json_of(&self, value: i64) -> Json {
        match self.word_of(value) {
            Some(word) => word.into(),
            None if self.is_seat && value == Self::NOBODY => Json::Null,
            None => value.into(),
        }
    }
}

/// Whether an observer may know a secret of this seat, or of nobody.
fn may_read(observer: Observer, own: Option<Seat>) -> bool {
    own.map_or(observer == Observer::Referee, |seat| observer.sees(seat))
}

/// An action that a house rule adds to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionDecl {
    /// Its name.
    pub name: String,
    /// The label of its button.
    pub label: String,
    /// Its text in the log, without its subject: "closes the hand". Empty: that the button was chosen.
    pub log: String,
    /// Whether only the seat that chooses it may know its target, until the match is over. It must be so where the
    /// targets are pieces of a secret zone.
    pub secret: bool,
    /// A sentence that describes it.
    pub tip: String,
    /// When it is offered.
    pub offer: OfferKind,
    /// The prompt while the game waits for this action: "Choose a card to return". Empty: the label where it is the
    /// only one, otherwise "Choose".
    pub prompt: String,
    /// Its targets.
    pub targets: Targets,
}

/// When an action of the house is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// In a turn of the seat, beside the actions of the game.
    InTurn,
    /// At any time, to every seat: the game waits until nobody is offered one any more.
    First,
    /// At any time, to every seat at once: the game waits until all to whom one is offered have chosen. Nobody sees
    /// what the others choose, and then all the choices take effect together.
    Together,
    /// As the next step of the choice of the action with this index: the game waits until the seat that chose that one
    /// has chosen this one.
    After(usize),
}

/// The targets that an action of the house can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Targets {
    /// Nothing.
    None,
    /// The seats of the table.
    Seats,
    /// Numbers that the rules list.
    Numbers(Vec<i64>),
    /// Texts that the rules list; the value is the index.
    Words(Vec<String>),
    /// The pieces of the game's zone of this index: of a secret one for each seat, those of the seat that acts.
    Pieces(usize),
}

/// The values that identify a target: the first ones of its [fields](Targets::fields), after the seat. Those beyond its
/// [width](Targets::key_width) are 0.
pub type TargetKey = [i64; 3];

/// The targets with which an action may be offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Available {
    /// None: the action is not offered.
    None,
    /// All that there are.
    All,
    /// These.
    Among(Vec<TargetKey>),
}

impl Targets {
    /// How many values identify a target.
    pub fn key_width(&self, zones: &[ZoneDecl]) -> usize {
        match self {
            Self::None => 0,
            Self::Seats | Self::Numbers(_) | Self::Words(_) => 1,
            Self::Pieces(zone) => zones.get(*zone).map_or(0, |decl| {
                let places = if matches!(decl.layout, ZoneLayout::Grid { .. }) { 2 } else { 1 };
                places + usize::from(decl.each_seat)
            }),
        }
    }

    /// The fields that the functions of such an action are passed, at a game with these zones: the seat, and what
    /// describes the target.
    pub fn fields(&self, zones: &[ZoneDecl]) -> Vec<Field> {
        let field = |name: &str, doc: &str, kind| Field { name: name.into(), doc: doc.into(), kind };
        let target = |kind| vec![field("target", "What it is aimed at.", kind)];
        let described = match self {
            Self::None => Vec::new(),
            Self::Seats => target(FieldKind::Seat),
            Self::Numbers(_) => target(FieldKind::Integer),
            Self::Words(words) => target(FieldKind::Word(words.clone())),
            Self::Pieces(zone) => zones.get(*zone).map_or_else(Vec::new, |zone| {
                let owner = field("owner", "Whose zone the piece is in.", FieldKind::Seat);
                let place = match zone.layout {
                    ZoneLayout::Grid { .. } => vec![
                        field("row", "The row of the piece, from 0.", FieldKind::Integer),
                        field("column", "The column of the piece, from 0.", FieldKind::Integer),
                    ],
                    ZoneLayout::List { .. } => {
                        vec![field("target", "The place of the piece in the list, from 1.", FieldKind::Integer)]
                    }
                };
                let owner = zone.each_seat.then_some(owner);
                owner.into_iter().chain(place).chain(zone.piece.iter().cloned()).collect()
            }),
        };
        std::iter::once(field("seat", "Whose action it is.", FieldKind::Seat)).chain(described).collect()
    }
}

/// The most outcomes of a secret roll.
pub const MAX_SECRET_OUTCOMES: u32 = 1000;

/// A roll that a house rule declares: a draw by the host, each outcome as likely as any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollDecl {
    /// Its name.
    pub name: String,
    /// Its label in the log.
    pub label: String,
    /// Whether each is for a seat.
    pub each_seat: bool,
    /// Whether only that seat may know the value, or nobody where there is none, until the match is over.
    pub secret: bool,
    /// How many dice are rolled at once, where the result is a list; `None`: it is one value.
    pub dice: Option<u32>,
    /// How many outcomes each die has.
    pub sides: u32,
    /// The outcomes of a die as texts, one for each side; empty: they are the numbers from 1.
    pub values: Vec<String>,
}

impl RollDecl {
    /// The value of the outcome of a die at this place: its number, or the index of its text.
    pub const fn value_at(&self, place: u32) -> i64 {
        if self.values.is_empty() { place as i64 + 1 } else { place as i64 }
    }

    /// How many results all dice together have: of a secret roll no more than [`MAX_SECRET_OUTCOMES`].
    pub const fn outcomes(&self) -> u32 {
        self.sides.saturating_pow(self.count())
    }

    /// How many dice are rolled.
    pub const fn count(&self) -> u32 {
        if let Some(dice) = self.dice { dice } else { 1 }
    }

    /// The values of the dice in one of the [outcomes](Self::outcomes).
    pub fn values_in(&self, outcome: u32) -> Vec<i64> {
        let die = |index| self.value_at(outcome / self.sides.pow(index) % self.sides);
        (0..self.count()).rev().map(die).collect()
    }

    /// The outcome in which the dice have these values: the inverse of [`values_in`](Self::values_in).
    pub fn outcome_of(&self, values: impl IntoIterator<Item = i64>) -> u32 {
        let first = self.value_at(0);
        values.into_iter().fold(0, |outcome, value| outcome * self.sides + (value - first) as u32)
    }

    /// Whether a die can have this value.
    pub fn is_possible(&self, value: i64) -> bool {
        (self.value_at(0)..=self.value_at(self.sides - 1)).contains(&value)
    }

    /// Whether an observer may know the value of a roll for this seat before the match is over.
    pub fn is_shown_to(&self, observer: Observer, seat: Option<Seat>) -> bool {
        !self.secret || may_read(observer, seat)
    }

    /// The text that a value stands for; `None` where it is a number.
    pub fn word_of(&self, value: i64) -> Option<&str> {
        usize::try_from(value).ok().and_then(|index| self.values.get(index)).map(String::as_str)
    }
}
