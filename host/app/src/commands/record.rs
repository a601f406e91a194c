//! `stonehouse record`

use crate::args::RecordArgs;
use crate::output;
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::ExitCode;
use stonehouse_engine::{Catalog, Match, Problem, Record};

/// Replays a record, verifies it and prints it.
pub fn run(catalog: &Catalog, args: &RecordArgs) -> ExitCode {
    let (record, replayed) = match verify(catalog, args) {
        Ok(verified) => verified,
        Err(problem) => return output::fail(&problem.to_string()),
    };
    if args.json {
        output::print_json(&as_json(&record, &replayed))
    } else {
        output::print(&as_text(&record, &replayed))
    }
}

fn verify(catalog: &Catalog, args: &RecordArgs) -> Result<(Record, Match), Problem> {
    let record = Record::read(&args.file)?;
    let game = catalog.game(&record.header.game).map_err(|unknown| Problem::line(&args.file, 1, unknown))?;
    let replayed = record.replay(&game.plugin)?;
    Ok((record, replayed))
}

fn as_json(record: &Record, replayed: &Match) -> Value {
    let actions: Vec<Value> = record
        .moves
        .iter()
        .map(|(_, step)| json!({ "seat": step.seat, "action": step.action, "text": step.text, "data": step.data }))
        .collect();
    let header = &record.header;
    json!({
        "game": header.game,
        "variant": header.variant,
        "seed": header.seed,
        "players": header.players,
        "started": header.started,
        "actions": actions,
        "outcome": replayed.end().map(|end| &end.outcome),
        "reason": replayed.end().map(|end| end.reason),
    })
}

fn as_text(record: &Record, replayed: &Match) -> String {
    let header = &record.header;
    let players = &header.players;
    let mut text =
        format!("{} ({}), seed {}, {}\n\n", header.variant_name, header.variant, header.seed, header.started);
    for (number, (_, step)) in record.moves.iter().enumerate() {
        let _ = writeln!(text, "{:3}. {} {}", number + 1, players[step.seat.index()].name, step.text);
    }
    match replayed.end() {
        None => text.push_str("\nThe match is not finished.\n"),
        Some(end) => {
            let winners: Vec<&str> =
                end.outcome.winners.iter().map(|seat| players[seat.index()].name.as_str()).collect();
            let _ = writeln!(
                text,
                "\nScores {:?}; won by {}. The record verifies.",
                end.outcome.scores,
                winners.join(" and ")
            );
        }
    }
    text
}
