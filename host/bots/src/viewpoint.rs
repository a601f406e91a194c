//! A position as one seat may use it.

use crate::BotError;
use stonehouse_plugin_api::abi::client::{CallError, Rules, State};
use stonehouse_plugin_api::{Action, Seat};

/// A position seen from a seat: its own legal actions, and samples of the rest. The position itself cannot be got at.
pub struct Viewpoint<'a> {
    state: &'a State,
    seat: Seat,
}

impl<'a> Viewpoint<'a> {
    /// The position as `seat` sees it.
    pub const fn new(state: &'a State, seat: Seat) -> Self {
        Self { state, seat }
    }

    /// The seat that looks.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.state.rules()
    }

    /// Fills `actions` with the legal actions of this seat.
    ///
    /// # Errors
    /// [`BotError::NothingToDecide`] when the decision is not this seat's; and when a house rule or the plugin failed.
    pub fn legal(&self, actions: &mut Vec<Action>) -> Result<(), BotError> {
        if self.state.to_act()? != Some(self.seat) {
            return Err(BotError::NothingToDecide);
        }
        self.state.legal_actions(actions)?;
        if actions.is_empty() { Err(BotError::NothingToDecide) } else { Ok(()) }
    }

    /// Fills `actions` with the legal actions of this seat that are worth a thought.
    ///
    /// # Errors
    /// As [`legal`](Self::legal).
    pub fn candidates(&self, actions: &mut Vec<Action>) -> Result<(), BotError> {
        if self.state.to_act()? != Some(self.seat) {
            return Err(BotError::NothingToDecide);
        }
        self.state.candidates(actions)?;
        if actions.is_empty() { Err(BotError::NothingToDecide) } else { Ok(()) }
    }

    /// A sample of the position: what this seat knows, and the rest drawn anew from `seed`.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn sample(&self, seed: u64) -> Result<State, CallError> {
        let mut sample = self.state.try_clone()?;
        sample.determinize(self.seat, seed)?;
        Ok(sample)
    }

    /// Makes `sample` a new sample, without allocating.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn resample(&self, sample: &mut State, seed: u64) -> Result<(), CallError> {
        sample.copy_from(self.state)?;
        sample.determinize(self.seat, seed)
    }
}
