//! Beside the table: the seats with their players, scores and clocks, and below them the log with remarks.

use super::{GuestScreen, words};
use crate::board::number_width;
use crate::seat_card::{Detail, SeatCard, log_line};
use egui::{Frame, Key, Margin, Panel, RichText, ScrollArea, TextEdit, Ui};
use std::time::Instant;
use stonehouse_guest_protocol::{FromGuest, MAX_REMARK, SeatHolder, TableInfo, View};
use stonehouse_language::{tr, translate};
use stonehouse_plugin::Seat;
use stonehouse_table::Textures;
use stonehouse_ui::theme;

/// The width of the side, in points, and its greatest share of the window's width.
const WIDTH: f32 = 280.0;
const SHARE: f32 = 0.36;

/// The least height of the log, in points. If the seats would leave less, they are shown with less detail.
const MIN_LOG_HEIGHT: f32 = 110.0;

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
        let all = || Seat::all(table.seats.len());
        let room = ui.available_height() - MIN_LOG_HEIGHT * theme::scale(ui);
        let detail = Detail::fitting(ui, room, clocks.is_some(), |detail| {
            all().map(|seat| self.about(table, view, seat, detail)).collect()
        });
        let mut sat = None;
        for seat in all() {
            let state = &view.seats[seat.index()];
            let panel = view.scene.as_ref().and_then(|scene| scene.seats.get(seat.index()));
            let card = SeatCard {
                name: &self.name_of(table, view, seat),
                panel,
                about: self.about(table, view, seat, detail),
                is_warning: state.holder == SeatHolder::Away,
                gained: self.shown.board().gained(seat),
                left: clocks.as_ref().and_then(|clocks| clocks.get(seat.index())).copied(),
                acts: view.to_act.contains(seat) && view.end.is_none(),
                won: view.end.as_ref().is_some_and(|end| end.winners.contains(seat)),
                is_out: state.holder == SeatHolder::Resigned || panel.is_some_and(|panel| panel.out),
                detail,
            };
            let shown = card.ui(ui, textures, |ui| {
                if view.you.is_some() || !words::can_sit(state) {
                    return;
                }
                let button = ui.button(tr!("Sit here"));
                let name = words::seat_name(table, seat.index());
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, tr!("Sit here: {seat}", seat = name))
                });
                if button.clicked() {
                    sat = Some(seat);
                }
            });
            if detail != Detail::All {
                shown.on_hover_text(self.about(table, view, seat, Detail::All));
            }
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
        if view.seats[place].name.is_empty() {
            words::seat_name(table, place)
        } else {
            self.shown.names()[place].clone()
        }
    }

    /// The line about a seat below its name.
    fn about(&self, table: &TableInfo, view: &View, seat: Seat, detail: Detail) -> String {
        let place = seat.index();
        let state = &view.seats[place];
        let mut notes = Vec::new();
        if detail != Detail::Changing && !state.name.is_empty() {
            notes.push(words::seat_name(table, place));
        }
        notes.push(words::holder(state).to_owned());
        if let Some(panel) = view.scene.as_ref().and_then(|scene| scene.seats.get(place)) {
            notes.extend(panel.notes.iter().map(|note| translate(note, self.shown.names())));
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
        if self.shown.lines().is_empty() {
            ui.label(RichText::new(tr!("What is played will be listed here.")).color(theme::colours(ui).ink_soft));
            return;
        }
        let column =
            number_width(ui, self.shown.lines().iter().filter_map(|line| line.number).max().unwrap_or_default());
        let area = ScrollArea::vertical().id_salt(("guest log", self.connection.link().to_string())).auto_shrink(false);
        area.stick_to_bottom(true).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            for line in self.shown.lines() {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    let panel = line.seat.and_then(|seat| self.shown.board().scene().seats.get(seat.index()));
                    log_line(
                        ui,
                        line,
                        &self.shown.sentence(line),
                        panel.and_then(|panel| panel.tint),
                        column,
                        textures,
                    );
                });
            }
        });
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
        if field.lost_focus()
            && ui.input(|input| input.key_pressed(Key::Enter))
            && !self.remark.trim().is_empty()
            && self.connection.is_made()
        {
            let text = std::mem::take(&mut self.remark);
            self.send(FromGuest::Remark { text });
            field.request_focus();
        }
    }
}
