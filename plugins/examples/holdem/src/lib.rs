//! Hold'em heads up, and by its knobs Kuhn poker too: amounts to bet, chips to win.
//!
//! - `hands`: which cards are worth how much
//! - `rules`: deals, betting, showdowns
//! - `bot_help`: what bots need
//! - `view`: what is seen, and what actions are called

mod bot_help;
mod hands;
mod rules;
mod view;

pub use rules::{Holdem, Knobs};

stonehouse_plugin::export_game!(Holdem: Inputs, Determinize, BotHelp);
