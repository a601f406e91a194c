//! The content of a script's table: functions for hooks and events, memory, and the actions that it adds.

use crate::examples::{self, RuleTest};
use crate::fault::{clip, kind_of_key, machine_error};
use crate::interface::{EntryPoint, Interface, ResultKind, Source};
use crate::limits::MAX_EXACT_INTEGER;
use crate::problem::{Problem, did_you_mean};
use crate::reader::{MAX_LABEL, Reader, line_of_return};
use crate::script::Script;
use mlua::{Function, Table, Value};
use stonehouse_plugin::{Field, FieldKind, HookValue, KnobDecl};
use stonehouse_runtime::{ActionDecl, MemoryDecl, Target};

/// The keys of the declaration of a memory, and those of an action.
pub(super) const OF_MEMORY: [&str; 6] = ["each", "min", "max", "start", "secret", "label"];
pub(super) const OF_ACTION: [&str; 8] = ["label", "tip", "log", "first", "secret", "targets", "when", "play"];

/// The most integers that the scripts of a ruleset remember, those for each seat counted once for each.
pub(super) const MAX_KEPT: usize = 256;

/// The most actions that the scripts of a ruleset add.
const MAX_ACTIONS: usize = 32;

/// The most targets of an action.
const MAX_TARGETS: usize = 64;

/// The declarations of the scripts of a ruleset, beside their functions.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarations {
    pub memory: Vec<MemoryDecl>,
    /// The actions; the entry points of the function `when` and of the function `play` of each follow the entry points
    /// that every script finds.
    pub actions: Vec<ActionDecl>,
    /// The tests that the scripts carry.
    pub tests: Vec<RuleTest>,
    /// The knobs of each script.
    pub knobs: Vec<Vec<KnobDecl>>,
}

/// A function of a script, and the entry point at which it is called.
pub(super) struct Found {
    pub entry_point: usize,
    pub function: Function,
}

/// Reads a script's table: adds its declarations and the entry points of its actions, and returns its functions.
pub(super) fn read(
    rules: &Table,
    (place, script): (usize, &Script),
    interface: &Interface,
    declared: &mut Declarations,
    entry_points: &mut Vec<EntryPoint>,
) -> Result<Vec<Found>, Problem> {
    let reader = Reader { script, interface };
    let mut found = Vec::new();
    for pair in rules.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| machine_error(&error))?;
        let Value::String(name) = &key else {
            let message = format!("its table has a key that is not a name, but a {}", kind_of_key(&key));
            return Err(Problem::line(&script.file, line_of_return(&script.source), message));
        };
        let name = clip(&name.to_string_lossy());
        match (&*name, value) {
            ("memory", Value::Table(table)) => reader.memory(&table, declared)?,
            ("actions", Value::Table(table)) => found.extend(reader.actions(&table, declared, entry_points)?),
            // The values of its knobs, which are declared already.
            ("knobs", Value::Table(table)) if table.metatable().is_some() => {}
            ("knobs", _) => {
                let message =
                    "knobs are declared by a function: `house.knobs = knobs { cards = { 1, min = 0, max = 5 } }`";
                return Err(reader.wrong("knobs", message.to_owned()));
            }
            ("tests", Value::Table(table)) => declared.tests.extend(examples::read(&reader, place, &table)?),
            ("memory" | "actions" | "tests", other) => {
                return Err(reader.wrong(&name, format!("`{name}` must be a table, and it is a {}", other.type_name())));
            }
            (_, value) => found.push(reader.function(&name, value, entry_points)?),
        }
    }
    Ok(found)
}

impl Reader<'_> {
    /// A function for a hook or an event.
    fn function(&self, name: &str, value: Value, entry_points: &[EntryPoint]) -> Result<Found, Problem> {
        // The entry points of actions have names that no function can have.
        let Some(entry_point) = entry_points.iter().position(|entry_point| entry_point.name == name) else {
            let known: Vec<&str> =
                entry_points.iter().map(|entry_point| &*entry_point.name).filter(|name| !name.contains('.')).collect();
            let known: Vec<&str> = known.into_iter().chain(["knobs", "memory", "actions", "tests"]).collect();
            let hint = did_you_mean(name, known.iter().copied());
            let message = format!("this game has no hook or event `{name}`.{hint} It has: {}", known.join(", "));
            return Err(self.wrong(name, message));
        };
        match value {
            Value::Function(function) => Ok(Found { entry_point, function }),
            other => Err(self.wrong(name, format!("`{name}` must be a function, and it is a {}", other.type_name()))),
        }
    }

    fn memory(&self, table: &Table, declared: &mut Declarations) -> Result<(), Problem> {
        let seats = self.interface.seats;
        for (name, value) in self.entries("memory", table)? {
            let fields = self.fields(&name, &value, &OF_MEMORY)?;
            let field = |wanted: &str| fields.iter().find(|(field, _)| field == wanted).map(|(_, value)| value);
            let number = |wanted: &str, without: i64| match field(wanted).map(|value| (value, value.as_i64())) {
                None => Ok(without),
                Some((_, Some(number))) if (-MAX_EXACT_INTEGER..=MAX_EXACT_INTEGER).contains(&number) => Ok(number),
                Some((value, _)) => Err(self.wrong(
                    &name,
                    format!("`{wanted}` of `{name}` must be a whole number, and it is a {}", value.type_name()),
                )),
            };
            let (min, max) = (number("min", 0)?, number("max", 1_000_000)?);
            if min > max {
                return Err(
                    self.wrong(&name, format!("`{name}` has no value: its `min` is {min}, and its `max` is {max}"))
                );
            }
            let start = number("start", 0.clamp(min, max))?;
            if !(min..=max).contains(&start) {
                return Err(self.wrong(&name, format!("`{name}` begins at {start}, which is not from {min} to {max}")));
            }
            let each_seat = match field("each") {
                None => false,
                Some(Value::String(word)) if word.to_string_lossy() == "seat" => true,
                Some(_) => return Err(self.wrong(&name, format!("`each` of `{name}` can only be \"seat\""))),
            };
            let secret = self.truth(&name, "secret", field("secret"))?;
            if secret && !each_seat {
                return Err(self.wrong(
                    &name,
                    format!("`{name}` is secret, and only what is kept for each seat can be (`each = \"seat\"`)"),
                ));
            }
            let label = self.text(&name, "label", field("label"))?;
            let readable_facts = self.interface.readable_facts(&[]);
            let clash =
                match readable_facts.iter().find(|readable| readable.name == name).map(|readable| readable.source) {
                    Some(Source::Game(_)) => Some("a fact of the game"),
                    Some(_) => Some("a fact that every game has"),
                    None => declared
                        .memory
                        .iter()
                        .any(|decl| decl.name == name)
                        .then_some("the memory of another house rule"),
                };
            if let Some(other) = clash {
                return Err(self.wrong(&name, format!("{other} is called `{name}` already: choose another name")));
            }
            let slot = declared.memory.last().map_or(1, |decl| decl.slot + decl.slots(seats));
            let decl = MemoryDecl { name, label, each_seat, min, max, start, secret, slot };
            if slot + decl.slots(seats) > MAX_KEPT {
                let message = format!(
                    "house rules remember at most {} numbers, those for each seat counted for each",
                    MAX_KEPT - 1
                );
                return Err(self.wrong("memory", message));
            }
            declared.memory.push(decl);
        }
        Ok(())
    }

    fn actions(
        &self,
        table: &Table,
        declared: &mut Declarations,
        entry_points: &mut Vec<EntryPoint>,
    ) -> Result<Vec<Found>, Problem> {
        let mut found = Vec::new();
        for (name, value) in self.entries("actions", table)? {
            let fields = self.fields(&name, &value, &OF_ACTION)?;
            let field = |wanted: &str| fields.iter().find(|(field, _)| field == wanted).map(|(_, value)| value);
            if declared.actions.len() == MAX_ACTIONS {
                return Err(self.wrong(&name, format!("house rules add at most {MAX_ACTIONS} actions")));
            }
            if declared.actions.iter().any(|decl| decl.name == name) {
                return Err(self
                    .wrong(&name, format!("another house rule adds an action `{name}` already: choose another name")));
            }
            let label = self.text(&name, "label", field("label"))?;
            if label.is_empty() {
                return Err(
                    self.wrong(&name, format!("the action `{name}` needs a `label`: what is written on its button"))
                );
            }
            let tip = self.text(&name, "tip", field("tip"))?;
            let log = self.text(&name, "log", field("log"))?;
            let first = self.truth(&name, "first", field("first"))?;
            let secret = self.truth(&name, "secret", field("secret"))?;
            let (targets, kind) = self.targets(&name, field("targets"))?;
            let mut context =
                vec![Field { name: "seat".into(), doc: "Whose action it is.".into(), kind: FieldKind::Seat }];
            context.extend(kind.map(|kind| Field { name: "target".into(), doc: "What it is aimed at.".into(), kind }));
            for (part, answer) in [("when", ResultKind::Value(HookValue::Boolean)), ("play", ResultKind::Effects)] {
                let Some(Value::Function(function)) = field(part) else {
                    let message = format!("the action `{name}` needs a function `{part}`");
                    return Err(self.wrong(&name, message));
                };
                found.push(Found { entry_point: entry_points.len(), function: function.clone() });
                entry_points.push(EntryPoint::new(&format!("actions.{name}.{part}"), context.clone(), answer));
            }
            declared.actions.push(ActionDecl { name, label, log, secret, tip, first, targets });
        }
        Ok(found)
    }

    /// The targets of an action, and their kind.
    fn targets(&self, name: &str, given: Option<&Value>) -> Result<(Vec<Target>, Option<FieldKind>), Problem> {
        let refuse = |why: &str| Err(self.wrong(name, format!("`targets` of the action `{name}` {why}")));
        let list = match given {
            None => return Ok((vec![Target { value: 0, label: String::new(), seat: false }], None)),
            Some(Value::String(word)) if word.to_string_lossy() == "seats" => {
                let seats = 0..self.interface.seats as i64;
                let seats = seats.map(|value| Target { value, label: String::new(), seat: true });
                return Ok((seats.collect(), Some(FieldKind::Seat)));
            }
            Some(Value::Table(list)) => list,
            Some(_) => return refuse("must be \"seats\", or a list of numbers or of texts"),
        };
        let values: Vec<Value> =
            list.sequence_values().collect::<Result<_, _>>().map_err(|error| machine_error(&error))?;
        if values.is_empty() || values.len() > MAX_TARGETS {
            return refuse(&format!("must have 1 to {MAX_TARGETS} entries"));
        }
        let numbers: Option<Vec<i64>> = values.iter().map(Value::as_i64).collect();
        if let Some(numbers) = numbers {
            let targets = numbers.into_iter().map(|value| Target { value, label: value.to_string(), seat: false });
            return Ok((targets.collect(), Some(FieldKind::Integer)));
        }
        let words: Option<Vec<String>> =
            values.iter().map(|value| Some(value.as_string()?.to_string_lossy())).collect();
        match words {
            Some(words) if words.iter().all(|word| (1..=MAX_LABEL).contains(&word.chars().count())) => {
                let numbered = (0..).zip(&words);
                let targets =
                    numbered.map(|(value, word)| Target { value, label: word.clone(), seat: false }).collect();
                Ok((targets, Some(FieldKind::Word(words))))
            }
            _ => refuse("must be \"seats\", or a list of numbers or of texts"),
        }
    }
}
