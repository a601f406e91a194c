//! Packs in the making: from a folder, from variants, from a record, from another pack.
//!
//! - `folder`: a folder with a `pack.toml`, and back
//! - `variants`: games and variants of this user's, with all that they are built on
//! - `record`: the variant of a match, from its record
//! - `game`: a game in Luau that came as a plain file
//!
//! A pack that is made is checked like one that is installed: in a catalog with what ships and nothing else of this
//! user's.

mod folder;
mod game;
mod record;
mod variants;

pub use game::pack_in_file;

use super::manifest::{Api, PackManifest};
use super::name::{MANIFEST, Misplaced, portable};
use super::signature::{AuthorKey, SIGNATURE};
use super::{API, Pack, PackLabel, archive};
use crate::catalog::{Catalog, CatalogError};
use semver::{Version, VersionReq};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use stonehouse_house_rules::Problem;

/// The files of a pack that is not written yet.
#[derive(Clone, Debug, Default)]
pub struct PackDraft {
    files: BTreeMap<String, Vec<u8>>,
    /// The names of the files of the folder that are no part of a pack.
    pub left_out: Vec<String>,
}

/// The details that people state about a pack that they make; those that they omit follow from its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackDetails {
    /// The id.
    pub id: Option<String>,
    /// The name.
    pub name: Option<String>,
    /// The version; if none is given, that of the game, or 1.0.0 of variants.
    pub version: Option<Version>,
    /// Its authors.
    pub authors: Vec<String>,
    /// The licence.
    pub licence: Option<String>,
    /// One sentence.
    pub summary: Option<String>,
    /// The homepage.
    pub homepage: Option<String>,
}

/// The reason why no pack can be made of variants or of a record.
#[derive(Debug, thiserror::Error)]
pub enum PackDraftError {
    /// The game or the variant does not exist.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A file cannot be read, or the match of the record cannot be played here.
    #[error(transparent)]
    File(#[from] Problem),
    /// Nothing is named.
    #[error("name the games in Luau and the variants that the pack is to hold, as GAME or GAME/VARIANT")]
    NothingNamed,
    /// The game is a library.
    #[error("{game} is a library, and a pack holds no native code: give away the library itself")]
    Library {
        /// The game's id.
        game: String,
    },
    /// The game or variant comes from a pack.
    #[error("{name} is in the pack {label} already: give away that pack's file")]
    InPack {
        /// The name of the game or variant.
        name: String,
        /// The pack.
        label: Arc<PackLabel>,
    },
    /// The game or variant ships with the program.
    #[error("{0} comes with Stonehouse: everybody has it, and there is nothing to pack")]
    Shipped(String),
    /// No author or no licence is given.
    #[error(
        "say who made the pack and what others may do with it, for example --author \"Ada\" --licence CC0-1.0 (free for \
         everything)"
    )]
    NoAuthor,
    /// A file has a name that no pack can have.
    #[error("{0}. Rename it, and what names it")]
    Misplaced(#[from] Misplaced),
    /// Two different files would have this name in the pack.
    #[error("there are two different files that would be `{0}` in the pack: give one of them another name")]
    SameFile(String),
}

impl PackDraft {
    /// The files of a pack that was written, to be changed.
    ///
    /// # Errors
    /// When a file in it is damaged.
    pub fn of_pack(pack: &Pack) -> Result<Self, Problem> {
        let files = pack.files()?.into_iter().filter(|(name, _)| name != SIGNATURE);
        Ok(Self { files: files.collect(), left_out: Vec::new() })
    }

    /// Signs the files, as they are now, with the author's key in `file`, which is made if it does not exist.
    ///
    /// # Errors
    /// When that file cannot be read or written, or is damaged.
    pub fn sign(&mut self, file: &Path) -> Result<(), Problem> {
        let key = AuthorKey::in_file(file)?;
        let signature = key.sign(self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
        self.files.insert(SIGNATURE.to_owned(), signature.into_bytes());
        Ok(())
    }

    /// The pack, as it would be read from `file`. The same files give the same bytes.
    ///
    /// # Errors
    /// The problems of the pack.
    pub fn pack(&self, file: &Path) -> Result<Pack, Vec<Problem>> {
        let files = self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        let bytes = archive::write(files)
            .map_err(|error| vec![Problem::file(file, format!("the pack cannot be written: {error}"))])?;
        if bytes.len() as u64 > super::MAX_PACK_BYTES {
            let most = super::MAX_PACK_BYTES >> 20;
            return Err(vec![Problem::file(
                file,
                format!("it would be longer than {most} MiB, the most that is allowed"),
            )]);
        }
        Pack::parse(file, bytes.into())
    }

    /// The names of its files, without the signature.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str).filter(|name| *name != SIGNATURE)
    }

    /// Adds the manifest.
    fn describe(&mut self, manifest: &PackManifest) {
        self.files.insert(MANIFEST.to_owned(), manifest.text().into_bytes());
    }
}

/// The details that follow from the content of a pack, for those that people omit.
#[derive(Default)]
struct DerivedDetails<'a> {
    id: &'a str,
    name: &'a str,
    /// Empty: 1.0.0.
    version: &'a str,
    summary: &'a str,
    authors: &'a [String],
    licence: Option<&'a str>,
}

impl PackDetails {
    /// The manifest of a pack.
    ///
    /// # Errors
    /// When no author or no licence is given.
    fn manifest(&self, likely: &DerivedDetails<'_>) -> Result<PackManifest, PackDraftError> {
        let authors = if self.authors.is_empty() { likely.authors.to_vec() } else { self.authors.clone() };
        let licence = self.licence.as_deref().or(likely.licence).unwrap_or_default();
        if authors.is_empty() || licence.is_empty() {
            return Err(PackDraftError::NoAuthor);
        }
        let id = self.id.clone().unwrap_or_else(|| portable(likely.id, "pack").replace('_', "-"));
        Ok(PackManifest {
            id,
            name: self.name.clone().unwrap_or_else(|| likely.name.to_owned()),
            version: (self.version.clone())
                .or_else(|| Version::parse(likely.version).ok())
                .unwrap_or(Version::new(1, 0, 0)),
            authors,
            licence: licence.to_owned(),
            summary: self.summary.clone().unwrap_or_else(|| likely.summary.to_owned()),
            homepage: self.homepage.clone().unwrap_or_default(),
            picture: None,
            api: Api { ..API },
            games: BTreeMap::new(),
            packs: BTreeMap::new(),
        })
    }
}

/// The requirement of a version or a compatible later one: of 1.4.2, "1.4".
fn from_version(version: &str) -> VersionReq {
    let parsed = Version::parse(version).ok();
    parsed
        .and_then(|version| VersionReq::parse(&format!("{}.{}", version.major, version.minor)).ok())
        .unwrap_or(VersionReq::STAR)
}

/// Checks a pack that was just made, as another user would find it, with nothing else of this user's.
///
/// # Errors
/// The problems of the pack.
pub fn checked(catalog: &Catalog, pack: Pack) -> Result<Arc<Pack>, Vec<Problem>> {
    let pack = Arc::new(pack);
    let problems = catalog.check_pack(&pack).problems;
    if problems.is_empty() { Ok(pack) } else { Err(problems) }
}
