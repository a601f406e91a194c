//! Tests that a script carries: the expected results of hooks, and the expected courses of matches.

use crate::interface::{Fact, Interface, Source};
use crate::limits::MAX_EXACT_INTEGER;
use crate::problem::Problem;
use crate::reader::Reader;
use mlua::{Table, Value};
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
        /// The seed of the deal.
        seed: u64,
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
}

pub(super) const HOOK: [&str; 6] = ["name", "rule_knobs", "hook", "ctx", "value", "gives"];
pub(super) const MATCH: [&str; 6] = ["name", "rule_knobs", "seed", "knobs", "actions", "expect"];
pub(super) const EXPECT: [&str; 6] = ["scores", "over", "winners", "to_act", "legal", "illegal"];

/// The most tests of a script: each of them may play a match.
const MAX_TESTS: usize = 200;

/// Reads the tests of a script.
pub(super) fn read(reader: &Reader<'_>, script: usize, tests: &Table) -> Result<Vec<RuleTest>, Problem> {
    let list = tests.sequence_values::<Value>().collect::<Result<Vec<_>, _>>();
    let list = list.map_err(|error| super::fault::vm_error(&error))?;
    if list.len() > MAX_TESTS {
        return Err(reader
            .wrong("tests", format!("a script carries at most {MAX_TESTS} tests, and this one has {}", list.len())));
    }
    list.into_iter().enumerate().map(|(index, test)| one(reader, script, index + 1, &test)).collect()
}

fn one(reader: &Reader<'_>, script: usize, number: usize, given: &Value) -> Result<RuleTest, Problem> {
    let whose = "tests";
    let is_hook = given.as_table().is_some_and(|table| !matches!(table.raw_get("hook"), Ok(Value::Nil)));
    let fields = reader.fields(whose, given, if is_hook { &HOOK } else { &MATCH })?;
    let field = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
    let name = reader.text(whose, "name", field("name"))?;
    let name = if name.is_empty() { format!("test {number}") } else { name };
    let wrong = |what: &str| reader.wrong(&name, format!("{name}: {what}"));
    let value = |what: &str| {
        let given = field(what).ok_or_else(|| wrong(&format!("it needs `{what}`")))?;
        value(given).ok_or_else(|| wrong(&format!("`{what}` must be a number, true, false or a text")))
    };
    let entries = |what: &str| match field(what) {
        None => Ok(Vec::new()),
        Some(Value::Table(table)) => reader.entries(what, table),
        Some(_) => Err(wrong(&format!("`{what}` must be a table"))),
    };
    let knobs = |what: &str| {
        let knobs = entries(what)?.into_iter().map(|(name, given)| match json(&given) {
            Some(value) => Ok((name, value)),
            None => Err(wrong(&format!("the knob `{name}` must be a number, true, false, a text or a list"))),
        });
        knobs.collect::<Result<serde_json::Map<_, _>, _>>()
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
        let expect = entries("expect")?;
        if let Some((name, _)) = expect.iter().find(|(name, _)| !EXPECT.contains(&name.as_str())) {
            return Err(wrong(&format!("`expect` has no `{name}`. It has: {}", EXPECT.join(", "))));
        }
        let expect = expected(&expect).ok_or_else(|| wrong("`expect` has a value of the wrong type"))?;
        TestSubject::Match { seed, knobs: knobs("knobs")?, actions, expect }
    };
    let line = reader.wrong(&name, String::new()).line;
    let rule_knobs = knobs("rule_knobs")?;
    Ok(RuleTest { script, name, line, rule_knobs, what })
}

fn expected(given: &[(String, Value)]) -> Option<Expect> {
    let mut expect = Expect::default();
    for (name, given) in given {
        match (name.as_str(), value(given)?) {
            ("scores", TestValue::Each(scores)) => {
                let number = |score: TestValue| if let TestValue::Number(score) = score { Some(score) } else { None };
                expect.scores = Some(scores.into_iter().map(number).collect::<Option<_>>()?);
            }
            ("winners", TestValue::Each(winners)) => {
                let word = |winner: TestValue| if let TestValue::Word(name) = winner { Some(name) } else { None };
                expect.winners = Some(winners.into_iter().map(word).collect::<Option<_>>()?);
            }
            ("over", TestValue::Truth(over)) => expect.over = Some(over),
            ("to_act", TestValue::Word(seat)) => expect.to_act = Some(seat),
            ("legal", TestValue::Word(text)) => expect.legal = Some(text),
            ("illegal", TestValue::Word(text)) => expect.illegal = Some(text),
            _ => return None,
        }
    }
    Some(expect)
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
