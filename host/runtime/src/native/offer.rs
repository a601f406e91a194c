//! The host's side of the ABI: the tables offered to a plugin, and their functions.

#![allow(unsafe_code, reason = "functions that a plugin calls through the C ABI")]

use super::NativeSource;
use super::read_handle::ReadHandle;
use crate::GameHost;
use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::slice;
use std::sync::{Arc, OnceLock};
use stonehouse_plugin::abi::host::{EventTable, HookTable, HostTable, LogTable, StopTable, extension, level};
use stonehouse_plugin::abi::status;
use stonehouse_plugin::{Level, MAX_VALUES};

/// The longest line of the log, in bytes; the rest is cut off.
const MAX_LINE: usize = 4096;

/// The host of a ruleset, to answer the plugin, and the source of its facts.
struct Answers {
    host: Arc<GameHost>,
    /// The source of facts, once the rules exist.
    source: OnceLock<NativeSource>,
}

/// The tables of extensions. Their context is the answers.
struct OfferedTables {
    hooks: HookTable,
    events: EventTable,
    log: LogTable,
    stop: StopTable,
    answers: Arc<Answers>,
}

// SAFETY: the tables are constant, and their context leads to the answers, which are `Sync`.
unsafe impl Send for OfferedTables {}
// SAFETY: as above.
unsafe impl Sync for OfferedTables {}

/// The table that is passed to the plugin. Its context is the tables of extensions.
struct Handed {
    table: HostTable,
    tables: Arc<OfferedTables>,
}

// SAFETY: as above.
unsafe impl Send for Handed {}
// SAFETY: as above.
unsafe impl Sync for Handed {}

/// Everything that is passed to the plugin with the rules, at fixed addresses: the shared pointer may move with the
/// rules while the plugin keeps what it points to.
pub(super) struct Offer(Arc<Handed>);

impl Offer {
    /// Offers the services of `host`.
    pub fn new(host: &Arc<GameHost>) -> Self {
        let answers = Arc::new(Answers { host: Arc::clone(host), source: OnceLock::new() });
        let context = Arc::as_ptr(&answers).cast();
        let tables = Arc::new(OfferedTables {
            hooks: HookTable {
                struct_size: size_of::<HookTable>() as u32,
                used: host.used_hooks(),
                context,
                fold: Some(fold),
                reads: Some(reads),
            },
            events: EventTable {
                struct_size: size_of::<EventTable>() as u32,
                subscribed: host.subscribed_events(),
                context,
                happened: Some(happened),
            },
            log: LogTable { struct_size: size_of::<LogTable>() as u32, context, log: Some(log) },
            stop: StopTable { struct_size: size_of::<StopTable>() as u32, context, should_stop: Some(should_stop) },
            answers,
        });
        let table = HostTable {
            struct_size: size_of::<HostTable>() as u32,
            context: Arc::as_ptr(&tables).cast(),
            extension: Some(find),
        };
        Self(Arc::new(Handed { table, tables }))
    }

    /// The host's side, as it is passed to the plugin.
    pub fn table(&self) -> *const HostTable {
        &raw const self.0.table
    }

    /// The rules exist: facts can be read from now on.
    pub fn settled(&self, source: NativeSource) {
        let _ = self.0.tables.answers.source.set(source);
    }
}

/// Called by the plugin for an extension of the host.
unsafe extern "C" fn find(context: *const c_void, id: *const c_char) -> *const c_void {
    if context.is_null() || id.is_null() {
        return ptr::null();
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that call; the id is a text that ends
    // in a zero.
    let (tables, id) = unsafe { (&*context.cast::<OfferedTables>(), CStr::from_ptr(id)) };
    let host = &tables.answers.host;
    if id == extension::HOOKS && host.has_hooks() {
        ptr::from_ref(&tables.hooks).cast()
    } else if id == extension::EVENTS && tables.events.subscribed != 0 {
        ptr::from_ref(&tables.events).cast()
    } else if id == extension::LOG && host.has_services() {
        ptr::from_ref(&tables.log).cast()
    } else if id == extension::STOP && host.has_services() {
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
    if !answers.host.has_hooks() {
        return status::ARGUMENT;
    }
    // SAFETY: the plugin passes `len` integers that live through the call.
    let fields = if len == 0 { &[] } else { unsafe { slice::from_raw_parts(fields, len) } };
    // SAFETY: not null, and the plugin's own place.
    let place = unsafe { &mut *value };
    // SAFETY: the plugin passes one of its own states, which lives through the call, or null.
    let handle = answers.source.get().and_then(|source| unsafe { ReadHandle::new(source, state) });
    match answers.host.fold(hook as usize, fields, handle.as_ref().map(|handle| handle as _), *place) {
        Ok(folded) => {
            *place = folded;
            status::OK
        }
        Err(_) => status::HOOK,
    }
}

/// Called by the plugin for the dependencies of a hook's results.
unsafe extern "C" fn reads(context: *const c_void, hook: u32) -> u64 {
    if context.is_null() {
        return u64::MAX;
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that call it.
    unsafe { &*context.cast::<Answers>() }.host.dependencies(hook as usize)
}

/// Called by the plugin to report an event.
unsafe extern "C" fn happened(context: *const c_void, event: u32, fields: *const i64, len: usize) {
    if context.is_null() || (fields.is_null() && len > 0) || len > MAX_VALUES {
        return;
    }
    // SAFETY: the plugin passes `len` integers that live through the call.
    let fields = if len == 0 { &[] } else { unsafe { slice::from_raw_parts(fields, len) } };
    GameHost::report(event as usize, fields);
}

/// Called by the plugin with a line for the log.
unsafe extern "C" fn log(context: *const c_void, urgency: u32, text: *const u8, len: usize) {
    if context.is_null() || text.is_null() {
        return;
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that call it.
    let answers = unsafe { &*context.cast::<Answers>() };
    // SAFETY: the plugin passes `len` bytes that live through the call; no more than a line is read of them.
    let bytes = unsafe { slice::from_raw_parts(text, len.min(MAX_LINE)) };
    let level = match urgency {
        level::DEBUG => Level::Debug,
        level::INFO => Level::Info,
        level::WARNING => Level::Warning,
        _ => Level::Error,
    };
    answers.host.log(level, &String::from_utf8_lossy(bytes));
}

/// Called by the plugin in a long call.
unsafe extern "C" fn should_stop(context: *const c_void) -> u32 {
    if context.is_null() {
        return 0;
    }
    // SAFETY: `context` is what `Offer::new` passed, alive as long as the rules that call it.
    unsafe { &*context.cast::<Answers>() }.host.should_stop().into()
}
