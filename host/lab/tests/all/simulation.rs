//! Simulations that fail: the same failure on any number of threads, and an end to games without one.

use fixture_pebbles::Pebbles;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{RulesFailure, Ruleset, Script};
use stonehouse_lab::{
    Partial, SimulationError, SimulationObserver, SimulationPlan, SimulationResults, SimulationSetup, differences,
    play_on, simulate,
};
use stonehouse_plugin::MAX_GAME_STEPS;
use stonehouse_runtime::{HookFailureKind, Plugin};

/// Pebbles under these knobs and, unless it is empty, this house rule.
fn ruleset(knobs: &str, script: &str) -> Arc<Ruleset> {
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let scripts = if script.is_empty() { "" } else { "scripts = [\"rule.lua\"]\n" };
    let text = format!("game = \"pebbles\"\nname = \"Test\"\n{scripts}[knobs]\n{knobs}\n");
    let file = VariantFile::parse(Path::new("variants/pebbles/test.toml"), &text.into()).unwrap();
    let find = |name: &str, _: &VariantFile| {
        let file = "scripts/pebbles/rule.lua";
        Some(Ok(Script::new(name, file, script)))
    };
    let variant = resolve(&[file], 0, &plugin, &find).unwrap();
    Ruleset::compile(&plugin, &Arc::new(variant)).unwrap()
}

/// A simulation of pebbles with these players.
fn plan(players: &str, games: u64, threads: usize) -> SimulationPlan {
    let players = players.split(',').map(|name| name.parse().unwrap()).collect();
    SimulationPlan { seed: 5, threads, ..SimulationPlan::new(players, games) }
}

fn run(rules: &Arc<Ruleset>, players: &str, games: u64, threads: usize) -> Result<SimulationResults, SimulationError> {
    simulate(rules, &plan(players, games, threads))
}

/// Fails when the last pebble is taken early, and reports when: another sentence in another game.
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
fn the_first_failing_game_is_reported_on_any_thread_count() {
    let rules = ruleset("heap = 14", EARLY);
    for players in ["random,random", "greedy,random"] {
        // One game after the other, until the first that fails.
        let (first, message) = (1..2000)
            .find_map(|games| run(&rules, players, games, 1).err().map(|error| (games - 1, error.to_string())))
            .unwrap();
        assert!(first > 0 && message.contains("rule.lua:4") && message.contains("turns"), "{message}");
        for threads in [1, 2, 5] {
            let error = run(&rules, players, 4000, threads).unwrap_err();
            let SimulationError::Rules { game, failure: RulesFailure::HouseRule { failure, .. }, .. } = &error else {
                panic!("{error}")
            };
            assert_eq!((*game, failure.kind, failure.hook.as_str()), (first, HookFailureKind::Raised, "last_pebble"));
            assert_eq!(error.to_string(), message, "{players} on {threads} threads");
        }
    }
}

#[test]
fn a_game_that_does_not_end_is_stopped_with_a_sentence() {
    let rules = ruleset("endless = true", "");
    for players in ["random,random", "random,greedy"] {
        let error = run(&rules, players, 3, 2).unwrap_err();
        assert!(matches!(error, SimulationError::Endless { game: 0, .. }), "{error}");
        let message = error.to_string();
        assert!(
            message.starts_with("game 0 (seed ") && message.contains("did not end within 100000 actions"),
            "{message}"
        );
    }
}

#[test]
fn a_recorded_endless_game_is_stopped_and_its_record_is_kept() {
    let rules = ruleset("endless = true", "");
    let folder = tempfile::tempdir().unwrap();
    let plan = SimulationPlan { record_dir: Some(folder.path().to_owned()), ..plan("random,random", 1, 1) };
    let error = simulate(&rules, &plan).unwrap_err();
    assert!(matches!(error, SimulationError::Endless { game: 0, .. }), "{error}");
    assert_eq!(error.to_string(), run(&rules, "random,random", 1, 1).unwrap_err().to_string());
    let record = fs::read_to_string(folder.path().join("game-000000.stonehouse-record")).unwrap();
    assert_eq!(record.lines().count(), 1 + MAX_GAME_STEPS, "what was played can be looked at");
}

/// A figure's value.
fn value(results: &SimulationResults, metric: &str, of: &str) -> f64 {
    results.figure(metric, of).unwrap_or_else(|| panic!("{metric} of {of:?} is not measured")).estimate.value
}

fn json(results: &SimulationResults) -> String {
    serde_json::to_string(results).unwrap()
}

#[test]
fn figures_do_not_depend_on_the_number_of_threads_or_blocks() {
    let rules = ruleset("heap = 14", "");
    for (players, games) in [("random,random", 256 * 7 + 3), ("greedy,random", 300), ("random,random", 0)] {
        let one = run(&rules, players, games, 1).unwrap();
        assert_eq!(one.played, games);
        for threads in [2, 8] {
            assert_eq!(json(&run(&rules, players, games, threads).unwrap()), json(&one));
        }
    }
}

#[test]
fn seven_shards_in_any_order_add_up_to_the_same_bytes_as_one_run() {
    let rules = ruleset("heap = 14", "");
    let folder = tempfile::tempdir().unwrap();
    for (players, games, replays) in [("random,random", 3001, 1), ("greedy,random", 100, 3), ("greedy,random", 4, 1)] {
        let plan = SimulationPlan { replays, ..plan(players, games, 2) };
        let whole = simulate(&rules, &plan).unwrap();
        let setup = SimulationSetup::of(&rules, &plan).unwrap();
        let shard = |index: u64| {
            let part =
                play_on(&rules, &plan, Partial::shard(setup.clone(), index, 7), SimulationObserver::default()).unwrap();
            let file = folder.path().join("part");
            part.write(&file).unwrap();
            Partial::read(&file).unwrap()
        };
        let parts: Vec<Partial> = [3, 1, 7, 2, 6, 5, 4].map(shard).to_vec();
        assert_eq!(json(&Partial::merge(parts.clone()).unwrap().results()), json(&whole), "{players}");

        if games > 7 {
            let error = Partial::merge(parts[1..].to_vec()).unwrap_err().to_string();
            assert!(error.contains("are missing"), "{error}");
            let error = Partial::merge([&parts[..], &parts[..1]].concat()).unwrap_err().to_string();
            assert!(error.contains("are there twice"), "{error}");
            let other = Partial::new(SimulationSetup { seed: 6, ..setup });
            let error = Partial::merge([&parts[..], &[other]].concat()).unwrap_err().to_string();
            assert!(error.contains("only those before 0") || error.contains("seed"), "{error}");
        }
    }
}

#[test]
fn a_repeatedly_interrupted_run_resumes_to_the_same_bytes() {
    let rules = ruleset("heap = 14", "");
    for (players, games) in [("random,random", 3000), ("search@20,random", 40)] {
        let plan = plan(players, games, 2);
        let whole = simulate(&rules, &plan).unwrap();
        let mut part = Partial::new(SimulationSetup::of(&rules, &plan).unwrap());
        let mut runs = 0;
        while !part.is_whole() {
            // Each run is stopped as soon as it has played something.
            let before = part.played();
            let mut on_progress = |part: &Partial| part.played() == before;
            let observer = SimulationObserver { on_progress: Some(&mut on_progress), ..SimulationObserver::default() };
            part = play_on(&rules, &plan, part, observer).unwrap();
            runs += 1;
            let bytes = serde_json::to_vec(&part).unwrap();
            part = serde_json::from_slice(&bytes).unwrap();
        }
        assert!(runs > 1, "{players}");
        assert_eq!(json(&part.results()), json(&whole), "{players}, in {runs} runs");
    }
}

#[test]
fn a_simulation_is_not_continued_with_another_plan() {
    let rules = ruleset("heap = 14", "");
    let ours = plan("random,random", 300, 1);
    let begun = Partial::new(SimulationSetup::of(&rules, &ours).unwrap());
    let refused = |rules: &Arc<Ruleset>, plan: &SimulationPlan| {
        play_on(rules, plan, begun.clone(), SimulationObserver::default()).unwrap_err().to_string()
    };
    assert!(refused(&ruleset("heap = 15", ""), &ours).contains("has other rules now"));
    assert!(refused(&ruleset("heap = 14", EARLY), &ours).contains("has other rules now"));
    assert!(
        refused(&rules, &plan("greedy,random", 300, 1)).contains("players are random,random there, greedy,random here")
    );
    assert!(refused(&rules, &plan("random,random", 301, 1)).contains("the number of games is 300 there, 301 here"));
    let other = SimulationPlan { seed: 6, ..ours.clone() };
    assert!(refused(&rules, &other).contains("the seed is 5 there, 6 here"));
    let other = SimulationPlan { longest: Some(5), ..ours };
    assert!(refused(&rules, &other).contains("longest length"));
}

#[test]
fn stepwise_games_have_the_results_of_plugin_playouts() {
    let rules = ruleset("heap = 14", "");
    let watched = run(&rules, "random,random", 700, 2).unwrap();
    let plan = SimulationPlan { results_only: true, ..plan("random,random", 700, 2) };
    let results = simulate(&rules, &plan).unwrap();
    for id in ["wins", "score", "shared_wins", "margin", "actions"] {
        assert_eq!(watched.metric(id), results.metric(id), "{id}");
    }
    for id in ["choices", "lead_changes", "first_mover", "turns", "used"] {
        assert!(watched.metric(id).is_some() && results.metric(id).is_none(), "{id}");
    }
    // Random players at a table give the same games as playouts.
    let folder = tempfile::tempdir().unwrap();
    let recorded =
        SimulationPlan { results_only: false, record_dir: Some(folder.path().to_owned()), games: 20, ..plan };
    let playouts = SimulationPlan { record_dir: None, ..recorded.clone() };
    let [at_the_table, playouts] = [recorded, playouts].map(|plan| simulate(&rules, &plan).unwrap());
    assert_eq!(at_the_table.metrics, playouts.metrics);
}

#[test]
fn an_endless_game_is_cut_off_at_a_given_maximum_length() {
    let rules = ruleset("endless = true", "");
    for players in ["random,random", "random,greedy"] {
        for results_only in [false, true] {
            let plan = SimulationPlan { longest: Some(40), results_only, ..plan(players, 5, 2) };
            let results = simulate(&rules, &plan).unwrap();
            assert_eq!((value(&results, "unfinished", ""), value(&results, "actions", "")), (1.0, 40.0));
        }
    }
    let ends = SimulationPlan { longest: Some(40), ..plan("random,random", 5, 2) };
    assert!(simulate(&ruleset("heap = 5", ""), &ends).unwrap().metric("unfinished").is_none());
}

#[test]
fn players_rotate_one_seat_per_game_unless_seats_are_fixed() {
    // With one pebble the first seat takes it and wins.
    let rules = ruleset("heap = 1\nmost = 1", "");
    let wins = |plan: &SimulationPlan| {
        let results = simulate(&rules, plan).unwrap();
        let values =
            |id: &str| results.metric(id).unwrap().figures.iter().map(|figure| figure.estimate.value).collect();
        let (seats, players): (Vec<f64>, Vec<f64>) = (values("wins"), values("player_wins"));
        (seats, players)
    };
    let moving = plan("greedy,random", 10, 2);
    assert_eq!(wins(&moving), (vec![1.0, 0.0], vec![0.5, 0.5]));
    let fixed = SimulationPlan { fixed_seats: true, ..moving };
    assert_eq!(wins(&fixed), (vec![1.0, 0.0], vec![1.0, 0.0]));
}

#[test]
fn counts_of_a_game_of_known_course_are_exact() {
    // Five pebbles, one at a time: five forced decisions, and the first player takes the last one.
    let rules = ruleset("heap = 5\nmost = 1", "");
    let results = run(&rules, "random,random", 20, 1).unwrap();
    let all = ["choices", "forced", "actions", "turns", "most_turns", "first_mover", "shared_wins", "decision_point"];
    assert_eq!(all.map(|id| value(&results, id, "")), [1.0, 1.0, 5.0, 5.0, 3.0, 1.0, 0.0, 1.0]);
    let spread = results.figure("actions", "").unwrap().spread.clone().unwrap();
    assert_eq!((spread.quantiles, spread.deviation), ([5.0; 7], 0.0));
}

#[test]
fn the_deal_share_is_near_zero_if_only_choices_decide() {
    let of = |knobs: &str| {
        let plan = SimulationPlan { replays: 2, ..plan("random,random", 4000, 2) };
        simulate(&ruleset(knobs, ""), &plan).unwrap()
    };
    // The heap is the same in every deal, and choices decide.
    let choices = of("heap = 14");
    assert_eq!(choices.figure("deal_wins", choices.setup.lineup.seats[0].as_str()).unwrap().cases, 2000);
    let share = choices.metric("deal_wins").unwrap().figures[0].estimate;
    assert!(share.lower < 0.0 && share.upper > 0.0 && share.upper < 0.06, "{share:?}");
    // Nothing varies, so there is no share of it.
    assert!(of("heap = 5\nmost = 1").metric("deal_wins").is_none());
}

#[test]
fn game_and_action_rows_come_in_order_and_match_the_counts() {
    let rules = ruleset("heap = 14", "");
    let plan = plan("greedy,random", 30, 2);
    let mut rows = (Vec::new(), Vec::new());
    let mut take = |new: stonehouse_lab::rows::Rows| {
        rows.0.extend(new.games);
        rows.1.extend(new.actions);
        Ok(())
    };
    let wanted = stonehouse_lab::rows::RowKinds { games: true, actions: true };
    let observer = SimulationObserver { rows: Some((wanted, &mut take)), ..SimulationObserver::default() };
    let results =
        play_on(&rules, &plan, Partial::new(SimulationSetup::of(&rules, &plan).unwrap()), observer).unwrap().results();
    let (games, actions) = rows;
    assert_eq!(games.iter().map(|row| row.game).collect::<Vec<_>>(), (0..30).collect::<Vec<_>>());
    let won = games.iter().filter(|row| row.winners == [0]).count();
    assert_eq!(won as f64 / 30.0, value(&results, "wins", &results.setup.lineup.seats[0]));
    assert_eq!(games.iter().map(|row| row.actions).sum::<u64>(), actions.len() as u64);
    for game in &games {
        let own: Vec<_> = actions.iter().filter(|row| row.game == game.game).collect();
        assert_eq!(own.iter().map(|row| row.number).collect::<Vec<_>>(), (1..=game.actions).collect::<Vec<_>>());
        assert_eq!(own.last().unwrap().scores, game.scores);
        assert!(own.iter().all(|row| row.player == game.players[row.seat] && row.choices > 0));
    }
}

#[test]
fn a_planted_advantage_is_measured_and_equal_rules_show_none() {
    let results = |knobs: &str, seed| {
        simulate(&ruleset(knobs, ""), &SimulationPlan { seed, ..plan("random,random", 400, 2) }).unwrap()
    };
    let fair = results("heap = 14", 5);
    let given = differences(&fair, &results("heap = 14\nhead_start = [0, 7]", 5));
    let second = fair.setup.lineup.seats[1].clone();
    let score = given.iter().find(|figure| figure.metric == "score" && figure.of == second).unwrap();
    assert!(score.is_clear && score.more.value == 7.0, "the same games, and seven points: {score:?}");
    assert!(score.more.lower < 7.0 && score.more.upper > 7.0);
    assert!(!given.iter().any(|figure| figure.metric == "actions" && figure.is_clear));

    // Under the same rules and other seeds at most a twentieth of the figures seem to differ.
    let all: Vec<bool> = (0..100)
        .flat_map(|seed| differences(&results("heap = 14", 100 + seed), &results("heap = 14", 300 + seed)))
        .filter(|figure| figure.one.lower < figure.one.upper)
        .map(|figure| figure.is_clear)
        .collect();
    let clear = all.iter().filter(|clear| **clear).count();
    assert!(clear * 20 <= all.len() + all.len() / 2, "{clear} of {}", all.len());
}

#[test]
fn intervals_of_games_contain_the_true_share_at_their_level() {
    // Two pebbles, one or two at a time: the first to act takes both with one half.
    let rules = ruleset("heap = 2\nmost = 2", "");
    let held = (0..1000).filter(|seed| {
        let plan = SimulationPlan { seed: *seed, results_only: true, ..plan("random,random", 80, 1) };
        let results = simulate(&rules, &plan).unwrap();
        let wins = results.metric("wins").unwrap().figures[0].estimate;
        (wins.lower..=wins.upper).contains(&0.5)
    });
    let held = held.count();
    assert!((930..=970).contains(&held), "{held} of 1000");
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

#[test]
fn any_changed_byte_of_a_part_is_refused_and_the_file_is_named() {
    let rules = ruleset("heap = 9", "");
    let plan = plan("greedy,random", 20, 1);
    let setup = SimulationSetup::of(&rules, &plan).unwrap();
    let part = play_on(&rules, &plan, Partial::shard(setup, 1, 2), SimulationObserver::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.part");
    part.write(&file).unwrap();
    let bytes = fs::read(&file).unwrap();
    assert_eq!(Partial::parse(&file, &bytes).unwrap(), part);
    let refused = |bytes: &[u8]| {
        let why = Partial::parse(&file, bytes).map(drop).unwrap_err().to_string();
        assert!(why.starts_with(&file.display().to_string()), "{why}");
        why
    };
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        // Another value at each place, and every value in the course of the file.
        changed[at] ^= 1 + (at % 255) as u8;
        refused(&changed);
        if bytes[at].is_ascii_digit() {
            changed[at] = if bytes[at] == b'9' { b'0' } else { bytes[at] + 1 };
            refused(&changed);
        }
    }
    for cut in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        refused(&bytes[..cut]);
    }
    let text = String::from_utf8(bytes).unwrap();
    let games = text.replacen("\"done\":10", "\"done\":9", 1);
    assert!(games != text && refused(games.as_bytes()).contains("it is not what was written"));
    let older = text.replacen("\"format\":4", "\"format\":3", 1);
    assert!(refused(older.as_bytes()).contains("it is of form 3, and this program knows form 4"));
}

#[test]
fn simulations_under_other_knobs_of_a_house_rule_do_not_add_up() {
    let script = "local house = {}\nhouse.knobs = knobs { bonus = { 1, min = 0, max = 9 } }\n\
                  function house.last_pebble(ctx, points) return points + house.knobs.bonus end\nreturn house\n";
    let setup = |knobs: &str| {
        SimulationSetup::of(&ruleset(&format!("heap = 14\n{knobs}"), script), &plan("random,random", 5, 1)).unwrap()
    };
    let usual = setup("");
    assert!(usual.check_same(&setup("[rules.rule]\nbonus = 1")).is_ok(), "the default");
    let other = setup("[rules.rule]\nbonus = 2");
    assert!(usual.check_same(&other).unwrap_err().to_string().contains("has other rules now"));
    assert_eq!(serde_json::Value::Object(other.rules.scripts[0].knobs.clone()), serde_json::json!({ "bonus": 2 }));
}
