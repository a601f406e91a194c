//! The content of a script's table: functions for hooks and events, memory, and the actions that it adds.

use crate::examples::{self, RuleTest};
use crate::fault::{clip, kind_of_key, vm_error};
use crate::interface::{EntryPoint, Interface, ResultKind, Source};
use crate::limits::MAX_EXACT_INTEGER;
use crate::problem::{Problem, did_you_mean, nearest};
use crate::reader::{Found, MAX_LABEL, Reader, line_of_return};
use crate::script::Script;
use mlua::{Table, Value};
use sha2::{Digest, Sha256};
use stonehouse_plugin::{Field, FieldKind, HookValue, KnobDecl};
use stonehouse_runtime::{
    ActionDecl, MAX_SECRET_OUTCOMES, MemoryDecl, MemoryShape, OfferKind, RollDecl, TARGET_PLACEHOLDER, Targets,
    WordPicture,
};

/// The keys of the declaration of a memory, of an action, of a range of targets, and of a roll.
pub(super) const OF_MEMORY: [&str; 13] = [
    "each", "size", "rows", "columns", "values", "min", "max", "start", "secret", "series", "label", "area", "pictures",
];
pub(super) const OF_ACTION: [&str; 12] =
    ["label", "tip", "log", "prompt", "first", "together", "after", "secret", "targets", "available", "when", "play"];
pub(super) const OF_RANGE: [&str; 3] = ["min", "max", "step"];
pub(super) const OF_ROLL: [&str; 7] = ["each", "dice", "sides", "values", "secret", "label", "rolled"];

/// The most values that the scripts of a ruleset remember, each of a list, of a grid and of a seat counted.
pub(super) const MAX_KEPT: usize = 256;

/// The most actions that the scripts of a ruleset add.
const MAX_ACTIONS: usize = 32;

/// The most targets of an action that are listed.
const MAX_TARGETS: usize = 64;

/// The most targets of an action that are a range of numbers.
const MAX_RANGE: i64 = 256;

/// The most rolls that the scripts of a ruleset declare.
const MAX_ROLLS: usize = 32;

/// The least and the most sides of a roll of a number.
const MIN_SIDES: i64 = 2;
const MAX_SIDES: i64 = 1000;

/// The most dice that are rolled at once.
const MAX_DICE: i64 = 10;

/// The most values of a roll of texts.
const MAX_VALUES: usize = 64;

/// The most bytes of a picture.
const MAX_PICTURE: usize = 32 << 10;

/// The declarations of the scripts of a ruleset, beside their functions.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarations {
    pub memory: Vec<MemoryDecl>,
    /// The place of the script that declares each memory.
    pub owners: Vec<usize>,
    /// The actions.
    pub actions: Vec<ActionDecl>,
    /// The entry point of the function `when` of each action; that of `play` follows it.
    pub entry_points_of_actions: Vec<usize>,
    /// The entry point of `available` of each action that has one.
    pub entry_points_of_availability: Vec<Option<usize>>,
    /// The rolls.
    pub rolls: Vec<RollDecl>,
    /// The entry point of the function `rolled` of each roll.
    pub entry_points_of_rolls: Vec<usize>,
    /// The tests that the scripts carry.
    pub tests: Vec<RuleTest>,
    /// The knobs of each script.
    pub knobs: Vec<Vec<KnobDecl>>,
}

/// Reads a script's table: adds its declarations and the entry points of its actions and rolls, and returns its
/// functions.
pub(super) fn read(
    rules: &Table,
    (place, script): (usize, &Script),
    interface: &Interface,
    declared: &mut Declarations,
    entry_points: &mut Vec<EntryPoint>,
) -> Result<Vec<Found>, Problem> {
    let reader = Reader::new(script, interface);
    let mut found = Vec::new();
    for pair in rules.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| vm_error(&error))?;
        let Value::String(name) = &key else {
            let message = format!("its table has a key that is not a name, but a {}", kind_of_key(&key));
            return Err(Problem::line(&script.file, line_of_return(&script.source), message));
        };
        let name = clip(&name.to_string_lossy());
        reader
            .section
            .set(["memory", "actions", "rolls"].into_iter().find(|section| *section == name).unwrap_or_default());
        match (&*name, value) {
            ("memory", Value::Table(table)) => {
                reader.memory(&table, declared)?;
                declared.owners.resize(declared.memory.len(), place);
            }
            ("actions", Value::Table(table)) => found.extend(reader.actions(&table, declared, entry_points)?),
            ("rolls", Value::Table(table)) => found.extend(reader.rolls(&table, declared, entry_points)?),
            // The values of its knobs, which are declared already.
            ("knobs", Value::Table(table)) if table.metatable().is_some() => {}
            ("knobs", _) => {
                let message =
                    "knobs are declared by a function: `house.knobs = knobs { cards = { 1, min = 0, max = 5 } }`";
                return Err(reader.wrong("knobs", message.to_owned()));
            }
            ("tests", Value::Table(table)) => {
                let (tests, functions) = examples::read(&reader, place, &table, entry_points)?;
                declared.tests.extend(tests);
                found.extend(functions);
            }
            ("memory" | "actions" | "rolls" | "tests", other) => {
                return Err(reader.wrong(&name, format!("`{name}` must be a table, and it is a {}", other.type_name())));
            }
            (_, value) => found.push(reader.function(&name, value, entry_points)?),
        }
    }
    reader.check_fields_of_actions(declared)?;
    reader.check_fields_of_functions(place, &found, entry_points, declared)?;
    Ok(found)
}

impl Reader<'_> {
    /// A function for a hook or an event.
    fn function(&self, name: &str, value: Value, entry_points: &[EntryPoint]) -> Result<Found, Problem> {
        // The entry points of actions and rolls have names that no function can have.
        let Some(entry_point) = entry_points.iter().position(|entry_point| entry_point.name == name) else {
            let known: Vec<&str> =
                entry_points.iter().map(|entry_point| &*entry_point.name).filter(|name| !name.contains('.')).collect();
            let known: Vec<&str> = known.into_iter().chain(["knobs", "memory", "actions", "rolls", "tests"]).collect();
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
            let is_seat = field("values").and_then(Value::as_string).is_some_and(|word| word == "seats");
            let words = if is_seat { Vec::new() } else { self.memory_words(&name, field("values"))? };
            let (min, max, start) = if is_seat {
                if field("min").is_some() || field("max").is_some() {
                    let message = format!("`{name}` is a player, and has neither `min` nor `max`");
                    return Err(self.wrong(&name, message));
                }
                (MemoryDecl::NOBODY, seats as i64 - 1, self.seat_at_start(&name, field("start"))?)
            } else if words.is_empty() {
                let (min, max) = (number("min", 0)?, number("max", 1_000_000)?);
                if min > max {
                    let message = format!("`{name}` has no value: its `min` is {min}, and its `max` is {max}");
                    return Err(self.wrong(&name, message));
                }
                let start = number("start", 0.clamp(min, max))?;
                if !(min..=max).contains(&start) {
                    let message = format!("`{name}` begins at {start}, which is not from {min} to {max}");
                    return Err(self.wrong(&name, message));
                }
                (min, max, start)
            } else {
                if field("min").is_some() || field("max").is_some() {
                    let message = format!("`{name}` is one of its `values`, and has neither `min` nor `max`");
                    return Err(self.wrong(&name, message));
                }
                let start = match field("start") {
                    None => 0,
                    Some(given) => {
                        let word = given.as_string().map(mlua::LuaString::to_string_lossy);
                        let found = word.and_then(|word| words.iter().position(|known| *known == word));
                        found.ok_or_else(|| {
                            self.wrong(&name, format!("`start` of `{name}` must be one of: {}", words.join(", ")))
                        })?
                    }
                };
                (0, words.len() as i64 - 1, start as i64)
            };
            let shape = self.shape(&name, &field)?;
            let secret = self.truth(&name, "secret", field("secret"))?;
            if secret && matches!(shape, MemoryShape::Grid { .. }) {
                let message = format!("`{name}` is secret, and only one value, one for each seat, or a list can be");
                return Err(self.wrong(&name, message));
            }
            let series = self.truth(&name, "series", field("series"))?;
            if series && secret {
                let message = format!(
                    "`{name}` is secret, and what goes on in the next match of a `series` is known to all: leave one of them out"
                );
                return Err(self.wrong(&name, message));
            }
            let label = self.text(&name, "label", field("label"))?;
            let area = self.text(&name, "area", field("area"))?;
            if !label.is_empty() && area.is_empty() && matches!(shape, MemoryShape::List(_) | MemoryShape::Grid { .. })
            {
                let message = format!("`{name}` has a `label`, and a list or a grid is shown only in an `area`");
                return Err(self.wrong(&name, message));
            }
            if !area.is_empty() && (secret || shape == MemoryShape::Seats) {
                let why = if secret { "is secret" } else { "is kept for each seat" };
                let message = format!("`{name}` {why}, and only one public value, a list or a grid can have an `area`");
                return Err(self.wrong(&name, message));
            }
            let pictures = self.pictures(&name, &words, field("pictures"))?;
            if !pictures.is_empty() && (area.is_empty() || matches!(shape, MemoryShape::Grid { .. })) {
                let message = format!(
                    "`{name}` has `pictures`: they are shown in an `area`, which one value or a list of words needs for them"
                );
                return Err(self.wrong(&name, message));
            }
            let readable_facts = self.interface.readable_facts(&[]);
            let clash =
                match readable_facts.iter().find(|readable| readable.name == name).map(|readable| readable.source) {
                    Some(Source::Game(_)) => Some("a fact of the game"),
                    Some(_) => Some("a fact that every game has"),
                    None if self.interface.zones.iter().any(|zone| zone.name == name) => Some("a zone of the game"),
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
            let decl = MemoryDecl {
                name,
                label,
                area,
                pictures,
                shape,
                words,
                is_seat,
                min,
                max,
                start,
                secret,
                series,
                slot,
            };
            if slot + decl.slots(seats) > MAX_KEPT {
                let message = format!(
                    "house rules remember at most {} values, each of a list, a grid and a seat counted",
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
        let (mut found, mut next_steps) = (Vec::new(), Vec::new());
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
            for (field, text) in [("label", &label), ("log", &log)] {
                self.check_placeholders(&name, field, text)?;
            }
            let prompt = self.text(&name, "prompt", field("prompt"))?;
            let after = self.text(&name, "after", field("after"))?;
            let first = self.truth(&name, "first", field("first"))?;
            let together = self.truth(&name, "together", field("together"))?;
            let offer = match (first, together, after.is_empty()) {
                (true, false, true) => OfferKind::First,
                (false, true, true) => OfferKind::Together,
                (false, false, true) => OfferKind::InTurn,
                (false, false, false) => {
                    next_steps.push((declared.actions.len(), after));
                    OfferKind::After(usize::MAX)
                }
                (true, ..) => {
                    let other = if together { "together" } else { "after" };
                    let message = format!(
                        "the action `{name}` has `first` and `{other}`: leave `first` out, the game waits for it anyway"
                    );
                    return Err(self.wrong(&name, message));
                }
                (false, true, false) => {
                    let message = format!(
                        "the action `{name}` has `together` and `after`: one seat alone chooses the next step of its choice, so leave one of \
                         them out"
                    );
                    return Err(self.wrong(&name, message));
                }
            };
            let secret = self.truth(&name, "secret", field("secret"))?;
            let targets = self.targets(&name, field("targets"))?;
            let context = targets.fields(&self.interface.zones);
            // The choice among hidden pieces is itself secret: it would reveal something of them.
            let is_hidden = matches!(&targets, Targets::Pieces(zone) if self.interface.zones[*zone].secret);
            let secret = secret || is_hidden;
            for (part, answer) in [("when", ResultKind::Value(HookValue::Boolean)), ("play", ResultKind::Effects)] {
                if part == "when" {
                    declared.entry_points_of_actions.push(entry_points.len());
                }
                match field(part) {
                    Some(Value::Function(function)) => {
                        found.push(Found { entry_point: entry_points.len(), function: function.clone() });
                    }
                    None if part == "when" && field("available").is_some() => {}
                    _ => {
                        let or = if part == "when" { ", or `available`" } else { "" };
                        let message = format!("the action `{name}` needs a function `{part}`{or}");
                        return Err(self.wrong(&name, message));
                    }
                }
                let entry_point = EntryPoint::new(&format!("actions.{name}.{part}"), context.clone(), answer);
                entry_points.push(EntryPoint { has_secret_fields: secret, ..entry_point });
            }
            let available = match field("available") {
                None => None,
                Some(Value::Function(function)) => {
                    let (entry_point, seat) = (entry_points.len(), Targets::None.fields(&self.interface.zones));
                    found.push(Found { entry_point, function: function.clone() });
                    entry_points.push(EntryPoint::new(&format!("actions.{name}.available"), seat, ResultKind::Targets));
                    Some(entry_point)
                }
                Some(other) => {
                    let given = other.type_name();
                    let message = format!("`available` of the action `{name}` must be a function, and it is a {given}");
                    return Err(self.wrong(&name, message));
                }
            };
            declared.entry_points_of_availability.push(available);
            declared.actions.push(ActionDecl { name, label, log, secret, tip, offer, prompt, targets });
        }
        for (index, after) in next_steps {
            let before = declared.actions.iter().position(|decl| decl.name == after);
            let Some(before) = before.filter(|before| *before != index) else {
                let name = &declared.actions[index].name;
                let others = declared.actions.iter().map(|decl| &*decl.name).filter(|other| *other != name.as_str());
                let message = format!(
                    "`after` of the action `{name}` must be the name of another action of the house, and it is {:?}.{}",
                    clip(&after),
                    did_you_mean(&after, others)
                );
                return Err(self.wrong(name, message));
            };
            if declared.actions[before].offer == OfferKind::Together {
                let (name, before) = (&declared.actions[index].name, &declared.actions[before].name);
                let message = format!(
                    "`after` of the action `{name}` names `{before}`, which several choose together: nothing comes after it alone"
                );
                return Err(self.wrong(name, message));
            }
            declared.actions[index].offer = OfferKind::After(before);
        }
        Ok(found)
    }

    /// Refuses a memory of this script that one of its functions could not read, because a field of that hook or event
    /// has its name.
    fn check_fields_of_functions(
        &self,
        place: usize,
        found: &[Found],
        entry_points: &[EntryPoint],
        declared: &Declarations,
    ) -> Result<(), Problem> {
        let own = declared.memory.iter().zip(&declared.owners).filter(|(_, owner)| **owner == place);
        for (memory, _) in own {
            let has_field =
                |entry_point: &&EntryPoint| entry_point.fields.iter().any(|field| field.name == memory.name);
            let mut functions = found.iter().map(|function| &entry_points[function.entry_point]);
            if let Some(EntryPoint { name: function, .. }) = functions.find(has_field) {
                let name = &memory.name;
                let message =
                    format!("`ctx.{name}` in `{function}` is a field of its own: give the memory another name");
                return Err(self.wrong(name, message));
            }
        }
        Ok(())
    }

    /// Refuses a misspelt placeholder of the target in a text of an action.
    fn check_placeholders(&self, action: &str, field: &str, text: &str) -> Result<(), Problem> {
        let target = TARGET_PLACEHOLDER.trim_matches(['{', '}']);
        let names = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
        match names.filter(|name| *name != target).find(|name| nearest(name, [target]).is_some()) {
            None => Ok(()),
            Some(name) => {
                let message = format!(
                    "`{field}` of the action `{action}` has `{{{name}}}`. Did you mean `{TARGET_PLACEHOLDER}`?"
                );
                Err(self.wrong(action, message))
            }
        }
    }

    /// Refuses a memory that the functions of an action could not read, because a field of theirs has its name.
    fn check_fields_of_actions(&self, declared: &Declarations) -> Result<(), Problem> {
        for action in &declared.actions {
            let fields = action.targets.fields(&self.interface.zones);
            let is_field = |memory: &&MemoryDecl| fields.iter().any(|field| field.name == memory.name);
            if let Some(MemoryDecl { name, .. }) = declared.memory.iter().find(is_field) {
                let message = format!(
                    "`ctx.{name}` in the action `{}` is a field of the action: give the memory another name",
                    action.name
                );
                return Err(self.wrong(name, message));
            }
        }
        Ok(())
    }

    fn rolls(
        &self,
        table: &Table,
        declared: &mut Declarations,
        entry_points: &mut Vec<EntryPoint>,
    ) -> Result<Vec<Found>, Problem> {
        let mut found = Vec::new();
        for (name, value) in self.entries("rolls", table)? {
            let fields = self.fields(&name, &value, &OF_ROLL)?;
            let field = |wanted: &str| fields.iter().find(|(field, _)| field == wanted).map(|(_, value)| value);
            if declared.rolls.len() == MAX_ROLLS {
                return Err(self.wrong(&name, format!("house rules declare at most {MAX_ROLLS} rolls")));
            }
            if declared.rolls.iter().any(|decl| decl.name == name) {
                let message = format!("another house rule declares a roll `{name}` already: choose another name");
                return Err(self.wrong(&name, message));
            }
            let each_seat = self.each_seat(&name, field("each"))?;
            let secret = self.truth(&name, "secret", field("secret"))?;
            let label = match self.text(&name, "label", field("label"))? {
                empty if empty.is_empty() => label_of(&name),
                label => label,
            };
            let (sides, values, kind) = self.outcomes(&name, field("sides"), field("values"))?;
            let dice = match field("dice") {
                None => None,
                Some(given) => match given.as_i64().filter(|dice| (1..=MAX_DICE).contains(dice)) {
                    Some(dice) => Some(dice as u32),
                    None => {
                        let message =
                            format!("`dice` of the roll `{name}` must be a whole number from 1 to {MAX_DICE}");
                        return Err(self.wrong(&name, message));
                    }
                },
            };
            let result = if dice.is_some() { "values" } else { "value" };
            let Some(Value::Function(function)) = field("rolled") else {
                let message = format!(
                    "the roll `{name}` needs a function `rolled`, which is called with the result in `ctx.{result}`"
                );
                return Err(self.wrong(&name, message));
            };
            let seat = Field { name: "seat".into(), doc: "For whom it was rolled.".into(), kind: FieldKind::Seat };
            let value = Field { name: result.into(), doc: "What was rolled.".into(), kind };
            let context = each_seat.then_some(seat).into_iter().chain([value]).collect();
            declared.entry_points_of_rolls.push(entry_points.len());
            found.push(Found { entry_point: entry_points.len(), function: function.clone() });
            let last = dice.map_or(MemoryShape::Single, |dice| MemoryShape::List(dice as usize));
            let entry_point = EntryPoint::new(&format!("rolls.{name}.rolled"), context, ResultKind::Effects);
            entry_points.push(EntryPoint { last, ..entry_point });
            let decl = RollDecl { name, label, each_seat, secret, dice, sides, values };
            if secret && decl.outcomes() > MAX_SECRET_OUTCOMES {
                let message = format!(
                    "the secret roll `{}` has more than {MAX_SECRET_OUTCOMES} outcomes: roll fewer dice, or some with fewer sides",
                    decl.name
                );
                return Err(self.wrong(&decl.name, message));
            }
            declared.rolls.push(decl);
        }
        Ok(found)
    }

    /// The outcomes of a roll: how many there are, their texts if they are no numbers, and the kind of its value.
    fn outcomes(
        &self,
        name: &str,
        sides: Option<&Value>,
        values: Option<&Value>,
    ) -> Result<(u32, Vec<String>, FieldKind), Problem> {
        let refuse = |why: String| Err(self.wrong(name, why));
        match (sides, values) {
            (None, None) => refuse(format!(
                "the roll `{name}` needs its outcomes: `sides`, the number of sides of a die, or `values`, a list of texts"
            )),
            (Some(_), Some(_)) => refuse(format!("the roll `{name}` has `sides` and `values`: leave one of them out")),
            (Some(given), None) => match given.as_i64().filter(|sides| (MIN_SIDES..=MAX_SIDES).contains(sides)) {
                Some(sides) => Ok((sides as u32, Vec::new(), FieldKind::Integer)),
                None => {
                    let found = match given {
                        Value::Integer(number) => number.to_string(),
                        Value::Number(number) => number.to_string(),
                        other => format!("a {}", other.type_name()),
                    };
                    refuse(format!(
                        "`sides` of the roll `{name}` must be a whole number from {MIN_SIDES} to {MAX_SIDES}, and it is {found}"
                    ))
                }
            },
            (None, Some(given)) => {
                let list: Option<Vec<Value>> =
                    given.as_table().and_then(|list| list.sequence_values().collect::<Result<_, _>>().ok());
                let words = list.and_then(|list| {
                    list.iter().map(|value| Some(value.as_string()?.to_string_lossy())).collect::<Option<Vec<_>>>()
                });
                let fits = |word: &String| {
                    (1..=MAX_LABEL).contains(&word.chars().count()) && !word.chars().any(char::is_control)
                };
                match words.filter(|words| (2..=MAX_VALUES).contains(&words.len()) && words.iter().all(fits)) {
                    Some(words) => Ok((words.len() as u32, words.clone(), FieldKind::Word(words))),
                    None => refuse(format!(
                        "`values` of the roll `{name}` must be a list of 2 to {MAX_VALUES} texts, each one line of at most {MAX_LABEL} letters"
                    )),
                }
            }
        }
    }

    /// Whether there is one of something for each seat.
    fn each_seat(&self, name: &str, given: Option<&Value>) -> Result<bool, Problem> {
        match given {
            None => Ok(false),
            Some(Value::String(word)) if word.to_string_lossy() == "seat" => Ok(true),
            Some(_) => Err(self.wrong(name, format!("`each` of `{name}` can only be \"seat\""))),
        }
    }

    /// The shape of a memory: one value, one for each seat, a list or a grid.
    fn shape<'a>(&self, name: &str, field: &impl Fn(&str) -> Option<&'a Value>) -> Result<MemoryShape, Problem> {
        let count = |what: &str| match field(what).map(Value::as_i64) {
            None => Ok(None),
            Some(Some(count)) if (1..MAX_KEPT as i64).contains(&count) => Ok(Some(count as usize)),
            Some(_) => {
                Err(self.wrong(name, format!("`{what}` of `{name}` must be a whole number from 1 to {}", MAX_KEPT - 1)))
            }
        };
        match (self.each_seat(name, field("each"))?, count("size")?, count("rows")?, count("columns")?) {
            (false, None, None, None) => Ok(MemoryShape::Single),
            (true, None, None, None) => Ok(MemoryShape::Seats),
            (false, Some(size), None, None) => Ok(MemoryShape::List(size)),
            (false, None, Some(rows), Some(columns)) => Ok(MemoryShape::Grid { rows, columns }),
            (false, None, ..) => Err(self.wrong(name, format!("`{name}` is a grid with both `rows` and `columns`"))),
            _ => Err(self.wrong(
                name,
                format!("`{name}` is one value, or has only one of `each`, `size`, and `rows` with `columns`"),
            )),
        }
    }

    /// The seat that a memory is at the start of a match.
    fn seat_at_start(&self, name: &str, given: Option<&Value>) -> Result<i64, Problem> {
        let words = &self.interface.seat_words;
        let seat = match given {
            None | Some(Value::Boolean(false)) => return Ok(MemoryDecl::NOBODY),
            Some(Value::String(word)) => words.iter().position(|known| *known == word.to_string_lossy()),
            Some(other) => other.as_usize().filter(|seat| *seat < self.interface.seats),
        };
        seat.map(|seat| seat as i64).ok_or_else(|| {
            let seats = match &**words {
                [] => format!("from 0 to {}", self.interface.seats.saturating_sub(1)),
                words => words.join(", "),
            };
            self.wrong(name, format!("`start` of `{name}` must be a player ({seats}), or false for nobody"))
        })
    }

    /// The words that a memory can be; none where it is a number.
    fn memory_words(&self, name: &str, given: Option<&Value>) -> Result<Vec<String>, Problem> {
        let wrong = || {
            let message = format!(
                "`values` of `{name}` must be a list of 2 to {MAX_VALUES} different texts, such as {{ \"sun\", \"rain\" }}, or \"seats\""
            );
            self.wrong(name, message)
        };
        let list = match given {
            None => return Ok(Vec::new()),
            Some(Value::Table(list)) => list,
            Some(_) => return Err(wrong()),
        };
        let mut words = Vec::new();
        for value in list.sequence_values::<Value>() {
            let word = self.text(name, "label", Some(&value.map_err(|error| vm_error(&error))?))?;
            if word.is_empty() || words.contains(&word) || words.len() == MAX_VALUES {
                return Err(wrong());
            }
            words.push(word);
        }
        if words.len() < 2 { Err(wrong()) } else { Ok(words) }
    }

    /// The pictures of the words of a memory: none, or one for each word that has one.
    fn pictures(
        &self,
        name: &str,
        words: &[String],
        given: Option<&Value>,
    ) -> Result<Vec<Option<WordPicture>>, Problem> {
        let table = match given {
            None => return Ok(Vec::new()),
            Some(Value::Table(table)) if !words.is_empty() => table,
            Some(_) => {
                let message = format!(
                    "`pictures` of `{name}` must be a table with a picture for each of its `values`, which are words: \
                     `{{ sun = [[<svg ...>...</svg>]] }}`"
                );
                return Err(self.wrong("pictures", message));
            }
        };
        let mut pictures = vec![None; words.len()];
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair.map_err(|error| vm_error(&error))?;
            let key = key.as_string().map(mlua::LuaString::to_string_lossy).unwrap_or_default();
            let Some(place) = words.iter().position(|word| *word == key) else {
                let hint = did_you_mean(&key, words.iter().map(String::as_str));
                let message =
                    format!("`pictures` of `{name}` has {:?}, which is none of its `values`.{hint}", clip(&key));
                return Err(self.wrong(&key, message));
            };
            let svg = value.as_string().map(mlua::LuaString::to_string_lossy).unwrap_or_default();
            if !svg.contains("<svg") || svg.len() > MAX_PICTURE {
                let message = format!(
                    "the picture of {key:?} must be the text of an SVG picture of at most {MAX_PICTURE} bytes: `[[<svg ...>...</svg>]]`"
                );
                return Err(self.wrong(&key, message));
            }
            pictures[place] = Some(WordPicture { name: name_of_picture(&svg), svg });
        }
        Ok(pictures)
    }

    /// The targets of an action.
    fn targets(&self, name: &str, given: Option<&Value>) -> Result<Targets, Problem> {
        let zones = &self.interface.zones;
        let expected = || {
            let zones: String = zones.iter().map(|zone| format!(", \"{}\"", zone.name)).collect();
            format!("\"seats\"{zones}, a list of numbers or of texts, or numbers from `min` to `max`")
        };
        let refuse = |why: String| Err(self.wrong(name, format!("`targets` of the action `{name}` {why}")));
        let list = match given {
            None => return Ok(Targets::None),
            Some(Value::String(word)) => {
                let word = word.to_string_lossy();
                if word == "seats" {
                    return Ok(Targets::Seats);
                }
                let Some(zone) = zones.iter().position(|zone| zone.name == word) else {
                    let known = zones.iter().map(|zone| &*zone.name).chain(["seats"]);
                    let hint = did_you_mean(&word, known);
                    return refuse(format!("must be {}, and it is {:?}.{hint}", expected(), clip(&word)));
                };
                if zones[zone].secret && !zones[zone].each_seat {
                    return refuse(format!(
                        "must be pieces that a player may know, and nobody knows those of `{word}`"
                    ));
                }
                return Ok(Targets::Pieces(zone));
            }
            Some(Value::Table(list)) => list,
            Some(_) => return refuse(format!("must be {}", expected())),
        };
        if list.contains_key("min").map_err(|error| vm_error(&error))? {
            return self.range(name, list).map(Targets::Numbers);
        }
        let values: Vec<Value> = list.sequence_values().collect::<Result<_, _>>().map_err(|error| vm_error(&error))?;
        if values.is_empty() || values.len() > MAX_TARGETS {
            return refuse(format!("must have 1 to {MAX_TARGETS} entries"));
        }
        let numbers: Option<Vec<i64>> = values.iter().map(Value::as_i64).collect();
        if let Some(numbers) = numbers {
            return Ok(Targets::Numbers(numbers));
        }
        let words: Option<Vec<String>> =
            values.iter().map(|value| Some(value.as_string()?.to_string_lossy())).collect();
        match words {
            Some(words) if words.iter().all(|word| (1..=MAX_LABEL).contains(&word.chars().count())) => {
                Ok(Targets::Words(words))
            }
            _ => refuse(format!("must be {}", expected())),
        }
    }

    /// The numbers of a range of targets: `{ min = 0, max = 50, step = 5 }`.
    fn range(&self, name: &str, range: &Table) -> Result<Vec<i64>, Problem> {
        let fields = self.fields(name, &Value::Table(range.clone()), &OF_RANGE)?;
        let number = |wanted: &str, without: Option<i64>| {
            let given = fields.iter().find(|(field, _)| field == wanted).map(|(_, value)| value);
            let number = given.map_or(without, Value::as_i64);
            number.filter(|number| (-MAX_EXACT_INTEGER..=MAX_EXACT_INTEGER).contains(number)).ok_or_else(|| {
                self.wrong(name, format!("`{wanted}` of the `targets` of the action `{name}` must be a whole number"))
            })
        };
        let (min, max, step) = (number("min", None)?, number("max", None)?, number("step", Some(1))?);
        let count = if step > 0 { (max - min) / step + 1 } else { 0 };
        if min > max || !(1..=MAX_RANGE).contains(&count) {
            let message = format!(
                "`targets` of the action `{name}` must be from 1 to {MAX_RANGE} numbers, from `min` up to `max` by a `step` of 1 or more"
            );
            return Err(self.wrong(name, message));
        }
        Ok((0..count).map(|nth| min + nth * step).collect())
    }
}

/// The label of a roll that declares none: its name as words.
fn label_of(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).map(|letter| if letter == '_' { ' ' } else { letter }).collect()
}

/// The name of a picture in scenes: equal pictures have equal names.
fn name_of_picture(svg: &str) -> String {
    let digest = Sha256::digest(svg.as_bytes());
    let name: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("house/{name}.svg")
}
