//! The contract between Stonehouse and a game.
//!
//! A plugin author implements one trait, [`Game`], in safe Rust, and writes one line,
//! [`export_game!`]. Whatever a game offers beyond that is an [extension](extensions): one more trait, named in the same line. Everything
//! else here is what passes between the two sides:
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the trait, and what a ruleset is compiled from |
//! | [`extensions`] | what a game may offer beyond it: playouts, help for bots, secrets, dice, inputs, pictures |
//! | [`manifest`] | who made a game, and how long it takes |
//! | [`turn`] | whose turn it is, sets of seats |
//! | [`action`] | seats, actions, observers, results |
//! | [`actions`], [`lists`] | the lists that a game fills |
//! | [`choice`] | how an action is described, and how it is chosen |
//! | [`mod@text`] | texts for people, as templates |
//! | [`mod@knobs`] | typed parameters of a game, from one definition |
//! | [`mod@hooks`] | the places where a house rule may change a value |
//! | [`house`] | facts, events and effects: what house rules can use beyond hooks |
//! | [`mod@words`] | enums whose values people write by name |
//! | [`host`] | what the host offers a game |
//! | [`scene`] | what one observer is allowed to see of the table |
//! | [`rng`] | randomness whose stream is the same on every machine |
//! | [`abi`] | the C ABI beneath |
//!
//! A plugin needs no files, no Lua and no screen. The host contains nothing that is made for a particular game.

extern crate self as stonehouse_plugin;

pub mod abi;
pub mod action;
pub mod actions;
pub mod choice;
pub mod extensions;
pub mod game;
pub mod hooks;
pub mod host;
pub mod house;
pub mod knobs;
pub mod lists;
pub mod manifest;
pub mod rng;
pub mod scene;
pub mod text;
pub mod turn;
pub mod words;

pub use action::{Action, MAX_SEATS, Observer, Outcome, Seat};
pub use actions::Actions;
pub use choice::{ActionText, Input, InputKind, Path, Step};
pub use extensions::{
    Assets, BotHelp, Chance, Chosen, Determinize, Inputs, MOST_UNITS, News, Playout, Results, Simultaneous,
    random_playout,
};
pub use game::{About, Game, GameError, LONGEST_GAME, MOST_POINTS, RulesError, SeatInfo, Seating, SeatsRange, Setup};
pub use hooks::{Field, FieldKind, HookDecl, HookValue, Hooks, MAX_HOOKS};
pub use host::{Host, HostServices, Level};
pub use house::{EffectError, Effects, Facts};
pub use knobs::{KnobDecl, KnobKind, KnobSet};
pub use lists::{Course, MOST_ACTIONS, MOST_OUTCOMES, MOST_SAMPLES, MOST_VALUES, Outcomes, Samples, Trace};
pub use manifest::Manifest;
pub use rng::Rng;
pub use scene::Scene;
pub use text::{Arg, Text};
pub use turn::{Seats, Turn};
pub use words::{Named, NamedEnum};

/// What the macros of this crate name; not for direct use.
#[doc(hidden)]
pub mod reexport {
    pub use serde_json;
}

pub use serde_json::{Value as Json, json};
