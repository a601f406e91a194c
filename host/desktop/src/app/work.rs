//! Work that calls a game's rules, on threads of their own: its start, the wait, and its results. And errors, which
//! people read and close.

use super::guests::OpenedTable;
use super::{App, Screen};
use egui::{RichText, Ui};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::pack::PackPlan;
use stonehouse_engine::{Match, Player, Problem, Ruleset};
use stonehouse_language::tr;
use stonehouse_lesson::Guide;
use stonehouse_plugin::Seat;
use stonehouse_ui::theme;
use stonehouse_ui::worker::{Task, WAIT_BEFORE_NOTICE};

/// The work that calls a game's rules, and the error that a person has to read and close.
#[derive(Default)]
pub(super) struct Work {
    running: Option<RulesWork>,
    error: Option<String>,
}

/// Work that calls a game's rules; its result is shown when it is done.
struct RulesWork {
    /// The name of the work or the game that people are waiting for.
    title: String,
    task: Task<WorkResult>,
}

impl Work {
    /// Whether rules are running.
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether nothing is waited for or has to be read.
    pub const fn is_idle(&self) -> bool {
        self.running.is_none() && self.error.is_none()
    }
}

/// The result of such work, or why it failed.
pub(super) enum WorkResult {
    /// A variant was compiled for the setup sheet; these are the players of the last match, if there was one.
    Sheet(Result<Arc<Ruleset>, String>, Option<Vec<Player>>),
    /// A recorded match was replayed, to be looked at, before the action of a number, if it is given, and from the view
    /// of a seat.
    Reviewed(Result<(Match, PathBuf), String>, Option<(usize, Seat)>),
    /// A variant was compiled for another number of players.
    Counted(Result<Arc<Ruleset>, String>),
    /// A lesson was opened: its match, and the way through it.
    Lesson(Result<(Match, Box<Guide>), String>),
    /// A match was dealt.
    Dealt(Result<Match, String>),
    /// An interrupted match was resumed.
    Resumed(Result<Match, String>),
    /// The variant of the match on the screen was compiled again from its files.
    Repaired(Result<Arc<Ruleset>, String>),
    /// A table for guests was opened, at this seat under this name, or opened again.
    TableOpened(Result<OpenedTable, String>),
    /// A pack was read, and its installation was planned.
    Pack(Result<Box<PackPlan>, String>),
    /// The rules of the match on the screen were compiled again because their files were saved, with problems of a game
    /// in Luau that they do not prevent.
    Live(Result<(Arc<Ruleset>, Vec<Problem>), String>),
}

impl App {
    /// Runs `work`, which calls a game's rules, on its own thread; `title` is the name that people see if they
    /// have to wait. This frame waits for the result, for a time that is not noticed.
    pub(super) fn begin(&mut self, title: &str, work: impl FnOnce() -> WorkResult + Send + 'static) {
        if self.work.is_running() {
            return;
        }
        self.work.running = Some(RulesWork { title: title.to_owned(), task: Task::begin("rules", || (), work) });
        self.take_result(self.tempo.frame_timeout);
    }

    /// Takes the result of the work, if it is done in time.
    pub(super) fn take_result(&mut self, timeout: Duration) {
        let Some(done) = self.work.running.as_mut().and_then(|work| work.task.poll(timeout)) else { return };
        self.work.running = None;
        match done {
            Ok(done) => self.done(done),
            Err(failure) => self.show_error(failure.sentence()),
        }
    }

    pub(super) fn done(&mut self, done: WorkResult) {
        match (done, &mut self.sheet, self.tabs.screen_mut()) {
            (WorkResult::Sheet(Ok(ruleset), last), ..) => self.sheet = Some(self.new_sheet(ruleset, last.as_deref())),
            (WorkResult::Counted(counted), Some(sheet), _) => match counted {
                Ok(ruleset) => sheet.counted(ruleset),
                Err(why) => sheet.failed(why),
            },
            (WorkResult::Reviewed(Ok((current, file)), at), ..) => self.show_review(current, file, at),
            (WorkResult::Dealt(Ok(current)) | WorkResult::Resumed(Ok(current)), ..) => {
                self.sheet = None;
                self.show_match(current);
            }
            (WorkResult::Lesson(Ok((current, guide))), ..) => {
                self.sheet = None;
                self.show_lesson(current, *guide);
            }
            (WorkResult::Dealt(Err(why)) | WorkResult::TableOpened(Err(why)), Some(sheet), _) => sheet.failed(why),
            (WorkResult::TableOpened(Ok(opened)), ..) => self.show_own_table(opened),
            (WorkResult::Repaired(Ok(ruleset)), _, Screen::Play(play)) => play.continue_under(&ruleset),
            (WorkResult::Repaired(Err(why)), _, Screen::Play(play)) => play.repair_failed(why),
            (WorkResult::Pack(Ok(plan)), ..) => self.packs.take(*plan),
            (WorkResult::Live(Ok((ruleset, problems))), _, Screen::Play(play)) => play.queue_rules(ruleset, &problems),
            (WorkResult::Live(Err(why)), _, Screen::Play(play)) => play.live_change_failed(why),
            (
                WorkResult::Sheet(Err(why), _)
                | WorkResult::Dealt(Err(why))
                | WorkResult::Lesson(Err(why))
                | WorkResult::Resumed(Err(why))
                | WorkResult::Reviewed(Err(why), _)
                | WorkResult::TableOpened(Err(why))
                | WorkResult::Pack(Err(why)),
                ..,
            ) => {
                self.show_error(&why);
            }
            // The setup sheet or the match was closed in the meantime.
            (WorkResult::Counted(_) | WorkResult::Repaired(_) | WorkResult::Live(_), ..) => {}
        }
    }

    /// Shows an error.
    pub(super) fn show_error(&mut self, why: &str) {
        self.work.error = Some(why.to_owned());
    }

    /// Shows the name of the work that people are waiting for, if it takes long.
    pub(super) fn show_work(&mut self, ui: &Ui) {
        let Some(work) = &self.work.running else { return };
        work.task.schedule_poll(ui);
        let elapsed = work.task.elapsed();
        if elapsed < WAIT_BEFORE_NOTICE {
            return;
        }
        let text = tr!("Waiting for {whose}… {seconds} s", whose = work.title, seconds = elapsed.as_secs());
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(&text).text_style(theme::title()));
        };
        let mut stop = false;
        let modal = theme::dialog(ui.ctx(), "work", 420.0, &mut (), body, |(), ui| {
            stop = ui.button(tr!("Stop waiting")).clicked();
        });
        if stop || modal.should_close() {
            self.work.running = None;
        }
    }

    pub(super) fn show_error_dialog(&mut self, ui: &Ui) {
        let Some(error) = &self.work.error else { return };
        let mut close = false;
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(
                RichText::new(tr!("That did not work")).text_style(theme::title()).color(theme::colours(ui).alarm),
            );
            ui.add(egui::Label::new(RichText::new(error).monospace()).wrap().selectable(true));
        };
        let modal = theme::dialog(ui.ctx(), "trouble", 620.0, &mut (), body, |(), ui| {
            close = theme::primary(ui, tr!("Close")).clicked();
        });
        if close || modal.should_close() {
            self.work.error = None;
        }
    }
}
