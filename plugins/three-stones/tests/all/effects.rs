//! The effects of house rules: each effect by itself, and any of them in any order.

use crate::common::{action, legal, play, pockets, rules, scores, skill};
use proptest::prelude::*;
use std::collections::BTreeMap;
use stonehouse_plugin::{FieldKind, Json, Observer, PathStep, Rng, Seat, json};
use stonehouse_runtime::{EffectFailure, Plugin, State};
use stonehouse_three_stones::ThreeStones;

/// The number of an effect.
fn number(name: &str) -> usize {
    let plugin = Plugin::linked::<ThreeStones>().unwrap();
    plugin.effects().iter().position(|effect| effect.name == name).unwrap_or_else(|| panic!("no effect {name}"))
}

/// Applies an effect.
fn bring(state: &mut State, name: &str, arguments: &[i64]) {
    state.effect(number(name), arguments).unwrap_or_else(|why| panic!("{name}: {why}"));
}

/// The error of an effect that cannot be applied, which leaves everything unchanged.
fn refused(state: &mut State, name: &str, arguments: &[i64]) -> String {
    let before = state.scene(Observer::Referee).unwrap();
    let Err(EffectFailure::Refused(why)) = state.effect(number(name), arguments) else { panic!("{name}: not refused") };
    assert_eq!(state.scene(Observer::Referee).unwrap(), before, "{name}");
    why
}

fn to_act(state: &State) -> Option<Seat> {
    state.turn().unwrap().seat()
}

/// The stone in each pocket.
fn board(state: &State) -> BTreeMap<String, String> {
    let table = state.reveal().unwrap();
    let stones = table["board"].as_array().unwrap().iter();
    let text = |value: &Json| value.as_str().unwrap().to_owned();
    stones.map(|stone| (text(&stone["pocket"]), text(&stone["stone"]))).collect()
}

/// How many stones of each kind there are in one of the lists of [`State::reveal`].
fn counts(of: &Json) -> [i64; 3] {
    ["white", "black", "clear"].map(|kind| of[kind].as_i64().unwrap())
}

fn hands(state: &State) -> [[i64; 3]; 2] {
    let table = state.reveal().unwrap();
    [0, 1].map(|seat| counts(&table["hands"][seat]))
}

/// The stone that is drawn, and those in the pouch.
fn pouch(state: &State) -> (Option<String>, [i64; 3]) {
    let table = state.reveal().unwrap();
    (table["drawn"].as_str().map(str::to_owned), counts(&table["pouch"]))
}

/// The pocket of the ring.
fn ring(state: &State) -> String {
    let scene = state.scene(Observer::Public).unwrap();
    let ringed = scene.areas[0].pieces.iter().find(|piece| !piece.marks.is_empty());
    ringed.map(|piece| piece.on.clone()).unwrap_or_default()
}

/// The lines of White and Black on the board, as shown in their panels.
fn lines(state: &State) -> [String; 2] {
    let scene = state.scene(Observer::Public).unwrap();
    [0, 1].map(|seat: usize| scene.seats[seat].notes[0].to_string())
}

/// The pockets of the board, blocked ones not counted.
fn open(state: &State) -> usize {
    let scene = state.scene(Observer::Public).unwrap();
    scene.handles().filter(|handle| handle.starts_with("pocket/")).collect::<std::collections::BTreeSet<_>>().len()
}

const WHITE: i64 = 0;
const BLACK: i64 = 1;
const CLEAR: i64 = 2;

#[test]
fn points_are_added_to_a_score_and_taken_from_it_within_a_million() {
    let mut state = skill(&["w D4", "w E4", "w F4"]);
    bring(&mut state, "points", &[0, 4]);
    bring(&mut state, "points", &[1, -3]);
    assert_eq!(scores(&state), [5, -3]);
    assert_eq!(
        refused(&mut state, "points", &[0, i64::MAX]),
        "a score cannot be 9223372036854775807: at most a million either way"
    );
    assert_eq!(refused(&mut state, "points", &[5, 1]), "only two play");
}

#[test]
fn points_and_removed_lines_are_not_counted_again_at_the_end() {
    for knobs in [json!({}), json!({ "pouch": false })] {
        for seed in 0..30 {
            let rules = rules(&knobs);
            let mut state = rules.deal(seed).unwrap();
            let mut draws = Rng::from_seed(seed);
            for _ in 0..40 {
                state.apply(*draws.pick(&legal(&state)).unwrap()).unwrap();
            }
            let before = scores(&state);
            let lying = board(&state).len();
            for _ in 0..10 {
                bring(&mut state, "remove_random", &[]);
            }
            bring(&mut state, "points", &[0, 100]);
            assert_eq!((scores(&state), board(&state).len()), (vec![before[0] + 100, before[1]], lying - 10));
            state.playout(seed).unwrap();
            assert!(scores(&state)[0] >= before[0] + 100 && scores(&state)[1] >= before[1]);
        }
    }
}

#[test]
fn the_next_player_is_whom_a_rule_names_if_there_is_a_stone_in_hand() {
    let mut state = rules(&json!({})).deal(1).unwrap();
    state.apply(legal(&state)[0]).unwrap();
    bring(&mut state, "next_player", &[0]);
    assert_eq!(to_act(&state), Some(Seat(0)));

    let knobs = json!({ "pouch": false, "white_stones": 2, "black_stones": 2, "clear_stones": 0 });
    let mut state = play(&rules(&knobs), &["w D4", "w D5"]);
    bring(&mut state, "next_player", &[1]);
    state.apply(action("b D6")).unwrap();
    assert_eq!(to_act(&state), Some(Seat(0)), "Black has no stone left and White has");
    assert_eq!(refused(&mut state, "next_player", &[1]), "that player has no stone in hand, and cannot be next");
    state.apply(action("b D7")).unwrap();
    assert_eq!(to_act(&state), None);
}

#[test]
fn a_player_without_stones_is_passed_over_until_all_are_played() {
    let knobs = json!({ "pouch": false, "white_stones": 4, "black_stones": 4, "clear_stones": 0 });
    let mut state = rules(&knobs).deal(1).unwrap();
    for _ in 0..3 {
        state.apply(legal(&state)[0]).unwrap();
        bring(&mut state, "next_player", &[0]);
    }
    let mut order = Vec::new();
    while let Some(seat) = to_act(&state) {
        order.push(seat.0);
        state.apply(legal(&state)[0]).unwrap();
    }
    assert_eq!(order, [0, 1, 1, 1, 1]);
}

#[test]
fn swapping_colours_swaps_scores_and_hands_but_not_handicaps() {
    let knobs = json!({ "pouch": false, "handicap_points": [0, 5] });
    let mut state = play(&rules(&knobs), &["w D4", "w E4", "w F4", "c F5"]);
    assert_eq!((scores(&state), hands(&state)), (vec![1, 5], [[13, 15, 6], [14, 15, 5]]));
    bring(&mut state, "swap_colours", &[]);
    assert_eq!(scores(&state), [0, 6]);
    let black = |pocket: &str| (pocket.to_owned(), "black".to_owned());
    let clear = ("F5".to_owned(), "clear".to_owned());
    assert_eq!(board(&state), BTreeMap::from([black("D4"), black("E4"), black("F4"), clear]));
    assert_eq!((hands(&state), to_act(&state)), ([[15, 14, 5], [15, 13, 6]], Some(Seat(0))));

    let mut state = rules(&json!({ "white_stones": 5, "black_stones": 9, "clear_stones": 1 })).deal(1).unwrap();
    let (drawn, [white, black, clear]) = pouch(&state);
    bring(&mut state, "swap_colours", &[]);
    let swapped = drawn.map(|drawn| match &*drawn {
        "white" => "black".to_owned(),
        "black" => "white".to_owned(),
        _ => drawn,
    });
    assert_eq!(pouch(&state), (swapped, [black, white, clear]));
}

#[test]
fn a_removed_stone_is_out_of_the_game_and_leaves_its_pocket_empty() {
    let mut state = skill(&["w D4", "w E4", "w F4"]);
    bring(&mut state, "remove", &[3, 4]);
    assert_eq!((scores(&state), board(&state).len()), (vec![1, 0], 2));
    assert_eq!(refused(&mut state, "remove", &[3, 4]), "no stone lies in the pocket E4");
    assert_eq!(refused(&mut state, "remove", &[0, 0]), "there is no pocket in row 0, column 0");
    assert_eq!(refused(&mut state, "remove", &[i64::MIN, i64::MAX]).split(" in ").next(), Some("there is no pocket"));
    // The pocket can be played again, and the line scores again.
    assert!(pockets(&state).contains(&"E4".to_owned()));
    state.apply(action("w E4")).unwrap();
    assert_eq!((scores(&state), lines(&state)), (vec![2, 0], ["1 line", "0 lines"].map(str::to_owned)));
}

#[test]
fn a_stone_placed_by_an_effect_scores_without_moving_the_ring() {
    let mut state = skill(&["w D4", "w E4"]);
    let pockets_before = pockets(&state);
    bring(&mut state, "place", &[CLEAR, 3, 5]);
    assert_eq!(scores(&state), [1, 0]);
    let expected: Vec<String> = pockets_before.into_iter().filter(|pocket| pocket != "F4").collect();
    assert_eq!((pockets(&state), to_act(&state)), (expected, Some(Seat(0))));
    assert_eq!(refused(&mut state, "place", &[WHITE, 3, 5]), "the pocket F4 is not empty");
    assert_eq!(refused(&mut state, "place", &[3, 3, 6]), "`stone` cannot be 3");
}

#[test]
fn a_moved_stone_takes_the_ring_along_and_scores_at_its_new_place() {
    let mut state = skill(&["w D4", "w E4", "b G4", "w G7"]);
    bring(&mut state, "move_stone", &[6, 6, 3, 5]);
    assert_eq!((scores(&state), ring(&state)), (vec![1, 0], "pocket/3,5".to_owned()));
    assert!(!board(&state).contains_key("G7"));
    assert_eq!(refused(&mut state, "move_stone", &[3, 5, 3, 6]), "the pocket G4 is not empty");
    assert_eq!(refused(&mut state, "move_stone", &[6, 6, 6, 5]), "no stone lies in the pocket G7");
}

#[test]
fn a_recoloured_stone_scores_only_lines_that_were_none_before() {
    let mut state = skill(&["w D4", "c E4", "w F4", "b G4"]);
    assert_eq!(scores(&state), [1, 0]);
    bring(&mut state, "recolour", &[CLEAR, 3, 3]);
    // D4 and E4 clear, F4 white: that line was one already. E4, F4, G4 is none.
    assert_eq!(scores(&state), [1, 0]);
    bring(&mut state, "recolour", &[CLEAR, 3, 5]);
    // E4 and F4 clear, G4 black: a new line of Black's. D4 to F4 are clear, which is no player's line.
    assert_eq!((scores(&state), lines(&state)), (vec![1, 1], ["0 lines", "1 line"].map(str::to_owned)));
}

#[test]
fn a_blocked_pocket_is_none_until_it_is_opened_again() {
    let mut state = skill(&["w C4"]);
    bring(&mut state, "block", &[3, 3]);
    assert!(!pockets(&state).contains(&"D4".to_owned()));
    assert_eq!(open(&state), 79);
    assert_eq!(refused(&mut state, "block", &[3, 3]), "the pocket D4 is blocked");
    assert_eq!(refused(&mut state, "block", &[3, 2]), "the pocket C4 is not empty");
    bring(&mut state, "unblock", &[3, 3]);
    assert!(pockets(&state).contains(&"D4".to_owned()));
    assert_eq!(refused(&mut state, "unblock", &[3, 3]), "the pocket D4 is not blocked");
}

#[test]
fn the_game_is_over_when_no_pocket_is_left() {
    for knobs in [json!({}), json!({ "pouch": false })] {
        let mut state = rules(&knobs).deal(1).unwrap();
        state.apply(legal(&state)[0]).unwrap();
        for _ in 0..79 {
            assert!(to_act(&state).is_some());
            bring(&mut state, "block_random", &[]);
        }
        assert_eq!((to_act(&state), legal(&state).len()), (None, 0));
        assert_eq!(refused(&mut state, "block_random", &[]), "no pocket is empty");
        let status = state.scene(Observer::Public).unwrap().status.to_string();
        assert_eq!(status, "No pocket is left, and 71 stones are");
    }
}

#[test]
fn the_ring_can_be_moved_and_lifted() {
    let mut state = skill(&["w C4"]);
    bring(&mut state, "move_ring", &[0, 4]);
    assert_eq!(pockets(&state)[..2], ["F1", "G1"]);
    bring(&mut state, "lift_ring", &[]);
    assert_eq!(pockets(&state).len(), 79);
}

#[test]
fn redraw_returns_the_stone_to_the_pouch_and_discard_does_not() {
    let knobs = json!({ "white_stones": 1, "black_stones": 1, "clear_stones": 0 });
    let mut state = rules(&knobs).deal(1).unwrap();
    let (first, other) = (pouch(&state).0, [1, 0, 0]);
    let [drawn, left] = if first.as_deref() == Some("white") { ["black", "white"] } else { ["white", "black"] };
    let in_pouch = |kind: &str| if kind == "white" { other } else { [0, 1, 0] };
    assert_eq!(pouch(&state), (Some(left.to_owned()), in_pouch(drawn)));
    bring(&mut state, "redraw", &[]);
    assert_eq!(pouch(&state), (Some(drawn.to_owned()), in_pouch(left)));
    bring(&mut state, "discard_drawn", &[]);
    assert_eq!(pouch(&state), (first, [0, 0, 0]));
    assert_eq!(refused(&mut state, "redraw", &[]), "no other stone is in the pouch");
    bring(&mut state, "discard_drawn", &[]);
    assert_eq!((to_act(&state), refused(&mut state, "discard_drawn", &[])), (None, "no stone is drawn".to_owned()));
    assert_eq!(refused(&mut skill(&[]), "redraw", &[]), "no stone is drawn");
}

#[test]
fn stones_in_hand_are_discarded_handed_over_and_swapped() {
    let mut state = skill(&["w D4"]);
    bring(&mut state, "discard", &[1, BLACK]);
    bring(&mut state, "hand_over", &[1, CLEAR]);
    assert_eq!(hands(&state), [[14, 15, 7], [15, 14, 5]]);
    bring(&mut state, "swap_hands", &[]);
    assert_eq!(hands(&state), [[15, 14, 5], [14, 15, 7]]);
    for _ in 0..5 {
        bring(&mut state, "discard", &[0, CLEAR]);
    }
    assert_eq!(refused(&mut state, "discard", &[0, CLEAR]), "that player has no such stone in hand");
    let mut pouch = rules(&json!({})).deal(1).unwrap();
    for effect in [("discard", &[0, 0][..]), ("hand_over", &[0, 0]), ("swap_hands", &[])] {
        let why = refused(&mut pouch, effect.0, effect.1);
        assert_eq!(why, "nobody has stones in hand: they are drawn from the pouch");
    }
}

#[test]
fn more_stones_than_there_are_numbers_can_be_put_on_the_board() {
    let mut state = rules(&json!({})).deal(1).unwrap();
    for turn in 0..400 {
        bring(&mut state, "place", &[turn % 3, 0, 4]);
        bring(&mut state, "place", &[turn % 3, 0, 5]);
        let order = state.reveal().unwrap()["board"].clone();
        assert_eq!((&order[0]["pocket"], &order[1]["pocket"]), (&json!("E1"), &json!("F1")), "in order of placing");
        bring(&mut state, "remove", &[0, 4]);
        bring(&mut state, "remove", &[0, 5]);
    }
    let ids: std::collections::BTreeSet<u32> =
        state.scene(Observer::Public).unwrap().areas[0].pieces.iter().map(|piece| piece.id).collect();
    assert_eq!(ids.len(), board(&state).len());
}

/// Whether the invariants of every position hold for this one.
fn in_order(state: &State) -> Result<(), TestCaseError> {
    let actions = legal(state);
    let scene = state.scene(Observer::Referee).unwrap();
    prop_assert_eq!(actions.is_empty(), to_act(state).is_none());
    prop_assert_eq!(scene.prompt.is_none(), to_act(state).is_none());
    let handles: Vec<&str> = scene.handles().collect();
    for chosen in actions.iter().step_by(7) {
        let description = state.describe(*chosen, Observer::Referee).unwrap();
        for handle in description.paths.iter().flatten().flat_map(PathStep::handles) {
            prop_assert!(handles.contains(&&**handle), "{}", handle);
        }
        prop_assert!(state.try_clone().unwrap().apply(*chosen).is_ok());
    }
    // No two stones share a pocket or a number, and none is on a blocked pocket.
    let pieces = &scene.areas[0].pieces;
    let on: std::collections::BTreeSet<&str> = pieces.iter().map(|piece| &*piece.on).collect();
    let ids: std::collections::BTreeSet<u32> = pieces.iter().map(|piece| piece.id).collect();
    prop_assert_eq!((on.len(), ids.len()), (pieces.len(), pieces.len()));
    prop_assert!(on.iter().all(|pocket| handles.contains(pocket)));
    // Both ways to play at random reach the same end.
    let (mut swift, mut plain) = (state.try_clone().unwrap(), state.try_clone().unwrap());
    prop_assert_eq!(swift.playout(7).unwrap(), plain.plain_playout(7).unwrap());
    prop_assert_eq!(swift.outcome().unwrap(), plain.outcome().unwrap());
    prop_assert_eq!(swift.scene(Observer::Referee).unwrap(), plain.scene(Observer::Referee).unwrap());
    // Only future draws are unknown to everybody.
    let mut other = state.try_clone().unwrap();
    other.determinize(Seat(0), 5).unwrap();
    prop_assert_eq!(other.scene(Observer::Public).unwrap(), scene_of(state));
    Ok(())
}

fn scene_of(state: &State) -> stonehouse_plugin::Scene {
    state.scene(Observer::Public).unwrap()
}

/// An argument of an effect: mostly one that could be meant, sometimes anything.
fn argument(kind: &FieldKind, draws: &mut Rng) -> i64 {
    if draws.below(20) == 0 {
        return *draws.pick(&[i64::MIN, -1, 2, 3, 128, i64::from(u32::MAX), i64::MAX]).unwrap();
    }
    let most = match kind {
        FieldKind::Seat | FieldKind::Boolean => 2,
        FieldKind::Word(words) => words.len() as u32,
        FieldKind::Integer => 11,
    };
    i64::from(draws.below(most))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Effects in any order and with any arguments leave the game in order.
    #[test]
    fn the_game_is_in_order_after_any_effects(pouch: bool, seed: u64) {
        let plugin = Plugin::linked::<ThreeStones>().unwrap();
        let mut state = rules(&json!({ "pouch": pouch })).deal(seed).unwrap();
        let mut draws = Rng::from_seed(seed);
        let all = state.try_clone().unwrap();
        for step in 0..120 {
            if draws.below(2) == 0 {
                let index = draws.below(plugin.effects().len() as u32) as usize;
                let effect = &plugin.effects()[index];
                let arguments: Vec<i64> = effect.arguments.iter().map(|given| argument(&given.kind, &mut draws)).collect();
                let before = state.scene(Observer::Referee).unwrap();
                if let Err(failure) = state.effect(index, &arguments) {
                    let EffectFailure::Refused(why) = failure else { panic!("{failure}") };
                    prop_assert!(why.len() > 10, "{}", why);
                    prop_assert_eq!(state.scene(Observer::Referee).unwrap(), before);
                }
            } else if to_act(&state).is_some() {
                let chosen = *draws.pick(&legal(&state)).unwrap();
                state.apply(chosen).unwrap();
            }
            if step % 10 == 0 {
                in_order(&state)?;
            }
        }
        in_order(&state)?;
        // A position of the same rules that was not changed is unaffected.
        in_order(&all)?;
    }
}
