//! The sandbox: a VM in which a stranger's script can do no harm, and has the same results everywhere.
//!
//! `prelude.luau` defines the environment of scripts and its costs; the functions that it needs from the program are
//! here.
//!
//! Three things that would differ between systems are settled here: library functions that are replaced are disabled in
//! the compiler, which would otherwise call the originals directly; mathematical functions come from `libm`; and no
//! garbage is collected during a call. Scripts are compiled without inlining, so that an error names every function
//! that called.

use crate::call::{meter, recorder};
use crate::fault::{FailureReason, Refusal, clip, unknown_name_message};
use crate::{numbers, steps};
use mlua::chunk::Compiler;
use mlua::{Function, Lua, LuaOptions, LuaString, Result, StdLib, Table, Value, Variadic};

/// The metatable's key that marks the tables of `ctx` that are gone through in an order of their own.
pub(super) const ORDERED: &str = "__stonehouse_ordered";

const PRELUDE: &str = include_str!("prelude.luau");

/// Library functions that the compiler must not call directly, since the sandbox puts others in their place. Those that
/// are not named here are left as they are, and the same everywhere.
const REPLACED: [&str; 43] = [
    "assert",
    "rawset",
    "select",
    "tonumber",
    "tostring",
    "unpack",
    "math.acos",
    "math.asin",
    "math.atan",
    "math.atan2",
    "math.cos",
    "math.cosh",
    "math.exp",
    "math.fmod",
    "math.frexp",
    "math.ldexp",
    "math.lerp",
    "math.log",
    "math.log10",
    "math.pow",
    "math.sin",
    "math.sinh",
    "math.tan",
    "math.tanh",
    "string.byte",
    "string.sub",
    "table.unpack",
    "bit32.arshift",
    "bit32.band",
    "bit32.bnot",
    "bit32.bor",
    "bit32.btest",
    "bit32.bxor",
    "bit32.byteswap",
    "bit32.countlz",
    "bit32.countrz",
    "bit32.extract",
    "bit32.lrotate",
    "bit32.lshift",
    "bit32.replace",
    "bit32.rrotate",
    "bit32.rshift",
    "setmetatable",
];

/// The compiler of scripts.
pub(super) fn compiler() -> Compiler {
    Compiler::new()
        // Without inlining: an error names every function that called.
        .set_optimization_level(1)
        .set_debug_level(1)
        .set_disabled_builtins(REPLACED)
}

/// A sandboxed VM.
pub(super) fn sandbox() -> Result<Lua> {
    open(StdLib::NONE, |_| Ok(())).map(|(lua, ())| lua)
}

/// A sandboxed VM, and the function that a chunk of the program returns: it runs with the whole library and with
/// buffers, before functions are taken away.
pub(super) fn sandbox_with(prelude: &str, execution: Execution) -> Result<(Lua, Function)> {
    open(StdLib::BUFFER, |lua| {
        if execution == Execution::Interpreted {
            lua.enable_jit(false);
            lua.set_app_data(execution);
        }
        let chunk = lua.load(prelude).set_name("=stonehouse");
        let function = chunk.set_compiler(Compiler::new().set_optimization_level(2)).call::<Function>(())?;
        lua.globals().set("buffer", Value::Nil)?;
        Ok(function)
    })
}

/// How the scripts of a VM are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Execution {
    /// As machine code.
    Native,
    /// By the interpreter: a script that is only read runs once, and its machine code would take longer to make.
    Interpreted,
}

/// A sandboxed VM, and what is made in it before it is shut, with these libraries besides those of scripts.
fn open<T>(more: StdLib, before: impl FnOnce(&Lua) -> Result<T>) -> Result<(Lua, T)> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | more;
    // Panics of the host never pass through a script, and a script cannot catch errors that are not its own.
    let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(false))?;
    // When garbage is collected depends on how much was used before, and a script could detect it: so the program
    // collects between calls.
    lua.gc_stop();
    let made = before(&lua)?;
    lua.load(PRELUDE)
        .set_name("=stonehouse")
        .set_compiler(Compiler::new().set_optimization_level(2))
        .call::<()>(host(&lua)?)?;
    lua.sandbox(true)?;
    // Luau gives scripts their own table for globals: it is read-only too, since its contents would last from call
    // to call.
    lua.globals().set_readonly(true);
    steps::count(&lua)?;
    Ok((lua, made))
}

/// The functions that the prelude takes from the program.
fn host(lua: &Lua) -> Result<Table> {
    let host = lua.create_table()?;
    host.set("charge", lua.create_function(|lua, steps: f64| meter::charge(lua, steps))?)?;
    host.set("charge_line", lua.create_function(|lua, steps: f64| meter::charge_line(lua, steps))?)?;
    host.set("weigh", lua.create_function(|_, weight: f64| Ok(meter::set_pattern_weight(weight)))?)?;
    host.set(
        "sets",
        lua.create_function(|_, metatable: Table| {
            meter::set_metatable(metatable.to_pointer());
            Ok(())
        })?,
    )?;
    host.set("weight", lua.create_function(weight)?)?;
    host.set(
        "raise",
        lua.create_function(|lua, (message, level): (LuaString, Option<f64>)| -> Result<()> {
            let why = FailureReason::Raised(clip(&message.to_string_lossy()));
            Err(Refusal::above(lua, why, level.map_or(1, |level| (level as usize).clamp(1, 100))).into())
        })?,
    )?;
    host.set(
        "forbid",
        lua.create_function(|lua, message: LuaString| -> Result<()> {
            Err(Refusal::here(lua, FailureReason::Forbidden(clip(&message.to_string_lossy()))).into())
        })?,
    )?;
    host.set(
        "absent",
        lua.create_function(|lua, name: Value| -> Result<()> {
            let name = name.as_string().map_or_else(|| name.type_name().to_owned(), LuaString::to_string_lossy);
            let known = names(lua, &name)?;
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            Err(Refusal::here(lua, FailureReason::Forbidden(unknown_name_message(&name, &known))).into())
        })?,
    )?;
    host.set(
        "lower",
        lua.create_function(|lua, text: LuaString| lua.create_string(text.as_bytes().to_ascii_lowercase()))?,
    )?;
    host.set(
        "upper",
        lua.create_function(|lua, text: LuaString| lua.create_string(text.as_bytes().to_ascii_uppercase()))?,
    )?;
    host.set("number", lua.create_function(|lua, text: Value| numbers::tonumber(lua, &[text]))?)?;
    // The function that returns an iterator over a table of `ctx`, or nothing for any other table.
    host.set(
        "order",
        lua.create_function(|_, list: Table| -> Result<Option<Function>> {
            let meta = list.metatable().filter(|meta| meta.raw_get(ORDERED).unwrap_or(false));
            meta.map_or(Ok(None), |meta| meta.raw_get("__iter"))
        })?,
    )?;
    host.set("tonumber", lua.create_function(|lua, given: Variadic<Value>| numbers::tonumber(lua, &given))?)?;
    host.set("format", lua.create_function(numbers::format)?)?;
    host.set(
        "print",
        lua.create_function(|lua, given: Variadic<Value>| {
            recorder::print(lua, &given);
            Ok(())
        })?,
    )?;
    host.set("math", mathematics(lua)?)?;
    Ok(host)
}

/// The names among which `name` may have been meant: globals, or members of its library.
fn names(lua: &Lua, name: &str) -> Result<Vec<String>> {
    let globals = lua.globals();
    let (table, prefix) =
        match name.split_once('.').map(|(library, _)| (globals.get::<Option<Table>>(library), library)) {
            Some((Ok(Some(library)), prefix)) => (library, format!("{prefix}.")),
            _ => (globals, String::new()),
        };
    let mut names = Vec::new();
    // Globals of the sandbox are read through to those of Luau.
    let below = table.metatable().and_then(|meta| meta.raw_get::<Option<Table>>("__index").ok().flatten());
    for table in [Some(table), below].into_iter().flatten() {
        for pair in table.pairs::<Value, Value>() {
            if let (Value::String(key), _) = pair? {
                let key = key.to_string_lossy();
                if !key.starts_with('_') {
                    names.push(format!("{prefix}{key}"));
                }
            }
        }
    }
    names.sort();
    Ok(names)
}

/// The longest pattern, in bytes.
const MAX_PATTERN: usize = 256;

/// The cost of each step of the matcher for this text and pattern; charges for reading them.
///
/// Each step may go through the whole text (`a*`, `%b()`), and compare each character with a whole set.
fn weight(lua: &Lua, (text, pattern, plain): (Value, Value, Option<bool>)) -> Result<f64> {
    // Anything but a string or a number is refused by the function itself, with its own message.
    let bytes = |value: &Value| value.as_string().map(|text| text.as_bytes().to_vec());
    let (Some(text), Some(pattern)) = (bytes(&text), bytes(&pattern)) else { return Ok(1.0) };
    let refuse = |message: &str| Err(Refusal::here(lua, FailureReason::Forbidden(message.to_owned())).into());
    let product = text.len() as f64 * (1 + pattern.len()) as f64;
    if plain == Some(true) || !pattern.iter().any(|byte| b"^$*+?.([%-".contains(byte)) {
        meter::charge(lua, product / 4096.0)?;
        return Ok(1.0);
    }
    if pattern.len() > MAX_PATTERN {
        return refuse(
            "the pattern is too long: at most 256 characters. For a plain text, give `true` as the fourth value",
        );
    }
    // Which bytes beyond ASCII are letters is a matter of the system's language.
    if pattern.contains(&b'%') && !text.is_ascii() {
        return refuse("classes like `%a` are for plain ASCII texts: name the characters in a set (`[...]`)");
    }
    meter::charge(lua, text.len() as f64 / 256.0)?;
    Ok(1.0 + (product / 256.0).floor())
}

/// A function of one number, and its name.
type FunctionOfOne = (&'static str, fn(f64) -> f64);

type FunctionOfTwo = (&'static str, fn(f64, f64) -> f64);

/// Functions whose last digits differ between systems, from one library on all.
fn mathematics(lua: &Lua) -> Result<Table> {
    let functions = lua.create_table()?;
    let one: [FunctionOfOne; 11] = [
        ("acos", libm::acos),
        ("asin", libm::asin),
        ("atan", libm::atan),
        ("cos", libm::cos),
        ("cosh", libm::cosh),
        ("exp", libm::exp),
        ("log10", libm::log10),
        ("sin", libm::sin),
        ("sinh", libm::sinh),
        ("tan", libm::tan),
        ("tanh", libm::tanh),
    ];
    for (name, function) in one {
        let called = format!("math.{name}");
        let function = move |lua: &Lua, x: Value| Ok(function(numbers::parameter(lua, &called, 1, &x)?));
        functions.set(name, lua.create_function(function)?)?;
    }
    let two: [FunctionOfTwo; 4] = [
        ("atan2", libm::atan2),
        ("fmod", libm::fmod),
        ("ldexp", |x, exponent| libm::ldexp(x, exponent as i32)),
        ("pow", libm::pow),
    ];
    for (name, function) in two {
        let called = format!("math.{name}");
        let function = move |lua: &Lua, (x, y): (Value, Value)| {
            let [x, y] = [(1, x), (2, y)].map(|(place, value)| numbers::parameter(lua, &called, place, &value));
            let (x, y) = (x?, y?);
            // `fmod` works by one bit after the other.
            if name == "fmod" && x.abs() > y.abs() * 4_503_599_627_370_496.0 {
                meter::charge(lua, 64.0)?;
            }
            Ok(function(x, y))
        };
        functions.set(name, lua.create_function(function)?)?;
    }
    functions.set(
        "frexp",
        lua.create_function(|lua, x: Value| Ok(libm::frexp(numbers::parameter(lua, "math.frexp", 1, &x)?)))?,
    )?;
    functions.set(
        "log",
        lua.create_function(|lua, (x, base): (Value, Value)| {
            let x = numbers::parameter(lua, "math.log", 1, &x)?;
            let base = match base {
                Value::Nil => None,
                base => Some(numbers::parameter(lua, "math.log", 2, &base)?),
            };
            Ok(match base {
                None => libm::log(x),
                Some(2.0) => libm::log2(x),
                Some(10.0) => libm::log10(x),
                Some(base) => libm::log(x) / libm::log(base),
            })
        })?,
    )?;
    Ok(functions)
}
