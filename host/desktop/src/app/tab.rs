//! A tab: the screen that is shown in it, and the screens to which people return from it.

use super::Screen;
use super::files::RulesInFiles;
use crate::guest::GuestScreen;
use crate::play::{Play, Stage};
use crate::workshop::Workshop;
use std::path::{Path, PathBuf};
use stonehouse_language::tr;

/// A tab's screen, and the screens below it.
pub(super) struct Tab {
    screen: Screen,
    /// The screens to which people return, the last one first.
    below: Vec<Screen>,
    /// The rules of the match on the screen as their files had them when they were last read.
    pub in_files: Option<Result<RulesInFiles, String>>,
    /// Whether files were changed while another tab was shown.
    pub is_stale: bool,
}

impl Tab {
    pub const fn new(screen: Screen) -> Self {
        Self { screen, below: Vec::new(), in_files: None, is_stale: false }
    }

    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    pub const fn screen_mut(&mut self) -> &mut Screen {
        &mut self.screen
    }

    /// Shows a screen from which people return to no other.
    pub fn show(&mut self, screen: Screen) {
        *self = Self::new(screen);
    }

    /// Shows a screen from which people return to the one that was shown.
    pub fn push(&mut self, screen: Screen) {
        self.below.push(std::mem::replace(&mut self.screen, screen));
    }

    /// Shows a match, from which people return to the workshop, if that is open in this tab.
    pub fn show_match(&mut self, play: Play, in_files: Result<RulesInFiles, String>) {
        self.push(Screen::Play(Box::new(play)));
        self.below.retain(|screen| matches!(screen, Screen::Workshop(_)));
        self.in_files = Some(in_files);
    }

    /// Returns to the screen before the one that is shown. False: there is none.
    pub fn back(&mut self) -> bool {
        let before = self.below.pop();
        before.map(|before| self.screen = before).is_some()
    }

    /// The screens of this tab, from the one that is shown down.
    fn screens(&self) -> impl Iterator<Item = &Screen> {
        std::iter::once(&self.screen).chain(self.below.iter().rev())
    }

    /// The match that is open in this tab, if there is one.
    pub fn play(&self) -> Option<&Play> {
        self.screens().find_map(|screen| if let Screen::Play(play) = screen { Some(&**play) } else { None })
    }

    /// The workshop that is open in this tab, be it below other screens.
    pub fn workshop(&self) -> Option<&Workshop> {
        self.screens().find_map(|screen| if let Screen::Workshop(workshop) = screen { Some(&**workshop) } else { None })
    }

    /// Whether a match that begins here now only tries a variant.
    pub fn is_trial(&self) -> bool {
        matches!(self.screen, Screen::Workshop(_)) || self.play().is_some_and(Play::is_trial)
    }

    /// The record of the match that is open in this tab, if it is kept.
    pub fn record(&self) -> Option<PathBuf> {
        match self.guest() {
            Some(guest) => guest.record(),
            None => self.play()?.record().map(Path::to_owned),
        }
    }

    /// The table with guests that is open in this tab, if there is one.
    pub fn guest(&self) -> Option<&GuestScreen> {
        self.screens().find_map(|screen| if let Screen::Guest(guest) = screen { Some(&**guest) } else { None })
    }

    /// Whether a match that is opened here would take the place of one that is still played and kept.
    pub fn is_taken(&self) -> bool {
        self.guest().is_some() || self.play().is_some_and(|play| play.is_kept() && !play.is_over())
    }

    /// Whether it is not simply closed: there may be something in the workshop that was not saved, or a match with
    /// clocks is played, of which people want to be asked.
    pub fn asks_to_close(&self, of_clocks: bool) -> bool {
        let has_clocks = matches!(&self.screen, Screen::Play(play) if play.has_running_clocks());
        self.workshop().is_some() || (of_clocks && has_clocks) || self.guest().is_some_and(GuestScreen::hosts_match)
    }

    /// Stops the clocks before another tab is shown, also those of a match below other screens.
    pub fn stop_clocks(&mut self) {
        for screen in self.below.iter_mut().chain([&mut self.screen]) {
            if let Screen::Play(play) = screen {
                play.stop_clocks();
            }
        }
    }

    /// The title, in a few words.
    pub fn title(&self) -> String {
        match &self.screen {
            Screen::Launcher(_) => tr!("Launcher").to_owned(),
            Screen::Workshop(_) => tr!("Workshop").to_owned(),
            Screen::History(_) => tr!("History").to_owned(),
            Screen::Lab(_) => tr!("Lab").to_owned(),
            Screen::Review(review) => tr!("Review of {what}", what = review.title()),
            Screen::Play(play) => play.title(),
            Screen::Guest(guest) => guest.title(),
        }
    }

    /// The state after the title, and whether a person has to act there.
    pub fn status(&self) -> (Option<&'static str>, bool) {
        let stage = match &self.screen {
            Screen::Play(play) => play.stage(),
            Screen::Guest(guest) if guest.is_your_turn() => Stage::YourTurn,
            Screen::Guest(guest) if guest.is_over() => Stage::Over,
            _ => Stage::Others,
        };
        match stage {
            Stage::YourTurn => (Some(tr!("your turn")), true),
            Stage::Stopped => (Some(tr!("stopped")), true),
            Stage::Paused => (Some(tr!("paused")), false),
            Stage::Over => (Some(tr!("over")), false),
            Stage::Others => (None, false),
        }
    }
}
