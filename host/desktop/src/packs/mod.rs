//! Packs in the window: a pack that is opened is shown before anything is done; those that are installed are switched
//! on and off.
//!
//! - `install`: the contents and changes of a pack, and whether it is to be installed
//! - `list`: the packs that are installed

mod install;
mod list;

use egui::Ui;
use install::PackInstall;
use std::path::Path;
use stonehouse_engine::pack::PackPlan;
use stonehouse_engine::pack::draft::pack_in_file;
use stonehouse_engine::{Catalog, Problem};
use stonehouse_language::tr;

/// The dialogs about packs.
#[derive(Default)]
pub struct Packs {
    dialog: Option<PackInstall>,
    list_open: bool,
    /// The name and version of the pack that was just installed, which the list reports.
    installed: Option<String>,
}

/// An event of a frame of this screen.
pub enum PacksEvent {
    /// Other variants can be played now.
    Changed,
    /// Something did not work.
    Trouble(String),
}

impl Packs {
    /// Shows the dialog that is open, if there is one.
    pub fn ui(&mut self, ui: &Ui, catalog: &Catalog) -> Option<PacksEvent> {
        if let Some(dialog) = &mut self.dialog {
            let answer = dialog.ui(ui, catalog)?;
            self.dialog = None;
            return answer.transpose().map(|installed| match installed {
                Ok(name) => {
                    // Its contents are in the list, with the games.
                    (self.installed, self.list_open) = (Some(name), true);
                    PacksEvent::Changed
                }
                Err(problem) => PacksEvent::Trouble(problem.to_string()),
            });
        }
        if !self.list_open {
            return None;
        }
        let event = list::ui(ui, catalog, self.installed.as_deref(), &mut self.list_open);
        if !self.list_open {
            self.installed = None;
        }
        event
    }

    /// Shows the packs that are installed.
    pub const fn open_list(&mut self) {
        self.list_open = true;
    }

    /// Whether a dialog about packs is shown.
    pub const fn is_shown(&self) -> bool {
        self.dialog.is_some() || self.list_open
    }

    /// Shows the effects of installing a pack, or why it cannot be installed.
    pub fn take(&mut self, plan: PackPlan) {
        self.dialog = Some(PackInstall::new(plan));
    }
}

/// Plans the installation of the pack in a file, or of a game in Luau. It tries the rules out, which can take a while.
///
/// # Errors
/// When the file is neither, or something is wrong with it: the problems.
pub fn plan(catalog: &Catalog, file: &Path) -> Result<PackPlan, String> {
    let pack = pack_in_file(file).map_err(|problems| Problem::render_all(&problems))?;
    Ok(PackPlan::make(catalog, pack))
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
