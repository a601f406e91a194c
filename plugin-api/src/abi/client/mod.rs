//! The host's side: a safe interface to the tables of a plugin.
//!
//! [`Plugin`] → [`Rules`] → [`State`] → [`Position`], each keeping alive what it came from. Every answer of a plugin is checked before use: seats and
//! winners are at the table, lists fit into their buffers and are in order, numbers are small enough to compute with.
//!
//! What a plugin lacks, this client does itself, so that no other code needs to ask: random games are played with the calls of the core, a
//! bot considers every legal action, and nothing is hidden.
//!
//! The checks are here so that engine, lab and window can rely on what they get: behind this client a seat is at the
//! table and a list fits. Memory that native code writes to is beyond any such check.

mod assets;
mod beyond;
mod facts;
mod house;
mod lists;
mod offer;
mod plugin;
mod position;
mod random;
mod results;
mod rules;
mod state;

pub use super::error::{CallError, TableError};
pub use lists::MOST_ACTIONS;
pub use plugin::Plugin;
pub use position::{Attempt, Position};
pub use random::{Act, Decision, RandomPlayer};
pub use results::{Effected, Noted, Rolled};
pub use rules::Rules;
pub use state::State;
