//! A compiled ruleset behind the ABI.

#![allow(unsafe_code, reason = "calls through the C ABI, with the handles that came from it")]

use super::facts::Source;
use super::frame::Frame;
use super::offer::Offer;
use super::state::HouseState;
use super::{CallError, Plugin, State};
use crate::declared::check_seating;
use crate::sink::check;
use crate::{HookFailureKind, HookHost, HouseLayer, Work};
use serde_json::{Value, json};
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use stonehouse_plugin::abi::status;
use stonehouse_plugin::{HostServices, MOST_UNITS, RulesError, Seating};

/// A compiled ruleset.
pub struct Rules {
    pub(super) plugin: Arc<Plugin>,
    pub(super) handle: *mut c_void,
    pub(super) seating: Seating,
    /// How many points of prospects make one point of the scores.
    prospect_unit: i64,
    /// What the game declares about whether it hides anything from a seat.
    hides: Option<bool>,
    /// What was passed to the plugin.
    offer: Offer,
}

// SAFETY: the ABI asks that rules may be used from several threads at once; what is offered to them is `Sync`.
unsafe impl Send for Rules {}
// SAFETY: as above.
unsafe impl Sync for Rules {}

impl Drop for Rules {
    fn drop(&mut self) {
        self.plugin.calls.observe("rules_free");
        // SAFETY: the handle is given back once; states keep the rules alive, so none is left.
        unsafe { (self.plugin.calls.core.rules_free)(self.handle) }
    }
}

impl Plugin {
    /// Compiles a ruleset from the values of all knobs and the house rules.
    ///
    /// # Errors
    /// [`CallError::Rules`] when the knobs contradict each other or the game does not allow this number of seats, and the others when the plugin
    /// fails.
    pub fn rules(
        self: &Arc<Self>,
        seats: u8,
        knobs: &Value,
        hooks: Option<Box<dyn HookHost>>,
    ) -> Result<Arc<Rules>, CallError> {
        self.rules_with(seats, knobs, hooks, None)
    }

    /// As [`rules`](Self::rules), with a log and a signal to stop.
    ///
    /// # Errors
    /// As [`rules`](Self::rules).
    pub fn rules_with(
        self: &Arc<Self>,
        seats: u8,
        knobs: &Value,
        hooks: Option<Box<dyn HookHost>>,
        services: Option<Arc<dyn HostServices>>,
    ) -> Result<Arc<Rules>, CallError> {
        let range = self.about().seats;
        if !(range.min..=range.max).contains(&seats) {
            let message =
                format!("{} is for {} to {} players, not for {seats}", self.about().name, range.min, range.max);
            return Err(CallError::Rules(RulesError { knob: String::new(), message }));
        }
        let offer = Offer::new(hooks, services, self.hooks().len());
        let request = json!({ "seats": seats, "knobs": knobs }).to_string();
        let mut handle = ptr::null_mut();
        offer.begin(Work::Question);
        let (status, message) = self.calls.with_error("rules_new", |error| {
            let (text, len, host) = (request.as_ptr(), request.len(), offer.table());
            // SAFETY: the text, the place and the sink live through the call, and what is offered as long as the rules.
            unsafe { (self.calls.core.rules_new)(text, len, host, &raw mut handle, error) }
        });
        if status == status::RULES {
            return Err(match serde_json::from_str(&message) {
                Ok(error) => CallError::Rules(error),
                Err(_) => CallError::Contract(message),
            });
        }
        check("rules_new", status, &message).map_err(|error| offer.take_failure().map_or(error, CallError::Hook))?;
        if handle.is_null() {
            return Err(CallError::Contract("`rules_new` made no rules".to_owned()));
        }
        let mut rules = Rules {
            plugin: Arc::clone(self),
            handle,
            seating: Seating::default(),
            prospect_unit: 1,
            hides: None,
            offer,
        };
        // A game may go on where a house rule failed that it called in advance. What only the clock could stop would take as long again.
        if let Some(failure) = rules.offer.take_failure().filter(|failure| failure.kind == HookFailureKind::Time) {
            return Err(CallError::Hook(failure));
        }
        rules.seating = self.calls.ask("seating", |out, error| {
            // SAFETY: a live handle; both sinks live through the call.
            unsafe { (self.calls.core.seating)(rules.handle, out, error) }
        })?;
        check_seating(&rules.seating, seats).map_err(CallError::Contract)?;
        rules.prospect_unit = rules.ask_prospect_unit()?;
        rules.hides = rules.ask_hides()?;
        rules.offer.settled(Source::new(&self.calls, handle, rules.seats()));
        Ok(Arc::new(rules))
    }
}

impl Rules {
    /// The game.
    pub const fn plugin(&self) -> &Arc<Plugin> {
        &self.plugin
    }

    /// The seats.
    pub const fn seating(&self) -> &Seating {
        &self.seating
    }

    /// How many points of [prospects](State::prospects) make one point of the scores.
    pub const fn prospect_unit(&self) -> i64 {
        self.prospect_unit
    }

    /// Whether under these rules a seat may see something of the game that others do not.
    pub fn hides(&self) -> bool {
        self.hides.unwrap_or(self.plugin.has_unknowns())
    }

    /// Whether the game promises that every observer is always shown the same, in scenes, descriptions and news.
    pub fn shows_all_alike(&self) -> bool {
        self.hides == Some(false)
    }

    fn ask_hides(&self) -> Result<Option<bool>, CallError> {
        let Some(call) = self.plugin.calls.determinize.and_then(|extension| extension.hides) else { return Ok(None) };
        let mut hides = 1;
        let (status, message) = self.plugin.calls.with_error("hides", |error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { call(self.handle, &raw mut hides, error) }
        });
        self.settle(check("hides", status, &message))?;
        Ok(Some(hides != 0))
    }

    fn ask_prospect_unit(&self) -> Result<i64, CallError> {
        // Without prospects of its own these are the scores.
        let call = self.plugin.calls.bots.filter(|bots| bots.prospects.is_some()).and_then(|bots| bots.prospect_unit);
        let Some(call) = call else { return Ok(1) };
        let mut unit = 1;
        let (status, message) = self.plugin.calls.with_error("prospect_unit", |error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { call(self.handle, &raw mut unit, error) }
        });
        self.settle(check("prospect_unit", status, &message))?;
        if (1..=MOST_UNITS).contains(&unit) {
            return Ok(unit);
        }
        Err(CallError::Contract(format!("`prospect_unit` is {unit}, and only 1 to {MOST_UNITS} are possible")))
    }

    /// Whether there are house rules.
    pub(super) fn has_house_rules(&self) -> bool {
        self.offer.has_hooks()
    }

    /// How many seats there are.
    pub(super) const fn seats(&self) -> usize {
        self.seating.seats.len()
    }

    /// The position at the start of the match with this seed.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal(self: &Arc<Self>, seed: u64) -> Result<State, CallError> {
        let house = HouseState::new(self);
        self.begin(Work::Question);
        let mut handle = ptr::null_mut();
        let frame = house.as_deref().map(|kept| Frame::push(&kept.memory));
        let (status, message) = self.plugin.calls.with_error("state_new", |error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { (self.plugin.calls.core.state_new)(self.handle, seed, &raw mut handle, error) }
        });
        drop(frame);
        self.settle(check("state_new", status, &message))?;
        if handle.is_null() {
            return Err(CallError::Contract("`state_new` made no state".to_owned()));
        }
        Ok(State::new(Arc::clone(self), handle, house))
    }

    /// States the kind of work that the game is about to do, so that its limits apply to house rules.
    #[inline]
    pub(super) fn begin(&self, work: Work) {
        self.offer.begin(work);
    }

    /// A call in which a hook failed returns that failure.
    #[inline]
    pub(super) fn settle<T>(&self, called: Result<T, CallError>) -> Result<T, CallError> {
        called.map_err(|error| self.offer.take_failure().map_or(error, CallError::Hook))
    }

    /// What the house rules do around the game, if anything.
    #[inline]
    pub fn layer(&self) -> Option<&dyn HouseLayer> {
        self.offer.hooks().and_then(HookHost::layer)
    }

    /// Where house rules read facts.
    pub(super) fn source(&self) -> Option<&Source> {
        self.offer.source()
    }

    /// Whether a long call should end.
    pub(super) fn should_stop(&self) -> bool {
        self.offer.should_stop()
    }
}
