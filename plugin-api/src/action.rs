//! Seats, actions, observers and outcomes: the small types of the contract.

use crate::Seats;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats that a game may have.
pub const MAX_SEATS: usize = 16;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a table of `count`, in order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count as u8).map(Self)
    }

    /// The seat `steps` places to the left (the next to move, in most games) at a table of `count`.
    #[must_use]
    pub const fn left(self, steps: usize, count: usize) -> Self {
        Self(((self.0 as usize + steps) % count) as u8)
    }
}

impl fmt::Display for Seat {
    /// Counted from 1, as people do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// One legal choice, as a compact code.
///
/// The code means the same in every build of a plugin's major version: records store it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
#[repr(transparent)]
pub struct Action(pub u32);

/// The viewer of a position, which determines what a scene or a text may reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observer {
    /// The person or bot at a seat: what is public and what that seat has seen.
    Seat(Seat),
    /// Anybody at the table: what is public and nothing else.
    Public,
    /// An observer that may see everything: finished records, tests, the command line.
    Referee,
}

impl Observer {
    /// Whether this observer may see what is visible to `seat` only.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Public => false,
            Self::Referee => true,
        }
    }
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Each seat's score, in the game's own points.
    pub scores: Vec<i64>,
    /// The winning seats: one seat, a team, or all who share the win. All seats: a draw.
    pub winners: Seats,
}
