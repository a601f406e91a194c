//! Settings take effect, and the question before a match with clocks is left.

use super::{App, Leaving, Screen};
use egui::{Key, KeyboardShortcut, Label, Modifiers, RichText, Ui};
use stonehouse_language::tr;
use stonehouse_sound::Cue;
use stonehouse_ui::look;

/// Opens the settings.
const SETTINGS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Comma);

impl App {
    /// Shows the settings if they were asked for, and lets each change take effect at once.
    pub(super) fn show_settings(&mut self, ui: &Ui) {
        if ui.input_mut(|input| input.consume_shortcut(&SETTINGS)) {
            self.settings_window.open();
        }
        let kept = self.catalog.folders().settings.clone();
        let loudness = self.settings.loudness();
        if !self.settings_window.ui(ui, &mut self.settings, &self.languages.all, kept.as_deref()) {
            return;
        }
        // The problems of the file were shown, and the file was just written.
        self.settings_problems.clear();
        if self.settings.loudness() != loudness {
            self.speaker.set_volume(self.settings.loudness());
            // So loud it is now.
            self.speaker.play(&[Cue::Place]);
        }
        look::apply(ui.ctx(), self.settings.looks());
        let tempo = self.settings.tempo(self.tempo);
        for tab in self.others.iter_mut().chain([&mut self.tab]) {
            if let Screen::Play(play) = &mut tab.screen {
                play.take_settings(tempo, &self.settings);
            }
        }
        self.languages.choose(&self.settings.language);
        ui.request_repaint();
    }

    /// Makes a variant a favourite, or no longer one, and keeps that.
    pub(super) fn favour(&mut self, variant: String) {
        let before = self.settings.clone();
        let favourites = &mut self.settings.favourites;
        match favourites.iter().position(|known| *known == variant) {
            Some(place) => {
                favourites.remove(place);
            }
            None => favourites.push(variant),
        }
        if let Some(file) = self.catalog.folders().settings.clone()
            && let Err(problem) = crate::settings::file::write(&file, &before, &self.settings)
        {
            self.show_error(&problem.to_string());
        }
    }

    /// Asks whether the match with clocks is to be left.
    pub(super) fn show_leaving(&mut self, ui: &Ui) {
        let Some(leaving) = self.asks_to_leave else { return };
        let (mut leave, mut stay) = (false, false);
        let clocks = if let Screen::Play(play) = &self.tab.screen { play.clocks_in_words() } else { String::new() };
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(tr!("Leave this match?")).text_style(look::title()));
            let text = tr!("It is kept, and its clocks rest until it is resumed. {clocks}", clocks);
            ui.add(Label::new(text).wrap());
        };
        let modal = look::dialog(ui.ctx(), "leave", 420.0, &mut (), body, |(), ui| {
            leave = look::primary(ui, tr!("Leave the match")).clicked();
            stay = ui.button(tr!("Go on playing")).clicked();
        });
        if leave || stay || modal.should_close() {
            self.asks_to_leave = None;
        }
        match leaving {
            _ if !leave => {}
            Leaving::Leave => self.leave_match(),
            Leaving::Close => self.close_tab(),
        }
    }
}
