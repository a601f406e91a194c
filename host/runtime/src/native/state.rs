//! The calls about one state behind the ABI. Answers are turned into the contract's types here, and checked by
//! [`State`](crate::State).

use super::calls::Calls;
use super::read_handle::ReadHandle;
use super::rules::NativeRules;
use super::sink::check;
use crate::game::{check_samples, traced_seat};
use crate::{CallError, Course, EffectFailure, GameState, ReadState};
use serde_json::Value;
use std::any::Any;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use stonehouse_plugin::abi::{
    ChosenEntry, Dice, PauseTable, Sink, TraceEntry, observer as observers, status, turn as turns,
};
use stonehouse_plugin::house::{EffectResult, PieceLabel};
use stonehouse_plugin::{
    Action, ActionText, Chosen, MAX_SAMPLES, MAX_SEATS, MAX_VALUES, Observer, Outcomes, Rng, Samples, Scene, Seat,
    Seats, Text, Trace, Turn,
};

/// A state of a plugin.
pub(super) struct NativeState {
    pub rules: Arc<NativeRules>,
    pub handle: *mut c_void,
    /// Room for the trace of a rollout, once there was one.
    traced: Vec<TraceEntry>,
}

// SAFETY: the ABI requires that a state may be used on any thread, by one call at a time.
unsafe impl Send for NativeState {}

impl Drop for NativeState {
    fn drop(&mut self) {
        self.calls().observe("state_free");
        // SAFETY: the handle is freed once.
        unsafe { (self.calls().core.state_free)(self.handle) }
    }
}

impl ReadState for NativeState {
    #[inline]
    fn read_fact(&self, fact: usize, values: &mut [i64]) -> Result<(), CallError> {
        self.read().read_fact(fact, values)
    }

    fn read_zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, CallError> {
        self.read().read_zone(zone, seat, values)
    }

    fn read_scores(&self, scores: &mut [i64]) -> Result<(), CallError> {
        self.read().read_scores(scores)
    }
}

/// The number of an observer.
fn code(observer: Observer) -> u32 {
    match observer {
        Observer::Seat(seat) => seat.0.into(),
        Observer::Public => observers::PUBLIC,
        Observer::Referee => observers::REFEREE,
    }
}

/// A choice as it is passed to the plugin.
fn entry_of(chosen: Chosen<'_>) -> ChosenEntry {
    let values = if chosen.values.is_empty() { ptr::null() } else { chosen.values.as_ptr() };
    ChosenEntry { seat: chosen.seat.0.into(), action: chosen.action.0, values, values_len: chosen.values.len() }
}

/// The choices of seats, at most one each, as they are passed to the plugin: as many entries as choices, and empty
/// ones.
fn entries_of(chosen: &[Chosen<'_>]) -> [ChosenEntry; MAX_SEATS] {
    let nothing = ChosenEntry { seat: 0, action: 0, values: ptr::null(), values_len: 0 };
    let mut entries = [nothing; MAX_SEATS];
    for (entry, one) in entries.iter_mut().zip(chosen) {
        *entry = entry_of(*one);
    }
    entries
}

/// The handle of another state of the same rules.
fn other(state: &dyn GameState) -> Result<*const c_void, CallError> {
    let state: &dyn Any = state;
    let state = state.downcast_ref::<NativeState>();
    state
        .map(|state| state.handle.cast_const())
        .ok_or_else(|| CallError::Contract("a state of another game".to_owned()))
}

impl NativeState {
    pub const fn new(rules: Arc<NativeRules>, handle: *mut c_void) -> Self {
        Self { rules, handle, traced: Vec::new() }
    }

    #[inline]
    pub fn calls(&self) -> &Calls {
        &self.rules.game.calls
    }

    fn read(&self) -> ReadHandle<'_> {
        ReadHandle { source: &self.rules.source, state: self.handle }
    }

    /// Makes the call that is called `name`.
    #[inline]
    fn call(
        &self,
        name: &'static str,
        call: impl FnOnce(&Calls, *const c_void, *mut c_void, *const Sink) -> i32,
    ) -> Result<(), CallError> {
        let (status, message) =
            self.calls().with_error(name, |error| call(self.calls(), self.rules.handle, self.handle, error));
        check(name, status, &message)
    }

    /// As [`call`](Self::call); false where the plugin has no answer to it.
    #[inline]
    fn try_call(
        &self,
        name: &'static str,
        call: impl FnOnce(&Calls, *const c_void, *mut c_void, *const Sink) -> i32,
    ) -> Result<bool, CallError> {
        let (status, message) =
            self.calls().with_error(name, |error| call(self.calls(), self.rules.handle, self.handle, error));
        if status == status::UNSUPPORTED { Ok(false) } else { check(name, status, &message).map(|()| true) }
    }
}

/// The error of a call of something that the plugin lacks.
fn absent(name: &str) -> CallError {
    CallError::Contract(format!("the plugin has no `{name}`"))
}

/// The condition on which to take over from a plugin that plays several steps in one call.
struct PauseWhen<'a>(&'a mut dyn FnMut() -> bool);

impl PauseWhen<'_> {
    /// The table for the plugin, which lives as long as this.
    fn table(&mut self) -> PauseTable {
        /// Called by the plugin after each step.
        unsafe extern "C" fn is_due(context: *mut c_void) -> u32 {
            // SAFETY: the context of the table below, which lives through the call in which the plugin calls this.
            let PauseWhen(pause) = unsafe { &mut *context.cast::<PauseWhen<'_>>() };
            pause().into()
        }
        let context = ptr::from_mut(self).cast();
        PauseTable { struct_size: size_of::<PauseTable>() as u32, context, is_due: Some(is_due) }
    }
}

/// Adds the entries that a plugin recorded of a rollout to its trace.
fn add_to_trace(trace: &mut Trace, entries: &[TraceEntry]) -> Result<(), CallError> {
    let room = crate::game::MAX_TRACED.saturating_sub(trace.as_slice().len());
    for TraceEntry { seat, action } in entries.iter().take(room) {
        trace.push(traced_seat(*seat, MAX_SEATS)?, Action(*action));
    }
    Ok(())
}

impl GameState for NativeState {
    fn try_clone(&self) -> Result<Box<dyn GameState>, CallError> {
        let mut handle = ptr::null_mut();
        self.call("state_clone", |calls, _, state, error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { (calls.core.state_clone)(state, &raw mut handle, error) }
        })?;
        if handle.is_null() {
            return Err(CallError::Contract("`state_clone` made no state".to_owned()));
        }
        Ok(Box::new(Self::new(Arc::clone(&self.rules), handle)))
    }

    fn copy_from(&mut self, source: &dyn GameState) -> Result<bool, CallError> {
        let Some(copy) = self.calls().core.state_copy else { return Ok(false) };
        let source = other(source)?;
        self.call("state_copy", |_, _, state, error| {
            // SAFETY: two live handles of one plugin, different because one is borrowed mutably.
            unsafe { copy(state, source, error) }
        })?;
        Ok(true)
    }

    fn deal_again(&mut self, seed: u64) -> Result<bool, CallError> {
        let Some(deal) = self.calls().core.deal else { return Ok(false) };
        self.call("deal", |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { deal(rules, state, seed, error) }
        })?;
        Ok(true)
    }

    #[inline]
    fn turn(&self) -> Result<Turn, CallError> {
        let (mut code, mut set) = (turns::OVER, 0);
        self.call("turn", |calls, rules, state, error| {
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { (calls.core.turn)(rules, state, &raw mut code, &raw mut set, error) }
        })?;
        Ok(match code {
            seat if seat < MAX_SEATS as u32 => Turn::Seat(Seat(seat as u8)),
            turns::OVER => Turn::Over,
            turns::CHANCE => Turn::Chance,
            turns::TOGETHER => Turn::Together(Seats(set)),
            seat => {
                let why = format!("`turn` reports that seat {seat} has the turn, but there is no such seat");
                return Err(CallError::Contract(why));
            }
        })
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        self.list("legal_actions", actions, |calls, rules, state, (buffer, capacity), len, error| {
            // SAFETY: live handles; a buffer with room for `capacity` actions; the place and the sink live through the
            // call.
            unsafe { (calls.core.legal_actions)(rules, state, buffer, capacity, len, error) }
        })
    }

    fn legal_actions_of(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        let choices = self.calls().simultaneous.ok_or_else(|| absent("choices"))?.choices;
        self.list("choices", actions, |_, rules, state, (buffer, capacity), len, error| {
            // SAFETY: as above.
            unsafe { choices(rules, state, seat.0.into(), buffer, capacity, len, error) }
        })
    }

    fn candidates(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        let candidates = self.calls().bots.and_then(|bots| bots.candidates).ok_or_else(|| absent("candidates"))?;
        self.list("candidates", actions, |_, rules, state, (buffer, capacity), len, error| {
            // SAFETY: as above.
            unsafe { candidates(rules, state, seat.0.into(), buffer, capacity, len, error) }
        })
    }

    fn samples(&self, seat: Seat, action: Action, samples: &mut Samples) -> Result<(), CallError> {
        const ROOM: usize = MAX_VALUES * MAX_SAMPLES;
        let extension = self.calls().inputs.ok_or_else(|| absent("samples"))?;
        let values = samples.buffer();
        values.reserve(ROOM);
        let (mut width, mut count) = (0, 0);
        self.call("samples", |_, rules, state, error| {
            let (seat, buffer, places) = (seat.0.into(), values.as_mut_ptr(), (&raw mut width, &raw mut count));
            // SAFETY: live handles; a buffer with room for that many values; the places and the sink live through the
            // call.
            unsafe { (extension.samples)(rules, state, seat, action.0, buffer, ROOM, places.0, places.1, error) }
        })?;
        check_samples(action, count, width)?;
        // SAFETY: within the room, and written by the plugin: as the numbers state. With false numbers it leaves
        // earlier values in place, which can be any.
        unsafe { values.set_len(width * count) }
        samples.set_width(width);
        Ok(())
    }

    fn outcomes(&self, outcomes: &mut Outcomes) -> Result<(), CallError> {
        self.list_outcomes(outcomes)
    }

    #[inline]
    fn apply(&mut self, action: Action, values: &[i64]) -> Result<(), CallError> {
        if values.is_empty() {
            return self.call("apply", |calls, rules, state, error| {
                // SAFETY: live handles; the sink lives through the call.
                unsafe { (calls.core.apply)(rules, state, action.0, error) }
            });
        }
        let extension = self.calls().inputs.ok_or(CallError::Illegal)?;
        self.call("apply_with", |_, rules, state, error| {
            // SAFETY: live handles; the values and the sink live through the call.
            unsafe { (extension.apply_with)(rules, state, action.0, values.as_ptr(), values.len(), error) }
        })
    }

    fn resolve(&mut self, chosen: &[Chosen<'_>]) -> Result<(), CallError> {
        let extension = self.calls().simultaneous.ok_or(CallError::Illegal)?;
        let entries = entries_of(chosen);
        self.call("resolve", |_, rules, state, error| {
            // SAFETY: live handles; there are that many entries, for a table has no more seats; they and the sink live
            // through the call.
            unsafe { (extension.resolve)(rules, state, entries.as_ptr(), chosen.len().min(MAX_SEATS), error) }
        })
    }

    fn apply_outcome(&mut self, code: u32) -> Result<(), CallError> {
        let extension = self.calls().chance.ok_or(CallError::Illegal)?;
        self.call("happen", |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { (extension.happen)(rules, state, code, error) }
        })
    }

    fn apply_effect(&mut self, effect: usize, arguments: &[i64]) -> Result<(), EffectFailure> {
        let extension = self.calls().effects.ok_or_else(|| absent("effect"))?;
        let (status, message) = self.calls().with_error("effect", |error| {
            let (rules, state) = (self.rules.handle, self.handle);
            // SAFETY: live handles; the arguments and the sink live through the call.
            unsafe { (extension.effect)(rules, state, effect as u32, arguments.as_ptr(), arguments.len(), error) }
        });
        if status == status::REFUSED {
            return Err(EffectFailure::Refused(message));
        }
        Ok(check("effect", status, &message)?)
    }

    #[inline]
    fn scores(&self, scores: &mut [i64]) -> Result<Seats, CallError> {
        let mut winners = 0;
        self.call("outcome", |calls, rules, state, error| {
            let (places, seats) = (scores.as_mut_ptr(), scores.len());
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { (calls.core.outcome)(rules, state, places, seats, &raw mut winners, error) }
        })?;
        Ok(Seats(winners))
    }

    fn scene(&self, observer: Observer) -> Result<Scene, CallError> {
        self.calls().query("scene", |out, error| {
            // SAFETY: live handles; both sinks live through the call.
            unsafe { (self.calls().core.scene)(self.rules.handle, self.handle, code(observer), out, error) }
        })
    }

    fn reveal(&self) -> Result<Option<Value>, CallError> {
        let Some(reveal) = self.calls().core.reveal else { return Ok(None) };
        let revealed = self.calls().query("reveal", |out, error| {
            // SAFETY: live handles; both sinks live through the call.
            unsafe { reveal(self.rules.handle, self.handle, out, error) }
        });
        revealed.map(Some)
    }

    fn piece_label(&self, zone: usize, seat: Seat, piece: usize) -> Result<Option<PieceLabel>, CallError> {
        let Some(label) = self.calls().zones.and_then(|zones| zones.piece_label) else { return Ok(None) };
        self.calls().query("piece_label", |out, error| {
            let (rules, state) = (self.rules.handle, self.handle);
            // SAFETY: live handles; both sinks live through the call.
            unsafe { label(rules, state, zone as u32, seat.0.into(), piece as u32, out, error) }
        })
    }

    fn describe(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        self.calls().query("describe", |out, error| {
            let (rules, state) = (self.rules.handle, self.handle);
            // SAFETY: live handles; both sinks live through the call.
            unsafe { (self.calls().core.describe)(rules, state, action.0, code(observer), out, error) }
        })
    }

    fn describe_all(&self, actions: &[Action], observer: Observer) -> Result<Option<Vec<ActionText>>, CallError> {
        let Some(call) = self.calls().core.describe_all else { return Ok(None) };
        let described = self.calls().query("describe_all", |out, error| {
            // `Action` is transparent over `u32`.
            let (rules, state, list) = (self.rules.handle, self.handle, actions.as_ptr().cast());
            // SAFETY: live handles; a list of that many actions; it and both sinks live through the call.
            unsafe { call(rules, state, list, actions.len(), code(observer), out, error) }
        });
        described.map(Some)
    }

    fn describe_with(&self, choice: Chosen<'_>, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let Some(call) = self.calls().inputs.and_then(|extension| extension.describe_with) else { return Ok(None) };
        let Chosen { action, values, .. } = choice;
        let described = self.calls().query("describe_with", |out, error| {
            let (rules, state) = (self.rules.handle, self.handle);
            // SAFETY: live handles; the values and both sinks live through the call.
            unsafe { call(rules, state, action.0, values.as_ptr(), values.len(), code(observer), out, error) }
        });
        described.map(Some)
    }

    fn describe_choice(&self, choice: Chosen<'_>, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let Some(call) = self.calls().simultaneous.and_then(|extension| extension.describe_choice) else {
            return Ok(None);
        };
        let entry = entry_of(choice);
        let described = self.calls().query("describe_choice", |out, error| {
            // SAFETY: live handles; the entry, its values and both sinks live through the call.
            unsafe { call(self.rules.handle, self.handle, &raw const entry, code(observer), out, error) }
        });
        described.map(Some)
    }

    fn describe_outcome(&self, outcome: u32, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let Some(call) = self.calls().chance.and_then(|extension| extension.describe_outcome) else { return Ok(None) };
        let described = self.calls().query("describe_outcome", |out, error| {
            // SAFETY: live handles; both sinks live through the call.
            unsafe { call(self.rules.handle, self.handle, outcome, code(observer), out, error) }
        });
        described.map(Some)
    }

    fn news(
        &self,
        before: &dyn GameState,
        chosen: &[Chosen<'_>],
        observer: Observer,
    ) -> Result<Option<Text>, CallError> {
        let Some(extension) = self.calls().news else { return Ok(None) };
        let (before, entries) = (other(before)?, entries_of(chosen));
        self.calls().query("news", |out, error| {
            let (rules, state, count) = (self.rules.handle, self.handle, chosen.len().min(MAX_SEATS));
            // SAFETY: live handles; there are that many entries; they, their values and both sinks live through the
            // call.
            unsafe { (extension.news)(rules, before, state, entries.as_ptr(), count, code(observer), out, error) }
        })
    }

    fn opening(&self, observer: Observer) -> Result<Option<Text>, CallError> {
        let Some(call) = self.calls().news.and_then(|extension| extension.opening) else { return Ok(None) };
        self.calls().query("opening", |out, error| {
            // SAFETY: live handles; both sinks live through the call.
            unsafe { call(self.rules.handle, self.handle, code(observer), out, error) }
        })
    }

    fn describe_result(
        &self,
        before: &dyn GameState,
        chosen: Option<Chosen<'_>>,
        observer: Observer,
    ) -> Result<Option<ActionText>, CallError> {
        let Some(extension) = self.calls().results else { return Ok(None) };
        let (before, entry) = (other(before)?, chosen.map(entry_of));
        let entry = entry.as_ref().map_or(ptr::null(), ptr::from_ref);
        let described = self.calls().query("describe_result", |out, error| {
            let (rules, state) = (self.rules.handle, self.handle);
            // SAFETY: live handles; the entry, its values and both sinks live through the call.
            unsafe { (extension.describe_result)(rules, before, state, entry, code(observer), out, error) }
        });
        described.map(Some)
    }

    fn effect_result(
        &self,
        before: &dyn GameState,
        effect: usize,
        arguments: &[i64],
        observer: Observer,
    ) -> Result<Option<EffectResult>, CallError> {
        let Some(call) = self.calls().results.and_then(|extension| extension.effect_result) else { return Ok(None) };
        let before = other(before)?;
        let result = self.calls().query("effect_result", |out, error| {
            let (rules, state) = (self.rules.handle, self.handle);
            let (effect, arguments, len) = (effect as u32, arguments.as_ptr(), arguments.len());
            // SAFETY: live handles; the arguments and both sinks live through the call.
            unsafe { call(rules, before, state, effect, arguments, len, code(observer), out, error) }
        });
        result.map(Some)
    }

    fn determinize(&mut self, observer: Seat, seed: u64) -> Result<(), CallError> {
        let Some(extension) = self.calls().determinize else { return Ok(()) };
        self.call("determinize", |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { (extension.determinize)(rules, state, observer.0.into(), seed, error) }
        })
    }

    #[inline]
    fn playout(&mut self, seed: u64) -> Result<u32, CallError> {
        let extension = self.calls().playout.ok_or_else(|| absent("playout"))?;
        let mut played = 0;
        self.call("playout", |_, rules, state, error| {
            // SAFETY: live handles; the place and the sink live through the call.
            unsafe { (extension.playout)(rules, state, seed, &raw mut played, error) }
        })?;
        Ok(played)
    }

    fn course(&mut self, seed: u64, seats: usize, course: &mut Course) -> Result<bool, CallError> {
        let Some(call) = self.calls().playout.and_then(|playout| playout.course) else { return Ok(false) };
        let (steps, scores, capacity) = course.buffers(seats);
        let mut len = 0;
        let played = self.try_call("course", |_, rules, state, error| {
            // SAFETY: live handles; buffers for that many steps and for the scores of that many seats after each; the
            // place and the sink live through the call.
            unsafe { call(rules, state, seed, steps, scores, capacity, seats, &raw mut len, error) }
        })?;
        Ok(played && course.set_len(len)?)
    }

    #[inline]
    fn rollout(&mut self, seed: u64) -> Result<bool, CallError> {
        let rollout = self.calls().bots.and_then(|bots| bots.rollout).ok_or_else(|| absent("rollout"))?;
        self.try_call("rollout", |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { rollout(rules, state, seed, error) }
        })
    }

    fn traced_rollout(&mut self, seed: u64, trace: &mut Trace) -> Result<bool, CallError> {
        let call = self.calls().bots.and_then(|bots| bots.trace).ok_or_else(|| absent("trace"))?;
        let mut entries = [TraceEntry::default(); crate::game::MAX_TRACED];
        let mut len = 0;
        let played = self.try_call("trace", |_, rules, state, error| {
            let (buffer, room) = (entries.as_mut_ptr(), entries.len());
            // SAFETY: live handles; a buffer of that many entries; the place and the sink live through the call.
            unsafe { call(rules, state, seed, buffer, room, &raw mut len, error) }
        })?;
        if !played {
            return Ok(false);
        }
        add_to_trace(trace, &entries[..len.min(entries.len())])?;
        Ok(true)
    }

    fn playout_until(&mut self, draws: &mut Rng, pause: &mut dyn FnMut() -> bool) -> Result<Option<u32>, CallError> {
        let Some(call) = self.calls().playout.and_then(|playout| playout.playout_until) else { return Ok(None) };
        let (mut dice, mut played, mut pause) = (Dice::from(&*draws), 0, PauseWhen(pause));
        let pause = pause.table();
        let is_played = self.try_call("playout_until", |_, rules, state, error| {
            // SAFETY: live handles; the dice, the pause, the place and the sink live through the call.
            unsafe { call(rules, state, &raw mut dice, &raw const pause, &raw mut played, error) }
        })?;
        *draws = dice.into();
        Ok(is_played.then_some(played))
    }

    fn rollout_until(
        &mut self,
        draws: &mut Rng,
        pause: &mut dyn FnMut() -> bool,
        trace: &mut Trace,
    ) -> Result<Option<(u32, bool)>, CallError> {
        let Some(call) = self.calls().bots.and_then(|bots| bots.rollout_until) else { return Ok(None) };
        let (mut dice, mut pause) = (Dice::from(&*draws), PauseWhen(pause));
        let pause = pause.table();
        // Taken for the call, and put back: a playout with house rules makes many calls.
        let mut entries = std::mem::take(&mut self.traced);
        entries.resize(crate::game::MAX_TRACED, TraceEntry::default());
        let (mut len, mut played, mut complete) = (0, 0, 0);
        let is_played = self.try_call("rollout_until", |_, rules, state, error| {
            let (dice, pause, buffer, room) = (&raw mut dice, &raw const pause, entries.as_mut_ptr(), entries.len());
            let (len, played, complete) = (&raw mut len, &raw mut played, &raw mut complete);
            // SAFETY: live handles; the dice, the pause, a buffer of that many entries, the places and the sink live
            // through the call.
            unsafe { call(rules, state, dice, pause, buffer, room, len, played, complete, error) }
        })?;
        *draws = dice.into();
        if is_played {
            add_to_trace(trace, &entries[..len.min(entries.len())])?;
        }
        self.traced = entries;
        Ok(is_played.then_some((played, complete != 0)))
    }

    fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        let call = self.calls().bots.and_then(|bots| bots.prospects).ok_or_else(|| absent("prospects"))?;
        self.call("prospects", |_, rules, state, error| {
            let (places, seats) = (prospects.as_mut_ptr(), prospects.len());
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { call(rules, state, places, seats, error) }
        })
    }
}
