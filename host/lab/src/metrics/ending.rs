//! How games end: shared wins, lost games of a single team, and games that do not end.

use super::{Metric, MetricInfo, sums};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::Proportion;

sums! {
    /// How often no team wins alone.
    pub struct SharedWins { shared: Proportion, }
}

impl Metric for SharedWins {
    const INFO: MetricInfo = MetricInfo {
        id: "shared_wins",
        name: "shared wins",
        sentence: "The share of games that several teams win together, or nobody: draws among them.",
        source: "Ludii: Drawishness",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        // A single team shares its wins with no other: where it does not win, it has lost.
        if !game.lineup.teams.is_one() {
            self.shared.add(game.winner().is_none());
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::share("", &self.shared).if_measured()
    }
}

sums! {
    /// How often a single team loses.
    pub struct Lost { lost: Proportion, }
}

impl Metric for Lost {
    const INFO: MetricInfo = MetricInfo {
        id: "lost",
        name: "lost",
        sentence: "The share of games that are lost, where all seats are one team: nobody wins.",
        source: "win rate of cooperative games",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        if game.lineup.teams.is_one() {
            self.lost.add(game.winner().is_none());
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::share("", &self.lost).if_measured()
    }
}

sums! {
    /// How often a game does not end.
    pub struct Unfinished { cut_off: Proportion, }
}

impl Metric for Unfinished {
    const INFO: MetricInfo = MetricInfo {
        id: "unfinished",
        name: "cut off",
        sentence: "The share of games that had not ended after the greatest number of actions that was allowed: they were counted as they stood.",
        source: "Ludii: Timeouts, the opposite of Completion",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        self.cut_off.add(game.cut_off);
    }

    /// Only if some were: otherwise there is nothing to report.
    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        if self.cut_off.count == 0 { Vec::new() } else { vec![MeasuredFigure::share("", &self.cut_off)] }
    }
}
