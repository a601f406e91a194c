//! The facts that house rules may read of a position.
//!
//! A hook is called in the middle of an action. The game passes the state that the hook is about, and the host reads
//! from it the facts that occur in the text of the scripts. So a hook with thirty facts costs only those that are read,
//! and the memo's key consists of exactly these. The data of the host itself (memory, the number of actions) is found
//! through the [frame](super::frame) of the call.

use crate::{HookFailure, HookFailureKind, HouseState, ReadFacts, ReadState};
use stonehouse_plugin::Seat;

/// The facts of one state that house rules may read.
pub(super) struct FactsOf<'a> {
    state: Option<&'a dyn ReadState>,
    seats: usize,
    house: Option<&'a HouseState>,
}

impl<'a> FactsOf<'a> {
    /// The facts of `state`, if there is a position, for a table of `seats`.
    #[inline]
    pub const fn new(state: Option<&'a dyn ReadState>, seats: usize, house: Option<&'a HouseState>) -> Self {
        Self { state, seats, house }
    }

    fn state(&self) -> Result<&dyn ReadState, Box<HookFailure>> {
        self.state.ok_or_else(|| failure("facts of the match cannot be read here: there is no position yet").into())
    }
}

fn failure(why: impl Into<String>) -> HookFailure {
    HookFailure::new(HookFailureKind::Host, why)
}

impl ReadFacts for FactsOf<'_> {
    fn seats(&self) -> usize {
        self.seats
    }

    #[inline]
    fn fact(&self, fact: usize, values: &mut [i64]) -> Result<(), Box<HookFailure>> {
        self.state()?.read_fact(fact, values).map_err(|error| failure(error.to_string()).into())
    }

    fn zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, Box<HookFailure>> {
        self.state()?.read_zone(zone, seat, values).map_err(|error| failure(error.to_string()).into())
    }

    fn scores(&self, scores: &mut [i64]) -> Result<(), Box<HookFailure>> {
        let state = self.state()?;
        if scores.len() != self.seats {
            return Err(failure("there is no room for the scores").into());
        }
        state.read_scores(scores).map_err(|error| failure(error.to_string()))?;
        for (score, points) in scores.iter_mut().zip(self.house.iter().flat_map(|house| &house.points)) {
            *score = score.saturating_add(*points);
        }
        Ok(())
    }

    fn memory_slot(&self, slot: usize) -> Result<i64, Box<HookFailure>> {
        let mut value = [0];
        self.memory_slots(slot, &mut value)?;
        Ok(value[0])
    }

    #[inline]
    fn memory_slots(&self, first: usize, values: &mut [i64]) -> Result<(), Box<HookFailure>> {
        let kept = self.house.and_then(|house| house.memory.get(first..first + values.len()));
        let kept = kept.ok_or_else(|| failure("what house rules remember cannot be read here"))?;
        values.copy_from_slice(kept);
        Ok(())
    }
}
