//! The random player: every legal action is as likely as any other.

use crate::{Bot, BotError, Stop, Viewpoint};
use stonehouse_plugin::Rng;
use stonehouse_runtime::Candidate;

/// Plays at random.
pub struct Random {
    rng: Rng,
    legal: Vec<Candidate>,
}

impl Random {
    /// A random player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::from_seed(seed), legal: Vec::new() }
    }
}

impl Bot for Random {
    fn choose(&mut self, view: &Viewpoint<'_>, _: &Stop) -> Result<Candidate, BotError> {
        view.legal(&mut self.legal)?;
        self.rng.pick(&self.legal).copied().ok_or(BotError::NothingToDecide)
    }
}
