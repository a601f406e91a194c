//! The available languages, and the language of the window.

use crate::settings::SYSTEM;
use std::sync::Arc;
use stonehouse_engine::{Folders, Problem, languages};
use stonehouse_language::{Language, set_language};

/// The languages of the window.
pub(super) struct Languages {
    /// All that were found, English first.
    pub all: Vec<Arc<Language>>,
    /// The problems of their files.
    pub problems: Vec<Problem>,
    /// Whether the system's language is read from the environment. Not in tests.
    asks_system: bool,
    spoken: Arc<Language>,
}

impl Languages {
    /// Reads the languages in these folders, and chooses the one with this code.
    pub fn of(folders: &Folders, code: &str, asks_system: bool) -> Self {
        let (all, problems) = languages::all(folders);
        let all: Vec<Arc<Language>> = all.into_iter().map(Arc::new).collect();
        let spoken = languages::called(&all, "en");
        let mut languages = Self { all, problems, asks_system, spoken };
        languages.choose(code);
        languages
    }

    /// Reads the languages again.
    pub fn again(&self, folders: &Folders, code: &str) -> Self {
        Self::of(folders, code, self.asks_system)
    }

    /// Chooses the language with this code: English, if it is not available.
    pub fn choose(&mut self, code: &str) {
        self.spoken = match code {
            SYSTEM if self.asks_system => languages::of_system(&self.all),
            code => languages::called(&self.all, code),
        };
    }

    /// Makes the chosen language that of this thread.
    pub fn set_language(&self) {
        set_language(&self.spoken);
    }
}
