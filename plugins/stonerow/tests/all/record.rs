//! The record of the deal and of each action is enough to follow a match without the rules.

use crate::common::{Table, table};
use stonehouse_plugin::{Action, Actions, Game, Json, Observer, Rng, json};
use stonehouse_stonerow::cards::each;
use stonehouse_stonerow::moves::Move;
use stonehouse_stonerow::state::{Phase, Pile};

/// A reader without rules, which tracks the places of cards by the deal and the actions' data.
#[derive(Default)]
struct Reader {
    hands: Vec<Vec<String>>,
    /// The top last, as the Brickyard.
    quarry: Vec<String>,
    brickyard: Vec<String>,
    /// Each row's owner, and its cards with everything on it.
    rows: Vec<(u64, Vec<String>)>,
    claims: Vec<Vec<i64>>,
    out_of_play: usize,
    deflectors: usize,
    falling: Option<String>,
    /// The seat that begins the hand, until the first action.
    begins: Option<usize>,
    foremen: u64,
    towers: Json,
}

fn strings(list: &Json) -> Vec<String> {
    list.as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect()
}

fn bottom_up(pile: &Json) -> Vec<String> {
    strings(pile).into_iter().rev().collect()
}

impl Reader {
    fn deal(&mut self, dealt: &Json) {
        *self = Self {
            hands: dealt["hands"].as_array().unwrap().iter().map(strings).collect(),
            quarry: bottom_up(&dealt["quarry"]),
            brickyard: bottom_up(&dealt["brickyard"]),
            begins: Some(dealt["first"].as_u64().unwrap() as usize),
            foremen: dealt["foremen"].as_u64().unwrap(),
            out_of_play: dealt["foremen"].as_u64().unwrap() as usize,
            towers: dealt["towers"].clone(),
            ..Self::default()
        };
    }

    fn leave(&mut self, seat: usize, card: &str) {
        let at = self.hands[seat].iter().position(|held| held == card).unwrap_or_else(|| panic!("{card} is not held"));
        self.hands[seat].remove(at);
    }

    /// Removes the drawn cards from the top of the Quarry.
    fn draw(&mut self, seat: usize, data: &Json) {
        for card in strings(&data["drawn"]) {
            if self.quarry.is_empty() {
                let remade = bottom_up(&data["remade"]);
                let top = self.brickyard.pop().unwrap();
                let (mut before, mut after) = (std::mem::replace(&mut self.brickyard, vec![top]), remade.clone());
                before.sort();
                after.sort();
                assert_eq!(before, after, "the Quarry is remade of the Brickyard without its top card");
                self.quarry = remade;
            }
            assert_eq!(self.quarry.pop().unwrap(), card);
            self.gain(seat, card);
        }
    }

    fn gain(&mut self, seat: usize, card: String) {
        if card == "Foreman" {
            (self.foremen, self.out_of_play) = (self.foremen + 1, self.out_of_play + 1);
        } else {
            self.hands[seat].push(card);
        }
    }

    /// Cards that the action plays onto a row.
    fn lay_on(&mut self, seat: usize, cards: Vec<String>, row: usize) {
        for card in cards {
            self.leave(seat, &card);
            self.rows[row].1.push(card);
        }
    }

    fn follow(&mut self, seat: usize, data: &Json) {
        assert!(self.begins.take().is_none_or(|begins| begins == seat));
        if let Some(dealt) = data.get("dealt") {
            return self.deal(dealt);
        }
        let cards = strings(&data["cards"]);
        let row = data["row"].as_u64().map(|row| row as usize);
        match data["action"].as_str().unwrap() {
            "draw" => self.draw(seat, data),
            "draw_brickyard" | "pick_up" => {
                let card = self.brickyard.pop().unwrap();
                assert_eq!(data["taken"], json!([card]));
                self.gain(seat, card);
                self.draw(seat, data);
            }
            "take" => {
                let place = self.brickyard.len() - 1 - data["from_top"].as_u64().unwrap() as usize;
                let card = self.brickyard.remove(place);
                assert_eq!(data["taken"], json!([card]));
                self.gain(seat, card);
                self.draw(seat, data);
            }
            "build" => {
                assert_eq!(row, Some(self.rows.len()));
                self.rows.push((seat as u64, Vec::new()));
                self.claims.push(Vec::new());
                self.lay_on(seat, cards, self.rows.len() - 1);
            }
            "repair" | "mortar" | "add" => self.lay_on(seat, cards, row.unwrap()),
            "steal" => {
                self.lay_on(seat, cards, row.unwrap());
                self.rows[row.unwrap()].0 = seat as u64;
            }
            "hammer" => {
                self.leave(seat, &cards[0]);
                self.falling = Some(cards[0].clone());
            }
            "attract" => {
                self.leave(seat, &cards[0]);
                self.brickyard.push(cards[0].clone());
                let hammer = self.falling.take().unwrap();
                self.hands[seat].push(hammer);
            }
            "deflect" => {
                self.leave(seat, &cards[0]);
                self.deflectors += 1;
            }
            "dig_quarry" | "dig_brickyard" => {
                self.leave(seat, &cards[0]);
                self.out_of_play += 1;
                self.draw(seat, data);
            }
            "discard" => {
                self.leave(seat, &cards[0]);
                self.brickyard.push(cards[0].clone());
            }
            "pass" | "let_fall" | "enough" | "add_none" | "leave_it" => {}
            other => panic!("{other}"),
        }
        if let Some(row) = row {
            self.claims[row] = numbers(&data["claims"]);
            if data["broken"] == true {
                assert!(self.claims[row].iter().all(|claim| *claim == 0), "a broken row is worth nothing");
                let hammer = self.falling.take();
                self.rows[row].1.extend(hammer);
            }
        }
        if let Some(towers) = data.get("towers") {
            self.towers = towers.clone();
        }
    }

    fn points(&self, seat: usize) -> i64 {
        self.claims.iter().map(|claims| claims[seat]).sum()
    }
}

fn numbers(list: &Json) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

fn sorted(mut cards: Vec<String>) -> Vec<String> {
    cards.sort();
    cards
}

/// Checks that the public description of an action is that for the referee without the hidden data.
fn check_public(table: &Table, action: Action, mut referee: Json) {
    let all = referee.as_object_mut().unwrap();
    ["drawn", "remade", "foremen", "dealt"].iter().for_each(|hidden| drop(all.remove(*hidden)));
    assert_eq!(table.rules.describe(&table.state, action, Observer::Public).data, referee);
}

/// A random match, followed by a reader whose final position is compared. Returns how often the Quarry was remade.
fn read_a_match(table: &mut Table, seats: usize, seed: u64) -> u32 {
    table.state = table.rules.deal(seed).unwrap();
    let mut reader = Reader::default();
    reader.deal(&table.rules.reveal(&table.state));
    let mut random = Rng::from_seed(seed);
    let mut remade = 0;
    while let Some(seat) = table.rules.turn(&table.state).seat() {
        let mut buffer = [Action(0); 2048];
        let mut actions = Actions::new(&mut buffer);
        table.rules.legal_actions(&table.state, &mut actions).unwrap();
        let action = *random.pick(actions.as_slice()).unwrap();
        let data = table.rules.describe(&table.state, action, Observer::Referee).data;
        check_public(table, action, data.clone());
        remade += u32::from(data.get("remade").is_some());
        table.rules.apply(&mut table.state, action).unwrap();
        reader.follow(seat.index(), &data);
    }
    let (state, deck) = (&table.state, table.rules.deck());
    let names = |cards: u128| each(cards).map(|card| deck.name(card)).collect::<Vec<_>>();
    let pile = |pile: &Pile| pile.as_slice().iter().map(|card| deck.name(*card)).collect::<Vec<_>>();
    for seat in 0..seats {
        assert_eq!(sorted(reader.hands[seat].clone()), sorted(names(state.hands[seat])), "seat {seat} of seed {seed}");
    }
    assert_eq!((reader.quarry.clone(), reader.brickyard.clone()), (pile(&state.quarry), pile(&state.brickyard)));
    let rows = state.rows().iter().map(|row| (u64::from(row.owner), sorted(names(row.cards | row.on))));
    let read = reader.rows.iter().map(|(owner, cards)| (*owner, sorted(cards.clone())));
    assert_eq!(read.collect::<Vec<_>>(), rows.collect::<Vec<_>>());
    assert_eq!(reader.out_of_play, state.out_of_play.count_ones() as usize);
    assert_eq!(reader.deflectors, state.deflectors.iter().map(|cards| cards.count_ones() as usize).sum::<usize>());
    assert_eq!(reader.foremen, u64::from(state.foremen));
    let scores = table.scores();
    if reader.towers.is_null() {
        assert_eq!((0..seats).map(|seat| reader.points(seat)).collect::<Vec<_>>(), scores);
    } else {
        assert_eq!(reader.towers, json!([scores[0], scores[1]]));
    }
    remade
}

#[test]
fn a_reader_follows_a_match_from_the_deal_and_actions() {
    for seats in 2..=4 {
        let mut table = table(seats, &json!({}));
        for seed in 0..40 {
            read_a_match(&mut table, seats.into(), seed);
        }
    }
}

#[test]
fn a_reader_follows_a_remade_quarry_two_foremen_and_special_hammers() {
    let knobs = json!({
        "colours": 3, "numbers": 4, "rounds": 20, "foremen": 2, "gold_diggers": 4, "displacers": 4, "highwaymen": 1,
        "keystone_special": "by_name",
    });
    let mut table = table(3, &knobs);
    let remade: u32 = (0..40).map(|seed| read_a_match(&mut table, 3, seed)).sum();
    assert!(remade > 40, "the Quarry was remade {remade} times");
}

#[test]
fn a_reader_follows_the_hands_of_team_play() {
    let mut table = table(4, &json!({ "teams": true, "foremen": 0, "tower_cards": 2, "points_goal": 60 }));
    for seed in 0..8 {
        read_a_match(&mut table, 4, seed);
    }
}

#[test]
fn the_action_that_wins_a_hand_records_margin_and_deal() {
    let mut table = table(4, &json!({ "teams": true, "foremen": 0 }));
    table.row(1, "green 5, blue 5");
    table.row(2, "red 2, red 3, red 4, red 5, red 6");
    table.row(0, "blue 2, blue 3, blue 4");
    table.hand(0, "red 9, blue 9, green 9");
    let build = table.building("red 9, blue 9, green 9");
    let data = |eye| table.rules.describe(&table.state, build.action(), eye).data;
    for eye in [Observer::Public, Observer::Referee] {
        let data = data(eye);
        assert_eq!(data["hand"], json!({ "number": 1, "points": [110, 10], "won_by": 0 }));
        assert_eq!((&data["row"], &data["claims"], &data["broken"]), (&json!(3), &json!([30, 0, 0, 0]), &json!(false)));
        assert_eq!((&data["points"], &data["towers"]), (&json!([0, 0]), &json!([1, 0])));
    }
    assert_eq!(data(Observer::Public).get("dealt"), None);
    let dealt = data(Observer::Referee)["dealt"].clone();
    table.play(build);
    assert_eq!(dealt, table.rules.reveal(&table.state));
}

#[test]
fn the_action_that_wins_the_match_records_the_margin() {
    let mut table = table(4, &json!({ "teams": true, "foremen": 0, "points_goal": 20 }));
    table.state.towers = [5, 5];
    table.hand(0, "red Architect, blue Architect");
    let build = table.building("red Architect, blue Architect");
    let data = table.rules.describe(&table.state, build.action(), Observer::Referee).data;
    assert_eq!(data["hand"], json!({ "number": 1, "points": [20, 0], "won_by": 0 }));
    assert_eq!((data.get("dealt"), &data["towers"]), (None, &json!([6, 5])));
}

#[test]
fn a_broken_row_is_worth_nothing_in_records_and_on_the_table() {
    let mut table = table(2, &json!({ "displacers": 0 }));
    let row = table.row(1, "red 9, blue 9");
    table.hand(0, "red 1, Mason, green 9");
    let nine = table.rules.deck().card(8, 2);
    table.play(Move::Mortar { card: nine, row }).turn_of(0);
    let hammer = Move::Hammer { card: table.rules.deck().card(0, 0), row };
    let data = table.rules.describe(&table.state, hammer.action(), Observer::Public).data;
    assert_eq!((&data["claims"], &data["broken"], &data["points"]), (&json!([0, 0]), &json!(true), &json!([0, 0])));
    table.play(hammer);
    assert_eq!(table.rules.reveal(&table.state)["rows"][0]["claims"], json!([0, 0]));
    let scene = table.rules.scene(&table.state, Observer::Public);
    let area = scene.areas.into_iter().find(|area| area.handle == "row/0").unwrap();
    assert_eq!(crate::common::english(&area.title), "0, broken (18, South 30)");
}

#[test]
fn records_distinguish_quarry_and_brickyard_cards_in_order() {
    let mut table = table(2, &json!({ "foremen": 0 }));
    table.hand(0, "GoldDigger, red 1").brickyard("Mason, red 5, Mason, blue 2");
    table.state.phase = Phase::Act;
    let from_the_quarry = table.rules.describe(&table.state, Move::DigQuarry.action(), Observer::Referee).data;
    let top: Vec<String> = table.state.quarry.from_top().take(3).map(|card| table.rules.deck().name(card)).collect();
    assert_eq!((&from_the_quarry["drawn"], from_the_quarry.get("taken")), (&json!(top), None));
    assert_eq!(from_the_quarry["cards"], json!(["GoldDigger"]));

    table.play(Move::DigBrickyard);
    let lowest = Move::Take { card: table.state.brickyard.as_slice()[0] };
    let data = table.rules.describe(&table.state, lowest.action(), Observer::Referee).data;
    assert_eq!((&data["taken"], &data["from_top"], data.get("drawn")), (&json!(["Mason"]), &json!(3), None));
}

#[test]
fn everything_on_the_table_is_revealed_by_name() {
    let mut table =
        table(2, &json!({ "colours": 1, "numbers": 5, "highwaymen": 0, "gold_diggers": 0, "hand_sizes": [2, 2, 2] }));
    table.state = (0..1000).map(|seed| table.rules.deal(seed).unwrap()).find(|state| state.foremen == 1).unwrap();
    let revealed = table.rules.reveal(&table.state);
    let deck = table.rules.deck();
    let all = ["hands", "quarry", "brickyard", "aside"].map(|place| match place {
        "hands" => revealed[place].as_array().unwrap().iter().flat_map(strings).collect(),
        _ => strings(&revealed[place]),
    });
    let mut all: Vec<String> = all.concat();
    all.push(revealed["keystone"].as_str().unwrap().to_owned());
    assert_eq!(sorted(all), sorted((0..deck.size).map(|card| deck.name(card)).collect()));
    let quarry: Vec<String> = table.state.quarry.from_top().map(|card| deck.name(card)).collect();
    assert_eq!(revealed["quarry"], json!(quarry), "from the top down");
    assert_eq!((&revealed["foremen"], &revealed["first"], &revealed["dealer"]), (&json!(1), &json!(0), &json!(1)));
    let keystone = revealed["keystone"].as_str().unwrap();
    assert_eq!(keystone.strip_prefix("red "), revealed["hammer"].as_str());
}
