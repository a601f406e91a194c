//! The output of the command line, and its exit codes.
//!
//! Everything printed passes through here, because much of it comes from files: names, summaries, messages of scripts.
//! The terminal would obey a control character in it instead of showing it, so none is printed raw.

use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use stonehouse_engine::variant::Variant;
use stonehouse_engine::{Catalog, GameEntry, Problem, Ruleset};

/// Prints to standard output and ends with success, even if the reader closes the pipe early (`| head`).
pub fn print(text: &str) -> ExitCode {
    write_out(&visible(text))
}

/// Prints JSON, indented.
pub fn print_json(value: &Value) -> ExitCode {
    write_out(&visible_in_json(&format!("{value:#}")))
}

/// Prints a line of JSON to a program that waits for it.
///
/// # Errors
/// When it cannot be written: the program may have closed the pipe.
pub fn send(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", visible_in_json(line))?;
    out.flush()
}

/// Prints a question, whose answer is typed on the same line.
pub fn ask(question: &str) {
    let mut out = std::io::stdout().lock();
    // Where it cannot be written, nobody can answer it either.
    let _ = write!(out, "{}", visible(question)).and_then(|()| out.flush());
}

/// Prints a message on standard error, and continues.
pub fn warn(message: &str) {
    eprintln!("{}", visible(message));
}

/// Shows progress in a line on standard error, if that is a terminal. An empty text removes the line.
pub fn progress(text: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r{:100}\r{}", "", visible(text));
    }
}

/// Prints the message of a failure, and ends with 1.
pub fn fail(message: &str) -> ExitCode {
    warn(&format!("stonehouse: {message}"));
    ExitCode::FAILURE
}

/// A text for use within a line: its line breaks become spaces.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains('\n') { text.replace('\n', " ").into() } else { text.into() }
}

fn write_out(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    // A write to a closed file counts as written.
    #[cfg(unix)]
    if let Err(error) = std::os::fd::AsFd::as_fd(&out).try_clone_to_owned() {
        return fail(&format!("the output cannot be written: {error}"));
    }
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    match write!(out, "{text}{newline}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => fail(&format!("the output cannot be written: {error}")),
        _ => ExitCode::SUCCESS,
    }
}

/// Whether a terminal would obey a character instead of showing it: control characters, and those that change the
/// direction of text.
fn is_obeyed(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with every character shown that a terminal would obey, except line breaks; a tab becomes a space.
fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(|letter| letter != '\n' && is_obeyed(letter)) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            '\n' => shown.push('\n'),
            '\t' => shown.push(' '),
            obeyed if is_obeyed(obeyed) => shown.extend(obeyed.escape_unicode()),
            plain => shown.push(plain),
        }
    }
    shown.into()
}

/// As [`visible`], by the escapes of JSON: beyond its own spaces JSON has such characters in its texts only.
fn visible_in_json(json: &str) -> Cow<'_, str> {
    if !json.contains(|letter| letter != '\n' && is_obeyed(letter)) {
        return json.into();
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        if letter != '\n' && is_obeyed(letter) {
            // All of them fit into the 16 bits of one escape. Writing to a string cannot fail.
            let _ = write!(shown, "\\u{:04x}", u32::from(letter));
        } else {
            shown.push(letter);
        }
    }
    shown.into()
}

/// A variant and its game: named `GAME/ID`, or by its file.
///
/// # Errors
/// When there is none, or its file has mistakes, with their lines.
pub fn variant<'a>(catalog: &'a Catalog, name: &str) -> Result<(&'a GameEntry, Arc<Variant>), String> {
    let file = Path::new(name);
    if file.extension().is_some_and(|end| end == "toml") {
        let (game, variant) = catalog
            .variant_in_file(file)
            .map_err(|problems| format!("{name} cannot be played.{}", rendered(&problems)))?;
        return Ok((game, Arc::new(variant)));
    }
    let (game, variant) =
        catalog.variant(name).map_err(|unknown| format!("{unknown}{}", rendered(catalog.problems())))?;
    Ok((game, Arc::clone(variant)))
}

/// The ruleset of a variant named `GAME/ID`, or by its file.
///
/// # Errors
/// The problems, with the lines of the files in question.
pub fn ruleset(catalog: &Catalog, name: &str) -> Result<Arc<Ruleset>, String> {
    let (game, variant) = variant(catalog, name)?;
    Ruleset::compile(&game.plugin, &variant)
        .map_err(|problems| format!("{name} cannot be played.{}", rendered(&problems)))
}

/// Problems with the lines in question, each after a line break.
fn rendered(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("\n{}", problem.render())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_as_escapes() {
        assert_eq!(visible("a\x1b[2Jb\u{9b}c\u{7f}\r\n\td"), "a\\u{1b}[2Jb\\u{9b}c\\u{7f}\\u{d}\n d");
        assert_eq!(visible("\u{202e}evil\u{2069}"), "\\u{202e}evil\\u{2069}");
        assert!(matches!(visible("plain — text\nof «two» lines"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_stays_json_with_the_same_content() {
        let value = Value::String("a\x1b[2J\u{9b}31m\u{7f}\u{202e}b\u{2066}\n\t".into());
        let shown = visible_in_json(&format!("{value:#}")).into_owned();
        assert!(!shown.contains(is_obeyed), "{shown}");
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
    }

    #[test]
    fn a_text_within_a_line_has_no_other_line() {
        assert_eq!(one_line("a\nb"), "a b");
        assert_eq!(one_line("ab"), "ab");
    }
}
