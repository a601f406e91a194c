//! The types of one game, from its declarations: its position, pieces, actions and tests.

use super::general::{POSITION, POSITION_DOC, words};
use crate::declared::{ActionSpec, Declarations, DomainSpec, FieldSpec, KnobSpec, MemorySpec, PieceSpec, ZoneSpec};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use stonehouse_house_rules::type_name;
use stonehouse_house_rules::types::{Entry, TypeDefinition, field_name};

/// The name of a type without its parameters.
pub(super) fn plain_name(name: &str) -> &str {
    name.split('<').next().unwrap_or_default()
}

/// The names of the types of a game.
struct Names {
    game: String,
    position: String,
    knobs: String,
    actions: String,
    test: String,
    /// The types of the pieces, by kind.
    pieces: BTreeMap<String, String>,
}

impl Names {
    /// Names that begin with the id of the game, and are not taken.
    fn new(declared: &Declarations, taken: &mut BTreeSet<String>) -> Self {
        let mut free = |name: &str| {
            let mut name = type_name(&declared.about.id) + &type_name(name);
            if name.starts_with(|letter: char| letter.is_ascii_digit()) {
                name.insert(0, '_');
            }
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            name
        };
        let [game, position, knobs, actions, test] = ["game", "position", "knobs", "actions", "test"].map(&mut free);
        let pieces = declared.pieces.keys().map(|kind| (kind.clone(), free(kind))).collect();
        Self { game, position, knobs, actions, test, pieces }
    }

    fn piece(&self, kind: &str) -> &str {
        self.pieces.get(kind).map_or("any", String::as_str)
    }
}

/// The types of a game, of which no name is `taken`.
pub(super) fn types(declared: &Declarations, taken: &mut BTreeSet<String>) -> Vec<TypeDefinition> {
    let names = Names::new(declared, taken);
    let title = &declared.about.name;
    let mut all = vec![
        TypeDefinition::other(
            &names.game,
            &format!("The table of the game {title}."),
            format!("Game<{}, {}, {}>", names.position, names.actions, names.test),
        ),
        position(declared, &names),
    ];
    if !declared.knobs.is_empty() {
        let knob =
            |(name, spec): (&String, &KnobSpec)| Entry::new(name, knob_type(spec), &documented(&spec.doc, "A knob."));
        let knobs = declared.knobs.iter().map(knob).collect();
        all.push(TypeDefinition::table(&names.knobs, &format!("The knobs of {title}."), knobs));
    }
    all.extend(declared.pieces.iter().map(|(kind, spec)| {
        let of_kind = Entry::new("kind", format!("{kind:?}"), "Its kind.");
        let field = |(name, spec): (&String, &FieldSpec)| Entry::new(name, field_type(spec), &field_doc(spec));
        let fields = [of_kind].into_iter().chain(spec.fields.iter().map(field)).collect();
        TypeDefinition::table(
            names.piece(kind),
            &format!("A piece of {title}: `{kind}`. It cannot be changed."),
            fields,
        )
    }));
    let action = |(name, spec): (&String, &ActionSpec)| {
        let kind = format!("Action<{}, ({})>?", names.position, fields_of(declared, &names, spec).join(", "));
        Entry::new(name, kind, &documented(&spec.tip, &format!("An action: {}", spec.label)))
    };
    let actions = declared.actions.iter().map(action).collect();
    let other = format!("Action<{}, ...any>?", names.position);
    all.push(
        TypeDefinition::table(&names.actions, &format!("The kinds of actions of {title}."), actions)
            .with_others(&other),
    );
    let known = if declared.actions.is_empty() { "string".to_owned() } else { words(keys(&declared.actions)) };
    all.push(TypeDefinition::other(&names.test, &format!("Plays in a test of {title}."), format!("Test<{known}>")));
    all
}

fn keys<T>(all: &BTreeMap<String, T>) -> impl Iterator<Item = &str> {
    all.keys().map(String::as_str)
}

/// A meaning, or this one where the script has none.
fn documented(doc: &str, other: &str) -> String {
    if doc.is_empty() { other.to_owned() } else { doc.to_owned() }
}

/// The types of the fields of an action.
fn fields_of(declared: &Declarations, names: &Names, spec: &ActionSpec) -> Vec<String> {
    let domain = |domain: &DomainSpec| match domain {
        DomainSpec::Named(zone) => match declared.zones.get(zone) {
            Some(spec) if spec.rows.is_some() => "Cell".to_owned(),
            Some(spec) => names.piece(&spec.piece).to_owned(),
            None => "number".to_owned(),
        },
        DomainSpec::Words(all) => words(all.iter().map(String::as_str)),
        DomainSpec::Numbers(_) | DomainSpec::Range(_) => "number".to_owned(),
    };
    spec.targets.iter().chain(spec.fields.iter().flat_map(BTreeMap::values)).map(domain).collect()
}

/// The position of a game.
fn position(declared: &Declarations, names: &Names) -> TypeDefinition {
    let boards: Vec<&str> =
        declared.zones.iter().filter(|(_, spec)| spec.rows.is_some()).map(|(name, _)| name.as_str()).collect();
    let member = |(name, kind, doc): (&str, &str, &str)| {
        let kind = match name {
            "knobs" if !declared.knobs.is_empty() => names.knobs.clone(),
            "cell" | "cells" if !boards.is_empty() => {
                kind.replace("board: string", &format!("board: {}", words(boards.iter().copied())))
            }
            "all" if !declared.pieces.is_empty() => {
                let one = |(kind, piece): (&String, &String)| format!("((self: any, kind: {kind:?}) -> {{ {piece} }})");
                names.pieces.iter().map(one).collect::<Vec<_>>().join(" & ")
            }
            "roll" => named(kind, keys(&declared.rolls)),
            "hook" => named(kind, keys(&declared.hooks)),
            "event" => named(kind, keys(&declared.events)),
            _ => kind.to_owned(),
        };
        Entry::new(name, kind, doc)
    };
    let zone = |(name, spec): (&String, &ZoneSpec)| {
        let what = if spec.rows.is_some() { "A board of pieces" } else { "A list of pieces" };
        Entry::new(
            name,
            zone_type(spec, names.piece(&spec.piece)),
            &documented(&spec.doc, &documented(&spec.title, what)),
        )
    };
    let value = |(name, spec): (&String, &MemorySpec)| {
        Entry::new(name, value_type(spec), &documented(&spec.doc, &documented(&spec.label, "A value.")))
    };
    let piece = |(kind, spec): (&String, &PieceSpec)| {
        let given = spec
            .fields
            .iter()
            .map(|(name, field)| format!("{}: {}", field_name(name), given_type(field)))
            .collect::<Vec<_>>();
        let made = format!("(self: any, fields: {{ {} }}) -> {}", given.join(", "), names.piece(kind));
        Entry::new(kind, made, &format!("A piece `{kind}` with these fields."))
    };
    let own = declared.zones.iter().map(zone);
    let own = own.chain(declared.memory.iter().map(value)).chain(declared.pieces.iter().map(piece));
    let fields = own.chain(POSITION.map(member)).collect();
    TypeDefinition::table(&names.position, POSITION_DOC, fields)
}

/// The type of a method of which the parameter `name` is one of these, where there are any.
fn named<'a>(kind: &str, all: impl Iterator<Item = &'a str>) -> String {
    let all = words(all);
    if all.is_empty() { kind.to_owned() } else { kind.replace("name: string", &format!("name: {all}")) }
}

fn zone_type(spec: &ZoneSpec, piece: &str) -> String {
    match (spec.rows.is_some(), spec.each.is_empty()) {
        (true, _) => format!("{{ [number]: {{ [number]: {piece}? }} }}"),
        (false, true) => format!("{{ {piece} }}"),
        (false, false) => format!("{{ {{ {piece} }} }}"),
    }
}

fn value_type(spec: &MemorySpec) -> String {
    let one = match (&*spec.values, spec.start.is_boolean()) {
        ([], true) => "boolean".to_owned(),
        ([], false) => "number".to_owned(),
        (all, _) => words(all.iter().map(String::as_str)),
    };
    if spec.rows.is_some() {
        format!("{{ {{ {one} }} }}")
    } else if spec.size.is_some() || !spec.each.is_empty() {
        format!("{{ {one} }}")
    } else {
        one
    }
}

fn knob_type(spec: &KnobSpec) -> String {
    match &spec.default {
        Value::Bool(_) => "boolean".to_owned(),
        Value::String(_) => words(spec.values.iter().map(String::as_str)),
        _ => "number".to_owned(),
    }
}

fn field_type(spec: &FieldSpec) -> String {
    match spec {
        FieldSpec::Words(all) => words(all.iter().map(String::as_str)),
        FieldSpec::Seat(_) | FieldSpec::Range(_) => "number".to_owned(),
    }
}

/// The type of a field of a piece that is made: a word can come from a list, of whose words a checker knows nothing.
const fn given_type(spec: &FieldSpec) -> &'static str {
    match spec {
        FieldSpec::Words(_) => "string",
        FieldSpec::Seat(_) | FieldSpec::Range(_) => "number",
    }
}

fn field_doc(spec: &FieldSpec) -> String {
    match spec {
        FieldSpec::Seat(_) => "A seat.".to_owned(),
        FieldSpec::Words(_) => "One of these words.".to_owned(),
        FieldSpec::Range(range) => format!("A whole number from {} to {}.", range.min, range.max),
    }
}
