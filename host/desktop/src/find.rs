//! The field for searching on a screen, which Ctrl+F reaches.

use egui::{Align2, Id, Key, Margin, Modifiers, Response, TextEdit, Ui, WidgetInfo};
use stonehouse_ui::theme;

/// Shows the field for searching, `width` points wide. `name` is what it shows while it is empty, and its accessible
/// name. Escape empties it and leaves it; the screen does not get this key.
pub fn field(ui: &mut Ui, id: Id, name: &str, wanted: &mut String, width: f32) -> Response {
    let is_covered = ui.memory(|memory| memory.top_modal_layer().is_some());
    if !is_covered && ui.input_mut(|input| input.consume_shortcut(&theme::FIND)) {
        // Before the field is shown, so that what was typed in the same frame reaches it.
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let field = TextEdit::singleline(wanted)
        .id(id)
        .hint_text(name)
        .desired_width(width)
        .align(Align2::LEFT_CENTER)
        .margin(Margin::symmetric(8, 6));
    let field = ui.add(field);
    field.widget_info(|| WidgetInfo {
        label: Some(name.to_owned()),
        ..WidgetInfo::text_edit(true, "", wanted.as_str(), "")
    });
    theme::focus_ring(ui, &field);
    if field.lost_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        wanted.clear();
    }
    field
}
