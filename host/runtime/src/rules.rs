//! A compiled ruleset.

use super::events::EventQueue;
use super::frame::Frame;
use super::subscriptions::Subscriptions;
use super::{CallError, CompiledGame, GameHost, HouseState, Plugin, State, WordPicture};
use crate::declared::check_seating;
use crate::{HookFailureKind, HookHost, HouseLayer, Work};
use serde_json::Value;
use std::sync::Arc;
use stonehouse_plugin::{HostServices, MAX_UNITS, RulesError, Seating};

/// A compiled ruleset.
pub struct Rules {
    pub(super) plugin: Arc<Plugin>,
    compiled: Arc<dyn CompiledGame>,
    pub(super) seating: Seating,
    /// How many points of prospects make one point of the scores.
    prospect_unit: i64,
    /// The game's declaration whether it hides anything from a seat, if it makes one.
    hides: Option<bool>,
    /// The services that the game was offered.
    host: Arc<GameHost>,
}

impl Plugin {
    /// Compiles a ruleset from the values of all knobs and the house rules.
    ///
    /// # Errors
    /// [`CallError::Rules`] when the knobs contradict each other or the game does not allow this number of seats, and
    /// the others when the plugin fails.
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
        let host = Arc::new(GameHost::new(hooks, services, self.hooks().len(), seats.into()));
        let with_hook_failure = |error: CallError| host.take_failure().map_or(error, CallError::Hook);
        host.begin(Work::Query);
        let compiled = match Arc::clone(&self.game).compile(seats, knobs, &host) {
            // Why knobs are refused is of more use than a hook that failed before.
            Err(error @ CallError::Rules(_)) => return Err(error),
            compiled => compiled.map_err(with_hook_failure)?,
        };
        // A game may continue after the failure of a house rule that it called in advance. A rule that only the clock
        // could stop would take as long again.
        if let Some(failure) = host.take_failure().filter(|failure| failure.kind == HookFailureKind::Time) {
            return Err(CallError::Hook(failure));
        }
        let seating = compiled.seating()?;
        check_seating(&seating, seats).map_err(CallError::Contract)?;
        // Without prospects of its own these are the scores.
        let prospect_unit = if self.abilities.prospects {
            compiled.prospect_unit().map_err(with_hook_failure)?.unwrap_or(1)
        } else {
            1
        };
        if !(1..=MAX_UNITS).contains(&prospect_unit) {
            return Err(CallError::Contract(format!(
                "`prospect_unit` is {prospect_unit}, and only 1 to {MAX_UNITS} are possible"
            )));
        }
        let hides = compiled.hides().map_err(with_hook_failure)?;
        Ok(Arc::new(Rules { plugin: Arc::clone(self), compiled, seating, prospect_unit, hides, host }))
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

    /// The pictures of house rules.
    pub fn pictures(&self) -> impl Iterator<Item = &WordPicture> {
        self.layer().into_iter().flat_map(HouseLayer::memory).flat_map(|decl| &decl.pictures).flatten()
    }

    /// The bytes of the picture with this name in scenes, of a house rule or of the game: PNG or SVG, as the name ends.
    /// `None` if it does not exist.
    ///
    /// # Errors
    /// As [`Plugin::asset`].
    pub fn asset(&self, name: &str) -> Result<Option<Vec<u8>>, CallError> {
        match self.pictures().find(|picture| picture.name == name) {
            Some(picture) => Ok(Some(picture.svg.clone().into_bytes())),
            None => self.plugin.asset(name),
        }
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

    /// Whether there are house rules.
    pub(super) fn has_house_rules(&self) -> bool {
        self.host.has_hooks()
    }

    /// How many seats there are.
    pub(super) const fn seats(&self) -> usize {
        self.seating.seats.len()
    }

    /// Runs the tests that the game has for its official rules, which these must be: the name of each that failed, and
    /// its error.
    pub fn failed_tests(&self) -> Vec<(String, CallError)> {
        let tests = self.plugin.game.tests().into_iter();
        let run = |name: String| {
            let error = Arc::clone(&self.compiled).test(&name).err()?;
            Some((name, error))
        };
        tests.filter_map(run).collect()
    }

    /// The position at the start of the match with this seed.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal(self: &Arc<Self>, seed: u64) -> Result<State, CallError> {
        let house = self.new_house(seed);
        let deal = || Arc::clone(&self.compiled).deal(seed);
        let dealt = self.in_frame(Work::Query, house.as_deref(), None, deal)?;
        Ok(State::new(Arc::clone(self), dealt, house))
    }

    /// States the kind of work that the game is about to do, so that its limits apply to house rules.
    #[inline]
    pub(super) fn begin(&self, work: Work) {
        self.host.begin(work);
    }

    /// Makes `call`, one call of the game, within a [frame](super::frame) of these house rules: what hooks read, and
    /// where their failures go. Events that the game reports in it are added to `events`. A call in which a hook failed
    /// returns that failure.
    #[inline]
    pub(super) fn in_frame<T>(
        &self,
        work: Work,
        house: Option<&HouseState>,
        events: Option<&mut EventQueue>,
        call: impl FnOnce() -> Result<T, CallError>,
    ) -> Result<T, CallError> {
        self.begin(work);
        let frame = house.map(Frame::push);
        let called = call().map_err(|error| self.host.take_failure().map_or(error, CallError::Hook));
        if let (Some(frame), Some(events)) = (frame, events) {
            frame.pop(events);
        }
        called
    }

    /// The layer of the house rules, if they do anything around the game.
    #[inline]
    pub fn layer(&self) -> Option<&dyn HouseLayer> {
        self.host.layer()
    }

    /// The state of house rules at the start of the match with this seed, if they do anything around the game.
    pub(super) fn new_house(&self, seed: u64) -> Option<Box<HouseState>> {
        self.layer().map(|layer| Box::new(HouseState::new(layer, self.seats(), seed)))
    }

    /// The functions that house rules around the game have.
    #[inline]
    pub(super) fn subscriptions(&self) -> Subscriptions {
        self.host.subscriptions()
    }

    /// Whether a long call should end.
    pub(super) fn should_stop(&self) -> bool {
        self.host.should_stop()
    }
}
