//! The tables that were visited from here, each with the key by which its host recognises the guest.
//!
//! The keys are in a file that only this user can read, since a key is enough to take its seat. A key belongs to a
//! code, which is random and so unlike that of any other host: the address of a host may change.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use stonehouse_engine::files;
use stonehouse_guest::TableLink;
use stonehouse_guest_protocol::InviteCode;
use stonehouse_language::tr;

/// The most tables that are kept, the latest first.
const MAX_TABLES: usize = 50;

/// The longest such file, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 18;

/// A table that was visited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct VisitedTable {
    pub link: String,
    pub title: String,
    key: String,
}

/// The content of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct VisitedFile {
    /// The name under which the user last sat down.
    name: String,
    tables: Vec<VisitedTable>,
}

/// The tables that were visited, in their file; without one they are not kept.
#[derive(Clone, Debug, Default)]
pub struct Visited {
    file: Option<PathBuf>,
}

impl Visited {
    /// Those of a folder for tables with guests.
    pub fn in_folder(folder: Option<&Path>) -> Self {
        Self { file: folder.map(|folder| folder.join("visited.json")) }
    }

    /// The name under which the user last sat down; empty before.
    pub(crate) fn name(&self) -> String {
        self.read().map(|file| file.name).unwrap_or_default()
    }

    /// The tables, the latest first.
    pub(super) fn tables(&self) -> Vec<VisitedTable> {
        self.read().map(|file| file.tables).unwrap_or_default()
    }

    /// The key that the host of a table gave.
    pub(super) fn key(&self, code: InviteCode) -> Option<String> {
        self.table(code).map(|table| table.key)
    }

    /// The table of a code, as it was visited.
    pub(super) fn table(&self, code: InviteCode) -> Option<VisitedTable> {
        let is_it = |table: &VisitedTable| table.link.parse::<TableLink>().is_ok_and(|link| link.code == code);
        self.tables().into_iter().find(is_it)
    }

    /// Notes a table, its key, and the name under which the user plays there.
    ///
    /// # Errors
    /// When the file cannot be read or written: a sentence. The file is unchanged then.
    pub(super) fn note(&self, link: &TableLink, title: &str, key: &str, name: &str) -> Result<(), String> {
        let Some(path) = &self.file else { return Ok(()) };
        let unkept = |why: String| tr!("Your seat cannot be kept for later: {file}: {why}", file = path.display(), why);
        let folder = files::folder_of(path);
        std::fs::create_dir_all(folder).map_err(|error| unkept(error.to_string()))?;
        let _lock = files::lock(folder).map_err(|error| unkept(error.to_string()))?;
        let mut file = self.read().map_err(unkept)?;
        file.tables.retain(|table| table.link.parse::<TableLink>().is_ok_and(|other| other.code != link.code));
        let noted = VisitedTable { link: link.to_string(), title: title.to_owned(), key: key.to_owned() };
        file.tables.insert(0, noted);
        file.tables.truncate(MAX_TABLES);
        name.clone_into(&mut file.name);
        let bytes = serde_json::to_vec_pretty(&file).map_err(|error| unkept(error.to_string()))?;
        files::replace(path, &bytes).map_err(|error| unkept(error.to_string()))
    }

    fn read(&self) -> Result<VisitedFile, String> {
        let Some(path) = self.file.as_ref().filter(|path| path.exists()) else { return Ok(VisitedFile::default()) };
        let bytes = files::read_bytes(path, MAX_FILE_BYTES).map_err(|problem| problem.message)?;
        serde_json::from_slice(&bytes).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_belongs_to_its_code_whatever_the_address_is_now() {
        let home = tempfile::tempdir().unwrap();
        let visited = Visited::in_folder(Some(home.path()));
        let link = |text: &str| text.parse::<TableLink>().unwrap();
        let table = link("http://192.168.1.7:7717/#K7QF-2M9D-4XYZ-01AB");
        assert_eq!((visited.key(table.code), visited.name()), (None, String::new()));
        visited.note(&table, "Hex", "0123", "Anna").unwrap();
        visited.note(&link("example.org/#0000-0000-0000-0001"), "Go", "4567", "Anna").unwrap();
        let moved = link("http://192.168.1.9:7717/#K7QF-2M9D-4XYZ-01AB");
        assert_eq!(visited.key(moved.code).as_deref(), Some("0123"));
        visited.note(&moved, "Hex", "89ab", "Ann").unwrap();
        let titles: Vec<String> = visited.tables().into_iter().map(|table| table.title).collect();
        assert_eq!((titles, visited.name().as_str()), (vec!["Hex".to_owned(), "Go".to_owned()], "Ann"));
        assert_eq!(visited.key(table.code).as_deref(), Some("89ab"));
    }

    #[test]
    fn a_damaged_file_is_reported_and_kept_as_it_is() {
        let home = tempfile::tempdir().unwrap();
        let visited = Visited::in_folder(Some(home.path()));
        let file = home.path().join("visited.json");
        std::fs::write(&file, "{").unwrap();
        let link = "example.org/#0000-0000-0000-0001".parse().unwrap();
        let why = visited.note(&link, "Go", "4567", "Anna").unwrap_err();
        assert!(why.contains("visited.json"), "{why}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{");
    }
}
