//! The bundled files are in order: every variant compiles and plays, every script is used, and the games keep the
//! contract.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use stonehouse_engine::plugins::Trusting;
use stonehouse_engine::{Catalog, GameEntry, Ruleset};

use stonehouse_tests::{catalog, folders};

#[test]
fn everything_that_is_bundled_checks_clean() {
    assert_eq!(catalog().check().problems, []);
}

#[test]
fn a_lone_rule_is_judged_as_one_of_the_game_whose_names_it_has() {
    let catalog = catalog();
    let home = tempfile::tempdir().unwrap();
    let message = |file: &str, text: &str| {
        let file = home.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        catalog.check_file(&file).problems.iter().map(ToString::to_string).collect::<String>()
    };
    let beggar = "return { round_ended = function(ctx, effects) if ctx.hand_card[0] > ctx.quarry_cards then effects.say('x') end end }";
    let judged = message("beggar.lua", beggar);
    assert!(judged.contains("no `hand_card` in its `ctx`. Did you mean `hand_cards`?"), "{judged}");
    assert!(judged.contains("It is taken for a house rule of StoneRow: a folder `stonerow` around it"), "{judged}");
    let judged =
        message("bonus.lua", "return { bonus = function(ctx, bonus) return bonus + ctx.coins[0] + ctx.bga end }");
    assert!(judged.contains("Did you mean `bag`?") && judged.contains("a house rule of Stones"), "{judged}");
    // A folder, or a variant beside it, states it, and then nothing is guessed.
    let judged = message("stonerow/other.lua", "return { bonus = function(ctx, bonus) return bonus end }");
    assert!(judged.contains("has no hook or event `bonus`") && !judged.contains("taken for"), "{judged}");
    fs::write(home.path().join("v.toml"), "game = \"stonerow\"\nscripts = [\"plain.lua\"]\n").unwrap();
    let judged = message("plain.lua", "return { bonus = function(ctx, bonus) return bonus end }");
    assert!(judged.contains("has no hook or event `bonus`") && !judged.contains("taken for"), "{judged}");
    assert_eq!(message("good.lua", "return { turn_ended = function(ctx, effects) effects.say('x') end }"), "");
}

#[test]
fn each_game_is_there_as_soon_as_its_library_was_tried_out() {
    let mut catalog = Catalog::empty(&folders(None), Arc::new(Trusting));
    let mut seen = Vec::new();
    catalog.reload_showing(|so_far| seen.push(so_far));
    let known: BTreeSet<String> = catalog.games().iter().map(|game| game.id().to_owned()).collect();
    let counts: Vec<usize> = seen.iter().map(|so_far| so_far.games().len()).collect();
    assert!(counts.is_sorted() && counts.contains(&1) && counts.contains(&2), "{counts:?}");
    for game in seen.iter().flat_map(Catalog::games) {
        assert!(known.contains(game.id()));
        assert!(!game.variants.is_empty(), "{} has its variants at once", game.id());
    }
    assert!(seen.iter().all(|so_far| so_far.problems().is_empty()));
    // A library that is known already is not probed again.
    let mut again = 0;
    catalog.reload_showing(|_| again += 1);
    assert_eq!((again, catalog.games().len()), (0, known.len()));
}

#[test]
fn every_variant_has_a_summary_of_one_sentence() {
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

/// Checks every variant of a game with the kit, on as many threads as there are processors.
fn keeps_the_contract(game: &str) {
    let catalog = catalog();
    let game = catalog.game(game).unwrap();
    let (next, broken) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let check = || {
        while let Some(variant) = game.variants.get(next.fetch_add(1, Ordering::Relaxed)) {
            let ruleset = Ruleset::compile(&game.plugin, variant).unwrap();
            if let Err(violation) = stonehouse_conformance::check(ruleset.rules(), 2, 11) {
                broken.lock().unwrap().push(format!("{}: {violation}", variant.full_name()));
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(check)));
    assert_eq!(broken.into_inner().unwrap(), [""; 0]);
}

#[test]
fn stonerow_keeps_the_contract_under_every_variant() {
    keeps_the_contract("stonerow");
}

#[test]
fn three_stones_keeps_the_contract_under_every_variant() {
    keeps_the_contract("three-stones");
}

#[test]
fn stones_keeps_the_contract_under_every_variant() {
    keeps_the_contract("tavern-stones");
}

#[test]
fn every_game_that_is_bundled_is_checked_above() {
    let catalog = catalog();
    let games: Vec<&str> = catalog.games().iter().map(GameEntry::id).collect();
    assert_eq!(games, ["three-stones", "stonerow", "tavern-stones"]);
}

/// It reads the sources: the name of an effect has to be in the function, in an arm or in the comment of those without.
#[test]
fn every_effect_is_named_where_results_are_described() {
    let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins");
    for game in catalog().games() {
        let views = ["src/view.rs", "src/view/record.rs"].map(|file| plugins.join(game.id()).join(file));
        let source = views.iter().filter_map(|file| fs::read_to_string(file).ok()).collect::<String>();
        let function = source.split("fn effect_result(").nth(1).and_then(|rest| rest.split("\n}\n").next());
        let function = function.unwrap_or_else(|| panic!("{} has no `effect_result`", game.id()));
        for effect in game.plugin.effects() {
            assert!(function.contains(&format!("\"{}\"", effect.name)), "{}: `{}`", game.id(), effect.name);
        }
    }
}
