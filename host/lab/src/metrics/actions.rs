//! The use of kinds of actions, and how often their users win.

use super::{Metric, MetricInfo, sums};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::{Proportion, Ratio};
use std::collections::BTreeMap;

sums! {
    /// In how many games each kind of action is used.
    pub struct Used {
        games: u64,
        /// By kind, the games in which it was used.
        kinds: BTreeMap<String, u64>,
        /// By kind, the games in which it was legal at some time, among those in which this was checked.
        offered: BTreeMap<String, u64>,
    }
}

/// The most kinds whose games are counted.
const MAX_KINDS: u16 = 128;

fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}

impl Metric for Used {
    const INFO: MetricInfo = MetricInfo {
        id: "used",
        name: "used",
        sentence: "The share of games in which a kind of action is used at least once.",
        source: "TAG: ActionTypes",
        unit: Unit::Share,
    };

    fn add(&mut self, game: &PlayedGame<'_>) {
        let (Some(course), Some(users)) = (game.course, game.users()) else { return };
        self.games += 1;
        for (kind, _) in (0..MAX_KINDS).zip(users).filter(|(_, seats)| !seats.is_empty()) {
            count(&mut self.kinds, game.kinds.name(kind));
        }
        for (kind, is_offered) in (0..).zip(&course.offered) {
            if *is_offered {
                count(&mut self.offered, game.kinds.name(kind));
            }
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        let of = self.games;
        self.kinds.iter().map(|(name, count)| MeasuredFigure::share(name, &Proportion { count: *count, of })).collect()
    }

    fn remarks(&self, _: &Lineup) -> Vec<String> {
        let unused = self.offered.keys().filter(|name| !self.kinds.contains_key(*name));
        unused.map(|name| format!("Never used, though it was legal at times: {name}.")).collect()
    }
}

sums! {
    /// How often the player who uses a kind of action wins, and the player who does not.
    pub struct UsedWins { users: BTreeMap<String, Ratio>, }
}

impl Metric for UsedWins {
    const INFO: MetricInfo = MetricInfo {
        id: "used_wins",
        name: "wins who uses",
        sentence: "The share of games that a seat wins in which it uses a kind of action. That it wins more often need not be because of it: the player who is ahead may use it more.",
        source: "",
        unit: Unit::Share,
    };

    const INTERVAL: &'static str = "Wilson, for as many cases as the spread between games is worth";

    fn add(&mut self, game: &PlayedGame<'_>) {
        let Some(users) = game.users() else { return };
        // The wins of a kind's users in one game belong together.
        for (kind, seats) in (0..).zip(users).filter(|(_, seats)| !seats.is_empty()) {
            let name = game.kinds.name(kind);
            let won = seats.iter().filter(|seat| game.won(seat.index())).count();
            let (won, of) = (won as u64, seats.len() as u64);
            match self.users.get_mut(name) {
                Some(ratio) => ratio.add(won, of),
                None => self.users.entry(name.to_owned()).or_default().add(won, of),
            }
        }
    }

    fn figures(&self, _: &Lineup) -> Vec<MeasuredFigure> {
        let figure = |(of, ratio): (&String, &Ratio)| MeasuredFigure {
            of: of.clone(),
            cases: ratio.of,
            estimate: ratio.share(),
            spread: None,
        };
        self.users.iter().map(figure).collect()
    }
}
