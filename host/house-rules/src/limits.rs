//! The limits of what house rules may cost.

use std::time::Duration;

/// Steps (function calls, turns of loops, and what library functions charge) that one hook call may take.
pub(super) const MAX_STEPS_PER_CALL: u64 = 200_000;

/// Steps that all house rules together may take in one query of a position, or in one change of it.
pub(super) const MAX_STEPS_PER_QUERY: u64 = 2_000_000;

/// Steps that all house rules together may take when a match plays an action, or lists what can be done: many
/// queries.
pub(super) const MAX_STEPS_PER_ACTION: u64 = 10_000_000;

/// Steps that all house rules together may take in one game that is played in a single call.
pub(super) const MAX_STEPS_PER_GAME: u64 = 20_000_000;

/// Processor time that one piece of work may take, checked every few steps.
pub(super) const MAX_WORK_TIME: Duration = Duration::from_secs(4);

/// Memory that a script may take while it is loaded, and for what it keeps, in bytes.
pub(super) const MAX_LOAD_BYTES: usize = 8 << 20;

/// Memory that one call may take, in bytes. Nothing is collected during a call, so it also bounds how much is made in
/// all.
pub(super) const MAX_CALL_BYTES: usize = 256 << 10;

/// The greatest whole number up to which Luau rounds none.
pub(super) const MAX_EXACT_INTEGER: i64 = 1 << 53;
