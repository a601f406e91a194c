//! Buttons with the gain of their action, wide enough for their words.

use super::spoken;
use egui::{Key, Ui, Vec2};
use stonehouse_language::InLanguage;
use stonehouse_plugin::scene::Button;
use stonehouse_ui::theme;

/// The keys of a prompt's buttons, in their order.
const KEYS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// The text on a button, with the gain of its action.
pub(super) fn with_gain(text: &str, gain: &str) -> String {
    if gain.is_empty() { text.to_owned() } else { format!("{text} · {gain}") }
}

/// How wide a button of a prompt is with these words, in points, with room for its key.
pub(super) fn button_width(ui: &Ui, words: String) -> f32 {
    let font = theme::font(ui, &egui::TextStyle::Button);
    let (spacing, key) = (ui.spacing(), font.size);
    let words = ui.painter().layout_no_wrap(words, font, theme::LIGHT).size().x;
    words + 2.0 * spacing.button_padding.x + 2.0 * spacing.item_spacing.x + key
}

/// Shows a button with this text: words, and the gain of its action. It is at least `least` wide.
pub(super) fn show_button(
    ui: &mut Ui,
    button: &Button,
    (text, gain, least): (&str, &str, f32),
    number: usize,
    (enabled, may): (bool, bool),
    names: &[String],
) -> bool {
    let enabled = enabled && ui.is_enabled();
    let mut shown = egui::Button::new(with_gain(text, gain)).min_size(Vec2::new(least, 0.0));
    let text = spoken::with_spoken_gain(&button.text.shown(names), gain);
    let key = KEYS.get(number);
    if let Some(key) = key {
        shown = shown.shortcut_text(key.symbol_or_name());
    }
    // A widget by itself, not in its own scope, wraps where buttons do.
    let response = ui.add_enabled(enabled, shown);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, &text));
    let pressed =
        enabled && may && key.is_some_and(|key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, *key)));
    if button.tip.is_empty() {
        return response.clicked() || pressed;
    }
    response.on_hover_text(button.tip.shown(names)).clicked() || pressed
}
