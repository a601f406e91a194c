//! Lists that a plugin writes into a buffer of the host: actions, and outcomes of chance.

use super::calls::Calls;
use super::sink::check;
use super::state::NativeState;
use crate::CallError;
use std::ffi::c_void;
use stonehouse_plugin::abi::{Sink, status};
use stonehouse_plugin::{Action, MAX_ACTIONS, MAX_OUTCOMES, Outcomes};

/// The initial size of a buffer of actions: enough for most games, so that one call is enough. A game declares no
/// greatest number of actions: one that has more reports how many. Nothing is filled with zeros before a call.
const FIRST_ROOM: usize = 1024;

/// The initial size of a buffer of outcomes: most games have a handful, like the sides of a die.
const FIRST_OUTCOMES: usize = 64;

impl NativeState {
    /// Fills `actions`, which is empty, by the call `list`, which is called `name`.
    #[inline]
    pub fn list(
        &self,
        name: &'static str,
        actions: &mut Vec<Action>,
        list: impl Fn(&Calls, *const c_void, *const c_void, (*mut u32, usize), *mut usize, *const Sink) -> i32,
    ) -> Result<(), CallError> {
        actions.reserve(FIRST_ROOM);
        let calls = self.calls();
        let (mut len, mut capacity);
        loop {
            // `Action` is transparent over `u32`.
            let room = actions.spare_capacity_mut();
            (len, capacity) = (0, room.len());
            let buffer = (room.as_mut_ptr().cast(), capacity);
            let (status, message) = calls
                .with_error(name, |error| list(calls, self.rules.handle, self.handle, buffer, &raw mut len, error));
            if status != status::TOO_SMALL {
                check(name, status, &message)?;
                break;
            }
            if !(capacity + 1..=MAX_ACTIONS).contains(&len) {
                return Err(CallError::Contract(format!(
                    "`{name}` needs room for {len} actions and got {capacity}, but at most {MAX_ACTIONS} are allowed"
                )));
            }
            actions.reserve(len);
        }
        if len > capacity {
            return Err(CallError::Contract(format!(
                "`{name}` listed {len} actions for a buffer of {capacity} without reporting an error"
            )));
        }
        // SAFETY: within the capacity, and written by the plugin: as the number states. With a false number it leaves
        // earlier numbers in place, which are checked like any others.
        unsafe { actions.set_len(len) }
        Ok(())
    }

    /// Fills `outcomes`, which is empty.
    pub fn list_outcomes(&self, outcomes: &mut Outcomes) -> Result<(), CallError> {
        let Some(extension) = self.calls().chance else { return Ok(()) };
        let (mut len, mut room) = (0, FIRST_OUTCOMES);
        loop {
            outcomes.codes.resize(room, 0);
            outcomes.weights.resize(room, 0);
            let (status, message) = self.calls().with_error("outcomes", |error| {
                let (codes, weights) = (outcomes.codes.as_mut_ptr(), outcomes.weights.as_mut_ptr());
                let (rules, state) = (self.rules.handle, self.handle);
                // SAFETY: live handles; two buffers of that many numbers; the place and the sink live through the call.
                unsafe { (extension.outcomes)(rules, state, codes, weights, room, &raw mut len, error) }
            });
            if status == status::TOO_SMALL && (room + 1..=MAX_OUTCOMES).contains(&len) {
                room = len;
                continue;
            }
            check("outcomes", status, &message)?;
            break;
        }
        if len > room {
            return Err(CallError::Contract(format!(
                "`outcomes` listed {len} outcomes for a buffer of {room} without reporting an error"
            )));
        }
        outcomes.codes.truncate(len);
        outcomes.weights.truncate(len);
        Ok(())
    }
}
