//! Series: values of house rules that go on from one match to the next.

use crate::common::{dealt, joined, play, plugin, ruleset, variant};
use serde_json::{Map, json};
use std::fs;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::smoke_test::smoke_test;
use stonehouse_engine::{Carried, Match, Record, Ruleset};
use stonehouse_plugin::{Action, Seat};

/// The player who has lost begins with a point for each match lost in a row.
const CONSOLATION: &str = "return {
    memory = {
        lost = { each = 'seat', max = 3, series = true },
        played = { max = 9, series = true },
        mood = { values = { 'calm', 'cross' }, series = true },
        winners = { size = 2, max = 9, series = true },
        moves = { max = 99 },
    },
    match_started = function(ctx, effects)
        for seat, lost in ctx.lost do effects.points(seat, lost) end
    end,
    last_pebble = function() return 5 end,
    pebbles_taken = function(ctx, effects) effects.remember('moves', ctx.moves + 1) end,
    match_ended = function(ctx, effects)
        for seat, score in ctx.scores do
            local has_lost = score < ctx.best
            effects.remember('lost', seat, if has_lost then math.min(ctx.lost[seat] + 1, 3) else 0)
            if not has_lost and ctx.played < 2 then effects.remember('winners', ctx.played + 1, seat + 1) end
        end
        effects.remember('played', ctx.played + 1)
        effects.remember('mood', 'cross')
    end,
}";

fn rule(source: &str) -> Arc<Ruleset> {
    ruleset("scripts = [\"series.lua\", \"other.lua\"]", &[("series.lua", source), ("other.lua", "return {}")])
}

/// The first match of a series, which the player of seat 0 has lost.
fn first_match() -> Match {
    let mut game = dealt(&rule(CONSOLATION), None);
    play(&mut game, &[3, 3, 3, 3]);
    assert!(game.end().is_some());
    game
}

fn carried(game: &Match, moved: usize) -> Carried {
    game.ruleset().carried(&game.position().house().unwrap().memory, moved)
}

/// The ruleset of the match after this one.
fn next(game: &Match, moved: usize) -> Arc<Ruleset> {
    game.ruleset().carrying(carried(game, moved)).unwrap()
}

fn scores(game: &Match) -> Vec<i64> {
    game.position().outcome().unwrap().scores
}

#[test]
fn the_next_match_begins_with_what_was_remembered_at_the_end() {
    let first = first_match();
    assert_eq!(
        json!(carried(&first, 0)),
        json!([{ "lost": [1, 0], "played": 1, "mood": "cross", "winners": [2, 0] }, {}])
    );
    let mut second = dealt(&next(&first, 0), None);
    assert_eq!(scores(&second), [1, 0]);
    play(&mut second, &[3, 3, 3, 3]);
    assert_eq!(
        json!(carried(&second, 0)),
        json!([{ "lost": [2, 0], "played": 2, "mood": "cross", "winners": [2, 2] }, {}])
    );
    let third = dealt(&next(&second, 0), None);
    assert_eq!(scores(&third), [2, 0]);
    // A new series.
    let fresh = third.ruleset().carrying(Carried::new()).unwrap();
    assert_eq!(scores(&dealt(&fresh, None)), [0, 0]);
    assert!(Arc::ptr_eq(&fresh.carrying(Carried::new()).unwrap(), &fresh));
}

#[test]
fn values_of_seats_follow_players_who_change_seats() {
    let first = first_match();
    assert_eq!(carried(&first, 1)[0]["lost"], json!([0, 1]));
    assert_eq!(carried(&first, 2), carried(&first, 0));
    // A list is none of seats.
    assert_eq!(carried(&first, 1)[0]["winners"], json!([2, 0]));
    assert_eq!(scores(&dealt(&next(&first, 1), None)), [0, 1]);
}

#[test]
fn players_that_are_remembered_change_seats_with_the_others() {
    let source = "return {
        memory = {
            champion = { values = 'seats', series = true },
            guest = { values = 'seats', start = 0, series = true },
            nobody = { values = 'seats', start = 1, series = true },
            rival = { each = 'seat', values = 'seats', series = true },
            winners = { size = 3, values = 'seats', series = true },
        },
        match_ended = function(ctx, effects)
            effects.remember('champion', 1)
            effects.remember('nobody', false)
            effects.remember('rival', 0, 1)
            effects.remember('winners', 1, 1)
            effects.remember('winners', 2, 0)
        end,
    }";
    let mut first = dealt(&rule(source), None);
    play(&mut first, &[3, 3, 3, 3]);
    let kept = json!({
        "champion": 1, "nobody": null, "rival": [1, null], "winners": [1, 0, null]
    });
    assert_eq!(json!(carried(&first, 0)[0]), kept);
    // The guest, who began as seat 0, has another seat as well.
    let moved = json!({
        "champion": 0, "guest": 1, "nobody": null, "rival": [null, 0], "winners": [0, 1, null]
    });
    assert_eq!(json!(carried(&first, 1)[0]), moved);
    let records = tempfile::tempdir().unwrap();
    let second = dealt(&next(&first, 1), Some(records.path()));
    // In the order of their names.
    assert_eq!(second.position().house().unwrap().memory[1..], [0, 1, -1, -1, 0, 0, 1, -1]);
    let mut record = Record::read(second.record_file().unwrap()).unwrap();
    assert_eq!(json!(record.header.scripts[0].carried), moved);
    record.replay(&plugin()).unwrap();
    for (name, value) in [("champion", json!(2)), ("champion", json!(-2)), ("champion", json!("x"))] {
        record.header.scripts[0].carried = Map::from_iter([(name.to_owned(), value)]);
        assert!(record.ruleset(&plugin()).err().unwrap().to_string().contains("cannot begin with the `champion`"));
    }
}

#[test]
fn a_record_of_a_series_replays_and_resumes_by_itself() {
    let records = tempfile::tempdir().unwrap();
    let first = first_match();
    let mut second = dealt(&next(&first, 0), Some(records.path()));
    play(&mut second, &[3, 2]);
    let file = second.record_file().unwrap().to_owned();
    assert_eq!(scores(&second), [1, 0]);
    drop(second);

    let record = Record::read(&file).unwrap();
    assert_eq!(record.header.scripts[0].carried["lost"], json!([1, 0]));
    assert!(record.header.scripts[1].carried.is_empty());
    let mut second = record.resume(&plugin()).unwrap();
    assert_eq!(scores(&second), [1, 0]);
    // Continued under its own rules, and taken back to the start.
    let again = Arc::clone(second.ruleset());
    second.continue_under(&again).unwrap();
    assert_eq!(scores(&second), [1, 0]);
    play(&mut second, &[3, 3, 1]);
    let file = second.record_file().unwrap().to_owned();
    assert_eq!(carried(&second, 0)[0]["played"], json!(2));
    drop(second);
    let record = Record::read(&file).unwrap();
    assert!(record.verify(&plugin()).unwrap().replayed.end().is_some());
    assert_eq!(record.replay(&plugin()).unwrap().header().scripts, record.header.scripts);

    // A first match has nothing of it in its record.
    let game = dealt(&rule(CONSOLATION), Some(records.path()));
    assert!(!fs::read_to_string(game.record_file().unwrap()).unwrap().contains("\"carried\""));
}

#[test]
fn a_record_with_other_values_than_its_rules_can_have_was_edited() {
    let records = tempfile::tempdir().unwrap();
    let game = dealt(&next(&first_match(), 0), Some(records.path()));
    let mut record = Record::read(game.record_file().unwrap()).unwrap();
    drop(game);
    for (name, value) in [
        ("lost", json!([4, 0])),
        ("lost", json!([1, 0, 0])),
        ("lost", json!(1)),
        ("played", json!([1])),
        ("played", json!(1.5)),
        ("mood", json!("sad")),
        ("mood", json!(1)),
        ("moves", json!(1)),
        ("nothing", json!(1)),
    ] {
        record.header.scripts[0].carried = Map::from_iter([(name.to_owned(), value)]);
        let error = record.ruleset(&plugin()).err().unwrap().to_string();
        assert!(error.contains(&format!("`series.lua` cannot begin with the `{name}` that it carries")), "{error}");
    }
}

#[test]
fn values_that_a_changed_rule_cannot_have_begin_as_in_a_first_match() {
    let records = tempfile::tempdir().unwrap();
    let changed = CONSOLATION.replace("'calm', 'cross'", "'cross', 'calm'").replace("size = 2", "size = 3");
    let ruleset = rule(&changed).carrying(carried(&first_match(), 0)).unwrap();
    let game = dealt(&ruleset, Some(records.path()));
    let record = Record::read(game.record_file().unwrap()).unwrap();
    let kept = json!({ "lost": [1, 0], "mood": "cross", "played": 1 });
    assert_eq!(json!(record.header.scripts[0].carried), kept);
    record.ruleset(&plugin()).unwrap();
    // A word is kept as a word: it has another place now, and is the first.
    assert_eq!(json!(carried(&game, 0)[0]), json!({ "lost": [1, 0], "played": 1 }));
}

#[test]
fn a_match_that_was_given_up_carries_on_what_it_had_remembered() {
    // Without a function for the end.
    let mut game = dealt(&rule(&CONSOLATION.replace("match_ended =", "match_ending =")), None);
    play(&mut game, &[3]);
    game.resign(Seat(1), Instant::now()).unwrap();
    assert_eq!(carried(&game, 0), [Map::new(), Map::new()]);
    assert!(game.play(Action(1), Instant::now()).is_err());

    let mut game = dealt(&rule(CONSOLATION), None);
    play(&mut game, &[3]);
    game.resign(Seat(1), Instant::now()).unwrap();
    assert_eq!(json!(carried(&game, 0)), json!([{ "played": 1, "mood": "cross", "winners": [2, 0] }, {}]));
}

#[test]
fn a_secret_memory_cannot_go_on_in_a_series() {
    let source = "return { memory = { plan = { max = 9, secret = true, series = true } } }";
    let variant = variant(&[("test", "scripts = [\"rule.lua\"]")], &[("rule.lua", source)]).unwrap();
    let problems = Ruleset::compile(&plugin(), &variant).err().unwrap();
    assert!(joined(&problems).contains("`plan` is secret"), "{}", joined(&problems));
}

#[test]
fn the_games_of_a_smoke_test_are_the_matches_of_a_series() {
    let too_many = smoke_test(&rule(CONSOLATION)).unwrap_err().to_string();
    assert!(too_many.contains("`played` is a whole number from 0 to 9, and it was to be 10"), "{too_many}");
    let ruleset = rule(&CONSOLATION.replace("played = { max = 9,", "played = { max = 99,"));
    let hooks = smoke_test(&ruleset).unwrap().hooks;
    let calls = |hook: &str| hooks.iter().find(|(name, ..)| name == hook).map(|(_, calls, changed)| (*calls, *changed));
    assert_eq!((calls("match_started"), calls("match_ended")), (Some((20, 20)), Some((20, 20))));
    let first = "return { memory = { played = { max = 99, series = true } },
        match_started = function(ctx, effects) if ctx.played > 0 then effects.say('Again') end end,
        match_ended = function(ctx, effects) effects.remember('played', ctx.played + 1) end }";
    let hooks = smoke_test(&rule(first)).unwrap().hooks;
    assert!(hooks.contains(&("match_started".to_owned(), 20, 19)), "{hooks:?}");
}
