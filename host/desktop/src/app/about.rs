//! What this program is: its version, its licence and folders, and the details that a report of an error needs.

use crate::settings::{Settings, Word, controls};
use egui::{Label, RichText, Ui};
use std::fmt::Write;
use std::path::Path;
use stonehouse_engine::Catalog;
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The width of the dialog, in points.
const WIDTH: f32 = 620.0;

/// The file with the licences of all libraries in the program, in the folder of the documentation of a package.
const LICENCES: &str = "third-party-licences.txt";

/// The dialog.
#[derive(Default)]
pub(super) struct About {
    is_open: bool,
    is_copied: bool,
}

impl About {
    /// Opens it.
    pub const fn open(&mut self) {
        (self.is_open, self.is_copied) = (true, false);
    }

    /// Shows it, if it is open.
    pub fn ui(&mut self, ui: &Ui, catalog: &Catalog, settings: &Settings) {
        if !self.is_open {
            return;
        }
        let (mut copies, mut closes) = (false, false);
        let folders = catalog.folders();
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(tr!("About Stonehouse")).text_style(theme::title()));
            ui.label(tr!("Version {version}", version = env!("CARGO_PKG_VERSION")));
            controls::note(ui, tr!("Tabletop games whose rules are meant to be bent."));
            controls::part(ui, tr!("Licence"), "");
            ui.label(tr!("MIT or Apache-2.0, as you like."));
            if let Some(file) = folders.docs.as_deref().map(|docs| docs.join(LICENCES)).filter(|file| file.is_file()) {
                ui.label(tr!("The licences of the libraries in it:"));
                path(ui, &file);
            }
            controls::part(ui, tr!("Your own folders and files"), tr!("An update changes none of them"));
            for (_, file) in folders.own_files() {
                path(ui, &file);
            }
            if let Some(docs) = &folders.docs {
                controls::part(ui, tr!("Documentation"), "");
                path(ui, docs);
            }
        };
        let is_copied = self.is_copied;
        let modal = theme::dialog(ui.ctx(), "about", WIDTH, &mut (), body, |(), ui| {
            closes = theme::primary(ui, tr!("Close")).clicked();
            let text = if is_copied { tr!("Copied") } else { tr!("Copy details for a report") };
            let hint = tr!("Version, system, games and settings; no names and nothing that you have made");
            copies = ui.button(text).on_hover_text(hint).clicked();
        });
        if copies {
            ui.ctx().copy_text(details(catalog, settings, ui.ctx()));
            self.is_copied = true;
        }
        self.is_open = !(closes || modal.should_close());
    }
}

fn path(ui: &mut Ui, path: &Path) {
    let text = RichText::new(path.display().to_string()).text_style(theme::small()).monospace();
    ui.add(Label::new(text).wrap().selectable(true));
}

/// The program and its environment in lines, in English in every language: developers read it. Paths are left out,
/// since they contain names.
fn details(catalog: &Catalog, settings: &Settings, ctx: &egui::Context) -> String {
    let mut text = system();
    let size = ctx.content_rect().size();
    let _ = writeln!(
        text,
        "window: {} x {} points, {} pixels a point",
        size.x.round(),
        size.y.round(),
        ctx.pixels_per_point()
    );
    let _ = writeln!(
        text,
        "language: {}, colours: {}, text: {} %",
        settings.language,
        settings.theme.word(),
        settings.text_size
    );
    for game in catalog.games() {
        let _ = writeln!(text, "game: {} {}", game.id(), game.plugin.about().version);
    }
    let _ = writeln!(text, "problems with files: {}", catalog.problems().len());
    text
}

/// The version and the system, in lines.
pub(super) fn system() -> String {
    let built = if cfg!(debug_assertions) { ", development build" } else { "" };
    format!(
        "Stonehouse {}{built}\nsystem: {} {}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}
