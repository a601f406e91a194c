//! How unequal seats are: the spread between the seat that gets most of the wins and the seat that gets least.

use super::{Metric, MetricInfo, sums};
use crate::counts;
use crate::estimate::{Estimate, z_of};
use crate::game::{Lineup, PlayedGame};
use crate::results::{MeasuredFigure, Unit};
use crate::sums::{Summable, WIN_PARTS, wide};
use serde::{Deserialize, Serialize};

/// How often one of the intervals of all pairs of seats may be wrong.
const ERROR: f64 = 0.05;

/// How far the interval is to reach to each side when a run is long enough: two of a hundred games.
const NEAR: f64 = 0.02;

/// A sum of 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct WideSum(#[serde(with = "wide")] i128);

impl Summable for WideSum {
    fn add_up(&mut self, other: &Self) {
        self.0 += other.0;
    }
}

sums! {
    /// Sums of what seats get of the wins, by deal, and of the squares of the differences between two seats.
    pub struct SeatSpread {
        /// Deals of which all games were played.
        deals: u64,
        /// By seat, its parts of wins in these deals.
        parts: Vec<WideSum>,
        /// By pair of seats, the squares of the differences of a deal's parts.
        squares: Vec<WideSum>,
        /// By seat, its parts in the deal of which games are missing yet.
        open: Vec<WideSum>,
        /// By deal, how many games it has: the sum of them.
        games: u64,
    }
}

/// A pair of seats, the first of which may get more of the wins.
struct SeatPair {
    /// How much more the first gets, with an interval that holds for all pairs at once.
    more: Estimate,
    /// The variance of the difference in a single deal.
    variance: f64,
}

impl SeatSpread {
    /// Every pair of seats, in both orders.
    ///
    /// A seat's part of the wins of a deal, less another's, is a number from -1 to 1, one for each deal: the pairs of
    /// seats are paired observations. The intervals are those of A. Agresti and Y. Min (Simple improved confidence
    /// intervals for comparing matched proportions, Statistics in Medicine 24, 2005): Wald's, with half a deal added
    /// for each of one seat, the other, both and neither. That all pairs hold at once in 95 of 100 runs follows from
    /// Bonferroni's inequality.
    fn pairs(&self, lineup: &Lineup) -> Vec<SeatPair> {
        let (deals, whole) = (self.deals as f64, WIN_PARTS as f64 * self.games as f64 / self.deals.max(1) as f64);
        let (z, more_deals) = (z(lineup), deals + 2.0);
        let mut pairs = Vec::new();
        for ((one, other), squares) in pairs_of(self.parts.len()).zip(&self.squares) {
            let sum = (self.parts[one].0 - self.parts[other].0) as f64 / whole;
            let squares = squares.0 as f64 / whole / whole + 1.0;
            let middle = sum / more_deals;
            let variance = (squares / more_deals - middle * middle).max(0.0);
            let half = z * (variance / more_deals).sqrt();
            for sign in [1.0, -1.0] {
                let (value, middle) = (sign * sum / deals, sign * middle);
                let more = Estimate { value, lower: middle - half, upper: middle + half };
                pairs.push(SeatPair { more, variance });
            }
        }
        pairs
    }

    /// Whether there is anything to compare.
    fn is_measured(&self, lineup: &Lineup) -> bool {
        self.deals > 0 && lineup.teams.count() > 1
    }
}

/// The pairs of this number of seats.
fn pairs_of(seats: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..seats).flat_map(move |one| (one + 1..seats).map(move |other| (one, other)))
}

/// How far each interval reaches in standard errors, so that those of all pairs of teams hold at once.
fn z(lineup: &Lineup) -> f64 {
    let teams = lineup.teams.count();
    z_of(ERROR / (teams * teams.saturating_sub(1) / 2).max(1) as f64)
}

impl Metric for SeatSpread {
    const INFO: MetricInfo = MetricInfo {
        id: "seat_spread",
        name: "spread between seats",
        sentence: "How much more of the wins the seat with the most gets than the seat with the least; a shared win counts in parts. Between players who are all alike, so that only the seat makes a difference. Where all seats are equal it is near 0, and a little above it by chance.",
        source: "Ludii: Balance",
        unit: Unit::Share,
    };
    const INTERVAL: &'static str = "Agresti and Min for pairs of seats, which hold all at once by Bonferroni";

    fn add(&mut self, game: &PlayedGame<'_>) {
        let seats = game.scores.len();
        // Between unlike players a seat wins as often as the player who sits there.
        if game.lineup.players_differ() || seats < 2 {
            return;
        }
        self.open.resize(seats, WideSum::default());
        self.parts.resize(seats, WideSum::default());
        self.squares.resize(pairs_of(seats).count(), WideSum::default());
        let winning = game.lineup.teams.winning(game.winners);
        let part = WIN_PARTS.checked_div(winning.count.into()).unwrap_or_default();
        for seat in winning.seats.iter() {
            self.open[seat.index()].0 += part;
        }
        let (number, size) = game.replay;
        if number + 1 == size {
            self.deals += 1;
            self.games += size;
            for ((one, other), squares) in pairs_of(seats).zip(&mut self.squares) {
                let more = self.open[one].0 - self.open[other].0;
                squares.0 += more * more;
            }
            for (sum, open) in self.parts.iter_mut().zip(&mut self.open) {
                sum.0 += std::mem::take(open).0;
            }
        }
    }

    /// The greatest difference between two seats. Since the intervals of all pairs hold at once, the true spread is at
    /// least the greatest of their lower ends and at most the greatest of their upper ends.
    fn figures(&self, lineup: &Lineup) -> Vec<MeasuredFigure> {
        if !self.is_measured(lineup) {
            return Vec::new();
        }
        let pairs = self.pairs(lineup);
        let most = |end: fn(&Estimate) -> f64| pairs.iter().map(|pair| end(&pair.more)).fold(0.0, f64::max).min(1.0);
        let value = most(|more| more.value);
        let (lower, upper) = (most(|more| more.lower).min(value), most(|more| more.upper).max(value));
        vec![MeasuredFigure {
            of: String::new(),
            cases: self.games,
            estimate: Estimate { value, lower, upper },
            spread: None,
        }]
    }

    fn games_needed(&self, lineup: &Lineup) -> Option<u64> {
        let variance = self.pairs(lineup).iter().map(|pair| pair.variance).fold(0.0, f64::max);
        let deals = libm::ceil(variance * (z(lineup) / NEAR).powi(2));
        self.is_measured(lineup).then(|| deals as u64 * (self.games / self.deals.max(1)))
    }

    fn remarks(&self, lineup: &Lineup) -> Vec<String> {
        self.games_needed(lineup).map(counts::games_needed).into_iter().collect()
    }
}
