//! The gain of a choice is shown before it is made.

use super::{Window, choice, label, window};
use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use stonehouse_plugin::choice::Number;
use stonehouse_plugin::scene::{Area, Cell, Cells, Face, Layout, Piece, Prompt, Tint};
use stonehouse_plugin::{Action, ActionText, Input, InputKind, PathStep, Scene, Seat, text};
use stonehouse_runtime::DescribedAction;
use stonehouse_table::spoken;
use stonehouse_ui::theme::Appearance;

/// Two cards that are built together, two places on a board, one of which brings a point, and an amount to pay.
fn table() -> Window {
    let mut board = Cells::default();
    for (number, name) in ["A1", "A2"].into_iter().enumerate() {
        let mut cell = Cell::default();
        cell.handle = format!("cell/{name}");
        cell.name = name.into();
        cell.at = [number as f32, 0.0];
        board.cells.push(cell);
    }
    let card = |id: u32| {
        let mut piece = Piece::new(id, Face::Stone(Tint::White), text!("stone {id}", id));
        piece.handle = format!("stone/{id}");
        piece
    };
    let mut hand = Area::new("hand", Layout::Row).pieces([card(1), card(2)]);
    hand.seat = Some(Seat(0));
    let prompt = Prompt::new(Seat(0), "Your turn").button("build", "Build").button("pay", "Pay");
    let mut scene = Scene::default().areas([Area::new("board", Layout::Cells(board)), hand]);
    scene.prompt = Some(prompt);
    let both = || PathStep::any(["stone/1".to_owned(), "stone/2".to_owned()]);
    let mut coins = Number::default();
    (coins.min, coins.max) = (1, 9);
    let mut input = Input::default();
    (input.name, input.label, input.kind) = ("coins".to_owned(), "Coins".into(), InputKind::Number(coins));
    let one = |handle: &str| PathStep::One(handle.to_owned());
    let choices = vec![
        choice(0, [both(), one("build")], text!("{n} points", n = 14)),
        choice(1, [one("cell/A1")], text!("1 point for {player}", player = Seat(0))),
        choice(2, [one("cell/A2")], ""),
        choice(3, [one("pay"), PathStep::Input(input)], "a house"),
    ];
    window(scene, choices, vec2(800.0, 600.0), Appearance::default())
}

fn buttons(window: &Window) -> Vec<String> {
    window.query_all_by_role(Role::Button).map(|node| label(&node)).collect()
}

fn click(window: &mut Window, name: &str) {
    window.get_by_label(name).click();
    window.run_steps(3);
}

#[test]
fn a_button_shows_its_gain_once_it_completes_a_choice() {
    let mut window = table();
    assert!(buttons(&window).contains(&"Build".to_owned()));
    click(&mut window, "stone 1");
    assert!(buttons(&window).contains(&"Build".to_owned()), "one stone builds nothing yet");
    click(&mut window, "stone 2");
    assert!(buttons(&window).contains(&"Build, brings 14 points".to_owned()), "{:?}", buttons(&window));
    window.key_press_modifiers(Modifiers::NONE, Key::Num1);
    window.run_steps(2);
    assert_eq!(window.state().chosen.as_ref().map(|chosen| chosen.action), Some(Action(0)));
}

#[test]
fn only_a_place_that_completes_a_choice_names_its_gain() {
    let window = table();
    let names = buttons(&window);
    assert!(names.contains(&"A1: empty, brings 1 point for you".to_owned()), "{names:?}");
    assert!(names.contains(&"A2: empty".to_owned()), "{names:?}");
}

#[test]
fn a_gain_is_painted_only_at_the_hovered_or_focused_place() {
    let mut window = table();
    let painted = |window: &Window| {
        let mut words = Vec::new();
        for shape in &window.output().shapes {
            all_words(&shape.shape, &mut words);
        }
        words.into_iter().filter(|words| words.contains("1 point for you")).count()
    };
    assert_eq!(painted(&window), 0, "the board is quiet");
    window.get_by_label("A1: empty, brings 1 point for you").hover();
    window.run_steps(2);
    assert_eq!(painted(&window), 1);
    window.get_by_label("A2: empty").hover();
    window.run_steps(2);
    assert_eq!(painted(&window), 0);
    window.get_by_label("A1: empty, brings 1 point for you").focus();
    window.run_steps(2);
    assert_eq!(painted(&window), 1);
}

fn all_words(shape: &egui::Shape, words: &mut Vec<String>) {
    match shape {
        egui::Shape::Text(text) => words.push(text.galley.text().to_owned()),
        egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| all_words(shape, words)),
        _ => {}
    }
}

#[test]
fn the_confirm_button_of_an_amount_shows_the_gain() {
    let mut window = table();
    click(&mut window, "Pay, brings a house");
    assert!(buttons(&window).contains(&"Act, brings a house".to_owned()), "{:?}", buttons(&window));
}

#[test]
fn a_choice_in_words_names_its_gain_once() {
    let words = |text: &'static str| {
        let choice = DescribedAction { action: Action(0), description: ActionText::new(text).gain("2 points") };
        spoken::choice(&choice, &[])
    };
    assert_eq!(words("build two 9s"), "build two 9s, brings 2 points");
    assert_eq!(words("white to F7, 2 points"), "white to F7, 2 points");
}

#[test]
fn focus_stays_in_a_hand_and_arrows_reach_the_next_fitting_card() {
    let card = |id: u32| {
        let mut piece = Piece::new(id, Face::Stone(Tint::White), text!("stone {id}", id));
        piece.handle = format!("stone/{id}");
        piece
    };
    let mut hand = Area::new("hand", Layout::Row).pieces((1..=6).map(card));
    hand.seat = Some(Seat(0));
    let mut row = Area::new("row", Layout::Row);
    row.title = "The row".into();
    let set = |cards: [u32; 2]| PathStep::any(cards.map(|card| format!("stone/{card}")));
    let row_step = || PathStep::One("row".to_owned());
    let choices = vec![
        choice(0, [set([2, 4]), row_step()], ""),
        choice(1, [set([2, 5]), row_step()], ""),
        choice(2, [set([1, 6]), row_step()], ""),
        choice(3, [PathStep::One("stone/3".to_owned()), row_step()], ""),
    ];
    let mut window = window(Scene::default().areas([row, hand]), choices, vec2(800.0, 600.0), Appearance::default());
    let focused = |window: &Window| {
        let mut all = window.query_all_by_role(Role::Button);
        all.find(|node| node.accesskit_node().is_focused()).map(|node| label(&node)).unwrap_or_default()
    };
    let press = |window: &mut Window, key: Key| {
        window.key_press_modifiers(Modifiers::NONE, key);
        window.run_steps(4);
    };
    window.get_by_label("stone 2").focus();
    window.run_steps(2);
    press(&mut window, Key::Enter);
    assert_eq!(focused(&window), "stone 2", "it was chosen, and more of the hand can be");
    press(&mut window, Key::ArrowRight);
    assert_eq!(focused(&window), "stone 4", "stone 3 does not go with it");
    press(&mut window, Key::ArrowRight);
    assert_eq!(focused(&window), "stone 5");
    press(&mut window, Key::ArrowLeft);
    press(&mut window, Key::Enter);
    assert_eq!(focused(&window), "The row", "all is chosen but the row");
}
