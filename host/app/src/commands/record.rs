//! `stonehouse record`

use crate::args::RecordArgs;
use crate::output::{self, one_line};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt::Write;
use std::process::ExitCode;
use stonehouse_engine::record::{ActionLine, Revealed, Roll};
use stonehouse_engine::{Catalog, Problem, Record, Verified};
use stonehouse_plugin::knobs::NONE;
use stonehouse_plugin::{Observer, Seat};

/// Replays a record, verifies it, and prints it with the results of the checks.
pub fn run(catalog: &Catalog, args: &RecordArgs) -> ExitCode {
    let (record, verified) = match verify(catalog, args) {
        Ok(verified) => verified,
        Err(problem) => return output::fail(&problem.to_string()),
    };
    if args.json {
        output::print_json(&as_json(&record, &verified))
    } else if let Some(learner) = args.lesson {
        let seats = verified.replayed.players().len();
        if usize::from(learner) >= seats {
            return output::fail(&format!("this match has no seat {learner}: it has {seats}, counted from 0"));
        }
        match stonehouse_lesson::write::from_match(&verified.replayed, Seat(learner)) {
            Ok(lesson) => output::print(lesson.trim_end()),
            Err(failure) => output::fail(&failure.to_string()),
        }
    } else if args.test {
        output::print(&as_test(&record, &verified))
    } else {
        output::print(&as_text(&record, &verified, args.why))
    }
}

fn verify(catalog: &Catalog, args: &RecordArgs) -> Result<(Record, Verified), Problem> {
    let record = Record::read(&args.file)?;
    let game =
        catalog.game(&record.header.game).map_err(|unknown| Problem::line(&args.file, 1, unknown.to_string()))?;
    let verified = record.verify(&game.plugin)?;
    Ok((record, verified))
}

/// An action as it really was, where the record reveals it.
struct ShownAction<'a> {
    step: &'a ActionLine,
    text: &'a str,
    data: &'a Value,
    /// The effects of house rules.
    house: &'a [Value],
    /// The outcomes of chance after it, by code and as they are described.
    rolled: &'a [u32],
    rolls: &'a [Roll],
    /// The messages of house rules after it.
    messages: &'a [String],
}

/// Each action that was not taken back.
fn shown_actions(record: &Record) -> impl Iterator<Item = ShownAction<'_>> {
    (1..).zip(&record.actions).map(|(number, (_, step))| {
        let ActionLine { text, data, house, rolled, rolls, messages, .. } = step;
        let mut shown = ShownAction { step, text, data, house, rolled, rolls, messages };
        if let Some((_, revealed)) = record.revealed.get(&number) {
            let Revealed { text, data, house, rolled, rolls, messages, .. } = revealed;
            shown = ShownAction { text, data, house, ..shown };
            if !rolls.is_empty() {
                (shown.rolled, shown.rolls) = (rolled, rolls);
            }
            if !messages.is_empty() {
                shown.messages = messages;
            }
        }
        shown
    })
}

fn as_json(record: &Record, verified: &Verified) -> Value {
    let actions: Vec<Value> = shown_actions(record)
        .map(|ShownAction { step, text, data, house, rolled, rolls, .. }| {
            let mut action = json!({ "seat": step.seat, "action": step.code(), "text": text, "data": data });
            if !house.is_empty() {
                action["house"] = json!(house);
            }
            if !rolled.is_empty() {
                action["rolled"] = json!(rolled);
            }
            if !rolls.is_empty() {
                action["rolls"] = json!(rolls);
            }
            action
        })
        .collect();
    let checks = &verified.checks;
    let end = verified.replayed.end();
    let header = &record.header;
    json!({
        "game": header.game,
        "variant": header.variant,
        "pack": header.pack,
        "not_shipped": header.not_shipped,
        "seed": verified.replayed.seed(),
        "players": header.players,
        "started": header.started,
        "rolled": header.rolled,
        "rolls": header.rolls,
        "actions": actions,
        "gave_up": record.resignations.iter().map(|(_, resignation)| resignation).collect::<Vec<_>>(),
        "deal": record.deal.as_ref().map(|(_, deal)| deal),
        "outcome": end.map(|end| &end.outcome),
        "reason": end.map(|end| end.reason),
        "checked": {
            "hashed": checks.hashed,
            "seed_committed": checks.seed_committed,
            "texts": checks.compared_texts(),
            "played_with": checks.played_with,
            "replayed_with": checks.replayed_with,
            "game_edited": checks.game_edited,
            "end": checks.end,
        },
    })
}

/// The match as a test of a house rule: a table of Luau.
fn as_test(record: &Record, verified: &Verified) -> String {
    let header = &record.header;
    // Digits in a text: Luau would round most seeds.
    let (seats, seed) = (verified.replayed.ruleset().seating().seats.len(), verified.replayed.seed());
    let mut text = format!("{{\n    name = {:?},\n    seats = {seats},\n    seed = \"{seed}\",\n", header.variant_name);
    let official = verified.replayed.ruleset().plugin().knobs();
    let turned = header
        .knobs
        .iter()
        .filter(|(name, value)| official.iter().any(|knob| knob.name == **name && knob.default != **value));
    let no_knob = format!("{NONE:?}");
    let knobs: Vec<String> = turned.map(|(name, value)| format!("{name} = {}", luau(value, &no_knob))).collect();
    if !knobs.is_empty() {
        let _ = writeln!(text, "    knobs = {{ {} }},", knobs.join(", "));
    }
    // A test is run with its own script alone.
    if let [script] = &*header.scripts {
        for (field, values, none) in [("rule_knobs", &script.knobs, &*no_knob), ("memory", &script.carried, "false")] {
            let value = |(name, value)| format!("{name} = {}", luau(value, none));
            let values: Vec<String> = values.iter().map(value).collect();
            if !values.is_empty() {
                let _ = writeln!(text, "    {field} = {{ {} }},", values.join(", "));
            }
        }
    }
    text.push_str("    actions = {\n");
    let names: Vec<&str> = verified.replayed.ruleset().seating().seats.iter().map(|seat| &*seat.name).collect();
    for (number, (_, act)) in verified.replayed.choices().enumerate() {
        let before = verified.replayed.position_after(number);
        let sentence = before
            .describe(act, Observer::Referee)
            .map(|description| description.text.fill(&names))
            .unwrap_or_default();
        let _ = writeln!(text, "        {sentence:?},");
    }
    text.push_str("    },\n");
    if let Ok(outcome) = verified.replayed.position().outcome() {
        let scores: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
        let over = verified.replayed.to_act().is_none();
        let _ = writeln!(text, "    expect = {{ scores = {{ {} }}, over = {over} }},", scores.join(", "));
    }
    text + "},"
}

/// A value of a knob or a memory in Luau; `none` is written for null.
fn luau(value: &Value, none: &str) -> String {
    match value {
        Value::Array(values) => {
            format!("{{ {} }}", values.iter().map(|value| luau(value, none)).collect::<Vec<_>>().join(", "))
        }
        Value::Null => none.to_owned(),
        other => other.to_string(),
    }
}

/// An effect of house rules with its arguments and its outcome: `draw_from_bag(seat 0, place 5): stone copper`.
fn outcome(effect: &Value) -> String {
    let fields = |fields: &Value| {
        let all = fields.as_object().into_iter().flatten();
        all.map(|(name, value)| match value {
            Value::String(word) => format!("{name} {word}"),
            other => format!("{name} {other}"),
        })
        .collect::<Vec<_>>()
        .join(", ")
    };
    let call = format!("{}({})", effect["effect"].as_str().unwrap_or_default(), fields(&effect["with"]));
    match fields(&effect["result"]) {
        result if result.is_empty() => call,
        result => format!("{call}: {result}"),
    }
}

/// Outcomes of chance, a line each.
fn rolled(rolls: &[Roll]) -> String {
    let described = rolls.iter().filter(|roll| !roll.text.is_empty());
    described.map(|roll| format!("     {}\n", one_line(&roll.text))).collect()
}

/// The changes that house rules made with an action: of a match in play only those that every player may know.
fn changes(verified: &Verified, number: usize) -> Vec<String> {
    let observer = if verified.replayed.end().is_some() { Observer::Referee } else { Observer::Public };
    verified.replayed.hook_trace(number, observer).map(|trace| trace.changes).unwrap_or_default()
}

fn as_text(record: &Record, verified: &Verified, why: bool) -> String {
    let header = &record.header;
    let players = &header.players;
    let name = |seat: Seat| one_line(&players[seat.index()].name);
    let mut text = one_line(&format!(
        "{} ({}), seed {}, {}",
        header.title(),
        header.variant,
        verified.replayed.seed(),
        header.started
    ))
    .into_owned();
    text.push_str("\n\n");
    let resignations = |after: usize| {
        let resigned = record.resignations.iter().filter(move |(_, resignation)| resignation.after == after);
        resigned.map(|(_, resignation)| format!("     {} resigned\n", name(resignation.seat))).collect::<String>()
    };
    text.push_str(&rolled(&header.rolls));
    for (number, ShownAction { step, text: action, house, rolls, messages, .. }) in shown_actions(record).enumerate() {
        text.push_str(&resignations(number));
        let _ = writeln!(text, "{:3}. {} {}", number + 1, name(step.seat), one_line(action));
        text.push_str(&rolled(rolls));
        for message in messages {
            let _ = writeln!(text, "     {}", one_line(message));
        }
        if why {
            for sentence in changes(verified, number) {
                let _ = writeln!(text, "     - {}", one_line(&sentence));
            }
            for effect in house {
                let _ = writeln!(text, "     = {}", one_line(&outcome(effect)));
            }
        }
    }
    text.push_str(&resignations(record.actions.len()));
    text.push('\n');
    if let Some(end) = verified.replayed.end() {
        let winners: Vec<Cow<'_, str>> = end.outcome.winners.iter().map(name).collect();
        let result = match winners[..] {
            [] if verified.replayed.ruleset().seating().is_one_team() => "lost".to_owned(),
            [] => "won by nobody".to_owned(),
            _ => format!("won by {}", winners.join(" and ")),
        };
        let _ = writeln!(text, "Scores {:?}; {result}.", end.outcome.scores);
    }
    text.push_str(&verified.checks.sentences().join("\n"));
    text
}
