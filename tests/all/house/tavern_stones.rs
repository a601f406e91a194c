//! House rules of Stones: those that are bundled, and others that groups play. Each test plays and checks what the rule
//! promises.

use super::{four_under, offered, offered_as};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::{Action, Json, Observer, Seat, Seats};
use stonehouse_runtime::HOUSE_ACTIONS;
use stonehouse_tavern_stones::moves::{Move, RequestedStone};
use stonehouse_tests::{messages, ruleset};

fn bundled(variant: &str) -> Arc<Ruleset> {
    ruleset(&format!("tavern-stones/{variant}"))
}

/// Four players under these house rules, each a text or the name of a bundled script, and knobs.
fn under(scripts: &[&str], knobs: &str) -> Arc<Ruleset> {
    four_under("tavern-stones", scripts, knobs)
}

/// A match of four people.
struct Table(Match);

impl Table {
    fn dealt(ruleset: &Arc<Ruleset>, seed: u64) -> Self {
        let players = ["Anna", "Ben", "Cleo", "Dan"].map(Player::person).to_vec();
        Self(Match::new(ruleset, seed, players, None).unwrap())
    }

    fn act(&mut self, action: Action) -> &mut Self {
        self.0.play(action, Instant::now()).unwrap();
        self
    }

    fn play(&mut self, chosen: Move) -> &mut Self {
        self.act(chosen.action())
    }

    fn acts(&self) -> u8 {
        self.0.to_act().unwrap().0
    }

    fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.0.position().legal_actions(&mut actions).unwrap();
        actions
    }

    fn moves(&self) -> Vec<Move> {
        self.legal().into_iter().filter_map(Move::of).collect()
    }

    /// The actions that house rules offer, as they are written on their buttons.
    fn offered(&self) -> Vec<String> {
        offered(self.0.position()).into_iter().map(|(_, text)| text).collect()
    }

    /// Plays the action of the house with this text.
    fn choose(&mut self, text: &str) -> &mut Self {
        self.act(offered_as(self.0.position(), text))
    }

    fn coins(&self) -> Vec<i64> {
        self.0.position().outcome().unwrap().scores
    }

    fn message(&self) -> Vec<String> {
        messages(self.0.position())
    }

    /// All things on the table.
    fn there(&self) -> Json {
        self.0.position().state().reveal().unwrap()
    }

    fn hand(&self) -> i64 {
        self.there()["hand"].as_i64().unwrap()
    }

    /// A seat's stones, those in front first.
    fn stones(&self, seat: u8) -> Vec<String> {
        let board = &self.there()["boards"][usize::from(seat)];
        let all = ["front", "hidden"].map(|part| board[part].as_array().unwrap().clone());
        all.concat().iter().map(|stone| stone.as_str().unwrap().to_owned()).collect()
    }

    fn number_of(&self, seat: u8, kind: &str) -> i64 {
        self.stones(seat).iter().filter(|stone| *stone == kind).count() as i64
    }

    /// All players pass until the hand is over; returns the messages of house rules.
    fn pass_on(&mut self) -> Vec<String> {
        let hand = self.hand();
        while self.0.end().is_none() && self.hand() == hand {
            self.play(Move::Pass);
        }
        self.message()
    }

    fn winners(&self) -> Vec<u8> {
        self.0.end().unwrap().outcome.winners.iter().map(|seat| seat.0).collect()
    }

    /// A forced trade that can be played.
    fn force(&self) -> Option<Move> {
        self.moves().into_iter().find(|chosen| matches!(chosen, Move::Force { .. }))
    }
}

/// The first deal of these rules for which something holds.
fn first_deal(ruleset: &Arc<Ruleset>, holds: impl Fn(&Table) -> bool) -> Table {
    (0..500).map(|seed| Table::dealt(ruleset, seed)).find(holds).expect("a deal of that kind")
}

// ---- Auction

#[test]
fn the_highest_bid_goes_into_the_bonus_and_buys_a_stone_from_the_bag() {
    let mut table = Table::dealt(&bundled("auction"), 1);
    let first = table.acts();
    assert_eq!(table.moves(), []);
    assert_eq!(table.offered(), ["Bid: 0", "Bid: 5", "Bid: 10", "Bid: 20", "Bid: 30", "Bid: 50"]);
    table.choose("Bid: 5");
    assert_eq!(table.acts(), (first + 1) % 4);
    assert_eq!(table.offered()[1], "Bid: 10");
    table.choose("Bid: 20").choose("Bid: 0").choose("Bid: 0");
    let buyer = (first + 1) % 4;
    assert_eq!(table.coins()[usize::from(buyer)], 155);
    assert_eq!(table.coins().iter().sum::<i64>(), 4 * 175 - 20);
    assert_eq!(table.there()["bonus"], 140);
    assert_eq!((table.acts(), table.offered().len()), (buyer, 7));
    let (before, bag) = (table.stones(buyer), table.there()["bag"].clone());
    table.choose("Exchange your stone: 5");
    let after = table.stones(buyer);
    assert_eq!((&before[..4], &before[5..]), (&after[..4], &after[5..]));
    let change = |kind: &str| table.there()["bag"][kind].as_i64().unwrap() - bag[kind].as_i64().unwrap();
    for kind in ["jewel", "gold", "silver"] {
        assert_eq!(change(kind), i64::from(before[4] == kind) - i64::from(after[4] == kind));
    }
    assert_eq!((table.acts(), table.offered()), (first, vec![]), "and the hand begins");
}

#[test]
fn an_auction_without_bids_keeps_the_bag_and_recurs_each_hand() {
    let mut table = Table::dealt(&bundled("auction"), 2);
    let bag = table.there()["bag"].clone();
    let none = |table: &mut Table| {
        for _ in 0..4 {
            table.choose("Bid: 0");
        }
    };
    none(&mut table);
    assert_eq!((&table.there()["bag"], &table.there()["bonus"]), (&bag, &Json::from(120)));
    table.pass_on();
    assert_eq!((table.hand(), table.offered().len()), (2, 6));
    assert_eq!(i64::from(table.acts()), table.there()["first"]);
    none(&mut table);
}

#[test]
fn nobody_bids_coins_that_they_have_not() {
    let table = Table::dealt(&under(&["auction.lua"], "starting_coins = [10, 10, 10, 10, 10]"), 1);
    assert_eq!(table.offered(), ["Bid: 0", "Bid: 5", "Bid: 10"]);
}

// ---- Alliance

#[test]
fn two_who_propose_it_to_each_other_are_allied_and_win_together() {
    let (mut both, mut others) = (0, 0);
    for seed in 0..30 {
        let mut table = Table::dealt(&under(&["alliance.lua"], "goal = 1"), seed);
        let one = table.acts();
        let (other, names) = ((one + 1) % 4, ["South", "West", "North", "East"]);
        let propose = |seat: u8| format!("Propose an alliance: {}", names[usize::from(seat)]);
        assert_eq!(table.offered().len(), 3);
        table.choose(&propose(other));
        assert_eq!((table.offered(), table.message()), (vec![], vec![]), "once in a hand");
        table.play(Move::Pass).choose(&propose(one));
        assert_eq!(table.message().len(), 1);
        table.play(Move::Pass);
        assert_eq!(table.offered().len(), 1, "with neither of the two");
        table.pass_on();
        let highest = Seats::highest(&table.coins());
        let shared = highest.contains(Seat(one)) || highest.contains(Seat(other));
        let expected: Vec<u8> =
            (0..4).filter(|seat| highest.contains(Seat(*seat)) || shared && [one, other].contains(seat)).collect();
        assert_eq!(table.winners(), expected);
        *(if shared { &mut both } else { &mut others }) += 1;
    }
    assert!(both > 3 && others > 3, "{both} {others}");
}

// ---- Hat trick

#[test]
fn three_bonuses_in_a_row_win() {
    let gives = "return { bonus_to = function(ctx, seat) return 2 end }";
    let mut table = Table::dealt(&under(&[gives, "hat_trick.lua"], "bonus = 0\ngoal = 10000"), 3);
    table.pass_on();
    table.pass_on();
    assert!(table.0.end().is_none());
    table.pass_on();
    assert_eq!(table.winners(), [2]);
}

#[test]
fn a_tie_or_another_players_bonus_breaks_the_row() {
    for breaks in ["-1", "1"] {
        let gives =
            format!("return {{ bonus_to = function(ctx, seat) return if ctx.hand == 3 then {breaks} else 2 end }}");
        let mut table = Table::dealt(&under(&[&gives, "hat_trick.lua"], "bonus = 0\ngoal = 10000"), 3);
        let mut hands = 0;
        while table.0.end().is_none() {
            table.pass_on();
            hands += 1;
        }
        assert_eq!((hands, table.winners()), (6, vec![2]));
    }
}

// ---- Forcing costs coins; loans

#[test]
fn forcing_costs_ten_coins_and_cannot_be_done_without() {
    let mut table = Table::dealt(&bundled("dear-force"), 1);
    let (by, force) = (table.acts(), table.force().unwrap());
    table.play(force);
    assert_eq!(table.coins()[usize::from(by)], 165);
    assert_eq!(table.coins().iter().sum::<i64>(), 4 * 175 - 10);
    assert_eq!(Table::dealt(&under(&["dear_force.lua"], ""), 1).force(), None);
}

#[test]
fn a_loan_pays_for_a_force_stone_and_a_debt_grows_by_a_tenth() {
    let [mut loans, mut official] = ["loans", "official"].map(|variant| Table::dealt(&bundled(variant), 1));
    let (by, force) = (usize::from(loans.acts()), loans.force().unwrap());
    loans.play(force);
    official.play(force);
    assert_eq!(loans.coins()[by], -10);
    loans.pass_on();
    official.pass_on();
    let mut expected = official.coins();
    expected[by] -= 10 + 1;
    assert_eq!(loans.coins(), expected);
    // Fifty is the most that a player may owe.
    let owes = "return { match_started = function(ctx, effects) effects.points(ctx.first, -45) end }";
    let mut table = Table::dealt(&under(&["dear_force.lua", "loans.lua", owes], ""), 2);
    let mut official = Table::dealt(&bundled("official"), 2);
    let first = usize::from(table.acts());
    assert_eq!((table.coins()[first], table.force()), (-45, None));
    table.pass_on();
    official.pass_on();
    assert_eq!(table.coins()[first], official.coins()[first] - 45 - 4);
}

// ---- Underdog

#[test]
fn the_poorest_gets_a_second_force_stone_and_twenty_coins() {
    let mut last_alone = 0;
    for seed in 0..12 {
        let [mut underdog, mut official] =
            ["underdog", "official"].map(|variant| Table::dealt(&bundled(variant), seed));
        assert_eq!(underdog.there()["force_stones"], Json::from(vec![1; 4]));
        underdog.pass_on();
        official.pass_on();
        let coins = underdog.coins();
        assert_eq!(coins, official.coins());
        let least = *coins.iter().min().unwrap();
        let alone = coins.iter().filter(|coins| **coins == least).count() == 1;
        let is_last = |seat: usize| alone && coins[seat] == least;
        let stones: Vec<i64> = (0..4).map(|seat| 1 + i64::from(is_last(seat))).collect();
        assert_eq!(underdog.there()["force_stones"], Json::from(stones));
        underdog.pass_on();
        official.pass_on();
        let helped: Vec<i64> = (0..4).map(|seat| official.coins()[seat] + 20 * i64::from(is_last(seat))).collect();
        assert_eq!(underdog.coins(), helped);
        last_alone += i64::from(alone);
    }
    assert!(last_alone > 3);
}

// ---- Turned tables

#[test]
fn whole_boards_are_swapped_once_in_a_match_for_thirty_coins() {
    let mut table = Table::dealt(&bundled("turned-tables"), 1);
    let me = table.acts();
    let other = (me + 2) % 4;
    let (mine, theirs) = (table.stones(me), table.stones(other));
    assert_eq!(table.offered().len(), 3);
    table.choose(&format!("Swap boards, for 30 coins: {}", ["South", "West", "North", "East"][usize::from(other)]));
    assert_eq!((table.stones(me), table.stones(other)), (theirs, mine));
    assert_eq!([me, other].map(|seat| table.coins()[usize::from(seat)]), [145, 205]);
    assert_eq!((table.acts(), table.offered()), (me, vec![]), "it is still their turn, and they have swapped");
    for _ in 0..8 {
        table.play(Move::Pass);
        assert_eq!(table.offered().len(), if table.acts() == me { 0 } else { 3 });
    }
    table.play(Move::Pass);
    assert_eq!((table.acts(), table.offered()), ((me + 1) % 4, vec![]), "not in the last three turns");
}

#[test]
fn after_a_swap_of_boards_each_sees_what_they_had_and_what_they_have() {
    let mut table = Table::dealt(&bundled("turned-tables"), 1);
    let me = table.acts();
    let other = (me + 1) % 4;
    table.choose(&format!("Swap boards, for 30 coins: {}", ["South", "West", "North", "East"][usize::from(other)]));
    let sees = |eye: u8| {
        let scene = table.0.scene(Observer::Seat(Seat(eye))).unwrap();
        let hidden = |seat: u8| {
            let area = scene.areas.iter().find(|area| area.handle == format!("rack/{seat}")).unwrap();
            area.pieces.iter().filter(|piece| piece.name.to_string() == "hidden stone").count()
        };
        [me, other].map(hidden)
    };
    assert_eq!([me, other, (me + 2) % 4].map(sees), [[0, 0], [0, 0], [4, 4]]);
}

// ---- Dice

#[test]
fn a_die_is_thrown_once_a_hand_for_coins_and_pays_from_five_on() {
    let mut shown = [0; 7];
    for seed in 0..24 {
        let mut table = Table::dealt(&bundled("dice"), seed);
        let me = table.acts();
        assert_eq!(table.offered(), ["Throw a die, for 10 coins"]);
        table.choose("Throw a die, for 10 coins");
        let text = table.0.log(Observer::Public)[0].text.fill(&["South", "West", "North", "East"]);
        let (_, value) = text.split_once("; Die for ").unwrap().1.split_once(": ").unwrap();
        let value: usize = value[..1].parse().unwrap();
        shown[value] += 1;
        assert_eq!(table.coins()[usize::from(me)], if value >= 5 { 195 } else { 165 }, "{text}");
        assert_eq!((table.acts(), table.offered()), (me, vec![]), "it is still their turn, and they have thrown");
        table.play(Move::Pass);
        assert_eq!(table.offered().len(), 1, "so may the next");
        table.pass_on();
        assert_eq!(table.offered().len(), 1, "and in the next hand everybody");
    }
    assert!(shown[1..].iter().all(|count| *count > 0) && shown[0] == 0, "{shown:?}");
}

#[test]
fn a_die_shows_the_same_after_it_was_taken_back() {
    for seed in 0..6 {
        let mut table = Table::dealt(&bundled("dice"), seed);
        table.choose("Throw a die, for 10 coins");
        let (log, coins) = (table.0.log(Observer::Public), table.coins());
        assert!(table.0.undo_reveals().unwrap());
        table.0.undo(Instant::now()).unwrap();
        table.choose("Throw a die, for 10 coins");
        assert_eq!((table.0.log(Observer::Public), table.coins()), (log, coins));
    }
}

// ---- Callings

#[test]
fn everybody_has_a_calling_with_an_advantage() {
    let mut dealt = BTreeMap::new();
    for seed in 0..24 {
        let [mut table, mut official] = ["callings", "official"].map(|variant| Table::dealt(&bundled(variant), seed));
        let scene = table.0.scene(Observer::Public).unwrap();
        let notes = scene.seats.iter().map(|seat| seat.notes.last().unwrap().to_string());
        let callings: Vec<String> = notes.map(|note| note.trim_start_matches("Calling: ").to_owned()).collect();
        let forces: Vec<i64> = callings.iter().map(|calling| 1 + i64::from(calling == "Bailiff")).collect();
        for hand in 1..=2 {
            assert_eq!(table.hand(), hand);
            assert_eq!(table.there()["force_stones"], Json::from(forces.clone()), "in each hand");
            let before = (table.coins(), official.coins());
            let more: Vec<i64> = (0..4)
                .map(|seat| match callings[usize::from(seat)].as_str() {
                    "Goldsmith" => 3 * table.number_of(seat, "gold"),
                    "Silversmith" => 3 * table.number_of(seat, "silver"),
                    "Jeweller" => 3 * table.number_of(seat, "jewel"),
                    "Merchant" => 8,
                    _ => 0,
                })
                .collect();
            table.pass_on();
            official.pass_on();
            for seat in 0..4 {
                let (gained, plain) = (table.coins()[seat] - before.0[seat], official.coins()[seat] - before.1[seat]);
                assert_eq!(gained, plain + more[seat], "seed {seed}, hand {hand}: {}", callings[seat]);
            }
        }
        callings.into_iter().for_each(|calling| *dealt.entry(calling).or_insert(0) += 1);
    }
    assert!(dealt.len() == 5 && dealt.values().all(|times| *times > 5), "{dealt:?}");
}

// ---- Closing

#[test]
fn a_player_with_one_kind_of_stones_may_end_the_hand() {
    let ruleset = under(&["closing.lua"], "visible_stones = 1\nhidden_stones = 1");
    let alike = |table: &Table| {
        let stones = table.stones(table.acts());
        stones[0] == stones[1]
    };
    let mut table = first_deal(&ruleset, alike);
    let me = usize::from(table.acts());
    assert_eq!(table.offered(), ["Close the hand"]);
    table.choose("Close the hand");
    assert_eq!(table.hand(), 2);
    assert!(table.coins()[me] > 0);
    assert_eq!(first_deal(&ruleset, |table| !alike(table)).offered(), Vec::<String>::new());
}

// ---- Rules that are not bundled

/// Writes how a hand was counted.
const TELLER: &str = "return {
    bonus_given = function(ctx, effects) effects.say(`{ctx.hand} {ctx.seat} {ctx.coins}`) end,
    hand_counted = function(ctx, effects)
        effects.say(`{ctx.last_stones[0]} {ctx.last_stones[1]} {ctx.last_stones[2]} {ctx.last_stones[3]}`)
    end,
}";

/// The numbers in a message.
fn numbers(line: &str) -> Vec<i64> {
    line.split(' ').map(|number| number.parse().unwrap()).collect()
}

#[test]
fn the_bonus_rises_by_twenty_a_hand() {
    let rising = "return { bonus = function(ctx, coins) return coins + 20 * (ctx.hand - 1) end }";
    let mut tables = [&[TELLER][..], &[rising, TELLER]].map(|rules| Table::dealt(&under(rules, "goal = 10000"), 5));
    let mut given = 0;
    for hand in 1..=6 {
        let [plain, rising] = tables.each_mut().map(Table::pass_on);
        assert_eq!(plain.len(), rising.len());
        if let ([plain, _], [rising, _]) = (&plain[..], &rising[..]) {
            assert_eq!(numbers(rising)[2], numbers(plain)[2] + 20 * (hand - 1));
            given += 1;
        }
    }
    assert!(given > 2);
}

#[test]
fn in_every_third_hand_silver_and_jewels_swap_worth() {
    let season = "return { stone_worth = function(ctx, coins)
        if ctx.hand % 3 ~= 0 then return coins end
        return if ctx.kind == 'jewel' then 1 elseif ctx.kind == 'silver' then 12 else coins
    end }";
    let mut table = Table::dealt(&under(&[season, TELLER], "goal = 10000"), 6);
    for hand in 1..=6 {
        let worth = if hand % 3 == 0 { [1, 6, 12] } else { [12, 6, 1] };
        let kinds = ["jewel", "gold", "silver"];
        let expected: Vec<i64> = (0..4)
            .map(|seat| kinds.iter().zip(worth).map(|(kind, worth)| table.number_of(seat, kind) * worth).sum())
            .collect();
        let message = table.pass_on();
        assert_eq!(numbers(message.last().unwrap()), expected, "hand {hand}");
    }
}

#[test]
fn after_five_hands_the_leader_wins() {
    let five = "return { goal = function(ctx, goal) return if ctx.hand >= 5 then math.max(1, ctx.best) else goal end }";
    let mut table = Table::dealt(&under(&[five], "goal = 10000"), 7);
    for hand in 1..=5 {
        assert!(table.0.end().is_none());
        assert_eq!(table.hand(), hand);
        table.pass_on();
    }
    let best = *table.coins().iter().max().unwrap();
    let leaders: Vec<u8> = (0..4).filter(|seat| table.coins()[usize::from(*seat)] == best).collect();
    assert_eq!(table.winners(), leaders);
}

#[test]
fn jewels_are_worth_nothing_from_the_fifth_on() {
    let hoarder = "return { stone_worth = function(ctx, coins) return if ctx.kind == 'jewel' and ctx.nth > 4 then 0 else coins end }";
    let mut table = Table::dealt(&under(&[hoarder, TELLER], "goal = 10000\njewels = 30\nsilver = 0"), 8);
    let mut many = 0;
    for _ in 0..5 {
        let expected: Vec<i64> =
            (0..4).map(|seat| table.number_of(seat, "jewel").min(4) * 12 + table.number_of(seat, "gold") * 6).collect();
        many += (0..4).filter(|seat| table.number_of(*seat, "jewel") > 4).count();
        let message = table.pass_on();
        assert_eq!(numbers(message.last().unwrap()), expected);
    }
    assert!(many > 3);
}

#[test]
fn nothing_is_asked_of_the_left_neighbour_in_the_first_three_turns() {
    let shy = "return { may_trade = function(ctx, may)
        return may and not (ctx.turn <= 3 and ctx.to == (ctx.by + 1) % ctx.players)
    end }";
    let mut table = Table::dealt(&under(&[shy], ""), 9);
    for turn in 1..=6 {
        let left = (table.acts() + 1) % 4;
        let asks_left = table.moves().iter().any(|chosen| match chosen {
            Move::Offer { to, .. } | Move::Force { to, .. } => *to == left,
            _ => false,
        });
        assert_eq!(asks_left, turn > 3, "turn {turn}");
        table.play(Move::Pass);
    }
}

#[test]
fn the_leader_never_gets_the_bonus() {
    let modest = "return { bonus_to = function(ctx, seat) return if seat == ctx.leader then -1 else seat end }";
    let mut table = Table::dealt(&under(&[modest, TELLER], "goal = 10000"), 10);
    let (mut given, mut kept) = (0, 0);
    for _ in 0..12 {
        let coins = table.coins();
        let best = *coins.iter().max().unwrap();
        let message = table.pass_on();
        if message.len() == 2 {
            let seat = numbers(&message[0])[1] as usize;
            assert!(coins[seat] < best || coins.iter().filter(|coins| **coins == best).count() > 1);
            given += 1;
        } else {
            kept += 1;
        }
    }
    assert!(given > 2 && kept > 0);
}

#[test]
fn the_seats_begin_with_ten_coins_more_each() {
    let rule = "return { starting_coins = function(ctx, coins) return coins + 10 * ctx.seat end }";
    assert_eq!(Table::dealt(&under(&[rule], ""), 11).coins(), [0, 10, 20, 30]);
    assert_eq!(Table::dealt(&under(&[], ""), 11).coins(), [0; 4]);
}

#[test]
fn after_a_pass_the_player_to_the_right_moves() {
    let rule = "return { next_player = function(ctx, next)
        return if ctx.how == 'passed' then (ctx.by - 1) % ctx.players else next
    end }";
    for (scripts, step) in [(&[rule][..], 3), (&[], 1)] {
        let mut table = Table::dealt(&under(scripts, ""), 11);
        let first = table.acts();
        table.play(Move::Pass);
        assert_eq!(table.acts(), (first + step) % 4);
        // After a denial the asked player moves all the same.
        let offer = table.moves().into_iter().find(|chosen| matches!(chosen, Move::Offer { .. })).unwrap();
        let Move::Offer { to, .. } = offer else { panic!("{offer:?}") };
        table.play(offer).play(Move::Deny);
        assert_eq!(table.acts(), to);
    }
}

// ---- All events

#[test]
fn events_arrive_in_the_order_in_which_they_happen() {
    let listens = "return {
        hand_dealt = function(ctx, effects) effects.say(`dealt {ctx.hand} {ctx.first}`) end,
        trade_offered = function(ctx, effects)
            effects.say(`offered {ctx.by} {ctx.to} {ctx.gives} {ctx.asks} {ctx.of_hidden}`)
        end,
        trade_made = function(ctx, effects) effects.say(`made {ctx.by} {ctx.to} {ctx.gave} {ctx.got} {ctx.force}`) end,
        trade_denied = function(ctx, effects) effects.say(`denied {ctx.by} {ctx.to}`) end,
        trade_forced = function(ctx, effects) effects.say(`forced {ctx.by} {ctx.to}`) end,
        passed = function(ctx, effects) effects.say(`passed {ctx.seat}`) end,
        hand_ended = function(ctx, effects) effects.say(`ended {ctx.hand} {ctx.turns}`) end,
        hand_counted = function(ctx, effects) effects.say(`counted {ctx.hand}`) end,
        bonus_given = function(ctx, effects) effects.say(`given {ctx.seat} {ctx.coins} {ctx.hand}`) end,
        bonus_carried = function(ctx, effects) effects.say(`carried {ctx.coins} {ctx.hand}`) end,
        match_won = function(ctx, effects) effects.say(`won {ctx.seat} {ctx.coins}`) end,
    }";
    let mut table = Table::dealt(&under(&[listens], "trades_per_hand = 5\ngoal = 200"), 12);
    let one = table.acts();
    let other = (one + 1) % 4;
    let offer = |table: &Table, hidden: bool| {
        let found = table.moves().into_iter().find(|chosen| match chosen {
            Move::Offer { to, asked: RequestedStone::Visible(_), .. } => !hidden && *to == other,
            Move::Offer { to, asked: RequestedStone::Hidden(_), .. } => hidden && *to == other,
            _ => false,
        });
        found.unwrap()
    };
    let kinds = ["jewel", "gold", "silver"];
    let (mine, theirs) = (table.stones(one), table.stones(other));
    let Move::Offer { give, asked: RequestedStone::Hidden(kind), .. } = offer(&table, true) else {
        panic!("of hidden ones")
    };
    table.play(offer(&table, true));
    let gives = &mine[usize::from(give)];
    assert_eq!(table.message(), [format!("offered {one} {other} {gives} {} true", kinds[usize::from(kind)])]);
    table.play(Move::Deny);
    assert_eq!(table.message(), [format!("denied {one} {other}")]);
    for _ in 0..3 {
        let seat = table.acts();
        table.play(Move::Pass);
        assert_eq!(table.message(), [format!("passed {seat}")]);
    }
    // The last of five turns.
    let Move::Offer { give, asked: RequestedStone::Visible(take), .. } = offer(&table, false) else {
        panic!("of visible ones")
    };
    table.play(offer(&table, false)).play(Move::Accept);
    let message = table.message();
    let (gave, got) = (&mine[usize::from(give)], &theirs[usize::from(take)]);
    assert_eq!(message[..2], [format!("made {one} {other} {gave} {got} false"), "ended 1 5".to_owned()]);
    assert!(
        message[2].starts_with("given ") && message[2].ends_with(" 120 1") || message[2] == "carried 120 1",
        "{message:?}"
    );
    assert_eq!(message[3..], ["counted 1".to_owned(), format!("dealt 2 {}", table.there()["first"])]);
    let (by, force) = (table.acts(), table.force().unwrap());
    let Move::Force { to, .. } = force else { panic!("forced") };
    table.play(force);
    assert_eq!(table.message()[0], format!("forced {by} {to}"));
    assert!(table.message()[1].starts_with(&format!("made {by} {to} ")) && table.message()[1].ends_with(" true"));
    while table.0.end().is_none() {
        table.pass_on();
    }
    let won: Vec<String> =
        table.winners().into_iter().map(|seat| format!("won {seat} {}", table.coins()[usize::from(seat)])).collect();
    assert_eq!(table.message()[table.message().len() - won.len()..], won);
}

// ---- Lucky dip

#[test]
fn a_stone_in_front_is_exchanged_with_the_bag_once_a_hand() {
    let mut table = Table::dealt(&bundled("lucky-dip"), 3);
    let seat = table.acts();
    let (stones, bag) = (table.stones(seat), table.there()["bag"].clone());
    let in_front = table.there()["boards"][usize::from(seat)]["front"].as_array().unwrap().len();
    let name = ["South", "West", "North", "East"][usize::from(seat)];
    let texts = stones[..in_front].iter().map(|stone| format!("Exchange a stone with the bag: {name}'s {stone}"));
    assert_eq!(table.offered(), texts.collect::<Vec<_>>());
    let place = in_front - 1;
    let action = table.legal().into_iter().filter(|action| action.0 >= HOUSE_ACTIONS).nth(place).unwrap();
    table.act(action);
    assert_eq!((table.acts(), table.offered()), (seat, vec![]), "the turn goes on");
    assert_eq!(table.coins()[usize::from(seat)], 165);
    let (mut now, drawn) = (table.stones(seat), table.stones(seat)[place].clone());
    now[place].clone_from(&stones[place]);
    assert_eq!(now, stones, "the others stay");
    assert!(table.there()["bag"] != bag || drawn == stones[place]);
    table.play(Move::Pass);
    let next = table.acts();
    assert!(next != seat && table.offered().len() == in_front);
    table.pass_on();
    while table.acts() != seat {
        table.play(Move::Pass);
    }
    assert_eq!(table.offered().len(), in_front, "in the next hand again");
}
