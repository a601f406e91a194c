//! The launcher: variants, matches to resume, and what is wrong with files.

use super::{click, current, frames, new_window, place, start, window, with_house_rule};
use egui_kittest::kittest::Queryable;
use std::fs;
use stonehouse_engine::Folders;
use stonehouse_plugin_api::{Action, Seat};
use stonehouse_tests::{AT_ONCE, app_over};

#[test]
fn the_launcher_shows_every_variant_with_what_is_different() {
    let records = tempfile::tempdir().unwrap();
    let window = new_window(records.path());
    for variant in ["Standard", "Pure skill", "Tournament", "Tournament, pure skill", "Handicap", "Small board"] {
        window.get_by_label(&format!("Play {variant} of 3 Stones"));
    }
}

#[test]
fn a_match_that_was_left_is_resumed_from_the_launcher() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    let played: Vec<(Seat, Action)> = current(&window).actions().collect();
    click(&mut window, "Leave");
    assert!(window.state().current().is_none());
    drop(window);

    let mut again = new_window(records.path());
    click(&mut again, "Resume You – Ada");
    assert_eq!(current(&again).actions().collect::<Vec<_>>(), played);
    place(&mut again);
    assert_eq!(current(&again).len(), 4);
}

#[test]
fn a_mistake_in_a_file_is_shown_in_the_launcher_with_its_place() {
    let home = tempfile::tempdir().unwrap();
    let folders = with_house_rule(home.path(), "return {}");
    fs::write(
        home.path().join("variants/odd.toml"),
        "game = \"three-stones\"\nname = \"Odd\"\n[knobs]\nline_lenght = 4\n",
    )
    .unwrap();
    let mut window = window(app_over(&folders, AT_ONCE));
    assert!(window.query_by_label("odd.toml, line 4").is_some());
    assert!(window.query_by_label_contains("Did you mean `line_length`?").is_some());
    fs::remove_file(home.path().join("variants/odd.toml")).unwrap();
    click(&mut window, "Reload");
    window.state_mut().wait_for_files();
    frames(&mut window);
    assert!(window.query_by_label("odd.toml, line 4").is_none());
}

#[test]
fn a_damaged_record_is_reported_and_left_as_it_is() {
    let records = tempfile::tempdir().unwrap();
    let file = records.path().join("2026-01-01-three-stones.jsonl");
    fs::write(&file, "{ nonsense\n").unwrap();
    let window = new_window(records.path());
    assert!(window.query_by_label_contains("this is not a record of Stonehouse").is_some());
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ nonsense\n");
}

#[test]
fn a_stonehouse_without_games_says_where_it_looked() {
    let home = tempfile::tempdir().unwrap();
    let mut folders = Folders::default();
    folders.add_user(home.path());
    let window = window(app_over(&folders, AT_ONCE));
    assert!(window.query_by_label("No game was found").is_some());
    assert!(window.query_by_label(&home.path().join("plugins").display().to_string()).is_some());
}
