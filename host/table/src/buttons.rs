//! The buttons of a prompt, whatever their number. Those that differ only in a number are shown as one number to be
//! chosen.

use super::widgets::{button_width, show_button, with_gain};
use super::{Table, inputs};
use egui::{DragValue, RichText, ScrollArea, TextWrapMode, Ui};
use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::Arg;
use stonehouse_plugin::scene::{Button, Prompt};
use stonehouse_ui::theme;

/// The most buttons of one action that are shown side by side with those of others.
const MAX_TOGETHER: usize = 4;
/// The greatest share of the window that buttons take up. More of them are scrolled.
const MAX_SHARE: f32 = 0.2;

/// Buttons that belong together.
#[derive(Debug, PartialEq)]
enum ButtonGroup<'a> {
    /// One button, and its number among all.
    Single(usize, &'a Button),
    /// One action with many targets.
    Words(String, Vec<(usize, &'a Button)>),
    /// One action with many numbers, in order.
    Numbers(String, Vec<(i64, &'a Button)>),
}

/// An action and its target, for a button that names them.
fn aimed(button: &Button, names: &[String]) -> Option<(String, String)> {
    let argument = |wanted: &str| {
        let (_, argument) = button.text.arguments().find(|(name, _)| *name == wanted)?;
        match argument {
            Arg::Text(text) => Some(text.shown(names)),
            Arg::Number(number) => Some(number.to_string()),
            Arg::Seat { seat } => names.get(seat.index()).cloned(),
            _ => None,
        }
    };
    let target = argument("target").or_else(|| argument("player"))?;
    // A label that contains its target has the words on both sides of it.
    let around = || match (argument("before")?.trim_end_matches([':', ' ']), argument("after")?.trim()) {
        (before, "") => Some(before.to_owned()),
        (before, after) => Some(format!("{before} … {after}")),
    };
    Some((argument("action").or_else(around)?, target))
}

/// The buttons, in groups.
fn groups<'a>(buttons: &'a [Button], names: &[String]) -> Vec<ButtonGroup<'a>> {
    let mut groups = Vec::new();
    let mut place = 0;
    while let Some(button) = buttons.get(place) {
        let action = aimed(button, names).map(|(action, _)| action);
        let alike = |other: &&Button| action.is_some() && aimed(other, names).map(|(action, _)| action) == action;
        let count = buttons[place..].iter().take_while(alike).count().max(1);
        let first = place;
        let own = buttons[first..first + count].iter().enumerate().map(move |(nth, button)| (first + nth, button));
        place += count;
        let Some(action) = action.filter(|_| count > MAX_TOGETHER) else {
            groups.extend(own.map(|(number, button)| ButtonGroup::Single(number, button)));
            continue;
        };
        let numbers = own.clone().map(|(_, button)| Some((aimed(button, names)?.1.parse().ok()?, button)));
        groups.push(match numbers.collect::<Option<Vec<(i64, &Button)>>>() {
            Some(mut numbers) => {
                numbers.sort_by_key(|(number, _)| *number);
                ButtonGroup::Numbers(action, numbers)
            }
            None => ButtonGroup::Words(action, own.collect()),
        });
    }
    groups
}

impl Table {
    /// Shows the buttons of a prompt, and returns the handle of the one that was pressed. Keys `may` press buttons.
    pub fn prompt_buttons(&mut self, ui: &mut Ui, prompt: &Prompt, may: bool, names: &[String]) -> Option<String> {
        let mut touched = None;
        let most = (ui.ctx().content_rect().height() * MAX_SHARE).max(2.0 * ui.spacing().interact_size.y);
        let mut area = ScrollArea::vertical().id_salt("buttons").max_height(most).auto_shrink([false, true]);
        // The window keeps the place of an earlier match's buttons.
        if !std::mem::replace(&mut self.has_shown_buttons, true) {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.set_min_height(32.0 * theme::scale(ui));
                ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
                for group in groups(&prompt.buttons, names) {
                    match group {
                        ButtonGroup::Single(number, button) => {
                            let text = button.text.shown(names);
                            if self.prompt_button(
                                ui,
                                button,
                                (&text, self.greatest_width(ui, button, &text, names)),
                                number,
                                may,
                                names,
                            ) {
                                touched = Some(button.handle.clone());
                            }
                        }
                        ButtonGroup::Words(action, buttons) => {
                            ui.end_row();
                            ui.label(RichText::new(action).color(theme::LIGHT));
                            for (number, button) in buttons {
                                let text = aimed(button, names).map(|(_, target)| target).unwrap_or_default();
                                if self.prompt_button(
                                    ui,
                                    button,
                                    (&text, self.greatest_width(ui, button, &text, names)),
                                    number,
                                    may,
                                    names,
                                ) {
                                    touched = Some(button.handle.clone());
                                }
                            }
                            ui.end_row();
                        }
                        ButtonGroup::Numbers(action, numbers) => {
                            touched = self.number_button(ui, &action, &numbers, names).or(touched.take());
                        }
                    }
                }
            });
        });
        touched
    }

    /// Shows a number, and a button that chooses the action with it.
    fn number_button(&mut self, ui: &mut Ui, action: &str, all: &[(i64, &Button)], names: &[String]) -> Option<String> {
        let open: Vec<_> = all.iter().filter(|(_, button)| self.continues_with(&button.handle)).copied().collect();
        // As long as none can be pressed, the least stays in sight.
        let numbers = if open.is_empty() { &all[..1] } else { &open[..] };
        let wanted = self.numbers.get(action).copied().unwrap_or(numbers[0].0);
        let nearest =
            |to: i64| (0..numbers.len()).min_by_key(|place| numbers[*place].0.abs_diff(to)).unwrap_or_default();
        let (place, last) = (nearest(wanted), numbers.len() - 1);
        let name = |what: &str| format!("{action}: {what}");
        let mut number = numbers[place].0;
        // A number and its button stay on one line.
        let width = |words: &str| button_width(ui, words.to_owned());
        let value = width(&numbers[last].0.to_string()).max(ui.spacing().interact_size.x);
        let button = width(&numbers[last].1.text.fill(names));
        let all = width(action) + width("−") + value + width("+") + button;
        if all > ui.available_size_before_wrap().x && ui.cursor().left() > ui.min_rect().left() + 1.0 {
            ui.end_row();
        }
        ui.label(RichText::new(action).color(theme::LIGHT));
        if inputs::named(ui, "−", &name(tr!("less")), place > 0) {
            number = numbers[place - 1].0;
        }
        let range = numbers[0].0..=numbers[last].0;
        let dragged = ui.add_enabled(last > 0, DragValue::new(&mut number).range(range).speed(0.1));
        if dragged.changed() && numbers[nearest(number)].0 == numbers[place].0 && number != numbers[place].0 {
            // Between two numbers that can be chosen, a step moves to the next.
            let next = if number > numbers[place].0 { (place + 1).min(last) } else { place.saturating_sub(1) };
            number = numbers[next].0;
        }
        dragged.widget_info(|| {
            let mut info = egui::WidgetInfo::labeled(egui::Role::SpinButton, last > 0, name(tr!("amount")));
            info.value = Some(number as f64);
            info
        });
        if inputs::named(ui, "+", &name(tr!("more")), place < last) {
            number = numbers[place + 1].0;
        }
        let (number, button) = numbers[nearest(number)];
        self.numbers.insert(action.to_owned(), number);
        let text = button.text.shown(names);
        self.prompt_button(ui, button, (&text, 0.0), usize::MAX, false, names).then(|| button.handle.clone())
    }

    /// The greatest width of a button this turn, whatever its gain may be; 0 if that is its usual one. So no button
    /// moves when a card is chosen.
    fn greatest_width(&self, ui: &Ui, button: &Button, text: &str, names: &[String]) -> f32 {
        let could = self.pick.possible_gains(&button.handle).iter();
        could.map(|gain| button_width(ui, with_gain(text, &gain.shown(names)))).fold(0.0, f32::max)
    }

    /// Shows a button of a prompt with its gain, at least `least` wide, and returns whether it was clicked, or its key
    /// was pressed if keys `may` press buttons. Its key is that of its `number` among all buttons of the prompt, from
    /// 0, so that it stays the same while some of them are missing.
    pub(super) fn prompt_button(
        &self,
        ui: &mut Ui,
        button: &Button,
        (text, least): (&str, f32),
        number: usize,
        may: bool,
        names: &[String],
    ) -> bool {
        let continues_with = self.can_touch(&button.handle);
        let gain = self.gain_of(&button.handle, names);
        show_button(ui, button, (text, &gain, least), number, (continues_with, may), names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::{Seat, Text, text};

    fn bid(target: &str) -> Text {
        text!("{action}: {target}", action = Text::plain("Bid"), target = Text::plain(target.to_owned()))
    }

    #[test]
    fn buttons_containing_their_target_are_grouped_by_other_words() {
        let button = |before: &str, number: u8, after: &str| {
            let (before, after) = (before.to_owned(), after.to_owned());
            text!("{before}{target}{after}", before, target = number.to_string(), after)
        };
        for (before, after, action) in [("Bid: ", "", "Bid"), ("Pay ", " coins", "Pay … coins")] {
            let prompt = (0..5).fold(Prompt::new(Seat(0), "Choose"), |prompt, number| {
                prompt.button(format!("bid/{number}"), button(before, number, after))
            });
            let groups = groups(&prompt.buttons, &[]);
            let [ButtonGroup::Numbers(name, numbers)] = &groups[..] else { panic!("{groups:?}") };
            assert_eq!((name.as_str(), numbers.len()), (action, 5));
        }
    }

    #[test]
    fn many_numbers_of_one_action_are_one_group_in_order() {
        let mut prompt = Prompt::new(Seat(0), "Choose").button("pass", "Pass");
        for number in [9, 1, 5, 3, -2] {
            prompt = prompt.button(format!("bid/{number}"), bid(&number.to_string()));
        }
        let groups = groups(&prompt.buttons, &[]);
        assert!(matches!(&groups[0], ButtonGroup::Single(0, button) if button.handle == "pass"));
        let ButtonGroup::Numbers(action, numbers) = &groups[1] else { panic!("{groups:?}") };
        assert_eq!(action, "Bid");
        let numbers: Vec<_> = numbers.iter().map(|(number, button)| (*number, button.handle.as_str())).collect();
        assert_eq!(numbers, [(-2, "bid/-2"), (1, "bid/1"), (3, "bid/3"), (5, "bid/5"), (9, "bid/9")]);
        assert_eq!(groups.len(), 2);
    }

    #[test]
    fn few_numbers_stay_buttons_and_many_words_are_a_group() {
        let mut prompt = Prompt::new(Seat(0), "Choose");
        for number in ["1", "2", "3", "4"] {
            prompt = prompt.button(number, bid(number));
        }
        assert!(groups(&prompt.buttons, &[]).iter().all(|group| matches!(group, ButtonGroup::Single(..))));
        prompt = prompt.button("all", bid("all"));
        let groups = groups(&prompt.buttons, &[]);
        assert!(matches!(&groups[..], [ButtonGroup::Words(action, buttons)] if action == "Bid" && buttons.len() == 5));
    }
}
