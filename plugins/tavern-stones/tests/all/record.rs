//! The record of the deal and of each action is enough to follow a match without the rules.

use crate::common::{Table, eye, hooked, offer, table};
use stonehouse_plugin::{Action, Actions, Game, Hooks, Json, Observer, Rng, json};
use stonehouse_tavern_stones::kinds::NAMES;
use stonehouse_tavern_stones::moves::{Move, RequestedStone};

/// A reader without rules, which tracks the places of stones by the deal and the actions' data.
struct Reader {
    /// Everybody's stones by place, those in front first.
    boards: Vec<Vec<String>>,
    bag: Json,
    /// The seat that offers, and the data of its offer.
    offer: (usize, Json),
    /// The value of everybody's stones when the last hand was counted, by the reader's own count, and by the record.
    counted: Vec<(Vec<i64>, Json)>,
    coins: Json,
}

fn strings(list: &Json) -> Vec<String> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

fn boards(dealt: &Json) -> Vec<Vec<String>> {
    let board = |board: &Json| [strings(&board["front"]), strings(&board["hidden"])].concat();
    dealt["boards"].as_array().unwrap().iter().map(board).collect()
}

fn worth(stones: &[String]) -> i64 {
    let coins = |name: &String| match name.as_str() {
        "jewel" => 12,
        "gold" => 6,
        "silver" => 1,
        _ => 0,
    };
    stones.iter().map(coins).sum()
}

impl Reader {
    fn new(dealt: &Json) -> Self {
        let (bag, coins) = (dealt["bag"].clone(), dealt["coins"].clone());
        Self { boards: boards(dealt), bag, offer: (0, Json::Null), counted: Vec::new(), coins }
    }

    fn exchange(&mut self, (by, give): (usize, usize), (to, take): (usize, usize)) {
        let given = self.boards[by][give].clone();
        self.boards[by][give] = std::mem::replace(&mut self.boards[to][take], given);
    }

    fn follow(&mut self, seat: usize, data: &Json) {
        let number = |value: &Json| value.as_u64().unwrap() as usize;
        match data["action"].as_str().unwrap() {
            "offer" => {
                assert_eq!(self.boards[seat][number(&data["place"])], data["gives"].as_str().unwrap());
                self.offer = (seat, data.clone());
            }
            "force" => {
                let place = number(&data["of_place"]);
                assert_eq!(self.boards[number(&data["to"])][place], data["asks"].as_str().unwrap());
                self.exchange((seat, number(&data["place"])), (number(&data["to"]), place));
            }
            "accept" | "give" => {
                let (by, offer) = self.offer.clone();
                let from = number(&data["taken_from"]);
                if offer["asks"] != "any" {
                    assert_eq!(self.boards[seat][from], offer["asks"].as_str().unwrap());
                }
                self.exchange((by, number(&offer["place"])), (seat, from));
            }
            "deny" | "pass" => {}
            other => panic!("{other}"),
        }
        if let Some(hand) = data.get("hand") {
            self.counted.push((self.boards.iter().map(|stones| worth(stones)).collect(), hand["stones"].clone()));
            self.coins = hand["coins"].clone();
        }
        if let Some(dealt) = data.get("dealt") {
            (self.boards, self.bag) = (boards(dealt), dealt["bag"].clone());
            assert_eq!(self.coins, dealt["coins"]);
        }
    }
}

/// Checks that the public description of an action is that for the referee without the hidden data: a stone given
/// blindly may remain unseen.
fn check_public(table: &Table, action: Action, mut referee: Json) {
    let public = table.rules.describe(&table.state, action, Observer::Public).data;
    let mut hidden = vec!["taken_from", "hand", "dealt"];
    if public["action"] == "give" && public.get("gives").is_none() {
        hidden.push("gives");
    }
    let all = referee.as_object_mut().unwrap();
    hidden.into_iter().for_each(|hidden| drop(all.remove(hidden)));
    assert_eq!(public, referee);
}

/// A random match, followed by a reader whose final position is compared. Returns the hands played.
fn read_a_match(table: &mut Table, seed: u64) -> usize {
    table.state = table.rules.deal(seed).unwrap();
    let mut reader = Reader::new(&table.rules.reveal(&table.state));
    let mut random = Rng::from_seed(seed);
    while let Some(seat) = table.rules.turn(&table.state).seat() {
        let mut buffer = [Action(0); 2048];
        let mut actions = Actions::new(&mut buffer);
        table.rules.legal_actions(&table.state, &mut actions).unwrap();
        let action = *random.pick(actions.as_slice()).unwrap();
        let data = table.rules.describe(&table.state, action, Observer::Referee).data;
        check_public(table, action, data.clone());
        table.rules.apply(&mut table.state, action).unwrap();
        reader.follow(seat.index(), &data);
    }
    for seat in 0..table.seats() {
        let stones: Vec<&str> =
            (0..table.places()).map(|place| NAMES[table.state.stone(seat, place).kind as usize]).collect();
        assert_eq!(reader.boards[seat as usize], stones, "seat {seat} of seed {seed}");
    }
    for (own, recorded) in &reader.counted {
        assert_eq!(&json!(own), recorded);
    }
    assert_eq!(reader.coins, json!(table.coins()));
    let bag = |kind: u8| reader.bag[NAMES[kind as usize]].as_u64();
    assert!(table.rules.kinds().each().all(|kind| bag(kind) == Some(table.state.bag[kind as usize].into())));
    reader.counted.len()
}

#[test]
fn a_reader_follows_a_match_from_the_deal_and_actions() {
    let some = [
        (4, json!({})),
        (3, json!({ "hidden_request": "blind", "goal": 400 })),
        (5, json!({ "copper": 12, "counts": "trades_only", "after_denial": "left", "goal": 400 })),
    ];
    for (seats, knobs) in some {
        let mut table = hooked(seats, &knobs, Hooks::none());
        let hands: usize = (0..10).map(|seed| read_a_match(&mut table, seed)).sum();
        assert!(hands > 20, "{hands} hands");
    }
}

const HANDS: [&str; 4] = ["JJG/GSSS", "GGS/SSJJ", "JGS/JGSG", "SSJ/JGGS"];

#[test]
fn only_the_record_contains_the_place_of_a_given_stone() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).play(offer(3, 1, RequestedStone::Hidden(crate::common::JEWEL)));
    let description = |eye| table.rules.describe(&table.state, Move::Accept.action(), eye).data;
    let place = description(Observer::Referee)["taken_from"].as_u64().unwrap() as usize;
    for eye in [eye(0), eye(1), eye(2), Observer::Public] {
        assert_eq!(description(eye), json!({ "action": "accept" }));
    }
    let given = table.state.stone(0, 3).id;
    table.play(Move::Accept);
    assert_eq!(table.state.stones[1][place].id, given);
}

#[test]
fn only_the_referee_sees_the_next_deal_in_the_last_action() {
    let mut table = table(&json!({}));
    table.lay(&HANDS).last_turn();
    let description = |eye| table.rules.describe(&table.state, Move::Pass.action(), eye).data;
    let dealt = description(Observer::Referee)["dealt"].clone();
    assert_eq!((description(Observer::Public).get("dealt"), description(eye(0)).get("dealt")), (None, None));
    table.play(Move::Pass);
    assert_eq!(dealt, table.rules.reveal(&table.state));
}
