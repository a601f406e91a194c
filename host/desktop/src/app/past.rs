//! The ways to matches of the past: the history, a review, and a match played on from one.

use super::work::Done;
use super::{App, Screen};
use crate::history::{self, History};
use crate::review::{self, Review};
use crate::sheet::Sheet;
use std::path::{Path, PathBuf};
use std::time::Instant;
use stonehouse_engine::{Catalog, Match, MatchError, Record};
use stonehouse_language::tr;
use stonehouse_runtime::Choice;
use stonehouse_session::Programs;

impl App {
    /// Shows the history.
    pub(super) fn open_history(&mut self) {
        let history = History::new(self.catalog.folders().records.clone(), self.tempo.at_once);
        self.tab.screen = Screen::History(Box::new(history));
    }

    pub(super) fn history_command(&mut self, command: history::HistoryCommand) {
        match command {
            history::HistoryCommand::Leave => self.open_launcher(),
            history::HistoryCommand::Resume(file) => self.resume(file),
            history::HistoryCommand::Review(file) => self.open_review(file),
        }
    }

    /// Resumes the match of a record.
    pub(super) fn resume(&mut self, file: PathBuf) {
        // A record is open once: its file is locked.
        if self.turn_to_record(&file) || !self.can_open_match() {
            return;
        }
        let catalog = self.catalog.clone();
        self.begin(tr!("the record"), move || Done::Resumed(resume(&catalog, &file)));
    }

    /// Replays a record, and shows it when that is done.
    pub(super) fn open_review(&mut self, file: PathBuf) {
        let catalog = self.catalog.clone();
        self.begin(tr!("the record"), move || {
            Done::Reviewed(replayed(&catalog, &file).map(|replayed| (replayed, file)))
        });
    }

    /// Shows a match of the past; the screen from which it was opened is kept for later.
    pub(super) fn show_review(&mut self, current: Match, file: PathBuf) {
        let records = self.catalog.folders().records.as_deref();
        let pictures = records.and_then(Path::parent).map(|home| home.join("pictures"));
        let review = Review::new(current, self.tempo.at_once).with_pictures(pictures).with_record(file);
        let review = match self.review_at.take() {
            Some((number, seat)) => review.before(number, seat),
            None => review,
        };
        let before = std::mem::replace(&mut self.tab.screen, Screen::Review(Box::new(review)));
        self.tab.before_review = Some(before);
    }

    pub(super) fn review_command(&mut self, command: review::ReviewCommand) {
        match command {
            review::ReviewCommand::Leave => match self.tab.before_review.take() {
                Some(mut before) => {
                    if let Screen::History(history) = &mut before {
                        history.refresh();
                    }
                    self.tab.screen = before;
                }
                None => self.open_launcher(),
            },
            review::ReviewCommand::PlayOn(onward) => {
                self.sheet = Some(Sheet::onward(onward).with_programs(Programs::of(self.catalog.folders())));
            }
            review::ReviewCommand::Settings => self.settings_window.open(),
        }
    }
}

/// Resumes the match of an unfinished record.
fn resume(catalog: &Catalog, file: &Path) -> Result<Match, String> {
    let record = Record::read_interrupted(file).map_err(|problem| problem.to_string())?;
    let game = catalog.game(&record.header.game)?;
    record.resume(&game.plugin).map_err(|problem| problem.to_string())
}

/// The match of a record, which need not be over.
fn replayed(catalog: &Catalog, file: &Path) -> Result<Match, String> {
    let record = Record::read_interrupted(file).map_err(|problem| problem.to_string())?;
    let game = catalog.game(&record.header.game)?;
    record.replay(&game.plugin).map_err(|problem| problem.to_string())
}

/// Plays these actions in a match that was dealt.
pub(super) fn play_again(mut current: Match, acts: Vec<Choice>) -> Result<Match, MatchError> {
    for choice in acts {
        current.play(choice, Instant::now())?;
    }
    Ok(current)
}
