//! House rules: switched on and off, and put in order.

use super::field;
use super::widgets::complaint;
use egui::{Align, Button, Layout, RichText, Role, Ui, WidgetInfo, vec2};
use serde_json::Value;
use std::collections::HashMap;
use stonehouse_engine::Script;
use stonehouse_engine::draft::{Fault, VariantPart, set_rule_knob};
use stonehouse_language::{tr, translate_words};
use stonehouse_plugin::KnobDecl;
use stonehouse_ui::theme;

/// The house rules of the form.
pub(super) struct RuleList<'a> {
    /// Those that could be on.
    pub all: &'a [Script],
    /// Those of the variant that the draft starts from.
    pub parent: &'a [Script],
    pub faults: &'a [Fault],
    /// Returns the knobs of a script.
    pub knobs: &'a mut dyn FnMut(&Script) -> Vec<KnobDecl>,
    pub brushes: &'a mut HashMap<String, char>,
}

impl RuleList<'_> {
    /// Shows those that are on in their order, each with its knobs, then the others. Returns whether something was
    /// changed.
    pub fn ui(&mut self, ui: &mut Ui, on: &mut Vec<Script>) -> bool {
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
            for fault in self.faults.iter().filter(|fault| fault.about == about) {
                complaint(ui, &fault.text);
            }
            if let Some((knob, value)) = self.knobs(ui, script) {
                change = Some(RuleChange::Set(place, knob, value));
            }
        }
        if count > 1 {
            let text = tr!("They are applied in this order: each gets what the one before it has answered.");
            ui.label(RichText::new(text).text_style(theme::small()).color(theme::colours(ui).ink_soft));
        }
        for script in self.all.iter().filter(|script| !on.iter().any(|own| own.name == script.name)) {
            let mut added = false;
            row(ui, script, &mut added, |_, _| {});
            if added {
                change = Some(RuleChange::On(script.clone()));
            }
        }
        if on.is_empty() && self.all.is_empty() {
            ui.label(
                RichText::new(tr!("There are no house rules for this game yet.")).color(theme::colours(ui).ink_soft),
            );
        }
        match change {
            Some(RuleChange::On(script)) => on.push(script),
            Some(RuleChange::Off(place)) => drop(on.remove(place)),
            Some(RuleChange::Swap(one, other)) => on.swap(one, other),
            Some(RuleChange::Set(place, knob, value)) => {
                let parent = self.parent.iter().find(|known| known.name == on[place].name);
                set_rule_knob(&mut on[place], parent, &knob, value);
            }
            None => return false,
        }
        true
    }

    /// Shows the knobs of a house rule. Returns the one that was changed, with its value.
    fn knobs(&mut self, ui: &mut Ui, script: &Script) -> Option<(KnobDecl, Value)> {
        let parent = self.parent.iter().find(|known| known.name == script.name);
        let mut changed = None;
        for knob in (self.knobs)(script) {
            let inherited = parent.and_then(|parent| parent.knobs.get(&knob.name)).unwrap_or(&knob.default).clone();
            let mut value = script.knobs.get(&knob.name).unwrap_or(&inherited).clone();
            let is_changed = ui
                .indent((&script.name, &knob.name), |ui| field::ui(ui, &knob, &mut value, &inherited, self.brushes))
                .inner;
            let about = VariantPart::RuleKnob { script: script.name.clone(), knob: knob.name.clone() };
            for fault in self.faults.iter().filter(|fault| fault.about == about) {
                complaint(ui, &fault.text);
            }
            if is_changed {
                changed = Some((knob, value));
            }
        }
        changed
    }
}

enum RuleChange {
    On(Script),
    Off(usize),
    Swap(usize, usize),
    Set(usize, KnobDecl, Value),
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
