//! The state of house rules around a game.

use crate::HouseLayer;
use std::sync::Arc;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Rng, Seat, Seats};

/// Separates the rolls of house rules from everything else that is derived from a match's seed.
const ROLLS: u64 = 0x726f_6c6c;

/// Separates resampled rolls from those of a match, whatever its seed is.
const RESAMPLED_ROLLS: u64 = 0x7265_726f_6c6c;

/// The state of house rules around a game: part of the position.
#[derive(Debug, PartialEq, Eq)]
pub struct HouseState {
    /// The number of actions played, then the memory. Shared until it is written to.
    pub memory: Arc<Vec<i64>>,
    /// Points that the rules added, by seat, where the game has no effect for it.
    pub points: Vec<i64>,
    /// Whether the match is over.
    pub has_ended: bool,
    /// Whether an effect has requested its end.
    pub finish_requested: bool,
    /// The winners that an effect names.
    pub winners: Option<Seats>,
    /// The seat that has to choose an action of the house before the game continues.
    pub pending_seat: Option<Seat>,
    /// The seat whose turn it was when house rules were last notified of a turn that started.
    pub turn_of: Option<Seat>,
    /// The messages since the last action.
    pub messages: Vec<String>,
    /// The generator of the rolls, where the rules declare any. Nothing that anybody is shown depends on it.
    rolls: Option<Rng>,
}

impl Clone for HouseState {
    fn clone(&self) -> Self {
        Self {
            memory: Arc::clone(&self.memory),
            points: self.points.clone(),
            has_ended: self.has_ended,
            finish_requested: self.finish_requested,
            winners: self.winners,
            pending_seat: self.pending_seat,
            turn_of: self.turn_of,
            messages: self.messages.clone(),
            rolls: self.rolls.clone(),
        }
    }

    /// Copies without allocating: a search copies positions all the time.
    fn clone_from(&mut self, source: &Self) {
        let Self { memory, points, has_ended, finish_requested, winners, pending_seat, turn_of, messages, rolls } =
            source;
        match Arc::get_mut(&mut self.memory) {
            Some(own) => own.clone_from(memory),
            None => self.memory = Arc::clone(memory),
        }
        self.points.clone_from(points);
        self.messages.clone_from(messages);
        (self.has_ended, self.finish_requested) = (*has_ended, *finish_requested);
        (self.winners, self.pending_seat, self.turn_of) = (*winners, *pending_seat, *turn_of);
        self.rolls.clone_from(rolls);
    }
}

impl HouseState {
    /// The state at the start of the match with this seed under these house rules, at a table of `seats`.
    pub(crate) fn new(layer: &dyn HouseLayer, seats: usize, seed: u64) -> Self {
        let mut memory = vec![0];
        for decl in layer.memory() {
            memory.resize(decl.slot, 0);
            memory.extend(std::iter::repeat_n(decl.start, decl.slots(seats)));
        }
        Self {
            memory: Arc::new(memory),
            points: vec![0; seats],
            has_ended: false,
            finish_requested: false,
            winners: None,
            pending_seat: None,
            turn_of: None,
            messages: Vec::new(),
            rolls: (!layer.rolls().is_empty()).then(|| Rng::from_seed(seed_of(seed, ROLLS))),
        }
    }

    /// Draws the next number below `sides`.
    pub(crate) fn roll(&mut self, sides: u32) -> u32 {
        self.rolls.as_mut().map_or(0, |rolls| rolls.below(sides))
    }

    /// Resamples all rolls to come.
    pub(crate) fn resample_rolls(&mut self, seed: u64) {
        if let Some(rolls) = &mut self.rolls {
            *rolls = Rng::from_seed(seed_of(seed, RESAMPLED_ROLLS));
        }
    }

    /// Makes the rolls to come those of `other`.
    pub(crate) fn share_rolls_with(&mut self, other: &Self) {
        self.rolls.clone_from(&other.rolls);
    }
}
