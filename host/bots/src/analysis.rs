//! Hints and verdicts: the best actions for a strong bot and how sure it is, and which decisions of a match cost most.
//!
//! All results are computed from a [`Viewpoint`], so from what the seat may know only, and follow from the seed if the
//! budget is a number of iterations.

use crate::search::{Edge, Style, Tree, VisitTally, grow, sum};
use crate::{BotError, Budget, Stop, Viewpoint};
use std::time::Instant;
use stonehouse_runtime::{CallError, Candidate, Choice, Position};

/// The share of the iterations of [`judge`], one in this many, that compares the chosen action with the one that seemed
/// best.
const COMPARISON_DIVISOR: u32 = 3;

/// The most iterations that are spent so, where the budget is a time.
const MAX_COMPARISONS: u32 = 2000;

/// The evaluation of one action by a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The action, with its values.
    pub candidate: Candidate,
    /// The share of iterations that tried it, from 0 to 1: how sure the search is that nothing else is better. The
    /// shares of all actions add up to 1.
    pub share: f64,
    /// Its reward, from 0 (lost) to 1 (won): half the chance to win and half the lead.
    pub reward: f64,
    /// The chance to win, from 0 to 1, a win that is shared counting in part. `None` where the search does not look to
    /// the end of the match.
    pub win: Option<f64>,
    /// The points by which the seat's team will be ahead of the best other one.
    pub margin: f64,
}

/// The evaluation of a decision by a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The action that was chosen.
    pub chosen: Evaluation,
    /// The action that seems best: maybe the same.
    pub best: Evaluation,
    /// The loss: the reward of the best less that of the chosen one, from 0 to 1. 0 if nothing better was found.
    pub loss: f64,
}

/// Returns the seat's actions, the best first: all that a bot [considers](Viewpoint::candidates), tried within the
/// budget by a search whose chance follows from `seed`. When stopped it returns its findings so far.
///
/// # Errors
/// [`BotError::NothingToDecide`] when the decision is not this seat's; and when a house rule or the plugin failed.
pub fn analyse(view: &Viewpoint<'_>, budget: Budget, seed: u64, stop: &Stop) -> Result<Vec<Evaluation>, BotError> {
    analyse_in_style(view, budget, Style::FULL, seed, stop)
}

/// As [`analyse`], with a search of a certain style.
///
/// # Errors
/// As [`analyse`].
pub fn analyse_in_style(
    view: &Viewpoint<'_>,
    budget: Budget,
    style: Style,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Evaluation>, BotError> {
    let mut candidates = Vec::new();
    view.candidates(&mut candidates)?;
    let tree = Tree::new(view, candidates, seed, None, style, budget)?;
    Ok(judged(&grow(view, tree, (budget, Instant::now()), style, seed, stop)?))
}

/// The candidate that represents a choice: the same action, with those of its [samples](Position::choice_of) of values
/// that are nearest to the values given. `None` if the action is not legal.
///
/// # Errors
/// When a house rule or the plugin failed.
pub fn candidate_of(position: &Position, choice: &Choice) -> Result<Option<Candidate>, CallError> {
    let mut candidates = Vec::new();
    position.all_candidates(&mut candidates)?;
    let mut nearest: Option<(u64, Candidate)> = None;
    for candidate in candidates.into_iter().filter(|candidate| candidate.action == choice.action) {
        let values = position.choice_of(candidate)?.values;
        let off = values.iter().zip(&choice.values).fold(0, |off: u64, (a, b)| off.saturating_add(a.abs_diff(*b)));
        if nearest.is_none_or(|(least, _)| off < least) {
            nearest = Some((off, candidate));
        }
    }
    Ok(nearest.map(|(_, candidate)| candidate))
}

/// Returns the cost of the decision to choose `chosen`. One part in three of the budget compares it with the action
/// that seems best, under the same chance.
///
/// # Errors
/// As [`analyse`], and [`CallError::Illegal`] when `chosen` was not legal.
pub fn judge(
    view: &Viewpoint<'_>,
    chosen: Candidate,
    budget: Budget,
    seed: u64,
    stop: &Stop,
) -> Result<Verdict, BotError> {
    let (mut legal, mut candidates) = (Vec::new(), Vec::new());
    view.legal(&mut legal)?;
    if !legal.contains(&chosen) {
        return Err(CallError::Illegal.into());
    }
    view.candidates(&mut candidates)?;
    if let Err(place) = candidates.binary_search(&chosen) {
        candidates.insert(place, chosen);
    }
    let tree = Tree::new(view, candidates, seed, None, Style::FULL, budget)?;
    let (free, compared) = match budget {
        Budget::Iterations(most) => (Budget::Iterations(most - most / COMPARISON_DIVISOR), most / COMPARISON_DIVISOR),
        Budget::Time(most) => (Budget::Time(most / COMPARISON_DIVISOR * (COMPARISON_DIVISOR - 1)), MAX_COMPARISONS),
    };
    let began = Instant::now();
    let mut trees = grow(view, tree, (free, began), Style::FULL, seed, stop)?;
    let tree = &mut trees[0];
    let visits_at = |tree: &Tree, place: usize| tree.root().nth(place).map_or(0, |(edge, _)| edge.visits);
    let place_of =
        |tree: &Tree, candidate: Candidate| tree.root_candidates().iter().position(|other| *other == candidate);
    let favourite = judged(std::slice::from_ref(tree)).first().map(|best| best.candidate);
    if let (Some(chosen), Some(best)) = (place_of(tree, chosen), favourite.and_then(|best| place_of(tree, best))) {
        for _ in 0..compared {
            let is_late = matches!(budget, Budget::Time(most) if began.elapsed() >= most);
            if is_late || stop.is_stopped() {
                break;
            }
            let rarer = if visits_at(tree, chosen) <= visits_at(tree, best) { chosen } else { best };
            tree.iterate(view, Some(rarer))?;
        }
    }
    let judged = judged(&trees);
    let chosen = judged.iter().find(|judged| judged.candidate == chosen).copied().ok_or(BotError::NothingToDecide)?;
    let best = judged.iter().find(|judged| Some(judged.candidate) == favourite).copied().unwrap_or(chosen);
    let loss = best.reward - chosen.reward;
    let is_lost = loss > 0.0 && chosen.share > 0.0;
    Ok(Verdict { chosen, best: if is_lost { best } else { chosen }, loss: if is_lost { loss } else { 0.0 } })
}

/// The places of the `count` verdicts that lost most, the worst first: of equals the earlier. Those that lost nothing
/// are left out.
pub fn most_lost(verdicts: &[Verdict], count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..verdicts.len()).filter(|place| verdicts[*place].loss > 0.0).collect();
    places.sort_by(|a, b| verdicts[*b].loss.total_cmp(&verdicts[*a].loss).then(a.cmp(b)));
    places.truncate(count);
    places
}

/// The statistics of all trees, the most tried action first.
fn judged(trees: &[Tree]) -> Vec<Evaluation> {
    let mut root = sum(trees);
    let all: u32 = root.iter().map(|(edge, _)| edge.visits).sum();
    root.sort_by(|(a, _), (b, _)| {
        b.visits.cmp(&a.visits).then(b.reward.total_cmp(&a.reward)).then(a.candidate.cmp(&b.candidate))
    });
    let of = |(edge, tally): (Edge, VisitTally)| {
        let visits = f64::from(edge.visits.max(1));
        Evaluation {
            candidate: edge.candidate,
            share: f64::from(edge.visits) / f64::from(all.max(1)),
            reward: if edge.visits == 0 { 0.5 } else { edge.reward / visits },
            win: (tally.ended > 0 && tally.ended == edge.visits).then(|| tally.wins / f64::from(tally.ended)),
            margin: tally.margin / visits,
        }
    };
    root.into_iter().map(of).collect()
}
