//! Failures of house rules: typed, with their place, from the script to the screen.

use std::fmt;
use std::path::PathBuf;

/// The failure of a house rule. It is shown as `file:line:column: message`, as far as the place is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookFailure {
    /// The kind of the failure.
    pub kind: HookFailureKind,
    /// The hook that was called; empty where none was, as when a script is loaded.
    pub hook: String,
    /// The script's file; empty where no script caused it.
    pub script: PathBuf,
    /// The line in it, counted from 1; 0 where it is not known.
    pub line: usize,
    /// The column in characters, counted from 1; 0 where it is not known.
    pub column: usize,
    /// The problem and its remedy, for the author of the script.
    pub message: String,
    /// More that helps to find it, a line each: the script's inputs, and the stack of calls.
    pub notes: Vec<String>,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HookFailureKind {
    /// The script raised it, with `error` or `assert`.
    Raised,
    /// An impossible operation: adding to nil, calling something that is not a function.
    Operation,
    /// Something that house rules may not do: store something between calls, use something that does not exist.
    Forbidden,
    /// A field that the hook's context does not have.
    UnknownField,
    /// The answer is of another type than the hook's value.
    WrongType,
    /// The answer is out of the hook's bounds.
    OutOfBounds,
    /// More steps than there may be.
    Steps(ScriptLimit),
    /// More memory than a call may take.
    Memory,
    /// More time than there may be.
    Time,
    /// A request of the script that cannot be carried out in this position.
    Refused,
    /// The host itself failed, not a script.
    Host,
}

/// The calls to which a step limit applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScriptLimit {
    /// One call of a hook.
    Call,
    /// All calls for one position.
    Position,
    /// All calls of an action in a match.
    Action,
    /// All calls in a game that is played in one call.
    Game,
    /// All calls in the games of a smoke test.
    SmokeTest,
}

impl HookFailure {
    /// A failure without a place: no script caused it, or the place is not known yet.
    pub fn new(kind: HookFailureKind, message: impl Into<String>) -> Self {
        let (hook, script) = (String::new(), PathBuf::new());
        Self { kind, hook, script, line: 0, column: 0, message: message.into(), notes: Vec::new() }
    }
}

impl fmt::Display for HookFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.script.as_os_str().is_empty() {
            write!(f, "{}", self.script.display())?;
            for place in [self.line, self.column].into_iter().take_while(|place| *place > 0) {
                write!(f, ":{place}")?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for HookFailure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_shown_with_as_much_of_its_place_as_is_known() {
        let mut failure = HookFailure::new(HookFailureKind::Raised, "no such luck");
        assert_eq!(failure.to_string(), "no such luck");
        failure.script = "rule.lua".into();
        assert_eq!(failure.to_string(), "rule.lua: no such luck");
        failure.line = 3;
        assert_eq!(failure.to_string(), "rule.lua:3: no such luck");
        failure.column = 14;
        assert_eq!(failure.to_string(), "rule.lua:3:14: no such luck");
    }
}
