//! Seats and sets of them, actions, observers and outcomes: the small types of the contract.

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

/// A set of seats: bit `n` for seat `n`. In JSON, the list of its seats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct Seats(pub u32);

impl Seats {
    /// All seats of a table of `count`.
    pub fn all(count: usize) -> Self {
        Seat::all(count).collect()
    }

    /// Adds `seat`. Seats from 32 on, which no table has, are ignored.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1_u32.checked_shl(seat.0.into()).unwrap_or_default();
    }

    /// Removes `seat`, if it is in the set.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !1_u32.checked_shl(seat.0.into()).unwrap_or_default();
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        (seat.0 as u32) < u32::BITS && self.0 >> seat.0 & 1 == 1
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = (left != 0).then(|| Seat(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            seat
        })
    }

    /// The seats with the highest score.
    pub fn highest(scores: &[i64]) -> Self {
        let (mut best, mut seats) = (i64::MIN, Self::default());
        for (seat, score) in Seat::all(scores.len()).zip(scores) {
            if *score > best {
                (best, seats) = (*score, Self::default());
            }
            if *score == best {
                seats.insert(seat);
            }
        }
        seats
    }
}

impl From<Seat> for Seats {
    fn from(seat: Seat) -> Self {
        [seat].into_iter().collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Self {
        seats.iter().collect()
    }
}

impl TryFrom<Vec<Seat>> for Seats {
    type Error = String;

    /// Refuses a seat that no table can have.
    fn try_from(seats: Vec<Seat>) -> Result<Self, String> {
        match seats.iter().find(|seat| u32::from(seat.0) >= u32::BITS) {
            Some(seat) => Err(format!("no table has a {seat}")),
            None => Ok(seats.into_iter().collect()),
        }
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> Self {
        let mut set = Self::default();
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_out_of_range_seat_is_in_no_set_and_aliases_no_other() {
        let mut seats = Seats::default();
        for seat in [0, 31, 32, 33, 255] {
            seats.insert(Seat(seat));
        }
        assert_eq!(seats, Seats(1 << 31 | 1));
        assert!(seats.contains(Seat(0)) && seats.contains(Seat(31)));
        assert!(![1, 32, 33, 64, 255].into_iter().any(|seat| seats.contains(Seat(seat))));
        seats.remove(Seat(33));
        assert_eq!(seats.len(), 2);
    }

    #[test]
    fn a_set_of_seats_is_a_list_in_json() {
        let seats = Seats(0b101);
        assert_eq!(serde_json::to_string(&seats).unwrap(), "[0,2]");
        assert_eq!(serde_json::from_str::<Seats>("[2,0,2]").unwrap(), seats);
        let refused = serde_json::from_str::<Seats>("[0,32]").unwrap_err().to_string();
        assert!(refused.starts_with("no table has a seat 33"), "{refused}");
    }

    #[test]
    fn the_seats_with_the_highest_score_are_the_set_of_the_highest() {
        assert_eq!(Seats::highest(&[3, 7, 7]), Seats(0b110));
        assert_eq!(Seats::highest(&[i64::MIN]), Seats(0b1));
        assert_eq!(Seats::highest(&[]), Seats(0));
    }
}
