//! The hooks: each is called at its documented point with its documented arguments, and its result is used.

use crate::common::{Table, hooked};
use stonehouse_plugin::{Game, Hooks, Json, json};
use stonehouse_stonerow::hooks::Hook;
use stonehouse_stonerow::moves::Move;

/// A table with one house rule: `rule` as the function of `hook`.
fn with(hook: Hook, seats: u8, knobs: &Json, rule: fn(&[i64], i64) -> i64) -> Table {
    let house = move |index: usize, fields: &[i64], value: i64| {
        if index == hook as usize { rule(fields, value) } else { value }
    };
    hooked(seats, knobs, Hooks::from_fn(house))
}

fn teams() -> Json {
    json!({ "teams": true, "foremen": 0 })
}

#[test]
fn row_points_receives_the_row_and_its_share() {
    // Sets of characters are worth their number of cards; all else nothing.
    let mut table = with(Hook::row_points, 2, &json!({}), |fields, _| {
        let [kind, cards, rank, character, seat, shared] = fields else { panic!("six fields") };
        assert_eq!((*kind, *rank, *character, *seat, *shared), (0, 12, 1, 0, 0));
        *cards
    });
    table.row(0, "red Architect, blue Architect, green Architect");
    assert_eq!(table.scores(), [3, 0]);
}

#[test]
fn row_points_receives_a_share() {
    let mut table = with(Hook::row_points, 2, &json!({}), |fields, points| if fields[5] == 1 { 7 } else { points });
    let row = table.row(1, "red 9, blue 9");
    table.hand(0, "Mason, green 9");
    let card = table.rules.deck().card(8, 2);
    table.play(Move::Mortar { card, row });
    assert_eq!(table.scores(), [7, 18]);
}

#[test]
fn may_build_forbids_sets_and_runs() {
    let mut table = with(Hook::may_build, 2, &json!({}), |fields, _| i64::from(fields[0] == 1 && fields[1] == 4));
    table.hand(0, "red 2, red 3, red 4, red 5, blue 5");
    let builds: Vec<Move> =
        table.legal().into_iter().filter(|legal| matches!(legal, Move::Set { .. } | Move::Run { .. })).collect();
    assert_eq!(builds, [Move::Run { low: 1, colour: 0, len: 4 }]);
}

#[test]
fn hand_size_is_asked_for_each_seat() {
    let table = with(Hook::hand_size, 3, &json!({ "foremen": 0 }), |fields, size| size + fields[0]);
    let state = table.rules.deal(1).unwrap();
    assert_eq!(state.hands.map(u128::count_ones), [7, 8, 9, 0]);
}

#[test]
fn extra_rounds_is_asked_for_each_foreman() {
    let mut table = with(Hook::extra_rounds, 2, &json!({ "foremen": 2 }), |fields, rounds| rounds * fields[0]);
    table.brickyard("red 2, Foreman, Foreman");
    let rounds = table.state.rounds;
    for added in [1, 3] {
        table.state.phase = stonehouse_stonerow::state::Phase::Draw;
        table.play(Move::DrawBrickyard);
        assert_eq!(table.state.rounds, rounds + added);
    }
}

#[test]
fn may_break_and_may_steal_protect_rows() {
    let mut table = with(Hook::may_break, 2, &json!({}), |fields, _| i64::from(fields[4] < 20));
    table.row(1, "red 9, blue 9");
    table.row(1, "red Surveyor, blue Surveyor");
    table.hand(0, "red 1");
    let targets = |table: &Table| -> Vec<u8> {
        let row = |legal| match legal {
            Move::Hammer { row, .. } | Move::Steal { row } => Some(row),
            _ => None,
        };
        table.legal().into_iter().filter_map(row).collect()
    };
    assert_eq!(targets(&table), [0]);

    let mut table = with(Hook::may_steal, 2, &json!({}), |fields, _| fields[5]);
    table.row(1, "red 9, blue 9");
    let broken = table.row(1, "red 8, blue 8");
    table.state.rows[broken as usize].broken = true;
    table.hand(0, "Highwayman");
    assert_eq!(targets(&table), [broken]);
}

#[test]
fn points_goal_is_asked_for_each_team_when_a_hand_is_dealt() {
    let table = with(Hook::points_goal, 4, &teams(), |fields, goal| goal + 10 * fields[0] + fields[1] + fields[2]);
    assert_eq!(table.rules.deal(1).unwrap().goals, [100, 110]);
}

#[test]
fn team_points_decides_what_a_team_shares() {
    let mut table = with(Hook::team_points, 4, &teams(), |fields, _| 2 * fields[1].min(fields[2]) + fields[3]);
    table.row(0, "red 9, blue 9");
    table.row(2, "red 8, blue 8");
    let scene = table.rules.scene(&table.state, stonehouse_plugin::Observer::Public);
    assert_eq!(crate::common::english(&scene.seats[0].notes[0]), "32 points with North");
}

#[test]
fn final_score_is_asked_once_for_each_seat_at_the_end() {
    let mut table = with(Hook::final_score, 2, &json!({}), |fields, score| {
        let [seat, rows, broken, cards, best] = fields else { panic!("five fields") };
        score + 1000 * seat + 100 * rows + 10 * broken + cards + best
    });
    table.row(0, "red 2, blue 2");
    let broken = table.row(1, "red 3, blue 3");
    table.state.rows[broken as usize].broken = true;
    table.hand(1, "red 5, red 7").turn_of(1);
    table.state.turn = 9;
    table.discard("red 5");
    assert_eq!(table.scores(), [4 + 100 + 4, 1000 + 10 + 1 + 4]);
}
