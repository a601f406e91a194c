//! Games in Luau for editors: type definitions for luau-lsp, their meanings, and the reference page.
//!
//! | module | contents |
//! |---|---|
//! | this one | the files for editors, and the page |
//! | `general` | the types of every game: the tables that a script declares, and those that its functions get |
//! | `own` | the types of one game: its position, pieces, actions and tests |
//!
//! The definitions of all games of a folder are one file, because editors read several in no certain order. Each game
//! has types of its own, which begin with its id: `HillWalkPosition`. A test compares the tables of `general` with the
//! fields that the loader reads.

mod general;
mod own;
#[cfg(test)]
mod tests;

use crate::ScriptGame;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use stonehouse_house_rules::types::{self, Is, TypeDefinition};

/// The first line of definitions, by which a file is known to be written by the program.
pub const FIRST_LINE: &str = "-- Games in Luau, for editors (luau-lsp: `luau-lsp.types.definitionFiles`).";

/// The files that an editor needs for games in Luau.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditorTypes {
    /// Type definitions in Luau.
    pub definitions: String,
    /// The meanings of the types and their fields.
    pub documentation: Value,
}

impl EditorTypes {
    /// The types of every game, and those of these games.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a ScriptGame>) -> Self {
        let mut all = general::types();
        let mut taken: BTreeSet<String> = all.iter().map(|known| own::plain_name(&known.name).to_owned()).collect();
        for game in games {
            all.extend(own::types(&game.declared, &mut taken));
        }
        Self {
            definitions: format!(
                "{FIRST_LINE}\n-- Written by `stonehouse types`: do not edit.\n{}",
                types::definitions(&all)
            ),
            documentation: Value::Object(types::documentation(&all)),
        }
    }
}

/// The longest line of the reference page, in letters.
const MAX_LINE: usize = 150;

/// The reference page of games in Luau, in Markdown: each table that a script declares or gets, with its entries.
pub fn reference() -> String {
    let mut page = String::from(
        "# Reference: games in Luau\n\nWritten by `.ci/generate` from the program: do not edit. The guide is \
         [a game in one file](../luau-games.md).\n\nEach heading is a type, as editors name it. `At` is the type of the position, \
         `any` every value, and a type with `?`\ncan be left out or nil. `{ number }` is a list of numbers, \
         `{ [string]: Knob }` a table of named knobs, and `...any` nothing or several values.\n",
    );
    for TypeDefinition { name, doc, is } in general::types() {
        let _ = write!(page, "\n## `{name}`\n\n{}\n", wrapped(&doc, ""));
        match is {
            Is::Other(kind) => {
                let _ = write!(page, "\n{}\n", wrapped(&format!("`{kind}`"), ""));
            }
            Is::Table { fields, .. } => {
                page.push('\n');
                for field in fields {
                    let _ = writeln!(page, "{}", wrapped(&format!("- `{}: {}`", field.name, field.kind), "  "));
                    let _ = writeln!(page, "{}", wrapped(&format!("  {}", field.doc), "  "));
                }
            }
        }
    }
    page
}

/// A paragraph in lines that are not too long, of which those after the first begin with `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let start = &text[..text.len() - text.trim_start().len()];
    let (mut lines, mut line) = (Vec::new(), start.to_owned());
    for word in text.split_whitespace() {
        if line.trim().is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() > MAX_LINE {
            lines.push(std::mem::replace(&mut line, format!("{indent}{word}")));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.push(line);
    lines.join("\n")
}
