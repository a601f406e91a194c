//! Matches: a ruleset being played.
//!
//! - this module: a match, and its queries
//! - `play`, `step`: actions played, and each one's lines in a record
//! - `describe`: descriptions of actions and of chance
//! - `knowledge`: what of an action may be shown to whom
//! - `undo`: actions taken back
//! - `continuation`: a match continued under other rules
//! - `end`: clocks, and how a match ends
//! - `resignations`: who resigns, and who is left

mod continuation;
mod describe;
mod end;
mod knowledge;
mod play;
mod resignations;
mod step;
mod undo;

use crate::clock::Clock;
use crate::player::Player;
use crate::record::{Ending, FORMAT, Header, Journal, Resignation, Roll, ScriptText};
use crate::ruleset::{RulesFailure, Ruleset};
pub(crate) use describe::RecordText;
use describe::{Dealt, LogTexts, messages_to};
use std::path::Path;
use std::sync::Arc;
use step::PlayedChoice;
use stonehouse_house_rules::{Problem, ScriptBudget};
use stonehouse_plugin::{Action, Observer, Scene, Seat, Seats, Text};
use stonehouse_runtime::{CallError, Choice, DescribedAction, Position};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The seat that acted.
    pub seat: Seat,
    /// The outcomes of chance before the first action, as far as the observer may know them, and the rolls of house
    /// rules: a sentence for each.
    pub dealt: Vec<Text>,
    /// The announcement of the deal, before the first action.
    pub opening: Option<Text>,
    /// The action, as the observer may know it.
    pub text: Text,
    /// The outcomes of chance after it, as far as the observer may know them: a sentence for each.
    pub rolled: Vec<Text>,
    /// The result of the action, as a separate sentence.
    pub news: Option<Text>,
    /// The messages of house rules after it that the observer may read, a line each.
    pub messages: Vec<Text>,
}

impl LogEntry {
    /// The action with the announcement before it and its result, but without the outcomes of chance: as it is
    /// recorded.
    pub fn joined(&self) -> Text {
        let (opening, text, news) = (self.opening.clone(), self.text.clone(), self.news.clone());
        LogTexts { opening, text, news, ..LogTexts::default() }.joined()
    }
}

/// An action that was played, as records describe it.
pub(crate) struct RecordedAction<'a> {
    /// For the public.
    pub public: &'a RecordText,
    /// For the referee.
    pub whole: &'a RecordText,
    /// The outcomes of chance after it, by code.
    pub rolled: &'a [u32],
    /// The outcomes of `rolled`; none, if the public may not know all of them.
    pub public_rolled: &'a [u32],
}

/// Why a match refused a request. Nothing was changed or lost, except with [`EndNotRecorded`](Self::EndNotRecorded) and
/// [`EndNotNotified`](Self::EndNotNotified).
#[derive(Clone, Debug, thiserror::Error)]
pub enum MatchError {
    /// The rules refused, or failed.
    #[error(transparent)]
    Rules(#[from] RulesFailure),
    /// The record could not be written, so the action was not taken.
    #[error("{0}")]
    Record(Problem),
    /// The match is over, but its end is not yet recorded.
    #[error("the match is over, but its end could not be recorded: {0}. It is recorded when the match is resumed")]
    EndNotRecorded(Problem),
    /// The match is over, but a house rule failed when it was notified of that; it has changed nothing.
    #[error("the match is over, but what follows from its end could not be done: {0}")]
    EndNotNotified(RulesFailure),
    /// An action of the match is not legal under other rules.
    #[error(
        "action {number} of the match, “{text}”, is not legal under the changed rules. Take back the change, \
         or begin a new match under it"
    )]
    NotUnderTheseRules {
        /// The number of the action, from 1.
        number: usize,
        /// Its description for the referee.
        text: String,
    },
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// A seat that has nothing to choose now.
    #[error("it is not your turn")]
    NotYourTurn,
    /// There is no person's action to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The number of players does not match the number of seats.
    #[error("{players} players cannot sit at {seats} seats")]
    Players {
        /// Players given.
        players: usize,
        /// Seats of the ruleset.
        seats: usize,
    },
}

/// A match in play, or played.
pub struct Match {
    ruleset: Arc<Ruleset>,
    seed: u64,
    players: Vec<Player>,
    position: Position,
    /// The outcomes of chance before the first action.
    dealt: Dealt,
    to_act: Option<Seat>,
    steps: Vec<PlayedChoice>,
    /// Choices made by some of the seats that choose together, while others have not chosen: in no record and no log.
    held: Vec<PlayedChoice>,
    clock: Option<Clock>,
    journal: Option<Journal>,
    end: Option<Ending>,
    /// The position before house rules were notified of an end that does not follow from the rules.
    before_end: Option<Position>,
    /// The seats that resigned while others played on, in the order in which they did.
    resignations: Vec<Resignation>,
    /// Whether actions are described.
    keeps_log: bool,
    terms: Terms,
    /// Whether it was replayed from a record that was played before the files of its game were changed.
    pub(crate) precedes_edit: bool,
}

/// Agreements of the people at a table besides the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Hints of bots are off.
    pub no_hints: bool,
}

impl Match {
    /// Deals a match. Its record is begun in the folder `records`, if there is one. The clock rests until
    /// [`start_clock`](Self::start_clock).
    ///
    /// # Errors
    /// When a house rule or the plugin failed, or the record cannot be written.
    pub fn new(
        ruleset: &Arc<Ruleset>,
        seed: u64,
        players: Vec<Player>,
        records: Option<&Path>,
    ) -> Result<Self, MatchError> {
        Self::on_terms(ruleset, seed, players, Terms::default(), records)
    }

    /// As [`new`](Self::new), on these terms.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn on_terms(
        ruleset: &Arc<Ruleset>,
        seed: u64,
        players: Vec<Player>,
        terms: Terms,
        records: Option<&Path>,
    ) -> Result<Self, MatchError> {
        let seats = ruleset.seating().seats.len();
        if players.len() != seats {
            return Err(MatchError::Players { players: players.len(), seats });
        }
        let explain = |error| ruleset.explain(error);
        let (position, notes) = Position::deal_and_note(ruleset.rules(), seed).map_err(explain)?;
        let to_act = position.to_act().map_err(explain)?;
        let dealt = {
            let _budget = ScriptBudget::of_an_action();
            Dealt::of(&position, &notes).map_err(explain)?
        };
        let mut begun = Self {
            ruleset: Arc::clone(ruleset),
            seed,
            players,
            position,
            dealt,
            to_act,
            steps: Vec::new(),
            held: Vec::new(),
            clock: ruleset.variant().clock.as_ref().map(Clock::new),
            journal: None,
            end: None,
            before_end: None,
            resignations: Vec::new(),
            keeps_log: true,
            terms,
            precedes_edit: false,
        };
        begun.finish_if_over()?;
        if let Some(folder) = records {
            begun.record_in(folder)?;
        }
        Ok(begun)
    }

    /// Begins a record of the match in its current position.
    fn record_in(&mut self, folder: &Path) -> Result<(), MatchError> {
        let mut journal = Journal::create_in(folder, &self.header()).map_err(MatchError::Record)?;
        let closing = self.closing();
        let written =
            self.rerecord(&mut journal).and_then(|()| closing.map_or(Ok(()), |closing| journal.close(closing)));
        match written {
            Ok(()) => self.journal = Some(journal),
            Err(problem) => {
                journal.discard();
                return Err(MatchError::Record(problem));
            }
        }
        Ok(())
    }

    /// Writes all that was done so far, in its order.
    fn rerecord(&self, journal: &mut Journal) -> Result<(), Problem> {
        let mut played = (1..).zip(&self.steps).map(|(number, step)| step.line(number, self.seed, false));
        let mut written = 0;
        for resignation in &self.resignations {
            let before: Vec<_> = played.by_ref().take(resignation.after - written).collect();
            written = resignation.after;
            journal.actions(before)?;
            journal.resigned(*resignation)?;
        }
        journal.actions(played.collect())
    }

    /// The first line of this match's record.
    pub fn header(&self) -> Header {
        let variant = self.ruleset.variant();
        let about = self.ruleset.plugin().about();
        let (rolled, rolls) = self.recorded_deal();
        Header {
            format: FORMAT,
            game: about.id.clone(),
            game_version: about.version.clone(),
            game_sha256: self.ruleset.plugin().source_hash().map(str::to_owned),
            variant: variant.full_name(),
            variant_name: variant.name.clone(),
            pack: variant.source.pack().map(|label| label.as_ref().clone()),
            not_shipped: variant.shadows_shipped(),
            started: jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string(),
            seed: Some(self.seed),
            seed_sha256: None,
            players: self.players.clone(),
            teams: self.ruleset.teams(),
            rolled,
            rolls,
            knobs: variant.knobs.clone(),
            scripts: variant
                .scripts
                .iter()
                .map(|script| ScriptText {
                    name: script.name.clone(),
                    source: script.source.to_string(),
                    knobs: script.knobs.clone(),
                    carried: script.carried.clone(),
                })
                .collect(),
            clock: variant.clock.clone(),
            no_hints: self.terms.no_hints,
        }
    }

    /// Whether it is from a record of a game in Luau whose files [were changed](crate::Record::game_was_edited) since.
    pub const fn precedes_edit(&self) -> bool {
        self.precedes_edit
    }

    /// The agreements of the people at the table besides the rules.
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// Makes the match keep no log, which costs more than most bots take to choose: for games whose log is not shown.
    /// It cannot be recorded.
    #[must_use]
    pub fn without_log(mut self) -> Self {
        self.keeps_log = false;
        self
    }

    /// Writes the seed into the record, if that does not have it yet: the match goes no further, without an end.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn reveal_seed(&mut self) -> Result<(), Problem> {
        self.journal.as_mut().map_or(Ok(()), Journal::reveal_seed)
    }

    /// Continues recording into `journal`.
    pub fn attach(&mut self, journal: Journal) {
        self.journal = Some(journal);
    }

    /// The file in which the match is recorded.
    pub fn record_file(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// The ruleset.
    pub const fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The seed of the deal.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The players, by seat.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The position, for bots, which see only what their seat may know.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The seats that choose together with others and have not chosen yet; none while one seat acts at a time. Who has
    /// chosen is public; what they chose is not.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn undecided_seats(&self) -> Result<Seats, RulesFailure> {
        if self.end.is_some() {
            return Ok(Seats::default());
        }
        self.position.undecided_seats().map_err(|error| self.ruleset.explain(error))
    }

    /// The seat that decides next; `None` when the match is over. Where several choose at once, the first who has not
    /// chosen yet.
    pub fn to_act(&self) -> Option<Seat> {
        if self.end.is_some() { None } else { self.to_act }
    }

    /// How many actions were played and not taken back.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// How many decisions were made and not taken back: the actions played, and the secret choices that wait for
    /// others.
    pub fn decisions(&self) -> usize {
        self.steps.len() + self.held.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How the match ended, if it did.
    pub const fn end(&self) -> Option<&Ending> {
        self.end.as_ref()
    }

    /// The actions played, in order, without the values of their inputs.
    pub fn actions(&self) -> impl Iterator<Item = (Seat, Action)> {
        self.choices().map(|(seat, choice)| (seat, choice.action))
    }

    /// The actions played, in order, with their values; then the secret choices that wait for others.
    pub fn choices(&self) -> impl Iterator<Item = (Seat, &Choice)> {
        self.steps.iter().chain(&self.held).map(|step| (step.seat, &step.choice))
    }

    /// Whether a person chose an action, counted from 0: the choices of [`choices`](Self::choices).
    pub fn is_of_person(&self, index: usize) -> bool {
        self.steps.iter().chain(&self.held).nth(index).is_some_and(|step| step.by_person)
    }

    /// Why the seat whose turn it is cannot play this; `None` if it can, or if that cannot be found out. The match does
    /// not change.
    pub fn why_not(&self, choice: &Choice) -> Option<RulesFailure> {
        let _budget = ScriptBudget::of_an_action();
        let tried = self.position.try_clone().and_then(|mut next| next.play(choice));
        tried.err().filter(CallError::is_illegal).map(|error| self.ruleset.explain(error))
    }

    /// Refuses a choice that one of several seats that choose at once cannot make. It need not be the next of them.
    ///
    /// # Errors
    /// When the match is over, the seat does not choose together with others or has chosen, the choice is not legal, or
    /// a house rule or the plugin failed.
    pub fn check_choice_of(&self, seat: Seat, choice: &Choice) -> Result<(), MatchError> {
        if self.end.is_some() {
            return Err(MatchError::Over);
        }
        let _budget = ScriptBudget::of_an_action();
        let explain = |error| self.ruleset.explain(error);
        let turn = self.position.as_turn_of(seat).map_err(explain)?.ok_or(MatchError::NotYourTurn)?;
        Ok(turn.check_choice(choice).map_err(explain)?)
    }

    /// The legal actions of the seat whose turn it is, described for that seat.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn described_actions(&self) -> Result<Vec<DescribedAction>, RulesFailure> {
        self.to_act().map_or(Ok(Vec::new()), |seat| self.describe_actions(&self.position, seat))
    }

    /// The legal actions of `seat`, described for it: where several choose at once, of any that has not chosen. None
    /// where it has nothing to choose.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn described_actions_of(&self, seat: Seat) -> Result<Vec<DescribedAction>, RulesFailure> {
        if self.end.is_some() {
            return Ok(Vec::new());
        }
        if self.to_act == Some(seat) {
            return self.describe_actions(&self.position, seat);
        }
        let turn = self.position.as_turn_of(seat).map_err(|error| self.ruleset.explain(error))?;
        turn.map_or(Ok(Vec::new()), |turn| self.describe_actions(&turn, seat))
    }

    fn describe_actions(&self, position: &Position, seat: Seat) -> Result<Vec<DescribedAction>, RulesFailure> {
        let _budget = ScriptBudget::of_an_action();
        let explain = |error| self.ruleset.explain(error);
        let mut actions = Vec::new();
        position.legal_actions(&mut actions).map_err(explain)?;
        let observer = Observer::Seat(seat);
        let described = if self.ruleset.variant().scripts.is_empty() {
            position.describe_all(&actions, observer)
        } else {
            let describe = |action: &Action| {
                // The effects of house rules are tried for each.
                let _budget = ScriptBudget::of_an_action();
                position.describe(&(*action).into(), observer)
            };
            actions.iter().map(describe).collect()
        };
        let each = actions.into_iter().zip(described.map_err(explain)?);
        Ok(each.map(|(action, description)| DescribedAction { action, description }).collect())
    }

    /// The table as `observer` may see it.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn scene(&self, observer: Observer) -> Result<Scene, RulesFailure> {
        let mut scene = self.position.scene(observer).map_err(|error| self.ruleset.explain(error))?;
        if self.end.is_some() {
            scene.prompt = None;
        }
        Ok(scene)
    }

    /// Whether a seat may see something that others do not, in this match or under its rules.
    pub fn has_secrets(&self) -> bool {
        self.position.has_secrets()
    }

    /// The table after the first `played` actions, or as it is now if there are fewer, as `observer` may see it.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn scene_after(&self, played: usize, observer: Observer) -> Result<Scene, RulesFailure> {
        match self.steps.get(played) {
            Some(next) => next.before.scene(observer).map_err(|error| self.ruleset.explain(error)),
            None => self.scene(observer),
        }
    }

    /// The position after the first `played` actions, or as it is now if there are fewer.
    pub fn position_after(&self, played: usize) -> &Position {
        self.steps.get(played).map_or(&self.position, |next| &next.before)
    }

    /// The actions so far, as `observer` may know them.
    pub fn log(&self, observer: Observer) -> Vec<LogEntry> {
        self.log_since(0, observer)
    }

    /// The actions after the first `played`, as `observer` may know them.
    pub fn log_since(&self, played: usize, observer: Observer) -> Vec<LogEntry> {
        let entry = |step: &PlayedChoice| {
            let LogTexts { opening, text, rolled, news, messages } = step.descriptions.to(observer);
            LogEntry { seat: step.seat, dealt: Vec::new(), opening, text, rolled, news, messages }
        };
        let mut log: Vec<LogEntry> = self.steps.iter().skip(played).map(entry).collect();
        if let Some(first) = log.first_mut().filter(|_| played == 0) {
            first.dealt = self.dealt.to(observer).to_vec();
        }
        if let Some(last) = log.last_mut().filter(|_| self.before_end.is_some()) {
            last.messages.extend(messages_to(&self.position, observer));
        }
        log
    }

    /// The outcomes of chance before the first action, as a record has them: the codes, if the public may know them,
    /// and the descriptions for the public.
    pub(crate) fn recorded_deal(&self) -> (Vec<u32>, Vec<Roll>) {
        self.dealt.recorded()
    }

    /// The descriptions with which the line of an action, counted from 0, is compared.
    pub(crate) fn played(&self, index: usize) -> Option<RecordedAction<'_>> {
        self.steps.get(index).map(|step| RecordedAction {
            public: &step.descriptions.public_record,
            whole: &step.descriptions.referee_record,
            rolled: &step.rolled,
            public_rolled: step.descriptions.public_codes(&step.rolled),
        })
    }
}
