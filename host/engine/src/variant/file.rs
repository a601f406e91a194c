//! One variant file as it was written, with the place of everything in it.

use super::{MAX_SCRIPTS, Source};
use crate::clock::{ClockRule, is_increment, is_time};
use crate::files::read_text;
use serde_json::{Value, json};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::{MAX_SHOWN, Problem, did_you_mean};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A variant file.
#[derive(Clone, Debug)]
pub struct VariantFile {
    /// The file.
    pub file: PathBuf,
    /// Its source.
    pub source: Source,
    /// Its place among what is searched: the later takes the place of the earlier.
    pub(crate) layer: usize,
    /// The id: the file's name without `.toml`.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The place of the game's name.
    pub game_place: SourcePlace,
    /// The name that people see.
    pub name: Option<String>,
    /// One sentence.
    pub summary: Option<String>,
    /// The variant whose values this one starts from.
    pub extends: Option<(String, SourcePlace)>,
    /// The number of seats.
    pub seats: Option<(i64, SourcePlace)>,
    /// The house rules.
    pub scripts: Option<Vec<(String, SourcePlace)>>,
    /// The knobs.
    pub knobs: Vec<Knob>,
    /// The knobs of house rules.
    pub rules: Vec<RuleTable>,
    /// The clock.
    pub clock: Option<(ClockTable, SourcePlace)>,
    /// The mistakes of its form.
    pub(crate) mistakes: Vec<(SourcePlace, String)>,
}

/// One knob as written.
#[derive(Clone, Debug)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// The place of the name.
    pub name_place: SourcePlace,
    /// Its value.
    pub value: Value,
    /// The place of the value.
    pub value_place: SourcePlace,
}

/// The knobs of a house rule as written: a table `[rules.NAME]`.
#[derive(Clone, Debug)]
pub struct RuleTable {
    /// The house rule: the name of its script without the ending.
    pub rule: String,
    /// The place of that name.
    pub place: SourcePlace,
    /// The knobs.
    pub knobs: Vec<Knob>,
}

/// The `[clock]` table as written.
#[derive(Clone, Debug)]
pub struct ClockTable {
    minutes: Vec<f64>,
    increment_seconds: f64,
}

/// A `[clock]` table with times for another number of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`minutes` gives {times} times for {seats} seats: give one for all, or one for each")]
pub struct ClockTableError {
    /// The number of times.
    pub times: usize,
    /// The number of seats.
    pub seats: u8,
}

impl ClockTable {
    /// The clock for a number of seats: one time for all, or one for each.
    ///
    /// # Errors
    /// When the number of times is neither.
    pub fn for_seats(&self, seats: u8) -> Result<ClockRule, ClockTableError> {
        let minutes = match self.minutes.as_slice() {
            [one] => vec![*one; seats as usize],
            each if each.len() == seats as usize => each.to_vec(),
            each => return Err(ClockTableError { times: each.len(), seats }),
        };
        Ok(ClockRule { minutes, increment_seconds: self.increment_seconds })
    }
}

/// A place in a file.
#[derive(Clone, Debug)]
pub struct SourcePlace {
    file: Arc<Path>,
    text: Arc<str>,
    span: Range<usize>,
}

impl SourcePlace {
    /// A problem here.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::span(&*self.file, &self.text, self.span.clone(), message)
    }
}

/// The first [`MAX_SHOWN`] mistakes in a file, and how many more there are.
pub(super) fn first(file: &Path, mut found: Vec<(SourcePlace, String)>) -> Vec<Problem> {
    found.sort_by_key(|(place, _)| place.span.start);
    let more = found.len().saturating_sub(MAX_SHOWN);
    let mut problems: Vec<Problem> =
        found.into_iter().take(MAX_SHOWN).map(|(place, message)| place.problem(message)).collect();
    if more > 0 {
        problems.push(Problem::file(file, format!("and {more} more problems in this file")));
    }
    problems
}

const KEYS: [&str; 9] = ["game", "name", "summary", "extends", "seats", "scripts", "knobs", "rules", "clock"];
const CLOCK_KEYS: [&str; 2] = ["minutes", "increment_seconds"];

impl VariantFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Every problem of its form: syntax, unknown keys, wrong types. Knobs are checked against the game later.
    pub fn read(file: &Path) -> Result<Self, Vec<Problem>> {
        let text = read_text(file).map_err(|problem| vec![problem])?;
        Self::parse(file, &text)
    }

    /// Parses the text of a file.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(file: &Path, text: &Arc<str>) -> Result<Self, Vec<Problem>> {
        let parsed = Self::parse_leniently(file, text)?;
        if parsed.mistakes.is_empty() { Ok(parsed) } else { Err(first(file, parsed.mistakes)) }
    }

    /// Reads a file whose form may have mistakes: they are reported when it is resolved, with those of its values.
    ///
    /// # Errors
    /// Every problem of its form, where it does not state its game.
    pub(crate) fn read_leniently(file: &Path) -> Result<Self, Vec<Problem>> {
        let text = read_text(file).map_err(|problem| vec![problem])?;
        Self::parse_leniently(file, &text)
    }

    fn parse_leniently(file: &Path, text: &Arc<str>) -> Result<Self, Vec<Problem>> {
        let (mut reader, table) = VariantReader::new(file, text);
        reader.known(&table, &KEYS, "a variant");

        let mut variant = Self {
            file: file.to_owned(),
            source: Source::Named,
            layer: 0,
            id: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            game: String::new(),
            game_place: reader.place(0..0),
            name: reader.text(&table, "name").map(|(name, _)| name),
            summary: reader.text(&table, "summary").map(|(summary, _)| summary),
            extends: reader.text(&table, "extends"),
            seats: reader.integer(&table, "seats"),
            scripts: reader.scripts(&table),
            knobs: reader.table(&table, "knobs").map(|knobs| reader.knobs(knobs)).unwrap_or_default(),
            rules: reader.rules(&table),
            clock: reader.clock(&table),
            mistakes: Vec::new(),
        };
        match reader.text(&table, "game") {
            Some((game, place)) => (variant.game, variant.game_place) = (game, place),
            None if reader.found.is_empty() => {
                let message = "a variant must name its game: add `game = \"…\"` at the top";
                return Err(vec![Problem::line(file, 1, message)]);
            }
            None => return reader.finish(variant),
        }
        variant.mistakes = reader.found;
        Ok(variant)
    }
}

/// Reads keys of a parsed file and collects their problems.
pub(crate) struct VariantReader {
    file: Arc<Path>,
    text: Arc<str>,
    found: Vec<(SourcePlace, String)>,
}

impl VariantReader {
    /// Parses a file. Mistakes in its syntax are collected, too.
    pub(crate) fn new<'t>(file: &Path, text: &'t Arc<str>) -> (Self, DeTable<'t>) {
        let mut reader = Self { file: file.into(), text: Arc::clone(text), found: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            reader.wrong(error.span().unwrap_or_default(), error.message());
        }
        (reader, table.into_inner())
    }

    /// Returns `read`, if there was no problem.
    ///
    /// # Errors
    /// The problems, in the order of the file.
    pub(crate) fn finish<T>(self, read: T) -> Result<T, Vec<Problem>> {
        if self.found.is_empty() { Ok(read) } else { Err(first(&self.file, self.found)) }
    }

    pub(crate) fn place(&self, span: Range<usize>) -> SourcePlace {
        SourcePlace { file: Arc::clone(&self.file), text: Arc::clone(&self.text), span }
    }

    pub(crate) fn wrong(&mut self, span: Range<usize>, message: impl Into<String>) {
        let place = self.place(span);
        self.found.push((place, message.into()));
    }

    /// Adds a problem at a place.
    pub(crate) fn report(&mut self, place: SourcePlace, message: String) {
        self.found.push((place, message));
    }

    pub(crate) fn known(&mut self, table: &DeTable<'_>, keys: &[&str], what: &str) {
        for (key, _) in table {
            let name: &str = key.get_ref();
            if !keys.contains(&name) {
                let hint = did_you_mean(name, keys.iter().copied());
                let message = format!("{what} has no key `{name}`.{hint} The keys are: {}", keys.join(", "));
                self.wrong(key.span(), message);
            }
        }
    }

    pub(crate) fn text(&mut self, table: &DeTable<'_>, key: &str) -> Option<(String, SourcePlace)> {
        let value = table.get(key)?;
        if let DeValue::String(text) = value.get_ref() {
            return Some((text.to_string(), self.place(value.span())));
        }
        self.wrong(value.span(), format!("`{key}` must be a text in quotes"));
        None
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, table: &DeTable<'_>, key: &str) -> Option<Vec<(String, SourcePlace)>> {
        let value = table.get(key)?;
        let text = |item: &Spanned<DeValue<'_>>| match item.get_ref() {
            DeValue::String(text) => Some((text.to_string(), self.place(item.span()))),
            _ => None,
        };
        let texts = match value.get_ref() {
            DeValue::Array(items) => items.iter().map(text).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        if texts.is_none() {
            self.wrong(value.span(), format!("`{key}` must be a list of texts: `{key} = [\"…\"]`"));
        }
        texts
    }

    fn integer(&mut self, table: &DeTable<'_>, key: &str) -> Option<(i64, SourcePlace)> {
        let value = table.get(key)?;
        if let Some(number) = json_of(value.get_ref()).and_then(|value| value.as_i64()) {
            return Some((number, self.place(value.span())));
        }
        self.wrong(value.span(), format!("`{key}` must be a whole number"));
        None
    }

    fn scripts(&mut self, table: &DeTable<'_>) -> Option<Vec<(String, SourcePlace)>> {
        let value = table.get("scripts")?;
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong(value.span(), "`scripts` must be a list of file names: `scripts = [\"one.lua\"]`");
            return None;
        };
        if let Some(surplus) = items.get(MAX_SCRIPTS) {
            let message = format!("a variant has at most {MAX_SCRIPTS} scripts, and here are {}", items.len());
            self.wrong(surplus.span(), message);
            return None;
        }
        let mut scripts = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::String(name) if name.contains(['/', '\\']) => {
                    self.wrong(item.span(), "give only the script's file name, without a folder");
                }
                DeValue::String(name) => scripts.push((name.to_string(), self.place(item.span()))),
                _ => self.wrong(item.span(), "write the script's file name, in quotes"),
            }
        }
        Some(scripts)
    }

    /// The knobs of house rules, in tables by their names.
    fn rules(&mut self, table: &DeTable<'_>) -> Vec<RuleTable> {
        let Some(rules) = self.table(table, "rules") else { return Vec::new() };
        let mut read = Vec::new();
        for (name, value) in rules {
            let rule = name.get_ref().to_string();
            let DeValue::Table(knobs) = value.get_ref() else {
                let message = format!(
                    "`{rule}` must be a table with the knobs of the house rule of that name: write `[rules.{rule}]` on a \
                     line of its own"
                );
                self.wrong(value.span(), message);
                continue;
            };
            let (place, knobs) = (self.place(name.span()), self.knobs(knobs));
            read.push(RuleTable { rule, place, knobs });
        }
        read
    }

    fn knobs(&mut self, knobs: &DeTable<'_>) -> Vec<Knob> {
        let mut read = Vec::new();
        for (name, value) in knobs {
            let Some(json) = json_of(value.get_ref()) else {
                self.wrong(value.span(), format!("`{}` has a value that no knob can have", name.get_ref()));
                continue;
            };
            read.push(Knob {
                name: name.get_ref().to_string(),
                name_place: self.place(name.span()),
                value: json,
                value_place: self.place(value.span()),
            });
        }
        read
    }

    fn clock(&mut self, table: &DeTable<'_>) -> Option<(ClockTable, SourcePlace)> {
        let clock = self.table(table, "clock")?;
        self.known(clock, &CLOCK_KEYS, "`[clock]`");
        let place = self.place(table.get("clock").map(Spanned::span).unwrap_or_default());
        let minutes = match clock.get("minutes").map(|value| (value.span(), json_of(value.get_ref()))) {
            Some((span, Some(Value::Array(items)))) => {
                let times: Vec<f64> = items.iter().filter_map(Value::as_f64).collect();
                if times.len() == items.len() && times.iter().all(|time| is_time(*time)) && !times.is_empty() {
                    times
                } else {
                    self.wrong(span, "`minutes` must be times from a second to a week");
                    return None;
                }
            }
            Some((span, value)) => match value.and_then(|value| value.as_f64()) {
                Some(time) if is_time(time) => vec![time],
                _ => {
                    self.wrong(
                        span,
                        "`minutes` must be from a second to a week (in minutes: 0.5 is half a minute), or a list with a time for each seat",
                    );
                    return None;
                }
            },
            None => {
                self.found.push((place, "a clock needs `minutes`: `minutes = 30`, or `minutes = [30, 20]`".to_owned()));
                return None;
            }
        };
        let increment = match clock.get("increment_seconds") {
            None => 0.0,
            Some(value) => match json_of(value.get_ref()).and_then(|value| value.as_f64()) {
                Some(seconds) if is_increment(seconds) => seconds,
                _ => {
                    self.wrong(value.span(), "`increment_seconds` must be from 0 to 3600");
                    return None;
                }
            },
        };
        Some((ClockTable { minutes, increment_seconds: increment }, place))
    }

    pub(crate) fn table<'t, 'i>(&mut self, table: &'t DeTable<'i>, key: &str) -> Option<&'t DeTable<'i>> {
        let value = table.get(key)?;
        if let DeValue::Table(inner) = value.get_ref() {
            return Some(inner);
        }
        self.wrong(value.span(), format!("`{key}` must be a table: write `[{key}]` on a line of its own"));
        None
    }
}

/// A TOML value as JSON; `None` for what JSON lacks (dates, infinities) and for numbers out of range.
fn json_of(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => json!(text),
        DeValue::Boolean(value) => json!(value),
        DeValue::Integer(number) => json!(i64::from_str_radix(number.as_str(), number.radix()).ok()?),
        DeValue::Float(number) => {
            let number: f64 = number.as_str().parse().ok()?;
            number.is_finite().then(|| json!(number))?
        }
        DeValue::Array(items) => Value::Array(items.iter().map(|item| json_of(item.get_ref())).collect::<Option<_>>()?),
        DeValue::Table(table) => Value::Object(
            table
                .iter()
                .map(|(key, value)| Some((key.get_ref().to_string(), json_of(value.get_ref())?)))
                .collect::<Option<_>>()?,
        ),
        DeValue::Datetime(_) => return None,
    })
}
