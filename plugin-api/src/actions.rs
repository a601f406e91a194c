//! The list of actions that a game fills.

#![allow(unsafe_code, reason = "an uninitialised buffer: clearing it for every call would cost more than the call")]

use crate::Action;
use std::mem::MaybeUninit;
use std::ptr;

/// A list of actions over a buffer of the caller, which [`Game::legal_actions`](crate::Game::legal_actions) and similar
/// methods fill.
///
/// Pushing past the end of the buffer is harmless: actions that do not fit are only counted, and the caller calls again
/// with a larger buffer.
pub struct Actions<'a> {
    buffer: &'a mut [MaybeUninit<Action>],
    len: usize,
}

impl<'a> Actions<'a> {
    /// An empty list over `buffer`.
    pub fn new(buffer: &'a mut [Action]) -> Self {
        let buffer = ptr::from_mut(buffer) as *mut [MaybeUninit<Action>];
        // SAFETY: the two types have the same layout, the borrow continues, and a list never writes anything but
        // actions.
        Self::over(unsafe { &mut *buffer })
    }

    /// An empty list over `buffer`, which may be uninitialised.
    pub const fn over(buffer: &'a mut [MaybeUninit<Action>]) -> Self {
        Self { buffer, len: 0 }
    }

    /// Adds one action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        if let Some(place) = self.buffer.get_mut(self.len) {
            place.write(action);
        }
        self.len += 1;
    }

    /// The number of actions that were pushed, including those that did not fit.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was pushed.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of actions that fit into the buffer.
    pub const fn capacity(&self) -> usize {
        self.buffer.len()
    }

    /// The actions that fitted.
    pub fn as_slice(&self) -> &[Action] {
        let filled = &self.buffer[..self.len.min(self.buffer.len())];
        // SAFETY: `push` has written the first `len` places.
        unsafe { filled.assume_init_ref() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_that_do_not_fit_are_counted_and_not_written() {
        let mut buffer = [const { MaybeUninit::uninit() }; 2];
        let mut actions = Actions::over(&mut buffer);
        assert_eq!((actions.as_slice(), actions.is_empty()), (&[][..], true));
        (1..=3).for_each(|code| actions.push(Action(code)));
        assert_eq!((actions.len(), actions.capacity()), (3, 2));
        assert_eq!(actions.as_slice(), [Action(1), Action(2)]);
    }

    #[test]
    fn a_buffer_of_initialised_actions_works_as_well() {
        let mut buffer = [Action(9); 2];
        let mut actions = Actions::new(&mut buffer);
        actions.push(Action(1));
        assert_eq!(actions.as_slice(), [Action(1)]);
        assert_eq!(buffer, [Action(1), Action(9)]);
    }
}
