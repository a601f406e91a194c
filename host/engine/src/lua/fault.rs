//! Why a script did not answer, where, and what to do, worded for the person who wrote it.
//!
//! The place comes from the machine: from its stack, or from the text that the machine itself puts in front of its messages. What a
//! script says (`error`, `assert`) passes through the program, which adds the place, so no script can blame another.

use super::Script;
use super::meter::{ACTION_STEPS, CALL_STEPS, GAME_STEPS, QUESTION_STEPS, TIME_LIMIT};
use super::vm::{CALL_MEMORY, LOAD_MEMORY};
use crate::problem::{Problem, nearest};
use mlua::{Error, Lua};
use stonehouse_plugin_api::HookDecl;

/// The longest error text that is kept, in characters: a script can make one of megabytes.
const LONGEST_MESSAGE: usize = 2000;

/// A limit that was met, or something that a script said or asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// Too many steps in one call.
    CallSteps,
    /// Too many steps in all calls of one question about a position.
    QuestionSteps,
    /// Too many steps in all calls of an action.
    ActionSteps,
    /// Too many steps in all calls of a game.
    GameSteps,
    /// Too many steps in a trial.
    TrialSteps,
    /// The clock, which is the last resort.
    Time,
    /// A message.
    Said(String),
}

/// An error that the program raises in a script.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{why:?}")]
pub(super) struct Refusal {
    why: Why,
    /// The script and the line, by the machine's stack.
    place: Option<(usize, usize)>,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::external(refusal)
    }
}

/// The name under which the machine knows a script; no script's own name could be taken for it.
pub(super) fn chunk_name(script: usize) -> String {
    format!("script{script}")
}

fn script_of(chunk: &str) -> Option<usize> {
    chunk.strip_prefix("script")?.parse().ok()
}

impl Refusal {
    /// A refusal at no line.
    pub(super) fn of(why: Why) -> Self {
        Self { why, place: None }
    }

    /// A refusal at the line that runs now.
    pub(super) fn here(lua: &Lua, why: Why) -> Self {
        Self::above(lua, why, 1)
    }

    /// A refusal at the line of the `level`-th function of a script from the top of the stack.
    pub(super) fn above(lua: &Lua, why: Why, level: usize) -> Self {
        Self { why, place: place(lua, level) }
    }
}

/// Where the `level`-th function of a script from the top of the stack is: the script and its line; where the lowest one is, if there
/// are fewer.
pub(super) fn place(lua: &Lua, level: usize) -> Option<(usize, usize)> {
    /// Far more than a stack is deep.
    const DEEPEST: usize = 30_000;
    let mut left = level;
    let mut place = None;
    for depth in 0..DEEPEST {
        let Some(found) = lua.inspect_stack(depth, |frame| {
            let script = frame.source().short_src.as_deref().and_then(script_of);
            script.zip(frame.current_line())
        }) else {
            break;
        };
        if found.is_some() {
            place = found;
            left = left.saturating_sub(1);
            if left == 0 {
                break;
            }
        }
    }
    place
}

/// Words an error of the machine. `hook` is the one that was asked, with the script and the line to name when the machine knows none.
pub(super) fn problem(error: &Error, scripts: &[Script], hook: Option<&HookDecl>, fallback: (usize, usize)) -> Problem {
    let (why, place) = match refusal(error) {
        Some(refusal) => (Some(refusal.why.clone()), refusal.place),
        None if is_memory(error) => (None, None),
        None => {
            let (place, message) = machine_message(&error.to_string());
            (Some(Why::Said(message)), place)
        }
    };
    let (script, line) = place.unwrap_or(fallback);
    let during = hook.map(|hook| format!(" (in `{}`)", hook.name)).unwrap_or_default();
    let limit = if hook.is_some() { CALL_MEMORY } else { LOAD_MEMORY };
    let message = match why {
        None => format!(
            "the script used more than {} KiB of memory{during}. Look for a table or a text that grows without end",
            limit >> 10
        ),
        Some(Why::CallSteps) => format!(
            "the script ran too long{during}: more than {CALL_STEPS} steps in one call. Look for a loop that never ends"
        ),
        Some(Why::QuestionSteps) => format!(
            "the house rules ran too long{during}: more than {QUESTION_STEPS} steps for one position. Do less in each call"
        ),
        Some(Why::ActionSteps) => format!(
            "the house rules ran too long{during}: more than {ACTION_STEPS} steps in one action. Do less in each call"
        ),
        Some(Why::GameSteps) => format!(
            "the house rules ran too long{during}: more than {GAME_STEPS} steps in one game. Do less in each call"
        ),
        Some(Why::TrialSteps) => {
            format!("the house rules ran too long{during}: the trial ended before its games did. Do less in each call")
        }
        Some(Why::Time) => format!(
            "the house rules took more than {} seconds{during}. Do less in each call, and with shorter texts and tables",
            TIME_LIMIT.as_secs()
        ),
        Some(Why::Said(message)) => {
            let remedy = if message.contains("readonly table") {
                ". Nothing that a script stores lasts from call to call, so a table that was made outside of the call \
                 cannot be changed in it: keep what changes in a `local` inside the function, or work on a copy \
                 (`table.clone`)"
            } else {
                ""
            };
            format!("{message}{during}{remedy}")
        }
    };
    match scripts.get(script) {
        Some(script) => Problem::line(&script.file, line, message),
        None => Problem::file("scripts", message),
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

/// Whether the machine ran out of the memory that it may take.
pub(super) fn is_memory(error: &Error) -> bool {
    match error {
        Error::CallbackError { cause, .. } | Error::WithContext { cause, .. } => is_memory(cause),
        Error::MemoryError(_) => true,
        Error::RuntimeError(text) => text.lines().next().is_some_and(|line| line.ends_with("not enough memory")),
        _ => false,
    }
}

/// What the machine says: `CHUNK:LINE: message`, and behind it the lines of the stack.
fn machine_message(text: &str) -> (Option<(usize, usize)>, String) {
    let text = text.trim_start_matches("runtime error: ");
    let placed = |line: &str| -> Option<(String, usize, usize)> {
        let (chunk, rest) = line.trim_start().split_once(':')?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        Some((chunk.to_owned(), rest[..digits].parse().ok()?, line.len() - rest.len() + digits))
    };
    let first = text.lines().next().unwrap_or_default();
    let (mut place, mut message) = (None, first);
    if let Some((chunk, line, end)) = placed(first) {
        place = script_of(&chunk).map(|script| (script, line));
        message = first[end..].trim_start_matches(':').trim_start();
    }
    // Said inside the sandbox's own functions: the script's line is the first one below.
    let below = || {
        text.lines().skip(1).find_map(|line| placed(line).and_then(|(chunk, line, _)| Some((script_of(&chunk)?, line))))
    };
    (place.or_else(below), clip(message))
}

/// A name that a script looked for and that is not there: why, or what was probably meant.
pub(super) fn absent(name: &str, known: &[&str]) -> String {
    let reason = match name {
        "pcall" | "xpcall" => "with it a rule could go on after a limit was met",
        "print" => "a rule has nowhere to print to; `error` shows a text and stops the match",
        "require" => "a rule is one file; a variant may use several",
        "os" | "io" | "debug" | "buffer" | "vector" | "integer" | "loadstring" | "load" | "dofile" | "getfenv"
        | "setfenv" | "newproxy" | "collectgarbage" | "gcinfo" | "coroutine" | "package" => {
            "a rule is a function of what it is given, and of nothing else"
        }
        "math.random" | "math.randomseed" | "math.noise" => {
            "the same match must go the same way everywhere, so rules have no chance"
        }
        "math.lerp" | "math.map" => "systems round it differently; write it out",
        "string.pack" | "string.unpack" | "string.packsize" => "it shows how this system stores numbers",
        _ => "",
    };
    if !reason.is_empty() {
        return format!("`{name}` is not available in house rules: {reason}");
    }
    let hint = nearest(name, known.iter().copied()).map(|best| format!(" Did you mean `{best}`?")).unwrap_or_default();
    format!("there is nothing called `{}` here.{hint}", clip(name))
}

pub(super) fn clip(text: &str) -> String {
    text.chars().take(LONGEST_MESSAGE).collect()
}

/// A field that a hook's context has not.
pub(super) fn missing_field(lua: &Lua, hook: &str, field: &str, fields: &[String]) -> Refusal {
    let known = fields.iter().map(String::as_str);
    let hint = nearest(field, known).map(|best| format!(" Did you mean `{best}`?")).unwrap_or_default();
    let field = clip(field);
    let message = format!("`{hook}` passes no `{field}` in its context.{hint} It has: {}", fields.join(", "));
    Refusal::here(lua, Why::Said(message))
}

/// The machine itself failed, not a script.
pub(super) fn machine_error(error: &Error) -> Problem {
    Problem::file("scripts", format!("Luau could not be started: {}", clip(&error.to_string())))
}
