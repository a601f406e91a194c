//! Liar's dice: hidden dice, and bids that are raised until somebody does not believe them.
//!
//! - `rules`: rolls, bids, challenges
//! - `bot_help`: random play for searching bots
//! - `view`: what is seen, and what actions are called

mod bot_help;
mod rules;
mod view;

pub use rules::{Knobs, LiarsDice};

stonehouse_plugin::export_game!(LiarsDice: Inputs, Determinize, BotHelp);
