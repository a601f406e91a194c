//! Luck against skill: does a longer search win, and by how much?
//!
//! A ladder of searches, each of which has `factor` times as many iterations as the one below, and plays against it.
//! Every deal is played from every seat, so that luck of the deal and better seats are shared; what is left is skill.
//! Where the same player wins a deal from every seat, skill has decided it; where the same seat wins with every player,
//! the deal has, or the seat is better.

use crate::estimate::Estimate;
use crate::plan::{SimulationError, SimulationPlan};
use crate::results::{SimulationResults, SimulationSetup};
use crate::simulation::{SimulationObserver, play_on};
use crate::{Partial, results::MeasuredFigure};
use serde::Serialize;
use std::sync::Arc;
use stonehouse_bots::{BotSpec, Budget, Stop};
use stonehouse_engine::Ruleset;
use stonehouse_plugin::Seat;
use stonehouse_runtime::Teams;
use stonehouse_session::AgentSpec;

/// The most rungs of a ladder.
pub const MAX_RUNGS: usize = 20;

/// The settings of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderPlan {
    /// The iterations of the lowest search.
    pub from: u32,
    /// The most iterations of a search.
    pub to: u32,
    /// How many times as many iterations each has as the one below.
    pub factor: u32,
    /// Deals for each rung.
    pub deals: u64,
    /// The seed of them all.
    pub seed: u64,
    /// How many threads; 0: one for each processor.
    pub threads: usize,
}

/// A search against the one below.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// The iterations of the longer search.
    pub budget: u32,
    /// Those of the other.
    pub below: u32,
    /// The longer search's share of the wins: all of a win alone, a part of one that is shared.
    pub share: Estimate,
    /// Whether it is more than an even share: its interval is above.
    pub is_better: bool,
    /// Everything else that was measured.
    pub results: SimulationResults,
}

/// The results of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ladder {
    /// The variant.
    pub variant: String,
    /// How many times as many iterations each search has as the one below.
    pub factor: u32,
    /// The longer search's share of the wins if more iterations were worth nothing.
    pub even: f64,
    /// From the lowest to the highest. Fewer than were wanted if it was stopped.
    pub rungs: Vec<Rung>,
    /// Of all deals of all rungs, those that the same player won from every seat.
    pub by_player: Estimate,
    /// Those that the same seat won with every player.
    pub by_seat: Estimate,
    /// The conclusions, a sentence each.
    pub verdict: Vec<String>,
}

impl LadderPlan {
    /// The iterations of each search, the lowest first.
    ///
    /// # Errors
    /// When that is no ladder.
    pub fn budgets(&self) -> Result<Vec<u32>, LadderError> {
        if self.from == 0 || self.factor < 2 {
            return Err(LadderError::NoGrowth);
        }
        let mut budgets = vec![self.from];
        while let Some(next) =
            budgets.last().and_then(|last| last.checked_mul(self.factor)).filter(|next| *next <= self.to)
        {
            budgets.push(next);
        }
        if budgets.len() < 2 {
            let next = u64::from(self.from) * u64::from(self.factor);
            return Err(LadderError::OneSearch { from: self.from, next, to: self.to });
        }
        if budgets.len() > MAX_RUNGS + 1 {
            return Err(LadderError::TooLong);
        }
        Ok(budgets)
    }
}

/// The reason why a ladder cannot be played, or failed.
#[derive(Debug, thiserror::Error)]
pub enum LadderError {
    /// The number of iterations does not grow from search to search.
    #[error(
        "a ladder begins with at least one iteration, and each search thinks at least twice as long as the one below"
    )]
    NoGrowth,
    /// There is only one search.
    #[error("a ladder has at least two searches: from {from} it goes on at {next}, and it ends at {to}")]
    OneSearch {
        /// The iterations of the lowest search.
        from: u32,
        /// The iterations of the search above it.
        next: u64,
        /// The most iterations.
        to: u32,
    },
    /// There are too many searches.
    #[error("a ladder has at most {MAX_RUNGS} rungs: begin higher, end lower, or take a larger factor")]
    TooLong,
    /// The ruleset has no opponents.
    #[error("in a ladder two searches play against each other, and here nobody plays against anybody")]
    NoOpponents,
    /// The games of a rung failed.
    #[error("search@{budget} against search@{below}: {failure}")]
    Rung {
        /// The iterations of the longer search.
        budget: u32,
        /// The iterations of the shorter one.
        below: u32,
        /// The failure.
        failure: SimulationError,
    },
}

/// The players: the longer search for one team where every team has its turn in each seat, and for one seat otherwise.
fn players(teams: &Teams, high: u32, low: u32) -> Vec<AgentSpec> {
    let search = |budget| AgentSpec::Bot(BotSpec::Search(Budget::Iterations(budget)));
    let seats = teams.seats();
    let seat = |index: usize| Seat(index as u8);
    // Players move on by one seat: team mates have to stay together.
    let together = |one: usize, other: usize| teams.are_one(seat(one), seat(other));
    let stay = (0..seats)
        .all(|one| (0..seats).all(|other| together(one, other) == together((one + 1) % seats, (other + 1) % seats)));
    (0..seats).map(|seat| search(if seat == 0 || stay && together(0, seat) { high } else { low })).collect()
}

/// Plays a ladder.
///
/// # Errors
/// When the ladder is wrong; and the first failure, with its rung.
pub fn ladder(
    ruleset: &Arc<Ruleset>,
    plan: &LadderPlan,
    stop: &Stop,
    on_progress: &mut dyn FnMut(usize, usize, &Partial),
) -> Result<Ladder, LadderError> {
    let budgets = plan.budgets()?;
    let teams = Teams::of(ruleset.rules());
    let count = teams.count();
    if count < 2 {
        return Err(LadderError::NoOpponents);
    }
    let even = 1.0 / count as f64;
    let mut rungs = Vec::new();
    for (number, pair) in budgets.windows(2).enumerate() {
        let (below, budget) = (pair[0], pair[1]);
        let seats = teams.seats() as u64;
        let plan = SimulationPlan {
            seed: plan.seed,
            threads: plan.threads,
            replays: seats,
            ..SimulationPlan::new(players(&teams, budget, below), plan.deals.saturating_mul(seats))
        };
        let failed = |failure: SimulationError| LadderError::Rung { budget, below, failure };
        let part = Partial::new(SimulationSetup::of(ruleset, &plan).map_err(failed)?);
        let mut report = |part: &Partial| {
            on_progress(number, budgets.len() - 1, part);
            true
        };
        let observer = SimulationObserver { stop: stop.clone(), on_progress: Some(&mut report), rows: None };
        let results = play_on(ruleset, &plan, part, observer).map_err(failed)?.results();
        if stop.is_stopped() {
            break;
        }
        let share = first(&results, "player_shares").map_or_else(Estimate::default, |figure| figure.estimate);
        rungs.push(Rung { budget, below, share, is_better: share.lower > even, results });
    }
    let [by_player, by_seat] = [0, 1].map(|place| {
        let figures = rungs.iter().filter_map(|rung| rung.results.metric("swapped")?.figures.get(place));
        let (count, of) = figures.fold((0, 0), |(count, of), figure| {
            (count + libm::round(figure.estimate.value * figure.cases as f64) as u64, of + figure.cases)
        });
        Estimate::share(count, of)
    });
    let variant = ruleset.variant().full_name();
    let mut ladder = Ladder { variant, factor: plan.factor, even, rungs, by_player, by_seat, verdict: Vec::new() };
    ladder.verdict = ladder.sentences();
    Ok(ladder)
}

fn first<'a>(results: &'a SimulationResults, metric: &str) -> Option<&'a MeasuredFigure> {
    results.metric(metric)?.figures.first()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn with_interval(share: &Estimate) -> String {
    format!("{} ({:.0} to {:.0})", percent(share.value), share.lower * 100.0, share.upper * 100.0)
}

impl Ladder {
    /// The conclusions from the figures.
    fn sentences(&self) -> Vec<String> {
        let Some(best) = self.rungs.iter().max_by(|a, b| a.share.value.total_cmp(&b.share.value)) else {
            return vec!["Nothing was played.".to_owned()];
        };
        let times = match self.factor {
            2 => "Twice the thinking".to_owned(),
            3 => "Three times the thinking".to_owned(),
            4 => "Four times the thinking".to_owned(),
            more => format!("{more} times the thinking"),
        };
        let even = percent(self.even);
        let mut all = Vec::new();
        match self.rungs.iter().rev().find(|rung| rung.is_better) {
            None => {
                all.push(format!(
                    "{times} does not clearly win more, on any rung, than the {even} that would be even."
                ));
            }
            Some(last) => {
                all.push(format!(
                    "{times} wins {} at best, from search@{} to search@{}; {even} would be even.",
                    with_interval(&best.share),
                    best.below,
                    best.budget
                ));
                let top = self.rungs.last().map_or(0, |rung| rung.budget);
                all.push(if last.budget == top {
                    format!("Strength still rises at search@{top}: its limit is not reached.")
                } else {
                    format!("Beyond search@{} these games show no further gain.", last.budget)
                });
            }
        }
        let (player, seat) = (&self.by_player, &self.by_seat);
        let shares = format!(
            "of all deals the same player won {} from every seat, and the same seat won {} no matter who sat there",
            with_interval(player),
            with_interval(seat)
        );
        all.push(if player.differs(seat) && player.value > seat.value {
            format!("Skill decides more than the deal: {shares}.")
        } else if player.differs(seat) {
            format!("The deal, and where one sits, decide more than skill: {shares}.")
        } else {
            format!("Whether skill or the deal decides more is not clear from these games: {shares}.")
        });
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budgets(from: u32, to: u32, factor: u32) -> Result<Vec<u32>, String> {
        LadderPlan { from, to, factor, deals: 1, seed: 1, threads: 1 }.budgets().map_err(|error| error.to_string())
    }

    #[test]
    fn budgets_grow_by_a_factor_up_to_the_last() {
        assert_eq!(budgets(50, 800, 2), Ok(vec![50, 100, 200, 400, 800]));
        assert_eq!(budgets(10, 500, 4), Ok(vec![10, 40, 160]));
        assert!(budgets(100, 150, 2).unwrap_err().contains("from 100 it goes on at 200, and it ends at 150"));
        assert!(budgets(1, u32::MAX, 2).unwrap_err().contains("at most 20 rungs"));
        assert!(budgets(0, 10, 2).is_err() && budgets(1, 10, 1).is_err());
    }

    #[test]
    fn members_of_fixed_teams_think_alike() {
        let high = |teams: &[u8]| -> String {
            let names = players(&Teams::new(teams.to_vec()), 9, 3).into_iter().map(|player| player.to_string());
            names.map(|name| if name == "search@9" { 'h' } else { 'l' }).collect()
        };
        assert_eq!([high(&[0, 1]), high(&[0, 1, 0, 1]), high(&[0, 1, 2])], ["hl", "hlhl", "hll"]);
        assert_eq!(high(&[0, 0, 1, 1]), "hlll", "one seat further partners would be parted");
    }
}
