//! Every rule and ruling, each as an example.

use crate::common::{GOLD, JEWEL, SILVER, offer, refused, table};
use stonehouse_plugin::{Game, Seats, json};
use stonehouse_tavern_stones::moves::{Move, RequestedStone};
use stonehouse_tavern_stones::state::{NOBODY, Phase};

/// Four hands of which no two groups are alike, with 19 stones of the 36.
const HANDS: [&str; 4] = ["JJG/GSSS", "GGS/SSJJ", "JGS/JGSG", "SSJ/JGGS"];

// The deal

#[test]
fn there_are_twelve_of_each_kind_and_eight_stay_in_the_bag() {
    let table = table(&json!({}));
    let bag: u8 = table.state.bag.iter().sum();
    assert_eq!(bag, 8);
    let all: Vec<u8> = table.dealt().iter().zip(table.state.bag).map(|(dealt, bag)| dealt + bag).collect();
    assert_eq!(all, [12, 12, 12, 0]);
}

#[test]
fn everybody_is_dealt_three_visible_and_four_hidden_stones() {
    let table = table(&json!({}));
    for seat in 0..4 {
        for place in 0..7 {
            let stone = table.state.stone(seat, place);
            assert_eq!(stone.public().is_some(), place < 3, "the first three are for all to see");
            assert!(stone.is_known_to(seat), "the others only for their owner");
            assert_eq!(stone.is_known_to((seat + 1) % 4), place < 3);
        }
    }
}

#[test]
fn nobody_chooses_which_stones_are_seen_chance_does() {
    let first: std::collections::BTreeSet<u8> =
        (0..40).map(|seed| table(&json!({})).rules.deal(seed).unwrap().stone(0, 0).kind).collect();
    assert_eq!(first.len(), 3);
}

#[test]
fn the_first_mover_is_random_in_every_hand() {
    let mut firsts = [0; 4];
    let table = table(&json!({}));
    for seed in 0..400 {
        firsts[table.rules.deal(seed).unwrap().first as usize] += 1;
    }
    assert!(firsts.iter().all(|count| (60..140).contains(count)), "{firsts:?}");
}

#[test]
fn everybody_has_a_force_stone_for_each_hand() {
    let mut table = table(&json!({}));
    assert_eq!(table.state.force_stones[..4], [1; 4]);
    table.lay(&HANDS).play(Move::Force { give: 0, to: 1, take: 0 });
    assert_eq!(table.state.force_stones[..4], [0, 1, 1, 1]);
    table.last_turn().play(Move::Pass);
    assert_eq!((table.state.hand, &table.state.force_stones[..4]), (2, &[1; 4][..]));
    assert_eq!(table.state.forced_upon(1), 0);
}

// Trades

#[test]
fn a_trade_offers_a_visible_or_hidden_stone_for_a_visible_one() {
    for give in [0, 4] {
        let mut table = table(&json!({}));
        table.lay(&["JJG/SSSS", "GGG/SSJJ", "JGS/JGSG", "SSJ/JGGS"]);
        table.play(offer(give, 1, RequestedStone::Visible(2))).play(Move::Accept);
        assert_eq!(table.hand(0), if give == 0 { "GJG/SSSS" } else { "JJG/SGSS" });
        assert_eq!(table.hand(1), if give == 0 { "GGJ/SSJJ" } else { "GGS/SSJJ" });
    }
}

#[test]
fn a_trade_asks_for_a_hidden_stone_by_its_kind() {
    let mut table = table(&json!({}));
    table.lay(&["SSG/SSSS", "GGG/GGJG", "JGS/JGSG", "SSJ/JJGS"]);
    table.play(offer(2, 1, RequestedStone::Hidden(JEWEL))).play(Move::Accept);
    assert_eq!(table.hand(0), "SSJ/SSSS", "the stone received takes the place of the one given");
    assert_eq!(table.hand(1), "GGG/GGGG", "and the other way round");
}

#[test]
fn the_kind_offered_is_shown_to_all_even_if_the_offer_is_denied() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(offer(3, 1, RequestedStone::Visible(2)));
    assert_eq!(table.state.stone(0, 3).public(), Some(GOLD));
    table.play(Move::Deny);
    assert_eq!(table.state.stone(0, 3).public(), Some(GOLD));
    assert_eq!(table.hand(0), HANDS[0], "a denied offer moves nothing");
}

#[test]
fn the_asked_player_accepts_or_denies() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(offer(0, 2, RequestedStone::Visible(2)));
    assert_eq!(table.acts(), Some(2));
    assert_eq!(table.legal(), [Move::Accept, Move::Deny]);
}

#[test]
fn a_player_without_such_a_hidden_stone_can_only_deny() {
    let mut table = table(&json!({}));
    table.lay(&["SSG/SSSS", "GGJ/GGGG", "JGS/JGSG", "SSJ/JJGS"]).play(offer(2, 1, RequestedStone::Hidden(JEWEL)));
    assert_eq!(table.legal(), [Move::Deny], "the jewel in front was not asked for");
}

#[test]
fn a_stone_for_one_of_the_same_kind_is_no_trade() {
    let mut table = table(&json!({}));
    table.lay(&HANDS);
    assert!(!table.may(offer(0, 3, RequestedStone::Visible(2))), "a jewel for a jewel");
    assert!(!table.may(offer(0, 3, RequestedStone::Hidden(JEWEL))));
    assert!(
        table.may(offer(0, 3, RequestedStone::Visible(0))) && table.may(offer(0, 3, RequestedStone::Hidden(SILVER)))
    );
    let same = offer(0, 3, RequestedStone::Visible(2)).action();
    assert!(table.rules.apply(&mut table.state, same).is_err());
}

#[test]
fn of_alike_hidden_stones_one_that_everybody_knows_is_given_first() {
    let mut table = table(&json!({}));
    table.lay(&["SSG/SSSS", "GGG/JJJG", "JGS/JGSG", "SSJ/JJJG"]);
    table.state.stones[1][5].show();
    table.play(offer(2, 1, RequestedStone::Hidden(JEWEL))).play(Move::Accept);
    assert_eq!(table.hand(1), "GGG/JJGG");
}

#[test]
fn of_equal_unknown_hidden_stones_a_random_one_is_given() {
    let places: std::collections::BTreeSet<String> = (0..30)
        .map(|seed| {
            let mut table = table(&json!({}));
            table.state.rng = stonehouse_plugin::Rng::from_seed(seed);
            table.lay(&["SSG/SSSS", "GGG/JJJS", "JGS/JGSG", "SSJ/JJJG"]);
            table.play(offer(2, 1, RequestedStone::Hidden(JEWEL))).play(Move::Accept);
            table.hand(1)
        })
        .collect();
    assert_eq!(places.len(), 3, "{places:?}");
}

#[test]
fn in_a_blind_request_the_giver_chooses_which_hidden_stone() {
    let mut table = table(&json!({ "hidden_request": "blind" }));
    table.lay(&["SSG/SSSS", "GGG/SJGG", "JGS/JGSG", "SSJ/JJGS"]).play(offer(2, 1, RequestedStone::Any));
    assert_eq!(table.legal(), [Move::Give { place: 3 }, Move::Give { place: 4 }, Move::Deny], "no gold for gold");
    table.play(Move::Give { place: 3 });
    assert_eq!((table.hand(0).as_str(), table.hand(1).as_str()), ("SSS/SSSS", "GGG/GJGG"));
    assert!(!table.legal().iter().any(|legal| matches!(legal, Move::Offer { asked: RequestedStone::Hidden(_), .. })));
}

// Turns

#[test]
fn the_first_mover_may_trade_with_anybody() {
    let mut table = table(&json!({}));
    table.lay(&HANDS);
    for to in 1..4 {
        assert!(table.legal().iter().any(|legal| matches!(legal, Move::Offer { to: asked, .. } if *asked == to)));
    }
}

#[test]
fn after_a_trade_the_asked_player_moves_and_cannot_trade_back() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(offer(0, 2, RequestedStone::Visible(2))).play(Move::Accept);
    assert_eq!((table.acts(), table.state.barred), (Some(2), 0));
    let with = |to: u8| {
        table
            .legal()
            .iter()
            .any(|legal| matches!(legal, Move::Offer { to: asked, .. } | Move::Force { to: asked, .. } if *asked == to))
    };
    assert!(!with(0) && with(1) && with(3));
}

#[test]
fn after_a_denial_the_asked_player_moves_and_may_trade_with_anybody() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(offer(0, 2, RequestedStone::Visible(2))).play(Move::Deny);
    assert_eq!((table.acts(), table.state.barred), (Some(2), NOBODY));
}

#[test]
fn after_a_denial_the_left_player_moves_by_knob() {
    let mut table = table(&json!({ "after_denial": "left" }));
    table.lay(&HANDS).play(offer(0, 2, RequestedStone::Visible(2))).play(Move::Deny);
    assert_eq!(table.acts(), Some(1));
    table.play(offer(0, 2, RequestedStone::Visible(2))).play(Move::Accept);
    assert_eq!(table.acts(), Some(2), "after a trade it is the asked player all the same");
}

#[test]
fn after_a_pass_the_player_to_the_left_moves() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(Move::Pass);
    assert_eq!((table.acts(), table.state.barred), (Some(1), NOBODY));
    table.play(Move::Pass).play(Move::Pass).play(Move::Pass);
    assert_eq!(table.acts(), Some(0));
}

// Force stones

#[test]
fn a_forced_trade_is_not_asked_and_takes_only_a_visible_stone() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(Move::Force { give: 6, to: 3, take: 2 });
    assert_eq!((table.hand(0).as_str(), table.hand(3).as_str()), ("JJG/GSSJ", "SSS/JGGS"));
    assert_eq!((table.acts(), table.state.barred), (Some(3), 0), "they move next, but not with who forced them");
    assert!(!table.legal().iter().any(|legal| matches!(legal, Move::Force { take: 3.., .. })));
}

#[test]
fn a_force_stone_is_used_once_in_a_hand() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(Move::Force { give: 0, to: 1, take: 0 });
    table.state.mover = 0;
    assert!(!table.legal().iter().any(|legal| matches!(legal, Move::Force { .. })));
    let twice = Move::Force { give: 1, to: 2, take: 1 }.action();
    assert!(table.rules.apply(&mut table.state, twice).is_err());
}

#[test]
fn nobody_is_forced_more_than_twice_in_a_hand() {
    let mut table = table(&json!({}));
    table.lay(&HANDS);
    for by in [0, 1] {
        (table.state.mover, table.state.barred) = (by, NOBODY);
        let give = u8::from(table.state.stone(by, 0).kind == table.state.stone(3, 0).kind);
        table.play(Move::Force { give, to: 3, take: 0 });
    }
    (table.state.mover, table.state.barred) = (2, NOBODY);
    let forced: Vec<u8> = table
        .legal()
        .into_iter()
        .filter_map(|legal| if let Move::Force { to, .. } = legal { Some(to) } else { None })
        .collect();
    assert!(!forced.contains(&3) && forced.contains(&0));
}

#[test]
fn both_limits_of_force_stones_are_knobs() {
    let mut table = table(&json!({ "forces_each": 2, "forces_upon": 1 }));
    table.lay(&HANDS).play(Move::Force { give: 0, to: 1, take: 0 });
    (table.state.mover, table.state.barred) = (0, NOBODY);
    let may_force = |to: u8| table.legal().iter().any(|legal| matches!(legal, Move::Force { to: on, .. } if *on == to));
    assert!(!may_force(1) && may_force(2));
}

// The trade counter

#[test]
fn a_hand_is_twelve_turns_accepted_denied_forced_or_passed() {
    let mut table = table(&json!({}));
    table.lay(&HANDS);
    table.play(offer(0, 2, RequestedStone::Visible(2))).play(Move::Accept);
    assert_eq!(table.state.counter, 1);
    table.play(offer(0, 1, RequestedStone::Visible(2))).play(Move::Deny);
    assert_eq!(table.state.counter, 2);
    table.play(Move::Force { give: 2, to: 3, take: 2 });
    assert_eq!(table.state.counter, 3);
    for turn in 4..=11 {
        table.play(Move::Pass);
        assert_eq!((table.state.counter, table.state.hand), (turn, 1));
    }
    table.play(Move::Pass);
    assert_eq!((table.state.counter, table.state.hand), (0, 2), "the twelfth turn ends the hand");
}

#[test]
fn a_lap_of_passes_ends_the_hand_if_only_trades_count() {
    let mut table = table(&json!({ "counts": "trades_only" }));
    table.lay(&HANDS);
    table.play(offer(0, 2, RequestedStone::Visible(2))).play(Move::Deny);
    table.play(Move::Pass).play(Move::Pass).play(Move::Pass);
    assert_eq!((table.state.counter, table.state.hand), (0, 1));
    table.play(offer(0, 3, RequestedStone::Visible(2))).play(Move::Accept);
    assert_eq!(table.state.counter, 1);
    for _ in 0..3 {
        table.play(Move::Pass);
        assert_eq!(table.state.hand, 1, "a trade restarts the lap");
    }
    table.play(Move::Pass);
    assert_eq!(table.state.hand, 2);
}

#[test]
fn a_hand_of_denials_ends_too_if_only_trades_count() {
    let mut table = table(&json!({ "counts": "trades_only", "longest_hand": 6 }));
    table.lay(&HANDS);
    for turn in 1..=6 {
        assert_eq!(table.state.hand, 1);
        let asking = table.legal()[0];
        table.play(asking).play(Move::Deny);
        assert!(turn == 6 || usize::from(table.state.turns) == turn);
    }
    assert_eq!(table.state.hand, 2);
}

// Scoring

#[test]
fn seven_silver_score_127_and_six_jewels_and_a_gold_78() {
    let mut table = table(&json!({}));
    table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn().play(Move::Pass);
    assert_eq!(table.coins()[..2], [127, 78]);
}

#[test]
fn the_most_complete_hand_gets_the_bonus_however_little_it_is_worth() {
    let mut table = table(&json!({}));
    table.lay(&["SSS/SSGJ", "JJJ/JGGG", "GGG/SJJS", "GGJ/JSSJ"]).last_turn().play(Move::Pass);
    assert_eq!(table.coins(), [5 + 6 + 12 + 120, 66, 44, 50]);
    assert_eq!((table.state.last.bonus_to, table.state.last.bonus), (0, 120));
}

#[test]
fn of_two_full_hands_the_one_worth_more_gets_the_bonus() {
    let mut table = table(&json!({}));
    table.lay(&["SSS/SSSS", "GGG/GGGG", "JJJ/JJJS", "JJJ/JJJS"]).last_turn().play(Move::Pass);
    assert_eq!(table.coins()[..2], [7, 42 + 120]);
}

#[test]
fn of_hands_equally_complete_the_dearer_kind_gets_the_bonus() {
    let mut table = table(&json!({}));
    table.lay(&["SSS/SSJJ", "GGG/GGSS", "JJS/SGGJ", "JJG/GGSS"]).last_turn().play(Move::Pass);
    assert_eq!(table.state.last.bonus_to, 1, "five gold before five silver, though the silver hand is worth 29");
}

#[test]
fn on_a_tie_nobody_gets_the_bonus_and_it_is_added_to_the_next_hands() {
    let mut table = table(&json!({}));
    // Five gold each: the rest of the hand does not break the tie.
    table.lay(&["GGG/GGJJ", "GGG/GGSS", "SSS/SJJJ", "JJJ/JSSS"]).last_turn().play(Move::Pass);
    assert_eq!(table.coins(), [54, 32, 40, 51]);
    assert_eq!((table.state.last.bonus_to, table.state.carried, table.state.hand), (NOBODY, 120, 2));
    table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn().play(Move::Pass);
    assert_eq!(table.coins()[0], 54 + 7 + 240);
    assert_eq!(table.state.carried, 0);
}

#[test]
fn ties_carry_over_as_often_as_they_come() {
    let mut table = table(&json!({}));
    for hand in 1..=3 {
        table.lay(&["GGG/GGJJ", "GGG/GGSS", "SSS/SJJJ", "JJJ/JSSS"]).last_turn().play(Move::Pass);
        assert_eq!(table.state.carried, 120 * hand);
    }
}

#[test]
fn bonus_and_worth_are_knobs() {
    let mut table = table(&json!({ "bonus": 50, "jewel_coins": 3, "gold_coins": 10 }));
    table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn().play(Move::Pass);
    assert_eq!(table.coins(), [57, 28, 63, 20]);
}

#[test]
fn a_fourth_kind_is_a_knob() {
    let mut table = table(&json!({ "copper": 12, "copper_coins": 2 }));
    table.lay(&["CCC/CCCC", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn().play(Move::Pass);
    assert_eq!(table.coins()[0], 134);
}

// The end

#[test]
fn the_match_ends_when_a_hand_brings_a_player_to_the_goal() {
    let mut table = table(&json!({}));
    table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn();
    table.state.coins = [872, 900, 0, 0, 0];
    table.play(Move::Pass);
    assert_eq!((table.coins(), table.state.hand), (vec![999, 978, 48, 34], 2), "999 are not enough");
    table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn().play(Move::Pass);
    assert_eq!((table.state.phase, table.acts()), (Phase::Over, None));
    assert_eq!(table.rules.winners(&table.state), Seats(1));
}

#[test]
fn at_the_goal_the_highest_total_wins_and_equal_totals_share() {
    for (coins, winners) in [([1000 - 127, 1100 - 78], Seats(2)), ([1000 - 127, 1000 - 78], Seats(3))] {
        let mut table = table(&json!({}));
        table.lay(&["SSS/SSSS", "JJJ/JJJG", "GGG/GGGJ", "SSS/SJGJ"]).last_turn();
        table.state.coins = [coins[0], coins[1], 0, 0, 0];
        table.play(Move::Pass);
        assert_eq!((table.state.phase, table.rules.winners(&table.state)), (Phase::Over, winners));
    }
}

#[test]
fn a_match_ends_after_500_hands_and_the_highest_total_wins() {
    let mut table = table(&json!({ "bonus": 0, "jewel_coins": 0, "gold_coins": 0, "silver_coins": 0 }));
    (table.state.coins, table.state.hand) = ([3, 9, 9, 1, 0], 499);
    table.last_turn().play(Move::Pass);
    assert_eq!((table.state.phase, table.state.hand), (Phase::Turn, 500));
    table.last_turn().play(Move::Pass);
    assert_eq!((table.state.phase, table.rules.winners(&table.state)), (Phase::Over, Seats(0b110)));
}

#[test]
fn goal_and_starting_coins_are_knobs() {
    let mut table = table(&json!({ "goal": 500, "starting_coins": [175, 100, 0, 499, 0] }));
    assert_eq!(table.coins(), [175, 100, 0, 499]);
    table.lay(&HANDS).last_turn().play(Move::Pass);
    assert_eq!(table.state.phase, Phase::Over);
}

#[test]
fn three_to_five_play() {
    for seats in 3..=5 {
        let table = crate::common::hooked(seats, &json!({}), stonehouse_plugin::Hooks::none());
        assert_eq!(table.seats(), seats);
    }
}

// Knobs that contradict each other

#[test]
fn a_game_that_cannot_be_played_is_refused_and_the_knob_is_named() {
    let one_kind = refused(4, &json!({ "jewels": 0, "gold": 0, "silver": 30 }));
    assert_eq!(one_kind.knob, "jewels");
    let too_many = refused(5, &json!({ "hidden_stones": 6 }));
    assert_eq!(
        (too_many.knob.as_str(), too_many.message.as_str()),
        ("hidden_stones", "45 stones are dealt, and there are 36: take more stones or smaller hands")
    );
    let won = refused(4, &json!({ "goal": 175, "starting_coins": [0, 175, 0, 0, 0] }));
    assert_eq!(
        (won.knob.as_str(), won.message.as_str()),
        ("starting_coins", "player 2 would begin with 175 coins, and 175 win: take a higher `goal` or fewer coins")
    );
}

// Observations of bots

#[test]
fn a_trade_that_only_loses_is_worth_no_bots_thought() {
    let mut table = table(&json!({}));
    // South offers silver for a jewel: West has no use for a first silver.
    table.lay(&["SSS/SSGG", "JJG/GGJJ", "JGS/JGSG", "SSJ/JJGS"]).play(offer(0, 1, RequestedStone::Visible(0)));
    assert_eq!(table.legal(), [Move::Accept, Move::Deny]);
    assert_eq!(table.candidates(), [Move::Deny]);
}

#[test]
fn a_trade_for_completeness_is_worth_a_thought_though_it_costs_coins() {
    let mut table = table(&json!({}));
    table.lay(&["SJJ/JJGG", "SSS/SSSJ", "JGS/JGSG", "GGG/JJGS"]).play(offer(0, 1, RequestedStone::Hidden(JEWEL)));
    assert_eq!(table.candidates(), [Move::Accept, Move::Deny]);
}
