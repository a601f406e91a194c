//! Questions before something is left: a match with clocks or with guests, and the window, if that would lose
//! something. Matches are kept as they are played; only the workshop may hold unsaved changes.

use egui::{Label, RichText, Ui, ViewportCommand};
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The way in which a match is left.
#[derive(Clone, Copy)]
pub(super) enum Leaving {
    /// For the launcher.
    Leave,
    /// With its tab.
    Close,
}

/// The questions, and their state.
#[derive(Default)]
pub(super) struct ClosingState {
    /// The command that people are asked to confirm before a match is left.
    leaving: Option<Leaving>,
    /// Whether people are asked before the window is closed, and whether they agreed.
    is_asked: bool,
    is_sure: bool,
}

impl ClosingState {
    /// Asks whether the match is to be left.
    pub const fn ask_to_leave(&mut self, leaving: Leaving) {
        self.leaving = Some(leaving);
    }

    /// Shows the question whether the match is to be left, with this text. Returns how, once people agree.
    pub fn leave_ui(&mut self, ui: &Ui, text: impl FnOnce() -> String) -> Option<Leaving> {
        let leaving = self.leaving?;
        let (mut leave, mut stay) = (false, false);
        let text = text();
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(tr!("Leave this match?")).text_style(theme::title()));
            ui.add(Label::new(text).wrap());
        };
        let modal = theme::dialog(ui.ctx(), "leave", 420.0, &mut (), body, |(), ui| {
            leave = theme::primary(ui, tr!("Leave the match")).clicked();
            stay = ui.button(tr!("Go on playing")).clicked();
        });
        if leave || stay || modal.should_close() {
            self.leaving = None;
        }
        leave.then_some(leaving)
    }

    /// Asks whether the window is to be closed although something is unsaved, at this place. Returns the place, if
    /// people stay.
    pub fn close_ui(&mut self, ui: &Ui, unsaved: impl FnOnce() -> Option<usize>) -> Option<usize> {
        let wanted = ui.input(|input| input.viewport().close_requested());
        if self.is_sure || !(self.is_asked || wanted) {
            return None;
        }
        let place = unsaved()?;
        if wanted {
            ui.send_viewport_cmd(ViewportCommand::CancelClose);
            self.is_asked = true;
        }
        let (mut close, mut stay) = (false, false);
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(tr!("Close without saving?")).text_style(theme::title()));
            ui.add(Label::new(tr!("What you changed in the workshop will be lost.")).wrap());
        };
        let modal = theme::dialog(ui.ctx(), "close", 420.0, &mut (), body, |(), ui| {
            stay = theme::primary(ui, tr!("Back to the workshop")).clicked();
            close = ui.button(tr!("Close without saving")).clicked();
        });
        if close {
            self.is_sure = true;
            ui.send_viewport_cmd(ViewportCommand::Close);
            return None;
        }
        let stays = stay || modal.should_close();
        self.is_asked &= !stays;
        stays.then_some(place)
    }
}
