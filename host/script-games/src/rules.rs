//! The data of a compiled ruleset of a game in Luau, which positions and VMs share; `state` deals under it.

use crate::ScriptGame;
use crate::shape::Shape;
use serde_json::Value;
use std::sync::Arc;
use stonehouse_runtime::GameHost;

/// A ruleset of a game in Luau.
pub(crate) struct ScriptRules {
    /// Unique in the process: the VMs of a thread are found by it.
    pub id: u64,
    pub game: Arc<ScriptGame>,
    pub knobs: Value,
    pub shape: Shape,
    /// The services of the program, such as the answers of house rules.
    pub host: Arc<GameHost>,
}
