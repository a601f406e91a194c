//! Team play: partners, the goal, out-of-turn actions, towers, the deal.

use crate::common::{Table, table};
use stonehouse_plugin::{Game, Json, Seat, json};
use stonehouse_stonerow::moves::Move;
use stonehouse_stonerow::state::{Phase, Pile};

/// A table of two teams.
fn teams(extra: &Json) -> Table {
    let mut knobs = json!({ "teams": true, "foremen": 0 });
    for (name, value) in extra.as_object().unwrap() {
        knobs[name] = value.clone();
    }
    table(4, &knobs)
}

#[test]
fn partners_sit_opposite_and_are_one_team() {
    let seating = teams(&json!({})).rules.seating();
    assert_eq!(seating.seats.iter().map(|seat| seat.team).collect::<Vec<_>>(), [0, 1, 0, 1]);
}

#[test]
fn the_team_deck_has_no_foreman_and_team_play_is_for_four() {
    use stonehouse_plugin::{Hooks, Setup};
    use stonehouse_stonerow::StoneRow;
    let refused = |seats, knobs| match StoneRow::new(Setup::new(seats, crate::common::knobs(&knobs), Hooks::none())) {
        Ok(_) => panic!("not refused"),
        Err(error) => error.knob,
    };
    assert_eq!(refused(4, json!({ "teams": true })), "foremen");
    assert_eq!(refused(3, json!({ "teams": true, "foremen": 0 })), "teams");
}

#[test]
fn a_teammates_row_is_not_broken_or_stolen() {
    let mut table = teams(&json!({}));
    table.row(2, "red 9, blue 9");
    table.hand(0, "red 1, Highwayman");
    assert!(!table.legal().iter().any(|legal| matches!(legal, Move::Hammer { .. } | Move::Steal { .. })));
}

#[test]
fn a_mason_mortars_to_the_teammates_row_and_the_owners_claim_grows() {
    let mut table = teams(&json!({}));
    let row = table.row(2, "red 9, blue 9");
    table.hand(0, "Mason, green 9");
    let card = table.rules.deck().card(8, 2);
    table.play(Move::Mortar { card, row });
    assert_eq!(table.state.rows()[0].points, [0, 0, 30, 0]);
}

/// A table at which South holds a Mason. These rows are broken: a row of South's own, one of the teammate's, one of
/// West's in which South has a share, one of East's in which only the teammate has one, and one of West's alone.
fn broken_rows(extra: &Json) -> (Table, [u8; 5]) {
    let mut table = teams(extra);
    let (own, teammates) = (table.row(0, "red 5, blue 5"), table.row(2, "red 6, blue 6"));
    let (shared, partners, theirs) =
        (table.row(1, "red 7, blue 7"), table.row(3, "red 8, blue 8"), table.row(1, "red 9, blue 9"));
    table.hand(0, "Mason, green 7").hand(2, "Mason, green 8");
    let (seven, eight) = (table.rules.deck().card(6, 2), table.rules.deck().card(7, 2));
    table.turn_of(0).play(Move::Mortar { card: seven, row: shared });
    table.turn_of(2).play(Move::Mortar { card: eight, row: partners });
    let rows = [own, teammates, shared, partners, theirs];
    rows.iter().for_each(|row| table.state.rows[*row as usize].broken = true);
    table.hand(0, "Mason").turn_of(0);
    (table, rows)
}

#[test]
fn a_mason_repairs_only_rows_where_its_own_player_has_points() {
    let (table, rows) = broken_rows(&json!({}));
    assert_eq!(rows.map(|row| table.may(Move::Repair { row })), [true, false, true, false, false]);
}

#[test]
fn a_mason_repairs_rows_of_the_teammate_by_knob() {
    let (table, rows) = broken_rows(&json!({ "repairs": "team" }));
    assert_eq!(rows.map(|row| table.may(Move::Repair { row })), [true, true, true, true, false]);
}

#[test]
fn a_teammate_may_add_fitting_cards_to_a_build_without_a_mason() {
    let mut table = teams(&json!({}));
    table.hand(0, "red 8, blue 8").hand(2, "green 8, yellow 8, red 2");
    let build = table.building("red 8, blue 8");
    table.play(build);
    assert_eq!(table.asked(), Some(2));
    let (green, yellow) = (table.rules.deck().card(7, 2), table.rules.deck().card(7, 3));
    assert_eq!(table.legal(), [Move::Add { card: green }, Move::Add { card: yellow }, Move::AddNone]);
    table.play(Move::Add { card: green }).play(Move::Add { card: yellow });
    assert_eq!(table.legal(), [Move::AddNone]);
    table.play(Move::AddNone);
    assert_eq!(table.state.rows()[0].points, [40, 0, 0, 0]);
    assert_eq!((table.asked(), table.state.phase), (Some(1), Phase::Draw), "no player is skipped");
}

#[test]
fn a_teammate_without_fitting_cards_is_asked_all_the_same() {
    let mut table = teams(&json!({}));
    table.hand(0, "red 8, blue 8").hand(2, "red 2");
    let build = table.building("red 8, blue 8");
    table.play(build);
    assert_eq!((table.asked(), table.legal()), (Some(2), vec![Move::AddNone]));
}

#[test]
fn a_teammates_discard_may_be_picked_up_before_the_next_turn() {
    for (answer, held) in [(Move::PickUp, vec!["red 8"]), (Move::LeaveIt, vec![])] {
        let mut table = teams(&json!({}));
        table.hand(0, "red 8");
        table.discard("red 8");
        assert_eq!(table.asked(), Some(2));
        table.play(answer);
        assert_eq!(table.held(2), held);
        assert_eq!((table.asked(), table.state.phase), (Some(1), Phase::Draw));
    }
}

#[test]
fn reaching_the_goal_turns_a_tower_card_and_passes_the_deal() {
    let mut table = teams(&json!({}));
    table.row(2, "red 2, red 3, red 4, red 5, red 6");
    table.row(0, "blue 2, blue 3, blue 4");
    let dealer = table.state.dealer;
    table.hand(0, "red 9, blue 9, green 9");
    let short = table.building("red 9, blue 9");
    let mut not_yet = Table { rules: teams(&json!({})).rules, state: table.state.clone() };
    not_yet.play(short);
    assert_eq!(not_yet.state.towers, [0, 0], "98 points are not 100");
    let build = table.building("red 9, blue 9, green 9");
    table.play(build);
    assert_eq!(table.state.towers, [1, 0]);
    assert_eq!((table.state.hand, table.state.row_count), (2, 0));
    assert_eq!(table.state.dealer, (dealer + 1) % 4);
    assert_eq!(table.asked(), Some((dealer + 2) % 4));
    assert!(table.state.hands.iter().all(|hand| hand.count_ones() == 6));
}

#[test]
fn the_goal_is_checked_after_an_addition_out_of_turn() {
    let mut table = teams(&json!({}));
    table.row(2, "red 2, red 3, red 4, red 5, red 6");
    table.row(0, "blue 2, blue 3, blue 4");
    table.hand(0, "red 8, blue 8").hand(2, "green 8");
    let build = table.building("red 8, blue 8");
    table.play(build);
    assert_eq!(table.state.towers, [0, 0]);
    let green = table.rules.deck().card(7, 2);
    table.play(Move::Add { card: green });
    assert_eq!(table.state.towers, [1, 0]);
}

#[test]
fn the_first_team_with_six_tower_cards_wins_the_match() {
    let mut table = teams(&json!({}));
    table.state.towers = [2, 5];
    table.row(3, "red 2, red 3, red 4, red 5, red 6");
    table.hand(1, "blue 2, blue 3, blue 4, blue 5, blue 6");
    table.turn_of(1);
    let build = table.building("blue 2, blue 3, blue 4, blue 5, blue 6");
    table.play(build);
    assert_eq!(table.asked(), None);
    assert_eq!(table.scores(), [2, 6, 2, 6]);
    assert_eq!(table.rules.winners(&table.state).iter().collect::<Vec<_>>(), [Seat(1), Seat(3)]);
}

#[test]
fn a_shared_row_counts_once_for_each_team() {
    let mut table = teams(&json!({}));
    let row = table.row(1, "red 9, blue 9");
    table.hand(0, "Mason, green 9").hand(2, "Mason, yellow 9");
    let (green, yellow) = (table.rules.deck().card(8, 2), table.rules.deck().card(8, 3));
    table.play(Move::Mortar { card: green, row });
    table.turn_of(2).play(Move::Mortar { card: yellow, row });
    assert_eq!(table.state.rows()[0].points, [30, 18, 40, 0]);
    let scene = table.rules.scene(&table.state, stonehouse_plugin::Observer::Public);
    let team = |seat: usize| crate::common::english(&scene.seats[seat].notes[0]);
    assert_eq!((team(0), team(1)), ("40 points with North".to_owned(), "18 points with East".to_owned()));
}

#[test]
fn a_lap_of_passes_without_draws_ends_the_hand_for_the_leaders() {
    for (cards, towers) in [("red 9, blue 9", [1, 0]), ("red 8, blue 8", [0, 0])] {
        let mut table = teams(&json!({}));
        table.row(0, cards);
        table.row(1, "green 8, yellow 8");
        table.state.quarry = Pile::EMPTY;
        table.turn_of(0);
        for _ in 0..4 {
            assert_eq!(table.legal(), [Move::Pass]);
            table.play(Move::Pass);
        }
        assert_eq!((table.state.towers, table.state.hand), (towers, 2));
    }
}

/// Plays a turn that leaves nothing to draw: the mover discards the red 8, and the teammate picks it up.
fn hand_on_the_8(table: &mut Table) {
    table.discard("red 8").play(Move::PickUp);
}

#[test]
fn passes_between_other_turns_do_not_end_a_hand_without_draws() {
    let mut table = teams(&json!({}));
    table.row(1, "red 9, blue 9");
    table.hand(0, "red 8, red 2, blue 2");
    table.state.quarry = Pile::EMPTY;
    table.turn_of(0);
    for _ in 0..5 {
        hand_on_the_8(&mut table);
        assert_eq!(table.legal(), [Move::Pass]);
        table.play(Move::Pass);
        hand_on_the_8(&mut table);
        table.play(Move::Pass);
    }
    assert_eq!((table.state.towers, table.state.hand), ([0, 0], 1), "ten passes, and never two in a row");

    // Three passes, one short of a lap; then South builds, and the count restarts.
    hand_on_the_8(&mut table);
    let held = std::mem::take(&mut table.state.hands);
    for _ in 0..3 {
        table.play(Move::Pass);
    }
    table.state.hands = held;
    let build = table.building("red 2, blue 2");
    table.play(build).play(Move::AddNone);
    table.state.hands = [0; 4];
    for _ in 0..3 {
        table.play(Move::Pass);
        assert_eq!(table.state.hand, 1);
    }
    table.play(Move::Pass);
    assert_eq!((table.state.towers, table.state.hand), ([0, 1], 2), "a whole lap is passed");
}

#[test]
fn an_undecided_hand_ends_after_fifty_laps_for_the_leading_team() {
    for (extra, last) in [(json!({}), 199), (json!({ "longest_hand": 2 }), 7)] {
        let mut table = teams(&extra);
        table.row(1, "red 9, blue 9");
        table.turn_of(3).hand(3, "red 2, red 3");
        // The same seat, four turns before the last one.
        table.state.turn = last - 4;
        table.discard("red 2").play(Move::LeaveIt);
        assert_eq!((table.state.towers, table.state.hand), ([0, 0], 1));
        table.state.turn = last;
        table.state.phase = Phase::Act;
        table.discard("red 3").play(Move::LeaveIt);
        assert_eq!((table.state.towers, table.state.hand), ([0, 1], 2));
    }
}

#[test]
fn a_match_ends_after_255_hands_and_more_tower_cards_win() {
    for (towers, scores, winners) in
        [([2, 0], [2, 1, 2, 1], vec![Seat(0), Seat(2)]), ([1, 0], [1; 4], (0..4).map(Seat).collect())]
    {
        let mut table = teams(&json!({}));
        table.row(3, "red 2, red 3, red 4, red 5, red 6");
        table.hand(1, "blue 2, blue 3, blue 4, blue 5, blue 6");
        (table.state.towers, table.state.hand) = (towers, 254);
        let build = "blue 2, blue 3, blue 4, blue 5, blue 6";
        let mut another = Table { rules: teams(&json!({})).rules, state: table.state.clone() };
        table.state.hand = 255;
        table.turn_of(1);
        let chosen = table.building(build);
        table.play(chosen);
        assert_eq!((table.asked(), table.scores()), (None, scores.to_vec()));
        assert_eq!(table.rules.winners(&table.state).iter().collect::<Vec<_>>(), winners);
        another.turn_of(1).play(chosen);
        assert_eq!(another.state.hand, 255, "after the one before it another is dealt");
    }
}

/// A table at which a row of West's is broken in which South has a share: 18 points for West's team, 30 for South's,
/// which has 70 others. West's has these rows too. South repairs the shared one.
fn both_reach_the_goal(wests: &[&str]) -> Table {
    let mut table = teams(&json!({}));
    let shared = table.row(1, "red 9, blue 9");
    table.hand(0, "Mason, green 9");
    let nine = table.rules.deck().card(8, 2);
    table.turn_of(0).play(Move::Mortar { card: nine, row: shared });
    table.state.rows[shared as usize].broken = true;
    table.row(0, "red 2, red 3, red 4, red 5, red 6");
    table.row(2, "red Architect, blue Architect");
    for cards in wests {
        table.row(3, cards);
    }
    assert_eq!((table.state.towers, table.state.hand), ([0, 0], 1));
    table.hand(0, "Mason").turn_of(0).play(Move::Repair { row: shared });
    assert_eq!(table.state.hand, 2);
    table
}

#[test]
fn of_two_teams_at_the_goal_the_higher_turns_a_tower_card() {
    let run = "blue 2, blue 3, blue 4, blue 5, blue 6";
    // 100 and 108 points: for the team that did not act.
    assert_eq!(both_reach_the_goal(&[run, "red 8, blue 8, green 8, yellow 8"]).state.towers, [0, 1]);
    // 100 each.
    assert_eq!(both_reach_the_goal(&[run, "red 8, blue 8, green 8", "red 1, blue 1"]).state.towers, [0, 0]);
}

#[test]
fn a_displacer_after_attracting_is_not_offered_to_the_teammate() {
    let mut table = teams(&json!({}));
    let row = table.row(1, "red 9, blue 9");
    table.hand(0, "red 1").hand(1, "Displacer");
    let hammer = table.rules.deck().card(0, 0);
    table.play(Move::Hammer { card: hammer, row }).play(Move::Attract);
    assert_eq!(table.rules.deck().name(table.state.brickyard.top().unwrap()), "Displacer");
    assert_eq!((table.asked(), table.state.phase), (Some(1), Phase::Draw), "the next turn begins");
}
