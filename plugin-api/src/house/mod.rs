//! The interface of house rules beyond hooks: facts and zones to read, events to subscribe to, and effects to request.
//!
//! A game declares each of them once: facts with [`facts!`](crate::facts!), zones with [`zones!`](crate::zones!),
//! effects with [`effects!`](crate::effects!), and events beside its hooks with [`hooks!`](crate::hooks!). All are
//! optional. The services of the host for every game (scores, memory, actions of the house) need nothing from the game.
//!
//! | module | contents |
//! |---|---|
//! | `declare` | the macros of facts and effects |
//! | `zones` | zones: the places of the pieces |

mod declare;
mod zones;

pub use declare::Argument;
pub use zones::{MAX_PIECE_FIELDS, MAX_PIECES, MAX_ZONES, PieceLabel, Pieces, ZoneDecl, ZoneLayout, Zones};

use crate::words::one_line;
use crate::{Field, FieldKind, Game, Text};
use serde::{Deserialize, Serialize};

/// The most facts, and the most effects, that a game may declare.
pub const MAX_FACTS: usize = 64;

/// The most events that a game may declare.
pub const MAX_EVENTS: usize = 64;

/// The declaration of a fact: something about a position that every hook can read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactDecl {
    /// Its name, in `snake_case`.
    pub name: String,
    /// Its meaning.
    pub doc: String,
    /// Its type.
    pub kind: FieldKind,
    /// Whether there is one value for each seat.
    #[serde(default)]
    pub each_seat: bool,
    /// Whether the value of a seat may be known to that seat only, or, where there is no value for each seat, to
    /// nobody. A house rule that shows it to others reveals it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

/// The declaration of an event of the game, to which house rules can subscribe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventDecl {
    /// Its name, in `snake_case`.
    pub name: String,
    /// Its meaning: "A line was completed."
    pub doc: String,
    /// Its fields, in the order in which the game passes them.
    pub fields: Vec<Field>,
}

/// The declaration of an effect: a change of the state that house rules can request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EffectDecl {
    /// Its name, in `snake_case`.
    pub name: String,
    /// The change that it makes, and the cases in which it cannot be applied.
    pub doc: String,
    /// Its arguments, in order.
    pub arguments: Vec<Field>,
}

/// The result of an effect, beyond its name and its arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct EffectResult {
    /// A sentence without a full stop for the log: "F7 is blocked". Empty: the log does not mention it.
    pub text: Text,
    /// Structured fields, for records and tools; null if there are none.
    pub data: serde_json::Value,
}

impl EffectResult {
    /// An effect that is mentioned in the log.
    pub fn new(text: impl Into<Text>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// With these structured fields.
    #[must_use]
    pub fn data(mut self, data: serde_json::Value) -> Self {
        self.data = data;
        self
    }
}

impl FactDecl {
    /// A fact that is a whole number, a truth or a word; the documentation becomes one line.
    pub fn new(name: &str, doc: &str, kind: FieldKind, each_seat: bool) -> Self {
        Self { name: name.to_owned(), doc: one_line(doc), kind, each_seat, secret: false }
    }

    /// Marks the fact as secret: only its own seat may know it.
    #[must_use]
    pub fn secret(self) -> Self {
        Self { secret: true, ..self }
    }
}

impl EventDecl {
    /// An event with these fields; the documentation becomes one line.
    pub fn new(name: &str, doc: &str, fields: Vec<Field>) -> Self {
        Self { name: name.to_owned(), doc: one_line(doc), fields }
    }
}

impl EffectDecl {
    /// An effect with these arguments; the documentation becomes one line.
    pub fn new(name: &str, doc: &str, arguments: Vec<Field>) -> Self {
        Self { name: name.to_owned(), doc: one_line(doc), arguments }
    }
}

/// Facts of a position that house rules can read beyond what each hook passes. Without it they can read what the host
/// provides: the scores, the seats, their own memory.
///
/// [`facts!`](crate::facts!) implements it from a list.
pub trait Facts: Game {
    /// The facts, at most [`MAX_FACTS`].
    fn facts() -> Vec<FactDecl>;

    /// Writes the fact at this index of the list: one value, or one for each seat. It is called only when a house rule
    /// reads the fact, also in the middle of an action that calls a hook.
    fn fact(&self, state: &Self::State, fact: usize, values: &mut [i64]);
}

/// The changes of a position that house rules can request, beyond the values of hooks. Without it they have the host's
/// effects only.
///
/// [`effects!`](crate::effects!) implements it from a list.
pub trait Effects: Game {
    /// The effects, at most [`MAX_FACTS`]. One that is called `points` and takes a seat and a number replaces the
    /// host's own, so that the points are part of the score that the game shows.
    fn effects() -> Vec<EffectDecl>;

    /// Applies the effect at this index of the list.
    ///
    /// # Errors
    /// When that cannot be done in this position, which is unchanged.
    fn effect(&self, state: &mut Self::State, effect: usize, arguments: &[i64]) -> Result<(), EffectError>;
}

/// The reason why an effect cannot be applied here, for the author of the house rule: "there is no card left to draw".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EffectError(pub String);

impl EffectError {
    /// An effect that cannot be applied, for this reason.
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}
