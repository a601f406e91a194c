//! Hex: two players connect opposite edges of a board of hexagons.
//!
//! - `rules`: the turn, the legal actions, the winner
//! - `view`: the scene, and the names of actions

mod rules;
mod view;

pub use rules::{Hex, Knobs};

stonehouse_plugin::export_game!(Hex: Playout, BotHelp);
