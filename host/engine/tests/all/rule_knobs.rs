//! Knobs of house rules: set in variants, recorded, and written by drafts.

use crate::common::{dealt, joined, play, plugin, ruleset, variant};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::draft::{RuleKnobs, plays_alike, set_rule_knob};
use stonehouse_engine::record::Record;
use stonehouse_engine::variant::file::VariantFile;
use stonehouse_engine::{Ruleset, VariantDraft, draft};

/// Each pebble that is taken is worth `each` points; with `double`, twice that.
const WORTH: &str = "-- Pebbles are worth points.\nlocal house = {}\n\
    house.knobs = knobs {\n    each = { 1, min = 0, max = 9, doc = \"Points for a pebble.\" },\n    \
    double = { false, doc = \"Whether points count twice.\" },\n}\n\
    function house.after_action(ctx, effects)\n    \
    effects.points(ctx.seat, house.knobs.each * (if house.knobs.double then 2 else 1))\nend\n\
    house.tests = { { name = \"one point\", actions = { 1 }, expect = { scores = { 1, 0 } } },\n    \
    { name = \"six points\", rule_knobs = { each = 3, double = true }, actions = { 1 }, expect = { scores = { 6, 0 } } } }\n\
    return house\n";

fn scores(body: &str) -> Vec<i64> {
    let mut game = dealt(&ruleset(body, &[("worth.lua", WORTH)]), None);
    play(&mut game, &[1]);
    game.position().outcome().unwrap().scores
}

#[test]
fn a_variant_sets_knobs_of_its_house_rules() {
    assert_eq!(scores("scripts = [\"worth.lua\"]"), [1, 0]);
    assert_eq!(scores("scripts = [\"worth.lua\"]\n[rules.worth]\neach = 4"), [4, 0]);
    assert_eq!(scores("scripts = [\"worth.lua\"]\n[rules.worth]\neach = 4\ndouble = true"), [8, 0]);
}

#[test]
fn knobs_of_house_rules_are_inherited_one_by_one() {
    let base = ("base", "scripts = [\"worth.lua\"]\n[rules.worth]\neach = 4\ndouble = true\n");
    let own = |body: &str| {
        let body = format!("extends = \"base\"\n{body}");
        variant(&[("test", &body), base], &[("worth.lua", WORTH), ("other.lua", "return {}")]).unwrap()
    };
    let knobs = |body: &str| own(body).scripts[0].knobs.clone();
    assert_eq!(json!(knobs("")), json!({ "each": 4, "double": true }));
    assert_eq!(json!(knobs("[rules.worth]\neach = 2\n")), json!({ "each": 2, "double": true }));
    // Other scripts: the knobs of those that are left out are left out, too.
    assert_eq!(json!(knobs("scripts = [\"other.lua\"]\n")), json!({}));
}

#[test]
fn a_wrong_knob_of_a_house_rule_is_reported_where_it_is_set() {
    let problems = |body: &str| {
        let body = format!("scripts = [\"worth.lua\"]\n{body}");
        let problems = match variant(&[("test", &body)], &[("worth.lua", WORTH)]) {
            Ok(variant) => Ruleset::compile(&plugin(), &variant).map_or_else(|found| found, |_| Vec::new()),
            Err(problems) => problems,
        };
        joined(&problems)
    };
    assert_eq!(
        problems("[rules.worth]\neach = 10\ndobule = true"),
        "variants/pebbles/test.toml:5:10: this house rule has no knob `dobule`. Did you mean `double`? It has: each, double\n\
         variants/pebbles/test.toml:4:8: `each` must be a whole number from 0 to 9.\n"
    );
    assert_eq!(
        problems("[rules.wroth]\neach = 1"),
        "variants/pebbles/test.toml:3:8: this variant has no house rule `wroth`. Did you mean `worth`? It has: worth\n"
    );
    let text = "game = \"pebbles\"\n[rules]\nworth = 3";
    let problems = VariantFile::parse(Path::new("a.toml"), &text.into()).unwrap_err();
    assert_eq!(
        joined(&problems),
        "a.toml:3:9: `worth` must be a table with the knobs of the house rule of that name: write `[rules.worth]` on a \
         line of its own\n"
    );
}

#[test]
fn tests_of_a_script_run_with_their_own_knobs() {
    let ruleset = ruleset("scripts = [\"worth.lua\"]\n[rules.worth]\neach = 9", &[("worth.lua", WORTH)]);
    let (count, failed) = ruleset.run_tests();
    assert_eq!((count, joined(&failed)), (2, String::new()));
}

#[test]
fn a_record_has_the_knobs_of_its_house_rules() {
    let home = tempfile::tempdir().unwrap();
    let ruleset = ruleset("scripts = [\"worth.lua\"]\n[rules.worth]\neach = 4", &[("worth.lua", WORTH)]);
    let mut game = dealt(&ruleset, Some(home.path()));
    play(&mut game, &[1]);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let record = Record::read(&file).unwrap();
    assert_eq!(json!(record.header.scripts[0].knobs), json!({ "each": 4 }));
    let replayed = record.ruleset(&plugin()).unwrap();
    assert!(plays_alike(replayed.variant(), ruleset.variant()));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(r#""knobs":{"each":4}"#), "{text}");
}

#[test]
fn drafts_show_and_set_the_knobs_of_house_rules() {
    let parent = variant(&[("test", "scripts = [\"worth.lua\"]\n")], &[("worth.lua", WORTH)]).unwrap();
    let mut draft = VariantDraft::new(&parent, Some("test".to_owned()));
    let knobs = RuleKnobs::default().of(&plugin(), 2, &parent.scripts[0]).to_vec();
    let named: Vec<(&str, String)> = knobs.iter().map(|knob| (knob.name.as_str(), knob.default.to_string())).collect();
    assert_eq!(named, [("each", "1".to_owned()), ("double", "false".to_owned())]);
    set_rule_knob(&mut draft.variant.scripts[0], parent.scripts.first(), &knobs[0], json!(3));
    assert!(!draft.plays_as_parent());
    let words = draft::differences(plugin().knobs(), &parent, &draft.variant);
    assert_eq!(words.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Pebbles are worth points (each 3)"]);
    // Back to the default: nothing differs.
    set_rule_knob(&mut draft.variant.scripts[0], parent.scripts.first(), &knobs[0], json!(1));
    assert!(draft.plays_as_parent());
    // A wrong value is reported at its knob.
    set_rule_knob(&mut draft.variant.scripts[0], parent.scripts.first(), &knobs[0], json!(99));
    let faults = draft::check(&plugin(), &draft.variant).err().unwrap();
    let about = draft::VariantPart::RuleKnob { script: "worth.lua".to_owned(), knob: "each".to_owned() };
    assert_eq!((faults.len(), &faults[0].about), (1, &about));
    let _: Arc<Ruleset> = draft::check(&plugin(), &parent).unwrap();
}
