//! One knob of the form: the widget that fits its type.

use super::grid;
use super::widgets::{choice, named};
use crate::labels;
use egui::{Align, Button, DragValue, Label, Layout, RichText, Role, Slider, TextEdit, Ui, WidgetInfo, vec2};
use serde_json::Value;
use std::collections::HashMap;
use stonehouse_language::{tr, translate_words};
use stonehouse_plugin::{KnobDecl, KnobKind};
use stonehouse_ui::theme;

/// The widest range of a slider: a wider one is dragged or typed.
const SLIDER: i64 = 200;
/// How much of the width the words get, and the least of it for a widget.
const WORDS: f32 = 0.5;

/// Shows a knob with its value. `inherited` is the value that it starts from. Returns whether it was changed.
pub(super) fn ui(
    ui: &mut Ui,
    knob: &KnobDecl,
    value: &mut Value,
    inherited: &Value,
    brushes: &mut HashMap<String, char>,
) -> bool {
    let name = labels::knob(knob);
    let before = value.clone();
    let drawn = value.as_str().is_some_and(grid::is_grid) && matches!(knob.kind, KnobKind::Text { .. });
    if drawn {
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 24.0;
            words(ui, knob, &name, value != inherited);
            back(ui, knob, &name, value, inherited);
        });
        if let Value::String(text) = value {
            grid::ui(ui, knob, &name, text, brushes);
        }
    } else {
        let width = ui.available_width();
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 26.0;
            ui.allocate_ui_with_layout(vec2(width * WORDS, 26.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(width * WORDS);
                words(ui, knob, &name, value != inherited);
            });
            ui.with_layout(Layout::left_to_right(Align::Center).with_main_wrap(true), |ui| {
                widget(ui, &knob.kind, value, &name);
                back(ui, knob, &name, value, inherited);
            });
        });
    }
    *value != before
}

/// Shows the name of a knob; its whole documentation is shown when it is pointed at.
fn words(ui: &mut Ui, knob: &KnobDecl, name: &str, changed: bool) {
    let text = RichText::new(name);
    let text = if changed { text.strong().color(theme::colours(ui).accent) } else { text };
    ui.add(Label::new(text).wrap()).on_hover_ui(|ui| {
        ui.set_max_width(420.0);
        ui.label(translate_words(&knob.doc));
        let limits = format!("`{}`: {}", knob.name, knob.kind.expected());
        ui.label(RichText::new(limits).text_style(theme::small()).color(theme::colours(ui).ink_soft));
    });
}

/// A button that takes a change back.
fn back(ui: &mut Ui, knob: &KnobDecl, name: &str, value: &mut Value, inherited: &Value) {
    if value == inherited {
        return;
    }
    let was = match inherited {
        Value::String(text) if text.contains('\n') => tr!("as it was").to_owned(),
        inherited => tr!("was {value}", value = labels::value(&knob.kind, inherited)),
    };
    let text = RichText::new(was).text_style(theme::small()).color(theme::colours(ui).ink_soft);
    let response = ui.add(Button::new(text).frame(false)).on_hover_text(tr!("Take this change back"));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("{knob}: take the change back", knob = name)));
    if response.clicked() {
        *value = inherited.clone();
    }
}

fn widget(ui: &mut Ui, kind: &KnobKind, value: &mut Value, name: &str) {
    match kind {
        KnobKind::Boolean => boolean(ui, value, name),
        KnobKind::Integer { min, max } => integer(ui, (*min, *max), value, name),
        KnobKind::Fraction { min, max, step } => fraction(ui, (*min, *max, *step), value, name),
        KnobKind::Text { longest } => text(ui, *longest, value, name),
        KnobKind::Word(words) => word(ui, words, value, name),
        KnobKind::List { of, min, max } => list(ui, of, (*min, *max), value, name),
        KnobKind::Optional(kind) => optional(ui, kind, value, name),
        _ => {
            ui.label(
                RichText::new(tr!("This version of Stonehouse cannot change this")).color(theme::colours(ui).ink_soft),
            );
        }
    }
}

fn boolean(ui: &mut Ui, value: &mut Value, name: &str) {
    let mut on = value.as_bool().unwrap_or_default();
    let label = if on { tr!("yes") } else { tr!("no") };
    let response = ui.checkbox(&mut on, label);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, name));
    if response.changed() {
        *value = on.into();
    }
}

fn integer(ui: &mut Ui, (min, max): (i64, i64), value: &mut Value, name: &str) {
    let mut number = value.as_i64().unwrap_or(min);
    let response = if max.saturating_sub(min) <= SLIDER {
        ui.spacing_mut().slider_width = (ui.available_width() - 150.0).clamp(60.0, 150.0);
        ui.add(Slider::new(&mut number, min..=max).trailing_fill(true))
    } else {
        ui.add(DragValue::new(&mut number).range(min..=max).speed(1.0))
    };
    named(&response, Role::Slider, name);
    if response.changed() {
        *value = number.into();
    }
}

fn fraction(ui: &mut Ui, (min, max, step): (f64, f64, Option<f64>), value: &mut Value, name: &str) {
    let mut number = value.as_f64().unwrap_or(min);
    ui.spacing_mut().slider_width = (ui.available_width() - 150.0).clamp(60.0, 150.0);
    let response = ui.add(Slider::new(&mut number, min..=max).step_by(step.unwrap_or_default()).trailing_fill(true));
    named(&response, Role::Slider, name);
    if response.changed() {
        *value = number.into();
    }
}

fn text(ui: &mut Ui, longest: usize, value: &mut Value, name: &str) {
    let mut text = value.as_str().unwrap_or_default().to_owned();
    let edit = if text.contains('\n') {
        TextEdit::multiline(&mut text).font(egui::TextStyle::Monospace)
    } else {
        TextEdit::singleline(&mut text)
    };
    let response = ui.add(edit.desired_width(220.0).char_limit(longest));
    named(&response, Role::TextInput, name);
    if response.changed() {
        *value = text.into();
    }
}

fn word(ui: &mut Ui, words: &[(String, String)], value: &mut Value, name: &str) {
    for (word, meaning) in words {
        let text = translate_words(&word.replace('_', " "));
        let chosen = value.as_str() == Some(word);
        let response = ui.scope(|ui| choice(ui, chosen, &text, &format!("{name}: {text}")));
        if !meaning.is_empty() {
            response.response.on_hover_text(translate_words(meaning));
        }
        if response.inner {
            *value = word.as_str().into();
        }
    }
}

fn list(ui: &mut Ui, of: &KnobKind, (min, max): (usize, usize), value: &mut Value, name: &str) {
    let Value::Array(items) = value else { return };
    let many = items.len();
    for (place, item) in items.iter_mut().enumerate() {
        let name = tr!("{knob}: {number} of {all}", knob = name, number = place + 1, all = many);
        match of {
            // Several sliders beside each other would be too wide.
            KnobKind::Integer { min, max } => {
                let mut number = item.as_i64().unwrap_or(*min);
                let response = ui.add(DragValue::new(&mut number).range(*min..=*max));
                named(&response, Role::SpinButton, &name);
                if response.changed() {
                    *item = number.into();
                }
            }
            of => widget(ui, of, item, &name),
        }
    }
    if many < max && small(ui, "+", &tr!("{knob}: one more", knob = name)) {
        items.push(items.last().cloned().unwrap_or_else(|| least(of)));
    }
    if many > min && small(ui, "−", &tr!("{knob}: one less", knob = name)) {
        items.pop();
    }
}

fn small(ui: &mut Ui, sign: &str, name: &str) -> bool {
    let response = ui.add(Button::new(sign).min_size(vec2(26.0, 24.0)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.clicked()
}

fn optional(ui: &mut Ui, kind: &KnobKind, value: &mut Value, name: &str) {
    let mut some = !value.is_null();
    let label = if some { "" } else { tr!("none") };
    let response = ui.checkbox(&mut some, label);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, some, tr!("{knob}: any", knob = name)));
    if response.changed() {
        *value = if some { least(kind) } else { Value::Null };
    }
    if some {
        widget(ui, kind, value, name);
    }
}

/// The first value that a type has.
fn least(kind: &KnobKind) -> Value {
    match kind {
        KnobKind::Boolean => false.into(),
        KnobKind::Integer { min, max } => 0.clamp(*min, *max.max(min)).into(),
        KnobKind::Fraction { min, .. } => (*min).into(),
        KnobKind::Text { .. } => "".into(),
        KnobKind::Word(words) => words.first().map_or(Value::Null, |(word, _)| word.as_str().into()),
        KnobKind::List { of, min, .. } => vec![least(of); *min].into(),
        _ => Value::Null,
    }
}
