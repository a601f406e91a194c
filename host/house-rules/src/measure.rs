//! Measures: scripts that compute numbers from a finished game, of which the lab makes figures.
//!
//! They run in the same sandbox as house rules, under the same limits, and keep nothing from game to game: so the
//! numbers are the same on any number of threads, in whatever order games are played.
//!
//! Their numbers are added up as whole ones, fractions in thousandths, so that the lab's promise of the same bytes on
//! any number of threads holds for them, too.

use crate::call;
use crate::call::meter;
use crate::call::recorder::{Printed, Recorder};
use crate::fault::{self, FailureReason, Refusal, clip, problem_of, vm_error};
use crate::keep;
use crate::limits::MAX_CALL_BYTES;
use crate::problem::{Problem, did_you_mean};
use crate::reader::{line_of, line_of_return};
use crate::sandbox::sandbox;
use crate::script::Script;
use crate::source::{Prepared, prepare};
use crate::vm;
use mlua::{Function, Lua, Table, Value};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use stonehouse_plugin::{Seat, Seats};
use stonehouse_runtime::{HookFailure, HookFailureKind, ScriptLine, Work};

/// The most measures of a script.
const MAX_MEASURES: usize = 64;

/// The most numbers that a measure returns for one game.
const MAX_NUMBERS: usize = 64;

/// The longest name, in letters.
const MAX_NAME: usize = 60;

/// The greatest number that a measure may return: beyond it thousandths would not be exact.
const MAX_VALUE: f64 = 1e12;

/// The fields of a game, and those of an action of it.
pub(super) const OF_GAME: [&str; 9] =
    ["actions", "cut_off", "names", "number", "players", "scores", "seats", "teams", "won"];
pub(super) const OF_ACTION: [&str; 5] = ["choices", "data", "kind", "scores", "seat"];

/// A measure of a script: a function of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// Its name, that of the function.
    pub name: String,
    /// Its description, in a sentence; empty if the script has none.
    pub sentence: String,
}

/// A script of measures, checked.
#[derive(Debug)]
pub struct Measures {
    script: Script,
    prepared: Prepared,
    list: Vec<Measure>,
}

/// A game that is over, as it is passed to measures. Lists are by seat.
#[derive(Clone, Debug)]
pub struct FinishedGame<'a> {
    /// Its number, from 0.
    pub number: u64,
    /// The names of the seats in scripts; empty: their numbers, from 0.
    pub seat_words: &'a [String],
    /// The seats' names for people.
    pub seats: &'a [String],
    /// Each seat's team.
    pub teams: &'a [u8],
    /// The players.
    pub players: Vec<&'a str>,
    /// The scores at the end.
    pub scores: &'a [i64],
    /// The seats that won alone, with their team.
    pub won: Seats,
    /// Whether it was cut off.
    pub cut_off: bool,
    /// The actions, in order.
    pub actions: Vec<FinishedAction<'a>>,
}

/// An action of a game that is over.
#[derive(Clone, Copy, Debug)]
pub struct FinishedAction<'a> {
    /// The seat that acted.
    pub seat: Seat,
    /// Its kind.
    pub kind: &'a str,
    /// The number of legal actions.
    pub choices: u32,
    /// Its fields, as the record of the game has them.
    pub data: &'a Json,
    /// The scores after it.
    pub scores: &'a [i64],
}

/// A number that a measure returned for a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// The measure, by its index in [`Measures::measures`].
    pub measure: usize,
    /// The subject of the number, such as a seat; empty: the game as a whole.
    pub of: String,
    /// The number: 1 for true, 0 for false.
    pub value: f64,
    /// Whether the measure returned true or false.
    pub is_truth: bool,
}

impl Measures {
    /// Checks a script of measures.
    ///
    /// # Errors
    /// When it does not compile, fails as it starts, or does not return a table of functions: with the line.
    pub fn load(script: Script) -> Result<Self, Problem> {
        let prepared = prepare(&script)?;
        let mut loaded = Self { script, prepared, list: Vec::new() };
        let vm = loaded.vm()?;
        loaded.list = vm.measures;
        Ok(loaded)
    }

    /// The script.
    pub const fn script(&self) -> &Script {
        &self.script
    }

    /// The measures, by their names.
    pub fn measures(&self) -> &[Measure] {
        &self.list
    }

    /// A VM that measures games on this thread.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn vm(&self) -> Result<Measuring, Problem> {
        meter::uncounted(|| Measuring::new(&self.script, &self.prepared))
    }
}

/// A VM with a script of measures, on one thread.
pub struct Measuring {
    measures: Vec<Measure>,
    /// By measure, its function and the line in which it begins.
    functions: Vec<(Function, usize)>,
    script: Script,
    /// The metatables that report a field which a game, or an action, does not have.
    strict: [Table; 2],
    /// The lines that were printed for the last game, each with its measure's index.
    printed: Vec<(usize, Printed)>,
    // Last, so that the functions go first.
    lua: Lua,
}

impl Measuring {
    fn new(script: &Script, prepared: &Prepared) -> Result<Self, Problem> {
        const NO_TABLE: &str = "a script of measures must end by returning its table of functions (`return measures`)";
        let lua = sandbox().map_err(|error| vm_error(&error))?;
        let library = keep::functions_of(&lua).map_err(|error| vm_error(&error))?;
        let table = vm::load(&lua, (0, script), prepared, std::slice::from_ref(script), NO_TABLE, || ())?;
        keep::freeze(&lua, &table, &[(0, prepared)], &library).map_err(|refused| {
            let known = refused.place.line;
            let line = if known > 0 { known } else { line_of(&script.source, refused.word) };
            Problem::line(&script.file, line, refused.why)
        })?;
        let found = read(&table, script)?;
        let strict = [strict(&lua, "a game", &OF_GAME), strict(&lua, "an action", &OF_ACTION)];
        let [game, action] = strict.map(|table| table.map_err(|error| vm_error(&error)));
        let (measures, functions) = found.into_iter().unzip();
        Ok(Self { measures, functions, script: script.clone(), strict: [game?, action?], printed: Vec::new(), lua })
    }

    /// Returns the numbers of the measures for a game, in the order of the measures, and of the subjects of each.
    ///
    /// # Errors
    /// When a function failed, or returned something else than a number, with its line.
    pub fn of(&mut self, game: &FinishedGame<'_>) -> Result<Vec<Amount>, Problem> {
        // The game is the program's: only the memory that the script takes is limited.
        let unlimited = self.lua.set_memory_limit(0);
        let table = unlimited.and_then(|_| self.table(game)).map_err(|error| vm_error(&error))?;
        let mut amounts = Vec::new();
        self.printed.clear();
        let measured = (0..self.functions.len()).try_for_each(|index| self.measure(index, &table, game, &mut amounts));
        drop(table);
        let collected = self.lua.set_memory_limit(0).and_then(|_| self.lua.gc_collect());
        measured.map_err(|failure| problem_of(*failure))?;
        collected.map_err(|error| vm_error(&error))?;
        Ok(amounts)
    }

    /// The lines that the measures printed for the last game, each with the index of its measure.
    pub fn printed(&self) -> &[(usize, Printed)] {
        &self.printed
    }

    /// Adds the numbers of the measure at this index for a game to `amounts`.
    fn measure(
        &mut self,
        index: usize,
        table: &Table,
        game: &FinishedGame<'_>,
        amounts: &mut Vec<Amount>,
    ) -> Result<(), Box<HookFailure>> {
        let ((function, line), name) = (&self.functions[index], self.measures[index].name.as_str());
        let scripts = std::slice::from_ref(&self.script);
        let call = || {
            meter::begin(Work::Query);
            call::begin(Some(name), scripts);
            self.lua.set_memory_limit(self.lua.used_memory() + MAX_CALL_BYTES)?;
            vm::guarded(|| function.call::<Value>(table))
        };
        let recorder = Recorder::begin();
        let given = call();
        self.printed.extend(recorder.finish().printed.into_iter().map(|line| (index, line)));
        let given = given.map_err(|error| {
            let traced = if fault::is_memory(&error) { meter::traced(call) } else { None };
            Box::new(fault::failure(
                &error,
                scripts,
                Some(name),
                traced.unwrap_or(ScriptLine { script: 0, line: *line }),
            ))
        })?;
        let wrong = |kind: HookFailureKind, why: String| {
            Box::new(fault::located(
                kind,
                format!("`{name}` {why}"),
                scripts,
                Some(name),
                ScriptLine { script: 0, line: *line },
            ))
        };
        let mut add = |of: String, value: &Value| -> Result<(), Box<HookFailure>> {
            let (number, is_truth) = match value {
                Value::Boolean(truth) => (f64::from(u8::from(*truth)), true),
                Value::Integer(number) => (*number as f64, false),
                Value::Number(number) => (*number, false),
                other => {
                    let why = format!(
                        "must return a number, true or false, or a table of these, and it returned a {}",
                        other.type_name()
                    );
                    return Err(wrong(HookFailureKind::WrongType, why));
                }
            };
            if !number.is_finite() || number.abs() > MAX_VALUE {
                let why = format!(
                    "returned {number}: a number must lie between -{MAX_VALUE:e} and {MAX_VALUE:e}. Look for a division by 0, \
                     and return nil where there is nothing to measure"
                );
                return Err(wrong(HookFailureKind::OutOfBounds, why));
            }
            amounts.push(Amount { measure: index, of, value: number, is_truth });
            Ok(())
        };
        match given {
            Value::Nil => {}
            Value::Table(numbers) => {
                let mut sorted = BTreeMap::new();
                for pair in numbers.pairs::<Value, Value>() {
                    let (key, value) = pair.map_err(|error| {
                        Box::new(fault::failure(&error, scripts, Some(name), ScriptLine { script: 0, line: *line }))
                    })?;
                    let Some(of) = called(&key, game) else {
                        let why = "returned a table with a key that is neither a text nor a whole number".to_owned();
                        return Err(wrong(HookFailureKind::WrongType, why));
                    };
                    sorted.insert(of, value);
                    if sorted.len() > MAX_NUMBERS {
                        let why = format!("returned a table of more than {MAX_NUMBERS} numbers: divide it");
                        return Err(wrong(HookFailureKind::OutOfBounds, why));
                    }
                }
                for (of, value) in sorted {
                    add(of, &value)?;
                }
            }
            value => add(String::new(), &value)?,
        }
        Ok(())
    }

    /// A game as a table.
    fn table(&self, game: &FinishedGame<'_>) -> mlua::Result<Table> {
        let lua = &self.lua;
        let count = game.seats.len();
        let seat = |seat: usize| -> mlua::Result<Value> {
            match game.seat_words.get(seat) {
                Some(word) => Ok(Value::String(lua.create_string(word)?)),
                None => Ok(Value::Integer(seat as i64)),
            }
        };
        let by_seat = |value: &dyn Fn(usize) -> mlua::Result<Value>| -> mlua::Result<Table> {
            let table = lua.create_table()?;
            for index in 0..count {
                table.raw_set(seat(index)?, value(index)?)?;
            }
            table.set_readonly(true);
            Ok(table)
        };
        let text = |text: &str| Ok(Value::String(lua.create_string(text)?));
        let numbers = |all: &[i64]| by_seat(&|index| Ok(Value::Integer(all.get(index).copied().unwrap_or_default())));
        let actions = lua.create_table_with_capacity(game.actions.len(), 0)?;
        for (number, action) in (1..).zip(&game.actions) {
            let table = lua.create_table_with_capacity(0, OF_ACTION.len())?;
            table.raw_set("seat", seat(action.seat.index())?)?;
            table.raw_set("kind", action.kind)?;
            table.raw_set("choices", action.choices)?;
            let no_fields = Json::Object(serde_json::Map::new());
            let data = if action.data.is_null() { &no_fields } else { action.data };
            table.raw_set("data", from_json(lua, data)?)?;
            table.raw_set("scores", numbers(action.scores)?)?;
            table.set_metatable(Some(self.strict[1].clone()))?;
            table.set_readonly(true);
            actions.raw_set(number, table)?;
        }
        actions.set_readonly(true);
        let seats = lua.create_table()?;
        for index in 0..count {
            seats.raw_set(index + 1, seat(index)?)?;
        }
        seats.set_readonly(true);
        let table = lua.create_table()?;
        table.raw_set("number", game.number as f64)?;
        table.raw_set("seats", seats)?;
        table.raw_set("names", by_seat(&|index| text(&game.seats[index]))?)?;
        table.raw_set("players", by_seat(&|index| text(game.players.get(index).copied().unwrap_or_default()))?)?;
        let teams = by_seat(&|index| Ok(Value::Integer(game.teams.get(index).copied().unwrap_or_default().into())))?;
        table.raw_set("teams", teams)?;
        table.raw_set("scores", numbers(game.scores)?)?;
        table.raw_set("won", by_seat(&|index| Ok(Value::Boolean(game.won.contains(Seat(index as u8)))))?)?;
        table.raw_set("cut_off", game.cut_off)?;
        table.raw_set("actions", actions)?;
        table.set_metatable(Some(self.strict[0].clone()))?;
        table.set_readonly(true);
        Ok(table)
    }
}

/// The subject of a number in a table, by its key: the name of a seat.
fn called(key: &Value, game: &FinishedGame<'_>) -> Option<String> {
    let name = match key {
        Value::String(text) => text.to_string_lossy(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) if number.fract() == 0.0 && number.abs() < MAX_VALUE => format!("{number:.0}"),
        _ => return None,
    };
    let seat = match game.seat_words {
        [] => name.parse::<usize>().ok(),
        words => words.iter().position(|word| *word == name),
    };
    let called = seat.and_then(|seat| game.seats.get(seat).cloned());
    Some(called.unwrap_or_else(|| name.chars().take(MAX_NAME).collect()))
}

/// A metatable under which reading an absent field is an error.
fn strict(lua: &Lua, what: &'static str, known: &'static [&'static str]) -> mlua::Result<Table> {
    let missing = lua.create_function(move |lua, (_, name): (Value, Value)| -> mlua::Result<()> {
        let name = name.as_string().map_or_else(|| name.type_name().to_owned(), mlua::LuaString::to_string_lossy);
        let name: String = name.chars().take(MAX_NAME).collect();
        let hint = did_you_mean(&name, known.iter().copied());
        let why = format!("{what} has no `{name}`.{hint} It has: {}", known.join(", "));
        Err(Refusal::here(lua, FailureReason::UnknownField(why)).into())
    })?;
    let meta = lua.create_table()?;
    meta.raw_set("__index", missing)?;
    meta.raw_set("__metatable", false)?;
    meta.set_readonly(true);
    Ok(meta)
}

/// A value of JSON, locked.
fn from_json(lua: &Lua, value: &Json) -> mlua::Result<Value> {
    Ok(match value {
        Json::Null => Value::Nil,
        Json::Bool(truth) => Value::Boolean(*truth),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
        Json::String(text) => Value::String(lua.create_string(text)?),
        Json::Array(values) => {
            let table = lua.create_table_with_capacity(values.len(), 0)?;
            for (index, value) in (1..).zip(values) {
                table.raw_set(index, from_json(lua, value)?)?;
            }
            table.set_readonly(true);
            Value::Table(table)
        }
        Json::Object(fields) => {
            let table = lua.create_table_with_capacity(0, fields.len())?;
            for (name, value) in fields {
                table.raw_set(name.as_str(), from_json(lua, value)?)?;
            }
            table.set_readonly(true);
            Value::Table(table)
        }
    })
}

/// A measure, its function, and the line in which that begins.
type LoadedMeasure = (Measure, (Function, usize));

/// The measures of a script's table, by their names.
fn read(table: &Table, script: &Script) -> Result<Vec<LoadedMeasure>, Problem> {
    let at = |word: &str, why: String| Problem::line(&script.file, line_of(&script.source, word), why);
    let mut functions = BTreeMap::new();
    let mut sentences = BTreeMap::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| vm_error(&error))?;
        let Value::String(name) = &key else {
            let why = "its table has a key that is not a name".to_owned();
            return Err(Problem::line(&script.file, line_of_return(&script.source), why));
        };
        let name = clip(&name.to_string_lossy());
        match (name.as_str(), value) {
            ("about", Value::Table(about)) => {
                for pair in about.pairs::<String, String>() {
                    let (name, sentence) = pair.map_err(|_| {
                        at("about", "`about` describes each measure in a text: about = { NAME = \"…\" }".to_owned())
                    })?;
                    sentences.insert(name, clip(&sentence));
                }
            }
            (_, Value::Function(function)) => {
                let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
                if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(plain) {
                    let why = format!(
                        "`{name}` is no name for a measure: take lower-case letters, digits and underscores, at most {MAX_NAME}"
                    );
                    return Err(at(&name, why));
                }
                let line = function.info().line_defined.unwrap_or_default();
                functions.insert(name, (function, line));
            }
            (_, other) => {
                let why = format!(
                    "`{name}` is a {}: a script of measures returns functions, and a table `about`",
                    other.type_name()
                );
                return Err(at(&name, why));
            }
        }
    }
    if let Some(name) = sentences.keys().find(|name| !functions.contains_key(*name)) {
        let hint = did_you_mean(name, functions.keys().map(String::as_str));
        return Err(at(name, format!("`about` describes `{name}`, and there is no such measure.{hint}")));
    }
    if functions.is_empty() || functions.len() > MAX_MEASURES {
        let why = format!(
            "a script of measures has from 1 to {MAX_MEASURES} functions, and this one has {}: function measures.NAME(game) … end",
            functions.len()
        );
        return Err(Problem::line(&script.file, line_of_return(&script.source), why));
    }
    let with_sentence = |(name, function): (String, (Function, usize))| {
        let sentence = sentences.remove(&name).unwrap_or_default();
        (Measure { name, sentence }, function)
    };
    Ok(functions.into_iter().map(with_sentence).collect())
}
