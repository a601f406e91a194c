//! Choices: candidates and choices of a player, what a player may choose, and one step of a game.
//!
//! | type | content | used by |
//! |---|---|---|
//! | [`Candidate`] | an action and the index of a sample of its values; `Copy` | searches, which try many |
//! | [`Choice`] | an action with its values | agents, matches and records |
//! | [`Chosen`] | a choice with its seat, borrowed | games, which the plugin crate serves |
//! | [`DescribedAction`] | a legal action with its description | tables and agents, which offer it |
//! | [`Decision`] | one step: a choice, choices made together, or an outcome of chance | random games and the conformance kit |
//!
//! A choice names no seat: it is made by the seat whose turn it is, and where several seats choose at once, or a record
//! lists them, the seat is beside it.
//!
//! How an action is found on the table by its path is the plugin crate's module `choice`.

use std::fmt;
use stonehouse_plugin::{Action, ActionText, Chosen, Seat};

/// A legal action and, if it has inputs, the index of one of their [samples](crate::State::samples).
///
/// An index means the same in every position that a seat cannot distinguish; the values themselves may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// The sample's index; 0 for an action without inputs.
    pub sample: u32,
}

impl From<Action> for Candidate {
    fn from(action: Action) -> Self {
        Self { action, sample: 0 }
    }
}

/// A legal action, with its description and how it is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedAction {
    /// The action.
    pub action: Action,
    /// Its text, fields and paths.
    pub description: ActionText,
}

/// One step of a game, for each kind of [`Turn`](stonehouse_plugin::Turn).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The seat whose turn it is acts.
    Seat(Choice),
    /// Every seat whose turn it is has chosen: in the order of seats.
    Together(Vec<(Seat, Choice)>),
    /// An outcome of chance, by its code.
    Chance(u32),
}

/// An action, with the values of its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// At least one value for each of its inputs; empty for an action without inputs.
    pub values: Vec<i64>,
}

impl Choice {
    /// The choice of `seat` that this is.
    pub fn by(&self, seat: Seat) -> Chosen<'_> {
        Chosen { seat, action: self.action, values: &self.values }
    }
}

impl From<Action> for Choice {
    fn from(action: Action) -> Self {
        Self { action, values: Vec::new() }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.action.0)?;
        if self.values.is_empty() { Ok(()) } else { write!(f, " with {:?}", self.values) }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(choice) => choice.fmt(f),
            Self::Together(choices) => {
                for (index, (seat, choice)) in choices.iter().enumerate() {
                    write!(f, "{}{seat}: {choice}", if index == 0 { "" } else { " and " })?;
                }
                Ok(())
            }
            Self::Chance(code) => write!(f, "chance: {code}"),
        }
    }
}
