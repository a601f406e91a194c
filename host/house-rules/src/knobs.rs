//! Knobs of a script: parameters that a variant sets without a change to its text.
//!
//! A script declares them with the function `knobs` when it starts, and gets a table of their values: those of the
//! variant, or else the defaults.

use crate::fault::{self, FailureReason, Refusal, vm_error};
use crate::interface::Interface;
use crate::limits::MAX_EXACT_INTEGER;
use crate::problem::{Problem, did_you_mean};
use crate::reader::{MAX_LABEL, Reader};
use crate::script::Script;
use mlua::{Function, Lua, Table, Value};
use serde_json::Value as Json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stonehouse_plugin::{KnobDecl, KnobKind};

/// The keys of the declaration of a knob, beside its default.
pub(super) const OF_KNOB: [&str; 5] = ["min", "max", "doc", "words", "longest"];

/// The most knobs of a script.
const MAX_KNOBS: usize = 32;

/// The most words of a knob.
const MAX_WORDS: usize = 32;

/// The `max` of a whole number that has none.
const DEFAULT_MAX: i64 = 1_000_000;

/// The `longest` of a text that has none, and the greatest that it may have.
const DEFAULT_LETTERS: i64 = 60;
const MAX_LETTERS: i64 = 240;

/// A failure of house rules to load.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadFault {
    /// Something is wrong with a script.
    #[error("{0}")]
    Script(Problem),
    /// A variant sets a knob of a script to a value that it cannot have, or one that the script does not have.
    #[error("{script}: {message}")]
    Knob {
        /// The script, by its file's name.
        script: String,
        /// The knob.
        knob: String,
        /// The problem, and the remedy.
        message: String,
    },
}

impl From<Problem> for LoadFault {
    fn from(problem: Problem) -> Self {
        Self::Script(problem)
    }
}

impl LoadFault {
    /// The problem at a place in a script: for a wrong value, the line that declares the knob.
    pub fn in_script(self, scripts: &[Script]) -> Problem {
        match self {
            Self::Script(problem) => problem,
            Self::Knob { script, knob, message } => match scripts.iter().find(|known| known.name == script) {
                Some(script) => Problem::line(&script.file, crate::reader::line_of(&script.source, &knob), message),
                None => Problem::file(script, message),
            },
        }
    }
}

impl Reader<'_> {
    /// The declarations of knobs in a table, in the order of the script.
    pub(super) fn knobs(&self, table: &Table) -> Result<Vec<KnobDecl>, Problem> {
        let mut entries = self.entries("knobs", table)?;
        if entries.len() > MAX_KNOBS {
            let message = format!("a house rule has at most {MAX_KNOBS} knobs, and here are {}", entries.len());
            return Err(self.wrong("knobs", message));
        }
        // A table has no order: they are shown in the order in which the script names them.
        entries.sort_by_cached_key(|(name, _)| self.script.source.find(&format!("{name} =")));
        entries.into_iter().map(|(name, value)| self.knob(name, value)).collect()
    }

    fn knob(&self, name: String, value: Value) -> Result<KnobDecl, Problem> {
        let (default, fields) = match value {
            Value::Table(table) => {
                let default: Value = table.raw_get(1).map_err(|error| vm_error(&error))?;
                (default, self.fields_beside(&name, &table, &OF_KNOB)?)
            }
            default => (default, Vec::new()),
        };
        let field = |wanted: &str| fields.iter().find(|(field, _)| field == wanted).map(|(_, value)| value);
        let doc = self.text(&name, "doc", field("doc"))?;
        let kind = match (&default, field("words")) {
            (Value::Boolean(_), None) => KnobKind::Boolean,
            (Value::Integer(_) | Value::Number(_), None) => self.number(&name, &default, field("min"), field("max"))?,
            (Value::String(_), Some(words)) => KnobKind::Word(self.words(&name, words)?),
            (Value::String(_), None) => {
                let longest = field("longest").map_or(Some(DEFAULT_LETTERS), Value::as_i64);
                let longest = longest.filter(|longest| (1..=MAX_LETTERS).contains(longest)).ok_or_else(|| {
                    self.wrong(&name, format!("`longest` of `{name}` must be a whole number from 1 to {MAX_LETTERS}"))
                })?;
                KnobKind::Text { longest: longest as usize }
            }
            _ => {
                let message = format!(
                    "the knob `{name}` needs a default: a number, true or false, or a text, as in \
                     `{name} = {{ 1, min = 0, max = 5 }}`. With `words`, the default is one of them"
                );
                return Err(self.wrong(&name, message));
            }
        };
        if let Some(why) = kind.contradiction() {
            return Err(self.wrong(&name, format!("the knob `{name}` {why}")));
        }
        let default = json_of(&default);
        let default = kind
            .fit(&default)
            .map_err(|expected| self.wrong(&name, format!("the default of `{name}` must be {expected}")))?;
        Ok(KnobDecl { name, doc, kind, default })
    }

    /// The kind of a number: whole, if its default and its bounds are.
    fn number(
        &self,
        name: &str,
        default: &Value,
        min: Option<&Value>,
        max: Option<&Value>,
    ) -> Result<KnobKind, Problem> {
        let bound = |which: &str, value: Option<&Value>| match value.map(|value| (number_of(value), value)) {
            None => Ok(None),
            Some((Some(number), value)) if number.abs() <= MAX_EXACT_INTEGER as f64 => {
                Ok(Some((number, value.as_i64())))
            }
            Some((_, value)) => Err(self.wrong(
                name,
                format!("`{which}` of `{name}` must be a number of at most 2^53, and it is {}", words_of(value)),
            )),
        };
        bound("the default", Some(default))?;
        let (min, max) = (bound("min", min)?, bound("max", max)?);
        let whole = |bound: Option<(f64, Option<i64>)>| bound.is_none_or(|(_, whole)| whole.is_some());
        if let Some(default) = default.as_i64().filter(|_| whole(min) && whole(max)) {
            let min = min.and_then(|(_, whole)| whole).unwrap_or(default.min(0));
            return Ok(KnobKind::Integer {
                min,
                max: max.and_then(|(_, whole)| whole).unwrap_or(default.max(DEFAULT_MAX)),
            });
        }
        match (min, max) {
            (Some((min, _)), Some((max, _))) => Ok(KnobKind::Fraction { min, max, step: None }),
            _ => Err(self.wrong(name, format!("the knob `{name}` is a fraction: give its `min` and its `max`"))),
        }
    }

    /// The words of a knob: a list, or a table with the meaning of each.
    fn words(&self, name: &str, words: &Value) -> Result<Vec<(String, String)>, Problem> {
        let Value::Table(table) = words else {
            let message = format!(
                "`words` of `{name}` must be a list of words (`{{ \"low\", \"high\" }}`), or a table with the meaning of \
                 each (`{{ low = \"Low cards first\" }}`)"
            );
            return Err(self.wrong(name, message));
        };
        let list: Vec<Value> = table.sequence_values().collect::<Result<_, _>>().map_err(|error| vm_error(&error))?;
        let words: Vec<(String, String)> = if list.is_empty() {
            let meaning = |(word, value): (String, Value)| Ok((word, self.text(name, "words", Some(&value))?));
            self.entries("words", table)?.into_iter().map(meaning).collect::<Result<_, Problem>>()?
        } else {
            let word = |value: &Value| Ok((self.text(name, "words", Some(value))?, String::new()));
            list.iter().map(word).collect::<Result<_, Problem>>()?
        };
        let is_word = |word: &str| (1..=MAX_LABEL).contains(&word.chars().count());
        if words.len() > MAX_WORDS || !words.iter().all(|(word, _)| is_word(word)) {
            let message =
                format!("`words` of `{name}` must be at most {MAX_WORDS} words of at most {MAX_LABEL} letters");
            return Err(self.wrong(name, message));
        }
        Ok(words)
    }
}

/// A value of a declaration, for a message.
fn words_of(value: &Value) -> String {
    number_of(value).map_or_else(|| format!("a {}", value.type_name()), |number| number.to_string())
}

fn number_of(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_i64().map(|number| number as f64))
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Boolean(truth) => (*truth).into(),
        Value::String(text) => text.to_string_lossy().into(),
        value => value.as_i64().map_or_else(|| number_of(value).map_or(Json::Null, Json::from), Json::from),
    }
}

/// The scripts of a VM while they are loaded, and their knobs: what the function `knobs` of the sandbox reads and
/// writes. `None` when all are loaded, and no knobs can be declared any more.
#[derive(Clone)]
pub(super) struct Loading(Arc<Mutex<Option<LoadingScripts>>>);

struct LoadingScripts {
    scripts: Vec<Script>,
    interface: Interface,
    /// The knobs of each script that has declared them, or their faults.
    knobs: Vec<Option<Result<Vec<KnobDecl>, Vec<LoadFault>>>>,
}

impl Loading {
    /// Gives the scripts of a VM the function `knobs`. Returns the function that reports an unknown knob, too.
    pub fn begin(lua: &Lua, scripts: &[Script], interface: &Interface) -> mlua::Result<(Self, Function)> {
        let loading = Self(Arc::new(Mutex::new(Some(LoadingScripts {
            scripts: scripts.to_vec(),
            interface: interface.clone(),
            knobs: vec![None; scripts.len()],
        }))));
        let missing = lua.create_function(|lua, (table, name): (Table, Value)| -> mlua::Result<()> {
            let name = name.as_string().map_or_else(|| name.type_name().to_owned(), mlua::LuaString::to_string_lossy);
            let mut known: Vec<String> = table.pairs::<String, Value>().filter_map(|pair| Some(pair.ok()?.0)).collect();
            known.sort();
            Err(Refusal::here(lua, FailureReason::UnknownField(no_knob(&name, &known))).into())
        })?;
        let (state, unknown) = (loading.clone(), missing.clone());
        let declare = lua.create_function(move |lua, declarations: Value| {
            let declared = state.declare(lua, &declarations);
            let values = declared.map_err(|why| Refusal::here(lua, FailureReason::Forbidden(why)))?;
            let table = lua.create_table()?;
            for (name, value) in values {
                let value = match value {
                    Json::Bool(truth) => Value::Boolean(truth),
                    Json::String(text) => Value::String(lua.create_string(&text)?),
                    // Every number of Luau is a float.
                    number => Value::Number(number.as_f64().unwrap_or_default()),
                };
                table.raw_set(name, value)?;
            }
            let meta = lua.create_table()?;
            meta.raw_set("__index", &unknown)?;
            meta.raw_set("__metatable", false)?;
            meta.set_readonly(true);
            table.set_metatable(Some(meta))?;
            table.set_readonly(true);
            Ok(table)
        })?;
        let globals = lua.globals();
        globals.set_readonly(false);
        globals.raw_set("knobs", declare)?;
        globals.set_readonly(true);
        // To open a table for writing ends this, and without it Luau looks each function up again when it is called.
        globals.set_safeenv(true);
        Ok((loading, missing))
    }

    fn lock(&self) -> MutexGuard<'_, Option<LoadingScripts>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The values of the knobs that the script which runs declares.
    ///
    /// # Errors
    /// Why it cannot declare them here, or in this way. Faults of the declarations are kept for the
    /// [end of the script](Self::finish).
    fn declare(&self, lua: &Lua, declarations: &Value) -> Result<Vec<(String, Json)>, String> {
        let mut loading = self.lock();
        let running = loading.as_mut().and_then(|loading| Some((fault::place(lua, 1)?.script, loading)));
        let running = running.filter(|(place, loading)| *place < loading.scripts.len());
        let Some((place, LoadingScripts { scripts, interface, knobs })) = running else {
            return Err("`knobs` declares the parameters of a house rule while its script starts: call it outside of \
                        functions, as in `house.knobs = knobs { … }`"
                .to_owned());
        };
        let script = &scripts[place];
        let Value::Table(table) = declarations else {
            return Err(format!(
                "`knobs` needs a table, as in `knobs {{ cards = {{ 1, min = 0, max = 5 }} }}`, and it is a {}",
                declarations.type_name()
            ));
        };
        if knobs[place].is_some() {
            return Err("a house rule declares its knobs once: put all into one table".to_owned());
        }
        let declared = Reader::new(script, interface).knobs(table).map_err(|problem| vec![problem.into()]);
        match declared.and_then(|declared| Ok((fitted(&declared, script)?, declared))) {
            Ok((values, declared)) => {
                let values = declared.iter().map(|knob| knob.name.clone()).zip(values).collect();
                knobs[place] = Some(Ok(declared));
                Ok(values)
            }
            Err(faults) => {
                knobs[place] = Some(Err(faults));
                Err("the knobs have a mistake".to_owned())
            }
        }
    }

    /// The knobs that the script at `place` has declared, after it has run.
    ///
    /// # Errors
    /// The faults of its knobs, and of the values that the variant gives to them.
    pub fn finish(&self, place: usize) -> Result<Vec<KnobDecl>, Vec<LoadFault>> {
        let mut loading = self.lock();
        let Some(LoadingScripts { scripts, knobs, .. }) = loading.as_mut() else { return Ok(Vec::new()) };
        knobs[place].take().unwrap_or_else(|| fitted(&[], &scripts[place]).map(|_| Vec::new()))
    }

    /// Ends the time in which knobs can be declared.
    pub fn end(&self) {
        *self.lock() = None;
    }
}

/// The value of each knob under a variant.
///
/// # Errors
/// A fault for each value of the variant that does not fit.
fn fitted(knobs: &[KnobDecl], script: &Script) -> Result<Vec<Json>, Vec<LoadFault>> {
    let fault =
        |knob: &str, message: String| LoadFault::Knob { script: script.name.clone(), knob: knob.to_owned(), message };
    let names: Vec<String> = knobs.iter().map(|knob| knob.name.clone()).collect();
    let unknown = script.knobs.keys().filter(|name| !names.contains(name));
    let mut faults: Vec<LoadFault> = unknown.map(|name| fault(name, no_knob(name, &names))).collect();
    let mut values = Vec::new();
    for knob in knobs {
        match script.knobs.get(&knob.name).map_or_else(|| Ok(knob.default.clone()), |value| fit_knob(knob, value)) {
            Ok(value) => values.push(value),
            Err(error) => faults.push(fault(&knob.name, error.to_string())),
        }
    }
    if faults.is_empty() { Ok(values) } else { Err(faults) }
}

/// A value that a knob cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{knob}` must be {expected}.{hint}")]
pub struct KnobValueError {
    /// The knob.
    pub knob: String,
    /// The values that it can have, in words.
    pub expected: String,
    /// The nearest word, as a sentence; empty if none is near.
    pub hint: String,
}

/// The value of a knob, in the form in which it is used.
///
/// # Errors
/// The values that it can have, with the nearest word.
pub fn fit_knob(knob: &KnobDecl, value: &Json) -> Result<Json, KnobValueError> {
    knob.kind.fit(value).map_err(|expected| {
        let hint = match (&knob.kind, value.as_str()) {
            (KnobKind::Word(words), Some(given)) => did_you_mean(given, words.iter().map(|(word, _)| word.as_str())),
            _ => String::new(),
        };
        KnobValueError { knob: knob.name.clone(), expected: expected.0, hint }
    })
}

/// The message that a house rule has no such knob.
pub(super) fn no_knob(name: &str, known: &[String]) -> String {
    if known.is_empty() {
        return format!("this house rule has no knob `{name}`: it declares none (`house.knobs = knobs {{ … }}`)");
    }
    let hint = did_you_mean(name, known.iter().map(String::as_str));
    format!("this house rule has no knob `{name}`.{hint} It has: {}", known.join(", "))
}
