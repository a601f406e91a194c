//! The settings and languages of the window, and the sounds: each choice takes effect at once.

use super::languages::Languages;
use super::welcome::{Welcome, WelcomeEnd};
use crate::settings::{self, Settings, SettingsWindow};
use egui::{Key, KeyboardShortcut, Modifiers, Ui};
use std::path::Path;
use stonehouse_engine::{Catalog, Folders, Problem};
use stonehouse_sound::{Cue, Speaker};
use stonehouse_ui::theme;

/// Opens the settings.
const SETTINGS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Comma);

/// The settings that people have chosen.
pub(super) struct Preferences {
    settings: Settings,
    /// The problems of their file.
    problems: Vec<Problem>,
    window: SettingsWindow,
    languages: Languages,
    speaker: Speaker,
}

impl Preferences {
    /// Reads the settings and languages in these folders; without sound.
    pub fn of(folders: &Folders) -> Self {
        let (settings, problems) = folders.settings.as_deref().map(settings::file::read).unwrap_or_default();
        let languages = Languages::of(folders, &settings.language, false);
        Self { settings, problems, window: SettingsWindow::default(), languages, speaker: Speaker::silent() }
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The problems of the files of settings and languages.
    pub fn problems(&self) -> Vec<&Problem> {
        self.problems.iter().chain(&self.languages.problems).collect()
    }

    /// Lets this speaker play the sounds.
    pub fn set_speaker(&mut self, mut speaker: Speaker) {
        speaker.set_volume(self.settings.loudness());
        self.speaker = speaker;
    }

    pub fn play(&mut self, cues: &[Cue]) {
        self.speaker.play(cues);
    }

    /// Makes the language of the window that of this thread.
    pub fn set_language(&self) {
        self.languages.set_language();
    }

    /// Asks the environment for the system's language from now on.
    pub fn ask_system(&mut self, folders: &Folders) {
        self.languages = Languages::of(folders, &self.settings.language, true);
    }

    /// Reads the languages again.
    pub fn reread_languages(&mut self, folders: &Folders) {
        self.languages = self.languages.again(folders, &self.settings.language);
        self.set_language();
    }

    /// Opens the window of the settings.
    pub const fn open(&mut self) {
        self.window.open();
    }

    /// Shows the settings if they were asked for, which are kept in `file`, and lets each change take effect at once.
    /// Returns whether there was one.
    pub fn ui(&mut self, ui: &Ui, file: Option<&Path>) -> bool {
        if ui.input_mut(|input| input.consume_shortcut(&SETTINGS)) {
            self.window.open();
        }
        let loudness = self.settings.loudness();
        if !self.window.ui(ui, &mut self.settings, &self.languages.all, file) {
            return false;
        }
        // The problems of the file were shown, and the file was just written.
        self.problems.clear();
        if self.settings.loudness() != loudness {
            self.speaker.set_volume(self.settings.loudness());
            // So loud it is now.
            self.speaker.play(&[Cue::Place]);
        }
        self.apply(ui);
        true
    }

    /// Whether a person asked in the settings for the dialog about this program; no more after this call.
    pub const fn take_about(&mut self) -> bool {
        self.window.take_about()
    }

    /// Shows the welcome, if it is open, lets each choice take effect at once, and keeps in `file` that it was shown.
    ///
    /// # Errors
    /// When that cannot be kept.
    pub fn welcome(
        &mut self,
        ui: &Ui,
        welcome: &mut Welcome,
        catalog: &Catalog,
    ) -> Result<Option<WelcomeEnd>, Problem> {
        let before = self.settings.clone();
        let end = welcome.ui(ui, &mut self.settings, &self.languages.all, catalog);
        self.settings.welcomed |= end.is_some();
        if self.settings == before {
            return Ok(end);
        }
        self.apply(ui);
        let file = catalog.folders().settings.as_deref();
        file.map_or(Ok(()), |file| settings::file::write(file, &before, &self.settings)).map(|()| end)
    }

    /// Lets colours, sizes and language take effect.
    fn apply(&mut self, ui: &Ui) {
        theme::apply(ui.ctx(), self.settings.looks());
        self.languages.choose(&self.settings.language);
        ui.request_repaint();
    }

    /// Makes a variant a favourite, or no longer one, and keeps that in `file`.
    pub fn favour(&mut self, variant: String, file: Option<&Path>) -> Result<(), Problem> {
        let before = self.settings.clone();
        let favourites = &mut self.settings.favourites;
        match favourites.iter().position(|known| *known == variant) {
            Some(place) => _ = favourites.remove(place),
            None => favourites.push(variant),
        }
        file.map_or(Ok(()), |file| settings::file::write(file, &before, &self.settings))
    }
}
