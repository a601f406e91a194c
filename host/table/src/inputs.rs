//! The values that an action takes, such as an amount. They are chosen after everything else.

use crate::spoken;
use crate::widgets::with_gain;
use egui::{Button, Key, RichText, Slider, Ui};
use stonehouse_language::{InLanguage, capitalized, tr};
use stonehouse_plugin::choice::{Counts, Number};
use stonehouse_plugin::{Action, Input, InputKind, Text, choice};
use stonehouse_ui::theme;

/// A form in which the values of an action are entered.
#[derive(Clone, Debug, PartialEq)]
pub struct InputForm {
    action: Action,
    /// The name of the action.
    text: Text,
    /// Its gain; empty if that is unknown.
    gain: Text,
    inputs: Vec<Input>,
    values: Vec<i64>,
    /// Values that the game does not accept, and why.
    refused: Option<(Vec<i64>, String)>,
}

/// A person's answer to the form.
#[derive(Clone, Debug, PartialEq)]
pub enum InputAnswer {
    /// Confirmed it: the action with its values.
    Given(Action, Vec<i64>),
    /// Went back to choose something else.
    Back,
}

impl InputForm {
    /// A form filled in with the proposed values.
    pub fn new(action: Action, text: Text, inputs: Vec<Input>) -> Self {
        let values = inputs.iter().flat_map(proposed).collect();
        Self { action, text, gain: Text::default(), inputs, values, refused: None }
    }

    /// The form with the gain of its action.
    #[must_use]
    pub fn gain(mut self, gain: Text) -> Self {
        self.gain = gain;
        self
    }

    /// The values as entered so far.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The action that takes them.
    pub const fn action(&self) -> Action {
        self.action
    }

    /// Whether these values are within their bounds.
    pub fn is_complete(&self) -> bool {
        choice::all_taken(&self.inputs, &self.values)
    }

    /// Notes whether the game accepts these values: if not, why.
    pub fn judge(&mut self, values: Vec<i64>, why_not: Option<String>) {
        self.refused = why_not.map(|why| (values, why));
    }

    /// Why the game does not accept the values as entered so far, if that is known.
    fn why_not(&self) -> Option<&str> {
        self.refused.as_ref().filter(|(values, _)| *values == self.values).map(|(_, why)| why.as_str())
    }

    /// Shows a widget for each value and a button to confirm. `names` are the players' names.
    pub fn ui(&mut self, ui: &mut Ui, names: &[String]) -> Option<InputAnswer> {
        let selection = &mut ui.visuals_mut().selection;
        (selection.bg_fill, selection.stroke.color) = (theme::darker(theme::GREEN, 0.45), theme::LIGHT);
        let mut place = 0;
        for input in &self.inputs {
            let width = input.width();
            let values = &mut self.values[place..place + width];
            place += width;
            let label = input.label.shown(names);
            if !label.is_empty() {
                ui.label(RichText::new(&label).color(theme::LIGHT));
            }
            match (&input.kind, values) {
                (InputKind::Number(number), [value]) => number_ui(ui, number, value, &label, names),
                (InputKind::Pick(words), [value]) => pick_ui(ui, words, value, names),
                (InputKind::Counts(counts), values) => counts_ui(ui, counts, values, names),
                _ => {}
            }
        }
        let text = self.text.shown(names);
        let text = if text.is_empty() { tr!("Confirm").to_owned() } else { capitalized(&text) };
        let why_not = self.why_not();
        let complete = self.is_complete() && why_not.is_none();
        let gain = self.gain.shown(names);
        let (text, name) = (with_gain(&text, &gain), spoken::with_spoken_gain(&text, &gain));
        let confirm = RichText::new(text).strong().color(theme::INK);
        let confirm = ui.add_enabled(complete, Button::new(confirm).fill(theme::BRASS));
        let confirm = confirm.on_disabled_hover_text(why_not.unwrap_or_default());
        if let Some(why) = why_not {
            ui.label(RichText::new(capitalized(why)).color(theme::LIGHT));
        }
        confirm.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, complete, &name));
        let typing = ui.ctx().egui_wants_keyboard_input() && !confirm.has_focus();
        let entered = complete
            && !typing
            && ui.input(|input| input.key_pressed(Key::Enter))
            && ui.memory(|memory| memory.focused().is_none());
        if confirm.clicked() || entered {
            return Some(InputAnswer::Given(self.action, self.values.clone()));
        }
        let back = ui.button(tr!("Back")).on_hover_text(tr!("Choose something else (Esc)"));
        (back.clicked() || escaped(ui)).then_some(InputAnswer::Back)
    }
}

/// Whether Esc was pressed. The key is consumed, so that it does nothing else.
fn escaped(ui: &Ui) -> bool {
    ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape))
}

/// The proposed values of an input: valid ones, if there are any.
fn proposed(input: &Input) -> Vec<i64> {
    match &input.kind {
        InputKind::Number(number) => {
            let value = number.default.clamp(number.min, number.max.max(number.min));
            vec![if number.takes(value) { value } else { number.min }]
        }
        InputKind::Pick(_) => vec![0],
        InputKind::Counts(counts) => {
            // As few things as allowed, taken from the beginning of the list.
            let mut missing = counts.min;
            let take = |(_, most): &(Text, i64)| {
                let count = missing.clamp(0, (*most).max(0));
                missing -= count;
                count
            };
            counts.of.iter().map(take).collect()
        }
        _ => vec![0; input.width()],
    }
}

/// The nearest valid value.
fn nearest(number: &Number, value: i64) -> i64 {
    let step = number.step.max(1);
    let value = value.clamp(number.min, number.max.max(number.min));
    if number.takes(value) {
        return value;
    }
    let above = value.saturating_sub(number.min);
    number.min.saturating_add((above.saturating_add(step / 2)) / step * step).min(number.max)
}

/// The next valid value up or down.
fn stepped(number: &Number, value: i64, up: bool) -> i64 {
    let step = number.step.max(1);
    if up {
        return value.saturating_add(step).min(number.max);
    }
    // The greatest value need not be a whole number of steps above the least; from there, go down to the last step.
    let beyond = value.saturating_sub(number.min) % step;
    value.saturating_sub(if beyond == 0 { step } else { beyond }).max(number.min)
}

fn number_ui(ui: &mut Ui, number: &Number, value: &mut i64, label: &str, names: &[String]) {
    let name = |what: &str| if label.is_empty() { what.to_owned() } else { format!("{label}: {what}") };
    if named(ui, "−", &name(tr!("less")), *value > number.min) {
        *value = stepped(number, *value, false);
    }
    if number.max > number.min {
        let range = number.min..=number.max;
        let shown = ui.scope(|ui| {
            ui.visuals_mut().override_text_color = Some(theme::colours(ui).ink);
            ui.spacing_mut().slider_width = 150.0;
            let mut dragged = *value;
            // The slider itself has no steps: it would round away a greatest value that is not on one.
            let response = ui.add(Slider::new(&mut dragged, range));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, name(tr!("amount"))));
            (response.changed(), response.dragged(), dragged)
        });
        if let (true, by_pointer, moved) = shown.inner {
            let near = nearest(number, moved);
            // An arrow key moves the value by one step, however large a step is.
            *value = if near == *value && !by_pointer { stepped(number, near, moved > near) } else { near };
        }
    } else {
        ui.label(RichText::new(value.to_string()).color(theme::LIGHT).strong());
    }
    if named(ui, "+", &name(tr!("more")), *value < number.max) {
        *value = stepped(number, *value, true);
    }
    for (mark, words) in number.marks.iter().filter(|(mark, _)| number.takes(*mark)) {
        let words = words.shown(names);
        if ui.add(Button::new(words).selected(*value == *mark)).clicked() {
            *value = *mark;
        }
    }
}

fn pick_ui(ui: &mut Ui, words: &[Text], value: &mut i64, names: &[String]) {
    for (place, word) in words.iter().enumerate() {
        let place = place as i64;
        if ui.add(Button::new(word.shown(names)).selected(*value == place)).clicked() {
            *value = place;
        }
    }
}

fn counts_ui(ui: &mut Ui, counts: &Counts, values: &mut [i64], names: &[String]) {
    for ((what, most), count) in counts.of.iter().zip(values.iter_mut()) {
        let what = what.shown(names);
        ui.label(RichText::new(&what).color(theme::LIGHT));
        if named(ui, "−", &tr!("{what}: less", what), *count > 0) {
            *count -= 1;
        }
        ui.label(RichText::new(count.to_string()).color(theme::LIGHT).strong());
        if named(ui, "+", &tr!("{what}: more", what), *count < *most) {
            *count += 1;
        }
    }
    let sum = values.iter().fold(0_i64, |sum, count| sum.saturating_add(*count));
    let bounds = if counts.min == counts.max {
        tr!("{sum} of {all}", sum, all = counts.min)
    } else {
        tr!("{sum}, {least} to {most}", sum, least = counts.min, most = counts.max)
    };
    let fits = (counts.min..=counts.max).contains(&sum);
    ui.label(RichText::new(bounds).color(if fits { theme::BRASS_LIGHT } else { theme::LIGHT }));
}

/// A small button with its own name for assistive technology.
pub(super) fn named(ui: &mut Ui, sign: &str, name: &str, enabled: bool) -> bool {
    let response = ui.add_enabled(enabled, Button::new(RichText::new(sign).strong()));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, name));
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposed_values_are_valid_if_any_are() {
        let bet = Input::number("bet", "", 4, 11).step(2).proposed(7);
        let suit = Input::pick("suit", "", ["hearts", "spades"]);
        let trade = Input::counts("trade", "", vec![("wood".into(), 2), ("clay".into(), 3)], (4, 4));
        for inputs in [vec![bet.clone()], vec![suit.clone()], vec![trade.clone()], vec![bet, suit, trade]] {
            let form = InputForm::new(Action(1), Text::default(), inputs);
            assert!(form.is_complete(), "{:?}", form.values());
        }
        let nothing = Input::counts("x", "", vec![("wood".into(), 1)], (2, 3));
        assert!(!InputForm::new(Action(1), Text::default(), vec![nothing]).is_complete());
    }

    #[test]
    fn number_steps_stay_within_bounds_and_reach_the_maximum() {
        let InputKind::Number(number) = Input::number("bet", "", 4, 11).step(3).kind else { panic!("a number") };
        let up: Vec<i64> =
            std::iter::successors(Some(4), |value| Some(stepped(&number, *value, true))).take(5).collect();
        let down: Vec<i64> =
            std::iter::successors(Some(11), |value| Some(stepped(&number, *value, false))).take(5).collect();
        assert_eq!((up, down), (vec![4, 7, 10, 11, 11], vec![11, 10, 7, 4, 4]));
        for value in [i64::MIN, 0, 5, 6, 9, 11, i64::MAX] {
            assert!(number.takes(nearest(&number, value)), "{value}");
        }
        let InputKind::Number(wide) = Input::number("bet", "", i64::MIN, i64::MAX).step(7).kind else {
            panic!("a number")
        };
        let _ = (stepped(&wide, i64::MAX, true), stepped(&wide, i64::MIN, false), nearest(&wide, 3));
    }
}
