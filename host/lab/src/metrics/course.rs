//! How scores go in the course of a game: not one figure, but a curve with quantiles for each seat.

use super::sums;
use crate::game::{Lineup, PlayedGame};
use crate::results::{ScoreCurve, Stretch};
use crate::sums::Values;

/// How many times in a game the scores are noted.
const TIMES: usize = 20;

sums! {
    /// The scores of each seat after each twentieth of the actions, time by time: after the first, every seat's, and so
    /// on.
    pub struct Courses { scores: Vec<Values>, }
}

impl Courses {
    /// Adds a game.
    pub fn add(&mut self, game: &PlayedGame<'_>) {
        let seats = game.scores.len();
        let Some(course) = game.course.filter(|course| !course.steps.is_empty() && seats > 0) else { return };
        self.scores.resize_with(TIMES * seats, Values::default);
        let actions = course.steps.len();
        for (time, values) in (1..).zip(self.scores.chunks_exact_mut(seats)) {
            let step = (actions * time).div_ceil(TIMES) - 1;
            for (values, score) in values.iter_mut().zip(&course.scores[step * seats..]) {
                values.add(*score);
            }
        }
    }

    /// The curves; none where only results were wanted.
    pub fn curves(&self, lineup: &Lineup) -> Vec<ScoreCurve> {
        let seats = lineup.seats.len();
        if self.scores.is_empty() {
            return Vec::new();
        }
        let of = |(seat, name): (usize, &String)| {
            let stretches = (1..=TIMES).zip(self.scores.chunks_exact(seats)).map(|(time, values)| {
                let quantiles = [0.1, 0.25, 0.5, 0.75, 0.9].map(|share| values[seat].quantile(share));
                Stretch { at: time as f64 / TIMES as f64, mean: values[seat].mean(), quantiles }
            });
            ScoreCurve { of: name.clone(), stretches: stretches.collect() }
        };
        lineup.seats.iter().enumerate().map(of).collect()
    }
}
