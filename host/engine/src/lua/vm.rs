//! One machine: the scripts of a ruleset, ready to answer hooks on one thread.

use super::fault::{self, chunk_name, clip};
use super::keep;
use super::memo::Memo;
use super::meter;
use super::sandbox::{compiler, sandbox};
use super::source::{Prepared, Reads};
use super::{Script, fault::machine_error, problem_of};
use crate::problem::{Problem, did_you_mean};
use mlua::chunk::ChunkMode;
use mlua::{Error, Function, Lua, Table, Value, Variadic};
use std::fmt::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use stonehouse_plugin_api::hooks::{HookFailure, HookFailureKind};
use stonehouse_plugin_api::{FieldKind, HookDecl, HookValue};

/// Memory that a script may take while it is loaded, and for what it keeps, in bytes.
pub(super) const LOAD_MEMORY: usize = 8 << 20;

/// Memory that one hook call may take, in bytes. Nothing is collected during a call, so it also bounds how much is made in all.
pub(super) const CALL_MEMORY: usize = 256 << 10;

/// Garbage that calls may leave before it is collected, in bytes.
const GARBAGE: usize = 64 << 10;

/// The scripts of a ruleset on one thread.
pub(super) struct Vm {
    /// For each hook, how it is answered, if a script names it.
    folds: Vec<Option<Fold>>,
    /// Memory in use when garbage was last collected.
    collected: usize,
    // Last, so that the functions go first.
    lua: Lua,
}

/// How a hook is answered.
struct Fold {
    /// Folds a value through the scripts that name the hook.
    function: Function,
    /// The fields of the context that the scripts read, by place: all that they are handed, and all that an answer depends on.
    fields: Vec<usize>,
    /// Those fields in the call under way.
    read: Vec<i64>,
    memo: Memo,
    /// Those scripts, each with the line in which its function begins.
    speakers: Vec<(usize, usize)>,
}

/// A script's function for a hook.
struct Speaker<'a> {
    /// The script, by its place.
    script: usize,
    /// The line in which the function begins.
    line: usize,
    function: Function,
    /// What it reads of the context, where its text tells.
    reads: Option<&'a Reads>,
}

impl Vm {
    /// A machine with the scripts loaded.
    ///
    /// # Errors
    /// A problem for each script that fails as it starts, returns no table of hooks, or keeps what may not be kept.
    pub(super) fn new(scripts: &[Script], prepared: &[Prepared], hooks: &[HookDecl]) -> Result<Self, Vec<Problem>> {
        let lua = sandbox().map_err(|error| vec![machine_error(&error)])?;
        let library = keep::functions_of(&lua).map_err(|error| vec![machine_error(&error)])?;
        let mut functions: Vec<Vec<Speaker<'_>>> = hooks.iter().map(|_| Vec::new()).collect();
        let mut problems = Vec::new();
        for (index, (script, prepared)) in scripts.iter().zip(prepared).enumerate() {
            let loaded = load(&lua, index, script, prepared, scripts).and_then(|rules| {
                keep::freeze(&lua, &rules, index, &prepared.writers, &library).map_err(|refused| {
                    let line = if refused.line > 0 { refused.line } else { line_of(&script.source, refused.word) };
                    Problem::line(&script.file, line, refused.why)
                })?;
                hooks_of(&rules, script, hooks)
            });
            match loaded {
                Ok(found) => {
                    for (hook, function) in found {
                        let line = function.info().line_defined.unwrap_or_default();
                        let reads = reads_of(prepared, line);
                        problems.extend(reads.and_then(|reads| misread(script, &hooks[hook], reads)));
                        functions[hook].push(Speaker { script: index, line, function, reads });
                    }
                }
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut folds = Vec::new();
        for (hook, functions) in hooks.iter().zip(functions) {
            let fold = (!functions.is_empty()).then(|| fold(&lua, hook, &functions)).transpose();
            folds.push(fold.map_err(|error| vec![machine_error(&error)])?);
        }
        guarded(|| lua.gc_collect()).map_err(|error| vec![machine_error(&error)])?;
        Ok(Self { folds, collected: lua.used_memory(), lua })
    }

    /// The hooks that the scripts name, as bits.
    pub(super) fn used(&self) -> u64 {
        let named = self.folds.iter().enumerate().filter(|(_, fold)| fold.is_some());
        named.fold(0, |bits, (index, _)| bits | 1 << index)
    }

    /// Folds `value` through the scripts that name the hook.
    #[inline]
    pub(super) fn fold(
        &mut self,
        hook: &HookDecl,
        index: usize,
        context: &[i64],
        value: i64,
        scripts: &[Script],
    ) -> Result<i64, Box<HookFailure>> {
        let Some(Some(fold)) = self.folds.get_mut(index) else { return Ok(value) };
        if context.len() != hook.context.len() {
            let message = format!("the game passed a wrong context to `{}`", hook.name);
            return Err(fault::located(HookFailureKind::Host, message, &[], Some(hook), (0, 0)).into());
        }
        let first = fold.speakers.first().copied().unwrap_or_default();
        fold.read.clear();
        fold.read.extend(fold.fields.iter().map(|field| context[*field]));
        if let Some((answer, steps)) = fold.memo.get(&fold.read, value) {
            meter::remembered(steps)
                .map_err(|why| fault::failure(&fault::Refusal::of(why).into(), scripts, Some(hook), first))?;
            return Ok(answer);
        }
        let before = meter::steps();
        let call = || {
            meter::begin_call();
            let arguments: Variadic<_> = [value].into_iter().chain(fold.read.iter().copied()).collect();
            self.lua.set_memory_limit(self.lua.used_memory() + CALL_MEMORY)?;
            guarded(|| fold.function.call::<(Value, Value, Value)>(arguments))
        };
        let answered = call();
        let first = match &answered {
            Err(error) if fault::is_memory(error) => meter::traced(call).unwrap_or(first),
            _ => first,
        };
        if self.lua.used_memory() > self.collected + GARBAGE {
            guarded(|| self.lua.gc_collect()).map_err(|error| fault::failure(&error, scripts, Some(hook), first))?;
            self.collected = self.lua.used_memory();
        }
        let (answer, script, given) = answered.map_err(|error| fault::failure(&error, scripts, Some(hook), first))?;
        let answer = match answer {
            Value::Integer(answer) => answer,
            Value::Number(answer) => answer as i64,
            _ => return Err(out_of_bounds(hook, scripts, fold, &script, &given).into()),
        };
        fold.memo.put(&fold.read, value, (answer, meter::steps() - before));
        Ok(answer)
    }
}

/// Runs a script, once, and gives what it returns.
fn load(lua: &Lua, index: usize, script: &Script, prepared: &Prepared, all: &[Script]) -> Result<Table, Problem> {
    let failed = |error: Error| problem_of(fault::failure(&error, all, None, (index, 1)));
    meter::begin_call();
    lua.set_memory_limit(lua.used_memory() + LOAD_MEMORY).map_err(failed)?;
    let run = || {
        let chunk = lua.load(&*prepared.source).set_mode(ChunkMode::Text).set_compiler(compiler());
        chunk.set_name(format!("={}", chunk_name(index))).into_function()?.call::<Value>(())
    };
    let loaded = guarded(run).map_err(|error| {
        let line = if fault::is_memory(&error) { meter::traced(|| guarded(run)) } else { None };
        problem_of(fault::failure(&error, all, None, line.unwrap_or((index, 1))))
    });
    match loaded? {
        Value::Table(rules) => Ok(rules),
        other => Err(Problem::line(
            &script.file,
            line_of_return(&script.source),
            format!(
                "a house rule must end by returning its table of hooks (`return house`), and this one returns {}",
                other.type_name()
            ),
        )),
    }
}

/// The hooks that a script's table names, and their functions.
fn hooks_of(rules: &Table, script: &Script, hooks: &[HookDecl]) -> Result<Vec<(usize, Function)>, Problem> {
    let mut found = Vec::new();
    let wrong = |line: usize, message: String| Err(Problem::line(&script.file, line, message));
    for pair in rules.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| machine_error(&error))?;
        let Value::String(name) = &key else {
            let message = format!("its table has a key that is not the name of a hook, but a {}", key.type_name());
            return wrong(line_of_return(&script.source), message);
        };
        let name = clip(&name.to_string_lossy());
        let Some(index) = hooks.iter().position(|hook| hook.name == name) else {
            let known: Vec<&str> = hooks.iter().map(|hook| &*hook.name).collect();
            return Err(Problem::line(
                &script.file,
                line_of(&script.source, &name),
                format!(
                    "this game has no hook `{name}`.{} It has: {}",
                    did_you_mean(&name, known.iter().copied()),
                    known.join(", ")
                ),
            ));
        };
        match value {
            Value::Function(function) => found.push((index, function)),
            other => {
                let message = format!("`{name}` must be a function, and it is a {}", other.type_name());
                return wrong(line_of(&script.source, &name), message);
            }
        }
    }
    Ok(found)
}

/// The first line that has `word`, counted from 1; the first one when none has.
fn line_of(source: &str, word: &str) -> usize {
    source.lines().position(|line| line.contains(word)).map_or(1, |line| line + 1)
}

/// The last line that returns something: it should return the table of hooks.
fn line_of_return(source: &str) -> usize {
    let lines = source.lines().enumerate().filter(|(_, line)| line.contains("return"));
    lines.last().map_or(source.lines().count().max(1), |(index, _)| index + 1)
}

/// What the function that begins in this line reads of the context; `None` where its text does not tell.
fn reads_of(prepared: &Prepared, line: usize) -> Option<&Reads> {
    let mut found = prepared.reads.iter().filter(|reads| reads.line == line);
    // Of two functions in one line it is not known which is which.
    found.next().filter(|reads| reads.names.is_some() && found.next().is_none())
}

/// The first field that a function reads and the hook does not pass, or compares with what it never is.
fn misread(script: &Script, hook: &HookDecl, reads: &Reads) -> Option<Problem> {
    let at = |place: &Range<usize>, why| Problem::span(&script.file, &script.source, place.clone(), why);
    let field = |name: &String| hook.context.iter().find(|field| field.name == *name);
    let known: Vec<&str> = hook.context.iter().map(|field| &*field.name).collect();
    let unknown = reads.places.iter().find(|(_, name)| field(name).is_none());
    let unknown = unknown.map(|(place, name)| at(place, fault::no_field(&hook.name, name, &known)));
    unknown.or_else(|| {
        reads.compared.iter().find_map(|(place, name, text)| Some(at(place, fault::never(field(name)?, text)?)))
    })
}

/// How `hook` is answered by these functions.
fn fold(lua: &Lua, hook: &HookDecl, functions: &[Speaker<'_>]) -> mlua::Result<Fold> {
    let speakers: Vec<(usize, usize)> = functions.iter().map(|speaker| (speaker.script, speaker.line)).collect();
    let is_read = |name: &String| {
        functions.iter().any(|speaker| {
            speaker.reads.and_then(|reads| reads.names.as_ref()).is_none_or(|names| names.contains(name))
        })
    };
    let passed: Vec<usize> =
        hook.context.iter().enumerate().filter(|(_, field)| is_read(&field.name)).map(|(place, _)| place).collect();
    let fields: Vec<String> = hook.context.iter().map(|field| field.name.clone()).collect();
    let name = hook.name.clone();
    let missing = lua.create_function(move |lua, field: Value| -> mlua::Result<()> {
        let field = field.as_string().map_or_else(|| field.type_name().to_owned(), mlua::LuaString::to_string_lossy);
        Err(fault::missing_field(lua, &name, &field, &fields).into())
    })?;
    let protect = lua.create_function(|_, context: Table| {
        context.set_readonly(true);
        Ok(())
    })?;
    let make = lua.load(fold_source(hook, &passed, &speakers)).set_name("=stonehouse").into_function()?;
    let hooks: Variadic<Function> =
        [missing, protect].into_iter().chain(functions.iter().map(|speaker| speaker.function.clone())).collect();
    let (function, memo) = (make.call(hooks)?, Memo::new(passed.len()));
    Ok(Fold { function, fields: passed, read: Vec::new(), memo, speakers })
}

/// Luau's own text for a hook: hands each script the context, and checks what it returns. On a bad result it returns nil, the script's
/// number and the result.
///
/// The context is one table that is filled anew for each call with the fields that are `passed`; what a script sees is a locked one before it,
/// in which a field that does not exist is an error.
fn fold_source(hook: &HookDecl, passed: &[usize], speakers: &[(usize, usize)]) -> String {
    let arguments: String = passed.iter().map(|index| format!(", f{index}")).collect();
    let mut source = String::from("local type = type\n");
    let passed = || passed.iter().map(|index| (*index, &hook.context[*index]));
    for (index, field) in passed() {
        if let FieldKind::Word(words) = &field.kind {
            let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            let _ = writeln!(source, "local words{index} = {{ {} }}", words.join(", "));
        }
    }
    let hooks: String = (0..speakers.len()).map(|index| format!(", hook{index}")).collect();
    let _ = writeln!(
        source,
        "local missing, protect{hooks} = ...\n\
        local fields = setmetatable({{}}, {{ __index = function(_, name) missing(name) end }})\n\
        local ctx = setmetatable({{}}, {{ __index = fields, __metatable = false, \
        __iter = function() return next, table.clone(fields) end }})\n\
        protect(ctx)\n\
        return function(value{arguments})"
    );
    for (index, field) in passed() {
        let given = match &field.kind {
            FieldKind::Integer => format!("f{index}"),
            FieldKind::Boolean => format!("f{index} ~= 0"),
            FieldKind::Word(_) => format!("words{index}[f{index} + 1]"),
        };
        let _ = writeln!(source, "  fields.{} = {given}", field.name);
    }
    if hook.value == HookValue::Boolean {
        let _ = writeln!(source, "  value = value ~= 0");
    }
    for (index, (script, _)) in speakers.iter().enumerate() {
        let _ = writeln!(source, "  value = hook{index}(ctx, value)");
        let wrong = match hook.value {
            HookValue::Boolean => "type(value) ~= 'boolean'".to_owned(),
            HookValue::Integer { min, max } => {
                format!("type(value) ~= 'number' or value % 1 ~= 0 or value < {min} or value > {max}")
            }
        };
        let _ = writeln!(source, "  if {wrong} then return nil, {script}, value end");
    }
    let result = if hook.value == HookValue::Boolean { "if value then 1 else 0" } else { "value" };
    let _ = writeln!(source, "  return {result}\nend");
    source
}

/// Calls into Lua; a panic in mlua (out of memory in a call that cannot fail) becomes an error.
fn guarded<T>(call: impl FnOnce() -> mlua::Result<T>) -> mlua::Result<T> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err(Error::MemoryError("out of memory".to_owned())))
}

/// A result out of type or bounds.
fn out_of_bounds(hook: &HookDecl, scripts: &[Script], fold: &Fold, script: &Value, given: &Value) -> HookFailure {
    let index = script.as_usize().unwrap_or_default();
    let expected = match hook.value {
        HookValue::Boolean => "true or false".to_owned(),
        HookValue::Integer { min, max } => format!("a whole number from {min} to {max}"),
    };
    let found = match given {
        Value::Nil => "nothing (nil)".to_owned(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => format!("{number:?}"),
        other => format!("a {}", other.type_name()),
    };
    let kind = match given {
        Value::Integer(_) | Value::Number(_) if hook.value != HookValue::Boolean => HookFailureKind::OutOfBounds,
        _ => HookFailureKind::WrongType,
    };
    let line = fold.speakers.iter().find(|(speaker, _)| *speaker == index).map_or(0, |(_, line)| *line);
    let message = format!("`{}` must return {expected}, and it returned {found}", hook.name);
    fault::located(kind, message, scripts, Some(hook), (index, line))
}

#[cfg(test)]
mod tests {
    use super::super::source::prepare;
    use super::*;
    use stonehouse_plugin_api::Field;

    /// The fields that are handed to scripts of these bodies for a hook.
    fn handed(bodies: &[&str]) -> Vec<usize> {
        let fields = ["row", "col", "turn"].map(|name| Field::integer(name, ""));
        let hooks = [HookDecl::integer("points", "", fields, (0, 9))];
        let script = |body: &&str| Script {
            name: "rule.lua".to_owned(),
            file: "rule.lua".into(),
            source: format!("return {{ points = function(ctx, points) {body} end }}").into(),
        };
        let scripts: Vec<Script> = bodies.iter().map(script).collect();
        let prepared: Vec<Prepared> = scripts.iter().map(|script| prepare(script).unwrap()).collect();
        let mut vm = Vm::new(&scripts, &prepared, &hooks).unwrap();
        // What is not handed over makes no other call of it.
        let answers = [7, 8].map(|other| vm.fold(&hooks[0], 0, &[1, 2, other], 5, &scripts).unwrap());
        assert_eq!(answers[0], answers[1]);
        vm.folds[0].as_ref().unwrap().fields.clone()
    }

    #[test]
    fn scripts_are_handed_the_fields_that_any_of_them_reads() {
        assert!(handed(&["return points"]).is_empty());
        assert_eq!(handed(&["return points + ctx.col"]), [1]);
        assert_eq!(handed(&["return points + ctx.col", "return points + ctx.row"]), [0, 1]);
        assert_eq!(handed(&["return points + ctx.col", "local other = ctx return points + other.row"]), [0, 1, 2]);
    }
}
