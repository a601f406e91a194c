//! How far the deal decides: games of the same deal against games of others.

use super::{Metric, MetricInfo, sums};
use crate::estimate::{Estimate, Z_95};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::{Summable, wide};
use serde::{Deserialize, Serialize};

/// Sums of values in groups of equal size: one group for each deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Groups {
    size: u64,
    count: u64,
    #[serde(with = "wide")]
    sum: i128,
    #[serde(with = "wide")]
    squares: i128,
    /// The squares of the groups' sums.
    #[serde(with = "wide")]
    group_squares: i128,
    /// The sum of the group that is not whole yet.
    #[serde(with = "wide")]
    open: i128,
}

impl Groups {
    /// Adds a value of the group that is under way, and ends it with its last.
    fn add(&mut self, value: i64, (place, size): (u64, u64)) {
        let value = i128::from(value);
        self.size = size;
        self.sum += value;
        self.squares = self.squares.saturating_add(value * value);
        self.open += value;
        if place + 1 == size {
            self.count += 1;
            self.group_squares = self.group_squares.saturating_add(self.open.saturating_mul(self.open));
            self.open = 0;
        }
    }

    /// The share of the variance that is between the groups: the intraclass correlation of a one-way analysis of
    /// variance. Its standard error is Fisher's. None if nothing varies.
    fn share(&self) -> Option<Estimate> {
        if self.count < 2 || self.size < 2 {
            return None;
        }
        let [size, groups] = [self.size, self.count].map(|count| count as f64);
        let [sum, squares, group_squares] = [self.sum, self.squares, self.group_squares].map(|sum| sum as f64);
        let between = (group_squares / size - sum * sum / (size * groups)) / (groups - 1.0);
        let within = (squares - group_squares / size) / (groups * (size - 1.0));
        let all = between + (size - 1.0) * within;
        if all <= 0.0 {
            return None;
        }
        let value = (between - within) / all;
        let error =
            (2.0 / (size * (size - 1.0) * (groups - 1.0))).sqrt() * (1.0 - value) * (1.0 + (size - 1.0) * value);
        Some(Estimate { value, lower: value - Z_95 * error, upper: value + Z_95 * error })
    }
}

impl Summable for Groups {
    fn add_up(&mut self, other: &Self) {
        self.size = self.size.max(other.size);
        self.count += other.count;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
        self.group_squares = self.group_squares.saturating_add(other.group_squares);
        self.open += other.open;
    }
}

fn figures(seats: &[Groups], lineup: &Lineup) -> Vec<MeasuredFigure> {
    let figure = |(name, groups): (&String, &Groups)| {
        let estimate = groups.share()?;
        Some(MeasuredFigure { of: name.clone(), cases: groups.count, estimate, spread: None })
    };
    lineup.seats.iter().zip(seats).filter_map(figure).collect()
}

sums! {
    /// How far the deal decides who wins.
    pub struct OfWins { seats: Vec<Groups>, }
}

impl Metric for OfWins {
    const INFO: MetricInfo = MetricInfo {
        id: "deal_wins",
        name: "wins by the deal",
        sentence: "The share of the variance of a seat's wins that games of the same deal have in common: 0 if the deal decides nothing, 1 if it decides all. Below 0 only by chance.",
        source: "intraclass correlation of one-way analysis of variance (Fisher 1925)",
        unit: Unit::Share,
    };
    const INTERVAL: &'static str = "normal, with Fisher's standard error";

    fn add(&mut self, game: &PlayedGame<'_>) {
        if game.replay.1 < 2 {
            return;
        }
        self.seats.resize_with(game.scores.len(), Groups::default);
        for (seat, groups) in self.seats.iter_mut().enumerate() {
            groups.add(game.won(seat).into(), game.replay);
        }
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        figures(&self.seats, lineup)
    }
}

sums! {
    /// How far the deal decides scores.
    pub struct OfScores { seats: Vec<Groups>, }
}

impl Metric for OfScores {
    const INFO: MetricInfo = MetricInfo {
        id: "deal_scores",
        name: "scores by the deal",
        sentence: "The share of the variance of a seat's score that games of the same deal have in common: 0 if the deal decides nothing, 1 if it decides all. Below 0 only by chance.",
        source: "intraclass correlation of one-way analysis of variance (Fisher 1925)",
        unit: Unit::Share,
    };
    const INTERVAL: &'static str = "normal, with Fisher's standard error";

    fn add(&mut self, game: &PlayedGame<'_>) {
        if game.replay.1 < 2 {
            return;
        }
        self.seats.resize_with(game.scores.len(), Groups::default);
        for (groups, score) in self.seats.iter_mut().zip(game.scores) {
            groups.add(*score, game.replay);
        }
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        figures(&self.seats, lineup)
    }
}
