//! Private copies of libraries, named by the SHA-256 of their bytes.
//!
//! Such a copy is probed and loaded, and never the file itself: a build of the plugin may overwrite the file while
//! it is in use, and the bytes that are loaded are those that were probed. The folder belongs to this user alone.
//!
//! A copy's bytes are compared with its name before each use. Where no copy can be made in the cache, other folders of
//! the user are tried (the runtime folder, then the one for temporary files); what ships with the program is then
//! loaded where it is. A copy in memory would work on Linux only. A plugin is one file: files beside the original are
//! not found beside the copy.

use super::exports::plugins_of;
use crate::files::{self, read_bytes};
use crate::hex::hex;
use sha2::{Digest, Sha256};
use std::env::consts::DLL_SUFFIX;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use stonehouse_house_rules::Problem;

/// The longest library, in bytes.
const MAX_SIZE: u64 = 1 << 30;

/// The time after which a copy that no process loaded is removed.
const RETENTION: Duration = Duration::from_hours(30 * 24);

/// Metadata of a library file, read without running any of its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryMetadata {
    /// Its file.
    pub file: PathBuf,
    /// Its length, in bytes.
    pub size: u64,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub hash: String,
    /// When its file was changed, where the system reports that.
    pub modified: Option<SystemTime>,
    /// The names of the plugins that it exports.
    pub symbols: Vec<String>,
}

impl LibraryMetadata {
    /// Reads a library: its metadata and its bytes.
    ///
    /// # Errors
    /// When the file is not a library with a plugin.
    pub fn read(file: &Path) -> Result<(Self, Vec<u8>), Problem> {
        let bytes = read_bytes(file, MAX_SIZE)?;
        let symbols = plugins_of(file, &bytes)?;
        let modified = file.metadata().and_then(|found| found.modified()).ok();
        let hash = hex(&Sha256::digest(&bytes));
        Ok((Self { file: file.to_owned(), size: bytes.len() as u64, hash, modified, symbols }, bytes))
    }

    /// The day on which its file was changed, as YYYY-MM-DD; empty where the system does not report it.
    pub fn day(&self) -> String {
        let stamp = self.modified.and_then(|time| jiff::Timestamp::try_from(time).ok());
        stamp
            .map(|stamp| stamp.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d").to_string())
            .unwrap_or_default()
    }
}

/// A library's private copy.
#[derive(Clone, Debug)]
pub struct PrivateCopy {
    /// The library as it was found.
    pub original: PathBuf,
    /// The copy.
    pub path: PathBuf,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub hash: String,
    /// The names of the plugins that it exports.
    pub symbols: Vec<String>,
}

impl PrivateCopy {
    /// Copies the library `file` into the first of these folders in which that succeeds, unless the same bytes are
    /// there already. No code of the library runs.
    ///
    /// # Errors
    /// When the file is not a library with a plugin, or the copy cannot be made.
    pub fn make(file: &Path, folders: &[PathBuf]) -> Result<Self, Problem> {
        let (found, bytes) = LibraryMetadata::read(file)?;
        Self::of_bytes(found, &bytes, folders)
    }

    /// As [`make`](Self::make), of a library that was read.
    ///
    /// # Errors
    /// When the copy cannot be made.
    pub fn of_bytes(found: LibraryMetadata, bytes: &[u8], folders: &[PathBuf]) -> Result<Self, Problem> {
        let LibraryMetadata { file, hash, symbols, .. } = found;
        let mut failed = Vec::new();
        for folder in folders {
            let path = folder.join(format!("{hash}{DLL_SUFFIX}"));
            match keep(bytes, &path, folder) {
                Ok(()) => return Ok(Self { original: file, path, hash, symbols }),
                Err(error) => failed.push(format!("in {}: {error}", folder.display())),
            }
        }
        let message = format!(
            "no private copy of this plugin can be made, but only such copies are loaded ({}). Make room, or check the permissions",
            failed.join("; ")
        );
        Err(Problem::file(file, message))
    }

    /// The library itself, without a copy: one that is being probed, of which the caller has made the copy, or one
    /// that came with the program, where no copy can be made.
    pub fn in_place(found: LibraryMetadata) -> Self {
        Self { original: found.file.clone(), path: found.file, hash: found.hash, symbols: found.symbols }
    }
}

/// Makes sure that `path` in `folder` holds exactly `bytes`.
fn keep(bytes: &[u8], path: &Path, folder: &Path) -> io::Result<()> {
    make_private(folder)?;
    if !holds(path, bytes) {
        let mut fresh = files::temporary(folder)?;
        fresh.write_all(bytes)?;
        let kept = fresh.persist(path);
        // Elsewhere than on Unix a copy in use cannot be replaced: another process made the same one meanwhile.
        if !holds(path, bytes) {
            return Err(kept
                .err()
                .map_or_else(|| io::Error::other("the copy is not what was written"), |why| why.error));
        }
    }
    // Copies in use stay; one whose time cannot be set is copied again later.
    let _ = File::open(path).and_then(|copy| copy.set_modified(SystemTime::now()));
    Ok(())
}

/// Whether a regular file holds exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_file() && found.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|found| found == bytes)
}

/// Makes a folder that only this user may enter, or makes sure that an existing one is such.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    let found = folder.symlink_metadata()?;
    if !found.is_dir() {
        return Err(io::Error::other("this is no folder"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        if found.uid() != rustix::process::geteuid().as_raw() {
            return Err(io::Error::other("the folder belongs to somebody else"));
        }
        if found.mode() & 0o077 != 0 {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        }
    }
    Ok(())
}

/// Removes the copies that no process loaded for a long time, and the leftovers of interrupted ones.
pub fn tidy(folder: &Path) {
    files::tidy_temporary(folder);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let ours = name.ends_with(DLL_SUFFIX);
        let modified = entry.metadata().and_then(|found| found.modified());
        if ours && modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > RETENTION)) {
            // One that is in use, or has just disappeared, is left alone.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_that_was_damaged_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("copies");
        let path = folder.join("name");
        keep(b"library", &path, &folder).unwrap();
        fs::write(&path, b"damaged").unwrap();
        keep(b"library", &path, &folder).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"library");
    }

    #[cfg(unix)]
    #[test]
    fn the_folder_of_copies_can_be_entered_by_this_user_only() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("copies");
        let mode = || fs::metadata(&folder).unwrap().permissions().mode() & 0o777;
        make_private(&folder).unwrap();
        assert_eq!(mode(), 0o700);
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        make_private(&folder).unwrap();
        assert_eq!(mode(), 0o700);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_folder_or_of_a_copy_is_not_followed() {
        let home = tempfile::tempdir().unwrap();
        let (real, link) = (home.path().join("real"), home.path().join("link"));
        fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        assert!(make_private(&link).is_err());
        fs::write(home.path().join("outside"), b"library").unwrap();
        std::os::unix::fs::symlink(home.path().join("outside"), real.join("name")).unwrap();
        keep(b"library", &real.join("name"), &real).unwrap();
        assert!(real.join("name").symlink_metadata().unwrap().is_file(), "a file of its own took the link's place");
    }

    #[test]
    fn copies_that_nobody_loaded_for_a_month_are_removed_and_others_stay() {
        let home = tempfile::tempdir().unwrap();
        let (old, new) = (home.path().join(format!("old{DLL_SUFFIX}")), home.path().join(format!("new{DLL_SUFFIX}")));
        let notes = home.path().join("notes.txt");
        for file in [&old, &new, &notes] {
            fs::write(file, "").unwrap();
        }
        for file in [&old, &notes] {
            let long_ago = SystemTime::now() - RETENTION - Duration::from_mins(1);
            File::options().write(true).open(file).unwrap().set_modified(long_ago).unwrap();
        }
        tidy(home.path());
        assert_eq!([&old, &new, &notes].map(|file| file.exists()), [false, true, true]);
    }
}
