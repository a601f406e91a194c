//! Small widgets of the workshop's form.

use egui::{Label, RichText, Role, Ui, WidgetInfo, vec2};
use stonehouse_ui::theme;

/// Shows a fault of the field above it.
pub(super) fn complaint(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).text_style(theme::small()).color(theme::colours(ui).alarm);
    ui.add(Label::new(text).wrap().selectable(true));
}

/// One of several choices. `name` is read by assistive technology.
pub(super) fn choice(ui: &mut Ui, chosen: bool, text: &str, name: &str) -> bool {
    let text = RichText::new(text).text_style(theme::small());
    let response = ui.add(theme::option(chosen, text).min_size(vec2(34.0, 26.0)));
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name));
    response.clicked() && !chosen
}

/// Gives a widget a name for assistive technology.
pub(super) fn named(response: &egui::Response, role: Role, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(role, true, name));
}
