//! The report of a run, as a page that needs nothing else.

use crate::run::Shown;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use stonehouse_engine::Folders;
use stonehouse_lab::report;

/// How many reports of one day and name are tried.
const MOST_TRIED: u32 = 1000;

/// Where reports are kept: beside the records of matches.
pub fn folder(folders: &Folders) -> Option<PathBuf> {
    Some(folders.records.as_ref()?.parent()?.join("reports"))
}

/// Writes the report of what was found to a new file, named by the variants and the day. Returns the file.
///
/// # Errors
/// Why it could not be written, for people.
pub fn report(folder: &Path, shown: &Shown) -> Result<PathBuf, String> {
    let results: Vec<_> = shown.sides.iter().map(|side| &side.results).collect();
    let page = match results[..] {
        [one] => report::simulation(one),
        [one, other] => report::comparison(one, other, &shown.differences),
        _ => return Err("There is nothing to report yet.".to_owned()),
    };
    let names: Vec<String> = results.iter().map(|results| file_name(&results.setup.variant)).collect();
    let stem = format!("{}-{}", names.join("-against-"), jiff::Zoned::now().date());
    write_new(folder, &stem, &page)
}

/// A variant's name as a part of a file's: `GAME-ID`, with nothing but letters, digits and hyphens.
fn file_name(variant: &str) -> String {
    let words = variant.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Writes a page to a file that was not there.
fn write_new(folder: &Path, stem: &str, page: &str) -> Result<PathBuf, String> {
    let wrong =
        |file: &Path, error: std::io::Error| format!("The report cannot be written to {}: {error}", file.display());
    std::fs::create_dir_all(folder).map_err(|error| wrong(folder, error))?;
    for number in 1..MOST_TRIED {
        let name = if number == 1 { format!("{stem}.html") } else { format!("{stem}-{number}.html") };
        let file = folder.join(name);
        match File::create_new(&file) {
            Ok(mut new) => {
                new.write_all(page.as_bytes()).map_err(|error| wrong(&file, error))?;
                return Ok(file);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(wrong(&file, error)),
        }
    }
    Err(format!("There are too many reports of today in {}: remove some.", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_named_by_letters_that_every_system_takes() {
        assert_eq!(file_name("hex/small-board (changed)"), "hex-small-board-changed");
    }

    #[test]
    fn no_report_is_written_over_another() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("reports");
        let one = write_new(&folder, "a", "one").unwrap();
        let two = write_new(&folder, "a", "two").unwrap();
        assert_eq!((one.file_name().unwrap(), two.file_name().unwrap()), ("a.html".as_ref(), "a-2.html".as_ref()));
        assert_eq!(std::fs::read_to_string(one).unwrap(), "one");
        std::fs::write(home.path().join("file"), "").unwrap();
        assert!(
            write_new(&home.path().join("file"), "a", "").unwrap_err().starts_with("The report cannot be written to ")
        );
    }
}
