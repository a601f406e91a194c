//! Variants of this user's as a pack, with all that they are built on and that another user would not have.

use super::{DerivedDetails, PackDetails, PackDraft, PackDraftError, from_version};
use crate::catalog::Catalog;
use crate::files::read_text;
use crate::pack::name::{Kind, SCRIPTS};
use crate::pack_label::PackLabel;
use crate::variant::Source;
use semver::VersionReq;
use std::collections::BTreeMap;
use std::sync::Arc;
use stonehouse_house_rules::Script;

impl PackDraft {
    /// A pack of these variants, named `GAME/ID`: their files and those that they extend, and the scripts of both,
    /// without those that ship with the program. Packs that they use are named as needed.
    ///
    /// # Errors
    /// When a variant does not exist, ships with the program or comes from a pack; when a file has a name that a pack
    /// cannot have.
    pub fn of_variants(catalog: &Catalog, names: &[String], given: &PackDetails) -> Result<Self, PackDraftError> {
        let mut draft = Self::default();
        let (mut games, mut packs) = (BTreeMap::new(), BTreeMap::new());
        for name in names {
            let (game, variant) = catalog.variant(name)?;
            match &variant.source {
                Source::Own | Source::Named => {}
                Source::Pack(label) => {
                    return Err(PackDraftError::InPack { name: name.clone(), label: Arc::clone(label) });
                }
                _ => return Err(PackDraftError::Shipped(name.clone())),
            }
            games.insert(game.id().to_owned(), from_version(&game.plugin.about().version));
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
        let first = names.first().ok_or(PackDraftError::NoVariants)?;
        let (_, variant) = catalog.variant(first)?;
        // Of several variants, none describes the pack.
        let summary = if names.len() == 1 { variant.summary.as_str() } else { "" };
        let likely = DerivedDetails { id: &variant.id, name: &variant.name, summary, authors: &[], licence: None };
        let mut manifest = given.manifest(&likely)?;
        (manifest.games, manifest.packs) = (games, packs);
        draft.describe(&manifest);
        Ok(draft)
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

/// Names a pack as needed, in its version or a compatible later one.
fn need(packs: &mut BTreeMap<String, VersionReq>, label: &PackLabel) {
    packs.insert(label.id.clone(), from_version(&label.version));
}
