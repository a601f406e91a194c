//! Games that are played decision by decision: one loop, and one limit from which on a game counts as endless.
//!
//! Random games on the fast path count for themselves, in the register in which they count steps anyway:
//! [`State::plain_playout`](crate::State::plain_playout), and under house rules `play_on_in_house`, whose stretches of
//! the game itself are many steps long.

use crate::{CallError, Position};
use std::ops::ControlFlow;
use stonehouse_plugin::{MAX_GAME_STEPS, Seat};

/// The number of decisions made in a game, and the most that may be made.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameLength {
    decisions: u64,
    limit: Option<u64>,
}

/// Where a game that is played on has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedTo {
    /// Nobody decides any more.
    End,
    /// As many decisions were made as may be made.
    Limit,
    /// Before a decision that was not made.
    Interruption,
}

impl GameLength {
    /// Of a game after `decisions`, in which no more are made than `limit`.
    pub const fn new(decisions: u64, limit: Option<u64>) -> Self {
        Self { decisions, limit }
    }

    /// How many decisions were made.
    pub const fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Whether another decision may be made.
    ///
    /// # Errors
    /// [`CallError::Endless`] after as many decisions as a game may have.
    pub fn admits_another(&self) -> Result<bool, CallError> {
        if self.limit.is_some_and(|limit| self.decisions >= limit) {
            return Ok(false);
        }
        if self.decisions >= MAX_GAME_STEPS as u64 { Err(CallError::Endless) } else { Ok(true) }
    }

    /// Counts a decision.
    pub const fn count(&mut self) {
        self.decisions += 1;
    }
}

impl Position {
    /// Plays on, to the end or as far as `length` admits. `play` makes each decision, of the seat that it gets, or
    /// breaks off before it.
    ///
    /// # Errors
    /// [`CallError::Endless`] for a game without an end; and as `play` and [`to_act`](Self::to_act).
    pub fn play_on<E: From<CallError>>(
        &mut self,
        length: &mut GameLength,
        mut play: impl FnMut(&mut Self, Seat) -> Result<ControlFlow<()>, E>,
    ) -> Result<PlayedTo, E> {
        while let Some(seat) = self.to_act()? {
            if !length.admits_another()? {
                return Ok(PlayedTo::Limit);
            }
            if play(self, seat)?.is_break() {
                return Ok(PlayedTo::Interruption);
            }
            length.count();
        }
        Ok(PlayedTo::End)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_stops_a_game_and_without_one_it_counts_as_endless() {
        let most = MAX_GAME_STEPS as u64;
        for (decisions, limit, expected) in [
            (0, None, Ok(true)),
            (most - 1, None, Ok(true)),
            (most, None, Err(CallError::Endless)),
            (3, Some(4), Ok(true)),
            (4, Some(4), Ok(false)),
            (5, Some(4), Ok(false)),
            (most, Some(most), Ok(false)),
        ] {
            assert_eq!(GameLength::new(decisions, limit).admits_another(), expected, "{decisions} of {limit:?}");
        }
    }
}
