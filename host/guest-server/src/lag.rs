//! Credit on the clock for slow connections.
//!
//! The host measures how long its own pings take to be answered: a guest can only answer later, never state a number.
//! The shortest of the last answers counts, so one slow answer earns no credit, and the sum of a match is bounded:
//! somebody who delays all answers on purpose gains [`MAX_CREDIT_OF_MATCH`] at most, which everybody sees.

use std::collections::VecDeque;
use std::time::Duration;

/// The most that is credited for one action.
pub const MAX_CREDIT_OF_ACTION: Duration = Duration::from_secs(1);

/// The most that is credited in one match.
pub const MAX_CREDIT_OF_MATCH: Duration = Duration::from_secs(5);

/// The number of last answers, of which the shortest counts.
const ANSWERS: usize = 5;

/// The delay of one guest's connection, and its credit in this match.
#[derive(Clone, Debug, Default)]
pub struct Lag {
    answers: VecDeque<Duration>,
    credited: Duration,
}

impl Lag {
    /// Notes how long the answer to a ping took.
    pub fn note(&mut self, answered_in: Duration) {
        if self.answers.len() == ANSWERS {
            self.answers.pop_front();
        }
        self.answers.push_back(answered_in);
    }

    /// The credit for an action that arrives now.
    pub fn credit(&self) -> Duration {
        let shortest = self.answers.iter().min().copied().unwrap_or_default();
        shortest.min(MAX_CREDIT_OF_ACTION).min(MAX_CREDIT_OF_MATCH.saturating_sub(self.credited))
    }

    /// Uses a credit for an action.
    pub fn spend(&mut self, credit: Duration) {
        self.credited += credit;
    }

    /// The credit used in this match.
    pub const fn credited(&self) -> Duration {
        self.credited
    }

    /// A connection that is new in a match in which so much was credited.
    pub fn of_new_connection(credited: Duration) -> Self {
        Self { answers: VecDeque::new(), credited }
    }

    /// Begins another match.
    pub fn begin_match(&mut self) {
        self.credited = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_of_the_last_five_answers_is_credited() {
        let mut lag = Lag::default();
        assert_eq!(lag.credit(), Duration::ZERO);
        for milliseconds in [20, 300, 400, 350, 500] {
            lag.note(Duration::from_millis(milliseconds));
        }
        assert_eq!(lag.credit(), Duration::from_millis(20));
        lag.note(Duration::from_millis(320));
        assert_eq!(lag.credit(), Duration::from_millis(300), "the first answer no longer counts");
    }

    #[test]
    fn a_guest_who_delays_all_answers_gains_five_seconds_of_a_match() {
        let mut lag = Lag::default();
        (0..5).for_each(|_| lag.note(Duration::from_secs(20)));
        let credits: Vec<u64> = (0..8)
            .map(|_| {
                let credit = lag.credit();
                lag.spend(credit);
                credit.as_secs()
            })
            .collect();
        assert_eq!(credits, [1, 1, 1, 1, 1, 0, 0, 0]);
        lag.begin_match();
        assert_eq!(lag.credit(), MAX_CREDIT_OF_ACTION);
    }
}
