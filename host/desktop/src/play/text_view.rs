//! The table as text: what lies where, what has changed, and every choice as a button.

use super::Play;
use egui::{CentralPanel, Frame, Label, Margin, Role, ScrollArea, Ui, WidgetInfo, vec2};
use stonehouse_language::say;
use stonehouse_table::Chosen;
use stonehouse_table::look;
use stonehouse_table::spoken;

/// How many of the latest actions stand on top.
const LATEST: usize = 8;

impl Play {
    /// Shows the table as text, and returns what was chosen.
    pub(super) fn text_view(&mut self, ui: &mut Ui) -> Option<Chosen> {
        let mut chosen = None;
        let frame = Frame::new().fill(look::colours(ui).card).inner_margin(Margin::symmetric(20, 12));
        CentralPanel::default().frame(frame).show(ui, |ui| {
            ScrollArea::vertical().id_salt(("text", self.began)).auto_shrink(false).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                chosen = self.choices_as_text(ui);
                let numbered = self.shown.lines.iter().filter(|line| line.number.is_some());
                let count = numbered.clone().count();
                if count > 0 {
                    heading(ui, say!("What was played last"));
                }
                for line in numbered.skip(count.saturating_sub(LATEST)) {
                    let name = line.seat.map(|seat| self.names[seat.index()].clone()).unwrap_or_default();
                    ui.add(Label::new(format!("{name}: {}", line.text)).wrap());
                }
                for part in spoken::describe(&self.shown.scene, &self.names, &self.places) {
                    heading(ui, &part.title);
                    for line in part.lines {
                        ui.add(Label::new(line).wrap().selectable(true));
                    }
                }
            });
        });
        chosen
    }

    /// The choices as buttons, or the form for the values of one that was chosen.
    fn choices_as_text(&mut self, ui: &mut Ui) -> Option<Chosen> {
        let may = !(self.is_stopped() || self.tally_open || self.pending.is_some());
        if !may || self.shown.choices.is_empty() {
            return None;
        }
        heading(ui, say!("What you can do"));
        if self.table.form().is_some() {
            return self.table.form_ui(ui, &self.names);
        }
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for choice in &self.shown.choices {
                let button = ui.button(spoken::choice(choice, &self.names));
                look::keep_in_sight(&button);
                if button.clicked() {
                    chosen = chosen.take().or(self.table.choose(choice, &self.shown.choices));
                }
            }
        });
        chosen
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    let label = ui.label(egui::RichText::new(text).text_style(look::title()).strong());
    label.widget_info(|| WidgetInfo::labeled(Role::Heading, true, text));
}
