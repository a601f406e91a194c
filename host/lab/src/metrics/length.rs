//! How long games are: in actions and turns.

use super::{Metric, MetricInfo, sums};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::Values;

sums! {
    /// Actions in a game.
    pub struct ActionCount { actions: Values, }
}

impl Metric for ActionCount {
    const INFO: MetricInfo = MetricInfo {
        id: "actions",
        name: "actions",
        sentence: "Decisions in a game, chance not among them.",
        source: "Ludii: DurationActions; TAG: GameDuration in ticks",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        self.actions.add(game.actions as i64);
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::mean("", &self.actions, 1).if_measured()
    }
}

sums! {
    /// Turns in a game.
    pub struct Turns { turns: Values, }
}

impl Metric for Turns {
    const INFO: MetricInfo = MetricInfo {
        id: "turns",
        name: "turns",
        sentence: "Turns in a game: decisions of one seat without another's in between are one turn.",
        source: "Ludii: DurationTurns; TAG: GameDuration in turns",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        if let Some(course) = game.course {
            let changes = course.steps.windows(2).filter(|pair| pair[0].seat != pair[1].seat).count();
            self.turns.add(changes as i64 + i64::from(!course.steps.is_empty()));
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::mean("", &self.turns, 1).if_measured()
    }
}

sums! {
    /// Turns of the seat that has the most of them in a game.
    pub struct MostTurns { turns: Values, }
}

impl Metric for MostTurns {
    const INFO: MetricInfo = MetricInfo {
        id: "most_turns",
        name: "most turns of a seat",
        sentence: "Turns of the seat that has the most of them. Not the rounds of the game: the player who reacts in another seat's turn has a turn for it.",
        source: "",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        let Some(course) = game.course else { return };
        let (mut turns, mut before) = ([0_i64; stonehouse_plugin::MAX_SEATS], None);
        for step in &course.steps {
            if before.replace(step.seat) != Some(step.seat)
                && let Some(turns) = turns.get_mut(step.seat.index())
            {
                *turns += 1;
            }
        }
        self.turns.add(turns.into_iter().max().unwrap_or_default());
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::mean("", &self.turns, 1).if_measured()
    }
}
