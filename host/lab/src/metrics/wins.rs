//! Wins: by seat, by player, by team, and of the first to act.

use super::{Metric, MetricInfo, sums};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::Proportion;

sums! {
    /// How often each seat wins.
    pub struct Wins { seats: Vec<Proportion>, }
}

impl Metric for Wins {
    const INFO: MetricInfo = MetricInfo {
        id: "wins",
        name: "wins",
        sentence: "The share of games that a seat, or its team, wins alone, no matter who sits there.",
        source: "Ludii: Balance, AdvantageP1; TAG: win rate",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        self.seats.resize(game.scores.len(), Proportion::default());
        let winner = game.winner();
        for (share, team) in self.seats.iter_mut().zip(game.lineup.teams.numbers()) {
            share.add(winner == Some(*team));
        }
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        lineup.seats.iter().zip(&self.seats).map(|(name, share)| MeasuredFigure::share(name, share)).collect()
    }
}

sums! {
    /// How often each player wins.
    pub struct PlayerWins { players: Vec<Proportion>, }
}

impl Metric for PlayerWins {
    const INFO: MetricInfo = MetricInfo {
        id: "player_wins",
        name: "player wins",
        sentence: "The share of games that a player, or its team, wins alone, wherever it sits. Players move on by one seat after each game, unless seats are fixed.",
        source: "TAG: win rate in a round robin",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        self.players.resize(game.scores.len(), Proportion::default());
        let winner = game.winner();
        for (player, team) in game.seated.iter().zip(game.lineup.teams.numbers()) {
            self.players[*player].add(winner == Some(*team));
        }
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        if !lineup.players_differ() {
            return Vec::new();
        }
        let names = by_name(&lineup.players);
        names.into_iter().zip(&self.players).map(|(name, share)| MeasuredFigure::share(name, share)).collect()
    }
}

/// The names of players; those that several have are numbered.
pub(crate) fn by_name(players: &[String]) -> Vec<String> {
    let numbered = |(place, name): (usize, &String)| {
        if players.iter().filter(|other| *other == name).count() == 1 {
            return name.clone();
        }
        let number = players[..=place].iter().filter(|other| *other == name).count();
        format!("{name} {number}")
    };
    players.iter().enumerate().map(numbered).collect()
}

sums! {
    /// How often each team wins.
    pub struct TeamWins { teams: Vec<Proportion>, }
}

impl Metric for TeamWins {
    const INFO: MetricInfo = MetricInfo {
        id: "team_wins",
        name: "team wins",
        sentence: "The share of games that a team wins alone.",
        source: "Ludii: Balance",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        if !game.lineup.has_teams() {
            return;
        }
        let last = game.lineup.teams.numbers().iter().max();
        self.teams.resize(last.map_or(0, |team| usize::from(*team) + 1), Proportion::default());
        let winner = game.winner();
        for (team, share) in (0..).zip(&mut self.teams) {
            share.add(winner == Some(team));
        }
    }

    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        if !lineup.has_teams() {
            return Vec::new();
        }
        let seats_of = |team: u8| {
            let seats = lineup.seats.iter().zip(lineup.teams.numbers()).filter(|(_, other)| **other == team);
            seats.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" and ")
        };
        (0..).zip(&self.teams).map(|(team, share)| MeasuredFigure::share(seats_of(team), share)).collect()
    }
}

sums! {
    /// How often the first mover wins.
    pub struct FirstMover { first: Proportion, }
}

impl Metric for FirstMover {
    const INFO: MetricInfo = MetricInfo {
        id: "first_mover",
        name: "first mover wins",
        sentence: "The share of games that the seat which decides first, or its team, wins alone.",
        source: "Ludii: AdvantageP1",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        if let Some(first) = game.course.and_then(|course| course.steps.first()) {
            self.first.add(game.won(first.seat.index()));
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        MeasuredFigure::share("", &self.first).if_measured()
    }
}
