//! The host as the plugin sees it: house rules, log, and the signal that a call should end.

#![allow(unsafe_code, reason = "calls functions that the host hands over")]

use super::glue::{Called, argument};
use crate::abi::host::{
    EventCalls, EventTable, HookCalls, HookTable, HostCalls, HostTable, LogCalls, LogTable, StopCalls, StopTable,
    extension, level,
};
use crate::abi::{TableSizeError, status};
use crate::hooks::{HookCaller, StateRef};
use crate::{Game, GameError, Hooks, Host, HostServices, Level};
use std::ffi::{CStr, c_void};
use std::marker::PhantomData;
use std::sync::Arc;

/// The values that the host gave with the rules.
pub(super) struct HostSide {
    pub hooks: Option<HostHooks>,
    pub host: Host,
}

impl HostSide {
    /// Reads the host's table and the extensions that a plugin in Rust uses.
    ///
    /// # Safety
    /// `table` is null, or it and everything it points to are as long as their `struct_size` states and live until the
    /// rules are freed.
    pub unsafe fn of(table: *const HostTable) -> Called<Self> {
        if table.is_null() {
            return Ok(Self { hooks: None, host: Host::none() });
        }
        // SAFETY: as the caller promises.
        let read = unsafe { HostTable::read(table) };
        let (HostTable { context, .. }, HostCalls { extension: ask }) =
            read.and_then(|table| Ok((table, HostCalls::of(&table)?))).map_err(cut("host"))?;
        // SAFETY: the host's function, with its own context and the id of an extension.
        let find = |id: &CStr| unsafe { ask(context, id.as_ptr()) };
        // SAFETY: the host returns for an id the table of that extension, or null.
        unsafe {
            let hooks = HostHooks::of(find(extension::HOOKS).cast(), find(extension::EVENTS).cast())?;
            let log = Log::of(find(extension::LOG).cast())?;
            let stop = Stop::of(find(extension::STOP).cast())?;
            let host = if log.is_none() && stop.is_none() {
                Host::none()
            } else {
                Host::new(Arc::new(Services { log, stop }))
            };
            Ok(Self { hooks, host })
        }
    }
}

/// The failure for a host table that cannot be used.
fn cut(what: &'static str) -> impl Fn(TableSizeError) -> super::glue::Failure {
    move |cut| match cut {
        TableSizeError::Between(size) => {
            argument(format!("the table of the {what} ends in the middle of a function: {size} bytes"))
        }
        TableSizeError::Missing(name) => argument(format!("the table of the {what} has no `{name}`")),
    }
}

/// The first argument of a host's function, and the function.
macro_rules! host_calls {
    ($name:ident, $Table:ident, $Calls:ident, $what:literal) => {
        struct $name {
            context: *const c_void,
            calls: $Calls,
        }

        // SAFETY: the host promises that its functions may be called with their context from any thread.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl $name {
            /// `None` when there is no table.
            ///
            /// # Safety
            /// As [`HostSide::of`] requires.
            unsafe fn of(table: *const $Table) -> Called<Option<Self>> {
                if table.is_null() {
                    return Ok(None);
                }
                // SAFETY: as the caller promises.
                let table = unsafe { $Table::read(table) }.map_err(cut($what))?;
                let calls = $Calls::of(&table).map_err(cut($what))?;
                Ok(Some(Self { context: table.context, calls }))
            }
        }
    };
}

host_calls!(Log, LogTable, LogCalls, "log");
host_calls!(Stop, StopTable, StopCalls, "stop");

struct Services {
    log: Option<Log>,
    stop: Option<Stop>,
}

impl HostServices for Services {
    fn log(&self, level: Level, text: &str) {
        let Some(Log { context, calls }) = &self.log else { return };
        let level = match level {
            Level::Debug => level::DEBUG,
            Level::Info => level::INFO,
            Level::Warning => level::WARNING,
            Level::Error => level::ERROR,
        };
        // SAFETY: function and context are from one table of the host; the text lives through the call.
        unsafe { (calls.log)(*context, level, text.as_ptr(), text.len()) }
    }

    fn should_stop(&self) -> bool {
        // SAFETY: function and context are from one table of the host.
        self.stop.as_ref().is_some_and(|Stop { context, calls }| unsafe { (calls.should_stop)(*context) } != 0)
    }
}

host_calls!(Events, EventTable, EventCalls, "events");

/// The host's hooks, as the game sees them.
pub(super) struct HostHooks {
    used: u64,
    context: *const c_void,
    calls: HookCalls,
    /// The host's event table, and the set of events that house rules subscribe to.
    events: Option<(Events, u64)>,
}

impl HostHooks {
    /// `None` when there is no table of hooks.
    ///
    /// # Safety
    /// As [`HostSide::of`] requires.
    unsafe fn of(table: *const HookTable, events: *const EventTable) -> Called<Option<Self>> {
        if table.is_null() {
            return Ok(None);
        }
        // SAFETY: as the caller promises.
        let (table, events_of_host) = unsafe { (HookTable::read(table).map_err(cut("hooks"))?, Events::of(events)?) };
        let calls = HookCalls::of(&table).map_err(cut("hooks"))?;
        let events = events_of_host.map(|calls| {
            // SAFETY: as the caller promises; `Events::of` has read it already.
            let subscribed = unsafe { EventTable::read(events) }.map_or(0, |table| table.subscribed);
            (calls, subscribed)
        });
        Ok(Some(Self { used: table.used, context: table.context, calls, events }))
    }

    /// The hooks for the game `G`.
    pub fn hooks<G: Game>(self) -> Hooks {
        let subscribed = self.events.as_ref().map_or(0, |(_, subscribed)| *subscribed);
        Hooks::calling(self.used, subscribed, Box::new(HooksOf::<G>(self, PhantomData)))
    }
}

// SAFETY: the host promises in `HookTable` that `fold` may be called with `context` from any thread.
unsafe impl Send for HostHooks {}
// SAFETY: as above.
unsafe impl Sync for HostHooks {}

/// The host's hooks for a game whose states are those of `G`.
struct HooksOf<G>(HostHooks, PhantomData<fn() -> G>);

impl<G: Game> HookCaller for HooksOf<G> {
    #[inline]
    fn call(&self, hook: usize, fields: &[i64], state: StateRef, value: i64) -> Result<i64, GameError> {
        let (hooks, mut value) = (&self.0, value);
        let state = state.address::<G::State>();
        // SAFETY: `fold` and its context are from one table of the host; the slice, the state and the value live
        // through the call, and nobody writes to the state meanwhile: it is borrowed.
        let status = unsafe {
            (hooks.calls.fold)(hooks.context, hook as u32, fields.as_ptr(), fields.len(), state, &raw mut value)
        };
        if status == status::OK { Ok(value) } else { Err(GameError::Hook) }
    }

    fn dependencies(&self, hook: usize) -> u64 {
        let hooks = &self.0;
        // SAFETY: `reads` and its context are from one table of the host.
        hooks.calls.reads.map_or(u64::MAX, |reads| unsafe { reads(hooks.context, hook as u32) })
    }

    fn notify(&self, event: usize, fields: &[i64]) {
        if let Some((Events { context, calls }, _)) = &self.0.events {
            // SAFETY: function and context are from one table of the host; the slice lives through the call.
            unsafe { (calls.happened)(*context, event as u32, fields.as_ptr(), fields.len()) }
        }
    }
}
