//! Tests of the secrets of a seat, of what everybody remembers, and that every stone is in exactly one place.

use crate::common::{GOLD, JEWEL, SILVER, Table, english, eye, hooked, offer, table};
use proptest::prelude::*;
use std::collections::BTreeSet;
use stonehouse_plugin::{
    Action, Actions, BotHelp, Determinize, Game, GameError, Hooks, Json, Observer, Rng, Seat, json,
};
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tavern_stones::moves::{Move, RequestedStone};
use stonehouse_tavern_stones::state::State;

/// Plays at random; `look` sees every position.
fn random_match(table: &mut Table, seed: u64, mut look: impl FnMut(&Table)) {
    let mut random = Rng::from_seed(seed);
    table.state = table.rules.deal(seed).unwrap();
    loop {
        look(table);
        let mut buffer = [Action(0); 2048];
        let mut actions = Actions::new(&mut buffer);
        table.rules.legal_actions(&table.state, &mut actions).unwrap();
        let Some(action) = random.pick(actions.as_slice()) else { return };
        table.rules.apply(&mut table.state, *action).unwrap();
    }
}

/// The legal actions of a position, and those that a bot considers.
fn choices(rules: &TavernStones, state: &State) -> [Vec<Action>; 2] {
    let list = |fill: &dyn Fn(&mut Actions<'_>) -> Result<(), GameError>| {
        let mut buffer = [Action(0); 2048];
        let mut actions = Actions::new(&mut buffer);
        fill(&mut actions).unwrap();
        actions.as_slice().to_vec()
    };
    let seat = rules.turn(state).seat().unwrap_or_default();
    [list(&|actions| rules.legal_actions(state, actions)), list(&|actions| rules.candidates(state, seat, actions))]
}

fn rulesets() -> impl Strategy<Value = (u8, Json)> {
    let some = (3..=5_u8, any::<bool>(), any::<bool>(), 0..=4_u8);
    some.prop_map(|(seats, blind, copper, hidden)| {
        let knobs = json!({
            "goal": 300,
            "hidden_request": if blind { "blind" } else { "kind" },
            "copper": if copper { 12 } else { 0 },
            "hidden_stones": hidden,
            "counts": if copper { "trades_only" } else { "every_turn" },
        });
        (seats, knobs)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_stone_is_in_exactly_one_place_after_every_action((seats, knobs) in rulesets(), seed: u64) {
        let mut table = hooked(seats, &knobs, Hooks::none());
        let all = table.rules.kinds().stones;
        random_match(&mut table, seed, |table| {
            let there: Vec<u8> = table.dealt().iter().zip(table.state.bag).map(|(dealt, bag)| dealt + bag).collect();
            assert_eq!(there, all);
            let ids: BTreeSet<u8> = (0..seats)
                .flat_map(|seat| (0..table.places()).map(move |place| (seat, place)))
                .map(|(seat, place)| table.state.stone(seat, place).id)
                .collect();
            assert_eq!(ids.len(), usize::from(seats) * usize::from(table.places()));
        });
    }

    #[test]
    fn determinizations_change_no_view_and_no_choices_of_their_seat((seats, knobs) in rulesets(), seed: u64, other: u64) {
        let mut table = hooked(seats, &knobs, Hooks::none());
        let all = table.rules.kinds().stones;
        random_match(&mut table, seed, |table| {
            for seat in 0..seats {
                let mut state = table.state.clone();
                table.rules.determinize(&mut state, Seat(seat), other);
                let scene = |state| table.rules.scene(state, eye(seat));
                assert_eq!(scene(&state), scene(&table.state));
                if table.acts() == Some(seat) {
                    assert_eq!(choices(&table.rules, &state), choices(&table.rules, &table.state));
                }
                let mut there = state.bag;
                for (owner, place) in (0..seats).flat_map(|owner| (0..table.places()).map(move |place| (owner, place))) {
                    let (sampled, true_one) = (state.stone(owner, place), table.state.stone(owner, place));
                    there[sampled.kind as usize] += 1;
                    assert!(sampled.may_be >> sampled.kind & 1 == 1, "no stone is what everybody has seen that it is not");
                    assert_eq!((sampled.may_be, sampled.known_to, sampled.id), (true_one.may_be, true_one.known_to, true_one.id));
                    if true_one.is_known_to(seat) {
                        assert_eq!(sampled.kind, true_one.kind, "what the seat knows stays");
                    }
                }
                assert_eq!(there, all);
            }
        });
    }

    #[test]
    fn known_stones_are_true((seats, knobs) in rulesets(), seed: u64) {
        let mut table = hooked(seats, &knobs, Hooks::none());
        random_match(&mut table, seed, |table| {
            for (owner, place) in (0..seats).flat_map(|owner| (0..table.places()).map(move |place| (owner, place))) {
                let stone = table.state.stone(owner, place);
                assert!(stone.may_be >> stone.kind & 1 == 1);
                assert!(stone.is_known_to(owner), "everybody knows their own");
            }
        });
    }
}

const HANDS: [&str; 4] = ["JJG/GSSS", "GGS/SSJJ", "JGS/JGSG", "SSJ/JGGS"];

#[test]
fn a_seat_sees_the_kinds_of_only_its_own_hidden_stones() {
    let mut table = table(&json!({}));
    table.lay(&HANDS);
    assert_eq!(table.sees(eye(0), 0, 3), "hidden gold");
    for eye in [eye(1), Observer::Public] {
        assert_eq!(table.sees(eye, 0, 3), "hidden stone");
        assert_eq!(table.sees(eye, 0, 0), "jewel");
    }
    assert_eq!(table.sees(Observer::Referee, 0, 3), "hidden gold");
}

#[test]
fn a_stone_moved_from_a_visible_to_a_hidden_place_stays_known() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(offer(3, 1, RequestedStone::Visible(2))).play(Move::Accept);
    for eye in [eye(0), eye(2), Observer::Public] {
        assert_eq!(table.sees(eye, 0, 3), "hidden silver, known to all");
    }
}

#[test]
fn an_acceptance_proves_both_stones_to_all() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(offer(3, 1, RequestedStone::Hidden(JEWEL))).play(Move::Accept);
    let taken = (3..7).find(|place| table.state.stone(1, *place).kind == GOLD).unwrap();
    for eye in [eye(2), eye(3), Observer::Public] {
        assert_eq!(table.sees(eye, 0, 3), "hidden jewel, known to all");
        assert_eq!(table.sees(eye, 1, taken), "hidden gold, known to all");
    }
}

#[test]
fn a_denial_does_not_reveal_whether_one_could_accept() {
    let denied = |west: &str| {
        let mut table = table(&json!({}));
        table.lay(&["JJG/GSSS", west, "JGS/JGSG", "SSJ/JGGS"]).play(offer(2, 1, RequestedStone::Hidden(JEWEL)));
        table
    };
    let (mut can, mut cannot) = (denied("GGS/SSJJ"), denied("GGS/SSSG"));
    assert_ne!(can.legal(), cannot.legal());
    for eye in [eye(0), eye(2), eye(3), Observer::Public] {
        let description = |table: &Table| table.rules.describe(&table.state, Move::Deny.action(), eye);
        assert_eq!(description(&can), description(&cannot));
        // The bag differs, and nobody sees into it.
        assert_eq!(can.rules.scene(&can.state, eye), cannot.rules.scene(&cannot.state, eye));
    }
    can.play(Move::Deny);
    cannot.play(Move::Deny);
    assert_eq!(can.rules.scene(&can.state, eye(0)), cannot.rules.scene(&cannot.state, eye(0)));
    let kinds: BTreeSet<u8> = (0..60)
        .map(|seed| {
            let mut state = can.state.clone();
            can.rules.determinize(&mut state, Seat(0), seed);
            state.stone(1, 3).kind
        })
        .collect();
    assert_eq!(kinds, BTreeSet::from([JEWEL, GOLD, SILVER]));
}

#[test]
fn a_blind_gift_is_known_only_to_giver_and_receiver() {
    let mut table = table(&json!({ "hidden_request": "blind" }));
    table.lay(&HANDS).play(offer(3, 1, RequestedStone::Any));
    let give = Move::Give { place: 5 };
    let description = |eye| english(&table.rules.describe(&table.state, give.action(), eye).text);
    assert_eq!(description(eye(1)), "accept, and give a jewel");
    assert_eq!(description(eye(0)), "accept, and give a jewel");
    assert_eq!(description(eye(2)), "accept, and give a hidden stone");
    table.play(give);
    assert_eq!(table.sees(eye(0), 0, 3), "hidden jewel, known to West");
    assert_eq!(table.sees(eye(1), 0, 3), "hidden jewel, known to West");
    assert_eq!(table.sees(eye(2), 0, 3), "hidden stone, no gold");
    assert_eq!(table.sees(eye(2), 1, 5), "hidden gold, known to all");
    for seed in 0..60 {
        let mut state = table.state.clone();
        table.rules.determinize(&mut state, Seat(2), seed);
        assert_ne!(state.stone(0, 3).kind, GOLD);
        let mut state = table.state.clone();
        table.rules.determinize(&mut state, Seat(1), seed);
        assert_eq!(state.stone(0, 3).kind, JEWEL);
    }
}

#[test]
fn a_blind_gift_that_comes_to_stand_in_front_is_seen_by_all() {
    let mut table = table(&json!({ "hidden_request": "blind" }));
    table.lay(&HANDS).play(offer(2, 1, RequestedStone::Any));
    let description = english(&table.rules.describe(&table.state, Move::Give { place: 5 }.action(), eye(3)).text);
    assert_eq!(description, "accept, and give a jewel");
    table.play(Move::Give { place: 5 });
    assert_eq!(table.sees(eye(3), 0, 2), "jewel");
}

#[test]
fn hidden_stones_are_resampled_where_unseen() {
    let mut table = table(&json!({}));
    table.lay(&HANDS);
    let hands: BTreeSet<String> = (0..40)
        .map(|seed| {
            let before = table.state.clone();
            table.rules.determinize(&mut table.state, Seat(0), seed);
            let hand = table.hand(1);
            table.state = before;
            hand
        })
        .collect();
    assert!(hands.len() > 25 && hands.iter().all(|hand| hand.starts_with("GGS/")), "{hands:?}");
}

#[test]
fn stones_are_fitted_in_where_almost_nothing_is_possible() {
    let mut table = table(&json!({ "hidden_request": "blind" }));
    table.lay(&["JJJ/JJJJ", "GGG/GGGG", "SSS/SSSS", "JJJ/JJGG"]);
    // Everybody has seen that no hidden stone of West is a jewel or silver but one, and that one is no gold.
    for place in 3..7 {
        table.state.stones[1][place].may_be = 0b110;
        table.state.stones[2][place].may_be = 0b101;
    }
    table.state.bag = [0, 3, 5, 0];
    for seed in 0..200 {
        let mut state = table.state.clone();
        table.rules.determinize(&mut state, Seat(3), seed);
        for seat in 0..3 {
            for place in 3..7 {
                let stone = state.stone(seat, place);
                assert!(stone.may_be >> stone.kind & 1 == 1);
            }
        }
    }
}

#[test]
fn only_the_referee_sees_how_a_hand_will_be_counted() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).last_turn();
    let description = |eye| table.rules.describe(&table.state, Move::Pass.action(), eye).data;
    assert_eq!(description(eye(0)), json!({ "action": "pass" }));
    assert_eq!(description(Observer::Public), json!({ "action": "pass" }));
    assert_eq!(
        description(Observer::Referee)["hand"],
        json!({ "number": 1, "stones": [39, 39, 44, 39], "bonus": 120, "bonus_to": 2, "coins": [39, 39, 164, 39] })
    );
}
