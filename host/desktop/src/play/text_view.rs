//! The table as text: every choice as a button, and then its content.

use crate::as_text;
use crate::board::Board;
use egui::{Event, Modifiers, Ui, vec2};
use stonehouse_language::tr;
use stonehouse_runtime::Choice;
use stonehouse_table::spoken;
use stonehouse_ui::theme;

/// Whether the table is shown as text, and how people use the window.
#[derive(Default)]
pub(super) struct TextView {
    pub is_on: bool,
    /// Whether the keyboard was used last, and not the pointer.
    by_keyboard: bool,
}

impl TextView {
    /// Whether the keyboard was used last, and not the pointer.
    pub const fn by_keyboard(&self) -> bool {
        self.by_keyboard
    }

    /// Notes whether the pointer or the keyboard is used in this frame.
    pub fn note_input(&mut self, ui: &Ui) {
        ui.input(|input| {
            let is_key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
            self.by_keyboard = !input.pointer.any_pressed() && (self.by_keyboard || input.events.iter().any(is_key));
        });
    }

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
        let mut chosen = None;
        // The choices disappeared with the last action, and the focus with them.
        let mut is_lost = self.by_keyboard && ui.memory(|memory| memory.focused().is_none());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for (place, choice) in board.described_actions().iter().enumerate() {
                let button = ui.button(spoken::choice(choice, board.names()));
                if std::mem::take(&mut is_lost) {
                    button.request_focus();
                }
                theme::keep_in_sight(&button);
                if button.clicked() {
                    chosen = Some(place);
                }
            }
        });
        chosen.and_then(|place| board.choose(place))
    }
}
