//! Actions of the house that several seats choose together: nobody sees what others choose, and all take effect at
//! once.

use crate::common::{dealt, joined, play, plugin, ruleset, variant};
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Record, Ruleset};
use stonehouse_plugin::{Action, Observer, Scene, Seat, Seats};
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

/// A rule under which both bid before the match and after the third action; who bids more gets the difference. `MORE`
/// is what else the action declares.
fn bids(more: &str) -> String {
    let rule = "return {
        memory = {
            bid = { each = 'seat', min = -1, max = 9, start = -1, label = 'Bid' },
            rounds = { max = 9 },
            seen = { min = -9, max = 9 },
        },
        actions = {
            bid = {
                label = 'Bid', log = 'bids {target}', together = true, targets = { 0, 3, 5 }, MORE
                when = function(ctx) return ctx.bid[ctx.seat] < 0 and ctx.actions >= ctx.rounds * 5 and ctx.rounds < 2 end,
                play = function(ctx, effects)
                    effects.remember('bid', ctx.seat, ctx.target)
                    effects.remember('seen', ctx.bid[0] + ctx.bid[1])
                end,
            },
        },
        after_action = function(ctx, effects)
            if ctx.bid[0] < 0 or ctx.bid[1] < 0 then return end
            local ahead = ctx.bid[0] - ctx.bid[1]
            effects.points(if ahead > 0 then 0 else 1, math.abs(ahead))
            effects.remember('rounds', ctx.rounds + 1)
            for seat = 0, 1 do effects.remember('bid', seat, -1) end
        end,
    }";
    rule.replace("MORE", more)
}

/// The action of the house with the target of this index.
const fn bid(target: u32) -> Action {
    Action(HOUSE_ACTIONS | target)
}

fn choose(game: &mut Match, targets: [u32; 2]) {
    targets.into_iter().for_each(|target| game.play(bid(target), Instant::now()).unwrap());
}

fn log(game: &Match, observer: Observer) -> Vec<String> {
    game.log(observer).iter().map(|entry| entry.joined().to_string()).collect()
}

fn scores(position: &Position) -> Vec<i64> {
    position.outcome().unwrap().scores
}

/// Everything that the table shows to anybody, and the legal actions.
fn shown(game: &Match) -> (Vec<Scene>, Vec<Action>, Vec<String>) {
    let eyes = Seat::all(2).map(Observer::Seat).chain([Observer::Public, Observer::Referee]);
    let scenes = eyes.map(|eye| game.scene(eye).unwrap()).collect();
    let mut legal = Vec::new();
    game.position().legal_actions(&mut legal).unwrap();
    let described =
        game.described_actions().unwrap().iter().map(|action| format!("{:?}", action.description)).collect();
    (scenes, legal, described)
}

#[test]
fn a_choice_is_shown_to_nobody_before_all_have_chosen() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), under(&bids("")));
    let all: Vec<_> = (0..3)
        .map(|target| {
            let mut game = dealt(&rules, Some(folder.path()));
            let file = game.record_file().unwrap().to_owned();
            let before = fs::read_to_string(&file).unwrap();
            assert_eq!(game.undecided_seats().unwrap(), [Seat(0), Seat(1)].into_iter().collect::<Seats>());
            game.play(bid(target), Instant::now()).unwrap();
            assert_eq!((fs::read_to_string(&file).unwrap(), game.len(), game.decisions()), (before, 0, 1));
            assert_eq!((game.undecided_seats().unwrap(), game.to_act()), (Seats::from(Seat(1)), Some(Seat(1))));
            assert!(game.log(Observer::Referee).is_empty() && game.position().has_secrets());
            shown(&game)
        })
        .collect();
    assert_eq!(all[0].1, [bid(0), bid(1), bid(2)]);
    assert!(all.iter().all(|other| *other == all[0]));
}

#[test]
fn all_choices_take_effect_at_once_and_are_logged_to_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&under(&bids("")), Some(folder.path()));
    choose(&mut game, [1, 2]);
    let text = fs::read_to_string(game.record_file().unwrap()).unwrap();
    let given = "{\"effect\":\"points\",\"with\":{\"seat\":1,\"points\":2}}";
    assert!(text.lines().last().unwrap().contains(given), "what the bids have brought is no secret: {text}");
    for observer in [Observer::Public, Observer::Seat(Seat(0)), Observer::Seat(Seat(1))] {
        assert_eq!(log(&game, observer), ["bids 3", "bids 5"], "{observer:?}");
    }
    let house = game.position().house().unwrap();
    // Both functions have seen the position before either of them.
    assert_eq!(house.memory[..], [2, -1, -1, 1, -2]);
    assert_eq!((scores(game.position()), game.to_act()), (vec![0, 2], Some(Seat(0))));
    play(&mut game, &[1, 1, 1]);
    assert_eq!(game.undecided_seats().unwrap().len(), 2, "after the third action they bid again");
    choose(&mut game, [2, 0]);
    assert_eq!(game.to_act(), Some(Seat(1)), "whose turn it was");
    assert!(game.undecided_seats().unwrap().is_empty());
}

#[test]
fn a_seat_that_alone_is_offered_one_does_not_wait() {
    let alone = bids("").replace("return ctx.bid", "return ctx.seat == 1 and ctx.bid");
    let mut game = dealt(&under(&alone), None);
    assert_eq!((game.to_act(), game.undecided_seats().unwrap()), (Some(Seat(1)), Seats::from(Seat(1))));
    game.play(bid(2), Instant::now()).unwrap();
    assert_eq!((log(&game, Observer::Public), game.to_act()), (vec!["bids 5".to_owned()], Some(Seat(0))));
}

#[test]
fn undo_takes_back_a_choice_that_waits_or_all_of_them() {
    let rules = under(&bids(""));
    let mut game = Match::new(&rules, 1, ["Anna", "Ben"].map(Player::person).to_vec(), None).unwrap();
    let dealt = shown(&game);
    game.play(bid(1), Instant::now()).unwrap();
    assert!(!game.undo_reveals().unwrap(), "nobody has seen it");
    assert_eq!((game.undo(Instant::now()).unwrap(), game.to_act()), (1, Some(Seat(0))));
    assert_eq!(shown(&game), dealt);
    choose(&mut game, [1, 2]);
    assert!(game.undo_reveals().unwrap(), "both have seen the bids");
    assert_eq!((game.undo(Instant::now()).unwrap(), game.len()), (2, 0));
    assert_eq!(shown(&game), dealt);
}

#[test]
fn a_record_replays_and_resumes_at_the_first_of_them() {
    let (folder, rules) = (tempfile::tempdir().unwrap(), under(&bids("")));
    let mut game = dealt(&rules, Some(folder.path()));
    choose(&mut game, [2, 1]);
    play(&mut game, &[1, 2, 3]);
    game.play(bid(1), Instant::now()).unwrap();
    let file = game.record_file().unwrap().to_owned();
    drop(game);
    let mut game = Record::read(&file).unwrap().resume(rules.plugin()).unwrap();
    assert_eq!((game.len(), game.undecided_seats().unwrap().len()), (5, 2), "one had chosen, in secret");
    choose(&mut game, [0, 2]);
    let known = scores(game.position());
    assert_eq!(known.iter().sum::<i64>(), 2 + 5, "{known:?}");
    drop(game);
    // A record that was cut off between two lines.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..=text.trim_end().rfind('\n').unwrap()]).unwrap();
    let mut game = Record::read(&file).unwrap().resume(rules.plugin()).unwrap();
    assert_eq!(game.len(), 5);
    choose(&mut game, [0, 2]);
    play(&mut game, &[3, 3]);
    assert!(game.end().is_some());
    let replayed = Record::read(&file).unwrap().verify(rules.plugin()).unwrap().replayed;
    assert_eq!((replayed.end(), replayed.log(Observer::Public)), (game.end(), game.log(Observer::Public)));
}

#[test]
fn samples_draw_the_choices_of_others_and_keep_ones_own() {
    let rules = under(&bids(""));
    let mut position = Position::deal(rules.rules(), 1).unwrap();
    position.apply(bid(2)).unwrap();
    let results = |observer: u8| -> BTreeSet<Vec<i64>> {
        let sampled = |seed| {
            let mut sample = position.try_clone().unwrap();
            sample.determinize(Seat(observer), seed).unwrap();
            sample.apply(bid(1)).unwrap();
            scores(&sample)
        };
        (0..40).map(sampled).collect()
    };
    assert_eq!(results(0), [vec![2, 0]].into());
    assert_eq!(results(1), [vec![0, 3], vec![0, 0], vec![2, 0]].into());
}

#[test]
fn playouts_and_rollouts_finish_choices_that_wait() {
    let rules = under(&bids(""));
    for seed in 0..20 {
        let mut position = Position::deal(rules.rules(), seed).unwrap();
        position.apply(bid(0)).unwrap();
        let (mut played, mut rolled) = (position.try_clone().unwrap(), position.try_clone().unwrap());
        played.playout(seed).unwrap();
        rolled.rollout(seed).unwrap();
        assert!(played.is_finished().unwrap() && !played.is_half_chosen() && !rolled.is_half_chosen());
        assert_eq!(played.house().unwrap().memory[3], 2, "both rounds of bids");
    }
}

#[test]
fn a_secret_one_shows_its_target_to_its_seat_only_until_the_end() {
    let rules = under(
        "return {
            memory = { bid = { each = 'seat', min = -1, max = 9, start = -1, secret = true } },
            actions = {
                bid = {
                    label = 'Bid', log = 'bids {target}', together = true, secret = true, targets = { 0, 3, 5 },
                    when = function(ctx) return ctx.bid[ctx.seat] < 0 end,
                    play = function(ctx, effects) effects.remember('bid', ctx.seat, ctx.target) end,
                },
            },
        }",
    );
    let folder = tempfile::tempdir().unwrap();
    let mut game = dealt(&rules, Some(folder.path()));
    choose(&mut game, [1, 2]);
    assert_eq!(log(&game, Observer::Public), ["bids …", "bids …"]);
    assert_eq!(log(&game, Observer::Seat(Seat(0))), ["bids 3", "bids …"]);
    assert_eq!(log(&game, Observer::Seat(Seat(1))), ["bids …", "bids 5"]);
    let file = game.record_file().unwrap().to_owned();
    assert!(!fs::read_to_string(&file).unwrap().contains("\"target\""));
    play(&mut game, &[3, 3, 3, 3]);
    assert_eq!(fs::read_to_string(&file).unwrap().matches("\"target\"").count(), 2);
    Record::read(&file).unwrap().verify(rules.plugin()).unwrap();
}

#[test]
fn an_impossible_simultaneous_action_is_refused_as_it_is_loaded() {
    let with_first = refused(&bids("first = true,"));
    assert!(with_first.contains("has `first` and `together`: leave `first` out"), "{with_first}");
    let with_after = refused(&bids("after = 'other',"));
    assert!(with_after.contains("has `together` and `after`: one seat alone chooses the next step"), "{with_after}");
    let next = "actions = { next = { label = 'Next', after = 'bid', when = function() return true end, play = function() end },";
    let after = refused(&bids("").replace("actions = {", next));
    assert!(after.contains("names `bid`, which several choose together: nothing comes after it alone"), "{after}");
}

#[test]
fn each_seat_is_offered_its_action_before_the_others_chose() {
    let mut game = dealt(&under(&bids("")), None);
    let second = game.described_actions_of(Seat(1)).unwrap();
    assert_eq!(second.iter().map(|action| action.action).collect::<Vec<_>>(), [bid(0), bid(1), bid(2)]);
    game.check_choice_of(Seat(1), &bid(2).into()).unwrap();
    assert!(game.check_choice_of(Seat(1), &bid(3).into()).is_err());
    game.play(bid(0), Instant::now()).unwrap();
    assert_eq!(game.described_actions().unwrap(), second);
}
