//! The sandbox: what a script finds, what it does not, and its limits.
//!
//! Luau's own sandbox leaves three holes, closed here before it is shut: library functions that run for seconds on
//! megabytes without asking the interrupt, texts that show an address (which differs from run to run), and chance.

use mlua::{Lua, LuaOptions, Result, StdLib, VmState};
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Memory that the scripts of a ruleset may use on one thread, in bytes.
pub(super) const MEMORY_LIMIT: usize = 16 << 20;

/// Steps (function calls and turns of loops) that one hook call may take. A count, not a time, decides, so that a
/// match goes the same way on every machine.
pub(super) const STEP_LIMIT: u64 = 2_000_000;

/// The last resort, for work that takes time without steps. It suspends a match, and never decides one.
const TIME_LIMIT: Duration = Duration::from_secs(4);

/// What a message of ours says when a limit was met; recognised when the error is worded.
pub(super) const TOO_LONG: &str = "stonehouse: ran too long";

/// Run before the sandbox is shut.
const PRELUDE: &str = r##"
local type, error, select, unpack = type, error, select, table.unpack
local find, split, format, len, tostring_ = string.find, string.split, string.format, string.len, tostring

-- A plain search takes time in proportion to the product of the two lengths.
local function bounded(text, needle)
    if type(text) == "string" and type(needle) == "string"
        and (len(needle) > 1024 or len(text) * len(needle) > 16777216) then
        error("the texts are too long to search", 3)
    end
end
function string.find(text, needle, ...)
    bounded(text, needle)
    return find(text, needle, ...)
end
function string.split(text, separator, ...)
    bounded(text, separator or ",")
    return split(text, separator, ...)
end

-- An address differs from run to run; a kind does not.
local function plain(value)
    local kind = type(value)
    if kind == "nil" or kind == "number" or kind == "string" or kind == "boolean" or kind == "vector" then
        return value
    end
    return kind
end
function tostring(value)
    return tostring_(plain(value))
end
function string.format(text, ...)
    local values, count = { ... }, select("#", ...)
    for index = 1, count do
        values[index] = plain(values[index])
    end
    return format(text, unpack(values, 1, count))
end

-- With pcall a script could catch its limits.
for _, name in { "loadstring", "require", "getfenv", "setfenv", "newproxy", "collectgarbage", "gcinfo", "print",
    "pcall", "xpcall", "os", "debug", "coroutine" } do
    _G[name] = nil
end
math.random, math.randomseed, math.noise = nil, nil, nil
"##;

/// The meter of one machine: counts the steps of the call under way.
#[derive(Clone, Default)]
pub(super) struct Meter(Rc<Counters>);

#[derive(Default)]
struct Counters {
    steps: Cell<u64>,
    began: Cell<Option<Instant>>,
}

impl Meter {
    /// A call begins.
    #[inline]
    pub(super) fn restart(&self) {
        self.0.steps.set(0);
        self.0.began.set(None);
    }

    fn step(&self, lua: &Lua) -> Result<VmState> {
        let steps = self.0.steps.get() + 1;
        self.0.steps.set(steps);
        if steps >= STEP_LIMIT {
            return Err(too_long(lua));
        }
        // The clock is looked at rarely, and not at all in a short call.
        if steps.is_multiple_of(4096) {
            let began = self.0.began.get().unwrap_or_else(Instant::now);
            self.0.began.set(Some(began));
            if began.elapsed() > TIME_LIMIT {
                return Err(too_long(lua));
            }
        }
        Ok(VmState::Continue)
    }
}

/// The error of a script that met a limit, with where it was.
fn too_long(lua: &Lua) -> mlua::Error {
    let place = lua.traceback(None, 0).map(|trace| trace.to_string_lossy()).unwrap_or_default();
    mlua::Error::runtime(format!("{TOO_LONG}\n{place}"))
}

/// A sandboxed machine and its meter.
pub(super) fn sandbox() -> Result<(Lua, Meter)> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | StdLib::BUFFER;
    // Panics of the host never pass through a script, and a script cannot catch what is none of its business.
    let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(false))?;
    lua.load(PRELUDE).set_name("=stonehouse").exec()?;
    lua.sandbox(true)?;
    // Luau gives scripts a table of their own for globals; shut too, for what it kept would last from call to call.
    lua.globals().set_readonly(true);
    lua.set_memory_limit(MEMORY_LIMIT)?;
    let meter = Meter::default();
    let counting = meter.clone();
    lua.set_interrupt(move |lua| counting.step(lua));
    Ok((lua, meter))
}
