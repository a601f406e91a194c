//! The engine: from files on disk to a match that is played, clocked, recorded and replayed.
//!
//! | module | contents |
//! |---|---|
//! | [`files`] | files that a person wrote, opened with care |
//! | [`mod@hex`] | bytes as text |
//! | [`folders`] | the folders that are searched |
//! | [`languages`] | the languages in those folders, read and checked |
//! | [`plugins`] | plugin libraries, loaded and checked |
//! | [`variant`] | variants in TOML, checked knob by knob |
//! | [`pack`] | variants, house rules, texts and pictures in one file, to be given away |
//! | `pack_label` | the identity of a pack, which variants and records carry |
//! | [`catalog`] | everything that can be played, and the problems of the rest |
//! | [`draft`] | variants in the making: checked, described, written to files |
//! | [`ruleset`] | a variant compiled and checked |
//! | [`clock`] | chess clocks |
//! | [`player`] | the players at the seats |
//! | [`record`] | matches on disk: the format, written and read |
//! | `rule_tests` | the tests that house rules carry, run |
//! | [`smoke_test`] | a few random games under a ruleset: what its house rules do and cost |
//! | `tidy` | removal of leftovers of ended processes |
//! | [`mod@matches`] | a match as it is played |
//! | [`replay`] | records played again, verified and resumed |

pub mod catalog;
pub mod clock;
pub mod draft;
pub mod files;
pub mod folders;
pub mod hex;
pub mod languages;
pub mod matches;
pub mod pack;
mod pack_label;
pub mod player;
pub mod plugins;
pub mod record;
pub mod replay;
mod rule_tests;
pub mod ruleset;
pub mod smoke_test;
mod tidy;
pub mod variant;

pub use catalog::{Catalog, CatalogError, GameEntry};
pub use clock::{Clock, ClockError, ClockRule};
pub use draft::VariantDraft;
pub use folders::{Folder, Folders, Origin};
pub use hex::hex;
pub use matches::{LogEntry, Match, MatchError, Terms};
pub use pack::Pack;
pub use player::Player;
pub use record::{Ending, Reason, Record, Resignation};
pub use replay::{Checks, Verified};
pub use ruleset::{RulesFailure, Ruleset};
pub use stonehouse_house_rules::{Carried, Problem, Script};
pub use tidy::tidy;
pub use variant::Variant;
