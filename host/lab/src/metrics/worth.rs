//! The worth of a kind of action: pairs of games that continue from the same position with it and without it.

use super::{Metric, MetricInfo, sums};
use crate::estimate::{Estimate, Z_95};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::Values;
use std::collections::BTreeMap;

/// Adds the differences that a game shows for each kind.
fn add(kinds: &mut BTreeMap<String, Values>, game: &PlayedGame<'_>, more: impl Fn(&crate::game::ActionWorth) -> i64) {
    for worth in game.worth {
        let name = game.kinds.name(worth.kind);
        match kinds.get_mut(name) {
            Some(values) => values.add(more(worth)),
            None => kinds.entry(name.to_owned()).or_default().add(more(worth)),
        }
    }
}

sums! {
    /// How much more often a seat wins with a kind of action than without it.
    pub struct WorthWins { kinds: BTreeMap<String, Values>, }
}

impl Metric for WorthWins {
    const INFO: MetricInfo = MetricInfo {
        id: "worth",
        name: "worth of using",
        sentence: "How much more of the games a seat's team wins alone when it uses a kind of action than when, in the very same position, it may use anything else at that decision only. In each game one use of each kind is taken at random, among those with another choice, and played on both ways by the same players with the same chance: so this is because of the action.",
        source: "the effect of treatment on the treated (Rubin 1974), here by playing both ways",
        unit: Unit::Share,
    };
    const INTERVAL: &'static str = "normal, over pairs of games";

    fn add(&mut self, game: &PlayedGame<'_>) {
        add(&mut self.kinds, game, |worth| worth.wins);
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        let figure = |(of, values): (&String, &Values)| {
            let n = values.count as f64;
            let value = values.sum as f64 / n;
            // Of pairs that never differed yet, only that they differ seldom is known: as if one more had.
            let half = Z_95 * ((values.deviation().powi(2) + 1.0 / n) / n).sqrt();
            let estimate = Estimate { value, lower: (value - half).max(-1.0), upper: (value + half).min(1.0) };
            MeasuredFigure { of: of.clone(), cases: values.count, estimate, spread: None }
        };
        self.kinds.iter().map(figure).collect()
    }
}

sums! {
    /// The points by which a seat is further ahead with a kind of action than without it.
    pub struct WorthPoints { kinds: BTreeMap<String, Values>, }
}

impl Metric for WorthPoints {
    const INFO: MetricInfo = MetricInfo {
        id: "worth_points",
        name: "points of using",
        sentence: "By how many points more a seat's team is ahead of the best other at the end when it uses a kind of action than when, in the very same position, it may use anything else at that decision only; as `worth`.",
        source: "",
        unit: Unit::Mean,
    };
    const INTERVAL: &'static str = "normal, over pairs of games";

    fn add(&mut self, game: &PlayedGame<'_>) {
        add(&mut self.kinds, game, |worth| worth.points);
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        self.kinds.iter().map(|(of, values)| MeasuredFigure::mean(of, values, 1)).collect()
    }
}
