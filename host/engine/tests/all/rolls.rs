//! Rolls of house rules: drawn once, the same when a match is taken back, resumed or replayed, and unknown to bots.

use crate::common::{dealt, joined, play, plugin, ruleset, variant};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Record, Ruleset};
use stonehouse_plugin::{Action, Observer, Seat};
use stonehouse_runtime::Position;

/// Pebbles under one house rule.
fn under(script: &str) -> Arc<Ruleset> {
    ruleset("scripts = [\"rule.lua\"]", &[("rule.lua", script)])
}

/// The problem with a house rule that does not load.
fn refused(script: &str) -> String {
    let variant = variant(&[("test", "scripts = [\"rule.lua\"]")], &[("rule.lua", script)]).unwrap();
    Ruleset::compile(&plugin(), &variant).map(|_| ()).map_err(|problems| joined(&problems)).unwrap_err()
}

/// A rule under which a die is rolled for the seat that has taken pebbles, and the rolls so far are kept as a number,
/// with a digit for each.
const DICE: &str = "return {
    memory = { rolls = { max = 1000000000000 }, count = { max = 100 } },
    rolls = {
        die = { each = 'seat', sides = 6, label = 'Die', rolled = function(ctx, effects)
            effects.remember('rolls', ctx.rolls * 10 + ctx.value)
            effects.remember('count', ctx.count + 1)
            effects.points(ctx.seat, ctx.value)
        end },
    },
    pebbles_taken = function(ctx, effects) effects.roll('die', ctx.seat) end,
}";

/// The rolls so far under [`DICE`], as a number with a digit for each.
fn rolls(position: &Position) -> i64 {
    position.house().unwrap().memory[2]
}

fn scores(game: &Match) -> Vec<i64> {
    game.position().outcome().unwrap().scores
}

/// The rolls of a match with this seed in which the pebbles are taken one by one.
fn rolls_of_seed(rules: &Arc<Ruleset>, seed: u64) -> i64 {
    let mut position = Position::deal(rules.rules(), seed).unwrap();
    while position.to_act().unwrap().is_some() {
        position.apply(Action(1)).unwrap();
    }
    rolls(&position)
}

#[test]
fn a_roll_calls_its_function_once_with_a_value_in_range() {
    let rules = under(DICE);
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        let digits = rolls_of_seed(&rules, seed).to_string();
        assert_eq!(digits.len(), 12, "one roll for each pebble: {digits}");
        seen.extend(digits.bytes());
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), b"123456");
}

#[test]
fn rolls_follow_from_the_seed_on_every_thread() {
    let rules = under(DICE);
    let all = || (0..20).map(|seed| rolls_of_seed(&rules, seed)).collect::<Vec<_>>();
    let here = all();
    assert!(here.iter().collect::<BTreeSet<_>>().len() > 15, "{here:?}");
    let elsewhere = std::thread::scope(|scope| [0, 1].map(|_| scope.spawn(all)).map(|thread| thread.join().unwrap()));
    assert!(elsewhere.iter().all(|there| *there == here));
    // The stream of a seed is fixed for ever.
    assert_eq!(here[..3], FIRST_ROLLS);
    let mut again = Position::deal(rules.rules(), 7).unwrap();
    again.apply(Action(3)).unwrap();
    again.deal_again(1).unwrap();
    while again.to_act().unwrap().is_some() {
        again.apply(Action(1)).unwrap();
    }
    assert_eq!(rolls(&again), here[1]);
}

const FIRST_ROLLS: [i64; 3] = [614_432_645_642, 312_362_433_612, 215_661_544_515];

#[test]
fn rolls_of_a_rule_leave_the_dice_of_the_game_alone() {
    let chances = |script: &str| {
        let rules = under(script);
        (0..10).map(|seed| Position::deal(rules.rules(), seed).unwrap().playout(seed).unwrap()).collect::<Vec<_>>()
    };
    // Random games take the same actions.
    assert_eq!(chances(DICE), chances("return { after_action = function(ctx, effects) effects.say('Well') end }"));
}

#[test]
fn a_roll_taken_back_and_made_again_is_the_same() {
    let mut game = dealt(&under(DICE), None);
    play(&mut game, &[1, 2, 3]);
    let (known, points) = (rolls(game.position()), scores(&game));
    assert!(game.undo_reveals().unwrap(), "a roll is news");
    game.undo(Instant::now()).unwrap();
    assert_eq!(rolls(game.position()), known / 10);
    play(&mut game, &[3]);
    assert_eq!((rolls(game.position()), scores(&game)), (known, points));
    game.undo(Instant::now()).unwrap();
    game.undo(Instant::now()).unwrap();
    play(&mut game, &[3, 2, 1]);
    assert_eq!(rolls(game.position()), known, "whatever is played, the die shows the same");
}

#[test]
fn a_match_resumed_or_replayed_rolls_the_same() {
    let (records, rules) = (tempfile::tempdir().unwrap(), under(DICE));
    let mut game = dealt(&rules, Some(records.path()));
    play(&mut game, &[1, 2]);
    let (known, file) = (rolls(game.position()), game.record_file().unwrap().to_owned());
    drop(game);
    let mut game = Record::read(&file).unwrap().resume(rules.plugin()).unwrap();
    assert_eq!(rolls(game.position()), known);
    play(&mut game, &[3, 3, 3]);
    let mut other = dealt(&rules, None);
    play(&mut other, &[1, 2, 3, 3, 3]);
    assert_eq!(rolls(game.position()), rolls(other.position()), "what comes after it, too");
    drop(game);
    let replayed = Record::read(&file).unwrap().replay(rules.plugin()).unwrap();
    assert_eq!(rolls(replayed.position()), rolls(other.position()));
    let text = std::fs::read_to_string(&file).unwrap();
    let digit = known / 10;
    let recorded = format!(
        r#"{{"effect":"roll","with":{{"roll":"die","seat":0}},"result":{{"value":{digit}}},"text":"Die for Player 1: {digit}"}}"#
    );
    assert!(text.contains(&recorded), "{recorded}\n{text}");
    // What follows from it is no secret either.
    let points = format!(r#"{{"effect":"points","with":{{"seat":0,"points":{digit}}}}}"#);
    assert!(text.contains(&points), "{points}\n{text}");
}

#[test]
fn a_bot_cannot_foresee_a_roll() {
    let game = dealt(&under(DICE), None);
    let next = |position: &Position| {
        let mut position = position.try_clone().unwrap();
        position.apply(Action(1)).unwrap();
        rolls(&position)
    };
    let real = next(game.position());
    // The seed of the match is 1, and samples have seeds of their own.
    let sampled = (0..200).map(|seed| {
        let mut sample = game.position().try_clone().unwrap();
        sample.determinize(Seat(0), seed).unwrap();
        next(&sample)
    });
    let mut counts = [0; 7];
    for value in sampled {
        counts[value as usize] += 1;
    }
    assert!(counts[1..].iter().all(|count| (15..60).contains(count)), "{counts:?}");
    assert_eq!(next(game.position()), real, "the match itself is as it was");
    let mut same = game.position().try_clone().unwrap();
    same.determinize(Seat(0), 1).unwrap();
    play_on(&mut same);
    let mut own = game.position().try_clone().unwrap();
    play_on(&mut own);
    assert_ne!(rolls(&same), rolls(&own), "a sample from the seed of the match has other rolls");
}

fn play_on(position: &mut Position) {
    while position.to_act().unwrap().is_some() {
        position.apply(Action(1)).unwrap();
    }
}

#[test]
fn rolls_are_no_secret() {
    let game = dealt(&under(DICE), None);
    assert!(!game.has_secrets());
    assert!(!game.position().house_rules_may_read_secrets());
}

#[test]
fn the_log_names_each_roll_to_everybody_and_foretells_none() {
    let mut game = dealt(&under(DICE), None);
    let offered = game.described_actions().unwrap();
    assert!(offered.iter().all(|choice| !choice.description.text.to_string().contains("Die")), "it is not foretold");
    play(&mut game, &[2]);
    let value = rolls(game.position());
    for observer in [Observer::Seat(Seat(0)), Observer::Seat(Seat(1)), Observer::Public, Observer::Referee] {
        let text = game.log(observer)[0].text.fill(&["First", "Second"]);
        assert!(text.ends_with(&format!("; Die for First: {value}")), "{text}");
    }
    let seen = game.hook_trace(0, Observer::Public).unwrap();
    assert!(seen.changes.iter().any(|line| line.contains("die")), "{:?}", seen.changes);
}

#[test]
fn values_of_a_roll_can_be_texts_and_it_may_be_rolled_at_the_deal() {
    let rules = under(
        "return {
            memory = { sunny = { max = 1 } },
            rolls = { todays_weather = { values = { 'sun', 'rain' }, rolled = function(ctx, effects)
                effects.remember('sunny', if ctx.value == 'sun' then 1 else 0)
            end } },
            match_started = function(ctx, effects) effects.roll('todays_weather') end,
        }",
    );
    let mut both = BTreeSet::new();
    for seed in 0..20 {
        let mut game = Match::new(&rules, seed, crate::common::players(), None).unwrap();
        let weather = if game.position().house().unwrap().memory[1] == 1 { "sun" } else { "rain" };
        play(&mut game, &[1]);
        let dealt = &game.log(Observer::Public)[0].dealt;
        assert_eq!(dealt.iter().map(ToString::to_string).collect::<Vec<_>>(), [format!("Todays weather: {weather}")]);
        let header = game.header();
        assert_eq!((header.rolled.len(), header.rolls.len()), (0, 1));
        assert_eq!(header.rolls[0].data["result"]["value"], weather);
        both.insert(weather);
    }
    assert_eq!(both.len(), 2);
}

#[test]
fn a_match_with_a_roll_at_the_deal_replays_from_its_record() {
    let records = tempfile::tempdir().unwrap();
    let rules = under(
        "return {
            rolls = { luck = { sides = 1000, rolled = function(ctx, effects) effects.points(0, ctx.value) end } },
            match_started = function(ctx, effects) effects.roll('luck') end,
            match_ended = function(ctx, effects) effects.roll('luck') end,
        }",
    );
    let mut game = dealt(&rules, Some(records.path()));
    play(&mut game, &[3, 3, 3, 3]);
    let replayed = Record::read(game.record_file().unwrap()).unwrap().replay(rules.plugin()).unwrap();
    assert_eq!(replayed.end(), game.end());
    assert!(scores(&game)[0] > 2, "{:?}", scores(&game));
}

#[test]
fn a_roll_may_lead_to_another_one_but_not_for_ever() {
    let rolling = |condition: &str| {
        under(&format!(
            "return {{
  memory = {{ count = {{ max = 1000 }} }},
  rolls = {{ again = {{ sides = 2, rolled = function(ctx, effects)
    effects.remember('count', ctx.count + 1)
    if {condition} then effects.roll('again') end
  end }} }},
  pebbles_taken = function(ctx, effects) effects.roll('again') end,
}}"
        ))
    };
    let mut game = dealt(&rolling("ctx.count < 9"), None);
    play(&mut game, &[1]);
    assert_eq!(game.position().house().unwrap().memory[1], 10);
    let mut game = dealt(&rolling("true"), None);
    let error = game.play(Action(1), Instant::now()).unwrap_err().to_string();
    assert_eq!(
        error,
        "a house rule failed. scripts/pebbles/rule.lua:3:13: more than 1000 events followed from one action: the roll `again` is rolled again \
         and again. Let its `rolled` ask for another one only while a condition holds that ends: a `memory` can count how often"
    );
    assert!(game.is_empty());
}

#[test]
fn a_rule_without_rolls_has_no_generator() {
    let quiet = under("return { after_action = function(ctx, effects) effects.points(ctx.seat, 1) end }");
    let position = Position::deal(quiet.rules(), 5).unwrap();
    let shown = format!("{:?}", position.house().unwrap());
    assert!(shown.contains("rolls: None"), "{shown}");
}

#[test]
fn wrong_rolls_are_refused_with_their_line_before_anything_is_played() {
    let roll = |fields: &str| format!("return {{\n  rolls = {{\n    die = {{ {fields} }} }} }}");
    let scripts = [
        roll("sides = 6"),
        roll("sides = 1, rolled = print"),
        roll("sides = 1001, rolled = print"),
        roll("sides = 2.5, rolled = print"),
        roll("sides = 'six', rolled = print"),
        roll("rolled = print"),
        roll("sides = 2, values = { 'a', 'b' }, rolled = print"),
        roll("values = { 'sun' }, rolled = print"),
        roll("values = { 1, 2 }, rolled = print"),
        roll("values = 'sun', rolled = print"),
        roll("side = 6, rolled = print"),
        roll("sides = 6, each = 'player', rolled = print"),
        roll("sides = 6, label = 7, rolled = print"),
        roll("sides = 6, dice = 11, rolled = print"),
        roll("sides = 6, dice = 2"),
        roll("sides = 6, dice = 2, rolled = function(ctx, effects) if ctx.value > 2 then end end"),
        "return { rolls = { Die = {} } }".to_owned(),
        "return { rolls = 6 }".to_owned(),
        roll("values = { 'sun', 'rain' }, rolled = function(ctx, effects) if ctx.value == 'son' then end end"),
        roll("sides = 6, rolled = function(ctx, effects) effects.points(ctx.seat, 1) end"),
    ];
    let shown = scripts.map(|script| format!("{script}\n  {}", refused(&script)));
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn wrong_requests_of_rolls_are_reported_with_what_is_right() {
    let calls = [
        "effects.roll('wether')",
        "effects.roll('weather', 0)",
        "effects.roll('luck')",
        "effects.roll('luck', 2)",
        "effects.roll()",
        "effects.roll(6)",
        "effects.shuffle('deck')",
        "effects.shuffle('cont')",
        "effects.shuffle('count')",
        "effects.shuffle('deck', 2)",
        "effects.shuffle(2)",
        "math.random(6)",
    ];
    let output = |call: &str| {
        let script = format!(
            "return {{
  memory = {{ count = {{}} }},
  rolls = {{
    weather = {{ sides = 6, rolled = function(ctx, effects) end }},
    luck = {{ each = 'seat', sides = 6, rolled = function(ctx, effects) end }},
  }},
  after_action = function(ctx, effects) {call} end }}"
        );
        dealt(&under(&script), None).play(Action(1), Instant::now()).unwrap_err().to_string()
    };
    insta::assert_snapshot!(calls.map(|call| format!("{call}\n  {}", output(call))).join("\n"));
}

/// A rule under which each seat is dealt a secret task, and gets another one for three pebbles.
const TASKS: &str = "return {
    memory = {
        task = { each = 'seat', values = { 'none', 'a', 'b', 'c', 'd' }, secret = true, label = 'Task' },
        worth = { each = 'seat', max = 40, secret = true },
    },
    rolls = {
        task = { each = 'seat', values = { 'a', 'b', 'c', 'd' }, secret = true, label = 'Task', rolled = function(ctx, effects)
            effects.remember('task', ctx.seat, ctx.value)
            effects.remember('worth', ctx.seat, if ctx.value == 'a' then 10 elseif ctx.value == 'b' then 20 else 30)
        end },
    },
    match_started = function(ctx, effects)
        effects.roll('task', 0)
        effects.roll('task', 1)
    end,
    pebbles_taken = function(ctx, effects)
        if ctx.pebbles == 3 then effects.roll('task', ctx.seat) end
    end,
    match_ended = function(ctx, effects)
        effects.points(0, ctx.worth[0])
    end,
}";

/// The tasks of both seats as numbers, and what they are worth.
fn tasks(position: &Position) -> [[i64; 2]; 2] {
    let memory = &position.house().unwrap().memory;
    [[memory[1], memory[2]], [memory[3], memory[4]]]
}

const EVERYBODY: [Observer; 4] =
    [Observer::Seat(Seat(0)), Observer::Seat(Seat(1)), Observer::Public, Observer::Referee];

#[test]
fn only_its_seat_learns_a_secret_roll_before_the_match_is_over() {
    let records = tempfile::tempdir().unwrap();
    let rules = under(TASKS);
    let mut game = dealt(&rules, Some(records.path()));
    assert!(game.has_secrets());
    play(&mut game, &[1, 3]);
    let letters = ["none", "a", "b", "c", "d"];
    let [[first, second], _] = tasks(game.position());
    let (first, second) = (letters[first as usize], letters[second as usize]);
    let notes = |game: &Match, observer| {
        let scene = game.position().scene(observer).unwrap();
        scene
            .seats
            .into_iter()
            .map(|panel| panel.notes.iter().map(ToString::to_string).collect())
            .collect::<Vec<Vec<_>>>()
    };
    let (own, other) = (vec![format!("Task: {first}")], vec![format!("Task: {second}")]);
    let seen = EVERYBODY.map(|observer| notes(&game, observer));
    assert_eq!(
        seen,
        [vec![own.clone(), vec![]], vec![vec![], other.clone()], vec![vec![]; 2], vec![own.clone(), other.clone()]]
    );
    let logged = EVERYBODY.map(|observer| {
        let log = game.log(observer);
        let dealt = log[0].dealt.iter().map(|line| line.fill(&["First", "Second"])).collect::<Vec<_>>().join(", ");
        format!("{dealt} / {}", log[1].text.fill(&["First", "Second"]))
    });
    assert!(logged[0].starts_with(&format!("Task for First: {first}, Task for Second, in secret / ")), "{logged:?}");
    assert!(logged[0].ends_with("takes 3; Task for Second, in secret"), "{logged:?}");
    assert!(logged[1].ends_with(&format!("takes 3; Task for Second: {second}")), "{logged:?}");
    assert_eq!(
        logged[2],
        "Task for First, in secret, Task for Second, in secret / takes 3; Task for Second, in secret"
    );
    assert!(logged[3].ends_with(&format!("takes 3; Task for Second: {second}")), "{logged:?}");
    // A record that is read while the match is played has no value.
    let file = game.record_file().unwrap().to_owned();
    let text = std::fs::read_to_string(&file).unwrap();
    let played = text.lines().skip(1).collect::<String>();
    let secret = r#"{"effect":"roll","with":{"roll":"task","seat":1},"text":"Task for Second, in secret"}"#;
    assert!(played.contains(&secret.replace("Second", "Player 2")), "{played}");
    assert!(played.contains(r#"{"effect":"remember","with":{"memory":"task","seat":1}}"#), "{played}");
    assert!(!played.contains("\"value\""), "{played}");
    assert!(!text.lines().next().unwrap().contains("\"result\""), "{text}");
    for observer in [Observer::Seat(Seat(0)), Observer::Public] {
        let changes = game.hook_trace(1, observer).unwrap().changes;
        assert_eq!(changes, ["pebbles_taken: rule.lua:17 requested roll(task, 1)"]);
    }
    play(&mut game, &[3, 3, 2]);
    assert_eq!(notes(&game, Observer::Public), notes(&game, Observer::Referee), "it is over");
    let text = std::fs::read_to_string(&file).unwrap();
    let value = format!(r#"{{"effect":"roll","with":{{"roll":"task","seat":1}},"result":{{"value":"{second}"}}"#);
    assert!(text.contains(&value), "{value}\n{text}");
    let replayed = Record::read(&file).unwrap().replay(rules.plugin()).unwrap();
    assert_eq!((replayed.end(), tasks(replayed.position())), (game.end(), tasks(game.position())));
}

#[test]
fn a_secret_roll_taken_back_resumed_or_on_another_thread_is_the_same() {
    let (records, rules) = (tempfile::tempdir().unwrap(), under(TASKS));
    let mut game = dealt(&rules, Some(records.path()));
    play(&mut game, &[3, 3]);
    let known = tasks(game.position());
    assert!(game.undo_reveals().unwrap());
    game.undo(Instant::now()).unwrap();
    play(&mut game, &[3, 3]);
    assert_eq!(tasks(game.position()), known);
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let game = Record::read(&file).unwrap().resume(rules.plugin()).unwrap();
    assert_eq!(tasks(game.position()), known);
    let all = || (0..20).map(|seed| tasks(&Position::deal(rules.rules(), seed).unwrap())).collect::<Vec<_>>();
    let here = all();
    assert_eq!(std::thread::scope(|scope| scope.spawn(all).join().unwrap()), here);
    assert!(here.iter().collect::<BTreeSet<_>>().len() > 8, "{here:?}");
}

#[test]
fn a_bot_imagines_what_may_have_been_rolled_in_secret() {
    let game = dealt(&under(TASKS), None);
    let real = tasks(game.position());
    let mut counts = [0; 5];
    for seed in 0..400 {
        let mut sample = game.position().try_clone().unwrap();
        sample.determinize(Seat(0), seed).unwrap();
        let [task, worth] = tasks(&sample);
        assert_eq!((task[0], worth[0]), (real[0][0], real[1][0]), "its own it knows");
        assert_eq!(worth[1], [0, 10, 20, 30, 30][task[1] as usize], "what is kept with it follows");
        counts[task[1] as usize] += 1;
    }
    assert_eq!(counts[0], 0);
    assert!(counts[1..].iter().all(|count| (70..130).contains(count)), "{counts:?}");
    assert_eq!(tasks(game.position()), real);
}

#[test]
fn a_secret_roll_that_has_become_open_is_imagined_no_more() {
    let rules = under(
        "return {
            memory = { task = { each = 'seat', max = 6, secret = true }, shown = { each = 'seat', max = 6 } },
            rolls = { task = { each = 'seat', sides = 6, secret = true, rolled = function(ctx, effects)
                effects.remember('task', ctx.seat, ctx.value)
            end } },
            match_started = function(ctx, effects) effects.roll('task', 0) effects.roll('task', 1) end,
            pebbles_taken = function(ctx, effects)
                effects.remember('shown', ctx.seat, ctx.task[ctx.seat])
                effects.remember('task', ctx.seat, 0)
            end,
        }",
    );
    let mut game = dealt(&rules, None);
    play(&mut game, &[1, 1]);
    for seed in 0..20 {
        let mut sample = game.position().try_clone().unwrap();
        sample.determinize(Seat(0), seed).unwrap();
        assert_eq!(
            sample.house(),
            {
                let mut same = game.position().try_clone().unwrap();
                same.determinize(Seat(1), seed).unwrap();
                same
            }
            .house()
        );
        assert_eq!(sample.house().unwrap().memory[1..], game.position().house().unwrap().memory[1..]);
    }
}

/// A rule under which one of three numbers is drawn that nobody knows, and each seat learns whether it is its own.
const TRAITOR: &str = "return {
    memory = {
        role = { each = 'seat', values = { 'unknown', 'honest', 'traitor' }, secret = true, label = 'Role' },
        traitor = { max = 3, secret = true, label = 'Traitor' },
    },
    rolls = { traitor = { sides = 3, secret = true, rolled = function(ctx, effects)
        effects.remember('traitor', ctx.value)
        for seat = 0, 1 do effects.remember('role', seat, if ctx.value == seat + 1 then 'traitor' else 'honest') end
    end } },
    match_started = function(ctx, effects) effects.roll('traitor') end,
}";

#[test]
fn unknown_rolls_are_sampled_as_each_seat_may_know_them() {
    let rules = under(TRAITOR);
    let mut seen = BTreeSet::new();
    for seed in 0..12 {
        let position = Position::deal(rules.rules(), seed).unwrap();
        let roles = |position: &Position| position.house().unwrap().memory[1..].to_vec();
        for seat in [0, 1] {
            let mut imagined = BTreeSet::new();
            for seed in 0..60 {
                let mut sample = position.try_clone().unwrap();
                sample.determinize(Seat(seat), seed).unwrap();
                imagined.insert(roles(&sample));
            }
            let all = [vec![2, 1, 1], vec![1, 2, 2], vec![1, 1, 3]];
            let own = roles(&position)[usize::from(seat)];
            let possible = all.into_iter().filter(|roles| roles[usize::from(seat)] == own).collect::<BTreeSet<_>>();
            assert_eq!(imagined, possible);
        }
        let status = position.scene(Observer::Seat(Seat(0))).unwrap().status.to_string();
        assert!(!status.contains("Traitor"), "{status}");
        let status = position.scene(Observer::Referee).unwrap().status.to_string();
        assert!(status.contains(&format!("Traitor: {}", roles(&position)[2])), "{status}");
        seen.insert(roles(&position));
    }
    assert_eq!(seen.len(), 3);
    let mut game = dealt(&rules, None);
    play(&mut game, &[3]);
    let known = EVERYBODY.map(|observer| game.log(observer)[0].dealt[0].to_string());
    assert_eq!(known[..3], ["Traitor, in secret"; 3].map(str::to_owned));
    assert!(known[3].starts_with("Traitor: "), "{known:?}");
}

#[test]
fn secret_rolls_leave_the_others_as_they_are() {
    let secret = "rolls = {
        task = { sides = 6, secret = true, rolled = function(ctx, effects) end },";
    let rules = under(&DICE.replace("rolls = {\n", &format!("{secret}\n")).replace(
        "pebbles_taken = function(ctx, effects)",
        "pebbles_taken = function(ctx, effects) effects.roll('task')",
    ));
    assert_eq!([0, 1, 2].map(|seed| rolls_of_seed(&rules, seed)), FIRST_ROLLS);
}

#[test]
fn a_secret_roll_can_only_be_kept_and_only_by_what_was_rolled() {
    let rule = |fields: &str, body: &str| {
        format!(
            "return {{
  memory = {{
    task = {{ each = 'seat', max = 6, secret = true }}, open = {{ each = 'seat', max = 6 }}, all = {{ max = 6, secret = true }},
  }},
  rolls = {{ task = {{ {fields}, secret = true, rolled = function(ctx, effects)
    {body} end }} }} }}"
        )
    };
    let each = "each = 'seat', sides = 6";
    let scripts = [
        rule(each, "effects.remember('open', ctx.seat, ctx.value)"),
        rule(each, "effects.points(ctx.seat, ctx.value)"),
        rule(each, "effects.say('Well')"),
        rule(each, "effects.remember('task', ctx.seat, ctx.heap)"),
        rule(each, "effects.remember('task', ctx.seat, ctx.task[ctx.seat] + ctx.value)"),
        rule("sides = 6", "effects.remember('all', ctx.actions)"),
        rule(each, "if ctx.value > 2 then effects.remember('task', ctx.seat, ctx.value) end"),
        rule("sides = 7", "effects.remember('all', ctx.value)"),
        rule("sides = 2", "error('oh')"),
        rule("sides = 2", "while true do end"),
        "return { rolls = { task = { sides = 2, secret = 1, rolled = print } } }".to_owned(),
        rule("each = 'seat', sides = 6, dice = 4", "effects.remember('task', ctx.seat, ctx.values[1])"),
        rule("sides = 6, dice = 2", "effects.remember('all', ctx.heap + ctx.values[1])"),
        rule("sides = 2, dice = 2", "if ctx.values[2] == 1 then effects.remember('all', 1) end"),
        "return { memory = { marks = { rows = 5, columns = 5, secret = true } } }".to_owned(),
    ];
    let shown = scripts.map(|script| format!("{script}\n  {}", refused(&script)));
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn several_dice_are_rolled_at_once() {
    let rules = under(
        "return {
            memory = { thrown = { size = 3, max = 6 } },
            rolls = { dice = { each = 'seat', dice = 3, sides = 6, label = 'Dice', rolled = function(ctx, effects)
                local sum = 0
                for place, value in ctx.values do
                    effects.remember('thrown', place, value)
                    sum += value
                end
                effects.points(ctx.seat, sum)
            end } },
            pebbles_taken = function(ctx, effects) effects.roll('dice', ctx.seat) end,
        }",
    );
    let records = tempfile::tempdir().unwrap();
    let mut game = dealt(&rules, Some(records.path()));
    let mut seen = BTreeSet::new();
    let mut sums = [0, 0];
    for number in 0..11 {
        play(&mut game, &[1]);
        let thrown = game.position().house().unwrap().memory[1..4].to_vec();
        sums[number % 2] += thrown.iter().sum::<i64>();
        let [first, second, third] = thrown[..] else { panic!("{thrown:?}") };
        let log = game.log(Observer::Public).pop().unwrap().text.fill(&["First", "Second"]);
        let who = ["First", "Second"][number % 2];
        assert_eq!(log, format!("takes 1; Dice for {who}: {first}, {second}, {third}"));
        seen.extend(thrown);
    }
    assert_eq!(seen, (1..=6).collect());
    assert_eq!(scores(&game), sums);
    let text = std::fs::read_to_string(game.record_file().unwrap()).unwrap();
    assert!(text.contains(r#""with":{"roll":"dice","seat":0},"result":{"values":["#), "{text}");
    let first = rolls_of_seed(&under(DICE), 1).to_string();
    let dealt = Match::new(&rules, 1, crate::common::players(), None).unwrap();
    let mut position = dealt.position().try_clone().unwrap();
    position.apply(Action(1)).unwrap();
    let thrown = position.house().unwrap().memory[1..4].iter().map(ToString::to_string).collect::<String>();
    assert!(first.starts_with(&thrown), "three dice are three draws: {first} {thrown}");
}

#[test]
fn dice_under_a_cup_are_known_to_their_seat() {
    let rules = under(
        "return {
            memory = { sum = { each = 'seat', max = 12, secret = true }, pair = { each = 'seat', max = 1, secret = true } },
            rolls = { cup = { each = 'seat', dice = 2, sides = 6, secret = true, rolled = function(ctx, effects)
                effects.remember('sum', ctx.seat, ctx.values[1] + ctx.values[2])
                effects.remember('pair', ctx.seat, if ctx.values[1] == ctx.values[2] then 1 else 0)
            end } },
            match_started = function(ctx, effects) effects.roll('cup', 0) effects.roll('cup', 1) end,
        }",
    );
    let mut game = dealt(&rules, None);
    let mut sums = [0; 13];
    for seed in 0..720 {
        let mut sample = game.position().try_clone().unwrap();
        sample.determinize(Seat(0), seed).unwrap();
        let memory = &sample.house().unwrap().memory;
        let (pair, sum) = (memory[2], memory[4]);
        assert!(pair == 0 || sum % 2 == 0, "a pair has an even sum");
        sums[sum as usize] += 1;
    }
    assert!((90..150).contains(&sums[7]) && (8..36).contains(&sums[2]) && sums[1] == 0, "{sums:?}");
    play(&mut game, &[1]);
    let dealt = game.log(Observer::Seat(Seat(0)))[0].dealt.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(
        dealt[0].starts_with("Cup for ") && dealt[0].contains(", ") && dealt[1].ends_with(", in secret"),
        "{dealt:?}"
    );
}

/// A rule with a deck of five cards, of which each turn draws the last one.
const DECK: &str = "return {
    memory = { deck = { size = 5, max = 5, secret = true }, left = { max = 5 }, drawn = { max = 99999 } },
    match_started = function(ctx, effects)
        for card = 1, 5 do effects.remember('deck', card, card) end
        effects.shuffle('deck')
        effects.remember('left', 5)
    end,
    pebbles_taken = function(ctx, effects)
        if ctx.left == 0 then return end
        effects.remember('drawn', ctx.drawn * 10 + ctx.deck[ctx.left])
        effects.remember('deck', ctx.left, 0)
        effects.remember('left', ctx.left - 1)
    end,
}";

/// The deck under [`DECK`], and the cards drawn.
fn deck(position: &Position) -> (Vec<i64>, i64) {
    let memory = &position.house().unwrap().memory;
    (memory[1..6].to_vec(), memory[6])
}

#[test]
fn a_deck_is_shuffled_and_a_bot_knows_only_what_is_left_of_it() {
    let (records, rules) = (tempfile::tempdir().unwrap(), under(DECK));
    let orders = (0..300).map(|seed| deck(&Position::deal(rules.rules(), seed).unwrap()).0);
    let orders = orders.collect::<BTreeSet<_>>();
    assert!(orders.len() > 100, "{} of 120 orders", orders.len());
    let mut game = dealt(&rules, Some(records.path()));
    play(&mut game, &[1, 1]);
    let (real, drawn) = deck(game.position());
    assert_eq!(real[3..], [0, 0]);
    let mut imagined = BTreeSet::new();
    for seed in 0..200 {
        let mut sample = game.position().try_clone().unwrap();
        sample.determinize(Seat(0), seed).unwrap();
        let (other, same) = deck(&sample);
        assert_eq!((same, &other[3..]), (drawn, &real[3..]));
        let sorted = |cards: &[i64]| cards.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(sorted(&other), sorted(&real), "the same cards");
        imagined.insert(other);
    }
    assert_eq!(imagined.len(), 6, "in any order");
    let text = std::fs::read_to_string(game.record_file().unwrap()).unwrap();
    assert!(text.contains(r#"{"effect":"remember","with":{"memory":"deck","place":4}}"#), "{text}");
    game.undo(Instant::now()).unwrap();
    assert_eq!(deck(game.position()).1, 0);
    play(&mut game, &[1, 1, 2]);
    assert_eq!(deck(game.position()).1 / 10, drawn, "the same cards come");
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let game = Record::read(&file).unwrap().resume(rules.plugin()).unwrap();
    assert_eq!(deck(game.position()).1 / 10, drawn);
}

#[test]
fn an_open_list_is_shuffled_with_the_rolls_of_the_seed() {
    let script = DECK.replace(", secret = true", "");
    let rules = under(&script);
    let position = Position::deal(rules.rules(), 3).unwrap();
    assert!(!position.has_secrets());
    let mut sample = position.try_clone().unwrap();
    sample.determinize(Seat(0), 1).unwrap();
    assert_eq!(deck(&sample), deck(&position), "its order is known");
    let again = deck(&Position::deal(rules.rules(), 3).unwrap());
    assert_eq!(again, deck(&position));
    assert_eq!(
        {
            let mut cards = again.0;
            cards.sort_unstable();
            cards
        },
        [1, 2, 3, 4, 5]
    );
}
