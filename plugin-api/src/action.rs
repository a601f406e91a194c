//! Seats, actions, observers and outcomes: the small words of the contract.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats that a game may have.
pub const MAX_SEATS: usize = 16;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
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
#[serde(transparent)]
#[repr(transparent)]
pub struct Action(pub u32);

/// Who is looking: decides what a scene or a text may tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observer {
    /// The person or bot at a seat: what is public and what that seat has seen.
    Seat(Seat),
    /// Anybody at the table: what is public and nothing else.
    Public,
    /// One who may see everything: finished records, tests, the command line.
    Referee,
}

impl Observer {
    /// Whether this observer may see what only `seat` has seen.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Public => false,
            Self::Referee => true,
        }
    }
}

/// The caller's buffer that [`Game::legal_actions`](crate::Game::legal_actions) fills.
///
/// Pushing past its end is harmless: the surplus is counted, and the call then fails, for the game announced
/// [fewer](crate::Seating::max_actions).
pub struct Actions<'a> {
    buffer: &'a mut [Action],
    len: usize,
}

impl<'a> Actions<'a> {
    /// An empty list over `buffer`.
    pub fn new(buffer: &'a mut [Action]) -> Self {
        Self { buffer, len: 0 }
    }

    /// Adds one legal action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        if let Some(place) = self.buffer.get_mut(self.len) {
            *place = action;
        }
        self.len += 1;
    }

    /// How many were pushed, those past the end of the buffer included.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was pushed.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Those that found room.
    pub fn as_slice(&self) -> &[Action] {
        &self.buffer[..self.len.min(self.buffer.len())]
    }
}

/// A set of winning seats: bit `n` for seat `n`. Empty: nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Winners(pub u32);

impl Winners {
    /// Adds `seat`. One that no table can have, from 32 on, is left out.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1_u32.checked_shl(seat.0.into()).unwrap_or_default();
    }

    /// Whether `seat` is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        (seat.0 as u32) < u32::BITS && self.0 >> seat.0 & 1 == 1
    }

    /// The seats, in order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = (left != 0).then(|| Seat(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            seat
        })
    }

    /// Whoever has the highest score; several on equal scores.
    pub fn highest(scores: &[i64]) -> Self {
        let mut winners = Self::default();
        if let Some(best) = scores.iter().max() {
            for (seat, score) in Seat::all(scores.len()).zip(scores) {
                if score == best {
                    winners.insert(seat);
                }
            }
        }
        winners
    }
}

/// How a finished match stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Each seat's score, in the game's own points.
    pub scores: Vec<i64>,
    /// The winning seats, in order: one seat, a team, or all who share the win. All seats: a draw.
    pub winners: Vec<Seat>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_that_no_table_has_neither_wins_nor_counts_as_another() {
        let mut winners = Winners::default();
        for seat in [0, 31, 32, 33, 255] {
            winners.insert(Seat(seat));
        }
        assert_eq!(winners, Winners(1 << 31 | 1));
        assert!(winners.contains(Seat(0)) && winners.contains(Seat(31)));
        assert!(![1, 32, 33, 64, 255].into_iter().any(|seat| winners.contains(Seat(seat))));
    }
}
