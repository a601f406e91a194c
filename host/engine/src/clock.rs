//! Chess clocks: time per seat, on any game.

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use stonehouse_plugin_api::Seat;

/// The time that a variant gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClockRule {
    /// Each seat's time for the match, in minutes.
    pub minutes: Vec<f64>,
    /// What a seat gains with each action, in seconds.
    pub increment_seconds: f64,
}

impl ClockRule {
    /// In a few words: "30 min a side", "30 / 20 min, +5 s".
    pub fn summary(&self) -> String {
        let same = self.minutes.windows(2).all(|pair| pair[0] == pair[1]);
        let time = match self.minutes.first() {
            Some(minutes) if same => format!("{minutes} min a side"),
            _ => {
                let all: Vec<String> = self.minutes.iter().map(ToString::to_string).collect();
                format!("{} min", all.join(" / "))
            }
        };
        if self.increment_seconds > 0.0 { format!("{time}, +{} s an action", self.increment_seconds) } else { time }
    }
}

/// The clocks of a match. Time is handed in by the caller, so that tests own it.
#[derive(Clone, Debug)]
pub struct Clock {
    left: Vec<Duration>,
    increment: Duration,
    running: Option<(Seat, Instant)>,
}

impl Clock {
    /// Clocks set by a rule, at rest.
    pub fn new(rule: &ClockRule) -> Self {
        Self {
            left: rule.minutes.iter().map(|minutes| Duration::from_secs_f64(minutes * 60.0)).collect(),
            increment: Duration::from_secs_f64(rule.increment_seconds),
            running: None,
        }
    }

    /// What each seat has left.
    pub fn left(&self, now: Instant) -> Vec<Duration> {
        let mut left = self.left.clone();
        if let Some((seat, since)) = self.running {
            left[seat.index()] = left[seat.index()].saturating_sub(now.saturating_duration_since(since));
        }
        left
    }

    /// What each seat had left when its clock last stopped.
    pub fn at_rest(&self) -> Vec<Duration> {
        self.left.clone()
    }

    /// Sets what each seat has left, as read from a record. Stops the clock.
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

    /// `seat` has acted: its clock stops and gains the increment.
    pub fn acted(&mut self, seat: Seat, now: Instant) {
        self.stop(now);
        self.left[seat.index()] += self.increment;
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// The seat whose time has run out.
    pub fn fallen(&self, now: Instant) -> Option<Seat> {
        let seat = self.running()?;
        self.left(now)[seat.index()].is_zero().then_some(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock::new(&ClockRule { minutes: vec![1.0, 0.5], increment_seconds: 2.0 })
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
        assert_eq!(clock.fallen(start + Duration::from_millis(29_999)), None);
        assert_eq!(clock.fallen(start + Duration::from_secs(30)), Some(Seat(1)));
    }
}
