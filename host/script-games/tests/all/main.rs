//! Games in Luau, through the runtime.

use serde_json::{Map, Value};
use std::sync::Arc;
use stonehouse_conformance::check;
use stonehouse_house_rules::Script;
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::{Choice, Plugin, Position, Rules};
use stonehouse_script_games::ScriptGame;

const CONNECT_FOUR: &str = include_str!("connect_four.luau");
const LAST_TRICK: &str = include_str!("last_trick.luau");
const PIG: &str = include_str!("pig.luau");

fn rules(source: &str) -> Arc<Rules> {
    let game =
        ScriptGame::load(Script::new("game.luau", "game.luau", source)).unwrap_or_else(|error| panic!("{error}"));
    let plugin = Plugin::new(Arc::new(game)).unwrap();
    let knobs: Map<String, Value> =
        plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect();
    let seats = plugin.about().seats.default;
    plugin.rules(seats, &Value::Object(knobs), None).unwrap()
}

/// Plays the actions with these texts.
fn play(position: &mut Position, texts: &[&str]) {
    for text in texts {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions).unwrap();
        let described = |action| position.describe(&Choice::from(action), Observer::Referee).unwrap().text.to_string();
        let all: Vec<String> = actions.iter().map(|action| described(*action)).collect();
        let index = all.iter().position(|known| known == text).unwrap_or_else(|| panic!("{text:?} is none of {all:?}"));
        position.play(&Choice::from(actions[index])).unwrap();
    }
}

#[test]
fn four_in_a_row_win_in_connect_four() {
    let mut position = Position::deal(&rules(CONNECT_FOUR), 1).unwrap();
    let drop = |cell: &str| format!("disc at {cell}");
    let texts: Vec<String> = ["A1", "B1", "A2", "B2", "A3", "B3", "A4"].map(drop).into();
    play(&mut position, &texts.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(position.is_finished().unwrap());
    assert_eq!(position.outcome().unwrap().winners.iter().collect::<Vec<_>>(), [Seat(0)]);
}

#[test]
fn the_kit_checks_games_with_boards_cards_and_dice() {
    for source in [CONNECT_FOUR, PIG, LAST_TRICK] {
        let report = check(&rules(source), 15, 1).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(report.games, 15);
    }
}

#[test]
fn a_sample_keeps_what_a_seat_sees_and_deals_the_rest_again() {
    let rules = rules(LAST_TRICK);
    let position = Position::deal(&rules, 5).unwrap();
    let hands = |position: &Position| position.state().reveal().unwrap()["hand"].clone();
    let mut differ = [false; 3];
    for seed in 0..8 {
        let mut sample = position.try_clone().unwrap();
        sample.determinize(Seat(1), seed).unwrap();
        for (seat, differs) in differ.iter_mut().enumerate() {
            *differs |= hands(&sample)[seat] != hands(&position)[seat];
        }
    }
    assert_eq!(differ, [true, false, true]);
    let seen = serde_json::to_string(&position.scene(Observer::Seat(Seat(1))).unwrap()).unwrap();
    assert_eq!(seen.matches(" of {suit}").count(), 4, "only the own hand: {seen}");
}

#[test]
fn a_playout_is_the_same_as_single_actions_and_on_another_thread() {
    for source in [CONNECT_FOUR, LAST_TRICK] {
        let rules = rules(source);
        let played = move |seed: u64| {
            let mut position = Position::deal(&rules, seed).unwrap();
            let steps = position.playout(seed).unwrap();
            (steps, position.outcome().unwrap())
        };
        let here: Vec<_> = (0..20).map(&played).collect();
        let there = std::thread::spawn(move || (0..20).map(&played).collect::<Vec<_>>()).join().unwrap();
        assert_eq!(here, there);
    }
}

/// The error of a game whose `play` has this body, in the first action.
fn failing(body: &str) -> String {
    let source = format!(
        "local game = {{}}\ngame.about = {{ id = 'g', name = 'G', version = '1.0.0', seats = 2 }}\n\
         game.pieces = {{ disc = {{ fields = {{ owner = 'seat' }} }} }}\n\
         game.zones = {{ board = {{ rows = 2, columns = 2, piece = 'disc' }}, pile = {{ size = 2, piece = 'disc' }} }}\n\
         game.memory = {{ count = {{ max = 3 }} }}\n\
         game.actions = {{ go = {{ label = 'Go', play = function(at, seat)\n{body}\nend }} }}\nreturn game"
    );
    let mut position = Position::deal(&rules(&source), 1).unwrap();
    let mut actions = Vec::new();
    position.legal_actions(&mut actions).unwrap();
    position.play(&Choice::from(actions[0])).unwrap_err().to_string()
}

#[test]
fn a_mistake_in_a_game_is_an_error_with_its_line() {
    let bodies = [
        "at.bord[1][1] = nil",
        "at.board[1][3] = at:disc({ owner = 1 })",
        "at.board[1][1] = 7",
        "at.board[3][1] = at:disc({ owner = 1 })",
        "at:disc({ owner = 3 })",
        "at.count = 4",
        "at.count = 'many'",
        "at.scores[3] = 1",
        "for _ = 1, 3 do table.insert(at.pile, at:disc({ owner = 1 })) end",
        "at.extra = 1",
        "return 5",
        "return 'white'",
        "return at:roll('die')",
        "at:win(0)",
        "error('not yet')",
        "while true do end",
        "local text = 'x' while true do text ..= text end",
    ];
    insta::assert_snapshot!(bodies.map(|body| format!("{body}\n  {}", failing(body))).join("\n"));
}

#[test]
fn a_wrong_declaration_is_an_error_with_its_line() {
    let about = "game.about = { id = 'g', name = 'G', version = '1.0.0', seats = 2 }";
    let declarations = [
        "",
        "game.about = { id = 'g', name = 'G', version = '1.0.0' }",
        &format!("{about}\ngame.zonse = {{}}"),
        &format!("{about}\ngame.zones = {{ board = {{ rows = 2, columns = 2 }} }}"),
        &format!(
            "{about}\ngame.pieces = {{ disc = {{}} }}\ngame.zones = {{ board = {{ rows = 'many', columns = 2, piece = 'disc' }} }}"
        ),
        &format!("{about}\ngame.pieces = {{ disc = {{ colour = 'red' }} }}"),
        &format!("{about}\ngame.actions = {{ go = {{ label = 'Go' }} }}"),
        &format!("{about}\ngame.actions = {{ go = {{ label = 'Go', targets = 'board', play = print }} }}"),
        &format!("{about}\ngame.rolls = {{ die = {{ sides = 1, rolled = print }} }}"),
        &format!("{about}\ngame.memory = {{ count = {{ min = 3, max = 1 }} }}"),
    ];
    let refused = |text: &str| {
        let source = format!("local game = {{}}\n{text}\nreturn game");
        match ScriptGame::load(Script::new("game.luau", "game.luau", source)) {
            Ok(_) => panic!("accepted: {text}"),
            Err(problem) => problem.to_string(),
        }
    };
    insta::assert_snapshot!(declarations.map(|text| format!("{text}\n  {}", refused(text))).join("\n"));
}
