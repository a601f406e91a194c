//! The difference between two simulations, which keeps their parts from adding up.

use crate::results::SimulationSetup;
use std::ops::Range;

/// A difference between two simulations, or between two parts of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The variant, the players or a number differ.
    #[error("it is of another simulation: {what} {one} there, {other} here")]
    Value {
        /// The beginning of a sentence about the value.
        what: &'static str,
        /// The value of the setup that was checked.
        one: String,
        /// The value of the other.
        other: String,
    },
    /// The rules differ.
    #[error("it is of another simulation: {variant} has other rules now (knobs, scripts or the game's version)")]
    Rules {
        /// The variant that both have.
        variant: String,
    },
    /// One measures the worth of actions, the other does not.
    #[error("it is of another simulation: only one of them measures what actions are worth")]
    Worth,
    /// The scripts of measures differ.
    #[error("it is of another simulation: other scripts measure its games, or other texts of them")]
    Measures,
    /// Other options differ.
    #[error("it is of another simulation: fixed seats, results only, or the longest length differ")]
    Options,
    /// The parts are for different games.
    #[error("it is for games {from} to {to}, and the other for games {} to {}", .others.start, .others.end)]
    Games {
        /// The number of the first game of the part that was checked.
        from: u64,
        /// The number after that of its last game.
        to: u64,
        /// The games of the other.
        others: Range<u64>,
    },
}

impl SimulationSetup {
    /// Checks that another setup plays the same games.
    ///
    /// # Errors
    /// The first difference.
    pub fn check_same(&self, other: &Self) -> Result<(), Mismatch> {
        let differs = |what: &'static str, one: String, other: String| Err(Mismatch::Value { what, one, other });
        if self.variant != other.variant {
            return differs("the variant is", self.variant.clone(), other.variant.clone());
        }
        if self.ruleset != other.ruleset {
            return Err(Mismatch::Rules { variant: self.variant.clone() });
        }
        if self.lineup != other.lineup {
            let [one, other] = [self, other].map(|setup| setup.lineup.players.join(","));
            return differs("players are", one, other);
        }
        let numbers = |setup: &Self| {
            [
                ("the seed is", setup.seed),
                ("the number of games is", setup.games),
                ("the number of games of each deal is", setup.replays),
            ]
        };
        for ((what, one), (_, other)) in numbers(self).into_iter().zip(numbers(other)) {
            if one != other {
                return differs(what, one.to_string(), other.to_string());
            }
        }
        if self.worth != other.worth {
            return Err(Mismatch::Worth);
        }
        if self.measures != other.measures {
            return Err(Mismatch::Measures);
        }
        let rest = |setup: &Self| (setup.fixed_seats, setup.results_only, setup.longest);
        if rest(self) != rest(other) {
            return Err(Mismatch::Options);
        }
        Ok(())
    }
}
