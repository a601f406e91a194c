//! Scores, and how far the winners are ahead.

use super::{Metric, MetricInfo, by_name, sums};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::Values;

sums! {
    /// The score of each seat.
    pub struct SeatScores { seats: Vec<Values>, }
}

impl Metric for SeatScores {
    const INFO: MetricInfo = MetricInfo {
        id: "score",
        name: "score",
        sentence: "The points of a seat at the end, no matter who sits there.",
        source: "TAG: final score",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        self.seats.resize_with(game.scores.len(), Values::default);
        for (values, score) in self.seats.iter_mut().zip(game.scores) {
            values.add(*score);
        }
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        lineup.seats.iter().zip(&self.seats).map(|(name, values)| MeasuredFigure::mean(name, values, 1)).collect()
    }
}

sums! {
    /// The score of each player.
    pub struct PlayerScores { players: Vec<Values>, }
}

impl Metric for PlayerScores {
    const INFO: MetricInfo = MetricInfo {
        id: "player_score",
        name: "player score",
        sentence: "The points of a player at the end, wherever it sits.",
        source: "TAG: final score",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        // They are of no use where all players are alike.
        if !game.lineup.players_differ() {
            return;
        }
        self.players.resize_with(game.scores.len(), Values::default);
        for (player, score) in game.seated.iter().zip(game.scores) {
            self.players[*player].add(*score);
        }
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        by_name(&lineup.players)
            .into_iter()
            .zip(&self.players)
            .map(|(name, values)| MeasuredFigure::mean(name, values, 1))
            .collect()
    }
}

sums! {
    /// How far winners are ahead.
    pub struct Margin { margin: Values, }
}

impl Metric for Margin {
    const INFO: MetricInfo = MetricInfo {
        id: "margin",
        name: "winner ahead by",
        sentence: "By how many points the winners are ahead of the best other team at the end, in the games that one team wins alone.",
        source: "Ludii: ScoreDifference",
        unit: Unit::Mean,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        if let Some(winner) = game.winner()
            && let (Some(own), Some(other)) = game.lineup.teams.best_scores(game.scores, Some(winner))
        {
            self.margin.add(own.saturating_sub(other));
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::mean("", &self.margin, 1).if_measured()
    }
}
