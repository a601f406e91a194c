//! Matches: a ruleset being played.

use crate::clock::Clock;
use crate::problem::Problem;
use crate::record::{Ending, FORMAT, Header, Journal, Move, ScriptText, milliseconds};
use crate::ruleset::{RulesFailure, Ruleset};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_plugin_api::abi::client::{CallError, State};
use stonehouse_plugin_api::{Action, ActionText, Observer, Outcome, Scene, Seat};

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The name that is shown.
    pub name: String,
    /// `person`, or a bot's name.
    pub player: String,
}

impl Player {
    /// What [`player`](Self::player) is for people.
    pub const PERSON: &'static str = "person";

    /// A person.
    pub fn person(name: impl Into<String>) -> Self {
        Self { name: name.into(), player: Self::PERSON.to_owned() }
    }

    /// A bot.
    pub fn bot(name: impl Into<String>, bot: impl Into<String>) -> Self {
        Self { name: name.into(), player: bot.into() }
    }

    /// Whether a person sits here.
    pub fn is_person(&self) -> bool {
        self.player == Self::PERSON
    }
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// By the game's rules.
    Rules,
    /// This seat ran out of time.
    Time(Seat),
}

/// How a match ended.
pub type End = Ending;

/// One legal action, with what it is called and how it is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// Its text, fields and path.
    pub told: ActionText,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Who acted.
    pub seat: Seat,
    /// What they did, as the observer may know it.
    pub text: String,
}

/// Why a match did not do what it was asked. Nothing was changed or lost.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MatchError {
    /// The rules said no, or failed.
    #[error(transparent)]
    Rules(#[from] RulesFailure),
    /// The record could not be written, so the action was not taken.
    #[error("{0}")]
    Record(Problem),
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// There is no person's action to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// A match of other seats than players.
    #[error("{players} players cannot sit at {seats} seats")]
    Players {
        /// Players given.
        players: usize,
        /// Seats of the ruleset.
        seats: usize,
    },
}

struct Step {
    before: State,
    seat: Seat,
    action: Action,
    /// What it is called, told to each seat, then to the public, then to the referee.
    told: Vec<String>,
    /// What the clocks showed after it.
    left: Option<Vec<Duration>>,
}

/// A match in play, or played.
pub struct Match {
    ruleset: Arc<Ruleset>,
    seed: u64,
    players: Vec<Player>,
    state: State,
    to_act: Option<Seat>,
    steps: Vec<Step>,
    clock: Option<Clock>,
    journal: Option<Journal>,
    end: Option<End>,
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
        let seats = ruleset.seating().seats.len();
        if players.len() != seats {
            return Err(MatchError::Players { players: players.len(), seats });
        }
        let explain = |error| ruleset.explain(error);
        let state = ruleset.rules().deal(seed).map_err(explain)?;
        let to_act = state.to_act().map_err(explain)?;
        let mut dealt = Self {
            ruleset: Arc::clone(ruleset),
            seed,
            players,
            state,
            to_act,
            steps: Vec::new(),
            clock: ruleset.variant().clock.as_ref().map(Clock::new),
            journal: None,
            end: None,
        };
        if let Some(folder) = records {
            dealt.journal = Some(Journal::create_in(folder, &dealt.header()).map_err(MatchError::Record)?);
        }
        dealt.end_by_rules()?;
        Ok(dealt)
    }

    /// The first line of this match's record.
    pub fn header(&self) -> Header {
        let variant = self.ruleset.variant();
        let about = self.ruleset.plugin().about();
        Header {
            format: FORMAT,
            game: about.id.clone(),
            game_version: about.version.clone(),
            variant: variant.full_name(),
            variant_name: variant.name.clone(),
            started: jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string(),
            seed: self.seed,
            players: self.players.clone(),
            knobs: variant.knobs.clone(),
            scripts: variant
                .scripts
                .iter()
                .map(|script| ScriptText { name: script.name.clone(), source: script.source.to_string() })
                .collect(),
            clock: variant.clock.clone(),
        }
    }

    /// Goes on recording into `journal`.
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

    /// Who plays, by seat.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The position, for bots: they look at it only through what their seat may know.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Whose decision it is; `None` when the match is over.
    pub fn to_act(&self) -> Option<Seat> {
        if self.end.is_some() { None } else { self.to_act }
    }

    /// How many actions stand.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How the match ended, if it did.
    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The actions played, in order.
    pub fn actions(&self) -> impl Iterator<Item = (Seat, Action)> {
        self.steps.iter().map(|step| (step.seat, step.action))
    }

    /// The legal actions of the seat to act, as that seat is told of them.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn choices(&self) -> Result<Vec<Choice>, RulesFailure> {
        let Some(seat) = self.to_act() else { return Ok(Vec::new()) };
        let explain = |error| self.ruleset.explain(error);
        let mut actions = Vec::new();
        self.state.legal_actions(&mut actions).map_err(explain)?;
        actions
            .into_iter()
            .map(|action| {
                let told = self.state.describe(action, Observer::Seat(seat)).map_err(explain)?;
                Ok(Choice { action, told })
            })
            .collect()
    }

    /// The table as `observer` may see it.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn scene(&self, observer: Observer) -> Result<Scene, RulesFailure> {
        let mut scene = self.state.scene(observer).map_err(|error| self.ruleset.explain(error))?;
        if self.end.is_some() {
            scene.prompt = None;
        }
        Ok(scene)
    }

    /// What was done, as `observer` may know it.
    pub fn log(&self, observer: Observer) -> Vec<LogEntry> {
        let seats = self.players.len();
        let told = match observer {
            Observer::Seat(seat) => seat.index(),
            Observer::Public => seats,
            Observer::Referee => seats + 1,
        };
        self.steps.iter().map(|step| LogEntry { seat: step.seat, text: step.told[told].clone() }).collect()
    }

    /// Plays an action of the seat to act.
    ///
    /// # Errors
    /// When it is not legal, a house rule or the plugin failed, the record could not be written, or the match is over. The match
    /// stands as before.
    pub fn play(&mut self, action: Action, now: Instant) -> Result<(), MatchError> {
        if self.check_time(now)? {
            return Err(MatchError::Over);
        }
        self.step(action, |clock, seat| clock.acted(seat, now))?;
        self.end_by_rules()?;
        self.start_clock(now);
        Ok(())
    }

    /// Plays an action as a record tells it, with the clocks that it tells.
    pub(crate) fn replay(&mut self, action: Action, left_ms: Option<&[u64]>) -> Result<ActionText, MatchError> {
        let left: Option<Vec<Duration>> =
            left_ms.map(|left| left.iter().map(|left| Duration::from_millis(*left)).collect());
        self.step(action, |clock, _| {
            if let Some(left) = &left {
                clock.set(left);
            }
        })
    }

    fn step(&mut self, action: Action, tick: impl FnOnce(&mut Clock, Seat)) -> Result<ActionText, MatchError> {
        let Some(seat) = self.to_act() else { return Err(MatchError::Over) };
        let explain = |error| self.ruleset.explain(error);
        let mut next = self.state.try_clone().map_err(explain)?;
        next.apply(action).map_err(explain)?;
        let to_act = next.to_act().map_err(explain)?;
        let mut told = Vec::new();
        for observer in Seat::all(self.players.len()).map(Observer::Seat).chain([Observer::Public]) {
            told.push(self.state.describe(action, observer).map_err(explain)?.text);
        }
        let whole = self.state.describe(action, Observer::Referee).map_err(explain)?;
        told.push(whole.text.clone());

        let mut clock = self.clock.clone();
        if let Some(clock) = &mut clock {
            tick(clock, seat);
        }
        let left = clock.as_ref().map(Clock::at_rest);
        if let Some(journal) = &mut self.journal {
            let left_ms = left.as_deref().map(milliseconds);
            let step = Move { seat, action, text: whole.text.clone(), data: whole.data.clone(), left_ms };
            journal.action(&step).map_err(MatchError::Record)?;
        }
        // All that can fail is behind: now it counts.
        let before = std::mem::replace(&mut self.state, next);
        self.clock = clock;
        self.to_act = to_act;
        self.steps.push(Step { before, seat, action, told, left });
        Ok(whole)
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
    /// When an action is not legal under the other ruleset, or something failed. The match stands as before.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) -> Result<(), MatchError> {
        let mut other = Self::new(ruleset, self.seed, self.players.clone(), None)?;
        if let Some(folder) = self.record_file().and_then(Path::parent) {
            other.journal = Some(Journal::create_in(folder, &other.header()).map_err(MatchError::Record)?);
        }
        for step in &self.steps {
            other.replay(step.action, step.left.as_deref().map(milliseconds).as_deref())?;
        }
        other.end_by_rules()?;
        if let (Some(journal), Some(file)) = (&mut self.journal, other.record_file()) {
            journal.continued(file).map_err(MatchError::Record)?;
        }
        *self = other;
        Ok(())
    }

    /// The clocks, if the match is timed.
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Starts the clock of the seat to act.
    pub fn start_clock(&mut self, now: Instant) {
        let to_act = self.to_act();
        if let Some(clock) = &mut self.clock {
            match to_act {
                Some(seat) => clock.start(seat, now),
                None => clock.stop(now),
            }
        }
    }

    /// Stops the clocks: nobody is at the table.
    pub fn pause_clock(&mut self, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Ends the match if a clock has run out; tells whether the match is over.
    ///
    /// # Errors
    /// When the record could not be written, or the plugin failed.
    pub fn check_time(&mut self, now: Instant) -> Result<bool, MatchError> {
        if self.end.is_some() {
            return Ok(true);
        }
        let Some(fallen) = self.clock.as_ref().and_then(|clock| clock.fallen(now)) else { return Ok(false) };
        let end = self.end_of_time(fallen)?;
        self.finish(end)?;
        self.pause_clock(now);
        Ok(true)
    }

    /// How the match ends when `fallen` runs out of time: every other team wins.
    fn end_of_time(&self, fallen: Seat) -> Result<End, MatchError> {
        let seats = &self.ruleset.seating().seats;
        let team = seats[fallen.index()].team;
        let scores = self.state.outcome().map_err(|error| self.ruleset.explain(error))?.scores;
        let winners = Seat::all(seats.len()).filter(|seat| seats[seat.index()].team != team).collect();
        Ok(End { outcome: Outcome { scores, winners }, reason: Reason::Time(fallen) })
    }

    /// Ends the match if the rules say that it is over.
    fn end_by_rules(&mut self) -> Result<(), MatchError> {
        if self.to_act.is_none() && self.end.is_none() {
            let outcome = self.state.outcome().map_err(|error| self.ruleset.explain(error))?;
            self.finish(End { outcome, reason: Reason::Rules })?;
        }
        Ok(())
    }

    fn finish(&mut self, end: End) -> Result<(), MatchError> {
        if let Some(journal) = &mut self.journal {
            journal.end(&end).map_err(MatchError::Record)?;
        }
        self.end = Some(end);
        Ok(())
    }

    /// Ends the match as a record tells it, if that is how it ends.
    pub(crate) fn replay_end(&mut self, told: &End) -> Result<(), String> {
        let found = match told.reason {
            Reason::Time(seat) if seat.index() < self.players.len() && self.clock.is_some() => {
                self.end_of_time(seat).map_err(|error| error.to_string())?
            }
            Reason::Time(_) => return Err("nobody could run out of time in it".to_owned()),
            Reason::Rules if self.to_act.is_none() => {
                let outcome = self.state.outcome().map_err(|error| error.to_string())?;
                End { outcome, reason: Reason::Rules }
            }
            Reason::Rules => return Err("its end is recorded, and the match was not over".to_owned()),
        };
        if found != *told {
            return Err(format!(
                "it replays to scores {:?} and winners {}, and it tells of {:?} and {}",
                found.outcome.scores,
                seats(&found.outcome.winners),
                told.outcome.scores,
                seats(&told.outcome.winners),
            ));
        }
        self.end = Some(found);
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
        if heard != step.told[person.index()] || after.scene(observer)? != seen {
            return Ok(true);
        }
    }
    Ok(false)
}

fn seats(seats: &[Seat]) -> String {
    let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
    if seats.is_empty() { "nobody".to_owned() } else { seats.join(", ") }
}
