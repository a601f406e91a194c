//! `stonehouse ladder`: luck against skill.

use crate::args::LadderArgs;
use crate::output;
use crate::support::changes;
use crate::support::export::unwritten;
use crate::support::interrupt::stop_on_interrupt;
use crate::support::plans::{origin, report};
use crate::support::tables::{Csv, create, finish};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_lab::ladder::{Ladder, LadderPlan, ladder};
use stonehouse_lab::{Partial, report as pages, words};

/// Plays a ladder of searches and prints its results.
pub fn run(catalog: &Catalog, args: &LadderArgs) -> ExitCode {
    run_ladder(catalog, args).unwrap_or_else(|message| output::fail(&message))
}

fn run_ladder(catalog: &Catalog, args: &LadderArgs) -> Result<ExitCode, String> {
    let ruleset = changes::ruleset(catalog, &args.variant, &args.changes)?;
    let plan = LadderPlan {
        from: args.from,
        to: args.to,
        factor: args.factor,
        deals: args.deals,
        seed: args.runs.seed,
        threads: args.runs.threads.into(),
    };
    plan.budgets().map_err(|error| error.to_string())?;
    let table = args.csv.as_ref().map(|file| create(file)).transpose()?;
    let stop = stop_on_interrupt()?;
    let mut on_progress = |rung: usize, of: usize, part: &Partial| {
        output::progress(&format!("rung {} of {of}: {} of {} games", rung + 1, part.played(), part.to));
    };
    let found = ladder(&ruleset, &plan, &stop, &mut on_progress).map_err(|error| error.to_string())?;
    output::progress("");
    if let (Some(file), Some(table)) = (&args.csv, table) {
        rows(file, table, &found)?;
    }
    if let Some(file) = &args.report {
        report(file, &pages::ladder(&found, &origin(&[&ruleset], args.runs.seed)))?;
    }
    Ok(if args.json { output::print_json(&json!(found)) } else { output::print(&text(args, &found)) })
}

/// A row for each rung.
fn rows(file: &Path, mut table: Csv, found: &Ladder) -> Result<(), String> {
    let failed = |error: csv::Error| unwritten(file, error).render();
    let heads = ["budget", "below", "games", "share", "lower", "upper", "even"];
    table.write_record(heads).map_err(failed)?;
    for rung in &found.rungs {
        let share = &rung.share;
        let numbers = [share.value, share.lower, share.upper, found.even].map(|number| number.to_string());
        let first = [rung.budget.to_string(), rung.below.to_string(), rung.results.played.to_string()];
        table.write_record(first.iter().chain(&numbers)).map_err(failed)?;
    }
    finish(table, file).map_err(|problem| problem.render())
}

fn text(args: &LadderArgs, found: &Ladder) -> String {
    let mut text = String::new();
    if let Some(first) = found.rungs.first() {
        let setup = &first.results.setup;
        let seats = setup.lineup.seats.len();
        let _ = writeln!(
            text,
            "{}: {} deals on each rung, each from all {seats} seats, seed {}\n\n{:32}wins of the one that thinks longer",
            setup.title, args.deals, args.runs.seed, ""
        );
    }
    for rung in &found.rungs {
        let names = format!("search@{} against search@{}", rung.budget, rung.below);
        let clear = if rung.is_better { "" } else { "  not clearly more than even" };
        let _ = writeln!(text, "{names:40}{}{clear}", words::estimate(&rung.share, true));
    }
    text.push('\n');
    for sentence in &found.verdict {
        let _ = writeln!(text, "{sentence}");
    }
    text += "In parentheses: the interval that contains the true value in 95 of 100 cases. A win that is shared counts in part.\n";
    text
}
