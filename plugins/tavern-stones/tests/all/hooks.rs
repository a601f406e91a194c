//! The hooks: each is called at its documented point with its documented arguments, and its result is used.

use crate::common::{JEWEL, SILVER, Table, english, hooked, offer};
use stonehouse_plugin::{Game, Hooks, Json, Observer, json};
use stonehouse_tavern_stones::hooks::Hook;
use stonehouse_tavern_stones::moves::{Move, RequestedStone};
use stonehouse_tavern_stones::state::{NOBODY, Phase};

/// A table with one house rule: `rule` as the function of `hook`.
fn with(hook: Hook, knobs: &Json, rule: fn(&[i64], i64) -> i64) -> Table {
    let house = move |index: usize, fields: &[i64], value: i64| {
        if index == hook as usize { rule(fields, value) } else { value }
    };
    hooked(4, knobs, Hooks::from_fn(house))
}

const HANDS: [&str; 4] = ["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"];

#[test]
fn stone_worth_receives_the_stone_and_its_hand() {
    // Visible silver of seat 0 counts as much as there is of it.
    let mut table = with(Hook::stone_worth, &json!({}), |fields, coins| {
        let [kind, seat, visible, alike, hand, nth] = fields else { panic!("six fields") };
        assert!(*hand == 1 && (1..=*alike).contains(nth));
        if (*kind, *seat, *visible) == (2, 0, 1) { *alike } else { coins }
    });
    table.lay(&HANDS).last_turn();
    table.state.hand = 1;
    assert_eq!(table.state.last.hand, 0);
    table.play(Move::Pass);
    assert_eq!(table.coins(), [3 * 7 + 4 + 120, 78, 48, 34]);
}

#[test]
fn bonus_to_receives_richest_poorest_leader_first_and_hand() {
    let mut table = with(Hook::bonus_to, &json!({}), |fields, seat| {
        assert_eq!((fields, seat), (&[1, 0, -1, 0, 1][..], 0), "nobody leads before the first hand");
        fields[0]
    });
    table.lay(&HANDS).last_turn().play(Move::Pass);
    assert_eq!(table.coins(), [7, 198, 48, 34]);
    assert_eq!((table.state.last.most_complete, table.state.last.bonus_to), (0, 1));
}

#[test]
fn bonus_to_may_leave_the_bonus_for_the_next_hand() {
    let mut table = with(Hook::bonus_to, &json!({}), |_, _| -1);
    table.lay(&HANDS).last_turn().play(Move::Pass);
    assert_eq!((table.coins()[0], table.state.carried), (7, 120));
}

#[test]
fn bonus_receives_seat_size_kind_and_carried_over() {
    let mut table = with(Hook::bonus, &json!({}), |fields, bonus| {
        assert_eq!((fields, bonus), (&[0, 7, 2, 240, 1][..], 360));
        bonus + 5
    });
    table.state.carried = 240;
    table.lay(&HANDS).last_turn().play(Move::Pass);
    assert_eq!((table.coins()[0], table.state.carried), (372, 0));
}

#[test]
fn may_trade_forbids_offers_and_forced_trades() {
    // Only jewels from hidden places, and only for silver; nothing forced before the last turn.
    let mut table = with(Hook::may_trade, &json!({}), |fields, _| {
        let [by, to, gives, from_hidden, asks, of_hidden, force, turn] = fields else { panic!("eight fields") };
        assert!(by != to && (1..=12).contains(turn) && (0..=1).contains(of_hidden));
        i64::from(*gives == 0 && *from_hidden == 1 && *asks == 2 && (*force == 0 || *turn == 12))
    });
    table.lay(&["JSS/GGGJ", "SSJ/JJGG", "JGJ/JGJG", "JGJ/SSGG"]);
    let offers = [
        offer(6, 1, RequestedStone::Visible(0)),
        offer(6, 1, RequestedStone::Visible(1)),
        offer(6, 1, RequestedStone::Hidden(SILVER)),
        offer(6, 2, RequestedStone::Hidden(SILVER)),
        offer(6, 3, RequestedStone::Hidden(SILVER)),
    ];
    assert_eq!(table.legal()[..5], offers);
    assert_eq!(table.legal()[5..], [Move::Pass]);
    let forbidden = offer(6, 1, RequestedStone::Hidden(1)).action();
    assert!(table.rules.apply(&mut table.state, forbidden).is_err());
    table.last_turn();
    assert!(table.may(Move::Force { give: 6, to: 1, take: 0 }));
}

#[test]
fn may_trade_receives_blind_requests() {
    let mut table = with(Hook::may_trade, &json!({ "hidden_request": "blind" }), |fields, _| i64::from(fields[4] == 4));
    table.lay(&HANDS);
    assert!(
        table.legal().iter().all(|legal| matches!(legal, Move::Offer { asked: RequestedStone::Any, .. } | Move::Pass))
    );
    assert_eq!(table.legal().len(), 7 * 3 + 1);
}

#[test]
fn goal_receives_hand_best_and_next_best_after_each_hand() {
    let mut table = with(Hook::goal, &json!({}), |fields, goal| {
        assert_eq!((fields, goal), (&[1, 127, 78][..], 1000));
        127
    });
    table.lay(&HANDS).last_turn().play(Move::Pass);
    assert_eq!(table.state.phase, Phase::Over);
}

#[test]
fn starting_coins_is_asked_for_each_seat() {
    let table = with(Hook::starting_coins, &json!({ "starting_coins": [0, 10, 0, 0, 0] }), |fields, coins| {
        assert_eq!(fields[1], 4);
        coins + fields[0]
    });
    assert_eq!(table.coins(), [0, 11, 2, 3]);
}

#[test]
fn force_stones_is_asked_for_each_seat_and_hand() {
    let mut table = with(Hook::force_stones, &json!({}), |fields, stones| {
        let [seat, hand, coins, best] = fields else { panic!("four fields") };
        if coins == best { *hand } else { stones - i64::from(*seat == 3) }
    });
    assert_eq!(table.state.force_stones[..4], [1; 4], "before the first hand all are equal");
    table.lay(&HANDS).last_turn().play(Move::Pass);
    assert_eq!(table.state.force_stones[..4], [2, 1, 1, 0]);
}

#[test]
fn a_forced_trade_that_a_house_rule_allows_is_played() {
    let mut table = with(Hook::may_trade, &json!({}), |fields, _| fields[6]);
    table.lay(&HANDS).play(Move::Force { give: 0, to: 1, take: 0 });
    assert_eq!(table.state.stone(0, 0).kind, JEWEL);
    assert_eq!(table.state.barred, 0);
    assert_ne!(table.state.mover, NOBODY);
}

#[test]
fn stone_worth_receives_the_index_among_alike_stones() {
    // Jewels are worth nothing from the fifth on.
    let mut table =
        with(Hook::stone_worth, &json!({}), |fields, coins| if fields[0] == 0 && fields[5] >= 5 { 0 } else { coins });
    table.lay(&HANDS).last_turn().play(Move::Pass);
    assert_eq!(table.coins(), [7 + 120, 4 * 12 + 6, 48, 34]);
}

#[test]
fn forcing_costs_coins_and_needs_them() {
    let mut table = with(Hook::force_cost, &json!({}), |fields, _| {
        let [by, to, turn] = fields else { panic!("three fields") };
        assert!(by != to && *turn == 1);
        10 * to
    });
    table.lay(&HANDS);
    let force = |to| Move::Force { give: 0, to, take: 0 };
    table.state.coins[0] = 20;
    assert_eq!([1, 2].map(|to| table.may(force(to))), [true, true]);
    table.state.coins[0] = 19;
    assert_eq!([1, 2].map(|to| table.may(force(to))), [true, false]);
    assert!(table.rules.apply(&mut table.state, force(2).action()).is_err());
    table.play(force(1));
    assert_eq!(table.coins(), [9, 0, 0, 0]);
}

#[test]
fn credit_lets_a_player_pay_with_coins_that_they_owe() {
    let house = |hook: usize, fields: &[i64], value: i64| match hook {
        hook if hook == Hook::force_cost as usize => 10,
        hook if hook == Hook::credit as usize => 15 * fields[1],
        _ => value,
    };
    let mut table = hooked(4, &json!({}), Hooks::from_fn(house));
    table.lay(&HANDS);
    table.state.coins[0] = -5;
    table.play(Move::Force { give: 0, to: 1, take: 0 });
    assert_eq!(table.coins(), [-15, 0, 0, 0]);
    table.state.mover = 1;
    table.state.coins[1] = -6;
    assert!(!table.may(Move::Force { give: 0, to: 2, take: 0 }));
}

#[test]
fn hand_coins_decides_what_a_player_gets() {
    let mut table = with(Hook::hand_coins, &json!({}), |fields, coins| {
        let [seat, stones, bonus, hand] = fields else { panic!("four fields") };
        assert_eq!((*hand, coins, *bonus), (1, stones + bonus, if *seat == 0 { 120 } else { 0 }));
        if *seat == 3 { -stones } else { coins + seat }
    });
    table.lay(&HANDS).last_turn().play(Move::Pass);
    assert_eq!(table.coins(), [127, 79, 50, -34]);
    let tally = table.rules.scene(&table.state, Observer::Public).tally.unwrap();
    let columns: Vec<String> = tally.sheet.columns.iter().map(english).collect();
    assert_eq!(columns, ["Most alike", "Stones", "Bonus", "House rule", "Coins"]);
    let cells: Vec<String> = tally.sheet.rows[3].cells.iter().map(|cell| english(&cell.text)).collect();
    assert_eq!(cells[cells.len() - 4..], ["34", "", "-68", "-34"]);
}

#[test]
fn next_player_decides_whose_turn_is_next() {
    let mut table = with(Hook::next_player, &json!({}), |fields, next| {
        let [by, how, first] = fields else { panic!("three fields") };
        assert_eq!(*first, 0);
        // After a trade the same player again; after a pass the player across; after a denial a seat without a player.
        [*by, next, 4, (by + 2) % 4][*how as usize]
    });
    table.lay(&HANDS).play(offer(0, 1, RequestedStone::Visible(0))).play(Move::Accept);
    assert_eq!((table.acts(), table.state.barred), (Some(0), NOBODY));
    table.play(Move::Pass);
    assert_eq!(table.acts(), Some(2));
    table.play(offer(0, 1, RequestedStone::Visible(0))).play(Move::Deny);
    assert_eq!(table.acts(), Some(1));
    table.play(Move::Force { give: 1, to: 3, take: 0 });
    assert_eq!((table.acts(), table.state.barred), (Some(3), 1));
}
