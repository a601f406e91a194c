//! The file in which settings are kept: TOML, which people may also edit. Keys that this version does not know remain
//! in it.
//!
//! It is changed key by key, so comments remain. Every fault in it is reported, and the program starts.

use super::{Settings, TEXT_SIZES, Word};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use stonehouse_engine::{Problem, files};
use stonehouse_language::tr;
use toml_edit::{DocumentMut, Item, Value};

/// The longest such file, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 16;

/// The settings in a file, and its problems: settings that are missing or wrong are the usual ones. A file that does
/// not exist is not wrong.
pub fn read(file: &Path) -> (Settings, Vec<Problem>) {
    let mut settings = Settings::default();
    let document = match document(file) {
        Ok(document) => document,
        Err(problem) => return (settings, vec![problem]),
    };
    let mut reader = SettingsReader { file, document: &document, problems: Vec::new() };
    reader.code("language", &mut settings.language);
    reader.word("theme", &mut settings.theme);
    reader.number("text_size", TEXT_SIZES.0..=TEXT_SIZES.1, tr!("percent"), &mut settings.text_size);
    reader.word("animation", &mut settings.animation);
    reader.word("bots", &mut settings.bots);
    reader.boolean("reduced_motion", &mut settings.reduced_motion);
    reader.boolean("strict_undo", &mut settings.strict_undo);
    reader.boolean("confirm_leaving", &mut settings.confirm_leaving);
    reader.boolean("hints", &mut settings.hints);
    reader.boolean("text_view", &mut settings.text_view);
    reader.boolean("sounds", &mut settings.sounds);
    reader.number("volume", 0..=100, tr!("percent"), &mut settings.volume);
    reader.names("favourites", &mut settings.favourites);
    reader.boolean("welcomed", &mut settings.welcomed);
    (settings, reader.problems)
}

/// Writes the differences between two settings into a file. The rest, such as changes that another window has written
/// meanwhile, remains as it is, like comments, order and keys that this version does not know. A file that is no TOML
/// is kept beside it under another name.
///
/// # Errors
/// When it cannot be written. The file is then as it was.
pub fn write(file: &Path, before: &Settings, now: &Settings) -> Result<(), Problem> {
    let failed = |error: std::io::Error| {
        Problem::file(file, tr!("the settings cannot be kept: {error}. Check the folder's permissions", error))
    };
    let folder = files::folder_of(file);
    let _lock = files::lock(folder).map_err(failed)?;
    let usual = Settings::default();
    let (mut text, before) = match document(file) {
        Ok(document) => (document, before),
        Err(_) => {
            files::write_new(folder, "settings.damaged", "toml", &files::read_bytes(file, MAX_FILE_BYTES)?)?;
            (DocumentMut::new(), &usual)
        }
    };
    // Favourites that another window has added stay.
    let kept = text.get("favourites").and_then(Item::as_array).into_iter().flatten().filter_map(Value::as_str);
    let is_others = |name: &&str| ![before, now].iter().any(|known| known.favourites.iter().any(|own| own == name));
    let favourites: toml_edit::Array =
        now.favourites.iter().map(String::as_str).chain(kept.filter(is_others)).map(str::to_owned).collect();
    let mut set = |key: &str, value: Value, has_changed: bool| {
        if !has_changed {
            return;
        }
        match text.get_mut(key).and_then(Item::as_value_mut) {
            Some(old) => {
                let decor = old.decor().clone();
                *old = value;
                *old.decor_mut() = decor;
            }
            None => text[key] = Item::Value(value),
        }
    };
    set("language", now.language.as_str().into(), now.language != before.language);
    set("theme", now.theme.word().into(), now.theme != before.theme);
    set("text_size", i64::from(now.text_size).into(), now.text_size != before.text_size);
    set("animation", now.animation.word().into(), now.animation != before.animation);
    set("bots", now.bots.word().into(), now.bots != before.bots);
    set("reduced_motion", now.reduced_motion.into(), now.reduced_motion != before.reduced_motion);
    set("strict_undo", now.strict_undo.into(), now.strict_undo != before.strict_undo);
    set("confirm_leaving", now.confirm_leaving.into(), now.confirm_leaving != before.confirm_leaving);
    set("hints", now.hints.into(), now.hints != before.hints);
    set("text_view", now.text_view.into(), now.text_view != before.text_view);
    set("sounds", now.sounds.into(), now.sounds != before.sounds);
    set("volume", i64::from(now.volume).into(), now.volume != before.volume);
    set("favourites", favourites.into(), now.favourites != before.favourites);
    set("welcomed", now.welcomed.into(), now.welcomed != before.welcomed);
    files::replace(file, text.to_string().as_bytes()).map_err(failed)
}

fn document(file: &Path) -> Result<DocumentMut, Problem> {
    if !file.exists() {
        return Ok(DocumentMut::new());
    }
    let bytes = files::read_bytes(file, MAX_FILE_BYTES)?;
    let text = files::text_of(file, &bytes)?;
    text.parse::<DocumentMut>().map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let why = error.message().trim().to_owned();
        Problem::line(file, line, tr!("{why}. All settings have their usual values until this is corrected", why))
    })
}

struct SettingsReader<'a> {
    file: &'a Path,
    document: &'a DocumentMut,
    problems: Vec<Problem>,
}

impl SettingsReader<'_> {
    fn wrong(&mut self, key: &str, expected: &str) {
        let message = tr!("`{key}` must be {expected}. It has its usual value until this is corrected", key, expected);
        self.problems.push(Problem::file(self.file, message));
    }

    fn word<W: Word>(&mut self, key: &str, value: &mut W) {
        let Some(item) = self.document.get(key) else { return };
        let found = item.as_str().and_then(|text| W::ALL.iter().find(|(_, word, _)| *word == text));
        match found {
            Some((found, ..)) => *value = *found,
            None => {
                let words: Vec<String> = W::ALL.iter().map(|(_, word, _)| format!("\"{word}\"")).collect();
                self.wrong(key, &tr!("one of {words}", words = words.join(", ")));
            }
        }
    }

    fn code(&mut self, key: &str, value: &mut String) {
        let Some(item) = self.document.get(key) else { return };
        match item.as_str().filter(|code| !code.is_empty()) {
            Some(found) => found.clone_into(value),
            None => self.wrong(key, tr!("\"system\" or the code of a language, such as \"de\"")),
        }
    }

    fn boolean(&mut self, key: &str, value: &mut bool) {
        let Some(item) = self.document.get(key) else { return };
        match item.as_bool() {
            Some(found) => *value = found,
            None => self.wrong(key, tr!("true or false")),
        }
    }

    fn names(&mut self, key: &str, value: &mut Vec<String>) {
        let Some(item) = self.document.get(key) else { return };
        let names = item.as_array().map(|array| array.iter().map(|name| name.as_str().map(str::to_owned)).collect());
        match names {
            Some(Some(found)) => *value = found,
            _ => self.wrong(key, tr!("a list of variants, such as [\"game/variant\"]")),
        }
    }

    /// A whole number of these, in this unit.
    fn number<N>(&mut self, key: &str, range: RangeInclusive<N>, unit: &str, value: &mut N)
    where
        N: TryFrom<i64> + PartialOrd + Display,
    {
        let Some(item) = self.document.get(key) else { return };
        let found = item.as_integer().and_then(|number| N::try_from(number).ok());
        match found.filter(|number| range.contains(number)) {
            Some(found) => *value = found,
            None => {
                let (least, most) = (range.start(), range.end());
                self.wrong(key, &tr!("a whole number from {least} to {most}, in {unit}", least, most, unit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Speed, Theme};
    use super::*;
    use std::fs;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn written_settings_are_read_again() {
        let home = folder();
        let file = home.path().join("not/there/settings.toml");
        assert_eq!(read(&file), (Settings::default(), Vec::new()));
        let settings = Settings {
            language: "de".to_owned(),
            theme: Theme::Dark,
            text_size: 140,
            animation: Speed::Quick,
            bots: Speed::Slow,
            reduced_motion: true,
            strict_undo: true,
            confirm_leaving: false,
            hints: false,
            text_view: true,
            sounds: false,
            volume: 35,
            favourites: vec!["a-game/slanted".to_owned()],
            welcomed: true,
        };
        write(&file, &Settings::default(), &settings).unwrap();
        assert_eq!(read(&file), (settings.clone(), Vec::new()));
        write(&file, &settings, &Settings::default()).unwrap();
        assert_eq!(read(&file), (Settings::default(), Vec::new()));
    }

    #[test]
    fn comments_order_and_unknown_keys_stay() {
        let home = folder();
        let file = home.path().join("settings.toml");
        let text = "# mine\nfrom_the_future = [1, 2]\ntheme = \"dark\" # at night\n\n[window]\nwidth = 3\n";
        fs::write(&file, text).unwrap();
        let (settings, problems) = read(&file);
        assert!(problems.is_empty());
        write(&file, &settings, &Settings { theme: Theme::Light, ..settings.clone() }).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text.replace("dark", "light"));
    }

    #[test]
    fn two_windows_keep_what_the_other_has_changed() {
        let home = folder();
        let file = home.path().join("settings.toml");
        fs::write(&file, "favourites = [\"a/both\"]\n").unwrap();
        let (first, second) = (read(&file).0, read(&file).0);
        let with = |settings: &Settings, name: &str| {
            let favourites = settings.favourites.iter().cloned().chain([name.to_owned()]).collect();
            Settings { favourites, ..settings.clone() }
        };
        write(&file, &first, &Settings { theme: Theme::Dark, ..with(&first, "a/first") }).unwrap();
        write(&file, &second, &Settings { volume: 20, ..with(&second, "a/second") }).unwrap();
        let (both, problems) = read(&file);
        assert_eq!((problems.len(), both.theme, both.volume), (0, Theme::Dark, 20));
        assert_eq!(both.favourites, ["a/both", "a/second", "a/first"]);
        write(&file, &second, &Settings { favourites: Vec::new(), ..second.clone() }).unwrap();
        assert_eq!(read(&file).0.favourites, ["a/second", "a/first"], "only what this window knew is taken out");
    }

    #[test]
    fn windows_that_write_at_once_lose_nothing() {
        let home = folder();
        let file = home.path().join("settings.toml");
        let usual = Settings::default();
        let changes: Vec<Settings> = (0..16)
            .map(|number| Settings { favourites: vec![format!("a/{number}")], ..usual.clone() })
            .chain([Settings { theme: Theme::Dark, ..usual.clone() }, Settings { volume: 5, ..usual.clone() }])
            .collect();
        std::thread::scope(|scope| {
            for change in &changes {
                scope.spawn(|| write(&file, &usual, change).unwrap());
            }
        });
        let (kept, problems) = read(&file);
        assert_eq!((problems.len(), kept.theme, kept.volume, kept.favourites.len()), (0, Theme::Dark, 5, 16));
    }

    #[test]
    fn a_wrong_value_is_reported_and_the_others_count() {
        let home = folder();
        let file = home.path().join("settings.toml");
        fs::write(&file, "theme = \"drak\"\ntext_size = 500\nreduced_motion = true\nbots = 3\n").unwrap();
        let (settings, problems) = read(&file);
        assert_eq!(settings, Settings { reduced_motion: true, ..Settings::default() });
        let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(messages.len(), 3);
        assert!(messages[0].contains("\"system\", \"light\", \"dark\""), "{messages:?}");
        assert!(messages[1].contains("from 80 to 200"), "{messages:?}");
    }

    #[test]
    fn invalid_toml_is_reported_with_its_line_and_kept() {
        let home = folder();
        let file = home.path().join("settings.toml");
        let broken = "theme = \"dark\"\ntext_size = = 3\n";
        fs::write(&file, broken).unwrap();
        let (settings, problems) = read(&file);
        assert_eq!(settings, Settings::default());
        assert_eq!(problems[0].line, 2);
        write(&file, &settings, &Settings { text_size: 120, ..settings.clone() }).unwrap();
        assert_eq!(fs::read_to_string(home.path().join("settings.damaged.toml")).unwrap(), broken);
        assert_eq!(read(&file).0.text_size, 120);
    }
}
