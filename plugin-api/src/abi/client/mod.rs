//! The host's side: a safe face over the tables of a plugin.
//!
//! [`Plugin`] → [`Rules`] → [`State`] → [`Position`], each keeping alive what it came from. What a plugin answers is checked before it is believed: seats and
//! winners are at the table, lists fit into their buffers and are in order, numbers are of a size that can be reckoned with.
//!
//! What a plugin lacks the host does itself, so that nobody else needs to ask: random games are played with the calls of the core, a bot
//! thinks about every legal action, and nothing is hidden.

mod assets;
mod beyond;
mod lists;
mod offer;
mod plugin;
mod position;
mod random;
mod rules;
mod state;

pub use super::error::{CallError, TableError};
pub use lists::MOST_ACTIONS;
pub use plugin::Plugin;
pub use position::{Attempt, Position};
pub use random::{Act, Decision, RandomPlayer};
pub use rules::Rules;
pub use state::State;
