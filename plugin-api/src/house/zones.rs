//! Zones: the places of a game's pieces, as house rules and programs that learn read them.

use crate::words::one_line;
use crate::{Field, Game, Seat, Text};
use serde::{Deserialize, Serialize};

/// The most zones that a game may declare.
pub const MAX_ZONES: usize = 16;

/// The most pieces of a zone, or of each seat's part of it.
pub const MAX_PIECES: usize = 512;

/// The most fields of a piece.
pub const MAX_PIECE_FIELDS: usize = 8;

/// The declaration of a zone: a board, the hands of all seats, a pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ZoneDecl {
    /// Its name, in `snake_case`.
    pub name: String,
    /// Its meaning.
    pub doc: String,
    /// How its pieces are arranged.
    pub layout: ZoneLayout,
    /// Whether each seat has one of its own, as hands are. Only a list may be so.
    #[serde(default)]
    pub each_seat: bool,
    /// Whether its pieces may be known to its seat only, or, where there is no zone for each seat, to nobody. A house
    /// rule that shows them to others reveals them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// The fields of a piece, in the order in which the game passes them; at least one. Where there is only one,
    /// scripts read its value in place of a piece.
    pub piece: Vec<Field>,
}

/// The arrangement of a zone's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ZoneLayout {
    /// A place for each row and column, numbered from 0: always the same under the same rules. The game passes both
    /// numbers, and then a piece for each place, row after row. Where there is none, the first field is -1.
    Grid {
        /// The greatest number of places.
        max: u16,
    },
    /// Pieces in an order, or in none; scripts number them from 1, as they do all lists.
    List {
        /// The greatest number of pieces.
        max: u16,
    },
}

impl ZoneLayout {
    /// The greatest number of pieces.
    pub const fn max_pieces(self) -> usize {
        match self {
            Self::Grid { max } | Self::List { max } => max as usize,
        }
    }
}

impl ZoneDecl {
    /// A zone of these pieces that all players know; the documentation becomes one line.
    pub fn new(name: &str, doc: &str, layout: ZoneLayout, each_seat: bool, piece: Vec<Field>) -> Self {
        Self { name: name.to_owned(), doc: one_line(doc), layout, each_seat, secret: false, piece }
    }

    /// Marks the zone as secret: only its own seat may know its pieces.
    #[must_use]
    pub fn secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// The greatest number of values that the game writes at once: the size of a grid, and all fields of all pieces.
    pub fn max_values(&self) -> usize {
        let size = match self.layout {
            ZoneLayout::Grid { .. } => 2,
            ZoneLayout::List { .. } => 0,
        };
        size + self.layout.max_pieces() * self.piece.len()
    }

    /// Whether these values are whole pieces, as the game writes them: of a grid its size and as many as it has places.
    pub fn is_whole(&self, values: &[i64]) -> bool {
        let fields = self.piece.len();
        match (self.layout, values) {
            (ZoneLayout::List { .. }, _) => values.len().is_multiple_of(fields),
            (ZoneLayout::Grid { .. }, [rows, columns, pieces @ ..]) => {
                let places = rows.checked_mul(*columns).filter(|_| *rows >= 0 && *columns >= 0);
                places.is_some_and(|places| places.checked_mul(fields as i64) == Some(pieces.len() as i64))
            }
            (ZoneLayout::Grid { .. }, _) => false,
        }
    }
}

/// The places of a game's pieces, for house rules that read a position piece by piece: `ctx.board[row][column]`,
/// `ctx.hand[seat]`. Without it house rules read [facts](super::Facts) only.
///
/// [`zones!`](crate::zones!) implements it from a list.
pub trait Zones: Game {
    /// The zones, at most [`MAX_ZONES`].
    fn zones() -> Vec<ZoneDecl>;

    /// Pushes the pieces of the zone at this index of the list: of a grid its [size](Pieces::push_size) and a piece for
    /// each place, row after row; of a list those that it has. `seat` is the seat whose zone it is, and seat 0 where
    /// there is only one.
    ///
    /// It is called when a house rule reads the zone, also in the middle of an action that calls a hook, and after each
    /// step for programs that learn from arrays.
    fn zone(&self, state: &Self::State, zone: usize, seat: Seat, pieces: &mut Pieces<'_>);

    /// The name of a piece of the zone, and its handle, for actions of house rules that are aimed at it.
    /// `piece` is its index among those that [`zone`](Self::zone) pushes. `None`: by its fields, on a button.
    #[allow(unused_variables, reason = "the names document the arguments")]
    fn piece_label(&self, state: &Self::State, zone: usize, seat: Seat, piece: usize) -> Option<PieceLabel> {
        None
    }
}

/// The name of a piece of a zone, and the handle by which players touch it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceLabel {
    /// Its name in a sentence: "F7", "the green 8".
    pub text: Text,
    /// Its handle in the scene of a seat that knows the piece; empty where it has none: then it is chosen by a button.
    pub handle: String,
}

impl PieceLabel {
    /// A name and a handle.
    pub fn new(text: impl Into<Text>, handle: impl Into<String>) -> Self {
        Self { text: text.into(), handle: handle.into() }
    }
}

/// The pieces of a zone, as the game passes them to the host.
pub struct Pieces<'a> {
    values: &'a mut [i64],
    len: usize,
}

impl<'a> Pieces<'a> {
    /// No pieces, in a buffer for their values.
    pub const fn new(values: &'a mut [i64]) -> Self {
        Self { values, len: 0 }
    }

    /// Adds a piece: the value of each of its fields, as [`HookField::code`](crate::hooks::HookField::code) encodes it.
    #[inline]
    pub fn push(&mut self, fields: &[i64]) {
        if let Some(room) = self.values.get_mut(self.len..self.len + fields.len()) {
            room.copy_from_slice(fields);
        }
        self.len += fields.len();
    }

    /// Adds the numbers of rows and columns of a grid, before its pieces.
    #[inline]
    pub fn push_size(&mut self, rows: u16, columns: u16) {
        self.push(&[rows.into(), columns.into()]);
    }

    /// Adds a place of a grid that has no piece of `fields` fields.
    #[inline]
    pub fn push_none(&mut self, fields: usize) {
        self.push(&[-1; MAX_PIECE_FIELDS][..fields.min(MAX_PIECE_FIELDS)]);
    }

    /// The number of values pushed so far, also of those for which there was no room.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was pushed.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Declares the zones of a game, and implements [`Zones`](crate::house::Zones): one function for each, of the rules,
/// the state, and the seat where each seat has one. That of a list returns the pieces as an iterator of tuples of their
/// fields; that of a grid returns the numbers of rows and columns, and an iterator of such tuples, `None` where there
/// is no piece. `secret` behind the fields marks a zone that only its own seat may know. A function `label` of an index
/// among the pieces, after the body, returns their [`PieceLabel`](crate::house::PieceLabel), if they have one.
///
/// ```
/// # use stonehouse_plugin::*;
/// # use stonehouse_plugin::house::PieceLabel;
/// # struct Gems; #[derive(Clone)] struct Table { board: [[u8; 3]; 2], hands: [Vec<(bool, u8)>; 2] }
/// # knobs! { struct Knobs {} }
/// # impl Game for Gems {
/// #   type Knobs = Knobs; type State = Table;
/// #   fn about() -> About { About::new("gems", "Gems", "1.0.0") }
/// #   fn new(_: Setup<Knobs>) -> Result<Self, RulesError> { Ok(Self) }
/// #   fn seating(&self) -> Seating { Seating::players(2) }
/// #   fn deal(&self, _: u64) -> Result<Table, GameError> { Err(GameError::Illegal) }
/// #   fn turn(&self, _: &Table) -> Turn { Turn::Over }
/// #   fn legal_actions(&self, _: &Table, _: &mut Actions<'_>) -> Result<(), GameError> { Ok(()) }
/// #   fn apply(&self, _: &mut Table, _: Action) -> Result<(), GameError> { Ok(()) }
/// #   fn scores(&self, _: &Table, _: &mut [i64]) {}
/// #   fn scene(&self, _: &Table, _: Observer) -> Scene { Scene::default() }
/// #   fn describe(&self, _: &Table, _: Action, _: Observer) -> ActionText { ActionText::default() }
/// # }
/// zones! {
///     impl Zones for Gems;
///
///     /// The board: how many gems each place has.
///     fn board(_rules, state) -> grid(6) of (
///         /// How many.
///         gems: u8,
///     ) {
///         (2, 3, state.board.iter().flatten().map(|gems| Some((*gems,)).filter(|_| *gems > 0)))
///     }
///     label(place) {
///         Some(PieceLabel::new(format!("place {}", place + 1), format!("place/{place}")))
///     }
///
///     /// The cards in each player's hand.
///     fn hand(_rules, state, seat) -> list(10) of (
///         /// Whether it shines.
///         shines: bool,
///         /// Its rank.
///         rank: u8,
///     ), secret {
///         state.hands[seat.index()].iter().copied()
///     }
/// }
/// # fn main() {
/// use stonehouse_plugin::house::{Pieces, Zones};
/// let table = Table { board: [[1, 0, 3], [4, 5, 6]], hands: [vec![(true, 7)], Vec::new()] };
/// let mut values = [0; 8];
/// Gems.zone(&table, 0, Seat(0), &mut Pieces::new(&mut values));
/// assert_eq!(values, [2, 3, 1, -1, 3, 4, 5, 6]);
/// let mut pieces = Pieces::new(&mut values);
/// Gems.zone(&table, 1, Seat(0), &mut pieces);
/// assert_eq!(pieces.len(), 2);
/// assert_eq!(values[..2], [1, 7]);
/// assert!(Gems::zones()[1].each_seat && Gems::zones()[1].secret);
/// assert_eq!(Gems.piece_label(&table, 0, Seat(0), 2).unwrap().handle, "place/2");
/// assert_eq!(Gems.piece_label(&table, 1, Seat(0), 0), None);
/// # }
/// ```
#[macro_export]
macro_rules! zones {
    (
        impl Zones for $game:ty;
        $(
            $(#[doc = $doc:literal])+
            fn $zone:ident($rules:ident, $state:ident $(, $seat:ident)?) -> $layout:ident($max:expr) of (
                $($(#[doc = $field_doc:literal])+ $field:ident: $kind:ty),+ $(,)?
            ) $(, $secret:ident)? $body:block
            $(label($piece:ident) $label:block)?
        )+
    ) => {
        impl $crate::house::Zones for $game {
            fn zones() -> Vec<$crate::house::ZoneDecl> {
                vec![$($crate::house::ZoneDecl::new(
                    stringify!($zone),
                    concat!($($doc, "\n"),+),
                    $crate::zones!(@layout $layout $max),
                    $crate::zones!(@each $($seat)?),
                    vec![$($crate::Field::of::<$kind>(stringify!($field), concat!($($field_doc, "\n"),+))),+],
                )$(.$secret())?),+]
            }

            #[allow(unused_variables, reason = "not every zone needs the rules, or belongs to a seat")]
            fn zone(
                &self,
                state: &Self::State,
                zone: usize,
                of: $crate::Seat,
                pieces: &mut $crate::house::Pieces<'_>,
            ) {
                #[allow(non_camel_case_types, reason = "a zone has one name everywhere, also in scripts")]
                enum Index { $($zone),+ }
                $(if zone == Index::$zone as usize {
                    let ($rules, $state) = (self, state);
                    $(let $seat = of;)?
                    let push = |pieces: &mut $crate::house::Pieces<'_>, ($($field,)+): ($($kind,)+)| {
                        pieces.push(&[$($crate::hooks::HookField::code($field)),+]);
                    };
                    $crate::zones!(@push $layout pieces push [$($field)+] $body);
                    return;
                })+
            }

            #[allow(unused_variables, reason = "not every zone has labels, needs the rules, or belongs to a seat")]
            fn piece_label(
                &self,
                state: &Self::State,
                zone: usize,
                of: $crate::Seat,
                piece: usize,
            ) -> Option<$crate::house::PieceLabel> {
                #[allow(non_camel_case_types, dead_code, reason = "a zone has one name everywhere, also in scripts")]
                enum Index { $($zone),+ }
                $($crate::zones!(
                    @label zone == Index::$zone as usize, (self, state, of, piece) [$rules $state $($seat)?]
                    $($piece $label)?
                );)+
                None
            }
        }
    };
    (@layout grid $max:expr) => { $crate::house::ZoneLayout::Grid { max: $max as u16 } };
    (@layout list $max:expr) => { $crate::house::ZoneLayout::List { max: $max as u16 } };
    (@push grid $pieces:ident $push:ident [$($field:ident)+] $body:block) => {
        let (rows, columns, places): (u16, u16, _) = $body;
        $pieces.push_size(rows, columns);
        for place in places {
            match place {
                Some(piece) => $push($pieces, piece),
                None => $pieces.push_none([$(stringify!($field)),+].len()),
            }
        }
    };
    (@push list $pieces:ident $push:ident [$($field:ident)+] $body:block) => {
        for piece in $body {
            $push($pieces, piece);
        }
    };
    (
        @label $is_it:expr, ($own_rules:expr, $own_state:expr, $of:expr, $index:expr)
        [$rules:ident $state:ident $($seat:ident)?] $piece:ident $label:block
    ) => {
        if $is_it {
            let ($rules, $state, $piece) = ($own_rules, $own_state, $index);
            $(let $seat = $of;)?
            return $label;
        }
    };
    (@label $is_it:expr, $own:tt $names:tt) => {};
    (@each) => { false };
    (@each $seat:ident) => { true };
}
