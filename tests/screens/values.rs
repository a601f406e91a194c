//! The values that go with an action, given in the window: numbers, picks and counts, above the table and on it.

use super::{
    Window, click, current, frames, label, names, open_sheet, press, settle, settle_or_stop, touchable, window,
};
use egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::Path;
use stonehouse_language::InLanguage;
use stonehouse_plugin::Observer;
use stonehouse_tests::{AT_ONCE, app_over, folders, library};

/// A match of Market between two people, with these lines of knobs.
pub fn market(home: &Path, knobs: &str) -> Window {
    let (plugins, variants) = (home.join("plugins"), home.join("variants"));
    fs::create_dir_all(&plugins).unwrap();
    fs::create_dir_all(&variants).unwrap();
    let built = library("fixture_market");
    fs::copy(&built, plugins.join(built.file_name().unwrap())).unwrap();
    let variant = format!("game = \"market\"\nname = \"Market day\"\nsummary = \"A test.\"\n[knobs]\n{knobs}\n");
    fs::write(variants.join("day.toml"), variant).unwrap();
    let mut folders = folders(Some(&home.join("records")));
    folders.add_named(&[plugins], &[variants], &[]);
    let mut window = window(app_over(&folders, AT_ONCE));
    open_sheet(&mut window, "Market day of Market", &["Player 2: Person"]);
    click(&mut window, "Start");
    settle(&mut window);
    window
}

/// The last message in the log.
fn message(window: &Window) -> String {
    let log = current(window).log(Observer::Public);
    log.last().map(|entry| entry.text.shown(&names(window))).unwrap_or_default()
}

fn values(window: &Window) -> Vec<i64> {
    current(window).choices().last().map(|(_, act)| act.values.clone()).unwrap_or_default()
}

fn is_enabled(window: &Window, name: &str) -> bool {
    touchable(window, "").iter().any(|node| label(node) == name)
}

fn amount(window: &Window) -> f64 {
    window.get_by_label("Coins: amount").accesskit_node().numeric_value().expect("a slider has a value")
}

#[test]
fn a_number_is_stepped_within_its_bounds_and_set_by_its_marks() {
    let home = tempfile::tempdir().unwrap();
    let mut window = market(home.path(), "");
    click(&mut window, "Pay");
    assert_eq!(amount(&window), 8.0, "what is proposed");
    click(&mut window, "Coins: less");
    assert_eq!((amount(&window), is_enabled(&window, "Coins: less")), (4.0, false), "no less than the least");
    click(&mut window, "Coins: more");
    click(&mut window, "Coins: more");
    assert_eq!(amount(&window), 12.0);
    click(&mut window, "All");
    assert_eq!((amount(&window), is_enabled(&window, "Coins: more")), (41.0, false), "no more than the greatest");
    click(&mut window, "Coins: less");
    assert_eq!(amount(&window), 40.0, "back onto the steps");
    click(&mut window, "Half");
    window.get_all_by_label("Pay").last().expect("the button that confirms").click();
    frames(&mut window);
    assert_eq!((message(&window), values(&window)), ("pay 20".to_owned(), vec![20]));
}

#[test]
fn a_number_is_drawn_along_its_slider_and_stays_on_its_steps() {
    let home = tempfile::tempdir().unwrap();
    let mut window = market(home.path(), "");
    click(&mut window, "Pay");
    let slider = window.get_by_label("Coins: amount").rect();
    super::matches::drag(&mut window, slider.left_center() + egui::vec2(8.0, 0.0), slider.center());
    let reached = amount(&window);
    assert!(reached > 4.0 && reached < 41.0 && reached % 4.0 == 0.0, "{reached}");
}

#[test]
fn a_pick_is_one_of_its_words() {
    let home = tempfile::tempdir().unwrap();
    let mut window = market(home.path(), "");
    click(&mut window, "Colour");
    click(&mut window, "green");
    click(&mut window, "blue");
    window.get_all_by_label("Colour").last().expect("the button that confirms").click();
    frames(&mut window);
    assert_eq!((message(&window), values(&window)), ("colour blue".to_owned(), vec![2]));
}

#[test]
fn counts_are_given_when_their_sum_fits_and_no_sooner() {
    let home = tempfile::tempdir().unwrap();
    let mut window = market(home.path(), "");
    click(&mut window, "Trade");
    assert!(window.query_by_label("2, 2 to 3").is_some(), "as few as there must be are proposed");
    click(&mut window, "wood: less");
    assert!(!is_enabled(&window, "Trade"), "one is too few");
    press(&mut window, egui::Modifiers::NONE, Key::Enter);
    assert_eq!(current(&window).len(), 0, "nor does a key give them");
    for _ in 0..3 {
        click(&mut window, "clay: more");
    }
    assert!(!is_enabled(&window, "Trade") && !is_enabled(&window, "clay: more"), "four are too many");
    click(&mut window, "wood: less");
    assert!(!is_enabled(&window, "wood: less"), "there are none to take away");
    click(&mut window, "Trade");
    assert_eq!((message(&window), values(&window)), ("trade 0 wood and 3 clay".to_owned(), vec![0, 3]));
}

#[test]
fn values_can_be_left_again_and_something_else_chosen() {
    let home = tempfile::tempdir().unwrap();
    let mut window = market(home.path(), "");
    click(&mut window, "Pay");
    click(&mut window, "Back");
    click(&mut window, "Trade");
    press(&mut window, egui::Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("What will it be?").is_some());
    click(&mut window, "Pass");
    assert_eq!((message(&window), values(&window)), ("pass".to_owned(), Vec::new()));
}

#[test]
fn values_are_asked_for_where_the_player_is_asked() {
    let home = tempfile::tempdir().unwrap();
    let mut window = market(home.path(), "at_the_stall = true");
    let asked_at = window.get_by_label("Pay").rect();
    click(&mut window, "Pay");
    let slider = window.get_by_label("Coins: amount").rect();
    assert!((slider.center().y - asked_at.center().y).abs() < 30.0, "{slider} beside {asked_at}");
    let stall = window.get_all_by_label("Stall: goods").map(|node| node.rect().top()).fold(0.0, f32::max);
    assert!(slider.bottom() <= stall, "{slider} above the stall at {stall}");
    click(&mut window, "Half");
    window.get_by_label("Pay").click();
    frames(&mut window);
    assert_eq!((message(&window), values(&window)), ("pay 20".to_owned(), vec![20]));
}

#[test]
fn values_that_the_game_refuses_are_not_confirmed_with_reason() {
    let home = tempfile::tempdir().unwrap();
    let mut window = market(home.path(), "");
    let why = "The stall has no room for so much wood";
    click(&mut window, "Trade");
    assert!(is_enabled(&window, "Trade") && window.query_by_label(why).is_none());
    click(&mut window, "clay: more");
    frames(&mut window);
    assert!(!is_enabled(&window, "Trade") && window.query_by_label(why).is_some(), "two and one are refused together");
    press(&mut window, egui::Modifiers::NONE, Key::Enter);
    assert_eq!(current(&window).len(), 0, "nor does a key give them");
    click(&mut window, "wood: less");
    frames(&mut window);
    assert!(is_enabled(&window, "Trade") && window.query_by_label(why).is_none(), "one of each is accepted");
    click(&mut window, "Trade");
    assert_eq!((message(&window), values(&window)), ("trade 1 wood and 1 clay".to_owned(), vec![1, 1]));
}

#[test]
fn a_refusal_of_the_game_is_explained_and_the_match_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let mut window = market(home.path(), "closed = true");
    click(&mut window, "Pass");
    settle_or_stop(&mut window);
    assert_eq!(window.state().stopped_by(), Some("That is not possible here"));
    assert!(window.query_by_label("That is not possible here").is_some());
    assert!(window.query_by_label("that action is not legal here: the market is closed").is_some());
    assert_eq!(current(&window).len(), 0);
    click(&mut window, "Close");
    assert_eq!(
        (window.state().stopped_by(), window.query_by_label("That is not possible here").is_some()),
        (None, false)
    );
    click(&mut window, "Colour");
    click(&mut window, "green");
    window.get_all_by_label("Colour").last().expect("the button that confirms").click();
    frames(&mut window);
    assert_eq!((message(&window), current(&window).len()), ("colour green".to_owned(), 1));
}
