//! Records what house rules do and print: for the log, the console and the command line.
//!
//! Recording changes nothing: steps and results are the same. Only cached results are computed again, so that they can
//! be recorded.
//!
//! A match plays each action with a recorder on its thread. Each change of a value, each effect and each printed line
//! is noted with its script and line.

use crate::interface::{EntryPoint, ResultKind};
use mlua::{Lua, Value};
use std::path::{Path, PathBuf};
use stonehouse_plugin::HookValue;
use stonehouse_runtime::ScriptLine;

/// The most changes, and the most lines, of one recording that are kept.
const MAX_NOTES: usize = 200;

/// The longest line that is kept, in letters.
const MAX_LENGTH: usize = 500;

/// The most entries of a table that are shown, and the greatest depth.
const MAX_ENTRIES: usize = 16;
const MAX_DEPTH: usize = 2;

/// A change that house rules made to a value of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookChange {
    /// The hook.
    pub hook: String,
    /// The values that the scripts had read, each with its name.
    pub read: Vec<String>,
    /// The value that the rules would have used.
    pub before: String,
    /// The scripts that changed it: the script's name, the line in which its function begins, and the value after it.
    pub scripts: Vec<(String, usize, String)>,
}

impl HookChange {
    /// The change in a sentence: "`line_points`: the rules gave 1, slanted.lua:6 made it 2".
    pub fn sentence(&self) -> String {
        let made = |(script, line, value): &(String, usize, String)| format!("{script}:{line} made it {value}");
        let scripts: Vec<String> = self.scripts.iter().map(made).collect();
        let read = if self.read.is_empty() { String::new() } else { format!(" ({})", self.read.join(", ")) };
        format!("{}{read}: the rules gave {}, {}", self.hook, self.before, scripts.join(", "))
    }
}

/// A line that a script printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The printed text.
    pub text: String,
    /// The script's name, and the line that printed it.
    pub place: (String, usize),
    /// The hook, the event, the action or the measure that was called.
    pub during: String,
}

impl Printed {
    /// The line with where it came from: `slanted.lua:6 (line_points): 3`.
    pub fn sentence(&self) -> String {
        let (script, line) = &self.place;
        format!("{script}:{line} ({}): {}", self.during, self.text)
    }
}

/// The result of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HookTrace {
    /// The changes and effects of house rules, in order, each once.
    pub changes: Vec<String>,
    /// The lines that they printed, in order.
    pub printed: Vec<Printed>,
}

/// A recording under way.
#[derive(Default)]
pub(crate) struct Recording {
    trace: HookTrace,
    pub call: RecordedCall,
}

/// The call to which belongs what is recorded next.
#[derive(Clone, Default)]
pub(crate) struct RecordedCall {
    /// The name of the hook, event, action or measure, and the scripts' names.
    during: String,
    names: Vec<String>,
    /// The values after each handler.
    after: Vec<i64>,
}

/// Records what house rules do on this thread.
pub struct Recorder(());

impl Recorder {
    /// Records from now on.
    pub fn begin() -> Self {
        super::set_recording(Some(Recording::default()));
        Self(())
    }

    /// Ends the recording and returns it.
    pub fn finish(self) -> HookTrace {
        super::set_recording(None).map(|recording| recording.trace).unwrap_or_default()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        super::set_recording(None);
    }
}

/// Whether this thread records.
#[inline]
pub(crate) fn is_recording() -> bool {
    super::with_meter(|meter| meter.records.get())
}

/// Notes that a call of this hook, event, action or measure begins.
pub(super) fn begin_call(during: &str, names: impl Iterator<Item = String>) {
    super::with_recording(|recording| {
        let Some(Recording { call, .. }) = recording else { return };
        during.clone_into(&mut call.during);
        call.names = names.collect();
        call.after.clear();
    });
}

impl Recording {
    fn change(&mut self, sentence: String) {
        if self.trace.changes.len() < MAX_NOTES && !self.trace.changes.contains(&sentence) {
            self.trace.changes.push(sentence);
        }
    }
}

/// Notes the result of a handler.
pub(crate) fn note_result(value: i64) {
    super::with_recording(|recording| {
        if let Some(recording) = recording {
            recording.call.after.push(value);
        }
    });
}

/// Notes the changes of a call that has ended. `handlers` are the scripts and the lines of their functions.
pub(crate) fn ended(entry_point: &EntryPoint, handlers: &[ScriptLine], read: Vec<String>, before: i64) {
    super::with_recording(|recording| {
        let Some(recording) = recording else { return };
        let shown = |value: i64| match entry_point.answer {
            ResultKind::Value(HookValue::Boolean) => (value != 0).to_string(),
            _ => value.to_string(),
        };
        let mut last = before;
        let mut scripts = Vec::new();
        for (ScriptLine { script, line }, value) in handlers.iter().zip(&recording.call.after) {
            if *value != last {
                scripts.push((recording.call.names.get(*script).cloned().unwrap_or_default(), *line, shown(*value)));
            }
            last = *value;
        }
        if !scripts.is_empty() {
            let change = HookChange { hook: entry_point.name.clone(), read, before: shown(before), scripts };
            recording.change(change.sentence());
        }
    });
}

/// Notes an effect that a script requests at this place.
pub(crate) fn effect(name: &str, given: &[Value], ScriptLine { script, line }: ScriptLine) {
    super::with_recording(|recording| {
        let Some(recording) = recording else { return };
        let given: Vec<String> = given.iter().map(|value| shown(value, MAX_DEPTH)).collect();
        let script = recording.call.names.get(script).cloned().unwrap_or_default();
        let sentence = format!("{}: {script}:{line} requested {name}({})", recording.call.during, given.join(", "));
        recording.change(sentence);
    });
}

/// `print` of the scripts. It does something only while this thread records.
pub(crate) fn print(lua: &Lua, given: &[Value]) {
    let is_full = super::with_recording(|recording| {
        recording.as_ref().is_none_or(|recording| recording.trace.printed.len() >= MAX_NOTES)
    });
    if is_full {
        return;
    }
    let text: Vec<String> = given.iter().map(|value| shown(value, MAX_DEPTH)).collect();
    let text: String = text.join(" ").chars().take(MAX_LENGTH).collect();
    let ScriptLine { script, line } = crate::fault::place(lua, 1).unwrap_or_default();
    super::with_recording(|recording| {
        let Some(recording) = recording else { return };
        let place = (recording.call.names.get(script).cloned().unwrap_or_default(), line);
        recording.trace.printed.push(Printed { text, place, during: recording.call.during.clone() });
    });
}

/// The displayed name of a script.
pub(crate) fn name_of(file: &Path, name: &str) -> String {
    PathBuf::from(name)
        .file_name()
        .map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// A value for display: a table with its first entries, everything that has an address as its type.
fn shown(value: &Value, depth: usize) -> String {
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let text = text.as_bytes();
            let text = String::from_utf8_lossy(&text[..text.len().min(4 * MAX_LENGTH)]);
            if depth == MAX_DEPTH { text.into_owned() } else { format!("{text:?}") }
        }
        Value::Table(table) => {
            // `ctx` is a locked table before the one with its fields.
            let inner =
                table.metatable().and_then(|meta| meta.raw_get::<Option<mlua::Table>>("__index").ok().flatten());
            entries(inner.as_ref().unwrap_or(table), depth)
        }
        other => other.type_name().to_owned(),
    }
}

fn entries(table: &mlua::Table, depth: usize) -> String {
    if depth == 0 {
        return "{...}".to_owned();
    }
    let mut all = Vec::new();
    for pair in table.pairs::<Value, Value>().take(MAX_ENTRIES + 1) {
        let Ok((key, value)) = pair else { break };
        if all.len() == MAX_ENTRIES {
            all.push("...".to_owned());
            break;
        }
        let key = match &key {
            Value::String(name) => name.to_string_lossy(),
            other => format!("[{}]", shown(other, 0)),
        };
        all.push(format!("{key} = {}", shown(&value, depth - 1)));
    }
    format!("{{{}}}", all.join(", "))
}
