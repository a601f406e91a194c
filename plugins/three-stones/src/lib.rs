//! 3 Stones: put stones into the pockets of an octagonal board; three in a row score.
//!
//! | module | contents |
//! |---|---|
//! | [`knobs`] | the parameters that a variant can set |
//! | [`hooks`] | hooks and events of house rules |
//! | [`board`] | the board as bitboards: pockets, rows and columns, lines |
//! | [`state`] | a state of the game: stones, supply, scores |
//! | [`rules`] | a ruleset, the turn, the application of actions |
//! | `legal`, `score` | the legal actions, scoring |
//! | `rows` | rows and columns, and how long the rows of stones are |
//! | `precomputed` | results of house rules with few inputs, computed once |
//! | `notify` | notifications of house rules |
//! | `facts`, [`effects`], `change` | facts and zones, effects, and the application of effects |
//! | [`playout`] | random games at full speed |
//! | [`view`] | scenes and texts |
//!
//! The rules page, `docs/rules/three-stones.md`, lists every rule with its code, knob and test.

pub mod board;
mod change;
pub mod effects;
mod facts;
pub mod hooks;
pub mod knobs;
mod legal;
mod notify;
pub mod playout;
mod precomputed;
mod rows;
pub mod rules;
mod score;
pub mod state;
pub mod view;

pub use rules::ThreeStones;

stonehouse_plugin::export_game!(ThreeStones: Playout, BotHelp, Determinize, Facts, Zones, Effects, Results);
