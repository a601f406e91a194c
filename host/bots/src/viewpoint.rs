//! A position as one seat may use it.

use crate::BotError;
use stonehouse_plugin::{Action, Seat};
use stonehouse_runtime::{CallError, Candidate, Position, Rules};

/// A position seen from a seat: its own legal actions, and samples of the rest. The position itself is not accessible.
pub struct Viewpoint<'a> {
    position: &'a Position,
    seat: Seat,
    /// Actions of this decision that are not to be chosen.
    left_out: &'a [Action],
}

impl<'a> Viewpoint<'a> {
    /// The position as `seat` sees it.
    pub const fn new(position: &'a Position, seat: Seat) -> Self {
        Self { position, seat, left_out: &[] }
    }

    /// As this viewpoint, but some of the actions that are legal now are not to be chosen: for the question of what the
    /// seat would do without them. Later decisions, and those of others, are as they are.
    #[must_use]
    pub const fn without(self, left_out: &'a [Action]) -> Self {
        Self { left_out, ..self }
    }

    /// Whether some actions are not to be chosen.
    pub(crate) const fn is_restricted(&self) -> bool {
        !self.left_out.is_empty()
    }

    /// The seat whose viewpoint it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// Fills `candidates` with everything legal that this seat can try: its actions, those with inputs once for each
    /// sample of values.
    ///
    /// # Errors
    /// [`BotError::NothingToDecide`] when the decision is not this seat's; and when a house rule or the plugin failed.
    pub fn legal(&self, candidates: &mut Vec<Candidate>) -> Result<(), BotError> {
        self.is_asked()?;
        self.position.all_candidates(candidates)?;
        candidates.retain(|candidate| !self.left_out.contains(&candidate.action));
        if candidates.is_empty() { Err(BotError::NothingToDecide) } else { Ok(()) }
    }

    /// As [`legal`](Self::legal), but only those that a bot should consider.
    ///
    /// # Errors
    /// As [`legal`](Self::legal).
    pub fn candidates(&self, candidates: &mut Vec<Candidate>) -> Result<(), BotError> {
        self.is_asked()?;
        let mut actions: Vec<Action> = Vec::new();
        self.position.candidates(&mut actions, candidates)?;
        candidates.retain(|candidate| !self.left_out.contains(&candidate.action));
        // Where all actions worth considering are left out, any other is considered.
        if candidates.is_empty() { self.legal(candidates) } else { Ok(()) }
    }

    fn is_asked(&self) -> Result<(), BotError> {
        if self.position.to_act()? == Some(self.seat) { Ok(()) } else { Err(BotError::NothingToDecide) }
    }

    /// A copy of the position, for another thread.
    pub(crate) fn copy(&self) -> Result<Position, CallError> {
        self.position.try_clone()
    }

    /// A sample of the position: the information of this seat, and the rest resampled from `seed`.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn sample(&self, seed: u64) -> Result<Position, CallError> {
        let mut sample = self.position.try_clone()?;
        sample.determinize(self.seat, seed)?;
        Ok(sample)
    }

    /// Makes `sample` a new sample, without allocating.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn resample(&self, sample: &mut Position, seed: u64) -> Result<(), CallError> {
        sample.copy_from(self.position)?;
        sample.determinize(self.seat, seed)
    }
}
