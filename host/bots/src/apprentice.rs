//! The apprentice: considers only the immediate effect of an action, and not every action.

use crate::{Bot, BotError, Stop, Viewpoint};
use stonehouse_plugin::Rng;
use stonehouse_runtime::{Candidate, Teams};

/// The share of actions that it overlooks, in percent.
const OVERSIGHT_PERCENT: u32 = 50;

/// Chooses the action that looks best right after it: by the points by which its team is ahead then. It overlooks half
/// of its actions, and never considers later ones, not even in its own turn.
pub struct Apprentice {
    rng: Rng,
}

impl Apprentice {
    /// An apprentice whose chance follows from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::from_seed(seed) }
    }
}

impl Bot for Apprentice {
    fn choose(&mut self, view: &Viewpoint<'_>, stop: &Stop) -> Result<Candidate, BotError> {
        let mut legal = Vec::new();
        view.candidates(&mut legal)?;
        let mut seen: Vec<Candidate> =
            legal.iter().copied().filter(|_| self.rng.below(100) >= OVERSIGHT_PERCENT).collect();
        if seen.is_empty() {
            seen.extend(self.rng.pick(&legal));
        }
        let sample = view.sample(self.rng.next_u64())?;
        let teams = Teams::of(view.rules());
        let mut scores = vec![0; teams.seats()];
        let mut after = sample.try_clone()?;
        let (mut best, mut equals) = (i64::MIN, Vec::new());
        for candidate in seen {
            after.copy_from(&sample)?;
            after.play_candidate(candidate)?;
            after.finish_choosing()?;
            after.prospects(&mut scores)?;
            let ahead = teams.margin(&scores, view.seat());
            if ahead > best {
                best = ahead;
                equals.clear();
            }
            if ahead == best {
                equals.push(candidate);
            }
            if stop.is_stopped() {
                break;
            }
        }
        self.rng.pick(&equals).copied().ok_or(BotError::NothingToDecide)
    }
}
