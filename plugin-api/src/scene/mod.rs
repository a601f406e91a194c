//! Scenes: the view of the table for one observer, described for the host to draw.
//!
//! A scene is made of primitives. An [`Area`] defines the arrangement of its pieces ([`Layout`]), a [`Piece`] its look
//! ([`Face`]). The look belongs to the host. Every element that can be touched has a handle, a short path such as
//! `pocket/4,7`; the [paths](crate::ActionText::paths) of an action name the handles that are touched to choose it.
//! Clicking, dragging and the keyboard all follow from that.
//!
//! Scenes can grow: a layout, face or mark that is unknown to a host is drawn plainly, but never breaks the scene.
//! Structs are made with their constructors and builders, or from `Default`. Those that a constructor of [`Face`],
//! [`Layout`], [`Cells`] or [`Prompt`] makes whole are left out of this documentation: only hosts read them.
//!
//! - this module: scenes, prompts, and what surrounds the areas
//! - `area`, `cells`, [`boards`]: areas, the cells of a board, and boards that many games share
//! - `face`, `tint`: pieces and their appearance, and colours by role
//! - `sheet`: tables of texts, and the count of a hand
//! - `open`: enums that may grow
//! - `check`, `texts`: the requirements of a scene, and a walk over its texts
//!
//! # Design
//! - Primitives instead of the look of one game: a host can show a game that its authors never thought of, and every
//!   look that it adds serves all games. A style is a further look that a host may ignore.
//! - Scenes are whole: a plugin describes the whole table each time, and the host finds by the ids of pieces what
//!   moved. That costs a few hundred microseconds an action and saves a protocol of changes, which could go wrong.
//! - An offer is an [`Arrow`] from one player's piece to another's, and the count of a hand is part of the scene
//!   ([`Tally`]). Neither is a decision of a seat, so bots and records are not affected.

mod area;
pub mod boards;
mod cells;
mod check;
mod face;
mod open;
mod sheet;
mod texts;
mod tint;

pub use area::{Area, Layout, Meter, Panel, Ring, Stack};
pub use cells::{Cell, Cells, Ground, Label, Line, Outline, Stacking};
pub use check::{MAX_AREAS, MAX_PIECES, MAX_STEPS, MAX_TEXT};
pub use face::{Card, Die, Domino, Face, Figure, Mark, Picture, Piece, Shape, Sign, Suit, Token};
pub use sheet::{Row, Sheet, SheetCell, Tally};
pub use tint::Tint;

use crate::{Seat, Text};
use serde::{Deserialize, Serialize};

/// The table as one observer sees it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Scene {
    /// The progress of the game, in a few words: "Round 3 of 5", "40 stones left".
    pub status: Text,
    /// The areas of the table, in the order in which they are laid out.
    pub areas: Vec<Area>,
    /// One panel for each seat, in order.
    pub seats: Vec<SeatPanel>,
    /// The prompt for the seat whose turn it is, or, where several choose at once, for the observer's own. None when
    /// nobody has anything to decide.
    #[serde(skip_serializing_if = "is_default")]
    pub prompt: Option<Prompt>,
    /// Results of the last action that are lit up.
    #[serde(skip_serializing_if = "is_default")]
    pub lit: Vec<Lit>,
    /// Arrows from one element to another: an offer, an announced move.
    #[serde(skip_serializing_if = "is_default")]
    pub arrows: Vec<Arrow>,
    /// The count of the last hand or round, shown to everybody.
    #[serde(skip_serializing_if = "is_default")]
    pub tally: Option<Tally>,
}

/// The information that is shown about a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct SeatPanel {
    /// The seat.
    pub seat: Seat,
    /// The colour it plays, if any.
    #[serde(skip_serializing_if = "is_default")]
    pub tint: Option<Tint>,
    /// Its score as it is now; none: the game has no points.
    pub score: Option<i64>,
    /// More about it, each a few words: "15 stones in hand".
    #[serde(skip_serializing_if = "is_default")]
    pub notes: Vec<Text>,
    /// Whether it is out of the game, or of this round.
    #[serde(skip_serializing_if = "is_default")]
    pub out: bool,
}

/// A request for the decision of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Prompt {
    /// The seat that decides.
    pub seat: Seat,
    /// The request, as an invitation: "Place the black stone".
    pub text: Text,
    /// The piece that the seat is about to place, by its [`id`](Piece::id), when the rules leave no choice of it.
    #[serde(skip_serializing_if = "is_default")]
    pub holds: Option<u32>,
    /// Choices without an element on the table: "Pass".
    #[serde(skip_serializing_if = "is_default")]
    pub buttons: Vec<Button>,
    /// The handle of the area at which the prompt is shown. Empty: it is shown above the table.
    #[serde(skip_serializing_if = "is_default")]
    pub at: String,
}

/// A choice without an element on the table.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Button {
    /// Its handle, unique in the scene.
    pub handle: String,
    /// The text on it.
    pub text: Text,
    /// Its tooltip: what it does, in a sentence.
    #[serde(skip_serializing_if = "is_default")]
    pub tip: Text,
}

/// Places that are highlighted after the last action, such as a new line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Lit {
    /// The handles of the cells, pieces or areas, in order along the line.
    pub handles: Vec<String>,
    /// The colour of the player who gains from it.
    #[serde(skip_serializing_if = "is_default")]
    pub tint: Option<Tint>,
    /// Its meaning: "3 in a row for White".
    pub text: Text,
    /// Whether each is lit by itself, rather than by one line through them.
    #[serde(skip_serializing_if = "is_default")]
    pub apart: bool,
}

/// An arrow from one element to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Arrow {
    /// The handle where it begins.
    pub from: String,
    /// The handle to which it points.
    pub to: String,
    /// Its text: "West offers wool for clay".
    #[serde(skip_serializing_if = "is_default")]
    pub text: Text,
}

/// Whether a field can be left out of the JSON.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Scene {
    /// A scene with this status; everything else follows.
    pub fn new(status: impl Into<Text>) -> Self {
        Self { status: status.into(), ..Self::default() }
    }

    /// With these areas, too.
    #[must_use]
    pub fn areas(mut self, areas: impl IntoIterator<Item = Area>) -> Self {
        self.areas.extend(areas);
        self
    }

    /// With these seats' panels, in order.
    #[must_use]
    pub fn seats(mut self, seats: impl IntoIterator<Item = SeatPanel>) -> Self {
        self.seats.extend(seats);
        self
    }

    /// With the prompt for a seat, if any.
    #[must_use]
    pub fn prompt(mut self, prompt: impl Into<Option<Prompt>>) -> Self {
        self.prompt = prompt.into();
        self
    }

    /// With the results of the last action that are lit up.
    #[must_use]
    pub fn lit(mut self, lit: impl IntoIterator<Item = Lit>) -> Self {
        self.lit.extend(lit);
        self
    }

    /// With arrows.
    #[must_use]
    pub fn arrows(mut self, arrows: impl IntoIterator<Item = Arrow>) -> Self {
        self.arrows.extend(arrows);
        self
    }

    /// With the count of the last hand, if there is one.
    #[must_use]
    pub fn tally(mut self, tally: impl Into<Option<Tally>>) -> Self {
        self.tally = tally.into();
        self
    }

    /// Every handle of the scene: areas with their cells, pieces and cells of sheets, then buttons, in order.
    pub fn handles(&self) -> impl Iterator<Item = &str> {
        let areas = self.areas.iter().flat_map(|area| {
            let (cells, sheet) = match &area.layout {
                Layout::Cells(cells) => (&cells.cells[..], None),
                Layout::Sheet(sheet) => (&[][..], Some(sheet)),
                _ => (&[][..], None),
            };
            std::iter::once(area.handle.as_str())
                .chain(cells.iter().map(|cell| cell.handle.as_str()))
                .chain(sheet.into_iter().flat_map(Sheet::handles))
                .chain(area.pieces.iter().map(|piece| piece.handle.as_str()))
        });
        let buttons = self.prompt.iter().flat_map(|prompt| &prompt.buttons);
        areas.chain(buttons.map(|button| button.handle.as_str())).filter(|handle| !handle.is_empty())
    }
}

impl SeatPanel {
    /// A seat with this score.
    pub fn new(seat: Seat, score: impl Into<Option<i64>>) -> Self {
        Self { seat, score: score.into(), ..Self::default() }
    }

    /// With the colour it plays.
    #[must_use]
    pub const fn tint(mut self, tint: Tint) -> Self {
        self.tint = Some(tint);
        self
    }

    /// With one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<Text>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Out of the game, or not.
    #[must_use]
    pub const fn out(mut self, out: bool) -> Self {
        self.out = out;
        self
    }
}

impl Prompt {
    /// A prompt with this text for a seat.
    pub fn new(seat: Seat, text: impl Into<Text>) -> Self {
        Self { seat, text: text.into(), ..Self::default() }
    }

    /// The piece that it is about to place.
    #[must_use]
    pub fn holds(mut self, piece: impl Into<Option<u32>>) -> Self {
        self.holds = piece.into();
        self
    }

    /// With one more button.
    #[must_use]
    pub fn button(mut self, handle: impl Into<String>, text: impl Into<Text>) -> Self {
        self.buttons.push(Button { handle: handle.into(), text: text.into(), tip: Text::default() });
        self
    }

    /// With one more button, and a sentence that explains it.
    #[must_use]
    pub fn explained(mut self, handle: impl Into<String>, text: impl Into<Text>, tip: impl Into<Text>) -> Self {
        self.buttons.push(Button { handle: handle.into(), text: text.into(), tip: tip.into() });
        self
    }

    /// Shown at this area.
    #[must_use]
    pub fn at(mut self, area: impl Into<String>) -> Self {
        self.at = area.into();
        self
    }
}

impl Lit {
    /// A line through these places.
    pub fn new(handles: impl IntoIterator<Item = impl Into<String>>, text: impl Into<Text>) -> Self {
        Self { handles: handles.into_iter().map(Into::into).collect(), text: text.into(), ..Self::default() }
    }

    /// In the colour of the player who gains from it.
    #[must_use]
    pub const fn tint(mut self, tint: Tint) -> Self {
        self.tint = Some(tint);
        self
    }

    /// Each place by itself.
    #[must_use]
    pub const fn apart(mut self) -> Self {
        self.apart = true;
        self
    }
}

impl Arrow {
    /// From one handle to another.
    pub fn new(from: impl Into<String>, to: impl Into<String>, text: impl Into<Text>) -> Self {
        Self { from: from.into(), to: to.into(), text: text.into() }
    }
}

#[cfg(test)]
mod tests;
