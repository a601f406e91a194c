//! Actions played.

use super::describe::{Descriptions, PlayedStep};
use super::knowledge::{is_one_of_several, known_to_all};
use super::step::PlayedChoice;
use super::{Match, MatchError};
use crate::clock::Clock;
use std::cell::OnceCell;
use std::time::{Duration, Instant};
use stonehouse_house_rules::{Recorder, ScriptBudget};
use stonehouse_plugin::Seat;
use stonehouse_runtime::{AppliedEffect, CallError, Choice, Position, StepNotes};

/// Describes `choice`, which led from `before` to `after`; `is_first` if it is the first action of the match.
fn describe(
    choice: &Choice,
    (before, after): (&Position, &Position),
    StepNotes { effects, rolls }: StepNotes,
    is_first: bool,
) -> Result<Descriptions, CallError> {
    let _budget = ScriptBudget::of_an_action();
    let known = known_to_all(choice, before, &effects)?;
    let effects: Vec<(bool, AppliedEffect)> = known.into_iter().zip(effects).collect();
    Descriptions::of(&PlayedStep { choice, before, after, effects: &effects, rolled: &rolls, is_first })
}

impl Match {
    /// Plays the decision of the seat whose turn it is. Where several choose at once, it takes effect and is recorded
    /// when all have chosen.
    ///
    /// # Errors
    /// When it is not legal, a house rule or the plugin failed, the record could not be written, or the match is over.
    /// The match is unchanged; except that it is over if only its end could not be recorded.
    pub fn play(&mut self, choice: impl Into<Choice>, now: Instant) -> Result<(), MatchError> {
        self.play_with_credit(choice.into(), now, Duration::ZERO)
    }

    /// As [`play`](Self::play), for a player whose message took `credit` to arrive: that time is not taken from their
    /// clock.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_with_credit(&mut self, choice: Choice, now: Instant, credit: Duration) -> Result<(), MatchError> {
        let chosen = now.checked_sub(credit).unwrap_or(now);
        if self.check_time(chosen)? {
            return Err(MatchError::Over);
        }
        self.step(choice, |clock, seat| clock.acted(seat, chosen))?;
        let ended = self.finish_if_over();
        self.start_clock(now);
        ended
    }

    /// Plays an action from a record, with the clocks in it.
    pub(crate) fn replay(&mut self, choice: Choice, left_ms: Option<&[u64]>) -> Result<(), MatchError> {
        let left: Option<Vec<Duration>> =
            left_ms.map(|left| left.iter().map(|left| Duration::from_millis(*left)).collect());
        self.step(choice, |clock, _| {
            if let Some(left) = &left {
                clock.set(left);
            }
        })
    }

    fn step(&mut self, choice: Choice, tick: impl FnOnce(&mut Clock, Seat)) -> Result<(), MatchError> {
        let Some(seat) = self.to_act() else { return Err(MatchError::Over) };
        let _budget = ScriptBudget::of_an_action();
        let explain = |error| self.ruleset.explain(error);
        let mut next = self.position.try_clone().map_err(explain)?;
        let recorder = self.keeps_log.then(Recorder::begin);
        let noted = if self.keeps_log {
            next.play_and_note(&choice)
        } else {
            next.play(&choice).map(|()| StepNotes::default())
        };
        let noted = noted.map_err(explain)?;
        let hook_trace = recorder.map(Recorder::finish).unwrap_or_default();
        let to_act = next.to_act().map_err(explain)?;
        let descriptions = if self.keeps_log {
            describe(&choice, (&self.position, &next), noted, self.steps.is_empty()).map_err(explain)?
        } else {
            Descriptions::default()
        };
        let is_sealed = !descriptions.public_record.equals_as_action(&descriptions.referee_record)
            && is_one_of_several(&choice, &self.position).map_err(explain)?;

        let mut clock = self.clock.clone();
        if let Some(clock) = &mut clock {
            tick(clock, seat);
        }
        let left = clock.as_ref().map(Clock::left_when_stopped);
        let is_held = next.is_half_chosen();
        let (rolled, joins) = (next.rolled().to_vec(), !self.held.is_empty());
        let by_person = self.is_played_by_person(seat);
        let reveals_to = self.players.iter().map(|_| OnceCell::new()).collect();
        let before = std::mem::replace(&mut self.position, next);
        let step = PlayedChoice {
            before,
            seat,
            choice,
            descriptions,
            is_sealed,
            left,
            rolled,
            hook_trace,
            joins,
            by_person,
            reveals_to,
        };
        if let (Some(journal), false) = (&mut self.journal, is_held) {
            let all = journal.records_all();
            let played = (self.steps.len() + 1..).zip(self.held.iter().chain([&step]));
            let lines = played.map(|(number, step)| step.line(number, self.seed, all)).collect();
            if let Err(problem) = journal.actions(lines) {
                self.position = step.before;
                return Err(MatchError::Record(problem));
            }
        }
        // The action is in the record: nothing below can fail.
        self.clock = clock;
        self.to_act = to_act;
        self.held.push(step);
        if !is_held {
            self.steps.append(&mut self.held);
        }
        Ok(())
    }
}
