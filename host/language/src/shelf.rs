//! The languages that this program finds: those that ship, and the user's own.

use crate::{Language, file};
use std::path::Path;
use stonehouse_engine::{Folders, Problem};

/// Every language that is found, English first, then by code; a user's own replaces one that ships, or the words of the English texts. Also
/// what is wrong with their files.
pub fn all(folders: &Folders) -> (Vec<Language>, Vec<Problem>) {
    let (mut languages, mut problems) = (vec![Language::english()], Vec::new());
    for folder in &folders.languages {
        for path in sub_folders(&folder.path) {
            match file::read(&path) {
                Ok((language, wrong)) => {
                    problems.extend(wrong);
                    languages.retain(|known| known.code != language.code);
                    languages.push(language);
                }
                Err(problem) => problems.push(problem),
            }
        }
    }
    languages.sort_by(|a, b| (a.code != "en", &a.code).cmp(&(b.code != "en", &b.code)));
    (languages, problems)
}

/// The folders in a folder; none, if it is not there.
fn sub_folders(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    found.sort();
    found
}
