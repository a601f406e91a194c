//! Reads the values of a script's tables, and reports the place of one that cannot be read.

use crate::fault::{clip, kind_of_key, vm_error};
use crate::interface::Interface;
use crate::problem::{Problem, did_you_mean};
use crate::script::Script;
use mlua::{Function, Table, Value};
use std::cell::Cell;
use std::ops::Range;

/// The longest label, in letters.
pub(super) const MAX_LABEL: usize = 60;

/// A function of a script, and the entry point at which it is called.
pub(super) struct Found {
    pub entry_point: usize,
    pub function: Function,
}

/// Reads the declarations of a script.
pub(super) struct Reader<'a> {
    pub script: &'a Script,
    pub interface: &'a Interface,
    /// The part of the table that is read, as `actions`: another part may have an entry of the same name.
    pub section: Cell<&'static str>,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(script: &'a Script, interface: &'a Interface) -> Self {
        Self { script, interface, section: Cell::new("") }
    }

    /// A problem in the line that has this word first, in the part that is read.
    pub(super) fn wrong(&self, word: &str, message: String) -> Problem {
        let (source, section) = (&self.script.source, self.section.get());
        let path = Some(format!("{section}.{word}")).filter(|_| !section.is_empty() && section != word);
        let line = path.and_then(|path| line_of_path(source, &path)).or_else(|| entry_in(source, word));
        let line = line.unwrap_or_else(|| line_of(source, word));
        Problem::line(&self.script.file, line, message)
    }

    /// The entries of a table whose keys are names, in the order of their names: a table has no other that lasts.
    pub(super) fn entries(&self, what: &str, table: &Table) -> Result<Vec<(String, Value)>, Problem> {
        let mut entries = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            match pair.map_err(|error| vm_error(&error))? {
                (Value::String(name), value) => entries.push((clip(&name.to_string_lossy()), value)),
                (key, _) => {
                    let message = format!("`{what}` has a key that is not a name, but a {}", kind_of_key(&key));
                    return Err(self.wrong(what, message));
                }
            }
        }
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        if let Some((name, _)) = entries.iter().find(|(name, _)| !is_name(name)) {
            let message = format!("`{name}` is no name: use small letters, digits and `_`, beginning with a letter");
            return Err(self.wrong(name, message));
        }
        Ok(entries)
    }

    /// The named fields of a table that also has a value at 1; only those in `known` may occur.
    pub(super) fn fields_beside(
        &self,
        whose: &str,
        table: &Table,
        known: &[&str],
    ) -> Result<Vec<(String, Value)>, Problem> {
        let mut fields = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            match pair.map_err(|error| vm_error(&error))? {
                (key, _) if key.as_i64() == Some(1) => {}
                (Value::String(name), value) => fields.push((clip(&name.to_string_lossy()), value)),
                (key, _) => {
                    let message = format!("`{whose}` has a key that is not a name, but a {}", kind_of_key(&key));
                    return Err(self.wrong(whose, message));
                }
            }
        }
        self.check_names(whose, &fields, known)?;
        Ok(fields)
    }

    /// Refuses a field that is not in `known`.
    fn check_names(&self, whose: &str, fields: &[(String, Value)], known: &[&str]) -> Result<(), Problem> {
        match fields.iter().find(|(name, _)| !known.contains(&&**name)) {
            Some((name, _)) => {
                let hint = did_you_mean(name, known.iter().copied());
                let message = format!("`{whose}` has no `{name}`.{hint} It has: {}", known.join(", "));
                let line = line_of_path(&self.script.source, &format!("{whose}.{name}"));
                Err(line.map_or_else(
                    || self.wrong(name, message.clone()),
                    |line| Problem::line(&self.script.file, line, &message),
                ))
            }
            None => Ok(()),
        }
    }

    /// The fields of a declaration; only those in `known` may occur.
    pub(super) fn fields(&self, whose: &str, value: &Value, known: &[&str]) -> Result<Vec<(String, Value)>, Problem> {
        let Value::Table(table) = value else {
            return Err(self.wrong(whose, format!("`{whose}` must be a table, and it is a {}", value.type_name())));
        };
        let fields = self.entries(whose, table)?;
        self.check_names(whose, &fields, known)?;
        Ok(fields)
    }

    /// A field that is true or false; false where it is absent.
    pub(super) fn truth(&self, whose: &str, name: &str, given: Option<&Value>) -> Result<bool, Problem> {
        match given {
            None => Ok(false),
            Some(Value::Boolean(truth)) => Ok(*truth),
            Some(other) => Err(self.wrong(
                whose,
                format!("`{name}` of `{whose}` must be true or false, and it is a {}", other.type_name()),
            )),
        }
    }

    /// A field that is one line of text; empty where it is absent.
    pub(super) fn text(&self, whose: &str, name: &str, given: Option<&Value>) -> Result<String, Problem> {
        let text = match given {
            None => return Ok(String::new()),
            Some(Value::String(text)) => text.to_string_lossy(),
            Some(other) => {
                return Err(self
                    .wrong(whose, format!("`{name}` of `{whose}` must be a text, and it is a {}", other.type_name())));
            }
        };
        let longest = if matches!(name, "label" | "area") { MAX_LABEL } else { 4 * MAX_LABEL };
        if text.chars().count() > longest || text.chars().any(char::is_control) {
            return Err(
                self.wrong(whose, format!("`{name}` of `{whose}` must be one line of at most {longest} letters"))
            );
        }
        Ok(text)
    }
}

/// Whether a name can be one of a field of `ctx`.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
        && name.len() <= MAX_LABEL
}

/// The first line that has `word`, counted from 1, and not in a comment if there is one; the first one when none has.
pub(super) fn line_of(source: &str, word: &str) -> usize {
    word_in(source, word).unwrap_or(1)
}

/// The first line that has `word`, as [`line_of`] finds it; `None` when none has.
pub(super) fn word_in(source: &str, word: &str) -> Option<usize> {
    let uncommented = |line: &str| line.split("--").next().is_some_and(|code| code.contains(word));
    let found = source.lines().position(uncommented).or_else(|| source.lines().position(|line| line.contains(word)));
    found.map(|line| line + 1)
}

/// The first line in which `name` is set, as an entry of a table (`name =`) or as a text key (`["name"] =`), counted
/// from 1.
pub(super) fn entry_in(source: &str, name: &str) -> Option<usize> {
    source.lines().position(|line| place_set(line, name).is_some()).map(|line| line + 1)
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Where in a line `name` is set, in bytes.
fn place_set(line: &str, name: &str) -> Option<usize> {
    let code = line.split("--").next().unwrap_or_default();
    let sets = |at: &usize| {
        let before = code[..*at].trim_end_matches(['"', '\'', '[']);
        let after = code[at + name.len()..].trim_start_matches(['"', '\'', ']']).trim_start();
        !before.ends_with(is_part) && after.starts_with('=') && !after.starts_with("==")
    };
    code.match_indices(name).map(|(at, _)| at).find(sets)
}

/// The bytes of an entry, of which `name` is the last part, in a line of the source, counted from 1: where it is set,
/// or else where the word is; `None` where the line has it not at all, or as a part of other words. Where a line has
/// the whole path, such as `zones = { hand = { size = 3 } }`, each part is after the one before.
pub(super) fn entry_in_line(source: &str, line: usize, name: &str) -> Option<Range<usize>> {
    let before: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let text = source[before..].lines().next()?;
    let mut parts: Vec<&str> = name.split('.').collect();
    let entry = parts.pop()?;
    // What encloses the entry may be in lines before this one.
    let begin = parts
        .into_iter()
        .fold(0, |begin, part| place_set(&text[begin..], part).map_or(begin, |at| begin + at + part.len()));
    let word = |text: &str| {
        let mut places = text.match_indices(entry).map(|(at, _)| at);
        places.find(|at| !text[..*at].ends_with(is_part) && !text[at + entry.len()..].starts_with(is_part))
    };
    let find = |begin: usize| {
        let rest = &text[begin..];
        place_set(rest, entry).or_else(|| word(rest)).map(|at| begin + at)
    };
    let at = before + find(begin).or_else(|| find(0))?;
    Some(at..at + entry.len())
}

/// The line of an entry of a table in a table: of `zones.hand.size` the first `size` that is set where `zones.hand` is
/// or after it.
pub(super) fn line_of_path(source: &str, path: &str) -> Option<usize> {
    path.split('.').try_fold(1, |line, name| {
        let before: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
        Some(line - 1 + entry_in(&source[before..], name)?)
    })
}

/// The last line that returns something: it should return the table of hooks.
pub(super) fn line_of_return(source: &str) -> usize {
    let lines = source.lines().enumerate().filter(|(_, line)| line.contains("return"));
    lines.last().map_or(source.lines().count().max(1), |(index, _)| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_where_it_is_set_in_its_line() {
        let found = |source: &str, line: usize, name: &str| {
            let place = entry_in_line(source, line, name)?;
            assert_eq!(&source[place.clone()], name.rsplit('.').next().unwrap());
            Some(place.start)
        };
        assert_eq!(found("game.zones = { hand = { size = 3 } }", 1, "zones.hand.size"), Some(24));
        let two = "zones = { deck = { size = 1 }, hand = { size = 3 } }";
        assert_eq!(found(two, 1, "zones.hand.size"), Some(40));
        assert_eq!(found("-- size\nsize = 1, resize = 2", 2, "about.size"), Some(8));
        assert_eq!(found("resize = 2, [\"size\"] = 1", 1, "size"), Some(14));
        // Where nothing sets it, it is where the word is.
        assert_eq!(found("local x = 1\nreturn game", 2, "return"), Some(12));
        assert_eq!(found("returned = 1", 1, "return"), None);
        assert_eq!(found("x = 1", 1, "size"), None);
    }
}
