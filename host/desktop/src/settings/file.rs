//! The file in which settings are kept: TOML, which people may also edit. What this version does not know stays in it.

use super::{Settings, TEXT_SIZES, Word};
use std::fmt::Display;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use stonehouse_engine::Problem;
use stonehouse_language::say;
use toml_edit::{DocumentMut, Item, Value};

/// The longest such file, in bytes.
const LIMIT: u64 = 1 << 16;

/// The settings in a file, and what is wrong with it: settings that are missing or wrong are the usual ones. A file that does not exist is
/// not wrong.
pub fn read(file: &Path) -> (Settings, Vec<Problem>) {
    let mut settings = Settings::default();
    let document = match document(file) {
        Ok(document) => document,
        Err(problem) => return (settings, vec![problem]),
    };
    let mut reader = Reader { file, document: &document, problems: Vec::new() };
    reader.code("language", &mut settings.language);
    reader.word("theme", &mut settings.theme);
    reader.number("text_size", TEXT_SIZES.0..=TEXT_SIZES.1, say!("percent"), &mut settings.text_size);
    reader.word("animation", &mut settings.animation);
    reader.word("bots", &mut settings.bots);
    reader.boolean("reduced_motion", &mut settings.reduced_motion);
    reader.boolean("strict_undo", &mut settings.strict_undo);
    reader.boolean("confirm_leaving", &mut settings.confirm_leaving);
    reader.boolean("hints", &mut settings.hints);
    reader.boolean("text_view", &mut settings.text_view);
    reader.boolean("sounds", &mut settings.sounds);
    reader.number("volume", 0..=100, say!("percent"), &mut settings.volume);
    reader.names("favourites", &mut settings.favourites);
    (settings, reader.problems)
}

/// Writes settings into a file. Comments, order and keys that this version does not know stay as they are. A file that is no TOML is kept
/// beside it under another name.
///
/// # Errors
/// When it cannot be written. The file is then as it was.
pub fn write(file: &Path, settings: &Settings) -> Result<(), Problem> {
    let failed = |error: std::io::Error| {
        Problem::file(file, say!("the settings cannot be kept: {error}. Check the folder's permissions", error))
    };
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut text = match document(file) {
        Ok(document) => document,
        Err(_) => {
            std::fs::rename(file, file.with_extension("damaged.toml")).map_err(failed)?;
            DocumentMut::new()
        }
    };
    let usual = Settings::default();
    let mut set = |key: &str, value: Value, is_usual: bool| match text.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        // What was never changed need not be in the file.
        None if is_usual => {}
        None => text[key] = Item::Value(value),
    };
    set("language", settings.language.as_str().into(), settings.language == usual.language);
    set("theme", settings.theme.word().into(), settings.theme == usual.theme);
    set("text_size", i64::from(settings.text_size).into(), settings.text_size == usual.text_size);
    set("animation", settings.animation.word().into(), settings.animation == usual.animation);
    set("bots", settings.bots.word().into(), settings.bots == usual.bots);
    set("reduced_motion", settings.reduced_motion.into(), settings.reduced_motion == usual.reduced_motion);
    set("strict_undo", settings.strict_undo.into(), settings.strict_undo == usual.strict_undo);
    set("confirm_leaving", settings.confirm_leaving.into(), settings.confirm_leaving == usual.confirm_leaving);
    set("hints", settings.hints.into(), settings.hints == usual.hints);
    set("text_view", settings.text_view.into(), settings.text_view == usual.text_view);
    set("sounds", settings.sounds.into(), settings.sounds == usual.sounds);
    set("volume", i64::from(settings.volume).into(), settings.volume == usual.volume);
    let favourites = settings.favourites.iter().map(String::as_str).collect::<toml_edit::Array>();
    set("favourites", favourites.into(), settings.favourites == usual.favourites);
    // Written whole before it takes the old one's place: a crash leaves one of the two.
    let new = file.with_extension("toml.new");
    let mut open = std::fs::File::create(&new).map_err(failed)?;
    open.write_all(text.to_string().as_bytes()).and_then(|()| open.sync_all()).map_err(failed)?;
    std::fs::rename(&new, file).map_err(failed)
}

fn document(file: &Path) -> Result<DocumentMut, Problem> {
    if !file.exists() {
        return Ok(DocumentMut::new());
    }
    let bytes = stonehouse_engine::files::read_bytes(file, LIMIT)?;
    let text = stonehouse_engine::files::text_of(file, &bytes)?;
    text.parse::<DocumentMut>().map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let why = error.message().trim().to_owned();
        Problem::line(file, line, say!("{why}. All settings have their usual values until this is corrected", why))
    })
}

struct Reader<'a> {
    file: &'a Path,
    document: &'a DocumentMut,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn wrong(&mut self, key: &str, expected: &str) {
        let message = say!("`{key}` must be {expected}. It has its usual value until this is corrected", key, expected);
        self.problems.push(Problem::file(self.file, message));
    }

    fn word<W: Word>(&mut self, key: &str, value: &mut W) {
        let Some(item) = self.document.get(key) else { return };
        let found = item.as_str().and_then(|text| W::ALL.iter().find(|(_, word, _)| *word == text));
        match found {
            Some((found, ..)) => *value = *found,
            None => {
                let words: Vec<String> = W::ALL.iter().map(|(_, word, _)| format!("\"{word}\"")).collect();
                self.wrong(key, &say!("one of {words}", words = words.join(", ")));
            }
        }
    }

    fn code(&mut self, key: &str, value: &mut String) {
        let Some(item) = self.document.get(key) else { return };
        match item.as_str().filter(|code| !code.is_empty()) {
            Some(found) => found.clone_into(value),
            None => self.wrong(key, say!("\"system\" or the code of a language, such as \"de\"")),
        }
    }

    fn boolean(&mut self, key: &str, value: &mut bool) {
        let Some(item) = self.document.get(key) else { return };
        match item.as_bool() {
            Some(found) => *value = found,
            None => self.wrong(key, say!("true or false")),
        }
    }

    fn names(&mut self, key: &str, value: &mut Vec<String>) {
        let Some(item) = self.document.get(key) else { return };
        let names = item.as_array().map(|array| array.iter().map(|name| name.as_str().map(str::to_owned)).collect());
        match names {
            Some(Some(found)) => *value = found,
            _ => self.wrong(key, say!("a list of variants, such as [\"game/variant\"]")),
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
                self.wrong(key, &say!("a whole number from {least} to {most}, in {unit}", least, most, unit));
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
    fn what_is_written_is_read_again() {
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
        };
        write(&file, &settings).unwrap();
        assert_eq!(read(&file), (settings, Vec::new()));
        write(&file, &Settings::default()).unwrap();
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
        write(&file, &Settings { theme: Theme::Light, ..settings }).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text.replace("dark", "light"));
    }

    #[test]
    fn a_wrong_value_is_told_and_the_others_count() {
        let home = folder();
        let file = home.path().join("settings.toml");
        fs::write(&file, "theme = \"drak\"\ntext_size = 500\nreduced_motion = true\nbots = 3\n").unwrap();
        let (settings, problems) = read(&file);
        assert_eq!(settings, Settings { reduced_motion: true, ..Settings::default() });
        let told: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(told.len(), 3);
        assert!(told[0].contains("\"system\", \"light\", \"dark\""), "{told:?}");
        assert!(told[1].contains("from 80 to 200"), "{told:?}");
    }

    #[test]
    fn a_file_that_is_no_toml_is_told_with_its_line_and_kept_when_settings_change() {
        let home = folder();
        let file = home.path().join("settings.toml");
        let broken = "theme = \"dark\"\ntext_size = = 3\n";
        fs::write(&file, broken).unwrap();
        let (settings, problems) = read(&file);
        assert_eq!(settings, Settings::default());
        assert_eq!(problems[0].line, 2);
        write(&file, &Settings { text_size: 120, ..settings }).unwrap();
        assert_eq!(fs::read_to_string(home.path().join("settings.damaged.toml")).unwrap(), broken);
        assert_eq!(read(&file).0.text_size, 120);
    }
}
