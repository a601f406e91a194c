//! One VM: the scripts of a ruleset, ready to be called on one thread.
//!
//! # Native code
//! Luau compiles scripts to machine code (the feature `luau-jit`). Hooks that are cached gain nothing by it, those that
//! are computed some, and whole games in Luau a factor of two, for which it is on: `docs/performance.md` has the
//! figures. The guards against endless work, the limits of memory and the attacks in the tests hold for native code,
//! too, and a script that is too long for it runs as bytecode.
//!
//! | module | contents |
//! |---|---|
//! | `compile` | the functions of scripts for an entry point, compiled into one chain |
//! | `diagnose` | mistakes that the source of a function shows before it is called |
//! | `mistakes` | mistakes that are made where they are reached, and that the text probably shows |

mod compile;
mod diagnose;
mod mistakes;

use crate::call;
use crate::call::meter;
use crate::call::recorder;
use crate::declared::{self, Declarations};
use crate::effects::{self, Requests};
use crate::fault::{self, chunk_name, problem_of, vm_error};
use crate::interface::{EntryPoint, Interface, ResultKind};
use crate::keep;
use crate::knobs::{LoadFault, Loading};
use crate::limits::{MAX_CALL_BYTES, MAX_LOAD_BYTES};
use crate::memo::{EffectLists, Memo};
use crate::problem::Problem;
use crate::reader::{Found, line_of, line_of_return};
use crate::reading::ChainInputs;
use crate::sandbox::{Execution, compiler, sandbox};
use crate::script::Script;
use crate::source::Prepared;
use compile::{ChainCompiler, Handler};
use diagnose::{misread, misused, reads_of, revealing};
use mlua::chunk::ChunkMode;
use mlua::{Error, Function, Lua, Table, Value, Variadic};
use std::fmt::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use stonehouse_plugin::HookValue;
use stonehouse_runtime::{
    Available, EffectRequest, HookFailure, HookFailureKind, NoFacts, ReadFacts, ScriptLine, TargetKey,
};

/// The longest script with its guards, in bytes, that is compiled to machine code: for a longer one the VM would
/// take more memory than for all the rest, and results are the same without it.
const MAX_NATIVE: usize = 256 << 10;

/// The most targets that `available` lists: more than any action has.
const MAX_LISTED: usize = 4096;

/// Garbage that calls may leave before it is collected, in bytes. A call that reads a board leaves several KiB, and to
/// collect takes about as long as twenty such calls.
const GARBAGE: usize = 512 << 10;

/// The scripts of a ruleset on one thread.
pub(super) struct Vm {
    /// The chain of functions for each entry point, if a script has one for it.
    chains: Vec<Option<Chain>>,
    entry_points: Vec<EntryPoint>,
    declared: Declarations,
    reveals: Vec<Problem>,
    memory: MemoryUse,
    // Last, so that the functions go first.
    lua: Lua,
}

/// Memory in use, in bytes.
pub(super) struct MemoryUse {
    /// When garbage was last collected.
    collected: usize,
    /// After the last call: the limit of the next one is [so much](MAX_CALL_BYTES) higher.
    used: usize,
}

/// The compiled chain of script functions for one entry point.
struct Chain {
    /// Folds a value through the functions of the scripts; or calls each, for an entry point without a value.
    function: Function,
    /// Their inputs: the values that are passed to them, on which alone a result depends.
    inputs: ChainInputs,
    /// The number of values of the entry point's fields.
    width: usize,
    memo: Memo,
    /// The lists whose numbers the memo stores, for an entry point without a value.
    lists: EffectLists,
    /// The effects that they request in a call.
    requests: Requests,
    /// Their scripts, each with the line in which the function begins.
    handler_lines: Vec<ScriptLine>,
}

impl Vm {
    /// A VM with the scripts loaded.
    ///
    /// # Errors
    /// A problem for each script that fails as it starts, returns no table of hooks, or keeps a value that may not be
    /// kept, and for each knob with a wrong value.
    pub(super) fn new(
        scripts: &[Script],
        prepared: &[Prepared],
        interface: &Interface,
    ) -> Result<Self, Vec<LoadFault>> {
        let failed = |error: Error| vec![LoadFault::Script(vm_error(&error))];
        let lua = sandbox().map_err(failed)?;
        let (loading, no_knob) = Loading::begin(&lua, scripts, interface).map_err(failed)?;
        let mut library = keep::functions_of(&lua).map_err(failed)?;
        library.insert(no_knob.to_pointer());
        let (mut entry_points, mut declared) = (interface.entry_points(), Declarations::default());
        let (mut problems, mut found) = (Vec::new(), Vec::new());
        for (index, (script, prepared)) in scripts.iter().zip(prepared).enumerate() {
            const NO_TABLE: &str = "a house rule must end by returning its table of hooks (`return house`)";
            let loaded = load(&lua, (index, script), prepared, scripts, NO_TABLE, || ());
            // A mistake in the declaration of a knob ends the script: it is the cause.
            let loaded = loading.finish(index).and_then(|knobs| {
                declared.knobs.push(knobs);
                loaded
                    .and_then(|rules| {
                        keep::freeze(&lua, &rules, &[(index, prepared)], &library).map_err(|refused| {
                            let known = refused.place.line;
                            let line = if known > 0 { known } else { line_of(&script.source, refused.word) };
                            Problem::line(&script.file, line, refused.why)
                        })?;
                        declared::read(&rules, (index, script), interface, &mut declared, &mut entry_points)
                    })
                    .map_err(|problem| vec![problem.into()])
            });
            match loaded {
                Ok(functions) => found.extend(functions.into_iter().map(|function| (index, function))),
                Err(mut faults) => problems.append(&mut faults),
            }
        }
        loading.end();
        let readable_facts = interface.readable_facts(&declared.memory);
        let mut handlers: Vec<Vec<Handler<'_>>> = entry_points.iter().map(|_| Vec::new()).collect();
        let mut reveals = Vec::new();
        let first_line = |function: &Function| function.info().line_defined.unwrap_or_default();
        let entries_of = |script: usize| {
            let own = found.iter().filter(|(other, _)| *other == script);
            own.map(|(_, entry)| first_line(&entry.function)).collect::<Vec<_>>()
        };
        let entries: Vec<Vec<usize>> = (0..scripts.len()).map(entries_of).collect();
        for (script, Found { entry_point, function }) in found {
            let line = first_line(&function);
            let misused = misused(&scripts[script], &prepared[script], &entry_points[entry_point], &declared, line);
            problems.extend(misused.map(LoadFault::Script));
            let reads = reads_of(&prepared[script], line);
            if !entry_points[entry_point].is_of_test {
                reveals.extend(revealing(
                    &scripts[script],
                    &prepared[script],
                    &entry_points[entry_point],
                    interface,
                    line,
                    &entries[script],
                ));
            }
            problems.extend(
                reads
                    .and_then(|reads| {
                        misread(&scripts[script], &entry_points[entry_point], &readable_facts, interface, reads)
                    })
                    .map(LoadFault::Script),
            );
            handlers[entry_point].push(Handler { script, line, function, reads });
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let requests = Requests::default();
        let chains = effects::table(&lua, interface, &declared, &requests).and_then(|effects| {
            let compiler = ChainCompiler {
                lua: &lua,
                scripts,
                interface,
                readable_facts: &readable_facts,
                effects: &effects,
                requests: &requests,
            };
            let entry_points = entry_points.iter().zip(handlers);
            entry_points
                .map(|(entry_point, functions)| {
                    (!functions.is_empty()).then(|| compiler.compile(entry_point, &functions)).transpose()
                })
                .collect()
        });
        let chains = chains.map_err(failed)?;
        let memory = MemoryUse::of(&lua).map_err(failed)?;
        let mut known_places = std::collections::HashSet::new();
        reveals.retain(|problem: &Problem| known_places.insert((problem.file.clone(), problem.line, problem.column)));
        Ok(Self { chains, entry_points, declared, reveals, memory, lua })
    }

    /// Whether a script has a function for each entry point that is called in a match.
    pub(super) fn used(&self) -> Vec<bool> {
        let chains = self.chains.iter().zip(&self.entry_points);
        chains.map(|(chain, entry_point)| chain.is_some() && !entry_point.is_of_test).collect()
    }

    /// The values that the functions for an entry point had read when they were last called, each with its name.
    pub(super) fn shown(&self, entry_point: usize) -> Vec<String> {
        self.chains.get(entry_point).and_then(Option::as_ref).map_or_else(Vec::new, |chain| chain.inputs.shown())
    }

    /// The dependencies of the functions for each entry point: see [`ChainInputs::bits`].
    pub(super) fn reads(&self) -> Vec<u64> {
        self.chains.iter().map(|chain| chain.as_ref().map_or(0, |chain| chain.inputs.bits())).collect()
    }

    /// Whether the functions for each entry point read a field after the first one.
    pub(super) fn read_further_fields(&self) -> Vec<bool> {
        let reads = |chain: &Option<Chain>| chain.as_ref().is_some_and(|chain| chain.inputs.reads_fields_after_first());
        self.chains.iter().map(reads).collect()
    }

    /// The places at which the scripts read hidden information in a way that may reveal it to other players.
    pub(super) fn reveals(&self) -> &[Problem] {
        &self.reveals
    }

    /// Whether the functions for each entry point are known to do nothing: they read nothing, so each call has the same
    /// result, which is to request no effect, to return the `false` that was passed, and to print nothing.
    pub(super) fn idle(&mut self, scripts: &[Script]) -> Vec<bool> {
        (0..self.chains.len()).map(|entry_point| self.is_idle(entry_point, scripts)).collect()
    }

    fn is_idle(&mut self, entry_point: usize, scripts: &[Script]) -> bool {
        let Some(chain) = self.chains[entry_point].as_ref().filter(|chain| chain.inputs.is_empty()) else {
            return false;
        };
        if recorder::is_recording() {
            return false;
        }
        let fields = vec![0; self.entry_points[entry_point].width(chain.inputs.seats())];
        let recorder = recorder::Recorder::begin();
        let mut is_empty = true;
        let mut request = |requested: &[EffectRequest]| is_empty &= requested.is_empty();
        let changes_nothing = match self.entry_points[entry_point].answer {
            ResultKind::Effects => self.notify(entry_point, &fields, &NoFacts, scripts, &mut request).is_ok(),
            ResultKind::Value(HookValue::Boolean) => {
                self.fold(entry_point, &fields, &NoFacts, 0, scripts).is_ok_and(|answer| answer == 0)
            }
            ResultKind::Targets => {
                let available = self.available(entry_point, &fields, &NoFacts, scripts, &|_| None);
                available.is_ok_and(|available| available == Available::None)
            }
            ResultKind::Value(HookValue::Integer { .. }) => false,
        };
        changes_nothing && is_empty && recorder.finish().printed.is_empty()
    }

    /// The place of the first function for each entry point: the script and the line.
    pub(super) fn places(&self) -> Vec<ScriptLine> {
        let first = |chain: &Option<Chain>| chain.as_ref().and_then(|chain| chain.handler_lines.first().copied());
        self.chains.iter().map(|chain| first(chain).unwrap_or_default()).collect()
    }

    /// The entry points: those that every script finds, then those of the actions and rolls.
    pub(super) fn entry_points(&self) -> &[EntryPoint] {
        &self.entry_points
    }

    /// The declarations of the scripts.
    pub(super) const fn declared(&self) -> &Declarations {
        &self.declared
    }

    /// A fact or a zone that the functions for an entry point read, by its name.
    pub(super) fn fact_read_at(&self, entry_point: usize) -> Option<&str> {
        self.chains.get(entry_point)?.as_ref()?.inputs.first_fact()
    }

    /// Whether any function that is called in a match reads a value that the host keeps: memory, or the number of
    /// actions played.
    pub(super) fn reads_kept(&self) -> bool {
        let chains = self.chains.iter().zip(&self.entry_points).filter(|(_, entry_point)| !entry_point.is_of_test);
        chains.filter_map(|(chain, _)| chain.as_ref()).any(|chain| chain.inputs.reads_kept())
    }

    /// Whether the functions at the game's events read only their fields and the memory, and those of its hooks, which
    /// are the first `hooks` entry points, nothing that house rules change beside the game.
    pub(super) fn are_apart_from_game(&self, hooks: usize, events: Range<usize>) -> bool {
        let inputs = |range: Range<usize>| {
            let chains = self.chains.get(range).unwrap_or_default();
            chains.iter().flatten().map(|chain| &chain.inputs)
        };
        inputs(events).all(ChainInputs::reads_only_memory) && !inputs(0..hooks).any(ChainInputs::reads_beyond_game)
    }

    /// Folds `value` through the functions for an entry point.
    #[inline]
    pub(super) fn fold(
        &mut self,
        entry_point: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        value: i64,
        scripts: &[Script],
    ) -> Result<i64, Box<HookFailure>> {
        let Some(Some(chain)) = self.chains.get_mut(entry_point) else { return Ok(value) };
        let (index, entry_point) = (entry_point, &self.entry_points[entry_point]);
        chain.fill(entry_point, fields, facts, scripts)?;
        let recording = recorder::is_recording();
        // A call that exceeds a limit is made, to fail at its place.
        if !recording
            && chain.inputs.is_cached()
            && let Some((answer, steps)) = chain.memo.get(&chain.inputs.values, value)
            && meter::count_cached_call(index, answer != value, steps)
        {
            return Ok(answer);
        }
        let before = meter::steps();
        let answer = match chain.call(&self.lua, &mut self.memory, Some(value), entry_point, scripts)? {
            Value::Integer(answer) => answer,
            Value::Number(answer) => answer as i64,
            wrong => return Err(wrong_result(entry_point, scripts, chain, &wrong).into()),
        };
        if chain.inputs.is_cached() {
            chain.memo.put(&chain.inputs.values, value, (answer, meter::steps() - before));
        }
        if recording {
            recorder::ended(entry_point, &chain.handler_lines, chain.inputs.shown(), value);
        }
        meter::count_call(index, answer != value);
        Ok(answer)
    }

    /// Calls the function `available` of an action; `read` returns the key of a target that it lists.
    pub(super) fn available(
        &mut self,
        entry_point: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        scripts: &[Script],
        read: &dyn Fn(&Value) -> Option<TargetKey>,
    ) -> Result<Available, Box<HookFailure>> {
        let Some(Some(chain)) = self.chains.get_mut(entry_point) else { return Ok(Available::All) };
        let (index, entry_point) = (entry_point, &self.entry_points[entry_point]);
        chain.fill(entry_point, fields, facts, scripts)?;
        let is_available = |answer: i64| if answer == 0 { Available::None } else { Available::All };
        // Lists are not cached: they are long, and depend on the pieces as a rule.
        let is_cached = chain.inputs.is_cached() && !recorder::is_recording();
        if is_cached
            && let Some((answer, steps)) = chain.memo.get(&chain.inputs.values, 0)
            && meter::count_cached_call(index, answer != 0, steps)
        {
            return Ok(is_available(answer));
        }
        let before = meter::steps();
        let answer = chain.call(&self.lua, &mut self.memory, None, entry_point, scripts)?;
        let Some(answer) = answer.as_i64() else {
            let listed = answer.as_table().filter(|pair| matches!(pair.raw_get(1), Ok(true)));
            let list = listed.and_then(|pair| pair.raw_get::<Table>(2).ok());
            let list = list.ok_or_else(|| wrong_result(entry_point, scripts, chain, &answer))?;
            let keys = list.sequence_values::<Value>().take(MAX_LISTED + 1).map(|target| read(&target.ok()?));
            let keys = keys.collect::<Option<Vec<_>>>().filter(|keys| keys.len() <= MAX_LISTED);
            let keys = keys.ok_or_else(|| wrong_targets(entry_point, scripts, chain))?;
            meter::count_call(index, !keys.is_empty());
            return Ok(if keys.is_empty() { Available::None } else { Available::Among(keys) });
        };
        if is_cached {
            chain.memo.put(&chain.inputs.values, 0, (answer, meter::steps() - before));
        }
        meter::count_call(index, answer != 0);
        Ok(is_available(answer))
    }

    /// Calls the functions for an entry point that has no value, and `request` with the effects that they request.
    pub(super) fn notify(
        &mut self,
        entry_point: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        scripts: &[Script],
        request: &mut dyn FnMut(&[EffectRequest]),
    ) -> Result<(), Box<HookFailure>> {
        let Some(Some(chain)) = self.chains.get_mut(entry_point) else { return Ok(()) };
        let (index, entry_point) = (entry_point, &self.entry_points[entry_point]);
        chain.fill(entry_point, fields, facts, scripts)?;
        let recording = recorder::is_recording();
        if !recording
            && chain.inputs.is_cached()
            && let Some((number, steps)) = chain.memo.get(&chain.inputs.values, 0)
            && let Some(list) = chain.lists.list(number)
            && meter::count_cached_call(index, !list.is_empty(), steps)
        {
            request(list);
            return Ok(());
        }
        let before = meter::steps();
        let wrong = chain.call(&self.lua, &mut self.memory, None, entry_point, scripts)?;
        if wrong != Value::Nil {
            return Err(wrong_result(entry_point, scripts, chain, &wrong).into());
        }
        let requested = chain.requests.take();
        if chain.inputs.is_cached()
            && let Some(number) = chain.lists.number_of(&requested)
        {
            chain.memo.put(&chain.inputs.values, 0, (number, meter::steps() - before));
        }
        meter::count_call(index, !requested.is_empty());
        request(&requested);
        Ok(())
    }
}

impl Chain {
    /// Fills in the inputs.
    #[inline]
    fn fill(
        &mut self,
        entry_point: &EntryPoint,
        fields: &[i64],
        facts: &dyn ReadFacts,
        scripts: &[Script],
    ) -> Result<(), Box<HookFailure>> {
        if fields.len() != self.width {
            let message = format!("the game passed a wrong context to `{}`", entry_point.name);
            return Err(fault::located(
                HookFailureKind::Host,
                message,
                &[],
                Some(&entry_point.name),
                ScriptLine::default(),
            )
            .into());
        }
        self.inputs.fill(fields, facts).map_err(|failure| {
            let first = self.handler_lines.first().copied().unwrap_or_default();
            fault::located(failure.kind, failure.message.clone(), scripts, Some(&entry_point.name), first).into()
        })
    }

    /// Calls the functions with the inputs, and returns the result of the code that [`compile`] generates.
    fn call(
        &self,
        lua: &Lua,
        memory: &mut MemoryUse,
        value: Option<i64>,
        entry_point: &EntryPoint,
        scripts: &[Script],
    ) -> Result<Value, Box<HookFailure>> {
        let first = self.handler_lines.first().copied().unwrap_or_default();
        let call = || {
            call::begin(Some(&entry_point.name), scripts);
            self.requests.borrow_mut().clear();
            let (recording, value, call) = (recorder::is_recording(), value.unwrap_or_default(), &self.function);
            guarded(|| match *self.inputs.values {
                // Most scripts read little: no list is made of the values.
                [] => call.call((recording, value)),
                [a] => call.call((recording, value, a)),
                [a, b] => call.call((recording, value, a, b)),
                [a, b, c] => call.call((recording, value, a, b, c)),
                [a, b, c, d] => call.call((recording, value, a, b, c, d)),
                ref more => call.call((recording, value, more.iter().copied().collect::<Variadic<i64>>())),
            })
        };
        let answered = call();
        let first = match &answered {
            Err(error) if fault::is_memory(error) => {
                let again = || lua.set_memory_limit(lua.used_memory() + MAX_CALL_BYTES).and_then(|_| call());
                meter::traced(again).unwrap_or(first)
            }
            _ => first,
        };
        let name = Some(&*entry_point.name);
        memory.after_call(lua).map_err(|error| fault::failure(&error, scripts, name, first))?;
        answered.map_err(|error| {
            let mut failure = fault::failure(&error, scripts, name, first);
            failure.notes.splice(0..0, self.note());
            let wants_table = ["attempt to index", "attempt to get length", "attempt to iterate"];
            if wants_table.iter().any(|why| failure.message.contains(why)) {
                for name in self.inputs.hidden_zones() {
                    let of = &entry_point.name;
                    let _ = write!(failure.message, "; `ctx.{name}` is a field of `{of}` here, not the zone `{name}`");
                }
            }
            Box::new(failure)
        })
    }

    /// The values that the functions had read, as a note to an error.
    fn note(&self) -> Option<String> {
        let read = self.inputs.shown();
        (!read.is_empty()).then(|| format!("`ctx` had {}", read.join(", ")))
    }
}

impl MemoryUse {
    /// The memory of a VM before its first call.
    pub(super) fn of(lua: &Lua) -> mlua::Result<Self> {
        let mut memory = Self { collected: 0, used: 0 };
        memory.collect(lua)?;
        Ok(memory)
    }

    /// Collects garbage, if there is enough of it, and sets the memory limit of the next call. Most calls take nothing,
    /// and leave nothing to do.
    #[inline]
    pub(super) fn after_call(&mut self, lua: &Lua) -> mlua::Result<()> {
        let used = lua.used_memory();
        if used == self.used {
            return Ok(());
        }
        if used > self.collected + GARBAGE {
            return self.collect(lua);
        }
        self.limit(lua, used)
    }

    /// Whether the call under way has used a quarter of its memory.
    pub(super) fn is_quarter_used(&self, lua: &Lua) -> bool {
        lua.used_memory() > self.used + MAX_CALL_BYTES / 4
    }

    fn collect(&mut self, lua: &Lua) -> mlua::Result<()> {
        guarded(|| lua.gc_collect())?;
        self.collected = lua.used_memory();
        self.limit(lua, self.collected)
    }

    fn limit(&mut self, lua: &Lua, used: usize) -> mlua::Result<()> {
        self.used = used;
        lua.set_memory_limit(used + MAX_CALL_BYTES).map(|_| ())
    }
}

/// Runs the text of a script, and returns its value.
pub(super) fn run(lua: &Lua, index: usize, prepared: &Prepared) -> mlua::Result<Value> {
    let is_native = lua.app_data_ref::<Execution>().is_none_or(|execution| *execution == Execution::Native);
    lua.enable_jit(is_native && prepared.source.len() <= MAX_NATIVE);
    let chunk = lua.load(&*prepared.source).set_mode(ChunkMode::Text).set_compiler(compiler());
    chunk.set_name(format!("={}", chunk_name(index))).into_function()?.call(())
}

/// Runs a script, once, and returns its table. `no_table` is the error where it returns none; `before` is called before
/// it is run, and again where it is run again to find the line of an error.
pub(super) fn load(
    lua: &Lua,
    (index, script): (usize, &Script),
    prepared: &Prepared,
    all: &[Script],
    no_table: &str,
    before: impl Fn(),
) -> Result<Table, Problem> {
    let failed = |error: Error| problem_of(fault::failure(&error, all, None, ScriptLine { script: index, line: 1 }));
    call::begin(None, all);
    lua.set_memory_limit(lua.used_memory() + MAX_LOAD_BYTES).map_err(failed)?;
    let attempt = || {
        before();
        run(lua, index, prepared)
    };
    let loaded = guarded(attempt).map_err(|error| {
        let line = if fault::is_memory(&error) { meter::traced(|| guarded(attempt)) } else { None };
        problem_of(fault::failure(&error, all, None, line.unwrap_or(ScriptLine { script: index, line: 1 })))
    });
    match loaded? {
        Value::Table(rules) => Ok(rules),
        other => Err(Problem::line(
            &script.file,
            line_of_return(&script.source),
            format!("{no_table}, and this one returns {}", other.type_name()),
        )),
    }
}

/// Calls into Lua; a panic in mlua (out of memory in a call that cannot fail) becomes an error.
pub(super) fn guarded<T>(call: impl FnOnce() -> mlua::Result<T>) -> mlua::Result<T> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err(Error::MemoryError("out of memory".to_owned())))
}

/// A result of the wrong type, or out of bounds.
fn wrong_result(entry_point: &EntryPoint, scripts: &[Script], chain: &Chain, wrong: &Value) -> HookFailure {
    let part = |place: usize| wrong.as_table().and_then(|wrong| wrong.raw_get(place).ok()).unwrap_or(Value::Nil);
    let (index, given) = (part(1).as_usize().unwrap_or_default(), &part(2));
    let expected = match entry_point.answer {
        ResultKind::Value(HookValue::Boolean) => "true or false".to_owned(),
        ResultKind::Value(HookValue::Integer { min, max }) => format!("a whole number from {min} to {max}"),
        ResultKind::Targets => "true, false or a list of targets".to_owned(),
        ResultKind::Effects => "nothing: it requests its effects from `effects`".to_owned(),
    };
    let found = match given {
        Value::Nil => "nothing (nil)".to_owned(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => format!("{number:?}"),
        other => format!("a {}", other.type_name()),
    };
    let kind = match given {
        Value::Integer(_) | Value::Number(_)
            if matches!(entry_point.answer, ResultKind::Value(HookValue::Integer { .. })) =>
        {
            HookFailureKind::OutOfBounds
        }
        _ => HookFailureKind::WrongType,
    };
    let line = chain.handler_lines.iter().find(|handler| handler.script == index).map_or(0, |handler| handler.line);
    let message = format!("`{}` must return {expected}, and it returned {found}", entry_point.name);
    let mut failure =
        fault::located(kind, message, scripts, Some(&entry_point.name), ScriptLine { script: index, line });
    failure.notes.extend(chain.note());
    failure
}

/// The failure when the list of `available` has something that can be no target of the action.
fn wrong_targets(entry_point: &EntryPoint, scripts: &[Script], chain: &Chain) -> HookFailure {
    let message = format!(
        "`{}` lists something that is no target: a seat, number or text as in `targets`; of the pieces of a list the place, \
         from 1, and of those of a grid `{{ row, column }}`",
        entry_point.name
    );
    let first = chain.handler_lines.first().copied().unwrap_or_default();
    let mut failure = fault::located(HookFailureKind::WrongType, message, scripts, Some(&entry_point.name), first);
    failure.notes.extend(chain.note());
    failure
}

#[cfg(test)]
mod tests {
    use super::super::source::prepare;
    use super::*;
    use stonehouse_plugin::hooks::DEPENDS_ON_STATE;
    use stonehouse_plugin::{Field, HookDecl, Seat};
    use stonehouse_runtime::HookFailure;

    struct Scores;

    impl ReadFacts for Scores {
        fn seats(&self) -> usize {
            2
        }

        fn fact(&self, _: usize, _: &mut [i64]) -> Result<(), Box<HookFailure>> {
            unreachable!("the game has no facts")
        }

        fn zone(&self, _: usize, _: Seat, _: &mut [i64]) -> Result<usize, Box<HookFailure>> {
            unreachable!("the game has no zones")
        }

        fn scores(&self, scores: &mut [i64]) -> Result<(), Box<HookFailure>> {
            scores.copy_from_slice(&[3, 5]);
            Ok(())
        }

        fn memory_slot(&self, slot: usize) -> Result<i64, Box<HookFailure>> {
            Ok(slot as i64)
        }
    }

    /// The names of the inputs of scripts with these bodies for a hook.
    fn read_by(bodies: &[&str]) -> String {
        let fields = ["row", "col", "turn"].map(|name| Field::integer(name, ""));
        let hooks = [HookDecl::integer("points", "", fields, (0, 9))];
        let script = |body: &&str| {
            Script::new("rule.lua", "rule.lua", format!("return {{ points = function(ctx, points) {body} end }}"))
        };
        let scripts: Vec<Script> = bodies.iter().map(script).collect();
        let prepared: Vec<Prepared> = scripts.iter().map(|script| prepare(script).unwrap()).collect();
        let mut vm = Vm::new(&scripts, &prepared, &Interface::with_hooks(&hooks)).unwrap();
        // A value that is not an input makes no other call of it.
        let answers = [7, 8].map(|other| vm.fold(0, &[1, 2, other], &Scores, 5, &scripts).unwrap());
        assert_eq!(answers[0], answers[1]);
        vm.chains[0].as_ref().unwrap().inputs.names().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn dependencies_are_per_field_and_anything_else_is_one() {
        let bits = |body: &str| {
            let hooks = [HookDecl::integer("points", "", ["row", "col"].map(|name| Field::integer(name, "")), (0, 9))];
            let script =
                Script::new("rule.lua", "rule.lua", format!("return {{ points = function(ctx, points) {body} end }}"));
            let prepared = prepare(&script).unwrap();
            Vm::new(&[script], &[prepared], &Interface::with_hooks(&hooks)).unwrap().reads()[0]
        };
        assert_eq!(bits("return points"), 0);
        assert_eq!(bits("return points + ctx.col"), 0b10);
        assert_eq!(bits("return points + ctx.col + ctx.best"), 0b10 | DEPENDS_ON_STATE);
        assert_eq!(bits("local other = ctx return points + other.row"), 0b11);
    }

    #[test]
    fn scripts_are_handed_the_fields_and_facts_that_any_of_them_reads() {
        assert_eq!(read_by(&["return points"]), "");
        assert_eq!(read_by(&["return points + ctx.col"]), "col");
        assert_eq!(read_by(&["return points + ctx.col", "return points + ctx.row"]), "row col");
        assert_eq!(read_by(&["return points + ctx.best - ctx.scores[0]"]), "scores best");
        assert_eq!(
            read_by(&["return points + ctx.col", "local other = ctx return points + other.row"]),
            "row col turn"
        );
        assert_eq!(read_by(&["local other = ctx return points - other.best"]), "row col turn best");
    }
}
