//! House rules: switched on and off, and put in order.

use super::form::complaint;
use egui::{Align, Button, Layout, RichText, Role, Ui, WidgetInfo, vec2};
use stonehouse_engine::Script;
use stonehouse_engine::draft::{Fault, VariantPart};
use stonehouse_language::{tr, translate_words};
use stonehouse_ui::theme;

/// Shows the house rules: those that are on in their order, then the others. Returns whether something was changed.
pub(super) fn ui(ui: &mut Ui, on: &mut Vec<Script>, all: &[Script], faults: Option<&Vec<Fault>>) -> bool {
    let mut change = None;
    let count = on.len();
    for (place, script) in on.iter().enumerate() {
        let mut stays = true;
        row(ui, script, &mut stays, |ui, title| {
            if count == 1 {
                return;
            }
            if step(ui, tr!("Down"), &tr!("{rule}: later", rule = title), place + 1 < count) {
                change = Some(RuleChange::Swap(place, place + 1));
            }
            if step(ui, tr!("Up"), &tr!("{rule}: earlier", rule = title), place > 0) {
                change = Some(RuleChange::Swap(place - 1, place));
            }
        });
        if !stays {
            change = Some(RuleChange::Off(place));
        }
        let about = VariantPart::Script(script.name.clone());
        for fault in faults.into_iter().flatten().filter(|fault| fault.about == about) {
            complaint(ui, &fault.text);
        }
    }
    if count > 1 {
        let text = tr!("They are applied in this order: each gets what the one before it has answered.");
        ui.label(RichText::new(text).text_style(theme::small()).color(theme::colours(ui).ink_soft));
    }
    for script in all.iter().filter(|script| !on.iter().any(|own| own.name == script.name)) {
        let mut added = false;
        row(ui, script, &mut added, |_, _| {});
        if added {
            change = Some(RuleChange::On(script.clone()));
        }
    }
    if on.is_empty() && all.is_empty() {
        ui.label(RichText::new(tr!("There are no house rules for this game yet.")).color(theme::colours(ui).ink_soft));
    }
    match change {
        Some(RuleChange::On(script)) => on.push(script),
        Some(RuleChange::Off(place)) => drop(on.remove(place)),
        Some(RuleChange::Swap(one, other)) => on.swap(one, other),
        None => return false,
    }
    true
}

enum RuleChange {
    On(Script),
    Off(usize),
    Swap(usize, usize),
}

/// A house rule with its switch on the left and buttons on the right.
fn row(ui: &mut Ui, script: &Script, is_on: &mut bool, buttons: impl FnOnce(&mut Ui, &str)) {
    let title = translate_words(&script.title());
    let size = vec2(ui.available_width(), 28.0 * theme::scale(ui));
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        buttons(ui, &title);
        let file = RichText::new(&script.name).text_style(theme::small()).color(theme::colours(ui).ink_soft);
        ui.label(file).on_hover_text(script.file.display().to_string());
        ui.with_layout(Layout::left_to_right(Align::Center).with_main_wrap(true), |ui| {
            let text = RichText::new(&title);
            ui.checkbox(is_on, text).on_hover_text(translate_words(&script.about()));
        });
    });
}

fn step(ui: &mut Ui, sign: &str, name: &str, enabled: bool) -> bool {
    let response =
        ui.add_enabled(enabled, Button::new(RichText::new(sign).text_style(theme::small())).min_size(vec2(28.0, 26.0)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    response.clicked()
}
