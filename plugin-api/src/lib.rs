//! The contract between Stonehouse and a game.
//!
//! A plugin author implements one trait, [`Game`], in safe Rust, and writes one line,
//! [`export_game!`]. Everything else here is what passes between the two sides:
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the trait and what a ruleset is made from |
//! | [`action`] | seats, actions, observers, outcomes |
//! | [`mod@knobs`] | typed parameters of a game, from one definition |
//! | [`mod@hooks`] | the places where a house rule may speak |
//! | [`mod@words`] | enums whose values people write by name |
//! | [`scene`] | what one observer is allowed to see of the table |
//! | [`rng`] | randomness whose stream is the same on every machine |
//! | [`abi`] | the C ABI beneath, for both sides |
//! | [`conformance`] | the kit that checks any game against this contract |
//!
//! A plugin knows no file, no Lua and no screen. The host knows no game.

extern crate self as stonehouse_plugin_api;

pub mod abi;
pub mod action;
pub mod conformance;
pub mod game;
pub mod hooks;
pub mod knobs;
pub mod rng;
pub mod scene;
pub mod words;

pub use action::{Action, ActionText, Actions, MAX_SEATS, Observer, Outcome, Seat, Winners};
pub use game::{About, Fault, Game, LONGEST_GAME, RulesError, SeatInfo, Seating, SeatsRange, Setup};
pub use hooks::{Field, FieldKind, HookDecl, HookValue, Hooks, MAX_HOOKS};
pub use knobs::{KnobDecl, KnobKind};
pub use rng::Rng;
pub use scene::Scene;
pub use words::{Choice, Words};

/// What the macros of this crate name; not for direct use.
#[doc(hidden)]
pub mod reexport {
    pub use schemars;
    pub use serde;
    pub use serde_json;
}

pub use serde_json::{Value as Json, json};
