//! Hex: two players connect opposite edges of a board of hexagons.
//!
//! - `rules`: whose turn it is, what is legal, who wins
//! - `view`: what is seen, and what actions are called

mod rules;
mod view;

pub use rules::{Hex, Knobs};

stonehouse_plugin::export_game!(Hex: Playout, BotHelp);
