//! A match to be shared: its file, as text for a letter or a forum, and as an animated picture.

use super::Review;
use super::film::{Filmed, Filming};
use egui::{Button, Label, RichText, Ui};
use std::path::{Path, PathBuf};
use stonehouse_language::{tr, translate_words};
use stonehouse_ui::theme;

/// The state of sharing a match.
#[derive(Default)]
pub(super) struct Sharing {
    /// The file of the match, if there is one.
    pub record: Option<PathBuf>,
    /// The folder of animated pictures.
    pub pictures_folder: Option<PathBuf>,
    pub filming: Option<Filming>,
    /// The result of the last one, until it is read.
    pub filmed: Option<Filmed>,
    pub dialog: ShareDialog,
}

/// The state of the dialog for sharing.
#[derive(Default)]
pub(super) struct ShareDialog {
    /// Whether the match's file is shown.
    shows_record: bool,
    /// Whether something was copied: the message remains until the next action.
    pub is_copied: bool,
    /// Why the folder could not be opened.
    trouble: Option<String>,
}

impl Review {
    /// Shows the menu for sharing the match.
    pub(super) fn share(&mut self, ui: &mut Ui) {
        ui.menu_button(tr!("Share"), |ui| {
            let can = self.sharing.record.is_some();
            let file = ui.add_enabled(can, Button::new(tr!("The match's file…")));
            let hint = tr!("Anyone who drops it on their window can look at the match and play on from it");
            if file.on_hover_text(hint).on_disabled_hover_text(tr!("This match is not kept")).clicked() {
                (self.sharing.dialog.shows_record, self.sharing.dialog.is_copied) = (true, false);
                ui.close();
            }
            let hint = tr!("The whole log as it is seen here, for a letter or a forum");
            if ui.button(tr!("Copy as text")).on_hover_text(hint).clicked() {
                ui.copy_text(self.as_text());
                self.sharing.dialog.is_copied = true;
                ui.close();
            }
            let can = self.sharing.pictures_folder.is_some() && self.sharing.filming.is_none() && self.length > 0;
            let button = ui.add_enabled(can, Button::new(tr!("Make an animated picture")));
            let hint = tr!("A GIF of the whole match, as it is seen here and in the size of this table");
            let button = button
                .on_hover_text(hint)
                .on_disabled_hover_text(tr!("There is nothing to show, or no folder to keep it in"));
            if button.clicked() {
                self.begin_film(ui.ctx());
                ui.close();
            }
        });
    }

    /// The message that the match was copied, until another action is looked at.
    pub(super) fn copied_in_words(&self) -> Option<String> {
        let is_shown =
            self.sharing.dialog.is_copied && self.sharing.filmed.is_none() && !self.sharing.dialog.shows_record;
        is_shown.then(|| tr!("The match was copied as text").to_owned())
    }

    /// The file of the match, or the picture, or why there is none.
    pub(super) fn shared_window(&mut self, ui: &Ui) {
        let (title, file, more) = match (&self.sharing.filmed, &self.sharing.record) {
            (Some(Ok(file)), _) => (tr!("The animated picture is done"), Some(file), String::new()),
            (Some(Err(why)), _) => (tr!("There is no picture"), None, why.clone()),
            (None, Some(file)) if self.sharing.dialog.shows_record => {
                let hint = tr!("Anyone who drops it on their window can look at the match and play on from it");
                (tr!("The match's file"), Some(file), hint.to_owned())
            }
            _ => return,
        };
        let shared = &self.sharing.dialog;
        let (mut close, mut copies, mut opens) = (false, false, false);
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(title).text_style(theme::title()));
            if let Some(file) = file {
                ui.add(Label::new(file.display().to_string()).wrap().selectable(true));
            }
            if !more.is_empty() {
                ui.add(Label::new(more).wrap().selectable(true));
            }
            if let Some(trouble) = &shared.trouble {
                let text = RichText::new(trouble).color(theme::colours(ui).alarm);
                ui.add(Label::new(text).wrap().selectable(true));
            }
        };
        let modal = theme::dialog(ui.ctx(), "shared", 520.0, &mut (), body, |(), ui| {
            close = theme::primary(ui, tr!("Close")).clicked();
            if file.is_some() {
                let copy = if shared.is_copied { tr!("Copied") } else { tr!("Copy the file's name") };
                copies = ui.button(copy).clicked();
                opens = ui.button(tr!("Open the folder")).clicked();
            }
        });
        let file = file.cloned();
        if let Some(file) = file.as_ref().filter(|_| copies) {
            ui.copy_text(file.display().to_string());
            self.sharing.dialog.is_copied = true;
        }
        if let Some(folder) = file.as_deref().and_then(Path::parent).filter(|_| opens) {
            self.sharing.dialog.trouble = open::that_detached(folder)
                .err()
                .map(|error| tr!("{folder} cannot be opened: {error}", folder = folder.display(), error));
        }
        if close || modal.should_close() {
            self.sharing.filmed = None;
            self.sharing.dialog = ShareDialog::default();
        }
    }

    /// The match as text: the game, the players, the result and the log, as far as the observer may know it.
    pub(super) fn as_text(&self) -> String {
        let mut text = self.board.title() + "\n";
        for (seat, name) in self.board.ruleset().seating().seats.iter().zip(self.board.names()) {
            text.push_str(&format!("{}: {name}\n", translate_words(&seat.name)));
        }
        if let Some(end) = &self.end {
            text.push_str(&format!("{}\n", self.board.ending(end)));
        }
        text.push('\n');
        for line in self.board.lines() {
            let before = line.number.map_or_else(|| "   ".to_owned(), |number| format!("{number}. "));
            text.push_str(&format!("{before}{}\n", self.board.sentence(line)));
        }
        text
    }
}
