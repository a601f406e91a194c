//! 3 Stones: put stones into the pockets of an octagonal board; three in a row score.
//!
//! | module | what it holds |
//! |---|---|
//! | [`knobs`] | what a variant can turn |
//! | [`hooks`] | where house rules speak |
//! | [`board`] | the board as bitboards: pockets, rows and columns, lines |
//! | [`position`] | a position: stones, supply, scores |
//! | [`rules`] | whose turn, what is legal, what scores |
//! | [`playout`] | random games at full speed |
//! | [`view`] | scenes and texts |
//!
//! The rules page, `docs/rules/three-stones.md`, lists every rule with its code, knob and test.

pub mod board;
pub mod hooks;
pub mod knobs;
pub mod playout;
pub mod position;
pub mod rules;
pub mod view;

pub use rules::ThreeStones;

stonehouse_plugin_api::export_game!(ThreeStones: Playout, Determinize);
