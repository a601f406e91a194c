//! What has revealed something is taken back only if the people who play agree: nobody can unsee it.

use super::Play;
use egui::{Label, RichText, Ui};
use stonehouse_language::say;
use stonehouse_table::look;

impl Play {
    /// The question whether people agree, if it is asked.
    pub(super) fn consent_window(&mut self, ui: &Ui) {
        if !self.asks_consent || !self.is_put() {
            return;
        }
        let (mut agreed, mut refused) = (false, false);
        let modal = look::dialog(
            ui.ctx(),
            "consent",
            440.0,
            &mut (),
            |(), ui| {
                ui.label(RichText::new(say!("Take it back?")).text_style(look::title()));
                let text = say!(
                    "The last action has revealed something that cannot be unseen. It is taken back only if everybody agrees, and the log says so."
                );
                ui.add(Label::new(text).wrap());
            },
            |(), ui| {
                agreed = ui.button(say!("Everybody agrees")).clicked();
                refused = look::primary(ui, say!("It stays played")).clicked();
            },
        );
        if agreed || refused || modal.should_close() {
            self.asks_consent = false;
        }
        if agreed {
            self.undo();
        }
    }
}
