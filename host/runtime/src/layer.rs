//! The house layer: memory, events, actions and decisions of house rules around any game. `host/house-rules`
//! implements it over Luau.
//!
//! - this module: the calls in both directions, [`HouseLayer`] and [`ReadFacts`]
//! - `declarations`: memory, actions and rolls, as house rules declare them
//! - `host_interface`: the events, hooks and effects that every game has
//! - `effects`: the effects that house rules request

mod declarations;
mod effects;
mod host_interface;

pub use declarations::{
    ActionDecl, Available, MAX_SECRET_OUTCOMES, MemoryDecl, MemoryShape, OfferKind, RollDecl, TargetKey, Targets,
    WordPicture,
};
pub use effects::{EffectRequest, HouseEffect, HouseMessage, ScriptLine};
pub use host_interface::{HostEffectKind, HostEvent, HostHook, MatchEnd};

use crate::{HookFailure, HookFailureKind};
use stonehouse_plugin::Seat;

/// The facts of the position for which house rules are evaluated.
pub trait ReadFacts {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// Writes a fact of the game: one value, or one for each seat.
    ///
    /// # Errors
    /// When the game offers none, or cannot provide it here.
    fn fact(&self, fact: usize, values: &mut [i64]) -> Result<(), Box<HookFailure>>;

    /// Writes the pieces of a zone of the game to `values`, piece after piece, and returns the number of values. `seat`
    /// is the seat whose zone it is, and seat 0 where there is only one.
    ///
    /// # Errors
    /// When the game offers none, has more pieces than it declares, or cannot provide them here.
    fn zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, Box<HookFailure>>;

    /// Writes the score of each seat as it is now.
    ///
    /// # Errors
    /// When the game cannot provide them here.
    fn scores(&self, scores: &mut [i64]) -> Result<(), Box<HookFailure>>;

    /// The slots of the house rules: the number of actions played at 0, then their memory, slot by slot.
    ///
    /// # Errors
    /// Where nothing is kept.
    fn memory_slot(&self, slot: usize) -> Result<i64, Box<HookFailure>>;

    /// Writes the slots from `first` on to `values`.
    ///
    /// # Errors
    /// As [`memory_slot`](Self::memory_slot).
    fn memory_slots(&self, first: usize, values: &mut [i64]) -> Result<(), Box<HookFailure>> {
        (first..).zip(values).try_for_each(|(slot, value)| self.memory_slot(slot).map(|kept| *value = kept))
    }
}

/// The facts where there is no position: each read fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFacts;

impl NoFacts {
    fn refuse<T>() -> Result<T, Box<HookFailure>> {
        Err(Box::new(HookFailure::new(HookFailureKind::Host, "no facts can be read here")))
    }
}

impl ReadFacts for NoFacts {
    fn seats(&self) -> usize {
        0
    }

    fn fact(&self, _: usize, _: &mut [i64]) -> Result<(), Box<HookFailure>> {
        Self::refuse()
    }

    fn zone(&self, _: usize, _: Seat, _: &mut [i64]) -> Result<usize, Box<HookFailure>> {
        Self::refuse()
    }

    fn scores(&self, _: &mut [i64]) -> Result<(), Box<HookFailure>> {
        Self::refuse()
    }

    fn memory_slot(&self, _: usize) -> Result<i64, Box<HookFailure>> {
        Self::refuse()
    }
}

/// An event that house rules can subscribe to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// One that every game has.
    Host(HostEvent),
    /// One that the game declares, by its index.
    Game(usize),
    /// The result of a roll of the house rules, by its index. Its fields are the seat, where there is one for each, and
    /// the value of each die; of a secret roll the outcome.
    Roll(usize),
}

/// The memory, events, actions and decisions of house rules around a game. `host/house-rules` implements it over Luau;
/// a test may implement it in Rust.
///
/// It must be a pure function of its arguments: the same call gives the same result, on every thread.
pub trait HouseLayer: Send + Sync {
    /// The memory of the rules.
    fn memory(&self) -> &[MemoryDecl];

    /// The slots that do not begin with the value that their memory declares, each with its value: those that go on
    /// from the match before in a series.
    fn carried(&self) -> &[(usize, i64)] {
        &[]
    }

    /// The actions that they add.
    fn actions(&self) -> &[ActionDecl];

    /// The rolls that they declare.
    fn rolls(&self) -> &[RollDecl] {
        &[]
    }

    /// Whether they shuffle a list.
    fn shuffles(&self) -> bool {
        false
    }

    /// Whether they write messages to one seat.
    fn whispers(&self) -> bool {
        false
    }

    /// Whether they may read who wins when they are notified of the end of the match: if not, that is not computed.
    fn reads_winners(&self) -> bool {
        true
    }

    /// The values that are kept in secret memory, each with its slot, of an outcome of a secret roll, for `seat` where
    /// each is for one. The slots are the same for each outcome.
    fn kept_of_roll(&self, _roll: usize, _seat: Option<Seat>, _outcome: u32) -> &[(usize, i64)] {
        &[]
    }

    /// Whether they subscribe to this event.
    fn subscribes_to(&self, event: Event) -> bool;

    /// Whether their function for this event is known to do nothing.
    fn is_idle_at(&self, _event: Event) -> bool {
        false
    }

    /// Whether their function for this hook is known to return the value that it gets.
    fn is_idle_hook(&self, _hook: HostHook) -> bool {
        false
    }

    /// Whether the action of this index is known never to be offered.
    fn is_never_offered(&self, _action: usize) -> bool {
        false
    }

    /// Whether their functions for events of the game read nothing but their fields and the memory, and no hook of the
    /// game reads what they keep. Then they can be called in the middle of a playout.
    fn are_events_apart_from_game(&self) -> bool {
        false
    }

    /// Notifies them of an event, and calls `request` with the effects that they request.
    ///
    /// # Errors
    /// When a script failed.
    fn notify(
        &self,
        event: Event,
        fields: &[i64],
        facts: &dyn ReadFacts,
        request: &mut dyn FnMut(&[EffectRequest]),
    ) -> Result<(), Box<HookFailure>>;

    /// Whether they use this hook.
    fn uses(&self, hook: HostHook) -> bool;

    /// The answer to a hook that every game has.
    ///
    /// # Errors
    /// When a script failed.
    fn decide(
        &self,
        hook: HostHook,
        fields: &[i64],
        facts: &dyn ReadFacts,
        value: bool,
    ) -> Result<bool, Box<HookFailure>>;

    /// Whether an action is offered. `fields` are the values of its [fields](Targets::fields): the seat, and the
    /// target.
    ///
    /// # Errors
    /// When a script failed.
    fn offers(&self, action: usize, fields: &[i64], facts: &dyn ReadFacts) -> Result<bool, Box<HookFailure>>;

    /// The targets with which an action may be offered to `seat`: called once, before [`offers`](Self::offers).
    ///
    /// # Errors
    /// When a script failed.
    fn available(&self, _action: usize, _seat: Seat, _facts: &dyn ReadFacts) -> Result<Available, Box<HookFailure>> {
        Ok(Available::All)
    }

    /// Whether [`offers`](Self::offers) depends on the target: if not, it is called for the first one only.
    fn offers_by_target(&self, _action: usize) -> bool {
        true
    }

    /// Plays an action; the effects that it requests are added to `effects`. `fields` are as in
    /// [`offers`](Self::offers).
    ///
    /// # Errors
    /// When a script failed.
    fn play(
        &self,
        action: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        effects: &mut Vec<EffectRequest>,
    ) -> Result<(), Box<HookFailure>>;

    /// The line at which the rules define what an action does.
    fn line_of_action(&self, _action: usize) -> ScriptLine {
        ScriptLine::default()
    }

    /// The line at which the rules define what follows from a roll.
    fn line_of_roll(&self, _roll: usize) -> ScriptLine {
        ScriptLine::default()
    }

    /// The failure of an effect that was requested at this place and could not be applied.
    fn refused(&self, place: ScriptLine, why: String) -> Box<HookFailure>;
}
