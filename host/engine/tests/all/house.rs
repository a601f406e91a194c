//! House rules around a game: facts, memory, events, effects, actions, ends and winners.

use crate::common::{dealt, joined, play, plugin, ruleset, variant};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::smoke_test::smoke_test;
use stonehouse_engine::{Match, Player, Record, Ruleset};
use stonehouse_plugin::{Action, Observer, Rng, Seat, Seats};
use stonehouse_runtime::{HOUSE_ACTIONS, Position};

/// Pebbles under one house rule.
fn under(script: &str) -> Arc<Ruleset> {
    ruleset("scripts = [\"rule.lua\"]", &[("rule.lua", script)])
}

/// The problem with a house rule that does not load.
fn refused(script: &str) -> String {
    let variant = variant(&[("test", "scripts = [\"rule.lua\"]")], &[("rule.lua", script)]).unwrap();
    Ruleset::compile(&plugin(), &variant).map(|_| ()).map_err(|problems| joined(&problems)).unwrap_err()
}

/// The error when this number of pebbles is taken.
fn fails(game: &mut Match, take: u32) -> String {
    game.play(Action(take), Instant::now()).unwrap_err().to_string()
}

fn scores(game: &Match) -> Vec<i64> {
    game.position().outcome().unwrap().scores
}

/// The messages of house rules since the last action, all of them.
fn messages(game: &Match) -> Vec<String> {
    game.position().messages().iter().map(|message| message.text.to_string()).collect()
}

fn legal(game: &Match) -> Vec<u32> {
    let mut actions = Vec::new();
    game.position().legal_actions(&mut actions).unwrap();
    actions.into_iter().map(|action| action.0).collect()
}

/// The codes of the actions that a house rule has added, and their texts.
fn offered(game: &Match) -> Vec<(Action, String)> {
    let all = game.described_actions().unwrap();
    let added = all.into_iter().filter(|choice| choice.action.0 >= HOUSE_ACTIONS);
    added.map(|choice| (choice.action, choice.description.text.to_string())).collect()
}

#[test]
fn a_hook_reads_facts_of_the_game_and_of_the_host() {
    let ruleset = under(
        "return { last_pebble = function(ctx, points)
            return ctx.taken[0] * 10 + ctx.taken[1] + ctx.players + ctx.best + ctx.heap
        end }",
    );
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3, 2, 3, 2, 1, 1]);
    // Called before the last pebble is counted as taken: 7 and 4 so far, two players, no points, an empty heap.
    assert_eq!(scores(&game), [0, 76]);
}

#[test]
fn memories_are_part_of_the_position() {
    let ruleset = under(
        "return {
            memory = { threes = { each = 'seat', max = 9 } },
            pebbles_taken = function(ctx, effects)
                if ctx.pebbles == 3 then effects.remember('threes', ctx.seat, ctx.threes[ctx.seat] + 1) end
            end,
            last_pebble = function(ctx, points) return 10 * ctx.threes[0] + ctx.threes[1] end,
        }",
    );
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3, 1, 3, 1, 3]);
    game.undo(Instant::now()).unwrap();
    play(&mut game, &[2, 2]);
    assert_eq!(scores(&game), [0, 20]);
}

#[test]
fn a_match_ends_by_a_rule_and_nothing_can_be_played_then() {
    let ruleset = under("return { ended = function(ctx, over) return over or ctx.taken[0] >= 5 end }");
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3, 1]);
    assert!(game.end().is_none());
    play(&mut game, &[2]);
    let end = game.end().unwrap();
    assert_eq!(end.outcome.scores, [0, 0]);
    assert_eq!((game.to_act(), legal(&game)), (None, vec![]));
    assert!(game.scene(Observer::Referee).unwrap().prompt.is_none());
}

#[test]
fn a_rule_decides_who_wins() {
    let ruleset = under("return { wins = function(ctx, wins) return ctx.taken[ctx.seat] >= 6 end }");
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3, 2, 3, 2, 1, 1]);
    // The second player took the last one, and the first took seven.
    assert_eq!(game.end().unwrap().outcome.winners, Seats::from_iter([Seat(0)]));
    let ruleset = under("return { wins = function(ctx, wins) return false end }");
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3, 3, 3, 3]);
    assert_eq!(game.end().unwrap().outcome.winners, Seats::all(2));
}

#[test]
fn effects_apply_after_the_action_in_requested_order() {
    let ruleset = under(
        "return {
            match_started = function(ctx, effects) effects.points(1, 4) end,
            pebbles_taken = function(ctx, effects) effects.add_pebbles(1) effects.points(ctx.seat, ctx.heap) end,
            after_action = function(ctx, effects) effects.say(`{ctx.actions} played, {ctx.heap} left`) end,
        }",
    );
    let mut game = dealt(&ruleset, None);
    assert_eq!(scores(&game), [0, 4]);
    play(&mut game, &[3]);
    // Nine were left when it was notified, and one came back afterwards.
    assert_eq!(scores(&game), [9, 4]);
    assert_eq!(messages(&game), ["1 played, 10 left"]);
}

#[test]
fn an_effect_that_cannot_be_done_is_an_error_at_its_line() {
    let ruleset = under("return {\n  pebbles_taken = function(ctx, effects)\n    effects.add_pebbles(990)\n  end }");
    let mut game = dealt(&ruleset, None);
    assert_eq!(
        fails(&mut game, 1),
        "a house rule failed. scripts/pebbles/rule.lua:3:5: `effects.add_pebbles` cannot be done: there would be more than 1000 pebbles"
    );
    assert!(game.is_empty());
}

#[test]
fn wrong_requests_of_a_rule_are_reported_with_what_is_right() {
    let output = |call: &str| {
        let script = format!(
            "return {{ memory = {{ count = {{ max = 3 }}, own = {{ each = 'seat' }} }},\nafter_action = function(ctx, effects) {call} end }}"
        );
        let text = fails(&mut dealt(&under(&script), None), 1);
        text.replace("a house rule failed. scripts/pebbles/rule.lua:2:", "")
    };
    let calls = [
        "effects.points(0)",
        "effects.points(2, 1)",
        "effects.points(0, 1.5)",
        "effects.points('white', 1)",
        "effects.remember('cuont', 1)",
        "effects.remember('count', 4)",
        "effects.remember('own', 4)",
        "effects.finish(7)",
        "effects.say(7)",
        "effects.pionts(0, 1)",
        "return 7",
        "for i = 1, 201 do effects.add_pebbles(1) end",
    ];
    insta::assert_snapshot!(calls.map(|call| format!("{call}\n  {}", output(call))).join("\n"));
}

#[test]
fn events_that_trigger_each_other_without_end_are_stopped() {
    let ruleset = under(
        "return { pebbles_taken = function(ctx, effects) effects.add_pebbles(1) effects.take_pebble(ctx.seat) end }",
    );
    let mut game = dealt(&ruleset, None);
    assert!(
        fails(&mut game, 1)
            .ends_with("more than 1000 events followed from one action: house rules trigger each other without end")
    );
    assert!(game.is_empty());
}

#[test]
fn a_turn_starts_once_when_another_player_is_to_act() {
    let ruleset = under(
        "return {
            turn_started = function(ctx, effects) effects.say(`starts {ctx.seat}`) end,
            turn_ended = function(ctx, effects) effects.say(`ends {ctx.seat}`) end,
            pebbles_taken = function(ctx, effects) if ctx.pebbles == 3 then effects.turn_again() end end,
        }",
    );
    let mut game = dealt(&ruleset, None);
    assert_eq!(messages(&game), ["starts 0"]);
    let mut after = |pebbles: u32| {
        play(&mut game, &[pebbles]);
        messages(&game)
    };
    assert_eq!(after(1), ["ends 0", "starts 1"]);
    assert!(after(3).is_empty(), "a further turn of the same player is no new one");
    assert_eq!(after(2), ["ends 1", "starts 0"]);
    assert_eq!(after(2), ["ends 0", "starts 1"]);
    assert!(after(3).is_empty());
    assert_eq!(after(1), ["ends 1"], "no turn starts when the match is over");
}

#[test]
fn an_effect_ends_the_match_and_may_say_who_wins() {
    let end = |call: &str| {
        let mut game = dealt(&under(&format!("return {{ turn_ended = function(ctx, effects) {call} end }}")), None);
        play(&mut game, &[1]);
        game.end().unwrap().outcome.winners
    };
    assert_eq!(end("effects.finish()"), Seats::all(2));
    assert_eq!(end("effects.finish(1)"), Seats::from_iter([Seat(1)]));
    assert_eq!(end("effects.points(0, 3) effects.finish()"), Seats::from_iter([Seat(0)]));
}

#[test]
fn a_rule_adds_an_action_that_is_played_like_any_other() {
    let ruleset = under(
        "return {
            memory = { passes = { each = 'seat', max = 1, label = 'Passes used' } },
            actions = {
                pass = {
                    label = 'Pass',
                    tip = 'Once in a match',
                    when = function(ctx) return ctx.passes[ctx.seat] == 0 end,
                    play = function(ctx, effects) effects.remember('passes', ctx.seat, 1) effects.turn_again() end,
                },
            },
        }",
    );
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&ruleset, Some(folder.path()));
    let pass = offered(&game)[0].clone();
    assert_eq!(pass.1, "Pass");
    let scene = game.scene(Observer::Seat(Seat(0))).unwrap();
    let button = scene.prompt.unwrap().buttons.pop().unwrap();
    assert_eq!((button.text.to_string(), button.tip.to_string()), ("Pass".to_owned(), "Once in a match".to_owned()));
    game.play(pass.0, Instant::now()).unwrap();
    assert_eq!((game.to_act(), offered(&game).len()), (Some(Seat(1)), 1));
    game.play(pass.0, Instant::now()).unwrap();
    assert_eq!(offered(&game), []);
    assert_eq!(
        game.scene(Observer::Public).unwrap().seats[0].notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["Passes used: 1"]
    );
    play(&mut game, &[3, 3, 3, 3]);
    let record = Record::read(game.record_file().unwrap()).unwrap();
    let replayed = record.replay(&plugin()).unwrap();
    assert_eq!(replayed.end(), game.end());
    assert_eq!(replayed.log(Observer::Public)[0].text.to_string(), "chooses “Pass”");
}

#[test]
fn an_action_can_be_aimed_at_seats_numbers_and_words() {
    let with = |targets: &str| {
        under(&format!(
            "return {{ actions = {{ aim = {{ label = 'Aim', targets = {targets},
                when = function(ctx) return ctx.target ~= 7 end,
                play = function(ctx, effects) effects.say(`at {{ctx.target}}`) effects.turn_again() end }} }} }}"
        ))
    };
    let texts = |targets: &str| {
        let mut game = dealt(&with(targets), None);
        let all = offered(&game);
        let output: Vec<String> = all
            .iter()
            .map(|(action, _)| {
                game.play(*action, Instant::now()).unwrap();
                messages(&game).join(" ")
            })
            .collect();
        let texts: Vec<String> = all.into_iter().map(|(_, text)| text).collect();
        format!("{}; {}", texts.join(", "), output.join(", "))
    };
    assert_eq!(texts("'seats'"), "Aim: seat 1, Aim: seat 2; at 0, at 1");
    assert_eq!(texts("{ 5, 7, 9 }"), "Aim: 5, Aim: 9; at 5, at 9");
    assert_eq!(texts("{ 'high', 'low' }"), "Aim: high, Aim: low; at high, at low");
}

#[test]
fn the_log_names_the_target_to_those_who_may_know_it() {
    let log = |secret: bool| {
        let ruleset = under(&format!(
            "return {{ actions = {{ bid = {{ label = 'Bid', log = 'bids {{target}} at once', secret = {secret},
                targets = {{ 0, 5 }}, when = function(ctx) return ctx.actions == 0 end, play = function() end }} }} }}"
        ));
        let mut game = dealt(&ruleset, None);
        let bids = offered(&game);
        game.play(bids[1].0, Instant::now()).unwrap();
        [Observer::Seat(Seat(0)), Observer::Seat(Seat(1)), Observer::Public, Observer::Referee]
            .map(|observer| game.log(observer)[0].text.to_string())
    };
    assert_eq!(log(false), ["bids 5 at once"; 4]);
    assert_eq!(log(true), ["bids 5 at once", "bids … at once", "bids … at once", "bids 5 at once"]);
}

#[test]
fn the_game_waits_for_an_action_that_comes_first() {
    let ruleset = under(
        "return {
            memory = { bid = { each = 'seat', min = -1, max = 3, start = -1, secret = true, label = 'Bid' } },
            actions = { bid = { label = 'Bid', first = true, targets = { 0, 1, 2 },
                when = function(ctx) return ctx.bid[ctx.seat] < 0 end,
                play = function(ctx, effects) effects.remember('bid', ctx.seat, ctx.target) end } },
            last_pebble = function(ctx, points) return 10 * ctx.bid[0] + ctx.bid[1] end,
        }",
    );
    let mut game = dealt(&ruleset, None);
    let bids = offered(&game);
    assert_eq!((game.to_act(), legal(&game).len(), bids.len()), (Some(Seat(0)), 3, 3));
    assert!(fails(&mut game, 1).contains("not legal"));
    game.play(bids[2].0, Instant::now()).unwrap();
    assert_eq!(game.to_act(), Some(Seat(1)));
    // The other seat's bid is no secret to itself, and one to everybody else.
    let notes = |observer| game.scene(observer).unwrap().seats[0].notes.len();
    assert_eq!([Observer::Seat(Seat(0)), Observer::Seat(Seat(1)), Observer::Public].map(notes), [1, 0, 0]);
    game.play(bids[1].0, Instant::now()).unwrap();
    assert_eq!(game.to_act(), Some(Seat(0)));
    play(&mut game, &[3, 3, 3, 3]);
    assert_eq!(scores(&game), [0, 21]);
}

#[test]
fn memory_hidden_from_a_seat_is_redrawn_for_its_bot() {
    let ruleset = under(
        "return {
            memory = { bid = { each = 'seat', max = 100, secret = true } },
            match_started = function(ctx, effects) effects.remember('bid', 0, 40) effects.remember('bid', 1, 60) end,
            last_pebble = function(ctx, points) return ctx.bid[1] end,
        }",
    );
    let game = dealt(&ruleset, None);
    let points = |observer: Seat, seed: u64| {
        let mut position = game.position().try_clone().unwrap();
        position.determinize(observer, seed).unwrap();
        for take in [3, 3, 3, 3] {
            position.apply(Action(take)).unwrap();
        }
        position.outcome().unwrap().scores[1]
    };
    assert!((0..20).all(|seed| points(Seat(1), seed) == 60));
    assert!((0..20).any(|seed| points(Seat(0), seed) != 60));
}

#[test]
fn a_malformed_script_is_refused_before_anything_is_played() {
    let scripts = [
        "return { memory = { heap = {} } }",
        "return { memory = { best = {} } }",
        "return { memory = { Count = {} } }",
        "return { memory = { count = { mni = 3 } } }",
        "return { memory = { count = { min = 3, max = 1 } } }",
        "return { memory = { count = { rows = 2, columns = 2, secret = true } } }",
        "return { memory = { count = { each = 'set' } } }",
        "return { memory = { count = { each = 'seat' } },\nafter_action = function(ctx, effects) if ctx.count == 'x' then end end }",
        "return { actions = { pass = { when = function(ctx) return true end, play = function(ctx, effects) end } } }",
        "return { actions = { pass = { label = 'Pass', play = function(ctx, effects) end } } }",
        "return { actions = { pass = { label = 'Pass', targets = 'pebbles', when = print } } }",
        "return { actions = { swap = { label = 'Swap', after = 'swop', when = print, play = print } } }",
        "return { actions = { swap = { label = 'Swap {tagret}', targets = { 1, 2 }, when = print, play = print } } }",
        "return { actions = { swap = { label = 'Swap', after = 'swap', first = true, when = print, play = print } } }",
        "return { after_actoin = function(ctx, effects) end }",
        "return { wins = function(ctx, wins) return ctx.sat == 1 end }",
    ];
    insta::assert_snapshot!(scripts.map(|script| format!("{script}\n  {}", refused(script))).join("\n"));
}

/// A script that uses everything, of numbers that follow from a seed.
fn random_script(seed: u64) -> String {
    let mut draws = Rng::from_seed(seed);
    let mut number = |below: u32| draws.below(below);
    format!(
        "return {{
            memory = {{ sum = {{ max = 1000 }}, own = {{ each = 'seat', max = 1000, secret = {} }} }},
            actions = {{
                give = {{ label = 'Give', targets = 'seats', when = function(ctx) return ctx.own[ctx.seat] > {} and ctx.target ~= ctx.seat end,
                    play = function(ctx, effects)
                        effects.remember('own', ctx.seat, 0) effects.points(ctx.target, {}) effects.turn_again() end }},
                open = {{ label = 'Open', first = true, targets = {{ 1, 2 }}, when = function(ctx) return ctx.actions < {} end,
                    play = function(ctx, effects) effects.remember('sum', ctx.sum + ctx.target) end }},
            }},
            may_take = function(ctx, may) return may and (ctx.take + ctx.sum) % {} ~= 1 end,
            pebbles_taken = function(ctx, effects)
                effects.remember('own', ctx.seat, math.min(1000, ctx.own[ctx.seat] + ctx.pebbles))
                if ctx.heap % {} == 1 and ctx.actions < 40 then effects.add_pebbles(1) end
            end,
            ended = function(ctx, over) return over or ctx.best > {} end,
            wins = function(ctx, wins) return wins or ctx.own[ctx.seat] > {} end,
        }}",
        number(2) == 1,
        1 + number(4),
        number(6),
        number(4),
        2 + number(5),
        2 + number(5),
        5 + number(20),
        3 + number(10),
    )
}

/// Plays a random match under these rules.
fn random_match(ruleset: &Arc<Ruleset>, seed: u64) -> Match {
    let mut game = dealt(ruleset, None);
    let mut draws = Rng::from_seed(seed);
    while game.to_act().is_some() {
        let actions = legal(&game);
        let action = *draws.pick(&actions).unwrap();
        game.play(Action(action), Instant::now()).unwrap();
        if draws.below(6) == 0 && !game.is_empty() {
            // A bot's actions are taken back with the person's before them; at the beginning there may be none of a
            // person's.
            let _ = game.undo(Instant::now());
        }
    }
    game
}

#[test]
fn matches_under_random_scripts_replay_clone_and_undo_equally() {
    for seed in 0..150 {
        let ruleset = under(&random_script(seed));
        let game = random_match(&ruleset, seed);
        let acts: Vec<Action> = game.actions().map(|(_, action)| action).collect();
        // Once more from the start, each action in a clone.
        let mut position = Position::deal(ruleset.rules(), 1).unwrap();
        for action in &acts {
            let mut next = position.try_clone().unwrap();
            next.apply(*action).unwrap();
            position.copy_from(&next).unwrap();
        }
        assert_eq!(position.to_act().unwrap(), None, "{seed}");
        assert_eq!(position.outcome().unwrap(), game.position().outcome().unwrap(), "{seed}");
    }
}

#[test]
fn playouts_under_random_scripts_are_the_same_on_every_thread() {
    for seed in 0..20 {
        let ruleset = under(&random_script(seed));
        let play = || -> Vec<_> {
            let mut position = Position::deal(ruleset.rules(), 1).unwrap();
            (0..40)
                .map(|game| {
                    position.deal_again(game).unwrap();
                    let played = position.playout(game).unwrap();
                    (played, position.outcome().unwrap())
                })
                .collect()
        };
        let here = play();
        let elsewhere =
            std::thread::scope(|scope| [0, 1].map(|_| scope.spawn(play)).map(|thread| thread.join().unwrap()));
        assert!(elsewhere.iter().all(|there| *there == here), "{seed}");
    }
}

#[test]
fn changes_of_a_value_by_scripts_are_traced_with_their_lines() {
    let rule = |change: &str| {
        format!(
            "local house = {{}}\nfunction house.last_pebble(ctx, points)\n  return points {change}\nend\nreturn house"
        )
    };
    let scripts = [("one.lua", rule("+ 1")), ("same.lua", rule("* 1")), ("two.lua", rule("* ctx.turns"))];
    let scripts: Vec<(&str, &str)> = scripts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let ruleset = ruleset("scripts = [\"one.lua\", \"same.lua\", \"two.lua\"]", &scripts);
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3, 3, 3, 3]);
    assert_eq!(game.hook_trace(2, Observer::Referee).unwrap().changes, [""; 0]);
    assert_eq!(
        game.hook_trace(3, Observer::Public).unwrap().changes,
        ["last_pebble (turns = 3): the rules gave 1, one.lua:2 made it 2, two.lua:2 made it 6"]
    );
}

#[test]
fn effects_and_prints_of_scripts_are_traced_with_their_lines() {
    let ruleset = under(
        "return { pebbles_taken = function(ctx, effects)
            print('taken', ctx.pebbles, { ctx.heap, name = 'heap' })
            effects.points(ctx.seat, 2)
            effects.say('so it is')
        end }",
    );
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3]);
    let seen = game.hook_trace(0, Observer::Public).unwrap();
    assert_eq!(
        seen.changes,
        ["pebbles_taken: rule.lua:3 requested points(0, 2)", "pebbles_taken: rule.lua:4 requested say(so it is)"]
    );
    let printed: Vec<String> = seen.printed.iter().map(stonehouse_house_rules::Printed::sentence).collect();
    assert_eq!(printed, ["rule.lua:2 (pebbles_taken): taken 3 {[1] = 9, name = \"heap\"}"]);
    assert_eq!(game.log(Observer::Public)[0].messages, ["so it is".into()]);
}

#[test]
fn changes_due_to_hidden_information_are_hidden_too() {
    let ruleset = under(
        "return {
            memory = { bid = { each = 'seat', max = 100, secret = true } },
            match_started = function(ctx, effects) effects.remember('bid', 0, 40) end,
            after_action = function(ctx, effects) print(ctx.bid[0]) effects.points(0, ctx.bid[0]) end,
        }",
    );
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3]);
    let changes = |observer| game.hook_trace(0, observer).unwrap();
    assert_eq!(changes(Observer::Seat(Seat(0))).changes.len(), 1);
    assert_eq!(changes(Observer::Referee).printed.len(), 1);
    for observer in [Observer::Seat(Seat(1)), Observer::Public] {
        assert_eq!((changes(observer).changes.len(), changes(observer).printed.len()), (0, 0));
    }
}

#[test]
fn an_error_shows_its_line_its_inputs_and_its_caller() {
    let ruleset = under(
        "local function divide(a, b)\n  return a // b + nil\nend\nlocal house = {}\nfunction house.last_pebble(ctx, points)\n  return divide(points, ctx.turns)\nend\nreturn house",
    );
    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3, 3, 3]);
    let Err(stonehouse_engine::MatchError::Rules(stonehouse_engine::RulesFailure::HouseRule { problem, .. })) =
        game.play(Action(3), Instant::now())
    else {
        panic!("it should have failed");
    };
    insta::assert_snapshot!(problem.render());
}

#[test]
fn an_error_does_not_show_what_is_secret() {
    let ruleset = under(
        "return {
            memory = {
                task = { each = 'seat', max = 9, start = 7, secret = true },
                round = { max = 9, start = 4 },
            },
            actions = { aim = { label = 'Aim', targets = { 5, 6 }, secret = true,
                when = function(ctx) return true end,
                play = function(ctx, effects)
                    local _ = ctx.task[0] + ctx.round + ctx.target + nil
                end,
            } },
        }",
    );
    let mut game = dealt(&ruleset, None);
    let mut actions = Vec::new();
    game.position().legal_actions(&mut actions).unwrap();
    let error = game.play(*actions.last().unwrap(), Instant::now()).unwrap_err();
    let stonehouse_engine::MatchError::Rules(stonehouse_engine::RulesFailure::HouseRule { problem, .. }) = error else {
        panic!("it should have failed");
    };
    assert!(
        problem.notes.iter().any(|note| note == "`ctx` had target (secret), round = 4, task (secret)"),
        "{problem:?}"
    );
}

#[test]
fn a_script_carries_tests_of_a_hook_and_of_a_match() {
    let script = |gives: i64, scores: &str| {
        format!(
            "local house = {{}}
            function house.last_pebble(ctx, points)
                return points + ctx.taken[0]
            end
            house.tests = {{
                {{ name = 'adds', hook = 'last_pebble', ctx = {{ turns = 3, taken = {{ 5, 1 }} }}, value = 1, gives = {gives} }},
                {{ name = 'plays', knobs = {{ heap = 4 }}, actions = {{ 'takes 2', 'takes 1', 1 }},
                    expect = {{ scores = {{ {scores} }}, over = true, winners = {{ 'Player 1' }} }} }},
                {{ name = 'refuses', knobs = {{ heap = 3 }}, actions = {{ 'takes 1' }},
                    expect = {{ to_act = 'Player 2', legal = 'takes 2', illegal = 'takes 3' }} }},
            }}
            return house"
        )
    };
    assert_eq!(under(&script(6, "3, 0")).run_tests(), (3, vec![]));
    let (count, failed) = under(&script(7, "4, 0")).run_tests();
    assert_eq!(count, 3);
    assert_eq!(
        joined(&failed),
        "scripts/pebbles/rule.lua:6: the test “adds” fails: `last_pebble` gives 6, and not 7\n\
         scripts/pebbles/rule.lua:7: the test “plays” fails: the scores are [3, 0], and not [4, 0]\n"
    );
}

#[test]
fn available_lists_the_targets_that_are_offered() {
    let bid = |targets: &str, available: &str, when: &str| {
        let script = format!(
            "return {{ actions = {{ bid = {{ label = 'Bid', targets = {targets},
                available = function(ctx) {available} end, {when} play = function() end }} }} }}"
        );
        let texts = offered(&dealt(&under(&script), None)).into_iter().map(|(_, text)| text);
        texts.collect::<Vec<_>>().join(", ")
    };
    let numbers = "{ min = 0, max = 20 }";
    assert_eq!(bid(numbers, "return { 9, ctx.heap, 3 }", ""), "Bid: 3, Bid: 9, Bid: 12");
    assert_eq!(bid(numbers, "return { 9, 3 }", "when = function(ctx) return ctx.target > 5 end,"), "Bid: 9");
    assert_eq!(bid(numbers, "return {}", ""), "");
    assert_eq!(bid(numbers, "return ctx.heap == 0", ""), "");
    assert_eq!(bid("{ 1, 2 }", "return true", ""), "Bid: 1, Bid: 2");
    assert_eq!(bid("{ 'a', 'b', 'c' }", "return { 'c', 'a' }", ""), "Bid: a, Bid: c");
    assert_eq!(bid("'seats'", "return { 1 - ctx.seat }", ""), "Bid: seat 2");
}

#[test]
fn a_target_that_does_not_exist_is_an_error_of_available() {
    let bid = |targets: &str, available: &str| {
        let script = format!(
            "return {{ actions = {{ bid = {{ label = 'Bid', targets = {targets},
                available = function(ctx) return {available} end, play = function() end }} }} }}"
        );
        let game = dealt(&under(&script), None);
        let mut actions = Vec::new();
        game.position().legal_actions(&mut actions).unwrap_err().to_string()
    };
    for (targets, available) in
        [("{ 1, 2 }", "{ 3 }"), ("{ 'a', 'b' }", "{ 'c' }"), ("'seats'", "{ 2 }"), ("{ 1, 2 }", "{ { 1 } }")]
    {
        let error = bid(targets, available);
        assert!(error.contains("`actions.bid.available` lists something that is no target"), "{error}");
    }
    let error = bid("{ 1, 2 }", "'all'");
    assert!(error.contains("`actions.bid.available` must return true, false or a list of targets"), "{error}");
}

#[test]
fn an_illegal_action_in_a_test_needs_words_that_actions_have() {
    let failed = |illegal: &str| {
        let script = format!(
            "-- The test 'refuses' shows it.
            return {{
                actions = {{ pass = {{ label = 'Pass on', when = function() return false end, play = print }} }},
                tests = {{
                    {{ name = 'refuses', expect = {{ illegal = '{illegal}' }} }},
                }},
            }}"
        );
        joined(&under(&script).run_tests().1)
    };
    for right in ["takes 9", "Pass on: Player 2"] {
        assert_eq!(failed(right), "");
    }
    assert_eq!(
        failed("tekes 3"),
        "scripts/pebbles/rule.lua:5: the test “refuses” fails: “tekes 3” is the text of no action: none has the word “tekes” in it. \
         Write it as the log does\n"
    );
}

#[test]
fn check_warns_of_a_secret_action_whose_target_everybody_may_read() {
    let warnings = |secret: &str, play: &str| {
        let script = format!(
            "return {{
                memory = {{ bid = {{ each = 'seat', min = -1, max = 9, start = -1, secret = {secret} }}, open = {{ max = 9 }} }},
                actions = {{ bid = {{ label = 'Bid', secret = true, first = true, targets = {{ 1, 2, 3 }},
                    when = function(ctx) return ctx.bid[ctx.seat] < 0 end,
                    play = function(ctx, effects) effects.remember('bid', ctx.seat, ctx.target) {play} end }} }},
            }}"
        );
        let warnings = smoke_test(&under(&script)).unwrap().warnings;
        warnings.into_iter().filter(|warning| warning.contains("is secret")).collect::<Vec<_>>()
    };
    let shown = |memory: &str| {
        format!(
            "the action `bid` is secret, and the memory `{memory}` depends on its target, but everybody may read it: declare that memory with \
             `secret = true`"
        )
    };
    assert_eq!(warnings("false", ""), [shown("bid")]);
    assert_eq!(warnings("true", "effects.remember('open', ctx.target)"), [shown("open")]);
    assert!(warnings("true", "").is_empty());
    // When the last one has chosen, all may be shown.
    let when_all = "if ctx.bid[1 - ctx.seat] >= 0 then effects.remember('open', ctx.target) end";
    assert!(warnings("true", when_all).is_empty());
}

#[test]
fn check_finds_a_rule_that_reveals_what_a_seat_may_not_know() {
    let script = |reads: &str| {
        format!(
            "return {{
                memory = {{ bid = {{ each = 'seat', max = 100, secret = true }} }},
                match_started = function(ctx, effects) effects.remember('bid', 0, 40) effects.remember('bid', 1, 60) end,
                may_take = function(ctx, may) return may and {reads} end,
            }}"
        )
    };
    let warnings = |reads: &str| smoke_test(&under(&script(reads))).unwrap().warnings.join("\n");
    assert!(
        warnings("ctx.bid[0] < 41").contains("the house rules reveal to seat 2 what it may not know: what it may do")
    );
    assert!(!warnings("ctx.heap ~= 3").contains("may not know"));
}

#[test]
fn check_shows_what_a_script_prints_with_its_line_and_the_action() {
    let ruleset = under("return { pebbles_taken = function(ctx, effects)\n  print('took', ctx.pebbles)\nend }");
    let smoke_test = smoke_test(&ruleset).unwrap();
    let (number, line) = &smoke_test.printed[0];
    assert_eq!((*number, line.sentence().split("): ").next().unwrap()), (1, "rule.lua:2 (pebbles_taken"));
    assert!(smoke_test.hook_lines()[0].starts_with("`pebbles_taken` was called "), "{:?}", smoke_test.hook_lines());
}

/// The message of `check` about a house rule that fails.
fn failing(script: &str) -> String {
    smoke_test(&under(script)).map(|tried| tried.warnings).expect_err("it should have failed").to_string()
}

#[test]
fn an_endless_action_of_the_house_is_blamed_on_its_script() {
    let script = |first: &str| {
        format!(
            "return {{ actions = {{ again = {{ label = 'Again', {first}\n  when = function(ctx) return true end,\n  \
             play = function(ctx, effects) effects.turn_again() end }} }} }}"
        )
    };
    let output = failing(&script("first = true,"));
    assert!(
        output.contains("scripts/pebbles/rule.lua:3")
            && output.contains("the action `again` is offered again and again, and with `first"),
        "{output}"
    );
    assert!(!output.contains("fault of the game's plugin"), "{output}");
    // A rule that makes a match endless without an action of its own is not the plugin's fault either.
    let output = failing("return { pebbles_taken = function(ctx, effects) effects.add_pebbles(ctx.pebbles) end }");
    assert!(
        output.contains("scripts/pebbles/rule.lua") && output.contains("under the house rules (rule.lua)"),
        "{output}"
    );
}

#[test]
fn check_fails_for_a_rule_that_fails_in_every_match() {
    let output =
        failing("return { last_pebble = function(ctx, points)\n  return #table.concat({}, '', 1, 2147483647) end }");
    assert!(output.contains("rule.lua:2") && output.contains("more than 200000 steps in one call"), "{output}");
    // Each call is within its limit, and all that follow from one action are too much for a match.
    let output = failing(
        "return { pebbles_taken = function(ctx, effects)\n  for i = 1, 190000 do end\n  effects.add_pebbles(1)\n  effects.take_pebble(ctx.seat) end }",
    );
    assert!(output.contains("rule.lua:2") && output.contains("in one action"), "{output}");
    // A slow rule that can be played is a warning.
    let slow = "return { may_take = function(ctx, may)\n  for i = 1, 190000 do end\n  return may end }";
    let warnings = smoke_test(&under(slow)).unwrap().warnings.join("\n");
    assert!(warnings.contains("bots would be unbearably slow"), "{warnings}");
}

#[test]
fn check_shows_what_is_printed_where_an_action_is_offered() {
    let ruleset = under(
        "return { actions = { never = { label = 'Never',\n  when = function(ctx) print('heap', ctx.heap) return false end,\n  \
         play = function(ctx, effects) end } } }",
    );
    let smoke_test = smoke_test(&ruleset).unwrap();
    assert_eq!(smoke_test.printed[0].1.sentence(), "rule.lua:2 (actions.never.when): heap 12");
}

#[test]
fn check_warns_of_an_action_that_does_nothing() {
    let ruleset = under(
        "return { memory = { done = {} }, last_pebble = function(ctx, points) return points + 1 end,
            actions = { idle = { label = 'Wait', when = function(ctx) return ctx.actions < 3 end, play = function(ctx, effects) end } } }",
    );
    let warnings = smoke_test(&ruleset).unwrap().warnings.join("\n");
    assert!(
        warnings.contains("`actions.idle.play` was called") && warnings.contains("requested no effect"),
        "{warnings}"
    );
}

#[test]
fn a_label_may_say_where_its_target_stands() {
    let with = |targets: &str| {
        let ruleset = under(&format!(
            "return {{ actions = {{ aim = {{ label = 'Raise by {{target}} now', targets = {targets},
                when = function(ctx) return true end, play = function(ctx, effects) effects.turn_again() end }} }} }}"
        ));
        let texts: Vec<String> = offered(&dealt(&ruleset, None)).into_iter().map(|(_, text)| text).collect();
        texts.join(", ")
    };
    assert_eq!(with("{ 5, 7 }"), "Raise by 5 now, Raise by 7 now");
    assert_eq!(with("'seats'"), "Raise by seat 1 now, Raise by seat 2 now");
}

#[test]
fn misuse_of_the_context_is_reported_with_what_to_write() {
    for (script, wanted) in [
        (
            "memory = { n = {} }, pebbles_taken = function(ctx, effects)\n  ctx.n += 1\nend",
            "rule.lua:2:3: attempt to modify a readonly table: what is remembered is changed by an effect, so write \
             `effects.remember(\"n\", ctx.n + 1)`",
        ),
        (
            "memory = { n = { each = 'seat' } }, pebbles_taken = function(ctx, effects)\n  ctx.n[ctx.seat] -= 2\nend",
            "rule.lua:2:3: attempt to modify a readonly table: what is remembered is changed by an effect, so write \
             `effects.remember(\"n\", ctx.seat, ctx.n[ctx.seat] - 2)`",
        ),
        (
            "memory = { n = {} }, last_pebble = function(ctx, points)\n  ctx.n = points\n  return points\nend",
            "write `effects.remember(\"n\", points)` in an event or in an action's `play`; `last_pebble` only returns a value",
        ),
        (
            "last_pebble = function(ctx, points)\n  ctx.heap = 3\n  return points\nend",
            "rule.lua:2:3: attempt to modify a readonly table: `ctx` cannot be changed. Keep what changes in a `local`",
        ),
        (
            "last_pebble = function(ctx, points)\n  return points + ctx:heap()\nend",
            "rule.lua:2:19: `heap` is a value, and no function: write `ctx.heap`",
        ),
        ("memory = { heap = {} }", "a fact of the game is called `heap` already"),
        ("memory = { best = {} }", "a fact that every game has is called `best` already"),
    ] {
        let output = refused(&format!("return {{ {script} }}"));
        assert!(output.contains(wanted), "{script}: {output}");
    }
}

#[test]
fn failures_while_playing_are_reported_with_what_to_write() {
    for (script, wanted) in [
        (
            "last_pebble = function(ctx, points)\n  return points + effects.points(0, 1)\nend",
            "rule.lua:2:19: there is nothing called `effects` here: it is the second parameter of an event",
        ),
        (
            "pebbles_taken = function()\n  effects.points(0, 1)\nend",
            "rule.lua:2:3: there is nothing called `effects` here: it is the second parameter of an event",
        ),
        (
            "last_pebble = function(ctx, points)\n  return points + ctx['he' .. 'ap']\nend",
            "`heap` is read by a name that is put together while the script runs, and only what is named in its text is handed to it: \
             write `ctx.heap`",
        ),
        (
            "last_pebble = function(ctx, points)\n  return #ctx\nend",
            "`#` counts nothing here: `ctx.players` is how many play",
        ),
        ("last_pebble = function(ctx, points)\n  return #ctx.taken\nend", "`#` counts nothing here"),
        (
            "last_pebble = function(ctx, points)\n  for i, n in ipairs(ctx.taken) do end\n  return 1\nend",
            "rule.lua:2:15: `ipairs` counts from 1, and the keys of this begin with 0 or are words",
        ),
        (
            "last_pebble = function(ctx, points)\n  return flor(points)\nend",
            "rule.lua:2:10: there is nothing called `flor` here",
        ),
    ] {
        let output = failing(&format!("return {{ {script} }}"));
        assert!(output.contains(wanted), "{script}: {output}");
    }
}

#[test]
fn the_context_is_gone_through_by_pairs_and_next_too() {
    let answer = |body: &str| {
        let ruleset =
            under(&format!("return {{ last_pebble = function(ctx, points) local n = 0 {body} return n end }}"));
        let mut game = dealt(&ruleset, None);
        play(&mut game, &[3, 3, 3, 3]);
        scores(&game).iter().sum::<i64>()
    };
    let all = "for name in ctx do n += 1 end";
    let fields = answer(all);
    assert!(fields > 0);
    assert_eq!(answer("for name, value in pairs(ctx) do n += 1 end"), fields);
    assert_eq!(answer("local name, value = next(ctx) while name do n += 1 name, value = next(ctx, name) end"), fields);
    assert_eq!(answer("for seat, taken in pairs(ctx.taken) do n += 10 * seat + 1 end"), 12);
}

#[test]
fn seats_and_grids_are_gone_through_from_0_and_lists_from_1() {
    let keys_are = |expected: &str, body: &str| {
        let ruleset = under(&format!(
            "return {{
                memory = {{ heaps = {{ size = 3 }}, counts = {{ rows = 2, columns = 3 }} }},
                last_pebble = function(ctx, points)
                    local keys = {{}}
                    {body}
                    return if table.concat(keys, ' ') == '{expected}' then 1 else 0
                end,
            }}"
        ));
        let mut game = dealt(&ruleset, None);
        play(&mut game, &[3, 3, 3, 3]);
        assert_eq!(scores(&game).iter().sum::<i64>(), 1, "{body}");
    };
    for (list, expected) in [("taken", "0 1"), ("counts", "0 1"), ("counts[1]", "0 1 2"), ("heaps", "1 2 3")] {
        keys_are(expected, &format!("for key in ctx.{list} do table.insert(keys, key) end"));
        keys_are(expected, &format!("for key in pairs(ctx.{list}) do table.insert(keys, key) end"));
        let steps = "local key = next(LIST) while key do table.insert(keys, key) key = next(LIST, key) end";
        keys_are(expected, &steps.replace("LIST", &format!("ctx.{list}")));
    }
    keys_are("1 2 3", "for place in ipairs(ctx.heaps) do table.insert(keys, place) end");
}

#[test]
fn output_of_when_is_shown_before_and_after_the_choice() {
    let ruleset = under(
        "return { actions = { nod = {
            label = 'Nod',
            when = function(ctx) print('asked', ctx.actions) return true end,
            play = function(ctx, effects) end,
        } } }",
    );
    let mut game = dealt(&ruleset, None);
    let sentences = |printed: &[stonehouse_house_rules::Printed]| -> Vec<String> {
        printed.iter().map(stonehouse_house_rules::Printed::sentence).collect()
    };
    let line = |count: usize| format!("rule.lua:3 (actions.nod.when): asked {count}");
    assert_eq!(sentences(&game.printed(Observer::Public).unwrap()), [line(0)]);
    play(&mut game, &[3]);
    assert_eq!(sentences(&game.hook_trace(0, Observer::Public).unwrap().printed), [line(0)]);
    assert_eq!(sentences(&game.printed(Observer::Public).unwrap()), [line(1)]);
}

#[test]
fn nobody_sees_what_when_prints_of_another_seats_secret() {
    let ruleset = under(
        "return {
            memory = { bid = { each = 'seat', max = 100, secret = true } },
            match_started = function(ctx, effects) effects.remember('bid', 0, 40) end,
            actions = { nod = {
                label = 'Nod',
                when = function(ctx) print('bid', ctx.bid[0]) print('open') return false end,
                play = function(ctx, effects) end,
            } },
        }",
    );
    let mut game = dealt(&ruleset, None);
    let shown = |game: &Match, observer| {
        let texts = |printed: Vec<stonehouse_house_rules::Printed>| {
            printed.into_iter().map(|line| line.text).collect::<Vec<_>>().join(", ")
        };
        let before = game.printed(observer).unwrap();
        (texts(before), game.hook_trace(0, observer).map(|seen| texts(seen.printed)).unwrap())
    };
    play(&mut game, &[3]);
    for observer in [Observer::Seat(Seat(0)), Observer::Referee] {
        assert_eq!(shown(&game, observer), ("bid 40, open".to_owned(), "bid 40, open".to_owned()));
    }
    for observer in [Observer::Seat(Seat(1)), Observer::Public] {
        assert_eq!(shown(&game, observer), ("open".to_owned(), "open".to_owned()));
    }
}

#[test]
fn undo_reveals_what_an_effect_shows_of_a_secret_target() {
    let reveals = |show: &str| {
        let ruleset = under(&format!(
            "return {{
                memory = {{ shown = {{ max = 9, label = 'Shown' }}, done = {{ each = 'seat', max = 1 }} }},
                actions = {{
                    hide = {{
                        label = 'Hide {{target}}', secret = true, targets = {{ 1, 2, 3 }},
                        when = function(ctx) return ctx.seat == 1 and ctx.done[ctx.seat] == 0 end,
                        play = function(ctx, effects)
                            effects.remember('done', ctx.seat, 1)
                            {show}
                            effects.turn_again()
                        end,
                    }},
                }},
            }}"
        ));
        let mut game = dealt(&ruleset, None);
        play(&mut game, &[1]);
        let hide = offered(&game)[0].0;
        game.play(hide, Instant::now()).unwrap();
        game.undo_reveals().unwrap()
    };
    assert!(!reveals(""), "the target is secret");
    assert!(reveals("effects.remember('shown', ctx.target)"), "the table shows it");
}

/// A rule under which both bid in secret; then a bid is written to the other player alone by who takes three pebbles,
/// and what everybody knows by who takes two.
const LEAKS: &str = "return {
    memory = { bid = { each = 'seat', max = 3, secret = true }, has_bid = { each = 'seat', max = 1 } },
    actions = { bid = {
        label = 'Bid', secret = true, first = true, targets = { 1, 2, 3 },
        when = function(ctx) return ctx.has_bid[ctx.seat] == 0 end,
        play = function(ctx, effects)
            effects.remember('bid', ctx.seat, ctx.target)
            effects.remember('has_bid', ctx.seat, 1)
        end,
    } },
    pebbles_taken = function(ctx, effects)
        if ctx.pebbles == 3 then effects.whisper(1 - ctx.seat, `bid {ctx.bid[ctx.seat]}`) end
        if ctx.pebbles == 2 then effects.whisper(1 - ctx.seat, `left {ctx.heap}`) end
    end,
}";

#[test]
fn a_message_to_one_seat_is_undone_and_counts_as_seen_if_it_was_news() {
    let records = tempfile::tempdir().unwrap();
    for other in [Player::person("Ben"), Player::bot("Bot", "random")] {
        let is_person = other.is_person();
        let players = vec![Player::person("Anna"), other];
        let mut game = Match::new(&under(LEAKS), 1, players, Some(records.path())).unwrap();
        for _ in 0..2 {
            let bid = offered(&game)[2].0;
            game.play(bid, Instant::now()).unwrap();
        }
        let read = |game: &Match, seat| {
            let log = game.log(Observer::Seat(Seat(seat)));
            log.iter().flat_map(|entry| &entry.messages).map(ToString::to_string).collect::<Vec<_>>()
        };
        play(&mut game, &[3]);
        assert_eq!((read(&game, 0), read(&game, 1)), (vec![], vec!["bid 3".to_owned()]));
        assert_eq!(game.undo_reveals().unwrap(), is_person, "a bot remembers nothing");
        game.undo(Instant::now()).unwrap();
        assert_eq!(read(&game, 1), [""; 0]);
        assert!(game.position().messages().is_empty());
        // What everybody knows anyway is no news.
        play(&mut game, &[2]);
        assert_eq!(read(&game, 1), ["left 10"]);
        assert!(!game.undo_reveals().unwrap());
        game.undo(Instant::now()).unwrap();
        play(&mut game, &[1]);
        assert_eq!(read(&game, 1), [""; 0]);
        let record = Record::read(game.record_file().unwrap()).unwrap();
        assert_eq!(read(&record.replay(&plugin()).unwrap(), 1), [""; 0]);
    }
}

/// A rule under which two pebbles are added when the match would be over, twice, and ends are counted.
const TWICE: &str = "return {
    memory = { ending = { max = 9 }, ended = { max = 9 } },
    match_ending = function(ctx, effects)
        effects.remember('ending', ctx.ending + 1)
        if ctx.ending < 2 then effects.add_pebbles(2) end
    end,
    match_ended = function(ctx, effects)
        effects.remember('ended', ctx.ended + 1)
    end,
}";

fn kept(game: &Match) -> Vec<i64> {
    // In the order of their names.
    let memory = &game.position().house().unwrap().memory;
    vec![memory[2], memory[1]]
}

#[test]
fn a_match_that_would_be_over_goes_on_as_long_as_a_rule_lets_it() {
    let records = tempfile::tempdir().unwrap();
    let ruleset = under(TWICE);
    let mut game = dealt(&ruleset, Some(records.path()));
    play(&mut game, &[3, 3, 3, 3]);
    assert_eq!((kept(&game), game.end().is_none(), legal(&game)), (vec![1, 0], true, vec![1, 2]));
    play(&mut game, &[1]);
    assert_eq!(kept(&game), [1, 0], "while it goes on it does not come again");
    play(&mut game, &[1, 2]);
    assert_eq!((kept(&game), game.end().is_some()), (vec![3, 1], true));
    assert_eq!(scores(&game), [1, 2], "three last pebbles");
    let replayed = Record::read(game.record_file().unwrap()).unwrap().replay(ruleset.plugin()).unwrap();
    assert_eq!((kept(&replayed), replayed.end()), (kept(&game), game.end()));

    let mut game = dealt(&ruleset, None);
    play(&mut game, &[3, 3, 3, 3]);
    game.undo(Instant::now()).unwrap();
    assert_eq!(kept(&game), [0, 0]);
    play(&mut game, &[3, 3, 2]);
    assert_eq!(kept(&game), [2, 0]);
}

#[test]
fn a_memory_hidden_by_a_field_of_a_function_of_its_script_is_refused() {
    let compiled = |rest: &str| {
        let script = format!("return {{ memory = {{\nseat = {{ max = 9 }} }},\n{rest} }}");
        let variant = variant(&[("test", "scripts = [\"rule.lua\"]")], &[("rule.lua", &script)]).unwrap();
        Ruleset::compile(&plugin(), &variant).map(|_| ()).map_err(|problems| joined(&problems))
    };
    let error =
        compiled("pebbles_taken = function(ctx, effects) effects.remember('seat', ctx.seat + 1) end").unwrap_err();
    assert!(
        error.contains(":2: `ctx.seat` in `pebbles_taken` is a field of its own: give the memory another name"),
        "{error}"
    );
    compiled("match_ended = function(ctx, effects) effects.remember('seat', ctx.seat + 1) end").unwrap();
}

#[test]
fn random_games_go_on_like_single_actions() {
    let memory = |position: &Position| position.house().unwrap().memory.clone();
    let more =
        TWICE.replace("return {", "return { pebbles_taken = function(ctx, effects) effects.points(ctx.seat, 1) end,");
    for rule in [TWICE, &more] {
        let ruleset = under(rule);
        for seed in 0..30 {
            let mut played = Position::deal(ruleset.rules(), seed).unwrap();
            let mut single = played.try_clone().unwrap();
            played.playout(seed).unwrap();
            let (mut choices, mut actions) = (Rng::from_seed(seed), Vec::new());
            while single.to_act().unwrap().is_some() {
                let drawn = single.draw(&mut choices, &mut actions).unwrap();
                single.play_candidate(drawn).unwrap();
            }
            assert!(played.is_finished().unwrap());
            assert_eq!(played.outcome().unwrap(), single.outcome().unwrap());
            assert_eq!(memory(&played), memory(&single));
            assert_eq!(memory(&played)[1..], [1, 3]);
        }
    }
}

#[test]
fn an_end_by_house_rules_is_final() {
    let ending = "match_ending = function(ctx, effects) effects.add_pebbles(5) effects.say('on') end";
    let ends = [
        "pebbles_taken = function(ctx, effects) effects.finish(0) end",
        "ended = function(ctx, over) return ctx.actions == 1 end",
        "pebbles_taken = function(ctx, effects) if ctx.heap == 0 then effects.finish(0) end end",
    ];
    for (end, taken) in ends.into_iter().zip([&[1][..], &[1], &[3, 3, 3, 3]]) {
        let mut game = dealt(&under(&format!("return {{ {end}, {ending} }}")), None);
        play(&mut game, taken);
        assert!(game.end().is_some(), "{end}");
        assert!(messages(&game).is_empty(), "{end}");
    }
    // It may itself decide the match.
    let mut game = dealt(&under("return { match_ending = function(ctx, effects) effects.finish(0) end }"), None);
    play(&mut game, &[3, 3, 3, 3]);
    assert_eq!(game.position().outcome().unwrap().winners, [Seat(0)].into_iter().collect::<Seats>());
}

#[test]
fn after_its_end_a_match_cannot_go_on() {
    let mut game = dealt(&under("return {\n  match_ended = function(ctx, effects) effects.add_pebbles(1) end }"), None);
    play(&mut game, &[3, 3, 3]);
    assert_eq!(
        fails(&mut game, 3),
        "a house rule failed. scripts/pebbles/rule.lua:2: the match is over, and cannot go on any more: ask for this in `match_ending`"
    );
}

#[test]
fn a_match_that_always_goes_on_is_reported_with_the_reason() {
    let ruleset = under("return { match_ending = function(ctx, effects) effects.add_pebbles(3) end }");
    let error = Position::deal(ruleset.rules(), 1).unwrap().playout(1).unwrap_err().to_string();
    assert!(
        error.ends_with(
            "a game did not end within 100000 actions: whenever it would be over, house rules go on with it. Let them do so while a \
             condition holds that ends: a `memory` can count how often"
        ),
        "{error}"
    );
}
