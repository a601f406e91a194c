//! One call of a script: everything that belongs to it begins here, for every caller.
//!
//! # Design
//! The functions that a script calls are made once for a VM. Its requests are therefore a list of the VM (`effects`).
//! Its steps are counted in those of a unit of work (`meter`), and its notes are added to the recording of an action
//! (`recorder`): both last longer than a call and extend over several VMs, so they are kept per thread.

use crate::script::Script;
use crate::{meter, recorder};

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
    if let Some(name) = name.filter(|_| recorder::is_recording()) {
        recorder::begin_call(name, scripts.iter().map(|script| recorder::name_of(&script.file, &script.name)));
    }
}
