//! The row of buttons below a table.

use egui::{Frame, Margin, Panel, Ui, vec2};
use stonehouse_ui::theme;

/// The row for the buttons of prompts. As soon as any prompt of a match has had some, its room is kept, so that the
/// table above never moves.
#[derive(Default)]
pub struct PromptRow {
    is_kept: bool,
    /// The height of the room in a window of this width and size of text.
    height: Option<((f32, f32), f32)>,
}

impl PromptRow {
    /// Notes whether there is something to show now.
    pub const fn note(&mut self, has_content: bool) {
        self.is_kept |= has_content;
    }

    /// Shows the row with its content, if it has ever had some.
    pub fn ui<R>(&mut self, ui: &mut Ui, content: impl FnOnce(&mut Ui) -> Option<R>) -> Option<R> {
        if !self.is_kept {
            return None;
        }
        let window = (ui.available_width(), theme::scale(ui));
        // In another window buttons take another number of rows.
        let least = self.height.filter(|kept| kept.0 == window).map_or(32.0 * window.1, |kept| kept.1);
        let frame = Frame::new().fill(theme::GREEN).inner_margin(Margin::symmetric(16, 7));
        let panel = Panel::bottom("actions").frame(frame).show_separator_line(false);
        let shown = panel.show(ui, |ui| {
            ui.set_min_size(vec2(ui.available_width(), least));
            let answer = content(ui);
            self.height = Some((window, ui.min_rect().height()));
            answer
        });
        shown.inner
    }
}
