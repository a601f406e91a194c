//! A match in a tab that is not shown: its status, and what continues.

use super::Play;
use crate::labels;
use egui::Ui;
use std::time::Duration;

/// The state of a match, as its tab shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A person has to act, or to read something.
    YourTurn,
    /// Something stops it until people have decided.
    Stopped,
    /// It rests until somebody goes on.
    Paused,
    /// It is over.
    Over,
    /// It is the turn of others.
    Others,
}

impl Play {
    /// The game, its variant and who plays.
    pub fn title(&self) -> String {
        let (game, variant) =
            (labels::game(self.board.ruleset().plugin()), labels::variant(self.board.ruleset().variant()));
        format!("{game}, {variant} · {}", self.board.names().join(" – "))
    }

    /// How it stands.
    pub fn stage(&self) -> Stage {
        if self.is_stopped() {
            Stage::Stopped
        } else if self.is_over() {
            Stage::Over
        } else if self.paused {
            Stage::Paused
        } else if self.persons_turn() || self.tally_open {
            Stage::YourTurn
        } else {
            Stage::Others
        }
    }

    /// Whether it is over.
    pub const fn is_over(&self) -> bool {
        self.status.end.is_some()
    }

    /// Whether it is kept, unlike a lesson, and a match in which a variant is tried.
    pub fn is_kept(&self) -> bool {
        !self.is_trial && !self.is_taught()
    }

    /// Another tab is shown: clocks rest, as they do when a match is left.
    pub fn rest(&mut self) {
        if self.has_running_clocks() && !self.paused {
            self.pause();
        }
    }

    /// Goes on while another tab is shown: bots play until a person is asked.
    pub fn behind(&mut self, ui: &Ui) {
        self.poll(Duration::ZERO);
        // The actor may have been busy when the tab was left.
        self.rest();
        self.try_next();
        self.advance(ui, false);
        self.pending.look_again(ui);
    }
}
