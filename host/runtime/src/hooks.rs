//! Hooks of house rules, as the host answers them.

use crate::{HookFailure, HouseLayer, ReadFacts};
#[cfg(doc)]
use stonehouse_plugin::hooks::DEPENDS_ON_STATE;

/// The kind of work of a game: house rules have different limits for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// One query of a position, or one change to it: the deal, an action, the list of legal actions.
    Query,
    /// A whole game, played in one call.
    Game,
}

/// Answers hook calls. `host/house-rules` implements it over Luau; a test may implement it in Rust.
///
/// It is called on the thread on which the game was called; several threads may play under one ruleset.
pub trait HookHost: Send + Sync {
    /// Whether any script uses the hook at `index` of the game's declarations.
    fn uses(&self, index: usize) -> bool;

    /// The dependencies of the results of the hook at `index`, beside the value: bit `n` is field `n` of its context,
    /// and [`DEPENDS_ON_STATE`] anything else, or a field after the 63rd. More than is really read is no mistake.
    fn dependencies(&self, _index: usize) -> u64 {
        u64::MAX
    }

    /// The game is about to be called on this thread: hook calls that follow belong to this work. The cost of house
    /// rules is counted from here.
    fn begin(&self, _work: Work) {}

    /// Folds `value` through the scripts. `context` has one integer per declared field; beyond it they may read
    /// `facts`.
    ///
    /// # Errors
    /// When a script failed or its result is out of type or bounds. The call of the game then returns this failure.
    fn fold(&self, index: usize, context: &[i64], facts: &dyn ReadFacts, value: i64) -> Result<i64, Box<HookFailure>>;

    /// The layer of the house rules; `None` if they do nothing around the game, beyond hooks.
    fn layer(&self) -> Option<&dyn HouseLayer> {
        None
    }

    /// Whether functions that are known to do nothing are called nevertheless, so that all calls can be counted.
    fn calls_idle_functions(&self) -> bool {
        false
    }
}
