//! Files that are opened in the window: dropped on it, or named when the program was started.

use super::App;
use super::work::WorkResult;
use crate::packs;
use egui::{Align2, Color32, Id, LayerId, Order, Ui};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_engine::plugins::{SCRIPT_GAME, is_script_game};
use stonehouse_engine::{Problem, files, pack, record};
use stonehouse_language::tr;
use stonehouse_lesson::file as lesson_file;
use stonehouse_ui::theme;

/// The most files that wait.
const MAX_WAITING: usize = 16;

/// The files that wait to be opened, one after the other.
#[derive(Default)]
pub(super) struct OpenQueue {
    waiting: VecDeque<PathBuf>,
}

impl OpenQueue {
    /// Adds a file, if there is room.
    pub fn add(&mut self, file: PathBuf) {
        if self.waiting.len() < MAX_WAITING {
            self.waiting.push_back(file);
        }
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Adds the files that were dropped on the window, and explains the effect of dropping while some are held over it.
    pub fn ui(&mut self, ui: &Ui) {
        let dropped = ui.input(|input| -> Vec<PathBuf> {
            input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect()
        });
        dropped.into_iter().for_each(|file| self.add(file));
        if ui.input(|input| !input.raw.hovered_files.is_empty()) {
            hint(ui);
        }
    }
}

/// The kind of a file that can be opened.
enum Content {
    Pack,
    Record,
    Lesson,
    Variant,
}

impl Content {
    /// The kind of a file by its name, and that of a TOML file by its text.
    ///
    /// # Errors
    /// When it is none of these, or cannot be read.
    fn of(file: &Path) -> Result<Self, String> {
        if record::is_record(file) {
            return Ok(Self::Record);
        }
        match file.extension().and_then(|end| end.to_str()) {
            Some(pack::EXTENSION) => Ok(Self::Pack),
            _ if is_script_game(file) => Ok(Self::Pack),
            Some("toml") => {
                let text = files::read_text(file).map_err(|problem| problem.to_string())?;
                Ok(if lesson_file::is_lesson(&text) { Self::Lesson } else { Self::Variant })
            }
            _ => Err(tr!(
                "{file} cannot be opened: packs (.{pack}), games in Luau (.{game}), records of matches (.{record}), lessons and variants (.toml) \
                 can be. House rules and plugins go into Stonehouse's own folder.",
                file = file.file_name().unwrap_or_default().to_string_lossy(),
                pack = pack::EXTENSION,
                game = SCRIPT_GAME,
                record = record::EXTENSION
            )),
        }
    }
}

impl App {
    /// Opens this file as soon as the games are known.
    #[must_use]
    pub fn with_file(mut self, file: PathBuf) -> Self {
        self.open_queue.add(file);
        self
    }

    /// Opens the files that wait, one after the other: the next one once the dialog of the one before is closed.
    pub(super) fn open_files(&mut self, ui: &Ui) {
        self.open_queue.ui(ui);
        // The meaning of a file depends on the games.
        let is_free =
            self.work.is_idle() && !self.library.is_searching() && self.sheet.is_none() && !self.packs.is_shown();
        if is_free && let Some(file) = self.open_queue.waiting.pop_front() {
            match Content::of(&file) {
                Ok(Content::Record) => self.open_review(file, None),
                Ok(Content::Pack) => {
                    let catalog = self.library.catalog().clone();
                    self.begin(tr!("the pack"), move || WorkResult::Pack(packs::plan(&catalog, &file).map(Box::new)));
                }
                Ok(Content::Lesson) => match lesson_file::read(&file) {
                    Ok(lesson) => self.open_lesson(lesson),
                    Err(problem) => self.show_error(&problem.to_string()),
                },
                Ok(Content::Variant) => self.open_variant(&file),
                Err(why) => self.show_error(&why),
            }
        }
    }

    /// Opens the setup sheet for the variant in a file, which need not be in the folders.
    fn open_variant(&mut self, file: &Path) {
        self.library.reload_texts();
        match self.library.catalog().variant_in_file(file) {
            Ok((game, variant)) => {
                let plugin = Arc::clone(&game.plugin);
                self.open_sheet_for(&plugin, &Arc::new(variant));
            }
            Err(problems) => self.show_error(&Problem::render_all(&problems)),
        }
    }
}

/// Explains the effect of dropping a file.
fn hint(ui: &Ui) {
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::unique("drop a file")));
    let rect = ui.ctx().content_rect();
    painter.rect_filled(rect, 0.0, Color32::from_black_alpha(150));
    let words = tr!(
        "Drop a file here: a pack or a game in Luau, to see what it brings; the record of a match, to step through it; a lesson or a variant, to play it."
    );
    let font = theme::font(ui, &theme::heading());
    let galley = painter.layout(words.to_owned(), font, theme::LIGHT, rect.width() * 0.8);
    let place = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect);
    painter.rect_filled(place.expand(24.0), 12.0, theme::GREEN);
    painter.galley(place.min, galley, theme::LIGHT);
}
