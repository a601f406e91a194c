//! Chess clocks: time per seat, on any game.

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use stonehouse_plugin::{Seat, Text, text};

/// The clock of a variant: the time of each seat and the increment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClockRule {
    /// Each seat's time for the match, in minutes.
    pub minutes: Vec<f64>,
    /// The time that a seat gains with each action, in seconds.
    pub increment_seconds: f64,
}

/// A mistake in a clock rule. Its text is a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ClockError {
    /// There is not one time for each seat.
    #[error("its clock gives {times} times for {seats} seats")]
    Times {
        /// The number of times.
        times: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A time is too short or too long.
    #[error("its clock gives {minutes} minutes, but only a second to a week is possible")]
    Time {
        /// The time, in minutes.
        minutes: f64,
    },
    /// The increment is negative or too large.
    #[error("its clock adds {seconds} seconds, but only 0 to {MAX_INCREMENT} is possible")]
    Increment {
        /// The increment, in seconds.
        seconds: f64,
    },
}

/// The longest time that a clock can be set to, in minutes: a week.
pub const MAX_MINUTES: f64 = 7.0 * 24.0 * 60.0;

/// The shortest, in minutes: a second.
pub const MIN_MINUTES: f64 = 1.0 / 60.0;

/// The most that a seat can gain with each action, in seconds.
pub const MAX_INCREMENT: f64 = 3600.0;

/// Whether a clock can be set to this time.
pub fn is_time(minutes: f64) -> bool {
    // A sixtieth has no exact value: after it is written and read again it may be a tiny bit less.
    (MIN_MINUTES - 1e-9..=MAX_MINUTES).contains(&minutes)
}

/// Whether a seat can gain this many seconds with each action.
pub fn is_increment(seconds: f64) -> bool {
    (0.0..=MAX_INCREMENT).contains(&seconds)
}

impl ClockRule {
    /// Checks the rule for a match of `seats` seats.
    ///
    /// # Errors
    /// The mistake.
    pub fn check(&self, seats: usize) -> Result<(), ClockError> {
        if self.minutes.len() != seats {
            return Err(ClockError::Times { times: self.minutes.len(), seats });
        }
        if let Some(minutes) = self.minutes.iter().find(|minutes| !is_time(**minutes)) {
            return Err(ClockError::Time { minutes: *minutes });
        }
        if !is_increment(self.increment_seconds) {
            return Err(ClockError::Increment { seconds: self.increment_seconds });
        }
        Ok(())
    }

    /// The rule in a few words: "30 min a side", "30 / 20 min, +5 s".
    pub fn summary(&self) -> String {
        self.in_words().to_string()
    }

    /// As [`summary`](Self::summary), as a text that can be translated.
    pub fn in_words(&self) -> Text {
        let same = self.minutes.windows(2).all(|pair| pair[0] == pair[1]);
        let time = match self.minutes.first() {
            Some(minutes) if same => text!("{minutes} min a side", minutes = minutes.to_string()),
            _ => {
                let all: Vec<String> = self.minutes.iter().map(ToString::to_string).collect();
                text!("{minutes} min", minutes = all.join(" / "))
            }
        };
        if self.increment_seconds > 0.0 {
            text!("{time}, +{seconds} s an action", time, seconds = self.increment_seconds.to_string())
        } else {
            time
        }
    }
}

/// The clocks of a match. The caller passes the time, so that tests control it.
#[derive(Clone, Debug)]
pub struct Clock {
    left: Vec<Duration>,
    increment: Duration,
    running: Option<(Seat, Instant)>,
}

impl Clock {
    /// Clocks set by a [checked](ClockRule::check) rule, stopped. An impossible time counts as zero.
    pub fn new(rule: &ClockRule) -> Self {
        let time = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Self {
            left: rule.minutes.iter().map(|minutes| time(minutes * 60.0)).collect(),
            increment: time(rule.increment_seconds),
            running: None,
        }
    }

    /// The time that each seat has left.
    pub fn left(&self, now: Instant) -> Vec<Duration> {
        let mut left = self.left.clone();
        if let Some((seat, since)) = self.running
            && let Some(time) = left.get_mut(seat.index())
        {
            *time = time.saturating_sub(now.saturating_duration_since(since));
        }
        left
    }

    /// The time that each seat had left when its clock last stopped.
    pub fn left_when_stopped(&self) -> Vec<Duration> {
        self.left.clone()
    }

    /// Sets the time that each seat has left, as read from a record. Stops the clock.
    pub fn set(&mut self, left: &[Duration]) {
        self.running = None;
        for (place, left) in self.left.iter_mut().zip(left) {
            *place = *left;
        }
    }

    /// Starts the clock of `seat`, stopping any other.
    pub fn start(&mut self, seat: Seat, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != seat) {
            self.stop(now);
            self.running = Some((seat, now));
        }
    }

    /// Stops the clock that runs.
    pub fn stop(&mut self, now: Instant) {
        self.left = self.left(now);
        self.running = None;
    }

    /// Stops the clock of `seat`, which has acted, and adds the increment to it.
    pub fn acted(&mut self, seat: Seat, now: Instant) {
        self.stop(now);
        if let Some(time) = self.left.get_mut(seat.index()) {
            *time = time.saturating_add(self.increment);
        }
    }

    /// The seat whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// The seat whose time has run out.
    pub fn out_of_time(&self, now: Instant) -> Option<Seat> {
        let seat = self.running()?;
        self.left(now).get(seat.index())?.is_zero().then_some(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock::new(&ClockRule { minutes: vec![1.0, 0.5], increment_seconds: 2.0 })
    }

    #[test]
    fn a_clock_rule_bounds_the_time_of_each_seat_and_the_increment() {
        let check = |minutes: &[f64], increment_seconds| {
            ClockRule { minutes: minutes.to_vec(), increment_seconds }.check(2).is_ok()
        };
        assert!(check(&[1.0 / 60.0, MAX_MINUTES], 3600.0));
        for minutes in [-1.0, 0.0, 1e-300, 0.016, 1e300, f64::NAN, f64::INFINITY, MAX_MINUTES + 1.0] {
            assert!(!check(&[minutes, 1.0], 0.0) && !check(&[1.0, minutes], 0.0), "{minutes}");
        }
        for increment in [-5.0, 3601.0, 1.8e19, f64::NAN] {
            assert!(!check(&[1.0, 1.0], increment), "{increment}");
        }
        assert!(!check(&[], 0.0) && !check(&[1.0], 0.0) && !check(&[1.0; 3], 0.0));
    }

    #[test]
    fn clocks_of_a_rule_that_was_not_checked_do_not_panic() {
        for minutes in [-1.0, 1e300, f64::NAN] {
            let mut clock = Clock::new(&ClockRule { minutes: vec![minutes], increment_seconds: minutes });
            let now = Instant::now();
            clock.start(Seat(5), now);
            clock.acted(Seat(5), now);
            clock.start(Seat(0), now);
            clock.acted(Seat(0), now);
            assert_eq!(clock.out_of_time(now), None);
        }
    }

    #[test]
    fn only_the_running_clock_loses_time() {
        let (mut clock, start) = (clock(), Instant::now());
        clock.start(Seat(0), start);
        let later = start + Duration::from_secs(10);
        assert_eq!(clock.left(later), [Duration::from_secs(50), Duration::from_secs(30)]);
    }

    #[test]
    fn an_action_stops_the_clock_and_adds_the_increment() {
        let (mut clock, start) = (clock(), Instant::now());
        clock.start(Seat(0), start);
        clock.acted(Seat(0), start + Duration::from_secs(10));
        assert_eq!(clock.left(start + Duration::from_secs(99))[0], Duration::from_secs(52));
    }

    #[test]
    fn a_flag_falls_when_the_time_is_used_up_and_not_before() {
        let (mut clock, start) = (clock(), Instant::now());
        clock.start(Seat(1), start);
        assert_eq!(clock.out_of_time(start + Duration::from_millis(29_999)), None);
        assert_eq!(clock.out_of_time(start + Duration::from_secs(30)), Some(Seat(1)));
    }
}
