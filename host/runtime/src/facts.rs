//! The facts that house rules may read of a position.
//!
//! A hook is called in the middle of an action. The game passes the address of the state that the hook is about, and
//! the host calls back for the facts that the scripts read, which it knows from their text. So a hook with thirty facts
//! costs only those that are read, and the memo's key consists of exactly these. What the host keeps itself (memory,
//! the number of actions) is found through the [frame](super::frame) of the call.

#![allow(unsafe_code, reason = "calls through the C ABI, with the handles that came from it")]

use super::calls::Calls;
use crate::sink::{check, with_error};
use crate::{HookFailure, HookFailureKind, HouseMemory, ReadFacts};
use std::ffi::c_void;
use stonehouse_plugin::abi::{CoreCalls, FactsCalls};

/// Where the facts of a ruleset come from.
pub(super) struct Source {
    core: CoreCalls,
    facts: Option<FactsCalls>,
    rules: *const c_void,
    seats: usize,
}

// SAFETY: the ABI asks that rules may be used from several threads at once.
unsafe impl Send for Source {}
// SAFETY: as above.
unsafe impl Sync for Source {}

impl Source {
    pub const fn new(calls: &Calls, rules: *const c_void, seats: usize) -> Self {
        Self { core: calls.core, facts: calls.facts, rules, seats }
    }
}

/// What house rules may read of one state.
pub(super) struct FactsOf<'a> {
    source: Option<&'a Source>,
    state: *const c_void,
    memory: Option<&'a HouseMemory>,
}

impl<'a> FactsOf<'a> {
    /// # Safety
    /// `state` is null or a state of these rules, to which nobody writes as long as this is used.
    #[inline]
    pub const unsafe fn new(source: Option<&'a Source>, state: *const c_void, memory: Option<&'a HouseMemory>) -> Self {
        Self { source, state, memory }
    }

    fn source(&self) -> Result<&Source, Box<HookFailure>> {
        match self.source {
            Some(source) if !self.state.is_null() => Ok(source),
            _ => Err(host("facts of the match cannot be read here: there is no position yet").into()),
        }
    }
}

fn host(why: impl Into<String>) -> HookFailure {
    HookFailure::new(HookFailureKind::Host, why)
}

impl ReadFacts for FactsOf<'_> {
    fn seats(&self) -> usize {
        self.source.map_or(0, |source| source.seats)
    }

    #[inline]
    fn fact(&self, fact: usize, values: &mut [i64]) -> Result<(), Box<HookFailure>> {
        let source = self.source()?;
        let Some(FactsCalls { fact: call, .. }) = source.facts else {
            return Err(host("the game has no facts").into());
        };
        let (status, message) = with_error(|error| {
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { call(source.rules, self.state, fact as u32, values.as_mut_ptr(), values.len(), error) }
        });
        check("fact", status, &message).map_err(|error| host(error.to_string()).into())
    }

    fn scores(&self, scores: &mut [i64]) -> Result<(), Box<HookFailure>> {
        let source = self.source()?;
        let (mut winners, seats) = (0, source.seats);
        if scores.len() != seats {
            return Err(host("there is no room for the scores").into());
        }
        let (status, message) = with_error(|error| {
            let places = (scores.as_mut_ptr(), &raw mut winners);
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { (source.core.outcome)(source.rules, self.state, places.0, seats, places.1, error) }
        });
        check("outcome", status, &message).map_err(|error| host(error.to_string()))?;
        for (score, points) in scores.iter_mut().zip(self.memory.iter().flat_map(|memory| &memory.points)) {
            *score = score.saturating_add(*points);
        }
        Ok(())
    }

    fn kept(&self, slot: usize) -> Result<i64, Box<HookFailure>> {
        let value = self.memory.and_then(|memory| memory.slots.get(slot).copied());
        value.ok_or_else(|| host("what house rules remember cannot be read here").into())
    }
}
