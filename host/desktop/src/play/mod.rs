//! A match being played: people at this machine, bots, clocks.
//!
//! - this module: the screen as a whole
//! - `actor`: the match itself, on a thread of its own, and what this screen may show of it
//! - `pace`: what happens without a click: bots, clocks, forced answers
//! - `agents`: who decides where no person sits
//! - `back`: undo and redo; `consent`: what is taken back only if everybody agrees
//! - `bars`: above the table; `side`: seats and log; `rules`: the rules in short
//! - `log_highlight`: lines of the log point at the table
//! - `live`: files that were changed in the middle of a match; `console`: what house rules print and change
//! - `curtain`: covers the table while people change seats, and in a pause
//! - [`hint`]: what a strong bot would do; `blunders`: where a match was lost; `end_dialog`: giving up, and a draw; `draw_offer`: a draw offered to bots
//! - `lesson`: a lesson that directs what is done next
//! - `sound_cues`: its sounds
//! - `finish`: the end as a moment; `course`: the scores over the match
//! - `stage`: its status while another tab is shown, and what continues then
//! - `text_view`: the table as text
//! - `tally`: how the points of a hand were counted; `notice`: messages that stop the match until they are read
//! - [`words`]: sentences about a match

mod actor;
mod agents;
mod back;
mod bars;
mod blunders;
mod consent;
mod console;
mod course;
mod curtain;
mod draw_offer;
mod end_dialog;
mod finish;
pub mod hint;
mod lesson;
mod live;
mod log_highlight;
mod notice;
mod pace;
mod rules;
mod side;
mod sound_cues;
mod stage;
mod tally;
mod text_view;
pub mod words;

use crate::board::{Board, Sight};
use crate::explain::Page;
use crate::settings::Settings;
use actor::{MatchActor, MatchStatus, MatchView, Snapshot};
use agents::ThinkError;
pub(crate) use agents::spec_of;
use blunders::Blunders;
use console::Console;
use draw_offer::DrawOffer;
use egui::Ui;
use end_dialog::EndDialog;
use hint::Hints;
use lesson::Lesson;
use live::Live;
use log_highlight::LogHighlight;
use notice::Notice;
pub use pace::Tempo;
use parking_lot::MappedMutexGuard;
use sound_cues::SoundCues;
pub(crate) use stage::Stage;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::{Match, Player, Ruleset, Terms};
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_runtime::Choice;
use stonehouse_table::Textures;
use stonehouse_ui::worker::{NOTICED, Task, Worker};

/// A match on the screen.
pub struct Play {
    board: Board,
    actor: Worker<MatchActor>,
    /// What the actor is working on.
    pending: Task<Snapshot>,
    /// The values that are entered for an action, and whether the game accepts them, while that is being found out.
    entered: Option<(Choice, Task<Option<String>>)>,
    tempo: Tempo,
    status: MatchStatus,
    /// What the agent of the seat whose turn it is chooses.
    thinking: Task<Result<Choice, ThinkError>>,
    /// When the seat whose turn it is was first asked, in the window's time; `None` until the first frame.
    asked_at: Option<f64>,
    notice: Option<Notice>,
    /// How often the files were read again since the last action.
    tries: u32,
    /// The number of the latest tally that was shown: a new one is shown before the match continues. `None` before the first scene: a tally
    /// from before the match was resumed is not new.
    tally_seen: Option<u32>,
    /// Whether a tally is shown at the moment.
    tally_open: bool,
    /// Whether the summary of the end is shown.
    finish_open: bool,
    /// Whether that was so in the frame before.
    finish_seen: bool,
    /// Whether the keyboard was used last, and not the pointer.
    by_keyboard: bool,
    rules_open: bool,
    /// Whether a prompt of this match has ever had buttons.
    has_buttons: bool,
    /// The height of the room that is kept for them in a window of this width and size of text.
    buttons_room: Option<((f32, f32), f32)>,
    /// Whether the table is shown as text.
    as_text: bool,
    /// Whether the match rests until somebody goes on.
    paused: bool,
    page: Page,
    log_highlight: LogHighlight,
    live: Live,
    console: Console,
    sound_cues: SoundCues,
    hints: Hints,
    /// Whether people want hints at all.
    gives_hints: bool,
    /// What the people have agreed on besides the rules.
    terms: Terms,
    blunders: Blunders,
    end_dialog: Option<EndDialog>,
    /// The draw that bots are thinking about.
    offer: Option<DrawOffer>,
    /// After how many actions bots last refused a draw.
    refused_at: Option<usize>,
    /// Whether people are asked if they agree that something is taken back.
    asks_consent: bool,
    lesson: Option<Lesson>,
    /// Whether a variant is only tried: the match is not kept, and people return to the workshop.
    is_trial: bool,
}

/// Where a person wants to go from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchCommand {
    /// Back to the launcher, from which the match can be resumed.
    Leave,
    /// Back to the launcher, to the variants of this game.
    AnotherVariant,
    /// The launcher in a tab of its own.
    NewTab,
    /// Start a new match with the same players.
    Rematch,
    /// The same, with each player in the next seat.
    Swap,
    /// Set up another match of this variant.
    NewMatch,
    /// Play on after a lesson, in a match that is kept.
    PlayOn,
    /// Look at the match again.
    Review,
    /// Look at it before the action of this number, with the eyes of this seat.
    ReviewAt(usize, Seat),
    /// Change the settings.
    Settings,
    /// Read the variant's files again, and continue the match under them.
    Reload,
}

impl Play {
    /// Shows a match, new or resumed, and starts its clock.
    /// Programs from outside are named in the file `programs`.
    pub fn new(mut current: Match, tempo: Tempo, programs: Option<PathBuf>) -> Self {
        current.start_clock(Instant::now());
        let mut play = Self {
            board: Board::new(&current),
            page: Page::of(current.ruleset()),
            log_highlight: LogHighlight::default(),
            pending: Task::default(),
            entered: None,
            tempo,
            status: MatchStatus::default(),
            thinking: Task::default(),
            asked_at: None,
            notice: None,
            tries: 0,
            tally_seen: None,
            tally_open: false,
            finish_open: false,
            finish_seen: false,
            by_keyboard: false,
            rules_open: false,
            has_buttons: false,
            buttons_room: None,
            as_text: false,
            paused: false,
            live: Live::default(),
            sound_cues: SoundCues::default(),
            hints: Hints::default(),
            gives_hints: true,
            terms: current.terms(),
            actor: Worker::new("match", MatchActor::new(current, programs)),
            blunders: Blunders::default(),
            end_dialog: None,
            offer: None,
            refused_at: None,
            asks_consent: false,
            lesson: None,
            console: Console::default(),
            is_trial: false,
        };
        play.ask(|actor| actor.snapshot(Ok(())));
        play
    }

    /// The same match, in which a variant is only tried.
    #[must_use]
    pub const fn tried(mut self) -> Self {
        self.is_trial = true;
        self
    }

    /// Renews all texts if the language of the window has changed.
    fn retranslate(&mut self) {
        if !self.pending.is_pending() && self.board.retranslate() {
            self.page = Page::of(self.board.ruleset());
            self.ask(MatchActor::retranslate);
        }
    }

    /// The match itself. It blocks while rules are running, and so is only for tests and tools. `None` if the match's thread panicked.
    pub fn current(&self) -> Option<MappedMutexGuard<'_, Match>> {
        self.actor.look().map(|actor| MappedMutexGuard::map(actor, |actor| actor.current_mut()))
    }

    /// Takes another tempo for its bots, and the settings that concern a match.
    pub fn take_settings(&mut self, tempo: Tempo, settings: &Settings) {
        self.tempo = tempo;
        self.as_text = settings.text_view;
        self.gives_hints = settings.hints;
        let strict_undo = settings.strict_undo;
        // Before anything else that is asked of the actor.
        let _ = self.actor.ask(move |actor| actor.strict_undo = strict_undo);
        self.ask(|actor| actor.snapshot(Ok(())));
    }

    /// Whether it is played with clocks, and not over.
    pub const fn has_running_clocks(&self) -> bool {
        self.status.clock.is_some() && self.status.end.is_none()
    }

    /// What each clock shows, in a sentence; empty without clocks.
    pub fn clocks_in_words(&self) -> String {
        let Some(clock) = &self.status.clock else { return String::new() };
        let left = clock.left(Instant::now());
        let each = self.board.names().iter().zip(left).map(|(name, left)| format!("{name} {}", words::clock(left)));
        tr!("They show: {clocks}.", clocks = each.collect::<Vec<_>>().join(", "))
    }

    /// The ruleset of the match.
    pub const fn ruleset(&self) -> &Arc<Ruleset> {
        self.board.ruleset()
    }

    /// The file of its record, if it is kept.
    pub fn record(&self) -> Option<&Path> {
        self.status.record.as_deref()
    }

    /// What the people have agreed on besides the rules.
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// The players, by seat.
    pub fn players(&self) -> &[Player] {
        self.board.players()
    }

    /// Whether it is the turn of a person at this machine.
    fn persons_turn(&self) -> bool {
        self.status.persons_turn()
    }

    /// Lets the actor do something, unless it is busy. This frame waits for the result, but only as long as nobody notices.
    fn ask(&mut self, work: impl FnOnce(&mut MatchActor) -> Snapshot + Send + 'static) {
        if !self.pending.is_pending() {
            self.board.close_choices();
            self.pending = self.actor.ask(work);
            self.poll(self.tempo.at_once);
        }
    }

    /// Finds out whether the game accepts the values that are entered now.
    fn judge_entered(&mut self, ui: &Ui) {
        let form = self.board.form().filter(|form| !self.pending.is_pending() && form.is_complete());
        let Some(form) = form else {
            self.entered = None;
            return;
        };
        let choice = Choice { action: form.action(), values: form.values().to_vec() };
        if self.entered.as_ref().is_none_or(|(entered, _)| *entered != choice) {
            let tried = choice.clone();
            self.entered = Some((choice, self.actor.ask(move |actor| actor.why_not(&tried))));
        }
        let Some((choice, task)) = &mut self.entered else { return };
        if let Some(Ok(why_not)) = task.poll(self.tempo.at_once) {
            self.board.judge_form(choice.values.clone(), why_not);
        }
        task.look_again(ui);
    }

    /// Takes the snapshot of the actor, if it comes in time.
    fn poll(&mut self, patience: Duration) {
        match self.pending.poll(patience) {
            None => {}
            Some(Ok(snapshot)) => self.learn(snapshot),
            Some(Err(_)) => self.notice = Some(Notice::broken()),
        }
    }

    /// Shows what the actor has reported.
    fn learn(&mut self, snapshot: Snapshot) {
        self.cue_sounds(&snapshot);
        self.asked_at = None;
        self.hints = Hints::default();
        let status = snapshot.status;
        if status.end.is_none() {
            self.blunders = Blunders::default();
        } else {
            (self.end_dialog, self.offer) = (None, None);
        }
        if snapshot.played {
            self.tries = 0;
        }
        // A match that was over when it was opened is not over at this moment.
        let was_played = self.board.revision() > 0;
        if let Some(lesson) = &mut self.lesson {
            lesson.follow(status.count);
        }
        self.finish_open = status.end.is_some() && (self.finish_open || (was_played && self.status.end.is_none()));
        // The lesson's last words come first.
        self.finish_open &= !self.is_taught();
        if self.board.set_ruleset(snapshot.ruleset) {
            self.page = Page::of(self.board.ruleset());
        }
        if let Some(MatchView { scene, choices, lines, printed }) = snapshot.seen {
            let choices = match &self.lesson {
                Some(lesson) => lesson.allowed(choices),
                None => choices,
            };
            let tally = scene.tally.as_ref().map_or(0, |tally| tally.number);
            self.tally_open |= self.tally_seen.is_some_and(|seen| tally > seen);
            self.tally_seen = Some(tally);
            for passed in &snapshot.passed {
                self.board.note(&passed.scene, status.viewer, &passed.lines);
            }
            self.board.note(&scene, status.viewer, &lines);
            self.board.show(scene, choices, lines);
            self.console.learn(self.board.lines().len(), printed);
        }
        self.status = status;
        if !self.poll_trial(snapshot.failed.as_ref())
            && let Some(error) = snapshot.failed
        {
            self.stop_for(&error);
        }
    }

    /// How long rules have been running, if it is long enough to be noticed.
    fn slow_for(&self) -> Option<Duration> {
        Some(self.pending.elapsed()).filter(|elapsed| *elapsed > NOTICED)
    }

    /// Plays an action of the seat whose turn it is.
    fn act(&mut self, choice: impl Into<Choice>) {
        let choice = choice.into();
        self.ask(|actor| actor.act(choice));
    }

    /// Plays what was chosen on the screen.
    fn choose(&mut self, chosen: Choice) {
        let values = match &self.lesson {
            Some(lesson) => lesson.values(chosen.values),
            None => chosen.values,
        };
        self.act(Choice { action: chosen.action, values });
    }

    /// Continues with a ruleset that was compiled again from its files.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) {
        self.stop_thinking();
        self.notice = None;
        self.tries += 1;
        self.tries_under(ruleset);
        let ruleset = Arc::clone(ruleset);
        self.ask(move |actor| actor.continue_under(&ruleset));
    }

    fn undo(&mut self) {
        self.stop_thinking();
        self.ask(MatchActor::undo);
    }

    fn redo(&mut self) {
        self.stop_thinking();
        self.ask(MatchActor::redo);
    }

    fn stop_thinking(&mut self) {
        self.thinking = Task::default();
    }

    /// Shows the match, and returns where a person wants to go from here, if anywhere.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures) -> Option<MatchCommand> {
        self.poll(Duration::ZERO);
        self.retranslate();
        self.try_next();
        self.put_question();
        self.go_on(ui);
        self.judge_entered(ui);
        self.pending.look_again(ui);
        // A second frame is needed: the log scrolls to its end, and the keyboard focus is restored, once everything has been laid out.
        if !self.board.see() {
            ui.request_repaint();
        }
        let mut command = self.top_bar(ui);
        self.hint_key(ui);
        self.highlight_keys(ui);
        self.log_highlight.hovered = None;
        self.side(ui, textures);
        self.highlight(ui);
        command = self.banner(ui).or(command);
        self.actions(ui);
        self.news(ui);
        command = self.lesson_strip(ui).or(command);
        for (name, why) in self.board.pictures().refusals() {
            self.console.note(&tr!("The picture {name} is not shown: {why}.", name = name, why = why));
        }
        self.console.ui(ui, &self.board);
        if self.is_covered() && !self.pending.is_pending() {
            self.curtain(ui);
            return self.overlays(ui, textures).or(command);
        }
        if self.as_text {
            self.board.miss();
            if let Some(chosen) = self.text_view(ui) {
                self.choose(chosen);
            }
            return self.overlays(ui, textures).or(command);
        }
        let quiet =
            self.is_stopped() || self.tally_open || self.board.choices().is_empty() || self.pending.is_pending();
        let places = self.log_highlight.places().or_else(|| self.hints.places());
        let pointed = places.or_else(|| self.lesson.as_ref().map(Lesson::places));
        let sight = Sight { viewer: self.status.viewer, may_choose: !quiet, pointed };
        if let Some(chosen) = self.board.ui(ui, textures, &sight).inner {
            self.choose(chosen);
        }
        self.overlays(ui, textures).or(command)
    }

    /// What lies over the table: how a hand was counted, the end, messages.
    fn overlays(&mut self, ui: &mut Ui, textures: &Textures) -> Option<MatchCommand> {
        if let Some(tally) = self.board.scene().tally.as_ref().filter(|_| self.tally_open) {
            let canvas = tally::Look {
                textures,
                pictures: self.board.pictures(),
                names: self.board.names(),
                places: self.board.places(),
            };
            self.tally_open = !tally::show(ui, tally, &canvas);
        }
        let command = self.finish(ui);
        self.end_dialog_window(ui);
        self.consent_window(ui);
        self.fork_window(ui).or_else(|| self.notice_window(ui)).or(command)
    }
}
