//! Results of actions: the effects of house rules and the outcomes of chance, noted while an action is played and
//! described afterwards; and the effects that house rules will have, described before it is chosen.
//!
//! A game determines the results of an action by applying it to a copy, but house rules act after the game. So the host
//! plays the action with them and lets the game describe the resulting position
//! ([`Results`](stonehouse_plugin::Results)). Before the action is chosen it does so in samples only, in which
//! everything that the player cannot know is resampled, chance included, and shows the results that all of them share.
//! The real position is not among the samples: whether it agreed with them would reveal something. Each effect is noted
//! with the states before and after it, and each outcome of chance with the state before it, for the log and the
//! record; bots and simulations note nothing.

use super::{CallError, Choice, Position, Rules, State};
use crate::{HouseEffect, HouseLayer, MemoryDecl};
use std::sync::Arc;
use stonehouse_plugin::{Action, ActionText, Chosen, Field, FieldKind, Json, Observer, Rng, Seat, Text, json, text};

/// The number of samples of hidden information that show whether a description, an effect or a trace depends on it.
/// With three kinds of stones, all samples agree by chance once in 6561 times.
pub const SECRECY_SAMPLES: u64 = 8;

/// The effects and outcomes of chance of one step: of an action, or of the deal of a match.
#[derive(Default)]
pub struct StepNotes {
    /// The effects of house rules that took place, in order.
    pub effects: Vec<AppliedEffect>,
    /// The outcomes of chance, in order.
    pub rolls: Vec<RolledOutcome>,
}

/// An outcome of chance that happened.
pub struct RolledOutcome {
    /// The game's state in which it was one of the outcomes.
    before: State,
    code: u32,
}

impl RolledOutcome {
    pub(super) const fn new(before: State, code: u32) -> Self {
        Self { before, code }
    }

    /// Its code.
    pub const fn code(&self) -> u32 {
        self.code
    }
}

/// An effect that took place.
pub struct AppliedEffect {
    what: HouseEffect,
    /// The game's states before and after it, for an effect of the game.
    states: Option<(State, State)>,
}

impl AppliedEffect {
    pub(super) const fn new(what: HouseEffect, states: Option<(State, State)>) -> Self {
        Self { what, states }
    }

    /// The effect as it was requested.
    pub const fn what(&self) -> &HouseEffect {
        &self.what
    }

    /// Whether it can change the results of an action: it did not concern the memory of house rules alone.
    const fn concerns_the_game(&self) -> bool {
        match self.what {
            HouseEffect::Game { .. } | HouseEffect::Points { .. } | HouseEffect::Finish { .. } => true,
            HouseEffect::Remember { .. } | HouseEffect::Say { .. } => false,
        }
    }

    /// The effect as `observer` may know it, if its arguments are known: `effect` (its name), `with` (its arguments by
    /// name) and, where there is one, `result`; and a sentence for the log, which may be empty. `None` for a message,
    /// which is recorded elsewhere.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn describe(&self, rules: &Rules, observer: Observer) -> Result<Option<(Json, Text)>, CallError> {
        Ok(Some(match &self.what {
            HouseEffect::Say { .. } => return Ok(None),
            HouseEffect::Points { seat, points } => {
                let text = match points {
                    1 => text!("1 point for {player}", player = *seat),
                    _ => text!("{points} points for {player}", points = *points, player = *seat),
                };
                (json!({ "effect": "points", "with": { "seat": seat, "points": points } }), text)
            }
            HouseEffect::Finish { winners } => {
                let winners: Option<Vec<Seat>> = winners.map(|seats| seats.iter().collect());
                (json!({ "effect": "finish", "with": { "winners": winners } }), Text::default())
            }
            HouseEffect::Remember { slot, value } => {
                let Some((decl, place)) = rules.layer().and_then(|layer| remembered(layer, rules.seats(), *slot))
                else {
                    return Ok(None);
                };
                let mut with = json!({ "memory": decl.name });
                if decl.each_seat {
                    with["seat"] = json!(place);
                }
                if !decl.secret || observer.sees(Seat(place as u8)) {
                    with["value"] = json!(value);
                }
                (json!({ "effect": "remember", "with": with }), Text::default())
            }
            HouseEffect::Game { effect, arguments } => {
                let Some(decl) = rules.plugin().effects().get(*effect) else { return Ok(None) };
                let with = decl.arguments.iter().zip(arguments).map(|(field, value)| named(field, *value));
                let mut data = json!({ "effect": decl.name, "with": Json::Object(with.collect()) });
                let mut words = Text::default();
                if let Some((before, after)) = &self.states {
                    let result = after.effect_result(before, *effect, arguments, observer)?;
                    if !result.data.is_null() {
                        data["result"] = result.data;
                    }
                    words = result.text;
                }
                (data, words)
            }
        }))
    }
}

/// An argument by its name, as records have it.
fn named(field: &Field, value: i64) -> (String, Json) {
    let value = match &field.kind {
        FieldKind::Boolean => json!(value != 0),
        FieldKind::Word(words) => match usize::try_from(value).ok().and_then(|index| words.get(index)) {
            Some(word) => json!(word),
            None => json!(value),
        },
        FieldKind::Integer | FieldKind::Seat => json!(value),
    };
    (field.name.clone(), value)
}

/// The memory that a slot belongs to, and the slot's place in it.
fn remembered(layer: &dyn HouseLayer, seats: usize, slot: usize) -> Option<(&MemoryDecl, usize)> {
    layer.memory().iter().find_map(|decl| {
        let place = slot.checked_sub(decl.slot).filter(|place| *place < decl.slots(seats))?;
        Some((decl, place))
    })
}

impl Position {
    /// As [`play`](Self::play), and returns the effects of house rules and the outcomes of chance.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_and_note(&mut self, choice: &Choice) -> Result<StepNotes, CallError> {
        self.noting(|here| here.play(choice)).map(|((), noted)| noted)
    }

    /// As [`deal`](Self::deal), and returns the outcomes of chance before the first decision.
    ///
    /// # Errors
    /// As [`deal`](Self::deal).
    pub fn deal_and_note(rules: &Arc<Rules>, seed: u64) -> Result<(Self, Vec<RolledOutcome>), CallError> {
        let mut dealt = Self::deal_seeded(rules, seed)?;
        let ((), noted) = dealt.noting(Self::begin)?;
        Ok((dealt, noted.rolls))
    }

    fn noting<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, CallError>) -> Result<(T, StepNotes), CallError> {
        self.noted = Some(StepNotes::default());
        let done = work(self);
        let noted = self.noted.take().unwrap_or_default();
        done.map(|done| (done, noted))
    }

    /// Describes an outcome of chance that led to this position, to `observer`: as the game does, or by its code if the
    /// game does not.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn describe_rolled(&self, rolled: &RolledOutcome, observer: Observer) -> Result<ActionText, CallError> {
        let text = rolled.before.describe_outcome(rolled.code, observer)?;
        Ok(text.unwrap_or_else(|| ActionText::new(text!("Chance: {code}", code = rolled.code))))
    }

    /// Describes an action of the seat that [decides next](Self::to_act) to `observer`. To that seat and the referee,
    /// points that house rules will give are included. A seat gets them only where they are the same in samples of what
    /// is hidden from it and of chance; the position itself is none of the samples, since whether it agrees with them
    /// would reveal something.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe(&self, choice: &Choice, observer: Observer) -> Result<ActionText, CallError> {
        let alone = self.describe_alone(choice, observer)?;
        let seat = match observer {
            Observer::Seat(seat) => Some(seat),
            Observer::Referee => None,
            Observer::Public => return Ok(alone),
        };
        if !self.rules().has_house_rules() || !self.can_have_result()? || (seat.is_some() && seat != self.to_act()?) {
            return Ok(alone);
        }
        let Some(seat) = seat else { return Ok(self.foretell(choice, observer)?.unwrap_or(alone)) };
        let sampled = |seed| {
            let mut sample = self.try_clone()?;
            sample.determinize(seat, seed)?;
            sample.foretell(choice, observer)
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
        if self.rules().has_house_rules() || self.together()?.is_some() {
            return actions.iter().map(|action| self.describe(&(*action).into(), observer)).collect();
        }
        self.state.describe_all(actions, observer)
    }

    /// Describes an action by which `before` became this position, to `observer`: with all that house rules did.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe_done(&self, before: &Self, choice: &Choice, observer: Observer) -> Result<ActionText, CallError> {
        if before.is_of_the_house(choice.action) {
            let text = before.log_in_house(choice.action, observer)?;
            return self.with_result(before, text, observer);
        }
        if before.can_have_result()?
            && let Some(text) = self.result(before, choice, observer)?
        {
            return Ok(text);
        }
        before.describe_alone(choice, observer)
    }

    /// Whether anything is hidden from a seat: by the game, or in what house rules remember.
    pub fn hides_something(&self) -> bool {
        self.rules().plugin().has_unknowns() || self.has_house_secrets()
    }

    /// Whether a seat may see something that others do not: of the game, or what house rules declare as secret.
    pub fn has_secrets(&self) -> bool {
        self.rules().hides() || self.has_house_secrets()
    }

    /// Whether every observer is shown the same, and so one description is enough for all.
    pub fn shows_all_alike(&self) -> bool {
        self.rules().shows_all_alike() && !self.has_house_secrets()
    }

    /// Whether house rules declare a secret memory or a secret action.
    fn has_house_secrets(&self) -> bool {
        self.rules().layer().is_some_and(|layer| {
            layer.memory().iter().any(|decl| decl.secret) || layer.actions().iter().any(|decl| decl.secret)
        })
    }

    /// Returns an action that `observer` cannot distinguish from this one: of a secret action of the house of another
    /// player, one with another target that is offered, drawn from `seed`; of any other, this one.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn another(&self, choice: &Choice, observer: Seat, seed: u64) -> Result<Choice, CallError> {
        if !self.is_secret_to(choice.action, observer)? {
            return Ok(choice.clone());
        }
        let mut actions = Vec::new();
        self.legal_actions(&mut actions)?;
        actions.retain(|action| self.is_same_but_for_target(choice.action, *action));
        Ok(Rng::from_seed(seed).pick(&actions).map_or_else(|| choice.clone(), |action| (*action).into()))
    }

    /// Describes an action as the game does, or an action of the house by its label.
    pub(super) fn describe_alone(&self, choice: &Choice, observer: Observer) -> Result<ActionText, CallError> {
        if self.is_of_the_house(choice.action) {
            return self.describe_in_house(choice.action, observer);
        }
        let Some(seat) = self.to_act()? else { return self.state.describe(choice.action, observer) };
        self.state.describe_choice(Chosen { seat, action: choice.action, values: &choice.values }, observer)
    }

    /// Whether the game describes results of the next action: one seat chooses it, and the game can.
    fn can_have_result(&self) -> Result<bool, CallError> {
        Ok(self.rules().plugin().has_results() && !self.is_half_chosen() && self.together()?.is_none())
    }

    /// Describes the action as it will be described once it is done. `None` where house rules would do nothing, or one
    /// of them fails.
    fn foretell(&self, choice: &Choice, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let mut after = self.try_clone()?;
        let effects = match after.play_and_note(choice) {
            Ok(noted) => noted.effects,
            // It fails again when the action is played, and is reported then.
            Err(CallError::Hook(_)) => return Ok(None),
            Err(error) if error.is_illegal() => return Ok(None),
            Err(error) => return Err(error),
        };
        // At the end of a match hooks can change the scores without an effect.
        if !effects.iter().any(AppliedEffect::concerns_the_game) && after.to_act()?.is_some() {
            return Ok(None);
        }
        if self.is_of_the_house(choice.action) {
            let text = self.describe_in_house(choice.action, observer)?;
            return after.with_result(self, text, observer).map(Some);
        }
        after.result(self, choice, observer)
    }

    /// The game's description of an action of its own by which `before` became this position.
    fn result(&self, before: &Self, choice: &Choice, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let Some(seat) = before.to_act()? else { return Ok(None) };
        self.state.describe_result(&before.state, Some(choice.by(seat)), observer)
    }

    /// Adds the game's description of an action of the house by which `before` became this position.
    fn with_result(&self, before: &Self, mut text: ActionText, observer: Observer) -> Result<ActionText, CallError> {
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
