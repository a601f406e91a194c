//! Before a match: the connection that is being made, a club's tables, or a table that waits for its players.

use super::{ConnectionStatus, GuestScreen, words};
use egui::{CentralPanel, Frame, Label, Margin, RichText, ScrollArea, Ui};
use stonehouse_guest_protocol::{FromGuest, SeatHolder};
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_ui::theme;

/// The width of its text, in points.
const WIDTH: f32 = 640.0;

impl GuestScreen {
    /// Shows it in place of the table.
    pub(super) fn lobby(&mut self, ui: &mut Ui) {
        let frame = Frame::new().fill(theme::colours(ui).paper).inner_margin(Margin::symmetric(28, 20));
        CentralPanel::default().frame(frame).show(ui, |ui| {
            ScrollArea::vertical().id_salt("lobby").auto_shrink(false).show(ui, |ui| {
                ui.set_max_width((WIDTH * theme::scale(ui)).min(ui.available_width()));
                if self.state.club().is_some() {
                    self.club_ui(ui);
                } else if self.state.view().is_some() {
                    self.waiting(ui);
                } else {
                    self.connecting(ui);
                }
            });
        });
    }

    fn connecting(&mut self, ui: &mut Ui) {
        ui.heading(tr!("A table at {host}", host = self.connection.link().host()));
        match self.connection.status() {
            ConnectionStatus::Connecting | ConnectionStatus::Connected => {
                ui.label(tr!("Connecting…"));
            }
            ConnectionStatus::Lost(why) => {
                let text = tr!("{why} Trying again…", why = words::sentence(why));
                ui.add(Label::new(RichText::new(text).color(theme::colours(ui).alarm)).wrap());
                let hint = tr!("Is the table still open, and is this device in the same network as its host?");
                ui.add(Label::new(RichText::new(hint).color(theme::colours(ui).ink_soft)).wrap());
            }
            ConnectionStatus::Ended(why) => {
                ui.add(Label::new(RichText::new(why).color(theme::colours(ui).alarm)).wrap());
                if ui.button(tr!("Try again")).clicked() {
                    self.connection.reconnect();
                }
            }
        }
    }

    /// A table whose match has not begun.
    fn waiting(&mut self, ui: &mut Ui) {
        let (Some(table), Some(view)) = (self.state.table(), self.state.view()) else { return };
        ui.heading(words::title(table));
        for rule in words::rules(table) {
            let text = RichText::new(format!("• {rule}")).text_style(theme::small());
            ui.add(Label::new(text.color(theme::colours(ui).ink_soft)).wrap());
        }
        ui.add_space(8.0);
        let free = view.seats.iter().filter(|seat| seat.holder == SeatHolder::Free).count();
        let text = match (view.you, free) {
            (_, 0) => tr!("The match begins.").to_owned(),
            (None, _) => tr!("Take a seat. The match begins when all seats are taken.").to_owned(),
            (Some(_), 1) => tr!("The match begins when somebody takes the last seat.").to_owned(),
            (Some(_), free) => tr!("The match begins when {n} more seats are taken.", n = free),
        };
        ui.add(Label::new(RichText::new(text).text_style(theme::title())).wrap());
        ui.add_space(8.0);
        let mut sat = None;
        if view.you.is_none() {
            ui.horizontal_wrapped(|ui| {
                for seat in Seat::all(table.seats.len()) {
                    if !words::can_sit(&view.seats[seat.index()]) {
                        continue;
                    }
                    let text = tr!("Take the seat {seat}", seat = words::seat_name(table, seat.index()));
                    if theme::primary(ui, &text).clicked() {
                        sat = Some(seat);
                    }
                }
            });
        }
        ui.add_space(8.0);
        if let Some(hosted) = &self.hosted {
            self.invitation.show(ui, &hosted.link(), Some(&hosted.reach()));
        } else {
            let host = tr!("You play on the computer of your host. Anybody at that computer could see all hands.");
            ui.add(Label::new(RichText::new(host).color(theme::colours(ui).ink_soft)).wrap());
        }
        if let Some(seat) = sat {
            self.send(FromGuest::Sit { seat });
        }
    }
}
