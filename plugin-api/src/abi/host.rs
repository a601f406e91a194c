//! The services of the host for a plugin: a table that is passed with the rules, and extensions.

#![allow(unsafe_code, reason = "tables are read only up to their own size")]

use super::table::table;
pub use crate::hooks::DEPENDS_ON_STATE;
use std::ffi::{c_char, c_void};

/// The ids of the host's extensions.
pub mod extension {
    use std::ffi::CStr;

    /// [`HookTable`](super::HookTable): the house rules. Absent: there are none.
    pub const HOOKS: &CStr = c"stonehouse.hooks/1";
    /// [`EventTable`](super::EventTable): the events that house rules subscribe to. Absent: none.
    pub const EVENTS: &CStr = c"stonehouse.happenings/1";
    /// [`LogTable`](super::LogTable): lines for the game's author. Absent: nobody reads them.
    pub const LOG: &CStr = c"stonehouse.log/1";
    /// [`StopTable`](super::StopTable): whether a long call should end. Absent: never.
    pub const STOP: &CStr = c"stonehouse.stop/1";
    /// All that this host has.
    pub const ALL: [&CStr; 4] = [HOOKS, EVENTS, LOG, STOP];
}

/// The urgency of a line of the log, as a number. A higher one that is not known here reads as [`ERROR`](level::ERROR).
pub mod level {
    /// For the developers of the game.
    pub const DEBUG: u32 = 0;
    /// General information.
    pub const INFO: u32 = 1;
    /// An unexpected condition; the game continues.
    pub const WARNING: u32 = 2;
    /// A failure.
    pub const ERROR: u32 = 3;
}

table! {
    /// The table that the host passes when rules are made. It and everything it points to are valid until the rules are
    /// freed.
    pub struct HostTable, checked as HostCalls {
        /// The size of this struct as the host knows it.
        struct_size: u32,
        /// The first argument of its functions.
        context: *const c_void,
    }

    /// The table of the host's extension with this id, or null; any thread.
    required fn extension(context: *const c_void, id: *const c_char) -> *const c_void;
}

table! {
    /// [`extension::HOOKS`]: the house rules.
    pub struct HookTable, checked as HookCalls {
        /// The size of this struct as the host knows it.
        struct_size: u32,
        /// Bit `n`: whether hook `n` is used by any script.
        used: u64,
        /// The first argument of its functions.
        context: *const c_void,
    }

    /// Folds `value` through the scripts of hook `hook`, given `len` context integers and the state that the call is
    /// about, from which the host reads facts (null: none can be read); on the thread of the call under way. Anything
    /// but [`status::OK`](super::status::OK): a house rule failed, and the call is to end with
    /// [`status::HOOK`](super::status::HOOK).
    required fn fold(
        context: *const c_void,
        hook: u32,
        fields: *const i64,
        len: usize,
        state: *const c_void,
        value: *mut i64,
    ) -> i32;

    /// The inputs that the results of hook `hook` depend on, beside the value; any thread. Bit `n`: field `n` of the
    /// context. Bit 63: anything else, or a field after the 63rd. Absent: on anything.
    ///
    /// A game can call a hook that depends on little for all inputs when its rules are made, and look the results up in
    /// its playouts: even a cached hook call takes as long as many steps of a random game. The result depends on the
    /// text of the scripts alone, so counts and limits of steps are the same on every machine.
    optional fn reads(context: *const c_void, hook: u32) -> u64;
}

table! {
    /// [`extension::EVENTS`]: the events that house rules subscribe to.
    pub struct EventTable, checked as EventCalls {
        /// The size of this struct as the host knows it.
        struct_size: u32,
        /// Bit `n`: whether any script subscribes to event `n`.
        subscribed: u64,
        /// The first argument of its functions.
        context: *const c_void,
    }

    /// Notifies house rules of event `event`, with `len` integers; on the thread of the call under way, which must be
    /// one that changes the state. Their effects follow that call.
    required fn happened(context: *const c_void, event: u32, fields: *const i64, len: usize);
}

table! {
    /// [`extension::LOG`]: lines for the game's author.
    pub struct LogTable, checked as LogCalls {
        /// The size of this struct as the host knows it.
        struct_size: u32,
        /// The first argument of its functions.
        context: *const c_void,
    }

    /// Takes a line of `len` bytes of UTF-8, valid for this call, of a [`level`]; any thread.
    required fn log(context: *const c_void, level: u32, text: *const u8, len: usize);
}

table! {
    /// [`extension::STOP`]: whether a long call should end.
    pub struct StopTable, checked as StopCalls {
        /// The size of this struct as the host knows it.
        struct_size: u32,
        /// The first argument of its functions.
        context: *const c_void,
    }

    /// 1 when the call under way should end as soon as it can, with [`status::STOPPED`](super::status::STOPPED),
    /// otherwise 0; any thread.
    required fn should_stop(context: *const c_void) -> u32;
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use std::mem::offset_of;
    assert!(offset_of!(HostTable, extension) == 16);
    assert!(offset_of!(HookTable, used) == 8 && offset_of!(HookTable, fold) == 24);
    assert!(offset_of!(LogTable, log) == 16);
    assert!(offset_of!(StopTable, should_stop) == 16);
};
