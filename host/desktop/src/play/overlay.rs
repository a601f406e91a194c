//! The windows over the table: which one is shown, and what a person decides in it.

use super::summary::Ended;
use super::{MatchCommand, Play};
use egui::Ui;
use stonehouse_table::Textures;

/// A window over the table. Several can be open, of which one is shown: the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    /// A message that stops the match until people decide how it continues.
    Incident,
    /// How the points of a hand were counted. The match waits until it is read.
    Tally,
    /// A question to people besides the next action.
    Question,
    /// The end of the match.
    Summary,
}

impl Overlay {
    /// Whether nothing is played while it is open.
    pub const fn stops_match(self) -> bool {
        matches!(self, Self::Incident | Self::Tally)
    }
}

impl Play {
    /// The window that is shown over the table.
    pub(super) fn overlay(&self) -> Option<Overlay> {
        if self.incidents.is_stopped() {
            Some(Overlay::Incident)
        } else if self.tally.is_open() {
            Some(Overlay::Tally)
        } else if self.questions.is_shown(self.is_put()) {
            Some(Overlay::Question)
        } else {
            (self.is_over() && self.summary.is_open()).then_some(Overlay::Summary)
        }
    }

    /// Whether the actor knows of the open question, and the person to whom it is put is at the screen.
    fn is_put(&self) -> bool {
        let status = self.actor.status();
        status.asked == self.questions.asked() && status.handover.is_none() && !self.actor.is_busy()
    }

    /// Shows the window over the table, and returns the command of a person, if any.
    pub(super) fn overlay_ui(&mut self, ui: &Ui, textures: &Textures) -> Option<MatchCommand> {
        self.text_view.input.note(ui);
        let overlay = self.overlay();
        if overlay != Some(Overlay::Summary) {
            self.summary.wait_for_its_turn();
        }
        match overlay? {
            Overlay::Incident => self.incident_window(ui),
            Overlay::Tally => {
                self.tally.ui(ui, &self.board, textures);
                None
            }
            Overlay::Question => {
                self.question_window(ui);
                None
            }
            Overlay::Summary => {
                let status = self.actor.status();
                let end = status.end.as_ref()?;
                let ended = Ended { board: &self.board, end, history: &status.score_history, is_trial: self.is_trial };
                self.summary.ui(ui, &ended, &self.actor, self.text_view.input.by_keyboard())
            }
        }
    }
}
