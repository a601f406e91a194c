//! The records that are kept, read on their own thread, and those that were deleted: they are in a folder beside
//! the others.
//!
//! The folder is the history: there is no index that could disagree with it. Only heads and tails of the records are
//! read. The tables of those in sight are replayed on other threads, a few at a time, and the latest are kept. To
//! delete a record is to move it.

use egui::Ui;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonehouse_engine::Problem;
use stonehouse_engine::record::{self, RecordEntry, seed_file};
use stonehouse_language::tr;
use stonehouse_ui::worker::Task;

/// The folder, inside that of the records, in which deleted ones are.
pub const DELETED: &str = "deleted";

/// The records in a folder.
#[derive(Default)]
pub struct RecordList {
    folder: Option<PathBuf>,
    reading: Task<(Vec<RecordEntry>, Vec<Problem>)>,
    entries: Vec<RecordEntry>,
    problems: Vec<Problem>,
    /// The number of the latest reading.
    number: u64,
}

impl RecordList {
    /// Begins to read the records in `folder`, and waits for them, but no longer than `timeout`.
    pub fn new(folder: Option<PathBuf>, timeout: Duration) -> Self {
        let mut list = Self { folder, ..Self::default() };
        list.read_again(timeout);
        list
    }

    /// Reads the records again. Until that is done, they remain as they were.
    pub fn read_again(&mut self, timeout: Duration) {
        if let Some(folder) = self.folder.clone() {
            self.reading = Task::begin("records", || (), move || record::list(&folder));
            self.poll(timeout);
        }
    }

    /// Takes the result of the reading, if it is ready in time.
    fn poll(&mut self, timeout: Duration) {
        if let Some(Ok((entries, problems))) = self.reading.poll(timeout) {
            (self.entries, self.problems) = (entries, problems);
            self.number += 1;
        }
    }

    /// Takes the result of the reading, and makes the window look again if it is not ready yet.
    pub fn update(&mut self, ui: &Ui) {
        self.poll(Duration::ZERO);
        self.reading.schedule_poll(ui);
    }

    /// Whether they are being read for the first time.
    pub const fn is_waiting(&self) -> bool {
        self.reading.is_pending() && self.number == 0
    }

    /// The records, the newest first.
    pub fn entries(&self) -> &[RecordEntry] {
        &self.entries
    }

    /// The problems with the records that cannot be read.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// A number that changes whenever the records do.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Forgets a record whose file has been moved.
    pub fn forget(&mut self, file: &Path) {
        self.entries.retain(|entry| entry.file != file);
        self.number += 1;
    }
}

/// Moves a record into the folder of the deleted ones. Returns where it is now.
///
/// # Errors
/// Why it cannot be moved, as a sentence.
pub fn delete(file: &Path) -> Result<PathBuf, String> {
    let folder = file.parent().unwrap_or(Path::new(".")).join(DELETED);
    std::fs::create_dir_all(&folder)
        .map_err(|error| tr!("{file} cannot be made: {error}", file = folder.display(), error))?;
    move_with_seed(file, &folder)
}

/// Moves a deleted record back. Returns where it is now.
///
/// # Errors
/// Why it cannot be moved, as a sentence.
pub fn put_back(file: &Path) -> Result<PathBuf, String> {
    let folder = file.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    move_with_seed(file, folder)
}

/// Moves a record into a folder, and with it the seed that is beside it if outside programs play.
fn move_with_seed(file: &Path, folder: &Path) -> Result<PathBuf, String> {
    let to = move_into(file, folder)?;
    // Without it the match can be looked for, but not resumed: not worth failing for.
    let _ = std::fs::rename(seed_file(file), seed_file(&to));
    Ok(to)
}

/// Moves a file into a folder, under a new name if there is one of its name already.
fn move_into(file: &Path, folder: &Path) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| tr!("{file} cannot be moved: {error}", file = file.display(), error);
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let end = file.extension().unwrap_or_default().to_string_lossy();
    let mut to = folder.join(file.file_name().unwrap_or_default());
    let mut number = 1;
    // A link of the new name is made first: unlike renaming, this never replaces a file.
    loop {
        match std::fs::hard_link(file, &to) {
            Ok(()) => {
                std::fs::remove_file(file).map_err(failed)?;
                return Ok(to);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                number += 1;
                to = folder.join(format!("{stem}-{number}.{end}"));
            }
            // A system of files without links.
            Err(_) if !to.exists() => {
                std::fs::rename(file, &to).map_err(failed)?;
                return Ok(to);
            }
            Err(error) => return Err(failed(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn deleting_and_restoring_records_never_overwrites_a_file() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("a.jsonl");
        fs::write(&file, "one").unwrap();
        let gone = delete(&file).unwrap();
        assert_eq!((gone.clone(), file.exists()), (home.path().join("deleted/a.jsonl"), false));
        fs::write(&file, "two").unwrap();
        let second = delete(&file).unwrap();
        assert_eq!(second, home.path().join("deleted/a-2.jsonl"));
        assert_eq!(put_back(&gone).unwrap(), file);
        assert_eq!(put_back(&second).unwrap(), home.path().join("a-2.jsonl"));
        assert_eq!(
            (fs::read_to_string(&file).unwrap(), fs::read_dir(home.path().join(DELETED)).unwrap().count()),
            ("one".to_owned(), 0)
        );
        assert!(delete(&home.path().join("none.jsonl")).is_err());
    }
}
