//! The effects of house rules: after any effect the position is complete, and nobody learns what must stay hidden.

use crate::common::{Table, table};
use proptest::prelude::*;
use std::collections::BTreeSet;
use stonehouse_plugin::house::{Effects, Facts};
use stonehouse_plugin::{Action, Actions, Determinize, EffectError, Game, Json, Observer, Rng, Seat, json};
use stonehouse_stonerow::StoneRow;
use stonehouse_stonerow::cards::{each, first};
use stonehouse_stonerow::moves::Move;
use stonehouse_stonerow::state::{Phase, State};

/// Applies an effect by its name.
fn effect(table: &mut Table, name: &str, arguments: &[i64]) -> Result<(), EffectError> {
    let index = StoneRow::effects().iter().position(|effect| effect.name == name).unwrap();
    table.rules.effect(&mut table.state, index, arguments)
}

fn done(table: &mut Table, name: &str, arguments: &[i64]) {
    effect(table, name, arguments).unwrap_or_else(|why| panic!("{name}: {why}"));
}

fn refused(table: &mut Table, name: &str, arguments: &[i64]) -> String {
    let before = table.rules.scene(&table.state, Observer::Referee);
    let why = effect(table, name, arguments).unwrap_err().to_string();
    assert!(table.rules.scene(&table.state, Observer::Referee) == before, "{name} was refused, but changed something");
    why
}

/// The values of a fact.
fn fact(table: &Table, name: &str, seats: usize) -> Vec<i64> {
    let facts = StoneRow::facts();
    let index = facts.iter().position(|fact| fact.name == name).unwrap();
    let mut values = vec![0; if facts[index].each_seat { seats } else { 1 }];
    table.rules.fact(&table.state, index, &mut values);
    values
}

/// The names on the pieces of an area, as an observer sees them.
fn seen_by(table: &Table, observer: Observer, area: &str) -> Vec<String> {
    let scene = table.rules.scene(&table.state, observer);
    let area = scene.areas.into_iter().find(|other| other.handle == area);
    area.into_iter().flat_map(|area| area.pieces).map(|piece| crate::common::english(&piece.name)).collect()
}

#[test]
fn points_of_house_rules_count_in_the_score_and_stand_beside_it() {
    let mut table = table(2, &json!({}));
    table.row(0, "red 9, blue 9");
    done(&mut table, "points", &[0, -4]);
    done(&mut table, "points", &[1, 30]);
    assert_eq!(table.scores(), [14, 30]);
    let scene = table.rules.scene(&table.state, Observer::Public);
    assert_eq!(crate::common::english(&scene.seats[0].notes[1]), "-4 by house rules");
    assert_eq!(refused(&mut table, "points", &[0, i64::MAX]), "house rules add at most 1000000 points to a score");
    assert_eq!(refused(&mut table, "points", &[2, 1]), "there is no seat 2: they are numbered from 0 to 1");
}

#[test]
fn house_rule_points_can_end_a_team_hand_and_are_then_reset() {
    let mut table = table(4, &json!({ "teams": true, "foremen": 0 }));
    done(&mut table, "points", &[1, 60]);
    done(&mut table, "points", &[3, 39]);
    assert_eq!((table.state.hand, table.state.towers), (1, [0, 0]));
    done(&mut table, "points", &[3, 1]);
    assert_eq!((table.state.hand, table.state.towers, table.state.bonus), (2, [0, 1], [0; 4]));
}

#[test]
fn a_shown_hand_stays_known_only_to_the_player_it_was_shown_to() {
    let mut table = table(3, &json!({}));
    table.hand(0, "red 5").hand(1, "red 6, Highwayman").hand(2, "blue 2");
    done(&mut table, "show_hand", &[1, 0]);
    assert_eq!(seen_by(&table, Observer::Seat(Seat(0)), "hand/1"), ["red 6", "Highwayman"]);
    assert_eq!(seen_by(&table, Observer::Seat(Seat(2)), "hand/1"), ["card", "card"]);
    assert_eq!(seen_by(&table, Observer::Public, "hand/1"), ["card", "card"]);
    for seed in 0..20 {
        let mut guessed = table.state.clone();
        table.rules.determinize(&mut guessed, Seat(0), seed);
        assert_eq!(guessed.hands[1], table.state.hands[1], "who was shown it guesses nothing else");
        table.rules.determinize(&mut guessed, Seat(2), seed);
        assert_eq!(guessed.known[0], guessed.hands[1], "and everybody else knows that it was shown");
    }
    // Later draws are hidden as before.
    done(&mut table, "draw", &[1, 1]);
    assert_eq!(seen_by(&table, Observer::Seat(Seat(0)), "hand/1").iter().filter(|name| *name == "card").count(), 1);
}

#[test]
fn a_hand_that_is_shown_is_seen_whole_with_cards_from_the_brickyard() {
    for effect in [("show_hand", vec![1, 0]), ("swap_hands", vec![0, 1]), ("pass_hands", vec![])] {
        let mut table = table(2, &json!({}));
        table.hand(1, "red 6, Highwayman").brickyard("green 7").turn_of(1);
        table.state.phase = Phase::Draw;
        table.play(Move::DrawBrickyard);
        let (whose, to) = if effect.0 == "show_hand" { ("hand/1", 0) } else { ("hand/0", 1) };
        done(&mut table, effect.0, &effect.1);
        let seen = seen_by(&table, Observer::Seat(Seat(to)), whose);
        assert_eq!(seen, ["red 6", "green 7", "Highwayman"], "{}", effect.0);
    }
}

#[test]
fn of_alike_cards_nobody_knows_which_is_left_when_one_has_gone() {
    let mut table = table(2, &json!({}));
    table.hand(1, "Mason, red 6");
    done(&mut table, "show_hand", &[1, 0]);
    table.hand(1, "Mason").turn_of(1);
    done(&mut table, "spend_card", &[1, 1]);
    assert_eq!(seen_by(&table, Observer::Seat(Seat(0)), "hand/1"), ["red 6", "card"]);
}

#[test]
fn a_given_card_is_known_to_both_and_hides_the_hand_from_others() {
    let mut table = table(3, &json!({}));
    table.hand(0, "red 5, blue 5").hand(1, "red 6").hand(2, "blue 2");
    done(&mut table, "show_hand", &[0, 2]);
    done(&mut table, "give", &[0, 1]);
    assert_eq!(table.state.hands.map(u128::count_ones), [1, 2, 1, 0]);
    assert_eq!(seen_by(&table, Observer::Seat(Seat(0)), "hand/1").iter().filter(|name| name.ends_with('5')).count(), 1);
    assert_eq!(seen_by(&table, Observer::Seat(Seat(2)), "hand/0"), ["card"]);
    assert_eq!(refused(&mut table, "give", &[3, 0]), "there is no seat 3: they are numbered from 0 to 2");
}

#[test]
fn two_cards_are_swapped_seen_by_their_players_alone() {
    let mut table = table(3, &json!({}));
    table.hand(0, "red 5, blue 5").hand(1, "red 6, blue 6").hand(2, "blue 2");
    done(&mut table, "show_hand", &[0, 2]);
    let place = |table: &Table, seat: usize, card: &str| {
        1 + table.held(seat).iter().position(|held| held == card).unwrap() as i64
    };
    let (five, six) = (place(&table, 0, "red 5"), place(&table, 1, "blue 6"));
    done(&mut table, "swap_held", &[0, five, 1, six]);
    let held = |table: &Table, seat| table.held(seat).into_iter().collect::<BTreeSet<String>>();
    assert_eq!(held(&table, 0), ["blue 5", "blue 6"].map(str::to_owned).into());
    assert_eq!(held(&table, 1), ["red 5", "red 6"].map(str::to_owned).into());
    let known = |table: &Table, eye: u8, hand: &str| -> Vec<String> {
        seen_by(table, Observer::Seat(Seat(eye)), hand).into_iter().filter(|name| name != "card").collect()
    };
    assert_eq!((known(&table, 0, "hand/1"), known(&table, 1, "hand/0")), (vec!["red 5".into()], vec!["blue 6".into()]));
    assert!(known(&table, 2, "hand/0").is_empty() && known(&table, 2, "hand/1").is_empty());
    assert_eq!(refused(&mut table, "swap_held", &[0, 1, 0, 2]), "nobody swaps a card with themselves");
    assert_eq!(refused(&mut table, "swap_held", &[0, 1, 2, 2]), "seat 2 has no card at place 2 of the hand");
}

#[test]
fn a_card_that_is_shown_is_known_to_all_players_while_it_is_held() {
    let mut table = table(3, &json!({}));
    table.hand(0, "red 5, Highwayman").hand(1, "red 6").hand(2, "blue 2");
    done(&mut table, "show_held", &[0, 1]);
    for seat in [1, 2] {
        assert_eq!(seen_by(&table, Observer::Seat(Seat(seat)), "hand/0"), ["red 5", "card"], "seat {seat}");
    }
    assert_eq!(refused(&mut table, "show_held", &[0, 3]), "seat 0 has no card at place 3 of the hand");
    let shown = 1 + table.held(0).iter().position(|card| card == "red 5").unwrap() as i64;
    done(&mut table, "swap_held", &[0, shown, 1, 1]);
    for hand in ["hand/0", "hand/1"] {
        let seen = seen_by(&table, Observer::Seat(Seat(2)), hand);
        assert!(seen.iter().all(|name| name == "card"), "{hand} once the card has left: {seen:?}");
    }
}

#[test]
fn hands_are_swapped_and_passed_and_their_former_players_know_them() {
    let mut table = table(3, &json!({}));
    table.hand(0, "red 5").hand(1, "red 6").hand(2, "blue 2");
    done(&mut table, "swap_hands", &[0, 1]);
    assert_eq!([0, 1, 2].map(|seat| table.held(seat).concat()), ["red 6", "red 5", "blue 2"]);
    done(&mut table, "pass_hands", &[]);
    assert_eq!([0, 1, 2].map(|seat| table.held(seat).concat()), ["blue 2", "red 6", "red 5"]);
    // North had 6, then 5, which is East's now; South's is East's former.
    assert_eq!(seen_by(&table, Observer::Seat(Seat(1)), "hand/2"), ["red 5"]);
    assert_eq!(seen_by(&table, Observer::Seat(Seat(1)), "hand/0"), ["card"]);
}

#[test]
fn in_a_draft_each_player_keeps_a_card_and_passes_the_rest_left() {
    let mut table = table(3, &json!({}));
    table.hand(0, "red 5, red 6").hand(1, "blue 5, blue 6").hand(2, "green 5, green 6");
    table.state.phase = Phase::Draw;
    done(&mut table, "draft", &[5]);
    for (seat, name) in [(0, "red 6"), (1, "blue 5"), (2, "green 6")] {
        assert_eq!(table.asked(), Some(seat));
        assert_eq!(refused(&mut table, "draw", &[0, 1]), "the players draft their hands");
        let card = each(table.state.hands[seat as usize]).find(|card| table.rules.deck().name(*card) == name).unwrap();
        let keep = Move::Keep { card };
        let description = |eye| crate::common::english(&table.rules.describe(&table.state, keep.action(), eye).text);
        let neighbour = Observer::Seat(Seat((seat + 1) % 3));
        assert_eq!(
            [description(Observer::Seat(Seat(seat))), description(neighbour)],
            [format!("keep the {name}"), "keep a card".to_owned()]
        );
        table.play(keep);
    }
    // Of a single card there is no choice.
    assert_eq!(table.state.phase, Phase::Draw);
    assert_eq!(table.held(0), ["green 5", "red 6"]);
    assert_eq!(table.held(1), ["red 5", "blue 5"]);
    assert_eq!(table.held(2), ["blue 6", "green 6"]);
    assert_eq!(seen_by(&table, Observer::Seat(Seat(0)), "hand/1"), ["red 5", "card"]);
}

#[test]
fn rows_are_broken_repaired_and_moved_without_a_card() {
    let mut table = table(2, &json!({}));
    let row = table.row(1, "red 9, blue 9");
    done(&mut table, "break_row", &[row.into()]);
    assert_eq!((table.scores(), fact(&table, "broken_row", 2)), (vec![0, 0], vec![-1, 0]));
    assert_eq!(refused(&mut table, "break_row", &[row.into()]), "StoneRow 0 is broken already");
    done(&mut table, "repair_row", &[row.into()]);
    done(&mut table, "move_row", &[row.into(), 0]);
    assert_eq!((table.scores(), fact(&table, "best_row", 2)), (vec![18, 0], vec![0, -1]));
    assert_eq!(refused(&mut table, "repair_row", &[-1]), "there is no StoneRow -1: there are 1, numbered from 0");
}

#[test]
fn a_turn_out_of_order_is_no_turn_of_the_round() {
    let mut table = table(3, &json!({}));
    table.hand(0, "red 2, red 4").hand(2, "blue 2, blue 4").turn_of(0);
    done(&mut table, "turn_to", &[2]);
    table.discard("red 2");
    assert_eq!((table.asked(), fact(&table, "turn", 3)), (Some(2), vec![2]));
    table.state.phase = Phase::Act;
    table.discard("blue 2");
    assert_eq!((table.asked(), fact(&table, "turn", 3)), (Some(1), vec![2]));
    done(&mut table, "turn_to", &[0]);
    assert_eq!(table.asked(), Some(0), "at the beginning of a turn it is at once");
    done(&mut table, "end_turn", &[]);
    assert_eq!(table.asked(), Some(1));
    assert_eq!(refused(&mut table, "begin", &[2]), "the first turn is under way");
}

#[test]
fn the_beginner_is_followed_by_the_others() {
    let mut table = table(3, &json!({}));
    table.state = table.rules.deal(1).unwrap();
    done(&mut table, "begin", &[2]);
    assert_eq!((table.asked(), fact(&table, "first", 3)), (Some(2), vec![2]));
    done(&mut table, "end_turn", &[]);
    assert_eq!(table.asked(), Some(0));
}

#[test]
fn rounds_are_added_and_taken_away_and_the_rank_of_hammers_changes() {
    let mut table = table(2, &json!({}));
    done(&mut table, "add_rounds", &[2]);
    done(&mut table, "hammer_rank", &[13]);
    assert_eq!((fact(&table, "rounds", 2), fact(&table, "hammer_rank", 2)), (vec![7], vec![13]));
    table.hand(0, "red Guild Master");
    table.row(1, "red 9, blue 9");
    assert!(table.legal().iter().any(|legal| matches!(legal, Move::Hammer { .. })));
    assert_eq!(
        refused(&mut table, "add_rounds", &[-7]),
        "there would be 0 rounds: at least 1 are played, and at most 100"
    );
    assert_eq!(refused(&mut table, "hammer_rank", &[14]), "the deck has the ranks 1 to 13, not 14");
}

#[test]
fn a_match_that_is_over_goes_on_with_the_rounds_that_are_added() {
    let mut table = table(2, &json!({ "rounds": 2 }));
    for _ in 0..4 {
        done(&mut table, "end_turn", &[]);
    }
    assert_eq!((table.asked(), &table.state.phase), (None, &Phase::Over));
    done(&mut table, "points", &[1, 7]);
    assert_eq!(refused(&mut table, "add_rounds", &[-1]), "the match is over, and only more rounds can be added");
    assert_eq!(
        refused(&mut table, "add_rounds", &[99]),
        "there would be 101 rounds: at least 3 are played, and at most 100"
    );
    done(&mut table, "add_rounds", &[1]);
    assert_eq!((fact(&table, "round", 2), fact(&table, "rounds", 2)), (vec![3], vec![3]));
    assert_eq!((table.asked(), table.scores()), (Some(0), vec![0, 7]));
    for _ in 0..2 {
        done(&mut table, "end_turn", &[]);
    }
    assert_eq!((table.asked(), table.scores()), (None, vec![0, 7]));
}

#[test]
fn a_special_card_is_removed_or_thrown_by_its_holder() {
    let knobs = json!({ "house_cards": [2, 0, 0], "house_card_names": ["Spy", "B", "C"] });
    let mut table = table(2, &knobs);
    table.hand(0, "Spy, Spy");
    assert_eq!(fact(&table, "house_1_held", 2), [2, 0]);
    done(&mut table, "spend_card", &[0, 5]);
    done(&mut table, "discard_card", &[0, 5]);
    assert_eq!(refused(&mut table, "discard_card", &[0, 5]), "seat 0 holds no Spy");
    assert_eq!(seen_by(&table, Observer::Public, "out-of-play"), ["Spy"]);
    assert_eq!(seen_by(&table, Observer::Public, "brickyard"), ["Spy"]);
    let strange = StoneRow::new(stonehouse_plugin::Setup::new(
        2,
        crate::common::knobs(&json!({ "house_card_names": ["{x}", "B", "C"] })),
        stonehouse_plugin::Hooks::none(),
    ));
    assert!(strange.err().unwrap().to_string().contains("is no name for a card"));
}

/// The legal actions of a position.
fn choices(rules: &StoneRow, state: &State) -> Vec<Action> {
    let mut buffer = [Action(0); 4096];
    let mut actions = Actions::new(&mut buffer);
    rules.legal_actions(state, &mut actions).unwrap();
    actions.as_slice().to_vec()
}

/// How often each card is anywhere.
fn places(state: &State) -> Vec<u32> {
    let mut places = vec![0; 128];
    let mut put = |cards: u128| each(cards).for_each(|card| places[card as usize] += 1);
    state.rows().iter().for_each(|row| {
        put(row.cards);
        put(row.on);
    });
    state.hands.iter().chain(&state.deflectors).for_each(|cards| put(*cards));
    put(state.out_of_play | 1 << state.keystone);
    if let Phase::Attract { hammer, .. } = state.phase {
        put(1 << hammer);
    }
    state.quarry.as_slice().iter().chain(state.brickyard.as_slice()).for_each(|card| put(1 << card));
    places
}

/// Checks the invariants of a position.
fn check(table: &Table, seats: u8, other: u64) {
    let (rules, state) = (&table.rules, &table.state);
    let size = usize::from(rules.deck().size);
    let places = places(state);
    assert!(places[..size].iter().all(|count| *count == 1), "{places:?}");
    assert!(places[size..].iter().all(|count| *count == 0));
    let legal = choices(rules, state);
    assert_eq!(legal.is_empty(), state.phase == Phase::Over, "{:?}", state.phase);
    assert!(legal.windows(2).all(|pair| pair[0] < pair[1]));
    let in_hands = state.hands.iter().fold(0, |all, hand| all | hand);
    assert_eq!(state.seen & !in_hands, 0);
    for seat in 0..usize::from(seats) {
        assert_eq!(state.known[seat] & (state.hands[seat] | !in_hands), 0, "{seat} knows what it need not");
        assert_eq!(state.kept[seat] & !state.hands[seat], 0);
    }
    for seat in 0..seats {
        let mut guessed = state.clone();
        rules.determinize(&mut guessed, Seat(seat), other);
        for eye in [Observer::Seat(Seat(seat)), Observer::Public] {
            assert!(rules.scene(&guessed, eye) == rules.scene(state, eye), "{eye:?} sees what is hidden from {seat}");
        }
        assert_eq!(rules.turn(&guessed), rules.turn(state));
        if table.asked() == Some(seat) {
            assert_eq!(choices(rules, &guessed), legal);
        }
        assert_eq!(rules.everywhere(&guessed), first(rules.deck().size.into()));
        for knower in 0..usize::from(seats) {
            let hands = guessed.hands.iter().fold(0, |all, hand| all | hand);
            assert_eq!(guessed.known[knower] & (guessed.hands[knower] | !hands), 0);
            assert_eq!(guessed.known[knower].count_ones(), state.known[knower].count_ones());
            assert_eq!(guessed.kept[knower] & !guessed.hands[knower], 0);
        }
    }
}

/// Values that a script might pass, wild ones among them.
fn value(random: &mut Rng) -> i64 {
    match random.below(12) {
        0 => i64::MIN,
        1 => i64::MAX,
        2 => -1,
        3 => i64::from(random.below(300)),
        _ => i64::from(random.below(6)),
    }
}

fn rulesets() -> impl Strategy<Value = (u8, Json)> {
    let house = json!([2, 1, 1]);
    prop_oneof![
        (2..=4_u8).prop_map(move |seats| (seats, json!({ "house_cards": house }))),
        Just((4, json!({ "teams": true, "foremen": 0, "tower_cards": 2, "house_cards": [3, 0, 0] }))),
        (2..=4_u8).prop_map(|seats| (seats, json!({ "foremen": 4, "gold_diggers": 8, "masons": 8, "displacers": 8 }))),
        Just((3, json!({ "keystone_special": "by_name", "attract": "target_only", "colours": 3, "numbers": 6 }))),
        Just((2, json!({ "colours": 1, "numbers": 9, "hand_sizes": [3, 3, 3], "displacers": 4 }))),
        Just((3, json!({ "colours": 3, "numbers": 28, "max_run": 7 }))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn after_any_effects_the_position_is_whole_and_nobody_knows_too_much(
        (seats, knobs) in rulesets(), seed: u64, other: u64
    ) {
        let mut table = table(seats, &knobs);
        table.state = table.rules.deal(seed).unwrap();
        let effects = StoneRow::effects();
        let mut random = Rng::from_seed(seed);
        for _ in 0..400 {
            check(&table, seats, other);
            let legal = choices(&table.rules, &table.state);
            let Some(action) = random.pick(&legal) else { break };
            for eye in [Observer::Public, Observer::Referee] {
                let _ = table.rules.describe(&table.state, *action, eye);
            }
            table.rules.apply(&mut table.state, *action).unwrap();
            if random.below(3) == 0 {
                check(&table, seats, other);
                let index = random.below(effects.len() as u32) as usize;
                let arguments: Vec<i64> = effects[index].arguments.iter().map(|_| value(&mut random)).collect();
                let before = table.rules.scene(&table.state, Observer::Referee);
                if table.rules.effect(&mut table.state, index, &arguments).is_err() {
                    prop_assert!(table.rules.scene(&table.state, Observer::Referee) == before, "refused, but changed");
                }
            }
        }
        for index in 0..StoneRow::facts().len() {
            let mut values = vec![0; usize::from(seats)];
            table.rules.fact(&table.state, index, &mut values);
        }
    }

    #[test]
    fn drafts_and_moving_hands_keep_their_secrets((seats, knobs) in rulesets(), seed: u64, other: u64) {
        let mut table = table(seats, &knobs);
        table.state = table.rules.deal(seed).unwrap();
        let mut random = Rng::from_seed(seed);
        let mut effects = |table: &mut Table, names: &[&str]| {
            let seat = |random: &mut Rng| i64::from(random.below(seats.into()));
            for name in names {
                let arguments = match *name {
                    "pass_hands" => vec![],
                    "draft" => vec![1 + seat(&mut random)],
                    "swap_held" => (0..2).flat_map(|_| [seat(&mut random), 1 + seat(&mut random)]).collect(),
                    "show_held" => vec![seat(&mut random), 1 + seat(&mut random)],
                    _ => vec![seat(&mut random), seat(&mut random)],
                };
                let _ = effect(table, name, &arguments);
                check(table, seats, other);
            }
        };
        for _ in 0..6 {
            effects(&mut table, &["show_hand", "give", "show_held", "swap_held", "show_hand", "swap_hands"]);
            effects(&mut table, &["swap_held", "pass_hands", "show_held", "give", "draft"]);
            for _ in 0..12 {
                let legal = choices(&table.rules, &table.state);
                let Some(action) = Rng::from_seed(other ^ u64::from(table.state.turn)).pick(&legal).copied() else { break };
                table.rules.apply(&mut table.state, action).unwrap();
                check(&table, seats, other);
            }
        }
    }
}
