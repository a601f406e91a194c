//! The window is closed: at once, unless that would lose something. Matches are kept as they are played; only the workshop may hold what was not saved.

use super::App;
use super::tabs::Tab;
use crate::workshop::Workshop;
use egui::{Label, RichText, Ui, ViewportCommand};
use stonehouse_language::tr;
use stonehouse_ui::look;

/// How far the question has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    /// Nobody closes anything.
    No,
    /// People are asked.
    Asked,
    /// They agreed.
    Sure,
}

impl App {
    /// Asks whether the window is to be closed although something in a workshop was not saved.
    pub(super) fn show_closing(&mut self, ui: &Ui) {
        let wanted = ui.input(|input| input.viewport().close_requested());
        if self.closing == Closing::Sure || (self.closing == Closing::No && !wanted) {
            return;
        }
        let is_unsaved = |tab: &Tab| tab.workshop().is_some_and(Workshop::is_changed);
        let Some(place) = self.all_tabs().position(is_unsaved) else { return };
        if wanted {
            ui.send_viewport_cmd(ViewportCommand::CancelClose);
            self.closing = Closing::Asked;
        }
        let (mut close, mut stay) = (false, false);
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(tr!("Close without saving?")).text_style(look::title()));
            ui.add(Label::new(tr!("What you changed in the workshop will be lost.")).wrap());
        };
        let modal = look::dialog(ui.ctx(), "close", 420.0, &mut (), body, |(), ui| {
            stay = look::primary(ui, tr!("Back to the workshop")).clicked();
            close = ui.button(tr!("Close without saving")).clicked();
        });
        if close {
            self.closing = Closing::Sure;
            ui.send_viewport_cmd(ViewportCommand::Close);
        } else if stay || modal.should_close() {
            self.closing = Closing::No;
            self.turn_to(place);
            self.back_to_workshop();
        }
    }
}
