//! Reading a state in the middle of a call.

#![allow(unsafe_code, reason = "calls the plugin's functions")]

use super::NativeSource;
use super::sink::{check, with_error};
use crate::{CallError, ReadState};
use std::ffi::c_void;
use stonehouse_plugin::Seat;
use stonehouse_plugin::abi::{FactsCalls, ZonesCalls};

/// A state of a plugin as it is read in the middle of a call: by its handle.
pub(super) struct ReadHandle<'a> {
    pub source: &'a NativeSource,
    pub state: *const c_void,
}

impl<'a> ReadHandle<'a> {
    /// Reads `state`; `None` if it is null.
    ///
    /// # Safety
    /// `state` is null or a state of these rules, to which nobody writes as long as this is used.
    #[inline]
    pub unsafe fn new(source: &'a NativeSource, state: *const c_void) -> Option<Self> {
        (!state.is_null()).then_some(Self { source, state })
    }
}

impl ReadState for ReadHandle<'_> {
    #[inline]
    fn read_fact(&self, fact: usize, values: &mut [i64]) -> Result<(), CallError> {
        let Some(FactsCalls { fact: call, .. }) = self.source.facts else {
            return Err(CallError::Contract("the game has no facts".to_owned()));
        };
        let (status, message) = with_error(|error| {
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { call(self.source.rules, self.state, fact as u32, values.as_mut_ptr(), values.len(), error) }
        });
        check("fact", status, &message)
    }

    fn read_zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, CallError> {
        let Some(ZonesCalls { zone: call, .. }) = self.source.zones else {
            return Err(CallError::Contract("the game has no zones".to_owned()));
        };
        let mut len = 0;
        let (status, message) = with_error(|error| {
            let (rules, seat, places) = (self.source.rules, seat.0.into(), values.as_mut_ptr());
            // SAFETY: live handles; places for that many values; the place and the sink live through the call.
            unsafe { call(rules, self.state, zone as u32, seat, places, values.len(), &raw mut len, error) }
        });
        check("zone", status, &message)?;
        if len > values.len() {
            return Err(CallError::Contract(format!(
                "`zone` has {len} values for zone {zone}, which declares room for {}",
                values.len()
            )));
        }
        Ok(len)
    }

    fn read_scores(&self, scores: &mut [i64]) -> Result<(), CallError> {
        let mut winners = 0;
        let (status, message) = with_error(|error| {
            let (places, seats) = (scores.as_mut_ptr(), scores.len());
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { (self.source.core.outcome)(self.source.rules, self.state, places, seats, &raw mut winners, error) }
        });
        check("outcome", status, &message)
    }
}
