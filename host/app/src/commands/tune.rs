//! `stonehouse tune`: the values of some numbers that reach a goal.

use super::changes;
use super::export::write_new;
use super::interrupt::stop_on_interrupt;
use super::simulate::{origin, plan_of, report};
use super::sweep::{first_values, ruleset};
use crate::args::TuneArgs;
use crate::output;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_house_rules::rule_of;
use stonehouse_lab::sweep::{Target, named};
use stonehouse_lab::tune::{Tuned, tune};
use stonehouse_lab::{report as pages, words};

/// Looks for the values of some numbers that reach a goal.
pub fn run(catalog: &Catalog, args: &TuneArgs) -> ExitCode {
    let done = || -> Result<ExitCode, String> {
        let played = &args.played;
        if let Some(file) = &args.output {
            check_new(file)?;
        }
        let first = ruleset(catalog, played, &args.axes, &first_values(&args.axes))?;
        let plan = plan_of(catalog, played, &args.measured, first.seating().seats.len())?;
        let stop = stop_on_interrupt()?;
        let mut rules = |values: &[i64]| ruleset(catalog, played, &args.axes, values);
        let mut progress = |what: &str| output::progress(what);
        let tuned = tune(&args.goal, &args.axes, &plan, &mut rules, &stop, &mut progress)?;
        output::progress("");
        if let Some(file) = &args.report {
            let found = rules(&tuned.values)?;
            report(file, &pages::tuned(&tuned, &origin(&[&found])))?;
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

fn verdict(tuned: &Tuned) -> String {
    let mut text = format!("{}\n\n", named(&tuned.axes, &tuned.values));
    let _ = writeln!(text, "In {} fresh games of {}:", tuned.results.played, tuned.results.setup.title);
    for aim in &tuned.aims {
        let wanted = if aim.is_share { format!("{:.1} %", aim.wanted * 100.0) } else { format!("{:.2}", aim.wanted) };
        let holds = if aim.holds { "" } else { "  not reached" };
        let _ =
            writeln!(text, "  {:28} {:28} wanted {wanted}{holds}", aim.name, words::estimate(&aim.found, aim.is_share));
    }
    text += if tuned.holds() {
        "The goal lies within every interval: these values are consistent with it.\n"
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
fn write_variant(catalog: &Catalog, args: &TuneArgs, tuned: &Tuned, file: &Path) -> Result<Vec<PathBuf>, String> {
    let played = &args.played;
    let (game, parent) = catalog.variant(&played.variant)?;
    let numbers: Vec<(&Target, i64)> =
        tuned.axes.iter().map(|axis| &axis.target).zip(tuned.values.iter().copied()).collect();
    let changed = changes::changed(catalog, &played.variant, &played.changes, &numbers)?;
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let text_of = |text: &str| Value::String(text.to_owned()).to_string();
    let mut text = format!(
        "# Found by `stonehouse tune {}`: {}.\ngame = {}\nname = {}\nsummary = {}\nextends = {}\n",
        played.variant,
        named(&tuned.axes, &tuned.values),
        text_of(game.id()),
        text_of(&format!("{}, tuned", parent.name)),
        text_of(&format!("Tuned: {}.", named(&tuned.axes, &tuned.values))),
        text_of(played.variant.split('/').next_back().unwrap_or_default()),
    );
    let mut files = vec![(file.to_owned(), String::new())];
    let is_new =
        |name: &str, source: &str| !parent.scripts.iter().any(|old| old.name == name && *old.source == *source);
    let names: Vec<String> = changed
        .scripts
        .iter()
        .map(|script| {
            if !is_new(&script.name, &script.source) {
                return script.name.clone();
            }
            // Under a name of its own, so that it is before no other script.
            let name = format!("{}_{}", stem.replace('-', "_"), script.name);
            files.push((file.with_file_name(&name), script.source.to_string()));
            name
        })
        .collect();
    if files.len() > 1 {
        let _ = writeln!(text, "scripts = {}", json!(names));
    }
    let knobs: Vec<_> = changed.knobs.iter().filter(|(name, value)| parent.knobs.get(*name) != Some(*value)).collect();
    if !knobs.is_empty() {
        text += "\n[knobs]\n";
        for (name, value) in knobs {
            let _ = writeln!(text, "{name} = {value}");
        }
    }
    for (script, name) in changed.scripts.iter().zip(&names) {
        let old = parent.scripts.iter().find(|old| old.name == *name);
        let new: Vec<_> = script
            .knobs
            .iter()
            .filter(|(knob, value)| old.and_then(|old| old.knobs.get(*knob)) != Some(*value))
            .collect();
        if !new.is_empty() {
            let _ = writeln!(text, "\n[rules.{}]", json!(rule_of(name)));
            for (knob, value) in new {
                let _ = writeln!(text, "{knob} = {value}");
            }
        }
    }
    files[0].1 = text;
    for (file, text) in &files {
        write_new(file, text).map_err(|problem| problem.render())?;
    }
    Ok(files.into_iter().map(|(file, _)| file).collect())
}
