//! The file of a pack: a zip file, read with suspicion and written the same way every time.
//!
//! A pack comes from strangers. So everything is limited before anything is unpacked: the file, the number of files in
//! it, the size of each and of all together, their names. A file that two programs could read differently is refused:
//! files of the same name, files that overlap, files that only a part of the zip file lists, something before or after
//! it.

use super::name::{Kind, MANIFEST, Misplaced, shown};
use crate::files::MAX_TEXT_BYTES;
use std::collections::HashMap;
use std::io::{self, Cursor, Read, Write};
use std::sync::Arc;
use zip::read::{ArchiveOffset, Config};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipArchive, ZipWriter};

/// The largest file of a pack, in bytes.
pub const MAX_PACK_BYTES: u64 = 16 << 20;

/// The most that all files of a pack take when they are unpacked, in bytes.
pub const MAX_UNPACKED_BYTES: u64 = 32 << 20;

/// The most files in a pack.
pub const MAX_FILES: usize = 512;

/// The largest picture, in bytes.
pub const MAX_PICTURE_BYTES: u64 = 1 << 20;

/// The reason why a file is no pack that can be trusted.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is no zip file.
    #[error("it is no pack: a pack is a zip file with a `pack.toml` in it")]
    NoZip,
    /// It does not end where the list of its files does.
    #[error(
        "it does not end as a pack does: it was cut off, or something was added to it. Download it again, or pack it again \
         with `stonehouse pack`"
    )]
    End,
    /// The list of its files cannot be read.
    #[error("it is no pack, or was damaged on the way ({0})")]
    List(ZipError),
    /// An entry of the list cannot be read.
    #[error("it is damaged ({0})")]
    Entry(ZipError),
    /// There are too many files in it.
    #[error("it holds {0} files, and at most {MAX_FILES} are allowed")]
    TooMany(usize),
    /// Its files are too long together.
    #[error("its files together have more than {} MiB, the most that is allowed", MAX_UNPACKED_BYTES >> 20)]
    TooLong,
    /// Two files have the same name.
    #[error("it holds two files of the same name")]
    SameName,
    /// The names of two files are the same for systems that ignore case.
    #[error("the names of the files `{0}` and `{1}` in it differ in case only")]
    SameLetters(String, String),
    /// A name cannot be read.
    #[error("the name of a file in it is not text in UTF-8")]
    NoText,
    /// A file cannot be in a pack, or not there.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// A file is encrypted.
    #[error("the file `{0}` in it is encrypted, so that nobody can see what it does")]
    Encrypted(String),
    /// A file is a link.
    #[error("the file `{0}` in it is a link, and a pack holds files only")]
    Link(String),
    /// A file is packed in another way than by deflating.
    #[error(
        "the file `{0}` in it is packed in a way that few programs know: use `stonehouse pack`, or any zip program with “deflate”"
    )]
    Method(String),
    /// A file is longer than its kind may be.
    #[error("the file `{name}` in it is longer than {} MiB, the most that is allowed", .most >> 20)]
    LongFile {
        /// Its name.
        name: String,
        /// The most, in bytes.
        most: u64,
    },
    /// A file does not match the list.
    #[error("the file `{name}` in it is damaged ({error})")]
    File {
        /// Its name.
        name: String,
        /// The mismatch.
        error: io::Error,
    },
}

/// The files in a pack, by the list at its end. They are unpacked on demand.
#[derive(Clone)]
pub struct Archive {
    zip: ZipArchive<Cursor<Arc<[u8]>>>,
    /// The name and the size of each file, and its place in the zip file; folders are left out.
    files: Vec<(String, u64, usize)>,
}

impl Archive {
    /// Reads the list of a pack's files.
    ///
    /// # Errors
    /// Why it is not a pack that can be trusted so far.
    pub fn open(bytes: Arc<[u8]>) -> Result<Self, ArchiveError> {
        let count = count_of(&bytes)?;
        if count > MAX_FILES {
            return Err(ArchiveError::TooMany(count));
        }
        let config = Config { archive_offset: ArchiveOffset::Known(0) };
        let mut zip = ZipArchive::with_config(config, Cursor::new(bytes)).map_err(ArchiveError::List)?;
        if zip.has_duplicate_names() {
            return Err(ArchiveError::SameName);
        }
        zip.validate_header_consistency().map_err(ArchiveError::List)?;
        let mut archive = Self { files: Vec::new(), zip };
        let mut seen = HashMap::new();
        let mut whole: u64 = 0;
        for place in 0..archive.zip.len() {
            let Some((name, size)) = archive.entry(place)? else { continue };
            if let Some(other) = seen.insert(name.to_ascii_lowercase(), name.clone()) {
                return Err(ArchiveError::SameLetters(other, name));
            }
            whole = whole.saturating_add(size);
            if whole > MAX_UNPACKED_BYTES {
                return Err(ArchiveError::TooLong);
            }
            archive.files.push((name, size, place));
        }
        archive.files.sort();
        Ok(archive)
    }

    /// The names of the files, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, ..)| name.as_str())
    }

    /// Unpacks one file, if it exists.
    ///
    /// # Errors
    /// When it does not match the list.
    pub fn read(&self, name: &str) -> Option<Result<Vec<u8>, ArchiveError>> {
        let (_, size, place) = self.files.iter().find(|(other, ..)| other == name)?;
        let unpack = || {
            let mut zip = self.zip.clone();
            let file = zip.by_index(*place).map_err(io::Error::other)?;
            let mut bytes = Vec::new();
            // One more than it should have: a file that is longer than listed is not read to its end.
            file.take(size + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 == *size {
                Ok(bytes)
            } else {
                Err(io::Error::other("its length is not the stated one"))
            }
        };
        Some(unpack().map_err(|error| ArchiveError::File { name: name.to_owned(), error }))
    }

    /// The name and size of the file at a place of the zip file; nothing for a folder.
    fn entry(&mut self, place: usize) -> Result<Option<(String, u64)>, ArchiveError> {
        // Raw: nothing is unpacked here.
        let file = self.zip.by_index_raw(place).map_err(ArchiveError::Entry)?;
        let name = std::str::from_utf8(file.name_raw()).map_err(|_| ArchiveError::NoText)?.to_owned();
        if file.encrypted() {
            return Err(ArchiveError::Encrypted(shown(&name)));
        }
        if file.is_symlink() {
            return Err(ArchiveError::Link(shown(&name)));
        }
        if !matches!(file.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(ArchiveError::Method(shown(&name)));
        }
        // Other programs list folders, too. One that leads elsewhere is refused with the files in it.
        if name.ends_with('/') && file.size() == 0 {
            return Ok(None);
        }
        let kind = Kind::of(&name)?;
        let most = if kind == Kind::Picture { MAX_PICTURE_BYTES } else { MAX_TEXT_BYTES };
        if file.size() > most {
            return Err(ArchiveError::LongFile { name: shown(&name), most });
        }
        let size = file.size();
        Ok(Some((name, size)))
    }
}

/// The number of files stated at the end of a zip file.
fn count_of(bytes: &[u8]) -> Result<usize, ArchiveError> {
    const END: usize = 22;
    /// The distance from the end and the signature of the record that precedes it in a zip file of more than 4 GiB.
    const LARGE: (usize, &[u8]) = (42, b"PK\x06\x07");
    if !bytes.starts_with(b"PK") {
        return Err(ArchiveError::NoZip);
    }
    let end = bytes.len().checked_sub(END).and_then(|start| bytes.get(start..)).ok_or(ArchiveError::End)?;
    let before = bytes.len().checked_sub(LARGE.0).and_then(|start| bytes.get(start..)).unwrap_or_default();
    let number = |at: usize, length: usize| -> usize {
        end[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
    };
    // How many files are in this part and in all, how long the list of them is, and where it begins; the list reaches
    // to here.
    let [count_here, count, length, start] = [number(8, 2), number(10, 2), number(12, 4), number(16, 4)];
    let whole = start.checked_add(length).and_then(|to| to.checked_add(END)) == Some(bytes.len());
    let plain = end.starts_with(b"PK\x05\x06") && end.ends_with(&[0, 0]) && !before.starts_with(LARGE.1);
    if !plain || !whole || count_here != count {
        return Err(ArchiveError::End);
    }
    Ok(count)
}

/// Writes the files of a pack: the same files become the same bytes, whenever and wherever.
///
/// # Errors
/// When they do not fit into memory.
pub fn write<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> io::Result<Vec<u8>> {
    let mut files: Vec<(&str, &[u8])> = files.collect();
    // The manifest comes first.
    files.sort_by_key(|(name, _)| (*name != MANIFEST, *name));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::DEFAULT)
            .system(System::Unix)
            .unix_permissions(0o644);
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
