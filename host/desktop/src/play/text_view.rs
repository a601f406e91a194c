//! The table as text: every choice as a button, and then its content.

use crate::as_text::{self, InputUse};
use crate::board::Board;
use egui::{Modifiers, Ui};
use stonehouse_language::tr;
use stonehouse_runtime::Choice;

/// Whether the table is shown as text, and how people use the window.
#[derive(Default)]
pub(super) struct TextView {
    pub is_on: bool,
    pub input: InputUse,
}

impl TextView {
    /// Shows the table as text, and returns the choice, if anybody `may` choose. The keys for pages scroll it, if they
    /// are free.
    pub fn ui(&self, ui: &mut Ui, board: &mut Board, may: bool, pages_are_free: bool) -> Option<Choice> {
        let mut chosen = None;
        as_text::paper(ui, ("text", board.id()), pages_are_free.then_some(Modifiers::NONE), |ui| {
            if may && !board.described_actions().is_empty() {
                chosen = self.choices(ui, board);
            }
            board.text_ui(ui, usize::MAX);
        });
        chosen
    }

    /// The choices as buttons, or the form for the values of one that was chosen.
    fn choices(&self, ui: &mut Ui, board: &mut Board) -> Option<Choice> {
        as_text::heading(ui, tr!("What you can do"));
        if board.form().is_some() {
            return board.form_ui(ui);
        }
        let by_keyboard = self.input.by_keyboard();
        let chosen = as_text::choices(ui, board.described_actions(), board.names(), by_keyboard);
        chosen.and_then(|place| board.choose(place))
    }
}
