//! The call under way on a thread, for the functions that a plugin calls back.
//!
//! A hook is called in the middle of an action: the plugin passes only the address of its state, and the host needs the
//! state of the house rules that belongs to it, and a place for failures and events. Where house rules have a layer,
//! `Rules::in_frame` pushes a frame around each call of the game.
//!
//! The step counts and the recording of scripts are no part of it. They begin with an action and last for many calls of
//! the game, they are needed where a script is called without a game (its tests, its knobs), and their types belong to
//! `stonehouse-house-rules`, which imports this crate and keeps both in one place (`call`).

#![allow(unsafe_code, reason = "leads from a function that the plugin calls back to what the caller has borrowed")]

use crate::events::EventQueue;
use crate::{Event, HookFailure, HouseState};
use std::cell::{Cell, RefCell};
use std::ptr;

/// The most events that are kept for house rules until they are notified. Games report a few; more are a fault of the
/// plugin.
pub(crate) const MAX_RECORDED: usize = 1000;

struct Call {
    /// The state of house rules that belongs to the state in use; null if none does.
    house: Cell<*const HouseState>,
    /// The events reported in the call.
    events: RefCell<EventQueue>,
    /// The first hook that failed: the host of its rules, and why.
    failed: RefCell<Option<(*const (), Box<HookFailure>)>>,
}

thread_local! {
    static CALL: Call = const {
        Call { house: Cell::new(ptr::null()), events: const { RefCell::new(EventQueue::new()) }, failed: RefCell::new(None) }
    };
}

/// A state that house rules can read is in use on this thread until this is dropped.
pub(crate) struct Frame<'a> {
    before: *const HouseState,
    _house: &'a HouseState,
}

impl<'a> Frame<'a> {
    pub fn push(house: &'a HouseState) -> Self {
        CALL.with(|call| {
            call.events.borrow_mut().clear();
            Self { before: call.house.replace(house), _house: house }
        })
    }

    /// Pops the frame, and moves the events that were reported in it to `events`, as far as there is
    /// [room](MAX_RECORDED).
    #[inline]
    pub fn pop(self, events: &mut EventQueue) {
        drop(self);
        CALL.with(|call| events.append(&mut call.events.borrow_mut(), MAX_RECORDED.saturating_sub(events.len())));
    }
}

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        CALL.with(|call| call.house.set(self.before));
    }
}

/// Calls `read` with the state of house rules that belongs to the state in use, if one does.
pub(crate) fn house<T>(read: impl FnOnce(Option<&HouseState>) -> T) -> T {
    let house = CALL.with(|call| call.house.get());
    // SAFETY: null, or pushed by a frame of this thread that borrows it and is not dropped yet.
    read(unsafe { house.as_ref() })
}

/// Keeps an event that a plugin reports, if house rules can read the state in use.
pub(crate) fn record_event(event: usize, fields: &[i64]) {
    CALL.with(|call| {
        let mut events = call.events.borrow_mut();
        if !call.house.get().is_null() && events.len() < MAX_RECORDED {
            events.push(Event::Game(event), fields);
        }
    });
}

/// Whether an event was reported in the call under way.
#[inline]
pub(crate) fn has_events() -> bool {
    CALL.with(|call| !call.events.borrow().is_empty())
}

/// Lets `handle`, in which no game is called, take events that were reported in the call under way. What it leaves in
/// the queue stays reported.
#[inline]
pub(crate) fn handle_events<R>(handle: impl FnOnce(&mut EventQueue) -> R) -> R {
    CALL.with(|call| handle(&mut call.events.borrow_mut()))
}

/// Forgets the failures of earlier calls.
pub(crate) fn clear_failure() {
    CALL.with(|call| *call.failed.borrow_mut() = None);
}

/// Keeps the failure of a hook of this `host`, unless one has failed before.
pub(crate) fn fail(host: *const (), failure: Box<HookFailure>) {
    CALL.with(|call| {
        let mut failed = call.failed.borrow_mut();
        if failed.as_ref().is_none_or(|(whose, _)| *whose != host) {
            *failed = Some((host, failure));
        }
    });
}

/// Removes and returns the failure of a hook of this `host` in the call that just returned.
pub(crate) fn take_failure(host: *const ()) -> Option<Box<HookFailure>> {
    let failed = CALL.with(|call| call.failed.borrow_mut().take_if(|(whose, _)| *whose == host));
    failed.map(|(_, failure)| failure)
}
