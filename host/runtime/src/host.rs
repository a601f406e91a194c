//! The services of the host for a game with its rules: answers to hooks, a log, a signal to stop.
//!
//! # Failures of house rules
//! A game passes a failed hook on as a bare [`GameError::Hook`](stonehouse_plugin::GameError::Hook), without a reason.
//! This side keeps the failure on the thread of the call and returns it in place of that call's result. So it is typed
//! from the script to the screen (kind, hook, script, line, message), and of several threads under one ruleset each
//! gets its own.

use super::facts::FactsOf;
use super::frame;
use super::subscriptions::Subscriptions;
use crate::{CallError, HookFailure, HookFailureKind, HookHost, HouseLayer, ReadState, Work};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;
use stonehouse_plugin::{HostServices, Level, MAX_HOOKS};

/// A hook failed; the reason is kept for the call under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingHookFailure;

/// The error that a game returns for the call under way: the runtime replaces it by the failure that is kept for that
/// call.
impl From<PendingHookFailure> for CallError {
    fn from(_: PendingHookFailure) -> Self {
        Self::Contract("a hook failed".to_owned())
    }
}

/// The host's services for one ruleset of a game.
pub struct GameHost {
    hooks: Option<Box<dyn HookHost>>,
    services: Option<Arc<dyn HostServices>>,
    seats: usize,
    used_hooks: u64,
    subscriptions: Subscriptions,
}

impl GameHost {
    /// Offers a game with `count` hooks the answers of `hooks`, and these services, for a table of `seats`.
    pub(super) fn new(
        hooks: Option<Box<dyn HookHost>>,
        services: Option<Arc<dyn HostServices>>,
        count: usize,
        seats: usize,
    ) -> Self {
        let bits = |count: usize, is_set: &dyn Fn(usize) -> bool| {
            (0..count).filter(|index| is_set(*index)).fold(0, |bits, index| bits | 1 << index)
        };
        let used_hooks = hooks.as_ref().map_or(0, |host| bits(count.min(MAX_HOOKS), &|hook| host.uses(hook)));
        let subscriptions = hooks.as_deref().map(Subscriptions::of).unwrap_or_default();
        Self { hooks, services, seats, used_hooks, subscriptions }
    }

    /// Whether there are house rules.
    pub const fn has_hooks(&self) -> bool {
        self.hooks.is_some()
    }

    /// Whether there are a log and a signal to stop.
    pub const fn has_services(&self) -> bool {
        self.services.is_some()
    }

    /// The hooks that house rules answer: bit `n` is hook `n`.
    pub const fn used_hooks(&self) -> u64 {
        self.used_hooks
    }

    /// The game's events of which house rules are notified: bit `n` is event `n`.
    pub const fn subscribed_events(&self) -> u64 {
        self.subscriptions.game_events()
    }

    /// The functions that house rules around the game have.
    #[inline]
    pub(super) const fn subscriptions(&self) -> Subscriptions {
        self.subscriptions
    }

    /// Folds the value of a hook through the house rules, in the middle of a call about `state`.
    ///
    /// # Errors
    /// When a script failed. The game ends the call with an error, and the runtime returns the failure.
    pub fn fold(
        &self,
        hook: usize,
        fields: &[i64],
        state: Option<&dyn ReadState>,
        value: i64,
    ) -> Result<i64, PendingHookFailure> {
        let Some(host) = &self.hooks else { return Ok(value) };
        let folded = frame::house(|house| {
            let facts = FactsOf::new(state, self.seats, house);
            catch_unwind(AssertUnwindSafe(|| host.fold(hook, fields, &facts, value)))
        });
        let failure = match folded {
            Ok(Ok(folded)) => return Ok(folded),
            Ok(Err(failure)) => failure,
            Err(panic) => {
                std::mem::forget(panic);
                let message = format!("the house rules failed internally when hook {hook} was called");
                Box::new(HookFailure::new(HookFailureKind::Host, message))
            }
        };
        frame::fail(self.key(), failure);
        Err(PendingHookFailure)
    }

    /// The dependencies of a hook's results: see [`HookHost::dependencies`].
    pub fn dependencies(&self, hook: usize) -> u64 {
        let read = || self.hooks.as_ref().map_or(0, |host| host.dependencies(hook));
        catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
            std::mem::forget(panic);
            u64::MAX
        })
    }

    /// Reports an event of the call under way on this thread, with its fields. It needs no host: the frame of the call
    /// keeps it.
    pub fn report(event: usize, fields: &[i64]) {
        frame::record_event(event, fields);
    }

    /// Writes a line to the log.
    pub fn log(&self, level: Level, text: &str) {
        if let Some(services) = &self.services {
            let _ = catch_unwind(AssertUnwindSafe(|| services.log(level, text))).map_err(std::mem::forget);
        }
    }

    /// Whether a long call should end.
    pub fn should_stop(&self) -> bool {
        let Some(services) = &self.services else { return false };
        catch_unwind(AssertUnwindSafe(|| services.should_stop())).unwrap_or_else(|panic| {
            std::mem::forget(panic);
            false
        })
    }

    /// The layer of the house rules, if they do anything around the game.
    #[inline]
    pub(super) fn layer(&self) -> Option<&dyn HouseLayer> {
        self.hooks.as_deref().and_then(HookHost::layer)
    }

    /// Begins a call on this thread, and forgets failures of earlier calls.
    #[inline]
    pub(super) fn begin(&self, work: Work) {
        if let Some(host) = &self.hooks {
            frame::clear_failure();
            host.begin(work);
        }
    }

    /// The failure of a hook in the call that just returned on this thread.
    pub(super) fn take_failure(&self) -> Option<Box<HookFailure>> {
        frame::take_failure(self.key())
    }

    /// Identifies its failures among those of other rulesets on one thread.
    fn key(&self) -> *const () {
        ptr::from_ref(self).cast()
    }
}
