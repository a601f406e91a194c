//! Variants and games of a person's own: saved from the workshop, and shared as packs.

use super::{App, Screen};
use crate::workshop::Shared;
use std::path::{Path, PathBuf};
use stonehouse_engine::pack::draft::{PackDetails, checked};
use stonehouse_engine::pack::{EXTENSION, PackDraft};
use stonehouse_engine::{Catalog, Problem, files};
use stonehouse_language::tr;

impl App {
    /// Saves the draft in the workshop, which then continues with the file.
    pub(super) fn save(&mut self, save: impl FnOnce(&Catalog) -> Result<PathBuf, Vec<Problem>>) {
        self.library.reload_texts();
        let saved = save(self.library.catalog());
        self.library.reload_texts();
        let opened = saved.and_then(|file| {
            let form = name_in(self.library.catalog(), &file).and_then(|name| self.form_of(&name));
            form.map_err(|why| vec![Problem::file(file, why)])
        });
        let Screen::Workshop(workshop) = self.tabs.screen_mut() else { return };
        match opened {
            Ok(form) => workshop.saved(form),
            Err(problems) => workshop.not_saved(&problems),
        }
    }

    /// Makes a file of a variant or a game for others, and reports it in the workshop.
    pub(super) fn share(&mut self, shared: &Shared, given: &PackDetails) {
        self.library.reload_texts();
        let made = write_pack(self.library.catalog(), shared, given);
        if let Screen::Workshop(workshop) = self.tabs.screen_mut() {
            workshop.shared(made.as_deref().map_err(String::as_str));
        }
    }
}

/// Makes a pack of a variant or a game, checks it as on a machine that has nothing else, and writes a new file.
fn write_pack(catalog: &Catalog, shared: &Shared, given: &PackDetails) -> Result<PathBuf, String> {
    let home = catalog.folders().records.as_deref().and_then(Path::parent);
    let folder = home.ok_or_else(|| tr!("there is no folder to keep it in").to_owned())?.join("shared");
    let name = match shared {
        Shared::Variant(file) => name_in(catalog, file)?,
        Shared::Game(id) => id.clone(),
    };
    let mut draft = PackDraft::of_names(catalog, &[name], given).map_err(|error| error.to_string())?;
    if let Some(key) = &catalog.folders().author_key {
        draft.sign(key).map_err(|problem| problem.to_string())?;
    }
    // Its name in messages until its own is known.
    let working = folder.join("new").with_extension(EXTENSION);
    let pack = draft.pack(&working).and_then(|pack| checked(catalog, pack));
    let pack = pack.map_err(|problems| Problem::lines(&problems))?;
    files::write_new(&folder, pack.id(), EXTENSION, pack.bytes()).map_err(|problem| problem.to_string())
}

/// The name of the variant in a file, as `GAME/ID`.
fn name_in(catalog: &Catalog, file: &Path) -> Result<String, String> {
    let mut all = catalog.games().iter().flat_map(|game| &game.variants);
    let found = all.find(|variant| variant.file == file).map(|variant| variant.full_name());
    found.ok_or_else(|| tr!("it was written, but cannot be found again: press Reload").to_owned())
}
