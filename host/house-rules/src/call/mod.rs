//! The calls of scripts on a thread: what begins with a call, and what lasts longer.
//!
//! - this module: what a thread keeps of its calls
//! - `meter`: counts and limits of steps
//! - `recorder`: records what house rules do and print
//!
//! # Design
//! The functions that a script calls are made once for a VM. Its requests are therefore a list of the VM (`effects`).
//! Its steps are counted in those of a unit of work (`meter`), and its notes are added to the recording of an action
//! (`recorder`): both last longer than a call and extend over several VMs, so they are kept per thread. Each access to
//! a value with a destructor checks whether it is registered, so the counts, which every step needs, have none.

pub(crate) mod meter;
pub(crate) mod recorder;

use crate::script::Script;
use meter::Meter;
use meter::MeterLists;
use recorder::Recording;
use std::cell::RefCell;

/// The lists and the recording of a thread.
struct Lists {
    meter: MeterLists,
    recording: RefCell<Option<Recording>>,
}

thread_local! {
    static METER: Meter = const { Meter::new() };
    static LISTS: Lists = const { Lists { meter: MeterLists::new(), recording: RefCell::new(None) } };
}

/// Uses the counts of this thread.
#[inline]
fn with_meter<T>(count: impl FnOnce(&Meter) -> T) -> T {
    METER.with(count)
}

/// Uses the lists of this thread's counts.
fn with_meter_lists<T>(count: impl FnOnce(&MeterLists) -> T) -> T {
    LISTS.with(|lists| count(&lists.meter))
}

/// Uses the recording of this thread, if there is one.
fn with_recording<T>(record: impl FnOnce(&mut Option<Recording>) -> T) -> T {
    LISTS.with(|lists| record(&mut lists.recording.borrow_mut()))
}

/// Begins or ends the recording of this thread, and returns the earlier one.
fn set_recording(recording: Option<Recording>) -> Option<Recording> {
    with_meter(|meter| meter.records.set(recording.is_some()));
    with_recording(|earlier| std::mem::replace(earlier, recording))
}

/// Runs calls of other scripts in the middle of a call, which goes on as before: with its own count of steps, of which
/// theirs are none, and its own name.
pub fn nested<T>(run: impl FnOnce() -> T) -> T {
    let counts = with_meter(Meter::interrupt_call);
    let recorded = with_recording(|recording| recording.as_ref().map(|recording| recording.call.clone()));
    let done = run();
    with_recording(|recording| {
        if let (Some(recording), Some(recorded)) = (recording, recorded) {
            recording.call = recorded;
        }
    });
    with_meter(|meter| meter.continue_call(counts));
    done
}

/// Begins a call: of the hook, event, action or measure with this name, or, without one, of a script that is loaded.
///
/// A call that is repeated to find out where it failed begins again.
#[inline]
pub(super) fn begin(name: Option<&str>, scripts: &[Script]) {
    with_meter(Meter::begin_call);
    if let Some(name) = name
        && recorder::is_recording()
    {
        recorder::begin_call(name, scripts.iter().map(|script| recorder::name_of(&script.file, &script.name)));
    }
}
