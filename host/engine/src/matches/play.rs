//! Actions: played, taken back, played again under other rules.

use super::{Match, MatchError};
use crate::clock::Clock;
use crate::record::{Move, Revealed, Roll};
use crate::ruleset::{RulesFailure, Ruleset};
use serde_json::Value;
use std::cell::OnceCell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_house_rules::{HookTrace, Printed, Recorder, StepBudget};
use stonehouse_plugin::{Observer, Seat, Text, text};
use stonehouse_runtime::{AppliedEffect, CallError, Choice, HouseEffect, Position, RolledOutcome, StepNotes};

/// An action that was played and not taken back.
pub(super) struct Step {
    /// The position in which it was chosen.
    pub before: Position,
    pub seat: Seat,
    pub choice: Choice,
    pub descriptions: Descriptions,
    /// Whether its code would reveal more to the public than its description does.
    pub is_sealed: bool,
    /// What the clocks showed after it.
    pub left: Option<Vec<Duration>>,
    /// The outcomes of chance after it, by code.
    pub rolled: Vec<u32>,
    /// The messages of house rules after it.
    pub messages: Vec<String>,
    /// What they changed and printed.
    pub seen: HookTrace,
    /// Whether it was chosen together with the step before it.
    pub joins: bool,
    /// Whether a person chose it.
    pub by_person: bool,
    /// For each seat whether it learned something by this step, once that was found out.
    pub revealed: Box<[OnceCell<bool>]>,
}

/// The description of an action in a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LogText {
    /// Its text, in English and with the rules' names of the seats.
    pub text: String,
    /// Its fields.
    pub data: Value,
    /// The effects of house rules that took place.
    pub house: Vec<Value>,
    /// The outcomes of chance; none where none of them has a text or fields.
    pub rolls: Vec<Roll>,
}

impl LogText {
    /// Whether it differs from `other` in the outcomes of chance at most.
    pub fn is_but_for_rolls(&self, other: &Self) -> bool {
        (&self.text, &self.data, &self.house) == (&other.text, &other.data, &other.house)
    }
}

/// The outcomes of chance that led to `position`, as `observer` may know them: for the log, and for a record.
fn rolls_of(
    position: &Position,
    rolled: &[RolledOutcome],
    observer: Observer,
) -> Result<(Vec<Text>, Vec<Roll>), CallError> {
    let names = names(position);
    let described = rolled.iter().map(|rolled| position.describe_rolled(rolled, observer));
    let described = described.collect::<Result<Vec<_>, _>>()?;
    let rolls: Vec<Roll> =
        described.iter().map(|roll| Roll { text: roll.text.fill(&names), data: roll.data.clone() }).collect();
    let is_empty = rolls.iter().all(|roll| *roll == Roll::default());
    let texts = described.into_iter().map(|roll| roll.text).filter(|text| !text.is_empty()).collect();
    Ok((texts, if is_empty { Vec::new() } else { rolls }))
}

/// The descriptions of the outcomes of chance before the first action.
pub(super) struct Dealt {
    /// For each seat.
    seats: Vec<Vec<Text>>,
    everybody: Vec<Text>,
    referees: Vec<Text>,
    /// For the public, for the record.
    public: Vec<Roll>,
    /// The codes; none if the public may not know all of them.
    codes: Vec<u32>,
}

impl Dealt {
    /// Describes the outcomes that led to the first position.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn of(position: &Position, rolled: &[RolledOutcome]) -> Result<Self, CallError> {
        let (referees, whole) = rolls_of(position, rolled, Observer::Referee)?;
        let (everybody, public) = rolls_of(position, rolled, Observer::Public)?;
        let seat = |seat| rolls_of(position, rolled, Observer::Seat(seat)).map(|(texts, _)| texts);
        let seats = Seat::all(names(position).len()).map(seat).collect::<Result<_, _>>()?;
        let codes = if public == whole { rolled.iter().map(RolledOutcome::code).collect() } else { Vec::new() };
        Ok(Self { seats, everybody, referees, public, codes })
    }

    /// The texts of the log for `observer`.
    pub fn to(&self, observer: Observer) -> &[Text] {
        match observer {
            Observer::Seat(seat) => self.seats.get(seat.index()).unwrap_or(&self.everybody),
            Observer::Public => &self.everybody,
            Observer::Referee => &self.referees,
        }
    }

    /// For a record: the codes, if the public may know them, and the descriptions for the public.
    pub fn recorded(&self) -> (Vec<u32>, Vec<Roll>) {
        (self.codes.clone(), self.public.clone())
    }
}

/// The texts of an action in the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// What was announced of the deal, if it is the first action.
    pub opening: Option<Text>,
    /// What the action is called.
    pub text: Text,
    /// What chance brought after it, a sentence for each outcome.
    pub rolled: Vec<Text>,
    /// Its result.
    pub news: Option<Text>,
}

impl Words {
    /// All of it but the outcomes of chance as one text, as it is recorded.
    pub fn joined(&self) -> Text {
        let action = match &self.news {
            Some(news) => text!("{action}. {news}", action = self.text.clone(), news = news.clone()),
            None => self.text.clone(),
        };
        match &self.opening {
            Some(opening) => text!("{opening} {message}", opening = opening.clone(), message = action),
            None => action,
        }
    }
}

/// The descriptions of an action.
#[derive(Default)]
pub(super) struct Descriptions {
    /// For each seat; none where everybody gets the public's words.
    seats: Vec<Words>,
    /// For the public, that is, for spectators.
    everybody: Words,
    /// For the referee.
    referees: Words,
    /// For the public, for the record.
    pub public: LogText,
    /// For the referee, for the record.
    pub whole: LogText,
}

/// What is described: an action, the positions before and after it, the effects that it had, each with whether others
/// may know its arguments, and the outcomes of chance that followed.
struct Played<'a> {
    choice: &'a Choice,
    before: &'a Position,
    after: &'a Position,
    effects: &'a [(bool, AppliedEffect)],
    rolled: &'a [RolledOutcome],
    /// Whether it is the first action of the match.
    is_first: bool,
}

impl Played<'_> {
    /// Its description in the log and in a record for `observer`.
    fn describe(&self, observer: Observer) -> Result<(Words, LogText), CallError> {
        let Self { choice, before, after, effects, rolled, is_first } = *self;
        let mut described = after.describe_done(before, choice, observer)?;
        let names = names(before);
        let mut house = Vec::new();
        for (is_known, effect) in effects {
            if !is_known && observer != Observer::Referee {
                continue;
            }
            let Some((mut data, effect)) = effect.describe(before.rules(), observer)? else { continue };
            if !effect.is_empty() {
                data["text"] = effect.fill(&names).into();
                described.text = text!("{action}; {effect}", action = described.text, effect);
            }
            house.push(data);
        }
        // Of choices made together the last one is described as the first action, and with the news.
        let opening = if is_first && !after.is_half_chosen() { before.opening(observer)? } else { None };
        let (rolled, rolls) = rolls_of(after, rolled, observer)?;
        let words = Words { opening, text: described.text, rolled, news: after.news(before, choice, observer)? };
        let log_text = LogText { text: words.joined().fill(&names), data: described.data, house, rolls };
        Ok((words, log_text))
    }
}

fn names(position: &Position) -> Vec<&str> {
    position.rules().seating().seats.iter().map(|seat| seat.name.as_str()).collect()
}

impl Descriptions {
    /// Describes `choice`, which led from `before` to `after` with these effects and outcomes of chance, and was the
    /// first one or not.
    fn of(
        choice: &Choice,
        (before, after): (&Position, &Position),
        StepNotes { effects, rolls }: StepNotes,
        is_first: bool,
    ) -> Result<Self, CallError> {
        let known = known_to_all(choice, before, &effects)?;
        let effects: Vec<(bool, AppliedEffect)> = known.into_iter().zip(effects).collect();
        let played = Played { choice, before, after, effects: &effects, rolled: &rolls, is_first };
        let (referees, whole) = played.describe(Observer::Referee)?;
        if before.shows_all_alike() {
            return Ok(Self { seats: Vec::new(), everybody: referees.clone(), referees, public: whole.clone(), whole });
        }
        let (everybody, public) = played.describe(Observer::Public)?;
        let for_seat = |seat| played.describe(Observer::Seat(seat)).map(|(words, _)| words);
        Ok(Self {
            seats: Seat::all(names(before).len()).map(for_seat).collect::<Result<_, _>>()?,
            everybody,
            referees,
            public,
            whole,
        })
    }

    /// The words of the log for `observer`: the public's words for anybody without a seat.
    pub fn to(&self, observer: Observer) -> Words {
        match observer {
            Observer::Seat(seat) => self.seats.get(seat.index()).unwrap_or(&self.everybody).clone(),
            Observer::Public => self.everybody.clone(),
            Observer::Referee => self.referees.clone(),
        }
    }

    /// Whether the public does not learn everything.
    pub fn hides_something(&self) -> bool {
        self.public != self.whole
    }

    /// Whether the public does not learn all outcomes of chance.
    pub fn hides_rolls(&self) -> bool {
        self.public.rolls != self.whole.rolls
    }

    /// The outcomes of chance with these codes, as far as the public may know the codes.
    pub fn public_codes<'a>(&self, rolled: &'a [u32]) -> &'a [u32] {
        if self.hides_rolls() { &[] } else { rolled }
    }
}

/// Of each effect, whether everybody may know its arguments: whether they are the same if what is hidden from any seat
/// is otherwise.
fn known_to_all(choice: &Choice, before: &Position, effects: &[AppliedEffect]) -> Result<Vec<bool>, CallError> {
    let mut known = vec![true; effects.len()];
    let is_open = |what: &HouseEffect| match what {
        HouseEffect::Game { arguments, .. } => arguments.is_empty(),
        HouseEffect::Remember { .. } | HouseEffect::Say { .. } => true,
        HouseEffect::Points { .. } | HouseEffect::Finish { .. } => false,
    };
    if !before.hides_something() || effects.iter().all(|effect| is_open(effect.what())) {
        return Ok(known);
    }
    for seat in Seat::all(before.rules().seating().seats.len()) {
        for seed in 0..REDRAWS {
            let _budget = StepBudget::of_an_action();
            let mut other = before.try_clone()?;
            other.determinize(seat, seed)?;
            let choice = other.another(choice, seat, seed)?;
            let found = match other.play_and_note(&choice) {
                Ok(found) => found.effects,
                Err(CallError::Hook(_)) => continue,
                Err(error) if error.is_illegal() => continue,
                Err(error) => return Err(error),
            };
            for (known, effect) in known.iter_mut().zip(effects) {
                *known &= is_open(effect.what()) || found.iter().any(|other| other.what() == effect.what());
            }
        }
    }
    Ok(known)
}

impl Step {
    /// The line of a record for this step of the match with this seed: what the public may know, or `all`.
    pub fn line(&self, number: usize, seed: u64, all: bool) -> Move {
        let text = if all { &self.descriptions.whole } else { &self.descriptions.public };
        let LogText { text, data, house, rolls } = text.clone();
        let mut line = Move {
            // The older format, which contains everything, has no numbers.
            number: (!all).then_some(number),
            seat: self.seat,
            action: Some(self.choice.action),
            values: self.choice.values.clone(),
            sealed: None,
            text,
            data,
            left_ms: self.left.as_deref().map(milliseconds),
            rolled: if all { self.rolled.clone() } else { self.descriptions.public_codes(&self.rolled).to_vec() },
            rolls,
            messages: self.messages.clone(),
            house: if all { Vec::new() } else { house },
        };
        if !all && self.is_sealed {
            line.seal(seed);
        }
        line
    }

    /// What the end of the match reveals of this step.
    pub fn revealed(&self, number: usize) -> Revealed {
        let LogText { text, data, house, rolls } = self.descriptions.whole.clone();
        let (action, values) =
            if self.is_sealed { (Some(self.choice.action), self.choice.values.clone()) } else { (None, Vec::new()) };
        let (rolled, rolls) =
            if self.descriptions.hides_rolls() { (self.rolled.clone(), rolls) } else { (Vec::new(), Vec::new()) };
        Revealed { number, action, values, text, data, house, rolled, rolls }
    }
}

pub(super) fn milliseconds(left: &[Duration]) -> Vec<u64> {
    left.iter().map(|left| left.as_millis() as u64).collect()
}

impl Match {
    /// Plays the decision of the seat whose turn it is. Where several choose at once, it takes effect and is recorded
    /// when all have chosen.
    ///
    /// # Errors
    /// When it is not legal, a house rule or the plugin failed, the record could not be written, or the match is over.
    /// The match is unchanged; except that it is over if only its end could not be recorded.
    pub fn play(&mut self, choice: impl Into<Choice>, now: Instant) -> Result<(), MatchError> {
        if self.check_time(now)? {
            return Err(MatchError::Over);
        }
        self.step(choice.into(), |clock, seat| clock.acted(seat, now))?;
        let ended = self.end_by_rules();
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
        let _budget = StepBudget::of_an_action();
        let explain = |error| self.ruleset.explain(error);
        let mut next = self.state.try_clone().map_err(explain)?;
        let recorder = self.keeps_log.then(Recorder::begin);
        let noted = if self.keeps_log {
            next.play_and_note(&choice)
        } else {
            next.play(&choice).map(|()| StepNotes::default())
        };
        let noted = noted.map_err(explain)?;
        let seen = recorder.map(Recorder::finish).unwrap_or_default();
        let to_act = next.to_act().map_err(explain)?;
        let descriptions = if self.keeps_log {
            let _budget = StepBudget::of_an_action();
            Descriptions::of(&choice, (&self.state, &next), noted, self.steps.is_empty()).map_err(explain)?
        } else {
            Descriptions::default()
        };
        let is_sealed = !descriptions.public.is_but_for_rolls(&descriptions.whole)
            && is_one_of_several(&choice, &self.state).map_err(explain)?;

        let mut clock = self.clock.clone();
        if let Some(clock) = &mut clock {
            tick(clock, seat);
        }
        let left = clock.as_ref().map(Clock::at_rest);
        let is_held = next.is_half_chosen();
        let (rolled, messages, joins) = (next.rolled().to_vec(), next.messages().to_vec(), !self.held.is_empty());
        let by_person = self.is_played_by_person(seat);
        let revealed = self.players.iter().map(|_| OnceCell::new()).collect();
        let before = std::mem::replace(&mut self.state, next);
        let step = Step {
            before,
            seat,
            choice,
            descriptions,
            is_sealed,
            left,
            rolled,
            messages,
            seen,
            joins,
            by_person,
            revealed,
        };
        if let (Some(journal), false) = (&mut self.journal, is_held) {
            let all = journal.records_all();
            let played = (self.steps.len() + 1..).zip(self.held.iter().chain([&step]));
            let lines = played.map(|(number, step)| step.line(number, self.seed, all)).collect();
            if let Err(problem) = journal.actions(lines) {
                self.state = step.before;
                return Err(MatchError::Record(problem));
            }
        }
        // Nothing below can fail: commit.
        self.clock = clock;
        self.to_act = to_act;
        self.held.push(step);
        if !is_held {
            self.steps.append(&mut self.held);
        }
        Ok(())
    }

    /// The first action that [`undo`](Self::undo) takes back: the last one of a person, or the one after somebody gave
    /// up, if that came later.
    fn undone_from(&self) -> Option<usize> {
        let resignation = self.given_up.last().map(|gone| gone.after);
        let last = self.steps.iter().rposition(|step| step.by_person);
        if resignation.is_some_and(|after| last.is_none_or(|last| last < after)) {
            return resignation;
        }
        // What was chosen together is taken back together.
        last.map(|last| self.steps[..=last].iter().rposition(|step| !step.joins).unwrap_or(last))
    }

    /// How many of those who gave up are in the running again when all but the first `kept` actions are taken back:
    /// those who gave up later, and the last one, if giving up is what is taken back.
    fn resignations_undone(&self, kept: usize) -> usize {
        let undoes_resignation = !self.steps[kept..].iter().any(|step| step.by_person);
        let later = self.given_up.iter().rev().take_while(|gone| gone.after > kept).count();
        if undoes_resignation { later.max(1).min(self.given_up.len()) } else { later }
    }

    /// Whether there is something to [take back](Self::undo).
    pub fn can_undo(&self) -> bool {
        self.undone_held().is_some() || self.undone_from().is_some()
    }

    /// Among the choices that wait for others: the first that [`undo`](Self::undo) takes back, if it takes back nothing
    /// else.
    fn undone_held(&self) -> Option<usize> {
        self.held.iter().rposition(|step| step.by_person)
    }

    /// Whether [`undo`](Self::undo) would take back something that a person learned and could not have known before: a
    /// card drawn, a hand shown, a hidden piece named.
    ///
    /// For each action that would be taken back and each person: if everything that was hidden from this person before
    /// the action is resampled, do they see and read the same after it? Bots do not count: they remember nothing. False
    /// when there is nothing to take back.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn undo_reveals(&self) -> Result<bool, RulesFailure> {
        if self.undone_held().is_some() {
            return Ok(false);
        }
        let Some(first) = self.undone_from() else { return Ok(false) };
        let people: Vec<Seat> =
            Seat::all(self.players.len()).filter(|seat| self.players[seat.index()].is_person()).collect();
        if self.steps[first..].iter().any(|step| step.joins) {
            // What was chosen in secret is public by now.
            return Ok(true);
        }
        for (index, step) in self.steps.iter().enumerate().skip(first) {
            let after = self.position_after(index + 1);
            for seat in &people {
                let known = &step.revealed[seat.index()];
                let revealed = match known.get() {
                    Some(revealed) => *revealed,
                    None => reveals(step, after, *seat).map_err(|error| self.ruleset.explain(error))?,
                };
                let _ = known.set(revealed);
                if revealed {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Takes back the last action of a person, or that somebody gave up, and what bots did since. Returns how many
    /// actions were taken back.
    ///
    /// # Errors
    /// When there is none, or the record could not be written.
    pub fn undo(&mut self, now: Instant) -> Result<usize, MatchError> {
        if let Some(first) = self.undone_held() {
            return Ok(self.undo_held(first, now));
        }
        let kept = self.undone_from().ok_or(MatchError::NothingToUndo)?;
        let (recorded, resignations) = (self.steps.len() - kept, self.resignations_undone(kept));
        if let Some(journal) = &mut self.journal {
            journal.undo(recorded, resignations).map_err(MatchError::Record)?;
        }
        let taken = recorded + self.held.len();
        self.given_up.truncate(self.given_up.len() - resignations);
        self.end = None;
        if let Some(first) = self.steps.drain(kept..).chain(self.held.drain(..)).next() {
            self.state = first.before;
            self.to_act = Some(first.seat);
        }
        self.set_clock_back(now);
        Ok(taken)
    }

    fn undo_held(&mut self, first: usize, now: Instant) -> usize {
        let mut taken = self.held.drain(first..);
        let count = taken.len();
        if let Some(first) = taken.next() {
            self.state = first.before;
            self.to_act = Some(first.seat);
        }
        drop(taken);
        self.set_clock_back(now);
        count
    }

    /// Sets the clocks back to what they showed then.
    fn set_clock_back(&mut self, now: Instant) {
        let rule = self.ruleset.variant().clock.as_ref();
        self.clock = rule.map(Clock::new);
        let last = self.held.last().or_else(|| self.steps.last());
        if let (Some(clock), Some(left)) = (&mut self.clock, last.and_then(|step| step.left.as_ref())) {
            clock.set(left);
        }
        self.start_clock(now);
    }

    /// Drops choices that wait for others, for a record that was cut off in the middle of such lines. Returns how many
    /// lines that were.
    pub(crate) fn forget_held(&mut self) -> usize {
        let count = self.held.len();
        if let Some(first) = self.held.drain(..).next() {
            self.state = first.before;
            self.to_act = Some(first.seat);
        }
        count
    }

    /// The same match under another ruleset, for example with a corrected house rule: its actions are replayed, and it
    /// continues in a new record; the old record states this.
    ///
    /// # Errors
    /// When an action is not legal under the other ruleset, or something failed. The match and its files are unchanged.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) -> Result<(), MatchError> {
        self.continue_from(ruleset, usize::MAX)
    }
}

impl Match {
    /// The changes, effects and output of house rules when action `number` (from 0) was played, and printed before
    /// while the legal actions were listed, as far as `observer` may know it: a sentence that would be another one if
    /// what is hidden from them were otherwise is left out.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn seen(&self, number: usize, observer: Observer) -> Result<HookTrace, RulesFailure> {
        let Some(step) = self.steps.get(number) else { return Ok(HookTrace::default()) };
        let mut seen = step.seen.clone();
        let listing = printed_by_listing(&step.before).map_err(|error| self.ruleset.explain(error))?;
        seen.printed.splice(0..0, listing);
        self.known(seen, observer, |seat, seed| seen_in_another(step, seat, seed))
    }

    /// What house rules print while the legal actions of the seat whose turn it is are listed, as far as `observer` may
    /// know it.
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
        let seen = listed(&self.state).map_err(|error| self.ruleset.explain(error))?;
        let seen = self.known(seen, observer, |seat, seed| {
            let mut other = self.state.try_clone()?;
            other.determinize(seat, seed)?;
            listed(&other).map(Some)
        })?;
        Ok(seen.printed)
    }

    /// What of `seen` the observer may know: what is also seen in every `other` position, in which what is hidden from
    /// them is resampled.
    fn known(
        &self,
        mut seen: HookTrace,
        observer: Observer,
        other: impl Fn(Seat, u64) -> Result<Option<HookTrace>, CallError>,
    ) -> Result<HookTrace, RulesFailure> {
        let blind: Vec<Seat> = match observer {
            Observer::Referee => return Ok(seen),
            Observer::Seat(seat) => vec![seat],
            Observer::Public => Seat::all(self.players.len()).collect(),
        };
        for seed in 0..REDRAWS {
            for seat in &blind {
                if seen == HookTrace::default() {
                    return Ok(seen);
                }
                let other = other(*seat, seed).map_err(|error| self.ruleset.explain(error))?;
                if let Some(other) = other {
                    seen.changes.retain(|sentence| other.changes.contains(sentence));
                    seen.printed.retain(|line| other.printed.contains(line));
                }
            }
        }
        Ok(seen)
    }
}

/// What house rules print while the legal actions are listed.
fn printed_by_listing(position: &Position) -> Result<Vec<Printed>, CallError> {
    let _budget = StepBudget::of_an_action();
    let recorder = Recorder::begin();
    position.legal_actions(&mut Vec::new())?;
    Ok(recorder.finish().printed)
}

/// What would be seen of a step if what is hidden from a seat were otherwise; `None` if the action were not legal then.
fn seen_in_another(step: &Step, seat: Seat, seed: u64) -> Result<Option<HookTrace>, CallError> {
    let _budget = StepBudget::of_an_action();
    let mut position = step.before.try_clone()?;
    position.determinize(seat, seed)?;
    let choice = position.another(&step.choice, seat, seed)?;
    let listing = printed_by_listing(&position)?;
    let recorder = Recorder::begin();
    match position.play(&choice) {
        Err(error) if error.is_illegal() => return Ok(None),
        acted => acted?,
    }
    let mut seen = recorder.finish();
    seen.printed.splice(0..0, listing);
    Ok(Some(seen))
}

/// Whether other legal actions have the same description for the public, so that the code of this one reveals more than
/// its description.
fn is_one_of_several(choice: &Choice, before: &Position) -> Result<bool, CallError> {
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

/// How often hidden information is resampled to find out whether an action revealed any of it. With three kinds of
/// stones, all samples agree by chance once in 6561 times.
const REDRAWS: u64 = 8;

/// Whether `person` learned something by a step, `after` being the position that it led to.
fn reveals(step: &Step, after: &Position, person: Seat) -> Result<bool, CallError> {
    let observer = Observer::Seat(person);
    let seen = after.scene(observer)?;
    for seed in 0..REDRAWS {
        let mut before = step.before.try_clone()?;
        before.determinize(person, seed)?;
        let mut after = before.try_clone()?;
        let StepNotes { effects, rolls } = match after.play_and_note(&step.choice) {
            // If resampled secrets do not allow the action, the action has revealed something of the real ones.
            Err(error) if error.is_illegal() => return Ok(true),
            applied => applied?,
        };
        let recorded = step.descriptions.to(observer);
        let known = known_to_all(&step.choice, &before, &effects)?;
        let effects: Vec<(bool, AppliedEffect)> = known.into_iter().zip(effects).collect();
        let played = Played {
            choice: &step.choice,
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
