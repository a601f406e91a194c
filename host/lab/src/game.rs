//! A game that is over, as metrics see it.

use crate::kinds::Kinds;
use serde::{Deserialize, Serialize};
use stonehouse_engine::lua::Amount;
use stonehouse_plugin_api::{Action, Seat, Seats};

/// Who sits where: the same in all games of a simulation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The seats' names, in order.
    pub seats: Vec<String>,
    /// Each seat's team.
    pub teams: Vec<u8>,
    /// The players' names, by the seat at which they begin.
    pub players: Vec<String>,
}

impl Table {
    /// Whether several seats are of one team.
    pub fn has_teams(&self) -> bool {
        let mut teams = self.teams.clone();
        teams.sort_unstable();
        teams.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Whether not all players are alike.
    pub fn players_differ(&self) -> bool {
        self.players.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// How many teams there are.
    pub(crate) fn team_count(&self) -> usize {
        self.teams.iter().max().map_or(0, |most| usize::from(*most) + 1)
    }
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub seat: Seat,
    pub action: Action,
    /// How many actions were legal.
    pub choices: u32,
    /// The action's kind, among the [`Kinds`] of whoever played the game.
    pub kind: u16,
}

/// The course of a game: its decisions, and the scores after each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    pub steps: Vec<Step>,
    /// The scores after each step, seat by seat.
    pub scores: Vec<i64>,
    /// The fields of each step's action, if they are wanted.
    pub data: Vec<serde_json::Value>,
    /// By kind, whether an action of it was legal at some time; empty if nobody looked.
    pub offered: Vec<bool>,
}

impl Course {
    /// Empties it, for the next game.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.scores.clear();
        self.data.clear();
        self.offered.clear();
    }

    /// The scores after each step.
    pub fn standings(&self) -> impl DoubleEndedIterator<Item = &[i64]> {
        let seats = self.scores.len() / self.steps.len().max(1);
        self.scores.chunks_exact(seats.max(1))
    }
}

/// What a seat that used a kind of action in some position has of it, played on with and without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// The kind, among the [`Kinds`] of whoever played the game.
    pub kind: u16,
    /// How much more it wins: 1, 0 or -1.
    pub wins: i64,
    /// By how many points more it is ahead.
    pub points: i64,
}

/// A game that is over.
pub(crate) struct Game<'a> {
    pub table: &'a Table,
    /// Its number in the simulation, from 0.
    pub number: u64,
    /// Its seed: that of the deal.
    pub seed: u64,
    /// Which of how many games of the same deal it is, from 0.
    pub replay: (u64, u64),
    /// Which player sat at each seat.
    pub seated: &'a [usize],
    pub scores: &'a [i64],
    pub winners: Seats,
    /// Decisions of seats.
    pub actions: u64,
    /// Whether it was ended because it had reached the longest length that was allowed.
    pub cut_off: bool,
    /// What happened; none when only results were wanted.
    pub course: Option<&'a Course>,
    /// What the actions of some positions are worth, if that is measured.
    pub worth: &'a [Worth],
    /// What the user's own scripts give of it: each with the id of its metric.
    pub own: &'a [(String, Amount)],
    pub kinds: &'a Kinds,
}

impl Game<'_> {
    /// The seats that won alone, with their team; none if several teams share the win.
    pub fn sole_winners(&self) -> Seats {
        if self.winner().is_some() { self.winners } else { Seats::default() }
    }

    /// The team that won alone.
    pub fn winner(&self) -> Option<u8> {
        let mut teams = self.winners.iter().filter_map(|seat| self.table.teams.get(seat.index()).copied());
        let first = teams.next()?;
        teams.all(|team| team == first).then_some(first)
    }

    /// Whether a seat's team won alone.
    pub fn won(&self, seat: usize) -> bool {
        self.winner().is_some_and(|team| self.table.teams.get(seat) == Some(&team))
    }

    /// The best score of a team, and the best of all others.
    pub fn best_of(&self, scores: &[i64], team: u8) -> (Option<i64>, Option<i64>) {
        let best = |own: bool| {
            let seats = scores.iter().zip(&self.table.teams).filter(|(_, other)| (**other == team) == own);
            seats.map(|(score, _)| *score).max()
        };
        (best(true), best(false))
    }

    /// The team that is alone in front, if one is.
    pub fn leader(&self, scores: &[i64]) -> Option<u8> {
        let best = scores.iter().max()?;
        let mut leaders =
            scores.iter().zip(&self.table.teams).filter(|(score, _)| *score == best).map(|(_, team)| *team);
        let first = leaders.next()?;
        leaders.all(|team| team == first).then_some(first)
    }
}
