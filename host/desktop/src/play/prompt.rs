//! The buttons of a prompt, below the table, and whether the game accepts the values that are entered for an action.

use super::handle::MatchHandle;
use crate::board::Board;
use egui::{Frame, Margin, Panel, Ui, vec2};
use std::time::Duration;
use stonehouse_runtime::Choice;
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;

/// The row of buttons.
#[derive(Default)]
pub(super) struct PromptBar {
    /// Whether a prompt of this match has ever had buttons.
    has_buttons: bool,
    /// The height of the room that is kept for them in a window of this width and size of text.
    room: Option<((f32, f32), f32)>,
    /// The values that are entered for an action, and whether the game accepts them, while that is being found out.
    entered: Option<(Choice, Task<Option<String>>)>,
}

impl PromptBar {
    /// Shows the buttons, by the hand of the player at the screen, who can press them if they are asked, and returns
    /// what was chosen. As soon as any player's prompt has some, their room is kept until the match is left, so that
    /// the table never moves. Each button keeps its place, whether it can be pressed now or not.
    pub fn ui(&mut self, ui: &mut Ui, board: &mut Board, is_asked: bool) -> Option<Choice> {
        if !self.has_buttons {
            return None;
        }
        let window = (ui.available_width(), theme::scale(ui));
        // In another window buttons take another number of rows.
        let least = self.room.filter(|room| room.0 == window).map_or(32.0 * window.1, |room| room.1);
        let frame = Frame::new().fill(theme::GREEN).inner_margin(Margin::symmetric(16, 7));
        let panel = Panel::bottom("actions").frame(frame).show_separator_line(false);
        let shown = panel.show(ui, |ui| {
            ui.set_min_size(vec2(ui.available_width(), least));
            let chosen = if is_asked && board.form().is_none() { board.prompt_buttons(ui) } else { None };
            self.room = Some((window, ui.min_rect().height()));
            chosen
        });
        shown.inner
    }

    /// Notes whether the prompt has buttons.
    pub fn note(&mut self, board: &Board) {
        self.has_buttons |= board.has_buttons();
    }

    /// Finds out whether the game accepts the values that are entered now. A frame waits for that at most `timeout`.
    pub fn judge_entered(&mut self, ui: &Ui, board: &mut Board, actor: &MatchHandle, timeout: Duration) {
        let Some(form) = board.form().filter(|form| !actor.is_busy() && form.is_complete()) else {
            self.entered = None;
            return;
        };
        let choice = Choice { action: form.action(), values: form.values().to_vec() };
        if self.entered.as_ref().is_none_or(|(entered, _)| *entered != choice) {
            let tried = choice.clone();
            self.entered = Some((choice, actor.query(move |actor| actor.why_not(&tried))));
        }
        let Some((choice, task)) = &mut self.entered else { return };
        if let Some(Ok(why_not)) = task.poll(timeout) {
            board.judge_form(choice.values.clone(), why_not);
        }
        task.schedule_poll(ui);
    }
}
