//! The turn in a position: one seat's, several seats' at once, or chance's.

use crate::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The turn in a position: the seats or chance that decide next.
///
/// A game in which one seat acts at a time only returns [`Seat`](Self::Seat) and [`Over`](Self::Over).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Nobody: the game is over.
    Over,
    /// One seat chooses an action, even if that is out of the usual order.
    Seat(Seat),
    /// These seats, at least one, choose at once and in secret. Only with [`Simultaneous`](crate::Simultaneous).
    Together(Seats),
    /// Chance: the host rolls. Only with [`Chance`](crate::Chance).
    Chance,
}

impl Turn {
    /// The seat whose turn it is, where exactly one seat chooses; `None` otherwise.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Over | Self::Together(_) | Self::Chance => None,
        }
    }

    /// All seats that have a choice to make now: none when the game is over or chance decides.
    pub fn seats(self) -> Seats {
        match self {
            Self::Seat(seat) => Seats::from(seat),
            Self::Together(seats) => seats,
            Self::Over | Self::Chance => Seats::default(),
        }
    }

    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over)
    }
}

/// For games in which one seat acts at a time: `None` is the end of the game.
impl From<Option<Seat>> for Turn {
    fn from(seat: Option<Seat>) -> Self {
        seat.map_or(Self::Over, Self::Seat)
    }
}

impl From<Seat> for Turn {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
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

    #[test]
    fn the_seats_of_a_turn_are_those_that_have_a_choice() {
        let both = Seats::all(2);
        let turns = [Turn::Over, Turn::Seat(Seat(1)), Turn::Together(both), Turn::Chance];
        assert_eq!(turns.map(Turn::seat), [None, Some(Seat(1)), None, None]);
        assert_eq!(turns.map(Turn::seats), [Seats(0), Seats(0b10), both, Seats(0)]);
        assert_eq!(turns.map(Turn::is_over), [true, false, false, false]);
    }
}
