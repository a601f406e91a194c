//! A record being written.
//!
//! Lines are appended whole or not at all: what a failed write left behind is taken back, so that the file is a record
//! of whole lines at any time, and the same line can be tried again.
//!
//! The journal comes first: an action counts once it is in the record. So a record never lacks an action that was
//! visible on the table, and a crash costs at most the action in flight. After a write that failed half way the file is
//! cut back to its last whole line; if even that fails, nothing more is written.

use super::chain::HashChain;
use super::commitment::{HiddenSeed, remove_beside};
use super::line::{ActionLine, Closing, EndLine, Header, RecordLine, Resignation};
use super::{EXTENSION, MAX_RECORD_BYTES, Record};
use crate::files;
use std::fmt::Debug;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use stonehouse_house_rules::Problem;

/// The target of a journal: a file, or in tests something that fails.
pub trait Storage: Debug + Send {
    /// Writes at the end. When it fails, any part of the bytes may have been written.
    ///
    /// # Errors
    /// When not all could be written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Syncs the contents to the disk.
    ///
    /// # Errors
    /// When that is not certain.
    fn sync(&mut self) -> io::Result<()>;

    /// Syncs the storage's entry in its folder to the disk.
    ///
    /// # Errors
    /// When that is not certain.
    fn sync_entry(&mut self) -> io::Result<()>;

    /// Removes everything but the first `len` bytes.
    ///
    /// # Errors
    /// When that could not be done.
    fn cut(&mut self, len: u64) -> io::Result<()>;
}

/// A file of a record.
#[derive(Debug)]
struct OnDisk {
    file: File,
    path: PathBuf,
}

impl Storage for OnDisk {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn sync_entry(&mut self) -> io::Result<()> {
        files::sync_folder(files::folder_of(&self.path))
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }
}

/// The most bytes that the end of a line takes: its hash and the line feed.
const MAX_HASH_BYTES: usize = 32;

/// A record being written. As long as it lives, its file is locked: one match is open in one window only.
#[derive(Debug)]
pub struct Journal {
    storage: Box<dyn Storage>,
    path: PathBuf,
    /// The length of the whole lines, in bytes.
    len: u64,
    /// The running hash; none in a record of format 1.
    chain: Option<HashChain>,
    durable: bool,
    /// The seed, if it is written with the end and is not written yet.
    hidden: Option<HiddenSeed>,
    /// A half-written line could not be removed: nothing must follow it.
    broken: bool,
}

impl Journal {
    /// Begins a record in `folder`, which is made if need be, under a name that no file there has.
    ///
    /// # Errors
    /// When it cannot be written. No file is left behind.
    pub fn create_in(folder: &Path, header: &Header) -> Result<Self, Problem> {
        let unwritable = |error: io::Error| {
            Problem::file(
                folder,
                format!("the match cannot be recorded here: {error}. Check the folder and the space left"),
            )
        };
        std::fs::create_dir_all(folder).map_err(unwritable)?;
        let stamp = jiff::Zoned::now().strftime("%Y-%m-%d-%H%M%S").to_string();
        let stem = format!("{stamp}-{}", header.variant.replace(['/', '\\'], "-"));
        let mut attempt = 0;
        loop {
            let suffix = if attempt == 0 { String::new() } else { format!("-{attempt}") };
            let path = folder.join(format!("{stem}{suffix}.{EXTENSION}"));
            match Self::create(&path, header, true) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => attempt += 1,
                other => return other.map_err(unwritable),
            }
        }
    }

    /// Begins a record in a file that must not exist yet. Where outside programs play, it has the hash of the seed
    /// until the end. A `durable` one reaches the disk with every line, and so does its entry in the folder.
    ///
    /// # Errors
    /// When it cannot be written. No file is left behind.
    pub fn create(path: &Path, header: &Header, durable: bool) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
        let begun = lock(&file).and_then(|()| {
            let (header, hidden) = header.committed()?;
            // A record that is not durable is not resumed, so its seed need not be on the disk, where a program could
            // read it.
            if let Some(hidden) = hidden.as_ref().filter(|_| durable) {
                hidden.write_beside(path)?;
            }
            let storage = OnDisk { file, path: path.to_owned() };
            Ok(Self { hidden, ..Self::begin(Box::new(storage), path, &header, durable)? })
        });
        if begun.is_err() {
            remove(path);
            remove_beside(path);
        }
        begun
    }

    /// Begins a record in storage that is new and empty; `path` is what messages call it.
    ///
    /// # Errors
    /// When the first line cannot be written, or it is not certain that it and the storage reached the disk.
    pub fn begin(storage: Box<dyn Storage>, path: &Path, header: &Header, durable: bool) -> io::Result<Self> {
        let chain = Some(HashChain::default());
        let (path, hidden) = (path.to_owned(), None);
        let mut journal = Self { storage, path, len: 0, chain, durable, hidden, broken: false };
        journal.write(&[RecordLine::Match(Box::new(header.clone()))])?;
        if durable {
            journal.storage.sync_entry()?;
        }
        Ok(journal)
    }

    /// Continues a record that was read. A last line that was cut off is kept in its own file before it is
    /// removed; when anything fails, the record is as it was.
    ///
    /// # Errors
    /// When the match is open in another window, the record has changed since it was read, or it cannot be written to.
    pub(crate) fn resume(record: &Record) -> Result<Self, Problem> {
        let path = &record.file;
        let unwritable =
            |error: io::Error| Problem::file(path, format!("the match cannot be recorded any further: {error}"));
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(unwritable)?;
        lock(&file).map_err(unwritable)?;
        if file.metadata().map_err(unwritable)?.len() != record.size {
            return Err(Problem::file(path, "the record has changed since it was read: reload, and resume it again"));
        }
        if record.size > record.whole {
            keep_damaged(path).map_err(unwritable)?;
            file.set_len(record.whole).and_then(|()| file.sync_all()).map_err(unwritable)?;
        }
        Ok(Self {
            storage: Box::new(OnDisk { file, path: path.clone() }),
            path: path.clone(),
            len: record.whole,
            chain: record.chain.clone(),
            durable: true,
            hidden: record.hidden.clone(),
            broken: false,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether an action's line contains everything, as in format 1, where the public's description alone would not
    /// verify.
    pub(crate) const fn records_all(&self) -> bool {
        self.chain.is_none()
    }

    /// Discards the record, and removes the file that was made for it.
    pub(crate) fn discard(self) {
        remove(&self.path);
        remove_beside(&self.path);
    }

    pub(crate) fn actions(&mut self, actions: Vec<ActionLine>) -> Result<(), Problem> {
        self.append(&actions.into_iter().map(RecordLine::Action).collect::<Vec<_>>())
    }

    pub(crate) fn undo(&mut self, actions: usize, resignations: usize) -> Result<(), Problem> {
        self.append(&[RecordLine::Undo { actions, resignations }])
    }

    pub(crate) fn resigned(&mut self, resignation: Resignation) -> Result<(), Problem> {
        self.append(&[RecordLine::Resigned(resignation)])
    }

    /// Writes the end, all of it or nothing.
    pub(crate) fn close(&mut self, closing: Closing) -> Result<(), Problem> {
        let Closing { deal, revealed, ending, left_ms, notified } = closing;
        let mut lines: Vec<RecordLine> = self.hidden.clone().map(RecordLine::Seed).into_iter().collect();
        if self.records_all() {
            lines.push(RecordLine::End(EndLine { ending, left_ms: None, notified }));
        } else {
            lines.extend((!deal.is_null()).then_some(RecordLine::Deal { deal }));
            lines.extend(revealed.into_iter().map(RecordLine::Revealed));
            lines.push(RecordLine::End(EndLine { ending, left_ms, notified }));
        }
        self.append(&lines)?;
        self.forget_hidden();
        Ok(())
    }

    /// Writes the seed, if it was hidden: the match does not continue, and has no end.
    pub(crate) fn reveal_seed(&mut self) -> Result<(), Problem> {
        if let Some(hidden) = self.hidden.clone() {
            self.append(&[RecordLine::Seed(hidden)])?;
            self.forget_hidden();
        }
        Ok(())
    }

    /// Removes the seed from beside the record, which has it now.
    fn forget_hidden(&mut self) {
        if self.hidden.take().is_some() {
            remove_beside(&self.path);
        }
    }

    pub(crate) fn continued(&mut self, file: &Path) -> Result<(), Problem> {
        let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.append(&[RecordLine::Continued { file }])
    }

    fn append(&mut self, lines: &[RecordLine]) -> Result<(), Problem> {
        self.write(lines).map_err(|error| {
            Problem::file(
                &self.path,
                format!("the match cannot be recorded: {error}. Check the space left on the disk"),
            )
        })
    }

    /// Writes lines, all of them or none.
    fn write(&mut self, lines: &[RecordLine]) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other(
                "a line that was written in part could not be removed. Leave the match and resume it, which repairs the record",
            ));
        }
        let mut chain = self.chain.clone();
        let mut text = String::new();
        for line in lines {
            let line = serde_json::to_string(line)?;
            if self.len + (text.len() + line.len() + MAX_HASH_BYTES) as u64 > MAX_RECORD_BYTES {
                let message = format!("the record would be longer than {} MiB", MAX_RECORD_BYTES >> 20);
                return Err(io::Error::new(ErrorKind::FileTooLarge, message));
            }
            text.push_str(&chain.as_mut().map_or_else(|| line.clone(), |chain| chain.append_hash(&line)));
            text.push('\n');
        }
        let len = self.len + text.len() as u64;
        let written = self.storage.append(text.as_bytes());
        match written.and_then(|()| if self.durable { self.storage.sync() } else { Ok(()) }) {
            Ok(()) => {
                (self.len, self.chain) = (len, chain);
                Ok(())
            }
            Err(error) => {
                self.broken = self.storage.cut(self.len).is_err();
                Err(error)
            }
        }
    }
}

/// Locks a record for this journal; where the file system has no locks, does without.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(
            ErrorKind::WouldBlock,
            "it is open in another window of Stonehouse. Continue there, or close it there first",
        )),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Copies a damaged record to a name beside it that no file has.
fn keep_damaged(path: &Path) -> io::Result<()> {
    let bytes = std::fs::read(path)?;
    let mut attempt = 1;
    loop {
        let suffix = if attempt == 1 { String::new() } else { format!("-{attempt}") };
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".damaged{suffix}"));
        let copy = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&copy) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => attempt += 1,
            Err(error) => return Err(error),
            Ok(file) => {
                let mut storage = OnDisk { file, path: copy.clone() };
                let kept = storage.append(&bytes).and_then(|()| storage.sync()).and_then(|()| storage.sync_entry());
                if kept.is_err() {
                    remove(&copy);
                }
                return kept;
            }
        }
    }
}

/// Removes a file that was begun and could not be finished. Should that fail too, there is nothing else to be done.
fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_entry_of_a_file_is_synced_by_way_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.jsonl");
        let mut storage = OnDisk { file: File::create_new(&path).unwrap(), path };
        storage.sync_entry().unwrap();
        // Without the folder, its entries cannot be synced.
        folder.close().unwrap();
        assert_eq!(storage.sync_entry().unwrap_err().kind(), ErrorKind::NotFound);
        storage.sync().unwrap();
    }
}
