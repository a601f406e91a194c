//! The rulebook and its rulings, rule by rule. The short names are those of `docs/rules/three-stones.md`.

use crate::common::{Answer, action, hooked, legal, play, pockets, refusal, rules, scores, skill};
use stonehouse_plugin::scene::Mark;
use stonehouse_plugin::{Observer, Seat, Seats, json, text};

// Setup

#[test]
fn pouch_holds_30_white_30_black_and_12_clear_stones() {
    let rules = rules(&json!({}));
    let mut state = rules.deal(5).unwrap();
    let mut drawn = [0; 3];
    while state.turn().unwrap().seat().is_some() {
        let action = legal(&state)[0];
        drawn[(action.0 / 128) as usize] += 1;
        state.apply(action).unwrap();
    }
    assert_eq!(drawn, [30, 30, 12]);
}

#[test]
fn first_player_is_white_black_or_decided_by_the_seed() {
    let first = |word: &str, seed| rules(&json!({ "first_player": word })).deal(seed).unwrap().turn().unwrap().seat();
    assert_eq!(first("white", 1), Some(Seat(0)));
    assert_eq!(first("black", 1), Some(Seat(1)));
    let both: std::collections::BTreeSet<_> = (0..50).map(|seed| first("random", seed)).collect();
    assert_eq!(both.len(), 2);
}

#[test]
fn players_take_turns() {
    let mut state = rules(&json!({})).deal(3).unwrap();
    for turn in 0..72 {
        assert_eq!(state.turn().unwrap().seat(), Some(Seat(turn % 2)));
        state.apply(legal(&state)[0]).unwrap();
    }
    assert_eq!(state.turn().unwrap().seat(), None);
}

// Your turn

#[test]
fn the_drawn_stone_must_be_played_even_if_it_is_the_opponents() {
    let rules = rules(&json!({}));
    let mut drawn_by_white = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let state = rules.deal(seed).unwrap();
        assert_eq!(state.turn().unwrap().seat(), Some(Seat(0)));
        let scene = state.scene(Observer::Public).unwrap();
        let drawn = scene.areas.iter().find(|area| area.handle == "drawn").unwrap().pieces[0].name.to_string();
        for action in legal(&state) {
            let data = state.describe(action, Observer::Public).unwrap().data;
            assert!(drawn.starts_with(data["stone"].as_str().unwrap()), "{drawn} was drawn: {data}");
        }
        drawn_by_white.insert(drawn);
    }
    assert!(drawn_by_white.iter().any(|name| name.starts_with("black")), "{drawn_by_white:?}");
}

#[test]
fn the_drawn_stone_is_seen_by_both() {
    let state = rules(&json!({})).deal(3).unwrap();
    let drawn = |observer| {
        let scene = state.scene(observer).unwrap();
        scene.areas.iter().find(|area| area.handle == "drawn").unwrap().pieces[0].face.clone()
    };
    assert_eq!(drawn(Observer::Seat(Seat(0))), drawn(Observer::Seat(Seat(1))));
}

#[test]
fn the_first_stone_goes_anywhere() {
    assert_eq!(pockets(&skill(&[])).len(), 80);
}

#[test]
fn play_in_the_row_or_the_column_of_the_last_stone() {
    let state = skill(&["w C4"]);
    let expected = ["C3", "B4", "D4", "E4", "F4", "G4", "H4", "I4", "J4", "C5", "C6", "C7", "C8", "C9"];
    assert_eq!(pockets(&state), expected);
    let mut other = state.try_clone().unwrap();
    assert!(other.apply(action("b D5")).is_err());
}

#[test]
fn rows_and_columns_run_on_across_the_centre() {
    let row = pockets(&skill(&["w E6"]));
    assert!(row.contains(&"G6".into()) && row.contains(&"K6".into()) && !row.contains(&"F6".into()));
    let column = pockets(&skill(&["w F5"]));
    assert!(column.contains(&"F7".into()) && column.contains(&"F11".into()));
}

#[test]
fn a_full_row_and_column_free_the_whole_board() {
    // A board of one row and one column of two: after A1 and B1 the row is full.
    let rules = rules(
        &json!({ "board": "oo\n..\n.o", "white_stones": 2, "black_stones": 0, "clear_stones": 1, "line_length": 2 }),
    );
    let mut state = rules.deal(1).unwrap();
    let place =
        |state: &stonehouse_runtime::State, place: u32| legal(state).into_iter().find(|action| action.0 % 128 == place);
    state.apply(place(&state, 5).unwrap()).unwrap();
    assert!(place(&state, 0).is_none(), "B1 is empty and in the column");
    state.apply(place(&state, 1).unwrap()).unwrap();
    state.apply(place(&state, 0).unwrap()).unwrap();
    assert_eq!(state.turn().unwrap().seat(), None);

    let rules =
        crate::common::rules(&json!({ "board": "o.\n.o", "white_stones": 2, "black_stones": 0, "clear_stones": 0 }));
    let mut state = rules.deal(1).unwrap();
    state.apply(place(&state, 0).unwrap()).unwrap();
    assert_eq!(legal(&state).len(), 1, "nothing is empty in row or column, so any pocket will do");
}

#[test]
fn a_filled_pocket_cannot_be_played() {
    let mut state = skill(&["w C4"]);
    assert!(state.apply(action("b C4")).is_err());
}

// The ring

#[test]
fn the_ring_lies_on_the_last_stone_and_on_no_other() {
    let scene = skill(&["w C4", "b C5", "c D5"]).scene(Observer::Public).unwrap();
    let ringed: Vec<&str> =
        scene.areas[0].pieces.iter().filter(|piece| !piece.marks.is_empty()).map(|piece| &*piece.on).collect();
    assert_eq!(ringed, ["pocket/4,3"]);
}

// Scoring

#[test]
fn three_in_a_row_score_across_down_and_diagonally() {
    assert_eq!(scores(&skill(&["w D4", "w E4", "w F4"])), [1, 0]);
    assert_eq!(scores(&skill(&["b D4", "b D5", "b D6"])), [0, 1]);
    // Diagonals down-right and down-left, with stones elsewhere between to keep to rows and columns.
    assert_eq!(scores(&skill(&["w D4", "b D5", "w E5", "b F5", "w F7", "b H7", "c H6", "w F6"][..4])), [0, 0]);
    assert_eq!(scores(&skill(&["w C4", "b D4", "w D5", "b D6", "w E6"])), [1, 0]);
    assert_eq!(scores(&skill(&["w G4", "b F4", "w F5", "b E5", "w E7", "b H7", "b H6", "w E6"])), [1, 0]);
}

#[test]
fn the_colour_scores_regardless_of_who_placed_the_stone() {
    // White plays the first and third, Black the second: Black's stone completes nothing of Black's.
    assert_eq!(scores(&skill(&["b D4", "w D5", "b E5", "w E4", "b F4"])), [0, 0]);
    assert_eq!(scores(&skill(&["b D4", "b D5", "b D6"])), [0, 1], "White placed two of Black's three");
}

#[test]
fn a_clear_stone_counts_for_both() {
    assert_eq!(scores(&skill(&["w D4", "c E4", "w F4"])), [1, 0]);
    assert_eq!(scores(&skill(&["b D4", "c E4", "b F4"])), [0, 1]);
    // A clear stone between two white and two black ones completes a line of each.
    assert_eq!(scores(&skill(&["w D4", "w E4", "b G4", "b H4", "c F4"])), [1, 1]);
}

#[test]
fn two_clear_stones_and_a_coloured_score_but_three_clear_do_not() {
    assert_eq!(scores(&skill(&["c D4", "c E4", "w F4"])), [1, 0]);
    assert_eq!(scores(&skill(&["c D4", "c E4", "c F4"])), [0, 0]);
}

#[test]
fn a_line_of_four_scores_two_and_of_five_three() {
    assert_eq!(scores(&skill(&["w D4", "w E4", "w F4", "w G4"])), [2, 0]);
    assert_eq!(scores(&skill(&["w D4", "w E4", "w F4", "w G4", "w H4"])), [3, 0]);
    assert_eq!(scores(&skill(&["w D4", "w E4", "w G4", "w H4", "w F4"])), [3, 0], "all three at once");
}

#[test]
fn a_line_is_scored_only_once() {
    assert_eq!(scores(&skill(&["w D4", "w E4", "w F4", "b F5", "b F7"])), [1, 0]);
}

#[test]
fn no_line_scores_through_the_centre() {
    assert_eq!(scores(&skill(&["w D6", "w E6", "w G6", "w H6"])), [0, 0]);
    assert_eq!(scores(&skill(&["w F4", "w F5", "w F7", "w F8"])), [0, 0]);
}

#[test]
fn new_lines_are_lit_for_whom_they_score() {
    let scene = skill(&["w D4", "w E4", "b G4", "b H4", "c F4"]).scene(Observer::Public).unwrap();
    let names = ["White", "Black"];
    let lit: Vec<_> = scene.lit.iter().map(|lit| (lit.text.fill(&names), lit.handles.len())).collect();
    assert_eq!(lit, [("3 in a row for White".to_owned(), 3), ("3 in a row for Black".to_owned(), 3)]);
    assert!(skill(&["w D4", "w E4", "w F4", "b F5"]).scene(Observer::Public).unwrap().lit.is_empty());
}

// The end

#[test]
fn the_game_ends_with_the_last_stone_and_eight_pockets_stay_empty() {
    let mut state = rules(&json!({})).deal(9).unwrap();
    assert_eq!(state.playout(9).unwrap(), 72);
    let scene = state.scene(Observer::Public).unwrap();
    assert_eq!(80 - scene.areas[0].pieces.len(), 8);
}

#[test]
fn the_high_score_wins_and_equal_scores_are_a_draw() {
    let rules = rules(&json!({}));
    let mut draws = 0;
    for seed in 0..300 {
        let mut state = rules.deal(seed).unwrap();
        state.playout(seed).unwrap();
        let outcome = state.outcome().unwrap();
        let expected = match outcome.scores[0].cmp(&outcome.scores[1]) {
            std::cmp::Ordering::Greater => Seats::from(Seat(0)),
            std::cmp::Ordering::Less => Seats::from(Seat(1)),
            std::cmp::Ordering::Equal => Seats::all(2),
        };
        draws += usize::from(expected.len() == 2);
        assert_eq!(outcome.winners, expected);
    }
    assert!(draws > 0, "a tie should have come up");
}

// Pure skill

#[test]
fn pure_skill_gives_each_player_half_of_each_kind_to_choose_from() {
    let state = skill(&[]);
    assert_eq!(legal(&state).len(), 240);
    let scene = state.scene(Observer::Seat(Seat(1))).unwrap();
    for hand in ["hand/0", "hand/1"] {
        let area = scene.areas.iter().find(|area| area.handle == hand).unwrap();
        let counts: Vec<u32> = area.pieces.iter().map(|piece| piece.count).collect();
        assert_eq!(counts, [15, 15, 6]);
    }
}

#[test]
fn pure_skill_takes_the_stone_from_the_players_own_hand() {
    let state = skill(&["w D4", "b D5", "w D6"]);
    let scene = state.scene(Observer::Public).unwrap();
    let counts = |seat: usize| scene.areas[1 + seat].pieces.iter().map(|piece| piece.count).collect::<Vec<_>>();
    assert_eq!((counts(0), counts(1)), (vec![13, 15, 6], vec![15, 14, 6]));
}

#[test]
fn pure_skill_a_kind_that_is_used_up_cannot_be_played() {
    let mut state = rules(&json!({ "pouch": false })).deal(1).unwrap();
    for turn in 0..12 {
        let clear = legal(&state).into_iter().find(|action| action.0 / 128 == 2);
        state.apply(clear.unwrap_or_else(|| panic!("turn {turn}"))).unwrap();
    }
    assert!(legal(&state).iter().all(|action| action.0 / 128 < 2));
    // Its place remains, so that the other heaps do not move.
    for seat in 0..2 {
        let scene = state.scene(Observer::Seat(Seat(seat))).unwrap();
        let heaps = &scene.areas.iter().find(|area| area.handle == format!("hand/{seat}")).unwrap().pieces;
        let description: Vec<_> = heaps.iter().map(|heap| (heap.name.fill(&[""; 0]), heap.count)).collect();
        let [white, black, clear] = ["white stone", "black stone", "no clear stone left"].map(str::to_owned);
        assert_eq!(description, [(white, 15), (black, 15), (clear, 1)]);
        assert_eq!((heaps[2].handle.as_str(), &heaps[2].marks[..]), ("", &[Mark::Spent][..]));
    }
}

// Handicap and other knobs

#[test]
fn handicap_points_are_spotted_at_the_start() {
    let state = play(&rules(&json!({ "pouch": false, "handicap_points": [0, 7] })), &["w D4", "w E4", "w F4"]);
    assert_eq!(scores(&state), [1, 7]);
    let notes = &state.scene(Observer::Public).unwrap().seats[1].notes;
    assert!(notes.contains(&text!("{points} points spotted", points = 7)));
}

#[test]
fn line_length_and_points_per_line_are_knobs() {
    let rules = rules(&json!({ "pouch": false, "line_length": 4, "points_per_line": 10 }));
    assert_eq!(scores(&play(&rules, &["w D4", "w E4", "w F4"])), [0, 0]);
    assert_eq!(scores(&play(&rules, &["w D4", "w E4", "w F4", "w G4", "w H4"])), [20, 0]);
}

#[test]
fn more_stones_than_pockets_are_refused() {
    let (knob, message) = refusal(&json!({ "white_stones": 39 }));
    assert_eq!(
        (knob.as_str(), message.as_str()),
        ("white_stones", "81 stones do not fit into 80 pockets: take fewer stones, or draw a larger board",)
    );
    assert_eq!(refusal(&json!({ "board": "ooo" })).0, "board");
}

#[test]
fn no_stones_and_odd_halves_are_refused() {
    assert_eq!(
        refusal(&json!({ "white_stones": 0, "black_stones": 0, "clear_stones": 0 })).1,
        "there is no stone to play with"
    );
    let (knob, message) = refusal(&json!({ "pouch": false, "clear_stones": 11 }));
    assert!(knob == "clear_stones" && message.contains("take an even number"), "{message}");
    assert!(rules(&json!({ "clear_stones": 11 })).deal(1).is_ok(), "odd counts are fine with a pouch");
}

// Hidden information

#[test]
fn the_next_drawn_stone_is_unknown_to_everybody() {
    let state = rules(&json!({})).deal(4).unwrap();
    let next = |state: &stonehouse_runtime::State| {
        let mut state = state.try_clone().unwrap();
        state.apply(legal(&state)[0]).unwrap();
        legal(&state)[0].0 / 128
    };
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut sampled = state.try_clone().unwrap();
        sampled.determinize(Seat(0), seed).unwrap();
        assert_eq!(legal(&sampled), legal(&state), "the drawn stone is known");
        seen.insert(next(&sampled));
    }
    assert_eq!(seen.len(), 3, "any kind may come next");
}

// Hooks

#[test]
fn hook_line_points_receives_its_arguments() {
    // Diagonal lines count double; a clear stone in a line adds 10; the row of the stone adds 100 each.
    let host = Answer(0, |ctx, points| points * if ctx[2] == 2 { 2 } else { 1 } + ctx[5] * 10 + ctx[3] * 100);
    let rules = hooked(&json!({ "pouch": false }), host);
    assert_eq!(scores(&play(&rules, &["w D4", "c E4", "w F4"])), [311, 0]);
    let host = Answer(0, |ctx, points| points * if ctx[2] == 2 { 2 } else { 1 });
    let rules = hooked(&json!({ "pouch": false }), host);
    assert_eq!(scores(&play(&rules, &["w C4", "b D4", "w D5", "b D6", "w E6"])), [2, 0]);
}

#[test]
fn hook_may_play_forbids_pockets_and_never_stops_the_game() {
    // Nobody plays beside the last stone in its row.
    let beside = |ctx: &[i64], _| i64::from(!(ctx[2] == ctx[4] && (ctx[3] - ctx[5]).abs() == 1));
    let rules = hooked(&json!({ "pouch": false }), Answer(1, beside));
    let found = pockets(&play(&rules, &["w E4"]));
    assert!(!found.contains(&"D4".into()) && !found.contains(&"F4".into()) && found.contains(&"G4".into()));
    // Everything forbidden: any empty pocket.
    let rules = hooked(&json!({ "pouch": false }), Answer(1, |_, _| 0));
    assert_eq!(pockets(&play(&rules, &["w E4"])).len(), 79);
    // Row and column forbidden: the empty pockets that are allowed.
    let rules = hooked(&json!({ "pouch": false }), Answer(1, |ctx, _| i64::from(ctx[2] == 0)));
    assert_eq!(pockets(&play(&rules, &["w F1", "w E1", "w G1", "w G2"][..1])), ["E1", "G1"]);
}

#[test]
fn hook_may_play_is_given_the_empty_pockets_below() {
    // Stones fall: past the closed centre, too.
    let lowest = |ctx: &[i64], _| i64::from(ctx[7] == 0);
    let rules = hooked(&json!({ "pouch": false }), Answer(1, lowest));
    assert_eq!(pockets(&play(&rules, &["w F11", "w F10"])), ["F9", "D10", "H10"]);
    assert_eq!(pockets(&play(&rules, &["w F11", "w F10", "w F9", "w F8", "w F7"])), ["F5", "A7", "K7"]);
}

#[test]
fn hook_final_score_is_asked_once_for_each_player_at_the_end() {
    let rules = hooked(&json!({}), Answer(2, |ctx, score| score * 1000 + ctx[2]));
    let mut state = rules.deal(2).unwrap();
    while state.turn().unwrap().seat().is_some() {
        assert!(scores(&state).iter().all(|score| *score < 200));
        state.apply(legal(&state)[0]).unwrap();
    }
    for score in scores(&state) {
        assert_eq!(score / 1000, score % 1000, "the score was the number of lines");
    }
}
