//! Variants: named sets of knob values, house rules and a clock, written in TOML.
//!
//! - [`mod@file`]: one file as it was written, with the places of everything in it.
//! - `knob_path`: the path of a knob, by which the command line and the lab name one.
//! - `schema`: the JSON Schema of such files, for editors.
//! - `resolve`: files resolved against their game, knob by knob.
//! - `source`: where a variant comes from.
//! - `text`: the text of a variant file that needs no other variant.
//! - this module: a variant.

pub mod file;
mod knob_path;
mod resolve;
mod schema;
mod source;
mod text;

pub use knob_path::{KnobPath, KnobPathError};
pub use resolve::{FindScript, Resolver, resolve};
pub(crate) use resolve::{MAX_STEPS, wrong_seats};
pub use schema::schema;
pub use source::Source;
pub(crate) use source::title;
pub use text::VariantText;

use crate::clock::ClockRule;
use file::SourcePlace;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use stonehouse_house_rules::{Carried, Problem, Script};
use stonehouse_plugin::KnobDecl;
use stonehouse_runtime::Plugin;

/// The id of the variant of a game that has no variant files.
pub const OFFICIAL: &str = "official";

/// The most house rules that a variant can have.
pub const MAX_SCRIPTS: usize = 32;

/// The name of the place at which a variant sets a knob of a house rule.
pub(crate) fn rule_knob(rule: &str, knob: &str) -> String {
    KnobPath::Rule { rule: rule.to_owned(), knob: knob.to_owned() }.to_string()
}

/// A variant, resolved: every knob has a checked value.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The game's id.
    pub game: String,
    /// The variant's id within its game: its file's name without `.toml`.
    pub id: String,
    /// The name that people see.
    pub name: String,
    /// One sentence for the launcher.
    pub summary: String,
    /// The file it comes from.
    pub file: PathBuf,
    /// The source of that file.
    pub source: Source,
    /// The sources of the variants of the same id that cannot be played because this one overrides them, in order.
    pub shadows: Vec<Source>,
    /// The number of seats.
    pub seats: u8,
    /// Whether the players choose their number: no file sets it.
    pub seats_open: bool,
    /// Every knob's value, in the game's order.
    pub knobs: Map<String, Value>,
    /// The house rules, in the order in which they are applied, with the values of their knobs.
    pub scripts: Vec<Script>,
    /// The clock, if the match is timed.
    pub clock: Option<ClockRule>,
    /// The length of its chain of `extends`: 0 when it extends none.
    pub depth: usize,
    /// Whether it comes from a record: its scripts are the record's own copies.
    pub(crate) recorded: bool,
    /// The place of each knob that a file set, those of house rules by [`rule_knob`].
    places: Vec<(String, SourcePlace)>,
}

impl Variant {
    /// `GAME/ID`, by which tools name it.
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.game, self.id)
    }

    /// The values with which its house rules begin in a series: of a match that is not the first one.
    pub fn carried(&self) -> Carried {
        self.scripts.iter().map(|script| script.carried.clone()).collect()
    }

    /// The game unchanged: every knob has its default.
    pub fn official(plugin: &Plugin, file: &Path) -> Self {
        let about = plugin.about();
        Self {
            game: about.id.clone(),
            id: OFFICIAL.to_owned(),
            name: "Official".to_owned(),
            summary: about.summary.clone(),
            file: file.to_owned(),
            source: Source::Game,
            shadows: Vec::new(),
            seats: about.seats.default,
            seats_open: about.seats.min < about.seats.max,
            knobs: plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect(),
            scripts: Vec::new(),
            clock: None,
            depth: 0,
            recorded: false,
            places: Vec::new(),
        }
    }

    /// A variant made of values that were already checked, from a record.
    pub(crate) fn from_record(
        file: PathBuf,
        (game, id, name): (&str, &str, &str),
        seats: u8,
        knobs: Map<String, Value>,
        scripts: Vec<Script>,
        clock: Option<ClockRule>,
    ) -> Self {
        Self {
            game: game.to_owned(),
            id: id.to_owned(),
            name: name.to_owned(),
            summary: String::new(),
            file,
            source: Source::Record,
            shadows: Vec::new(),
            seats,
            seats_open: false,
            knobs,
            scripts,
            clock,
            depth: 0,
            recorded: true,
            places: Vec::new(),
        }
    }

    /// This variant with these scripts.
    pub(crate) fn with_scripts(&self, scripts: Vec<Script>) -> Self {
        Self { scripts, ..self.clone() }
    }

    /// This variant for another number of players, which must be [open](Self::seats_open).
    #[must_use]
    pub fn with_seats(&self, seats: u8) -> Self {
        let mut variant = Self { seats, ..self.clone() };
        if let Some(clock) = &mut variant.clock
            && let Some(minutes) = clock.minutes.first().copied()
        {
            clock.minutes = vec![minutes; usize::from(seats)];
        }
        variant
    }

    /// A problem at the place where `knob` was set; if it was not, at the last knob that was set, which it contradicts;
    /// or else for the file as a whole.
    pub fn problem_at(&self, knob: &str, message: impl Into<String>) -> Problem {
        match self.places.iter().find(|(name, _)| name == knob).or(self.places.last()) {
            Some((_, place)) => place.problem(message),
            None => Problem::file(&self.file, message),
        }
    }

    /// The differences from the official rules, each in a few words.
    pub fn differences(&self, knobs: &[KnobDecl]) -> Vec<String> {
        let mut differences: Vec<String> = knobs
            .iter()
            .filter(|knob| self.knobs.get(&knob.name).is_some_and(|value| *value != knob.default))
            .map(|knob| {
                let name = knob.name.replace('_', " ");
                match &self.knobs[&knob.name] {
                    Value::Bool(true) => name,
                    Value::Bool(false) | Value::Null => format!("no {name}"),
                    Value::String(text) if text.contains('\n') => format!("another {name}"),
                    Value::String(text) => format!("{name}: {text}"),
                    Value::Array(items) => {
                        let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                        format!("{name}: {}", items.join(" / "))
                    }
                    value if knob.default.is_null() => format!("{name}: {value}"),
                    value => format!("{name}: {value} instead of {}", knob.default),
                }
            })
            .collect();
        differences.extend(self.scripts.iter().map(Script::title_with_knobs));
        differences.extend(self.clock.iter().map(ClockRule::summary));
        differences
    }
}
