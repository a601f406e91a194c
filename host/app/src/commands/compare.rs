//! `stonehouse compare`

use crate::args::{ChangesArgs, CompareArgs};
use crate::output;
use crate::support::changes;
use crate::support::interrupt::stop_on_interrupt;
use crate::support::plans::{origin, plan_of_games, report, series_note};
use crate::support::rulesets::for_players;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use stonehouse_engine::record::{Record, is_record};
use stonehouse_engine::{Catalog, Ruleset};
use stonehouse_lab::archive::{Divergence, ReplayOutcome, replay_under};
use stonehouse_lab::pairs::{Compared, ComparisonError, ComparisonObserver, ComparisonProgress, Pairing, compare};
use stonehouse_lab::{report as pages, words};

/// Plays the same games under two variants and prints the differences; or replays records under one.
pub fn run(catalog: &Catalog, args: &CompareArgs) -> ExitCode {
    let done = if args.archive.is_empty() { in_pairs(catalog, args) } else { archive(catalog, args) };
    done.unwrap_or_else(|message| output::fail(&message))
}

/// The name of the second variant: that of the first where changes to it are compared with it.
fn second(args: &CompareArgs) -> &str {
    args.other.as_deref().unwrap_or(&args.one)
}

fn changed(catalog: &Catalog, args: &CompareArgs, players: usize) -> Result<Arc<Ruleset>, String> {
    for_players(&changes::ruleset(catalog, second(args), &args.changes)?, players)
}

fn in_pairs(catalog: &Catalog, args: &CompareArgs) -> Result<ExitCode, String> {
    if args.other.is_none() && args.changes.is_none() {
        return Err("name a second variant, or what changes with --set or --script".to_owned());
    }
    let one = for_players(&changes::ruleset(catalog, &args.one, &ChangesArgs::default())?, args.players.len())?;
    let other = changed(catalog, args, args.players.len())?;
    let seats = one.seating().seats.len();
    if seats != other.seating().seats.len() {
        return Err(format!(
            "{} has {seats} seats and {} {}: only variants of as many seats can be compared",
            args.one,
            second(args),
            other.seating().seats.len()
        ));
    }
    let pairing = Pairing {
        one: &one,
        other: &other,
        plan: plan_of_games(catalog, args.games, args.runs, &args.players, &args.measured, seats)?,
        other_seed: None,
        until_clear: args.until_clear,
    };
    let stop = stop_on_interrupt()?;
    let mut progress =
        |now: &ComparisonProgress<'_>| output::progress(&format!("{} of {} games of each", now.pairs(), args.games));
    let observer = ComparisonObserver { stop, on_progress: Some(&mut progress), rows: None };
    let compared = compare(&pairing, observer).map_err(|error| match error {
        ComparisonError::Ruleset { ruleset, failure } => {
            format!("{}: {failure}", ruleset.of(args.one.as_str(), second(args)))
        }
        ComparisonError::Threads(failure) => failure.to_string(),
    })?;
    output::progress("");
    if let Some(file) = &args.report {
        report(
            file,
            &pages::comparison(
                &compared.one,
                &compared.other,
                &compared.differences,
                &origin(&[&one, &other], args.runs.seed),
            ),
        )?;
    }
    Ok(if args.json {
        output::print_json(&json!(compared))
    } else {
        output::print(&(table(args, &compared) + series_note(&[&one, &other])))
    })
}

fn table(args: &CompareArgs, compared: &Compared) -> String {
    let mut text = format!("{} games of each, seed {}\n", compared.pairs, args.runs.seed);
    if args.until_clear {
        text += if compared.settled {
            "Every headline figure is settled: it differs, or by less than matters (2 of 100 games, or 2 % of a mean).\n"
        } else {
            "Not every headline figure is settled: play more games.\n"
        };
    }
    let _ = writeln!(text, "\n{:34} {:>10} {:>10}   {:34}", "", "first", "second", "second against first");
    let mut paired = true;
    for figure in &compared.differences {
        if paired && !figure.paired {
            text.push('\n');
        }
        paired = figure.paired;
        let scale = if figure.is_share { 100.0 } else { 1.0 };
        let unit = if figure.is_share { " %" } else { "" };
        let [one, other] = [figure.one.value, figure.other.value].map(|value| format!("{:.2}{unit}", value * scale));
        let clear = if figure.is_clear { words::verdict(figure) } else { String::new() };
        let _ = writeln!(text, "{:34} {one:>10} {other:>10}   {:34} {clear}", figure.name, words::more(figure));
    }
    let _ = writeln!(text, "\nIn short: {}", words::in_short(&compared.differences));
    if let Some(fairness) = words::fairness(&compared.differences) {
        let _ = writeln!(text, "{fairness}");
    }
    for sentence in words::only_in_one(&compared.one, &compared.other) {
        let _ = writeln!(text, "{sentence}");
    }
    let mut changes: Vec<String> = args.changes.set.clone();
    changes.extend(args.changes.script.iter().map(|file| file.display().to_string()));
    let changes = if changes.is_empty() { String::new() } else { format!(" with {}", changes.join(", ")) };
    let _ = writeln!(
        text,
        "\nFirst: {}. Second: {}{changes}. The same seeds, seats and players under both.\n\
         The headline figures come first: their intervals are of pairs of games (asymptotic confidence sequences) and hold all at once, \
         whenever one looks, in 95 of 100 comparisons. About 1 in 20 of the others will differ by chance alone.",
        args.one,
        second(args)
    );
    text
}

/// Replays records under the variant.
fn archive(catalog: &Catalog, args: &CompareArgs) -> Result<ExitCode, String> {
    if args.other.is_some() {
        return Err("with --archive, name one variant: the one under which the records are replayed".to_owned());
    }
    let (game, _) = output::variant(catalog, &args.one)?;
    let mut files = Vec::new();
    for path in &args.archive {
        files.extend(records(path)?);
    }
    let (mut replayed, mut left_out) = (Vec::new(), Vec::new());
    for file in files {
        let record = match Record::read_interrupted(&file) {
            Ok(record) => record,
            Err(problem) => {
                left_out.push(problem.render());
                continue;
            }
        };
        if record.header.game != game.id() {
            continue;
        }
        let ruleset = changed(catalog, args, record.header.players.len())?;
        if ruleset.seating().seats.len() != record.header.players.len() {
            left_out.push(format!("{}: it has {} players", file.display(), record.header.players.len()));
            continue;
        }
        replayed.push(replay_under(&record, &ruleset).map_err(|error| error.to_string())?);
    }
    if replayed.is_empty() {
        let why = left_out.join("\n");
        return Err(format!("there is no record of {} that could be replayed\n{why}", game.id()));
    }
    if args.json {
        return Ok(output::print_json(&json!({ "replayed": replayed, "left_out": left_out })));
    }
    Ok(output::print(&parted(args, &replayed, &left_out)))
}

/// The records of a folder, or a file itself.
fn records(path: &PathBuf) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.clone()]);
    }
    let folder = std::fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).filter(|file| is_record(file)).collect();
    files.sort();
    Ok(files)
}

fn parted(args: &CompareArgs, replayed: &[ReplayOutcome], left_out: &[String]) -> String {
    let count = |is: &dyn Fn(&Divergence) -> bool| replayed.iter().filter(|one| is(&one.end)).count();
    let mut text = format!("{} records under {}\n\n", replayed.len(), second(args));
    let lines = [
        (
            "go as they went, with the same scores",
            count(&|end| matches!(end, Divergence::Over { same_scores: true, same_winners: true, .. })),
        ),
        (
            "have other scores and the same winners",
            count(&|end| matches!(end, Divergence::Over { same_scores: false, same_winners: true, .. })),
        ),
        ("have other winners", count(&|end| matches!(end, Divergence::Over { same_winners: false, .. }))),
        ("are over earlier", count(&|end| matches!(end, Divergence::OverEarlier { .. }))),
        ("go on where they were over, or were left", count(&|end| matches!(end, Divergence::GoesOn))),
        ("diverge at an action that is not legal", count(&|end| matches!(end, Divergence::NotLegal { .. }))),
        ("diverge where it is another's turn", count(&|end| matches!(end, Divergence::OtherTurn))),
    ];
    for (what, count) in lines.iter().filter(|(_, count)| *count > 0) {
        let _ = writeln!(text, "{count:6} {what}");
    }
    text.push('\n');
    for one in replayed {
        let name = one.file.file_name().unwrap_or_default().to_string_lossy();
        let end = match &one.end {
            Divergence::NotLegal { action } => format!("“{action}” is not legal"),
            Divergence::OtherTurn => "it is another's turn".to_owned(),
            Divergence::OverEarlier { scores, .. } => format!("over earlier, {scores:?}"),
            Divergence::GoesOn => "goes on".to_owned(),
            Divergence::Over { scores, same_winners, .. } => {
                format!("over, {scores:?}{}", if *same_winners { "" } else { ", other winners" })
            }
        };
        let _ = writeln!(text, "{name:44} {:>4} of {:>4} actions: {end}", one.kept, one.actions);
    }
    for why in left_out {
        let _ = writeln!(text, "Left out: {why}");
    }
    text
}
