//! Stones, the tavern trading game: trade partly hidden stones for the most complete hand.
//!
//! | module | contents |
//! |---|---|
//! | [`knobs`] | the parameters that a variant can set |
//! | [`hooks`] | hooks and events of house rules |
//! | `facts`, `effects` | the facts and zones that house rules can read, and the effects that they can request |
//! | [`kinds`] | kinds of stones, and how complete a hand is |
//! | [`state`] | a state of the game: boards, bag, counter, coins; knowledge of hidden stones |
//! | [`moves`] | actions and their codes |
//! | [`rules`] | the deal, trades, the end of a hand, resampling hidden information |
//! | [`view`] | scenes and texts |
//! | `assets` | pictures of the stones |
//!
//! The rules page, `docs/rules/tavern-stones.md`, lists every rule with its code, knob and test.

mod assets;
mod effects;
mod facts;
pub mod hooks;
pub mod kinds;
pub mod knobs;
pub mod moves;
pub mod rules;
pub mod state;
pub mod view;

pub use rules::TavernStones;

stonehouse_plugin::export_game!(TavernStones: Playout, BotHelp, Determinize, Assets, Facts, Zones, Effects, Results);
