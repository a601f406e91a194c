//! `stonehouse tune`: the values of some numbers that reach a goal.

use crate::args::TuneArgs;
use crate::output;
use crate::support::changes;
use crate::support::export::write_new;
use crate::support::interrupt::stop_on_interrupt;
use crate::support::plans::{origin, plan_of, report};
use crate::support::rulesets::{at_values, first_values};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stonehouse_engine::variant::KnobPath;
use stonehouse_engine::{Catalog, Script, draft};
use stonehouse_lab::sweep::named;
use stonehouse_lab::tune::{Tuning, tune};
use stonehouse_lab::{report as pages, words};

/// Looks for the values of some numbers that reach a goal.
pub fn run(catalog: &Catalog, args: &TuneArgs) -> ExitCode {
    let done = || -> Result<ExitCode, String> {
        let played = &args.played;
        if let Some(file) = &args.output {
            check_new(file)?;
            // What is written extends the variant by its name.
            catalog.variant(&played.variant).map_err(|error| error.to_string())?;
        }
        let first = at_values(catalog, played, &args.axes, &first_values(&args.axes))?;
        let plan = plan_of(catalog, played, &args.measured, first.seating().seats.len())?;
        let stop = stop_on_interrupt()?;
        let mut rules = |values: &[i64]| at_values(catalog, played, &args.axes, values).map_err(Into::into);
        let mut progress = |what: &str| output::progress(what);
        let tuned =
            tune(&args.goal, &args.axes, &plan, &mut rules, &stop, &mut progress).map_err(|error| error.to_string())?;
        output::progress("");
        if let Some(file) = &args.report {
            let found = at_values(catalog, played, &args.axes, &tuned.values)?;
            report(file, &pages::tuned(&tuned, &origin(&[&found], plan.seed)))?;
        }
        let mut text = verdict(&tuned);
        if let Some(file) = &args.output {
            for file in write_variant(catalog, args, &tuned, file)? {
                let _ = writeln!(text, "Written: {}", file.display());
            }
        }
        Ok(if args.json { output::print_json(&json!(tuned)) } else { output::print(&text) })
    };
    done().unwrap_or_else(|message| output::fail(&message))
}

fn verdict(tuned: &Tuning) -> String {
    let mut text = format!("{}\n\n", named(&tuned.axes, &tuned.values));
    let _ = writeln!(text, "In {} fresh games of {}:", tuned.results.played, tuned.results.setup.title);
    for aim in &tuned.aims {
        let wanted = if aim.is_share { format!("{:.1} %", aim.wanted * 100.0) } else { format!("{:.2}", aim.wanted) };
        let holds = if aim.holds { "" } else { "  not reached" };
        let _ =
            writeln!(text, "  {:28} {:28} wanted {wanted}{holds}", aim.name, words::estimate(&aim.found, aim.is_share));
    }
    text += if tuned.holds() {
        "The goal is within every interval: these values are consistent with it.\n"
    } else {
        "These are the nearest values that were found, but the goal is not reached: let other numbers move, or further.\n"
    };
    let _ = writeln!(text, "The search played {} games.", tuned.searched);
    text
}

fn check_new(file: &Path) -> Result<(), String> {
    if file.exists() {
        return Err(format!("{} is there already: name another file, or remove it", file.display()));
    }
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let is_id = stem.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    if stem.is_empty() || !is_id || file.extension().is_none_or(|end| end != "toml") {
        return Err(format!("{}: name it in lower-case letters, digits and hyphens, with `.toml`", file.display()));
    }
    Ok(())
}

/// Writes a new variant with the values that were found, and beside it the scripts that its parent does not have.
/// Returns the files.
fn write_variant(catalog: &Catalog, args: &TuneArgs, tuned: &Tuning, file: &Path) -> Result<Vec<PathBuf>, String> {
    let played = &args.played;
    let (_, parent) = catalog.variant(&played.variant).map_err(|error| error.to_string())?;
    let numbers: Vec<(&KnobPath, i64)> =
        tuned.axes.iter().map(|axis| &axis.knob).zip(tuned.values.iter().copied()).collect();
    let changed = changes::changed(catalog, &played.variant, &played.changes, &numbers)?;
    let found = named(&tuned.axes, &tuned.values);
    let mut draft = catalog.tuned_draft(&played.variant, changed, &found).map_err(|error| error.to_string())?;
    let mut files = vec![(file.to_owned(), String::new())];
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let is_of_parent =
        |script: &Script| parent.scripts.iter().any(|old| old.name == script.name && old.source == script.source);
    for script in draft.variant.scripts.iter_mut().filter(|script| !is_of_parent(script)) {
        // Under a name that no other script has, so that it replaces none.
        script.name = format!("{}_{}", stem.replace('-', "_"), script.name);
        files.push((file.with_file_name(&script.name), script.source.to_string()));
    }
    files[0].1 = format!("# Found by `stonehouse tune {}`: {found}.\n{}", played.variant, draft::text(&draft));
    for (file, text) in &files {
        write_new(file, text).map_err(|problem| problem.render())?;
    }
    Ok(files.into_iter().map(|(file, _)| file).collect())
}
