//! The rules in short, beside the table.

use crate::board::Board;
use crate::explain::Page;
use egui::{Align, Key, Layout, Modifiers, RichText, ScrollArea, Ui, vec2};
use stonehouse_engine::Ruleset;
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The rules of the game and the differences of this variant.
pub(super) struct RulesPanel {
    pub is_open: bool,
    page: Page,
}

impl RulesPanel {
    pub fn new(ruleset: &Ruleset) -> Self {
        Self { is_open: false, page: Page::of(ruleset) }
    }

    /// Explains this ruleset from now on, in the language of the window.
    pub fn explain(&mut self, ruleset: &Ruleset) {
        self.page = Page::of(ruleset);
    }

    /// Closes the rules with Esc, unless the key means something else at the moment.
    pub fn key(&mut self, ui: &Ui, board: &Board) {
        let waits = board.is_picking() || ui.memory(|memory| memory.top_modal_layer().is_some());
        if self.is_open && !waits && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.is_open = false;
        }
    }

    /// Fills the side with the rules.
    pub fn ui(&mut self, ui: &mut Ui) {
        let head = vec2(ui.available_width(), 30.0);
        let title = self.page.title();
        ui.allocate_ui_with_layout(head, Layout::right_to_left(Align::Center), |ui| {
            let close = ui.button(tr!("Close")).on_hover_text(tr!("Back to the log (Esc)"));
            close.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, tr!("Close the rules")));
            if close.clicked() {
                self.is_open = false;
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(title).strong()).truncate());
            });
        });
        ScrollArea::vertical().id_salt("rules").auto_shrink(false).show(ui, |ui| {
            theme::page_keys(ui, Modifiers::NONE);
            self.page.ui(ui);
        });
    }
}
