//! What a position can do through the extensions of its plugin, and what the host does without them.

#![allow(unsafe_code, reason = "calls through the C ABI, with the handles that came from it")]

use super::state::check_points;
use super::{CallError, State};
use crate::Work;
use crate::sink::check;
use std::ptr;
use std::sync::Arc;
use stonehouse_plugin::abi::{ChosenEntry, TraceEntry, status};
use stonehouse_plugin::house::EffectResult;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{
    Action, ActionText, Chosen, LONGEST_GAME, MAX_SEATS, MOST_OUTCOMES, MOST_SAMPLES, MOST_VALUES, Observer, Outcomes,
    Samples, Seat, Text, Trace, Turn,
};

/// What seats have chosen, at most one choice each, as it is passed to the plugin: as many entries as choices, and empty ones.
fn entries_of(chosen: &[Chosen<'_>]) -> [ChosenEntry; MAX_SEATS] {
    let nothing = ChosenEntry { seat: 0, action: 0, values: ptr::null(), values_len: 0 };
    let mut entries = [nothing; MAX_SEATS];
    for (entry, one) in entries.iter_mut().zip(chosen) {
        let values = if one.values.is_empty() { ptr::null() } else { one.values.as_ptr() };
        *entry = ChosenEntry { seat: one.seat.0.into(), action: one.action.0, values, values_len: one.values.len() };
    }
    entries
}

impl State {
    /// Resamples what `observer` cannot know. Does nothing without the extension.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn determinize(&mut self, observer: Seat, seed: u64) -> Result<(), CallError> {
        let seat = self.code(Observer::Seat(observer))?;
        let Some(extension) = self.rules.plugin.calls.determinize else { return Ok(()) };
        self.change("determinize", Work::Question, |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { (extension.determinize)(rules, state, seat, seed, error) }
        })
    }

    /// Plays random actions to the end and returns their number; several seats' choices at once and an outcome of chance are one
    /// each.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn playout(&mut self, seed: u64) -> Result<u32, CallError> {
        let Some(extension) = self.rules.plugin.calls.playout else { return self.plain_playout(seed) };
        let mut played = 0;
        self.change("playout", Work::Game, |_, rules, state, error| {
            // SAFETY: live handles; the place and the sink live through the call.
            unsafe { (extension.playout)(rules, state, seed, &raw mut played, error) }
        })?;
        if played as usize > LONGEST_GAME {
            return Err(CallError::Contract(format!(
                "`playout` reported {played} actions, but a game of more than {LONGEST_GAME} is considered endless"
            )));
        }
        Ok(played)
    }

    /// Continues the game sensibly, to the end or to a position that [`prospects`](Self::prospects) judges well. Without the extension this is
    /// a [`playout`](Self::playout).
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn rollout(&mut self, seed: u64) -> Result<(), CallError> {
        let Some(rollout) = self.rules.plugin.calls.bots.and_then(|bots| bots.rollout) else {
            return self.playout(seed).map(|_| ());
        };
        let played = self.try_game("rollout", |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { rollout(rules, state, seed, error) }
        })?;
        if played { Ok(()) } else { self.finish_at_random(seed) }
    }

    /// Plays the rest of a rollout that the plugin does not play, with draws of its own.
    fn finish_at_random(&mut self, seed: u64) -> Result<(), CallError> {
        self.plain_playout(seed_of(seed, 1)).map(|_| ())
    }

    /// Whether rollouts can be traced.
    pub fn traces(&self) -> bool {
        self.rules.plugin.calls.bots.is_some_and(|bots| bots.trace.is_some())
    }

    /// The same as [`rollout`](Self::rollout), and also records who played what in it: at most the first
    /// [`TRACED`](Self::TRACED) actions, and none where the plugin does not [trace](Self::traces).
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn traced_rollout(&mut self, seed: u64, trace: &mut Trace) -> Result<(), CallError> {
        trace.clear();
        let Some(call) = self.rules.plugin.calls.bots.and_then(|bots| bots.trace) else { return self.rollout(seed) };
        let mut entries = [TraceEntry::default(); Self::TRACED];
        let mut len = 0;
        let played = self.try_game("trace", |_, rules, state, error| {
            // SAFETY: live handles; a buffer of that many entries; the place and the sink live through the call.
            unsafe { call(rules, state, seed, entries.as_mut_ptr(), Self::TRACED, &raw mut len, error) }
        })?;
        if !played {
            return self.finish_at_random(seed);
        }
        let seats = self.rules.seats();
        for TraceEntry { seat, action } in &entries[..len.min(Self::TRACED)] {
            if *seat as usize >= seats {
                return Err(CallError::Contract(format!(
                    "`trace` has an action of seat {seat}, but there is no such seat"
                )));
            }
            trace.push(Seat(*seat as u8), Action(*action));
        }
        Ok(())
    }

    /// The most actions of a rollout that are traced.
    pub const TRACED: usize = 512;

    /// Writes the scores that each seat can expect (one place per seat), times [`Rules::prospect_unit`](super::Rules::prospect_unit). Without the
    /// extension these are the scores.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        let Some(call) = self.rules.plugin.calls.bots.and_then(|bots| bots.prospects) else {
            return self.scores(prospects).map(|_| ());
        };
        let seats = self.rules.seats();
        if prospects.len() != seats {
            return Err(CallError::Contract(format!("{} places for the prospects of {seats} seats", prospects.len())));
        }
        self.call("prospects", |_, rules, state, error| {
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { call(rules, state, prospects.as_mut_ptr(), seats, error) }
        })?;
        check_points("prospects", prospects)
    }

    /// Applies an action with the values of its inputs; without values, as [`apply`](Self::apply).
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    pub fn apply_with(&mut self, action: Action, values: &[i64]) -> Result<(), CallError> {
        if values.is_empty() {
            return self.apply(action);
        }
        let Some(extension) = self.rules.plugin.calls.inputs.filter(|_| values.len() <= MOST_VALUES) else {
            return Err(CallError::Illegal);
        };
        self.change("apply_with", Work::Question, |_, rules, state, error| {
            // SAFETY: live handles; the values and the sink live through the call.
            unsafe { (extension.apply_with)(rules, state, action.0, values.as_ptr(), values.len(), error) }
        })
    }

    /// Fills `samples` with values that may be tried with a legal action of `seat`; empty if it has no inputs.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn samples(&self, seat: Seat, action: Action, samples: &mut Samples) -> Result<(), CallError> {
        const ROOM: usize = MOST_VALUES * MOST_SAMPLES;
        samples.clear();
        let Some(extension) = self.rules.plugin.calls.inputs else { return Ok(()) };
        let values = samples.buffer();
        values.reserve(ROOM);
        let (mut width, mut count) = (0, 0);
        self.call("samples", |_, rules, state, error| {
            let places = (&raw mut width, &raw mut count);
            // SAFETY: live handles; a buffer with room for that many values; the places and the sink live through the call.
            unsafe {
                (extension.samples)(
                    rules,
                    state,
                    seat.0.into(),
                    action.0,
                    values.as_mut_ptr(),
                    ROOM,
                    places.0,
                    places.1,
                    error,
                )
            }
        })?;
        if count > MOST_SAMPLES || count > 0 && !(1..=MOST_VALUES).contains(&width) {
            return Err(CallError::Contract(format!(
                "`samples` listed {count} samples of {width} values for action {}, and at most {MOST_SAMPLES} of {MOST_VALUES} are allowed",
                action.0
            )));
        }
        // SAFETY: within the room, and written by the plugin: as the numbers state. With false numbers it leaves values that were there
        // before, which can be any.
        unsafe { values.set_len(width * count) }
        samples.set_width(width);
        Ok(())
    }

    /// Applies what all seats whose turn it is have chosen, in the order of seats.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    pub fn resolve(&mut self, chosen: &[Chosen<'_>]) -> Result<(), CallError> {
        let Turn::Together(seats) = self.turn()? else { return Err(CallError::Illegal) };
        let Some(extension) = self.rules.plugin.calls.simultaneous else { return Err(CallError::Illegal) };
        let fits = chosen.iter().all(|one| one.values.len() <= MOST_VALUES);
        if !fits || !seats.iter().eq(chosen.iter().map(|one| one.seat)) {
            return Err(CallError::Illegal);
        }
        let entries = entries_of(chosen);
        self.change("resolve", Work::Question, |_, rules, state, error| {
            // SAFETY: live handles; there are that many entries, for a table has no more seats; they and the sink live through the call.
            unsafe { (extension.resolve)(rules, state, entries.as_ptr(), chosen.len(), error) }
        })
    }

    /// Describes a choice of `seat`, whose turn it is, with the values of its inputs, to `observer`, with the ways to choose it.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe_choice(&self, choice: Chosen<'_>, observer: Observer) -> Result<ActionText, CallError> {
        let calls = &self.rules.plugin.calls;
        let together = calls.simultaneous.and_then(|extension| extension.describe_choice);
        let with = calls.inputs.and_then(|extension| extension.describe_with).filter(|_| !choice.values.is_empty());
        let Chosen { seat, action: Action(action), values } = choice;
        let (rules, state) = (self.rules.handle, self.handle);
        match (self.turn()?, together, with) {
            (Turn::Together(seats), Some(call), _) if seats.contains(seat) => {
                let code = self.code(observer)?;
                let entry =
                    ChosenEntry { seat: seat.0.into(), action, values: values.as_ptr(), values_len: values.len() };
                self.enter(Work::Question, || {
                    self.rules.plugin.calls.ask("describe_choice", |out, error| {
                        // SAFETY: live handles; the entry, its values and both sinks live through the call.
                        unsafe { call(rules, state, &raw const entry, code, out, error) }
                    })
                })
            }
            (_, _, Some(call)) => {
                let code = self.code(observer)?;
                self.enter(Work::Question, || {
                    self.rules.plugin.calls.ask("describe_with", |out, error| {
                        // SAFETY: live handles; the values and both sinks live through the call.
                        unsafe { call(rules, state, action, values.as_ptr(), values.len(), code, out, error) }
                    })
                })
            }
            _ => self.describe(choice.action, observer),
        }
    }

    /// Describes an outcome of chance to `observer`; `None` where the plugin does not.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe_outcome(&self, code: u32, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let Some(call) = self.rules.plugin.calls.chance.and_then(|extension| extension.describe_outcome) else {
            return Ok(None);
        };
        let observer = self.code(observer)?;
        self.enter(Work::Question, || {
            self.rules.plugin.calls.ask("describe_outcome", |out, error| {
                // SAFETY: live handles; both sinks live through the call.
                unsafe { call(self.rules.handle, self.handle, code, observer, out, error) }
            })
        })
        .map(Some)
    }

    /// The news of an action for `observer` once it is applied, `before` having become this state by `chosen`: what one seat or several together
    /// have chosen, in the order of seats, or nothing for an action of house rules. `None` where there is none, or the plugin has
    /// no news.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn news(&self, before: &Self, chosen: &[Chosen<'_>], observer: Observer) -> Result<Option<Text>, CallError> {
        let Some(extension) = self.rules.plugin.calls.news else { return Ok(None) };
        if !Arc::ptr_eq(&self.rules, &before.rules) || chosen.len() > MAX_SEATS {
            return Err(CallError::Contract("news of states or choices that do not belong together".to_owned()));
        }
        let code = self.code(observer)?;
        let entries = entries_of(chosen);
        let news: Option<Text> = self.enter(Work::Question, || {
            self.rules.plugin.calls.ask("news", |out, error| {
                let (rules, states) = (self.rules.handle, (before.handle, self.handle));
                // SAFETY: live handles; there are that many entries; they, their values and both sinks live through the call.
                unsafe { (extension.news)(rules, states.0, states.1, entries.as_ptr(), chosen.len(), code, out, error) }
            })
        })?;
        Ok(news.filter(|news| !news.is_empty()))
    }

    /// The announcement of the deal for `observer`, this being the position as it was dealt. `None` where there is nothing to announce, or the
    /// plugin announces nothing.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn opening(&self, observer: Observer) -> Result<Option<Text>, CallError> {
        let Some(call) = self.rules.plugin.calls.news.and_then(|extension| extension.opening) else { return Ok(None) };
        let code = self.code(observer)?;
        let opening: Option<Text> = self.enter(Work::Question, || {
            self.rules.plugin.calls.ask("opening", |out, error| {
                // SAFETY: live handles; both sinks live through the call.
                unsafe { call(self.rules.handle, self.handle, code, out, error) }
            })
        })?;
        Ok(opening.filter(|opening| !opening.is_empty()))
    }

    /// As [`describe_choice`](Self::describe_choice), of an action by which `before` became this state, with all that house rules did; of an action
    /// of house rules without `chosen`. `None` where the plugin does not describe results.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn describe_result(
        &self,
        before: &Self,
        chosen: Option<Chosen<'_>>,
        observer: Observer,
    ) -> Result<Option<ActionText>, CallError> {
        let Some(extension) = self.rules.plugin.calls.results else { return Ok(None) };
        let code = self.code(observer)?;
        let entries = entries_of(chosen.as_slice());
        let entry = if chosen.is_some() { &raw const entries[0] } else { ptr::null() };
        before
            .enter(Work::Question, || {
                self.rules.plugin.calls.ask("describe_result", |out, error| {
                    let (rules, states) = (self.rules.handle, (before.handle, self.handle));
                    // SAFETY: live handles; the entry, its values and both sinks live through the call.
                    unsafe { (extension.describe_result)(rules, states.0, states.1, entry, code, out, error) }
                })
            })
            .map(Some)
    }

    /// What an effect of the game did when `before` became this state, as `observer` may know it.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn effect_result(
        &self,
        before: &Self,
        effect: usize,
        arguments: &[i64],
        observer: Observer,
    ) -> Result<EffectResult, CallError> {
        let Some(call) = self.rules.plugin.calls.results.and_then(|extension| extension.effect_result) else {
            return Ok(EffectResult::default());
        };
        let code = self.code(observer)?;
        self.enter(Work::Question, || {
            self.rules.plugin.calls.ask("effect_result", |out, error| {
                let (rules, states) = (self.rules.handle, (before.handle, self.handle));
                let (effect, arguments, len) = (effect as u32, arguments.as_ptr(), arguments.len());
                // SAFETY: live handles; the arguments and both sinks live through the call.
                unsafe { call(rules, states.0, states.1, effect, arguments, len, code, out, error) }
            })
        })
    }

    /// Fills `outcomes` with what may happen by chance: nothing if it is not chance's turn.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn outcomes(&self, outcomes: &mut Outcomes) -> Result<(), CallError> {
        outcomes.clear();
        let (Turn::Chance, Some(extension)) = (self.turn()?, self.rules.plugin.calls.chance) else { return Ok(()) };
        let mut len = 0;
        // Most games have a handful, like the sides of a die.
        let mut room = 64;
        loop {
            outcomes.codes.resize(room, 0);
            outcomes.weights.resize(room, 0);
            let fits = self.enter(Work::Question, || {
                let (status, message) = self.rules.plugin.calls.with_error("outcomes", |error| {
                    let (codes, weights) = (outcomes.codes.as_mut_ptr(), outcomes.weights.as_mut_ptr());
                    // SAFETY: live handles; two buffers of that many numbers; the place and the sink live through the call.
                    unsafe {
                        (extension.outcomes)(self.rules.handle, self.handle, codes, weights, room, &raw mut len, error)
                    }
                });
                let is_too_small = status == status::TOO_SMALL && (room + 1..=MOST_OUTCOMES).contains(&len);
                if is_too_small { Ok(false) } else { check("outcomes", status, &message).map(|()| true) }
            });
            if fits.inspect_err(|_| outcomes.clear())? {
                break;
            }
            room = len;
        }
        let filled = len.min(room);
        outcomes.codes.truncate(filled);
        outcomes.weights.truncate(filled);
        let why = if len == 0 {
            "no outcome".to_owned()
        } else if len > room {
            format!("{len} outcomes for a buffer of {room} without reporting an error")
        } else if let Some((earlier, later)) = outcomes.codes.iter().zip(&outcomes.codes[1..]).find(|(a, b)| a >= b) {
            format!("{later} after {earlier}, but the order must be ascending without repetitions")
        } else if outcomes.weights.contains(&0) {
            "an outcome with the weight 0".to_owned()
        } else if outcomes.total() > u64::from(u32::MAX) {
            format!("outcomes with a total weight of {}, but at most {} is allowed", outcomes.total(), u32::MAX)
        } else {
            return Ok(());
        };
        outcomes.clear();
        Err(CallError::Contract(format!("`outcomes` listed {why}")))
    }

    /// Lets an outcome of chance happen.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    pub fn apply_outcome(&mut self, code: u32) -> Result<(), CallError> {
        let Some(extension) = self.rules.plugin.calls.chance else { return Err(CallError::Illegal) };
        self.change("happen", Work::Question, |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { (extension.happen)(rules, state, code, error) }
        })
    }
}
