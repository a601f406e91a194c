//! Hold'em heads up, and by its knobs Kuhn poker too: amounts to bet, chips to win.
//!
//! - `hands`: the values of hands
//! - `rules`: deals, betting, showdowns
//! - `bot_help`: help for bots
//! - `view`: the scene, and the names of actions

mod bot_help;
mod hands;
mod rules;
mod view;

pub use rules::{Holdem, Knobs};

stonehouse_plugin::export_game!(Holdem: Inputs, Determinize, BotHelp);
