//! The functions of scripts for an entry point, compiled into one chain.

use super::Chain;
use super::diagnose::known;
use crate::call::recorder;
use crate::effects::Requests;
use crate::fault;
use crate::interface::{EntryPoint, Fact, Interface, ResultKind};
use crate::memo::{EffectLists, Memo};
use crate::reading::ChainInputs;
use crate::sandbox::ORDERED;
use crate::script::Script;
use crate::source::{self, Reads};
use mlua::{Function, Lua, Table, Value, Variadic};
use std::fmt::Write;
use stonehouse_plugin::HookValue;
use stonehouse_runtime::ScriptLine;

/// A script's function for an entry point.
pub(super) struct Handler<'a> {
    /// The script, by its place.
    pub script: usize,
    /// The line in which the function begins.
    pub line: usize,
    pub function: Function,
    /// The names that it reads of `ctx`, where its source shows them.
    pub reads: Option<&'a Reads>,
}

/// The environment in which functions of scripts are called in a VM.
pub(super) struct ChainCompiler<'a> {
    pub lua: &'a Lua,
    pub scripts: &'a [Script],
    pub interface: &'a Interface,
    pub readable_facts: &'a [Fact],
    pub effects: &'a Table,
    pub requests: &'a Requests,
}

impl ChainCompiler<'_> {
    /// Compiles the chain of these functions for `entry_point`.
    pub fn compile(&self, entry_point: &EntryPoint, functions: &[Handler<'_>]) -> mlua::Result<Chain> {
        let lua = self.lua;
        let handler_lines: Vec<ScriptLine> =
            functions.iter().map(|handler| ScriptLine { script: handler.script, line: handler.line }).collect();
        // Where the source does not show what is read, the facts whose names occur anywhere in it are passed.
        let may_read = |handler: &Handler<'_>, name: &str| {
            entry_point.fields.iter().any(|field| field.name == name)
                || self.scripts[handler.script].source.contains(name)
        };
        // Zones take more time, and their names are words of everyday: only a field of that name counts.
        let is_zone = |name: &str| self.interface.zones.iter().any(|zone| zone.name == name);
        let is_read = |name: &str| {
            functions.iter().any(|handler| match handler.reads.and_then(|reads| reads.names.as_ref()) {
                Some(names) => names.contains(name),
                None if is_zone(name) => source::names_field(&self.scripts[handler.script].source, name),
                None => may_read(handler, name),
            })
        };
        let inputs =
            ChainInputs::new(entry_point, self.readable_facts, &self.interface.zones, self.interface.seats, is_read);
        let (name, own, all) = {
            let (own, all) = known(entry_point, self.readable_facts, self.interface);
            let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<String>>();
            (entry_point.name.clone(), owned(own), owned(all))
        };
        let missing = lua.create_function(move |lua, field: Value| -> mlua::Result<()> {
            let field =
                field.as_string().map_or_else(|| field.type_name().to_owned(), mlua::LuaString::to_string_lossy);
            Err(fault::missing_field(lua, &name, &field, (&own, &all)).into())
        })?;
        let words = self.interface.seat_words.clone();
        let seats = self.interface.seats;
        let no_seat = lua.create_function(move |lua, seat: Value| -> mlua::Result<()> {
            Err(fault::missing(lua, fault::no_seat(&seat, &words, seats)).into())
        })?;
        let no_place = lua.create_function(
            |lua, (name, what, place, first, last): (String, String, Value, i64, i64)| -> mlua::Result<()> {
                Err(fault::missing(lua, fault::no_place(&name, &what, &place, (first, last))).into())
            },
        )?;
        let no_field =
            lua.create_function(|lua, (zone, fields, field): (String, String, Value)| -> mlua::Result<()> {
                Err(fault::missing(lua, fault::no_piece_field(&zone, &fields, &field)).into())
            })?;
        let no_key = lua.create_function(|lua, (keys, key): (String, Value)| -> mlua::Result<()> {
            Err(fault::missing(lua, fault::no_key(&keys, &key)).into())
        })?;
        let protect = lua.create_function(|_, context: Table| {
            context.set_readonly(true);
            Ok(())
        })?;
        let source = fold_source(entry_point, &inputs, &handler_lines, &self.interface.seat_words);
        let make = lua.load(source).set_name("=stonehouse").into_function()?;
        let note = lua.create_function(|_, value: Value| {
            let code = match value {
                Value::Boolean(truth) => i64::from(truth),
                Value::Integer(number) => number,
                Value::Number(number) => number as i64,
                _ => 0,
            };
            recorder::note_result(code);
            Ok(())
        })?;
        let count = lua.create_function(|lua, _: Value| -> mlua::Result<()> {
            Err(fault::Refusal::here(lua, fault::FailureReason::Forbidden(fault::NO_LENGTH.to_owned())).into())
        })?;
        let given =
            [missing, no_seat, no_place, no_field, no_key, protect, note, count].into_iter().map(Value::Function);
        let effects = [Value::Table(self.effects.clone())];
        let functions = functions.iter().map(|handler| Value::Function(handler.function.clone()));
        let arguments: Variadic<Value> = given.chain(effects).chain(functions).collect();
        let (function, memo) = (make.call(arguments)?, Memo::new(inputs.width()));
        let (width, requests) = (entry_point.width(inputs.seats()), Requests::clone(self.requests));
        Ok(Chain { function, inputs, width, memo, lists: EffectLists::default(), requests, handler_lines })
    }
}

/// The Luau source of the functions that go through a table in the order of its keys, where `next` begins with 1.
const IN_ORDER: &str = "local function numbers(first, last)\n\
    local list = table.create(if last >= first then last - first + 1 else 0)\n\
    for number = first, last do list[number - first + 1] = number end\n\
    return list\n\
    end\n\
    local function in_order(list, keys)\n\
    local at = 0\n\
    return function()\n\
    while true do\n\
    at += 1\n\
    local key = keys[at]\n\
    if key == nil then return nil end\n\
    local value = list[key]\n\
    if value ~= nil then return key, value end\n\
    end\n\
    end\n\
    end\n";

/// The Luau source for an entry point: passes `ctx` to each script, and checks its result. It returns the value, or
/// nothing for an entry point without one; on a bad result, a table of the script's number and the result.
///
/// `ctx` is one table that is filled again for each call with the inputs; scripts have access to a locked one before
/// it, in which a field that does not exist is an error.
fn fold_source(
    entry_point: &EntryPoint,
    inputs: &ChainInputs,
    handlers: &[ScriptLine],
    seat_words: &[String],
) -> String {
    let hooks: String = (0..handlers.len()).map(|index| format!(", hook{index}")).collect();
    let words: Vec<String> = seat_words.iter().map(|word| format!("{word:?}")).collect();
    let (parameters, opening) = inputs.parameters();
    let mut source = format!(
        "local type = type\n\
        local missing, no_seat, no_place, no_field, no_key, protect, note, count, effects{hooks} = ...\n\
        {IN_ORDER}\
        local function view(inner, missing, keys)\n\
        setmetatable(inner, {{ __index = function(_, name) return missing(name) end }})\n\
        local outer = setmetatable({{}}, {{ {ORDERED} = true, __index = inner, __metatable = false, __len = count, \
        __iter = function(list) return in_order(list, keys) end }})\n\
        protect(outer)\n\
        return outer\n\
        end\n\
        local seat_words = {{ {} }}\n\
        local seat_keys = {}\n\
        local fields, zones = {{}}, {{}}\n\
        local ctx = view(fields, function(name)\n\
        local make = zones[name]\n\
        if make == nil then return missing(name) end\n\
        local made = make()\n\
        fields[name] = made\n\
        return made\n\
        end, {{ {} }})\n\
        protect(effects)\n\
        {}\
        return function(recording, value{parameters})\n{opening}{}",
        words.join(", "),
        if words.is_empty() {
            format!("numbers(0, {})", inputs.seats() as i64 - 1)
        } else {
            format!("{{ {} }}", words[..inputs.seats().min(words.len())].join(", "))
        },
        inputs.names().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", "),
        inputs.tables(seat_words),
        inputs.assignments(seat_words),
    );
    let zones = inputs.forget_zones(seat_words);
    if entry_point.answer == ResultKind::Targets {
        // An action is of one script.
        for (index, ScriptLine { script, .. }) in handlers.iter().enumerate() {
            let _ = writeln!(
                source,
                "{zones}  local given = hook{index}(ctx)\n  if type(given) == 'table' then return {{ true, given }} end\n  \
                 if type(given) ~= 'boolean' then return {{ {script}, given }} end\n  return if given then 1 else 0"
            );
        }
        return source + "end";
    }
    let ResultKind::Value(value) = entry_point.answer else {
        for (index, ScriptLine { script, .. }) in handlers.iter().enumerate() {
            source.push_str(&zones);
            let _ = writeln!(source, "  local given{index} = hook{index}(ctx, effects)");
            let _ = writeln!(source, "  if given{index} ~= nil then return {{ {script}, given{index} }} end");
        }
        return source + "end";
    };
    if value == HookValue::Boolean {
        let _ = writeln!(source, "  value = value ~= 0");
    }
    for (index, ScriptLine { script, .. }) in handlers.iter().enumerate() {
        source.push_str(&zones);
        let _ = writeln!(source, "  value = hook{index}(ctx, value)");
        let wrong = match value {
            HookValue::Boolean => "type(value) ~= 'boolean'".to_owned(),
            HookValue::Integer { min, max } => {
                format!("type(value) ~= 'number' or value % 1 ~= 0 or value < {min} or value > {max}")
            }
        };
        let _ = writeln!(source, "  if {wrong} then return {{ {script}, value }} end");
        let _ = writeln!(source, "  if recording then note(value) end");
    }
    let result = if value == HookValue::Boolean { "if value then 1 else 0" } else { "value" };
    let _ = writeln!(source, "  return {result}\nend");
    source
}
