//! Tests of the secrets of a seat, and that every card is in exactly one place.

use crate::common::{Table, table};
use proptest::prelude::*;
use stonehouse_plugin::{Action, Actions, Determinize, Game, Json, Observer, Rng, Seat, json};
use stonehouse_stonerow::StoneRow;
use stonehouse_stonerow::cards::{each, first};
use stonehouse_stonerow::moves::Move;
use stonehouse_stonerow::state::{Phase, State};

/// Plays at random; `look` sees every position.
fn random_match(table: &mut Table, seed: u64, mut look: impl FnMut(&Table)) -> u32 {
    let mut random = Rng::from_seed(seed);
    table.state = table.rules.deal(seed).unwrap();
    let mut played = 0;
    loop {
        look(table);
        let mut buffer = [Action(0); 2048];
        let mut actions = Actions::new(&mut buffer);
        table.rules.legal_actions(&table.state, &mut actions).unwrap();
        let Some(action) = random.pick(actions.as_slice()) else { return played };
        table.rules.apply(&mut table.state, *action).unwrap();
        played += 1;
    }
}

/// How often each card is anywhere.
fn places(state: &State) -> Vec<u32> {
    let mut places = vec![0; 128];
    let mut put = |cards: u128| each(cards).for_each(|card| places[card as usize] += 1);
    for row in state.rows() {
        put(row.cards);
        put(row.on);
    }
    state.hands.iter().chain(&state.deflectors).for_each(|cards| put(*cards));
    put(state.out_of_play);
    put(1 << state.keystone);
    if let Phase::Attract { hammer, .. } = state.phase {
        put(1 << hammer);
    }
    for card in state.quarry.as_slice().iter().chain(state.brickyard.as_slice()) {
        put(1 << card);
    }
    places
}

/// The legal actions of a position.
fn choices(rules: &StoneRow, state: &State) -> Vec<Action> {
    let mut buffer = [Action(0); 2048];
    let mut actions = Actions::new(&mut buffer);
    rules.legal_actions(state, &mut actions).unwrap();
    actions.as_slice().to_vec()
}

fn rulesets() -> impl Strategy<Value = (u8, Json)> {
    prop_oneof![
        (2..=4_u8).prop_map(|seats| (seats, json!({}))),
        Just((4, json!({ "teams": true, "foremen": 0, "tower_cards": 1 }))),
        (2..=4_u8).prop_map(|seats| (seats, json!({ "foremen": 4, "gold_diggers": 8, "masons": 8, "displacers": 8 }))),
        Just((
            3,
            json!({ "keystone_special": "by_name", "attract": "target_only", "colours": 3, "numbers": 6, "highwaymen": 8 })
        )),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_card_is_in_exactly_one_place_after_every_action((seats, knobs) in rulesets(), seed: u64) {
        let mut table = table(seats, &knobs);
        let size = usize::from(table.rules.deck().size);
        random_match(&mut table, seed, |table| {
            let places = places(&table.state);
            assert!(places[..size].iter().all(|count| *count == 1), "{places:?}");
            assert!(places[size..].iter().all(|count| *count == 0));
        });
    }

    #[test]
    fn determinizations_change_no_view_and_no_choices_of_their_seat((seats, knobs) in rulesets(), seed: u64, other: u64) {
        let mut table = table(seats, &knobs);
        let all = first(table.rules.deck().size.into());
        random_match(&mut table, seed, |table| {
            for seat in 0..seats {
                let mut state = table.state.clone();
                table.rules.determinize(&mut state, Seat(seat), other);
                assert_eq!(state.hands[seat as usize], table.state.hands[seat as usize]);
                let eye = Observer::Seat(Seat(seat));
                assert_eq!(table.rules.scene(&state, eye), table.rules.scene(&table.state, eye));
                if table.asked() == Some(seat) {
                    assert_eq!(choices(&table.rules, &state), choices(&table.rules, &table.state));
                }
                assert_eq!(table.rules.everywhere(&state), all);
                let seen = |state: &State| state.hands.map(|hand| hand & state.seen);
                assert_eq!(seen(&state), seen(&table.state), "what was seen on its way to a hand stays known");
            }
        });
    }
}

#[test]
fn determinization_resamples_the_unseen_cards() {
    let mut table = table(3, &json!({}));
    table.state = table.rules.deal(5).unwrap();
    let hands: std::collections::BTreeSet<u128> = (0..40)
        .map(|seed| {
            let mut state = table.state.clone();
            table.rules.determinize(&mut state, Seat(0), seed);
            state.hands[1]
        })
        .collect();
    assert!(hands.len() > 30);
}

#[test]
fn a_seat_sees_its_own_hand_and_only_the_backs_of_the_others() {
    let mut table = table(2, &json!({}));
    table.hand(0, "red 5, Mason").hand(1, "red 6, Highwayman");
    let names = |observer: Observer, hand: &str| -> Vec<String> {
        let scene = table.rules.scene(&table.state, observer);
        let area = scene.areas.into_iter().find(|area| area.handle == hand).unwrap();
        area.pieces.into_iter().map(|piece| crate::common::english(&piece.name)).collect()
    };
    assert_eq!(names(Observer::Seat(Seat(0)), "hand/0"), ["red 5", "Mason"]);
    assert_eq!(names(Observer::Seat(Seat(0)), "hand/1"), ["card", "card"]);
    assert_eq!(names(Observer::Public, "hand/0"), ["card", "card"]);
    assert_eq!(names(Observer::Referee, "hand/1"), ["red 6", "Highwayman"]);
}

#[test]
fn a_declined_and_an_impossible_reaction_look_the_same_to_the_others() {
    let falls = |west: &str| {
        let mut table = table(3, &json!({}));
        let row = table.row(2, "red 9, blue 9");
        table.hand(0, "red 1").hand(1, west);
        let hammer = table.rules.deck().card(0, 0);
        table.play(Move::Hammer { card: hammer, row });
        table
    };
    let (mut can, mut cannot) = (falls("Displacer"), falls("red 2"));
    for eye in [Observer::Seat(Seat(0)), Observer::Seat(Seat(2)), Observer::Public] {
        for _ in 0..2 {
            assert_eq!(can.asked(), cannot.asked());
            let description = |table: &Table| table.rules.describe(&table.state, Move::LetFall.action(), eye);
            assert_eq!(description(&can), description(&cannot));
            let scene = |table: &Table| table.rules.scene(&table.state, eye);
            assert_eq!(scene(&can), scene(&cannot));
        }
    }
    can.play(Move::LetFall);
    cannot.play(Move::LetFall);
    let eye = Observer::Seat(Seat(0));
    assert_eq!(can.rules.scene(&can.state, eye), cannot.rules.scene(&cannot.state, eye));
}

#[test]
fn only_the_referee_sees_what_will_be_drawn() {
    let mut table = table(2, &json!({}));
    table.state.phase = Phase::Draw;
    for eye in [Observer::Seat(Seat(0)), Observer::Seat(Seat(1)), Observer::Public] {
        let description = table.rules.describe(&table.state, Move::DrawQuarry.action(), eye);
        assert!(description.data.get("drawn").is_none() && description.data.get("cards").is_none(), "{description:?}");
    }
    let description = table.rules.describe(&table.state, Move::DrawQuarry.action(), Observer::Referee);
    assert!(description.data.get("drawn").is_some());
}

#[test]
fn of_alike_cards_the_one_that_everybody_saw_leaves_the_hand_first() {
    let mut table = table(2, &json!({}));
    table.hand(0, "Mason, red 5").brickyard("Mason");
    let seen = table.state.brickyard.top().unwrap();
    table.state.phase = Phase::Draw;
    table.play(Move::DrawBrickyard);
    let discards: Vec<Move> = table.legal().into_iter().filter(|legal| matches!(legal, Move::Discard { .. })).collect();
    assert!(discards.contains(&Move::Discard { card: seen }));
    assert_eq!(discards.len(), 2, "one Mason represents both");
    table.play(Move::Discard { card: seen });
    assert_eq!(table.state.seen, 0);
}

/// The numbers and English names of the pieces in an area of the scene that an observer sees.
fn pieces(table: &Table, eye: Observer, area: &str) -> Vec<(u32, String)> {
    let areas = table.rules.scene(&table.state, eye).areas;
    let found = areas.into_iter().find(|found| found.handle == area).unwrap();
    found.pieces.iter().map(|piece| (piece.id, crate::common::english(&piece.name))).collect()
}

#[test]
fn a_discarded_special_card_does_not_reveal_alike_ones() {
    let mut table = table(4, &json!({}));
    // By kind and by number: how often it was discarded, and how often the hand held another one.
    let mut seen = std::collections::BTreeMap::<(String, u32), (u32, u32)>::new();
    for seed in 0..6000 {
        table.state = table.rules.deal(seed).unwrap();
        table.turn_of(0);
        for name in ["Highwayman", "Mason"] {
            let held = table.held(0).iter().filter(|card| *card == name).count();
            if held == 0 {
                continue;
            }
            let mut before = table.state.clone();
            table.discard(name);
            let public = pieces(&table, Observer::Public, "brickyard");
            assert_eq!(pieces(&table, Observer::Seat(Seat(1)), "brickyard"), public);
            assert_eq!(public[0].1, name);
            let counts = seen.entry((name.to_owned(), public[0].0)).or_default();
            counts.0 += 1;
            counts.1 += u32::from(held > 1);
            std::mem::swap(&mut table.state, &mut before);
        }
    }
    assert_eq!(seen.len(), 6, "three of each kind");
    for ((name, number), (times, another)) in seen {
        let share = f64::from(another) / f64::from(times);
        assert!(times > 400 && (0.06..0.13).contains(&share), "{name} {number}: {another} of {times}");
    }
}

#[test]
fn a_special_card_seen_moving_keeps_its_number() {
    let mut table = table(3, &json!({}));
    for seed in 0..50 {
        table.state = table.rules.deal(seed).unwrap();
        table.turn_of(0);
        let own = Observer::Seat(Seat(0));
        let held = pieces(&table, own, "hand/0");
        let Some((_, name)) = held.iter().find(|(_, name)| !name.contains(' ')).cloned() else { continue };
        table.discard(&name);
        let [(number, _)] = pieces(&table, own, "brickyard")[..] else { panic!("one card lies on top") };
        assert!(held.contains(&(number, name)), "seed {seed}");
        assert!(pieces(&table, own, "hand/0").iter().all(|piece| held.contains(piece) && piece.0 != number));
    }
}

#[test]
fn a_card_shuffled_into_the_quarry_has_no_recognisable_number() {
    let mut table = table(2, &json!({}));
    table.hand(1, "Mason, red 2").brickyard("Mason, red 3");
    table.state.quarry = stonehouse_stonerow::state::Pile::EMPTY;
    let start = table.state.clone();
    let went = start.ids[usize::from(start.brickyard.as_slice()[0])];
    let mut recognised = 0;
    for seed in 0..200 {
        table.state = start.clone();
        table.state.rng = Rng::from_seed(seed);
        table.turn_of(0);
        table.state.phase = Phase::Draw;
        table.play(Move::DrawQuarry);
        table.turn_of(1).discard("Mason");
        recognised += u32::from(pieces(&table, Observer::Seat(Seat(0)), "brickyard")[0].0 == u32::from(went));
    }
    assert!((60..140).contains(&recognised), "{recognised} of 200 had the number of the one in the Quarry");
}

#[test]
fn rows_with_equal_descriptions_are_named_with_their_cards() {
    let mut table = table(2, &json!({}));
    let one = table.row(1, "red 5, blue 5");
    let other = table.row(1, "green 5, yellow 5");
    let third = table.row(1, "red 6, blue 6");
    table.hand(0, "red 1");
    let hammer = table.rules.deck().card(0, 0);
    let words = |row| {
        let action = Move::Hammer { card: hammer, row }.action();
        crate::common::english(&table.rules.describe(&table.state, action, Observer::Public).text)
    };
    assert_eq!(words(one), "Hammer, the red 1, on West's two 5s (red 5, blue 5)");
    assert_eq!(words(other), "Hammer, the red 1, on West's two 5s (green 5, yellow 5)");
    assert_eq!(words(third), "Hammer, the red 1, on West's two 6s");
}
