//! What the command line prints, and how it ends.

use serde_json::Value;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::sync::Arc;
use stonehouse_engine::{Catalog, Problem, Ruleset};

/// Prints to standard output and ends well. Whoever closes the pipe early (`| head`) is done with us, too.
pub fn print(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    match write!(out, "{text}{newline}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => fail(&format!("the output cannot be written: {error}")),
        _ => ExitCode::SUCCESS,
    }
}

/// Prints JSON, indented.
pub fn print_json(value: &Value) -> ExitCode {
    print(&format!("{value:#}"))
}

/// Says what went wrong, and ends with 1.
pub fn fail(message: &str) -> ExitCode {
    eprintln!("stonehouse: {message}");
    ExitCode::FAILURE
}

/// The ruleset of a variant named `GAME/ID`.
///
/// # Errors
/// What is wrong, with the lines of the files that are to blame.
pub fn ruleset(catalog: &Catalog, name: &str) -> Result<Arc<Ruleset>, String> {
    let render =
        |problems: &[Problem]| problems.iter().map(|problem| format!("\n{}", problem.render())).collect::<String>();
    match catalog.variant(name) {
        Ok((game, variant)) => Ruleset::compile(&game.plugin, variant)
            .map_err(|problems| format!("{name} cannot be played.{}", render(&problems))),
        Err(unknown) => Err(format!("{unknown}{}", render(catalog.problems()))),
    }
}
