//! What is bundled is in order: every variant compiles and plays, every script is used, and the games keep the contract.

use std::collections::BTreeSet;
use std::fs;
use stonehouse_engine::Ruleset;
use stonehouse_plugin_api::conformance;
use stonehouse_tests::{catalog, folders};

#[test]
fn everything_that_is_bundled_checks_clean() {
    assert_eq!(catalog().check().problems, []);
}

#[test]
fn every_variant_says_in_a_sentence_what_it_is() {
    for game in catalog().games() {
        for variant in &game.variants {
            assert!(variant.summary.ends_with('.'), "{}: {:?}", variant.full_name(), variant.summary);
            assert!(variant.summary.len() < 140, "{} is too long for its card", variant.full_name());
        }
    }
}

#[test]
fn every_bundled_script_is_used_by_a_variant() {
    let catalog = catalog();
    let used: BTreeSet<String> = catalog
        .games()
        .iter()
        .flat_map(|game| &game.variants)
        .flat_map(|variant| variant.scripts.iter().map(|script| format!("{}/{}", variant.game, script.name)))
        .collect();
    let mut bundled = BTreeSet::new();
    for game in fs::read_dir(&folders(None).scripts[0].path).unwrap() {
        let game = game.unwrap();
        for script in fs::read_dir(game.path()).unwrap() {
            let name = script.unwrap().file_name().into_string().unwrap();
            bundled.insert(format!("{}/{name}", game.file_name().into_string().unwrap()));
        }
    }
    assert_eq!(bundled, used);
}

#[test]
fn three_stones_comes_with_the_variants_of_its_rulebook() {
    let catalog = catalog();
    let game = catalog.game("three-stones").unwrap();
    for id in ["standard", "pure-skill", "tournament", "tournament-pure-skill", "handicap", "small-board"] {
        assert!(game.variant(id).is_some(), "{id}");
    }
    let minutes = |id: &str| game.variant(id).and_then(|variant| variant.clock.clone()).unwrap().minutes;
    assert_eq!(minutes("tournament"), [30.0, 30.0]);
    assert_eq!(minutes("tournament-pure-skill"), [60.0, 60.0]);
}

#[test]
fn every_game_keeps_the_contract_under_every_variant() {
    for game in catalog().games() {
        for variant in &game.variants {
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            conformance::check(ruleset.rules(), 2, 11)
                .unwrap_or_else(|broken| panic!("{}: {broken}", variant.full_name()));
        }
    }
}
