//! StoneRow: build sets and runs, and break, steal and repair those of others.
//!
//! | module | contents |
//! |---|---|
//! | [`knobs`] | the parameters that a variant can set |
//! | [`hooks`] | hooks and events of house rules |
//! | [`cards`] | the deck: cards as numbers, sets of cards as bits |
//! | [`rows`] | StoneRows: their cards, the cards that fit, their value, the claims |
//! | `facts` | the facts and zones that house rules can read |
//! | `effects` | the effects of house rules |
//! | [`knowledge`] | the knowledge of seats about the cards in others' hands |
//! | [`state`] | a state of the game: hands, Quarry, Brickyard, StoneRows, the decision to be made |
//! | [`moves`] | actions and their codes |
//! | [`rules`] | the deal, the legal actions, their application, the end |
//! | [`view`] | scenes and texts |
//! | `assets` | pictures on the cards |
//!
//! The rules page, `docs/rules/stonerow.md`, lists every rule with its code, knob and test.

mod assets;
pub mod cards;
mod effects;
mod facts;
pub mod hooks;
pub mod knobs;
pub mod knowledge;
pub mod moves;
pub mod rows;
pub mod rules;
pub mod state;
pub mod view;

pub use rules::StoneRow;

stonehouse_plugin::export_game!(StoneRow: Playout, BotHelp, Determinize, Assets, Facts, Zones, Effects, News, Results);
