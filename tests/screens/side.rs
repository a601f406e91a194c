//! The parts of the window around the table: log, clocks, rules, and all of them in the smallest window.

use super::{
    Window, click, current, first_path, frames, label, names, new_window, open_sheet, place, resume, sized_window,
    start, touch, touchable,
};
use egui_kittest::kittest::Queryable;
use stonehouse_desktop::{MIN_WINDOW, SMALL_WINDOW};
use stonehouse_engine::Match;
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Observer, Seat};
use stonehouse_tests::app;

#[test]
fn the_log_of_a_resumed_match_stands_at_its_end() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Person"]);
    let shines = |window: &Window| !current(window).scene(Observer::Public).unwrap().lit.is_empty();
    let is_ready = |current: &Match| current.len() >= 40 && current.to_act() == Some(Seat(0));
    while !is_ready(&current(&window)) || shines(&window) {
        place(&mut window);
    }
    let last = current(&window).log(Observer::Public).pop().unwrap().text;
    let last = format!("Player 2: {}", last.shown(&names(&window)));
    // The log was scrolled back before they left.
    window.get_all_by_label_contains("Player 1: ").next().unwrap().scroll_to_me();
    frames(&mut window);
    click(&mut window, "Leave");
    resume(&mut window, "Player 1 – Player 2");
    // No more frames than the program itself requests.
    window.run();
    let bottom = window.get_by_label(&last).rect().bottom();
    assert!(bottom <= SMALL_WINDOW.y, "the last line of the log lies at {bottom}");
}

#[test]
fn every_control_can_be_reached_in_the_smallest_window() {
    let records = tempfile::tempdir().unwrap();
    let mut window = sized_window(app(records.path()), MIN_WINDOW);
    let everything = egui::Rect::from_min_size(egui::Pos2::ZERO, MIN_WINDOW);
    let inside = |window: &Window, name: &str| {
        let rect = window.get_by_label(name).rect();
        assert!(everything.contains_rect(rect), "{name}: {rect}");
    };
    open_sheet(&mut window, "Official of Stones", &[]);
    inside(&window, "Start");
    inside(&window, "Cancel");
    for control in ["South: Person", "East: Master"] {
        window.get_by_label(control).scroll_to_me();
        frames(&mut window);
        inside(&window, control);
    }
    for control in ["West: Person", "North: Person", "East: Person", "Start"] {
        window.get_by_label(control).scroll_to_me();
        frames(&mut window);
        click(&mut window, control);
    }
    for control in ["Leave", "Undo", "Redo", "Menu", "Show my side"] {
        inside(&window, control);
    }
    click(&mut window, "Menu");
    for control in ["New match", "Settings", "Console", "Rules"] {
        inside(&window, control);
    }
    click(&mut window, "Menu");
    click(&mut window, "Show my side");
    inside(&window, "Pass");
    for index in 0..touchable(&window, "").len() {
        touchable(&window, "")[index].scroll_to_me();
        frames(&mut window);
        let nodes = touchable(&window, "");
        assert!(everything.contains_rect(nodes[index].rect()), "{}", label(&nodes[index]));
    }
    click(&mut window, "Menu");
    click(&mut window, "Rules");
    inside(&window, "Close the rules");
    click(&mut window, "Close the rules");
    // A choice that is made by a gesture is answered where it can be seen, however the table is scrolled.
    let choices = current(&window).described_actions().unwrap();
    let offer = choices.iter().find(|choice| choice.description.data["of"] == "front").unwrap().description.clone();
    for handle in first_path(&offer) {
        touch(&mut window, &handle);
    }
    click(&mut window, "Show my side");
    inside(&window, "Accept");
    click(&mut window, "Deny");
    click(&mut window, "Pass");
    for _ in 0..10 {
        click(&mut window, "Show my side");
        click(&mut window, "Pass");
    }
    inside(&window, "Continue");
}

#[test]
fn the_clocks_stand_beside_the_table_of_a_timed_variant() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Handicap of 3 Stones", &["Black: Person"]);
    // White has 15 minutes and is to act, Black has 30.
    assert!(window.query_by_label("30:00").is_some());
    let white = current(&window).clock().cloned().unwrap();
    assert_eq!(white.running(), Some(Seat(0)));
}

#[test]
fn the_rules_can_be_read_beside_the_table() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Slanted", &["Black: Person"]);
    let rules = |window: &Window| window.query_by_label_contains("the rules in short").map(|title| title.rect());
    click(&mut window, "Rules");
    assert!(window.query_by_label("• House rule: Diagonal lines count double").is_some());
    let title = rules(&window).expect("the rules are open");
    for beside in ["Leave", "Undo", "New match"] {
        assert!(!title.intersects(window.get_by_label(beside).rect()));
    }
    for pocket in touchable(&window, ": empty") {
        assert!(pocket.rect().right() < title.left(), "the board lies beside the rules");
    }
    // They do not prevent players from playing.
    place(&mut window);
    window.key_press(egui::Key::Escape);
    frames(&mut window);
    assert!(rules(&window).is_none());
    click(&mut window, "Rules");
    click(&mut window, "Close the rules");
    assert!(rules(&window).is_none());
}
