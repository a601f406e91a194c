//! Two rulesets side by side, game by game: the same deals and the same choices of the bots under both, until the
//! differences are clear.
//!
//! A pair of games with the same chance differs less than two games with different chance, so fewer are needed. A
//! reader who looks at the figures again and again and stops when he likes what he sees is misled by ordinary
//! intervals, so these are of another kind: asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy,
//! Ramdas: Time-uniform central limit theory, Annals of Statistics 2024, theorem 2.2), which contain the true
//! difference at all times at once, for all headline figures together (Bonferroni), in 95 of 100 comparisons.

use crate::compare::{Difference, differences};
use crate::estimate::Estimate;
use crate::failed::Failed;
use crate::game::{Lineup, PlayedGame};
use crate::metrics::Metrics;
use crate::partial::Partial;
use crate::plan::{SimulationError, SimulationPlan};
use crate::play::GameRunner;
use crate::results::{SimulationResults, SimulationSetup};
use crate::rows::{RowKinds, Rows};
use crate::run::{GameBlocks, Halt, in_order};
use crate::sums::{Summable, Values};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;
use stonehouse_bots::Stop;
use stonehouse_engine::Ruleset;

/// The family-wise error rate of all intervals together.
const FAMILY_ERROR_RATE: f64 = 0.05;

/// About how many pairs the intervals are narrowest for.
const TUNED_FOR: f64 = 500.0;

/// The least number of pairs after which figures are settled: the intervals are made for many.
const MIN_PAIRS: u64 = 200;

/// When a figure is settled although it does not differ: when it differs by less than two of a hundred games, or two
/// hundredths of a mean.
const ALIKE: f64 = 0.02;

/// Two rulesets to be compared.
pub struct Pairing<'a> {
    /// The first ruleset.
    pub one: &'a Arc<Ruleset>,
    /// The second, of as many seats.
    pub other: &'a Arc<Ruleset>,
    /// The simulation that is played of both.
    pub plan: SimulationPlan,
    /// The seed of the second, if it is not the same: then only chance is compared.
    pub other_seed: Option<u64>,
    /// Whether to stop as soon as every headline figure is settled.
    pub until_clear: bool,
}

/// The results of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// How many games were played under each.
    pub pairs: u64,
    /// Whether every headline figure is settled: it differs, or it differs by less than matters.
    pub settled: bool,
    /// The results under the first ruleset.
    pub one: SimulationResults,
    /// Under the second.
    pub other: SimulationResults,
    /// The differences, figure by figure; headline figures first.
    pub differences: Vec<Difference>,
}

/// The observer of a comparison: receives its progress and rows, and can end it.
#[derive(Default)]
pub struct ComparisonObserver<'a> {
    /// Ends the comparison early: its results are those of the games played so far.
    pub stop: Stop,
    /// Called on the calling thread after every block of games, and several times a second.
    pub on_progress: Option<&'a mut dyn FnMut(&ComparisonProgress<'_>)>,
    /// Called on the calling thread with the rows of games under both rulesets, in order.
    pub rows: Option<&'a mut dyn FnMut([Rows; 2])>,
}

/// One of the two rulesets of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedRuleset {
    /// [`Pairing::one`].
    One,
    /// [`Pairing::other`].
    Other,
}

impl ComparedRuleset {
    /// Returns the value for this ruleset.
    pub fn of<T>(self, one: T, other: T) -> T {
        match self {
            Self::One => one,
            Self::Other => other,
        }
    }
}

/// The failure of a comparison.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// Under one of the rulesets.
    #[error("under the {} ruleset: {failure}", .ruleset.of("first", "second"))]
    Ruleset {
        /// The ruleset.
        ruleset: ComparedRuleset,
        /// The failure.
        failure: SimulationError,
    },
    /// Its threads could not be started.
    #[error(transparent)]
    Threads(SimulationError),
}

/// A comparison while it runs.
pub struct ComparisonProgress<'a> {
    heads: &'a [Headline],
    setups: [&'a SimulationSetup; 2],
    sum: &'a Pairs,
    pairs: u64,
}

impl ComparisonProgress<'_> {
    /// How many games were played under each.
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The results so far.
    pub fn compared(&self) -> Compared {
        let results = |setup: &SimulationSetup, metrics: &Metrics| {
            let mut all = Partial::new(setup.clone());
            (all.done, all.metrics) = (self.pairs, metrics.clone());
            all.results()
        };
        let (one, other) = (results(self.setups[0], &self.sum.one), results(self.setups[1], &self.sum.other));
        let mut found = differences(&one, &other);
        for (head, differences) in self.heads.iter().zip(&self.sum.differences) {
            if let Some(figure) = found.iter_mut().find(|figure| figure.metric == head.metric && figure.of == head.of) {
                figure.in_pairs(interval(differences, head.is_share, self.heads.len()));
            }
        }
        found.sort_by_key(|figure| !figure.paired);
        let settled = is_settled(self.heads, self.sum, self.setups[0]);
        Compared { pairs: self.pairs, settled, one, other, differences: found }
    }
}

/// A figure of which every game has one value.
struct Headline {
    metric: &'static str,
    of: String,
    is_share: bool,
}

fn headlines(setup: &SimulationSetup) -> Vec<Headline> {
    let each = |metric, is_share, names: &[String]| {
        names.iter().map(|of| Headline { metric, of: of.clone(), is_share }).collect::<Vec<_>>()
    };
    let lineup = &setup.lineup;
    let mut all = each("wins", true, &lineup.seats);
    if lineup.players_differ() {
        all.extend(each("player_wins", true, &crate::metrics::by_name(&lineup.players)));
    }
    all.extend(each(undecided(lineup), true, &[String::new()]));
    all.extend(each("score", false, &lineup.seats));
    all.extend(each("actions", false, &[String::new()]));
    all
}

/// The id of the metric that counts games that no team wins alone.
fn undecided(lineup: &Lineup) -> &'static str {
    if lineup.teams.is_one() { "lost" } else { "shared_wins" }
}

/// The values of a game for the headlines, in their order.
fn values(game: &PlayedGame<'_>, into: &mut Vec<i64>) {
    into.clear();
    let seats = game.scores.len();
    into.extend((0..seats).map(|seat| i64::from(game.won(seat))));
    if game.lineup.players_differ() {
        let begin = into.len();
        into.resize(begin + seats, 0);
        for (seat, player) in game.seated.iter().enumerate() {
            into[begin + player] = i64::from(game.won(seat));
        }
    }
    into.push(i64::from(game.winner().is_none()));
    into.extend(game.scores);
    into.push(game.actions as i64);
}

/// A block of pairs.
struct Pairs {
    one: Metrics,
    other: Metrics,
    /// By headline, the second game's value less the first's.
    differences: Vec<Values>,
}

impl Pairs {
    /// No pairs yet, for so many headlines.
    fn new(headlines: usize) -> Self {
        Self { one: Metrics::default(), other: Metrics::default(), differences: vec![Values::default(); headlines] }
    }
}

/// A block of pairs, and the rows of its games under each ruleset.
type Block = (Pairs, [Rows; 2]);

/// Plays the same games under both rulesets.
///
/// # Errors
/// As [`simulate`](crate::simulate); and when the rulesets are of different numbers of seats.
pub fn compare(pairing: &Pairing<'_>, mut observer: ComparisonObserver<'_>) -> Result<Compared, ComparisonError> {
    let first_plan = &pairing.plan;
    let second_plan = SimulationPlan { seed: pairing.other_seed.unwrap_or(first_plan.seed), ..first_plan.clone() };
    let setup = SimulationSetup::of(pairing.one, first_plan)
        .map_err(|failure| ComparisonError::Ruleset { ruleset: ComparedRuleset::One, failure })?;
    let other_setup = SimulationSetup::of(pairing.other, &second_plan)
        .map_err(|failure| ComparisonError::Ruleset { ruleset: ComparedRuleset::Other, failure })?;
    let heads = headlines(&setup);
    let blocks = GameBlocks::new(first_plan, 0..first_plan.games);
    let so_far = RefCell::new((0, Pairs::new(heads.len())));
    let report = |(pairs, sum): &(u64, Pairs), on_progress: &mut dyn FnMut(&ComparisonProgress<'_>)| {
        on_progress(&ComparisonProgress { heads: &heads, setups: [&setup, &other_setup], sum, pairs: *pairs });
    };
    let (stop, mut on_progress, mut row_sink) = (&observer.stop, observer.on_progress.take(), observer.rows.take());
    let wanted = RowKinds { games: row_sink.is_some(), actions: false };
    let work = |players: &mut [GameRunner<'_>; 2], number: u64| -> Result<Option<Block>, ComparisonError> {
        let mut pairs = Pairs::new(heads.len());
        let (mut first, mut second, mut rows) = (Vec::new(), Vec::new(), [Rows::default(), Rows::default()]);
        for game in blocks.games(number) {
            if stop.is_stopped() {
                return Ok(None);
            }
            let [one, other] = players;
            let Some(played) = one.play(game, stop).map_err(|failed| failed_under(ComparedRuleset::One, failed))?
            else {
                return Ok(None);
            };
            pairs.one.add(&played);
            values(&played, &mut first);
            rows[0].add(&played, wanted);
            let Some(played) = other.play(game, stop).map_err(|failed| failed_under(ComparedRuleset::Other, failed))?
            else {
                return Ok(None);
            };
            pairs.other.add(&played);
            values(&played, &mut second);
            rows[1].add(&played, wanted);
            for (difference, (one, other)) in pairs.differences.iter_mut().zip(first.iter().zip(&second)) {
                difference.add(other.saturating_sub(*one));
            }
        }
        Ok(Some((pairs, rows)))
    };
    let halt = in_order(
        blocks.numbers(),
        first_plan.threads,
        &|| {
            [
                GameRunner::new(pairing.one, first_plan, &setup.lineup),
                GameRunner::new(pairing.other, &second_plan, &other_setup.lineup),
            ]
        },
        &work,
        |number, (pairs, rows): Block| {
            let (done, sum) = &mut *so_far.borrow_mut();
            if let Some(row_sink) = &mut row_sink {
                row_sink(rows);
            }
            sum.one.add_up(&pairs.one);
            sum.other.add_up(&pairs.other);
            sum.differences.add_up(&pairs.differences);
            *done = blocks.games(number).end;
            !(pairing.until_clear && is_settled(&heads, sum, &setup))
        },
        || {
            if let Some(on_progress) = &mut on_progress {
                report(&so_far.borrow(), on_progress);
            }
        },
    );
    match halt {
        Ok(()) => {}
        Err(Halt::Threads(error)) => {
            return Err(ComparisonError::Threads(SimulationError::Threads(error.to_string())));
        }
        Err(Halt::Failed(error)) => return Err(error),
    }
    let (pairs, sum) = so_far.into_inner();
    Ok(ComparisonProgress { heads: &heads, setups: [&setup, &other_setup], sum: &sum, pairs }.compared())
}

fn failed_under(ruleset: ComparedRuleset, failed: Failed) -> ComparisonError {
    ComparisonError::Ruleset { ruleset, failure: failed.error }
}

/// The mean of differences, with an interval that contains the true one at all times, for `figures` figures together.
fn interval(differences: &Values, is_share: bool, figures: usize) -> Estimate {
    let n = differences.count.max(1) as f64;
    let mean = differences.sum as f64 / n;
    // Of a share that never differed yet, only that it differs seldom is known: as if one pair more had.
    let variance = differences.deviation().powi(2) + if is_share { 1.0 / n } else { 0.0 };
    let error = FAMILY_ERROR_RATE / figures.max(1) as f64;
    let rho_squared = (-2.0 * error.ln() + (-2.0 * error.ln() + 1.0).ln()) / TUNED_FOR;
    let scaled = n * rho_squared + 1.0;
    let half = (variance * 2.0 * scaled / (n * n * rho_squared) * (scaled.sqrt() / error).ln()).sqrt();
    Estimate { value: mean, lower: mean - half, upper: mean + half }
}

/// Whether every headline differs, or differs by less than matters.
fn is_settled(heads: &[Headline], sum: &Pairs, setup: &SimulationSetup) -> bool {
    let Some(first) = sum.differences.first() else { return true };
    if first.count < MIN_PAIRS {
        return false;
    }
    let measured = sum.one.measured(&setup.lineup);
    heads.iter().zip(&sum.differences).all(|(head, differences)| {
        let Estimate { lower, upper, .. } = interval(differences, head.is_share, heads.len());
        let own = measured.iter().find(|metric| metric.id == head.metric);
        let own = own.and_then(|metric| metric.figures.iter().find(|figure| figure.of == head.of));
        let matters = if head.is_share { ALIKE } else { ALIKE * own.map_or(0.0, |own| own.estimate.value.abs()) };
        lower > 0.0 || upper < 0.0 || (lower > -matters && upper < matters)
    })
}
