//! `stonehouse hooks` and `stonehouse schema`: what a game offers to modders and designers.

use crate::args::GameArgs;
use crate::output;
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_plugin_api::{FieldKind, HookValue, knobs};

/// Describes the hooks of a game.
pub fn hooks(catalog: &Catalog, args: &GameArgs) -> ExitCode {
    let game = match catalog.game(&args.game) {
        Ok(game) => game,
        Err(unknown) => return output::fail(&unknown),
    };
    let hooks = game.plugin.hooks();
    if args.json {
        return output::print_json(&json!(hooks));
    }
    let mut text = String::new();
    for hook in hooks {
        let value = match hook.value {
            HookValue::Boolean => "true or false".to_owned(),
            HookValue::Integer { min, max } => format!("a whole number from {min} to {max}"),
        };
        let _ = writeln!(text, "{}(ctx, value) -> {value}\n  {}", hook.name, hook.doc);
        for field in &hook.context {
            let kind = match &field.kind {
                FieldKind::Integer => "number".to_owned(),
                FieldKind::Boolean => "true or false".to_owned(),
                FieldKind::Word(words) => words.join(" | "),
            };
            let _ = writeln!(text, "    ctx.{:14} {:26} {}", field.name, kind, field.doc);
        }
        text.push('\n');
    }
    output::print(text.trim_end())
}

/// Describes the knobs of a game; as JSON, the schema of its variant files.
pub fn schema(catalog: &Catalog, args: &GameArgs) -> ExitCode {
    let game = match catalog.game(&args.game) {
        Ok(game) => game,
        Err(unknown) => return output::fail(&unknown),
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
