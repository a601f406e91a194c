//! The data of a compiled ruleset of a game in Luau, which positions and VMs share; `state` deals under it.

use crate::ScriptGame;
use crate::declared::{OtherTest, Wrong};
use crate::shape::Shape;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stonehouse_runtime::{CallError, GameHost};

/// A new id, of a ruleset or of a position; never 0.
pub(crate) fn new_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

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

impl ScriptRules {
    /// Compiles a ruleset.
    pub fn new(game: Arc<ScriptGame>, seats: u8, knobs: Value, host: Arc<GameHost>) -> Result<Self, CallError> {
        let shape = Shape::new(&game.declared, seats.into(), &knobs).map_err(|wrong| game.refusal(&wrong))?;
        Ok(Self { id: new_id(), game, knobs, shape, host })
    }

    /// These rules with the seats and knobs of a test.
    pub fn with(&self, name: &str, test: &OtherTest) -> Result<Arc<Self>, CallError> {
        let declared = &self.game.declared;
        let (min, max, default) = declared.about.seats.range();
        let seats = test.seats.unwrap_or(default);
        let wrong = |why: String| self.game.refusal(&Wrong { word: name.to_owned(), why });
        if !(min..=max).contains(&seats) {
            return Err(wrong(format!("a test has {seats} seats, and the game has {min} to {max}")));
        }
        let mut knobs = self.knobs.clone();
        for (knob, value) in &test.knobs {
            let Some(spec) = declared.knobs.get(knob) else {
                return Err(wrong(format!("a test sets the knob `{knob}`, which the game does not have")));
            };
            if !spec.takes(value) {
                return Err(wrong(format!("a test sets the knob `{knob}` to {value}, which it cannot be")));
            }
            knobs[knob] = value.clone();
        }
        Self::new(Arc::clone(&self.game), seats, knobs, Arc::clone(&self.host)).map(Arc::new)
    }
}
