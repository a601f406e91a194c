//! Declarations that cannot be, each of which alone is right: seats, knobs, and names that mean two things.

use crate::declared::{Declarations, Wrong};
use serde_json::Value;
use stonehouse_plugin::MAX_SEATS;
use stonehouse_runtime::TableError;

/// The fields of `at` in every game.
pub(crate) const FIELDS: [&str; 5] = ["scores", "knobs", "seats", "played", "turn"];

/// The methods that `at` has in every game: those of `prelude/methods.luau`.
pub(crate) const METHODS: [&str; 13] =
    ["win", "draw", "finish", "say", "next", "cell", "cells", "all", "shuffle", "roll", "together", "hook", "event"];

/// Checks the seats, the knobs, and the names of what a position has.
pub(crate) fn check(declared: &Declarations) -> Result<(), Wrong> {
    check_seats(declared)?;
    check_knobs(declared)?;
    check_names(declared)
}

fn check_seats(declared: &Declarations) -> Result<(), Wrong> {
    let (min, max, default) = declared.about.seats.range();
    if 1 <= min && min <= default && default <= max && usize::from(max) <= MAX_SEATS {
        return Ok(());
    }
    let range = if min == max { min.to_string() } else { format!("{min} to {max}, {default} by default") };
    let why = format!("`seats` is {range}: a game has 1 to {MAX_SEATS} seats, and its default is among them");
    Err(Wrong { word: "seats".to_owned(), why }.within("about"))
}

fn check_knobs(declared: &Declarations) -> Result<(), Wrong> {
    for (name, knob) in &declared.knobs {
        let why = match &knob.default {
            Value::String(_) if knob.values.is_empty() => {
                format!("the default of the knob `{name}` is a text: list the texts that it can be as its `values`")
            }
            Value::Bool(_) | Value::Number(_) | Value::String(_) => continue,
            _ => format!("the default of the knob `{name}` is a number, true, false, or one of its `values`"),
        };
        return Err(Wrong { word: name.clone(), why }.within("knobs"));
    }
    Ok(())
}

/// Refuses a name that `at` would have twice.
fn check_names(declared: &Declarations) -> Result<(), Wrong> {
    let tables: [(&str, &str, Vec<&String>); 3] = [
        ("pieces", "a kind of piece", declared.pieces.keys().collect()),
        ("zones", "a zone", declared.zones.keys().collect()),
        ("memory", "a value", declared.memory.keys().collect()),
    ];
    let is_taken = |name: &str| FIELDS.contains(&name) || METHODS.contains(&name);
    for (index, (table, what, names)) in tables.iter().enumerate() {
        for name in names {
            let other = tables[..index].iter().find(|(_, _, others)| others.contains(name));
            let why = match other {
                _ if is_taken(name) => {
                    format!("{what} cannot be called `{name}`: `at.{name}` is part of every game. Give it another name")
                }
                Some((_, other, _)) => format!(
                    "{other} and {what} are called `{name}`, and `at.{name}` can only be one of them: rename one"
                ),
                None => continue,
            };
            return Err(Wrong { word: (*name).clone(), why }.within(table));
        }
    }
    Ok(())
}

/// The error of a description that the runtime refuses, at the entry that it is about.
pub(crate) fn wrong_table(error: TableError) -> Wrong {
    match error {
        TableError::Declared(why) | TableError::About(why) => Wrong { word: entry_of(&why), why },
        TableError::Version { version, .. } => Wrong {
            word: "about.version".to_owned(),
            why: format!("`version` is {version:?}, and a version is three numbers, such as \"1.0.0\""),
        },
        error => Wrong { word: "about".to_owned(), why: error.to_string() },
    }
}

/// The entry that a sentence of the runtime is about: the first name in backticks, or one of `about`.
fn entry_of(why: &str) -> String {
    const ENTRIES: [(&str, &str); 7] = [
        ("its id", "about.id"),
        ("its name", "about.name"),
        ("its version", "about.version"),
        ("its summary", "about.summary"),
        ("the licence", "about.licence"),
        ("its manifest promises", "about.minutes"),
        ("author", "about.authors"),
    ];
    let named = why.split('`').nth(1).map(str::to_owned);
    let entry = ENTRIES.iter().find(|(words, _)| why.contains(words)).map(|(_, entry)| (*entry).to_owned());
    named.or(entry).unwrap_or_else(|| "about".to_owned())
}
