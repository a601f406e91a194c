//! Variants: named sets of knob values, house rules and a clock, written in TOML.
//!
//! - [`mod@file`]: one file as it was written, with the places of everything in it.
//! - `schema`: the JSON Schema of such files, for editors.
//! - this module: files resolved against their game, knob by knob.

pub mod file;
mod schema;

pub use schema::schema;

use crate::clock::ClockRule;
use crate::lua::Script;
use crate::problem::{Problem, did_you_mean};
use file::{Place, VariantFile};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::Arc;
use stonehouse_plugin_api::abi::client::Plugin;
use stonehouse_plugin_api::{KnobDecl, KnobKind};

/// The most house rules that a variant can have.
pub const MOST_SCRIPTS: usize = 32;

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
    /// The number of seats.
    pub seats: u8,
    /// Whether it is left to the players how many they are: no file says.
    pub seats_open: bool,
    /// Every knob's value, in the game's order.
    pub knobs: Map<String, Value>,
    /// The house rules, in the order in which they are applied.
    pub scripts: Vec<Script>,
    /// The clock, if the match is timed.
    pub clock: Option<ClockRule>,
    /// How many variants it builds upon, one on the other: 0 when it extends none.
    pub depth: usize,
    /// Whether it comes out of a record: its scripts are the record's own copies.
    pub(crate) recorded: bool,
    /// Where each knob that a file set was set.
    places: Vec<(String, Place)>,
}

impl Variant {
    /// `GAME/ID`, by which tools name it.
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.game, self.id)
    }

    /// A variant made of values that were checked before, as a record holds them.
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

    /// The same variant for another number of players, which must be [open](Self::seats_open).
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

    /// A problem at the place where `knob` was set, or of the file as a whole.
    pub fn problem_at(&self, knob: &str, message: impl Into<String>) -> Problem {
        match self.places.iter().find(|(name, _)| name == knob) {
            Some((_, place)) => place.problem(message),
            None => Problem::file(&self.file, message),
        }
    }

    /// What differs from the official rules, each in a few words.
    pub fn differences(&self, knobs: &[KnobDecl]) -> Vec<String> {
        let mut differences: Vec<String> = knobs
            .iter()
            .filter(|knob| self.knobs.get(&knob.name).is_some_and(|value| *value != knob.default))
            .map(|knob| {
                let name = knob.name.replace('_', " ");
                match &self.knobs[&knob.name] {
                    Value::Bool(true) => name,
                    Value::Bool(false) => format!("no {name}"),
                    Value::String(text) if text.contains('\n') => format!("another {name}"),
                    Value::String(text) => format!("{name}: {text}"),
                    Value::Array(items) => {
                        let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                        format!("{name}: {}", items.join(" / "))
                    }
                    value => format!("{name}: {value} instead of {}", knob.default),
                }
            })
            .collect();
        differences.extend(self.scripts.iter().map(Script::title));
        differences.extend(self.clock.iter().map(ClockRule::summary));
        differences
    }
}

/// Resolves a file against its game, `bases` being all files of that game.
///
/// # Errors
/// Every problem found, each at its place.
pub fn resolve(
    file: &VariantFile,
    bases: &[VariantFile],
    plugin: &Plugin,
    find_script: &dyn Fn(&str) -> Option<Result<Script, Problem>>,
) -> Result<Variant, Vec<Problem>> {
    let chain = chain(file, bases)?;
    let mut problems = Vec::new();
    let about = plugin.about();
    let mut variant = Variant {
        game: about.id.clone(),
        id: file.id.clone(),
        name: file.name.clone().unwrap_or_else(|| file.id.clone()),
        summary: String::new(),
        file: file.file.clone(),
        seats: about.seats.default,
        seats_open: about.seats.min < about.seats.max && chain.iter().all(|file| file.seats.is_none()),
        knobs: plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect(),
        scripts: Vec::new(),
        clock: None,
        depth: chain.len() - 1,
        recorded: false,
        places: Vec::new(),
    };
    let (mut scripts, mut clock) = (None, None);
    for file in &chain {
        if let Some(summary) = &file.summary {
            variant.summary.clone_from(summary);
        }
        if let Some((seats, place)) = &file.seats {
            match u8::try_from(*seats) {
                Ok(seats) if (about.seats.min..=about.seats.max).contains(&seats) => variant.seats = seats,
                _ => problems.push(place.problem(format!(
                    "`seats` must be from {} to {} for {}",
                    about.seats.min, about.seats.max, about.name
                ))),
            }
        }
        scripts = file.scripts.as_ref().or(scripts);
        clock = file.clock.as_ref().or(clock);
        set_knobs(&mut variant, file, plugin.knobs(), &mut problems);
    }
    for (name, place) in scripts.into_iter().flatten() {
        match find_script(name) {
            Some(Ok(script)) => variant.scripts.push(script),
            Some(Err(problem)) => problems.push(problem),
            None => problems.push(place.problem(format!(
                "there is no script `{name}` for {}: put it into `scripts/{}/`, or correct the name",
                about.name, about.id
            ))),
        }
    }
    if let Some((rule, place)) = clock {
        match rule.for_seats(variant.seats) {
            Ok(rule) => {
                // Times for each seat are times for so many seats.
                variant.seats_open &= rule.minutes.windows(2).all(|pair| pair[0] == pair[1]);
                variant.clock = Some(rule);
            }
            Err(message) => problems.push(place.problem(message)),
        }
    }
    if problems.is_empty() { Ok(variant) } else { Err(problems) }
}

/// The files that a file extends, the farthest first, and the file itself.
fn chain<'a>(file: &'a VariantFile, bases: &'a [VariantFile]) -> Result<Vec<&'a VariantFile>, Vec<Problem>> {
    let mut chain = vec![file];
    let mut last = file;
    while let Some((base, place)) = &last.extends {
        // A file that shadows another of its name may extend the one that it shadows.
        let Some(found) =
            bases.iter().rev().find(|other| other.id == *base && (other.id != last.id || other.file != last.file))
        else {
            let known = bases.iter().map(|other| other.id.as_str()).filter(|id| *id != last.id);
            let hint = did_you_mean(base, known);
            return Err(vec![place.problem(format!("there is no variant `{base}` of this game to extend.{hint}"))]);
        };
        if chain.iter().any(|seen| seen.file == found.file) {
            return Err(vec![
                place.problem(format!("`{base}` extends this variant in its turn: one of them must stop")),
            ]);
        }
        chain.push(found);
        last = found;
    }
    chain.reverse();
    Ok(chain)
}

fn set_knobs(variant: &mut Variant, file: &VariantFile, knobs: &[KnobDecl], problems: &mut Vec<Problem>) {
    for knob in &file.knobs {
        let Some(declared) = knobs.iter().find(|declared| declared.name == knob.name) else {
            let hint = did_you_mean(&knob.name, knobs.iter().map(|declared| declared.name.as_str()));
            problems.push(knob.name_place.problem(format!(
                "this game has no knob `{}`.{hint} `stonehouse schema {}` lists them",
                knob.name, variant.game
            )));
            continue;
        };
        match declared.kind.check(&knob.value) {
            Ok(()) => {
                variant.knobs.insert(knob.name.clone(), knob.value.clone());
                variant.places.retain(|(name, _)| *name != knob.name);
                variant.places.push((knob.name.clone(), knob.value_place.clone()));
            }
            Err(expected) => {
                let hint = match (&declared.kind, knob.value.as_str()) {
                    (KnobKind::Word(words), Some(given)) => {
                        did_you_mean(given, words.iter().map(|(word, _)| word.as_str()))
                    }
                    _ => String::new(),
                };
                problems.push(knob.value_place.problem(format!("`{}` must be {expected}.{hint}", knob.name)));
            }
        }
    }
}

/// The text of a script's leading comment, for people.
impl Script {
    /// What the script does, from its first comment; its name where it has none.
    pub fn title(&self) -> String {
        let comment: Vec<&str> = self
            .source
            .lines()
            .skip_while(|line| line.trim().is_empty() || line.starts_with("--!"))
            .take_while(|line| line.starts_with("--") && !line.starts_with("--["))
            .map(|line| line.trim_start_matches('-').trim())
            .take_while(|line| !line.is_empty())
            .collect();
        let text = comment.join(" ");
        let sentence = text.split_inclusive(['.', ':', ';']).next().unwrap_or_default();
        let sentence = sentence.trim_end_matches(['.', ':', ';']);
        if sentence.is_empty() { self.name.clone() } else { sentence.to_owned() }
    }

    /// Reads a script.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(file: &std::path::Path) -> Result<Self, Problem> {
        let source: Arc<str> = crate::files::read_text(file)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, file: file.to_owned(), source })
    }
}
