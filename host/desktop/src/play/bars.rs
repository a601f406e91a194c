//! Above the table: a bar with commands (Leave, Undo, Rules, ...), and a banner that says whose turn it is and what to do.

use super::desk::Desk;
use super::{Play, Wish, words};
use crate::look;
use crate::table::{self, Table};
use egui::{Align, Button, Frame, Key, KeyboardShortcut, Label, Layout, Margin, Modifiers, Panel, RichText, Ui, vec2};

const UNDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
const REDO: [KeyboardShortcut; 2] = [
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z),
    KeyboardShortcut::new(Modifiers::COMMAND, Key::Y),
];

impl Play {
    /// The bar with commands.
    pub(super) fn top_bar(&mut self, ui: &mut Ui) -> Option<Wish> {
        let mut wish = None;
        // Redo is checked first, even if there is nothing to redo: its keys include Ctrl+Z.
        let mut redo = ui.input_mut(|input| REDO.iter().any(|keys| input.consume_shortcut(keys)));
        let mut undo = ui.input_mut(|input| input.consume_shortcut(&UNDO));
        let busy = self.pending.is_some().then_some("The rules are still running");
        let (why_no_undo, can_redo) = (busy.or(self.standing.why_no_undo), busy.is_none() && self.standing.can_redo);
        Panel::top("bar").frame(bar_frame()).show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.set_max_height(30.0);
                if ui.button("New match").clicked() {
                    wish = Some(Wish::NewMatch);
                }
                let console = ui.toggle_value(&mut self.console.open, "Console");
                console.on_hover_text("What house rules print and change, for those who write them");
                ui.toggle_value(&mut self.rules_open, "Rules").on_hover_text("The rules in short, beside the table");
                if let Some(tally) = &self.shown.scene.tally {
                    let title = tally.title.english(&self.names);
                    self.tally_open |= ui.button(title).on_hover_text("How the points were counted").clicked();
                }
                redo |= ui
                    .add_enabled(can_redo, Button::new("Redo"))
                    .on_hover_text("Play again what was taken back (Ctrl+Shift+Z)")
                    .on_disabled_hover_text("Nothing was taken back")
                    .clicked();
                undo |= ui
                    .add_enabled(why_no_undo.is_none(), Button::new("Undo"))
                    .on_hover_text("Take the last action back (Ctrl+Z)")
                    .on_disabled_hover_text(why_no_undo.unwrap_or_default())
                    .clicked();
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let (leave, why) = if self.is_trial {
                        ("Back to the workshop", "A match in which a variant is tried is not kept")
                    } else {
                        ("Leave", "The match is kept: it can be resumed from the launcher")
                    };
                    if ui.button(leave).on_hover_text(why).clicked() {
                        wish = Some(Wish::Leave);
                    }
                    let ruleset = &self.ruleset;
                    let name = format!("{} · {}", ruleset.plugin().about().name, ruleset.variant().title());
                    ui.add(Label::new(RichText::new(name).font(look::TITLE())).truncate());
                    // The status is left out where it has no room.
                    if ui.available_width() > 60.0 {
                        let status = RichText::new(self.shown.scene.status.english(&self.names)).color(look::INK_SOFT);
                        ui.add(Label::new(status).truncate());
                    }
                });
            });
        });
        if undo && why_no_undo.is_none() {
            self.undo();
        } else if redo && can_redo {
            self.redo();
        }
        wish
    }

    /// The banner: whose turn it is and what to do, or how the match ended.
    pub(super) fn banner(&mut self, ui: &mut Ui) -> Option<Wish> {
        let mut wish = None;
        let (mut touched, mut chosen) = (None, None);
        let mut taken = false;
        let frame = Frame::new().fill(look::GREEN).inner_margin(Margin::symmetric(16, 9));
        Panel::top("banner").frame(frame).show_separator_line(false).show(ui, |ui| {
            let row = Layout::left_to_right(Align::Center).with_main_wrap(true);
            let size = vec2(ui.available_width(), 36.0);
            ui.allocate_ui_with_layout(size, row, |ui| {
                ui.spacing_mut().interact_size.y = 36.0;
                if let Some(end) = &self.standing.end {
                    let has_points = self.shown.scene.seats.iter().any(|panel| panel.score.is_some());
                    let text = words::ending(end, &self.names, self.ruleset.seating(), has_points);
                    ui.label(RichText::new(text).font(look::TITLE()).color(look::LIGHT));
                    if ui.button("Rematch").on_hover_text("The same players, a new deal").clicked() {
                        wish = Some(Wish::Rematch);
                    }
                    return;
                }
                if let Some(slow) = self.slow_for() {
                    let text = words::waiting(&self.ruleset, slow);
                    ui.label(RichText::new(text).font(look::TITLE()).color(look::LIGHT));
                    return;
                }
                let Some(seat) = self.standing.to_act else { return };
                let player = &self.players[seat.index()];
                ui.label(RichText::new(&self.names[seat.index()]).font(look::TITLE()).strong().color(look::BRASS));
                if self.standing.handover.is_some() {
                    ui.label(RichText::new("your turn: the others look away").font(look::TITLE()).color(look::LIGHT));
                    taken = ui.button("Show my side").clicked();
                    return;
                }
                let prompt = self.shown.scene.prompt.as_ref();
                let asks_here = Table::asks_here(&self.shown.scene);
                let gives_values = self.table.form().is_some();
                let text = match prompt {
                    // A question that is asked on the table is shown and answered there.
                    Some(_) if player.is_person() && asks_here => "to answer".to_owned(),
                    // The form that asks for the values has labels of its own.
                    Some(_) if player.is_person() && gives_values => String::new(),
                    Some(prompt) if player.is_person() && self.table.is_picking() => {
                        format!("{} (Esc to go back)", prompt.text.english(&self.names))
                    }
                    Some(prompt) if player.is_person() => prompt.text.english(&self.names),
                    _ if player.is_person() => "to act".to_owned(),
                    _ => "is thinking…".to_owned(),
                };
                if !text.is_empty() {
                    ui.label(RichText::new(text).font(look::TITLE()).color(look::LIGHT));
                }
                if !asks_here {
                    chosen = self.table.form_ui(ui, &self.names);
                }
                let buttons = prompt.filter(|_| !asks_here && self.table.form().is_none());
                for button in buttons.iter().flat_map(|prompt| &prompt.buttons) {
                    if self.table.leads_on(&button.handle) && table::prompt_button(ui, button, &self.names) {
                        touched = Some(button.handle.clone());
                    }
                }
            });
        });
        if taken {
            self.ask(Desk::show_side);
        }
        let chosen = chosen.or_else(|| self.table.touch(&touched?, &self.shown.choices));
        if let Some(chosen) = chosen {
            self.choose(chosen);
        }
        wish
    }
}

fn bar_frame() -> Frame {
    Frame::new().fill(look::PAPER).inner_margin(Margin::symmetric(12, 7))
}
