//! Goofspiel: everybody bids for a prize at once, in secret.
//!
//! - `rules`: rounds, bids, prizes
//! - `view`: the scene, and the names of actions

mod rules;
mod view;

pub use rules::{Goofspiel, Knobs, Ties};

stonehouse_plugin::export_game!(Goofspiel: Simultaneous, Determinize);
