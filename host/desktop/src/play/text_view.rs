//! The table as text: every choice as a button, and then what can be read of it.

use super::Play;
use crate::as_text;
use egui::{Modifiers, Ui, vec2};
use stonehouse_language::tr;
use stonehouse_runtime::Choice;
use stonehouse_table::spoken;
use stonehouse_ui::look;

impl Play {
    /// Shows the table as text, and returns what was chosen.
    pub(super) fn text_view(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut chosen = None;
        // The rules beside it and the summary over it are scrolled first.
        let pages = (!self.rules_open && !self.finish_open).then_some(Modifiers::NONE);
        as_text::paper(ui, ("text", self.board.id()), pages, |ui| {
            chosen = self.choices_as_text(ui);
            self.board.text_ui(ui, usize::MAX);
        });
        chosen
    }

    /// The choices as buttons, or the form for the values of one that was chosen.
    fn choices_as_text(&mut self, ui: &mut Ui) -> Option<Choice> {
        let may = !(self.is_stopped() || self.tally_open || self.pending.is_pending());
        if !may || self.board.choices().is_empty() {
            return None;
        }
        as_text::heading(ui, tr!("What you can do"));
        if self.board.form().is_some() {
            return self.board.form_ui(ui);
        }
        let mut chosen = None;
        // The choices went with the last action, and the keyboard with them.
        let mut is_lost = self.by_keyboard && ui.memory(|memory| memory.focused().is_none());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for (place, choice) in self.board.choices().iter().enumerate() {
                let button = ui.button(spoken::choice(choice, self.board.names()));
                if std::mem::take(&mut is_lost) {
                    button.request_focus();
                }
                look::keep_in_sight(&button);
                if button.clicked() {
                    chosen = Some(place);
                }
            }
        });
        chosen.and_then(|place| self.board.choose(place))
    }
}
