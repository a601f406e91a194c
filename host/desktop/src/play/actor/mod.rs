//! The actor that runs a match on its own thread ([`Worker`](stonehouse_ui::worker::Worker)), and decides whose view
//! the screen shows. The screen gets each change as a [`Snapshot`].
//!
//! `MatchActor::observer` is the only place that decides whose view is shown. Between people who share a screen that is
//! the public's until the next person has confirmed that they are there, if the game hides anything. Once a match is
//! over the table is the referee's (`MatchActor::scene_observer`), as in the record, so an undo from there counts as
//! one after something was revealed; the log stays that of the observer.
//!
//! - `agents`: who decides where no person sits; `back`: undo and redo; `score_history`: the scores over the match
//!
//! Nearly all work takes a millisecond. When it takes longer, the window shows the name of the game that it is waiting
//! for, and the match can be left. Tests wait as long as it takes, and so see the effect of a click in the next frame.

mod agents;
mod back;
mod score_history;

use crate::log::{LogLine, log_lines};
use crate::names;
pub(crate) use agents::spec_of;
pub(super) use agents::{ThinkError, kind};
use back::TakenBack;
pub(super) use score_history::ScoreHistory;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Clock, Ending, Match, MatchError, RulesFailure, Ruleset, Terms};
use stonehouse_house_rules::{HookTrace, Printed};
use stonehouse_language::{current_language, reader, tr};
use stonehouse_plugin::{Action, Observer, PathStep, Scene, Seat};
use stonehouse_runtime::{Choice, DescribedAction};
use stonehouse_session::{AgentSpec, Session};

/// A match, the person at the screen, and the actions that were taken back.
pub(super) struct MatchActor {
    session: Session,
    /// The file that names programs from outside.
    programs: Option<PathBuf>,
    /// The agent that decides for each seat; `None` for a person.
    agents: Vec<Option<AgentSpec>>,
    /// The names of the players, by seat: no two alike.
    names: Vec<String>,
    /// The person now at the screen: who acted last or pressed *Show my side*. Their view of the table stays while bots
    /// act.
    at_screen: Option<Seat>,
    /// The people who are asked something besides the match's next action.
    asked: Option<Respondent>,
    taken_back: TakenBack,
    /// Whether an action that has revealed something can never be taken back.
    strict_undo: bool,
    /// Whether nothing can be taken back for that reason now.
    is_undo_refused: bool,
    /// The answer of a person who has no choice, if it may be given for them.
    forced: Option<Action>,
    /// The traces of house rules at each action, from 1, as an observer may know them. The trace of an action that is
    /// replaced by another is forgotten.
    hook_traces: HashMap<(usize, Observer), HookTrace>,
}

/// The player who answers a question beside the match's next action, such as an offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Respondent {
    /// One person, who may look at their side meanwhile.
    One(Seat),
    /// All people together.
    Everybody,
}

/// The match as one observer sees it.
#[derive(Default)]
pub(super) struct MatchView {
    pub scene: Scene,
    /// The actions that the person at this screen may choose.
    pub actions: Vec<DescribedAction>,
    pub lines: Vec<LogLine>,
    /// The lines that house rules printed while the choices were listed.
    pub printed: Vec<String>,
}

/// The state of the match, except for its view.
#[derive(Default)]
pub(super) struct MatchStatus {
    pub to_act: Option<Seat>,
    pub end: Option<Ending>,
    pub clock: Option<Clock>,
    /// The seat at the lower edge of the table.
    pub viewer: Seat,
    /// The person who has to take over the screen before the match continues, because it last showed another person's
    /// secrets.
    pub handover: Option<Seat>,
    /// The people who are asked something besides the match's next action.
    pub asked: Option<Respondent>,
    /// Whether the game hides anything from any player.
    pub has_secrets: bool,
    /// Why nothing can be taken back now, as a sentence; `None` if something can.
    pub why_no_undo: Option<&'static str>,
    /// Whether something can be played again now.
    pub can_redo: bool,
    /// The answer of a person who has no choice, if it may be given for them.
    pub forced: Option<Action>,
    /// The scores over the match, once it is over.
    pub score_history: ScoreHistory,
    /// The agent that decides for each seat; `None` for a person.
    pub agents: Vec<Option<AgentSpec>>,
    /// The seats that resigned while others played on.
    pub resigned: Vec<Seat>,
    /// The file of its record, if it is kept.
    pub record: Option<PathBuf>,
    /// Whether it is the turn of a person at this screen.
    pub is_persons_turn: bool,
    /// The memory of house rules at the end of the match: empty before.
    pub memory: Vec<i64>,
    /// The agreements of the people besides the rules.
    pub terms: Terms,
    /// How many actions were played, and not taken back.
    pub count: usize,
}

impl MatchStatus {
    /// The agent that decides for a seat; `None` for a person.
    pub fn agent(&self, seat: Seat) -> Option<&AgentSpec> {
        self.agents.get(seat.index()).and_then(Option::as_ref)
    }
}

/// A report of the actor to the screen.
pub(super) struct Snapshot {
    pub ruleset: Arc<Ruleset>,
    pub status: MatchStatus,
    /// The view of the match; `None` if the game failed.
    pub view: Option<MatchView>,
    /// The views in between, where several actions were played at once.
    pub passed: Vec<MatchView>,
    /// Whether an action was played.
    pub played: bool,
    /// Whether the people have to agree before the last action is taken back: nothing was taken back.
    pub needs_consent: bool,
    /// The error, if anything failed.
    pub failed: Option<MatchError>,
}

impl MatchActor {
    pub fn new(current: Match, programs: Option<PathBuf>) -> Self {
        let mut actor = Self {
            names: names::distinct(current.players(), current.ruleset().seating()),
            agents: current.players().iter().map(spec_of).collect(),
            session: Session::new(current, Vec::new()),
            programs,
            at_screen: None,
            asked: None,
            taken_back: TakenBack::default(),
            strict_undo: false,
            is_undo_refused: false,
            forced: None,
            hook_traces: HashMap::new(),
        };
        actor.seat_all();
        actor
    }

    /// The match.
    pub const fn current(&self) -> &Match {
        self.session.current()
    }

    /// The match, to be changed.
    pub const fn current_mut(&mut self) -> &mut Match {
        self.session.current_mut()
    }

    /// The session: the match, with agents where no person sits.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The names of the players, by seat: no two alike.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Sets whether an action that has revealed something can never be taken back.
    pub const fn set_strict_undo(&mut self, strict: bool) {
        self.strict_undo = strict;
    }

    /// The observer of the log and, until the match is over, of the table ([`scene_observer`](Self::scene_observer)).
    /// This is the one place that decides what this screen may show.
    ///
    /// A single person sees their own view. People who share the screen see the view of the one who acts or acted last;
    /// in a game with secrets only once that person has pressed *Show my side*. A match between bots is shown as the
    /// public sees it.
    fn observer(&self) -> Observer {
        if self.handover().is_some() {
            return Observer::Public;
        }
        match self.asked.filter(|_| self.shares_secrets()) {
            Some(Respondent::One(seat)) => return Observer::Seat(seat),
            Some(Respondent::Everybody) => return Observer::Public,
            None => {}
        }
        let acting = if self.persons_turn() { self.current().to_act() } else { None };
        let alone = if self.shares_secrets() { None } else { self.people_at_screen().first().copied() };
        acting.or(self.at_screen).or(alone).map_or(Observer::Public, Observer::Seat)
    }

    /// The observer of the table: [`observer`](Self::observer), and the referee once the match is over.
    pub fn scene_observer(&self) -> Observer {
        if self.current().end().is_some() { Observer::Referee } else { self.observer() }
    }

    /// The seat at the lower edge of the table.
    fn viewer(&self) -> Seat {
        match self.observer() {
            Observer::Seat(seat) => seat,
            Observer::Public | Observer::Referee => self.handover().unwrap_or(Seat(0)),
        }
    }

    /// Whether a person who has not resigned plays this seat.
    fn is_playing_person(&self, seat: Seat) -> bool {
        self.current().is_played_by_person(seat)
    }

    /// The seats of the people at this screen. Those who resigned keep watching, and must not learn more than before.
    fn people_at_screen(&self) -> Vec<Seat> {
        let players = self.current().players();
        Seat::all(players.len()).filter(|seat| players[seat.index()].is_person()).collect()
    }

    /// Whether several people share this screen in a game with secrets.
    fn shares_secrets(&self) -> bool {
        self.current().has_secrets() && self.people_at_screen().len() > 1
    }

    /// The person who has to take over the screen before the match continues, because it last showed another person's
    /// secrets.
    fn handover(&self) -> Option<Seat> {
        let due = match self.asked {
            None => self.current().to_act().filter(|_| self.persons_turn()),
            Some(Respondent::One(seat)) => Some(seat),
            Some(Respondent::Everybody) => None,
        };
        due.filter(|seat| self.shares_secrets() && self.at_screen != Some(*seat))
    }

    /// Asks people for consent; `None`: the last question was answered, so nobody is at the screen any more.
    pub fn ask_consent(&mut self, asked: Option<Respondent>) -> Snapshot {
        self.asked = asked;
        if asked.is_none() {
            self.leave_screen();
        }
        self.snapshot(Ok(()))
    }

    /// Whether a person may act at this screen now.
    fn may_act(&self) -> bool {
        self.persons_turn() && self.asked.is_none() && self.handover().is_none()
    }

    /// The person whose choice this screen awaits now.
    pub fn asked_person(&self) -> Option<Seat> {
        self.current().to_act().filter(|_| self.may_act())
    }

    /// Whether it is a person's turn.
    fn persons_turn(&self) -> bool {
        self.current().to_act().is_some_and(|seat| self.is_playing_person(seat))
    }

    /// The view of the match that the screen shows now.
    fn view(&mut self) -> Result<MatchView, MatchError> {
        self.forced = None;
        let observer = self.observer();
        let mut scene = self.current().scene(self.scene_observer())?;
        let mut actions = if self.may_act() { self.current().described_actions()? } else { Vec::new() };
        // Otherwise it is computed when a person wants to take something back: it costs samples of what is hidden.
        self.is_undo_refused = self.strict_undo && self.would_reveal()?;
        self.forced = if self.shares_secrets() { None } else { only_answer(&scene, &actions) };
        let mut lines = log_lines(self.current().log(observer), &self.remarks(), &self.names);
        self.add_hook_traces(&mut lines, observer);
        let printed = if self.current().ruleset().variant().scripts.is_empty() {
            Vec::new()
        } else {
            // As with reasons: where a rule fails in a hypothetical position, nothing is reported.
            self.current().printed(observer).unwrap_or_default().iter().map(Printed::sentence).collect()
        };
        let language = current_language();
        let you = reader(&language, &self.names);
        language.scene(&mut scene, you);
        actions.iter_mut().for_each(|action| language.action(&mut action.description, you));
        Ok(MatchView { scene, actions, lines, printed })
    }

    /// Whether the action that would be taken back now has revealed something. In a game without secrets everything may
    /// be taken back: nobody has seen more than the others.
    pub fn would_reveal(&self) -> Result<bool, MatchError> {
        Ok(self.current().has_secrets() && (self.current().end().is_some() || self.current().undo_reveals()?))
    }

    /// Adds the changes and printed lines of house rules to each action of the log, as far as this observer may know
    /// them.
    fn add_hook_traces(&mut self, lines: &mut [LogLine], observer: Observer) {
        let played = self.current().len();
        self.hook_traces.retain(|(number, _), _| *number <= played);
        if self.current().ruleset().variant().scripts.is_empty() {
            return;
        }
        for line in lines {
            let Some(number) = line.number else { continue };
            let trace = match self.hook_traces.entry((number, observer)) {
                Entry::Occupied(known) => known.into_mut(),
                // Where a rule fails in a hypothetical position, nothing is reported.
                Entry::Vacant(new) => {
                    new.insert(self.session.current().hook_trace(number - 1, observer).unwrap_or_default())
                }
            };
            line.hook_changes.clone_from(&trace.changes);
            line.printed = trace.printed.iter().map(Printed::sentence).collect();
        }
    }

    /// A snapshot for the screen; `done` is the result of the latest request.
    pub fn snapshot(&mut self, done: Result<(), MatchError>) -> Snapshot {
        self.session.notify_end();
        self.seat_stand_ins();
        let (view, view_error) = match self.view() {
            Ok(view) => (Some(view), None),
            Err(error) => (None, Some(error)),
        };
        let status = MatchStatus {
            to_act: self.current().to_act(),
            end: self.current().end().cloned(),
            clock: self.current().clock().cloned(),
            viewer: self.viewer(),
            handover: self.handover(),
            asked: self.asked,
            has_secrets: self.current().has_secrets(),
            why_no_undo: self.why_no_undo(),
            can_redo: self.taken_back.can_redo()
                && self.asked.is_none()
                && self.handover().is_none()
                && self.current().end().is_none(),
            forced: self.forced,
            score_history: self.current().end().map(|_| ScoreHistory::of(self.current())).unwrap_or_default(),
            agents: self.agents.clone(),
            resigned: self.current().resignations().iter().map(|resignation| resignation.seat).collect(),
            record: self.current().record_file().map(Path::to_owned),
            is_persons_turn: self.persons_turn(),
            memory: self.final_memory(),
            terms: self.current().terms(),
            count: self.current().len(),
        };
        let ruleset = Arc::clone(self.current().ruleset());
        Snapshot {
            ruleset,
            status,
            view,
            passed: Vec::new(),
            played: false,
            needs_consent: false,
            failed: done.err().or(view_error),
        }
    }

    fn final_memory(&self) -> Vec<i64> {
        let house = self.current().end().and_then(|_| self.current().position().house());
        house.map(|house| house.memory.clone()).unwrap_or_default()
    }

    /// Why the person whose turn it is cannot do this, in a clause; `None` if they can.
    pub fn why_not(&self, choice: &Choice) -> Option<String> {
        Some(match self.current().why_not(choice)? {
            RulesFailure::Refused(why) => why,
            _ => tr!("that is not possible together").to_owned(),
        })
    }

    /// Renews the names of players and all texts in the current language.
    pub fn retranslate(&mut self) -> Snapshot {
        self.names = names::distinct(self.current().players(), self.current().ruleset().seating());
        self.snapshot(Ok(()))
    }

    /// Plays an action of the seat whose turn it is.
    pub fn act(&mut self, choice: Choice) -> Snapshot {
        let seat = self.current().to_act();
        let done = self.current_mut().play(choice, Instant::now());
        // The last action counts, even if the end of the match could not be recorded.
        let played = matches!(done, Ok(()) | Err(MatchError::EndNotRecorded(_)));
        if played {
            self.taken_back.forget();
            self.note_actor(seat);
        }
        let snapshot = self.snapshot(match done {
            // The clock ran out before the action: the snapshot has it.
            Err(MatchError::Over) => Ok(()),
            done => done,
        });
        Snapshot { played, ..snapshot }
    }

    /// Records who acted: if it was a person, they are at the screen now. If a person who resigned is watching, they
    /// are so only until their turn is over: no other person's turn would cover their side before the watcher.
    fn note_actor(&mut self, seat: Option<Seat>) {
        if let Some(seat) = seat.filter(|seat| self.is_playing_person(*seat)) {
            let is_watched = self.shares_secrets()
                && self.people_at_screen().into_iter().any(|other| !self.is_playing_person(other));
            let stays = !is_watched || self.current().to_act() == Some(seat);
            self.at_screen = stays.then_some(seat);
        }
    }

    /// Leaves the screen, if people share it in a game with secrets: nobody is at it until a person presses *Show my
    /// side*.
    fn leave_screen(&mut self) {
        if self.shares_secrets() {
            self.at_screen = None;
        }
    }

    /// Shows the side of the person who took over the screen.
    pub fn show_side(&mut self) -> Snapshot {
        self.at_screen = self.handover().or(self.at_screen);
        self.snapshot(Ok(()))
    }

    /// Lets a seat resign.
    pub fn resign(&mut self, seat: Seat) -> Snapshot {
        let done = self.current_mut().resign(seat, Instant::now());
        self.ended(done)
    }

    /// Ends the match in an agreed draw.
    pub fn agree(&mut self) -> Snapshot {
        let done = self.current_mut().agree(Instant::now());
        self.ended(done)
    }

    fn ended(&mut self, done: Result<(), MatchError>) -> Snapshot {
        self.asked = None;
        self.taken_back.forget();
        self.snapshot(match done {
            // The clock ran out before that: the snapshot has it.
            Err(MatchError::Over) => Ok(()),
            done => done,
        })
    }

    /// Stops the clocks.
    pub fn pause(&mut self) -> Snapshot {
        self.current_mut().pause_clock(Instant::now());
        self.snapshot(Ok(()))
    }

    /// Starts the clocks again.
    pub fn resume_clocks(&mut self) -> Snapshot {
        self.current_mut().start_clock(Instant::now());
        self.snapshot(Ok(()))
    }

    /// Ends the match if a clock has run out.
    pub fn check_time(&mut self) -> Snapshot {
        let checked = self.current_mut().check_time(Instant::now()).map(|_| ());
        self.snapshot(checked)
    }

    /// Continues with a ruleset that was compiled again from its files.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) -> Snapshot {
        self.taken_back.forget();
        self.hook_traces.clear();
        let had_secrets = self.current().has_secrets();
        let done = self.current_mut().continue_under(ruleset);
        // Until now anybody could look at the screen.
        if !had_secrets {
            self.leave_screen();
        }
        self.current_mut().start_clock(Instant::now());
        self.seat_all();
        self.snapshot(done)
    }

    /// As [`continue_under`](Self::continue_under), but only from after its first `kept` actions.
    pub fn continue_from(&mut self, ruleset: &Arc<Ruleset>, kept: usize) -> Snapshot {
        self.taken_back.forget();
        self.hook_traces.clear();
        let done = self.current_mut().continue_from(ruleset, kept);
        self.leave_screen();
        self.current_mut().start_clock(Instant::now());
        self.seat_all();
        self.snapshot(done)
    }

    /// Why nothing can be taken back now, as a sentence; `None` if something can.
    fn why_no_undo(&self) -> Option<&'static str> {
        if !self.current().can_undo() {
            Some(tr!("There is nothing to take back"))
        } else if self.asked.is_some() {
            Some(tr!("Only after the question has been answered"))
        } else if self.handover().is_some() {
            Some(tr!("Only after the next player has come to the screen"))
        } else if self.is_undo_refused {
            Some(tr!("The last action has revealed something that cannot be unseen. By the settings it stays played"))
        } else {
            None
        }
    }
}

/// The answer of a person who has no choice: the only legal action is a button of the prompt. A move on the table is
/// never made for a person.
fn only_answer(scene: &Scene, actions: &[DescribedAction]) -> Option<Action> {
    let [only] = actions else { return None };
    let prompt = scene.prompt.as_ref()?;
    let is_button = |path: &Vec<PathStep>| match &path[..] {
        [PathStep::One(handle)] => prompt.buttons.iter().any(|button| button.handle == *handle),
        _ => false,
    };
    let paths = &only.description.paths;
    (!paths.is_empty() && paths.iter().all(is_button)).then_some(only.action)
}
