//! The seed of a match in which outside programs play: its hash is in the first line, the seed itself is written with
//! the end.
//!
//! Until then the seed is in a private file beside the record, so that the match can be resumed. Once it is revealed,
//! anybody can check that it was fixed before the first action.
//!
//! A program that plays could otherwise read the seed in the record of its own match. The journal owns the seed's file,
//! so matches, bots and replays have no access to it. The hash proves that the deal was fixed. Against a program that
//! runs as the same user only another user account helps, because that program can read the private file.

use crate::files;
use crate::hex::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use stonehouse_house_rules::Problem;

/// The bytes of a salt: seeds that people type could be guessed from their hash alone.
const SALT: usize = 16;

/// The most bytes of a file that holds a seed.
const MAX_FILE: u64 = 1 << 10;

/// A seed, and the salt of its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenSeed {
    /// The seed of the deal.
    pub seed: u64,
    /// Random hexadecimal digits.
    pub salt: String,
}

impl HiddenSeed {
    /// A seed with a fresh salt.
    ///
    /// # Errors
    /// When the system has no random bytes.
    pub fn new(seed: u64) -> io::Result<Self> {
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self { seed, salt: hex(&salt) })
    }

    /// The hash that commits to the seed: the SHA-256 of the text `SALT:SEED`, in hexadecimal digits.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(format!("{}:{}", self.salt, self.seed)))
    }

    /// Reads the seed that belongs to a record; `None` if there is none.
    pub(super) fn read_beside(record: &Path) -> Result<Option<Self>, Problem> {
        let file = seed_file(record);
        if !file.exists() {
            return Ok(None);
        }
        let bytes = files::read_bytes(&file, MAX_FILE)?;
        let read = serde_json::from_slice(&bytes);
        read.map(Some).map_err(|error| Problem::file(file, format!("this is not the seed of a match ({error})")))
    }

    /// Writes the seed beside its record, where on Unix nobody but this user can read it.
    pub(super) fn write_beside(&self, record: &Path) -> io::Result<()> {
        let path = seed_file(record);
        let mut file = private(&path)?;
        let written = file.write_all(&serde_json::to_vec(self)?);
        let written = written.and_then(|()| file.sync_all());
        if written.is_err() {
            remove_beside(record);
        }
        written
    }
}

/// The file that holds the seed of a match which is not over: beside its record.
pub fn seed_file(record: &Path) -> PathBuf {
    let mut name = record.file_name().unwrap_or_default().to_owned();
    name.push(".seed");
    record.with_file_name(name)
}

/// Removes the seed that is beside a record. It is in the record then, or the record is given up.
pub(super) fn remove_beside(record: &Path) {
    let _ = std::fs::remove_file(seed_file(record));
}

/// A new file that only this user can read. One that belonged to a record that no longer exists is replaced.
fn private(path: &Path) -> io::Result<File> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_salt_and_the_seed_as_text() {
        let hidden = HiddenSeed { seed: 7, salt: "00ff".to_owned() };
        // printf '00ff:7' | sha256sum
        assert_eq!(hidden.hash(), "c86430739b1ac1451b4928a61293f71ff5e2d7bd8cdb729d0102df9ab1154b69");
        let (one, other) = (HiddenSeed::new(7).unwrap(), HiddenSeed::new(7).unwrap());
        assert!(one.salt.len() == 32 && one.hash() != other.hash(), "each match has a salt of its own");
    }
}
