//! The index of installed languages: those that ship, and the user's own; and their files ([`mod@file`]).

pub mod file;

use crate::{Folders, Problem};
use std::path::Path;
use std::sync::Arc;
use stonehouse_language::Language;

/// All languages, English first, then by code; a user's own replaces one that ships, or the words of the English texts.
/// Also the problems in their files.
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

/// Of these languages, the one with this code; English, if there is none.
pub fn called(languages: &[Arc<Language>], code: &str) -> Arc<Language> {
    let found = languages.iter().find(|language| language.code == code).or_else(|| languages.first());
    found.map_or_else(|| Arc::new(Language::english()), Arc::clone)
}

/// Of these languages, the one that the environment sets (`LC_ALL`, `LC_MESSAGES`, `LANG`, the first that is set);
/// English, if it is missing.
pub fn of_system(languages: &[Arc<Language>]) -> Arc<Language> {
    let mut set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    called(languages, &code_of(&set.find(|value| !value.is_empty()).unwrap_or_default()))
}

/// The code of the language in a name such as `de_AT.UTF-8`.
fn code_of(locale: &str) -> String {
    locale.split(['_', '.', '@', '-']).next().unwrap_or_default().to_lowercase()
}

/// The folders in a folder; none, if it does not exist.
fn sub_folders(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_a_locale_is_found_or_it_is_english() {
        let german = Language::new("de", "Deutsch", "Du", ",");
        let languages = [Arc::new(Language::english()), Arc::new(german)];
        let of = |locale: &str| called(&languages, &code_of(locale)).name.clone();
        for (locale, name) in
            [("de_AT.UTF-8", "Deutsch"), ("de", "Deutsch"), ("fr_FR", "English"), ("C", "English"), ("", "English")]
        {
            assert_eq!(of(locale), name, "{locale}");
        }
    }
}
