//! The ways into the lab, out of it into a review, and back.

use super::{App, Screen};
use std::sync::Arc;
use stonehouse_engine::{Ruleset, Variant};
use stonehouse_lab_screen::{Lab, Wish};

impl App {
    /// Shows the lab; with rules that are to be compared with a variant, if they are given. The screen from which it was opened is kept for later.
    pub(super) fn open_lab(&mut self, against: Option<(&Arc<Variant>, &Arc<Ruleset>)>) {
        let lab = Lab::new(&self.catalog, self.tempo.at_once);
        let lab = match against {
            Some((parent, own)) => lab.against(own.plugin(), parent, own),
            None => lab,
        };
        let before = std::mem::replace(&mut self.tab.screen, Screen::Lab(Box::new(lab)));
        self.tab.before_lab = Some(before);
    }

    pub(super) fn lab_command(&mut self, command: Wish) {
        match command {
            Wish::Review(file) => self.open_review(file),
            Wish::Leave => match self.tab.before_lab.take() {
                Some(before @ Screen::Workshop(_)) => {
                    self.tab.screen = before;
                    self.reread_house_rules();
                }
                _ => self.open_launcher(),
            },
        }
    }
}
