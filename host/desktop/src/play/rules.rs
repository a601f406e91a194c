//! The rules in short, beside the table.

use super::Play;
use egui::{Align, Key, Layout, Modifiers, RichText, ScrollArea, Ui, vec2};
use stonehouse_language::tr;
use stonehouse_ui::look;

impl Play {
    /// Closes the rules with Esc, unless the key means something else at the moment.
    pub(super) fn rules_key(&mut self, ui: &Ui) {
        let waits = self.board.is_picking() || ui.memory(|memory| memory.top_modal_layer().is_some());
        if self.rules_open && !waits && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.rules_open = false;
        }
    }

    /// Fills the side with the rules of the game and what is different in this variant.
    pub(super) fn rules(&mut self, ui: &mut Ui) {
        let head = vec2(ui.available_width(), 30.0);
        let title = self.page.title();
        ui.allocate_ui_with_layout(head, Layout::right_to_left(Align::Center), |ui| {
            let close = ui.button(tr!("Close")).on_hover_text(tr!("Back to the log (Esc)"));
            close.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, tr!("Close the rules")));
            if close.clicked() {
                self.rules_open = false;
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(title).strong()).truncate());
            });
        });
        ScrollArea::vertical().id_salt("rules").auto_shrink(false).show(ui, |ui| {
            look::page_keys(ui, Modifiers::NONE);
            self.page.ui(ui);
        });
    }
}
