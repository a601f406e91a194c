//! The declarations of a game's script: everything in its table that is no function.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;
use stonehouse_runtime::ScriptLine;

/// A function of the script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionDecl {
    /// Its line, counted from 1.
    line: usize,
    /// Its file.
    script: usize,
    /// How many parameters it has.
    pub parameters: u8,
}

impl<'de> Deserialize<'de> for FunctionDecl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let number = |name: &str| value.get(name).and_then(Value::as_u64);
        match (number("$function"), number("script"), number("parameters")) {
            (Some(line), Some(script), Some(parameters)) => {
                Ok(Self { line: line as usize, script: script as usize, parameters: parameters as u8 })
            }
            _ => {
                let found = match &value {
                    Value::Object(_) | Value::Array(_) => "a table".to_owned(),
                    value => value.to_string(),
                };
                Err(D::Error::custom(format!("a function is needed here (`function(at, …) … end`), and not {found}")))
            }
        }
    }
}

impl FunctionDecl {
    /// The place at which it begins.
    pub const fn place(self) -> ScriptLine {
        ScriptLine { script: self.script, line: self.line }
    }
}

/// The game for people and tools.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(crate) struct AboutSpec {
    pub id: String,
    pub name: String,
    pub version: String,
    #[serde(default)]
    pub summary: String,
    pub seats: SeatsSpec,
    #[serde(default)]
    pub rules: String,
    /// The shortest and the longest usual match, in minutes.
    #[serde(default)]
    pub minutes: Option<Minutes>,
    #[serde(default)]
    pub authors: Vec<String>,
    #[serde(default)]
    pub licence: String,
    /// Whether points are counted: otherwise `win` and `draw` decide.
    #[serde(default)]
    pub scored: bool,
    /// Seats of one team have the same number.
    #[serde(default)]
    pub teams: Vec<u8>,
}

impl AboutSpec {
    /// The number of a seat's team: its own, where there are no teams.
    pub fn team(&self, seat: usize) -> u8 {
        self.teams.get(seat).copied().unwrap_or(seat as u8)
    }
}

/// The usual length of a match, in minutes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "`minutes` is a number, or the least and the most: { 10, 20 }")]
pub(crate) enum Minutes {
    About(u16),
    Between([u16; 2]),
}

/// The seats of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "`seats` is a number, a list of names, or { min = 2, max = 5, default = 4 }")]
pub(crate) enum SeatsSpec {
    Count(u8),
    Names(Vec<String>),
    Range(SeatsRange),
}

/// The numbers of seats that are possible.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(crate) struct SeatsRange {
    min: u8,
    max: u8,
    #[serde(default)]
    default: Option<u8>,
}

impl SeatsSpec {
    /// The fewest, the most, and the number without a variant that sets it.
    pub fn range(&self) -> (u8, u8, u8) {
        match self {
            Self::Count(count) => (*count, *count, *count),
            Self::Names(names) => {
                let count = u8::try_from(names.len()).unwrap_or(u8::MAX);
                (count, count, count)
            }
            Self::Range(range) => (range.min, range.max, range.default.unwrap_or(range.min)),
        }
    }
}

/// A parameter of the rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "{ default = … }")]
pub(crate) struct KnobSpec {
    pub default: Value,
    #[serde(default)]
    pub min: Option<i64>,
    #[serde(default)]
    pub max: Option<i64>,
    #[serde(default)]
    pub values: Vec<String>,
    #[serde(default)]
    pub doc: String,
    /// Its place in the files.
    #[serde(skip)]
    pub place: ScriptLine,
}

impl KnobSpec {
    /// Whether it can have a value.
    pub fn takes(&self, value: &Value) -> bool {
        match (&self.default, value) {
            (Value::Bool(_), Value::Bool(_)) => true,
            (Value::Number(_), Value::Number(number)) => {
                let (min, max) = self.bounds();
                number.as_i64().is_some_and(|number| (min..=max).contains(&number))
            }
            (Value::String(_), Value::String(word)) => self.values.contains(word),
            _ => false,
        }
    }

    /// The least and the greatest value of a number.
    pub fn bounds(&self) -> (i64, i64) {
        (self.min.unwrap_or(0), self.max.unwrap_or(100))
    }
}

/// A number: itself, or that of a knob.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a size is a whole number from 1, or the name of a knob")]
pub(crate) enum Size {
    Number(u32),
    Knob(String),
}

/// The values of a field of a piece.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a field is \"seat\", a list of words, or { min = 1, max = 9 }")]
pub(crate) enum FieldSpec {
    /// `"seat"`.
    Seat(String),
    Words(Vec<String>),
    Range(RangeSpec),
}

/// The whole numbers between two bounds, both included.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "{ min = 1, max = 9 }")]
pub(crate) struct RangeSpec {
    pub min: i64,
    pub max: i64,
}

/// A kind of piece.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table with the entries of a piece")]
pub(crate) struct PieceSpec {
    pub fields: BTreeMap<String, FieldSpec>,
    /// Its name, with its fields in braces: `"{rank} of {suit}"`.
    pub name: String,
    /// Its look: `"disc"`, `"stone"`, `"cube"`, `"card"`, `"token"` or a figure.
    pub face: String,
    /// Its colour, or the field that is its colour.
    pub tint: String,
    /// The text in the corner of a card, with fields in braces.
    pub corner: String,
    /// The field that is the number on a token.
    pub value: String,
    /// The field that is the suit of a card.
    pub suit: String,
}

/// A place of pieces: a board, or a list.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table with the entries of a zone")]
pub(crate) struct ZoneSpec {
    pub piece: String,
    pub rows: Option<Size>,
    pub columns: Option<Size>,
    /// How a board looks: `"hollows"`, `"squares"`, `"crossings"` or `"hexagons"`.
    pub style: String,
    /// `"seat"`: each seat has one.
    pub each: String,
    /// The seats that see the pieces of a list: `"all"`, `"owner"`, `"others"` or `"nobody"`.
    pub sees: String,
    /// The most pieces of a list.
    pub size: Option<Size>,
    /// The title of its area on the table.
    pub title: String,
    /// Its meaning, for house rules.
    pub doc: String,
    /// Whether a hidden piece can be there, by all that everybody knows: a function of the position, the owner, the
    /// piece, and its place.
    pub fits: Option<FunctionDecl>,
    /// Its place in the files.
    #[serde(skip)]
    pub place: ScriptLine,
}

impl ZoneSpec {
    /// Whether a seat may not know its pieces.
    pub fn is_hidden(&self) -> bool {
        !matches!(&*self.sees, "" | "all")
    }
}

/// A value that the position keeps.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table with the entries of a value")]
pub(crate) struct MemorySpec {
    pub each: String,
    pub size: Option<Size>,
    pub rows: Option<Size>,
    pub columns: Option<Size>,
    pub values: Vec<String>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub start: Value,
    /// The name under which it is shown; none: it is not shown.
    pub label: String,
    /// Its meaning, for house rules.
    pub doc: String,
    /// Its place in the files.
    #[serde(skip)]
    pub place: ScriptLine,
}

/// The kind of a value that house rules read or return.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a kind is \"integer\", \"boolean\", \"seat\", a list of words, or { min = 0, max = 9 }")]
pub(crate) enum KindSpec {
    /// `"integer"`, `"boolean"` or `"seat"`.
    Named(String),
    Words(Vec<String>),
    Range(RangeSpec),
}

impl Default for KindSpec {
    fn default() -> Self {
        Self::Named("integer".to_owned())
    }
}

/// A value of the rules that house rules can change.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with the entries of a hook")]
pub(crate) struct HookSpec {
    pub doc: String,
    #[serde(default)]
    pub fields: BTreeMap<String, KindSpec>,
    /// A range, `"integer"` or `"boolean"`.
    pub value: KindSpec,
}

/// An event of which house rules are notified.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with the entries of an event")]
pub(crate) struct EventSpec {
    pub doc: String,
    #[serde(default)]
    pub fields: BTreeMap<String, KindSpec>,
}

/// A fact that house rules read, beside the values of the position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with the entries of a fact")]
pub(crate) struct FactSpec {
    pub doc: String,
    #[serde(default)]
    pub kind: KindSpec,
    /// `"seat"`: there is one for each seat.
    #[serde(default)]
    pub each: String,
    /// Whether only its seat may know it, or nobody.
    #[serde(default)]
    pub secret: bool,
    pub read: FunctionDecl,
}

/// A change of the position that house rules can request.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with the entries of an effect")]
pub(crate) struct EffectSpec {
    pub doc: String,
    /// Its arguments in order, each a table with one entry: `{ { seat = "seat" } }`.
    #[serde(default)]
    pub arguments: Vec<BTreeMap<String, KindSpec>>,
    pub apply: FunctionDecl,
}

/// The values of a field of an action.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a field is a zone, \"seats\", a list of words or of numbers, or { min = 1, max = 9 }")]
pub(crate) enum DomainSpec {
    /// A zone, or `"seats"`.
    Named(String),
    Words(Vec<String>),
    Numbers(Vec<i64>),
    Range(RangeSpec),
}

/// A kind of action.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with the entries of an action")]
pub(crate) struct ActionSpec {
    pub label: String,
    #[serde(default)]
    pub log: String,
    #[serde(default)]
    pub tip: String,
    #[serde(default)]
    pub prompt: String,
    /// Whether only the seat may know which piece of a hidden list it is, until the match is over.
    #[serde(default)]
    pub secret: bool,
    /// Its fields in order, each a table with one entry: `{ { cell = "board" } }`.
    #[serde(default)]
    pub fields: Vec<BTreeMap<String, DomainSpec>>,
    /// The field `target`, where it is the only one.
    #[serde(default)]
    pub targets: Option<DomainSpec>,
    #[serde(default)]
    pub choices: Option<FunctionDecl>,
    #[serde(default)]
    pub when: Option<FunctionDecl>,
    /// How likely a reasonable player is to choose one of them, for bots: a function of the position, the seat and the
    /// fields.
    #[serde(default)]
    pub weight: Option<FunctionDecl>,
    pub play: FunctionDecl,
}

/// A test: its function, by the official rules, or with other seats and knobs.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a test is a function, or { seats = 3, knobs = { tokens = 5 }, run = function(at, test) … end }"
)]
pub(crate) enum TestSpec {
    Official(FunctionDecl),
    Other(OtherTest),
}

/// A test with other seats or knobs than the official rules have.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(crate) struct OtherTest {
    #[serde(default)]
    pub seats: Option<u8>,
    #[serde(default)]
    pub knobs: BTreeMap<String, Value>,
    pub run: FunctionDecl,
}

impl TestSpec {
    /// The place of its function.
    pub const fn place(&self) -> ScriptLine {
        match self {
            Self::Official(run) | Self::Other(OtherTest { run, .. }) => run.place(),
        }
    }
}

/// Knowledge of the game for bots.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table with `value` and `steps`")]
pub(crate) struct BotsSpec {
    /// The score that a seat can expect at the end.
    pub value: Option<FunctionDecl>,
    /// The number of actions after which a rollout ends, and `value` judges.
    pub steps: Option<u32>,
}

/// Dice, or another draw with equal chances.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with the entries of a roll")]
pub(crate) struct RollSpec {
    pub sides: u32,
    #[serde(default)]
    pub dice: Option<u32>,
    /// Whether the order of the dice does not matter.
    #[serde(default)]
    pub sorted: bool,
    #[serde(default)]
    pub label: String,
    pub rolled: FunctionDecl,
}

/// A game's declarations.
#[derive(Clone, Debug)]
pub(crate) struct Declarations {
    pub about: AboutSpec,
    pub knobs: BTreeMap<String, KnobSpec>,
    pub pieces: BTreeMap<String, PieceSpec>,
    pub zones: BTreeMap<String, ZoneSpec>,
    pub memory: BTreeMap<String, MemorySpec>,
    pub actions: BTreeMap<String, ActionSpec>,
    pub rolls: BTreeMap<String, RollSpec>,
    pub start: Option<FunctionDecl>,
    /// The function that is called when all seats of a turn have chosen.
    pub together: Option<FunctionDecl>,
    pub hooks: BTreeMap<String, HookSpec>,
    pub events: BTreeMap<String, EventSpec>,
    pub facts: BTreeMap<String, FactSpec>,
    pub effects: BTreeMap<String, EffectSpec>,
    pub tests: BTreeMap<String, TestSpec>,
    pub bots: BotsSpec,
}

/// The keys of a game's table.
pub(crate) const KEYS: [&str; 15] = [
    "about", "knobs", "pieces", "zones", "memory", "actions", "rolls", "start", "together", "hooks", "events", "facts",
    "effects", "tests", "bots",
];

/// The longest name, in bytes.
const MAX_NAME: usize = 40;

/// A declaration that is wrong: the word by which its line is found, where `zones.hand` is an entry of a table, and the
/// reason.
pub(crate) struct Wrong {
    pub word: String,
    pub why: String,
}

impl Wrong {
    /// The same, where the word is an entry of this table of the game.
    pub fn within(self, table: &str) -> Self {
        Self { word: format!("{table}.{}", self.word), why: self.why }
    }
}

impl Declarations {
    /// Reads the declarations of a game's table.
    pub fn read(table: Value) -> Result<Self, Wrong> {
        let Value::Object(mut table) = table else {
            return Err(Wrong { word: "return".to_owned(), why: "a game must return its table".to_owned() });
        };
        if let Some(unknown) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(Wrong {
                word: unknown.clone(),
                why: format!("a game has no `{unknown}`: it has {}", KEYS.join(", ")),
            });
        }
        let about = table.remove("about").ok_or_else(|| Wrong {
            word: "return".to_owned(),
            why: "a game needs `about`: its id, name, version and seats".to_owned(),
        })?;
        let read = Self {
            about: one("about", &about)?,
            knobs: entries("knobs", table.remove("knobs"))?,
            pieces: entries("pieces", table.remove("pieces"))?,
            zones: entries("zones", table.remove("zones"))?,
            memory: entries("memory", table.remove("memory"))?,
            actions: entries("actions", table.remove("actions"))?,
            rolls: entries("rolls", table.remove("rolls"))?,
            start: table.remove("start").map(|start| one("start", &start)).transpose()?,
            together: table.remove("together").map(|decl| one("together", &decl)).transpose()?,
            hooks: entries("hooks", table.remove("hooks"))?,
            events: entries("events", table.remove("events"))?,
            facts: entries("facts", table.remove("facts"))?,
            effects: entries("effects", table.remove("effects"))?,
            tests: entries("tests", table.remove("tests"))?,
            bots: table.remove("bots").map(|bots| one("bots", &bots)).transpose()?.unwrap_or_default(),
        };
        if read.bots.steps.is_some_and(|steps| steps == 0 || read.bots.value.is_none()) {
            let why = "`steps` of `bots` is a number from 1, after which `value` judges".to_owned();
            return Err(Wrong { word: "steps".to_owned(), why });
        }
        read.names().try_for_each(|name| check_name(name))?;
        Ok(read)
    }

    /// Notes the places of what people see in the order of the files.
    pub fn set_places(&mut self, place_of: impl Fn(&str) -> ScriptLine) {
        self.knobs.iter_mut().for_each(|(name, knob)| knob.place = place_of(name));
        self.zones.iter_mut().for_each(|(name, zone)| zone.place = place_of(name));
        self.memory.iter_mut().for_each(|(name, value)| value.place = place_of(name));
    }

    /// Whether a kind of action has a weight for bots.
    pub fn has_weights(&self) -> bool {
        self.actions.values().any(|action| action.weight.is_some())
    }

    /// The names that a script reads, which are those of fields of tables.
    fn names(&self) -> impl Iterator<Item = &String> {
        let pieces = self.pieces.iter().flat_map(|(name, spec)| spec.fields.keys().chain([name]));
        let actions =
            self.actions.iter().flat_map(|(name, spec)| spec.fields.iter().flat_map(BTreeMap::keys).chain([name]));
        let hooks = self.hooks.iter().flat_map(|(name, spec)| spec.fields.keys().chain([name]));
        let events = self.events.iter().flat_map(|(name, spec)| spec.fields.keys().chain([name]));
        let effects =
            self.effects.iter().flat_map(|(name, spec)| spec.arguments.iter().flat_map(BTreeMap::keys).chain([name]));
        let others = self.knobs.keys().chain(self.zones.keys()).chain(self.memory.keys()).chain(self.rolls.keys());
        pieces.chain(actions).chain(hooks).chain(events).chain(effects).chain(others).chain(self.facts.keys())
    }
}

/// Refuses a name that is no word of lower-case letters, digits and underscores.
fn check_name(name: &str) -> Result<(), Wrong> {
    let begins = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    let holds = name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
    if begins && holds && name.len() <= MAX_NAME {
        return Ok(());
    }
    Err(Wrong {
        word: name.to_owned(),
        why: format!(
            "`{name}` cannot be a name here: lower-case letters, digits and underscores, such as `full_house`"
        ),
    })
}

fn one<T: serde::de::DeserializeOwned>(path: &str, value: &Value) -> Result<T, Wrong> {
    T::deserialize(value).map_err(|error: serde_json::Error| {
        let error = error.to_string();
        let path = match wrong_entry::<T>(value, &error) {
            Some(entry) => format!("{path}.{entry}"),
            None => path.to_owned(),
        };
        Wrong { why: format!("`{path}`: {}", in_words(&error)), word: path }
    })
}

/// The entry of a table of which the reader complains: the one without which it no longer does.
fn wrong_entry<T: serde::de::DeserializeOwned>(table: &Value, error: &str) -> Option<String> {
    let table = table.as_object().filter(|_| !error.starts_with("missing field"))?;
    let is_cause = |entry: &&String| {
        let others = table.iter().filter(|(name, _)| name != entry).map(|(name, value)| (name.clone(), value.clone()));
        let read = serde_json::from_value::<T>(Value::Object(others.collect()));
        read.err().is_none_or(|other| other.to_string() != error)
    };
    table.keys().find(is_cause).cloned()
}

/// The words of Luau for those of the reader.
const WORDS: [(&str, &str); 11] = [
    ("invalid type: map", "it is a table with names, or a function"),
    ("invalid type: sequence", "it is a list"),
    ("invalid type: floating point", "it is the number"),
    ("invalid type: integer", "it is the number"),
    ("invalid type: string", "it is the text"),
    ("invalid type:", "it is the"),
    ("invalid value: integer", "it is the number"),
    ("expected a map", "expected a table with names"),
    ("expected a sequence", "expected a list"),
    ("expected a string", "expected a text"),
    ("expected an array", "expected a list"),
];

/// An error of the reader, for an author who knows no Rust.
fn in_words(error: &str) -> String {
    let words = WORDS.iter().fold(error.to_owned(), |text, (from, to)| text.replace(from, to));
    let numbers = [("u8", "0 to 255"), ("u16", "0 to 65535"), ("u32", "0 to 4294967295"), ("i64", "any sign")];
    numbers.iter().fold(words, |text, (kind, range)| {
        text.strip_suffix(&format!("expected {kind}"))
            .map_or(text.clone(), |start| format!("{start}expected a whole number, {range}"))
    })
}

fn entries<T: serde::de::DeserializeOwned>(of: &str, value: Option<Value>) -> Result<BTreeMap<String, T>, Wrong> {
    let entries = match value {
        None => return Ok(BTreeMap::new()),
        Some(Value::Object(entries)) => entries,
        Some(_) => {
            return Err(Wrong { word: of.to_owned(), why: format!("`{of}` must be a table of named entries") });
        }
    };
    let read = |(name, value): (String, Value)| {
        let path = format!("{of}.{name}");
        Ok((name, one(&path, &value)?))
    };
    entries.into_iter().map(read).collect()
}
