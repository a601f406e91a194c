//! Failures of scripts: the reason, the place and the remedy, worded for the author of the script.
//!
//! The place comes from the VM: from its stack, or from the text that the VM itself puts in front of its
//! messages. Errors that a script raises (`error`, `assert`) pass through the program, which adds the place, so no
//! script can blame another.
//!
//! The kind of a failure follows from where it arises, not from its words. The exceptions are two errors that the
//! VM itself reports in fixed sentences that no script can produce.

use crate::limits::{
    MAX_CALL_BYTES, MAX_LOAD_BYTES, MAX_STEPS_PER_ACTION, MAX_STEPS_PER_CALL, MAX_STEPS_PER_GAME, MAX_STEPS_PER_QUERY,
    MAX_WORK_TIME,
};
use crate::problem::{Problem, did_you_mean, nearest};
use crate::script::Script;
use mlua::{Error, Lua, Value};
use stonehouse_plugin::FieldKind;
use stonehouse_runtime::{HookFailure, HookFailureKind, MemoryShape, ScriptLimit, ScriptLine};

/// The most functions around an error that are named.
const MAX_CHAIN: usize = 8;

/// The longest error text that is kept, in characters: a script can make one of megabytes.
const MAX_MESSAGE: usize = 2000;
/// As [`MAX_MESSAGE`], for a name in it.
const MAX_NAME: usize = 60;

/// A limit that was met, or an error or request of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FailureReason {
    /// Too many steps.
    Steps(ScriptLimit),
    /// The clock, which is the last resort.
    Time,
    /// The script's message of `error` or `assert`.
    Raised(String),
    /// The use of something that is forbidden to house rules, in words.
    Forbidden(String),
    /// A field that the context does not have.
    UnknownField(String),
}

/// An error that the program raises in a script.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{why:?}")]
pub(super) struct Refusal {
    why: FailureReason,
    /// The script and the line, by the VM's stack.
    place: Option<ScriptLine>,
    /// The places at which the functions around it were called.
    chain: Vec<ScriptLine>,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::external(refusal)
    }
}

/// The name of a script in the VM; no script's own name can be confused with it.
pub(super) fn chunk_name(script: usize) -> String {
    format!("script{script}")
}

/// The place of the script with this name in the VM.
pub(super) fn script_of(chunk: &str) -> Option<usize> {
    chunk.strip_prefix("script")?.parse().ok()
}

impl Refusal {
    /// A refusal at the line that runs now.
    pub(super) fn here(lua: &Lua, why: FailureReason) -> Self {
        Self::above(lua, why, 1)
    }

    /// A refusal at a line of a script, which is used at the line that runs now.
    pub(super) fn at(lua: &Lua, why: FailureReason, place: ScriptLine) -> Self {
        Self { why, place: Some(place), chain: stack(lua) }
    }

    /// A refusal at the line of the `level`-th function of a script from the top of the stack.
    pub(super) fn above(lua: &Lua, why: FailureReason, level: usize) -> Self {
        let chain = stack(lua).into_iter().skip(level.max(1)).collect();
        Self { why, place: place(lua, level), chain }
    }
}

/// The lines of the scripts' functions that are under way, the innermost first, as far as they are among the first
/// `depths` functions of the stack.
fn lines_on_stack(lua: &Lua, depths: usize) -> impl Iterator<Item = ScriptLine> + '_ {
    let line_at = |depth| {
        lua.inspect_stack(depth, |frame| {
            let script = frame.source().short_src.as_deref().and_then(script_of)?;
            Some(ScriptLine { script, line: frame.current_line()? })
        })
    };
    (0..depths).map_while(line_at).flatten()
}

/// The lines of the scripts' functions that are under way, the innermost first.
fn stack(lua: &Lua) -> Vec<ScriptLine> {
    lines_on_stack(lua, 2 * MAX_CHAIN).take(MAX_CHAIN).collect()
}

/// The place of the `level`-th function of a script from the top of the stack: the script and its line; that of the
/// lowest one, if there are fewer.
pub(super) fn place(lua: &Lua, level: usize) -> Option<ScriptLine> {
    /// A depth that no stack reaches.
    const MAX_DEPTH: usize = 30_000;
    lines_on_stack(lua, MAX_DEPTH).take(level.max(1)).last()
}

/// The VM's own messages when a script changes a table that is locked, and when it has no more memory. They have
/// no other form, and a script's messages are a [`Refusal`]: no script can imitate them.
const LOCKED: &str = "attempt to modify a readonly table";
const NO_MEMORY: &str = "not enough memory";

/// Describes an error of the VM. `hook` is the one that was called, `fallback` the script and the line to name
/// when the VM reports none.
pub(super) fn failure(error: &Error, scripts: &[Script], hook: Option<&str>, fallback: ScriptLine) -> HookFailure {
    let during = hook.map(|hook| format!(" (in `{hook}`)")).unwrap_or_default();
    let mut chain = Vec::new();
    let (kind, place, message) = match refusal(error) {
        Some(refusal) => {
            let (kind, message) = refusal.why.words(&during);
            chain.clone_from(&refusal.chain);
            (kind, refusal.place, message)
        }
        None if is_memory(error) => {
            let limit = if hook.is_some() { MAX_CALL_BYTES } else { MAX_LOAD_BYTES } >> 10;
            let message = format!(
                "the script used more than {limit} KiB of memory{during}. Look for a table or a text that grows without end"
            );
            (HookFailureKind::Memory, None, message)
        }
        None => {
            let (place, message) = vm_message(error);
            chain = vm_chain(error);
            let kind = if message == LOCKED { HookFailureKind::Forbidden } else { HookFailureKind::Operation };
            let remedy = remedy(&message).map(|remedy| format!(". {remedy}")).unwrap_or_default();
            (kind, place, format!("{message}{during}{remedy}"))
        }
    };
    let ScriptLine { script, line } = place.unwrap_or(fallback);
    let mut failure = located(kind, message, scripts, hook, ScriptLine { script, line });
    let named =
        chain.iter().filter_map(|ScriptLine { script, line }| Some(format!("{}:{line}", scripts.get(*script)?.name)));
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        failure.notes.push(format!("called from {}", named.join(", from ")));
    }
    failure
}

/// The remedy for an error that the VM reports in this sentence.
fn remedy(message: &str) -> Option<&'static str> {
    let (on_table, on_nil, on_text) = (
        "A table is no number: read a fact that has a value for each seat with a seat (`ctx.NAME[ctx.seat]`), and the length of a list \
         with `#list`",
        "`nil` means that there is no value: look for a misspelt name, or give a value for this case (`value or 0`)",
        "A text is no number: convert it (`tonumber(text)`), or compare it with another text",
    );
    if message.starts_with("attempt to index nil") {
        return Some(
            "`nil` means that there is no value: look for a misspelt name, or for a place that a list does not have. Lists begin at 1",
        );
    }
    let is_operation =
        message.starts_with("attempt to compare ") || message.starts_with("attempt to perform arithmetic ");
    Some(match message {
        LOCKED => {
            "Nothing that a script stores lasts from call to call, so a table that was made outside of the call \
             cannot be changed in it: keep what changes in a `local` inside the function, or work on a copy \
             (`table.clone`)"
        }
        "table overflow" => {
            "The table would be too large: look for a loop that adds to it without end, or for a wrong size in `table.create`"
        }
        _ if !is_operation => return None,
        _ if message.contains("table") => on_table,
        _ if message.contains("nil") => on_nil,
        _ if message.contains("string") => on_text,
        _ => "Only numbers can be calculated with, and only two numbers or two texts compared",
    })
}

/// A failure at a line of a script.
pub(super) fn located(
    kind: HookFailureKind,
    message: String,
    scripts: &[Script],
    hook: Option<&str>,
    ScriptLine { script, line }: ScriptLine,
) -> HookFailure {
    let file = scripts.get(script).map(|script| script.file.clone());
    HookFailure {
        hook: hook.unwrap_or_default().to_owned(),
        line: if file.is_some() { line } else { 0 },
        script: file.unwrap_or_else(|| "scripts".into()),
        ..HookFailure::new(kind, message)
    }
}

impl FailureReason {
    /// The kind and the words; `during` names the hook.
    fn words(&self, during: &str) -> (HookFailureKind, String) {
        let long = |whose: &str, more: String, remedy: &str| format!("{whose} ran too long{during}: {more}. {remedy}");
        let all =
            |limit: u64, of: &str| long("the scripts", format!("more than {limit} steps {of}"), "Do less in each call");
        match self {
            Self::Steps(limit) => (
                HookFailureKind::Steps(*limit),
                match limit {
                    ScriptLimit::Call => long(
                        "the script",
                        format!("more than {MAX_STEPS_PER_CALL} steps in one call"),
                        "Look for a loop that never ends",
                    ),
                    ScriptLimit::Position => all(MAX_STEPS_PER_QUERY, "for one position"),
                    ScriptLimit::Action => all(MAX_STEPS_PER_ACTION, "in one action"),
                    ScriptLimit::Game => all(MAX_STEPS_PER_GAME, "in one game"),
                    _ => long(
                        "the scripts",
                        "the smoke test ended before its games did".to_owned(),
                        "Do less in each call",
                    ),
                },
            ),
            Self::Time => (
                HookFailureKind::Time,
                format!(
                    "the scripts took more than {} seconds{during}. Do less in each call, and with shorter texts and tables",
                    MAX_WORK_TIME.as_secs()
                ),
            ),
            Self::Raised(message) => (HookFailureKind::Raised, format!("{message}{during}")),
            Self::Forbidden(message) => (HookFailureKind::Forbidden, format!("{message}{during}")),
            Self::UnknownField(message) => (HookFailureKind::UnknownField, format!("{message}{during}")),
        }
    }
}

/// The refusal inside an error, however deep.
fn refusal(error: &Error) -> Option<&Refusal> {
    match error {
        Error::CallbackError { cause, .. } | Error::WithContext { cause, .. } => refusal(cause),
        Error::ExternalError(external) => external.downcast_ref(),
        _ => None,
    }
}

/// Whether the VM ran out of the memory that it may take.
pub(super) fn is_memory(error: &Error) -> bool {
    match error {
        Error::CallbackError { cause, .. } | Error::WithContext { cause, .. } => is_memory(cause),
        Error::MemoryError(_) => true,
        Error::RuntimeError(_) => vm_message(error).1 == NO_MEMORY,
        _ => false,
    }
}

/// The place with which a line of the VM's text begins, `CHUNK:LINE`, as far as it is in a script, and the rest of it;
/// `None` if it begins with no place.
fn placed(text: &str) -> Option<(Option<ScriptLine>, &str)> {
    let (chunk, rest) = text.trim_start().split_once(':')?;
    let (line, rest) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
    let line = line.parse().ok()?;
    Some((script_of(chunk).map(|script| ScriptLine { script, line }), rest))
}

/// The VM's message: `CHUNK:LINE: message`, and behind it the lines of the stack. Without the VM's own words
/// around it.
fn vm_message(error: &Error) -> (Option<ScriptLine>, String) {
    let other;
    let text = match error {
        Error::RuntimeError(text) | Error::SyntaxError { message: text, .. } => text,
        Error::CallbackError { cause, .. } | Error::WithContext { cause, .. } => return vm_message(cause),
        error => {
            other = error.to_string();
            &other
        }
    };
    let first = text.lines().next().unwrap_or_default();
    let (mut place, mut message) = (None, first);
    if let Some((found, rest)) = placed(first) {
        place = found;
        message = rest.trim_start_matches(':').trim_start();
    }
    // Raised inside the sandbox's own functions: the script's line is the first one below.
    let below = || text.lines().skip(1).find_map(|line| placed(line)?.0);
    (place.or_else(below), clip(message))
}

/// The places at which the functions around an error of the VM were called, by the lines of the stack in its text.
fn vm_chain(error: &Error) -> Vec<ScriptLine> {
    match error {
        Error::CallbackError { cause, .. } | Error::WithContext { cause, .. } => vm_chain(cause),
        Error::RuntimeError(text) => {
            // The first line of the stack is the place of the error.
            text.lines().skip(1).filter_map(|line| placed(line)?.0).skip(1).take(MAX_CHAIN).collect()
        }
        _ => Vec::new(),
    }
}

/// The message about a name that a script used and that does not exist: the reason, or the name that was probably
/// meant.
pub(super) fn unknown_name_message(name: &str, known: &[&str]) -> String {
    let reason = match name {
        "pcall" | "xpcall" => "with it a script could continue after reaching a limit",
        "require" => "a rule is one file; a variant may use several",
        "os" | "io" | "debug" | "buffer" | "vector" | "integer" | "loadstring" | "load" | "dofile" | "getfenv"
        | "setfenv" | "newproxy" | "collectgarbage" | "gcinfo" | "coroutine" | "package" => {
            "a script is a function of what it is given, and of nothing else"
        }
        "math.random" | "math.randomseed" | "math.noise" => {
            "the same match must go the same way everywhere. Declare a roll in `rolls`: a house rule requests it with \
             `effects.roll`, a game returns `at:roll(name)`"
        }
        "math.lerp" | "math.map" => "systems round it differently; write it out",
        "effects" => {
            return "there is nothing called `effects` here: it is the second parameter of an event and of an action's `play` (write \
                    `function house.turn_ended(ctx, effects)`); a hook has none, and returns a value"
                .to_owned();
        }
        "ctx" => return "there is nothing called `ctx` here: it is the first parameter (write `function house.wins(ctx, wins)`)".to_owned(),
        "string.pack" | "string.unpack" | "string.packsize" => "it shows how this system stores numbers",
        _ => "",
    };
    if !reason.is_empty() {
        return format!("`{name}` is not available in scripts: {reason}");
    }
    // A field of a text is looked up among the functions for texts.
    if let Some(field) = name.strip_prefix("string.") {
        let functions = known.iter().filter_map(|known| known.strip_prefix("string."));
        if nearest(field, functions).is_none_or(|known| known.as_bytes().first() != field.as_bytes().first()) {
            return format!(
                "a text has no `{}`: where the pieces of a zone have one field, as pockets of a board, its value takes the place of the piece",
                short(field)
            );
        }
    }
    let hint = nearest(name, known.iter().copied()).map(|best| format!(" Did you mean `{best}`?")).unwrap_or_default();
    format!("there is nothing called `{}` here.{hint}", short(name))
}

pub(super) fn clip(text: &str) -> String {
    text.chars().take(MAX_MESSAGE).collect()
}

/// A name that a script made up, for a message: a long one is cut off.
fn short(name: &str) -> String {
    let mut short: String = name.chars().take(MAX_NAME).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

/// The type of a key that should have been a name.
pub(super) fn kind_of_key(key: &Value) -> &'static str {
    match key {
        Value::Integer(_) | Value::Number(_) => "number",
        other => other.type_name(),
    }
}

/// The refusal of a field that `ctx` does not have, with its own fields and all others that can be read.
pub(super) fn missing_field(lua: &Lua, hook: &str, field: &str, (own, all): (&[String], &[String])) -> Refusal {
    let [own, all] = [own, all].map(|names| names.iter().map(String::as_str).collect());
    Refusal::here(lua, FailureReason::UnknownField(no_field(hook, field, &(own, all))))
}

/// The refusal of a name or a key that does not exist, with this message.
pub(super) fn missing(lua: &Lua, message: String) -> Refusal {
    Refusal::here(lua, FailureReason::UnknownField(message))
}

/// The message about the length of what has none.
pub(super) const NO_LENGTH: &str = "`#` counts nothing here: `ctx.players` is how many play, and `for name, value in ctx do` goes through what there is";

/// The message about a seat for which a fact has no value.
pub(super) fn no_seat(seat: &Value, words: &[String], seats: usize) -> String {
    let known = if words.is_empty() {
        format!("seats are numbered from 0 to {}", seats.saturating_sub(1))
    } else {
        format!("the seats are called {}", words.join(", "))
    };
    match seat {
        // A memory of players is so while it is nobody.
        Value::Boolean(false) => format!("`false` is nobody, and no seat: {known}"),
        seat => format!("there is no seat {}: {known}", shown_key(seat)),
    }
}

/// The message about a place that a memory does not have: of a list, or a row or column of a grid.
pub(super) fn no_place(name: &str, what: &str, place: &Value, (first, last): (i64, i64)) -> String {
    format!("`{name}` has {what} from {first} to {last}, and not {}", shown_key(place))
}

/// The message about a key of a zone that is no number; `keys` describes those that it has.
pub(super) fn no_key(keys: &str, key: &Value) -> String {
    format!("{keys}, and not {}", shown_key(key))
}

/// The message about a field that the pieces of a zone do not have.
pub(super) fn no_piece_field(zone: &str, fields: &str, field: &Value) -> String {
    let hint = field.as_string().map(|field| did_you_mean(&field.to_string_lossy(), fields.split(", ")));
    format!("a piece of `{zone}` has no {}.{} It has {fields}", shown_key(field), hint.unwrap_or_default())
}

fn shown_key(key: &Value) -> String {
    match key {
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("\"{}\"", short(&text.to_string_lossy())),
        other => format!("a {}", other.type_name()),
    }
}

/// Groups of names that games and entry points have for the same thing.
const COORDINATES: [&[&str]; 3] = [&["column", "col"], &["target", "place", "index"], &["seat", "player", "winner"]];

/// The name here of a field that has another one elsewhere.
fn other_coordinate<'a>(field: &str, mut known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let names = COORDINATES.into_iter().find(|names| names.contains(&field))?;
    known.find(|other| names.contains(other))
}

/// The message that `ctx` has no such field at a hook, with its own fields and all others that can be read.
pub(super) fn no_field(hook: &str, field: &str, (own, all): &(Vec<&str>, Vec<&str>)) -> String {
    if own.contains(&field) || all.contains(&field) {
        return format!(
            "`{field}` is read by a name that is put together while the script runs, and only what is named in its text is handed to it: \
             write `ctx.{field}`, or name it in a text (`\"{field}\"`)"
        );
    }
    let known = || own.iter().chain(all).copied();
    let hint = match other_coordinate(field, known()) {
        Some(other) => format!(" Here it is called `{other}`."),
        None => did_you_mean(field, known()),
    };
    let own = if own.is_empty() { String::new() } else { format!(" It has: {}", own.join(", ")) };
    // The rest of what can be read is long, and helps only where no name is near.
    let rest = match (hint.is_empty(), own.is_empty()) {
        (false, _) => String::new(),
        (true, true) => format!(" Every hook can read: {}", all.join(", ")),
        (true, false) => format!(". Every hook can read: {}", all.join(", ")),
    };
    format!("`{hook}` has no `{}` in its `ctx`.{hint}{own}{rest}", short(field))
}

/// The problem with comparing a field of the context with a text, if it never equals that.
pub(super) fn impossible_comparison(name: &str, kind: &FieldKind, shape: MemoryShape, text: &str) -> Option<String> {
    let text = clip(text);
    let several = match shape {
        MemoryShape::Single => None,
        MemoryShape::Seats => Some(("a value for each seat", "[seat]")),
        MemoryShape::List(_) => Some(("a list of values", "[place]")),
        MemoryShape::Grid { .. } => Some(("a grid of values", "[row][column]")),
    };
    if let Some((what, index)) = several {
        return Some(format!("`{name}` has {what}, and never is a text: write `ctx.{name}{index}`"));
    }
    match kind {
        FieldKind::Word(words) if words.contains(&text) => None,
        FieldKind::Word(words) => {
            let hint = did_you_mean(&text, words.iter().map(String::as_str));
            Some(format!("`{name}` is never \"{text}\".{hint} It is one of: {}", words.join(", ")))
        }
        FieldKind::Integer => Some(format!("`{name}` is a whole number, and never a text")),
        FieldKind::Boolean => Some(format!("`{name}` is true or false, and never a text")),
        // By a word where the game has words for its seats.
        FieldKind::Seat => None,
    }
}

/// The problem when the VM itself failed, not a script.
pub(super) fn vm_error(error: &Error) -> Problem {
    Problem::file("scripts", format!("Luau could not be started: {}", clip(&error.to_string())))
}

/// A failure of a script as a problem of its file.
pub fn problem_of(failure: HookFailure) -> Problem {
    let mut problem = Problem::line(failure.script, failure.line, failure.message);
    problem.column = failure.column;
    problem.notes = failure.notes;
    problem
}
