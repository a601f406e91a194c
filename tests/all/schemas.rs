//! The published JSON Schemas are true: the games' documents are valid, and misspelt ones are not. The page for guests
//! keeps up with that of scenes.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::{Ruleset, Variant};
use stonehouse_plugin::{Chosen, Observer, Seat};
use stonehouse_runtime::RandomPlayer;
use stonehouse_tests::catalog;

/// The published file with the schema of this name.
fn published(name: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugin-api/include/schemas").join(format!("{name}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The schema of this name.
fn schema(name: &str) -> Validator {
    jsonschema::validator_for(&published(name)).unwrap()
}

/// Checks a document, and returns its violations of the schema.
fn keeps(schema: &Validator, document: &Value, what: &str) {
    let errors: Vec<String> =
        schema.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}\n{document:#}");
}

#[test]
fn documents_of_every_bundled_game_keep_the_published_schemas() {
    let (about, seating, scene, text) = (schema("about"), schema("seating"), schema("scene"), schema("action-text"));
    for game in catalog().games() {
        let plugin = &game.plugin;
        let declared = json!({ "about": plugin.about(), "knobs": plugin.knobs(), "hooks": plugin.hooks() });
        keeps(&about, &declared, game.id());
        for variant in &game.variants {
            let name = variant.full_name();
            // The game alone: additions of house rules to its scene are the host's.
            let mut variant = Variant::clone(variant);
            variant.scripts.clear();
            let ruleset = Ruleset::compile(plugin, &Arc::new(variant)).unwrap();
            keeps(&seating, &serde_json::to_value(ruleset.seating()).unwrap(), &name);
            let mut state = ruleset.rules().deal(3).unwrap();
            let mut player = RandomPlayer::new(3);
            for _ in 0..12 {
                for observer in [Observer::Seat(Seat(0)), Observer::Public, Observer::Referee] {
                    keeps(&scene, &serde_json::to_value(state.scene(observer).unwrap()).unwrap(), &name);
                }
                for seat in state.turn().unwrap().seats().iter() {
                    let mut legal = Vec::new();
                    state.legal_actions_of(seat, &mut legal).unwrap();
                    for action in legal.into_iter().take(5) {
                        let choice = Chosen { seat, action, values: &[] };
                        let message = state.describe_choice(choice, Observer::Seat(seat)).unwrap();
                        keeps(&text, &serde_json::to_value(message).unwrap(), &name);
                    }
                }
                let Some(decision) = player.decide(&state).unwrap() else { break };
                state.decide(&decision).unwrap();
            }
        }
    }
}

#[test]
fn misspelt_fields_unknown_words_and_wrong_types_are_invalid() {
    let scene = schema("scene");
    let panels = json!([{ "seat": 0, "score": 3 }]);
    assert!(scene.is_valid(&json!({ "seats": panels, "status": "40 stones left" })));
    assert!(!scene.is_valid(&json!({ "seats": panels, "staus": "40 stones left" })));
    let area = |layout: &str, title: Value| json!({ "seats": panels, "areas": [{ "handle": "hand", "title": title, "layout": layout }] });
    assert!(scene.is_valid(&area("row", json!("Hand"))));
    assert!(!scene.is_valid(&area("rwo", json!("Hand"))));
    assert!(!scene.is_valid(&area("row", json!(7))));
    let seating = schema("seating");
    assert!(seating.is_valid(&json!({ "seats": [{ "name": "White", "team": 0 }] })));
    assert!(!seating.is_valid(&json!({ "seats": ["White"] })));
}

#[test]
fn a_pack_manifest_keeps_its_schema_and_misspelt_keys_do_not() {
    let schema = jsonschema::validator_for(&stonehouse_engine::pack::schema()).unwrap();
    let pack = json!({
        "id": "top-heavy", "name": "Top heavy", "version": "1.0.0", "authors": ["Ada"], "licence": "CC0-1.0", "api": "1.0",
        "needs": { "games": { "three-stones": "0.2" }, "packs": { "base": "*" } }
    });
    keeps(&schema, &pack, "a pack");
    for (key, value) in
        [("license", json!("MIT")), ("id", json!("Top heavy")), ("authors", json!([])), ("version", json!("1"))]
    {
        let mut wrong = pack.clone();
        wrong[key] = value;
        assert!(!schema.is_valid(&wrong), "{key}");
    }
}

/// The words by which the variants of an enum are known in the schema of a scene.
fn words_of(name: &str) -> Vec<String> {
    let schema = published("scene");
    let variants = schema["$defs"][name]["oneOf"].as_array().unwrap();
    // A variant with fields is an object whose only required field is its word.
    let word = |variant: &Value| variant["const"].as_str().or(variant["required"][0].as_str()).unwrap().to_owned();
    variants.iter().map(word).collect()
}

#[test]
fn the_page_for_guests_names_marks_and_layouts_that_exist() {
    /// The marks that have no words on the page, each with the reason.
    const LEFT_OUT: [(&str, &str); 1] = [("unknown", "it stands for every mark that a host does not know")];

    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/guest-server/src/page.html");
    let page = fs::read_to_string(page).unwrap();
    let named = page.split("const MARKS = {").nth(1).unwrap().split('}').next().unwrap();
    let mut named: Vec<&str> = named.split(", ").map(|entry| entry.split(':').next().unwrap().trim()).collect();
    named.extend(LEFT_OUT.map(|(mark, _)| mark));
    named.sort_unstable();
    let mut marks = words_of("Mark");
    marks.sort_unstable();
    assert_eq!(named, marks, "marks of `MARKS` in page.html and of `LEFT_OUT`, and those of the plugin crate");

    let layouts = words_of("Layout");
    let content = page.split("function areaContent(area)").nth(1).unwrap().split("\n}").next().unwrap();
    let named: Vec<&str> = content
        .split("layout.")
        .skip(1)
        .map(|rest| rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap())
        .collect();
    assert!(named.len() >= 5, "layouts of `areaContent`: {named:?}");
    for layout in named {
        assert!(layouts.iter().any(|known| known == layout), "page.html names {layout:?}, which is no layout");
    }
}
