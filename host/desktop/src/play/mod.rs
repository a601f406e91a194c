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

use crate::explain::Page;
use crate::names;
use crate::settings::Settings;
use actor::{Asked, MatchActor, MatchView, Snapshot};
use agents::ThinkError;
pub(crate) use agents::spec_of;
use back::Line;
use blunders::Blunders;
use console::Console;
use course::Course;
use draw_offer::DrawOffer;
use egui::{CentralPanel, Frame, ScrollArea, Ui, Vec2, vec2};
use end_dialog::EndDialog;
use hint::Hints;
use lesson::Lesson;
use live::Live;
use log_highlight::LogHighlight;
use notice::Notice;
pub use pace::Tempo;
use parking_lot::MappedMutexGuard;
pub(crate) use side::stone;
use sound_cues::SoundCues;
pub(crate) use stage::Stage;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::{Clock, DescribedAction, End, Match, Player, Ruleset, Terms};
use stonehouse_language::{MadeIn, tr};
use stonehouse_plugin::{Action, Scene, Seat};
use stonehouse_runtime::Choice;
use stonehouse_session::AgentSpec;
use stonehouse_table::Textures;
use stonehouse_table::news::Latest;
use stonehouse_table::{Table, View};
use stonehouse_ui::pictures::Pictures;
use stonehouse_ui::pictures::PluginAssets;
use stonehouse_ui::worker::{NOTICED, Task, Worker};

/// The smallest size at which a table is laid out, in points: in a smaller window it scrolls.
pub(crate) const LEAST_TABLE: Vec2 = vec2(560.0, 400.0);

/// A match on the screen.
pub struct Play {
    actor: Worker<MatchActor>,
    /// What the actor is working on.
    pending: Task<Snapshot>,
    /// The values that are entered for an action, and whether the game accepts them, while that is being found out.
    entered: Option<(Choice, Task<Option<String>>)>,
    ruleset: Arc<Ruleset>,
    players: Vec<Player>,
    /// What the players are called, by seat: no two alike.
    names: Vec<String>,
    /// The labels on their areas of the table: name and seat.
    places: Vec<String>,
    table: Table,
    pictures: Pictures,
    tempo: Tempo,
    status: MatchStatus,
    shown: Shown,
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
    /// The scores over the match, once it is over.
    course: Course,
    /// The file of its record.
    record: Option<PathBuf>,
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
    /// When this match was opened. Every match has its own, and so it serves as an id.
    began: Instant,
    /// The language of all these texts.
    made_in: MadeIn,
}

/// The state of the match, except for what is seen of it.
#[derive(Default)]
struct MatchStatus {
    to_act: Option<Seat>,
    end: Option<End>,
    clock: Option<Clock>,
    viewer: Seat,
    handover: Option<Seat>,
    asked: Option<Asked>,
    has_secrets: bool,
    why_no_undo: Option<&'static str>,
    undo_needs_consent: bool,
    can_redo: bool,
    forced: Option<Action>,
    seated: Vec<Option<AgentSpec>>,
    gave_up: Vec<Seat>,
    /// How many actions were played.
    count: usize,
}

/// What is shown of the match. It is updated after every change, not in every frame.
#[derive(Default)]
struct Shown {
    revision: u64,
    scene: Scene,
    choices: Vec<DescribedAction>,
    lines: Vec<Line>,
    /// What house rules printed while the choices were listed.
    printed: Vec<String>,
    /// Whether it has been shown in a frame.
    seen: bool,
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
        let began = Instant::now();
        current.start_clock(began);

        let mut play = Self {
            names: names::distinct(current.players(), current.ruleset().seating()),
            places: names::places(current.players(), current.ruleset().seating()),
            pictures: Pictures::new(PluginAssets::new(Arc::clone(current.ruleset().plugin()))),
            ruleset: Arc::clone(current.ruleset()),
            page: Page::of(current.ruleset()),
            log_highlight: LogHighlight::default(),
            players: current.players().to_vec(),
            pending: Task::default(),
            entered: None,
            table: Table::default(),
            tempo,
            status: MatchStatus::default(),
            shown: Shown::default(),
            thinking: Task::default(),
            asked_at: None,
            notice: None,
            tries: 0,
            tally_seen: None,
            tally_open: false,
            finish_open: false,
            finish_seen: false,
            by_keyboard: false,
            course: Course::default(),
            record: None,
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
            began,
            made_in: MadeIn::now(),
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
        if !self.pending.is_pending() && self.made_in.has_changed() {
            self.names = names::distinct(&self.players, self.ruleset.seating());
            self.places = names::places(&self.players, self.ruleset.seating());
            self.page = Page::of(&self.ruleset);
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
        let each = self.names.iter().zip(left).map(|(name, left)| format!("{name} {}", words::clock(left)));
        tr!("They show: {clocks}.", clocks = each.collect::<Vec<_>>().join(", "))
    }

    /// The ruleset of the match.
    pub const fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The file of its record, if it is kept.
    pub fn record(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// What the people have agreed on besides the rules.
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// The players, by seat.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Whether it is the turn of a person at this machine.
    fn persons_turn(&self) -> bool {
        self.status.to_act.is_some_and(|seat| self.seated(seat).is_none())
    }

    /// Lets the actor do something, unless it is busy. This frame waits for the result, but only as long as nobody notices.
    fn ask(&mut self, work: impl FnOnce(&mut MatchActor) -> Snapshot + Send + 'static) {
        if !self.pending.is_pending() {
            self.table.set_choices(&[]);
            self.pending = self.actor.ask(work);
            self.poll(self.tempo.at_once);
        }
    }

    /// Finds out whether the game accepts the values that are entered now.
    fn judge_entered(&mut self, ui: &Ui) {
        let form = self.table.form().filter(|form| !self.pending.is_pending() && form.is_complete());
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
            self.table.judge_form(choice.values.clone(), why_not);
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
        if snapshot.end.is_none() {
            self.blunders = Blunders::default();
        } else {
            (self.end_dialog, self.offer) = (None, None);
        }
        if snapshot.played {
            self.tries = 0;
        }
        // A match that was over when it was opened is not over at this moment.
        let was_played = self.shown.revision > 0;
        if let Some(lesson) = &mut self.lesson {
            lesson.follow(snapshot.count);
        }
        self.finish_open = snapshot.end.is_some() && (self.finish_open || (was_played && self.status.end.is_none()));
        // The lesson's last words come first.
        self.finish_open &= !self.is_taught();
        self.course = snapshot.course;
        self.record = snapshot.record;
        if !Arc::ptr_eq(&self.ruleset, &snapshot.ruleset) {
            self.page = Page::of(&snapshot.ruleset);
        }
        self.ruleset = snapshot.ruleset;
        self.status = MatchStatus {
            to_act: snapshot.to_act,
            end: snapshot.end,
            clock: snapshot.clock,
            viewer: snapshot.viewer,
            handover: snapshot.handover,
            asked: snapshot.asked,
            has_secrets: snapshot.has_secrets,
            why_no_undo: snapshot.why_no_undo,
            undo_needs_consent: snapshot.undo_needs_consent,
            can_redo: snapshot.can_redo,
            forced: snapshot.forced,
            seated: snapshot.seated,
            gave_up: snapshot.gave_up,
            count: snapshot.count,
        };
        if let Some(MatchView { scene, choices, lines, printed }) = snapshot.seen {
            let choices = match &self.lesson {
                Some(lesson) => lesson.allowed(choices),
                None => choices,
            };
            self.table.set_choices(&choices);
            self.table.repeat_first_touch(&scene);
            let tally = scene.tally.as_ref().map_or(0, |tally| tally.number);
            self.tally_open |= self.tally_seen.is_some_and(|seen| tally > seen);
            self.tally_seen = Some(tally);
            let revision = self.shown.revision + 1;
            for passed in &snapshot.passed {
                self.table.note(&passed.scene, snapshot.viewer, &latest(&passed.lines));
            }
            self.table.note(&scene, snapshot.viewer, &latest(&lines));
            self.shown = Shown { revision, scene, choices, lines, printed, seen: false };
        }
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
        if !std::mem::replace(&mut self.shown.seen, true) {
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
        for (name, why) in self.pictures.refusals() {
            self.console.note(&tr!("The picture {name} is not shown: {why}.", name = name, why = why));
        }
        self.console(ui);
        if self.is_covered() && !self.pending.is_pending() {
            self.curtain(ui);
            return self.overlays(ui, textures).or(command);
        }
        if self.as_text {
            self.table.miss();
            if let Some(chosen) = self.text_view(ui) {
                self.choose(chosen);
            }
            return self.overlays(ui, textures).or(command);
        }
        let chosen = CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let quiet =
                self.is_stopped() || self.tally_open || self.shown.choices.is_empty() || self.pending.is_pending();
            let view = View {
                scene: &self.shown.scene,
                revision: self.shown.revision,
                viewer: self.status.viewer,
                names: &self.names,
                places: &self.places,
                pictures: &self.pictures,
                may_choose: !quiet,
                pointed: self
                    .log_highlight
                    .places()
                    .or_else(|| self.hints.places())
                    .or_else(|| self.lesson.as_ref().map(Lesson::places)),
            };
            let room = ui.available_size();
            if room.x >= LEAST_TABLE.x && room.y >= LEAST_TABLE.y {
                return self.table.show(ui, textures, &view, &self.shown.choices);
            }
            let scrolled = ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                ui.set_min_size(room.max(LEAST_TABLE));
                self.table.show(ui, textures, &view, &self.shown.choices)
            });
            scrolled.inner
        });
        if let Some(chosen) = chosen.inner {
            self.choose(chosen);
        }
        self.overlays(ui, textures).or(command)
    }

    /// What lies over the table: how a hand was counted, the end, messages.
    fn overlays(&mut self, ui: &mut Ui, textures: &Textures) -> Option<MatchCommand> {
        if let Some(tally) = self.shown.scene.tally.as_ref().filter(|_| self.tally_open) {
            let canvas = tally::Look { textures, pictures: &self.pictures, names: &self.names, places: &self.places };
            self.tally_open = !tally::show(ui, tally, &canvas);
        }
        let command = self.finish(ui);
        self.end_dialog_window(ui);
        self.consent_window(ui);
        self.fork_window(ui).or_else(|| self.notice_window(ui)).or(command)
    }
}

/// The latest action of a log.
fn latest(lines: &[Line]) -> Latest<'_> {
    let place = lines.iter().rposition(|line| line.number.is_some());
    let last = place.and_then(|place| lines.get(place));
    let after = place.and_then(|place| lines.get(place + 1..)).unwrap_or_default();
    Latest {
        played: last.and_then(|line| line.number).unwrap_or_default(),
        by: last.and_then(|line| line.seat),
        text: last.map_or("", |line| &line.text),
        rolled: after.iter().take_while(|line| line.is_rolled).map(|line| line.text.as_str()).collect(),
    }
}
