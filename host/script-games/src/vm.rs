//! A VM with a game's script, on one thread.

use crate::ScriptRules;
use crate::declared::{Declarations, Wrong};
use crate::shape::{
    self, ActionShape, DomainShape, FieldValue, PieceShape, Shape, ValueForm, ValueShape, ZoneForm, ZoneShape,
};
use mlua::{Buffer, Error, Function, Lua, Table, Value};
use serde_json::{Map, Number, Value as Json};
use std::cell::{Cell, RefCell};
use std::io::Read;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use stonehouse_house_rules::{CheckedScript, Problem, ScriptVm};
use stonehouse_plugin::{Action, Rng};
use stonehouse_runtime::{CallError, HookFailure, Work};

const PRELUDE: &str = include_str!("prelude.luau");
const MUST: &str = "a game must end by returning its table (`return game`)";

/// The most rulesets whose VMs a thread keeps ready.
const MAX_VMS: usize = 4;

/// The most nested tables of a declaration.
const MAX_DEPTH: usize = 12;

thread_local! {
    /// This thread's VMs, the most recently used first.
    static VMS: RefCell<Vec<(u64, GameVm)>> = const { RefCell::new(Vec::new()) };
}

/// A new id of a ruleset.
pub(crate) fn new_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The declarations of a script.
pub(crate) fn declarations(script: &CheckedScript) -> Result<Declarations, Problem> {
    let (vm, table, _) = script.load(PRELUDE, MUST)?;
    let plain = plain(&Value::Table(table), 0).map_err(|why| script.problem_at("return", why))?;
    drop(vm);
    Declarations::read(plain).map_err(|Wrong { word, why }| script.problem_at(&word, why))
}

/// The data of a declaration, with its functions as `{ "$function": line }`.
fn plain(value: &Value, depth: usize) -> Result<Json, String> {
    if depth > MAX_DEPTH {
        return Err("the game's table has itself inside, or more than 12 tables in each other".to_owned());
    }
    let failed = |error: Error| error.to_string();
    Ok(match value {
        Value::Nil => Json::Null,
        Value::Boolean(truth) => Json::Bool(*truth),
        Value::Integer(number) => Json::from(*number),
        Value::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => Json::from(*number as i64),
        Value::Number(number) => Number::from_f64(*number).map_or(Json::Null, Json::Number),
        Value::String(text) => Json::String(text.to_string_lossy()),
        Value::Function(function) => {
            serde_json::json!({ "$function": function.info().line_defined.unwrap_or_default() })
        }
        Value::Table(table) if table.raw_len() > 0 => {
            let list = table.sequence_values::<Value>().map(|value| plain(&value.map_err(failed)?, depth + 1));
            Json::Array(list.collect::<Result<_, _>>()?)
        }
        Value::Table(table) => {
            let mut entries = Map::new();
            for pair in table.pairs::<Value, Value>() {
                let (key, value) = pair.map_err(failed)?;
                let Value::String(key) = key else { return Err("a declaration has texts as its keys".to_owned()) };
                entries.insert(key.to_string_lossy(), plain(&value, depth + 1)?);
            }
            Json::Object(entries)
        }
        other => {
            return Err(format!(
                "a declaration holds numbers, texts, tables and functions, and no {}",
                other.type_name()
            ));
        }
    })
}

/// The numbers of a position, as the bytes that a VM reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Memory(Vec<u8>);

impl Memory {
    /// So many zeros.
    pub fn new(slots: usize) -> Self {
        Self(vec![0; slots * 4])
    }

    #[inline]
    pub fn get(&self, slot: usize) -> i32 {
        let bytes = self.0.get(slot * 4..slot * 4 + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, i32::from_le_bytes)
    }

    #[inline]
    pub fn set(&mut self, slot: usize, value: i32) {
        if let Some(bytes) = self.0.get_mut(slot * 4..slot * 4 + 4) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
    }

    /// Becomes a copy of another one, without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }

    fn generator(&self) -> Rng {
        let slots = (0..4).map(|slot| u128::from(self.get(shape::GENERATOR + slot) as u32) << (32 * slot));
        Rng::from_state(slots.fold(0, |state, part| state | part))
    }

    /// Sets the generator of the shuffles.
    pub fn set_generator(&mut self, generator: &Rng) {
        for slot in 0..4 {
            self.set(shape::GENERATOR + slot, (generator.state() >> (32 * slot)) as u32 as i32);
        }
    }
}

/// A VM with a game's script under one ruleset.
pub(crate) struct GameVm {
    vm: ScriptVm,
    memory: Buffer,
    /// The codes of legal actions.
    legal: Buffer,
    /// The generator of the position that the VM has read, as far as it is used.
    generator: Rc<Cell<Option<Rng>>>,
    deal: Function,
    list: Function,
    play: Function,
    rolled: Function,
    playout: Function,
}

impl GameVm {
    fn new(rules: &ScriptRules) -> Result<Self, CallError> {
        let script = &rules.game.script;
        let problem = |problem: Problem| CallError::Contract(problem.to_string());
        let (vm, table, prelude) = script.load(PRELUDE, MUST).map_err(problem)?;
        let generator = Rc::new(Cell::new(None));
        let made = (|| {
            let lua = vm.lua();
            let memory = lua.create_buffer(vec![0; rules.shape.slots * 4])?;
            let legal = lua.create_buffer(vec![0; shape::MAX_LEGAL * 4])?;
            let host = lua.create_table()?;
            host.raw_set("refuse", vm.refuser()?)?;
            host.raw_set("absent", vm.absence_refuser()?)?;
            host.raw_set("most_actions", shape::MAX_LEGAL)?;
            let freeze = |_: &Lua, table: Table| {
                table.set_readonly(true);
                Ok(table)
            };
            host.raw_set("freeze", lua.create_function(freeze)?)?;
            let draws = Rc::clone(&generator);
            host.raw_set(
                "below",
                lua.create_function(move |_, bound: u32| {
                    let mut generator = draws.take().unwrap_or_else(|| Rng::from_seed(0));
                    let drawn = generator.below(bound);
                    draws.set(Some(generator));
                    Ok(drawn)
                })?,
            )?;
            let shape = shape_table(lua, &rules.shape, &rules.knobs)?;
            let interface: Table = prelude.call((table, shape, &memory, host))?;
            let function = |name: &str| interface.raw_get::<Function>(name);
            let all =
                (function("deal")?, function("legal")?, function("play")?, function("rolled")?, function("playout")?);
            Ok::<_, Error>((memory, legal, all))
        })();
        let (memory, legal, (deal, list, play, rolled, playout)) =
            made.map_err(|error| CallError::Contract(error.to_string()))?;
        Ok(Self { vm, memory, legal, generator, deal, list, play, rolled, playout })
    }

    fn read(&self, memory: &Memory) {
        self.memory.write_bytes(0, &memory.0);
        self.generator.set(Some(memory.generator()));
    }

    fn write(&self, memory: &mut Memory) {
        // A buffer never changes its length.
        let _ = self.memory.clone().cursor().read_exact(&mut memory.0);
        if let Some(generator) = self.generator.take() {
            memory.set_generator(&generator);
        }
    }

    /// Deals: `memory` has the values at the start.
    pub fn deal(&mut self, rules: &ScriptRules, memory: &mut Memory) -> Result<(), CallError> {
        self.read(memory);
        let line = rules.game.declared.start.map_or(1, |start| start.line);
        let deal = self.deal.clone();
        self.vm.work(Work::Query, |vm| vm.call::<()>(("start", line), &deal, ())).map_err(failed)?;
        self.write(memory);
        Ok(())
    }

    /// Lists the legal actions of a seat, from 0, ascending.
    pub fn legal(
        &mut self,
        rules: &ScriptRules,
        memory: &Memory,
        seat: usize,
        actions: &mut Vec<Action>,
    ) -> Result<(), CallError> {
        self.read(memory);
        let (list, legal) = (self.list.clone(), self.legal.clone());
        let line = rules.shape.actions.first().map_or(1, |action| action.spec.play.line);
        let count = self
            .vm
            .work(Work::Query, |vm| vm.call::<usize>(("actions", line), &list, (seat + 1, &legal)))
            .map_err(failed)?;
        let mut cursor = self.legal.clone().cursor();
        let mut code = [0; 4];
        for _ in 0..count {
            if cursor.read_exact(&mut code).is_err() {
                break;
            }
            actions.push(Action(u32::from_le_bytes(code)));
        }
        Ok(())
    }

    /// Plays an action of a seat, from 0, which is legal.
    pub fn play(
        &mut self,
        rules: &ScriptRules,
        memory: &mut Memory,
        seat: usize,
        action: Action,
    ) -> Result<(), CallError> {
        self.read(memory);
        let shape = &rules.shape.actions[(action.0 / shape::CODES) as usize];
        let play = self.play.clone();
        let name = (&*shape.name, shape.spec.play.line);
        self.vm.work(Work::Query, |vm| vm.call::<()>(name, &play, (action.0, seat + 1))).map_err(failed)?;
        self.write(memory);
        Ok(())
    }

    /// Applies an outcome of a roll.
    pub fn rolled(
        &mut self,
        rules: &ScriptRules,
        memory: &mut Memory,
        roll: usize,
        code: u32,
    ) -> Result<(), CallError> {
        self.read(memory);
        let shape = &rules.shape.rolls[roll];
        let rolled = self.rolled.clone();
        let name = (&*shape.name, shape.spec.rolled.line);
        let values = shape.values(code);
        self.vm.work(Work::Query, |vm| vm.call::<()>(name, &rolled, (roll + 1, values))).map_err(failed)?;
        self.write(memory);
        Ok(())
    }

    /// Plays random actions to the end, at most `most`; returns their number.
    pub fn playout(
        &mut self,
        rules: &ScriptRules,
        memory: &mut Memory,
        seed: u64,
        most: u32,
    ) -> Result<u32, CallError> {
        self.read(memory);
        let draws = RefCell::new(Rng::from_seed(seed));
        let playout = self.playout.clone();
        let line = rules.shape.actions.first().map_or(1, |action| action.spec.play.line);
        let steps = self.vm.work(Work::Game, |vm| {
            let pick = vm.lua().create_function(move |_, bound: u32| Ok(draws.borrow_mut().below(bound)));
            let pick = pick.map_err(|error| CallError::Contract(error.to_string()))?;
            vm.call::<u32>(("actions", line), &playout, (pick, most)).map_err(failed)
        })?;
        self.write(memory);
        Ok(steps)
    }
}

fn failed(failure: Box<HookFailure>) -> CallError {
    CallError::Script(failure)
}

/// Calls the VM of these rules on this thread.
pub(crate) fn with<T>(
    rules: &ScriptRules,
    call: impl FnOnce(&mut GameVm) -> Result<T, CallError>,
) -> Result<T, CallError> {
    let found = VMS.with_borrow_mut(|vms| {
        let place = vms.iter().position(|(id, _)| *id == rules.id)?;
        // The VM is taken out while it is called: a script of another game may be called inside.
        Some(vms.remove(place).1)
    });
    let mut vm = match found {
        Some(vm) => vm,
        None => GameVm::new(rules)?,
    };
    let answer = call(&mut vm);
    VMS.with_borrow_mut(|vms| {
        vms.truncate(MAX_VMS - 1);
        vms.insert(0, (rules.id, vm));
    });
    answer
}

fn field_value(lua: &Lua, value: &FieldValue) -> mlua::Result<Value> {
    Ok(match value {
        FieldValue::Number(number) => Value::Number(*number as f64),
        FieldValue::Word(word) => Value::String(lua.create_string(word)?),
        FieldValue::Seat(seat) => Value::Number(f64::from(*seat)),
    })
}

fn list<T>(lua: &Lua, all: &[T], table: impl Fn(&T, &Table) -> mlua::Result<()>) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    for one in all {
        let entry = lua.create_table()?;
        table(one, &entry)?;
        list.raw_push(entry)?;
    }
    Ok(list)
}

/// The shape as the prelude reads it.
fn shape_table(lua: &Lua, shape: &Shape, knobs: &Json) -> mlua::Result<Table> {
    let all = lua.create_table()?;
    let numbers = [
        ("seats", shape.seats),
        ("turn", shape::TURN),
        ("winners", shape::WINNERS),
        ("played", shape::PLAYED),
        ("roller", shape::ROLLER),
        ("scores", shape::SCORES),
        ("codes", shape::CODES as usize),
        ("over", shape::OVER as usize),
        ("first_roll", shape::FIRST_ROLL as usize),
    ];
    numbers.into_iter().try_for_each(|(name, number)| all.raw_set(name, number))?;
    all.raw_set("knobs", knobs_table(lua, knobs)?)?;
    all.raw_set("pieces", list(lua, &shape.pieces, |piece, table| piece_table(lua, piece, table))?)?;
    all.raw_set("values", list(lua, &shape.values, value_table)?)?;
    all.raw_set("zones", list(lua, &shape.zones, zone_table)?)?;
    all.raw_set("actions", list(lua, &shape.actions, |action, table| action_table(lua, shape, action, table))?)?;
    all.raw_set("rolls", list(lua, &shape.rolls, |roll, table| table.raw_set("name", &*roll.name))?)?;
    Ok(all)
}

fn knobs_table(lua: &Lua, knobs: &Json) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (name, value) in knobs.as_object().into_iter().flatten() {
        let value = match value {
            Json::Bool(truth) => Value::Boolean(*truth),
            Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
            Json::String(text) => Value::String(lua.create_string(text)?),
            _ => continue,
        };
        table.raw_set(&**name, value)?;
    }
    table.set_readonly(true);
    Ok(table)
}

fn values_table(lua: &Lua, values: &[FieldValue]) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    values.iter().try_for_each(|value| list.raw_push(field_value(lua, value)?))?;
    Ok(list)
}

fn piece_table(lua: &Lua, piece: &PieceShape, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*piece.name)?;
    table.raw_set("count", piece.count)?;
    let example: Vec<String> = piece.fields.iter().map(|field| format!("{} = …", field.name)).collect();
    table.raw_set("example", example.join(", "))?;
    let fields = list(lua, &piece.fields, |field, table| {
        table.raw_set("name", &*field.name)?;
        table.raw_set("expected", expected(&field.values))?;
        table.raw_set("values", values_table(lua, &field.values)?)
    })?;
    table.raw_set("fields", fields)
}

fn value_table(value: &ValueShape, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*value.name)?;
    table.raw_set("slot", value.slot)?;
    table.raw_set("min", value.min)?;
    table.raw_set("max", value.max)?;
    table.raw_set("truth", value.is_truth)?;
    if !value.words.is_empty() {
        table.raw_set("words", value.words.clone())?;
    }
    match value.form {
        ValueForm::Single => table.raw_set("kind", "single"),
        ValueForm::List(size) => {
            table.raw_set("kind", "list")?;
            table.raw_set("size", size)
        }
        ValueForm::Grid { rows, columns } => {
            table.raw_set("kind", "grid")?;
            table.raw_set("rows", rows)?;
            table.raw_set("columns", columns)
        }
    }
}

fn zone_table(zone: &ZoneShape, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*zone.name)?;
    table.raw_set("piece", zone.piece + 1)?;
    table.raw_set("slot", zone.slot)?;
    table.raw_set("each", zone.each)?;
    match zone.form {
        ZoneForm::Grid { rows, columns } => {
            table.raw_set("grid", true)?;
            table.raw_set("rows", rows)?;
            table.raw_set("columns", columns)
        }
        ZoneForm::Lists { size, owners } => {
            table.raw_set("size", size)?;
            table.raw_set("owners", owners)
        }
    }
}

fn action_table(lua: &Lua, shape: &Shape, action: &ActionShape, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*action.name)?;
    let fields = list(lua, &action.fields, |field, table| {
        table.raw_set("name", &*field.name)?;
        table.raw_set("size", field.size)?;
        match &field.domain {
            DomainShape::Cell(zone) => {
                table.raw_set("kind", "cell")?;
                table.raw_set("zone", zone + 1)
            }
            DomainShape::Piece(zone) => {
                table.raw_set("kind", "piece")?;
                table.raw_set("zone", zone + 1)?;
                table.raw_set("piece", shape.zones[*zone].piece + 1)
            }
            DomainShape::Values(values) => {
                table.raw_set("kind", "value")?;
                table.raw_set("values", values_table(lua, values)?)
            }
        }
    })?;
    table.raw_set("total", action.fields.iter().map(|field| u64::from(field.size)).product::<u64>())?;
    table.raw_set("fields", fields)
}

/// The values of a field, in an error.
fn expected(values: &[FieldValue]) -> String {
    match values {
        [FieldValue::Number(first), .., FieldValue::Number(last)] => format!("a number from {first} to {last}"),
        [FieldValue::Seat(first), .., FieldValue::Seat(last)] => format!("a seat from {first} to {last}"),
        values => {
            let words = values.iter().map(|value| match value {
                FieldValue::Word(word) => format!("\"{word}\""),
                FieldValue::Number(number) => number.to_string(),
                FieldValue::Seat(seat) => seat.to_string(),
            });
            words.collect::<Vec<_>>().join(", ")
        }
    }
}
