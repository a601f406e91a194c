//! The house rules of a game for editors: type definitions in Luau, from the game's own declarations, and their
//! documentation.
//!
//! `.ci/types` checks the definitions with Luau's own type checker. That checker does not look into tables of actions
//! that are assigned to a field; one with its own name and type it does check, so the manual writes actions that
//! way.

use crate::interface::Interface;
use crate::types::{self, Entry, Is, PACKAGE, TypeDefinition, type_name};
use serde_json::{Value, json};
use std::fmt::Write;
use stonehouse_plugin::house::{EffectDecl, EventDecl, FactDecl, ZoneDecl, ZoneLayout};
use stonehouse_plugin::{Field, FieldKind, HookValue};
use stonehouse_runtime::{HostEffectKind, HostEvent};

/// A table that scripts read or write: its name, its meaning, and its fields with their types and meanings.
type Table = (&'static str, &'static str, &'static [(&'static str, &'static str, &'static str)]);

/// The tables that scripts declare beside functions, for every game.
const DECLARED: [Table; 7] = [
    (
        "Memory",
        "What a script remembers over a match: a whole number, a word or a player; for the match, each seat, a list or a grid.",
        &[
            ("each", "\"seat\"?", "One for each seat; without it, one for the match."),
            ("size", "number?", "The length of a list; its places are numbered from 1."),
            ("rows", "number?", "The rows of a grid, numbered from 0."),
            ("columns", "number?", "The columns of a grid, numbered from 0."),
            (
                "values",
                "({ string } | \"seats\")?",
                "The words that it can be, or \"seats\" for a player; without them it is a whole number.",
            ),
            ("min", "number?", "The least that it can be: 0 without it."),
            ("max", "number?", "The most that it can be: a million without it."),
            (
                "start",
                "(number | string | boolean)?",
                "What it is at the start of a match: without it, of words the first, of players `false` for nobody.",
            ),
            (
                "secret",
                "boolean?",
                "Whether only the seat may know its own, or nobody one for the match or the order of a list, until it is over.",
            ),
            ("series", "boolean?", "Whether the next match of a series begins with the value at the end of this one."),
            ("label", "string?", "How it is called at the table; without it, it is not shown there."),
            ("area", "string?", "The title of an area of the table in which one value, a list or a grid is shown."),
            (
                "pictures",
                "{ [string]: string }?",
                "The SVG pictures of its words: its area shows one value, or a list, on cards with them.",
            ),
        ],
    ),
    (
        "ActionContextFields",
        "What a script's own action can read, beside the facts.",
        &[
            ("seat", "Seat", "Whose action it is."),
            ("target", "any", "What it is aimed at: one of its `targets`; of pieces in a list the place, from 1."),
            ("owner", "Seat", "Whose zone the piece is in at which it is aimed, where each seat has one."),
            ("row", "number", "The row of the piece at which it is aimed, in a grid."),
            ("column", "number", "The column of the piece at which it is aimed, in a grid."),
        ],
    ),
    (
        "Action",
        "An action that a script adds to the game.",
        &[
            ("label", "string", "What is written on its button."),
            ("tip", "string?", "What it does, in a sentence."),
            (
                "log",
                "string?",
                "The text of the log after the player's name: \"closes the hand\". Without it, that the button was chosen.",
            ),
            ("first", "boolean?", "Whether the game waits until every player to whom it is offered has chosen it."),
            (
                "together",
                "boolean?",
                "Whether all players to whom it is offered choose at once, each without seeing what the others choose.",
            ),
            (
                "after",
                "string?",
                "The name of another action of the house: the player who chose that one has to choose this one next, and the game waits.",
            ),
            ("prompt", "string?", "What the player is asked while the game waits for it: \"Choose a card to return\"."),
            ("secret", "boolean?", "Whether only the seat may know its target until the match is over."),
            (
                "targets",
                "(string | { number } | { string } | { min: number, max: number, step: number? })?",
                "What it can be aimed at: \"seats\", the pieces of a zone by its name, numbers or texts.",
            ),
            (
                "available",
                "((ctx: ActionContext) -> boolean | { any })?",
                "Whether it can be offered to `ctx.seat` at all, or the list of targets with which it can: called once.",
            ),
            (
                "when",
                "((ctx: ActionContext) -> boolean)?",
                "Whether it is offered to `ctx.seat`: called for each target that is available. Without it, with all of them.",
            ),
            ("play", "(ctx: ActionContext, effects: Effects) -> ()", "What it does."),
        ],
    ),
    (
        "RollContextFields",
        "What `rolled` of a script's own roll can read, beside the facts.",
        &[
            ("value", "any", "What was rolled: a number from 1, or one of its `values`."),
            ("values", "any", "What was rolled by several `dice`: a list, with places from 1."),
            ("seat", "Seat", "For whom it was rolled, where there is one for each seat."),
        ],
    ),
    (
        "Roll",
        "A roll that a script declares, for `effects.roll`: a draw by the host, each outcome as likely as any other.",
        &[
            ("each", "\"seat\"?", "Each is for a seat; without it, for nobody in particular."),
            ("dice", "number?", "How many dice are rolled at once; then `ctx.values` is a list."),
            ("sides", "number?", "How many sides a die has: the values are the numbers from 1 to it."),
            ("values", "{ string }?", "The values, where they are no numbers."),
            (
                "secret",
                "boolean?",
                "Whether only its seat may know it, or nobody where it has none, until the match is over.",
            ),
            ("label", "string?", "How it is called in the log; without it, by its name."),
            ("rolled", "(ctx: RollContext, effects: Effects) -> ()", "What follows from the value."),
        ],
    ),
    (
        "Test",
        "A test that a script carries: of one answer of a hook, or of a match.",
        &[
            ("name", "string?", "What it shows."),
            ("hook", "string?", "The hook that is called."),
            ("ctx", "{ [string]: any }?", "What the script reads there. A list is one value for each seat."),
            ("value", "(number | boolean | string)?", "The value that the rules would use."),
            ("gives", "(number | boolean | string)?", "The value that the script should give."),
            ("seats", "number?", "How many play the match, where not as many as in the variant."),
            ("seed", "(number | string)?", "The seed of the match: 1 without it."),
            (
                "memory",
                "{ [string]: any }?",
                "The values of the memory with which the match begins: of several a list.",
            ),
            (
                "rolls",
                "{ [string]: number | string | { number | string } }?",
                "The results of rolls of the rules, by name, in order; those beyond them are drawn with the seed.",
            ),
            ("knobs", "{ [string]: any }?", "Knobs that differ from the variant's."),
            ("rule_knobs", "{ [string]: any }?", "The script's own knobs that differ from their defaults."),
            ("actions", "{ string | number }?", "The actions played: each as in the log, or by its code."),
            ("expect", "Expectation?", "What should be so afterwards."),
        ],
    ),
    (
        "Expectation",
        "What should be so after the actions of a test.",
        &[
            ("scores", "{ number }?", "The score of each seat."),
            ("over", "boolean?", "Whether the match is over."),
            ("winners", "{ string }?", "Who has won, by the names of the seats."),
            ("to_act", "string?", "Who acts next, by the name of the seat."),
            ("legal", "string?", "An action that is legal then, as the log would describe it."),
            ("illegal", "string?", "An action that is not."),
            ("messages", "{ string }?", "The lines that the rules wrote in the log at the last action."),
            (
                "holds",
                "((ctx: Facts) -> boolean)?",
                "Returns whether what it reads is as expected: facts, zones and memory.",
            ),
        ],
    ),
];

/// The tables that are passed to scripts of measures, for the lab.
const PLAYED: [Table; 2] = [
    (
        "PlayedAction",
        "An action of a game that is over.",
        &[
            ("seat", "Seat", "Who played it."),
            ("kind", "string", "Which kind of action it is."),
            ("choices", "number", "How many actions were legal."),
            ("data", "{ [string]: any }", "What it was in particular, as records have it."),
            ("scores", "{ [Seat]: number }", "The score of each seat after it."),
        ],
    ),
    (
        "PlayedGame",
        "A game that is over, as `stonehouse simulate --measure` gives it to scripts.",
        &[
            ("number", "number", "The game's number, from 0."),
            ("seats", "{ Seat }", "The seats."),
            ("names", "{ [Seat]: string }", "What the seats are called."),
            ("players", "{ [Seat]: string }", "Who sat there."),
            ("teams", "{ [Seat]: number }", "The team of each seat."),
            ("scores", "{ [Seat]: number }", "The score of each seat at the end."),
            ("won", "{ [Seat]: boolean }", "Whether its team won, and no other."),
            ("cut_off", "boolean", "Whether the game was cut off."),
            ("actions", "{ PlayedAction }", "What was played."),
        ],
    ),
];

/// The meaning of the function `knobs`.
const KNOBS: &str = "Declares the parameters of a house rule, and returns their values: \
    `house.knobs = knobs { cards = { 1, min = 0, max = 5, doc = \"Cards drawn.\" } }`.";

impl TypeDefinition {
    fn of((name, doc, fields): Table) -> Self {
        let fields = fields.iter().map(|(name, kind, doc)| Entry::new(name, (*kind).to_owned(), doc));
        Self::table(name, doc, fields.collect())
    }

    /// The type of `ctx` at an entry point: the facts, and fields of its own. The fields have their own type,
    /// because documentation reaches the fields of tables only.
    fn context(name: &str, doc: &str, fields: &[Field]) -> [Self; 2] {
        let name = type_name(name);
        let own = format!("{name}Fields");
        let fields = fields.iter().map(|field| Entry::new(&field.name, type_of(&field.kind), &field.doc));
        [
            Self::other(&name, doc, format!("Facts & {own}")),
            Self::table(&own, &format!("What `{name}` has beside the facts."), fields.collect()),
        ]
    }
}

impl Interface {
    /// The definitions for luau-lsp: a type for `ctx` at every hook and event, `Effects`, and `HouseRule`, which is
    /// what a script returns. `self` is [everything](Interface::everything) that a game offers.
    pub fn definitions(&self, game: &str) -> String {
        let mut text = format!(
            "-- House rules of {game}, for editors (luau-lsp: `luau-lsp.types.definitionFiles`).\n\
            -- Written by `stonehouse hooks {game} --luau`: do not edit.\n"
        );
        text.push_str(&types::definitions(&self.declared()));
        let _ = write!(text, "\n-- {KNOBS}\ndeclare function knobs(declarations: {{ [string]: any }}): any\n");
        text
    }

    /// The meanings of the types and fields of the [definitions](Self::definitions), in luau-lsp's form: editors show
    /// them in tooltips. They do not show comments of definitions.
    pub fn documentation(&self) -> Value {
        let mut all = types::documentation(&self.declared());
        all.insert(format!("{PACKAGE}/global/knobs"), json!({ "documentation": KNOBS }));
        Value::Object(all)
    }

    /// All types, in the order of the file.
    fn declared(&self) -> Vec<TypeDefinition> {
        let fact = |fact: &FactDecl| {
            let one = type_of(&fact.kind);
            Entry::new(&fact.name, if fact.each_seat { format!("{{ [Seat]: {one} }}") } else { one }, &fact.doc)
        };
        let zone = |zone: &ZoneDecl| Entry::new(&zone.name, zone_type(zone), &zone.doc);
        let readable = self.facts.iter().map(fact).chain(self.zones.iter().map(zone));
        let doc = "What every hook and event can read, and what the script itself remembers.";
        let mut all = vec![
            TypeDefinition::other("Seat", "A player.", self.seat_type()),
            TypeDefinition::table("Facts", doc, readable.collect()).with_others("any"),
        ];
        all.extend(self.zones.iter().filter(|zone| zone.piece.len() > 1).map(|zone| {
            let fields = zone.piece.iter().map(|field| Entry::new(&field.name, type_of(&field.kind), &field.doc));
            TypeDefinition::table(&piece_type(zone), &format!("A piece of `{}`.", zone.name), fields.collect())
        }));
        all.extend(self.hooks.iter().flat_map(|hook| TypeDefinition::context(&hook.name, &hook.doc, &hook.context)));
        all.extend(self.events.iter().flat_map(|event| {
            let [context, mut own] = TypeDefinition::context(&event.name, &event.doc, &event.fields);
            if let Is::Table { fields, .. } = &mut own.is
                && let Some(last) = fields.last_mut()
                && self.has_field_for_each_seat(event)
            {
                last.kind = format!("{{ [Seat]: {} }}", last.kind);
            }
            [context, own]
        }));
        let effect = |effect: &EffectDecl| Entry::new(&effect.name, effect_type(effect), &effect.doc);
        let effects = self.effects.iter().map(effect).collect();
        all.push(TypeDefinition::table("Effects", "The effects that a script can request.", effects));
        let action = "What `when` and `play` of a script's own action can read.";
        all.push(TypeDefinition::other("ActionContext", action, "Facts & ActionContextFields".to_owned()));
        let roll = "What `rolled` of a script's own roll can read.";
        all.push(TypeDefinition::other("RollContext", roll, "Facts & RollContextFields".to_owned()));
        all.extend(DECLARED.map(TypeDefinition::of));
        all.push(TypeDefinition::table("HouseRule", "What a script returns.", self.rule()));
        all.extend(PLAYED.map(TypeDefinition::of));
        let measured = "number | boolean | { [string | number]: number | boolean } | nil";
        let doc = "What a measure returns: a number, true or false, a table of these, or nothing.";
        all.push(TypeDefinition::other("Measured", doc, measured.to_owned()));
        all
    }

    /// Whether the last field of an event has a value for each seat.
    pub fn has_field_for_each_seat(&self, event: &EventDecl) -> bool {
        HostEvent::of(event).is_some_and(HostEvent::has_field_for_each_seat)
    }

    /// The fields of the table that a script can return.
    fn rule(&self) -> Vec<Entry> {
        let declared = [
            ("knobs", "any", "The values of its parameters: what `knobs { … }` returns."),
            ("memory", "{ [string]: Memory }?", "What the script remembers over a match, by name."),
            ("actions", "{ [string]: Action }?", "Actions that it adds to the game, by name."),
            ("rolls", "{ [string]: Roll }?", "What it rolls, by name."),
            ("tests", "{ Test }?", "Tests of the script, which `stonehouse check` runs."),
        ];
        let declared = declared.map(|(name, kind, doc)| Entry::new(name, kind.to_owned(), doc));
        let hooks = self.hooks.iter().map(|hook| {
            let value = value_type(hook.value);
            let kind = format!("((ctx: {}, value: {value}) -> {value})?", type_name(&hook.name));
            Entry::new(&hook.name, kind, &hook.doc)
        });
        let events = self.events.iter().map(|event| {
            let kind = format!("((ctx: {}, effects: Effects) -> ())?", type_name(&event.name));
            Entry::new(&event.name, kind, &event.doc)
        });
        declared.into_iter().chain(hooks).chain(events).collect()
    }

    fn seat_type(&self) -> String {
        if self.seat_words.is_empty() {
            return "number".to_owned();
        }
        self.seat_words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" | ")
    }
}

fn effect_type(effect: &EffectDecl) -> String {
    match HostEffectKind::of(effect) {
        Some(HostEffectKind::Finish) => "(...Seat) -> ()".to_owned(),
        Some(HostEffectKind::Remember) => {
            let kept = "number | string | boolean";
            format!(
                "((name: string, value: {kept}) -> ()) & ((name: string, at: Seat | number, value: {kept}) -> ()) & ((name: string, row: number, column: number, value: {kept}) -> ())"
            )
        }
        Some(HostEffectKind::Roll) => "((name: string) -> ()) & ((name: string, seat: Seat) -> ())".to_owned(),
        Some(HostEffectKind::Say) => "(text: string, ...Seat) -> ()".to_owned(),
        Some(HostEffectKind::Whisper) => "(seat: Seat, text: string, ...Seat) -> ()".to_owned(),
        Some(HostEffectKind::Shuffle) => "(name: string) -> ()".to_owned(),
        Some(HostEffectKind::Points) | None => {
            let taken: Vec<String> =
                effect.arguments.iter().map(|field| format!("{}: {}", field.name, type_of(&field.kind))).collect();
            format!("({}) -> ()", taken.join(", "))
        }
    }
}

/// The name of the type of a zone's pieces: `hand` has `HandPiece`s.
fn piece_type(zone: &ZoneDecl) -> String {
    type_name(&zone.name) + "Piece"
}

fn zone_type(zone: &ZoneDecl) -> String {
    let piece = match &*zone.piece {
        [only] => format!("({})", type_of(&only.kind)),
        _ => piece_type(zone),
    };
    let pieces = match zone.layout {
        ZoneLayout::Grid { .. } => format!("{{ [number]: {{ [number]: {piece}? }} }}"),
        ZoneLayout::List { .. } => format!("{{ {piece} }}"),
    };
    if zone.each_seat { format!("{{ [Seat]: {pieces} }}") } else { pieces }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{declared, examples, measure};
    use std::collections::BTreeSet;

    #[test]
    fn script_types_have_exactly_the_readable_and_writable_fields() {
        let read: [(&str, Vec<&[&str]>); 7] = [
            ("Memory", vec![&declared::OF_MEMORY]),
            ("Action", vec![&declared::OF_ACTION]),
            ("Roll", vec![&declared::OF_ROLL]),
            ("Test", vec![&examples::HOOK, &examples::MATCH]),
            ("Expectation", vec![&examples::EXPECT]),
            ("PlayedAction", vec![&measure::OF_ACTION]),
            ("PlayedGame", vec![&measure::OF_GAME]),
        ];
        for (table, names) in read {
            let (.., fields) = DECLARED.into_iter().chain(PLAYED).find(|(name, ..)| *name == table).unwrap();
            let documented: BTreeSet<&str> = fields.iter().map(|(name, ..)| *name).collect();
            assert_eq!(documented, names.concat().into_iter().collect(), "{table}");
        }
    }
}
