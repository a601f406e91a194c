//! The window in another language: chosen in the settings, effective at once on every screen, and left again.

use super::{Window, click, current, frames, label, plays_to_the_end, press, start, touchable, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use stonehouse_engine::Folders;
use stonehouse_tests::{AT_ONCE, app_over, folders};

fn opened(home: &Path) -> Window {
    let settings = Some(home.join("settings.toml"));
    window(app_over(&Folders { settings, ..folders(Some(&home.join("records"))) }, AT_ONCE))
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

fn choose(window: &mut Window, settings: &str, language: &str, close: &str) {
    click(window, settings);
    click(window, language);
    click(window, close);
}

/// Clicks the first button that begins so.
fn click_starting(window: &mut Window, start: &str) {
    let all: Vec<String> = window.query_all_by_role(egui::Role::Button).map(|node| label(&node)).collect();
    let found = all.iter().find(|label| label.starts_with(start));
    click(window, found.unwrap_or_else(|| panic!("no {start} among {all:?}")));
}

#[test]
fn the_window_switches_to_german_everywhere_and_back_to_english() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(home.path());
    assert!(shows(&window, "History"), "it begins in English");
    choose(&mut window, "Settings", "Language: Deutsch", "Schließen");
    assert!(shows(&window, "Archiv") && !shows(&window, "History"));
    assert_eq!(fs::read_to_string(home.path().join("settings.toml")).unwrap(), "language = \"de\"\n");
    // The launcher, with a variant and its differences; then the sheet.
    open_sheet_in_german(&mut window);
    click(&mut window, "Schwarz: Lehrling");
    assert!(shows(&window, "Plätze tauschen") && shows(&window, "Keine Tipps"));
    click(&mut window, "Start");
    // A table: the prompt, the pockets, and the log.
    assert_eq!(current(&window).players()[0].name, "You", "records know no languages");
    assert!(shows(&window, "Setze: "));
    place_in_german(&mut window);
    assert!(logs(&window, "Du: ", " nach "), "the log names the reader in their language");
    // The language changes in the middle of a match, and back.
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Sprache: English");
    click(&mut window, "Close");
    assert!(logs(&window, "You: ", " to ") && !shows(&window, "Du: "));
    choose(&mut window, "Settings", "Language: Deutsch", "Schließen");
    while current(&window).end().is_none() {
        place_in_german(&mut window);
    }
    let over = ["Du gewinnst", "Ada gewinnt", "Unentschieden"].iter().any(|text| shows(&window, text));
    assert!(over && shows(&window, "Revanche"));
    click(&mut window, "Verlassen");
    // History and review.
    click(&mut window, "Archiv");
    click_starting(&mut window, "Ansehen: Du – Ada, 3 Stones, Kleines Brett, heute");
    press(&mut window, Modifiers::NONE, Key::Home);
    assert!(shows(&window, "Vor der ersten von ") && shows(&window, "Ab hier weiterspielen"));
    choose(&mut window, "Einstellungen", "Sprache: English", "Close");
    assert!(shows(&window, "Before the first of ") && logs(&window, "1  You: ", " to "));
}

/// Opens the sheet of 3 Stones on the small board.
fn open_sheet_in_german(window: &mut Window) {
    for button in ["Varianten von 3 Stones", "Kleines Brett von 3 Stones spielen"] {
        window.get_by_label(button).scroll_to_me();
        frames(window);
        click(window, button);
    }
}

/// Places the drawn stone into the first pocket that can be touched.
fn place_in_german(window: &mut Window) {
    let pockets = touchable(window, "");
    pockets.iter().find(|node| label(node).contains(": leer")).expect("a pocket can be touched").click();
    frames(window);
    super::settle(window);
}

/// Whether there is a line that begins so and has these words.
fn logs(window: &Window, start: &str, words: &str) -> bool {
    let mut found = window.query_all_by_label_contains(start).map(|node| label(&node));
    found.any(|line| line.starts_with(start) && line.contains(words))
}

#[test]
fn the_language_is_kept_and_a_match_that_was_left_goes_on_in_it() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(home.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    super::place(&mut window);
    click(&mut window, "Leave");
    choose(&mut window, "Settings", "Language: Deutsch", "Schließen");
    drop(window);
    let mut window = opened(home.path());
    assert!(shows(&window, "Fortsetzen") && shows(&window, "du bist dran"));
    click_starting(&mut window, "Weiterspielen: Du – Ada");
    assert!(logs(&window, "Du: ", " nach "));
}

#[test]
fn an_unknown_language_is_english_a_broken_file_is_reported() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("settings.toml"), "language = \"xx\"\n").unwrap();
    let own = home.path().join("languages/nl");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("language.toml"), "name = \"Nederlands\"\nyou = \"Jij\"\n").unwrap();
    fs::write(own.join("window.toml"), "\"History\" = \"Archief\"\n\"All {n}\" = \"Alle\"\n").unwrap();
    let mut folders = folders(Some(&home.path().join("records")));
    folders.settings = Some(home.path().join("settings.toml"));
    folders.add_user(home.path());
    let mut window = window(app_over(&folders, AT_ONCE));
    assert!(shows(&window, "History"));
    assert!(shows(&window, "window.toml, line 2") && shows(&window, "{n} is missing in"));
    choose(&mut window, "Settings", "Language: Nederlands", "Close");
    assert!(shows(&window, "Archief") && shows(&window, "Packs"), "what it lacks is shown in English");
}

#[test]
fn a_match_to_the_end_looks_the_same_to_its_record_in_any_language() {
    let kept = |language: &str| {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("settings.toml"), format!("language = \"{language}\"\n")).unwrap();
        let mut window = opened(home.path());
        if language == "de" {
            open_sheet_in_german(&mut window);
            click(&mut window, "Start");
            super::settle(&mut window);
            while current(&window).end().is_none() {
                place_in_german(&mut window);
            }
        } else {
            start(&mut window, "Small board", &[]);
            plays_to_the_end(&mut window);
        }
        let current = current(&window);
        (current.players().to_vec(), current.choices().map(|(seat, act)| (seat, act.clone())).collect::<Vec<_>>())
    };
    assert_eq!(kept("en"), kept("de"));
}
