//! Actions: played, taken back, played again under other rules.

use super::{Match, MatchError};
use crate::clock::Clock;
use crate::lua::Budget;
use crate::record::{Journal, Move};
use crate::ruleset::{RulesFailure, Ruleset};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_plugin_api::abi::client::{CallError, State};
use stonehouse_plugin_api::{Action, Observer, Seat, Text};

/// An action that stands.
pub(super) struct Step {
    /// The position in which it was chosen.
    pub before: State,
    pub seat: Seat,
    pub action: Action,
    pub told: Told,
    /// What the clocks showed after it.
    pub left: Option<Vec<Duration>>,
}

/// An action's text, in English and with the rules' names of the seats, and its fields.
pub(crate) type Telling = (String, Value);

/// What is told of an action.
pub(super) struct Told {
    /// To each seat.
    seats: Vec<Text>,
    /// To the public, for whoever looks on.
    everybody: Text,
    /// To the public, for the record: text and fields.
    pub public: Telling,
    /// To the referee, for the record: text and fields.
    pub whole: Telling,
}

impl Told {
    /// What `action` is called before it is applied to `state`.
    fn of(action: Action, state: &State) -> Result<Self, CallError> {
        let seats = &state.rules().seating().seats;
        let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
        let whole = state.describe(action, Observer::Referee)?;
        let public = state.describe(action, Observer::Public)?;
        let told = |seat| state.describe(action, Observer::Seat(seat)).map(|told| told.text);
        Ok(Self {
            seats: Seat::all(seats.len()).map(told).collect::<Result<_, _>>()?,
            public: (public.text.english(&names), public.data),
            everybody: public.text,
            whole: (whole.text.english(&names), whole.data),
        })
    }

    /// The text that `observer` is told: the public's for whoever has no seat.
    pub fn to(&self, observer: Observer) -> Text {
        match observer {
            Observer::Seat(seat) => self.seats.get(seat.index()).unwrap_or(&self.everybody).clone(),
            Observer::Public => self.everybody.clone(),
            Observer::Referee => self.whole.0.clone().into(),
        }
    }
}

impl Step {
    /// The line of a record that tells of this step: what the public is told, or `all`.
    pub fn line(&self, number: usize, all: bool) -> Move {
        line(number, self.seat, self.action, &self.told, self.left.as_deref(), all)
    }
}

fn line(number: usize, seat: Seat, action: Action, told: &Told, left: Option<&[Duration]>, all: bool) -> Move {
    let (text, data) = if all { told.whole.clone() } else { told.public.clone() };
    // The older format, which tells all, has no numbers.
    Move { number: (!all).then_some(number), seat, action, text, data, left_ms: left.map(milliseconds) }
}

pub(super) fn milliseconds(left: &[Duration]) -> Vec<u64> {
    left.iter().map(|left| left.as_millis() as u64).collect()
}

impl Match {
    /// Plays an action of the seat to act.
    ///
    /// # Errors
    /// When it is not legal, a house rule or the plugin failed, the record could not be written, or the match is over. The match
    /// stands as before; only when its end could not be recorded, it is over all the same.
    pub fn play(&mut self, action: Action, now: Instant) -> Result<(), MatchError> {
        if self.check_time(now)? {
            return Err(MatchError::Over);
        }
        self.step(action, |clock, seat| clock.acted(seat, now))?;
        let ended = self.end_by_rules();
        self.start_clock(now);
        ended
    }

    /// Plays an action as a record tells it, with the clocks that it tells.
    pub(crate) fn replay(&mut self, action: Action, left_ms: Option<&[u64]>) -> Result<(), MatchError> {
        let left: Option<Vec<Duration>> =
            left_ms.map(|left| left.iter().map(|left| Duration::from_millis(*left)).collect());
        self.step(action, |clock, _| {
            if let Some(left) = &left {
                clock.set(left);
            }
        })
    }

    fn step(&mut self, action: Action, tick: impl FnOnce(&mut Clock, Seat)) -> Result<(), MatchError> {
        let Some(seat) = self.to_act() else { return Err(MatchError::Over) };
        let _budget = Budget::of_an_action();
        let explain = |error| self.ruleset.explain(error);
        let mut next = self.state.try_clone().map_err(explain)?;
        next.apply(action).map_err(explain)?;
        let to_act = next.to_act().map_err(explain)?;
        let told = Told::of(action, &self.state).map_err(explain)?;

        let mut clock = self.clock.clone();
        if let Some(clock) = &mut clock {
            tick(clock, seat);
        }
        let left = clock.as_ref().map(Clock::at_rest);
        if let Some(journal) = &mut self.journal {
            let all = journal.tells_all();
            let played = line(self.steps.len() + 1, seat, action, &told, left.as_deref(), all);
            journal.actions(vec![played]).map_err(MatchError::Record)?;
        }
        // All that can fail is behind: now it counts.
        let before = std::mem::replace(&mut self.state, next);
        self.clock = clock;
        self.to_act = to_act;
        self.steps.push(Step { before, seat, action, told, left });
        Ok(())
    }

    /// The first action that [`undo`](Self::undo) takes back: the last one of a person.
    fn undone_from(&self) -> Option<usize> {
        self.steps.iter().rposition(|step| self.players[step.seat.index()].is_person())
    }

    /// Whether [`undo`](Self::undo) would take back something that a person learned and could not have known before: a card drawn,
    /// a hand shown, a hidden piece named.
    ///
    /// Asked of each action that would be taken back and of each person: with everything drawn anew that this person could not
    /// know before the action, do they see and hear the same after it? Bots do not count: they remember nothing. False when there
    /// is nothing to take back.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn undo_reveals(&self) -> Result<bool, RulesFailure> {
        let Some(first) = self.undone_from() else { return Ok(false) };
        let people: Vec<Seat> =
            Seat::all(self.players.len()).filter(|seat| self.players[seat.index()].is_person()).collect();
        for (index, step) in self.steps.iter().enumerate().skip(first) {
            let after = self.steps.get(index + 1).map_or(&self.state, |next| &next.before);
            for seat in &people {
                if reveals(step, after, *seat).map_err(|error| self.ruleset.explain(error))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Takes back the last action of a person, and what bots did since. Returns how many actions were taken back.
    ///
    /// # Errors
    /// When there is none, or the record could not be written.
    pub fn undo(&mut self, now: Instant) -> Result<usize, MatchError> {
        let kept = self.undone_from().ok_or(MatchError::NothingToUndo)?;
        let taken = self.steps.len() - kept;
        if let Some(journal) = &mut self.journal {
            journal.undo(taken).map_err(MatchError::Record)?;
        }
        self.end = None;
        if let Some(first) = self.steps.drain(kept..).next() {
            self.state = first.before;
            self.to_act = Some(first.seat);
        }
        // The clocks go back too.
        let rule = self.ruleset.variant().clock.as_ref();
        self.clock = rule.map(Clock::new);
        if let (Some(clock), Some(left)) = (&mut self.clock, self.steps.last().and_then(|step| step.left.as_ref())) {
            clock.set(left);
        }
        self.start_clock(now);
        Ok(taken)
    }

    /// The same match under another ruleset, for example with a mended house rule: its actions are played again, and it goes on in a
    /// new record; the old record says so.
    ///
    /// # Errors
    /// When an action is not legal under the other ruleset, or something failed. The match stands as before, and so do its files.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) -> Result<(), MatchError> {
        let mut other = Self::new(ruleset, self.seed, self.players.clone(), None)?;
        for (number, step) in (1..).zip(&self.steps) {
            let left = step.left.as_deref().map(milliseconds);
            other.replay(step.action, left.as_deref()).map_err(|error| match error {
                MatchError::Rules(RulesFailure::Illegal) | MatchError::Over => {
                    MatchError::NotUnderTheseRules { number, text: step.told.whole.0.clone() }
                }
                error => error,
            })?;
        }
        other.end_by_rules()?;
        if let Some(folder) = self.record_file().and_then(Path::parent).map(PathBuf::from) {
            other.record_in(&folder)?;
        }
        if let (Some(old), Some(new)) = (&mut self.journal, &mut other.journal)
            && let Err(problem) = old.continued(new.path())
        {
            other.journal.take().into_iter().for_each(Journal::discard);
            return Err(MatchError::Record(problem));
        }
        *self = other;
        Ok(())
    }
}

/// How often what a person cannot know is drawn anew to find out whether an action revealed any of it. Of three kinds of stones,
/// one draw in 6561 is then taken for known.
const REDRAWS: u64 = 8;

/// Whether `person` learned something by a step, `after` being the position that it led to.
fn reveals(step: &Step, after: &State, person: Seat) -> Result<bool, CallError> {
    let observer = Observer::Seat(person);
    let seen = after.scene(observer)?;
    for seed in 0..REDRAWS {
        let mut before = step.before.try_clone()?;
        before.determinize(person, seed)?;
        let mut after = before.try_clone()?;
        match after.apply(step.action) {
            // What redrawn secrets do not allow has shown something of the real ones.
            Err(CallError::Illegal) => return Ok(true),
            applied => applied?,
        }
        let heard = before.describe(step.action, observer)?.text;
        if heard != step.told.to(observer) || after.scene(observer)? != seen {
            return Ok(true);
        }
    }
    Ok(false)
}
