//! A language's files: a folder named by its code, with `language.toml`, any number of other TOML files of texts, and
//! `rules/GAME.md`.
//!
//! ```toml
//! # language.toml
//! name = "Deutsch"
//! you = "Du"
//! decimal = ","
//! ```
//!
//! ```toml
//! # any other: the English template, and what it becomes
//! "Tower" = "Turm"
//! "{player} builds {cards}" = { text = "{player} baut {cards}", you.player = "Du baust {cards}" }
//! ```

use crate::{Problem, files};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_language::{Language, Translation};
use toml::Spanned;

/// The file with the language's name, its word for the reader and its decimal sign.
pub const HEAD: &str = "language.toml";

/// A text has at most this multiple of the characters of the English one, and a constant more.
const LENGTH_FACTOR: usize = 5;
const LENGTH_ALLOWANCE: usize = 100;
/// The most characters of the words of `language.toml`.
const MAX_WORD_CHARACTERS: usize = 40;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageHead {
    name: String,
    you: String,
    #[serde(default)]
    decimal: String,
}

/// The value of a key.
#[derive(Deserialize)]
#[serde(untagged)]
enum TranslationEntry {
    One(String),
    Forms(Forms),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forms {
    text: String,
    #[serde(default)]
    you: BTreeMap<String, String>,
}

/// Reads the language in a folder, and returns the problems found: a wrong text is left out, and shown in English.
///
/// # Errors
/// When the folder has no `language.toml`, or that cannot be read.
pub fn read(folder: &Path) -> Result<(Language, Vec<Problem>), Problem> {
    let head = folder.join(HEAD);
    let text = files::read_text(&head)?;
    let LanguageHead { name, you, decimal } =
        toml::from_str(&text).map_err(|error| wrong_toml(&head, &text, &error))?;
    if [&name, &you, &decimal].iter().any(|word| word.chars().count() > MAX_WORD_CHARACTERS) {
        return Err(Problem::file(
            &head,
            format!("`name`, `you` and `decimal` have at most {MAX_WORD_CHARACTERS} characters each"),
        ));
    }
    let code = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut language = Language::new(code, name, you, decimal);
    let mut problems = Vec::new();
    for file in listed(folder, "toml") {
        if !file.ends_with(HEAD) {
            add_texts(&mut language, folder, &file, &mut problems);
        }
    }
    for file in listed(&folder.join("rules"), "md") {
        let game = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match files::check_inside(folder, &file).and_then(|()| files::read_text(&file)) {
            Ok(text) => language.add_rules(game, text.to_string()),
            Err(problem) => problems.push(problem),
        }
    }
    Ok((language, problems))
}

/// The files of a folder whose names end so, in the order of their names.
fn listed(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|file| file.extension().is_some_and(|end| end == extension)).collect();
    files.sort();
    files
}

fn add_texts(language: &mut Language, folder: &Path, file: &Path, problems: &mut Vec<Problem>) {
    let text = match files::check_inside(folder, file).and_then(|()| files::read_text(file)) {
        Ok(text) => text,
        Err(problem) => return problems.push(problem),
    };
    let entries: BTreeMap<Spanned<String>, TranslationEntry> = match toml::from_str(&text) {
        Ok(entries) => entries,
        Err(error) => return problems.push(wrong_toml(file, &text, &error)),
    };
    for (key, entry) in entries {
        let translation = match entry {
            TranslationEntry::One(text) => Translation { text, ..Translation::default() },
            TranslationEntry::Forms(Forms { text, you }) => Translation { text, you },
        };
        match error_in(key.get_ref(), &translation) {
            Some(why) => problems.push(Problem::span(file, &text, key.span(), why)),
            None => language.add_text(key.into_inner(), translation),
        }
    }
}

fn wrong_toml(file: &Path, text: &Arc<str>, error: &toml::de::Error) -> Problem {
    Problem::span(file, text, error.span().unwrap_or(0..0), error.message().trim())
}

/// The error in a translation: a placeholder that the English text does not have, or one that is missing.
fn error_in(key: &str, translation: &Translation) -> Option<String> {
    let known = places(key);
    let most = LENGTH_FACTOR * key.chars().count() + LENGTH_ALLOWANCE;
    if [&translation.text].into_iter().chain(translation.you.values()).any(|text| text.chars().count() > most) {
        return Some(format!("this text is longer than {most} characters, the most for this English text"));
    }
    if let Some(arg) = translation.you.keys().find(|arg| !known.contains(&arg.as_str())) {
        return Some(format!("`you.{arg}` is for a {{{arg}}} that the English text does not have"));
    }
    let forms = translation.you.iter().map(|(arg, text)| (Some(arg.as_str()), text));
    for (you, text) in [(None, &translation.text)].into_iter().chain(forms) {
        let found = places(text);
        if let Some(place) = found.iter().find(|place| !known.contains(place)) {
            return Some(format!("{{{place}}} is not in the English text: it has {}", list(&known)));
        }
        if let Some(place) = known.iter().find(|place| !found.contains(place) && you != Some(**place)) {
            return Some(format!("{{{place}}} is missing in {text:?}"));
        }
    }
    None
}

/// The places of a template, by the names of the arguments.
fn places(template: &str) -> Vec<&str> {
    let named =
        |name: &&str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    template.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).filter(named).collect()
}

fn list(places: &[&str]) -> String {
    if places.is_empty() {
        return "none".to_owned();
    }
    places.iter().map(|place| format!("{{{place}}}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder(texts: &str) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("de");
        fs::create_dir_all(folder.join("rules")).unwrap();
        fs::write(folder.join(HEAD), "name = \"Deutsch\"\nyou = \"Du\"\n").unwrap();
        fs::write(folder.join("texts.toml"), texts).unwrap();
        fs::write(folder.join("rules/pebbles.md"), "# Kiesel\n").unwrap();
        home
    }

    #[test]
    fn a_language_is_read_with_its_texts_and_rules() {
        let home = folder(
            "\"Tower\" = \"Turm\"\n\"{player} builds {cards}\" = { text = \"{player} baut {cards}\", you.player = \"Du baust {cards}\" }\n",
        );
        let (language, problems) = read(&home.path().join("de")).unwrap();
        assert_eq!(problems, []);
        assert_eq!((&*language.code, &*language.name, &*language.you), ("de", "Deutsch", "Du"));
        assert_eq!(language.words("Tower"), "Turm");
        assert_eq!(language.translation("{player} builds {cards}").unwrap().you["player"], "Du baust {cards}");
        assert_eq!(language.rules("pebbles"), Some("# Kiesel\n"));
    }

    #[test]
    fn a_wrong_placeholder_is_reported_with_its_line() {
        let home = folder(
            "\"Tower\" = \"Turm\"\n\"{n} left\" = \"noch {m}\"\n\"{player} has {n}\" = \"{player} hat\"\n\
             \"{n} cards\" = { text = \"{n} Karten\", you.player = \"{n} Karten\" }\n",
        );
        let (language, problems) = read(&home.path().join("de")).unwrap();
        let messages: Vec<String> =
            problems.iter().map(|problem| format!("{}: {}", problem.line, problem.message)).collect();
        assert_eq!(
            messages,
            [
                "4: `you.player` is for a {player} that the English text does not have",
                "2: {m} is not in the English text: it has {n}",
                "3: {n} is missing in \"{player} hat\"",
            ]
        );
        assert_eq!(language.words("Tower"), "Turm");
        assert_eq!(language.translation("{n} left"), None);
    }

    #[test]
    fn an_overlong_text_is_reported_with_its_line_and_left_out() {
        let long = "x".repeat(500_000);
        let home = folder(&format!("\"Tower\" = \"Turm\"\n\"Undo\" = \"{long}\"\n"));
        let (language, problems) = read(&home.path().join("de")).unwrap();
        assert_eq!((problems.len(), problems[0].line), (1, 2));
        assert_eq!(problems[0].message, "this text is longer than 120 characters, the most for this English text");
        assert_eq!((&*language.words("Tower"), language.translation("Undo")), ("Turm", None));
        fs::write(home.path().join("de").join(HEAD), format!("name = \"Deutsch\"\nyou = \"{long}\"\n")).unwrap();
        assert!(read(&home.path().join("de")).unwrap_err().message.contains("at most 40 characters"));
    }

    #[test]
    fn invalid_toml_is_reported_with_its_line() {
        let home = folder("\"Tower\" = \"Turm\"\n\"Quarry\" = = 3\n");
        let (language, problems) = read(&home.path().join("de")).unwrap();
        assert_eq!((problems.len(), problems[0].line), (1, 2));
        assert!(language.is_english(), "nothing of that file counts");
        assert!(read(home.path()).is_err(), "a folder without {HEAD} is no language");
    }
}
