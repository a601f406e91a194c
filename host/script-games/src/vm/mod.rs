//! A VM with a game's script, on one thread.
//!
//! | module | contents |
//! |---|---|
//! | this one | the VM and its calls; the VMs of a thread |
//! | `messages` | lines of the log that a script writes |
//! | `numbers` | what house rules read of a position |
//! | `position_bytes` | the numbers of a position, as bytes |
//! | `tables` | the shape of a position as tables |
//!
//! The files of `prelude` are the other half of this module: they make the position that a script reads and writes,
//! and call the script.

mod messages;
mod numbers;
mod position_bytes;
mod tables;

pub(crate) use numbers::Numbers;
pub(crate) use position_bytes::PositionBytes;

use crate::declared::{Declarations, FunctionDecl, TestSpec, Wrong};
use crate::rules::{ScriptRules, new_id};
use crate::shape;
use mlua::{Buffer, Error, Function, IntoLuaMulti, Lua, Table, Value};
use serde_json::{Map, Number, Value as Json};
use std::cell::RefCell;
use std::io::Read;
use std::rc::Rc;
use std::sync::Arc;
use stonehouse_house_rules::{CheckedScript, Problem, ScriptVm, VmCache};
use stonehouse_plugin::hooks::DEPENDS_ON_STATE;
use stonehouse_plugin::{Action, Chosen, Rng, Text};
use stonehouse_runtime::{CallError, GameHost, HookFailure, ScriptLine, Work};

/// The files of the prelude, as one chunk.
const PRELUDE: &str = concat!(
    include_str!("prelude/library.luau"),
    include_str!("prelude/pieces.luau"),
    include_str!("prelude/position.luau"),
    include_str!("prelude/methods.luau"),
    include_str!("prelude/turns.luau"),
    include_str!("prelude/calls.luau"),
    include_str!("prelude/tests.luau"),
    include_str!("prelude/interface.luau"),
);
const MUST: &str = "a game must end by returning its table (`return game`)";

/// The place of what no function declares.
const TOP: ScriptLine = ScriptLine { script: 0, line: 1 };

/// The most nested tables of a declaration.
const MAX_DEPTH: usize = 12;

thread_local! {
    static VMS: VmCache<GameVm> = const { VmCache::empty() };
}

/// The declarations of a script.
pub(crate) fn declarations(script: &CheckedScript) -> Result<Declarations, Problem> {
    let (vm, table) = script.read(PRELUDE, MUST)?;
    let plain = plain(&Value::Table(table), 0).map_err(|why| script.problem_at("return", why))?;
    drop(vm);
    let mut declared = Declarations::read(plain).map_err(|Wrong { word, why }| script.problem_at(&word, why))?;
    declared.set_places(|name| script.place_of_entry(name));
    Ok(declared)
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
            let ScriptLine { script, line } = CheckedScript::place_of(function);
            serde_json::json!({ "$function": line, "script": script, "parameters": function.info().num_params })
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

/// A VM with a game's script under one ruleset.
pub(crate) struct GameVm {
    vm: ScriptVm,
    memory: Buffer,
    /// The codes of legal actions.
    legal: Buffer,
    /// The bytes of `memory`, to compare them.
    bytes: Vec<u8>,
    /// The version of the position that the tables of the VM have; 0: of none.
    version: u64,
    /// The generator of the shuffles of that position.
    shuffles: Rc<RefCell<Rng>>,
    /// The generator of the choices of a playout.
    choices: Rc<RefCell<Rng>>,
    /// The lines of the log since the last change began.
    messages: Rc<RefCell<Vec<Text>>>,
    interface: Interface,
}

/// How the actions of a random game are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// Each is as likely as any other.
    Uniform,
    /// By the weights that the script has for bots.
    Weighted,
}

/// The functions of the prelude.
struct Interface {
    deal: Function,
    legal: Function,
    candidates: Function,
    value: Function,
    refuse_change: Function,
    play: Function,
    together: Function,
    rolled: Function,
    playout: Function,
    fits: Function,
    fact: Function,
    effect: Function,
    test: Function,
}

impl Interface {
    fn of(table: &Table) -> mlua::Result<Self> {
        let function = |name: &str| table.raw_get::<Function>(name);
        Ok(Self {
            deal: function("deal")?,
            legal: function("legal")?,
            candidates: function("candidates")?,
            value: function("value")?,
            refuse_change: function("refuse_change")?,
            play: function("play")?,
            together: function("together")?,
            rolled: function("rolled")?,
            playout: function("playout")?,
            fits: function("fits")?,
            fact: function("fact")?,
            effect: function("effect")?,
            test: function("test")?,
        })
    }
}

/// A function that draws from a generator.
fn drawer(lua: &Lua, generator: &Rc<RefCell<Rng>>) -> mlua::Result<Function> {
    let draws = Rc::clone(generator);
    lua.create_function(move |_, bound: u32| Ok(draws.borrow_mut().below(bound)))
}

/// The generator of nothing yet.
fn idle() -> Rc<RefCell<Rng>> {
    Rc::new(RefCell::new(Rng::from_seed(0)))
}

impl GameVm {
    fn new(rules: &Arc<ScriptRules>) -> Result<Self, CallError> {
        let script = &rules.game.script;
        let problem = |problem: Problem| CallError::Contract(problem.to_string());
        let (vm, table, prelude) = script.load(PRELUDE, MUST).map_err(problem)?;
        let (shuffles, choices, messages) = (idle(), idle(), Rc::default());
        let made = vm.set_up(|lua| {
            let memory = lua.create_buffer(vec![0; rules.shape.slots * 4])?;
            let legal = lua.create_buffer(vec![0; shape::MAX_LEGAL * 4])?;
            let host = lua.create_table()?;
            host.raw_set("refuse", vm.refuser()?)?;
            host.raw_set("absent", vm.absence_refuser()?)?;
            host.raw_set("most_actions", shape::MAX_LEGAL)?;
            host.raw_set("is_used_up", vm.usage_check()?)?;
            host.raw_set("renew", vm.renewer()?)?;
            let freeze = |_: &Lua, table: Table| {
                table.set_readonly(true);
                Ok(table)
            };
            host.raw_set("freeze", lua.create_function(freeze)?)?;
            host.raw_set("below", drawer(lua, &shuffles)?)?;
            host.raw_set("pick", drawer(lua, &choices)?)?;
            let (draws, rolls) = (Rc::clone(&choices), rules.shape.rolls.clone());
            let pick_roll = move |_: &Lua, number: usize| {
                let Some(roll) = rolls.get(number - 1) else { return Ok(Vec::new()) };
                Ok(roll.drawn(draws.borrow_mut().below(roll.total())).to_vec())
            };
            host.raw_set("pick_roll", lua.create_function(pick_roll)?)?;
            let (buffer, generator, dealt) = (memory.clone(), Rc::clone(&shuffles), Arc::clone(rules));
            let restart = move |_: &Lua, seed: u32| {
                let start = PositionBytes::start(&dealt.shape, seed.into());
                buffer.write_bytes(0, &start.bytes);
                *generator.borrow_mut() = start.generator();
                Ok(())
            };
            host.raw_set("restart", lua.create_function(restart)?)?;
            host.raw_set("say", messages::writer(lua, rules, &messages, vm.refuser()?)?)?;
            connect(lua, rules, &memory, &host)?;
            let shape = tables::shape_table(lua, rules)?;
            let interface: Table = prelude.call((table, shape, &memory, host))?;
            Ok((memory, legal, Interface::of(&interface)?))
        });
        let (memory, legal, interface) = made.map_err(|error| CallError::Contract(error.to_string()))?;
        let bytes = vec![0; rules.shape.slots * 4];
        Ok(Self { vm, memory, legal, bytes, version: 0, shuffles, choices, messages, interface })
    }

    /// Passes a position to the VM. Returns its version, and whether the tables of the VM have another one.
    fn pass(&mut self, memory: &PositionBytes) -> (u64, bool) {
        let known = memory.version.get();
        // Until the call has succeeded the tables are of no position.
        let held = std::mem::take(&mut self.version);
        if known != 0 && known == held {
            return (known, false);
        }
        self.memory.write_bytes(0, &memory.bytes);
        *self.shuffles.borrow_mut() = memory.generator();
        let version = if known == 0 { new_id() } else { known };
        memory.version.set(version);
        (version, true)
    }

    /// Takes the position that the VM has stored.
    fn take(&mut self, memory: &mut PositionBytes) {
        // A buffer never changes its length.
        let _ = self.memory.clone().cursor().read_exact(&mut memory.bytes);
        memory.set_generator(&self.shuffles.borrow());
        self.version = new_id();
        memory.version.set(self.version);
    }

    /// Calls a function of the prelude that changes the position, for the part of the script with this name and line.
    fn change<R: mlua::FromLuaMulti>(
        &mut self,
        memory: &mut PositionBytes,
        work: Work,
        place: (&str, ScriptLine),
        function: impl Fn(&Interface) -> &Function,
        given: impl FnOnce(&Lua) -> mlua::Result<mlua::MultiValue>,
    ) -> Result<R, CallError> {
        let (_, is_new) = self.pass(memory);
        self.messages.borrow_mut().clear();
        let function = function(&self.interface).clone();
        let answer = self.vm.work(work, |vm| {
            let mut given = given(vm.lua()).map_err(|error| CallError::Contract(error.to_string()))?;
            given.push_front(Value::Boolean(is_new));
            vm.call(place, &function, given).map_err(failed)
        })?;
        self.take(memory);
        Ok(answer)
    }

    /// Deals: `memory` has the values at the start.
    pub fn deal(&mut self, rules: &ScriptRules, memory: &mut PositionBytes) -> Result<(), CallError> {
        let place = rules.game.declared.start.map_or(TOP, FunctionDecl::place);
        self.change(memory, Work::Query, ("start", place), |calls| &calls.deal, |lua| ().into_lua_multi(lua))
    }

    /// Lists the legal actions of a seat, from 0, ascending.
    pub fn legal(
        &mut self,
        rules: &ScriptRules,
        memory: &PositionBytes,
        seat: usize,
        actions: &mut Vec<Action>,
    ) -> Result<(), CallError> {
        let place = rules.shape.actions.first().map_or(TOP, |action| action.spec.play.place());
        let version = self.list(memory, seat, None, ("actions", place), actions)?;
        if self.is_changed(memory) {
            return Err(self.changed(rules, memory, seat));
        }
        self.version = version;
        Ok(())
    }

    /// Lists the legal actions of a seat that a bot should consider, ascending; none: all of them.
    pub fn candidates(
        &mut self,
        rules: &ScriptRules,
        memory: &PositionBytes,
        seat: usize,
        actions: &mut Vec<Action>,
    ) -> Result<(), CallError> {
        let weighted = rules.shape.actions.iter().find_map(|action| action.spec.weight);
        let place = ("weight", weighted.map_or(TOP, FunctionDecl::place));
        let list = self.interface.candidates.clone();
        let version = self.list_by(&list, memory, seat, None, place, actions)?;
        self.finish_reading(memory, version, place)
    }

    /// Returns the score that each seat can expect, in thousandths.
    pub fn value(&mut self, rules: &ScriptRules, memory: &PositionBytes) -> Result<Vec<i64>, CallError> {
        let (version, is_new) = self.pass(memory);
        let place = ("value", rules.game.declared.bots.value.map_or(TOP, FunctionDecl::place));
        let value = self.interface.value.clone();
        let values = self.vm.work(Work::Query, |vm| vm.call(place, &value, is_new)).map_err(failed)?;
        self.finish_reading(memory, version, place)?;
        Ok(values)
    }

    /// Ends the call of a part of the script, with this name and line, that only reads the position: the VM has it in
    /// this version, unless the part has changed it, which is refused.
    fn finish_reading(
        &mut self,
        memory: &PositionBytes,
        version: u64,
        place: (&str, ScriptLine),
    ) -> Result<(), CallError> {
        if self.is_changed(memory) {
            let refuse = self.interface.refuse_change.clone();
            return self.vm.call::<()>(place, &refuse, place.0).map_err(failed);
        }
        self.version = version;
        Ok(())
    }

    /// Lists the legal actions of a seat, of all kinds or of one, and returns the version of the position.
    fn list(
        &mut self,
        memory: &PositionBytes,
        seat: usize,
        only: Option<usize>,
        place: (&str, ScriptLine),
        actions: &mut Vec<Action>,
    ) -> Result<u64, CallError> {
        let list = self.interface.legal.clone();
        self.list_by(&list, memory, seat, only, place, actions)
    }

    /// Lists actions by a function of the prelude, and returns the version of the position.
    fn list_by(
        &mut self,
        list: &Function,
        memory: &PositionBytes,
        seat: usize,
        only: Option<usize>,
        place: (&str, ScriptLine),
        actions: &mut Vec<Action>,
    ) -> Result<u64, CallError> {
        let (version, is_new) = self.pass(memory);
        let legal = self.legal.clone();
        let given = (is_new, seat + 1, &legal, only.map(|index| index + 1));
        let count = self.vm.work(Work::Query, |vm| vm.call::<usize>(place, list, given)).map_err(failed)?;
        let mut cursor = self.legal.clone().cursor();
        let mut code = [0; 4];
        for _ in 0..count {
            if cursor.read_exact(&mut code).is_err() {
                break;
            }
            actions.push(Action(u32::from_le_bytes(code)));
        }
        Ok(version)
    }

    /// Whether the VM has stored another position than this one.
    fn is_changed(&mut self, memory: &PositionBytes) -> bool {
        let _ = self.memory.clone().cursor().read_exact(&mut self.bytes);
        // The program keeps the generator by itself, and `at:shuffle` is refused here.
        let parts = [0..shape::GENERATOR * 4, shape::SCORES * 4..memory.bytes.len()];
        parts.into_iter().any(|part| self.bytes[part.clone()] != memory.bytes[part])
    }

    /// The error of a function that changed the position while legal actions of a seat were listed.
    fn changed(&mut self, rules: &ScriptRules, memory: &PositionBytes, seat: usize) -> CallError {
        for (index, action) in rules.shape.actions.iter().enumerate() {
            let (what, function) = match (action.spec.choices, action.spec.when) {
                (Some(choices), _) => ("choices", choices),
                (None, Some(when)) => ("when", when),
                (None, None) => continue,
            };
            let name = format!("{what} of {}", action.name);
            let listed = self.list(memory, seat, Some(index), (&name, function.place()), &mut Vec::new());
            if let Err(error) = listed {
                return error;
            }
            if self.is_changed(memory) {
                let refuse = self.interface.refuse_change.clone();
                let refused = self.vm.call::<()>((&name, function.place()), &refuse, &*name);
                return refused.map_or_else(failed, |()| CallError::Contract(format!("{name} changed the position")));
            }
        }
        CallError::Contract("listing the legal actions changed the position".to_owned())
    }

    /// Plays an action of a seat, from 0, which is legal.
    pub fn play(
        &mut self,
        rules: &ScriptRules,
        memory: &mut PositionBytes,
        seat: usize,
        action: Action,
    ) -> Result<(), CallError> {
        let Some(index) = rules.shape.action_of(action.0) else { return Err(CallError::Illegal) };
        let shape = &rules.shape.actions[index];
        let place = (&*shape.name, shape.spec.play.place());
        let given = |lua: &Lua| (action.0, seat + 1).into_lua_multi(lua);
        self.change(memory, Work::Query, place, |calls| &calls.play, given)
    }

    /// Plays an action of each of several seats, all of which are legal.
    pub fn together(
        &mut self,
        rules: &ScriptRules,
        memory: &mut PositionBytes,
        chosen: &[Chosen<'_>],
    ) -> Result<(), CallError> {
        let place = rules.game.declared.together.map_or(TOP, FunctionDecl::place);
        let pairs = chosen.iter().flat_map(|choice| [u32::from(choice.seat.0) + 1, choice.action.0]);
        let given = |lua: &Lua| lua.create_sequence_from(pairs)?.into_lua_multi(lua);
        self.change(memory, Work::Query, ("together", place), |calls| &calls.together, given)
    }

    /// Decides a roll by the outcome with this code.
    pub fn rolled(
        &mut self,
        rules: &ScriptRules,
        memory: &mut PositionBytes,
        roll: usize,
        code: u32,
    ) -> Result<(), CallError> {
        let shape = &rules.shape.rolls[roll];
        let values = shape.values(code);
        let given = |lua: &Lua| (roll + 1, values).into_lua_multi(lua);
        let place = (&*shape.name, shape.spec.rolled.place());
        self.change(memory, Work::Query, place, |calls| &calls.rolled, given)
    }

    /// Returns for each of these places of zones whether each of these pieces can be there: all for the first place,
    /// then for the next. A place is a zone, an owner and an index, all from 0.
    pub fn fits(
        &mut self,
        rules: &ScriptRules,
        memory: &PositionBytes,
        places: &[(usize, usize, usize)],
        pieces: &[i32],
    ) -> Result<Vec<bool>, CallError> {
        let (version, is_new) = self.pass(memory);
        let fits = self.interface.fits.clone();
        let spec = places.first().and_then(|(zone, ..)| rules.shape.zones[*zone].spec.fits);
        let flat: Vec<usize> =
            places.iter().flat_map(|(zone, owner, place)| [zone + 1, owner + 1, place + 1]).collect();
        let given = (is_new, flat, pieces.to_vec());
        let place = ("fits", spec.map_or(TOP, FunctionDecl::place));
        let answers = self.vm.work(Work::Query, |vm| vm.call::<Vec<bool>>(place, &fits, given)).map_err(failed)?;
        if !self.is_changed(memory) {
            self.version = version;
        }
        Ok(answers)
    }

    /// Writes a declared fact: one value, or one for each seat.
    pub fn fact(
        &mut self,
        rules: &ScriptRules,
        memory: &PositionBytes,
        index: usize,
        values: &mut [i64],
    ) -> Result<(), CallError> {
        let (version, is_new) = self.pass(memory);
        let fact = self.interface.fact.clone();
        let spec = rules.game.declared.facts.iter().nth(index);
        let place = spec.map_or(("facts", TOP), |(name, spec)| (&**name, spec.read.place()));
        let read = self.vm.work(Work::Query, |vm| vm.call::<Vec<i64>>(place, &fact, (is_new, index + 1)));
        values.iter_mut().zip(read.map_err(failed)?).for_each(|(value, read)| *value = read);
        if !self.is_changed(memory) {
            self.version = version;
        }
        Ok(())
    }

    /// Applies an effect of house rules. Returns the reason where it is impossible here: the position is as it was.
    pub fn effect(
        &mut self,
        rules: &ScriptRules,
        memory: &mut PositionBytes,
        index: usize,
        arguments: &[i64],
    ) -> Result<Option<String>, CallError> {
        let (_, is_new) = self.pass(memory);
        self.messages.borrow_mut().clear();
        let effect = self.interface.effect.clone();
        let spec = rules.game.declared.effects.iter().nth(index);
        let place = spec.map_or(("effects", TOP), |(name, spec)| (&**name, spec.apply.place()));
        let given = (is_new, index + 1, arguments.to_vec());
        let refused = self.vm.work(Work::Query, |vm| vm.call::<Option<String>>(place, &effect, given));
        let refused = refused.map_err(failed)?;
        if refused.is_none() {
            self.take(memory);
        }
        Ok(refused)
    }

    /// Runs a test of the script in this position.
    pub fn test(&mut self, rules: &ScriptRules, memory: &PositionBytes, name: &str) -> Result<(), CallError> {
        let place = rules.game.declared.tests.get(name).map_or(TOP, TestSpec::place);
        let (_, is_new) = self.pass(memory);
        let test = self.interface.test.clone();
        self.vm.work(Work::Game, |vm| vm.call::<()>((name, place), &test, (is_new, name))).map_err(failed)
    }

    /// Takes the lines of the log that the last change has written.
    pub fn take_messages(&mut self) -> Vec<Text> {
        self.messages.take()
    }

    /// Plays random decisions, drawn from `draws`, to the end, or at most `most` of them, or until `pause` is true
    /// after one. Returns their number.
    pub fn playout(
        &mut self,
        rules: &ScriptRules,
        memory: &mut PositionBytes,
        draws: &mut Rng,
        (policy, most): (Policy, u32),
        pause: Option<&mut dyn FnMut() -> bool>,
    ) -> Result<u32, CallError> {
        let (_, mut is_new) = self.pass(memory);
        self.choices.borrow_mut().clone_from(draws);
        let playout = self.interface.playout.clone();
        let place = rules.shape.actions.first().map_or(TOP, |action| action.spec.play.place());
        let steps = self.vm.work(Work::Game, |vm| {
            let lua = vm.lua().clone();
            let mut steps = 0;
            let mut play = |pause: Option<Function>| loop {
                let given = (is_new, most - steps, pause.as_ref(), policy == Policy::Weighted);
                let (more, is_done): (u32, bool) = vm.call(("actions", place), &playout, given).map_err(failed)?;
                steps += more;
                is_new = false;
                if is_done {
                    return Ok(steps);
                }
            };
            let Some(pause) = pause else { return play(None) };
            let mut answer: Result<u32, CallError> = Ok(0);
            let scoped = lua.scope(|scope| {
                // House rules may be called in it.
                let pause = |_: &Lua, ()| Ok(stonehouse_house_rules::nested(&mut *pause));
                answer = play(Some(scope.create_function_mut(pause)?));
                Ok(())
            });
            scoped.map_err(|error| CallError::Contract(error.to_string()))?;
            answer
        })?;
        draws.clone_from(&self.choices.borrow());
        self.take(memory);
        Ok(steps)
    }
}

/// Adds the functions that call the hooks of house rules and report events to them.
fn connect(lua: &Lua, rules: &Arc<ScriptRules>, memory: &Buffer, host: &Table) -> mlua::Result<()> {
    let (ruleset, stored) = (Arc::clone(rules), memory.clone());
    let fold = move |_: &Lua, (hook, value, fields): (usize, i64, Vec<i64>)| {
        let mut position = PositionBytes::new(ruleset.shape.slots);
        if ruleset.host.dependencies(hook) & DEPENDS_ON_STATE != 0 {
            let _ = stored.clone().cursor().read_exact(&mut position.bytes);
        }
        let numbers = Numbers { rules: &ruleset, memory: &position };
        let folded = stonehouse_house_rules::nested(|| ruleset.host.fold(hook, &fields, Some(&numbers), value));
        // The program keeps the failure, and reports it in place of this error.
        folded.map_err(|_| Error::runtime("a house rule failed"))
    };
    host.raw_set("fold", lua.create_function(fold)?)?;
    let report = |_: &Lua, (event, fields): (usize, Vec<i64>)| {
        GameHost::report(event, &fields);
        Ok(())
    };
    host.raw_set("report", lua.create_function(report)?)
}

fn failed(failure: Box<HookFailure>) -> CallError {
    CallError::Script(failure)
}

/// Calls the VM of these rules on this thread.
pub(crate) fn with<T>(
    rules: &Arc<ScriptRules>,
    call: impl FnOnce(&mut GameVm) -> Result<T, CallError>,
) -> Result<T, CallError> {
    VMS.with(|vms| {
        let mut vm = match vms.take(rules.id) {
            Some(vm) => vm,
            None => GameVm::new(rules).map(Box::new)?,
        };
        let answer = call(&mut vm);
        vms.put(rules.id, vm);
        answer
    })
}
