//! The worth of actions, measures of scripts, and ladders of searches: planted effects are found, and apparent ones are
//! not.

use fixture_pebbles::Pebbles;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Ruleset, Script};
use stonehouse_house_rules::Measures;
use stonehouse_lab::ladder::{Ladder, LadderPlan, ladder};
use stonehouse_lab::{
    Partial, SimulationError, SimulationObserver, SimulationPlan, SimulationResults, SimulationSetup, Stop, play_on,
    report, simulate,
};
use stonehouse_runtime::Plugin;

fn script(name: &str, source: &str) -> Script {
    Script::new(name, name, source)
}

/// Pebbles under these knobs and, unless it is empty, this house rule.
fn ruleset(knobs: &str, rule: &str) -> Arc<Ruleset> {
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let scripts = if rule.is_empty() { "" } else { "scripts = [\"rule.lua\"]\n" };
    let text = format!("game = \"pebbles\"\nname = \"Test\"\n{scripts}[knobs]\n{knobs}\n");
    let file = VariantFile::parse(Path::new("variants/pebbles/test.toml"), &text.into()).unwrap();
    let find = |_: &str, _: &VariantFile| Some(Ok(script("rule.lua", rule)));
    Ruleset::compile(&plugin, &Arc::new(resolve(&[file], 0, &plugin, &find).unwrap())).unwrap()
}

fn plan(players: &str, games: u64, threads: usize) -> SimulationPlan {
    let players = players.split(',').map(|name| name.parse().unwrap()).collect();
    SimulationPlan { seed: 5, threads, ..SimulationPlan::new(players, games) }
}

fn measures(name: &str, source: &str) -> Arc<Measures> {
    Arc::new(Measures::load(script(name, source)).unwrap_or_else(|problem| panic!("{problem}")))
}

fn json(results: &SimulationResults) -> String {
    serde_json::to_string(results).unwrap()
}

/// Once in a match each: a seat that is ahead may cheer, which changes nothing; any seat may take a gift of nine
/// points.
const CHEER_AND_GIFT: &str = "local house = {}
house.memory = { cheered = { each = \"seat\", max = 1 }, gifted = { each = \"seat\", max = 1 } }
house.actions = {
    cheer = {
        label = \"Cheer\",
        when = function(ctx)
            return ctx.cheered[ctx.seat] == 0 and ctx.scores[ctx.seat] == ctx.best and ctx.best > ctx.least
        end,
        play = function(ctx, effects)
            effects.remember(\"cheered\", ctx.seat, 1)
        end,
    },
    gift = {
        label = \"Take the gift\",
        when = function(ctx)
            return ctx.gifted[ctx.seat] == 0
        end,
        play = function(ctx, effects)
            effects.remember(\"gifted\", ctx.seat, 1)
            effects.points(ctx.seat, 9)
        end,
    },
}
return house
";

#[test]
fn an_action_of_leaders_only_is_worth_nothing() {
    // No player catches up with eighty points.
    let rules = ruleset("heap = 12\nhead_start = [0, 40]", CHEER_AND_GIFT);
    let results = simulate(&rules, &SimulationPlan { worth: true, ..plan("random,random", 600, 2) }).unwrap();
    let of = |id: &str, kind: &str| results.figure(id, kind).unwrap_or_else(|| panic!("{id} of {kind}")).clone();
    assert_eq!(of("used_wins", "Cheer").estimate.value, 1.0, "only the leader cheers, and the leader wins");
    assert_eq!(of("worth", "Cheer").estimate.value, 0.0, "but not because of it");
    let points = of("worth_points", "Cheer").estimate;
    assert!((points.lower..=points.upper).contains(&0.0) || points.value.abs() < 0.2, "{points:?}");
    assert!(of("worth", "Cheer").cases > 300);
}

#[test]
fn a_planted_worth_is_found_and_sized_on_any_number_of_threads() {
    // A seat that does not take the gift at once will not be offered it again.
    let once = CHEER_AND_GIFT
        .replace("return ctx.gifted[ctx.seat] == 0", "return ctx.gifted[ctx.seat] == 0 and ctx.heap == 12");
    let rules = ruleset("heap = 12", &once);
    let plan = |threads| SimulationPlan { worth: true, ..plan("random,random", 600, threads) };
    let one = simulate(&rules, &plan(1)).unwrap();
    // Only the first to act is offered it, before anything else is played: nine points, and one for the last pebble.
    let points = one.figure("worth_points", "Take the gift").unwrap();
    assert!((points.estimate.lower..=points.estimate.upper).contains(&9.0), "{points:?}");
    let worth = one.figure("worth", "Take the gift").unwrap().estimate;
    // With it the game is won; without it, by taking the last pebble.
    assert!(worth.lower > 0.3 && worth.upper < 0.7, "{worth:?}");
    for threads in [2, 7] {
        assert_eq!(json(&simulate(&rules, &plan(threads)).unwrap()), json(&one));
    }
}

#[test]
fn output_of_a_measure_is_reported_once_on_any_number_of_threads() {
    let source = "local measures = {}
function measures.length(game)
    print(if game.number < 3 then 'early' else 'late', { #game.seats })
    return #game.actions
end
function measures.nothing(game)
    print('game', game.number)
end
return measures
";
    let plan =
        |threads| SimulationPlan { measures: vec![measures("mine.lua", source)], ..plan("random,random", 40, threads) };
    let rules = ruleset("heap = 9", "");
    let one = simulate(&rules, &plan(1)).unwrap();
    let remarks = |id: &str| one.metric(id).unwrap_or_else(|| panic!("{id}")).remarks.clone();
    assert_eq!(
        remarks("mine.length"),
        [
            "printed in game 0: mine.lua:3 (length): early {[1] = 2}",
            "printed in game 3: mine.lua:3 (length): late {[1] = 2}"
        ]
    );
    let first = |game: usize| format!("printed in game {game}: mine.lua:7 (nothing): game {game}");
    assert_eq!(remarks("mine.nothing"), (0..10).map(first).collect::<Vec<_>>(), "only the first lines are kept");
    for threads in [2, 7] {
        assert_eq!(json(&simulate(&rules, &plan(threads)).unwrap()), json(&one));
    }
    // Parts add up to the same.
    let setup = SimulationSetup::of(&rules, &plan(1)).unwrap();
    let shard = |index| {
        let part = Partial::shard(setup.clone(), index, 3);
        play_on(&rules, &plan(2), part, SimulationObserver::default()).unwrap()
    };
    let merged = Partial::merge(vec![shard(3), shard(1), shard(2)]).unwrap();
    assert_eq!(json(&merged.results()), json(&one));
}

#[test]
fn bots_that_think_find_the_next_best_action_when_one_is_forbidden() {
    let rules = ruleset("heap = 9", CHEER_AND_GIFT);
    for (players, games) in [("greedy,greedy", 12), ("search@60,greedy", 6), ("apprentice,companion", 2)] {
        let plan = SimulationPlan { worth: true, ..plan(players, games, 2) };
        let results = simulate(&rules, &plan).unwrap();
        assert!(results.metric("worth").is_some(), "{players}");
        assert_eq!(
            json(&simulate(&rules, &SimulationPlan { threads: 1, ..plan }).unwrap()),
            json(&results),
            "{players}"
        );
    }
    let error = simulate(&rules, &SimulationPlan { worth: true, ..plan("program:mine,random", 1, 1) }).unwrap_err();
    assert!(error.to_string().contains("which only bots can do: `program:mine` is none"), "{error}");
    let results_only = SimulationPlan { worth: true, results_only: true, ..plan("random,random", 1, 1) };
    assert!(matches!(simulate(&rules, &results_only), Err(SimulationError::NoCourse)));
}

const TAKEN: &str = "local measures = {}
measures.about = { taken = \"Pebbles that each player takes.\" }
function measures.taken(game)
    local taken = {}
    for _, seat in game.seats do
        taken[seat] = 0
    end
    for _, action in game.actions do
        taken[action.seat] += action.data.take
    end
    return taken
end
function measures.half(game)
    return #game.actions / 2
end
function measures.long(game)
    return #game.actions > 6
end
function measures.only_now_and_then(game)
    return if game.number == 3 then 1 else nil
end
return measures
";

#[test]
fn script_measures_have_intervals_like_any_other_metric() {
    let rules = ruleset("heap = 14", "");
    let plan = |players: &str, threads| SimulationPlan {
        measures: vec![measures("own.lua", TAKEN)],
        ..plan(players, 300, threads)
    };
    for players in ["random,random", "greedy,random"] {
        let results = simulate(&rules, &plan(players, 2)).unwrap();
        let seats = &results.setup.lineup.seats;
        let taken = results.metric("own.taken").unwrap();
        assert_eq!((taken.name.as_str(), taken.sentence.as_str()), ("taken", "Pebbles that each player takes."));
        let both: f64 = seats.iter().map(|seat| results.figure("own.taken", seat).unwrap().estimate.value).sum();
        assert!((both - 14.0).abs() < 1e-9, "all pebbles are taken: {both}");
        let (half, actions) = (results.figure("own.half", "").unwrap(), results.figure("actions", "").unwrap());
        assert!((half.estimate.lower * 2.0 - actions.estimate.lower).abs() < 1e-9, "{half:?}");
        let long = results.figure("own.long", "").unwrap();
        assert!(long.spread.is_none() && long.cases == 300 && results.metric("own.long").unwrap().interval == "Wilson");
        assert_eq!(results.figure("own.only_now_and_then", "").unwrap().cases, 1);
        assert!(results.metric("own.half").unwrap().sentence.contains("`half` of own.lua"));
        assert!(
            report::simulation(&results, &report::ReportOrigin::default()).contains("Pebbles that each player takes.")
        );
        for threads in [1, 5] {
            assert_eq!(json(&simulate(&rules, &plan(players, threads)).unwrap()), json(&results));
        }
        // In shards.
        let setup = SimulationSetup::of(&rules, &plan(players, 2)).unwrap();
        let shard = |index| {
            play_on(&rules, &plan(players, 1), Partial::shard(setup.clone(), index, 3), SimulationObserver::default())
        };
        let parts = [2, 3, 1].map(|index| {
            let bytes = serde_json::to_vec(&shard(index).unwrap()).unwrap();
            serde_json::from_slice(&bytes).unwrap()
        });
        assert_eq!(json(&Partial::merge(parts.to_vec()).unwrap().results()), json(&results));
    }
}

#[test]
fn a_failing_script_is_reported_with_game_line_and_remedy() {
    let source = "local measures = {}\nfunction measures.own(game)\n    if game.number >= 20 then\n        return game.winners\n    end\n    return 1\nend\nreturn measures\n";
    for threads in [1, 4] {
        let plan = SimulationPlan { measures: vec![measures("own.lua", source)], ..plan("greedy,random", 60, threads) };
        let error = simulate(&ruleset("heap = 9", ""), &plan).unwrap_err();
        let message = error.to_string();
        assert!(matches!(error, SimulationError::Measure { game: 20, .. }), "{message}");
        assert!(
            message.contains("own.lua:4: a game has no `winners`") && message.starts_with("game 20 (seed "),
            "{message}"
        );
    }
}

#[test]
fn a_simulation_is_not_continued_with_other_measures() {
    let rules = ruleset("heap = 9", "");
    let with =
        |source: &str| SimulationPlan { measures: vec![measures("own.lua", source)], ..plan("random,random", 40, 1) };
    let (one, other) = (with(TAKEN), with(&TAKEN.replace("> 6", "> 7")));
    let begun = Partial::new(SimulationSetup::of(&rules, &one).unwrap());
    let refused = play_on(&rules, &other, begun, SimulationObserver::default()).unwrap_err().to_string();
    assert!(refused.contains("other scripts measure its games, or other texts of them"), "{refused}");
    let twice = SimulationPlan { measures: [one.measures.clone(), other.measures].concat(), ..one };
    assert!(simulate(&rules, &twice).unwrap_err().to_string().contains("two scripts of measures are called own.lua"));
}

fn ladder_of(rules: &Arc<Ruleset>, plan: &LadderPlan) -> Ladder {
    ladder(rules, plan, &Stop::new(), &mut |_, _, _| ()).unwrap()
}

#[test]
fn more_thinking_wins_only_where_there_is_something_to_find() {
    // Leaving a multiple of four wins: a long heap takes a long search.
    let plan = LadderPlan { from: 4, to: 64, factor: 4, deals: 60, seed: 2, threads: 2 };
    let skill = ladder_of(&ruleset("heap = 15", ""), &plan);
    assert_eq!(skill.rungs.iter().map(|rung| (rung.below, rung.budget)).collect::<Vec<_>>(), [(4, 16), (16, 64)]);
    assert!(skill.rungs.iter().any(|rung| rung.is_better), "{:?}", skill.verdict);
    assert!(skill.verdict[0].starts_with("Four times the thinking wins "), "{:?}", skill.verdict);
    assert_eq!(ladder_of(&ruleset("heap = 15", ""), &LadderPlan { threads: 1, ..plan }), skill);

    // One pebble at a time: the heap decides.
    let none = ladder_of(&ruleset("heap = 7\nmost = 1", ""), &plan);
    for rung in &none.rungs {
        assert_eq!((rung.share.value, rung.is_better), (0.5, false), "the first player wins");
    }
    assert_eq!((none.by_player.value, none.by_seat.value), (0.0, 1.0));
    assert!(none.verdict[1].starts_with("The deal, and where one sits, decide more than skill"), "{:?}", none.verdict);
    let page = report::ladder(&skill, &report::ReportOrigin::default());
    assert!(page.contains("<svg") && page.contains("16 against 4") && !page.contains("http"), "{page}");
}

#[test]
fn intervals_of_win_shares_contain_the_true_one_at_their_level() {
    // One or two of two pebbles, and every deal from both seats. Greedy, who begins, takes both; random does so with
    // one half. So random has a quarter of the wins, and a pair of games is worth more than two.
    let rules = ruleset("heap = 2\nmost = 2", "");
    let held = (0..600).filter(|seed| {
        let plan = SimulationPlan { seed: *seed, replays: 2, ..plan("random,greedy", 80, 2) };
        let share = simulate(&rules, &plan).unwrap().figure("player_shares", "random").unwrap().estimate;
        (share.lower..=share.upper).contains(&0.25)
    });
    let held = held.count();
    assert!((555..=585).contains(&held), "{held} of 600");
}
