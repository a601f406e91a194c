//! `stonehouse sweep` and `stonehouse tune`: numbers of a variant that move.

use super::changes;
use super::export::write_new;
use super::interrupt::stop_on_interrupt;
use super::simulate::{for_players, origin, plan_of, report};
use crate::args::{MeasuredArgs, PlayedArgs, SweepArgs, TuneArgs};
use crate::output;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use stonehouse_engine::{Catalog, Ruleset};
use stonehouse_lab::sweep::{Axis, Sweep, Target, named};
use stonehouse_lab::tune::{Tuned, tune};
use stonehouse_lab::{Measured, Unit, report as pages, words};

/// Plays the same games at every value of one or two numbers, and prints what they change.
pub fn sweep(catalog: &Catalog, args: &SweepArgs) -> ExitCode {
    let done = || -> Result<ExitCode, String> {
        if args.axes.len() > 2 {
            return Err("at most two numbers can be swept at once".to_owned());
        }
        let played = &args.played;
        let first = ruleset(catalog, played, &args.axes, &first_values(&args.axes))?;
        let plan = plan_of(catalog, played, &args.measured, first.seating().seats.len())?;
        let stop = stop_on_interrupt()?;
        let mut rules = |values: &[i64]| ruleset(catalog, played, &args.axes, values);
        let mut progress = |point: &stonehouse_lab::sweep::Point| {
            output::progress(&named(&args.axes, &point.values));
        };
        let swept = stonehouse_lab::sweep::sweep(&played.variant, &args.axes, &plan, &mut rules, &stop, &mut progress)?;
        output::progress("");
        if let Some(file) = &args.report {
            report(file, &pages::sweep(&swept, &origin(&[&first])))?;
        }
        Ok(if args.json { output::print_json(&json!(swept)) } else { output::print(&table(&swept, &args.show)) })
    };
    done().unwrap_or_else(|message| output::fail(&message))
}

fn first_values(axes: &[Axis]) -> Vec<i64> {
    axes.iter().filter_map(|axis| axis.values.first().copied()).collect()
}

fn ruleset(catalog: &Catalog, played: &PlayedArgs, axes: &[Axis], values: &[i64]) -> Result<Arc<Ruleset>, String> {
    let numbers: Vec<(&Target, i64)> = axes.iter().map(|axis| &axis.target).zip(values.iter().copied()).collect();
    let ruleset = changes::with_numbers(catalog, &played.variant, &played.changes, &numbers)
        .map_err(|why| if axes.is_empty() { why } else { format!("{}: {why}", named(axes, values)) })?;
    for_players(&ruleset, played.players.len())
}

/// A line for each point, with the figures of the metrics that are to be shown.
fn table(swept: &Sweep, show: &[String]) -> String {
    let Some(first) = swept.points.first() else { return "Nothing was played.\n".to_owned() };
    let mut text = format!(
        "{}, {} games at each point, seed {}\n",
        swept.variant, first.results.setup.games, first.results.setup.seed
    );
    let setup = &first.results.setup;
    let is_own = |id: &str| {
        setup.measures.iter().any(|script| script.measures.iter().any(|measure| script.id(&measure.name) == id))
    };
    let is_asked_for = |id: &str| setup.worth && matches!(id, "worth" | "worth_points") || is_own(id);
    let is_shown = |metric: &&Measured| show.contains(&metric.id) || is_asked_for(&metric.id);
    for metric in first.results.metrics.iter().filter(is_shown) {
        let is_share = metric.unit == Unit::Share;
        let _ = writeln!(text, "\n{}", metric.name);
        let _ = write!(text, "{:24}", "");
        for figure in &metric.figures {
            let _ = write!(text, "{:>28}", figure.of);
        }
        text.push('\n');
        for point in &swept.points {
            let _ = write!(text, "{:24}", named(&swept.axes, &point.values));
            for figure in &metric.figures {
                let same = point.results.figure(&metric.id, &figure.of);
                let _ = write!(
                    text,
                    "{:>28}",
                    same.map_or_else(String::new, |same| words::estimate(&same.estimate, is_share))
                );
            }
            text.push('\n');
        }
    }
    text += "\nIn parentheses: the interval that contains the true value in 95 of 100 cases. All points play the same games.\n";
    text
}

/// Looks for the values of some numbers that reach a goal.
pub fn find(catalog: &Catalog, args: &TuneArgs) -> ExitCode {
    let done = || -> Result<ExitCode, String> {
        let played = &args.played;
        if let Some(file) = &args.output {
            check_new(file)?;
        }
        let first = ruleset(catalog, played, &args.axes, &first_values(&args.axes))?;
        let plan = plan_of(catalog, played, &MeasuredArgs::default(), first.seating().seats.len())?;
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

/// Writes a new variant with the values that were found, and beside it the scripts in which a number was changed.
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
    if changed.scripts.iter().any(|script| is_new(&script.name, &script.source)) {
        let mut names = Vec::new();
        for script in &changed.scripts {
            if is_new(&script.name, &script.source) {
                // Under a name of its own, so that it stands before no other script.
                let name = format!("{}_{}", stem.replace('-', "_"), script.name);
                files.push((file.with_file_name(&name), script.source.to_string()));
                names.push(name);
            } else {
                names.push(script.name.clone());
            }
        }
        let _ = writeln!(text, "scripts = {}", json!(names));
    }
    let knobs: Vec<_> = changed.knobs.iter().filter(|(name, value)| parent.knobs.get(*name) != Some(*value)).collect();
    if !knobs.is_empty() {
        text += "\n[knobs]\n";
        for (name, value) in knobs {
            let _ = writeln!(text, "{name} = {value}");
        }
    }
    files[0].1 = text;
    for (file, text) in &files {
        write_new(file, text).map_err(|problem| problem.render())?;
    }
    Ok(files.into_iter().map(|(file, _)| file).collect())
}
