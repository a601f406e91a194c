//! A line of the log that is pointed at highlights the places that its action touched on the table.

use super::actor::MatchActor;
use super::handle::MatchHandle;
use crate::board::Board;
use egui::{Key, Modifiers, Ui};
use std::time::Duration;
use stonehouse_table::changes::{self, Places};
use stonehouse_ui::worker::Task;

/// The line that is pointed at, and the places that its action touched.
#[derive(Default)]
pub(super) struct LogHighlight {
    /// The number of the action that the pointer is on in this frame.
    pub hovered: Option<usize>,
    /// The one that the keyboard has chosen.
    pub chosen: Option<usize>,
    /// Whether the log has to be scrolled to it.
    pub scrolls: bool,
    /// The number of the action that was last looked up, and the revision of the board then.
    requested: Option<(usize, u64)>,
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

    /// The places that it touched, as far as they are known by now.
    pub fn places(&self) -> Option<&Places> {
        self.at().filter(|_| !self.pending.is_pending()).map(|_| &self.places)
    }

    /// Goes through the log with Alt and the arrows.
    pub fn keys(&mut self, ui: &Ui, board: &Board) {
        let last = board.lines().iter().filter_map(|line| line.number).max();
        let Some(last) = last else {
            self.chosen = None;
            return;
        };
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::ALT, key));
        let chosen = self.chosen;
        if pressed(Key::ArrowUp) {
            self.chosen = Some(chosen.map_or(last, |at| at.saturating_sub(1).max(1)));
        }
        if pressed(Key::ArrowDown) {
            self.chosen = chosen.filter(|at| *at < last).map(|at| at + 1);
        }
        if self.chosen.is_some_and(|at| at > last) {
            self.chosen = None;
        }
        self.scrolls |= self.chosen != chosen;
    }

    /// Looks up the places that the action which is pointed at touched, once.
    pub fn look_up(&mut self, ui: &Ui, board: &Board, actor: &MatchHandle, timeout: Duration) {
        self.poll(Duration::ZERO);
        self.pending.schedule_poll(ui);
        let Some(number) = self.at() else { return };
        let wanted = Some((number, board.revision()));
        if self.requested != wanted && !self.pending.is_pending() && !actor.is_busy() {
            self.requested = wanted;
            self.pending = actor.query(move |actor| actor.touched(number));
            self.poll(timeout);
            ui.request_repaint();
        }
    }
}

impl MatchActor {
    /// The places that the action of this number, from 1, touched, as the viewer may know them.
    fn touched(&self, number: usize) -> Places {
        let observer = self.scene_observer();
        let scene = |played| self.current().scene_after(played, observer);
        match (scene(number.saturating_sub(1)), scene(number)) {
            (Ok(before), Ok(after)) => changes::between(&before, &after),
            // A rule that fails here fails in the match, too, and is reported there.
            _ => Places::default(),
        }
    }
}
