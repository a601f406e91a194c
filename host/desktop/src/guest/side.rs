//! Beside the table: the seats with their players, scores and clocks, and below them the log with remarks.

use super::{GuestScreen, words};
use crate::board::{clock_label, number_width, stone};
use egui::{
    Align, CornerRadius, FontId, Frame, Key, Label, Layout, Margin, Panel, RichText, ScrollArea, Stroke, TextEdit, Ui,
    vec2,
};
use std::time::Instant;
use stonehouse_guest_protocol::{FromGuest, MAX_REMARK, SeatHolder, TableInfo, View};
use stonehouse_language::{tr, translate};
use stonehouse_plugin::Seat;
use stonehouse_table::Textures;
use stonehouse_ui::theme;

/// The width of the side, in points, and its greatest share of the window's width.
const WIDTH: f32 = 280.0;
const SHARE: f32 = 0.36;

/// The least time for which a slow connection is mentioned, in milliseconds.
const MIN_CREDIT: u64 = 100;

impl GuestScreen {
    /// Shows the side.
    pub(super) fn side(&mut self, ui: &mut Ui, textures: &Textures) {
        let frame = Frame::new().fill(theme::colours(ui).paper).inner_margin(Margin::same(12));
        let width = (ui.available_width() * SHARE).min(WIDTH * theme::scale(ui));
        Panel::right("guest side").exact_size(width).resizable(false).frame(frame).show(ui, |ui| {
            if self.state.table().is_some_and(|table| table.remarks) {
                Panel::bottom("guest remark")
                    .frame(Frame::NONE.outer_margin(Margin::symmetric(0, 6)))
                    .show_separator_line(false)
                    .show(ui, |ui| self.remark_field(ui));
            }
            let sat = self.seats(ui, textures);
            ui.add_space(4.0);
            self.log(ui, textures);
            if let Some(seat) = sat {
                self.send(FromGuest::Sit { seat });
            }
        });
    }

    /// Shows the seats, and returns the one that is to be taken.
    fn seats(&self, ui: &mut Ui, textures: &Textures) -> Option<Seat> {
        let (Some(table), Some(view)) = (self.state.table(), self.state.view()) else { return None };
        let clocks = self.state.clocks(Instant::now());
        if view.running.is_some() {
            // Until the next second is shown.
            ui.request_repaint_after(std::time::Duration::from_millis(250));
        }
        let mut sat = None;
        for seat in Seat::all(table.seats.len()) {
            let left = clocks.as_ref().and_then(|clocks| clocks.get(seat.index())).copied();
            let acts = view.to_act.contains(seat) && view.end.is_none();
            let won = view.end.as_ref().is_some_and(|end| end.winners.contains(seat));
            let (stroke, margin) = if acts || won {
                (Stroke::new(2.0, theme::colours(ui).turn), 0)
            } else {
                (Stroke::new(1.0, theme::colours(ui).line), 1)
            };
            let frame = Frame::new()
                .fill(theme::colours(ui).card)
                .stroke(stroke)
                .outer_margin(Margin::same(margin))
                .corner_radius(CornerRadius::same(9))
                .inner_margin(Margin::symmetric(12, 6));
            frame.show(ui, |ui| {
                ui.set_width(ui.available_width());
                let scale = theme::scale(ui);
                let panel = view.scene.as_ref().and_then(|scene| scene.seats.get(seat.index()));
                ui.allocate_ui_with_layout(
                    vec2(ui.available_width(), 26.0 * scale),
                    Layout::right_to_left(Align::Center),
                    |ui| {
                        if let Some(score) = panel.and_then(|panel| panel.score) {
                            let score = RichText::new(score.to_string()).font(FontId::proportional(24.0 * scale));
                            ui.label(score).on_hover_text(tr!("Points"));
                        }
                        if let Some(left) = left {
                            clock_label(ui, left, acts);
                        }
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            stone(ui, textures, panel.and_then(|panel| panel.tint), 18.0 * scale);
                            let name = RichText::new(self.name_of(table, view, seat)).text_style(theme::title());
                            ui.add(Label::new(name).truncate());
                        });
                    },
                );
                let about = self.about(table, view, seat);
                if !about.is_empty() {
                    let is_lost = view.seats[seat.index()].holder == SeatHolder::Away;
                    let colours = theme::colours(ui);
                    let colour = if is_lost { colours.alarm } else { colours.ink_soft };
                    ui.add(Label::new(RichText::new(about).text_style(theme::small()).color(colour)).wrap());
                }
                if view.you.is_none() && view.seats[seat.index()].holder == SeatHolder::Free {
                    let button = ui.button(tr!("Sit here"));
                    let name = words::seat_name(table, seat.index());
                    button.widget_info(|| {
                        let label = tr!("Sit here: {seat}", seat = name);
                        egui::WidgetInfo::labeled(egui::Role::Button, true, label)
                    });
                    if button.clicked() {
                        sat = Some(seat);
                    }
                }
            });
        }
        let watching = view.spectators - usize::from(view.you.is_none()).min(view.spectators);
        if watching > 0 {
            let text = if watching == 1 { tr!("1 spectator").to_owned() } else { tr!("{n} spectators", n = watching) };
            ui.label(RichText::new(text).text_style(theme::small()).color(theme::colours(ui).ink_soft));
        }
        sat
    }

    fn name_of(&self, table: &TableInfo, view: &View, seat: Seat) -> String {
        let place = seat.index();
        if view.seats[place].name.is_empty() { words::seat_name(table, place) } else { self.names[place].clone() }
    }

    /// The line about a seat below its name.
    fn about(&self, table: &TableInfo, view: &View, seat: Seat) -> String {
        let place = seat.index();
        let state = &view.seats[place];
        let mut notes = Vec::new();
        if !state.name.is_empty() {
            notes.push(words::seat_name(table, place));
        }
        notes.push(words::holder(state).to_owned());
        if let Some(panel) = view.scene.as_ref().and_then(|scene| scene.seats.get(place)) {
            notes.extend(panel.notes.iter().map(|note| translate(note, &self.names)));
            if panel.out {
                notes.push(tr!("out").to_owned());
            }
        }
        if view.is_paused && view.left_ms.is_some() && view.to_act.contains(seat) {
            notes.push(tr!("the clocks are stopped until the next action").to_owned());
        }
        if state.credited_ms >= MIN_CREDIT {
            let seconds = stonehouse_language::number(state.credited_ms as f64 / 1000.0, 1);
            notes.push(tr!("{seconds} s credited for a slow connection", seconds));
        }
        notes.retain(|note| !note.is_empty());
        notes.join(" · ")
    }

    fn log(&self, ui: &mut Ui, textures: &Textures) {
        if self.lines.is_empty() {
            ui.label(RichText::new(tr!("What is played will be listed here.")).color(theme::colours(ui).ink_soft));
            return;
        }
        let column = number_width(ui, self.lines.iter().filter_map(|line| line.number).max().unwrap_or_default());
        let area = ScrollArea::vertical().id_salt(("guest log", self.link.to_string())).auto_shrink(false);
        area.stick_to_bottom(true).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            for line in &self.lines {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    self.log_line(ui, line, column, textures);
                });
            }
        });
    }

    fn log_line(&self, ui: &mut Ui, line: &crate::log::LogLine, column: f32, textures: &Textures) {
        let scale = theme::scale(ui);
        let number = line.number.map(|number| number.to_string()).unwrap_or_default();
        let number = RichText::new(number).text_style(theme::small()).color(theme::colours(ui).ink_soft);
        ui.allocate_ui_with_layout(vec2(column, 18.0 * scale), Layout::right_to_left(Align::Min), |ui| {
            ui.set_min_width(column);
            ui.label(number);
        });
        let Some(seat) = line.seat else {
            ui.add_space(17.0 * scale);
            ui.add(Label::new(RichText::new(&line.text).text_style(theme::small()).italics()).wrap());
            return;
        };
        let panel = self.board.scene().seats.get(seat.index());
        stone(ui, textures, panel.and_then(|panel| panel.tint), 12.0 * scale);
        let text = self.sentence(line);
        ui.add(Label::new(theme::directed(ui, &text, &theme::small(), ui.visuals().text_color())).wrap());
    }

    fn remark_field(&mut self, ui: &mut Ui) {
        let field = TextEdit::singleline(&mut self.remark)
            .hint_text(tr!("Write to everybody"))
            .desired_width(ui.available_width())
            .char_limit(MAX_REMARK)
            .margin(Margin::symmetric(8, 6));
        let field = ui.add(field);
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, tr!("Write to everybody")));
        theme::focus_ring(ui, &field);
        if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !self.remark.trim().is_empty() {
            let text = std::mem::take(&mut self.remark);
            self.send(FromGuest::Remark { text });
            field.request_focus();
        }
    }
}
