//! The rulebooks and the rulings, rule by rule. `docs/rules/stonerow.md` lists them beside the rules' words.

use crate::common::{Table, table};
use stonehouse_plugin::{Game, Rng, Seat, json};
use stonehouse_stonerow::StoneRow;
use stonehouse_stonerow::cards::{Kind, Special};
use stonehouse_stonerow::moves::Move;
use stonehouse_stonerow::state::{Phase, State};

fn deal(seats: u8, json: &stonehouse_plugin::Json, seed: u64) -> (StoneRow, State) {
    let rules = table(seats, json).rules;
    let state = rules.deal(seed).unwrap();
    (rules, state)
}

/// A deal in which no Foreman turned up.
fn plain_deal(seats: u8) -> State {
    (0..1000).map(|seed| deal(seats, &json!({}), seed).1).find(|state| state.foremen == 0).unwrap()
}

// The deal

#[test]
fn two_get_eight_cards_three_seven_and_four_six() {
    for (seats, size) in [(2, 8), (3, 7), (4, 6)] {
        let state = plain_deal(seats);
        assert!(state.hands[..seats as usize].iter().all(|hand| hand.count_ones() == size));
        assert_eq!(state.quarry.len() as u32, 63 - u32::from(seats) * size - 2);
    }
}

#[test]
fn the_keystone_makes_hammers_and_the_next_card_opens_the_yard() {
    for seed in 0..50 {
        let (rules, state) = deal(4, &json!({}), seed);
        let Kind::Suited { rank, .. } = rules.deck().kind(state.keystone) else {
            panic!("a special Keystone is redrawn")
        };
        assert_eq!(state.hammers, rules.deck().of_rank(rank) & !(1 << state.keystone));
        assert_eq!(state.hammers.count_ones(), 3);
        assert_eq!(state.brickyard.len(), 1);
    }
}

#[test]
fn a_special_keystone_is_put_back_and_another_one_revealed() {
    let mut redrawn = 0;
    for seed in 0..60 {
        // With the other knob, the same deal shows the first card that was revealed.
        let first = deal(4, &json!({ "keystone_special": "by_name" }), seed).1.keystone;
        let (rules, state) = deal(4, &json!({}), seed);
        assert!(matches!(rules.deck().kind(state.keystone), Kind::Suited { .. }));
        if matches!(rules.deck().kind(first), Kind::Suited { .. }) {
            assert_eq!(state.keystone, first);
        } else {
            redrawn += 1;
            assert!((state.quarry.set() | state.brickyard.set()) >> first & 1 == 1, "the special card is not lost");
        }
    }
    assert!(redrawn > 0);
}

#[test]
fn a_special_keystone_stays_where_the_quarry_has_no_other_cards() {
    let few = json!({ "colours": 1, "numbers": 1, "masons": 8, "highwaymen": 8, "gold_diggers": 8, "foremen": 0 });
    let deals = (0..200).map(|seed| deal(2, &few, seed));
    let only_special = |(rules, state): &(StoneRow, State)| {
        let kind = rules.deck().kind(state.keystone);
        if let Kind::Special(special) = kind {
            assert_eq!(state.hammers, rules.deck().special(special) & !(1 << state.keystone));
        }
        matches!(kind, Kind::Special(_))
    };
    assert!(deals.filter(only_special).count() > 0);
}

#[test]
fn a_special_keystone_can_give_its_name_by_knob() {
    let by_name = || json!({ "keystone_special": "by_name", "masons": 8 });
    let (rules, state) = (0..1000)
        .map(|seed| deal(4, &by_name(), seed))
        .find(|(rules, state)| rules.deck().kind(state.keystone) == Kind::Special(Special::Mason))
        .unwrap();
    assert_eq!(state.hammers, rules.deck().special(Special::Mason) & !(1 << state.keystone));
}

#[test]
fn a_foreman_is_laid_by_the_tower_replaced_and_adds_a_round() {
    let (rules, state) = (0..1000).map(|seed| deal(4, &json!({}), seed)).find(|(_, state)| state.foremen == 1).unwrap();
    assert_eq!(state.out_of_play, rules.deck().special(Special::Foreman));
    assert_eq!(state.rounds, 6);
    assert!(state.hands.iter().all(|hand| hand.count_ones() == 6));

    let mut table = table(4, &json!({}));
    table.state.phase = Phase::Draw;
    table.brickyard("red 2, Foreman");
    table.play(Move::DrawBrickyard);
    assert_eq!((table.state.foremen, table.state.rounds), (1, 6));
    assert_eq!(table.held(0).len(), 1, "the replacement comes from the Quarry");
}

// The rounds

#[test]
fn the_seat_after_the_dealer_begins_and_rounds_give_all_a_turn() {
    let (rules, mut state) = deal(3, &json!({ "foremen": 0 }), 1);
    let mut turns = Vec::new();
    let mut random = Rng::from_seed(1);
    while let Some(seat) = rules.turn(&state).seat() {
        if state.phase == Phase::Draw {
            turns.push(seat.0);
        }
        let mut buffer = [stonehouse_plugin::Action(0); 2048];
        let mut actions = stonehouse_plugin::Actions::new(&mut buffer);
        rules.legal_actions(&state, &mut actions).unwrap();
        let action = *random.pick(actions.as_slice()).unwrap();
        rules.apply(&mut state, action).unwrap();
    }
    assert_eq!(turns, [0, 1, 2].repeat(5));
}

#[test]
fn the_game_ends_after_five_rounds_and_after_six_with_the_foreman() {
    for (foremen, rounds) in [(0_u16, 5), (1, 6)] {
        let mut table = table(2, &json!({ "foremen": foremen }));
        if foremen == 1 {
            table.state.phase = Phase::Draw;
            table.brickyard("red 2, Foreman");
            table.play(Move::DrawBrickyard);
            table.discard_any();
        }
        for turn in foremen..rounds * 2 {
            assert_eq!(table.state.turn, turn);
            table.turn_start().discard_any();
        }
        assert_eq!(table.asked(), None);
    }
}

impl Table {
    fn turn_start(&mut self) -> &mut Self {
        if self.state.phase == Phase::Draw {
            self.play(Move::DrawQuarry);
        } else if self.state.hands[self.rules.mover(&self.state) as usize] == 0 {
            let seat = self.rules.mover(&self.state) as usize;
            self.hand(seat, "red 2");
        }
        self
    }

    fn discard_any(&mut self) {
        let discard = *self.legal().iter().rev().find(|legal| matches!(legal, Move::Discard { .. })).unwrap();
        self.play(discard);
    }
}

// The turn

#[test]
fn a_turn_is_one_draw_and_one_action() {
    for draw in [Move::DrawBrickyard, Move::DrawQuarry] {
        let mut table = table(2, &json!({}));
        table.brickyard("red 5").hand(0, "blue 3");
        table.state.phase = Phase::Draw;
        assert_eq!(table.legal(), [Move::DrawQuarry, Move::DrawBrickyard]);
        table.play(draw);
        assert_eq!(table.held(0).len(), 2, "one card more");
        assert_eq!(table.held(0).contains(&"red 5".to_owned()), draw == Move::DrawBrickyard);
        let legal = table.legal();
        assert!(!legal.contains(&Move::DrawQuarry) && !legal.contains(&Move::DrawBrickyard), "one draw");
        table.discard("blue 3");
        assert_eq!(table.asked(), Some(1));
        assert_eq!(table.state.phase, Phase::Draw);
    }
}

#[test]
fn an_empty_quarry_is_remade_from_the_brickyard() {
    let mut table = table(2, &json!({}));
    table.state.quarry = stonehouse_stonerow::state::Pile::EMPTY;
    for card in [4, 5, 6] {
        table.state.brickyard.push(card);
    }
    table.state.phase = Phase::Draw;
    table.play(Move::DrawQuarry);
    assert_eq!(table.state.brickyard.as_slice(), [6]);
    assert_eq!(table.state.quarry.len(), 1);
}

#[test]
fn nothing_to_draw_skips_the_draw_and_no_cards_force_a_pass() {
    let mut table = table(2, &json!({}));
    table.hand(0, "red 5, red 7");
    table.state.quarry = stonehouse_stonerow::state::Pile::EMPTY;
    table.hand_over();
    assert_eq!(table.state.phase, Phase::Act);
    assert_eq!(table.legal(), [Move::Pass]);
}

impl Table {
    /// Ends the turn of seat 0, which builds nothing and keeps its cards, without a card to draw.
    fn hand_over(&mut self) {
        self.state.turn = 0;
        self.state.hands[0] = 0;
        self.play(Move::Pass);
    }
}

// StoneRows

/// The points of seat 0 for building these cards.
fn worth(cards: &str) -> i64 {
    let mut table = table(2, &json!({}));
    table.row(0, cards);
    table.scores()[0]
}

#[test]
fn a_pair_of_numbers_scores_its_faces() {
    assert_eq!(worth("red 2, blue 2"), 4);
    assert_eq!(worth("red 9, blue 9"), 18);
}

#[test]
fn a_pair_of_characters_scores_20_three_of_a_kind_30_and_four_40() {
    assert_eq!(worth("red Architect, blue Architect"), 20);
    assert_eq!(worth("red 2, blue 2, green 2"), 30);
    assert_eq!(worth("red Surveyor, blue Surveyor, green Surveyor"), 30);
    assert_eq!(worth("red 2, blue 2, green 2, yellow 2"), 40);
}

#[test]
fn runs_of_three_four_and_five_score_30_40_and_50() {
    assert_eq!(worth("red 2, red 3, red 4"), 30);
    assert_eq!(worth("red 2, red 3, red 4, red 5"), 40);
    assert_eq!(worth("red 2, red 3, red 4, red 5, red 6"), 50);
}

#[test]
fn characters_follow_the_9_in_order() {
    assert_eq!(worth("red 8, red 9, red Apprentice, red Surveyor"), 40);
    assert_eq!(worth("red Surveyor, red Architect, red Guild Master"), 30);
}

#[test]
fn a_run_has_one_colour_and_up_to_five_cards_without_wrapping() {
    let mut table = table(2, &json!({}));
    table.hand(0, "red Guild Master, red 2, red 3, blue 4, red 5, red 6, red 7, red 8, red 9, red Apprentice");
    let runs: Vec<Move> = table.legal().into_iter().filter(|legal| matches!(legal, Move::Run { .. })).collect();
    assert!(runs.iter().all(|run| matches!(run, Move::Run { low: 4..=7, colour: 0, len: 3..=5 })), "{runs:?}");
    assert_eq!(runs.len(), 4 + 3 + 2);
}

#[test]
fn a_set_has_two_to_four_cards_of_any_colours() {
    let mut table = table(2, &json!({ "colours": 6 }));
    table.hand(0, "red 4, blue 4, green 4, yellow 4, violet 4");
    let sets = table.legal().iter().filter(|legal| matches!(legal, Move::Set { .. })).count();
    assert_eq!(sets, 10 + 10 + 5);
}

// Hammer

#[test]
fn a_hammer_breaks_an_opponents_row_and_stays_on_it() {
    let mut table = table(2, &json!({ "displacers": 0 }));
    let row = table.row(1, "red 9, blue 9");
    table.hand(0, "red 1, green 7");
    assert_eq!(table.scores(), [0, 18]);
    let hammer = table.rules.deck().card(0, 0);
    table.play(Move::Hammer { card: hammer, row });
    assert_eq!(table.scores(), [0, 0]);
    assert_eq!(table.state.rows()[0].on, 1 << hammer);
}

#[test]
fn a_broken_row_and_ones_own_take_no_hammer() {
    let mut table = table(2, &json!({ "displacers": 0 }));
    let theirs = table.row(1, "red 9, blue 9");
    table.row(0, "red 8, blue 8");
    table.hand(0, "red 1, blue 1");
    let hammers = |table: &Table| table.legal().iter().filter(|legal| matches!(legal, Move::Hammer { .. })).count();
    assert_eq!(hammers(&table), 2);
    table.state.rows[theirs as usize].broken = true;
    assert_eq!(hammers(&table), 0);
}

#[test]
fn a_hammer_in_a_row_counts_as_its_own_rank() {
    assert_eq!(worth("red 1, blue 1"), 2);
    assert_eq!(worth("red 1, red 2, red 3"), 30);
}

#[test]
fn only_cards_of_the_keystones_rank_are_hammers() {
    let mut table = table(2, &json!({}));
    table.row(1, "red 9, blue 9");
    table.hand(0, "red 2, blue 3, Mason");
    assert!(!table.legal().iter().any(|legal| matches!(legal, Move::Hammer { .. })));
}

// Highwayman

#[test]
fn a_highwayman_moves_an_opponents_row_in_front_of_the_thief() {
    let mut table = table(3, &json!({}));
    let row = table.row(2, "red 9, blue 9");
    table.hand(0, "Highwayman");
    table.play(Move::Steal { row });
    assert_eq!(table.scores(), [18, 0, 0]);
    assert_eq!(table.state.rows()[0].owner, 0);
    assert_eq!(table.state.rows()[0].on.count_ones(), 1);
}

#[test]
fn a_stolen_row_can_be_stolen_again() {
    let mut table = table(2, &json!({}));
    let row = table.row(1, "red 9, blue 9");
    table.hand(0, "Highwayman").hand(1, "Highwayman");
    table.play(Move::Steal { row }).turn_of(1).play(Move::Steal { row });
    assert_eq!(table.scores(), [0, 18]);
    assert_eq!(table.state.rows()[0].on.count_ones(), 2);
}

#[test]
fn a_broken_row_can_be_stolen_and_scores_nothing_until_repaired() {
    let mut table = table(2, &json!({}));
    let row = table.row(1, "red 9, blue 9");
    table.state.rows[row as usize].broken = true;
    table.hand(0, "Highwayman, Mason");
    table.play(Move::Steal { row });
    assert_eq!(table.scores(), [0, 0]);
    table.turn_of(0).play(Move::Repair { row });
    assert_eq!(table.scores(), [18, 0]);
}

// Mason

#[test]
fn a_mason_repairs_only_a_broken_row_in_which_one_has_points() {
    let mut table = table(2, &json!({}));
    let mine = table.row(0, "red 9, blue 9");
    let theirs = table.row(1, "red 8, blue 8");
    table.hand(0, "Mason");
    assert!(!table.may(Move::Repair { row: mine }));
    table.state.rows[mine as usize].broken = true;
    table.state.rows[theirs as usize].broken = true;
    assert!(table.may(Move::Repair { row: mine }));
    assert!(!table.may(Move::Repair { row: theirs }));
}

#[test]
fn a_mason_mortars_a_card_to_ones_own_set_or_run() {
    let mut table = table(2, &json!({}));
    let set = table.row(0, "red 9, blue 9");
    let run = table.row(0, "red 4, red 5, red 6");
    table.hand(0, "Mason, Mason, green 9, red 3, red 7, blue 7");
    let mortars = table.legal().iter().filter(|legal| matches!(legal, Move::Mortar { .. })).count();
    assert_eq!(mortars, 3, "the green 9 to the set, the red 3 and 7 to the run");
    let (nine, three) = (table.rules.deck().card(8, 2), table.rules.deck().card(2, 0));
    table.play(Move::Mortar { card: nine, row: set });
    table.turn_of(0).play(Move::Mortar { card: three, row: run });
    assert_eq!(table.scores()[0], 30 + 40);
}

/// Two 9s of West's, to which South has mortared a third.
fn shared() -> Table {
    let mut table = table(4, &json!({ "displacers": 0 }));
    let row = table.row(1, "red 9, blue 9");
    table.hand(0, "Mason, green 9");
    let nine = table.rules.deck().card(8, 2);
    table.play(Move::Mortar { card: nine, row });
    table
}

#[test]
fn mortar_scores_30_for_the_mason_and_leaves_the_neighbour_18() {
    assert_eq!(shared().scores(), [30, 18, 0, 0]);
}

#[test]
fn a_shared_broken_row_scores_for_neither_and_repaired_for_both() {
    let mut table = shared();
    table.hand(2, "red 1").hand(0, "Mason");
    let hammer = table.rules.deck().card(0, 0);
    table.turn_of(2).play(Move::Hammer { card: hammer, row: 0 });
    assert_eq!(table.scores(), [0; 4]);
    table.turn_of(0).play(Move::Repair { row: 0 });
    assert_eq!(table.scores(), [30, 18, 0, 0]);
}

#[test]
fn a_stolen_shared_row_scores_in_full_for_the_thief_only() {
    let mut table = shared();
    table.hand(2, "Highwayman");
    table.turn_of(2).play(Move::Steal { row: 0 });
    assert_eq!(table.scores(), [0, 0, 30, 0]);
}

#[test]
fn the_owner_of_a_shared_row_extends_only_the_own_claim() {
    let mut table = shared();
    table.hand(1, "Mason, yellow 9");
    let nine = table.rules.deck().card(8, 3);
    table.turn_of(1).play(Move::Mortar { card: nine, row: 0 });
    assert_eq!(table.scores(), [30, 30, 0, 0], "three of the four cards count for each");
}

#[test]
fn mortar_reaches_neighbours_rows_but_only_own_in_the_base_game() {
    let mut table = table(4, &json!({}));
    let near = table.row(3, "red 9, blue 9");
    let far = table.row(2, "red 8, blue 8");
    table.hand(0, "Mason, green 9, green 8");
    let (nine, eight) = (table.rules.deck().card(8, 2), table.rules.deck().card(7, 2));
    assert!(table.may(Move::Mortar { card: nine, row: near }));
    assert!(!table.may(Move::Mortar { card: eight, row: far }));

    let mut base = crate::common::table(2, &json!({ "mortar_neighbours": false }));
    let row = base.row(1, "red 9, blue 9");
    base.hand(0, "Mason, green 9");
    assert!(!base.may(Move::Mortar { card: nine, row }));
}

#[test]
fn mortar_respects_run_and_set_limits_and_skips_broken_rows() {
    let mut table = table(2, &json!({ "colours": 6 }));
    let run = table.row(0, "red 2, red 3, red 4, red 5, red 6");
    let set = table.row(0, "red 9, blue 9, green 9, yellow 9");
    let broken = table.row(0, "red 8, blue 8");
    table.state.rows[broken as usize].broken = true;
    table.hand(0, "Mason, red 7, violet 9, green 8");
    assert!(!table.legal().iter().any(|legal| matches!(legal, Move::Mortar { .. })), "{run} {set} {broken}");
}

// Displacer

#[test]
fn a_displacer_by_ones_rows_keeps_every_hammer_off_them() {
    let mut table = table(2, &json!({}));
    let row = table.row(0, "red 9, blue 9");
    table.hand(0, "Displacer").hand(1, "red 1");
    let hammer = table.rules.deck().card(0, 0);
    table.turn_of(1);
    assert!(table.may(Move::Hammer { card: hammer, row }));
    table.turn_of(0).play(Move::Deflect).turn_of(1);
    assert!(!table.may(Move::Hammer { card: hammer, row }));
}

#[test]
fn a_second_deflector_by_the_same_rows_is_not_offered() {
    let mut table = table(2, &json!({}));
    table.hand(0, "Displacer").hand(1, "red 2");
    assert!(table.may(Move::Deflect));
    table.play(Move::Deflect);
    table.hand(0, "Displacer").turn_of(0);
    assert!(!table.may(Move::Deflect));
    let displacer = table.state.hands[0].trailing_zeros() as u8;
    assert!(table.may(Move::Discard { card: displacer }), "it is kept for attracting, or discarded");
}

/// A table at which South is about to play a Hammer on a row of North's; West and East hold a Displacer each.
fn hammer_falls(json: &stonehouse_plugin::Json) -> Table {
    let mut table = table(4, json);
    let row = table.row(2, "red 9, blue 9");
    table.hand(0, "red 1").hand(1, "Displacer").hand(3, "Displacer");
    let hammer = table.rules.deck().card(0, 0);
    table.play(Move::Hammer { card: hammer, row });
    table
}

#[test]
fn the_first_displacer_in_turn_order_attracts_the_hammer() {
    let mut table = hammer_falls(&json!({}));
    assert_eq!(table.asked(), Some(1));
    table.play(Move::Attract);
    assert_eq!(table.held(1), ["red 1"]);
    assert_eq!(table.rules.deck().name(table.state.brickyard.top().unwrap()), "Displacer");
    assert_eq!(table.scores(), [0, 0, 18, 0]);
    assert_eq!(table.asked(), Some(1), "the Hammer player's action is spent");
}

#[test]
fn every_opponent_may_let_it_fall() {
    let mut table = hammer_falls(&json!({}));
    for asked in [1, 2, 3] {
        assert_eq!(table.asked(), Some(asked));
        assert_eq!(table.may(Move::Attract), asked != 2, "only the player who holds a Displacer can attract");
        table.play(Move::LetFall);
    }
    assert_eq!(table.scores(), [0; 4]);
    assert!(table.state.rows()[0].broken);
}

#[test]
fn only_the_target_is_asked_by_knob() {
    let mut table = hammer_falls(&json!({ "attract": "target_only" }));
    assert_eq!(table.asked(), Some(2));
    assert_eq!(table.legal(), [Move::LetFall]);
    table.play(Move::LetFall);
    assert!(table.state.rows()[0].broken);
}

// GoldDigger, discard

#[test]
fn a_golddigger_brings_the_top_three_of_the_quarry() {
    let mut table = table(2, &json!({ "foremen": 0 }));
    table.hand(0, "GoldDigger");
    table.play(Move::DigQuarry);
    assert_eq!(table.held(0).len(), 3);
    assert_eq!(table.state.out_of_play.count_ones(), 1);
    assert_eq!(table.asked(), Some(1));
}

#[test]
fn a_golddigger_takes_up_to_three_chosen_brickyard_cards() {
    let mut table = table(2, &json!({}));
    table.hand(0, "GoldDigger").brickyard("red 2, blue 5, Mason, green 8");
    table.play(Move::DigBrickyard);
    assert!(!table.may(Move::Enough), "one at least");
    let cards: Vec<u8> = table.state.brickyard.as_slice().to_vec();
    table.play(Move::Take { card: cards[0] }).play(Move::Take { card: cards[2] });
    assert!(table.may(Move::Enough));
    table.play(Move::Take { card: cards[3] });
    assert_eq!(table.held(0), ["red 2", "green 8", "Mason"]);
    assert_eq!(table.asked(), Some(1));

    let mut early = crate::common::table(2, &json!({}));
    early.hand(0, "GoldDigger").brickyard("red 2, blue 5");
    let first = early.state.brickyard.as_slice()[0];
    early.play(Move::DigBrickyard).play(Move::Take { card: first }).play(Move::Enough);
    assert_eq!(early.held(0), ["red 2"]);
}

#[test]
fn a_golddigger_takes_one_card_from_the_brickyard_at_least() {
    let mut table = table(2, &json!({}));
    table.hand(0, "GoldDigger").brickyard("red 2, blue 5");
    table.play(Move::DigBrickyard);
    let cards: Vec<u8> = table.state.brickyard.as_slice().to_vec();
    assert_eq!(table.legal(), cards.iter().map(|card| Move::Take { card: *card }).collect::<Vec<_>>());
}

#[test]
fn the_quarry_is_refilled_only_when_a_card_must_come_from_it() {
    let mut table = table(2, &json!({}));
    table.hand(0, "GoldDigger").brickyard("red 2, blue 5, Mason, green 8");
    let last = table.card("red 3");
    table.state.quarry = stonehouse_stonerow::state::Pile::EMPTY;
    table.state.quarry.push(last);
    table.state.phase = Phase::Draw;
    table.play(Move::DrawQuarry);
    assert_eq!(
        (table.state.quarry.len(), table.state.brickyard.len()),
        (0, 4),
        "the last card leaves the Quarry empty"
    );
    table.play(Move::DigBrickyard);
    let takes = table.legal().iter().filter(|legal| matches!(legal, Move::Take { .. })).count();
    assert_eq!(takes, 4, "the GoldDigger sees the whole Brickyard");
    let first = table.state.brickyard.as_slice()[0];
    table.play(Move::Take { card: first }).play(Move::Enough);
    assert_eq!((table.state.quarry.len(), table.state.brickyard.len()), (0, 3));
    table.play(Move::DrawQuarry);
    assert_eq!((table.state.quarry.len(), table.state.brickyard.len()), (1, 1), "two were shuffled, one was drawn");
}

#[test]
fn a_discard_lies_face_up_on_the_brickyard() {
    let mut table = table(2, &json!({}));
    table.hand(0, "red 5, Mason").brickyard("blue 2");
    table.discard("Mason");
    assert_eq!(table.rules.deck().name(table.state.brickyard.top().unwrap()), "Mason");
}

// The end

#[test]
fn most_points_win_and_equal_points_share_the_win() {
    for (cards, winners) in [("red 9, blue 9", vec![Seat(1)]), ("red 8, blue 8", vec![Seat(0), Seat(1)])] {
        let mut table = table(2, &json!({}));
        table.row(0, "green 8, yellow 8");
        table.row(1, cards);
        table.hand(1, "red 2");
        table.state.turn = 9;
        table.discard("red 2");
        assert_eq!(table.asked(), None);
        assert_eq!(table.rules.winners(&table.state).iter().collect::<Vec<_>>(), winners);
    }
}
