//! The report of a run, as a page that needs nothing else.

use crate::run::Shown;
use std::path::{Path, PathBuf};
use stonehouse_engine::{Folders, files};
use stonehouse_lab::report;
use stonehouse_language::say;

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
        _ => return Err(say!("There is nothing to report yet.").to_owned()),
    };
    let names: Vec<String> = results.iter().map(|results| files::stem(&results.setup.variant)).collect();
    let stem = format!("{}-{}", names.join("-against-"), jiff::Zoned::now().date());
    files::write_new(folder, &stem, "html", page.as_bytes()).map_err(|problem| problem.to_string())
}
