//! The differences between two variants, in plain words: from the documentation of the knobs and their words.
//!
//! These are texts with arguments, so that they can be translated: the names of a knob and of its words are texts of
//! their own.

use crate::clock::ClockRule;
use crate::variant::Variant;
use serde_json::Value;
use stonehouse_house_rules::Script;
use stonehouse_plugin::{KnobDecl, KnobKind, Text, text};

/// The differences of `variant` from `parent` for people, a sentence without a full stop each.
pub fn differences(knobs: &[KnobDecl], parent: &Variant, variant: &Variant) -> Vec<Text> {
    let mut differences = Vec::new();
    if (parent.seats, parent.seats_open) != (variant.seats, variant.seats_open) {
        differences.push(text!("{new} instead of {old}", new = players(variant, true), old = players(parent, false)));
    }
    for knob in knobs {
        let value = |variant: &Variant| variant.knobs.get(&knob.name).unwrap_or(&knob.default).clone();
        let (from, to) = (value(parent), value(variant));
        if from != to {
            differences.push(knob_difference(knob, &from, &to));
        }
    }
    differences.extend(script_differences(&parent.scripts, &variant.scripts));
    if parent.clock != variant.clock {
        let clock = |clock: &Option<ClockRule>| clock.as_ref().map_or_else(|| "none".into(), ClockRule::in_words);
        differences.push(text!(
            "Clocks: {new} instead of {old}",
            new = clock(&variant.clock),
            old = clock(&parent.clock)
        ));
    }
    differences
}

/// The number of players of a variant, at the beginning of a sentence or within one.
fn players(variant: &Variant, begins: bool) -> Text {
    match (variant.seats, begins) {
        _ if variant.seats_open && begins => "As many players as come".into(),
        _ if variant.seats_open => "as many players as come".into(),
        (1, _) => "1 player".into(),
        (n, _) => text!("{n} players", n),
    }
}

fn knob_difference(knob: &KnobDecl, from: &Value, to: &Value) -> Text {
    let subject = subject(knob);
    let value = |value: &Value| value_in_words(&knob.kind, value);
    match (to, &knob.kind) {
        (Value::Bool(true), _) => subject.into(),
        (Value::Bool(false), _) => text!("No longer: {what}", what = lower(&subject)),
        (Value::String(text), KnobKind::Text { .. }) if text.contains('\n') => {
            text!("{knob}: another one", knob = subject)
        }
        (Value::String(_), KnobKind::Word(_)) => {
            text!("{knob}: {new} (was: {old})", knob = subject, new = value(to), old = value(from))
        }
        _ => text!("{knob}: {new} instead of {old}", knob = subject, new = value(to), old = value(from)),
    }
}

/// The subject of a knob, as a label: the first clause of its documentation. For a knob that is true or false, that is
/// the statement which holds when it is true.
pub fn subject(knob: &KnobDecl) -> String {
    let clause = first_clause(&knob.doc);
    let clause =
        if knob.kind == KnobKind::Boolean { clause.strip_prefix("Whether ").unwrap_or(clause) } else { clause };
    if clause.is_empty() { sentence(&knob.name.replace('_', " ")) } else { sentence(clause) }
}

/// A text up to its first full stop, colon or semicolon.
fn first_clause(text: &str) -> &str {
    let ends = text
        .char_indices()
        .zip(text.chars().skip(1).chain([' ']))
        .find(|((_, letter), next)| matches!(letter, '.' | ':' | ';') && next.is_whitespace());
    ends.map_or(text, |((at, _), _)| &text[..at]).trim()
}

/// A value for people: a word by its meaning.
pub fn value_in_words(kind: &KnobKind, value: &Value) -> Text {
    match (kind, value) {
        (_, Value::Null) => "none".into(),
        (_, Value::Bool(value)) => if *value { "yes" } else { "no" }.into(),
        (KnobKind::Optional(kind), value) => value_in_words(kind, value),
        (KnobKind::Word(words), Value::String(word)) => {
            let meaning = words.iter().find(|(known, _)| known == word).map(|(_, meaning)| first_clause(meaning));
            let meaning = meaning.filter(|meaning| !meaning.is_empty());
            meaning.map_or_else(|| word.replace('_', " "), lower).into()
        }
        (KnobKind::List { of, .. }, Value::Array(items)) => {
            let mut items = items.iter().map(|item| value_in_words(of, item));
            let Some(first) = items.next() else { return "none".into() };
            items.fold(first, |before, next| text!("{before} / {next}", before, next))
        }
        (_, Value::String(words)) => text!("“{words}”", words = words.clone()),
        (_, Value::Number(number)) if number.is_f64() => number.as_f64().unwrap_or_default().to_string().into(),
        (_, value) => value.to_string().into(),
    }
}

fn script_differences(from: &[Script], to: &[Script]) -> Vec<Text> {
    let changed =
        to.iter().filter(|script| from.iter().any(|known| known.name == script.name && known.knobs != script.knobs));
    let changed: Vec<Text> = changed
        .map(|script| {
            if script.knobs.is_empty() {
                text!("{rule}: its knobs as usual", rule = script.title())
            } else {
                script.title_with_knobs().into()
            }
        })
        .collect();
    let without = |list: &[Script], other: &[Script]| {
        let new = list.iter().filter(|script| !other.iter().any(|known| known.name == script.name));
        new.map(Script::title_with_knobs).collect::<Vec<_>>()
    };
    let (added, left_out) = (without(to, from), without(from, to));
    let same_order = added.is_empty() && left_out.is_empty();
    let moved = same_order && !from.iter().map(|script| &script.name).eq(to.iter().map(|script| &script.name));
    let mut differences: Vec<Text> = added.into_iter().map(Text::from).collect();
    differences.extend(left_out.iter().map(|rule| text!("No longer: {what}", what = lower(rule))));
    differences.extend(changed);
    differences.extend(moved.then(|| "The house rules in another order".into()));
    differences
}

/// The text with a capital first letter.
fn sentence(text: &str) -> String {
    first_letter(text, |letter| letter.to_uppercase().collect())
}

/// The text with a small first letter, unless it begins with a name or an abbreviation.
fn lower(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let ordinary =
        ["A", "An", "The", "In", "On", "Who", "What", "Which", "Whether", "How", "Only", "No", "Every", "Each", "Any"];
    let plain = ordinary.contains(&first) || first.chars().next().is_some_and(char::is_lowercase);
    if plain { first_letter(text, |letter| letter.to_lowercase().collect()) } else { text.to_owned() }
}

fn first_letter(text: &str, change: impl FnOnce(char) -> String) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| change(first) + letters.as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn knob(doc: &str, kind: KnobKind) -> KnobDecl {
        KnobDecl { name: "some_knob".to_owned(), doc: doc.to_owned(), kind, default: Value::Null }
    }

    fn difference(doc: &str, kind: KnobKind, from: &Value, to: &Value) -> String {
        knob_difference(&knob(doc, kind), from, to).to_string()
    }

    #[test]
    fn a_difference_is_described_with_the_documentation_of_its_knob() {
        let pouch = "Whether stones are drawn from a pouch. Without it everybody chooses.";
        assert_eq!(difference(pouch, KnobKind::Boolean, &json!(false), &json!(true)), "Stones are drawn from a pouch");
        assert_eq!(
            difference(pouch, KnobKind::Boolean, &json!(true), &json!(false)),
            "No longer: Stones are drawn from a pouch"
        );
        let count = KnobKind::Integer { min: 0, max: 9 };
        assert_eq!(difference("White stones: how many.", count, &json!(3), &json!(4)), "White stones: 4 instead of 3");
        let words = KnobKind::Word(vec![
            ("lot".to_owned(), "The one who is drawn at random.".to_owned()),
            ("white".to_owned(), String::new()),
        ]);
        let first = difference("Who plays first.", words, &json!("white"), &json!("lot"));
        assert_eq!(first, "Who plays first: the one who is drawn at random (was: white)");
        let list = KnobKind::List { of: Box::new(KnobKind::Integer { min: 0, max: 9 }), min: 0, max: 3 };
        assert_eq!(difference("Points.", list, &json!([1, 2]), &json!([])), "Points: none instead of 1 / 2");
        let last = KnobKind::Optional(Box::new(KnobKind::Integer { min: 0, max: 9 }));
        assert_eq!(difference("", last, &json!(3), &Value::Null), "Some knob: none instead of 3");
    }
}
