//! The numbers of a position, as the bytes that a VM reads.

use crate::shape::{self, Shape};
use std::cell::Cell;
use stonehouse_plugin::Rng;

/// The numbers of a position, as the bytes that a VM reads.
#[derive(Clone, Debug)]
pub(crate) struct PositionBytes {
    pub(super) bytes: Vec<u8>,
    /// Equal for copies, and different for all others in the process; 0 where it is not known to a VM.
    pub(super) version: Cell<u64>,
}

impl PositionBytes {
    /// A position of which every number is 0.
    pub fn new(slots: usize) -> Self {
        Self { bytes: vec![0; slots * 4], version: Cell::new(0) }
    }

    /// The position before the deal with this seed.
    pub fn start(shape: &Shape, seed: u64) -> Self {
        let mut memory = Self::new(shape.slots);
        for value in &shape.values {
            (value.slot..value.slot + value.slots()).for_each(|slot| memory.set(slot, value.start as i32));
        }
        memory.set_generator(&Rng::from_seed(seed));
        memory
    }

    #[inline]
    pub fn get(&self, slot: usize) -> i32 {
        let bytes = self.bytes.get(slot * 4..slot * 4 + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, i32::from_le_bytes)
    }

    #[inline]
    pub fn set(&mut self, slot: usize, value: i32) {
        self.version.set(0);
        if let Some(bytes) = self.bytes.get_mut(slot * 4..slot * 4 + 4) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
    }

    /// Becomes a copy of another one, without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.bytes.clone_from(&other.bytes);
        self.version.set(other.version.get());
    }

    /// The generator of the shuffles.
    pub fn generator(&self) -> Rng {
        let slots = (0..4).map(|slot| u128::from(self.get(shape::GENERATOR + slot) as u32) << (32 * slot));
        Rng::from_state(slots.fold(0, |state, part| state | part))
    }

    /// Sets the generator of the shuffles.
    pub fn set_generator(&mut self, generator: &Rng) {
        for slot in 0..4 {
            self.set(shape::GENERATOR + slot, (generator.state() >> (32 * slot)) as u32 as i32);
        }
    }
}
