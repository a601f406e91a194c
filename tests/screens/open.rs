//! Files opened in the window: named when the program is started, as by a double click, or dropped on it.

use super::packs::drop_on;
use super::workshop::{tick, workshop};
use super::{Window, click, current, frames, press, start, window};
use egui::{Key, Modifiers, ViewportCommand};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_engine::Folders;
use stonehouse_tests::{AT_ONCE, app_over, folders};
use tempfile::TempDir;

/// A window that was started with a file, once it is shown.
fn opened_with(folders: &Folders, file: &Path) -> Window {
    let mut window = window(app_over(folders, AT_ONCE).with_file(file.to_owned()));
    window.state_mut().wait_for_bot();
    frames(&mut window);
    window
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// A file of a new user.
fn file(home: &TempDir, name: &str, text: &str) -> PathBuf {
    let file = home.path().join(name);
    fs::write(&file, text).unwrap();
    file
}

/// The record of a match that has just begun.
fn record() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let mut window = window(app_over(&folders(Some(home.path())), AT_ONCE));
    start(&mut window, "Standard", &[]);
    let file = current(&window).record_file().expect("the match is kept").to_owned();
    drop(window);
    (home, file)
}

#[test]
fn a_record_in_any_folder_with_either_extension_opens_in_review() {
    let (home, kept) = record();
    assert!(kept.extension().is_some_and(|end| end == "stonehouse-record"), "{}", kept.display());
    for name in ["sent by Ada.stonehouse-record", "of an older version.jsonl"] {
        let sent = home.path().join(name);
        fs::copy(&kept, &sent).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let mut window = opened_with(&folders(Some(elsewhere.path())), &sent);
        assert!(shows(&window, "Play on from here"), "{name}");
        click(&mut window, "Back");
        assert!(shows(&window, "3 Stones"), "back to the launcher");
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0, "nothing is copied");
    }
}

#[test]
fn records_dropped_on_a_changed_workshop_lead_back_to_it() {
    let (_kept, record) = record();
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Standard of 3 Stones");
    tick(&mut window, "Stones are drawn from a pouch");
    let change = "• No longer: Stones are drawn from a pouch";
    drop_on(&mut window, &[&record]);
    assert!(shows(&window, "Play on from here") && !shows(&window, change));
    press(&mut window, Modifiers::COMMAND, Key::W);
    assert!(shows(&window, change), "what is not saved is not closed");

    drop_on(&mut window, &[&record]);
    drop_on(&mut window, &[&record]);
    click(&mut window, "Back");
    assert!(shows(&window, "Play on from here"), "to the review before");
    click(&mut window, "Back");
    assert!(shows(&window, change));
}

/// The last title that the window gets in some frames.
fn next_title(window: &mut Window) -> Option<String> {
    let mut last = None;
    for _ in 0..10 {
        window.step();
        for command in window.output().viewport_output.values().flat_map(|output| &output.commands) {
            if let ViewportCommand::Title(title) = command {
                last = Some(title.clone());
            }
        }
    }
    last
}

#[test]
fn the_title_of_the_window_names_what_is_shown() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window(app_over(&folders(Some(home.path())), AT_ONCE));
    assert_eq!(next_title(&mut window), None, "it begins as the name of the program");
    window.get_by_label("History").click();
    assert_eq!(next_title(&mut window).as_deref(), Some("History – Stonehouse"));
    window.get_by_label("Back").click();
    assert_eq!(next_title(&mut window).as_deref(), Some("Stonehouse"));
    window.get_by_label("Packs").click();
    assert_eq!(next_title(&mut window).as_deref(), Some("Packs – Stonehouse"));
}

#[test]
fn a_lesson_is_opened_and_taken() {
    let lesson = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons/three-stones");
    let lesson = fs::read_dir(lesson).unwrap().next().unwrap().unwrap().path();
    let window = opened_with(&folders(None), &lesson);
    assert!(shows(&window, "You play White, Robin plays Black."));
}

#[test]
fn a_variant_outside_the_folders_is_opened_and_played() {
    let home = tempfile::tempdir().unwrap();
    let variant = file(
        &home,
        "wide.toml",
        "game = \"three-stones\"\nname = \"Wide\"\nextends = \"standard\"\n[knobs]\nwhite_stones = 13\n",
    );
    let mut window = opened_with(&folders(Some(home.path())), &variant);
    assert!(shows(&window, "Wide"));
    click(&mut window, "Start");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert_eq!(current(&window).ruleset().variant().name, "Wide");
    assert_eq!(current(&window).ruleset().variant().knobs["white_stones"], 13);
}

#[test]
fn a_fault_of_an_opened_file_is_reported_with_its_place() {
    let home = tempfile::tempdir().unwrap();
    let cases = [
        ("odd.toml", "game = \"three-stones\"\n[knobs]\nwhite_stnes = 3\n", "odd.toml:3"),
        ("none.toml", "game = \"halma\"\n", "there is no game `halma`"),
        ("lesson.toml", "game = \"three-stones\"\nstep = 3\n", "lesson.toml"),
        ("empty.stonehouse-record", "", "empty.stonehouse-record"),
        ("rule.lua", "return {}", "rule.lua cannot be opened: packs (.stonehouse)"),
        ("no ending", "", "no ending cannot be opened"),
    ];
    for (name, text, message) in cases {
        let mut window = opened_with(&folders(None), &file(&home, name, text));
        assert!(shows(&window, message), "{name}");
        click(&mut window, "Close");
        assert!(shows(&window, "3 Stones"), "{name}");
    }
}
