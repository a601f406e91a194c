//! The libraries that the user allowed to run, by the SHA-256 of their bytes.
//!
//! They are kept in `allowed.json` in the data folder. Libraries that are not allowed are in
//! [`Catalog::waiting`](crate::Catalog::waiting), with what can be read from their bytes without running them.

use super::LibraryMetadata;
use crate::files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stonehouse_house_rules::Problem;

/// The longest such file, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The fewest digits of a hash by which a library is named.
const MIN_DIGITS: usize = 8;

/// The file of allowed libraries. It is read at each use, because several processes share it.
#[derive(Clone, Debug)]
pub struct Consents {
    /// None: nothing can be allowed.
    file: Option<PathBuf>,
}

/// A library that was allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllowedLibrary {
    /// The name that its file had.
    pub file: String,
    /// The day on which it was allowed, as YYYY-MM-DD.
    pub on: String,
}

/// The file as it is written: what was allowed, by hash.
#[derive(Default, Serialize, Deserialize)]
struct ConsentFile {
    allowed: BTreeMap<String, AllowedLibrary>,
}

impl Consents {
    /// The consents in a file, which need not exist.
    pub const fn new(file: Option<PathBuf>) -> Self {
        Self { file }
    }

    /// The libraries that were allowed, by hash.
    ///
    /// # Errors
    /// When the file is damaged or cannot be read. Then nothing is allowed.
    pub fn all(&self) -> Result<BTreeMap<String, AllowedLibrary>, Problem> {
        self.file.as_deref().map_or_else(|| Ok(BTreeMap::new()), read)
    }

    /// Allows a library, in exactly this build.
    ///
    /// # Errors
    /// When that cannot be written down.
    pub fn allow(&self, found: &LibraryMetadata) -> Result<(), Problem> {
        let name = found.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let on = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
        self.change(&found.file, |allowed| {
            allowed.insert(found.hash.clone(), AllowedLibrary { file: name, on });
        })
    }

    /// Forgets libraries, named by a file's name or by at least eight digits of the hash. Returns those that were
    /// forgotten.
    ///
    /// # Errors
    /// When there is none, or the change cannot be written down.
    pub fn forget(&self, named: &str) -> Result<BTreeMap<String, AllowedLibrary>, Problem> {
        let is_meant = |hash: &str, library: &AllowedLibrary| {
            library.file == named || named.len() >= MIN_DIGITS && hash.starts_with(&named.to_lowercase())
        };
        let mut forgotten = BTreeMap::new();
        self.change(Path::new(named), |allowed| {
            forgotten = allowed.clone();
            forgotten.retain(|hash, library| is_meant(hash, library));
            allowed.retain(|hash, library| !is_meant(hash, library));
        })?;
        if forgotten.is_empty() {
            let message = "no library of this name or hash is allowed. `stonehouse plugins` lists those that are";
            return Err(Problem::file(named, message));
        }
        Ok(forgotten)
    }

    /// Changes the file under the lock of its folder; `what` is the library in question.
    fn change(&self, what: &Path, change: impl FnOnce(&mut BTreeMap<String, AllowedLibrary>)) -> Result<(), Problem> {
        let Some(file) = &self.file else {
            let message = "it cannot be allowed for good, because this system has no folder for a user's own files: \
                           name its folder with --plugins";
            return Err(Problem::file(what, message));
        };
        let unwritable = |error: std::io::Error| Problem::file(file, format!("cannot be written: {error}"));
        let _lock = files::lock(file.parent().unwrap_or(Path::new("."))).map_err(unwritable)?;
        let mut allowed = read(file)?;
        change(&mut allowed);
        let text = serde_json::to_vec_pretty(&ConsentFile { allowed }).map_err(|error| unwritable(error.into()))?;
        files::replace(file, &text).map_err(unwritable)
    }
}

fn read(file: &Path) -> Result<BTreeMap<String, AllowedLibrary>, Problem> {
    if file.symlink_metadata().is_err() {
        return Ok(BTreeMap::new());
    }
    let kept: Result<ConsentFile, _> = serde_json::from_slice(&files::read_bytes(file, MAX_FILE_BYTES)?);
    kept.map(|kept| kept.allowed).map_err(|error| {
        let message = format!(
            "this file, which names the plugins that you allowed, is damaged ({error}). Delete it: then each asks again"
        );
        Problem::file(file, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, hash: &str) -> LibraryMetadata {
        LibraryMetadata { file: name.into(), size: 1, hash: hash.to_owned(), modified: None, symbols: Vec::new() }
    }

    #[test]
    fn consent_persists_across_processes_until_it_is_revoked() {
        let home = tempfile::tempdir().unwrap();
        let consents = || Consents::new(Some(home.path().join("data").join("allowed.json")));
        let allowed = || consents().all().unwrap().into_keys().collect::<Vec<_>>();
        assert!(allowed().is_empty());
        consents().allow(&found("a.so", "0123456789")).unwrap();
        consents().allow(&found("a.so", "1123456789")).unwrap();
        consents().allow(&found("b.so", "2123456789")).unwrap();
        assert_eq!(allowed(), ["0123456789", "1123456789", "2123456789"]);
        assert!(consents().forget("2").is_err(), "a few digits may be those of several");
        assert_eq!(consents().forget("21234567").unwrap()["2123456789"].file, "b.so");
        assert_eq!(consents().forget("a.so").unwrap().len(), 2);
        assert!(allowed().is_empty());
        assert!(consents().forget("a.so").is_err());
    }

    #[test]
    fn a_damaged_file_allows_nothing_and_is_not_written_over() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("allowed.json");
        for damaged in ["", "{\"allowed\"", "[]", "{\"allowed\": {\"a\": null}}"] {
            std::fs::write(&file, damaged).unwrap();
            let consents = Consents::new(Some(file.clone()));
            assert!(consents.all().unwrap_err().message.contains("is damaged"), "{damaged}");
            assert!(consents.allow(&found("a.so", "a")).is_err());
            assert_eq!(std::fs::read_to_string(&file).unwrap(), damaged);
        }
    }
}
