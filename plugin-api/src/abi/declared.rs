//! The declarations of a plugin about its game, as JSON.

use crate::house::EventDecl;
use crate::{About, HookDecl, KnobDecl};
use serde::Deserialize;

/// The declarations of a plugin about its game: the document of [`PluginTable::about`](super::PluginTable).
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Declared {
    /// The game's id, name, version and the like.
    pub about: About,
    /// Its knobs.
    pub knobs: Vec<KnobDecl>,
    /// Its hooks, in the order of their numbers.
    pub hooks: Vec<HookDecl>,
    /// Its events, in the order of their numbers. Plugins built for ABI 1.1 and before write `happenings`.
    #[serde(default, alias = "happenings")]
    pub events: Vec<EventDecl>,
    /// The words by which house rules refer to the seats, if not by their numbers.
    #[serde(default)]
    pub seat_words: Vec<String>,
}
