//! The welcome on the first start: language, colours, size of text, and where to begin.

use crate::labels;
use crate::settings::{Settings, Theme, controls};
use egui::{Button, RichText, Ui};
use std::sync::Arc;
use stonehouse_engine::Catalog;
use stonehouse_language::{Language, tr, translate_words};
use stonehouse_lesson::Lesson;
use stonehouse_ui::theme;

/// The width of the dialog, in points.
const WIDTH: f32 = 560.0;

/// The dialog.
#[derive(Default)]
pub(super) struct Welcome {
    /// The first lesson of each game, while the dialog is open.
    shown: Option<Vec<Lesson>>,
}

/// A command that a person gives in the welcome.
pub(super) enum WelcomeEnd {
    /// To look around.
    LookAround,
    /// To take this lesson.
    Learn(Box<Lesson>),
}

impl Welcome {
    /// Opens the dialog, with these lessons to begin with.
    pub fn open(&mut self, lessons: Vec<Lesson>) {
        let mut first: Vec<Lesson> = Vec::new();
        for lesson in lessons {
            if first.iter().all(|other| other.game != lesson.game) {
                first.push(lesson);
            }
        }
        self.shown = Some(first);
    }

    /// Whether it is on the screen.
    pub const fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// Shows the dialog, if it is open. Choices change `settings` at once.
    pub fn ui(
        &mut self,
        ui: &Ui,
        settings: &mut Settings,
        languages: &[Arc<Language>],
        catalog: &Catalog,
    ) -> Option<WelcomeEnd> {
        let lessons = self.shown.as_ref()?;
        let (mut learn, mut closes) = (None, false);
        let body = |settings: &mut Settings, ui: &mut Ui| {
            ui.label(RichText::new(tr!("Welcome to Stonehouse")).text_style(theme::title()));
            controls::note(ui, tr!("You can change all of this at any time in the settings."));
            if languages.len() > 1 {
                controls::part(ui, tr!("Language"), "");
                controls::language(ui, languages, &mut settings.language);
            }
            controls::part(ui, tr!("Colours"), "");
            controls::words::<Theme>(ui, tr!("Colours"), &mut settings.theme);
            controls::part(ui, tr!("Size of text"), "");
            controls::text_size(ui, &mut settings.text_size);
            controls::part(ui, tr!("Where to begin"), tr!("A lesson shows a game in a few minutes, move by move"));
            // As the launcher shows their games.
            let place = |lesson: &Lesson| catalog.games().iter().position(|game| game.id() == lesson.game);
            let mut lessons: Vec<&Lesson> = lessons.iter().collect();
            lessons.sort_by_key(|lesson| place(lesson).unwrap_or(usize::MAX));
            ui.horizontal_wrapped(|ui| {
                for lesson in lessons {
                    // Games are still being probed on the first start.
                    let game = place(lesson).and_then(|place| catalog.games().get(place));
                    let title = game.map_or_else(|| "…".to_owned(), |game| labels::game(&game.plugin));
                    let text = tr!("Lesson: {game}", game = title);
                    let button = ui.add_enabled(game.is_some(), Button::new(text));
                    let button = button.on_hover_text(translate_words(&lesson.summary));
                    if button.on_disabled_hover_text(tr!("Searching…")).clicked() {
                        learn = Some(Box::new(lesson.clone()));
                    }
                }
            });
        };
        let modal = theme::dialog(ui.ctx(), "welcome", WIDTH, settings, body, |_, ui| {
            closes = theme::primary(ui, tr!("Look around")).clicked();
        });
        let end = match learn {
            Some(lesson) => WelcomeEnd::Learn(lesson),
            None if closes || modal.should_close() => WelcomeEnd::LookAround,
            None => return None,
        };
        self.shown = None;
        Some(end)
    }
}
