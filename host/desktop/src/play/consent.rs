//! What has revealed something is taken back only if the people who play agree: nobody can unsee it.
//!
//! In a game with secrets that holds between people; against bots it is taken back without a question, unless the
//! settings are strict. It is never taken back while the screen changes hands.
//!
//! The log notes that something was taken back. At a shared screen nobody's view is shown afterwards until somebody
//! confirms that they are there.

use super::Play;
use egui::{Label, RichText, Ui};
use stonehouse_language::tr;
use stonehouse_ui::look;

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
                ui.label(RichText::new(tr!("Take it back?")).text_style(look::title()));
                let text = tr!(
                    "The last action has revealed something that cannot be unseen. It is taken back only if everybody agrees, and the log notes it."
                );
                ui.add(Label::new(text).wrap());
            },
            |(), ui| {
                agreed = ui.button(tr!("Everybody agrees")).clicked();
                refused = look::primary(ui, tr!("It stays played")).clicked();
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
