//! StoneRow: build sets and runs, and break, steal and repair those of others.
//!
//! | module | what it holds |
//! |---|---|
//! | [`knobs`] | what a variant can set |
//! | [`hooks`] | where house rules change a value, and events |
//! | [`cards`] | the deck: cards as numbers, sets of cards as bits |
//! | [`rows`] | StoneRows: what makes one, what fits, what it is worth, who has a claim |
//! | `facts` | what house rules can read |
//! | `effects` | their effects |
//! | [`knowledge`] | who knows which cards of whose hand |
//! | [`position`] | a position: hands, Quarry, Brickyard, StoneRows, whose decision |
//! | [`moves`] | actions and their codes |
//! | [`rules`] | the deal, the legal actions, their effects, the end |
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
pub mod position;
pub mod rows;
pub mod rules;
pub mod view;

pub use rules::StoneRow;

stonehouse_plugin::export_game!(StoneRow: Playout, BotHelp, Determinize, Assets, Facts, Effects, News, Results);
