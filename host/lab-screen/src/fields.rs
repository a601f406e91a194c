//! Fields of the form and their headings.

use egui::{ComboBox, Label, Response, RichText, Role, Ui, WidgetInfo};
use stonehouse_ui::theme;

/// A list to choose from, with its name before it.
pub fn list(ui: &mut Ui, name: &str, shown: &str, entries: impl FnOnce(&mut Ui)) {
    ui.add(Label::new(RichText::new(name).text_style(theme::small()).color(theme::colours(ui).ink_soft)).truncate());
    let width = ui.available_width();
    let list = ComboBox::from_id_salt(("lab", name)).selected_text(shown).width(width).truncate();
    let list = list.height(360.0).show_ui(ui, entries);
    list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{name}: {shown}")));
}

/// A heading within the form.
pub fn section(ui: &mut Ui, title: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(title).text_style(theme::title()));
}

/// Shows the message about a failure.
pub fn trouble(ui: &mut Ui, why: &str) -> Response {
    ui.add(Label::new(RichText::new(why).color(theme::colours(ui).alarm)).wrap().selectable(true))
}

/// A number with its name before it.
pub fn numbered(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> Response) {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        add(ui).labelled_by(label.id);
    });
}
