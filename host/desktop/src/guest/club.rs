//! The tables of a club, and a form in which another one is opened.

use super::GuestScreen;
use crate::find;
use egui::{ComboBox, Frame, Id, Label, Margin, RichText, ScrollArea, Ui, vec2};
use stonehouse_guest_protocol::{BotInfo, FromGuest, OpenTable, VariantInfo};
use stonehouse_language::{capitalized, tr, translate};
use stonehouse_ui::theme;

/// The name of a guest as a player.
const GUEST: &str = "guest";

/// The height of the list of variants, in points.
const LIST_HEIGHT: f32 = 220.0;

/// The form in which a table is opened.
#[derive(Default)]
pub(super) struct ClubForm {
    query: String,
    /// The variant, as GAME/ID; none: not chosen yet.
    variant: Option<String>,
    /// A player for each seat: [`GUEST`] or a bot.
    players: Vec<String>,
}

impl GuestScreen {
    /// Shows the tables and the form.
    pub(super) fn club_ui(&mut self, ui: &mut Ui) {
        let Some(club) = self.state.club() else { return };
        ui.heading(tr!("Tables of {host}", host = self.connection.link().host()));
        let mut code = None;
        if club.tables.is_empty() {
            ui.label(RichText::new(tr!("No table is open.")).color(theme::colours(ui).ink_soft));
        }
        for table in &club.tables {
            if table_row(ui, table) {
                code = table.code.parse().ok();
            }
        }
        ui.add_space(10.0);
        ui.label(RichText::new(tr!("Open a table")).text_style(theme::title()));
        let opened = self.club_form.ui(ui, &club.variants, &club.bots);
        if let Some(refusal) = self.connection.refusal() {
            ui.add(Label::new(RichText::new(refusal).color(theme::colours(ui).alarm)).wrap());
        }
        if let Some(message) = opened {
            self.send(message);
        }
        if let Some(code) = code {
            self.go_to(self.connection.link().with_code(code));
        }
    }
}

/// Shows a table. Returns whether the guest goes there.
fn table_row(ui: &mut Ui, table: &OpenTable) -> bool {
    let free = table.names.iter().filter(|name| name.is_empty()).count();
    let mut about: Vec<String> = Vec::new();
    let players: Vec<String> =
        table.names.iter().filter(|name| !name.is_empty()).map(|name| crate::names::display_name(name)).collect();
    if !players.is_empty() {
        about.push(players.join(", "));
    }
    match free {
        0 => {}
        1 => about.push(tr!("1 free seat").to_owned()),
        _ => about.push(tr!("{n} free seats", n = free)),
    }
    about.push(translate(&table.state, &[""; 0]));
    let frame = theme::card_frame(ui).inner_margin(Margin::symmetric(12, 8));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(translate(&table.title, &[""; 0])).strong());
            ui.label(RichText::new(about.join(" · ")).text_style(theme::small()).color(theme::colours(ui).ink_soft));
            let text = if free > 0 { tr!("Go to this table") } else { tr!("Watch") };
            ui.button(text).clicked()
        })
    });
    shown.inner.inner
}

impl ClubForm {
    /// Shows the form. Returns the message that opens the table.
    fn ui(&mut self, ui: &mut Ui, variants: &[VariantInfo], bots: &[BotInfo]) -> Option<FromGuest> {
        let name = tr!("Search games and variants");
        find::field(ui, Id::unique("search of the club"), name, &mut self.query, ui.available_width().min(320.0));
        let wanted = self.query.to_lowercase();
        let is_found = |variant: &&VariantInfo| {
            let title = translate(&variant.title, &[""; 0]).to_lowercase();
            wanted.split_whitespace().all(|word| title.contains(word))
        };
        let frame = Frame::new().fill(theme::colours(ui).card).inner_margin(Margin::same(8));
        frame.show(ui, |ui| {
            ScrollArea::vertical().id_salt("variants").max_height(LIST_HEIGHT).auto_shrink([false, true]).show(
                ui,
                |ui| {
                    for variant in variants.iter().filter(is_found) {
                        let is_chosen = self.variant.as_ref() == Some(&variant.id);
                        if ui.selectable_label(is_chosen, translate(&variant.title, &[""; 0])).clicked() && !is_chosen {
                            self.variant = Some(variant.id.clone());
                            self.players = vec![GUEST.to_owned(); variant.seats];
                        }
                    }
                },
            );
        });
        let chosen = variants.iter().find(|variant| self.variant.as_ref() == Some(&variant.id))?;
        ui.horizontal_wrapped(|ui| {
            if chosen.min_seats < chosen.max_seats {
                for count in chosen.min_seats..=chosen.max_seats {
                    let text = tr!("{n} players", n = count);
                    if ui.add(theme::option(self.players.len() == count, text)).clicked() {
                        self.players.resize(count, GUEST.to_owned());
                    }
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
            for (place, player) in self.players.iter_mut().enumerate() {
                let label = tr!("Seat {n}", n = place + 1);
                ComboBox::new(("club seat", place), label).selected_text(title(player, bots)).show_ui(ui, |ui| {
                    for choice in std::iter::once(GUEST).chain(bots.iter().map(|bot| bot.id.as_str())) {
                        ui.selectable_value(player, choice.to_owned(), title(choice, bots));
                    }
                });
            }
        });
        let text = tr!("Open {title}", title = translate(&chosen.title, &[""; 0]));
        let is_open = theme::primary(ui, &text).clicked();
        is_open.then(|| FromGuest::Open { variant: chosen.id.clone(), players: self.players.clone() })
    }
}

/// The player's kind as it is shown.
fn title(player: &str, bots: &[BotInfo]) -> String {
    match bots.iter().find(|bot| bot.id == player) {
        Some(bot) => capitalized(&translate(&bot.title, &[""; 0])),
        None => tr!("Guest").to_owned(),
    }
}
