//! A table as text, for screen readers and for the keyboard alone: the latest actions, and the scene in words.

use egui::{AsIdSalt, CentralPanel, Frame, InnerResponse, Label, Margin, Modifiers, Role, ScrollArea, Ui, WidgetInfo};
use stonehouse_language::tr;
use stonehouse_plugin::Scene;
use stonehouse_table::spoken;
use stonehouse_ui::theme;

/// The number of latest actions on top.
const LATEST: usize = 8;

/// The paper on which a table is as text, in place of the table. Page up and Page down scroll it, with these modifiers;
/// `None` while they have another function.
pub(crate) fn paper(
    ui: &mut Ui,
    id: impl AsIdSalt,
    pages: Option<Modifiers>,
    content: impl FnOnce(&mut Ui),
) -> InnerResponse<()> {
    let frame = Frame::new().fill(theme::colours(ui).card).inner_margin(Margin::symmetric(20, 12));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            if let Some(with) = pages {
                theme::page_keys(ui, with);
            }
            content(ui);
        });
    })
}

/// The latest of these actions, each with who played it and the outcomes of chance after it.
pub(crate) fn played_last(ui: &mut Ui, played: impl ExactSizeIterator<Item = String>) {
    if played.len() > 0 {
        heading(ui, tr!("What was played last"));
    }
    let earlier = played.len().saturating_sub(LATEST);
    for text in played.skip(earlier) {
        ui.add(Label::new(text).wrap());
    }
}

/// Shows the scene in words: each part with its contents.
pub(crate) fn scene(ui: &mut Ui, scene: &Scene, names: &[String], places: &[String]) {
    for part in spoken::describe(scene, names, places) {
        heading(ui, &part.title);
        for line in part.lines {
            ui.add(Label::new(line).wrap().selectable(true));
        }
    }
}

/// Shows the heading of the next lines.
pub(crate) fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    let label = ui.label(egui::RichText::new(text).text_style(theme::title()).strong());
    label.widget_info(|| WidgetInfo::labeled(Role::Heading, true, text));
}
