//! Two rulesets side by side: games at random under both, from the same seeds.

use crate::lua::Budget;
use crate::ruleset::{RulesFailure, Ruleset};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stonehouse_plugin_api::abi::client::{CallError, Position};
use stonehouse_plugin_api::rng;

/// How many standard errors an interval reaches to each side: 95 of 100 such intervals hold the true value.
const REACH: f64 = 1.96;

/// How far a comparison is, and whether it shall go on: shared between who runs it and who shows it.
#[derive(Debug, Default)]
pub struct Watch {
    games: AtomicU64,
    stopped: AtomicBool,
}

impl Watch {
    /// How many games were played under each ruleset.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Asks it to stop after the current game; what was played so far is the result.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// An estimate and the interval around it that holds the true value in 95 of 100 cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub least: f64,
    /// The upper end.
    pub greatest: f64,
}

impl Estimate {
    /// The share of `count` in `of`, after Wilson.
    pub fn share(count: u64, of: u64) -> Self {
        if of == 0 {
            return Self { value: 0.0, least: 0.0, greatest: 1.0 };
        }
        let (n, share) = (of as f64, count as f64 / of as f64);
        let square = REACH * REACH;
        let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
        let half = REACH / (1.0 + square / n) * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        // Rounding must not leave the share outside of its own interval.
        Self { value: share, least: (middle - half).clamp(0.0, share), greatest: (middle + half).clamp(share, 1.0) }
    }

    /// The mean of `of` values with this sum and sum of squares.
    pub fn mean(sum: f64, squares: f64, of: u64) -> Self {
        let n = of.max(1) as f64;
        let mean = sum / n;
        let spread = (squares / n - mean * mean).max(0.0);
        let half = if of > 1 { REACH * (spread / (n - 1.0)).sqrt() } else { 0.0 };
        Self { value: mean, least: mean - half, greatest: mean + half }
    }

    /// Whether two intervals share no value: the difference is hardly chance.
    pub fn differs(&self, other: &Self) -> bool {
        self.least > other.greatest || other.least > self.greatest
    }
}

/// A seat's figures.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatFigures {
    /// The share of games that its team won alone.
    pub wins: Estimate,
    /// Its score.
    pub score: Estimate,
}

/// The figures of a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Games played.
    pub games: u64,
    /// The share of games that several teams won together, or nobody.
    pub draws: Estimate,
    /// Each seat's figures.
    pub seats: Vec<SeatFigures>,
    /// The actions in a game.
    pub actions: Estimate,
}

/// Plays random games under both rulesets, each seed under both, until there are `most` of each, `longest` has passed, or it is stopped.
///
/// # Errors
/// The first failure of a house rule or the plugin, and whether it was under the first ruleset or the second.
pub fn compare(
    [one, other]: [&Ruleset; 2],
    most: u64,
    longest: Duration,
    watch: &Watch,
) -> Result<[Figures; 2], (usize, RulesFailure)> {
    let began = Instant::now();
    let mut sums = [Sums::new(one), Sums::new(other)];
    for game in 0..most {
        if game > 0 && (began.elapsed() > longest || watch.stopped.load(Ordering::Relaxed)) {
            break;
        }
        let seed = rng::seed_of(0, game);
        for (place, (sum, ruleset)) in sums.iter_mut().zip([one, other]).enumerate() {
            let _budget = Budget::of_an_action();
            sum.play(ruleset, seed).map_err(|error| (place, ruleset.explain(error)))?;
        }
        watch.games.store(game + 1, Ordering::Relaxed);
    }
    Ok(sums.map(|sum| sum.figures()))
}

/// Sums over the games of one ruleset.
struct Sums {
    teams: Vec<u8>,
    games: u64,
    wins: Vec<u64>,
    draws: u64,
    scores: Vec<(f64, f64)>,
    actions: (f64, f64),
}

impl Sums {
    fn new(ruleset: &Ruleset) -> Self {
        let teams: Vec<u8> = ruleset.seating().seats.iter().map(|seat| seat.team).collect();
        let seats = teams.len();
        Self { teams, games: 0, wins: vec![0; seats], draws: 0, scores: vec![(0.0, 0.0); seats], actions: (0.0, 0.0) }
    }

    fn play(&mut self, ruleset: &Ruleset, seed: u64) -> Result<(), CallError> {
        let mut state = Position::deal(ruleset.rules(), seed)?;
        let actions = f64::from(state.playout(rng::seed_of(seed, u64::MAX))?);
        let outcome = state.outcome()?;
        let team = |seat: &stonehouse_plugin_api::Seat| self.teams.get(seat.index()).copied();
        let mut winners = outcome.winners.iter();
        let first = winners.next().and_then(|seat| team(&seat));
        if first.is_some() && winners.all(|seat| team(&seat) == first) {
            for seat in outcome.winners.iter() {
                self.wins[seat.index()] += 1;
            }
        } else {
            self.draws += 1;
        }
        for ((sum, squares), score) in self.scores.iter_mut().zip(outcome.scores) {
            *sum += score as f64;
            *squares += score as f64 * score as f64;
        }
        self.actions.0 += actions;
        self.actions.1 += actions * actions;
        self.games += 1;
        Ok(())
    }

    fn figures(&self) -> Figures {
        let mean = |(sum, squares): (f64, f64)| Estimate::mean(sum, squares, self.games);
        let seats = self.wins.iter().zip(&self.scores);
        Figures {
            games: self.games,
            draws: Estimate::share(self.draws, self.games),
            seats: seats
                .map(|(wins, score)| SeatFigures { wins: Estimate::share(*wins, self.games), score: mean(*score) })
                .collect(),
            actions: mean(self.actions),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_true_value_as_often_as_they_say() {
        let mut dice = rng::Rng::from_seed(1);
        let (mut shares, mut means) = (0, 0);
        for _ in 0..1000 {
            let throws: Vec<f64> = (0..60).map(|_| f64::from(u8::from(dice.next_u64() % 10 < 3))).collect();
            let sum: f64 = throws.iter().sum();
            let share = Estimate::share(sum as u64, 60);
            shares += u32::from((share.least..=share.greatest).contains(&0.3));
            // The sum of two such throws, whose mean is 0.6.
            let pairs: Vec<f64> = throws.chunks(2).map(|pair| pair[0] + pair[1]).collect();
            let mean = Estimate::mean(pairs.iter().sum(), pairs.iter().map(|pair| pair * pair).sum(), 30);
            means += u32::from((mean.least..=mean.greatest).contains(&0.6));
        }
        assert!((930..=970).contains(&shares) && (915..=970).contains(&means), "{shares} and {means} of 1000");
    }

    #[test]
    fn a_share_and_a_mean_have_intervals_that_shrink_with_more_games() {
        let few = Estimate::share(5, 10);
        let many = Estimate::share(500, 1000);
        assert_eq!((few.value, many.value), (0.5, 0.5));
        assert!(few.least < many.least && many.greatest < few.greatest);
        assert!(many.least > 0.46 && many.greatest < 0.54, "{many:?}");
        // Values 1 and 3 in equal numbers: their mean is 2, and each lies 1 from it.
        let mean = Estimate::mean(200.0, 500.0, 100);
        assert!((mean.greatest - 2.197).abs() < 0.001, "{mean:?}");
        assert!(mean.differs(&Estimate::mean(300.0, 1000.0, 100)) && !mean.differs(&mean));
        for of in 1..300 {
            for count in 0..=of {
                let Estimate { value, least, greatest } = Estimate::share(count, of);
                assert!((0.0..=value).contains(&least) && (value..=1.0).contains(&greatest), "{count} of {of}");
            }
        }
        assert_eq!(Estimate::share(0, 0), Estimate { value: 0.0, least: 0.0, greatest: 1.0 });
    }
}
