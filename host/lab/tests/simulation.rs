//! Simulations that fail: the same failure on any number of threads, and an end to games without one.

use fixture_pebbles::Pebbles;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{RulesFailure, Ruleset, Script};
use stonehouse_lab::{SideSummary, Simulation, SimulationError, Summary, differences, simulate};
use stonehouse_plugin_api::LONGEST_GAME;
use stonehouse_plugin_api::abi::client::Plugin;
use stonehouse_plugin_api::hooks::HookFailureKind;

/// Pebbles under these knobs and, unless it is empty, this house rule.
fn ruleset(knobs: &str, script: &str) -> Arc<Ruleset> {
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let scripts = if script.is_empty() { "" } else { "scripts = [\"rule.lua\"]\n" };
    let text = format!("game = \"pebbles\"\nname = \"Test\"\n{scripts}[knobs]\n{knobs}\n");
    let file = VariantFile::parse(Path::new("variants/pebbles/test.toml"), &text.into()).unwrap();
    let find = |name: &str, _: &VariantFile| {
        let file = "scripts/pebbles/rule.lua".into();
        Some(Ok(Script { name: name.to_owned(), file, source: script.into() }))
    };
    let variant = resolve(&[file], 0, &plugin, &find).unwrap();
    Ruleset::compile(&plugin, &Arc::new(variant)).unwrap()
}

/// What to simulate: pebbles with these players.
fn plan(players: &str, games: u64, threads: usize) -> Simulation {
    let players = players.split(',').map(|name| name.parse().unwrap()).collect();
    Simulation { seed: 5, threads, ..Simulation::new(players, games) }
}

fn run(rules: &Arc<Ruleset>, players: &str, games: u64, threads: usize) -> Result<Summary, SimulationError> {
    simulate(rules, &plan(players, games, threads), &|_| ())
}

/// Fails when the last pebble is taken early, and says when: another sentence in another game.
const EARLY: &str = "local house = {}
function house.last_pebble(ctx, points)
    if ctx.turns < 5 then
        error(\"over after \" .. ctx.turns .. \" turns\")
    end
    return points
end
return house
";

#[test]
fn the_failure_told_is_that_of_the_first_game_that_fails_on_any_number_of_threads() {
    let rules = ruleset("heap = 14", EARLY);
    for players in ["random,random", "greedy,random"] {
        // One game after the other, until the first that fails.
        let (first, said) = (1..2000)
            .find_map(|games| run(&rules, players, games, 1).err().map(|error| (games - 1, error.to_string())))
            .unwrap();
        assert!(first > 0 && said.contains("rule.lua:4") && said.contains("turns"), "{said}");
        for threads in [1, 2, 5] {
            let error = run(&rules, players, 4000, threads).unwrap_err();
            let SimulationError::Rules { game, failure: RulesFailure::HouseRule { failure, .. }, .. } = &error else {
                panic!("{error}")
            };
            assert_eq!((*game, failure.kind, failure.hook.as_str()), (first, HookFailureKind::Raised, "last_pebble"));
            assert_eq!(error.to_string(), said, "{players} on {threads} threads");
        }
    }
}

#[test]
fn a_game_that_does_not_end_is_stopped_with_a_sentence() {
    let rules = ruleset("endless = true", "");
    for players in ["random,random", "random,greedy"] {
        let error = run(&rules, players, 3, 2).unwrap_err();
        assert!(matches!(error, SimulationError::Endless { game: 0, .. }), "{error}");
        let said = error.to_string();
        assert!(said.starts_with("game 0 (seed ") && said.contains("did not end within 100000 actions"), "{said}");
    }
}

#[test]
fn a_recorded_game_that_does_not_end_is_stopped_with_the_same_sentence_and_its_record_is_kept() {
    let rules = ruleset("endless = true", "");
    let folder = tempfile::tempdir().unwrap();
    let plan = Simulation { record_dir: Some(folder.path().to_owned()), ..plan("random,random", 1, 1) };
    let error = simulate(&rules, &plan, &|_| ()).unwrap_err();
    assert!(matches!(error, SimulationError::Endless { game: 0, .. }), "{error}");
    assert_eq!(error.to_string(), run(&rules, "random,random", 1, 1).unwrap_err().to_string());
    let record = fs::read_to_string(folder.path().join("game-000000.jsonl")).unwrap();
    assert_eq!(record.lines().count(), 1 + LONGEST_GAME, "what was played can be looked at");
}

#[test]
fn sums_are_the_same_on_any_number_of_threads_and_over_any_number_of_blocks() {
    let rules = ruleset("heap = 14", "");
    let figures = |players: &str, games, threads| {
        let summary = run(&rules, players, games, threads).unwrap();
        (summary.games, summary.seats, summary.players, summary.actions, summary.lead_changes)
    };
    for (players, games) in [("random,random", 256 * 7 + 3), ("greedy,random", 300), ("random,random", 0)] {
        let one = figures(players, games, 1);
        assert_eq!(one.0, games);
        assert_eq!(figures(players, games, 2), one);
        assert_eq!(figures(players, games, 5), one);
    }
}

#[test]
fn games_played_step_by_step_have_the_results_of_the_plugins_own_playouts() {
    let rules = ruleset("heap = 14", "");
    let watched = run(&rules, "random,random", 700, 2).unwrap();
    let plan = Simulation { results_only: true, ..plan("random,random", 700, 2) };
    let results = simulate(&rules, &plan, &|_| ()).unwrap();
    assert_eq!((&watched.seats, &watched.actions), (&results.seats, &results.actions));
    assert_eq!((watched.shared_wins, watched.margin), (results.shared_wins, results.margin));
    assert!(watched.decisions.is_some() && results.decisions.is_none() && results.lead_changes.is_none());
}

#[test]
fn players_move_on_by_one_seat_after_each_game_unless_seats_are_fixed() {
    // With one pebble whoever sits at the first seat takes it and wins.
    let rules = ruleset("heap = 1\nmost = 1", "");
    let wins = |plan: &Simulation| {
        let summary = simulate(&rules, plan, &|_| ()).unwrap();
        let wins = |sides: &[SideSummary]| sides.iter().map(|side| (side.games, side.wins)).collect::<Vec<_>>();
        (wins(&summary.seats), wins(&summary.players))
    };
    let moving = plan("greedy,random", 10, 2);
    assert_eq!(wins(&moving), (vec![(10, 10), (10, 0)], vec![(10, 5), (10, 5)]));
    let fixed = Simulation { fixed_seats: true, ..moving };
    assert_eq!(wins(&fixed), (vec![(10, 10), (10, 0)], vec![(10, 10), (10, 0)]));
}

#[test]
fn what_is_counted_in_a_game_of_known_course_is_what_happened() {
    // Five pebbles, one at a time: five forced decisions, and the first player takes the last one.
    let rules = ruleset("heap = 5\nmost = 1", "");
    let summary = run(&rules, "random,random", 20, 1).unwrap();
    let decisions = summary.decisions.unwrap();
    assert_eq!((decisions.choices, decisions.forced), (1.0, 1.0));
    assert_eq!((summary.action_quantiles, summary.actions.deviation), ([5; 3], 0.0));
    let first = summary.first_to_decide.unwrap();
    assert_eq!((first.games, first.wins, summary.seats[1].wins), (20, 20, 0));
    assert_eq!(summary.shared_wins.value, 0.0);
}

#[test]
fn a_planted_advantage_is_found_and_sized_and_a_ruleset_does_not_differ_from_itself() {
    let names = ["One", "Two"].map(str::to_owned);
    let summary = |knobs: &str, seed| {
        simulate(&ruleset(knobs, ""), &Simulation { seed, ..plan("random,random", 400, 2) }, &|_| ()).unwrap()
    };
    let fair = summary("heap = 14", 5);
    let given = differences(&fair, &summary("heap = 14\nhead_start = [0, 7]", 5), &names);
    let score = given.iter().find(|figure| figure.name == "score of Two").unwrap();
    assert!(score.is_clear && score.more.value == 7.0, "the same games, and seven points: {score:?}");
    assert!(score.more.least < 7.0 && score.more.greatest > 7.0);
    assert!(!given.iter().any(|figure| figure.name == "actions" && figure.is_clear));

    // Under the same rules and other seeds at most a twentieth of the figures seem to differ.
    let all: Vec<bool> = (0..100)
        .flat_map(|seed| differences(&summary("heap = 14", 100 + seed), &summary("heap = 14", 300 + seed), &names))
        .filter(|figure| figure.one.least < figure.one.greatest)
        .map(|figure| figure.is_clear)
        .collect();
    let clear = all.iter().filter(|clear| **clear).count();
    assert!(clear * 20 <= all.len() + all.len() / 2, "{clear} of {}", all.len());
}

#[test]
fn perft_counts_the_ways_to_take_pebbles() {
    // Compositions into parts of 1 to 3: from a heap that they do not exhaust, 3 to the power of their number.
    let many = ruleset("heap = 40", "");
    for depth in 0..8 {
        assert_eq!(stonehouse_lab::perft(many.rules(), 1, depth).unwrap(), 3_u64.pow(depth));
    }
    // Of 4 pebbles: 1+1+1+1 alone takes four turns, and after three turns one pebble is left at most, in one way.
    let few = ruleset("heap = 4", "");
    assert_eq!([1, 2, 3, 4, 5].map(|depth| stonehouse_lab::perft(few.rules(), 1, depth).unwrap()), [3, 6, 4, 1, 0]);
}
