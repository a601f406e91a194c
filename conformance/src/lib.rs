//! The conformance kit: checks any game against the promises of the contract. A game's tests call it; so does the host
//! before it loads a library.
//!
//! ```ignore
//! let plugin = Plugin::linked::<MyGame>()?;
//! let rules = plugin.rules(2, &json!({}), None)?;
//! conformance::check(&rules, 100, 1)?;
//! ```
//!
//! | module | checks |
//! |---|---|
//! | `run` | deals, choices, refusals, rollouts, ends and replays, with and without house rules |
//! | `game_alone` | without house rules: what else a state promises, traces, playouts |
//! | `house` | with house rules: their memory and messages, what is hidden, playouts |
//! | `paths` | no two actions can be chosen by the same touches |
//! | `effects` | the effects of house rules leave the position valid |
//! | `inputs_and_turns` | simultaneous choices, inputs, chance |
//! | `news` | messages about an action once it is applied |
//! | `texts` | every placeholder of a text is filled, every picture exists |
//! | `secrets` | no scene, text or choice of an observer depends on what is hidden from it |
//! | `scale` | prospects are on the scale of the scores |
//! | `scenes` | the requirements of scenes and descriptions of actions, with and without house rules |
//!
//! `noop_house_rules` has house rules that use every hook, event and effect, or only events, and leave the game as it
//! is; `violation` reports a broken promise.
//!
//! A ruleset whose house rules add something around the game is checked with them: then a game is everything played at
//! the table, one decision after another. [`noop_house_rules()`] makes such rules for any plugin, and
//! [`event_house_rules`] some under which the playouts of the plugin itself are compared with single actions.
//!
//! Random games are played from seeds; a violation names the seed and the actions that lead to it.
//! [`Plugin::panic_probe`](stonehouse_runtime::Plugin::panic_probe) is not part of the kit: a plugin that was
//! built to abort ends the process, so it is called in a child process.

mod effects;
mod game_alone;
mod house;
mod inputs_and_turns;
mod news;
mod noop_house_rules;
mod paths;
mod run;
mod scale;
mod scenes;
mod secrets;
mod texts;
mod violation;

use std::sync::Arc;
use stonehouse_runtime::{CallError, Position, Rules, State};

pub use noop_house_rules::{event_house_rules, noop_house_rules};
pub use stonehouse_runtime::Plugin;
pub use violation::Violation;

/// The result of a check: counts and warnings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to the end.
    pub games: u64,
    /// Actions applied.
    pub actions: u64,
    /// The longest game, in actions.
    pub longest: u32,
    /// The most actions that one position offered.
    pub most_legal: u32,
    /// Warnings: a sentence for each probable mistake that breaks no promise.
    pub warnings: Vec<String>,
}

/// Plays `games` random games from `seed` and checks every promise of the contract at each step.
///
/// # Errors
/// The first promise that the game broke.
pub fn check(rules: &Arc<Rules>, games: u64, seed: u64) -> Result<Report, Violation> {
    if rules.layer().is_some() {
        run::check::<Position>(rules, games, seed)
    } else {
        run::check::<State>(rules, games, seed)
    }
}

type Check<T = ()> = Result<T, String>;

#[allow(clippy::needless_pass_by_value, reason = "handed to map_err")]
fn call_failed(error: CallError) -> String {
    format!("a call failed: {error}")
}

fn ensure(holds: bool, promise: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(promise()) }
}
