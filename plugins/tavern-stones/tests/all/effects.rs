//! Facts and effects of house rules, and that nothing is known afterwards that is not true.

use crate::common::{GOLD, SILVER, Table, eye, hooked, offer, table};
use proptest::prelude::*;
use std::collections::BTreeSet;
use stonehouse_plugin::house::{Effects, Facts};
use stonehouse_plugin::{Action, Actions, Determinize, EffectError, Game, Hooks, Observer, Rng, Seat, json};
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tavern_stones::moves::{Move, RequestedStone};
use stonehouse_tavern_stones::state::{NOBODY, Phase};

const HANDS: [&str; 4] = ["JJG/GSSS", "GGS/SSJJ", "JGS/JGSG", "SSJ/JGGS"];

/// A table with these hands, at which seat 0 moves.
fn laid() -> Table {
    let mut table = table(&json!({}));
    table.lay(&HANDS);
    table
}

fn effect(table: &mut Table, name: &str, arguments: &[i64]) -> Result<(), EffectError> {
    let index = TavernStones::effects().iter().position(|effect| effect.name == name).unwrap();
    table.rules.effect(&mut table.state, index, arguments)
}

fn done(table: &mut Table, name: &str, arguments: &[i64]) {
    effect(table, name, arguments).unwrap_or_else(|why| panic!("{name}: {why}"));
}

fn why(table: &mut Table, name: &str, arguments: &[i64]) -> String {
    effect(table, name, arguments).unwrap_err().to_string()
}

/// A fact: one value, or one for each seat.
fn fact(table: &Table, name: &str) -> Vec<i64> {
    let facts = TavernStones::facts();
    let index = facts.iter().position(|fact| fact.name == name).unwrap();
    let mut values = vec![0; if facts[index].each_seat { usize::from(table.seats()) } else { 1 }];
    table.rules.fact(&table.state, index, &mut values);
    values
}

#[test]
fn facts_describe_hand_turn_coins_and_visible_stones() {
    let mut table = laid();
    done(&mut table, "points", &[1, 30]);
    done(&mut table, "points", &[2, 30]);
    table.play(Move::Force { give: 2, to: 1, take: 2 });
    assert_eq!([fact(&table, "hand"), fact(&table, "turn"), fact(&table, "turns_left")], [[1], [2], [11]]);
    assert_eq!([fact(&table, "mover"), fact(&table, "first"), fact(&table, "asked")], [[1], [0], [-1]]);
    assert_eq!([fact(&table, "barred"), fact(&table, "passes"), fact(&table, "bag")], [[0], [0], [8]]);
    assert_eq!(fact(&table, "coins"), [0, 30, 30, 0]);
    assert_eq!(fact(&table, "place"), [3, 1, 1, 3]);
    assert_eq!(fact(&table, "force_stones"), [0, 1, 1, 1]);
    assert_eq!(fact(&table, "forced_upon"), [0, 1, 0, 0]);
    assert_eq!(fact(&table, "forces_played"), [1, 0, 0, 0]);
    assert_eq!(fact(&table, "jewels_in_front"), [2, 0, 1, 1]);
    assert_eq!(fact(&table, "gold_in_front"), [0, 3, 1, 0]);
    assert_eq!(fact(&table, "silver_in_front"), [1, 0, 1, 2]);
    assert_eq!(fact(&table, "copper_in_front"), [0; 4]);
    assert_eq!(fact(&table, "alike"), [4, 3, 3, 3]);
    assert_eq!(fact(&table, "stones_worth"), [24 + 6 + 4, 24 + 18 + 2, 24 + 18 + 2, 24 + 12 + 3]);
    assert_eq!([fact(&table, "stones_each"), fact(&table, "stones_in_front")], [[7], [3]]);
    table.play(Move::Pass).play(offer(3, 3, RequestedStone::Hidden(SILVER)));
    assert_eq!([fact(&table, "mover"), fact(&table, "asked")], [[2], [3]]);
    assert_eq!(fact(&table, "hidden_known"), [0, 0, 1, 0]);
}

#[test]
fn facts_describe_how_the_last_hand_was_counted() {
    let mut table = laid();
    assert_eq!([fact(&table, "last_stones"), fact(&table, "last_bonus")], [[0; 4], [0; 4]]);
    done(&mut table, "carry", &[80]);
    assert_eq!([fact(&table, "carried"), fact(&table, "bonus_now"), fact(&table, "goal_coins")], [[80], [200], [1000]]);
    table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn().play(Move::Pass);
    assert_eq!(fact(&table, "last_stones"), [7, 78, 48, 34]);
    assert_eq!(fact(&table, "last_bonus"), [200, 0, 0, 0]);
    assert_eq!(fact(&table, "carried"), [0]);
}

#[test]
fn coins_are_given_taken_and_owed() {
    let mut table = laid();
    done(&mut table, "points", &[0, 40]);
    done(&mut table, "points", &[1, -15]);
    done(&mut table, "give_coins", &[0, 2, 50]);
    done(&mut table, "give_coins", &[3, 3, 9]);
    assert_eq!(table.coins(), [-10, -15, 50, 0]);
    assert_eq!(why(&mut table, "give_coins", &[0, 1, -1]), "-1 coins cannot be given");
    assert_eq!(why(&mut table, "points", &[4, 1]), "there is no seat 4 at a table of 4");
    assert!(why(&mut table, "points", &[0, i64::MIN]).ends_with("coins more are too many"));
    assert!(why(&mut table, "give_coins", &[0, 1, i64::MAX]).ends_with("coins more are too many"));
    assert_eq!(table.coins(), [-10, -15, 50, 0]);
}

#[test]
fn the_bonus_grows_and_shrinks_within_its_bounds() {
    let mut table = laid();
    done(&mut table, "carry", &[-120]);
    assert_eq!(fact(&table, "bonus_now"), [0]);
    let bounds = "the bonus would not remain within 0 and 100000: it is 0";
    assert_eq!(why(&mut table, "carry", &[-1]), bounds);
    assert_eq!(why(&mut table, "carry", &[100_001]), bounds);
    assert_eq!(why(&mut table, "carry", &[i64::MIN]), bounds);
    done(&mut table, "carry", &[100_000]);
    table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn().play(Move::Pass);
    assert_eq!(table.coins()[0], 100_007);
}

#[test]
fn swapping_boards_keeps_what_each_player_has_seen() {
    let mut table = laid();
    table.play(offer(3, 2, RequestedStone::Visible(0))).play(Move::Deny);
    done(&mut table, "swap_boards", &[0, 1]);
    assert_eq!((table.hand(0), table.hand(1)), (HANDS[1].to_owned(), HANDS[0].to_owned()));
    assert_eq!(table.sees(eye(0), 0, 5), "hidden jewel, known to West");
    assert_eq!(table.sees(eye(1), 0, 5), "hidden jewel, known to West");
    assert_eq!(table.sees(eye(2), 0, 5), "hidden stone");
    assert_eq!(table.sees(eye(2), 1, 3), "hidden gold, known to all");
    table.state.mover = 0;
    table.play(offer(0, 1, RequestedStone::Visible(0)));
    let offered = "one of the two boards is part of the offer that waits for its answer";
    assert_eq!(why(&mut table, "swap_boards", &[1, 3]), offered);
    done(&mut table, "swap_boards", &[2, 3]);
    assert_eq!(table.hand(2), HANDS[3]);
}

#[test]
fn two_stones_change_places_and_in_front_they_are_seen() {
    let mut table = laid();
    done(&mut table, "swap_stones", &[0, 0, 1, 5]);
    assert_eq!(
        (table.sees(eye(3), 0, 0), table.sees(eye(3), 1, 5)),
        ("jewel".into(), "hidden jewel, known to all".into())
    );
    done(&mut table, "swap_stones", &[0, 3, 1, 3]);
    assert_eq!(table.sees(eye(0), 0, 3), "hidden silver, known to West");
    assert_eq!(table.sees(eye(1), 1, 3), "hidden gold, known to South");
    assert_eq!(table.sees(eye(2), 1, 3), "hidden stone");
    assert_eq!(why(&mut table, "swap_stones", &[0, 7, 1, 3]), "there is no place 7: they are counted from 0 to 6");
    table.play(offer(0, 1, RequestedStone::Visible(0)));
    let offered = "that stone is part of the offer that waits for its answer";
    assert_eq!(why(&mut table, "swap_stones", &[0, 0, 2, 0]), offered);
    assert_eq!(why(&mut table, "swap_stones", &[2, 0, 1, 0]), offered);
    done(&mut table, "swap_stones", &[0, 1, 2, 0]);
    table.play(Move::Accept);
}

#[test]
fn a_stone_is_shown_to_one_or_to_all() {
    let mut table = laid();
    done(&mut table, "show_stone_to", &[0, 3, 2]);
    assert_eq!(table.sees(eye(2), 0, 3), "hidden gold, known to North");
    assert_eq!(table.sees(eye(1), 0, 3), "hidden stone");
    for seed in 0..40 {
        let mut state = table.state.clone();
        table.rules.determinize(&mut state, Seat(2), seed);
        assert_eq!(state.stone(0, 3).kind, GOLD);
    }
    done(&mut table, "show_stone", &[0, 3]);
    assert_eq!(table.sees(eye(1), 0, 3), "hidden gold, known to all");
}

#[test]
fn a_stone_seen_going_into_the_bag_is_known_there() {
    let mut table = laid();
    table.state.bag = [0, 0, 1, 0];
    done(&mut table, "show_stone_to", &[0, 3, 2]);
    done(&mut table, "draw_from_bag", &[0, 3]);
    assert_eq!((table.state.stone(0, 3).kind, table.state.bag), (SILVER, [0, 1, 0, 0]));
    assert_eq!(table.sees(eye(0), 0, 3), "hidden silver");
    assert_eq!(table.sees(eye(2), 0, 3), "hidden stone");
    let golds_in_bag = |observer: u8| -> BTreeSet<u8> {
        let bag = |seed| {
            let mut state = table.state.clone();
            table.rules.determinize(&mut state, Seat(observer), seed);
            state.bag[GOLD as usize]
        };
        (0..60).map(bag).collect()
    };
    assert_eq!([golds_in_bag(0), golds_in_bag(2)], [BTreeSet::from([1]), BTreeSet::from([1])]);
    assert_eq!(golds_in_bag(1), BTreeSet::from([0, 1]));
    // In front everybody sees it.
    done(&mut table, "draw_from_bag", &[1, 2]);
    assert_eq!(table.sees(Observer::Public, 1, 2), "gold");
    assert_eq!(table.state.seen_in_bag[..4], [[0, 0, 1, 0]; 4]);
    table.state.bag = [0; 4];
    assert_eq!(why(&mut table, "draw_from_bag", &[1, 2]), "the bag is empty");
}

#[test]
fn force_stones_are_given_and_taken() {
    let mut table = laid();
    done(&mut table, "take_force_stone", &[0]);
    assert!(!table.may(Move::Force { give: 0, to: 1, take: 0 }));
    assert_eq!(why(&mut table, "take_force_stone", &[0]), "the player has no force stone left");
    for _ in 0..9 {
        done(&mut table, "give_force_stone", &[0]);
    }
    assert!(table.may(Move::Force { give: 0, to: 1, take: 0 }));
    assert_eq!(why(&mut table, "give_force_stone", &[0]), "nobody can have more than 9 force stones in a hand");
    table.play(Move::Force { give: 0, to: 1, take: 0 });
    assert_eq!(why(&mut table, "give_force_stone", &[0]), "nobody can have more than 9 force stones in a hand");
}

#[test]
fn it_becomes_another_players_turn() {
    let mut table = laid();
    table.play(Move::Force { give: 0, to: 1, take: 0 });
    done(&mut table, "next", &[3]);
    assert_eq!((table.acts(), table.state.barred), (Some(3), NOBODY));
    table.play(offer(0, 1, RequestedStone::Visible(0)));
    assert_eq!(why(&mut table, "next", &[0]), "an offer waits for its answer");
}

#[test]
fn a_hand_ends_and_is_counted_and_the_next_is_dealt() {
    let mut table = laid();
    table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).play(offer(0, 1, RequestedStone::Visible(0)));
    done(&mut table, "end_hand", &[]);
    assert_eq!((table.coins(), table.state.hand, table.state.phase), (vec![127, 78, 48, 34], 2, Phase::Turn));
    done(&mut table, "points", &[3, 2000]);
    done(&mut table, "end_hand", &[]);
    assert_eq!(table.acts(), None);
    let over = "the match is over";
    for (name, arguments) in [
        ("end_hand", &[][..]),
        ("next", &[0]),
        ("carry", &[1]),
        ("swap_boards", &[0, 1]),
        ("swap_stones", &[0, 1, 1, 1]),
        ("show_stone", &[0, 3]),
        ("show_stone_to", &[0, 3, 1]),
        ("draw_from_bag", &[0, 3]),
        ("give_force_stone", &[0]),
        ("take_force_stone", &[0]),
    ] {
        assert_eq!(why(&mut table, name, arguments), over, "{name}");
    }
    done(&mut table, "points", &[0, 5]);
    done(&mut table, "give_coins", &[0, 1, 5]);
}

/// An argument that often means something, and sometimes nothing.
fn argument(random: &mut Rng) -> i64 {
    match random.below(12) {
        0 => i64::MIN,
        1 => i64::MAX,
        2 => -1,
        3 => i64::from(random.below(1000)) - 500,
        _ => random.below(8).into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_effects_keep_each_stone_in_one_place_and_knowledge_true(seats in 3..=5_u8, blind: bool, seed: u64) {
        let knobs = json!({ "goal": 300, "hidden_request": if blind { "blind" } else { "kind" } });
        let mut table = hooked(seats, &knobs, Hooks::none());
        let (all, effects) = (table.rules.kinds().stones, TavernStones::effects());
        let mut random = Rng::from_seed(seed);
        for turn in 0..400 {
            let chosen = random.below(effects.len() as u32) as usize;
            // A hand that always ends at once shows little.
            if effects[chosen].name != "end_hand" || turn % 50 == 0 {
                let arguments: Vec<i64> = effects[chosen].arguments.iter().map(|_| argument(&mut random)).collect();
                let _ = table.rules.effect(&mut table.state, chosen, &arguments);
            }
            let there: Vec<u8> = table.dealt().iter().zip(table.state.bag).map(|(dealt, bag)| dealt + bag).collect();
            assert_eq!(there, all);
            let boards = || (0..seats).flat_map(|owner| (0..table.places()).map(move |place| (owner, place)));
            let ids: BTreeSet<u8> = boards().map(|(owner, place)| table.state.stone(owner, place).id).collect();
            assert_eq!(ids.len(), boards().count());
            for (owner, place) in boards() {
                let stone = table.state.stone(owner, place);
                assert!(stone.may_be >> stone.kind & 1 == 1 && stone.is_known_to(owner));
                assert!(place >= 3 || stone.public() == Some(stone.kind), "everybody sees stones in front");
            }
            let observer = Seat(random.below(u32::from(seats)) as u8);
            let mut state = table.state.clone();
            table.rules.determinize(&mut state, observer, seed);
            assert_eq!(table.rules.scene(&state, Observer::Seat(observer)), table.rules.scene(&table.state, Observer::Seat(observer)));
            let seen = table.state.seen_in_bag[usize::from(observer.0)];
            for bag in [table.state.bag, state.bag] {
                assert!(seen.iter().zip(bag).all(|(seen, there)| *seen <= there), "what was seen to go in is there");
            }
            for (owner, place) in boards().filter(|(owner, place)| table.state.stone(*owner, *place).is_known_to(observer.0)) {
                assert_eq!(state.stone(owner, place), table.state.stone(owner, place));
            }
            let mut buffer = [Action(0); 2048];
            let mut actions = Actions::new(&mut buffer);
            table.rules.legal_actions(&table.state, &mut actions).unwrap();
            let Some(action) = random.pick(actions.as_slice()) else { break };
            table.rules.apply(&mut table.state, *action).unwrap();
        }
    }
}
