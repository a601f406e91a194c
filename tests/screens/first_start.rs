//! The start of the program: the welcome on the first one, the report of an earlier error, and the description of the
//! program.

use super::{Window, click, frames, press, window};
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use stonehouse_engine::Folders;
use stonehouse_tests::{AT_ONCE, app_over, folders};

/// The folders of a user who has this home.
fn home_folders(home: &Path) -> Folders {
    Folders {
        settings: Some(home.join("settings.toml")),
        verdicts: Some(home.join("verdicts.json")),
        ..folders(Some(&home.join("records")))
    }
}

/// The window as the program opens it.
fn started(home: &Path) -> Window {
    let mut window = window(app_over(&home_folders(home), AT_ONCE).greet());
    frames(&mut window);
    window
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn the_first_start_welcomes_once_and_keeps_what_was_chosen() {
    let home = tempfile::tempdir().unwrap();
    let mut window = started(home.path());
    assert!(shows(&window, "Welcome to Stonehouse"));
    click(&mut window, "Colours: Dark");
    assert_eq!(window.ctx.theme(), Theme::Dark);
    click(&mut window, "Look around");
    assert!(!shows(&window, "Welcome to Stonehouse") && shows(&window, "3 Stones"));
    let kept = fs::read_to_string(home.path().join("settings.toml")).unwrap();
    assert!(kept.contains("theme = \"dark\"") && kept.contains("welcomed = true"), "{kept}");
    drop(window);
    assert!(!shows(&started(home.path()), "Welcome to Stonehouse"));
}

#[test]
fn the_welcome_is_left_by_escape_or_by_a_lesson() {
    let home = tempfile::tempdir().unwrap();
    let mut window = started(home.path());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!shows(&window, "Welcome to Stonehouse"));
    assert!(!shows(&started(home.path()), "Welcome to Stonehouse"), "escape counts as an answer");

    let home = tempfile::tempdir().unwrap();
    let mut window = started(home.path());
    click(&mut window, "Lesson: 3 Stones");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert!(window.state().current().is_some(), "the lesson is a match");
}

#[test]
fn the_welcome_changes_the_language_at_once() {
    let home = tempfile::tempdir().unwrap();
    let mut window = started(home.path());
    click(&mut window, "Language: Deutsch");
    assert!(shows(&window, "Willkommen bei Stonehouse"));
    click(&mut window, "Sprache: English");
    assert!(shows(&window, "Welcome to Stonehouse"));
}

#[test]
fn the_report_of_an_error_is_shown_once_and_kept() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("settings.toml"), "welcomed = true\n").unwrap();
    let report = home.path().join("crash-report.txt");
    fs::write(&report, "thread: main\n\nindex out of bounds").unwrap();
    let mut window = started(home.path());
    assert!(shows(&window, "Stonehouse ended by an error") && !shows(&window, "index out of bounds"));
    click(&mut window, "Read the report");
    assert!(shows(&window, "index out of bounds"));
    click(&mut window, "Keep the report");
    assert!(!shows(&window, "Stonehouse ended by an error"));
    let names = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let kept: Vec<String> = names.filter(|name| name.starts_with("crash-report")).collect();
    assert!(kept.len() == 1 && kept[0] != "crash-report.txt", "{kept:?}");
    assert_eq!(fs::read_to_string(home.path().join(&kept[0])).unwrap(), "thread: main\n\nindex out of bounds");
    drop(window);
    assert!(!shows(&started(home.path()), "Stonehouse ended by an error"));
}

#[test]
fn a_report_can_be_deleted_and_precedes_the_welcome() {
    let home = tempfile::tempdir().unwrap();
    let report = home.path().join("crash-report.txt");
    fs::write(&report, "why").unwrap();
    let mut window = started(home.path());
    assert!(!shows(&window, "Welcome to Stonehouse"));
    click(&mut window, "Delete the report");
    assert!(!report.exists() && shows(&window, "Welcome to Stonehouse"));
}

#[test]
fn about_shows_the_version_and_copies_details_without_names() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("settings.toml"), "welcomed = true\n").unwrap();
    let mut window = started(home.path());
    click(&mut window, "Settings");
    click(&mut window, "About Stonehouse…");
    assert!(shows(&window, concat!("Version ", env!("CARGO_PKG_VERSION"))));
    assert!(shows(&window, &home.path().join("records").display().to_string()));
    window.get_by_label("Copy details for a report").click();
    let mut copied = None;
    for _ in 0..4 {
        window.step();
        copied = copied.or_else(|| {
            window.output().platform_output.commands.iter().find_map(|command| match command {
                egui::OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        });
    }
    let copied = copied.expect("the details are copied");
    for part in ["Stonehouse ", "system: ", "game: three-stones ", "problems with files: 0"] {
        assert!(copied.contains(part), "{part} in {copied}");
    }
    click(&mut window, "Close");
    assert!(!shows(&window, "About Stonehouse"));
}
