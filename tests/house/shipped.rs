//! Every house rule that ships, in whatever variant: undo, resuming, replaying, searching and simulating give the same games.

use super::{assert_repeats, random_match};
use std::sync::Arc;
use stonehouse_bots::{BotSpec, Budget, Stop, Viewpoint};
use stonehouse_engine::Ruleset;
use stonehouse_lab::{Simulation, simulate};
use stonehouse_plugin_api::abi::client::Position;
use stonehouse_tests::catalog;

/// Every bundled variant with house rules, with its name.
fn ruled() -> Vec<(String, Arc<Ruleset>)> {
    let catalog = catalog();
    let games = catalog.games().iter();
    let ruled = games.flat_map(|game| game.variants.iter().map(move |variant| (game, variant)));
    let ruled = ruled.filter(|(_, variant)| !variant.scripts.is_empty());
    let compiled = ruled.map(|(game, variant)| {
        let ruleset = Ruleset::compile(&game.plugin, variant).unwrap_or_else(|problems| panic!("{problems:?}"));
        (variant.full_name(), ruleset)
    });
    compiled.collect()
}

#[test]
fn matches_under_every_shipped_rule_are_taken_back_resumed_and_replayed_to_the_same_end() {
    let records = tempfile::tempdir().unwrap();
    let ruled = ruled();
    assert!(ruled.len() > 30, "{} variants with house rules", ruled.len());
    for (name, ruleset) in ruled {
        for seed in 0..2 {
            assert_repeats(&random_match(&ruleset, seed, records.path()), seed, &name);
        }
    }
}

#[test]
fn a_search_under_every_shipped_rule_chooses_the_same_again_and_leaves_the_position_as_it_is() {
    for (name, ruleset) in ruled() {
        let mut position = Position::deal(ruleset.rules(), 3).unwrap();
        for number in 0..4 {
            let Some(seat) = position.to_act().unwrap() else { break };
            let choose = |on: &Position| {
                let mut bot = BotSpec::Search(Budget::Iterations(24)).build(number);
                bot.choose(&Viewpoint::new(on, seat), &Stop::new()).unwrap_or_else(|error| panic!("{name}: {error}"))
            };
            let looks = super::Looks::of(&position);
            let copy = position.try_clone().unwrap();
            let chosen = choose(&position);
            let chooses = &choose;
            let elsewhere = std::thread::scope(|scope| scope.spawn(move || chooses(&copy)).join().unwrap());
            assert_eq!(chosen, elsewhere, "{name}");
            assert!(super::Looks::of(&position) == looks, "{name}: the search changed what it looked at");
            position.attempt(chosen).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn simulations_under_every_shipped_rule_are_the_same_on_one_thread_and_on_eight() {
    for (name, ruleset) in ruled() {
        let players = vec![BotSpec::Random.into(); ruleset.seating().seats.len()];
        let figures = |threads: usize| {
            // A thread takes 256 games at a time.
            let plan = Simulation { seed: 7, threads, ..Simulation::new(players.clone(), 260) };
            simulate(&ruleset, &plan).unwrap_or_else(|error| panic!("{name}: {error}")).metrics
        };
        assert_eq!(figures(1), figures(8), "{name}");
    }
}
