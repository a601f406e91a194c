//! The Foreman: announced, marked, recorded; and the round marker beside it.

use crate::common::{Table, english, hooked, table};
use stonehouse_plugin::scene::{Area, Layout, Scene};
use stonehouse_plugin::{ActionText, Chosen, Game, Hooks, Json, News, Observer, Seat, json};
use stonehouse_stonerow::hooks::Hook;
use stonehouse_stonerow::moves::Move;
use stonehouse_stonerow::state::{Phase, State};

const EYES: [Observer; 5] =
    [Observer::Seat(Seat(0)), Observer::Seat(Seat(1)), Observer::Seat(Seat(3)), Observer::Public, Observer::Referee];

fn description(table: &Table, chosen: Move, eye: Observer) -> ActionText {
    table.rules.describe(&table.state, chosen.action(), eye)
}

/// Lays cards that are in the Quarry on its top, the first of them at the very top.
fn lay_on_top(table: &mut Table, names: &str) {
    let out = |name| {
        let card = table.card(name);
        table.state.quarry.remove(card);
        card
    };
    let cards: Vec<u8> = names.split(", ").map(out).collect();
    cards.into_iter().rev().for_each(|card| table.state.quarry.push(card));
}

fn scene(table: &Table) -> Scene {
    table.rules.scene(&table.state, Observer::Public)
}

fn pieces(table: &Table, handle: &str) -> Vec<String> {
    let found = scene(table).areas.into_iter().find(|area| area.handle == handle);
    found.map_or_else(Vec::new, |area: Area| area.pieces.into_iter().map(|piece| english(&piece.name)).collect())
}

fn steps(table: &Table) -> (u32, u32) {
    match scene(table).areas.into_iter().find(|area| area.handle == "tower").unwrap().layout {
        Layout::Meter(meter) => (meter.steps, meter.reached),
        layout => panic!("{layout:?}"),
    }
}

/// Plays a move, and returns each observer's description of it.
fn news(table: &mut Table, chosen: Move) -> [Option<String>; 5] {
    let before = table.state.clone();
    table.play(chosen);
    let choice = Chosen { seat: Seat(0), action: chosen.action(), values: &[] };
    EYES.map(|eye| table.rules.news(&before, &[choice], &table.state, eye).as_ref().map(english))
}

#[test]
fn overtime_is_announced_to_all_only_when_the_foreman_is_drawn() {
    let mut table = table(4, &json!({}));
    table.hand(0, "red 5");
    lay_on_top(&mut table, "Foreman, red 7, blue 4");
    table.state.phase = Phase::Draw;
    let called = || Some("Overtime!".to_owned());
    assert_eq!(news(&mut table, Move::DrawQuarry), [called(), called(), called(), called(), called()]);
    let card = table.rules.deck().card(4, 0);
    assert_eq!(news(&mut table, Move::Discard { card }), [const { None }; 5]);
    assert_eq!(news(&mut table, Move::DrawQuarry), [const { None }; 5]);
}

#[test]
fn a_dealt_foreman_is_announced_with_the_deal_and_not_later() {
    let mut table = table(4, &json!({}));
    let opening = |state: &State, eye| table.rules.opening(state, eye).as_ref().map(english);
    let dealt = (0..1000).map(|seed| table.rules.deal(seed).unwrap());
    let (with, without): (Vec<_>, Vec<_>) = dealt.partition(|state| state.foremen == 1);
    assert!(EYES.iter().all(|eye| opening(&with[0], *eye).as_deref() == Some("Overtime!")));
    assert!(EYES.iter().all(|eye| opening(&without[0], *eye).is_none()));
    table.state = with.into_iter().next().unwrap();
    assert_eq!(news(&mut table, Move::DrawQuarry), [const { None }; 5]);
    // House rules act without a choice of the game, and change nothing here.
    let drawn = table.state.clone();
    assert_eq!(table.rules.news(&drawn, &[], &drawn, Observer::Public), None);
}

#[test]
fn only_the_referee_sees_that_a_foreman_comes_next() {
    let with = |top: &str| {
        let mut table = table(4, &json!({}));
        table.hand(0, "GoldDigger");
        lay_on_top(&mut table, top);
        table
    };
    let (mut foreman, mut other) = (with("Foreman"), with("red 7"));
    for (phase, chosen) in [(Phase::Draw, Move::DrawQuarry), (Phase::Act, Move::DigQuarry)] {
        (foreman.state.phase, other.state.phase) = (phase, phase);
        for eye in EYES {
            let same = description(&foreman, chosen, eye) == description(&other, chosen, eye);
            assert_eq!(same, eye != Observer::Referee, "{chosen:?} for {eye:?}");
        }
    }
}

#[test]
fn the_record_contains_every_way_a_foreman_turns_up() {
    let mut drawn = table(4, &json!({}));
    lay_on_top(&mut drawn, "Foreman, red 7");
    drawn.state.phase = Phase::Draw;
    let data = description(&drawn, Move::DrawQuarry, Observer::Referee).data;
    assert_eq!((&data["drawn"], &data["foremen"]), (&json!(["Foreman", "red 7"]), &json!(1)));

    let mut dug = table(4, &json!({ "foremen": 2 }));
    dug.hand(0, "GoldDigger");
    lay_on_top(&mut dug, "Mason, red 7, Foreman, Foreman, blue 4");
    let data = description(&dug, Move::DigQuarry, Observer::Referee).data;
    assert_eq!(data["drawn"], json!(["Mason", "red 7", "Foreman", "Foreman", "blue 4"]), "in order of drawing");
    assert_eq!(data["foremen"], json!(2));

    let mut taken = table(4, &json!({}));
    taken.brickyard("red 2, Foreman");
    lay_on_top(&mut taken, "blue 4");
    taken.state.phase = Phase::Draw;
    let data = description(&taken, Move::DrawBrickyard, Observer::Referee).data;
    assert_eq!(
        (&data["taken"], &data["drawn"], &data["foremen"]),
        (&json!(["Foreman"]), &json!(["blue 4"]), &json!(1))
    );
}

#[test]
fn overtime_shows_the_foreman_by_the_tower_and_in_the_status() {
    let mut table = table(4, &json!({ "foremen": 2 }));
    lay_on_top(&mut table, "Foreman, red 7");
    table.state.phase = Phase::Draw;
    assert_eq!((english(&scene(&table).status), pieces(&table, "overtime")), ("Round 1 of 5".to_owned(), vec![]));
    table.play(Move::DrawQuarry);
    assert_eq!(english(&scene(&table).status), "Overtime! Round 1 of 6");
    assert_eq!(pieces(&table, "overtime"), ["Foreman"]);
    let areas = scene(&table).areas;
    let at = areas.iter().position(|area| area.handle == "overtime").unwrap();
    assert_eq!((&*areas[at - 1].handle, &areas[at].title), ("tower", &"Overtime!".into()));
}

#[test]
fn places_of_removed_cards_are_kept_from_the_first_card_on() {
    let middle = |table: &Table| {
        let areas = scene(table).areas;
        let common = areas.iter().filter(|area| area.seat.is_none() && area.inside.is_empty());
        common.map(|area| area.handle.clone()).collect::<Vec<_>>()
    };
    let bare = table(4, &json!({ "foremen": 0, "gold_diggers": 0 }));
    let mut table = table(4, &json!({}));
    let all = ["tower", "overtime", "quarry", "brickyard", "keystone", "out-of-play"];
    assert_eq!(middle(&table), all);
    assert!(pieces(&table, "overtime").is_empty() && pieces(&table, "out-of-play").is_empty());
    lay_on_top(&mut table, "Foreman, red 7");
    table.state.phase = Phase::Draw;
    table.play(Move::DrawQuarry);
    assert_eq!((pieces(&table, "overtime").len(), middle(&table)), (1, all.map(str::to_owned).to_vec()));
    // Where there are no such cards nothing is kept.
    assert_eq!(middle(&bare), ["tower", "quarry", "brickyard", "keystone"]);
}

#[test]
fn the_buttons_of_an_action_are_there_while_a_card_is_drawn() {
    let mut table = table(4, &json!({}));
    let buttons = |table: &Table| {
        let prompt = scene(table).prompt.unwrap();
        prompt.buttons.into_iter().map(|button| button.handle).collect::<Vec<_>>()
    };
    table.state.phase = Phase::Draw;
    let before = buttons(&table);
    table.play(Move::DrawQuarry);
    assert_eq!((table.state.phase, before.len()), (Phase::Act, 4));
    assert_eq!(buttons(&table), before);
}

#[test]
fn nothing_lies_on_the_keystone() {
    let mut table = table(4, &json!({}));
    let row = table.row(1, "red 9, blue 9");
    table.hand(0, "GoldDigger, red 1");
    lay_on_top(&mut table, "Foreman");
    table.play(Move::DigQuarry);
    assert_eq!(pieces(&table, "keystone"), ["yellow 1"]);
    assert_eq!(pieces(&table, "out-of-play"), ["GoldDigger"]);
    table.turn_of(0);
    let hammer = table.rules.deck().card(0, 0);
    table.play(Move::Hammer { card: hammer, row });
    assert_eq!(pieces(&table, "keystone"), ["yellow 1"]);
    assert_eq!(pieces(&table, "falling"), ["red 1, a Hammer"]);
}

#[test]
fn the_round_marker_has_a_step_for_every_possible_round() {
    let knobs = |json: Json| steps(&table(4, &json));
    assert_eq!(knobs(json!({})), (6, 1));
    assert_eq!(knobs(json!({ "foremen": 2, "rounds": 4, "rounds_per_foreman": 3 })), (10, 1));
    assert_eq!(knobs(json!({ "foremen": 0 })), (5, 1));

    let mut table = table(4, &json!({}));
    lay_on_top(&mut table, "Foreman");
    table.state.phase = Phase::Draw;
    table.play(Move::DrawQuarry);
    assert_eq!(steps(&table), (6, 1));

    // A house rule may add more rounds than the table provides for.
    let house = |hook: usize, _: &[i64], value: i64| if hook == Hook::extra_rounds as usize { 4 } else { value };
    let mut long = hooked(4, &json!({}), Hooks::from_fn(house));
    assert_eq!(steps(&long), (6, 1));
    lay_on_top(&mut long, "Foreman");
    long.state.phase = Phase::Draw;
    long.play(Move::DrawQuarry);
    assert_eq!(steps(&long), (9, 1));
}
