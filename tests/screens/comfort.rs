//! Comfort at the table: the curtain, a pause, the table as text.

use super::{
    Window, click, current, frames, label, names, new_window, place, plays_to_the_end, press, settle, sized_window,
    start, touchable, window,
};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::Path;
use stonehouse_engine::Folders;
use stonehouse_table::spoken;
use stonehouse_tests::{AT_ONCE, app_over, folders};

#[test]
fn in_a_pause_the_table_is_covered_and_the_clocks_rest() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Tournament of 3 Stones", &["Black: Person"]);
    place(&mut window);
    assert!(current(&window).clock().unwrap().running().is_some());
    click(&mut window, "Pause");
    assert!(touchable(&window, ": empty").is_empty() && window.query_by_label("Pouch").is_none());
    assert_eq!(current(&window).clock().unwrap().running(), None);
    click(&mut window, "Go on");
    assert!(!touchable(&window, ": empty").is_empty());
    assert!(current(&window).clock().unwrap().running().is_some());
}

/// The widgets that Tab reaches from the first of these two to the last, each with its left end.
fn reached_by_tab(window: &mut Window, first: &str, last: &str) -> Vec<(String, f32)> {
    let mut reached = Vec::new();
    for _ in 0..60 {
        press(window, Modifiers::NONE, Key::Tab);
        let roles = [Role::Button, Role::TextInput, Role::ComboBox];
        let mut all = roles.into_iter().flat_map(|role| window.query_all_by_role(role));
        let Some(node) = all.find(|node| node.accesskit_node().is_focused()) else { continue };
        let at = (label(&node), node.rect().left());
        if at.0 == first || !reached.is_empty() {
            reached.push(at);
        }
        if reached.last().is_some_and(|(name, _)| name == last) {
            return reached;
        }
    }
    panic!("Tab never goes from {first} to {last}: {reached:?}");
}

#[test]
fn tab_goes_through_bars_from_left_to_right() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    let along = |window: &mut Window, first, last, many| {
        let reached = reached_by_tab(window, first, last);
        assert!(reached.is_sorted_by(|one, next| one.1 < next.1) && reached.len() >= many, "{reached:?}");
    };
    along(&mut window, "Search games and variants", "Reload", 6);
    start(&mut window, "Small board", &["Black: Apprentice"]);
    along(&mut window, "Leave", "New match", 7);
    plays_to_the_end(&mut window);
    click(&mut window, "Review");
    along(&mut window, "Back", "Settings", 4);
}

#[test]
fn behind_the_curtain_there_is_nothing_and_enter_lifts_it() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["North: Person", "West: Person"]);
    assert!(window.query_by_label("Show my side").is_some());
    let things = touchable(&window, "").len();
    press(&mut window, Modifiers::NONE, Key::Enter);
    frames(&mut window);
    assert!(window.query_by_label("Show my side").is_none());
    assert!(touchable(&window, "").len() > things, "the table is there again");
}

#[test]
fn every_game_can_be_played_by_its_text_alone() {
    for (start_it, variant) in [
        ("Start 3 Stones: Standard", "Small board of 3 Stones"),
        ("Start StoneRow: Official", "Duel of StoneRow"),
        ("Start Stones: Official", "Quick of Stones"),
    ] {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("settings.toml"), "text_view = true\n").unwrap();
        let mut folders = folders(None);
        folders.settings = Some(home.path().join("settings.toml"));
        let mut window = window(app_over(&folders, AT_ONCE));
        assert!(window.query_by_label(start_it).is_some());
        start(&mut window, variant, &[]);
        let mut asked = 0;
        while current(&window).end().is_none() && asked < 12 {
            if window.query_by_label("Continue").is_some() {
                click(&mut window, "Continue");
                settle(&mut window);
                continue;
            }
            let choices = current(&window).described_actions().unwrap();
            let names = names(&window);
            let text = spoken::choice(&choices[asked % choices.len()], &names);
            let before = current(&window).len();
            let button = |window: &Window| {
                let mut nodes = window.query_all_by_role(Role::Button).filter(|node| label(node) == text);
                nodes.next().map(|node| node.scroll_to_me())
            };
            assert!(button(&window).is_some(), "{variant}: {text} is no button");
            frames(&mut window);
            window.query_all_by_role(Role::Button).find(|node| label(node) == text).unwrap().click();
            frames(&mut window);
            settle(&mut window);
            assert!(current(&window).len() > before, "{variant}: {text} was not played");
            asked += 1;
        }
        assert!(window.query_by_label("Players").is_some(), "{variant}");
    }
}

/// A window that shows tables as text, and a match of this variant in it, with the keyboard on the first choice.
pub(crate) fn as_text(home: &Path, variant: &str) -> Window {
    fs::write(home.join("settings.toml"), "text_view = true\n").unwrap();
    let mut folders = folders(None);
    folders.settings = Some(home.join("settings.toml"));
    let mut window = window(app_over(&folders, AT_ONCE));
    start(&mut window, variant, &[]);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    window
}

/// The button that has the focus of the keyboard.
fn focused(window: &Window) -> Option<String> {
    window.query_all_by_role(Role::Button).find(|node| node.accesskit_node().is_focused()).map(|node| label(&node))
}

#[test]
fn the_text_view_works_by_keyboard_and_focuses_the_first_choice() {
    let home = tempfile::tempdir().unwrap();
    let mut window = as_text(home.path(), "Duel of StoneRow");
    for _ in 0..8 {
        let names = names(&window);
        let first = spoken::choice(&current(&window).described_actions().unwrap()[0], &names);
        assert_eq!(focused(&window), Some(first));
        let before = current(&window).len();
        press(&mut window, Modifiers::NONE, Key::Enter);
        settle(&mut window);
        assert!(current(&window).len() > before);
    }
    let top = |window: &Window| window.get_by_label("Players").rect().top();
    let before = top(&window);
    press(&mut window, Modifiers::NONE, Key::PageDown);
    frames(&mut window);
    assert!(top(&window) < before - 100.0, "it scrolls");
    press(&mut window, Modifiers::NONE, Key::PageUp);
    frames(&mut window);
    assert_eq!(top(&window), before);
}

#[test]
fn from_the_count_of_the_last_hand_the_keyboard_comes_to_the_review() {
    let home = tempfile::tempdir().unwrap();
    let mut window = as_text(home.path(), "Quick of Stones");
    for _ in 0..200 {
        if current(&window).end().is_none() {
            press(&mut window, Modifiers::NONE, Key::Enter);
            settle(&mut window);
        }
    }
    assert!(window.query_by_label("Continue").is_some(), "the hand is counted first");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(focused(&window).as_deref(), Some("Review"));
}

#[test]
fn a_review_has_its_table_as_text_too_at_every_step() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    let played = current(&window).len();
    click(&mut window, "Review");
    let stones = |window: &Window| window.query_all_by_label_contains(": ").filter(|node| is_stone(node)).count();
    assert_eq!(stones(&window), 0, "a picture");
    click(&mut window, "Settings");
    window.get_by_label("Show tables as text").scroll_to_me();
    frames(&mut window);
    click(&mut window, "Show tables as text");
    click(&mut window, "Close");
    assert_eq!(stones(&window), played);
    let top = |window: &Window| window.get_by_label("What was played last").rect().top();
    let before = top(&window);
    press(&mut window, Modifiers::SHIFT, Key::PageDown);
    frames(&mut window);
    assert!(top(&window) < before - 100.0, "it scrolls, and does not step");
    assert_eq!(stones(&window), played);
    press(&mut window, Modifiers::SHIFT, Key::PageUp);
    for left in (played - 3..played).rev() {
        press(&mut window, Modifiers::NONE, Key::ArrowLeft);
        assert_eq!(stones(&window), left);
    }
    assert!(window.query_by_label("What was played last").is_some());
    press(&mut window, Modifiers::NONE, Key::Home);
    assert_eq!(stones(&window), 0);
    assert!(window.query_by_label("What was played last").is_none(), "nothing was");
}

/// Whether this is a line of text such as "D1: white stone", or "D2: clear stone, played last".
fn is_stone(node: &Node<'_>) -> bool {
    let line = label(node);
    let stone = line.split_once(": ").and_then(|(_, what)| what.split([' ', ',']).nth(1));
    node.accesskit_node().role() == Role::Label && stone == Some("stone")
}

/// A small window in which text is twice as large as usual.
fn at_twice_the_size(home: &Path) -> Window {
    fs::write(home.join("settings.toml"), "text_size = 200\n").unwrap();
    let settings = Some(home.join("settings.toml"));
    let folders = Folders { settings, ..folders(Some(&home.join("records"))) };
    sized_window(app_over(&folders, AT_ONCE), egui::vec2(900.0, 600.0))
}

#[test]
fn every_button_of_the_curtain_is_reached_at_twice_the_size_of_text() {
    let home = tempfile::tempdir().unwrap();
    let mut window = at_twice_the_size(home.path());
    start(&mut window, "Duel of StoneRow", &["North: Person"]);
    click(&mut window, "Show my side");
    click(&mut window, "End");
    click(&mut window, "Offer a draw");
    let bottom = 600.0 - 40.0;
    assert!(window.get_by_label("Show my side").rect().bottom() < bottom);
    window.get_by_label("Take the offer back").scroll_to_me();
    frames(&mut window);
    assert!(window.get_by_label("Take the offer back").rect().bottom() < bottom);
    click(&mut window, "Take the offer back");
    assert!(window.query_by_label("Take the offer back").is_none());
}

#[test]
fn the_search_field_aligns_with_the_rest_at_double_text_size() {
    let home = tempfile::tempdir().unwrap();
    let window = at_twice_the_size(home.path());
    let right = |label: &str| window.get_by_label(label).rect().right();
    let field = window.query_all_by_role(Role::TextInput).next().expect("a field").rect();
    assert!(field.top() > window.get_by_label("Reload").rect().bottom(), "below the buttons");
    assert!((field.right() - right("Reload")).abs() < 1.0, "{} and {}", field.right(), right("Reload"));
}

#[test]
fn a_review_is_shared_at_twice_the_size_of_text() {
    let home = tempfile::tempdir().unwrap();
    let mut window = at_twice_the_size(home.path());
    start(&mut window, "Small board", &["White: Apprentice", "Black: Apprentice"]);
    click(&mut window, "Review");
    assert!(window.get_by_label("Play on from here").rect().right() < 900.0);
    click(&mut window, "Menu");
    click(&mut window, "Share");
    click(&mut window, "Copy as text");
    assert!(window.query_by_label("The match was copied as text").is_some());
}
