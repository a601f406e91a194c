//! Above the table: a bar with commands (Leave, Undo, Rules, ...), and a banner that names the seat whose turn it is
//! and what to do.

use super::actor::Respondent;
use super::lesson::ActiveLesson;
use super::question::{self, TableQuestion};
use super::{MatchCommand, Play};
use crate::match_words;
use egui::text::LayoutJob;
use egui::{
    Align, Button, Frame, Key, KeyboardShortcut, Label, Layout, Margin, Modifiers, Panel, RichText, Role, TextStyle,
    Ui, WidgetInfo, vec2,
};
use stonehouse_engine::Player;
use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::Arg;
use stonehouse_plugin::scene::Prompt;
use stonehouse_runtime::{Choice, HOUSE_PROMPT, is_house_handle};
use stonehouse_ui::theme::{self, LineEnd};

const UNDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
const REDO: [KeyboardShortcut; 2] = [
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z),
    KeyboardShortcut::new(Modifiers::COMMAND, Key::Y),
];

/// The width of the bar below which some of its buttons are in a menu, in points.
const TIGHT: f32 = 820.0;

impl Play {
    /// The bar with commands.
    pub(super) fn top_bar(&mut self, ui: &mut Ui) -> Option<MatchCommand> {
        let mut command = None;
        // Redo is checked first, even if there is nothing to redo: its keys include Ctrl+Z.
        let mut redo = ui.input_mut(|input| REDO.iter().any(|keys| input.consume_shortcut(keys)));
        let mut undo = ui.input_mut(|input| input.consume_shortcut(&UNDO));
        let paused = self.paused.then_some(tr!("The match is paused"));
        let busy = self.actor.is_busy().then_some(tr!("The rules are still running")).or(paused);
        let status = self.actor.status();
        let (why_no_undo, can_redo) = (busy.or(status.why_no_undo), busy.is_none() && status.can_redo);
        Panel::top("bar").frame(theme::bar_frame(ui)).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let scale = theme::scale(ui);
                ui.set_max_height(30.0 * scale);
                let is_tight = ui.available_width() < TIGHT * scale;
                let end = LineEnd::of(ui, "commands");
                end.before(ui, |ui| {
                    let (leave, why) = if self.is_trial {
                        (tr!("Back to the workshop"), tr!("A match in which a variant is tried is not kept"))
                    } else {
                        (tr!("Leave"), tr!("The match is kept: it can be resumed from the launcher"))
                    };
                    if ui.button(leave).on_hover_text(why).clicked() {
                        command = Some(MatchCommand::Leave);
                    }
                    let more = ui.button("+");
                    more.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("New tab")));
                    if more.on_hover_text(tr!("The launcher beside this match, which stays open (Ctrl+T)")).clicked() {
                        command = Some(MatchCommand::NewTab);
                    }
                    self.heading(ui);
                });
                end.show(ui, |ui| {
                    undo |= ui
                        .add_enabled(why_no_undo.is_none(), Button::new(tr!("Undo")))
                        .on_hover_text(tr!("Take the last action back (Ctrl+Z)"))
                        .on_disabled_hover_text(why_no_undo.unwrap_or_default())
                        .clicked();
                    redo |= ui
                        .add_enabled(can_redo, Button::new(tr!("Redo")))
                        .on_hover_text(tr!("Play again what was taken back (Ctrl+Shift+Z)"))
                        .on_disabled_hover_text(tr!("Nothing was taken back"))
                        .clicked();
                    if is_tight {
                        ui.menu_button(tr!("Menu"), |ui| command = self.commands(ui, true).or(command.take()));
                    } else {
                        command = self.commands(ui, false).or(command.take());
                    }
                });
            });
        });
        if undo && why_no_undo.is_none() {
            self.undo();
        } else if redo && can_redo {
            self.redo();
        }
        command
    }

    /// The title and the status, in the room that is left: where the status does not fit whole, it is left out.
    fn heading(&self, ui: &mut Ui) {
        let whole = RichText::new(self.board.title()).text_style(theme::title());
        let text = self.board.scene().status.shown(self.board.names());
        let status = RichText::new(text).color(theme::colours(ui).ink_soft);
        let wide = |text: &RichText| {
            let text = egui::WidgetText::from(text.clone());
            let style = egui::FontSelection::Default;
            text.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, style).size().x
        };
        let has_room = wide(&whole) + ui.spacing().item_spacing.x + wide(&status) <= ui.available_width();
        let name = ui.add(Label::new(whole).truncate());
        if has_room {
            ui.label(status);
        } else {
            name.on_hover_text(status);
        }
    }

    /// The commands that go into a menu where the bar has no room for them.
    fn commands(&mut self, ui: &mut Ui, in_menu: bool) -> Option<MatchCommand> {
        let mut command = None;
        let chosen = |ui: &mut Ui, text: &str, hint: &str| {
            let clicked = ui.button(text).on_hover_text(hint).clicked();
            if clicked && in_menu {
                ui.close();
            }
            clicked
        };
        if let Some(tally) = &self.board.scene().tally
            && chosen(ui, &tally.title.shown(self.board.names()), tr!("How the points were counted"))
        {
            self.tally.open();
        }
        let can_pause = !self.is_over() && !self.paused;
        let pause = ui.add_enabled(can_pause, Button::new(tr!("Pause")));
        if pause.on_hover_text(tr!("The table is covered, and the clocks rest")).clicked() {
            if in_menu {
                ui.close();
            }
            self.pause();
        }
        let before = (self.side.rules.is_open, self.console.open);
        toggle(ui, &mut self.side.rules.is_open, tr!("Rules"), tr!("The rules in short, beside the table"));
        toggle(
            ui,
            &mut self.console.open,
            tr!("Console"),
            tr!("What house rules print and change, for those who write them"),
        );
        if in_menu && before != (self.side.rules.is_open, self.console.open) {
            ui.close();
        }
        if chosen(ui, tr!("Settings"), tr!("Colours, language, size of text, pace (Ctrl+,)")) {
            command = Some(MatchCommand::Settings);
        }
        if chosen(ui, tr!("New match"), tr!("Another match of this variant")) {
            command = Some(MatchCommand::NewMatch);
        }
        command
    }

    /// At the end of the banner: a hint, and the ends that people choose, where there can be one.
    fn banner_end(&mut self, ui: &mut Ui) {
        if self.side.hints.is_on && self.board.players().iter().any(Player::is_person) {
            let why = self.why_no_hint();
            let button = ui.add_enabled(why.is_none(), Button::new(tr!("Hint")));
            let button = button.on_hover_text(tr!("What a strong bot would do here, from what you may know (H)"));
            if button.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
                self.toggle_hint(ui);
            }
        }
        if let Some(seat) = self.ending_seat() {
            let mut chosen = (false, false);
            let is_duel = question::sides(&self.board, self.actor.status()) == 2;
            let then =
                if is_duel { tr!("The other side wins") } else { tr!("The others play on, and a bot in your place") };
            ui.menu_button(tr!("End"), |ui| {
                chosen.0 = ui.button(tr!("Resign…")).on_hover_text(then).clicked();
                if is_duel {
                    let until = self.questions.actions_until_offer(self.actor.status().count);
                    let offer = ui.add_enabled(until == 0, Button::new(tr!("Offer a draw")));
                    let offer = offer.on_hover_text(tr!("The others are asked")).on_disabled_hover_text(tr!(
                        "It was refused. Actions until it can be offered again: {count}",
                        count = until
                    ));
                    chosen.1 = offer.clicked();
                }
                // A click anywhere closes the menu, a key does not.
                if chosen != (false, false) {
                    ui.close();
                }
            });
            match chosen {
                (true, _) => self.questions.ask(TableQuestion::Resign(seat)),
                (_, true) => self.offer_draw(ui, seat),
                _ => {}
            }
        }
    }

    /// The banner: whose turn it is and what to do, or how the match ended.
    pub(super) fn banner(&mut self, ui: &mut Ui) -> Option<MatchCommand> {
        let mut command = None;
        let mut chosen = None;
        let frame = Frame::new().fill(theme::GREEN).inner_margin(Margin::symmetric(16, 9));
        Panel::top("banner").frame(frame).show_separator_line(false).show(ui, |ui| {
            // Only a form is shown in several rows, if it has to be.
            let row = Layout::left_to_right(Align::Center).with_main_wrap(self.board.form().is_some());
            let height = 36.0 * theme::scale(ui);
            let size = vec2(ui.available_width(), height);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.spacing_mut().interact_size.y = height;
                if let Some(end) = &self.actor.status().end {
                    let text = self.board.ending(end);
                    let end = LineEnd::of(ui, "after the end");
                    end.before(ui, |ui| announce(ui, &text));
                    end.show(ui, |ui| {
                        if self.summary.is_open() {
                            return;
                        }
                        if ui.button(tr!("Rematch")).on_hover_text(self.board.rematch_tip()).clicked() {
                            command = Some(MatchCommand::Rematch);
                        }
                        if ui.button(tr!("Summary")).on_hover_text(tr!("How the match went")).clicked() {
                            self.summary.set_open(true);
                        }
                    });
                } else {
                    let end = LineEnd::of(ui, "end");
                    end.before(ui, |ui| {
                        let size = vec2(ui.available_width(), height);
                        ui.allocate_ui_with_layout(size, row, |ui| chosen = self.asked(ui));
                    });
                    end.show(ui, |ui| self.banner_end(ui));
                }
            });
        });
        if let Some(chosen) = chosen {
            self.choose(chosen);
        }
        command
    }

    /// Shows whose turn it is, and what to do. Returns the choice in a form.
    fn asked(&mut self, ui: &mut Ui) -> Option<Choice> {
        if let Some(slow) = self.actor.slow_for() {
            announce(ui, &match_words::waiting(self.board.ruleset(), slow));
            return None;
        }
        let seat = self.actor.status().to_act?;
        if let Some(text) = self.lesson.as_ref().filter(|_| self.is_taught()).and_then(ActiveLesson::banner) {
            announce(ui, text);
            return None;
        }
        let is_person = self.actor.status().is_persons_turn;
        if let Some(asked) = self.actor.status().asked {
            let text = match asked {
                Respondent::One(seat) => tr!("A question to {player}", player = self.board.names()[seat.index()]),
                Respondent::Everybody => tr!("A question to everybody").to_owned(),
            };
            announce(ui, &text);
            return None;
        }
        ui.label(RichText::new(self.board.name(seat)).text_style(theme::title()).strong().color(theme::BRASS_LIGHT));
        if self.is_covered() {
            let text = if self.paused { tr!("The match is paused") } else { tr!("your turn: the others look away") };
            announce(ui, text);
            return None;
        }
        let prompt = self.board.scene().prompt.as_ref();
        let has_question_on_table = self.board.has_question_on_table();
        let gives_values = self.board.form().is_some();
        let text = match prompt {
            // A question that is asked on the table is shown and answered there.
            Some(_) if is_person && has_question_on_table => tr!("to answer").to_owned(),
            // The form that asks for the values has labels of its own.
            Some(_) if is_person && gives_values => String::new(),
            Some(prompt) if is_person && self.board.is_picking() => {
                tr!("{question} (Esc to go back)", question = question(prompt, self.board.names()))
            }
            Some(prompt) if is_person => question(prompt, self.board.names()),
            _ if is_person => tr!("to act").to_owned(),
            _ if self.actor.status().resigned.contains(&seat) => tr!("resigned: a bot is thinking…").to_owned(),
            _ => tr!("is thinking…").to_owned(),
        };
        if !text.is_empty() {
            announce(ui, &text);
        }
        if has_question_on_table { None } else { self.board.form_ui(ui) }
    }

    /// Why there is no hint now; `None` if there can be one.
    fn why_no_hint(&self) -> Option<&'static str> {
        if self.is_taught() {
            Some(tr!("The lesson shows what to do"))
        } else if self.actor.status().terms.no_hints {
            Some(tr!("This match was set up without hints"))
        } else if self.actor.status().clock.is_some() {
            Some(tr!("There are no hints in a match with clocks"))
        } else if !self.actor.status().is_persons_turn || self.is_covered() || self.board.described_actions().is_empty()
        {
            Some(tr!("Only when it is your turn"))
        } else if !self.may_go_on() {
            Some(tr!("Not at this moment"))
        } else {
            None
        }
    }

    /// Looks for a hint, or takes it away.
    pub(super) fn toggle_hint(&mut self, ui: &Ui) {
        let may = self.why_no_hint().is_none();
        self.side.hints.toggle(ui, may, &self.actor);
    }
}

/// Shows a text of the banner in the room that is left of its line: the banner is never higher, so that the table below
/// it never moves. A text that does not fit is smaller and has two rows.
fn announce(ui: &mut Ui, text: &str) {
    let room = ui.available_size();
    let lay = |(style, rows): &(TextStyle, usize)| {
        let mut job = LayoutJob::simple(text.to_owned(), theme::font(ui, style), theme::LIGHT, room.x);
        job.wrap.max_rows = *rows;
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let sizes = [(theme::title(), 1), (theme::body(), 2), (theme::small(), 2)];
    let Some(galley) = sizes
        .iter()
        .map(lay)
        .find(|galley| !galley.elided && galley.size().y <= room.y)
        .or_else(|| sizes.last().map(lay))
    else {
        return;
    };
    let is_cut = galley.elided;
    let shown = ui.add(Label::new(galley));
    if is_cut {
        shown.on_hover_text(text);
    }
}

/// The most actions of house rules that a question names.
const MAX_NAMED: usize = 3;

/// The question of a prompt, with the actions that house rules add to it: "Place a stone. Or: Change colours".
fn question(prompt: &Prompt, names: &[String]) -> String {
    let text = prompt.text.shown(names);
    let of_house = || prompt.buttons.iter().filter(|button| is_house_handle(&button.handle));
    let mut actions: Vec<String> = Vec::new();
    for button in of_house() {
        // An action with several targets is named once.
        let action = match button.text.arguments().find(|(name, _)| *name == "action") {
            Some((_, Arg::Text(action))) => action.shown(names),
            _ => button.text.shown(names),
        };
        if actions.last() != Some(&action) {
            actions.push(action);
        }
    }
    if actions.is_empty() {
        return text;
    }
    if actions.len() > MAX_NAMED {
        actions.truncate(MAX_NAMED);
        actions.push("…".to_owned());
    }
    // Where only a house rule asks, the prompt has no words of its own.
    if prompt.text.key() == HOUSE_PROMPT && of_house().count() == prompt.buttons.len() {
        let last = actions.pop().unwrap_or_default();
        return if actions.is_empty() { last } else { tr!("{actions}, or {last}", actions = actions.join(", "), last) };
    }
    let question = if text.ends_with(['.', '?', '!', '…']) { text } else { text + "." };
    tr!("{question} Or: {actions}", question, actions = actions.join(", "))
}

/// A button that stays pressed while something is open.
fn toggle(ui: &mut Ui, open: &mut bool, text: &str, hint: &str) {
    if ui.add(theme::option(*open, text)).on_hover_text(hint).clicked() {
        *open = !*open;
    }
}
