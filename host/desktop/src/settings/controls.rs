//! The controls of the dialogs about settings.

use super::{SYSTEM, TEXT_SIZES, Word};
use egui::{Button, Label, RichText, Role, Ui, WidgetInfo, vec2};
use std::sync::Arc;
use stonehouse_language::{Language, tr};
use stonehouse_ui::theme;

/// Shows buttons for the available languages, each by its own name.
pub fn language(ui: &mut Ui, languages: &[Arc<Language>], chosen: &mut String) {
    ui.horizontal_wrapped(|ui| {
        let system = (SYSTEM, tr!("Like the system"));
        let all = languages.iter().map(|language| (language.code.as_str(), language.name.as_str()));
        for (code, text) in [system].into_iter().chain(all) {
            let is_now = chosen == code;
            let response = ui.add(theme::option(is_now, text));
            let name = format!("{}: {text}", tr!("Language"));
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_now, &name));
            if response.clicked() {
                code.clone_into(chosen);
            }
        }
    });
}

/// Shows the title of a part, and its explanation.
pub fn part(ui: &mut Ui, title: &str, more: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(title).strong());
    if !more.is_empty() {
        note(ui, more);
    }
}

/// A remark in small print.
pub fn note(ui: &mut Ui, text: &str) {
    let soft = RichText::new(text).text_style(theme::small()).color(theme::colours(ui).ink_soft);
    ui.add(Label::new(soft).wrap().selectable(true));
}

/// Radio buttons for one of a few words.
pub fn words<W: Word>(ui: &mut Ui, of: &str, value: &mut W) {
    ui.horizontal_wrapped(|ui| {
        for (one, _, text) in W::ALL {
            let (chosen, text) = (*value == *one, stonehouse_language::words(text));
            let response = ui.add(theme::option(chosen, text));
            let name = format!("{of}: {text}");
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), chosen, &name));
            if response.clicked() {
                *value = *one;
            }
        }
    });
}

/// Buttons that change the size of text by a step.
pub fn text_size(ui: &mut Ui, size: &mut u16) {
    let (least, most, step) = TEXT_SIZES;
    ui.horizontal(|ui| {
        let mut button = |sign: &str, name: &str, can: bool| {
            let response = ui.add_enabled(can, Button::new(sign).min_size(vec2(36.0, 0.0)));
            response.widget_info(|| WidgetInfo::labeled(Role::Button, can, name));
            response.clicked()
        };
        // A size that was written by hand may be between two steps.
        if button("−", tr!("Smaller text"), *size > least) {
            *size = (size.div_ceil(step) - 1).max(least / step) * step;
        }
        if button("+", tr!("Larger text"), *size < most) {
            *size = (*size / step + 1).min(most / step) * step;
        }
        ui.label(format!("{size} %"));
    });
}
