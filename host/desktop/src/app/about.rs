//! The dialog about this program: its version, its licence and folders, and the details that a report of an error
//! needs.

use crate::settings::{Settings, Word, controls};
use egui::{Label, RichText, Ui};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_engine::{Catalog, Folder, Folders, Origin};
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
    /// Why a folder could not be opened.
    trouble: Option<String>,
}

impl About {
    /// Opens the dialog.
    pub fn open(&mut self) {
        *self = Self { is_open: true, ..Self::default() };
    }

    /// Shows the dialog, if it is open.
    pub fn ui(&mut self, ui: &Ui, catalog: &Catalog, settings: &Settings) {
        if !self.is_open {
            return;
        }
        let (mut copies, mut closes) = (false, false);
        let folders = catalog.folders();
        let body = |trouble: &mut Option<String>, ui: &mut Ui| {
            ui.label(RichText::new(tr!("About Stonehouse")).text_style(theme::title()));
            ui.label(tr!("Version {version}", version = env!("CARGO_PKG_VERSION")));
            controls::note(ui, tr!("Tabletop games whose rules are meant to be changed."));
            controls::part(ui, tr!("Licence"), "");
            ui.label(tr!("MIT or Apache-2.0, as you like."));
            if let Some(file) = folders.docs.as_deref().map(|docs| docs.join(LICENCES)).filter(|file| file.is_file()) {
                ui.label(tr!("The licences of the libraries in it:"));
                location(ui, &file);
            }
            controls::part(ui, tr!("Your own folders"), tr!("An update changes nothing in them"));
            for (name, folder) in own_folders(folders) {
                labelled(ui, name, &folder, trouble);
            }
            if let Some(docs) = &folders.docs {
                // Packages have pages with a beginning; the source tree has a folder of texts.
                let start = Some(docs.join("index.html")).filter(|page| page.is_file());
                labelled(ui, tr!("Documentation"), start.as_deref().unwrap_or(docs), trouble);
            }
            if let Some(why) = trouble {
                ui.add(Label::new(RichText::new(&*why).color(theme::colours(ui).alarm)).wrap().selectable(true));
            }
            controls::part(ui, tr!("Reports of errors, and new versions"), "");
            ui.add(Label::new(env!("CARGO_PKG_HOMEPAGE")).selectable(true));
        };
        let is_copied = self.is_copied;
        let modal = theme::dialog(ui.ctx(), "about", WIDTH, &mut self.trouble, body, |_, ui| {
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

/// The folders of a person's own files, with the contents of each.
fn own_folders(folders: &Folders) -> Vec<(&'static str, PathBuf)> {
    let own = |list: &[Folder]| list.iter().find(|folder| folder.origin == Origin::User).map(|it| it.path.clone());
    let all = [
        (tr!("Everything that is yours"), folders.records.as_deref().and_then(Path::parent).map(Path::to_owned)),
        (tr!("Variants"), own(&folders.variants)),
        (tr!("House rules"), own(&folders.scripts)),
        (tr!("Records of matches"), folders.records.clone()),
        (tr!("Settings"), folders.settings.as_deref().and_then(Path::parent).map(Path::to_owned)),
    ];
    all.into_iter().filter_map(|(name, folder)| Some((name, folder?))).collect()
}

/// A folder or a page with its name, which a button opens. A folder that was never needed is made first.
fn labelled(ui: &mut Ui, name: &str, path: &Path, trouble: &mut Option<String>) {
    ui.horizontal_wrapped(|ui| {
        if ui.button(tr!("Open: {folder}", folder = name)).clicked() {
            let made = if path.exists() { Ok(()) } else { fs::create_dir_all(path) };
            *trouble = made
                .and_then(|()| open::that_detached(path))
                .err()
                .map(|error| tr!("{folder} cannot be opened: {error}", folder = path.display(), error));
        }
        location(ui, path);
    });
}

fn location(ui: &mut Ui, path: &Path) {
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
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let system = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or(std::env::consts::OS);
    let session = std::env::var("XDG_SESSION_TYPE").unwrap_or_default();
    format!(
        "Stonehouse {}{built}\nsystem: {} {} {session}\n",
        env!("CARGO_PKG_VERSION"),
        system.trim_matches('"'),
        std::env::consts::ARCH
    )
}
