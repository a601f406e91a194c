//! A match being played: people at this machine, bots, clocks.
//!
//! - this module: the screen as a whole; `flow`: the course of the match, by a click or without one; `bars`: the bars
//!   above the table
//! - `actor`: the match itself, on its own thread, and what this screen may show of it; `handle`: what the screen
//!   holds of it
//! - `pace`: when bots decide
//!
//! The parts of the screen own their state, and are passed their other inputs; `curtain` has none:
//!
//! - `board` (of the crate, shared with the review): the table, the names and the log
//! - `side`: seats, and below them the log, [`hint`]s and `rules`; `log_highlight`: lines of the log point at the table
//! - `prompt`: the buttons below the table; `text_view`: the table as text; `console`: what house rules print and
//!   change
//! - `lesson`: a lesson that directs what is done next; `sound_cues`: the sounds
//! - `curtain`: covers the table while people change seats, and in a pause
//! - `question`: questions to people besides the next action; `draw_offer`: a draw offered to bots
//! - `incidents`: messages that stop the match, and files that are changed in the middle of it
//! - `tally`: how the points of a hand were counted; `summary`: the end; `blunders`: where it was lost
//!
//! - `overlay`: which window is shown over the table

mod actor;
mod bars;
mod blunders;
mod console;
mod curtain;
mod draw_offer;
mod flow;
mod handle;
pub mod hint;
mod incidents;
mod lesson;
mod log_highlight;
mod overlay;
mod pace;
mod prompt;
mod question;
mod rules;
mod side;
mod sound_cues;
mod summary;
mod tally;
mod text_view;

use crate::board::{Board, TableView};
use crate::labels;
use crate::match_words;
use crate::settings::Settings;
use crate::tempo::Tempo;
pub(crate) use actor::spec_of;
use actor::{MatchActor, Respondent};
use console::Console;
use curtain::CurtainCommand;
use egui::Ui;
use handle::MatchHandle;
use hint::Hints;
use incidents::Incidents;
use lesson::{ActiveLesson, LessonCommand};
use log_highlight::LogHighlight;
use overlay::Overlay;
use pace::Pace;
use parking_lot::MappedMutexGuard;
use prompt::PromptBar;
use question::Questions;
use rules::RulesPanel;
use side::Side;
use sound_cues::SoundCues;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::{Carried, Match, Player, Ruleset, Terms};
use stonehouse_language::tr;
use stonehouse_lesson::Guide;
use stonehouse_plugin::Seat;
use stonehouse_runtime::Choice;
use stonehouse_table::Textures;
use stonehouse_table::cues::Cue;
use summary::Summary;
use tally::TallyDialog;
use text_view::TextView;

/// A match on the screen.
pub struct Play {
    board: Board,
    actor: MatchHandle,
    pace: Pace,
    prompt: PromptBar,
    side: Side,
    console: Console,
    text_view: TextView,
    sound_cues: SoundCues,
    lesson: Option<ActiveLesson>,
    incidents: Incidents,
    questions: Questions,
    summary: Summary,
    tally: TallyDialog,
    /// Whether the match waits until a person continues.
    paused: bool,
    /// Whether a variant is only tried: the match is not kept, and people return to the workshop.
    is_trial: bool,
}

/// The state of a match, as its tab shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A person has to act, or to read something.
    YourTurn,
    /// Something stops it until people have decided.
    Stopped,
    /// It waits until a person continues.
    Paused,
    /// It is over.
    Over,
    /// It is the turn of others.
    Others,
}

/// A command that a person gives in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchCommand {
    /// Back to the launcher, from which the match can be resumed.
    Leave,
    /// Back to the launcher, to the variants of this game.
    AnotherVariant,
    /// The launcher in its own tab.
    NewTab,
    /// Start a new match with the same players.
    Rematch,
    /// As [`Rematch`](Self::Rematch), with each player in the next seat.
    Swap,
    /// Set up another match of this variant.
    NewMatch,
    /// Play on after a lesson, in a match that is kept.
    PlayOn,
    /// Look at the match again: before the action of this number, from the view of this seat, if they are given.
    Review(Option<(usize, Seat)>),
    /// Change the settings.
    Settings,
    /// Read the variant's files again, and continue the match under them.
    Reload,
}

impl Play {
    /// Shows a match, new or resumed, and starts its clock. Programs from outside are named in the file `programs`.
    pub fn new(mut current: Match, tempo: Tempo, programs: Option<PathBuf>) -> Self {
        current.start_clock(Instant::now());
        let precedes_edit = current.precedes_edit();
        let side = Side {
            rules: RulesPanel::new(current.ruleset()),
            hints: Hints::new(true),
            highlight: LogHighlight::default(),
        };
        let mut play = Self {
            board: Board::new(&current),
            actor: MatchHandle::new(MatchActor::new(current, programs)),
            pace: Pace::new(tempo),
            prompt: PromptBar::default(),
            side,
            console: Console::default(),
            text_view: TextView::default(),
            sound_cues: SoundCues::default(),
            lesson: None,
            incidents: Incidents::default(),
            questions: Questions::default(),
            summary: Summary::default(),
            tally: TallyDialog::default(),
            paused: false,
            is_trial: false,
        };
        if precedes_edit {
            play.incidents.note_edit(&mut play.console);
        }
        play.refresh();
        play
    }

    /// The match as a trial of a variant.
    #[must_use]
    pub const fn tried(mut self) -> Self {
        self.is_trial = true;
        self
    }

    /// Takes a lesson in this match, which has to be at the lesson's beginning.
    pub fn teach(&mut self, guide: Guide) {
        self.lesson = Some(ActiveLesson::new(guide));
        self.refresh();
    }

    /// Takes another tempo for its bots, and the settings that concern a match.
    pub fn take_settings(&mut self, tempo: Tempo, settings: &Settings) {
        self.pace.tempo = tempo;
        self.text_view.is_on = settings.text_view;
        self.side.hints.is_on = settings.hints;
        let strict = settings.strict_undo;
        // Before any other request to the actor.
        let _ = self.actor.query(move |actor| actor.set_strict_undo(strict));
        self.refresh();
    }

    /// Shows the match as it is now.
    fn refresh(&mut self) {
        self.submit(|actor| actor.snapshot(Ok(())));
    }

    /// Renews all texts if the language of the window has changed.
    fn retranslate(&mut self) {
        if !self.actor.is_busy() && self.board.retranslate() {
            self.side.rules.explain(self.board.ruleset());
            self.submit(MatchActor::retranslate);
        }
    }

    /// The match itself. It blocks while rules are running, and so is only for tests and tools. `None` if the match's
    /// thread panicked.
    pub fn current(&self) -> Option<MappedMutexGuard<'_, Match>> {
        self.actor.current()
    }

    /// The actions so far, with which a match that is kept can begin.
    pub fn choices(&self) -> Vec<Choice> {
        self.current().map(|current| current.choices().map(|(_, choice)| choice.clone()).collect()).unwrap_or_default()
    }

    /// The ruleset of the match.
    pub const fn ruleset(&self) -> &Arc<Ruleset> {
        self.board.ruleset()
    }

    /// The players, by seat.
    pub fn players(&self) -> &[Player] {
        self.board.players()
    }

    /// The values with which house rules begin the next match, when each player moves on by `moved` seats.
    pub fn carried(&self, moved: usize) -> Carried {
        self.ruleset().carried(&self.actor.status().memory, moved)
    }

    /// The agreements of the people besides the rules.
    pub const fn terms(&self) -> Terms {
        self.actor.status().terms
    }

    /// The file of its record, if it is kept.
    pub fn record(&self) -> Option<&Path> {
        self.actor.status().record.as_deref()
    }

    /// The game, its variant and who plays.
    pub fn title(&self) -> String {
        let ruleset = self.board.ruleset();
        let (game, variant) = (labels::game(ruleset.plugin()), labels::variant(ruleset.variant()));
        format!("{game}, {variant} · {}", self.board.names().join(" – "))
    }

    /// The title of the notice that stops the match, if there is one.
    pub fn stopped_by(&self) -> Option<&'static str> {
        self.incidents.title()
    }

    /// Whether it is played with clocks, and not over.
    pub const fn has_running_clocks(&self) -> bool {
        self.actor.status().clock.is_some() && !self.is_over()
    }

    /// The times of the clocks, in a sentence; empty without clocks.
    pub fn clocks_in_words(&self) -> String {
        let Some(clock) = &self.actor.status().clock else { return String::new() };
        let left = clock.left(Instant::now());
        let each =
            self.board.names().iter().zip(left).map(|(name, left)| format!("{name} {}", match_words::clock(left)));
        tr!("They show: {clocks}.", clocks = each.collect::<Vec<_>>().join(", "))
    }

    /// The sounds of the events since the last call.
    pub fn take_sounds(&mut self) -> Vec<Cue> {
        self.sound_cues.take()
    }

    /// The status of the match.
    pub fn stage(&self) -> Stage {
        if self.incidents.is_stopped() {
            Stage::Stopped
        } else if self.is_over() {
            Stage::Over
        } else if self.paused {
            Stage::Paused
        } else if self.actor.status().is_persons_turn || self.tally.is_open() {
            Stage::YourTurn
        } else {
            Stage::Others
        }
    }

    /// Whether a variant is only tried.
    pub const fn is_trial(&self) -> bool {
        self.is_trial
    }

    /// Whether it is over.
    pub const fn is_over(&self) -> bool {
        self.actor.status().end.is_some()
    }

    /// Whether it is kept, unlike a lesson, and a match in which a variant is tried.
    pub fn is_kept(&self) -> bool {
        !self.is_trial && !self.is_taught()
    }

    /// Whether a lesson directs what is done next.
    fn is_taught(&self) -> bool {
        self.lesson.as_ref().is_some_and(|lesson| lesson.directs(self.is_over()))
    }

    /// Whether the table is covered.
    fn is_covered(&self) -> bool {
        let status = self.actor.status();
        let asks_all = status.asked == Some(Respondent::Everybody) && status.end.is_none();
        self.paused || status.handover.is_some() || asks_all
    }

    /// Whether nothing has to be read or waited for before the next action.
    fn may_go_on(&self) -> bool {
        !self.overlay().is_some_and(Overlay::stops_match) && !self.actor.is_busy()
    }

    /// Stops the clocks while another tab is shown, as when a match is left.
    pub fn stop_clocks(&mut self) {
        if self.has_running_clocks() && !self.paused {
            self.pause();
        }
    }

    /// Advances the match while another tab is shown, until a person has to choose.
    pub fn advance_in_background(&mut self, ui: &Ui) {
        self.poll(Duration::ZERO);
        // The actor may have been busy when the tab was left.
        self.stop_clocks();
        self.apply_queued_rules();
        self.advance(ui, false);
        self.actor.schedule_poll(ui);
    }

    /// Shows the match, and returns the command of a person, if any.
    ///
    /// First everything continues that does not wait for a click, so that the frame shows its result; then the bars are
    /// laid out from the edges of the window inwards, then the table in the remaining room, and last the windows over
    /// it.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures) -> Option<MatchCommand> {
        self.poll(Duration::ZERO);
        self.retranslate();
        self.apply_queued_rules();
        self.send_respondent();
        self.advance(ui, true);
        self.prompt.judge_entered(ui, &mut self.board, &self.actor, self.pace.tempo.frame_timeout);
        self.actor.schedule_poll(ui);
        // A second frame is needed: the log scrolls to its end, and the keyboard focus is restored, once everything has
        // been laid out.
        if !self.board.mark_shown() {
            ui.request_repaint();
        }
        let command = self.bars(ui, textures);
        self.table(ui, textures);
        self.overlay_ui(ui, textures).or(command)
    }

    /// The bars around the table.
    fn bars(&mut self, ui: &mut Ui, textures: &Textures) -> Option<MatchCommand> {
        let mut command = self.top_bar(ui);
        if self.side.hints.keys(ui, self.board.is_picking()) {
            self.toggle_hint(ui);
        }
        self.side.highlight.keys(ui, &self.board);
        self.side.ui(ui, &self.board, self.actor.status(), textures);
        self.side.highlight.look_up(ui, &self.board, &self.actor, self.pace.tempo.frame_timeout);
        command = self.banner(ui).or(command);
        self.prompt.note(&self.board);
        if !self.text_view.is_on {
            let is_asked = self.actor.status().is_persons_turn && !self.is_covered() && self.actor.slow_for().is_none();
            if let Some(chosen) = self.prompt.ui(ui, &mut self.board, is_asked) {
                self.choose(chosen);
            }
        }
        self.incidents.strip(ui);
        let is_over = self.is_over();
        match self.lesson.as_mut().and_then(|lesson| lesson.ui(ui, is_over)) {
            Some(LessonCommand::PlayOn) => command = Some(MatchCommand::PlayOn),
            Some(LessonCommand::Next) => {
                if is_over && !self.is_taught() {
                    self.summary.set_open(true);
                }
                self.refresh();
            }
            None => {}
        }
        for (name, why) in self.board.pictures().refusals() {
            self.console.note(&tr!("The picture {name} is not shown: {why}.", name = name, why = why));
        }
        self.console.ui(ui, &self.board);
        command
    }

    /// Shows the table, or its substitute.
    fn table(&mut self, ui: &mut Ui, textures: &Textures) {
        if self.is_covered() && !self.actor.is_busy() {
            self.curtain(ui);
            return;
        }
        let may = self.may_go_on();
        let chosen = if self.text_view.is_on {
            self.board.discard_changes();
            // The rules beside it and the summary over it are scrolled first.
            let pages_are_free = !self.side.rules.is_open && !self.summary.is_open();
            self.text_view.ui(ui, &mut self.board, may, pages_are_free)
        } else {
            let places = self.side.highlight.places().or_else(|| self.side.hints.places());
            let pointed = places.or_else(|| self.lesson.as_ref().map(ActiveLesson::places));
            let may_choose = may && !self.board.described_actions().is_empty();
            let view = TableView { viewer: self.actor.status().viewer, may_choose, pointed };
            self.board.ui(ui, textures, &view).inner
        };
        if let Some(chosen) = chosen {
            self.choose(chosen);
        }
    }

    fn curtain(&mut self, ui: &mut Ui) {
        // The windows over the curtain are read first.
        let takes_keys = !self.overlay().is_some_and(Overlay::stops_match);
        let (status, draw_by) = (self.actor.status(), self.questions.draw_by());
        match curtain::show(ui, &self.board, status, self.paused, draw_by, takes_keys) {
            Some(CurtainCommand::TakeOfferBack) => self.questions.close(),
            Some(CurtainCommand::GoOn) => {
                self.paused = false;
                self.submit(MatchActor::resume_clocks);
            }
            Some(CurtainCommand::Lift) => self.submit(MatchActor::show_side),
            None => {}
        }
    }
}
