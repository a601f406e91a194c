//! Results of actions: the descriptions of an action that is played, with all that house rules did, and of the effects
//! that they will have, before it is chosen.
//!
//! A game determines the results of an action by applying it to a copy, but house rules act after the game. So the host
//! plays the action with them and lets the game describe the resulting position
//! ([`Results`](stonehouse_plugin::Results)). Before the action is chosen it does so in samples only, in which
//! everything that the player cannot know is resampled, chance included, and shows the results that all of them share.
//! The real position is not among the samples: whether it agreed with them would reveal something.

use super::{AppliedEffect, CallError, Choice, OfferKind, Position, Rules, StepNotes};
use std::sync::Arc;
use stonehouse_plugin::{Action, ActionText, Chosen, Json, Observer, text};

/// The number of samples of hidden information that show whether a description, an effect or a trace depends on it.
/// With three kinds of stones, all samples agree by chance once in 6561 times.
pub const SECRECY_SAMPLES: u64 = 8;

impl Position {
    /// As [`play`](Self::play), and returns the effects of house rules and the outcomes of chance.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_and_note(&mut self, choice: &Choice) -> Result<StepNotes, CallError> {
        self.noting(|here| here.play(choice)).map(|((), noted)| noted)
    }

    /// As [`deal`](Self::deal), and returns the effects of house rules and the outcomes of chance before the first
    /// decision.
    ///
    /// # Errors
    /// As [`deal`](Self::deal).
    pub fn deal_and_note(rules: &Arc<Rules>, seed: u64) -> Result<(Self, StepNotes), CallError> {
        let mut dealt = Self::deal_seeded(rules, seed)?;
        let ((), noted) = dealt.noting(Self::begin_match)?;
        Ok((dealt, noted))
    }

    fn noting<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, CallError>) -> Result<(T, StepNotes), CallError> {
        self.noted = Some(StepNotes::default());
        let done = work(self);
        let noted = self.noted.take().unwrap_or_default();
        done.map(|done| (done, noted))
    }

    /// Describes an action of the seat that [decides next](Self::to_act) to `observer`. To that seat and the referee,
    /// points that house rules will give are included. A seat gets them only where they are the same in samples of what
    /// is hidden from it and of chance; the position itself is none of the samples, since whether it agrees with them
    /// would reveal something.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe(&self, choice: &Choice, observer: Observer) -> Result<ActionText, CallError> {
        let alone = self.describe_alone(choice, observer, false)?;
        let seat = match observer {
            Observer::Seat(seat) => Some(seat),
            Observer::Referee => None,
            Observer::Public => return Ok(alone),
        };
        if !self.rules().has_house_rules() || !self.can_have_result()? || (seat.is_some() && seat != self.to_act()?) {
            return Ok(alone);
        }
        let Some(seat) = seat else { return Ok(self.preview(choice, observer)?.unwrap_or(alone)) };
        let sampled = |seed| {
            let mut sample = self.try_clone()?;
            sample.determinize(seat, seed)?;
            sample.preview(choice, observer)
        };
        let Some(text) = sampled(0)?.filter(|text| *text != alone) else { return Ok(alone) };
        for seed in 1..SECRECY_SAMPLES {
            if sampled(seed)?.as_ref() != Some(&text) {
                return Ok(alone);
            }
        }
        Ok(text)
    }

    /// As [`describe`](Self::describe), of all these actions of the seat that decides next, in their order: in one call
    /// of the plugin, if no house rules have to be tried.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe_all(&self, actions: &[Action], observer: Observer) -> Result<Vec<ActionText>, CallError> {
        if self.rules().has_house_rules() || self.simultaneous_seats()?.is_some() {
            return actions.iter().map(|action| self.describe(&(*action).into(), observer)).collect();
        }
        self.state.describe_all(actions, observer)
    }

    /// Describes an action by which `before` became this position, to `observer`: with all that house rules did.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe_done(&self, before: &Self, choice: &Choice, observer: Observer) -> Result<ActionText, CallError> {
        self.with_result(before, choice, observer, || before.describe_alone(choice, observer, true))
    }

    /// Whether a seat may see something that others do not: of the game, or what house rules declare as secret.
    pub fn has_secrets(&self) -> bool {
        self.rules().hides() || self.has_house_secrets()
    }

    /// Whether every observer is shown the same, and so one description is enough for all.
    pub fn shows_all_alike(&self) -> bool {
        self.rules().shows_all_alike() && !self.has_house_secrets()
    }

    /// Whether house rules may depend on what is hidden from a seat: the game hides something or has secret facts or
    /// zones, or the rules have secrets of their own.
    pub fn house_rules_may_read_secrets(&self) -> bool {
        let plugin = self.rules().plugin();
        self.has_secrets()
            || plugin.facts().iter().any(|fact| fact.secret)
            || plugin.zones().iter().any(|zone| zone.secret)
    }

    /// Whether house rules declare a secret memory, a secret roll, or an action that is secret or chosen together with
    /// others, or write messages to one seat.
    fn has_house_secrets(&self) -> bool {
        self.rules().layer().is_some_and(|layer| {
            layer.memory().iter().any(|decl| decl.secret)
                || layer.actions().iter().any(|decl| decl.secret || decl.offer == OfferKind::Together)
                || layer.rolls().iter().any(|decl| decl.secret)
                || layer.whispers()
        })
    }

    /// Describes an action as the game does, or an action of the house by its label, or by its log if it `is_done`.
    pub(super) fn describe_alone(
        &self,
        choice: &Choice,
        observer: Observer,
        is_done: bool,
    ) -> Result<ActionText, CallError> {
        if self.is_of_the_house(choice.action) {
            return self.describe_in_house(choice.action, observer, is_done);
        }
        let Some(seat) = self.to_act()? else { return self.state.describe(choice.action, observer) };
        self.state.describe_choice(Chosen { seat, action: choice.action, values: &choice.values }, observer)
    }

    /// Whether the game describes results of the next action: one seat chooses it, and the game can.
    fn can_have_result(&self) -> Result<bool, CallError> {
        Ok(self.rules().plugin().has_results() && !self.is_half_chosen() && self.simultaneous_seats()?.is_none())
    }

    /// Describes the action as it will be described once it is done. `None` where house rules would do nothing or roll,
    /// or one of them fails.
    fn preview(&self, choice: &Choice, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let mut after = self.try_clone()?;
        let effects = match after.play_and_note(choice) {
            Ok(noted) => noted.effects,
            // It fails again when the action is played, and is reported then.
            Err(CallError::Hook(_)) => return Ok(None),
            Err(error) if error.is_illegal() => return Ok(None),
            Err(error) => return Err(error),
        };
        // What follows from a roll is not known before, even where a few samples agree.
        if effects.iter().any(AppliedEffect::is_drawn) {
            return Ok(None);
        }
        // At the end of a match hooks can change the scores without an effect.
        if !effects.iter().any(AppliedEffect::concerns_the_game) && after.to_act()?.is_some() {
            return Ok(None);
        }
        after.with_result(self, choice, observer, || self.describe_alone(choice, observer, false)).map(Some)
    }

    /// Describes an action by which `before` became this position, with its result if the game describes that: instead
    /// of `alone`, the description without it, or after that of an action of the house.
    fn with_result(
        &self,
        before: &Self,
        choice: &Choice,
        observer: Observer,
        alone: impl FnOnce() -> Result<ActionText, CallError>,
    ) -> Result<ActionText, CallError> {
        if !before.is_of_the_house(choice.action) {
            let seat = if before.can_have_result()? { before.to_act()? } else { None };
            let Some(seat) = seat else { return alone() };
            let result = self.state.describe_result(&before.state, Some(choice.by(seat)), observer)?;
            return result.map_or_else(alone, Ok);
        }
        let mut text = alone()?;
        let Some(result) = self.state.describe_result(&before.state, None, observer)? else { return Ok(text) };
        if !result.text.is_empty() {
            text.text = text!("{action}, {gain}", action = text.text, gain = result.text);
        }
        text.gain = result.gain;
        if let (Some(fields), Json::Object(more)) = (text.data.as_object_mut(), result.data) {
            for (name, value) in more {
                fields.entry(name).or_insert(value);
            }
        }
        Ok(text)
    }
}
