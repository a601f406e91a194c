//! Names and descriptions of games and variants, in the language of the window.

use serde_json::Value;
use stonehouse_engine::Variant;
use stonehouse_engine::draft;
use stonehouse_engine::record::RecordHead;
use stonehouse_language::{tr, translate, translate_words};
use stonehouse_plugin::{KnobDecl, KnobKind, Text};
use stonehouse_runtime::Plugin;

/// The name of a game.
pub fn game(plugin: &Plugin) -> String {
    translate_words(&plugin.about().name)
}

/// The name of a variant for people: one that shadows a shipped variant is marked as such, with its origin.
pub fn variant(variant: &Variant) -> String {
    title(&variant.name, variant.source.pack().map(|pack| pack.name.as_str()), variant.shadows_shipped())
}

/// The name of the variant that a match of the records was played with.
pub fn variant_of(head: &RecordHead) -> String {
    title(&head.variant_name, head.pack.as_ref().map(|pack| pack.name.as_str()), head.not_shipped)
}

fn title(name: &str, pack: Option<&str>, not_shipped: bool) -> String {
    let name = translate_words(name);
    match (pack, not_shipped) {
        (_, false) => name,
        (Some(pack), true) => tr!("{name} (from {pack}, not the shipped one)", name, pack),
        (None, true) => tr!("{name} (not the shipped one)", name),
    }
}

/// Texts of the engine, such as the differences between two variants.
pub fn all(texts: &[Text]) -> Vec<String> {
    texts.iter().map(|text| translate(text, &[""; 0])).collect()
}

/// The subject of a knob, as a label.
pub fn knob(knob: &KnobDecl) -> String {
    translate_words(&draft::subject(knob))
}

/// A knob's value in plain words.
pub fn value(kind: &KnobKind, value: &Value) -> String {
    translate(&draft::value_in_words(kind, value), &[""; 0])
}
