//! Games and variants of this user's as a pack, with all that they are built on and that another user would not have.

use super::{DerivedDetails, PackDetails, PackDraft, PackDraftError, from_version};
use crate::catalog::{Catalog, GameEntry};
use crate::files::read_text;
use crate::pack::name::{Kind, SCRIPTS};
use crate::pack_label::PackLabel;
use crate::plugins::{SCRIPT_GAME, files_beside, is_script_game};
use crate::variant::{Source, Variant};
use semver::VersionReq;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use stonehouse_house_rules::Script;

impl PackDraft {
    /// A pack of these games and variants, named `GAME` or `GAME/ID`: their files and those that they extend, and the
    /// scripts of both, without what ships with the program. Packs that they use are named as needed.
    ///
    /// # Errors
    /// When a game or variant does not exist, ships with the program or comes from a pack; when a game is a library;
    /// when a file has a name that a pack cannot have.
    pub fn of_names(catalog: &Catalog, names: &[String], given: &PackDetails) -> Result<Self, PackDraftError> {
        let mut draft = Self::default();
        let (mut games, mut packs) = (BTreeMap::new(), BTreeMap::new());
        for name in names {
            let (game, variant) = game_or_variant(catalog, name)?;
            let source = variant.map_or(&game.source, |variant| &variant.source);
            match source {
                Source::Own | Source::Named => {}
                Source::Pack(label) => {
                    return Err(PackDraftError::InPack { name: name.clone(), label: Arc::clone(label) });
                }
                _ => return Err(PackDraftError::Shipped(name.clone())),
            }
            draft.add_game(game, variant.is_none(), &mut games, &mut packs)?;
            let Some(variant) = variant else { continue };
            for file in catalog.chain(game, &variant.id) {
                match &file.source {
                    Source::Own | Source::Named => {
                        let text = read_text(&file.file)?;
                        draft.add(format!("{}/{}.toml", game.id(), file.id), &text)?;
                        for script in catalog.scripts_written_in(game, &file)? {
                            draft.add_script(catalog, game.id(), &script, &mut packs)?;
                        }
                    }
                    Source::Pack(label) => need(&mut packs, label),
                    _ => {}
                }
            }
            for script in &variant.scripts {
                draft.add_script(catalog, game.id(), script, &mut packs)?;
            }
        }
        let first = names.first().ok_or(PackDraftError::NothingNamed)?;
        let (game, variant) = game_or_variant(catalog, first)?;
        let about = game.plugin.about();
        let mut likely = match variant {
            Some(variant) => DerivedDetails { id: &variant.id, name: &variant.name, ..DerivedDetails::default() },
            None => DerivedDetails {
                id: &about.id,
                name: &about.name,
                version: &about.version,
                ..DerivedDetails::default()
            },
        };
        // Of several variants, none describes the pack.
        if names.len() == 1 {
            likely.summary = variant.map_or(&about.summary, |variant| &variant.summary);
        }
        // What comes with a game of one's own has the same author.
        if !games.contains_key(game.id()) {
            likely.authors = &about.manifest.authors;
            likely.licence = (!about.manifest.licence.is_empty()).then_some(&about.manifest.licence);
        }
        let mut manifest = given.manifest(&likely)?;
        (manifest.games, manifest.packs) = (games, packs);
        draft.describe(&manifest);
        Ok(draft)
    }

    /// Adds a game if it is the user's own script; otherwise it is needed.
    pub(super) fn add_game(
        &mut self,
        game: &GameEntry,
        is_named: bool,
        games: &mut BTreeMap<String, VersionReq>,
        packs: &mut BTreeMap<String, VersionReq>,
    ) -> Result<(), PackDraftError> {
        let id = game.id();
        if is_script_game(&game.file) && matches!(game.source, Source::Own | Source::Named) {
            return self.add_script_game(id, &game.file);
        }
        if is_named {
            return Err(PackDraftError::Library { game: id.to_owned() });
        }
        if let Some(label) = game.source.pack() {
            need(packs, label);
        }
        games.insert(id.to_owned(), from_version(&game.plugin.about().version));
        Ok(())
    }

    /// Adds the files of a game in Luau.
    pub(super) fn add_script_game(&mut self, id: &str, game: &Path) -> Result<(), PackDraftError> {
        self.add(format!("{id}/{id}.{SCRIPT_GAME}"), &read_text(game)?)?;
        for file in files_beside(game)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            self.add(format!("{id}/{name}"), &read_text(&file)?)?;
        }
        Ok(())
    }

    /// Adds a script, if another user would not have it.
    fn add_script(
        &mut self,
        catalog: &Catalog,
        game: &str,
        script: &Script,
        packs: &mut BTreeMap<String, VersionReq>,
    ) -> Result<(), PackDraftError> {
        if let Some(installed) = catalog.packs().iter().find(|other| script.file.starts_with(&other.pack.file)) {
            need(packs, installed.pack.label());
            return Ok(());
        }
        if catalog.is_shipped(&script.file) {
            return Ok(());
        }
        self.add(format!("{game}/{SCRIPTS}/{}", script.name), &script.source)
    }

    fn add(&mut self, name: String, text: &str) -> Result<(), PackDraftError> {
        Kind::of(&name)?;
        match self.files.get(&name) {
            Some(other) if other.as_slice() != text.as_bytes() => Err(PackDraftError::SameFile(name)),
            _ => {
                self.files.insert(name, text.as_bytes().to_vec());
                Ok(())
            }
        }
    }
}

/// The game of this name, or the variant; the official variant of a game of one's own is that game.
fn game_or_variant<'a>(
    catalog: &'a Catalog,
    name: &str,
) -> Result<(&'a GameEntry, Option<&'a Arc<Variant>>), PackDraftError> {
    if !name.contains('/') {
        return Ok((catalog.game(name)?, None));
    }
    let (game, variant) = catalog.variant(name)?;
    Ok((game, (variant.source != Source::Game).then_some(variant)))
}

/// Names a pack as needed, in its version or a compatible later one.
fn need(packs: &mut BTreeMap<String, VersionReq>, label: &PackLabel) {
    packs.insert(label.id.clone(), from_version(&label.version));
}
