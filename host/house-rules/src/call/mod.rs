//! The calls of scripts on a thread: what begins with a call, and what lasts longer.
//!
//! - this module: what a thread keeps of its calls
//! - `meter`: counts and limits of steps
//! - `recorder`: records what house rules do and print
//!
//! # Design
//! The functions that a script calls are made once for a VM. Its requests are therefore a list of the VM (`effects`).
//! Its steps are counted in those of a unit of work (`meter`), and its notes are added to the recording of an action
//! (`recorder`): both last longer than a call and extend over several VMs, so they are kept per thread.

pub(crate) mod meter;
pub(crate) mod recorder;

use crate::script::Script;
use meter::Meter;
use recorder::Recording;
use std::cell::RefCell;

struct Calls {
    meter: Meter,
    recording: RefCell<Option<Recording>>,
}

thread_local! {
    static CALLS: Calls = const { Calls { meter: Meter::new(), recording: RefCell::new(None) } };
}

/// Uses the counts of this thread.
#[inline]
fn with_meter<T>(count: impl FnOnce(&Meter) -> T) -> T {
    CALLS.with(|calls| count(&calls.meter))
}

/// Uses the recording of this thread, if there is one.
#[inline]
fn with_recording<T>(record: impl FnOnce(&mut Option<Recording>) -> T) -> T {
    CALLS.with(|calls| record(&mut calls.recording.borrow_mut()))
}

/// Runs calls of other scripts in the middle of a call, which goes on as before: with its own count of steps, of which
/// theirs are none, and its own name.
pub fn nested<T>(run: impl FnOnce() -> T) -> T {
    CALLS.with(|calls| {
        let counts = calls.meter.interrupt_call();
        let recorded = calls.recording.borrow().as_ref().map(|recording| recording.call.clone());
        let done = run();
        if let (Some(recording), Some(recorded)) = (&mut *calls.recording.borrow_mut(), recorded) {
            recording.call = recorded;
        }
        calls.meter.continue_call(counts);
        done
    })
}

/// Begins a call: of the hook, event, action or measure with this name, or, without one, of a script that is loaded.
///
/// A call that is repeated to find out where it failed begins again.
#[inline]
pub(super) fn begin(name: Option<&str>, scripts: &[Script]) {
    CALLS.with(|calls| {
        calls.meter.begin_call();
        if let (Some(name), Some(recording)) = (name, &mut *calls.recording.borrow_mut()) {
            recording.begin_call(name, scripts.iter().map(|script| recorder::name_of(&script.file, &script.name)));
        }
    });
}
