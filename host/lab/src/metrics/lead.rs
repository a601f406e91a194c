//! The lead in the course of a game: its changes, drama, the decision point, comebacks.

use super::{Metric, MetricInfo, sums};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::{Proportion, Values};

/// Means of fractions are counted in thousandths.
const PARTS: i64 = 1000;

sums! {
    /// Changes of the lead.
    pub struct Changes { changes: Values, }
}

impl Metric for Changes {
    const INFO: MetricInfo = MetricInfo {
        id: "lead_changes",
        name: "changes of the lead",
        sentence: "How often in a game another team comes to be alone in front.",
        source: "Ludii: LeadChange, there of its state evaluation and as a share of moves",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        if let Some(lead) = game.lead() {
            self.changes.add(lead.changes);
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::mean("", &self.changes, 1).if_measured()
    }
}

sums! {
    /// How far later winners are behind.
    pub struct Drama { behind: Values, }
}

impl Metric for Drama {
    const INFO: MetricInfo = MetricInfo {
        id: "drama",
        name: "drama",
        sentence: "How many points the later winner is behind the leader, on average over the actions after which it is behind; 0 in a game in which it never is.",
        source: "Browne 2008 and Ludii: Drama, there the root of the difference of an evaluation",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        let Some(winner) = game.lead().and_then(|lead| lead.winner) else { return };
        let mean = (winner.points_behind * i128::from(PARTS)).checked_div(winner.times_behind).unwrap_or_default();
        self.behind.add(i64::try_from(mean).unwrap_or(i64::MAX));
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::mean("", &self.behind, PARTS).if_measured()
    }
}

sums! {
    /// When games are decided.
    pub struct DecisionPoint { point: Values, }
}

impl Metric for DecisionPoint {
    const INFO: MetricInfo = MetricInfo {
        id: "decision_point",
        name: "decision point",
        sentence: "The part of a game's actions after which the later winner is alone in front for good: 0 at the first action, 1 at the last.",
        source: "Ludii: DecisivenessMoves, there by a threshold of its state evaluation; Browne 2008: decisiveness",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        let (Some(course), Some(winner)) = (game.course, game.lead().and_then(|lead| lead.winner)) else { return };
        let (after, all) = (winner.ends_in_front, course.steps.len() as i64);
        // The action that takes the lead is not yet after it. A winner that is never in front is found at the very end.
        let before = (all - after as i64).min(all - 1).max(0);
        self.point.add((before * PARTS).checked_div((all - 1).max(1)).unwrap_or_default());
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::mean("", &self.point, PARTS).if_measured()
    }
}

sums! {
    /// How often the player who is behind in the middle wins.
    pub struct Comebacks { comebacks: Proportion, }
}

impl Metric for Comebacks {
    const INFO: MetricInfo = MetricInfo {
        id: "comebacks",
        name: "comebacks",
        sentence: "The share of games with one winner that is behind after half of the actions.",
        source: "",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        let winner = game.lead().and_then(|lead| lead.winner);
        if let Some(is_behind) = winner.and_then(|winner| winner.is_behind_in_the_middle) {
            self.comebacks.add(is_behind);
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::share("", &self.comebacks).if_measured()
    }
}

sums! {
    /// The greatest deficit that winners make up for.
    pub struct Overcome { most: Values, }
}

impl Metric for Overcome {
    const INFO: MetricInfo = MetricInfo {
        id: "overcome",
        name: "made up for",
        sentence: "The most points by which the later winner is behind at any time.",
        source: "",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        if let Some(most) = game.lead().and_then(|lead| lead.winner?.most_behind) {
            self.most.add(most.max(0));
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::mean("", &self.most, 1).if_measured()
    }
}
