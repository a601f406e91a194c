//! The number of choices in the decisions of a game.

use super::{Metric, MetricInfo, sums};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::Ratio;

/// The method of intervals of figures by decision, since the decisions of one game are alike.
const BY_GAME: &str = "ratio estimator over games";

sums! {
    /// Legal actions in a decision.
    pub struct Choices { choices: Ratio, }
}

impl Metric for Choices {
    const INFO: MetricInfo = MetricInfo {
        id: "choices",
        name: "choices",
        sentence: "Legal actions in a decision, on average.",
        source: "Ludii: BranchingFactor; TAG: ActionSpace",
        unit: Unit::Mean,
    };
    const INTERVAL: &'static str = BY_GAME;

    fn add(&mut self, game: &PlayedGame<'_>) {
        if let Some(course) = game.course {
            let choices = course.steps.iter().map(|step| u64::from(step.choices)).sum();
            self.choices.add(choices, course.steps.len() as u64);
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::ratio(&self.choices).if_measured()
    }
}

sums! {
    /// Decisions with one legal action.
    pub struct Forced { forced: Ratio, }
}

impl Metric for Forced {
    const INFO: MetricInfo = MetricInfo {
        id: "forced",
        name: "forced decisions",
        sentence: "The share of decisions with one legal action.",
        source: "the opposite of TAG: Decisions and Ludii: DecisionFactor",
        unit: Unit::Share,
    };
    const INTERVAL: &'static str = BY_GAME;

    fn add(&mut self, game: &PlayedGame<'_>) {
        if let Some(course) = game.course {
            let forced = course.steps.iter().filter(|step| step.choices == 1).count();
            self.forced.add(forced as u64, course.steps.len() as u64);
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::ratio(&self.forced).if_measured()
    }
}
