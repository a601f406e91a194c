//! House rules that a modder invented, which do not ship: each is a script in `tests/fixtures/house-rules`. In random
//! games, in which every second choice is an action of the house where there is one, it does what its first comment
//! states, and the kit finds that it reveals nothing.

use super::{NAMES, four_under, offered, under};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::Ruleset;
use stonehouse_plugin::{Action, Json, Observer, Rng, Seat};
use stonehouse_runtime::{HOUSE_ACTIONS, Position};
use stonehouse_tests::catalog;

/// Random games of each rule.
const GAMES: u64 = 12;

/// The text of the script of this name.
fn script(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/house-rules");
    std::fs::read_to_string(folder.join(name).with_extension("lua")).unwrap()
}

/// A rule at its table, checked by the kit.
fn table(game: &str, name: &str, knobs: &str) -> Arc<Ruleset> {
    let ruleset = if game == "three-stones" {
        let catalog = catalog();
        let plugin = &catalog.game(game).unwrap().plugin;
        under(plugin, &format!("[knobs]\n{knobs}"), &script(name)).unwrap_or_else(|problems| panic!("{problems}"))
    } else {
        four_under(game, &[&script(name)], knobs)
    };
    stonehouse_conformance::check(ruleset.rules(), 3, 1).unwrap_or_else(|broken| panic!("{name}: {}", broken.promise));
    ruleset
}

/// One action of a game, and the positions before and after it.
struct Step<'a> {
    before: &'a Position,
    after: &'a Position,
    seat: usize,
    action: Action,
    /// The text on its button.
    text: String,
    messages: Vec<String>,
}

impl Step<'_> {
    /// Whether it is an action of the house with this label.
    fn is(&self, label: &str) -> bool {
        self.action.0 >= HOUSE_ACTIONS && self.text.split(':').next() == Some(label)
    }
}

/// Plays a random game, and calls `look` after each action. Returns its last position.
fn play(ruleset: &Arc<Ruleset>, seed: u64, mut look: impl FnMut(&Step<'_>)) -> Position {
    let mut position = Position::deal(ruleset.rules(), seed).unwrap();
    let (mut draws, mut actions) = (Rng::from_seed(seed), Vec::new());
    while let Some(seat) = position.to_act().unwrap() {
        position.legal_actions(&mut actions).unwrap();
        let house: Vec<Action> = actions.iter().copied().filter(|action| action.0 >= HOUSE_ACTIONS).collect();
        let from = if !house.is_empty() && draws.below(2) == 0 { &house } else { &actions };
        let action = *draws.pick(from).unwrap();
        let names = names(ruleset);
        let text = position.describe(&action.into(), Observer::Referee).unwrap().text.fill(&names);
        let mut after = position.try_clone().unwrap();
        after.apply(action).unwrap_or_else(|error| panic!("{text}: {error}"));
        let messages = after.messages().iter().map(|message| message.text.fill(&names)).collect();
        look(&Step { before: &position, after: &after, seat: seat.index(), action, text, messages });
        position = after;
    }
    position
}

fn names(ruleset: &Ruleset) -> Vec<&str> {
    ruleset.seating().seats.iter().map(|seat| &*seat.name).collect()
}

/// The seat of this name.
fn seat_of(ruleset: &Ruleset, name: &str) -> usize {
    names(ruleset).iter().position(|known| *known == name).unwrap_or_else(|| panic!("{name}"))
}

/// A fact of the game: one value, or one for each seat.
fn fact(position: &Position, name: &str) -> Vec<i64> {
    let rules = position.rules();
    let facts = rules.plugin().facts();
    let index = facts.iter().position(|fact| fact.name == name).unwrap();
    let mut values = vec![0; if facts[index].each_seat { rules.seating().seats.len() } else { 1 }];
    position.state().fact(index, &mut values).unwrap();
    values
}

/// The pockets of the board of 3 Stones, row by row: 0 is a white stone, 1 a black and 2 a clear one.
fn board(position: &Position) -> Vec<i64> {
    let mut values = Vec::new();
    position.state().zone(0, Seat(0), &mut values).unwrap();
    // The numbers of rows and columns come first.
    values.split_off(2)
}

fn scores(position: &Position) -> Vec<i64> {
    position.outcome().unwrap().scores
}

/// The seats that win.
fn winners(position: &Position) -> Vec<usize> {
    position.outcome().unwrap().winners.iter().map(Seat::index).collect()
}

/// The actions of the game of a random game under a rule, played without the rule. Returns the last position, and that
/// under the rule.
fn beside(ruleset: &Arc<Ruleset>, knobs: &str, seed: u64, mut look: impl FnMut(&Step<'_>)) -> (Position, Position) {
    let mut played = Vec::new();
    let ruled = play(ruleset, seed, |step| {
        if step.action.0 < HOUSE_ACTIONS {
            played.push(step.action);
        }
        look(step);
    });
    let game = &ruleset.plugin().about().id;
    let plain = match game.as_str() {
        "three-stones" => under(ruleset.plugin(), &format!("[knobs]\n{knobs}"), "return {}").unwrap(),
        game => four_under(game, &["return {}"], knobs),
    };
    let mut position = Position::deal(plain.rules(), seed).unwrap();
    for action in played {
        position.apply(action).unwrap();
    }
    assert_eq!(position.to_act().unwrap(), None);
    (position, ruled)
}

/// The things on the table, hidden or not.
fn there(position: &Position) -> Json {
    position.state().reveal().unwrap()
}

/// The cards of each hand, by name, sorted.
fn hands(position: &Position) -> Vec<Vec<String>> {
    let name = |card: &Json| card.as_str().unwrap().to_owned();
    let hand = |hand: &Json| {
        let mut cards: Vec<String> = hand.as_array().unwrap().iter().map(name).collect();
        cards.sort();
        cards
    };
    there(position)["hands"].as_array().unwrap().iter().map(hand).collect()
}

#[test]
fn a_bet_on_a_winner_brings_fifteen_points() {
    let bets = table("stonerow", "bets", "");
    let mut right = 0;
    for seed in 0..GAMES {
        let mut bet = [None; 4];
        let (plain, ruled) = beside(&bets, "", seed, |step| {
            if let Some(name) = step.text.strip_prefix("Bet on: ") {
                bet[step.seat] = Some(seat_of(&bets, name));
            }
        });
        let won = winners(&plain);
        for (seat, (ruled, plain)) in scores(&ruled).into_iter().zip(scores(&plain)).enumerate() {
            let is_right = won.contains(&bet[seat].unwrap());
            assert_eq!(ruled - plain, if is_right { 15 } else { 0 }, "seed {seed}, seat {seat}: {bet:?}, {won:?}");
            right += u32::from(is_right);
        }
    }
    assert!(right > 5, "{right}");
}

#[test]
fn two_favours_are_cashed_in_for_twenty_coins() {
    let favours = table("tavern-stones", "favours", "goal = 300");
    let mut cashed = 0;
    for seed in 0..GAMES {
        let mut favour = [0; 4];
        play(&favours, seed, |step| {
            let can = offered(step.before).iter().any(|(_, text)| text == "Cash in two favours");
            let is_free = fact(step.before, "asked") == [-1];
            assert_eq!(can, is_free && favour[step.seat] >= 2, "seed {seed}: {}", step.text);
            if step.is("Cash in two favours") {
                favour[step.seat] -= 2;
                cashed += 1;
                assert_eq!(scores(step.after)[step.seat], scores(step.before)[step.seat] + 20);
            } else if step.text.starts_with("accept") {
                favour[step.seat] += 1;
            }
        });
    }
    assert!(cashed > 10, "{cashed}");
}

#[test]
fn the_poorest_after_every_third_hand_is_out() {
    let elimination = table("tavern-stones", "elimination", "");
    let (mut left, mut last) = (0, 0);
    for seed in 0..GAMES {
        let mut out = BTreeSet::new();
        let end = play(&elimination, seed, |step| {
            assert!(!out.contains(&step.seat), "seed {seed}: {} is out, and acts", NAMES[step.seat]);
            for message in &step.messages {
                let seat = seat_of(&elimination, message.strip_suffix(" is out").unwrap());
                let coins = fact(step.after, "coins");
                let others = (0..4).filter(|other| *other != seat && !out.contains(other));
                assert!(others.into_iter().all(|other| coins[other] > coins[seat]), "seed {seed}: {coins:?}");
                out.insert(seat);
            }
        });
        assert!(winners(&end).iter().all(|seat| !out.contains(seat)), "seed {seed}");
        left += out.len();
        last += usize::from(out.len() == 3);
    }
    assert!(left > 10, "{left} left, in {last} games all but one");
}

#[test]
fn an_automaton_has_one_choice() {
    let automa = table("three-stones", "automa", "");
    for seed in 0..GAMES {
        let mut choices = [0; 2];
        play(&automa, seed, |step| {
            let mut legal = Vec::new();
            step.before.legal_actions(&mut legal).unwrap();
            choices[step.seat] = choices[step.seat].max(legal.len());
        });
        assert!(choices[0] > 10 && choices[1] == 1, "seed {seed}: {choices:?}");
    }
}

#[test]
fn partners_of_a_round_share_half_of_what_each_gains() {
    let partners = table("stonerow", "changing_partners", "");
    let mut of_south = BTreeSet::new();
    for seed in 0..4 * GAMES {
        let mut shared = [0; 4];
        let (plain, ruled) = beside(&partners, "", seed, |step| {
            for message in &step.messages {
                let (pair, points) = message.rsplit_once(": ").unwrap();
                let (one, other) = pair.split_once(" shares with ").unwrap();
                shared[seat_of(&partners, one)] += points.parse::<i64>().unwrap();
                if one == "South" {
                    of_south.insert(other.to_owned());
                }
            }
        });
        let more: Vec<i64> = scores(&ruled).iter().zip(scores(&plain)).map(|(ruled, plain)| ruled - plain).collect();
        assert_eq!(more, shared, "seed {seed}");
    }
    assert_eq!(of_south.len(), 3, "{of_south:?}");
}

#[test]
fn the_only_highest_of_bids_made_at_once_buys_two_cards() {
    let bids = table("stonerow", "sealed_bids", "");
    let mut bought = 0;
    for seed in 0..GAMES {
        let mut bid = [-1; 4];
        play(&bids, seed, |step| {
            if let Some(points) = step.text.strip_prefix("Bid: ") {
                bid[step.seat] = points.parse().unwrap();
            }
            if bid.contains(&-1) {
                return;
            }
            let highest = *bid.iter().max().unwrap();
            let bidders: Vec<usize> = (0..4).filter(|seat| bid[*seat] == highest).collect();
            let (cards, had) = (fact(step.after, "hand_cards"), fact(step.before, "hand_cards"));
            let (now, before) = (scores(step.after), scores(step.before));
            for seat in 0..4 {
                let buys = bidders == [seat];
                assert_eq!(now[seat] - before[seat], if buys { -highest } else { 0 }, "seed {seed}: {bid:?}");
                assert_eq!(cards[seat] - had[seat], if buys { 2 } else { 0 }, "seed {seed}: {bid:?}");
                bought += u32::from(buys);
            }
            bid = [-1; 4];
        });
    }
    assert!(bought > 10, "{bought}");
}

#[test]
fn a_campaign_gives_winners_a_card_more_in_the_next_match() {
    let mut campaign = table("stonerow", "campaign", "");
    let mut crowns = [0; 4];
    for seed in 0..GAMES {
        let start = Position::deal(campaign.rules(), seed).unwrap();
        assert_eq!(fact(&start, "hand_cards"), crowns.map(|crowns| 6 + crowns), "seed {seed}");
        let end = play(&campaign, seed, |_| {});
        if let [winner] = winners(&end)[..] {
            crowns[winner] = (crowns[winner] + 1).min(3);
        }
        campaign = campaign.carrying(campaign.carried(&end.house().unwrap().memory, 0)).unwrap();
    }
    assert!(crowns.iter().sum::<i64>() > 3, "{crowns:?}");
}

#[test]
fn by_a_vote_pairs_count_double_from_the_third_round_on() {
    let vote = table("stonerow", "vote", "");
    let mut doubled = 0;
    for seed in 0..4 * GAMES {
        let mut votes = 0;
        let (plain, ruled) = beside(&vote, "", seed, |step| votes += u32::from(step.text == "Vote: yes"));
        let rows = [&ruled, &plain].map(|position| there(position)["rows"].as_array().unwrap().clone());
        for (ruled, plain) in rows[0].iter().zip(&rows[1]) {
            let claims =
                |row: &Json| row["claims"].as_array().unwrap().iter().map(|points| points.as_i64().unwrap()).sum();
            let (ruled_points, plain_points): (i64, i64) = (claims(ruled), claims(plain));
            if ruled_points != plain_points {
                assert!(votes > 2, "seed {seed}: {votes} votes");
                assert_eq!((ruled["cards"].as_array().unwrap().len(), ruled_points), (2, 2 * plain_points));
                doubled += 1;
            }
        }
    }
    assert!(doubled > 3, "{doubled}");
}

#[test]
fn an_offered_card_is_swapped_for_one_of_choice() {
    let trade = table("stonerow", "trade", "");
    let mut swapped = 0;
    for seed in 0..GAMES {
        let mut offered_card = String::new();
        play(&trade, seed, |step| {
            if let Some(card) = step.text.strip_prefix("Offer a card: ") {
                card.clone_into(&mut offered_card);
            }
            let Some(card) = step.text.strip_prefix("Swap it for: ") else { return };
            let (had, has) = (hands(step.before), hands(step.after));
            let changed: Vec<usize> = (0..4).filter(|seat| had[*seat] != has[*seat]).collect();
            if offered_card != card {
                assert_eq!(changed.len(), 2, "seed {seed}: {offered_card} for {card}");
                assert!(changed.contains(&step.seat));
                swapped += 1;
            }
            let without = |hand: &[String], card: &str| {
                let mut hand = hand.to_vec();
                let place = hand.iter().position(|held| held == card).unwrap_or_else(|| panic!("{card}: {hand:?}"));
                hand.remove(place);
                hand
            };
            assert_eq!(without(&has[step.seat], &offered_card), without(&had[step.seat], card), "seed {seed}");
        });
    }
    assert!(swapped > 10, "{swapped}");
}

#[test]
fn each_quarter_of_the_board_is_worth_three_points() {
    let territory = table("three-stones", "territory", "");
    for seed in 0..GAMES {
        let (plain, ruled) = beside(&territory, "", seed, |_| {});
        let board = board(&ruled);
        let mut more = [0; 2];
        for (rows, columns) in [(0..5, 0..5), (0..5, 6..11), (6..11, 0..5), (6..11, 6..11)] {
            let places = rows.flat_map(|row| columns.clone().map(move |column| 11 * row + column));
            let count = |stone: i64| places.clone().filter(|place| board[*place] == stone).count();
            let (white, black) = (count(0), count(1));
            more[0] += i64::from(white > black) * 3;
            more[1] += i64::from(black > white) * 3;
        }
        let differences: Vec<i64> =
            scores(&ruled).iter().zip(scores(&plain)).map(|(ruled, plain)| ruled - plain).collect();
        assert_eq!(differences, more, "seed {seed}");
    }
}

#[test]
fn a_hand_is_put_away_once_for_one_with_a_card_less() {
    let mulligan = table("stonerow", "mulligan", "");
    let mut taken = 0;
    for seed in 0..GAMES {
        let mut decided = BTreeSet::new();
        play(&mulligan, seed, |step| {
            let is_mulligan = step.is("Another hand");
            if is_mulligan || step.is("Keep the hand") {
                assert!(decided.insert(step.seat), "seed {seed}: {} decides twice", NAMES[step.seat]);
                let cards = |position: &Position| fact(position, "hand_cards")[step.seat];
                assert_eq!(cards(step.after), cards(step.before) - i64::from(is_mulligan));
                let brickyard = |position: &Position| fact(position, "brickyard_cards")[0];
                let put = brickyard(step.after) - brickyard(step.before);
                assert_eq!(put, if is_mulligan { cards(step.before) } else { 0 });
                taken += u32::from(is_mulligan);
            } else {
                assert_eq!(decided.len(), 4, "seed {seed}: the game waits");
            }
        });
    }
    assert!(taken > 10, "{taken}");
}

#[test]
fn the_last_one_in_an_english_auction_pays_for_a_force_stone() {
    let auction = table("tavern-stones", "english_auction", "goal = 300\nstarting_coins = [40, 40, 40, 40, 0]");
    let mut sold = 0;
    for seed in 0..GAMES {
        let (mut raised, mut highest) = (0, None);
        play(&auction, seed, |step| {
            if step.is("Raise by five") {
                (raised, highest) = (raised + 5, Some(step.seat));
            }
            for message in &step.messages {
                let buyer = seat_of(&auction, message.split_once(" pays ").unwrap().0);
                assert_eq!(Some(buyer), highest, "seed {seed}: {message}");
                assert!(message.contains(&format!(" pays {raised} for")), "seed {seed}: {message}");
                assert_eq!(scores(step.after)[buyer], scores(step.before)[buyer] - raised);
                let stones = |position: &Position| fact(position, "force_stones")[buyer];
                assert_eq!(stones(step.after), stones(step.before) + 1);
                sold += 1;
            }
            if step.action.0 < HOUSE_ACTIONS {
                (raised, highest) = (0, None);
            }
        });
    }
    assert!(sold > 10, "{sold}");
}

#[test]
fn the_leader_announces_the_last_round() {
    let last_call = table("stonerow", "last_call", "foremen = 0");
    let mut called = 0;
    for seed in 0..4 * GAMES {
        let mut last_round = 5;
        play(&last_call, seed, |step| {
            let round = fact(step.before, "round")[0];
            assert!(round <= last_round, "seed {seed}: round {round} of {last_round}");
            if step.is("Last call") {
                let all = scores(step.before);
                assert!((0..4).all(|seat| seat == step.seat || all[seat] < all[step.seat]), "seed {seed}: {all:?}");
                last_round = round + 1;
                assert_eq!(fact(step.after, "rounds"), [last_round]);
                called += 1;
            }
        });
    }
    assert!(called > 10, "{called}");
}

#[test]
fn a_hidden_traitor_wins_with_the_fewest_points() {
    let names_traitor = "return { match_ended = function(ctx, effects) for seat, role in ctx.role do \
                if role == 'traitor' then effects.say(`{seat}`) end end end }";
    table("stonerow", "traitor", "");
    let traitor = four_under("stonerow", &[&script("traitor"), names_traitor], "");
    let mut alone = 0;
    for seed in 0..GAMES {
        let mut traitor_seat = None;
        let end = play(&traitor, seed, |step| {
            traitor_seat = step.messages.first().map(|seat| seat.parse::<usize>().unwrap()).or(traitor_seat);
        });
        let (traitor_seat, scores) = (traitor_seat.unwrap(), scores(&end));
        if scores[traitor_seat] == *scores.iter().min().unwrap() {
            assert_eq!(winners(&end), [traitor_seat], "seed {seed}: {scores:?}");
            alone += 1;
        } else {
            assert!(!winners(&end).contains(&traitor_seat), "seed {seed}: {scores:?}");
        }
    }
    assert!(alone > 0 && alone < GAMES, "{alone}");
}

#[test]
fn an_undo_token_takes_back_the_stone_just_placed() {
    let token = table("three-stones", "undo_token", "");
    let mut taken = 0;
    for seed in 0..GAMES {
        let (mut before, mut used) = (None, BTreeSet::new());
        play(&token, seed, |step| {
            if step.action.0 < HOUSE_ACTIONS {
                before = Some((step.before.try_clone().unwrap(), step.action));
            }
            if !step.is("Take it back to") {
                return;
            }
            assert!(used.insert(step.seat), "seed {seed}: twice");
            // As if the stone had been placed there at once.
            let (mut instead, placed) = before.take().unwrap();
            let (was, is) = (board(step.before), board(step.after));
            let stone = i64::from(placed.0 / 128);
            let to = (0..121).find(|place| was[*place] != stone && is[*place] == stone).unwrap() as u32;
            instead.apply(Action(placed.0 / 128 * 128 + to)).unwrap();
            assert_eq!(scores(step.after), scores(&instead), "seed {seed}: {}", step.text);
            assert_eq!(is, board(&instead), "seed {seed}: {}", step.text);
            taken += 1;
        });
    }
    assert!(taken > 10, "{taken}");
}

#[test]
fn the_first_run_of_four_and_the_first_theft_are_worth_ten_points() {
    let firsts = table("stonerow", "firsts", "colours = 2");
    let mut all = 0;
    for seed in 0..4 * GAMES {
        let mut more = [0; 4];
        let (plain, ruled) = beside(&firsts, "colours = 2", seed, |step| {
            for message in &step.messages {
                assert!(step.text.contains("steal") || step.text.contains("build"), "{}", step.text);
                more[seat_of(&firsts, message.strip_suffix(" is the first: 10").unwrap())] += 10;
            }
        });
        let differences: Vec<i64> =
            scores(&ruled).iter().zip(scores(&plain)).map(|(ruled, plain)| ruled - plain).collect();
        assert_eq!(differences, more, "seed {seed}");
        assert!(more.iter().sum::<i64>() <= 20, "seed {seed}");
        all += more.iter().sum::<i64>();
    }
    assert!(all > 40, "{all}");
}

#[test]
fn two_sets_of_three_win_the_match_at_once() {
    let sets = table("three-stones", "sets", "");
    let mut early = 0;
    for seed in 0..GAMES {
        let (mut won, mut stones) = ([0; 2], 0);
        let end = play(&sets, seed, |step| {
            stones += 1;
            for message in &step.messages {
                won[seat_of(&sets, message.strip_suffix(" wins the set").unwrap())] += 1;
            }
            assert_eq!(
                step.after.to_act().unwrap().is_none(),
                won.contains(&2) || stones == 72,
                "seed {seed}: {won:?}"
            );
        });
        if won[0] != won[1] {
            assert_eq!(winners(&end), [usize::from(won[1] > won[0])], "seed {seed}: {won:?}");
        }
        early += u32::from(stones == 48);
    }
    assert!(early > 0, "{early}");
}
