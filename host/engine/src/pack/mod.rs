//! Packs: games in Luau, variants, house rules, texts and pictures in one file, to be given away. `docs/packs.md`
//! describes the format.
//!
//! - `name`: the kinds and the names of files that a pack may have
//! - `archive`: the file, a zip file, read with suspicion
//! - `manifest`: `pack.toml`, the manifest of a pack; `schema`: its JSON Schema
//! - [`draft`]: packs made of a folder, of variants, of a record
//! - [`store`]: the packs that are installed, switched on and off
//! - [`plan`]: a preview of what installing a pack adds and changes
//! - `signature`: whether a pack is by the same author as another one
//! - this module: a pack that was read
//!
//! A pack is never unpacked on the disk: its file is kept as it is, and read where it is. No native code can be in it.
//!
//! A pack's scripts serve its own variants and those built on them, and replace no others.

mod archive;
pub mod draft;
mod manifest;
mod name;
pub mod plan;
mod schema;
mod signature;
pub mod store;

pub use crate::pack_label::PackLabel;
pub use archive::{MAX_FILES, MAX_PACK_BYTES, MAX_PICTURE_BYTES, MAX_UNPACKED_BYTES};
pub use draft::PackDraft;
pub use manifest::{Api, PackManifest};
pub use name::{Kind, is_id};
pub use plan::PackPlan;
pub use schema::schema;
pub use signature::AuthorId;
pub use store::Installed;

use crate::files;
use crate::plugins::SCRIPT_GAME;
use crate::variant::Source;
use crate::variant::file::VariantFile;
use archive::{Archive, ArchiveError};
use name::{MANIFEST, SCRIPTS};
use signature::SIGNATURE;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script};

/// The ending of a pack's file.
pub const EXTENSION: &str = "stonehouse";

/// The version of the interface for house rules that this Stonehouse has.
pub const API: Api = Api { major: 1, minor: 0 };

/// A pack that was read: its form is right. Whether its rules are is found when they are loaded.
#[derive(Clone)]
pub struct Pack {
    /// Its file.
    pub file: PathBuf,
    /// Its manifest.
    pub manifest: PackManifest,
    label: Arc<PackLabel>,
    /// The author who signed it, if somebody did.
    author: Option<AuthorId>,
    bytes: Arc<[u8]>,
    archive: Archive,
    /// Its games, variants, house rules and texts, by their names in it.
    texts: BTreeMap<String, Arc<str>>,
}

impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.archive.names().collect();
        f.debug_struct("Pack")
            .field("file", &self.file)
            .field("manifest", &self.manifest)
            .field("files", &names)
            .finish_non_exhaustive()
    }
}

impl Pack {
    /// Reads a pack.
    ///
    /// # Errors
    /// The reason why it cannot be trusted, or the problems of its `pack.toml`.
    pub fn read(file: &Path) -> Result<Self, Vec<Problem>> {
        let bytes = files::read_bytes(file, MAX_PACK_BYTES).map_err(|problem| vec![problem])?;
        Self::parse(file, bytes.into())
    }

    /// Reads a pack from its bytes; `file` is what messages call it.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(file: &Path, bytes: Arc<[u8]>) -> Result<Self, Vec<Problem>> {
        let wrong = |message: String| vec![Problem::file(file, message)];
        let untrusted = |error: ArchiveError| wrong(error.to_string());
        let archive = Archive::open(Arc::clone(&bytes)).map_err(untrusted)?;
        let mut texts = BTreeMap::new();
        for name in archive.names() {
            if !matches!(Kind::of(name), Ok(Kind::Picture)) {
                let bytes = archive.read(name).unwrap_or_else(|| Ok(Vec::new())).map_err(untrusted)?;
                texts.insert(
                    name.to_owned(),
                    files::text_of(&file.join(name), &bytes).map_err(|problem| vec![problem])?,
                );
            }
        }
        let Some(text) = texts.remove(MANIFEST) else {
            return Err(wrong(format!("it is no pack: there is no `{MANIFEST}` in it")));
        };
        let manifest = PackManifest::parse(&file.join(MANIFEST), &text)?;
        let author = match texts.remove(SIGNATURE) {
            Some(signature) => {
                let mut files = Vec::new();
                for name in archive.names() {
                    files.push((name, archive.read(name).unwrap_or_else(|| Ok(Vec::new())).map_err(untrusted)?));
                }
                let files = files.iter().map(|(name, bytes)| (*name, bytes.as_slice()));
                Some(signature::verify(&signature, files).map_err(|why| wrong(why.to_owned()))?)
            }
            None => None,
        };
        let label = Arc::new(manifest.label());
        let pack = Self { file: file.to_owned(), label, manifest, author, bytes, archive, texts };
        if let Some(picture) = &pack.manifest.picture
            && !pack.pictures().any(|name| name == picture)
        {
            return Err(wrong(format!("its `picture` is `{}`, which is no picture in it", name::shown(picture))));
        }
        let is_alone = |name: &&String| match Kind::of(name) {
            Ok(Kind::GamePart(game)) => pack.games().all(|(id, _)| id != game),
            _ => false,
        };
        if let Some(alone) = pack.texts.keys().find(is_alone) {
            let game = alone.split('/').next().unwrap_or_default();
            let alone = name::shown(alone);
            return Err(wrong(format!(
                "the file `{alone}` in it belongs to the game `{game}/{game}.{SCRIPT_GAME}`, which is not in it"
            )));
        }
        if pack.games().next().is_none() && pack.variants().next().is_none() && pack.scripts().next().is_none() {
            return Err(wrong("there is no game, no variant and no house rule in it".to_owned()));
        }
        Ok(pack)
    }

    /// Unpacks everything once.
    ///
    /// # Errors
    /// When a file in it is damaged.
    pub fn verify(&self) -> Result<(), Problem> {
        let damaged = |error: ArchiveError| Problem::file(&self.file, error.to_string());
        for name in self.archive.names().filter(|name| !self.texts.contains_key(*name)) {
            let bytes = self.archive.read(name).unwrap_or_else(|| Ok(Vec::new())).map_err(damaged)?;
            if Path::new(name).extension().is_some_and(|end| end == "png") && !bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
                return Err(Problem::file(&self.file, format!("the file `{name}` in it is no PNG picture")));
            }
        }
        Ok(())
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.manifest.id
    }

    /// Its label.
    pub const fn label(&self) -> &Arc<PackLabel> {
        &self.label
    }

    /// The author who signed it; `None`: it is not signed.
    pub const fn author(&self) -> Option<&AuthorId> {
        self.author.as_ref()
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its variants, by their names in it: the game of each, and its text.
    pub fn variants(&self) -> impl Iterator<Item = (&str, &str, &Arc<str>)> {
        self.texts.iter().filter_map(|(name, text)| match Kind::of(name) {
            Ok(Kind::Variant(game)) => Some((name.as_str(), game, text)),
            _ => None,
        })
    }

    /// Its games in Luau: the id of each, and its script.
    pub fn games(&self) -> impl Iterator<Item = (&str, Script)> {
        self.texts.iter().filter_map(|(name, text)| match Kind::of(name) {
            Ok(Kind::Game(game)) => {
                Some((game, Script::new(format!("{game}.{SCRIPT_GAME}"), self.file.join(name), Arc::clone(text))))
            }
            _ => None,
        })
    }

    /// The files beside a game in Luau of the pack, which it requires.
    pub fn files_beside(&self, game: &str) -> impl Iterator<Item = Script> {
        self.texts.iter().filter(move |(name, _)| Kind::of(name) == Ok(Kind::GamePart(game))).map(|(name, text)| {
            Script::new(name.rsplit('/').next().unwrap_or_default(), self.file.join(name), Arc::clone(text))
        })
    }

    /// Its house rules: the game of each, and its name.
    pub fn scripts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.keys().filter_map(|name| match Kind::of(name) {
            Ok(Kind::Script(game)) => Some((game, name.rsplit('/').next().unwrap_or_default())),
            _ => None,
        })
    }

    /// A house rule for a game.
    pub fn script(&self, game: &str, name: &str) -> Option<Script> {
        let path = format!("{game}/{SCRIPTS}/{name}");
        let source = Arc::clone(self.texts.get(&path)?);
        Some(Script::new(name, self.file.join(path), source))
    }

    /// Its texts for people: the name and the content of each.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.texts.iter().filter(|(name, _)| Kind::of(name) == Ok(Kind::Text));
        texts.map(|(name, text)| (name.as_str(), &**text))
    }

    /// The names of its pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        self.archive.names().filter(|name| Kind::of(name) == Ok(Kind::Picture))
    }

    /// The bytes of a picture, if it exists and is undamaged.
    pub fn picture(&self, name: &str) -> Option<Vec<u8>> {
        self.archive.read(name)?.ok()
    }

    /// All its files as they were packed: the name and the bytes of each.
    ///
    /// # Errors
    /// When a file in it is damaged.
    pub fn files(&self) -> Result<Vec<(String, Vec<u8>)>, Problem> {
        let read = |name: &str| self.archive.read(name).unwrap_or_else(|| Ok(Vec::new()));
        let files = self.archive.names().map(|name| Ok((name.to_owned(), read(name)?)));
        files.collect::<Result<_, ArchiveError>>().map_err(|error| Problem::file(&self.file, error.to_string()))
    }

    /// Whether another pack has the same files.
    pub fn is_same(&self, other: &Self) -> bool {
        self.bytes == other.bytes || self.files().ok().zip(other.files().ok()).is_some_and(|(own, other)| own == other)
    }

    /// Its variants as files, and what is wrong with those that cannot be read. A file that is for another game than
    /// its folder is among the latter.
    pub(crate) fn variant_files(&self) -> (Vec<VariantFile>, Vec<Problem>) {
        let (mut files, mut problems) = (Vec::new(), Vec::new());
        for (name, game, text) in self.variants() {
            match VariantFile::parse(&self.file.join(name), text) {
                Ok(file) if file.game != game => {
                    let message =
                        format!("this file is in the folder of `{game}`, so it must have `game = \"{game}\"`");
                    problems.push(file.game_place.problem(message));
                }
                Ok(mut file) => {
                    file.source = Source::Pack(Arc::clone(&self.label));
                    files.push(file);
                }
                Err(mut wrong) => problems.append(&mut wrong),
            }
        }
        (files, problems)
    }
}
