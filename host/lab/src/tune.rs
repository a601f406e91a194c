//! Numbers found for a goal: which values of some knobs make the seats equal, games as long as wanted, or one player as
//! strong as another.
//!
//! All candidates of a grid play the same few games; the better half of them play twice as many, and so on until one is
//! left (successive halving: Karnin, Koren, Somekh 2013; Jamieson and Talwalkar 2016). Where the grid is large it is
//! first taken coarsely, and then finely around the best. The values found then play fresh games, of another seed:
//! those show how certain they are, since the games of the search flatter their winner.

use crate::estimate::Estimate;
use crate::plan::{SimulationError, SimulationPlan};
use crate::results::{MeasuredFigure, SimulationResults, Unit};
use crate::simulation::{SimulationObserver, play_on};
use crate::sweep::{Axis, PointError, PointRules, grid, named};
use crate::{Partial, SimulationSetup};
use serde::Serialize;
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use stonehouse_bots::Stop;
use stonehouse_engine::Ruleset;
use stonehouse_house_rules::did_you_mean;

/// The most candidates of one level.
const MAX_CANDIDATES: usize = 130;

/// The goal of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TuningGoal {
    /// Every seat wins equally often.
    FairSeats,
    /// This number of actions in a game, on average.
    Length(f64),
    /// The first player named gets this share of the wins, from 0 to 1: of a win that several share, its part, so that
    /// two who are even get a half each however many games they draw.
    Share(f64),
    /// Every figure of a metric, or one of them, has this value.
    Metric {
        /// The metric's id: one of the lab's, or of a measure of the user's own.
        id: String,
        /// The seat, player or kind of action; empty: all figures of the metric.
        of: String,
        /// The value; of a share, from 0 to 1.
        wanted: f64,
    },
}

/// A text that is no goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a goal is fair-seats, length=40 (actions), share=0.5 (of the wins, for the first player named), or the value of a metric, \
     such as lead_changes=5 or score:White=30"
)]
pub struct UnknownGoal;

impl FromStr for TuningGoal {
    type Err = UnknownGoal;

    fn from_str(text: &str) -> Result<Self, UnknownGoal> {
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let positive = |text: &str| number(text).filter(|number| *number >= 0.0);
        match text.rsplit_once('=') {
            None if text == "fair-seats" => Some(Self::FairSeats),
            Some(("length", length)) => positive(length).map(Self::Length),
            Some(("share", share)) => positive(share).filter(|share| *share <= 1.0).map(Self::Share),
            Some((metric, wanted)) if !metric.is_empty() => number(wanted).map(|wanted| {
                let (id, of) = metric.split_once(':').unwrap_or((metric, ""));
                Self::Metric { id: id.trim().to_owned(), of: of.trim().to_owned(), wanted }
            }),
            _ => None,
        }
        .ok_or(UnknownGoal)
    }
}

/// A metric, or a figure of it, that results lack. The text names what they have instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoalError {
    /// There is no such metric.
    #[error("there is no metric `{id}`.{} There are: {}", hint(.id, .known), .known.join(", "))]
    NoMetric {
        /// The metric's id.
        id: String,
        /// The ids of the metrics that there are.
        known: Vec<String>,
    },
    /// The metric is of the whole game, and has no figures of seats, players or actions.
    #[error("`{id}` is a figure of the whole game: write `{id}=…`")]
    WholeGame {
        /// The metric's id.
        id: String,
    },
    /// The metric has no such figure.
    #[error("`{id}` has no figure of `{of}`.{} There are: {}", hint(.of, .known), .known.join(", "))]
    NoFigure {
        /// The metric's id.
        id: String,
        /// The seat, player or kind of action.
        of: String,
        /// Those of which it has figures.
        known: Vec<String>,
    },
}

fn hint(word: &str, known: &[String]) -> String {
    did_you_mean(word, known.iter().map(String::as_str))
}

/// One condition of the goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Aim {
    /// The name of its figure.
    pub name: String,
    /// Whether it is a share.
    pub is_share: bool,
    /// The value that is wanted.
    pub wanted: f64,
    /// The estimate from the games.
    pub found: Estimate,
    /// Whether the value that is wanted is within the interval.
    pub holds: bool,
}

impl TuningGoal {
    /// Refuses a metric, or a figure of it, that these results lack.
    ///
    /// # Errors
    /// When it is lacking: with the metrics or figures that these results have instead.
    pub fn check(&self, results: &SimulationResults) -> Result<(), GoalError> {
        let Self::Metric { id, of, .. } = self else { return Ok(()) };
        let Some(metric) = results.metric(id) else {
            let known = results.metrics.iter().map(|metric| metric.id.clone()).collect();
            return Err(GoalError::NoMetric { id: id.clone(), known });
        };
        if of.is_empty() || metric.figures.iter().any(|figure| figure.of == *of) {
            return Ok(());
        }
        let known = metric.figures.iter().map(|figure| &figure.of).filter(|of| !of.is_empty());
        let (id, of, known) = (id.clone(), of.clone(), known.cloned().collect::<Vec<_>>());
        Err(if known.is_empty() { GoalError::WholeGame { id } } else { GoalError::NoFigure { id, of, known } })
    }

    /// Whether only who wins, scores and lengths have to be counted for it.
    const fn needs_results_only(&self) -> bool {
        !matches!(self, Self::Metric { .. })
    }

    /// The conditions of the goal, each with its estimate from these results.
    pub fn aims(&self, results: &SimulationResults) -> Vec<Aim> {
        let (id, wanted) = match self {
            Self::FairSeats => ("wins", None),
            Self::Length(length) => ("actions", Some(*length)),
            Self::Share(share) => ("player_shares", Some(*share)),
            Self::Metric { id, wanted, .. } => (id.as_str(), Some(*wanted)),
        };
        let Some(metric) = results.metric(id) else { return Vec::new() };
        let is_aimed_at = |index: usize, figure: &MeasuredFigure| match self {
            Self::Share(_) => index == 0,
            Self::Metric { of, .. } => of.is_empty() || figure.of == *of,
            Self::FairSeats | Self::Length(_) => true,
        };
        let figures = metric.figures.iter().enumerate().filter(|(index, figure)| is_aimed_at(*index, figure));
        let figures: Vec<&MeasuredFigure> = figures.map(|(_, figure)| figure).collect();
        let mean = figures.iter().map(|figure| figure.estimate.value).sum::<f64>() / figures.len().max(1) as f64;
        let aim = |figure: &&MeasuredFigure| {
            let (wanted, found) = (wanted.unwrap_or(mean), figure.estimate);
            let name =
                if figure.of.is_empty() { metric.name.clone() } else { format!("{}, {}", metric.name, figure.of) };
            let holds = (found.lower..=found.upper).contains(&wanted);
            Aim { name, is_share: metric.unit == Unit::Share, wanted, found, holds }
        };
        figures.iter().map(aim).collect()
    }

    /// How far results are from it: 0 where it is reached.
    fn distance(&self, results: &SimulationResults) -> f64 {
        let aims = self.aims(results);
        if aims.is_empty() {
            return f64::INFINITY;
        }
        aims.iter().map(|aim| (aim.found.value - aim.wanted).powi(2)).sum()
    }
}

/// The results of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuning {
    /// The goal.
    pub goal: TuningGoal,
    /// The numbers that move, with their ranges.
    pub axes: Vec<Axis>,
    /// The values that were found, by axis.
    pub values: Vec<i64>,
    /// Games that the search played.
    pub searched: u64,
    /// The conditions of the goal, measured in the fresh games.
    pub aims: Vec<Aim>,
    /// The fresh games.
    pub results: SimulationResults,
}

impl Tuning {
    /// Whether the goal is reached as far as the fresh games show.
    pub fn holds(&self) -> bool {
        !self.aims.is_empty() && self.aims.iter().all(|aim| aim.holds)
    }
}

/// The reason why a tuning found nothing.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// An axis has no values.
    #[error("an axis has no values: give it some, as in `line_length=3..5`")]
    NoValues,
    /// The grid of all axes is too large, however coarse.
    #[error("too many numbers move at once: let at most four of them move")]
    TooManyAxes,
    /// A candidate failed.
    #[error(transparent)]
    Point(#[from] PointError),
    /// The results have no figure of the name that the goal states.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// It was stopped.
    #[error("stopped before anything was found")]
    Stopped,
}

/// Looks for the values that come nearest to a goal. `plan.games` are the fresh games at the end, and the most that a
/// candidate plays before.
///
/// # Errors
/// The first failure, with the values at which it happened; and when it was stopped.
pub fn tune(
    goal: &TuningGoal,
    axes: &[Axis],
    plan: &SimulationPlan,
    rules: &mut PointRules<'_>,
    stop: &Stop,
    progress: &mut dyn FnMut(&str),
) -> Result<Tuning, TuneError> {
    let mut search = TuningSearch { goal, axes, plan, stop, parts: BTreeMap::new(), games: 0 };
    let mut level: Vec<Axis> = axes.iter().map(|axis| coarse(axis, axes.len())).collect();
    let mut best = search.halve(&grid(&level), rules, progress)?;
    // Finer and finer around the best, until nothing is in between.
    while level.iter().zip(axes).any(|(level, axis)| step_of(level) > step_of(axis)) {
        for ((level, axis), best) in level.iter_mut().zip(axes).zip(&best) {
            *level = finer(level, axis, *best);
        }
        best = search.halve(&grid(&level), rules, progress)?;
    }
    let fresh = SimulationPlan { seed: plan.seed.wrapping_add(1), ..plan.clone() };
    progress(&format!("fresh games at {}", named(axes, &best)));
    let results = search.play(&best, &fresh, None, rules)?;
    if stop.is_stopped() {
        return Err(TuneError::Stopped);
    }
    let results = results.results();
    goal.check(&results)?;
    let aims = goal.aims(&results);
    Ok(Tuning { goal: goal.clone(), axes: axes.to_vec(), values: best, searched: search.games, aims, results })
}

/// The distance between two values of an axis; 0 where there is one.
fn step_of(axis: &Axis) -> i64 {
    axis.values.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or_default()
}

/// Every n-th value of an axis, so that the grid of all axes is small enough.
fn coarse(axis: &Axis, axes: usize) -> Axis {
    let most = match axes {
        1 => 17,
        2 => 11,
        3 => 5,
        _ => 3,
    };
    let every = axis.values.len().div_ceil(most).max(1);
    Axis { values: axis.values.iter().copied().step_by(every).collect(), ..axis.clone() }
}

/// Values around the best one, half as far apart.
fn finer(level: &Axis, axis: &Axis, best: i64) -> Axis {
    let (wide, least) = (step_of(level), step_of(axis).max(1));
    let half = (wide / 2 / least).max(1) * least;
    let near = (-2..=2).map(|steps| best + steps * half).filter(|value| axis.values.contains(value));
    Axis { values: near.collect(), ..axis.clone() }
}

struct TuningSearch<'a> {
    goal: &'a TuningGoal,
    axes: &'a [Axis],
    plan: &'a SimulationPlan,
    stop: &'a Stop,
    /// The games that each candidate has played so far.
    parts: BTreeMap<Vec<i64>, Partial>,
    games: u64,
}

impl TuningSearch<'_> {
    /// The best of these candidates.
    fn halve(
        &mut self,
        candidates: &[Vec<i64>],
        rules: &mut PointRules<'_>,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Vec<i64>, TuneError> {
        if candidates.len() > MAX_CANDIDATES {
            return Err(TuneError::TooManyAxes);
        }
        let mut left = candidates.to_vec();
        let mut rounds = 0_u32;
        while (left.len() >> rounds) > 1 {
            rounds += 1;
        }
        // The last two play all games; those before, half as many each round.
        let mut games = (self.plan.games >> rounds.saturating_sub(1)).max(20).min(self.plan.games);
        while left.len() > 1 {
            progress(&format!("{} candidates, {games} games each", left.len()));
            let mut ranked = Vec::new();
            for values in left {
                ranked.push((self.distance(&values, games, rules)?, values));
            }
            // At the same distance the lower values are first, whatever the order of play.
            ranked.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
            ranked.truncate(ranked.len().div_ceil(2));
            left = ranked.into_iter().map(|(_, values)| values).collect();
            games = (games * 2).min(self.plan.games);
        }
        left.pop().ok_or(TuneError::NoValues)
    }

    /// The distance of a candidate from the goal after `games` games.
    fn distance(&mut self, values: &[i64], games: u64, rules: &mut PointRules<'_>) -> Result<f64, TuneError> {
        let before = self.parts.get(values).cloned();
        let had = before.as_ref().map_or(0, Partial::played);
        let part = match before {
            Some(part) if had >= games => part,
            before => {
                let plan = SimulationPlan { results_only: self.goal.needs_results_only(), ..self.plan.clone() };
                self.play(values, &plan, Some((before, games)), rules)?
            }
        };
        if self.stop.is_stopped() {
            return Err(TuneError::Stopped);
        }
        self.games += part.played() - had;
        let results = part.results();
        self.goal.check(&results)?;
        let distance = self.goal.distance(&results);
        self.parts.insert(values.to_vec(), part);
        Ok(distance)
    }

    /// Plays all games of a plan at a candidate, or continues those of a part up to the number of games in `until`.
    fn play(
        &self,
        values: &[i64],
        plan: &SimulationPlan,
        until: Option<(Option<Partial>, u64)>,
        rules: &mut PointRules<'_>,
    ) -> Result<Partial, PointError> {
        let ruleset = rules(values).map_err(PointError::Rules)?;
        let at = |failure| PointError::Games { values: named(self.axes, values), failure };
        play(&ruleset, plan, until, self.stop).map_err(at)
    }
}

fn play(
    ruleset: &Arc<Ruleset>,
    plan: &SimulationPlan,
    until: Option<(Option<Partial>, u64)>,
    stop: &Stop,
) -> Result<Partial, SimulationError> {
    let mut part = Partial::new(SimulationSetup::of(ruleset, plan)?);
    if let Some((before, games)) = until {
        part = before.unwrap_or(part);
        part.to = games.min(plan.games);
    }
    play_on(ruleset, plan, part, SimulationObserver { stop: stop.clone(), ..SimulationObserver::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_a_word_or_the_value_of_a_metric() {
        assert_eq!("fair-seats".parse(), Ok(TuningGoal::FairSeats));
        assert_eq!("length=40".parse(), Ok(TuningGoal::Length(40.0)));
        assert_eq!("share=0.5".parse(), Ok(TuningGoal::Share(0.5)));
        let metric = |id: &str, of: &str, wanted| TuningGoal::Metric { id: id.to_owned(), of: of.to_owned(), wanted };
        assert_eq!("lead_changes=5".parse(), Ok(metric("lead_changes", "", 5.0)));
        assert_eq!("score:White=-3.5".parse(), Ok(metric("score", "White", -3.5)));
        for wrong in ["fair", "length", "share=2", "length=NaN", "length=-1", "=3", "lead_changes=many"] {
            assert!(wrong.parse::<TuningGoal>().unwrap_err().to_string().contains("fair-seats"), "{wrong}");
        }
    }

    #[test]
    fn a_large_range_is_taken_coarsely_and_then_finely_around_the_best() {
        let axis: Axis = "a=0..100".parse().unwrap();
        let first = coarse(&axis, 1);
        assert_eq!((first.values.len(), step_of(&first)), (17, 6));
        let second = finer(&first, &axis, 42);
        assert_eq!(second.values, [36, 39, 42, 45, 48]);
        let third = finer(&second, &axis, 48);
        assert_eq!(third.values, [46, 47, 48, 49, 50]);
        assert_eq!(finer(&first, &axis, 0).values, [0, 3, 6]);
    }
}
