//! How the VM's steps reach the meter.
//!
//! Luau calls a function at each call, return and iteration of a loop. mlua's own makes each of them an error-catching
//! call of a closure, which takes longer than a whole line of many rules. So most steps are counted here, by an
//! addition and a comparison; only a step at which there is something to decide goes through mlua.

#![allow(unsafe_code, reason = "mlua has no other way to call it less often")]

use crate::call::meter;
use mlua::{Lua, Result, ffi};
use std::sync::OnceLock;

/// The callback of the VM at each step.
type Interrupt = unsafe extern "C-unwind" fn(*mut ffi::lua_State, i32);

/// The callback of mlua, which calls [`meter::step`]: the same for every VM.
static WITH_MLUA: OnceLock<Interrupt> = OnceLock::new();

/// Counts every step of this VM from now on.
pub(super) fn count(lua: &Lua) -> Result<()> {
    lua.set_interrupt(meter::step);
    // SAFETY: the state is the VM's own, and its callbacks live as long as it does; nothing is pushed on its
    // stack.
    unsafe {
        lua.exec_raw((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            if let Some(with_mlua) = (*callbacks).interrupt
                && *WITH_MLUA.get_or_init(|| with_mlua) as usize == with_mlua as usize
            {
                (*callbacks).interrupt = Some(step);
            }
        })
    }
}

/// A step of a VM; `gc` is negative unless it is one of the collector.
unsafe extern "C-unwind" fn step(state: *mut ffi::lua_State, gc: i32) {
    if gc >= 0 || meter::passes() {
        return;
    }
    if let Some(with_mlua) = WITH_MLUA.get() {
        // SAFETY: mlua's function, called as the VM would call it.
        unsafe { with_mlua(state, gc) };
    }
}
