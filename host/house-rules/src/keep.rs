//! The values that a script keeps from call to call: they are locked, and refused where they could change.
//!
//! A hook is a pure function of its context and value: that is what lets a record replay, a search try moves, a player
//! undo, and the program cache results. A script runs once; the values that its hooks can reach afterwards (its table,
//! their tables, the variables of functions around them) are all that could carry something from one call to the next.
//! Tables are locked. A function that assigns a variable outside of itself is refused, as is everything else that
//! changes by being used.

use crate::fault::script_of;
use crate::source::Prepared;
use mlua::{Function, Lua, Table, Value, Variadic, ffi};
use std::collections::HashSet;
use std::ffi::c_void;
use stonehouse_runtime::ScriptLine;

/// The longest text that a script may keep, in bytes: to compare two of them takes no step.
const MAX_TEXT: usize = 64 << 10;

/// The most tables that a field of a kept table may be looked up through by `__index` or `__newindex`: no step is
/// counted on the way.
const MAX_CHAIN: usize = 4;

/// A value that may not be kept.
pub(super) struct Refused {
    /// The line to blame; 0 when none is known, in the first of the scripts.
    pub place: ScriptLine,
    /// The word to look for in the script, where the line is not known.
    pub word: &'static str,
    /// The reason, and the remedy.
    pub why: String,
}

/// The functions that every script finds.
pub(super) fn functions_of(lua: &Lua) -> mlua::Result<HashSet<*const c_void>> {
    let globals = lua.globals();
    let below: Option<Table> = match globals.metatable() {
        Some(meta) => meta.raw_get("__index")?,
        None => None,
    };
    let mut found = HashSet::new();
    for table in [Some(globals), below].into_iter().flatten() {
        for pair in table.pairs::<Value, Value>() {
            match pair?.1 {
                Value::Function(function) => {
                    found.insert(function.to_pointer());
                }
                Value::Table(library) => {
                    for pair in library.pairs::<Value, Value>() {
                        if let Value::Function(function) = pair?.1 {
                            found.insert(function.to_pointer());
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Ok(found)
}

/// Locks everything that can be reached from a script's table. `own` are the scripts whose functions it may have, each
/// with its place: the script itself first, then the files that it requires.
///
/// # Errors
/// The first value that could change from call to call.
pub(super) fn freeze(
    lua: &Lua,
    rules: &Table,
    own: &[(usize, &Prepared)],
    library: &HashSet<*const c_void>,
) -> Result<(), Refused> {
    let first = own.first().map_or(0, |(script, _)| *script);
    let refuse_at = |place, word: &'static str, why: &str| Err(Refused { place, word, why: why.to_owned() });
    let refuse = |word, why: &str| refuse_at(ScriptLine { script: first, line: 0 }, word, why);
    let failed = |error: mlua::Error| Refused {
        place: ScriptLine { script: first, line: 0 },
        word: "",
        why: format!("what the script keeps cannot be read: {error}"),
    };
    let mut seen = HashSet::new();
    let mut open = vec![Value::Table(rules.clone())];
    while let Some(value) = open.pop() {
        match value {
            Value::Table(table) => {
                if !seen.insert(table.to_pointer()) {
                    continue;
                }
                table.set_readonly(true);
                for pair in table.pairs::<Value, Value>() {
                    let (key, value) = pair.map_err(failed)?;
                    open.extend([key, value]);
                }
                if let Some(meta) = table.metatable() {
                    if !matches!(meta.raw_get::<Value>("__mode"), Ok(Value::Nil)) {
                        return refuse(
                            "__mode",
                            "a weak table (`__mode`) cannot be kept from call to call: what is left in it would depend on \
                             when memory is collected. Leave `__mode` out",
                        );
                    }
                    for word in ["__index", "__newindex"] {
                        if chain(&table, word) > MAX_CHAIN {
                            let why = format!(
                                "tables that look fields up in each other by `{word}` cannot be kept in a chain of more than \
                                 {MAX_CHAIN}: put the fields together into fewer tables"
                            );
                            return refuse(word, &why);
                        }
                    }
                    open.push(Value::Table(meta));
                }
            }
            Value::Function(function) => {
                if library.contains(&function.to_pointer()) || !seen.insert(function.to_pointer()) {
                    continue;
                }
                let info = function.info();
                let chunk = info.short_src.as_deref().and_then(script_of);
                let Some((script, prepared)) = own.iter().find(|(script, _)| chunk == Some(*script)) else {
                    return refuse(
                        "gmatch",
                        "an iterator of the library (such as that of `string.gmatch`) cannot be kept from call to call: \
                         it changes by being used. Make it inside the function that uses it",
                    );
                };
                let line = info.line_defined.unwrap_or_default();
                if prepared.writers.contains(&line) {
                    return refuse_at(
                        ScriptLine { script: *script, line },
                        "",
                        "this function assigns a variable that lives outside of it. Nothing that a script stores lasts from \
                         call to call, so this is refused: make the variable `local` inside the function",
                    );
                }
                open.extend(upvalues(lua, function).map_err(failed)?);
            }
            Value::String(text) if text.as_bytes().len() > MAX_TEXT => {
                return refuse("", "a text of more than 64 KiB cannot be kept from call to call: make it shorter");
            }
            Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::String(_) => {}
            other => {
                let why =
                    format!("a {} cannot be kept from call to call: keep numbers, texts and tables", other.type_name());
                return refuse("", &why);
            }
        }
    }
    Ok(())
}

/// How many tables come after `table` in its chain by this field of metatables, counted no further than needed.
fn chain(table: &Table, field: &str) -> usize {
    let mut last = table.clone();
    for length in 0..=MAX_CHAIN {
        match last.metatable().map(|meta| meta.raw_get(field)) {
            Some(Ok(Value::Table(next))) => last = next,
            _ => return length,
        }
    }
    MAX_CHAIN + 1
}

/// The values of the variables from outside that a function uses.
#[allow(unsafe_code, reason = "mlua has no safe way to a function's variables from outside")]
fn upvalues(lua: &Lua, function: Function) -> mlua::Result<impl Iterator<Item = Value>> {
    /// Luau allows 200.
    const MAX_UPVALUES: i32 = 255;
    // SAFETY: the state is the VM's own, in a protected call with the function as the only value on its stack;
    // there is room for every value pushed, and reading a variable changes nothing.
    let values: Variadic<Value> = unsafe {
        lua.exec_raw(function, |state| {
            ffi::lua_rawcheckstack(state, MAX_UPVALUES + 1);
            let mut number = 1;
            while number <= MAX_UPVALUES && !ffi::lua_getupvalue(state, 1, number).is_null() {
                number += 1;
            }
        })
    }?;
    // The first value is the function itself.
    Ok(values.into_iter().skip(1))
}
