//! House rules of StoneRow: those that are bundled, and others that groups play. Each test plays and checks what the
//! rule promises. Most compare a match under the rule with the same actions under the official rules.

use super::{NAMES, four_under, offered, offered_as};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::{Action, Json, Observer, Rng, Seat, Seats};
use stonehouse_runtime::Position;
use stonehouse_stonerow::moves::Move;
use stonehouse_tests::{messages, ruleset};

/// The characters, in the order of their ranks.
const CHARACTERS: [&str; 4] = ["Apprentice", "Surveyor", "Architect", "Guild Master"];

/// Writes which round it is.
const ROUNDS: &str = "return { after_action = function(ctx, effects) effects.say(`{ctx.round}`) end }";

/// Four players under these house rules, each a text or the name of a bundled script, and knobs.
fn under(scripts: &[&str], knobs: &str) -> Arc<Ruleset> {
    four_under("stonerow", scripts, knobs)
}

struct Table(Position);

impl Table {
    fn dealt(ruleset: &Arc<Ruleset>, seed: u64) -> Self {
        Self(Position::deal(ruleset.rules(), seed).unwrap())
    }

    fn act(&mut self, action: Action) -> &mut Self {
        self.0.apply(action).unwrap_or_else(|error| panic!("{action:?}: {error}"));
        self
    }

    fn play(&mut self, chosen: Move) -> &mut Self {
        self.act(chosen.action())
    }

    fn acts(&self) -> Option<u8> {
        self.0.to_act().unwrap().map(|seat| seat.0)
    }

    fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.0.legal_actions(&mut actions).unwrap();
        actions
    }

    /// The actions of the game itself.
    fn moves(&self) -> Vec<Move> {
        self.legal().into_iter().filter_map(Move::of).collect()
    }

    /// The actions that house rules offer, as they are written on the buttons.
    fn offered(&self) -> Vec<String> {
        offered(&self.0).into_iter().map(|(_, text)| text).collect()
    }

    /// Plays the action of the house with this text.
    fn choose(&mut self, text: &str) -> &mut Self {
        self.act(offered_as(&self.0, text))
    }

    fn scores(&self) -> Vec<i64> {
        self.0.outcome().unwrap().scores
    }

    /// The round, as [`ROUNDS`] wrote it.
    fn round(&self) -> u16 {
        messages(&self.0).first().map_or(1, |round| round.parse().unwrap())
    }

    /// All things on the table, hidden or not.
    fn there(&self) -> Json {
        self.0.state().reveal().unwrap()
    }

    fn rows(&self) -> Vec<Row> {
        self.there()["rows"].as_array().unwrap().iter().map(Row::of).collect()
    }

    /// The cards in a hand, by name.
    fn hand(&self, seat: usize) -> Vec<String> {
        names(&self.there()["hands"][seat])
    }

    fn hands(&self) -> Vec<Vec<String>> {
        (0..self.scores().len()).map(|seat| self.hand(seat)).collect()
    }

    /// The names on the cards of a hand, as a seat sees them.
    fn seen_by(&self, eye: u8, hand: u8) -> Vec<String> {
        let scene = self.0.scene(Observer::Seat(Seat(eye))).unwrap();
        let area = scene.areas.into_iter().find(|area| area.handle == format!("hand/{hand}")).unwrap();
        area.pieces.iter().map(|piece| piece.name.fill(&NAMES)).collect()
    }
}

/// A StoneRow on the table.
struct Row {
    owner: u8,
    cards: Vec<String>,
    claims: Vec<i64>,
    broken: bool,
}

impl Row {
    fn of(message: &Json) -> Self {
        Self {
            owner: message["owner"].as_u64().unwrap() as u8,
            cards: names(&message["cards"]),
            claims: message["claims"].as_array().unwrap().iter().map(|points| points.as_i64().unwrap()).collect(),
            broken: message["broken"].as_bool().unwrap(),
        }
    }
}

fn names(message: &Json) -> Vec<String> {
    message.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The face of a card without its colour.
fn face(card: &str) -> &str {
    card.split_once(' ').map_or(card, |(_, face)| face)
}

/// Plays random actions that the rule allows under the rule and under the official rules, and compares both before each
/// action and at the end. A player who can attack or build does so more often than not.
fn beside(scripts: &[&str], knobs: &str, seeds: u64, mut look: impl FnMut(&Table, &Table)) {
    let (ruled, plain) = (under(&[scripts, &[ROUNDS]].concat(), knobs), under(&[ROUNDS], knobs));
    for seed in 0..seeds {
        let mut tables = [&ruled, &plain].map(|ruleset| Table::dealt(ruleset, seed));
        let mut draws = Rng::from_seed(seed);
        while tables[0].acts().is_some() {
            look(&tables[0], &tables[1]);
            let chosen = lively(&tables[0], &mut draws);
            for table in &mut tables {
                table.act(chosen);
            }
        }
        look(&tables[0], &tables[1]);
    }
}

/// A random action; one that is no mere discard, if the draw decides so.
fn lively(table: &Table, draws: &mut Rng) -> Action {
    let legal = table.legal();
    let more: Vec<Action> =
        legal.iter().copied().filter(|action| !matches!(Move::of(*action), Some(Move::Discard { .. }))).collect();
    let from = if more.is_empty() || draws.below(4) == 0 { &legal } else { &more };
    *draws.pick(from).unwrap()
}

/// Compares a rule that only forbids actions with the official rules: of the actions for which `forbids` returns a
/// decision, the rule forbids those decided so, and it allows all others.
fn forbids_moves(scripts: &[&str], knobs: &str, mut forbids: impl FnMut(&Table, Move) -> Option<bool>) {
    let mut forbidden = [0, 0];
    beside(scripts, knobs, 40, |ruled, plain| {
        if plain.acts().is_none() {
            return;
        }
        let expected = plain.legal().into_iter().filter(|action| {
            let decided = Move::of(*action).and_then(|chosen| forbids(plain, chosen));
            decided.into_iter().for_each(|not| forbidden[usize::from(not)] += 1);
            decided != Some(true)
        });
        assert_eq!(ruled.legal(), expected.collect::<Vec<_>>());
    });
    assert!(forbidden[0] > 10 && forbidden[1] > 10, "{forbidden:?} actions were allowed and forbidden");
}

/// Compares a rule that only forbids attacks with the official rules: `forbids` decides by StoneRow, attacker, and
/// whether the StoneRow is stolen.
fn forbids(scripts: &[&str], knobs: &str, mut forbids: impl FnMut(&Table, &Row, u8, bool) -> bool) {
    forbids_moves(scripts, knobs, |table, chosen| {
        let (row, steals) = match chosen {
            Move::Steal { row } => (row, true),
            Move::Hammer { row, .. } => (row, false),
            _ => return None,
        };
        Some(forbids(table, &table.rows()[usize::from(row)], table.acts()?, steals))
    });
}

/// A rule that changes final scores only: by what `changes` returns for a seat.
fn adds_at_the_end(scripts: &[&str], knobs: &str, changes: impl Fn(&Table, u8) -> i64) {
    let mut changed = 0;
    beside(scripts, knobs, 40, |ruled, plain| {
        let mut expected = plain.scores();
        if plain.acts().is_none() {
            for seat in 0..4 {
                expected[usize::from(seat)] += changes(plain, seat);
            }
            changed += i32::from(expected != plain.scores());
        }
        assert_eq!(ruled.scores(), expected);
        assert_eq!(ruled.acts(), plain.acts());
        if ruled.acts().is_none() {
            assert_eq!(ruled.0.outcome().unwrap().winners, Seats::highest(&expected));
        }
    });
    assert!(changed > 5, "{changed} matches");
}

/// Many specials of these kinds.
const ATTACKS: &str = "highwaymen = 8\nnumbers = 5\nrounds = 8";

#[test]
fn rows_of_characters_count_double() {
    let mut doubled = 0;
    beside(&["court.lua"], "numbers = 3\nrounds = 8", 30, |ruled, plain| {
        for (row, plain) in ruled.rows().iter().zip(plain.rows()) {
            let of_characters = row.cards.iter().all(|card| CHARACTERS.contains(&face(card)));
            doubled += u32::from(of_characters);
            let times = if of_characters { 2 } else { 1 };
            assert_eq!(row.claims, plain.claims.iter().map(|points| points * times).collect::<Vec<_>>());
        }
    });
    assert!(doubled > 50);
}

#[test]
fn a_card_left_in_hand_costs_five_points() {
    adds_at_the_end(&["full_hands.lua"], "", |table, seat| -5 * table.hand(seat.into()).len() as i64);
}

#[test]
fn number_cards_left_in_hand_cost_what_they_show() {
    let faces = "return { final_score = function(ctx, score) return score - ctx.faces_held[ctx.seat] end }";
    adds_at_the_end(&[faces], "", |table, seat| {
        let shown = table.hand(seat.into()).iter().filter_map(|card| face(card).parse::<i64>().ok()).sum::<i64>();
        -shown
    });
}

#[test]
fn rows_of_four_and_more_cards_are_not_stolen() {
    forbids(&["long_walls.lua"], ATTACKS, |_, row, _, steals| steals && row.cards.len() > 3);
}

#[test]
fn partners_neither_break_nor_steal_each_others_rows() {
    forbids(&["pact.lua"], ATTACKS, |_, row, by, _| row.owner % 2 == by % 2);
}

#[test]
fn a_broken_row_costs_ten_points() {
    adds_at_the_end(&["rubble.lua"], ATTACKS, |table, seat| {
        -10 * table.rows().iter().filter(|row| row.owner == seat && row.broken).count() as i64
    });
}

#[test]
fn a_deck_has_five_colours_of_fifteen_ranks_and_more() {
    let count = |ruleset: &Arc<Ruleset>| {
        let there = Table::dealt(ruleset, 1).there();
        let mut cards: Vec<String> = there["hands"].as_array().unwrap().iter().flat_map(names).collect();
        cards.extend(["quarry", "brickyard", "aside"].iter().flat_map(|pile| names(&there[*pile])));
        cards.push(there["keystone"].as_str().unwrap().to_owned());
        let ranks = cards.iter().filter(|card| card.starts_with("violet ")).count();
        (cards.len(), ranks)
    };
    assert_eq!(count(&ruleset("stonerow/great-quarry")), (5 * 15 + 11, 15));
    assert_eq!(count(&under(&[], "colours = 5\nnumbers = 17\nhighwaymen = 0")), (5 * 21 + 8, 21));
}

#[test]
fn nobody_is_attacked_in_the_first_round() {
    forbids(&["truce.lua"], ATTACKS, |table, _, _, _| table.round() == 1);
}

#[test]
fn highwaymen_steal_only_from_the_leader() {
    forbids(&["robin_hood.lua"], ATTACKS, |table, row, _, steals| {
        let scores = table.scores();
        steals && scores[usize::from(row.owner)] < *scores.iter().max().unwrap()
    });
}

#[test]
fn a_hundred_points_end_the_match() {
    let mut early = 0;
    beside(&["sudden_death.lua"], "rounds = 20\nset_points = [60, 60, 60]", 30, |ruled, plain| {
        let best = *ruled.scores().iter().max().unwrap();
        assert_eq!(ruled.acts().is_none(), best >= 100 || plain.acts().is_none());
        early += i32::from(ruled.acts().is_none() && plain.acts().is_some());
    });
    assert!(early > 5, "{early} matches ended early");
}

#[test]
fn the_most_rows_bring_twenty_points() {
    adds_at_the_end(&["most_rows.lua"], ATTACKS, |table, seat| {
        let whole = |seat: u8| table.rows().iter().filter(|row| row.owner == seat && !row.broken).count();
        let most = (0..4).map(whole).max().unwrap();
        if most > 0 && whole(seat) == most { 20 } else { 0 }
    });
}

#[test]
fn a_guild_master_stands_for_a_card_that_is_not_held() {
    let rule = under(&["wild_masters.lua"], "colours = 6\nhand_sizes = [12, 12, 12]");
    let mut built = [0, 0];
    for seed in 0..40 {
        let mut table = Table::dealt(&rule, seed);
        let mut draws = Rng::from_seed(seed);
        while let Some(seat) = table.acts() {
            let is_wild = |chosen: &Move| matches!(chosen, Move::WildSet { .. } | Move::WildRun { .. });
            let Some(chosen) = table.moves().into_iter().rfind(is_wild) else {
                let chosen = lively(&table, &mut draws);
                table.act(chosen);
                continue;
            };
            let held = table.hand(seat.into());
            table.play(chosen);
            let row = table.rows().pop().unwrap();
            assert!(row.cards.iter().all(|card| held.contains(card)));
            let masters = row.cards.iter().filter(|card| face(card) == "Guild Master").count();
            let others: Vec<&str> =
                row.cards.iter().map(|card| face(card)).filter(|face| *face != "Guild Master").collect();
            let worth = match (chosen, row.cards.len()) {
                (Move::WildSet { .. }, 2) if CHARACTERS.contains(&others[0]) => 20,
                (Move::WildSet { .. }, 2) => 2 * others[0].parse::<i64>().unwrap(),
                (_, 3) => 30,
                (_, 4) => 40,
                _ => 50,
            };
            assert_eq!(row.claims[usize::from(seat)], worth, "{:?}", row.cards);
            match chosen {
                Move::WildSet { .. } => {
                    assert_eq!(masters, 1);
                    assert!(others.iter().all(|other| *other == others[0]));
                    built[0] += 1;
                }
                _ => {
                    // A run may end with a Guild Master of its own.
                    assert!(masters == 1 || masters == 2);
                    built[1] += 1;
                }
            }
        }
    }
    assert!(built[0] > 20 && built[1] > 5, "{built:?} sets and runs");
}

/// Random matches in which the player who draws from the Quarry gets as many cards as `draws` returns.
fn draws(rule: &str, knobs: &str, draws: impl Fn(&Table, u8) -> usize) {
    let rule = under(&[rule], knobs);
    let mut drawn = [0; 3];
    for seed in 0..30 {
        let mut table = Table::dealt(&rule, seed);
        let mut random = Rng::from_seed(seed);
        while let Some(seat) = table.acts() {
            let chosen = lively(&table, &mut random);
            let before = table.hand(seat.into()).len();
            let count = draws(&table, seat);
            table.act(chosen);
            if Move::of(chosen) == Some(Move::DrawQuarry) {
                assert_eq!(table.hand(seat.into()).len(), before + count);
                drawn[count] += 1;
            }
        }
    }
    assert!(drawn[1] > 20 && drawn[2] > 20, "{drawn:?}");
}

#[test]
fn a_player_who_alone_is_last_draws_two_cards() {
    draws("helping_hand.lua", "rounds = 8\ncolours = 6", |table, seat| {
        let scores = table.scores();
        let least = *scores.iter().min().unwrap();
        let alone = scores.iter().filter(|score| **score == least).count() == 1;
        if alone && scores[usize::from(seat)] == least { 2 } else { 1 }
    });
}

#[test]
fn the_last_player_of_each_round_draws_two_cards() {
    let last = "return { draw_count = function(ctx, cards)
        return if (ctx.seat + 1) % ctx.players == ctx.first then 2 else cards
    end }";
    draws(last, "", |_, seat| if seat == 3 { 2 } else { 1 });
}

#[test]
fn opening_hands_are_drafted() {
    for seed in 0..20 {
        let rule = ruleset("stonerow/draft");
        let mut table = Table::dealt(&rule, seed);
        let mut random = Rng::from_seed(seed);
        let mut kept = vec![Vec::new(); 4];
        let mut hands = table.hands();
        assert_eq!(hands, Table::dealt(&ruleset("stonerow/official"), seed).hands());
        while hands.iter().any(|hand| hand.len() > 1) {
            for seat in 0..4 {
                assert_eq!(table.acts(), Some(seat));
                let moves = table.moves();
                assert!(moves.iter().all(|chosen| matches!(chosen, Move::Keep { .. })), "{moves:?}");
                let chosen = *random.pick(&moves).unwrap();
                let message = table.0.describe(&chosen.action().into(), Observer::Seat(Seat(seat))).unwrap();
                let name = message.text.fill(&NAMES).trim_start_matches("keep the ").to_owned();
                let hand = &mut hands[usize::from(seat)];
                hand.remove(hand.iter().position(|card| *card == name).unwrap_or_else(|| panic!("{name}: {hand:?}")));
                kept[usize::from(seat)].push(name);
                table.play(chosen);
            }
            hands.rotate_right(1);
        }
        let sorted = |mut hand: Vec<String>| {
            hand.sort();
            hand
        };
        let expected = kept.into_iter().zip(hands).map(|(kept, last)| sorted([kept, last].concat()));
        assert_eq!(table.hands().into_iter().map(sorted).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        assert_eq!((table.acts(), table.moves()[0]), (Some(0), Move::DrawQuarry));
    }
}

#[test]
fn a_hand_of_team_play_is_drafted_too() {
    let rule = under(&["draft.lua"], "teams = true\nforemen = 0\ntower_cards = 2\nset_points = [60, 80, 100]");
    let mut table = Table::dealt(&rule, 3);
    let mut random = Rng::from_seed(3);
    let mut drafted = BTreeSet::new();
    while table.acts().is_some() {
        let chosen = lively(&table, &mut random);
        if let Some(Move::Keep { .. }) = Move::of(chosen) {
            drafted.insert(table.there()["hand"].as_i64().unwrap());
        }
        table.act(chosen);
    }
    assert_eq!(drafted, (1..=table.there()["hand"].as_i64().unwrap()).collect());
    assert!(drafted.len() > 1);
}

#[test]
fn hands_go_to_the_left_at_the_end_of_a_round() {
    let (ruled, plain) = (ruleset("stonerow/passing-hands"), under(&[ROUNDS], ""));
    for seed in 0..20 {
        let mut tables = [&ruled, &plain].map(|ruleset| Table::dealt(ruleset, seed));
        let mut random = Rng::from_seed(seed);
        while tables[1].round() == 1 {
            assert_eq!(tables[0].hands(), tables[1].hands());
            let chosen = lively(&tables[0], &mut random);
            for table in &mut tables {
                table.act(chosen);
            }
        }
        let mut expected = tables[1].hands();
        expected.rotate_right(1);
        assert_eq!(tables[0].hands(), expected);
        while tables[0].acts().is_some() {
            let chosen = lively(&tables[0], &mut random);
            tables[0].act(chosen);
        }
    }
}

#[test]
fn a_spy_shows_a_hand_to_one_player_while_its_cards_stay_there() {
    let rule = ruleset("stonerow/spies");
    let holds_spy = |seed: &u64| Table::dealt(&rule, *seed).hand(0).contains(&"Spy".to_owned());
    let mut table = Table::dealt(&rule, (0..200).find(holds_spy).unwrap());
    assert_eq!(table.offered(), Vec::<String>::new());
    table.play(Move::DrawQuarry);
    assert_eq!(table.offered(), ["Send the Spy to: West", "Send the Spy to: North", "Send the Spy to: East"]);
    table.choose("Send the Spy to: North");
    assert!(names(&table.there()["aside"]).contains(&"Spy".to_owned()));
    assert_eq!((table.acts(), table.offered()), (Some(1), vec![]), "it was South's action");
    let north = table.hand(2);
    assert_eq!(table.seen_by(0, 2), north);
    assert!(table.seen_by(1, 2).iter().chain(&table.seen_by(3, 2)).all(|name| name == "card"));
    // South guesses right, and others guess.
    let guesses = |table: &Table, eye: u8| {
        let guess = |seed| {
            let mut guessed = table.0.try_clone().unwrap();
            guessed.determinize(Seat(eye), seed).unwrap();
            Table(guessed).hand(2)
        };
        (0..20).map(guess).collect::<Vec<_>>()
    };
    assert!(guesses(&table, 0).iter().all(|hand| *hand == north));
    assert!(guesses(&table, 1).iter().any(|hand| *hand != north));
    // The cards that North draws later only North sees.
    table.play(Move::DrawQuarry);
    let first = table.moves()[0];
    table.play(first);
    while table.acts() != Some(2) {
        let first = table.moves()[0];
        table.play(first);
    }
    table.play(Move::DrawQuarry);
    assert_eq!(table.seen_by(0, 2).iter().filter(|name| *name == "card").count(), 1);
}

#[test]
fn a_spy_is_sent_only_by_its_holder_on_their_own_turn() {
    let rule = ruleset("stonerow/spies");
    let mut sent = 0;
    for seed in 0..30 {
        let mut table = Table::dealt(&rule, seed);
        let mut random = Rng::from_seed(seed);
        while let Some(seat) = table.acts() {
            let may = table.moves().iter().any(|chosen| matches!(chosen, Move::Discard { .. }));
            let has = table.hand(seat.into()).contains(&"Spy".to_owned());
            assert_eq!(table.offered().len(), if may && has { 3 } else { 0 });
            sent += u32::from(may && has);
            let chosen = lively(&table, &mut random);
            table.act(chosen);
        }
    }
    assert!(sent > 5);
}

#[test]
fn the_highest_bid_is_paid_and_buys_the_first_turn() {
    let rule = ruleset("stonerow/bid-to-begin");
    for (bids, buyer, paid) in
        [([2, 0, 5, 0], 2, 5), ([0, 0, 0, 0], 0, 0), ([30, 0, 0, 0], 0, 30), ([0, 10, 15, 20], 3, 20)]
    {
        let mut table = Table::dealt(&rule, 5);
        for (seat, bid) in bids.iter().enumerate() {
            assert_eq!((table.acts(), table.moves()), (Some(seat as u8), vec![]));
            table.choose(&format!("Bid: {bid}"));
        }
        let mut expected = vec![0; 4];
        expected[usize::from(buyer)] = -paid;
        assert_eq!((table.scores(), table.offered()), (expected, vec![]));
        for turn in 0..4 {
            assert_eq!(table.acts(), Some((buyer + turn) % 4));
            table.play(Move::DrawQuarry);
            let discard = table.moves().into_iter().find(|chosen| matches!(chosen, Move::Discard { .. }));
            table.play(discard.unwrap());
        }
    }
}

#[test]
fn overtime_is_announced_once_before_bids_drafts_and_draws() {
    for variant in ["official", "bid-to-begin", "draft", "spies"] {
        let rule = ruleset(&format!("stonerow/{variant}"));
        let (mut dealt, mut drawn) = (0, 0);
        for seed in 0..40 {
            let players = NAMES.map(Player::person).into();
            let mut game = Match::new(&rule, seed, players, None).unwrap();
            let mut random = Rng::from_seed(seed);
            let is_dealt = foremen(&game) > 0;
            while game.to_act().is_some() {
                let chosen = random.pick(&game.described_actions().unwrap()).unwrap().action;
                let before = foremen(&game);
                game.play(chosen, Instant::now()).unwrap();
                let turned_up = foremen(&game) > before;
                drawn += u32::from(turned_up);
                for eye in Seat::all(4).map(Observer::Seat).chain([Observer::Public]) {
                    let log = game.log(eye);
                    let last = log.last().unwrap();
                    let opens = is_dealt && log.len() == 1;
                    assert_eq!(last.opening.as_ref().map(|text| text.fill(&NAMES)), opens.then(|| "Overtime!".into()));
                    assert_eq!(last.news.as_ref().map(|text| text.fill(&NAMES)), turned_up.then(|| "Overtime!".into()));
                    assert!(!last.text.fill(&NAMES).contains("Overtime"), "{variant}, seed {seed}");
                }
            }
            dealt += u32::from(is_dealt);
        }
        assert!(dealt > 5 && drawn > 2, "{variant}: {dealt} dealt, {drawn} drawn");
    }
}

/// How many Foremen have turned up in a match.
fn foremen(game: &Match) -> u64 {
    game.position().state().reveal().unwrap()["foremen"].as_u64().unwrap()
}

// ---- Hooks that no rule above uses

/// Many of each special card.
const SPECIALS: &str = "highwaymen = 8\nmasons = 8\ngold_diggers = 8\ndisplacers = 8\nnumbers = 5\nrounds = 8";

#[test]
fn a_house_rule_forbids_runs_of_three_cards() {
    let rule =
        "return { may_build = function(ctx, may) return may and not (ctx.kind == 'run' and ctx.cards == 3) end }";
    forbids_moves(&[rule], "hand_sizes = [12, 12, 12]", |_, chosen| match chosen {
        Move::Set { .. } => Some(false),
        Move::Run { len, .. } => Some(len == 3),
        _ => None,
    });
}

#[test]
fn a_house_rule_forbids_one_player_each_use_of_a_special_card() {
    let uses = [
        ("highwayman", "steal"),
        ("mason", "repair"),
        ("mason", "mortar"),
        ("gold_digger", "dig_quarry"),
        ("gold_digger", "dig_brickyard"),
        ("displacer", "deflect"),
        ("displacer", "attract"),
    ];
    for (special, purpose) in uses {
        let rule = format!(
            "return {{ may_use = function(ctx, may)
                return may and not (ctx.seat == 1 and ctx.special == '{special}' and ctx.purpose == '{purpose}')
            end }}"
        );
        forbids_moves(&[&rule], SPECIALS, |table, chosen| {
            let used = match chosen {
                Move::Steal { .. } => "steal",
                Move::Repair { .. } => "repair",
                Move::Mortar { .. } => "mortar",
                Move::DigQuarry => "dig_quarry",
                Move::DigBrickyard => "dig_brickyard",
                Move::Deflect => "deflect",
                Move::Attract => "attract",
                _ => return None,
            };
            Some(used == purpose && table.acts() == Some(1))
        });
    }
}

#[test]
fn a_house_rule_forbids_the_repair_of_pairs() {
    let rule = "return { may_repair = function(ctx, may) return may and ctx.cards > 2 end }";
    let knobs = "colours = 6\nnumbers = 4\nhand_sizes = [12, 12, 12]\nmasons = 8\nrounds = 12";
    forbids_moves(&[rule], knobs, |table, chosen| match chosen {
        Move::Repair { row } => Some(table.rows()[usize::from(row)].cards.len() == 2),
        _ => None,
    });
}

#[test]
fn a_house_rule_forbids_mortaring_to_the_left_neighbour() {
    let rule = "return { may_mortar = function(ctx, may)
        return may and ctx.owner ~= (ctx.by + 1) % ctx.players
    end }";
    forbids_moves(&[rule], SPECIALS, |table, chosen| match chosen {
        Move::Mortar { row, .. } => Some(table.rows()[usize::from(row)].owner == (table.acts()? + 1) % 4),
        _ => None,
    });
}

#[test]
fn a_house_rule_deals_south_two_cards_more() {
    let sizes =
        |scripts: &[&str]| Table::dealt(&under(scripts, ""), 1).hands().iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(sizes(&["head_start.lua"]), [8, 6, 6, 6]);
    assert_eq!(sizes(&[]), [6, 6, 6, 6]);
}

#[test]
fn a_house_rule_adds_two_rounds_for_the_second_foreman() {
    let (ruled, plain) = (under(&["overtime.lua"], "foremen = 2"), under(&[], "foremen = 2"));
    let mut second = 0;
    for seed in 0..30 {
        for (ruleset, added) in [(&ruled, [0, 1, 3]), (&plain, [0, 1, 2])] {
            let mut table = Table::dealt(ruleset, seed);
            let mut random = Rng::from_seed(seed);
            let mut turns = 0;
            while table.acts().is_some() {
                let chosen = lively(&table, &mut random);
                turns += usize::from(matches!(Move::of(chosen), Some(Move::DrawQuarry | Move::DrawBrickyard)));
                table.act(chosen);
            }
            let foremen = table.there()["foremen"].as_u64().unwrap() as usize;
            assert_eq!(turns, 4 * (5 + added[foremen]), "seed {seed}");
            second += u32::from(foremen == 2);
        }
    }
    assert!(second > 10, "{second}");
}

/// Team play to one Tower card.
const TEAMS: &str = "teams = true\nforemen = 0\ntower_cards = 1";

/// The points of a team's StoneRows: of its first player, of its second player, and of its shares.
fn parts(table: &Table, team: u8) -> [i64; 3] {
    let mut parts = [0; 3];
    for row in table.rows().iter().filter(|row| !row.broken) {
        let claim = |seat: u8| row.claims[usize::from(seat)];
        if row.owner % 2 == team {
            parts[usize::from(row.owner / 2)] += claim(row.owner);
        } else {
            parts[2] += claim(team).max(claim(team + 2));
        }
    }
    parts
}

/// Random matches of team play to one Tower card, in which a hand ends when a team has as many points as `goals`, and
/// `points` returns what its parts are worth to it. Returns how often each team won by its goal.
fn plays_for_the_goal(rule: &[&str], goals: [i64; 2], points: impl Fn([i64; 3]) -> i64) -> [u32; 2] {
    let rule = under(rule, TEAMS);
    let mut wins = [0; 2];
    for seed in 0..40 {
        let mut table = Table::dealt(&rule, seed);
        let mut random = Rng::from_seed(seed);
        let reached = |table: &Table| [0, 1].map(|team| points(parts(table, team)) >= goals[usize::from(team)]);
        while table.acts().is_some() {
            assert_eq!(reached(&table), [false, false], "seed {seed}: then the hand is over");
            let chosen = lively(&table, &mut random);
            table.act(chosen);
        }
        let won = match reached(&table) {
            [true, false] => 0,
            [false, true] => 1,
            // Both, or neither when a hand was too long.
            _ => continue,
        };
        let winners: Vec<u8> = table.0.outcome().unwrap().winners.iter().map(|seat| seat.0).collect();
        assert_eq!(winners, [won, won + 2], "seed {seed}");
        wins[usize::from(won)] += 1;
    }
    wins
}

#[test]
fn a_house_rule_sets_another_goal_for_one_team() {
    let rule = "return { points_goal = function(ctx, goal) return if ctx.team == 0 then 60 else goal end }";
    for (scripts, goals) in [(&[rule][..], [60, 100]), (&[], [100, 100])] {
        let wins = plays_for_the_goal(scripts, goals, |parts| parts.iter().sum());
        assert!(wins[0] > 3 && wins[1] > 3, "{wins:?}");
    }
}

#[test]
fn a_house_rule_counts_the_weaker_partner_twice() {
    let wins =
        plays_for_the_goal(&["weaker_wall.lua"], [100; 2], |[first, second, shares]| 2 * first.min(second) + shares);
    assert!(wins[0] > 3 && wins[1] > 3, "{wins:?}");
}

// ---- Town crier

/// The round, and what the town crier has proclaimed for it.
fn news(table: &Table) -> (String, String) {
    let status = table.0.scene(Observer::Public).unwrap().status.fill(&NAMES);
    let (round, news) = status.split_once(" · Town crier: ").unwrap_or_else(|| panic!("{status}"));
    (round.split_once(" of ").map_or(round, |(round, _)| round).to_owned(), news.to_owned())
}

#[test]
fn news_of_the_town_crier_hold_for_a_round() {
    let rule = under(&["town_crier.lua"], ATTACKS);
    let (mut could_steal, mut all_news) = ([0, 0], BTreeSet::new());
    let (mut runs, mut better_runs, mut pairs) = (BTreeMap::new(), BTreeMap::new(), [0, 0]);
    for seed in 0..60 {
        let mut table = Table::dealt(&rule, seed);
        let mut draws = Rng::from_seed(seed);
        let mut last = news(&table);
        while let Some(seat) = table.acts() {
            let (round, current) = news(&table);
            assert!(round != last.0 || current == last.1, "{round}: {} became {current}", last.1);
            let moves = table.moves();
            let steals = moves.iter().any(|chosen| matches!(chosen, Move::Steal { .. }));
            let breaks = moves.iter().any(|chosen| matches!(chosen, Move::Hammer { .. }));
            assert!(!(steals && current == "nobody steals" || breaks && current == "nobody breaks"), "{current}");
            let others = table.rows().iter().any(|row| row.owner != seat);
            let has_drawn = moves.iter().any(|chosen| matches!(chosen, Move::Discard { .. }));
            if has_drawn && others && table.hand(seat.into()).iter().any(|card| card == "Highwayman") {
                could_steal[usize::from(current == "nobody steals")] += 1;
                assert_eq!(steals, current != "nobody steals");
            }
            let rows = table.rows().len();
            let chosen = lively(&table, &mut draws);
            table.act(chosen);
            if let (Some(row), true) = (table.rows().pop(), table.rows().len() > rows) {
                let points = row.claims[usize::from(row.owner)];
                let is_pair = row.cards.len() == 2;
                match (Move::of(chosen), current.as_str()) {
                    (Some(Move::Set { .. }), "pairs count nothing") if is_pair => {
                        pairs[0] += 1;
                        assert_eq!(points, 0);
                    }
                    (Some(Move::Set { .. }), _) if is_pair => {
                        pairs[1] += 1;
                        assert!(points > 0);
                    }
                    (Some(Move::Run { low, len, .. }), "runs count more") => {
                        better_runs.insert((low, len), points);
                    }
                    (Some(Move::Run { low, len, .. }), _) => {
                        runs.insert((low, len), points);
                    }
                    _ => {}
                }
            }
            last = (round, current.clone());
            all_news.insert(current);
        }
    }
    let both: Vec<_> = better_runs.iter().filter_map(|(run, points)| Some((*points, *runs.get(run)?))).collect();
    assert!(both.len() > 2 && both.iter().all(|(better, plain)| *better == plain + 10), "{both:?}");
    assert!(pairs.into_iter().chain(could_steal).all(|times| times > 5), "{pairs:?} {could_steal:?}");
    assert_eq!(all_news.len(), 6, "{all_news:?}");
}

#[test]
fn all_draw_two_cards_in_a_round_in_which_all_draw_more() {
    draws("town_crier.lua", "rounds = 8\ncolours = 6", |table, _| if news(table).1 == "all draw more" { 2 } else { 1 });
}

// ---- Shop

#[test]
fn one_thing_a_turn_is_bought_with_points() {
    let rule = under(&["shop.lua"], ATTACKS);
    let goods = [("Buy a card of the Quarry: 5", 5), ("Buy the Brickyard's top card: 10", 10), ("Buy a repair: 8", 8)];
    let mut bought = [0; 3];
    for seed in 0..60 {
        let mut table = Table::dealt(&rule, seed);
        let mut draws = Rng::from_seed(seed);
        while let Some(seat) = table.acts() {
            let (offered, me) = (table.offered(), usize::from(seat));
            assert!(
                goods.iter().all(|(text, price)| !offered.contains(&(*text).into()) || table.scores()[me] >= *price)
            );
            let broken = |table: &Table| table.rows().iter().filter(|row| row.owner == seat && row.broken).count();
            assert!(broken(&table) > 0 || !offered.iter().any(|text| text.starts_with("Buy a repair")));
            // What has been bought least often is bought.
            let wanted =
                (0..3).filter(|good| offered.contains(&goods[*good].0.into())).min_by_key(|good| bought[*good]);
            let Some(good) = wanted else {
                let chosen = lively(&table, &mut draws);
                table.act(chosen);
                continue;
            };
            let top = names(&table.there()["brickyard"]).into_iter().next();
            // A Foreman that turns up is laid by the Tower, and the next card is drawn.
            let first_of_quarry = names(&table.there()["quarry"]).into_iter().find(|card| card != "Foreman");
            let (hand, points, ruins) = (table.hand(me), table.scores()[me], broken(&table));
            table.choose(goods[good].0);
            bought[good] += 1;
            assert_eq!((table.acts(), table.offered()), (Some(seat), vec![]), "the turn goes on, without the shop");
            if good == 2 {
                assert_eq!((table.hand(me), broken(&table)), (hand, ruins - 1));
                assert!(table.scores()[me] > points - 8, "the StoneRow counts again");
            } else {
                assert_eq!(table.scores()[me], points - goods[good].1);
                let mut new = table.hand(me);
                for card in &hand {
                    new.remove(new.iter().position(|held| held == card).unwrap());
                }
                assert_eq!(new.pop(), if good == 0 { first_of_quarry } else { top });
                assert_eq!(new, [""; 0]);
            }
        }
    }
    assert!(bought.iter().all(|times| *times > 5), "{bought:?}");
}

// ---- Hand limit

#[test]
fn a_hand_of_more_than_six_cards_is_put_away_card_by_card() {
    let rule = under(&["hand_limit.lua"], "");
    let mut put_away = 0;
    for seed in 0..30 {
        let mut table = Table::dealt(&rule, seed);
        let mut draws = Rng::from_seed(seed);
        while let Some(seat) = table.acts() {
            let (offered, mut hand) = (table.offered(), table.hand(usize::from(seat)));
            if offered.is_empty() {
                let chosen = table.moves()[draws.below(table.moves().len() as u32) as usize];
                table.play(chosen);
                continue;
            }
            assert!(hand.len() > 6 && table.moves().is_empty(), "the game waits");
            assert_eq!(offered, hand.iter().map(|card| format!("Put a card away: {card}")).collect::<Vec<_>>());
            let chosen = draws.below(hand.len() as u32) as usize;
            let action = table.legal()[chosen];
            let described = table.0.describe(&action.into(), Observer::Seat(Seat(seat))).unwrap();
            let touched = described.paths.last().unwrap()[0].handles()[0].clone();
            let scene = table.0.scene(Observer::Seat(Seat(seat))).unwrap();
            assert!(scene.handles().any(|handle| handle == touched), "a touch of the card is enough");
            let before = table.0.try_clone().unwrap();
            table.act(action);
            let card = hand.remove(chosen);
            assert_eq!(names(&table.there()["brickyard"])[0], card);
            assert_eq!(table.hand(usize::from(seat)), hand);
            let log = |observer| table.0.describe_done(&before, &action.into(), observer).unwrap().text.fill(&NAMES);
            assert_eq!(log(Observer::Seat(Seat(seat))), format!("puts a card on the Brickyard: {card}"));
            // Which place of the hand it had would reveal something of the others in it.
            assert_eq!(log(Observer::Public), "puts a card on the Brickyard");
            put_away += 1;
        }
    }
    assert!(put_away > 30, "{put_away}");
}

// ---- Close finish

/// The points between the two best.
fn lead(table: &Table) -> i64 {
    let mut scores = table.scores();
    scores.sort_unstable();
    scores[3] - scores[2]
}

#[test]
fn a_close_match_goes_on_for_three_rounds_once() {
    let (ruled, plain) = (under(&["close_finish.lua", ROUNDS], "foremen = 0"), under(&[ROUNDS], "foremen = 0"));
    let (mut close, mut clear, mut still_close) = (0, 0, 0);
    for seed in 0..60 {
        let [mut table, mut as_usual] = [&ruled, &plain].map(|ruleset| Table::dealt(ruleset, seed));
        let mut draws = Rng::from_seed(seed);
        while as_usual.acts().is_some() {
            let chosen = lively(&as_usual, &mut draws);
            as_usual.act(chosen);
            table.act(chosen);
        }
        if lead(&as_usual) > 5 {
            clear += 1;
            assert_eq!((table.acts(), table.scores()), (None, as_usual.scores()));
            continue;
        }
        close += 1;
        let expected = ["6", "It is close: the match goes on"];
        assert!(expected.iter().all(|line| messages(&table.0).iter().any(|known| known == line)));
        let mut turns = BTreeMap::new();
        while let Some(seat) = table.acts() {
            if table.moves().iter().any(|chosen| matches!(chosen, Move::DrawQuarry)) {
                *turns.entry(seat).or_insert(0) += 1;
            }
            let chosen = lively(&table, &mut draws);
            table.act(chosen);
        }
        assert_eq!(turns.into_values().collect::<Vec<_>>(), [3; 4], "three rounds more for everybody");
        still_close += i32::from(lead(&table) <= 5);
    }
    assert!(close > 10 && clear > 10 && still_close > 0, "{close} {clear} {still_close}");
}

#[test]
fn random_games_go_on_as_long_as_the_rule_lets_them() {
    let more = "return {
        match_ending = function(ctx, effects) if ctx.rounds < 9 then effects.add_rounds(2) end end,
        match_ended = function(ctx, effects) effects.say(`{ctx.rounds} rounds, {ctx.turn - 1} turns`) end,
    }";
    let rule = under(&[more], "foremen = 0");
    for seed in 0..5 {
        let mut table = Table::dealt(&rule, seed);
        table.0.playout(seed).unwrap();
        assert!(table.0.is_finished().unwrap());
        assert_eq!(messages(&table.0), ["9 rounds, 36 turns"]);
    }
}

// ---- Secret tasks

#[test]
fn a_secret_task_is_worth_twenty_points_to_who_has_fulfilled_it() {
    // A share in a broken StoneRow is worth nothing, and so does not show.
    let shares = "return { match_ended = function(ctx, effects)
        for seat = 0, 3 do effects.say(`{ctx.shares[seat]}`) end
    end }";
    let (ruled, plain) = (under(&["secret_tasks.lua", shares], ""), under(&[], ""));
    let mut tasks = BTreeMap::new();
    for seed in 0..60 {
        let [mut table, mut as_usual] = [&ruled, &plain].map(|ruleset| Table::dealt(ruleset, seed));
        let own = |table: &Table, seat: u8, eye| {
            let panel = table.0.scene(eye).unwrap().seats.swap_remove(seat.into());
            let notes = panel.notes.into_iter().map(|note| note.fill(&NAMES));
            notes.filter_map(|note| Some(note.strip_prefix("Secret task: ")?.to_owned())).collect::<Vec<_>>()
        };
        let dealt: Vec<String> = (0..4).map(|seat| own(&table, seat, Observer::Seat(Seat(seat))).concat()).collect();
        assert!((0..4).all(|seat| own(&table, seat, Observer::Seat(Seat((seat + 1) % 4))).is_empty()));
        assert!((0..4).all(|seat| own(&table, seat, Observer::Public).is_empty()));
        let mut draws = Rng::from_seed(seed);
        while as_usual.acts().is_some() {
            assert_eq!(table.legal(), as_usual.legal());
            let chosen = lively(&table, &mut draws);
            table.act(chosen);
            as_usual.act(chosen);
        }
        for seat in 0..4 {
            let (task, rows) = (&dealt[usize::from(seat)], table.rows());
            assert_eq!(own(&table, seat, Observer::Public), std::slice::from_ref(task), "it is known at the end");
            let own: Vec<&Row> = rows.iter().filter(|row| row.owner == seat && !row.broken).collect();
            let is_run = |row: &Row| face(&row.cards[0]) != face(&row.cards[1]);
            let is_fulfilled = match task.as_str() {
                "three StoneRows" => own.len() > 2,
                "a StoneRow of three" => own.iter().any(|row| row.cards.len() > 2),
                "a run" => own.iter().any(|row| is_run(row)),
                "a share" => messages(&table.0)[usize::from(seat)] != "0",
                other => panic!("{other}"),
            };
            let (points, usual) = (table.scores()[usize::from(seat)], as_usual.scores()[usize::from(seat)]);
            assert_eq!(points - usual, if is_fulfilled { 20 } else { 0 }, "{task}");
            tasks.entry(task.clone()).or_insert([0, 0])[usize::from(is_fulfilled)] += 1;
        }
    }
    assert!(tasks.len() == 4 && tasks.values().flatten().all(|times| *times > 1), "{tasks:?}");
}

#[test]
fn no_tasks_are_dealt_in_team_play() {
    let rule = under(&["secret_tasks.lua"], "teams = true\nforemen = 0\ntower_cards = 2");
    let mut table = Table::dealt(&rule, 1);
    let scene = table.0.scene(Observer::Referee).unwrap();
    assert!(scene.seats[0].notes.iter().any(|note| note.fill(&NAMES) == "Secret task: no task"));
    table.0.playout(1).unwrap();
}
