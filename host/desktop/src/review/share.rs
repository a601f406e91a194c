//! A match to be shared: as text for a letter or a forum, and as an animated picture.

use super::Review;
use crate::play::words;
use crate::told;
use egui::{Button, Label, RichText, Ui};
use stonehouse_language::{say, tell_words};
use stonehouse_table::look;

impl Review {
    /// The ways to share the match.
    pub(super) fn share(&mut self, ui: &mut Ui) {
        ui.menu_button(say!("Share"), |ui| {
            let hint = say!("The whole log as it is seen here, for a letter or a forum. The file of a match can be dropped on the window to open it");
            if ui.button(say!("Copy as text")).on_hover_text(hint).clicked() {
                ui.copy_text(self.as_text());
            }
            let can = self.pictures_folder.is_some() && self.filming.is_none() && self.length > 0;
            let button = ui.add_enabled(can, Button::new(say!("Make an animated picture")));
            let hint = say!("A GIF of the whole match, as it is seen here and in the size of this table");
            let button = button.on_hover_text(hint).on_disabled_hover_text(say!("There is nothing to show, or no folder to keep it in"));
            if button.clicked() {
                self.begin_film(ui.ctx());
            }
        });
    }

    /// Where the picture is, or why there is none.
    pub(super) fn filmed_window(&mut self, ui: &Ui) {
        let Some(filmed) = &self.filmed else { return };
        let (mut close, mut copied) = (false, None);
        let body = |(): &mut (), ui: &mut Ui| {
            let (title, text) = match filmed {
                Ok(file) => (say!("The animated picture is done"), file.display().to_string()),
                Err(why) => (say!("There is no picture"), why.clone()),
            };
            ui.label(RichText::new(title).text_style(look::title()));
            ui.add(Label::new(text).wrap().selectable(true));
        };
        let modal = look::dialog(ui.ctx(), "filmed", 480.0, &mut (), body, |(), ui| {
            close = look::primary(ui, say!("Close")).clicked();
            if let Ok(file) = filmed
                && ui.button(say!("Copy the file's name")).clicked()
            {
                copied = Some(file.display().to_string());
            }
        });
        if let Some(name) = copied {
            ui.copy_text(name);
        }
        if close || modal.should_close() {
            self.filmed = None;
        }
    }

    /// The match as text: what was played by whom, how it ended, and the log, as far as whoever looks may know it.
    pub(super) fn as_text(&self) -> String {
        let game = told::game(self.ruleset.plugin());
        let mut text = format!("{game} · {}\n", told::variant(self.ruleset.variant()));
        for (seat, name) in self.ruleset.seating().seats.iter().zip(&self.names) {
            text.push_str(&format!("{}: {name}\n", tell_words(&seat.name)));
        }
        if let Some(end) = &self.end {
            let has_points = self.shown.scene.seats.iter().any(|panel| panel.score.is_some());
            text.push_str(&format!("{}\n", words::ending(end, &self.names, self.ruleset.seating(), has_points)));
        }
        text.push('\n');
        for (number, line) in self.shown.lines.iter().enumerate() {
            let name = &self.names[line.seat.index()];
            for before in &line.before {
                text.push_str(&format!("   {before}\n"));
            }
            text.push_str(&format!("{}. {name}: {}\n", number + 1, line.text));
            for said in &line.said {
                text.push_str(&format!("   {said}\n"));
            }
        }
        text
    }
}
