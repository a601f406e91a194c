//! 3 Stones: put stones into the pockets of an octagonal board; three in a row score.
//!
//! | module | contents |
//! |---|---|
//! | [`knobs`] | the parameters that a variant can set |
//! | [`hooks`] | hooks and events of house rules |
//! | [`board`] | the board as bitboards: pockets, rows and columns, lines |
//! | [`state`] | a state of the game: stones, supply, scores |
//! | [`moves`] | actions and their codes |
//! | `rows` | rows and columns, and how long the rows of stones are |
//! | [`rules`] | the deal, the legal actions, their application, scoring, random games |
//! | `facts`, `effects` | the facts and zones that house rules can read, and the effects that they can request |
//! | [`view`] | scenes and texts |
//!
//! The rules page, `docs/rules/three-stones.md`, lists every rule with its code, knob and test.

pub mod board;
mod effects;
mod facts;
pub mod hooks;
pub mod knobs;
pub mod moves;
mod rows;
pub mod rules;
pub mod state;
pub mod view;

pub use rules::ThreeStones;

stonehouse_plugin::export_game!(ThreeStones: Playout, BotHelp, Determinize, Facts, Zones, Effects, Results);
