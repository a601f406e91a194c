//! What an editor needs to know of a game's house rules: type definitions in Luau, from the game's own declarations.

use super::interface::Interface;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use stonehouse_plugin_api::{Field, FieldKind, HookValue};

/// The name under which editors are given the definitions. Documentation names it again.
pub const PACKAGE: &str = "@stonehouse";

/// What scripts of measures are given and return, for the lab.
const MEASURES: &str = "
-- An action of a game that is over.
export type PlayedAction = {
    seat: Seat,
    kind: string,
    choices: number,
    data: { [string]: any },
    scores: { [Seat]: number },
}

-- A game that is over, as `stonehouse simulate --measure` gives it to scripts.
export type PlayedGame = {
    number: number,
    seats: { Seat },
    names: { [Seat]: string },
    players: { [Seat]: string },
    teams: { [Seat]: number },
    scores: { [Seat]: number },
    won: { [Seat]: boolean },
    cut_off: boolean,
    actions: { PlayedAction },
}

-- What a measure returns: a number, true or false, a table of these, or nothing.
export type Measured = number | boolean | { [string | number]: number | boolean } | nil
";

impl Interface {
    /// The definitions for luau-lsp: a type for `ctx` at every hook and happening, `Effects`, and `HouseRule`, which is what a script returns.
    /// `self` is [everything](Interface::everything) that a game offers.
    pub fn definitions(&self, game: &str) -> String {
        let mut text = format!(
            "-- House rules of {game}, for editors (luau-lsp: `luau-lsp.types.definitionFiles`).\n\
            -- Written by `stonehouse hooks {game} --luau`: do not edit.\n\n"
        );
        let _ = writeln!(text, "export type Seat = {}\n", self.seat_type());
        text.push_str(
            "-- What every hook and happening can read, and what the script itself remembers.\nexport type Facts = {\n",
        );
        for fact in &self.facts {
            let one = type_of(&fact.kind);
            let kind = if fact.each_seat { format!("{{ [Seat]: {one} }}") } else { one };
            let _ = writeln!(text, "    -- {}\n    {}: {kind},", fact.doc, fact.name);
        }
        text.push_str("    [string]: any,\n}\n");
        for hook in &self.hooks {
            context(&mut text, &hook.name, &hook.doc, &hook.context);
        }
        for happening in &self.happenings {
            context(&mut text, &happening.name, &happening.doc, &happening.fields);
        }
        text.push_str("\n-- What a script can bring about.\nexport type Effects = {\n");
        for effect in &self.effects {
            let _ = writeln!(
                text,
                "    -- {}\n    {}: {},",
                effect.doc,
                effect.name,
                effect_type(&effect.name, &effect.arguments)
            );
        }
        text.push_str("}\n\n-- Whole numbers that a script remembers over a match.\nexport type Memory = {\n    each: \"seat\"?, min: number?, max: number?, start: number?, secret: boolean?, label: string?,\n}\n");
        text.push_str("\n-- An action that a script adds to the game.\nexport type Action = {\n    label: string,\n    tip: string?,\n    first: boolean?,\n    targets: (\"seats\" | { number } | { string })?,\n    when: (ctx: any) -> boolean,\n    play: (ctx: any, effects: Effects) -> (),\n}\n");
        text.push_str("\n-- What a script returns.\nexport type HouseRule = {\n    memory: { [string]: Memory }?,\n    actions: { [string]: Action }?,\n");
        for hook in &self.hooks {
            let value = value_type(hook.value);
            let _ =
                writeln!(text, "    {}: ((ctx: {}, value: {value}) -> {value})?,", hook.name, type_name(&hook.name));
        }
        for happening in &self.happenings {
            let _ = writeln!(
                text,
                "    {}: ((ctx: {}, effects: Effects) -> ())?,",
                happening.name,
                type_name(&happening.name)
            );
        }
        text.push_str("}\n");
        text.push_str(MEASURES);
        text
    }

    /// What the types and fields of the [definitions](Self::definitions) mean, in luau-lsp's form: editors show it where the pointer rests. They do
    /// not show comments of definitions.
    pub fn documentation(&self) -> Value {
        let mut all = Map::new();
        let mut explain = |what: String, doc: &str| {
            all.insert(format!("{PACKAGE}/globaltype/{what}"), json!({ "documentation": doc }));
        };
        for fact in &self.facts {
            explain(format!("Facts.{}", fact.name), &fact.doc);
        }
        let hooks = self.hooks.iter().map(|hook| (&hook.name, &hook.doc, &hook.context));
        let happenings = self.happenings.iter().map(|happening| (&happening.name, &happening.doc, &happening.fields));
        for (name, doc, fields) in hooks.chain(happenings) {
            explain(type_name(name), doc);
            explain(format!("HouseRule.{name}"), doc);
            for field in fields {
                explain(format!("{}Fields.{}", type_name(name), field.name), &field.doc);
            }
        }
        for effect in &self.effects {
            explain(format!("Effects.{}", effect.name), &effect.doc);
        }
        Value::Object(all)
    }

    fn seat_type(&self) -> String {
        if self.seat_words.is_empty() {
            return "number".to_owned();
        }
        self.seat_words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" | ")
    }
}

fn context(text: &mut String, name: &str, doc: &str, fields: &[Field]) {
    // The fields have a type of their own, because documentation reaches the fields of tables only.
    let name = type_name(name);
    let _ = writeln!(text, "\n-- {doc}\nexport type {name} = Facts & {name}Fields\nexport type {name}Fields = {{");
    for field in fields {
        let _ = writeln!(text, "    -- {}\n    {}: {},", field.doc, field.name, type_of(&field.kind));
    }
    text.push_str("}\n");
}

fn effect_type(name: &str, arguments: &[Field]) -> String {
    match name {
        "finish" => "(...Seat) -> ()".to_owned(),
        "remember" => {
            "((name: string, value: number) -> ()) & ((name: string, seat: Seat, value: number) -> ())".to_owned()
        }
        "say" => "(text: string) -> ()".to_owned(),
        _ => {
            let taken: Vec<String> =
                arguments.iter().map(|argument| format!("{}: {}", argument.name, type_of(&argument.kind))).collect();
            format!("({}) -> ()", taken.join(", "))
        }
    }
}

fn type_of(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Integer => "number".to_owned(),
        FieldKind::Boolean => "boolean".to_owned(),
        FieldKind::Word(words) => words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" | "),
        FieldKind::Seat => "Seat".to_owned(),
    }
}

fn value_type(value: HookValue) -> &'static str {
    match value {
        HookValue::Boolean => "boolean",
        HookValue::Integer { .. } => "number",
    }
}

/// The name of the type of `ctx` at a hook: `line_points` becomes `LinePoints`.
pub fn type_name(hook: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    hook.split('_').map(capital).collect()
}
