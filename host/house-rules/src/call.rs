//! One call of a script: everything that belongs to it begins here, for every caller.
//!
//! # Design
//! The state of a call is kept per thread, since the functions that a script calls (`effects`, `print`, the count of
//! steps) are made once for a VM and receive nothing but the VM. It is in three places and not in one struct, because
//! each is part of something that outlives the call: the steps of the call are counted in those of a unit of work
//! (`meter`), its notes are added to the recording of an action (`recorder`), and its requests become the caller's
//! list, without a copy (`effects`).

use crate::script::Script;
use crate::{effects, meter, recorder};

/// Runs calls of other scripts in the middle of a call, which goes on as before: with its own count of steps, of which
/// theirs are none, and its own name.
pub fn nested<T>(run: impl FnOnce() -> T) -> T {
    meter::nested(|| recorder::nested(run))
}

/// Begins a call: of the hook, event, action or measure with this name, or, without one, of a script that is loaded.
///
/// A call that is repeated to find out where it failed begins again.
#[inline]
pub(super) fn begin(name: Option<&str>, scripts: &[Script]) {
    meter::begin_call();
    effects::begin();
    if let Some(name) = name.filter(|_| recorder::is_recording()) {
        recorder::begin_call(name, scripts.iter().map(|script| recorder::name_of(&script.file, &script.name)));
    }
}
