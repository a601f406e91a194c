//! A position behind the ABI: the calls of the core.

#![allow(unsafe_code, reason = "calls through the C ABI, with the handles that came from it")]

use super::calls::Calls;
use super::facts::FactsOf;
use super::frame::{Frame, GameEvent, MAX_RECORDED};
use super::{CallError, Rules};
use crate::sink::check;
use crate::{HouseMemory, Work};
use serde_json::Value;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use stonehouse_plugin::abi::{Sink, observer as observers, status, turn as turns};
use stonehouse_plugin::{Action, ActionText, MOST_POINTS, Observer, Outcome, Scene, Seat, Seats, Turn};

/// A position.
pub struct State {
    pub(super) rules: Arc<Rules>,
    pub(super) handle: *mut c_void,
    /// What is kept for house rules that do something around the game.
    pub(super) house: Option<Box<HouseState>>,
}

/// What a state keeps for house rules.
#[derive(Clone)]
pub(super) struct HouseState {
    /// What the rules remember, and what they decided.
    pub memory: HouseMemory,
    /// The events of the game of which they have not been notified yet.
    pub events: Vec<GameEvent>,
}

impl HouseState {
    /// What is kept at the start of a match; `None` if the rules do nothing around the game.
    pub fn new(rules: &Rules) -> Option<Box<Self>> {
        let layer = rules.layer()?;
        Some(Box::new(Self { memory: HouseMemory::new(layer.memory(), rules.seats()), events: Vec::new() }))
    }
}

// SAFETY: the ABI asks that a state may be used on any thread, by one call at a time.
unsafe impl Send for State {}

impl Drop for State {
    fn drop(&mut self) {
        self.rules.plugin.calls.observe("state_free");
        // SAFETY: the handle is given back once.
        unsafe { (self.rules.plugin.calls.core.state_free)(self.handle) }
    }
}

impl State {
    pub(super) const fn new(rules: Arc<Rules>, handle: *mut c_void, house: Option<Box<HouseState>>) -> Self {
        Self { rules, handle, house }
    }

    /// The ruleset under which it is played.
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// A copy of this state.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn try_clone(&self) -> Result<Self, CallError> {
        let mut handle = ptr::null_mut();
        let (status, message) = self.rules.plugin.calls.with_error("state_clone", |error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { (self.rules.plugin.calls.core.state_clone)(self.handle, &raw mut handle, error) }
        });
        check("state_clone", status, &message)?;
        if handle.is_null() {
            return Err(CallError::Contract("`state_clone` made no state".to_owned()));
        }
        Ok(Self::new(Arc::clone(&self.rules), handle, self.house.clone()))
    }

    /// Makes this state a copy of `source`, without allocating if the plugin can.
    ///
    /// # Errors
    /// When they are of different rulesets, or the plugin failed.
    pub fn copy_from(&mut self, source: &Self) -> Result<(), CallError> {
        if !Arc::ptr_eq(&self.rules, &source.rules) {
            return Err(CallError::Contract("states of two rulesets".to_owned()));
        }
        let Some(copy) = self.rules.plugin.calls.core.state_copy else {
            *self = source.try_clone()?;
            return Ok(());
        };
        self.house.clone_from(&source.house);
        self.call("state_copy", |_, _, state, error| {
            // SAFETY: two live handles of one plugin, different because one is borrowed mutably.
            unsafe { copy(state, source.handle, error) }
        })
    }

    /// Deals again, without allocating if the plugin can.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal(&mut self, seed: u64) -> Result<(), CallError> {
        let Some(deal) = self.rules.plugin.calls.core.deal else {
            *self = self.rules.deal(seed)?;
            return Ok(());
        };
        self.house = HouseState::new(&self.rules);
        self.change("deal", Work::Question, |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { deal(rules, state, seed, error) }
        })
    }

    /// Whose turn it is.
    ///
    /// # Errors
    /// When the plugin failed.
    #[inline]
    pub fn turn(&self) -> Result<Turn, CallError> {
        let (mut code, mut set) = (turns::OVER, 0);
        self.call("turn", |calls, rules, state, error| {
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { (calls.core.turn)(rules, state, &raw mut code, &raw mut set, error) }
        })?;
        match code {
            seat if (seat as usize) < self.rules.seats() => Ok(Turn::Seat(Seat(seat as u8))),
            turns::OVER => Ok(Turn::Over),
            code => self.other_turn(code, set),
        }
    }

    /// A turn that is no single seat's.
    fn other_turn(&self, code: u32, set: u32) -> Result<Turn, CallError> {
        let wrong = |what: String| Err(CallError::Contract(format!("`turn` reports {what}")));
        let (seats, plugin) = (self.rules.seats(), &self.rules.plugin);
        match code {
            turns::CHANCE if plugin.has_chance() => Ok(Turn::Chance),
            turns::CHANCE => wrong("that chance decides, but the plugin lacks the extension for it".to_owned()),
            turns::TOGETHER if !plugin.has_simultaneous_turns() => {
                wrong("that several seats choose at once, but the plugin lacks the extension for it".to_owned())
            }
            turns::TOGETHER if set == 0 => wrong("that several seats choose at once, but names none".to_owned()),
            turns::TOGETHER if set >> seats == 0 => Ok(Turn::Together(Seats(set))),
            turns::TOGETHER => wrong(format!("that seats choose who are not at this table of {seats} ({set:#b})")),
            seat => wrong(format!("that seat {seat} has the turn, but there is no such seat")),
        }
    }

    /// Applies an action.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    #[inline]
    pub fn apply(&mut self, action: Action) -> Result<(), CallError> {
        self.change("apply", Work::Question, |calls, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { (calls.core.apply)(rules, state, action.0, error) }
        })
    }

    /// Writes the current scores (one place per seat) and returns the winners, meaningful once the game is over.
    ///
    /// # Errors
    /// When the plugin failed.
    #[inline]
    pub fn scores(&self, scores: &mut [i64]) -> Result<Seats, CallError> {
        let seats = self.rules.seats();
        if scores.len() != seats {
            return Err(CallError::Contract(format!("{} places for the scores of {seats} seats", scores.len())));
        }
        let mut winners = 0;
        self.call("outcome", |calls, rules, state, error| {
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { (calls.core.outcome)(rules, state, scores.as_mut_ptr(), seats, &raw mut winners, error) }
        })?;
        // A table has fewer seats than the set has bits.
        if winners >> seats != 0 {
            return Err(CallError::Contract(format!("seats won that are not at this table of {seats} ({winners:#b})")));
        }
        check_points("outcome", scores)?;
        Ok(Seats(winners))
    }

    /// The outcome, as if the game were over now.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn outcome(&self) -> Result<Outcome, CallError> {
        let mut scores = vec![0; self.rules.seats()];
        let winners = self.scores(&mut scores)?;
        Ok(Outcome { scores, winners })
    }

    /// The table as `observer` may see it. It [can be drawn](Scene::check) at this table.
    ///
    /// # Errors
    /// When the plugin failed, or its scene cannot be drawn.
    pub fn scene(&self, observer: Observer) -> Result<Scene, CallError> {
        let observer = self.code(observer)?;
        let scene: Scene = self.enter(Work::Question, || {
            self.rules.plugin.calls.ask("scene", |out, error| {
                // SAFETY: live handles; both sinks live through the call.
                unsafe { (self.rules.plugin.calls.core.scene)(self.rules.handle, self.handle, observer, out, error) }
            })
        })?;
        match scene.check(self.rules.seats()) {
            Ok(()) => Ok(scene),
            Err(why) => Err(CallError::Contract(format!("`scene`: {why}"))),
        }
    }

    /// Everything on the table, hidden or not, by name, for the referee of a finished match; null where the game reveals
    /// nothing.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn reveal(&self) -> Result<Value, CallError> {
        let Some(reveal) = self.rules.plugin.calls.core.reveal else { return Ok(Value::Null) };
        self.enter(Work::Question, || {
            self.rules.plugin.calls.ask("reveal", |out, error| {
                // SAFETY: live handles; both sinks live through the call.
                unsafe { reveal(self.rules.handle, self.handle, out, error) }
            })
        })
    }

    /// Describes a legal action to `observer`, with the ways to choose it.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        let observer = self.code(observer)?;
        self.enter(Work::Question, || {
            self.rules.plugin.calls.ask("describe", |out, error| {
                // SAFETY: live handles; both sinks live through the call.
                unsafe {
                    (self.rules.plugin.calls.core.describe)(
                        self.rules.handle,
                        self.handle,
                        action.0,
                        observer,
                        out,
                        error,
                    )
                }
            })
        })
    }

    /// Describes legal actions to `observer`, in their order.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe_all(&self, actions: &[Action], observer: Observer) -> Result<Vec<ActionText>, CallError> {
        let calls = &self.rules.plugin.calls;
        let Some(call) = calls.core.describe_all else {
            return actions.iter().map(|action| self.describe(*action, observer)).collect();
        };
        let code = self.code(observer)?;
        let described: Vec<ActionText> = self.enter(Work::Question, || {
            calls.ask("describe_all", |out, error| {
                // `Action` is transparent over `u32`.
                let (rules, state, list) = (self.rules.handle, self.handle, actions.as_ptr().cast());
                // SAFETY: live handles; a list of that many actions; it and both sinks live through the call.
                unsafe { call(rules, state, list, actions.len(), code, out, error) }
            })
        })?;
        if described.len() == actions.len() {
            return Ok(described);
        }
        let (described, actions) = (described.len(), actions.len());
        Err(CallError::Contract(format!("`describe_all` describes {described} actions, and {actions} were asked for")))
    }

    /// What house rules may read of this state.
    pub(super) fn facts(&self) -> FactsOf<'_> {
        let memory = self.house.as_deref().map(|kept| &kept.memory);
        // SAFETY: a live handle, borrowed as long as the facts.
        unsafe { FactsOf::new(self.rules.source(), self.handle, memory) }
    }

    /// Applies an effect; the inner error is why it cannot be applied here, the state being unchanged.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn effect(&mut self, effect: usize, arguments: &[i64]) -> Result<Result<(), String>, CallError> {
        let Some(extension) = self.rules.plugin.calls.effects else {
            return Ok(Err("this game has no effects of its own".to_owned()));
        };
        let mut refused = None;
        self.changing(Work::Question, |here| {
            let (status, message) = here.rules.plugin.calls.with_error("effect", |error| {
                let (rules, state) = (here.rules.handle, here.handle);
                // SAFETY: live handles; the arguments and the sink live through the call.
                unsafe { (extension.effect)(rules, state, effect as u32, arguments.as_ptr(), arguments.len(), error) }
            });
            if status == status::REFUSED {
                refused = Some(message);
                return Ok(());
            }
            check("effect", status, &message)
        })?;
        Ok(refused.map_or(Ok(()), Err))
    }

    /// Makes `call`, one call of the plugin about this state, within a [frame](super::frame): what hooks read and where their failures go. A call in
    /// which a hook failed returns that failure.
    #[inline]
    pub(super) fn enter<T>(&self, work: Work, call: impl FnOnce() -> Result<T, CallError>) -> Result<T, CallError> {
        self.rules.begin(work);
        let _frame = self.house.as_deref().map(|kept| Frame::push(&kept.memory));
        self.rules.settle(call())
    }

    /// As [`enter`](Self::enter), for a call that changes the state: events that the game reports in it are kept for the house rules.
    #[inline]
    fn changing<T>(&mut self, work: Work, call: impl FnOnce(&Self) -> Result<T, CallError>) -> Result<T, CallError> {
        self.rules.begin(work);
        let Some(kept) = self.house.as_deref() else { return self.rules.settle(call(self)) };
        let frame = Frame::push(&kept.memory);
        let called = self.rules.settle(call(self));
        let events = frame.pop();
        if let Some(kept) = self.house.as_deref_mut() {
            let room = MAX_RECORDED.saturating_sub(kept.events.len());
            kept.events.extend(events.into_iter().take(room));
        }
        called
    }

    /// Makes the call that is called `name`.
    #[inline]
    pub(super) fn call(
        &self,
        name: &'static str,
        call: impl FnOnce(&Calls, *const c_void, *mut c_void, *const Sink) -> i32,
    ) -> Result<(), CallError> {
        self.enter(Work::Question, || self.checked(name, call))
    }

    /// As [`call`](Self::call), for a call that changes the state.
    #[inline]
    pub(super) fn change(
        &mut self,
        name: &'static str,
        work: Work,
        call: impl FnOnce(&Calls, *const c_void, *mut c_void, *const Sink) -> i32,
    ) -> Result<(), CallError> {
        self.changing(work, |here| here.checked(name, call))
    }

    /// As [`change`](Self::change), of a whole game; false where the plugin has no answer to this call.
    #[inline]
    pub(super) fn try_game(
        &mut self,
        name: &'static str,
        call: impl FnOnce(&Calls, *const c_void, *mut c_void, *const Sink) -> i32,
    ) -> Result<bool, CallError> {
        self.changing(Work::Game, |here| {
            let calls = &here.rules.plugin.calls;
            let (status, message) = calls.with_error(name, |error| call(calls, here.rules.handle, here.handle, error));
            if status == status::UNSUPPORTED { Ok(false) } else { check(name, status, &message).map(|()| true) }
        })
    }

    #[inline]
    fn checked(
        &self,
        name: &'static str,
        call: impl FnOnce(&Calls, *const c_void, *mut c_void, *const Sink) -> i32,
    ) -> Result<(), CallError> {
        let calls = &self.rules.plugin.calls;
        let (status, message) = calls.with_error(name, |error| call(calls, self.rules.handle, self.handle, error));
        check(name, status, &message)
    }

    /// The number of an observer who is at this table.
    pub(super) fn code(&self, observer: Observer) -> Result<u32, CallError> {
        match observer {
            Observer::Seat(seat) if seat.index() < self.rules.seats() => Ok(seat.0.into()),
            Observer::Seat(seat) => {
                Err(CallError::Contract(format!("{seat} was asked about, but there is no such seat")))
            }
            Observer::Public => Ok(observers::PUBLIC),
            Observer::Referee => Ok(observers::REFEREE),
        }
    }
}

/// Scores, and what seats can count on, are of a size that can be reckoned with.
pub(super) fn check_points(call: &str, points: &[i64]) -> Result<(), CallError> {
    match points.iter().find(|points| !(-MOST_POINTS..=MOST_POINTS).contains(*points)) {
        Some(points) => Err(CallError::Contract(format!("`{call}` gives a seat {points} points"))),
        None => Ok(()),
    }
}
