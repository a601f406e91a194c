//! Knowledge: what of an action may be shown to whom.
//!
//! A sentence, an argument of an effect or a printed line may be shown to a seat only if it would be the same whatever
//! is hidden from that seat. Only the game knows what that is, so it is computed, not declared: what a seat cannot know
//! is resampled by the game ([`Position::determinize`]) [`SECRECY_SAMPLES`] times, the action is repeated in each
//! sample, and only what is the same in all of them is shown. The same comparison decides whether undo would take back
//! something that a person learned. Errors are on one side: what differs in one sample is never shown; what happens to
//! agree in all of them, with a probability that falls with each sample, is. Where house rules can read no secret
//! ([`Position::house_rules_may_read_secrets`]), no sample is made.
//!
//! A sample in which the action is not legal, or a house rule fails, hides nothing and shows nothing: that position was
//! never on the table. Only for undo it counts as something learned.

use super::Match;
use super::describe::PlayedStep;
use super::step::PlayedChoice;
use crate::ruleset::RulesFailure;
use stonehouse_house_rules::{HookTrace, Printed, Recorder, ScriptBudget};
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::{AppliedEffect, CallError, Choice, HouseEffect, Position, SECRECY_SAMPLES, StepNotes};

/// A step in a sample of what is hidden from a seat.
struct SampledStep {
    before: Position,
    choice: Choice,
}

impl SampledStep {
    /// A sample of what is unknown to `seat` in `before`, rolls of house rules included, with `choice`, or, of a secret
    /// action of another player, one that `seat` cannot distinguish from it.
    fn before_rolls(before: &Position, choice: &Choice, seat: Seat, seed: u64) -> Result<Self, CallError> {
        let mut sample = before.try_clone()?;
        sample.determinize(seat, seed)?;
        let choice = sample.indistinguishable_choice(choice, seat, seed)?;
        Ok(Self { before: sample, choice })
    }

    /// As [`before_rolls`](Self::before_rolls), but house rules roll the same, and others have chosen the same together
    /// with it, as everybody sees once the action was played.
    fn of(before: &Position, choice: &Choice, seat: Seat, seed: u64) -> Result<Self, CallError> {
        let mut sampled = Self::before_rolls(before, choice, seat, seed)?;
        sampled.before.share_rolls_with(before);
        sampled.before.share_choices_with(before);
        Ok(sampled)
    }

    /// Plays it: the position after it, and its notes. `None` if the choice is not legal in the sample, or a house rule
    /// fails.
    fn play(&self) -> Result<Option<(Position, StepNotes)>, CallError> {
        let mut after = self.before.try_clone()?;
        match after.play_and_note(&self.choice) {
            Ok(notes) => Ok(Some((after, notes))),
            Err(CallError::Hook(_)) => Ok(None),
            Err(error) if error.is_illegal() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Of each effect, whether everybody may know its arguments: whether they are the same in all samples of what is hidden
/// from any seat.
pub(super) fn known_to_all(
    choice: &Choice,
    before: &Position,
    effects: &[AppliedEffect],
) -> Result<Vec<bool>, CallError> {
    let mut known = vec![true; effects.len()];
    let is_open = |what: &HouseEffect| match what {
        HouseEffect::Game { arguments, .. } => arguments.is_empty(),
        HouseEffect::Remember { .. } | HouseEffect::Say(_) | HouseEffect::Roll { .. } | HouseEffect::Shuffle { .. } => {
            true
        }
        HouseEffect::Points { .. } | HouseEffect::Finish { .. } => false,
    };
    if !before.house_rules_may_read_secrets() || effects.iter().all(|effect| is_open(effect.what())) {
        return Ok(known);
    }
    for seat in Seat::all(before.rules().seating().seats.len()) {
        for seed in 0..SECRECY_SAMPLES {
            let _budget = ScriptBudget::of_an_action();
            let Some((_, found)) = SampledStep::of(before, choice, seat, seed)?.play()? else { continue };
            for (known, effect) in known.iter_mut().zip(effects) {
                *known &= is_open(effect.what()) || found.effects.iter().any(|other| other.what() == effect.what());
            }
        }
    }
    Ok(known)
}

impl Match {
    /// The changes, effects and output of house rules when action `number` (from 0) was played, and printed before
    /// while the legal actions were listed, as far as `observer` may know it: a sentence that depends on what is hidden
    /// from them is left out.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn hook_trace(&self, number: usize, observer: Observer) -> Result<HookTrace, RulesFailure> {
        let Some(step) = self.steps.get(number) else { return Ok(HookTrace::default()) };
        let mut trace = step.hook_trace.clone();
        let listing = printed_by_listing(&step.before).map_err(|error| self.ruleset.explain(error))?;
        trace.printed.splice(0..0, listing);
        self.known(trace, observer, |seat, seed| trace_of_sample(step, seat, seed))
    }

    /// The output of house rules while the legal actions of the seat whose turn it is are listed, as far as `observer`
    /// may know it.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn printed(&self, observer: Observer) -> Result<Vec<Printed>, RulesFailure> {
        if self.to_act.is_none() {
            return Ok(Vec::new());
        }
        let listed = |position: &Position| {
            printed_by_listing(position).map(|printed| HookTrace { printed, ..HookTrace::default() })
        };
        let trace = listed(&self.position).map_err(|error| self.ruleset.explain(error))?;
        let trace = self.known(trace, observer, |seat, seed| {
            let mut other = self.position.try_clone()?;
            other.determinize(seat, seed)?;
            listed(&other).map(Some)
        })?;
        Ok(trace.printed)
    }

    /// The part of `trace` that `observer` may know: what is equal in every sample that `other` returns, in which what
    /// is hidden from a seat is resampled.
    fn known(
        &self,
        mut trace: HookTrace,
        observer: Observer,
        other: impl Fn(Seat, u64) -> Result<Option<HookTrace>, CallError>,
    ) -> Result<HookTrace, RulesFailure> {
        if !self.position.house_rules_may_read_secrets() {
            return Ok(trace);
        }
        let blind: Vec<Seat> = match observer {
            Observer::Referee => return Ok(trace),
            Observer::Seat(seat) => vec![seat],
            Observer::Public => Seat::all(self.players.len()).collect(),
        };
        for seed in 0..SECRECY_SAMPLES {
            for seat in &blind {
                if trace == HookTrace::default() {
                    return Ok(trace);
                }
                let other = other(*seat, seed).map_err(|error| self.ruleset.explain(error))?;
                if let Some(other) = other {
                    trace.changes.retain(|sentence| other.changes.contains(sentence));
                    trace.printed.retain(|line| other.printed.contains(line));
                }
            }
        }
        Ok(trace)
    }
}

/// The output of house rules while the legal actions are listed.
fn printed_by_listing(position: &Position) -> Result<Vec<Printed>, CallError> {
    let _budget = ScriptBudget::of_an_action();
    let recorder = Recorder::begin();
    position.legal_actions(&mut Vec::new())?;
    Ok(recorder.finish().printed)
}

/// The trace of a step in a sample of what is hidden from a seat; `None` if it cannot be played in it.
fn trace_of_sample(step: &PlayedChoice, seat: Seat, seed: u64) -> Result<Option<HookTrace>, CallError> {
    let _budget = ScriptBudget::of_an_action();
    let sampled = SampledStep::of(&step.before, &step.choice, seat, seed)?;
    let listing = printed_by_listing(&sampled.before)?;
    let recorder = Recorder::begin();
    if sampled.play()?.is_none() {
        return Ok(None);
    }
    let mut trace = recorder.finish();
    trace.printed.splice(0..0, listing);
    Ok(Some(trace))
}

/// Whether other legal actions have the same description for the public, so that the code of this one reveals more than
/// its description.
pub(super) fn is_one_of_several(choice: &Choice, before: &Position) -> Result<bool, CallError> {
    let public = |choice: &Choice| before.describe(choice, Observer::Public).map(|action| (action.text, action.data));
    let (mut legal, own) = (Vec::new(), public(choice)?);
    before.legal_actions(&mut legal)?;
    for action in legal.into_iter().filter(|action| *action != choice.action) {
        if public(&action.into())? == own {
            return Ok(true);
        }
    }
    // The code of an action does not contain its values; they are recorded beside it.
    Ok(!choice.values.is_empty() && public(&choice.action.into())? == own)
}

/// Whether `person` learned something by a step, `after` being the position that it led to.
pub(super) fn reveals(step: &PlayedChoice, after: &Position, person: Seat) -> Result<bool, CallError> {
    let observer = Observer::Seat(person);
    let seen = after.scene(observer)?;
    for seed in 0..SECRECY_SAMPLES {
        let sampled = SampledStep::before_rolls(&step.before, &step.choice, person, seed)?;
        // If resampled secrets do not allow the action, the action has revealed something of the real ones.
        let Some((after, StepNotes { effects, rolls })) = sampled.play()? else { return Ok(true) };
        // What chance has decided is news.
        if effects.iter().any(AppliedEffect::is_drawn) {
            return Ok(true);
        }
        let SampledStep { before, choice } = sampled;
        let recorded = step.descriptions.to(observer);
        let known = known_to_all(&choice, &before, &effects)?;
        let effects: Vec<(bool, AppliedEffect)> = known.into_iter().zip(effects).collect();
        let played = PlayedStep {
            choice: &choice,
            before: &before,
            after: &after,
            effects: &effects,
            rolled: &rolls,
            is_first: recorded.opening.is_some(),
        };
        let replayed = played.describe(observer)?.0;
        if replayed != recorded || after.scene(observer)? != seen {
            return Ok(true);
        }
    }
    Ok(false)
}
