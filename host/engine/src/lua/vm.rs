//! One machine: the scripts of a ruleset, ready to answer hooks on one thread.

use super::Script;
use super::memo::Memo;
use super::prelude::{MEMORY_LIMIT, Meter, STEP_LIMIT, TOO_LONG, sandbox};
use crate::problem::{Problem, did_you_mean};
use mlua::chunk::ChunkMode;
use mlua::{Error, Function, Lua, Table, Value, Variadic};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use stonehouse_plugin_api::{FieldKind, HookDecl, HookValue};

/// The longest error text that is kept, in characters: a script can make one of megabytes.
const LONGEST_MESSAGE: usize = 2000;

/// The scripts of a ruleset on one thread.
pub(super) struct Vm {
    /// Folds a value through the scripts, for each hook that is used.
    folds: Vec<Option<(Function, Memo)>>,
    meter: Meter,
    // Last, so that the functions go first.
    lua: Lua,
}

/// Which hooks the scripts use, as bits; checks every script on the way.
pub(super) fn used_hooks(scripts: &[Script], hooks: &[HookDecl]) -> Result<u64, Vec<Problem>> {
    let (lua, meter) = machine()?;
    let mut used = 0;
    let mut problems = Vec::new();
    for script in scripts {
        match run_once(&lua, &meter, script).and_then(|rules| hooks_of(&rules, script, hooks)) {
            Ok(bits) => used |= bits,
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(used) } else { Err(problems) }
}

fn machine() -> Result<(Lua, Meter), Vec<Problem>> {
    sandbox().map_err(|error| vec![Problem::file("scripts", format!("Lua could not be started: {error}"))])
}

fn compile(lua: &Lua, script: &Script) -> Result<Function, Problem> {
    lua.load(&*script.source)
        .set_mode(ChunkMode::Text)
        .set_name(format!("={}", script.name))
        .into_function()
        .map_err(|error| problem_of(&error, script, None))
}

/// Runs a script from its first line and gives what it returns.
fn run_once(lua: &Lua, meter: &Meter, script: &Script) -> Result<Table, Problem> {
    meter.restart();
    let chunk = compile(lua, script)?;
    match guarded(|| chunk.call::<Value>(())) {
        Ok(Value::Table(rules)) => Ok(rules),
        Ok(other) => Err(Problem::file(
            &script.file,
            format!(
                "a house rule must end by returning its table of hooks (`return house`), and this one returns {}",
                other.type_name()
            ),
        )),
        Err(error) => Err(problem_of(&error, script, None)),
    }
}

/// The bits of the hooks that a script's table names.
fn hooks_of(rules: &Table, script: &Script, hooks: &[HookDecl]) -> Result<u64, Problem> {
    let mut used = 0;
    let wrong = |message: String| Err(Problem::file(&script.file, message));
    for pair in rules.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| problem_of(&error, script, None))?;
        let Value::String(name) = &key else {
            return wrong(format!("its table has a key that is no hook's name, but a {}", key.type_name()));
        };
        let name = name.to_string_lossy();
        let Some(index) = hooks.iter().position(|hook| hook.name == name) else {
            let known: Vec<&str> = hooks.iter().map(|hook| &*hook.name).collect();
            let line = line_of(&script.source, &name);
            let mut problem = Problem::line(
                &script.file,
                line,
                format!(
                    "this game has no hook `{name}`.{} It has: {}",
                    did_you_mean(&name, known.iter().copied()),
                    known.join(", ")
                ),
            );
            problem.column = 0;
            return Err(problem);
        };
        if !value.is_function() {
            return wrong(format!("`{name}` must be a function, and it is a {}", value.type_name()));
        }
        used |= 1 << index;
    }
    Ok(used)
}

/// The first line that has `word`, counted from 1; 0 when none has.
fn line_of(source: &str, word: &str) -> usize {
    source.lines().position(|line| line.contains(word)).map_or(0, |line| line + 1)
}

impl Vm {
    /// A machine with the scripts loaded.
    pub(super) fn new(scripts: &[Script], hooks: &[HookDecl], used: u64) -> Result<Self, Vec<Problem>> {
        let (lua, meter) = machine()?;
        let mut chunks = Vec::new();
        let mut speaks = Vec::new();
        for script in scripts {
            let rules = run_once(&lua, &meter, script).map_err(|problem| vec![problem])?;
            speaks.push(hooks_of(&rules, script, hooks).map_err(|problem| vec![problem])?);
            chunks.push(compile(&lua, script).map_err(|problem| vec![problem])?);
        }
        let mut folds = Vec::new();
        for (index, hook) in hooks.iter().enumerate() {
            if used >> index & 1 == 0 {
                folds.push(None);
                continue;
            }
            let speakers: Vec<usize> = (0..scripts.len()).filter(|script| speaks[*script] >> index & 1 == 1).collect();
            let source = fold_source(hook, &speakers);
            let fold = lua
                .load(source)
                .set_name("=stonehouse")
                .into_function()
                .and_then(|make| make.call::<Function>(chunks.iter().cloned().collect::<Variadic<_>>()))
                .map_err(|error| vec![Problem::file("scripts", clip(&error.to_string()))])?;
            folds.push(Some((fold, Memo::new(hook.context.len()))));
        }
        Ok(Self { folds, meter, lua })
    }

    /// Folds `value` through the scripts that speak to `hook`.
    #[inline]
    pub(super) fn fold(
        &mut self,
        hook: &HookDecl,
        index: usize,
        context: &[i64],
        value: i64,
        scripts: &[Script],
    ) -> Result<i64, Problem> {
        let Some(Some((fold, memo))) = self.folds.get_mut(index) else { return Ok(value) };
        if context.len() != hook.context.len() {
            return Err(Problem::file("scripts", format!("the game passed a wrong context to `{}`", hook.name)));
        }
        if let Some(answer) = memo.get(context, value) {
            return Ok(answer);
        }
        let call = || {
            self.meter.restart();
            let arguments: Variadic<_> = [value].into_iter().chain(context.iter().copied()).collect();
            guarded(|| fold.call::<(Value, Value, Value)>(arguments))
        };
        let (answer, script, given) = call()
            // What earlier calls left lying about must not decide whether this one finds room.
            .or_else(|error| {
                if !is_memory(&error) {
                    return Err(error);
                }
                guarded(|| self.lua.gc_collect())?;
                call().map_err(|_| error)
            })
            .map_err(|error| fault(&error, scripts, hook))?;
        match answer {
            Value::Integer(answer) => {
                memo.put(context, value, answer);
                Ok(answer)
            }
            Value::Number(answer) => {
                memo.put(context, value, answer as i64);
                Ok(answer as i64)
            }
            _ => Err(out_of_bounds(hook, scripts, &script, &given)),
        }
    }
}

/// Luau's own text for a hook: runs each script afresh, hands it the context, and checks what it returns. On a bad result
/// it returns nil, the script's number and the result.
fn fold_source(hook: &HookDecl, speakers: &[usize]) -> String {
    let last = speakers.iter().max().map_or(0, |last| last + 1);
    let chunks: Vec<String> = (0..last).map(|script| format!("script{script}")).collect();
    let arguments: String = (0..hook.context.len()).fold(String::new(), |text, field| text + &format!(", f{field}"));
    let fields: Vec<String> = hook
        .context
        .iter()
        .enumerate()
        .map(|(index, field)| match &field.kind {
            FieldKind::Integer => format!("{} = f{index}", field.name),
            FieldKind::Boolean => format!("{} = f{index} ~= 0", field.name),
            FieldKind::Word(_) => format!("{} = words{index}[f{index} + 1]", field.name),
        })
        .collect();
    let mut source = String::from("local type = type\n");
    for (index, field) in hook.context.iter().enumerate() {
        if let FieldKind::Word(words) = &field.kind {
            let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            let _ = writeln!(source, "local words{index} = {{ {} }}", words.join(", "));
        }
    }
    let _ = writeln!(source, "local {} = ...", chunks.join(", "));
    let _ = writeln!(source, "return function(value{arguments})");
    if hook.value == HookValue::Boolean {
        let _ = writeln!(source, "  value = value ~= 0");
    }
    for script in speakers {
        let _ = writeln!(source, "  value = script{script}().{}({{ {} }}, value)", hook.name, fields.join(", "));
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
fn out_of_bounds(hook: &HookDecl, scripts: &[Script], script: &Value, given: &Value) -> Problem {
    let index = script.as_usize().unwrap_or_default();
    let expected = match hook.value {
        HookValue::Boolean => "true or false".to_owned(),
        HookValue::Integer { min, max } => format!("a whole number from {min} to {max}"),
    };
    let found = match given {
        Value::Nil => "nothing (nil)".to_owned(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        other => format!("a {}", other.type_name()),
    };
    let (file, line) =
        scripts.get(index).map(|script| (script.file.clone(), line_of(&script.source, &hook.name))).unwrap_or_default();
    Problem::line(file, line, format!("`{}` must return {expected}, and it returned {found}", hook.name))
}

/// The problem behind an error of a hook call: the script is the one that the message names.
fn fault(error: &Error, scripts: &[Script], hook: &HookDecl) -> Problem {
    let text = error.to_string();
    let blamed = scripts
        .iter()
        .filter_map(|script| text.find(&format!("{}:", script.name)).map(|at| (at, script)))
        .min_by_key(|(at, _)| *at)
        .map(|(_, script)| script);
    match blamed.or(scripts.first()) {
        Some(script) => problem_of(error, script, Some(hook)),
        None => Problem::file("scripts", clip(&text)),
    }
}

/// An error of a script, worded for the person who wrote it.
fn problem_of(error: &Error, script: &Script, hook: Option<&HookDecl>) -> Problem {
    let text = clip(&error.to_string());
    let (line, message) = place_of(&text, &script.name);
    let during = hook.map(|hook| format!(" (in `{}`)", hook.name)).unwrap_or_default();
    let message = if text.contains(TOO_LONG) {
        format!(
            "the script ran too long{during}: more than {STEP_LIMIT} steps in one call. \
             Look for a loop that never ends"
        )
    } else if is_memory(error) {
        format!(
            "the script used more than {} MiB of memory{during}. Look for a table or a text that grows without end",
            MEMORY_LIMIT >> 20
        )
    } else if message.contains("readonly table") {
        format!(
            "{message}{during}. Nothing that a script stores lasts from call to call, so this is refused: \
             write `local` in front of the name"
        )
    } else {
        format!("{message}{during}")
    };
    Problem::line(&script.file, line, message)
}

fn is_memory(error: &Error) -> bool {
    match error {
        Error::CallbackError { cause, .. } => is_memory(cause),
        Error::MemoryError(_) => true,
        other => other.to_string().contains("not enough memory"),
    }
}

/// The line that an error text names for a script, and what remains of its first line.
fn place_of(text: &str, name: &str) -> (usize, String) {
    let mark = format!("{name}:");
    let line_after = |at: usize| -> Option<(usize, usize)> {
        let rest = &text[at + mark.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        Some((rest[..digits].parse().ok()?, at + mark.len() + digits))
    };
    let place = text.match_indices(&mark).find_map(|(at, _)| line_after(at));
    let first_line = text.lines().next().unwrap_or_default();
    let first_line = first_line.trim_start_matches("runtime error: ");
    match place {
        // Luau puts the place before its message; an error from the host has it in the trace below.
        Some((line, end)) => {
            let in_front = !text[..end].contains('\n');
            let told = text[end..].strip_prefix(": ").and_then(|rest| rest.lines().next()).filter(|_| in_front);
            (line, told.unwrap_or(first_line).trim().to_owned())
        }
        None => (0, first_line.to_owned()),
    }
}

fn clip(text: &str) -> String {
    text.chars().take(LONGEST_MESSAGE).collect()
}
