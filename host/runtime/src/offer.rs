//! The host's side of the ABI: the tables offered to a plugin, and their functions.
//!
//! # Failures of house rules
//! A game passes a failed hook on as a bare [`GameError::Hook`](stonehouse_plugin::GameError::Hook), without a reason. This side keeps the
//! failure on the thread of the call and returns it in place of that call's result. So it is typed from the script to
//! the screen (kind, hook, script, line, message), and of several threads under one ruleset each gets its own.

#![allow(unsafe_code, reason = "functions that a plugin calls through the C ABI")]

use super::facts::{FactsOf, Source};
use super::frame;
use crate::{Event, HookFailure, HookFailureKind, HookHost, Work};
use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;
use std::sync::{Arc, OnceLock};
use stonehouse_plugin::abi::host::{EventTable, HookTable, HostTable, LogTable, StopTable, extension, level};
use stonehouse_plugin::abi::status;
use stonehouse_plugin::house::MAX_EVENTS;
use stonehouse_plugin::{HostServices, Level, MAX_HOOKS, MOST_VALUES};

/// The longest line of the log, in bytes; the rest is cut off.
const LONGEST_LINE: usize = 4096;

/// What answers the plugin.
struct Answers {
    hooks: Option<Box<dyn HookHost>>,
    /// Where facts come from, once the rules exist.
    source: OnceLock<Source>,
    services: Option<Arc<dyn HostServices>>,
}

/// The tables of extensions. Their context is the answers.
struct Tables {
    hooks: HookTable,
    events: EventTable,
    log: LogTable,
    stop: StopTable,
    answers: Arc<Answers>,
}

// SAFETY: the tables are constant, and their context leads to the answers, which are `Sync`.
unsafe impl Send for Tables {}
// SAFETY: as above.
unsafe impl Sync for Tables {}

/// What is passed to the plugin. Its context is the tables.
struct Handed {
    table: HostTable,
    _tables: Arc<Tables>,
}

// SAFETY: as above.
unsafe impl Send for Handed {}
// SAFETY: as above.
unsafe impl Sync for Handed {}

/// Everything that is passed to the plugin with the rules, at fixed addresses: the shared pointer may move with the rules while the plugin
/// keeps what it points to.
pub(super) struct Offer {
    answers: Arc<Answers>,
    handed: Arc<Handed>,
}

impl Offer {
    /// Offers these, to a game with `count` hooks.
    pub fn new(hooks: Option<Box<dyn HookHost>>, services: Option<Arc<dyn HostServices>>, count: usize) -> Self {
        let used = hooks.as_ref().map_or(0, |host| {
            (0..count.min(MAX_HOOKS)).filter(|&hook| host.uses(hook)).fold(0, |used, hook| used | 1 << hook)
        });
        let subscribed = hooks.as_ref().and_then(|host| host.layer()).map_or(0, |layer| {
            (0..MAX_EVENTS)
                .filter(|event| layer.listens_to(Event::Game(*event)))
                .fold(0, |subscribed, event| subscribed | 1 << event)
        });
        let answers = Arc::new(Answers { hooks, source: OnceLock::new(), services });
        let context = Arc::as_ptr(&answers).cast();
        let tables = Arc::new(Tables {
            hooks: HookTable {
                struct_size: size_of::<HookTable>() as u32,
                used,
                context,
                fold: Some(fold),
                reads: Some(reads),
            },
            events: EventTable {
                struct_size: size_of::<EventTable>() as u32,
                subscribed,
                context,
                happened: Some(happened),
            },
            log: LogTable { struct_size: size_of::<LogTable>() as u32, context, log: Some(log) },
            stop: StopTable { struct_size: size_of::<StopTable>() as u32, context, should_stop: Some(should_stop) },
            answers: Arc::clone(&answers),
        });
        let table = HostTable {
            struct_size: size_of::<HostTable>() as u32,
            context: Arc::as_ptr(&tables).cast(),
            extension: Some(find),
        };
        Self { answers, handed: Arc::new(Handed { table, _tables: tables }) }
    }

    /// Whether there are house rules.
    pub fn has_hooks(&self) -> bool {
        self.answers.hooks.is_some()
    }

    /// The host's side, as it is passed to the plugin.
    pub fn table(&self) -> *const HostTable {
        &raw const self.handed.table
    }

    /// The rules exist: facts can be read from now on.
    pub fn settled(&self, source: Source) {
        let _ = self.answers.source.set(source);
    }

    /// Where facts come from.
    pub fn source(&self) -> Option<&Source> {
        self.answers.source.get()
    }

    /// What answers the hooks.
    #[inline]
    pub fn hooks(&self) -> Option<&dyn HookHost> {
        self.answers.hooks.as_deref()
    }

    /// A call begins on this thread: forgets failures of earlier calls.
    #[inline]
    pub fn begin(&self, work: Work) {
        if let Some(host) = self.hooks() {
            frame::clear_failure();
            host.begin(work);
        }
    }

    /// The failure of a hook in the call that just came back on this thread.
    pub fn take_failure(&self) -> Option<Box<HookFailure>> {
        frame::take_failure(Arc::as_ptr(&self.answers).cast())
    }

    /// Whether a long call should end.
    pub fn should_stop(&self) -> bool {
        self.answers.services.as_ref().is_some_and(|services| services.should_stop())
    }
}

/// Called by the plugin for an extension of the host.
unsafe extern "C" fn find(context: *const c_void, id: *const c_char) -> *const c_void {
    if context.is_null() || id.is_null() {
        return ptr::null();
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that ask; the id is a text that ends in a zero.
    let (tables, id) = unsafe { (&*context.cast::<Tables>(), CStr::from_ptr(id)) };
    let answers = &tables.answers;
    if id == extension::HOOKS && answers.hooks.is_some() {
        ptr::from_ref(&tables.hooks).cast()
    } else if id == extension::EVENTS && tables.events.subscribed != 0 {
        ptr::from_ref(&tables.events).cast()
    } else if id == extension::LOG && answers.services.is_some() {
        ptr::from_ref(&tables.log).cast()
    } else if id == extension::STOP && answers.services.is_some() {
        ptr::from_ref(&tables.stop).cast()
    } else {
        ptr::null()
    }
}

/// Called by the plugin for a hook.
unsafe extern "C" fn fold(
    context: *const c_void,
    hook: u32,
    fields: *const i64,
    len: usize,
    state: *const c_void,
    value: *mut i64,
) -> i32 {
    if context.is_null() || value.is_null() || (fields.is_null() && len > 0) {
        return status::ARGUMENT;
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that call it.
    let answers = unsafe { &*context.cast::<Answers>() };
    let Some(host) = &answers.hooks else { return status::ARGUMENT };
    // SAFETY: the plugin passes `len` integers that live through the call.
    let fields = if len == 0 { &[] } else { unsafe { slice::from_raw_parts(fields, len) } };
    // SAFETY: not null, and the plugin's own place.
    let place = unsafe { &mut *value };
    let folded = frame::memory(|memory| {
        // SAFETY: the plugin passes a state of its own, which lives through the call, or null.
        let facts = unsafe { FactsOf::new(answers.source.get(), state, memory) };
        catch_unwind(AssertUnwindSafe(|| host.fold(hook as usize, fields, &facts, *place)))
    });
    let failure = match folded {
        Ok(Ok(folded)) => {
            *place = folded;
            return status::OK;
        }
        Ok(Err(failure)) => failure,
        Err(panic) => {
            std::mem::forget(panic);
            let message = format!("the house rules failed internally when hook {hook} was called");
            Box::new(HookFailure::new(HookFailureKind::Host, message))
        }
    };
    frame::fail(context, failure);
    status::HOOK
}

/// Called by the plugin for the dependencies of a hook's results.
unsafe extern "C" fn reads(context: *const c_void, hook: u32) -> u64 {
    if context.is_null() {
        return u64::MAX;
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that call it.
    let answers = unsafe { &*context.cast::<Answers>() };
    let read = || answers.hooks.as_ref().map_or(0, |host| host.dependencies(hook as usize));
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        std::mem::forget(panic);
        u64::MAX
    })
}

/// Called by the plugin to report an event.
unsafe extern "C" fn happened(context: *const c_void, event: u32, fields: *const i64, len: usize) {
    if context.is_null() || (fields.is_null() && len > 0) || len > MOST_VALUES {
        return;
    }
    // SAFETY: the plugin passes `len` integers that live through the call.
    let fields = if len == 0 { &[] } else { unsafe { slice::from_raw_parts(fields, len) } };
    frame::record_event(event as usize, fields);
}

/// Called by the plugin with a line for the log.
unsafe extern "C" fn log(context: *const c_void, urgency: u32, text: *const u8, len: usize) {
    if context.is_null() || text.is_null() {
        return;
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that call it.
    let answers = unsafe { &*context.cast::<Answers>() };
    // SAFETY: the plugin passes `len` bytes that live through the call; no more than a line is read of them.
    let bytes = unsafe { slice::from_raw_parts(text, len.min(LONGEST_LINE)) };
    let level = match urgency {
        level::DEBUG => Level::Debug,
        level::INFO => Level::Info,
        level::WARNING => Level::Warning,
        _ => Level::Error,
    };
    if let Some(services) = &answers.services {
        let text = String::from_utf8_lossy(bytes);
        let _ = catch_unwind(AssertUnwindSafe(|| services.log(level, &text))).map_err(std::mem::forget);
    }
}

/// Called by the plugin in a long call.
unsafe extern "C" fn should_stop(context: *const c_void) -> u32 {
    if context.is_null() {
        return 0;
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that call it.
    let answers = unsafe { &*context.cast::<Answers>() };
    let Some(services) = &answers.services else { return 0 };
    match catch_unwind(AssertUnwindSafe(|| services.should_stop())) {
        Ok(stop) => stop.into(),
        Err(panic) => {
            std::mem::forget(panic);
            0
        }
    }
}
