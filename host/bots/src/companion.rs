//! The companion: a bot that plays as well as it has to.
//!
//! It analyses its actions, and of those that are not silly it chooses the one that keeps the match close: the more it
//! is ahead, the more it leaves on the table; once it is behind it plays its best. Its choices follow from the seed and
//! the position, so a match with it can be interrupted and resumed.

use crate::analysis::{Evaluation, analyse_in_style};
use crate::search::Style;
use crate::{Bot, BotError, Budget, Stop, Viewpoint};
use stonehouse_plugin::Rng;
use stonehouse_runtime::Candidate;

/// How long it looks: enough to be a strong opponent where it has to.
const LOOK: Budget = Budget::Iterations(3000);

/// How much worse than the best action an action may be that it chooses, of a reward from 0 to 1.
const TOLERANCE: f64 = 0.12;

/// The share of an equal part of the visits that an action needs to be considered.
const ENOUGH_VISITS: f64 = 0.25;

/// Plays as well as it has to.
pub struct Companion {
    rng: Rng,
}

impl Companion {
    /// A companion whose random numbers follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::from_seed(seed) }
    }
}

impl Bot for Companion {
    fn choose(&mut self, view: &Viewpoint<'_>, stop: &Stop) -> Result<Candidate, BotError> {
        // Without AMAF the search tries everything often enough to judge it.
        let style = Style { amaf: false, ..Style::FULL };
        let judged = analyse_in_style(view, LOOK, style, self.rng.next_u64(), stop)?;
        choose(&judged).ok_or(BotError::NothingToDecide)
    }
}

/// The action that is good enough and after which the end is closest to even. `judged` begins with the best.
fn choose(judged: &[Evaluation]) -> Option<Candidate> {
    let best = judged.first()?;
    let known = ENOUGH_VISITS / judged.len() as f64;
    let fair = judged.iter().filter(|one| one.share >= known && one.reward >= best.reward - TOLERANCE);
    let closest = fair.min_by(|a, b| a.margin.abs().total_cmp(&b.margin.abs()));
    closest.filter(|_| best.margin > 0.0).or(Some(best)).map(|one| one.candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::Action;

    fn judged(action: u32, share: f64, reward: f64, margin: f64) -> Evaluation {
        Evaluation { candidate: Action(action).into(), share, reward, win: None, margin }
    }

    #[test]
    fn ahead_it_keeps_the_match_close_and_behind_it_plays_its_best() {
        let ahead = [judged(1, 0.6, 0.70, 8.0), judged(2, 0.3, 0.62, 1.0), judged(3, 0.1, 0.30, -0.5)];
        assert_eq!(choose(&ahead), Some(Action(2).into()), "what is silly is left alone, however close");
        let behind = [judged(1, 0.6, 0.40, -4.0), judged(2, 0.4, 0.39, -3.0)];
        assert_eq!(choose(&behind), Some(Action(1).into()));
        let unknown = [judged(1, 0.98, 0.70, 8.0), judged(2, 0.02, 0.69, 0.0)];
        assert_eq!(choose(&unknown), Some(Action(1).into()), "what was hardly tried is not known");
        assert_eq!(choose(&[]), None);
    }
}
