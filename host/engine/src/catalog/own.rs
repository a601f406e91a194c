//! The user's own variants: drafted from existing ones, and saved into the user's own folder.

use super::{Catalog, CatalogError, GameEntry, Scripts};
use crate::draft::{VariantDraft, plays_alike, write};
use crate::files;
use crate::folders::{Folder, Origin};
use crate::variant::file::VariantFile;
use crate::variant::{Variant, resolve};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script};

/// The most names that are tried for a new file.
const MAX_TRIED: usize = 1000;

impl Catalog {
    /// A draft of a new variant that extends the one named `GAME/ID` and is played as `changed`. `found` describes the
    /// values that were found for a goal: `points=3`.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn tuned_draft(&self, name: &str, changed: Variant, found: &str) -> Result<VariantDraft, CatalogError> {
        let (_, parent) = self.variant(name)?;
        let mut draft = self.draft(name)?;
        if draft.own.is_some() {
            draft = VariantDraft::new(parent, Some(parent.id.clone()));
        }
        draft.variant.name = format!("{}, tuned", parent.name);
        draft.variant.summary = format!("Tuned: {found}.");
        (draft.variant.knobs, draft.variant.scripts) = (changed.knobs, changed.scripts);
        Ok(draft)
    }

    /// A draft that starts from the variant named `GAME/ID`. One of the person's own variants can be saved over later,
    /// and is compared with what it extends.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn draft(&self, name: &str) -> Result<VariantDraft, CatalogError> {
        let (game, variant) = self.variant(name)?;
        // A game without variant files has one that no file can extend.
        let is_file = variant.file != game.file;
        if !is_file || !self.is_own(&variant.file) {
            return Ok(VariantDraft::new(variant, is_file.then(|| variant.id.clone())));
        }
        Ok(match self.parent_of(game, variant) {
            Some(parent) => VariantDraft::of_own(variant, &parent, Some(parent.id.clone())),
            None => VariantDraft::of_own(variant, &Arc::new(Variant::official(&game.plugin, &game.file)), None),
        })
    }

    /// Whether a file is in one of the user's own folders.
    fn is_own(&self, file: &Path) -> bool {
        let own = |folder: &&Folder| matches!(folder.origin, Origin::User | Origin::Named);
        self.folders.variants.iter().filter(own).any(|folder| file.starts_with(&folder.path))
    }

    /// The variant that another one extends.
    fn parent_of(&self, game: &GameEntry, variant: &Variant) -> Option<Arc<Variant>> {
        let files: Vec<VariantFile> = self.files.iter().filter(|file| file.game == game.id()).cloned().collect();
        let own = files.iter().position(|file| file.file == variant.file)?;
        let (base, _) = files[own].extends.as_ref()?;
        let named = |place: &usize| files[*place].id == *base;
        // A file that shadows another may extend the one that it shadows.
        let place =
            if *base == files[own].id { (0..own).rev().find(named)? } else { (0..files.len()).rev().find(named)? };
        let packs = self.packs_in_use();
        let scripts = Scripts::new(&self.folders.scripts, &packs);
        let find = |name: &str, written: &VariantFile| scripts.find(game.id(), name, &files[place], written);
        resolve(&files, place, &game.plugin, &find).ok().map(Arc::new)
    }

    /// Every house rule that a variant of this game could use, by name: those in its folders and those that its
    /// variants name.
    pub fn house_rules(&self, game: &str) -> Vec<Script> {
        let packs = self.packs_in_use();
        let scripts = Scripts::new(&self.folders.scripts, &packs);
        // A missing file is treated as one that the user may write.
        let beside = self.own_folder(game).unwrap_or_default().join("new.toml");
        let text = format!("game = \"{game}\"\n").as_str().into();
        let Ok(beside) = VariantFile::parse(&beside, &text) else { return Vec::new() };
        let scripts_named =
            self.scripts_of(game).into_iter().filter_map(|(_, file)| Some(file.file_name()?.to_str()?.to_owned()));
        let mut found: Vec<Script> = scripts_named
            .filter_map(|name| scripts.find(game, &name, &beside, &beside))
            .filter_map(Result::ok)
            .collect();
        let variants = self.games.iter().filter(|entry| entry.id() == game).flat_map(|entry| &entry.variants);
        found.extend(variants.flat_map(|variant| &variant.scripts).cloned());
        found.sort_by(|one, other| one.name.cmp(&other.name));
        found.dedup_by(|one, other| one.name == other.name);
        found
    }

    /// The folder for a person's own variants of a game.
    fn own_folder(&self, game: &str) -> Option<PathBuf> {
        let of = |origin: Origin| self.folders.variants.iter().rev().find(move |folder| folder.origin == origin);
        of(Origin::User).or_else(|| of(Origin::Named)).map(|folder| folder.path.join(game))
    }

    /// Saves a draft as a new file in the person's own folder, named after the variant. No file is overwritten, and no
    /// variant shadowed.
    ///
    /// # Errors
    /// When there is no such folder, or it cannot be written, or the file would not match the draft.
    pub fn save_as_new(&self, draft: &VariantDraft) -> Result<PathBuf, Vec<Problem>> {
        let game = &draft.variant.game;
        let Some(folder) = self.own_folder(game) else {
            let message = "there is no folder for variants of your own: start Stonehouse with --variants and a folder";
            return Err(vec![Problem::file(&draft.parent.file, message)]);
        };
        let unwritten =
            |file: &Path, error: std::io::Error| vec![Problem::file(file, format!("cannot be written: {error}"))];
        fs::create_dir_all(&folder).map_err(|error| unwritten(&folder, error))?;
        let id = id_of(&draft.variant.name);
        let text = write::new_text(draft);
        for number in 1..MAX_TRIED {
            let id = if number == 1 { id.clone() } else { format!("{id}-{number}") };
            let file = folder.join(format!("{id}.toml"));
            if file.symlink_metadata().is_ok() || self.files.iter().any(|known| known.game == *game && known.id == id) {
                continue;
            }
            self.verify(draft, &file, &text)?;
            match files::create_new_shared(&file, text.as_bytes()) {
                Ok(()) => return Ok(file),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(unwritten(&file, error)),
            }
        }
        Err(vec![Problem::file(folder, "there are too many variants of this name: choose another name")])
    }

    /// Saves a draft of a variant of one's own into its file, whose comments and order are kept.
    ///
    /// # Errors
    /// When it is not of one's own, the file cannot be written, or would not match the draft. The file is unchanged
    /// then.
    pub fn save_over(&self, draft: &VariantDraft) -> Result<PathBuf, Vec<Problem>> {
        let Some(file) = draft.own.as_ref().filter(|file| self.is_own(file)) else {
            return Err(vec![Problem::file(&draft.parent.file, "this variant is not your own: save it as a new one")]);
        };
        let old = files::read_text(file).map_err(|problem| vec![problem])?;
        let text = write::changed_text(file, &old, draft).map_err(|problem| vec![problem])?;
        self.verify(draft, file, &text)?;
        files::replace_keeping_permissions(file, text.as_bytes())
            .map_err(|error| vec![Problem::file(file, format!("cannot be written: {error}"))])?;
        Ok(file.clone())
    }

    /// Checks that a file of this text would be played as the draft is.
    fn verify(&self, draft: &VariantDraft, file: &Path, text: &str) -> Result<(), Vec<Problem>> {
        let game = self.game(&draft.variant.game).map_err(|why| vec![Problem::file(file, why.to_string())])?;
        let parsed = VariantFile::parse(file, &text.into())?;
        let mut files: Vec<VariantFile> = self.files.iter().filter(|known| known.game == game.id()).cloned().collect();
        let place = files.iter().position(|known| known.file == file);
        let place = match place {
            Some(place) => {
                files[place] = parsed;
                place
            }
            None => {
                files.push(parsed);
                files.len() - 1
            }
        };
        let packs = self.packs_in_use();
        let scripts = Scripts::new(&self.folders.scripts, &packs);
        let find = |name: &str, written: &VariantFile| scripts.find(game.id(), name, &files[place], written);
        let read = resolve(&files, place, &game.plugin, &find)?;
        if plays_alike(&read, &draft.variant) {
            return Ok(());
        }
        let message = "this cannot be written to a file: a house rule is where it would not be found from here, or \
                       what this variant extends sets something that cannot be taken back";
        Err(vec![Problem::file(file, message)])
    }
}

/// The id that a variant of this name gets.
fn id_of(name: &str) -> String {
    let letters = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
    let id: String = letters.flat_map(char::to_lowercase).take(48).collect();
    let parts: Vec<&str> = id.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "my-variant".to_owned() } else { parts.join("-") }
}
