//! Tests that a script carries: the expected results of hooks, and the expected courses of matches.

use crate::interface::{EntryPoint, Fact, Interface, Source};
use crate::limits::MAX_EXACT_INTEGER;
use crate::problem::{Problem, did_you_mean};
use crate::reader::{Found, Reader, line_of, word_in};
use mlua::{Function, Table, Value};
use stonehouse_plugin::{FieldKind, HookValue, Seat};
use stonehouse_runtime::{HookFailure, HookFailureKind, MemoryDecl, MemoryShape, ReadFacts};

/// A test of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleTest {
    /// The script, by its place.
    pub script: usize,
    /// Its name: the property that it shows.
    pub name: String,
    /// The line at which it begins.
    pub line: usize,
    /// The values of the script's own knobs; those that are missing have their defaults.
    pub rule_knobs: serde_json::Map<String, serde_json::Value>,
    /// The values of the memory with which a match begins, where they are not those of its declaration.
    pub memory: serde_json::Map<String, serde_json::Value>,
    /// The hook or the match under test.
    pub what: TestSubject,
}

/// The subject of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TestSubject {
    /// One call of a hook.
    Hook {
        /// The hook.
        hook: String,
        /// The values in `ctx`, by name. A list is one value for each seat.
        ctx: Vec<(String, TestValue)>,
        /// The value that the rules would use.
        value: TestValue,
        /// The value that the scripts should return.
        gives: TestValue,
    },
    /// A match.
    Match {
        /// The number of seats; `None`: that of the variant.
        seats: Option<u8>,
        /// The seed of the deal.
        seed: u64,
        /// The results of rolls that are not drawn: of each roll, by its name, one after the other.
        rolls: Vec<(String, Vec<TestValue>)>,
        /// Knobs that differ from the variant's.
        knobs: serde_json::Map<String, serde_json::Value>,
        /// The actions: each as in the log, or by its code.
        actions: Vec<TestValue>,
        /// The expected state afterwards.
        expect: Expect,
    },
}

/// A value in a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TestValue {
    /// A whole number.
    Number(i64),
    /// True or false.
    Truth(bool),
    /// A word, or the text of an action.
    Word(String),
    /// One for each seat or place, or a row for each row of a grid.
    Each(Vec<TestValue>),
}

impl TestValue {
    /// The value as the integer that the game would pass for a field of this kind, if it can be one.
    pub(super) fn code(&self, interface: &Interface, kind: &FieldKind) -> Option<i64> {
        match (kind, self) {
            (FieldKind::Integer | FieldKind::Seat, Self::Number(number)) => Some(*number),
            (FieldKind::Boolean, Self::Truth(truth)) => Some(i64::from(*truth)),
            (FieldKind::Word(words), Self::Word(word)) => Some(words.iter().position(|known| known == word)? as i64),
            (FieldKind::Seat, Self::Word(word)) => {
                Some(interface.seat_words.iter().position(|known| known == word)? as i64)
            }
            _ => None,
        }
    }

    /// The values of a fact of this shape, row after row; none where the rows of a grid are not as long as it is wide.
    fn values(&self, shape: MemoryShape) -> Vec<&Self> {
        match (shape, self) {
            (MemoryShape::Grid { columns, .. }, Self::Each(rows)) => {
                let rows = rows.iter().map(|row| match row {
                    Self::Each(row) if row.len() == columns => Some(row),
                    _ => None,
                });
                rows.collect::<Option<Vec<_>>>().into_iter().flatten().flatten().collect()
            }
            (_, Self::Each(list)) => list.iter().collect(),
            (_, one) => vec![one],
        }
    }

    /// The value as that of a hook.
    pub(super) fn code_of_value(&self, interface: &Interface, value: HookValue) -> Option<i64> {
        match value {
            HookValue::Boolean => self.code(interface, &FieldKind::Boolean),
            HookValue::Integer { .. } => self.code(interface, &FieldKind::Integer),
        }
    }
}

/// The expected state after the actions of a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expect {
    /// The score of each seat.
    pub scores: Option<Vec<i64>>,
    /// Whether the match is over.
    pub over: Option<bool>,
    /// The winners, by the names of their seats.
    pub winners: Option<Vec<String>>,
    /// The seat that acts next, by its name.
    pub to_act: Option<String>,
    /// An action that is legal then, as the log would describe it.
    pub legal: Option<String>,
    /// An action that is not.
    pub illegal: Option<String>,
    /// The lines that the rules wrote in the log at the last action, those for one seat too.
    pub messages: Option<Vec<String>>,
    /// The entry point of a function that returns whether the state is as expected.
    pub(super) holds: Option<usize>,
}

pub(super) const HOOK: [&str; 6] = ["name", "rule_knobs", "hook", "ctx", "value", "gives"];
pub(super) const MATCH: [&str; 9] =
    ["name", "rule_knobs", "seats", "seed", "memory", "rolls", "knobs", "actions", "expect"];
pub(super) const EXPECT: [&str; 8] = ["scores", "over", "winners", "to_act", "legal", "illegal", "messages", "holds"];

/// The most tests of a script: each of them may play a match.
const MAX_TESTS: usize = 200;

/// Reads the tests of a script, and adds the entry points of their functions; returns these functions, too.
pub(super) fn read(
    reader: &Reader<'_>,
    script: usize,
    tests: &Table,
    entry_points: &mut Vec<EntryPoint>,
) -> Result<(Vec<RuleTest>, Vec<Found>), Problem> {
    let list = tests.sequence_values::<Value>().collect::<Result<Vec<_>, _>>();
    let list = list.map_err(|error| super::fault::vm_error(&error))?;
    if list.len() > MAX_TESTS {
        return Err(reader
            .wrong("tests", format!("a script carries at most {MAX_TESTS} tests, and this one has {}", list.len())));
    }
    let mut found = Vec::new();
    let mut one = |(index, test): (usize, Value)| {
        let (test, holds) = one(reader, script, index + 1, &test, entry_points.len())?;
        if let Some(function) = holds {
            found.push(Found { entry_point: entry_points.len(), function });
            entry_points.push(EntryPoint::of_test());
        }
        Ok(test)
    };
    let tests = list.into_iter().enumerate().map(&mut one).collect::<Result<_, Problem>>()?;
    Ok((tests, found))
}

/// Reads a test and its function `holds`, of which `entry_point` is to be the entry point.
fn one(
    reader: &Reader<'_>,
    script: usize,
    number: usize,
    given: &Value,
    entry_point: usize,
) -> Result<(RuleTest, Option<Function>), Problem> {
    let mut holds = None;
    let whose = "tests";
    let is_hook = given.as_table().is_some_and(|table| !matches!(table.raw_get("hook"), Ok(Value::Nil)));
    let fields = reader.fields(whose, given, if is_hook { &HOOK } else { &MATCH })?;
    let field = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
    let name = reader.text(whose, "name", field("name"))?;
    let name = if name.is_empty() { format!("test {number}") } else { name };
    let source = &reader.script.source;
    let quoted = ['"', '\''].iter().find_map(|quote| word_in(source, &format!("{quote}{name}{quote}")));
    let line = quoted.unwrap_or_else(|| line_of(source, "tests"));
    let wrong = |what: &str| Problem::line(&reader.script.file, line, format!("the test “{name}”: {what}"));
    let value = |what: &str| {
        let given = field(what).ok_or_else(|| wrong(&format!("it needs `{what}`")))?;
        value(given).ok_or_else(|| wrong(&format!("`{what}` must be a number, true, false or a text")))
    };
    let entries = |what: &str| match field(what) {
        None => Ok(Vec::new()),
        Some(Value::Table(table)) => reader.entries(what, table),
        Some(_) => Err(wrong(&format!("`{what}` must be a table"))),
    };
    let values = |what: &str| {
        let values = entries(what)?.into_iter().map(|(name, given)| match json(&given) {
            Some(value) => Ok((name, value)),
            None => Err(wrong(&format!("`{name}` of `{what}` must be a number, true, false, a text or a list"))),
        });
        values.collect::<Result<serde_json::Map<_, _>, _>>()
    };
    let what = if is_hook {
        let TestValue::Word(hook) = value("hook")? else { return Err(wrong("`hook` must be the name of a hook")) };
        let ctx = entries("ctx")?.into_iter().map(|(name, given)| match self::value(&given) {
            Some(value) => Ok((name, value)),
            None => Err(wrong(&format!("`{name}` of `ctx` must be a number, true, false, a text or a list of them"))),
        });
        TestSubject::Hook { hook, ctx: ctx.collect::<Result<_, _>>()?, value: value("value")?, gives: value("gives")? }
    } else {
        let seed = field("seed").map_or(Some(1), seed);
        let seed = seed.ok_or_else(|| {
            wrong("`seed` must be a whole number below 2^64; one above 2^53 is written as a text, because Luau would round it")
        })?;
        let actions = match field("actions").map(self::value) {
            None => Vec::new(),
            Some(Some(TestValue::Each(actions))) => actions,
            Some(_) => return Err(wrong("`actions` must be a list of texts and numbers")),
        };
        let seats = match field("seats").map(|seats| seats.as_i64().and_then(|seats| u8::try_from(seats).ok())) {
            None => None,
            Some(Some(seats)) => Some(seats),
            Some(None) => return Err(wrong("`seats` must be a number of players")),
        };
        let rolls = entries("rolls")?.into_iter().map(|(name, given)| match self::value(&given) {
            Some(TestValue::Each(values)) => Ok((name, values)),
            Some(value) => Ok((name, vec![value])),
            None => Err(wrong(&format!("the results of the roll `{name}` must be a number, a text or a list of them"))),
        });
        let rolls = rolls.collect::<Result<_, _>>()?;
        let mut expect = entries("expect")?;
        if let Some((name, _)) = expect.iter().find(|(name, _)| !EXPECT.contains(&name.as_str())) {
            let hint = did_you_mean(name, EXPECT);
            return Err(wrong(&format!("`expect` has no `{name}`.{hint} It has: {}", EXPECT.join(", "))));
        }
        if let Some(index) = expect.iter().position(|(name, _)| name == "holds") {
            let Value::Function(function) = expect.remove(index).1 else {
                return Err(wrong("`holds` must be a function: `holds = function(ctx) return ctx.pot == 3 end`"));
            };
            holds = Some(function);
        }
        let mut read = Expect { holds: holds.as_ref().map(|_| entry_point), ..Expect::default() };
        for (name, given) in &expect {
            read.set(name, given).map_err(|expected| wrong(&format!("`{name}` of `expect` must be {expected}")))?;
        }
        TestSubject::Match { seats, seed, rolls, knobs: values("knobs")?, actions, expect: read }
    };
    let (rule_knobs, memory) = (values("rule_knobs")?, values("memory")?);
    Ok((RuleTest { script, name, line, rule_knobs, memory, what }, holds))
}

impl Expect {
    /// Sets what the field of this name expects.
    ///
    /// # Errors
    /// The kind of value that is expected, for a message.
    fn set(&mut self, name: &str, given: &Value) -> Result<(), &'static str> {
        let given = value(given);
        let list = || match &given {
            Some(TestValue::Each(list)) => Some(list.clone()),
            _ => None,
        };
        let words = || {
            let word = |value| if let TestValue::Word(word) = value { Some(word) } else { None };
            list()?.into_iter().map(word).collect::<Option<Vec<String>>>()
        };
        match name {
            "scores" => {
                let number = |value| if let TestValue::Number(number) = value { Some(number) } else { None };
                let scores = list().and_then(|list| list.into_iter().map(number).collect());
                self.scores = Some(scores.ok_or("a list of numbers, one for each seat: `{ 1, 0 }`")?);
            }
            "winners" => self.winners = Some(words().ok_or("a list of the names of seats")?),
            "messages" => self.messages = Some(words().ok_or("a list of texts")?),
            "over" => match given {
                Some(TestValue::Truth(over)) => self.over = Some(over),
                _ => return Err("true or false"),
            },
            _ => {
                let Some(TestValue::Word(word)) = given else { return Err("a text") };
                match name {
                    "to_act" => self.to_act = Some(word),
                    "legal" => self.legal = Some(word),
                    _ => self.illegal = Some(word),
                }
            }
        }
        Ok(())
    }
}

/// The seed of a test: a whole number, or its digits.
fn seed(given: &Value) -> Option<u64> {
    match given {
        Value::String(digits) => digits.to_string_lossy().parse().ok(),
        number => {
            number.as_i64().and_then(|seed| u64::try_from(seed).ok()).filter(|seed| *seed <= MAX_EXACT_INTEGER as u64)
        }
    }
}

/// A value in a test; a table is a list.
fn value(given: &Value) -> Option<TestValue> {
    Some(match given {
        Value::Boolean(truth) => TestValue::Truth(*truth),
        Value::String(word) => TestValue::Word(word.to_string_lossy()),
        Value::Table(list) => {
            let values = list.sequence_values::<Value>().collect::<Result<Vec<_>, _>>().ok()?;
            TestValue::Each(values.iter().map(value).collect::<Option<_>>()?)
        }
        number => TestValue::Number(number.as_i64()?),
    })
}

/// A knob's value.
fn json(given: &Value) -> Option<serde_json::Value> {
    Some(match given {
        Value::Number(number) if number.fract() != 0.0 => serde_json::json!(number),
        other => match value(other)? {
            TestValue::Number(number) => number.into(),
            TestValue::Truth(truth) => truth.into(),
            TestValue::Word(word) => word.into(),
            TestValue::Each(_) => {
                let Value::Table(list) = other else { return None };
                let values = list.sequence_values::<Value>().collect::<Result<Vec<_>, _>>().ok()?;
                values.iter().map(json).collect::<Option<Vec<_>>>()?.into()
            }
        },
    })
}

/// The reason why a hook cannot be tested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HookTestError {
    /// The game has no hook of this name.
    #[error("there is no hook `{0}`")]
    NoHook(String),
    /// The hook cannot read this.
    #[error("`{hook}` has no `{name}` in its `ctx`")]
    NoField {
        /// The hook.
        hook: String,
        /// The name in the test's `ctx`.
        name: String,
    },
    /// A test cannot state the pieces of this zone.
    #[error("`{0}` has pieces, which a test of a hook cannot state: write a test with `actions`")]
    Zone(String),
    /// The field cannot have the value that the test states.
    #[error("`{0}` cannot be that")]
    FieldValue(String),
    /// The value that the rules would use is not one of the hook's.
    #[error("`value` is of another type than the hook's")]
    Value,
    /// A script failed.
    #[error(transparent)]
    Script(#[from] Box<HookFailure>),
}

/// The facts of a test.
pub(super) struct GivenFacts<'a> {
    pub interface: &'a Interface,
    pub readable_facts: &'a [Fact],
    pub given: &'a [(String, TestValue)],
}

impl GivenFacts<'_> {
    fn of(&self, source: Source, values: &mut [i64]) -> Result<(), Box<HookFailure>> {
        let refuse = |why: String| Err(Box::new(HookFailure::new(HookFailureKind::Host, why)));
        let Some(readable) = self.readable_facts.iter().find(|readable| readable.source == source) else {
            return refuse("the test does not state what is read".to_owned());
        };
        let name = &readable.name;
        let Some((_, given)) = self.given.iter().find(|(given, _)| given == name) else {
            return refuse(format!("the script reads `{name}`, which is missing in the test's `ctx`"));
        };
        let list = given.values(readable.shape);
        if list.len() != values.len() {
            return refuse(format!("`{name}` needs {} values in the test's `ctx`", values.len()));
        }
        for (value, given) in values.iter_mut().zip(list) {
            let is_nobody = matches!((source, &readable.kind), (Source::Kept(_), FieldKind::Seat))
                && *given == TestValue::Truth(false);
            match given.code(self.interface, &readable.kind) {
                _ if is_nobody => *value = MemoryDecl::NOBODY,
                Some(code) => *value = code,
                None => return refuse(format!("`{name}` has a value of the wrong type in the test's `ctx`")),
            }
        }
        Ok(())
    }
}

impl ReadFacts for GivenFacts<'_> {
    fn seats(&self) -> usize {
        self.interface.seats
    }

    fn fact(&self, fact: usize, values: &mut [i64]) -> Result<(), Box<HookFailure>> {
        self.of(Source::Game(fact), values)
    }

    fn zone(&self, zone: usize, _: Seat, _: &mut [i64]) -> Result<usize, Box<HookFailure>> {
        let name = self.interface.zones.get(zone).map_or("the zone", |zone| &zone.name);
        let refused = HookTestError::Zone(name.to_owned()).to_string();
        Err(Box::new(HookFailure::new(HookFailureKind::Host, refused)))
    }

    fn scores(&self, scores: &mut [i64]) -> Result<(), Box<HookFailure>> {
        self.of(Source::Scores, scores)
    }

    fn memory_slot(&self, slot: usize) -> Result<i64, Box<HookFailure>> {
        let kept = self.readable_facts.iter().filter_map(|readable| match readable.source {
            Source::Kept(first) if first <= slot => Some((first, readable)),
            _ => None,
        });
        let Some((first, readable)) = kept.max_by_key(|(first, _)| *first) else {
            return self.of(Source::Kept(slot), &mut []).map(|()| 0);
        };
        let mut values = vec![0; readable.shape.len(self.interface.seats)];
        self.of(readable.source, &mut values)?;
        Ok(values.get(slot - first).copied().unwrap_or_default())
    }
}
