//! A line of the log that is pointed at shows on the table what its action touched.

use super::Play;
use super::actor::MatchActor;
use egui::{Key, Modifiers, Ui};
use std::time::Duration;
use stonehouse_table::changes::{self, Places};
use stonehouse_ui::worker::Task;

/// Which line is pointed at, and what it touched.
#[derive(Default)]
pub(super) struct LogHighlight {
    /// The number of the action that the pointer is on in this frame.
    pub hovered: Option<usize>,
    /// The one that the keyboard has chosen.
    pub chosen: Option<usize>,
    /// Whether the log has to be scrolled to it.
    pub scrolls: bool,
    /// What was asked for, and of which scene.
    asked: Option<(usize, u64)>,
    pending: Task<Places>,
    places: Places,
}

impl LogHighlight {
    /// The number of the action that is pointed at.
    pub fn at(&self) -> Option<usize> {
        self.hovered.or(self.chosen)
    }

    fn poll(&mut self, timeout: Duration) {
        if let Some(places) = self.pending.poll(timeout) {
            self.places = places.unwrap_or_default();
        }
    }

    /// What it touched, as far as that is known by now.
    pub fn places(&self) -> Option<&Places> {
        self.at().filter(|_| !self.pending.is_pending()).map(|_| &self.places)
    }
}

impl Play {
    /// Goes through the log with Alt and the arrows.
    pub(super) fn highlight_keys(&mut self, ui: &Ui) {
        let last = self.board.lines().iter().filter_map(|line| line.number).max();
        let Some(last) = last else {
            self.log_highlight.chosen = None;
            return;
        };
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::ALT, key));
        let chosen = self.log_highlight.chosen;
        if pressed(Key::ArrowUp) {
            self.log_highlight.chosen = Some(chosen.map_or(last, |at| at.saturating_sub(1).max(1)));
        }
        if pressed(Key::ArrowDown) {
            self.log_highlight.chosen = chosen.filter(|at| *at < last).map(|at| at + 1);
        }
        if self.log_highlight.chosen.is_some_and(|at| at > last) {
            self.log_highlight.chosen = None;
        }
        self.log_highlight.scrolls |= self.log_highlight.chosen != chosen;
    }

    /// Asks what the action that is pointed at touched, once.
    pub(super) fn highlight(&mut self, ui: &Ui) {
        self.log_highlight.poll(Duration::ZERO);
        self.log_highlight.pending.look_again(ui);
        let Some(number) = self.log_highlight.at() else { return };
        let wanted = Some((number, self.board.revision()));
        if self.log_highlight.asked != wanted && !self.log_highlight.pending.is_pending() && !self.pending.is_pending()
        {
            self.log_highlight.asked = wanted;
            self.log_highlight.pending = self.actor.ask(move |actor| actor.touched(number));
            self.log_highlight.poll(self.tempo.at_once);
            ui.request_repaint();
        }
    }
}

impl MatchActor {
    /// What the action of this number, from 1, touched, as the viewer may know it.
    fn touched(&self, number: usize) -> Places {
        let eye = self.eye();
        let scene = |played| self.current().scene_after(played, eye);
        match (scene(number.saturating_sub(1)), scene(number)) {
            (Ok(before), Ok(after)) => changes::between(&before, &after),
            // A rule that fails here fails in the match, too, and is reported there.
            _ => Places::default(),
        }
    }
}
