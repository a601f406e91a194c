//! `stonehouse hooks` and `stonehouse schema`: the hooks, events and knobs of a game, for modders and designers.

use crate::args::{GameArgs, HooksArgs};
use crate::output;
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_house_rules::Interface;
use stonehouse_plugin::house::ZoneLayout;
use stonehouse_plugin::{Field, FieldKind, HookValue, knobs};

/// Describes the parts of a game that house rules can use: its hooks and events, the facts that they can read, and
/// their effects.
pub fn hooks(catalog: &Catalog, args: &HooksArgs) -> ExitCode {
    let game = match catalog.game(&args.game) {
        Ok(game) => game,
        Err(unknown) => return output::fail(&unknown.to_string()),
    };
    let everything = Interface::everything(&game.plugin);
    if args.luau {
        return output::print(everything.definitions(game.id()).trim_end());
    }
    if args.luau_docs {
        return output::print_json(&everything.documentation());
    }
    let Interface { hooks, facts, zones, events, effects, seat_words, .. } = everything.clone();
    if args.json {
        return output::print_json(&json!({
            "hooks": hooks, "events": events, "facts": facts, "zones": zones, "effects": effects, "seat_words": seat_words,
        }));
    }
    let mut text = String::from("HOOKS: a script returns the value to use.\n\n");
    for hook in hooks {
        let value = match hook.value {
            HookValue::Boolean => "true or false".to_owned(),
            HookValue::Integer { min, max } => format!("a whole number from {min} to {max}"),
        };
        let _ = writeln!(text, "{}(ctx, value) -> {value}\n  {}", hook.name, hook.doc);
        text.push_str(&fields("ctx.", &hook.context));
        text.push_str(&example(&everything.sample_of_hook(&hook)));
    }
    text.push_str("EVENTS: a script is notified, and requests effects.\n\n");
    for event in events {
        let _ = writeln!(text, "{}(ctx, effects)\n  {}", event.name, event.doc);
        if everything.has_field_for_each_seat(&event)
            && let Some((last, first)) = event.fields.split_last()
        {
            text.push_str(&fields("ctx.", first));
            text.push_str(&fields("ctx.", &[Field { name: format!("{}[seat]", last.name), ..last.clone() }]));
        } else {
            text.push_str(&fields("ctx.", &event.fields));
        }
        text.push_str(&example(&everything.sample_of_event(&event)));
    }
    text.push_str("FACTS: what every hook and event can read.\n\n");
    for fact in facts {
        let seat = if fact.each_seat { "[seat]" } else { "" };
        let name = format!("{}{seat}", fact.name);
        let secret = if fact.secret { " (secret)" } else { "" };
        let _ = writeln!(text, "    ctx.{name:20} {:26} {}{secret}", kind(&fact.kind), fact.doc);
        let _ = writeln!(text, "        if {} then", everything.sample_of_fact(&fact));
    }
    if !zones.is_empty() {
        text.push_str("\nZONES: the pieces that every hook and event can read.\n\n");
    }
    for zone in zones {
        let seat = if zone.each_seat { "[seat]" } else { "" };
        let (index, size) = match zone.layout {
            ZoneLayout::Grid { .. } => ("[row][column]", "rows and columns from 0".to_owned()),
            ZoneLayout::List { max } => ("[place]", format!("up to {max} pieces, from 1")),
        };
        let secret = if zone.secret { " (secret)" } else { "" };
        let _ = writeln!(text, "ctx.{}{seat}{index}: {size}\n  {}{secret}", zone.name, zone.doc);
        text.push_str(&fields("", &zone.piece));
        text.push_str(&example(&everything.sample_of_zone(&zone)));
    }
    text.truncate(text.trim_end().len());
    text.push_str("\n\nEFFECTS: what can be applied.\n\n");
    for effect in effects {
        let names: Vec<&str> = effect.arguments.iter().map(|argument| &*argument.name).collect();
        let _ = writeln!(text, "effects.{}({})\n  {}", effect.name, names.join(", "), effect.doc);
        text.push_str(&fields("", &effect.arguments));
        text.push_str(&example(&everything.sample_of_effect(&effect)));
    }
    if !seat_words.is_empty() {
        let _ = writeln!(text, "SEATS: {}", seat_words.join(", "));
    }
    output::print(text.trim_end())
}

/// An example, set off from the text around it.
fn example(code: &str) -> String {
    let lines: String = code.trim_end().lines().map(|line| format!("        {line}\n")).collect();
    format!("    For example:\n{lines}\n")
}

/// Fields, a line each.
fn fields(before: &str, fields: &[Field]) -> String {
    let line = |field: &Field| format!("    {before}{:14} {:26} {}\n", field.name, kind(&field.kind), field.doc);
    fields.iter().map(line).collect()
}

fn kind(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Integer => "number".to_owned(),
        FieldKind::Boolean => "true or false".to_owned(),
        FieldKind::Word(words) if words.is_empty() => "text".to_owned(),
        FieldKind::Word(words) => words.join(" | "),
        FieldKind::Seat => "seat".to_owned(),
    }
}

/// Describes the knobs of a game; as JSON, the schema of its variant files.
pub fn schema(catalog: &Catalog, args: &GameArgs) -> ExitCode {
    let game = match catalog.game(&args.game) {
        Ok(game) => game,
        Err(unknown) => return output::fail(&unknown.to_string()),
    };
    if args.json {
        return output::print_json(&stonehouse_engine::variant::schema(&game.plugin));
    }
    let mut text = String::new();
    for knob in game.plugin.knobs() {
        let default = match knobs::written(&knob.default) {
            Value::String(text) if text.contains('\n') => format!("\n    {}", text.replace('\n', "\n    ")),
            other => format!(" {other}"),
        };
        let _ = writeln!(text, "{}: {}\n  {}\n  Default:{default}\n", knob.name, knob.kind.expected(), knob.doc);
    }
    output::print(text.trim_end())
}
