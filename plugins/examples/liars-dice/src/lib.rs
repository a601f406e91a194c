//! Liar's dice: hidden dice, and bids that are raised until a player challenges them.
//!
//! - `rules`: rolls, bids, challenges
//! - `bot_help`: random play for searching bots
//! - `view`: the scene, and the names of actions

mod bot_help;
mod rules;
mod view;

pub use rules::{Knobs, LiarsDice};

stonehouse_plugin::export_game!(LiarsDice: Inputs, Determinize, BotHelp);
