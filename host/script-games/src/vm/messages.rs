//! Lines of the log that a script writes with `at:say`.

use crate::rules::ScriptRules;
use crate::texts::piece_name;
use mlua::{Function, Lua, MultiValue, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use stonehouse_plugin::scene::boards;
use stonehouse_plugin::{Arg, Seat, Text};

/// The most lines that a change can write; more are left out.
const MAX_LINES: usize = 20;

/// The most letters of a line.
const MAX_LETTERS: usize = 200;

/// The function by which the prelude adds a line to `messages`: its template, and a kind and a value for each of its
/// names in braces.
pub(super) fn writer(
    lua: &Lua,
    rules: &Arc<ScriptRules>,
    messages: &Rc<RefCell<Vec<Text>>>,
    refuse: Function,
) -> mlua::Result<Function> {
    let (rules, messages) = (Arc::clone(rules), Rc::clone(messages));
    let write = move |_: &Lua, (template, given): (String, MultiValue)| {
        let line: String = template.chars().take(MAX_LETTERS).collect();
        let values: Vec<Value> = given.into_iter().collect();
        if values.is_empty() {
            push(&messages, Text::plain(line));
            return Ok(());
        }
        let names = names_in(&line);
        let arguments: Vec<Arg> = values.chunks_exact(3).filter_map(|value| argument(&rules, value)).collect();
        if names.len() != arguments.len() {
            let why = format!(
                "the text has {} names in braces, such as `{{player}}`, and {} values follow it",
                names.len(),
                arguments.len()
            );
            return refuse.call::<()>(why);
        }
        let text = names
            .into_iter()
            .zip(arguments)
            .fold(Text::template(line.clone()), |text, (name, value)| text.with(name, value));
        push(&messages, text);
        Ok(())
    };
    lua.create_function(write)
}

fn push(messages: &RefCell<Vec<Text>>, text: Text) {
    let mut messages = messages.borrow_mut();
    if messages.len() < MAX_LINES {
        messages.push(text);
    }
}

/// The names in braces, each once, in order.
fn names_in(line: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in line.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)) {
        if names.iter().all(|known| known != name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// A value of a line: its kind, and one or two numbers or a text.
fn argument(rules: &ScriptRules, value: &[Value]) -> Option<Arg> {
    let [kind, first, second] = value else { return None };
    let number = |value: &Value| value.as_usize().or_else(|| value.as_f64().map(|number| number as usize));
    Some(match &*kind.as_string()?.to_string_lossy() {
        "seat" => Arg::from(Seat(number(first)? as u8 - 1)),
        "piece" => Arg::from(piece_name(rules.shape.pieces.get(number(first)? - 1)?, number(second)? as i32)),
        "cell" => {
            let (rows, columns) = rules.shape.zones.get(number(first)? - 1)?.grid()?;
            let index = number(second)? - 1;
            Arg::from(Text::plain(boards::name(rows, index / columns, index % columns)))
        }
        _ => Arg::from(Text::plain(first.as_string()?.to_string_lossy())),
    })
}
