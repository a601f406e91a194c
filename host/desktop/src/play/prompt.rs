//! The buttons of a prompt, below the table, and whether the game accepts the values that are entered for an action.

use super::handle::MatchHandle;
use crate::board::Board;
use egui::Ui;
use std::time::Duration;
use stonehouse_runtime::Choice;
use stonehouse_table::PromptRow;
use stonehouse_ui::worker::Task;

/// The row of buttons.
#[derive(Default)]
pub(super) struct PromptBar {
    row: PromptRow,
    /// The values that are entered for an action, and whether the game accepts them, while that is being found out.
    entered: Option<(Choice, Task<Option<String>>)>,
}

impl PromptBar {
    /// Shows the buttons, by the hand of the player at the screen, who can press them if they are asked, and returns
    /// the choice. Each button keeps its place, whether it can be pressed now or not.
    pub fn ui(&mut self, ui: &mut Ui, board: &mut Board, is_asked: bool) -> Option<Choice> {
        self.row.ui(ui, |ui| if is_asked && board.form().is_none() { board.prompt_buttons(ui) } else { None })
    }

    /// Notes whether the prompt has buttons.
    pub fn note(&mut self, board: &Board) {
        self.row.note(board.has_buttons());
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
