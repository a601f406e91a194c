//! A game that is over, as metrics receive it.

use crate::kinds::ActionKinds;
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;
use stonehouse_house_rules::Amount;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Action, Seat, Seats};
use stonehouse_runtime::Teams;

/// The seats, teams and players: the same in all games of a simulation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineup {
    /// The seats' names, in order.
    pub seats: Vec<String>,
    /// Each seat's team.
    pub teams: Teams,
    /// The players' names, by the seat at which they begin.
    pub players: Vec<String>,
}

impl Lineup {
    /// Whether several seats are of one team.
    pub fn has_teams(&self) -> bool {
        self.teams.count() < self.teams.seats()
    }

    /// Whether not all players are alike.
    pub fn players_differ(&self) -> bool {
        self.players.windows(2).any(|pair| pair[0] != pair[1])
    }
}

/// The number of a game in its simulation, and the seeds of its chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameSeeds {
    /// Its number, from 0.
    pub number: u64,
    /// Its number among the games of its deal, from 0.
    pub replay: u64,
    /// The seed of its deal, which messages and rows name.
    pub deal: u64,
    /// The seed of its players' choices.
    pub choices: u64,
}

impl GameSeeds {
    /// The seed of its random choices: of a playout, or of the random players.
    pub fn random_choices(self) -> u64 {
        seed_of(self.choices, u64::MAX)
    }
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeasuredStep {
    pub seat: Seat,
    pub action: Action,
    /// How many actions were legal.
    pub choices: u32,
    /// The action's kind, among the [`ActionKinds`] of the simulation that played the game.
    pub kind: u16,
}

/// The course of a game: its decisions, and the scores after each.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeasuredCourse {
    pub steps: Vec<MeasuredStep>,
    /// The scores after each step, seat by seat.
    pub scores: Vec<i64>,
    /// The fields of each step's action, if they are wanted.
    pub data: Vec<serde_json::Value>,
    /// By kind, whether an action of it was legal at some time; empty if it was not checked.
    pub offered: Vec<bool>,
}

impl MeasuredCourse {
    /// Empties it, for the next game.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.scores.clear();
        self.data.clear();
        self.offered.clear();
    }

    /// The scores after each step.
    pub fn standings(&self) -> impl Iterator<Item = &[i64]> {
        let seats = self.scores.len() / self.steps.len().max(1);
        self.scores.chunks_exact(seats.max(1))
    }
}

/// The lead in the course of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeadSummary {
    /// How often another team takes the lead alone.
    pub changes: i64,
    /// The lead of the later winner; none where no team wins alone.
    pub winner: Option<WinnersLead>,
}

/// How far the later winner is in front or behind in the course of a game, of which there is at least one action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WinnersLead {
    /// The number of actions after which it is behind the best other team.
    pub times_behind: i128,
    /// The sum of the points by which it is behind after these.
    pub points_behind: i128,
    /// The most points by which it is behind; below 0 where it never is. None where there is no other team.
    pub most_behind: Option<i64>,
    /// Whether it is behind after half of the actions. None where there is no other team.
    pub is_behind_in_the_middle: Option<bool>,
    /// The number of actions at the end after which it is alone in front without a break.
    pub ends_in_front: usize,
}

/// The worth of one use of a kind of action to its seat: the difference between playing on with it and without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ActionWorth {
    /// The kind, among the [`ActionKinds`] of the simulation that played the game.
    pub kind: u16,
    /// How much more it wins: 1, 0 or -1.
    pub wins: i64,
    /// The points by which it is further ahead.
    pub points: i64,
}

/// A game that is over.
pub(crate) struct PlayedGame<'a> {
    pub lineup: &'a Lineup,
    /// Its number in the simulation, from 0.
    pub number: u64,
    /// Its seed: that of the deal.
    pub seed: u64,
    /// Its number among the games of the same deal, from 0, and the number of these games.
    pub replay: (u64, u64),
    /// The number of the player at each seat.
    pub seated: &'a [usize],
    pub scores: &'a [i64],
    pub winners: Seats,
    /// Decisions of seats.
    pub actions: u64,
    /// Whether it was ended because it had reached the longest length that was allowed.
    pub cut_off: bool,
    /// The course; none when only results were wanted.
    pub course: Option<&'a MeasuredCourse>,
    /// The worth of the actions of some positions, if that is measured.
    pub worth: &'a [ActionWorth],
    /// The amounts that the user's own scripts return for it: each with the id of its metric.
    pub own: &'a [(String, Amount)],
    /// The lines that they printed: each with the id of its metric.
    pub printed: &'a [(String, String)],
    pub kinds: &'a ActionKinds,
    /// See [`PlayedGame::lead`].
    pub lead: OnceCell<LeadSummary>,
    /// See [`PlayedGame::users`].
    pub users: OnceCell<Vec<Seats>>,
}

impl PlayedGame<'_> {
    /// The seats that won alone, with their team; none if several teams share the win.
    pub fn sole_winners(&self) -> Seats {
        if self.winner().is_some() { self.winners } else { Seats::default() }
    }

    /// The team that won alone.
    pub fn winner(&self) -> Option<u8> {
        self.lineup.teams.sole_winner(self.winners)
    }

    /// Whether a seat's team won alone.
    pub fn won(&self, seat: usize) -> bool {
        self.winner().is_some_and(|team| self.lineup.teams.numbers().get(seat) == Some(&team))
    }

    /// The lead in its course; several metrics use it, so it is computed once. None where the course is not known.
    pub fn lead(&self) -> Option<&LeadSummary> {
        let course = self.course?;
        Some(self.lead.get_or_init(|| self.lead_in(course)))
    }

    /// By kind of action, the seats that used it in its course; two metrics use it, so it is computed once. None where
    /// the course is not known.
    pub fn users(&self) -> Option<&[Seats]> {
        let course = self.course?;
        Some(self.users.get_or_init(|| {
            let mut users: Vec<Seats> = Vec::new();
            for step in &course.steps {
                let kind = usize::from(step.kind);
                if users.len() <= kind {
                    users.resize(kind + 1, Seats::default());
                }
                users[kind].insert(step.seat);
            }
            users
        }))
    }

    fn lead_in(&self, course: &MeasuredCourse) -> LeadSummary {
        let (winner, mut before, mut changes) = (self.winner(), None, 0);
        let mut of = WinnersLead::default();
        let middle = (course.steps.len() / 2).saturating_sub(1);
        for (number, scores) in course.standings().enumerate() {
            let teams = &self.lineup.teams;
            let (own, other) = teams.best_scores(scores, winner);
            let ahead = own.zip(other);
            let leader = match ahead {
                Some((own, other)) if own > other => winner,
                Some((own, other)) if own == other => None,
                _ => teams.leader(scores),
            };
            if let Some(leader) = leader {
                changes += i64::from(before.replace(leader).is_some_and(|before| before != leader));
            }
            of.ends_in_front = if leader.is_some() && leader == winner { of.ends_in_front + 1 } else { 0 };
            let Some((own, other)) = ahead else { continue };
            if own < other {
                of.times_behind += 1;
                of.points_behind += i128::from(other) - i128::from(own);
            }
            of.most_behind = of.most_behind.max(Some(other.saturating_sub(own)));
            if number == middle {
                of.is_behind_in_the_middle = Some(own < other);
            }
        }
        LeadSummary { changes, winner: winner.map(|_| of) }
    }
}
