//! The last actions of a game without secrets or chance, played exactly: alpha-beta over all their sequences.
//!
//! Two teams, one seat at a time, no values to choose. Whether anything is hidden or random is tested by trial: on
//! random lines to the end, two samples offer the same and end with the same scores. How many positions there are is
//! estimated on the same lines (Knuth, "Estimating the efficiency of backtrack programs", 1975), so that a position too
//! far from the end costs next to nothing.

use super::Budget;
use crate::{BotError, Stop, Viewpoint};
use std::time::Instant;
use stonehouse_plugin::rng::Rng;
use stonehouse_runtime::{Candidate, Position, Teams};

/// How many random lines are followed to the end.
const LINES: u32 = 8;

/// How many positions are searched for one iteration, or one microsecond, of the budget: about as long as these take.
const POSITIONS_PER_ITERATION: u64 = 8;
const POSITIONS_PER_MICROSECOND: u64 = 2;

/// How many positions are searched between two readings of the clock.
const POSITIONS_PER_CLOCK_READING: u64 = 1024;

/// The most positions that are searched.
const MAX_POSITIONS: u64 = 2_000_000;

/// Of `n` positions alpha-beta searches about `n` to the power of this, with a sensible order.
const PRUNING_EXPONENT: f64 = 0.62;

/// The worth of an end to the seat that chooses: first the win (2 alone, 1 shared, 0 lost), then the points ahead.
type EndingValue = (i8, i64);

/// The bounds of all values.
const WORST: EndingValue = (-1, i64::MIN);
const BEST: EndingValue = (3, i64::MAX);

/// The best action for the seat, if that can be found out within the budget.
pub(super) fn solve(
    view: &Viewpoint<'_>,
    budget: Budget,
    seed: u64,
    stop: &Stop,
) -> Result<Option<Candidate>, BotError> {
    let plugin = view.rules().plugin();
    let teams = Teams::of(view.rules());
    if teams.count() != 2 || plugin.has_chance() || plugin.has_simultaneous_turns() || plugin.has_inputs() {
        return Ok(None);
    }
    let most = match budget {
        Budget::Iterations(most) => u64::from(most) * POSITIONS_PER_ITERATION,
        Budget::Time(most) => (most.as_micros() as u64).saturating_mul(POSITIONS_PER_MICROSECOND),
    };
    let most = most.min(MAX_POSITIONS);
    if !is_near(view, most, seed)? {
        return Ok(None);
    }
    let at = view.sample(seed)?;
    // The rest of a time suffices for the search, should this not be done by then.
    let until = match budget {
        Budget::Iterations(_) => None,
        Budget::Time(most) => Instant::now().checked_add(most / 2),
    };
    let scores = vec![0; teams.seats()];
    let mut solver = Solver { teams, view, left: most, until, levels: Vec::new(), scores, stop };
    solver.best(&at)
}

/// Whether the end is near enough to search exhaustively, and nothing about it is hidden or random.
fn is_near(view: &Viewpoint<'_>, most: u64, seed: u64) -> Result<bool, BotError> {
    // The most that the sum of estimates over all lines may be.
    let bound = libm::pow(most as f64, 1.0 / PRUNING_EXPONENT) * f64::from(LINES);
    let mut rng = Rng::from_seed(seed);
    let (mut legal, mut others, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut one, mut other) = (view.sample(rng.next_u64())?, view.sample(rng.next_u64())?);
    let mut sum = 0.0;
    for _ in 0..LINES {
        view.resample(&mut one, rng.next_u64())?;
        view.resample(&mut other, rng.next_u64())?;
        let mut positions = 1.0;
        while one.to_act()?.is_some() {
            one.candidates(&mut actions, &mut legal)?;
            other.candidates(&mut actions, &mut others)?;
            positions *= legal.len() as f64;
            if legal != others || one.to_act()? != other.to_act()? || sum + positions > bound {
                return Ok(false);
            }
            let Some(candidate) = rng.pick(&legal) else { return Ok(false) };
            one.play_candidate(*candidate)?;
            other.play_candidate(*candidate)?;
        }
        if other.to_act()?.is_some() || one.outcome()? != other.outcome()? {
            return Ok(false);
        }
        sum += positions;
    }
    Ok(true)
}

struct Solver<'a> {
    teams: Teams,
    view: &'a Viewpoint<'a>,
    /// How many positions may still be searched.
    left: u64,
    /// The time at which the search of the ending is abandoned.
    until: Option<Instant>,
    /// The buffers for each depth, reused.
    levels: Vec<EndingLevel>,
    scores: Vec<i64>,
    stop: &'a Stop,
}

/// The positions after each action of one position.
#[derive(Default)]
struct EndingLevel {
    legal: Vec<Candidate>,
    after: Vec<Position>,
    /// In the order of the search: the points ahead, and the place.
    order: Vec<(i64, usize)>,
}

/// The bounds of a position's value in alpha-beta.
struct AlphaBetaWindow {
    /// Whether the seat's own team chooses here.
    own: bool,
    /// The bounds that the teams can make sure of elsewhere.
    low: EndingValue,
    high: EndingValue,
    /// The best value found here so far.
    best: EndingValue,
}

impl AlphaBetaWindow {
    fn narrow(&mut self, value: EndingValue) {
        if self.own {
            self.best = self.best.max(value);
            self.low = self.low.max(value);
        } else {
            self.best = self.best.min(value);
            self.high = self.high.min(value);
        }
    }

    /// Whether no further value found here can matter.
    fn is_closed(&self) -> bool {
        self.low >= self.high
    }
}

/// The value of a position after an action, as far as it is known.
enum KnownValue {
    End(EndingValue),
    /// Points ahead so far.
    Open(i64),
}

impl Solver<'_> {
    /// The best action at the root, or `None` if there are more positions than may be searched.
    fn best(&mut self, at: &Position) -> Result<Option<Candidate>, BotError> {
        let mut level = EndingLevel::default();
        let mut bound = WORST;
        let mut best = None;
        let Some(ended) = self.spread(at, &mut level)? else { return Ok(None) };
        for (value, place) in ended {
            if value > bound {
                (bound, best) = (value, Some(level.legal[place]));
            }
        }
        level.order.sort_by_key(|(ahead, place)| (std::cmp::Reverse(*ahead), *place));
        for (_, place) in &level.order {
            let Some(value) = self.value(0, &level.after[*place], bound, BEST)? else { return Ok(None) };
            if value > bound {
                (bound, best) = (value, Some(level.legal[*place]));
            }
        }
        Ok(best)
    }

    /// The value of a position if it is between `low` and `high`; otherwise the bound that it passes, or beyond.
    fn value(
        &mut self,
        depth: usize,
        at: &Position,
        low: EndingValue,
        high: EndingValue,
    ) -> Result<Option<EndingValue>, BotError> {
        if self.levels.len() == depth {
            self.levels.push(EndingLevel::default());
        }
        let mut level = std::mem::take(&mut self.levels[depth]);
        let value = self.value_with(depth, at, &mut level, low, high);
        self.levels[depth] = level;
        value
    }

    fn value_with(
        &mut self,
        depth: usize,
        at: &Position,
        level: &mut EndingLevel,
        low: EndingValue,
        high: EndingValue,
    ) -> Result<Option<EndingValue>, BotError> {
        let own = match at.to_act()? {
            Some(seat) => self.teams.are_one(seat, self.view.seat()),
            None => return Ok(None),
        };
        let Some(ended) = self.spread(at, level)? else { return Ok(None) };
        let mut window = AlphaBetaWindow { own, low, high, best: if own { WORST } else { BEST } };
        ended.into_iter().for_each(|(value, _)| window.narrow(value));
        level.order.sort_by_key(|(ahead, place)| (if own { -ahead } else { *ahead }, *place));
        for (_, place) in &level.order {
            if window.is_closed() {
                break;
            }
            let value = self.value(depth + 1, &level.after[*place], window.low, window.high)?;
            let Some(value) = value else { return Ok(None) };
            window.narrow(value);
        }
        Ok(Some(window.best))
    }

    /// Plays every action: returns the ends among them with their places, and lists the others in `level`. `None` when
    /// the budget of positions is spent.
    fn spread(
        &mut self,
        at: &Position,
        level: &mut EndingLevel,
    ) -> Result<Option<Vec<(EndingValue, usize)>>, BotError> {
        at.all_candidates(&mut level.legal)?;
        level.order.clear();
        let mut ended = Vec::new();
        for (place, candidate) in level.legal.iter().enumerate() {
            self.left = self.left.saturating_sub(1);
            let is_late = self.left.is_multiple_of(POSITIONS_PER_CLOCK_READING)
                && self.until.is_some_and(|until| Instant::now() >= until);
            if self.left == 0 || is_late || self.stop.is_stopped() {
                return Ok(None);
            }
            if level.after.len() == place {
                level.after.push(at.try_clone()?);
            } else {
                level.after[place].copy_from(at)?;
            }
            let after = &mut level.after[place];
            after.play_candidate(*candidate)?;
            match self.evaluate(&level.after[place])? {
                KnownValue::End(value) => ended.push((value, place)),
                KnownValue::Open(ahead) => level.order.push((ahead, place)),
            }
        }
        Ok(Some(ended))
    }

    fn evaluate(&mut self, at: &Position) -> Result<KnownValue, BotError> {
        let winners = at.scores(&mut self.scores)?;
        let ahead = self.teams.margin(&self.scores, self.view.seat());
        Ok(match at.to_act()? {
            Some(_) => KnownValue::Open(ahead),
            None => KnownValue::End(((self.teams.win_share(winners, self.view.seat()) * 2.0) as i8, ahead)),
        })
    }
}
