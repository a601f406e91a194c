//! The dialogs of the start, one at a time, in the launcher: a report of an earlier error, or else the welcome, and
//! then the questions about plugins that wait for consent.

use super::App;
use super::crash_report::CrashReport;
use super::welcome::{Welcome, WelcomeEnd};
use crate::consent::Consent;
use crate::settings::Settings;
use egui::Ui;
use stonehouse_engine::Folders;

/// The dialogs of the start.
#[derive(Default)]
pub(super) struct Greeting {
    crash_report: CrashReport,
    welcome: Welcome,
    pub consent: Consent,
}

impl Greeting {
    /// The report of an earlier error, if there is one; and on the first start the welcome.
    pub fn of(folders: &Folders, settings: &Settings) -> Self {
        let mut welcome = Welcome::default();
        if !settings.welcomed {
            welcome.open(stonehouse_lesson::index::all(folders).0);
        }
        Self { crash_report: CrashReport::find(folders), welcome, consent: Consent::default() }
    }

    /// Whether the report or the welcome is on the screen.
    const fn is_shown(&self) -> bool {
        self.crash_report.is_shown() || self.welcome.is_shown()
    }
}

impl App {
    /// Shows the question about a plugin that waits for consent, while there is no other dialog.
    pub(super) fn show_consent(&mut self, ui: &Ui) {
        if !self.is_idle() || self.greeting.is_shown() || self.library.is_searching() {
            return;
        }
        match self.greeting.consent.ui(ui, self.library.catalog()) {
            Some(Ok(())) => self.library.begin_search(ui.ctx()),
            Some(Err(problem)) => self.show_error(&problem.to_string()),
            None => {}
        }
    }

    /// Shows the report of an error, or else the welcome, while there is no other dialog. A file that is opened is
    /// shown first.
    pub(super) fn show_greeting(&mut self, ui: &Ui) {
        if !self.is_idle() || !self.open_queue.is_empty() {
            return;
        }
        if self.greeting.crash_report.is_shown() {
            if let Err(problem) = self.greeting.crash_report.ui(ui) {
                self.show_error(&problem.to_string());
            }
        } else {
            match self.preferences.welcome(ui, &mut self.greeting.welcome, self.library.catalog()) {
                Ok(Some(WelcomeEnd::Learn(lesson))) => self.open_lesson(*lesson),
                Ok(Some(WelcomeEnd::LookAround) | None) => {}
                Err(problem) => self.show_error(&problem.to_string()),
            }
        }
    }
}
