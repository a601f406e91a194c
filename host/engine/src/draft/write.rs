//! The text of a draft: a new file, or changes to one that exists, whose comments and order are kept.

use super::VariantDraft;
use crate::variant::Variant;
use serde_json::Value as Json;
use std::path::Path;
use stonehouse_house_rules::Problem;
use stonehouse_plugin::knobs::NONE;
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

/// The text of a new file.
pub fn new_text(draft: &VariantDraft) -> String {
    let mut text = DocumentMut::new();
    text.insert("game", toml_edit::value(draft.variant.game.clone()));
    text.insert("name", toml_edit::value(draft.variant.name.clone()));
    if !draft.variant.summary.is_empty() {
        text.insert("summary", toml_edit::value(draft.variant.summary.clone()));
    }
    if let Some(extends) = &draft.extends {
        text.insert("extends", toml_edit::value(extends.clone()));
    }
    write(&mut text, draft);
    text.to_string()
}

/// A file's text, changed only where it differs from the draft.
///
/// # Errors
/// When the text is not TOML any more.
pub(crate) fn changed_text(file: &Path, old: &str, draft: &VariantDraft) -> Result<String, Problem> {
    let mut text: DocumentMut =
        old.parse().map_err(|error: toml_edit::TomlError| Problem::file(file, error.message().to_owned()))?;
    let Variant { name, summary, .. } = &draft.variant;
    let id = file.file_stem().unwrap_or_default().to_string_lossy();
    put(text.as_table_mut(), "name", name.as_str().into(), Some((&*id).into()));
    put(text.as_table_mut(), "summary", summary.as_str().into(), Some("".into()));
    write(&mut text, draft);
    Ok(text.to_string())
}

/// Writes the settings that decide how the variant is played.
fn write(text: &mut DocumentMut, draft: &VariantDraft) {
    let VariantDraft { parent, variant, .. } = draft;
    if !variant.seats_open {
        let inherited = (!parent.seats_open).then(|| i64::from(parent.seats).into());
        put(text.as_table_mut(), "seats", i64::from(variant.seats).into(), inherited);
    } else if text.contains_key("seats") {
        text.remove("seats");
    }
    write_scripts(text, draft);
    let changed: Vec<(&String, &Json)> = variant.knobs.iter().collect();
    for (name, value) in changed {
        let inherited = parent.knobs.get(name);
        let is_written = text.get("knobs").and_then(Item::as_table_like).is_some_and(|knobs| knobs.contains_key(name));
        if is_written || inherited != Some(value) {
            put_in(text, "knobs", name, toml_of(value), None);
        }
    }
    write_rules(text, draft);
    match &variant.clock {
        Some(clock) if text.contains_key("clock") || parent.clock != variant.clock => {
            let all_alike = clock.minutes.windows(2).all(|pair| pair[0] == pair[1]);
            let minutes = match clock.minutes.first() {
                Some(minutes) if all_alike => number(*minutes),
                _ => Value::Array(clock.minutes.iter().map(|minutes| number(*minutes)).collect()),
            };
            put_in(text, "clock", "minutes", minutes, None);
            put_in(text, "clock", "increment_seconds", number(clock.increment_seconds), Some(number(0.0)));
        }
        Some(_) => {}
        None => {
            text.remove("clock");
        }
    }
}

/// The scripts; those that stay keep the comments that are with them.
fn write_scripts(text: &mut DocumentMut, draft: &VariantDraft) {
    let names = |variant: &Variant| variant.scripts.iter().map(|script| script.name.clone()).collect::<Vec<_>>();
    let wanted = names(&draft.variant);
    let old = text.get("scripts").and_then(Item::as_array).cloned();
    let written = old.as_ref().map(|old| old.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    if written.unwrap_or_else(|| names(&draft.parent)) == wanted {
        return;
    }
    let mut list = old.clone().unwrap_or_default();
    list.clear();
    for name in wanted {
        let kept = old.iter().flat_map(Array::iter).find(|value| value.as_str() == Some(&name)).cloned();
        match kept {
            Some(value) => list.push_formatted(value),
            None => list.push(name),
        }
    }
    put(text.as_table_mut(), "scripts", Value::Array(list), None);
}

/// The knobs of house rules, in the tables `[rules.NAME]`.
fn write_rules(text: &mut DocumentMut, draft: &VariantDraft) {
    let none = serde_json::Map::new();
    for script in &draft.variant.scripts {
        let parent = draft.parent.scripts.iter().find(|known| known.name == script.name);
        let inherited = parent.map_or(&none, |parent| &parent.knobs);
        let old = text.get("rules").and_then(|rules| rules.get(script.rule())).and_then(Item::as_table_like);
        let old: Vec<String> = old.iter().flat_map(|table| table.iter()).map(|(name, _)| name.to_owned()).collect();
        let removed = old.iter().filter(|name| !script.knobs.contains_key(*name));
        let is_written = |name: &String, value: &Json| old.contains(name) || inherited.get(name) != Some(value);
        let written: Vec<_> = script.knobs.iter().filter(|(name, value)| is_written(name, value)).collect();
        if old.is_empty() && written.is_empty() {
            continue;
        }
        let Some(table) = rules_of(text, script.rule()) else { continue };
        removed.for_each(|name| drop(table.remove(name)));
        written.into_iter().for_each(|(name, value)| put(table, name, toml_of(value), None));
    }
    // The tables of house rules that are not used any more, and those that are empty now.
    let Some(rules) = text.get_mut("rules").and_then(Item::as_table_like_mut) else { return };
    let names: Vec<String> = rules.iter().map(|(name, _)| name.to_owned()).collect();
    for name in names {
        let is_used = draft.variant.scripts.iter().any(|script| script.rule() == name);
        let is_empty = rules.get(&name).and_then(Item::as_table_like).is_some_and(TableLike::is_empty);
        if !is_used || is_empty {
            rules.remove(&name);
        }
    }
    if rules.is_empty() {
        text.remove("rules");
    }
}

/// The table of a house rule's knobs, which is made if there is none.
fn rules_of<'t>(text: &'t mut DocumentMut, rule: &str) -> Option<&'t mut dyn TableLike> {
    if !text.get("rules").is_some_and(Item::is_table_like) {
        let mut rules = Table::new();
        rules.set_implicit(true);
        text.insert("rules", Item::Table(rules));
    }
    let rules = text.get_mut("rules")?.as_table_like_mut()?;
    if !rules.get(rule).is_some_and(Item::is_table_like) {
        let mut table = Table::new();
        table.decor_mut().set_prefix("\n");
        rules.insert(rule, Item::Table(table));
    }
    rules.get_mut(rule)?.as_table_like_mut()
}

/// Writes a value unless the table has it already, or it is what the table would inherit.
fn put(table: &mut dyn TableLike, key: &str, value: Value, inherited: Option<Value>) {
    match table.get_mut(key) {
        Some(Item::Value(old)) if same(old, &value) => {}
        Some(Item::Value(old)) => {
            let around = old.decor().clone();
            *old = value;
            *old.decor_mut() = around;
        }
        _ if inherited.is_some_and(|inherited| same(&inherited, &value)) => {}
        _ => {
            table.insert(key, Item::Value(value));
        }
    }
}

fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other.iter()).all(|(one, other)| same(one, other))
        }
        (Value::String(one), Value::String(other)) => one.value() == other.value(),
        (Value::Boolean(one), Value::Boolean(other)) => one.value() == other.value(),
        (one, other) => {
            let number = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
            number(one).is_some() && number(one) == number(other)
        }
    }
}

/// As [`put`], in a table of the file, which is made if there is none.
fn put_in(text: &mut DocumentMut, name: &str, key: &str, value: Value, inherited: Option<Value>) {
    if !text.get(name).is_some_and(Item::is_table_like) {
        let mut table = Table::new();
        table.decor_mut().set_prefix("\n");
        text.insert(name, Item::Table(table));
    }
    if let Some(table) = text.get_mut(name).and_then(Item::as_table_like_mut) {
        put(table, key, value, inherited);
    }
}

/// A knob's value as a variant writes it.
fn toml_of(value: &Json) -> Value {
    match value {
        Json::Null | Json::Object(_) => NONE.into(),
        Json::Bool(value) => (*value).into(),
        Json::Number(value) => value.as_i64().map_or_else(|| value.as_f64().unwrap_or_default().into(), Into::into),
        Json::String(text) => string(text),
        Json::Array(items) => Value::Array(items.iter().map(toml_of).collect()),
    }
}

/// A text; one of several lines is written line by line.
fn string(text: &str) -> Value {
    let plain = |letter: char| letter == '\n' || !letter.is_control();
    if text.contains('\n') && !text.contains("'''") && !text.ends_with('\'') && text.chars().all(plain) {
        // The line break after the opening quotes does not belong to the text.
        if let Ok(value) = format!("'''\n{text}'''").parse::<Value>() {
            return value;
        }
    }
    text.into()
}

/// A number as short as it can be written.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { (value as i64).into() } else { value.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::file::VariantFile;
    use crate::variant::resolve;
    use fixture_pebbles::Pebbles;
    use serde_json::json;
    use std::sync::Arc;
    use stonehouse_runtime::Plugin;

    const PARENT: &str = "game = \"pebbles\"\nname = \"Base\"\n[knobs]\nmost = 4\n";
    const OWN: &str = "# Mine.\ngame = \"pebbles\"\nextends = \"base\" # the plain one\nname = \"Own\"\nseats = 2\n\n[knobs]\n# A lot.\nheap = 40 # pebbles\nmost = 5\n";

    /// The variant of the last of these texts, which is called `own`; the first is called `base`.
    fn variant(texts: &[&str]) -> Variant {
        let parse = |(text, id): (&&str, &str)| {
            VariantFile::parse(Path::new(&format!("{id}.toml")), &(**text).into()).expect("it is a variant")
        };
        let files: Vec<VariantFile> = texts.iter().zip(["base", "own"]).map(parse).collect();
        resolve(&files, files.len() - 1, &Plugin::linked::<Pebbles>().expect("it links"), &|_, _| None)
            .expect("it is sound")
    }

    fn draft() -> VariantDraft {
        VariantDraft::of_own(&variant(&[PARENT, OWN]), &Arc::new(variant(&[PARENT])), Some("base".to_owned()))
    }

    #[test]
    fn a_new_file_has_what_differs_and_nothing_else() {
        let mut draft = VariantDraft::new(&Arc::new(variant(&[PARENT])), Some("base".to_owned()));
        draft.variant.name = "Large heap".to_owned();
        draft.variant.knobs.insert("heap".to_owned(), json!(99));
        let text = new_text(&draft);
        assert_eq!(text, "game = \"pebbles\"\nname = \"Large heap\"\nextends = \"base\"\n\n[knobs]\nheap = 99\n");
        assert_eq!(variant(&[PARENT, &text]).knobs, draft.variant.knobs);
    }

    #[test]
    fn saving_over_a_file_keeps_comments_order_and_unchanged_values() {
        let file = Path::new("own.toml");
        assert_eq!(changed_text(file, OWN, &draft()).unwrap(), OWN, "nothing changed");
        let mut changed = draft();
        changed.variant.knobs.insert("heap".to_owned(), json!(30));
        changed.variant.knobs.insert("head_start".to_owned(), json!([0, 3]));
        let text = changed_text(file, OWN, &changed).unwrap();
        assert_eq!(text, format!("{}head_start = [0, 3]\n", OWN.replace("40 # pebbles", "30 # pebbles")));
        // Back to what it would inherit: the line stays, with its comment.
        changed.variant.knobs.insert("heap".to_owned(), json!(12));
        let text = changed_text(file, &text, &changed).unwrap();
        assert!(text.contains("# A lot.\nheap = 12 # pebbles\n"), "{text}");
        assert_eq!(variant(&[PARENT, &text]).knobs, changed.variant.knobs);
    }

    #[test]
    fn rule_knobs_are_written_where_they_differ() {
        let rule = |name: &str, knobs: Json| crate::Script {
            knobs: knobs.as_object().cloned().unwrap_or_default(),
            ..crate::Script::new(name, name, "")
        };
        let mut parent = variant(&[PARENT]);
        parent.scripts = vec![rule("a.lua", json!({ "cards": 2 })), rule("b.lua", json!({}))];
        let mut draft = VariantDraft::new(&Arc::new(parent), Some("base".to_owned()));
        draft.variant.scripts[0].knobs.insert("cards".to_owned(), json!(3));
        draft.variant.scripts[1].knobs.insert("open".to_owned(), json!(true));
        let text = new_text(&draft);
        assert!(text.ends_with("\n[rules.a]\ncards = 3\n\n[rules.b]\nopen = true\n"), "{text}");
        let old = "game = \"pebbles\"\nname = \"My Base\"\nscripts = [\"a.lua\", \"b.lua\"]\n\n[rules.a]\n# Many.\ncards = 4 # of five\n\n\
                   [rules.b]\nopen = true\n";
        draft.variant.scripts.pop();
        let text = changed_text(Path::new("own.toml"), old, &draft).unwrap();
        assert!(text.contains("# Many.\ncards = 3 # of five\n") && !text.contains("rules.b"), "{text}");
    }

    #[test]
    fn kept_scripts_keep_comments_and_multiline_texts_keep_lines() {
        let rule = |name: &str| crate::Script::new(name, name, "");
        let old = "game = \"pebbles\"\nscripts = [\n  # First.\n  \"a.lua\",\n  \"b.lua\", # second\n]\n";
        let mut draft = draft();
        draft.variant.seats_open = true;
        draft.variant.scripts = vec![rule("c.lua"), rule("a.lua")];
        let text = changed_text(Path::new("own.toml"), old, &draft).unwrap();
        assert!(text.contains("# First.") && text.contains("\"c.lua\"") && !text.contains("b.lua"), "{text}");
        assert_eq!(string("ab\ncd\n").to_string(), "'''\nab\ncd\n'''");
        assert_eq!(string("it's").as_str(), Some("it's"));
    }
}
