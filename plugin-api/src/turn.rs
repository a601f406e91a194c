//! The turn in a position: one seat's, several seats' at once, or chance's.

use crate::Seat;
pub use crate::action::Seats;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seats_of_a_turn_are_those_that_have_a_choice() {
        let both = Seats::all(2);
        let turns = [Turn::Over, Turn::Seat(Seat(1)), Turn::Together(both), Turn::Chance];
        assert_eq!(turns.map(Turn::seat), [None, Some(Seat(1)), None, None]);
        assert_eq!(turns.map(Turn::seats), [Seats(0), Seats(0b10), both, Seats(0)]);
        assert_eq!(turns.map(Turn::is_over), [true, false, false, false]);
    }
}
