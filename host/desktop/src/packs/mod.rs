//! Packs in the window: a file that is dropped on it is shown before anything is done; those that are installed are switched on and off.
//!
//! - `install`: what a pack would bring and change, and whether it is to be installed
//! - `list`: the packs that are installed
//! - this module: how one leads to the other

mod install;
mod list;

use egui::{Align2, Color32, Id, LayerId, Order, Ui};
use install::PackInstall;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use stonehouse_engine::pack::{EXTENSION, Plan};
use stonehouse_engine::{Catalog, Pack, Problem};
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The most files that are taken of what was dropped at once.
const MOST_DROPPED: usize = 16;

/// What the window shows of packs.
#[derive(Default)]
pub struct Packs {
    /// Files that were dropped and not read yet.
    dropped: VecDeque<PathBuf>,
    dialog: Option<PackInstall>,
    list_open: bool,
}

/// The result of one frame.
pub enum PacksEvent {
    /// Other variants can be played now.
    Changed,
    /// Something did not work.
    Trouble(String),
}

impl Packs {
    /// Shows what there is to show; nothing but a hint while a file is held over the window.
    pub fn ui(&mut self, ui: &Ui, catalog: &Catalog) -> Option<PacksEvent> {
        self.take_dropped(ui);
        if ui.input(|input| !input.raw.hovered_files.is_empty()) {
            hint(ui);
        }
        if let Some(dialog) = &mut self.dialog {
            let answer = dialog.ui(ui, catalog)?;
            self.dialog = None;
            return answer.transpose().map(|installed| match installed {
                Ok(()) => PacksEvent::Changed,
                Err(problem) => PacksEvent::Trouble(problem.to_string()),
            });
        }
        if self.list_open {
            return list::ui(ui, catalog, &mut self.list_open);
        }
        None
    }

    /// Shows the packs that are installed.
    pub const fn open_list(&mut self) {
        self.list_open = true;
    }

    /// Whether a dialog about packs is shown.
    pub const fn is_shown(&self) -> bool {
        self.dialog.is_some() || self.list_open
    }

    /// Shows what a pack would do, or why it cannot.
    pub fn take(&mut self, plan: Plan) {
        self.dialog = Some(PackInstall::new(plan));
    }

    /// The next file that was dropped, once the one before was answered.
    pub fn next_dropped(&mut self) -> Option<PathBuf> {
        if self.dialog.is_some() { None } else { self.dropped.pop_front() }
    }

    fn take_dropped(&mut self, ui: &Ui) {
        let dropped = ui.input(|input| -> Vec<PathBuf> {
            input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect()
        });
        let room = MOST_DROPPED.saturating_sub(self.dropped.len());
        self.dropped.extend(dropped.into_iter().take(room));
    }
}

/// Looks into a file that was dropped. It tries the pack's rules out, which can take a while.
///
/// # Errors
/// Why it is no pack, or what is wrong with it.
pub fn look_into(catalog: &Catalog, file: &Path) -> Result<Plan, String> {
    if file.extension().is_none_or(|end| end != EXTENSION) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        return Err(tr!(
            "{file} is no pack: the name of a pack's file ends in .{extension}. Variants, house rules and plugins go into Stonehouse's own folder.",
            file = name,
            extension = EXTENSION
        ));
    }
    let pack = Pack::read(file).map_err(|problems| crate::sheet::problems(&problems))?;
    Ok(Plan::make(catalog, pack))
}

/// Explains what dropping a file does.
fn hint(ui: &Ui) {
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::unique("drop a pack")));
    let rect = ui.ctx().content_rect();
    painter.rect_filled(rect, 0.0, Color32::from_black_alpha(150));
    let words = tr!("Drop a pack here, to see what it brings, or the record of a match, to step through it.");
    let font = theme::font(ui, &theme::heading());
    let galley = painter.layout(words.to_owned(), font, theme::LIGHT, rect.width() * 0.8);
    let place = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect);
    painter.rect_filled(place.expand(24.0), 12.0, theme::GREEN);
    painter.galley(place.min, galley, theme::LIGHT);
}

/// A problem in one line, as the launcher has it.
fn short(problem: &Problem) -> String {
    let file = problem.file.file_name().unwrap_or_default().to_string_lossy();
    if problem.line > 0 {
        tr!("{file}, line {line}: {why}", file, line = problem.line, why = problem.message)
    } else {
        format!("{file}: {}", problem.message)
    }
}
