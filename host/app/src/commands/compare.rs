//! `stonehouse compare`

use crate::args::CompareArgs;
use crate::output;
use serde_json::json;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Catalog, Ruleset};
use stonehouse_lab::{Difference, Simulation, Summary, differences, simulate};
use stonehouse_session::{AgentSpec, Programs};

/// Plays the same games under two variants and prints what differs.
pub fn run(catalog: &Catalog, args: &CompareArgs) -> ExitCode {
    match compare(catalog, args) {
        Ok((summaries, found)) if args.json => {
            output::print_json(&json!({ "one": summaries[0], "other": summaries[1], "differences": found }))
        }
        Ok((summaries, found)) => output::print(&table(args, &summaries, &found)),
        Err(message) => output::fail(&message),
    }
}

fn compare(catalog: &Catalog, args: &CompareArgs) -> Result<([Summary; 2], Vec<Difference>), String> {
    let [one, other] = [&args.one, &args.other].map(|name| -> Result<Arc<Ruleset>, String> {
        let ruleset = output::ruleset(catalog, name)?;
        ruleset
            .for_players(args.players.len())
            .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    });
    let (one, other) = (one?, other?);
    let seats: Vec<String> = one.seating().seats.iter().map(|seat| seat.name.clone()).collect();
    if seats.len() != other.seating().seats.len() {
        let [few, many] = [&one, &other].map(|ruleset| ruleset.seating().seats.len());
        return Err(format!(
            "{} has {few} seats and {} {many}: only variants of as many seats can be compared",
            args.one, args.other
        ));
    }
    let players =
        if args.players.is_empty() { vec![AgentSpec::Bot(BotSpec::Random); seats.len()] } else { args.players.clone() };
    let programs = Programs::of(catalog.folders()).map_err(|problem| problem.render())?;
    let plan =
        Simulation { seed: args.seed, threads: args.threads.into(), programs, ..Simulation::new(players, args.games) };
    let played = |ruleset: &Arc<Ruleset>| simulate(ruleset, &plan, &|_| ()).map_err(|error| error.to_string());
    let summaries = [played(&one)?, played(&other)?];
    let found = differences(&summaries[0], &summaries[1], &seats);
    Ok((summaries, found))
}

fn table(args: &CompareArgs, summaries: &[Summary; 2], found: &[Difference]) -> String {
    let mut text = format!("{} games of each, seed {}\n\n", summaries[0].games, args.seed);
    let _ = writeln!(text, "{:26} {:>10} {:>10}   {:30}", "", "first", "second", "second against first");
    for figure in found {
        let scale = if figure.is_share { 100.0 } else { 1.0 };
        let unit = if figure.is_share { " %" } else { "" };
        let [one, other] = [figure.one.value, figure.other.value].map(|value| format!("{:.2}{unit}", value * scale));
        let [more, least, greatest] =
            [figure.more.value, figure.more.least, figure.more.greatest].map(|value| value * scale);
        let clear = if figure.is_clear { "differs" } else { "" };
        let _ = writeln!(
            text,
            "{:26} {one:>10} {other:>10}   {:30} {clear}",
            figure.name,
            format!("{more:+.2} ({least:+.2} to {greatest:+.2})")
        );
    }
    let _ = writeln!(
        text,
        "\nFirst: {}. Second: {}. The same seeds, seats and players under both.\nIntervals hold the true difference in 95 of 100 cases; of twenty figures that are alike, one seems to differ.",
        args.one, args.other
    );
    text
}
