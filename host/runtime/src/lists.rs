//! Lists of actions: written into a buffer that is reused, and checked before use.

#![allow(unsafe_code, reason = "calls through the C ABI, which fill a buffer of this side")]

use super::calls::Calls;
use super::{CallError, State};
use crate::Work;
use crate::sink::check;
use std::ffi::c_void;
use stonehouse_plugin::abi::{Sink, status};
use stonehouse_plugin::{Action, MOST_ACTIONS, Seat, Turn};

/// The initial size of a buffer: enough for most games, so that one call is enough. A game declares no greatest number of actions: one that
/// has more reports how many. Nothing is filled with zeros before a call.
const FIRST_ROOM: usize = 1024;

impl State {
    /// Fills `actions` with the legal actions of the seat whose turn it is, ascending. Empty when the game is over, and when several seats or
    /// chance decide. The vector is reused: after its first growth this allocates nothing.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    #[inline]
    pub fn legal_actions(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        self.list("legal_actions", actions, |calls, rules, state, (buffer, capacity), len, error| {
            // SAFETY: live handles; a buffer with room for `capacity` actions; the place and the sink live through the call.
            unsafe { (calls.core.legal_actions)(rules, state, buffer, capacity, len, error) }
        })
    }

    /// Fills `actions` with the legal actions of `seat`, ascending: none if it has nothing to choose now.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn legal_actions_of(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        match (self.turn()?, &self.rules.plugin.calls.simultaneous) {
            (Turn::Seat(whose), _) if whose == seat => self.legal_actions(actions),
            (Turn::Together(seats), Some(extension)) if seats.contains(seat) => {
                let choices = extension.choices;
                self.list("choices", actions, |_, rules, state, (buffer, capacity), len, error| {
                    // SAFETY: as above.
                    unsafe { choices(rules, state, seat.0.into(), buffer, capacity, len, error) }
                })
            }
            _ => {
                actions.clear();
                Ok(())
            }
        }
    }

    /// Whether the plugin lists the actions that a bot should consider.
    pub(super) fn has_candidates(&self) -> bool {
        self.rules.plugin.calls.bots.is_some_and(|bots| bots.candidates.is_some())
    }

    /// Fills `actions` with the legal actions of `seat` that a bot should consider, in ascending order; like [`legal_actions`](Self::legal_actions)
    /// it does not allocate once the vector has grown.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn candidates(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        if let Some(candidates) = self.rules.plugin.calls.bots.and_then(|bots| bots.candidates) {
            self.list("candidates", actions, |_, rules, state, (buffer, capacity), len, error| {
                // SAFETY: as above.
                unsafe { candidates(rules, state, seat.0.into(), buffer, capacity, len, error) }
            })?;
            if !actions.is_empty() {
                return Ok(());
            }
        }
        self.legal_actions_of(seat, actions)
    }

    #[inline]
    fn list(
        &self,
        name: &'static str,
        actions: &mut Vec<Action>,
        list: impl Fn(&Calls, *const c_void, *const c_void, (*mut u32, usize), *mut usize, *const Sink) -> i32,
    ) -> Result<(), CallError> {
        actions.clear();
        actions.reserve(FIRST_ROOM);
        let calls = &self.rules.plugin.calls;
        let (mut len, mut capacity);
        loop {
            // `Action` is transparent over `u32`.
            let room = actions.spare_capacity_mut();
            (len, capacity) = (0, room.len());
            let buffer = (room.as_mut_ptr().cast(), capacity);
            let fits = self.enter(Work::Question, || {
                let (status, message) = calls
                    .with_error(name, |error| list(calls, self.rules.handle, self.handle, buffer, &raw mut len, error));
                if status == status::TOO_SMALL { Ok(false) } else { check(name, status, &message).map(|()| true) }
            })?;
            if fits {
                break;
            }
            if !(capacity + 1..=MOST_ACTIONS).contains(&len) {
                return Err(CallError::Contract(format!(
                    "`{name}` needs room for {len} actions and got {capacity}, but at most {MOST_ACTIONS} are allowed"
                )));
            }
            actions.reserve(len);
        }
        if len > capacity {
            return Err(CallError::Contract(format!(
                "`{name}` listed {len} actions for a buffer of {capacity} without reporting an error"
            )));
        }
        // SAFETY: within the capacity, and written by the plugin: as the number states. With a false number it leaves numbers that were
        // there before; they are checked like any others.
        unsafe { actions.set_len(len) }
        let Some(at) = actions.windows(2).position(|pair| pair[0] >= pair[1]) else { return Ok(()) };
        let (earlier, later) = (actions[at].0, actions[at + 1].0);
        actions.clear();
        Err(CallError::Contract(if earlier == later {
            format!("`{name}` listed {later} twice")
        } else {
            format!("`{name}` listed {later} after {earlier}, but the order must be ascending")
        }))
    }
}
