//! Programs from outside, and the bot that adapts, at the table of the window.

use super::{
    Window, click, current, frames, names, place, plays_to_the_end, resume, settle, settle_or_stop, start, window,
};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use stonehouse_tests::{AT_ONCE, app_over, folders};

/// The player in Python in the manual.
const GOOD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/first.py");

/// The window of a user who has named these programs, each a name and a command in TOML.
fn window_with(home: &Path, programs: &[(&str, &str)]) -> Window {
    name(home, programs);
    let mut folders = folders(Some(&home.join("records")));
    folders.players = Some(home.join("players.toml"));
    window(app_over(&folders, AT_ONCE))
}

fn name(home: &Path, programs: &[(&str, &str)]) {
    let named = |(name, command): &(&str, &str)| {
        format!("[[player]]\nname = \"{name}\"\ncommand = {command}\nabout = \"Likes long rows.\"\n")
    };
    fs::write(home.join("players.toml"), programs.iter().map(named).collect::<String>()).unwrap();
}

fn good() -> String {
    format!("[\"python3\", '{GOOD}']")
}

const BAD: &str = "[\"sh\", \"-c\", \"echo no luck today >&2; exit 3\"]";

fn players(window: &Window) -> Vec<String> {
    current(window).players().iter().map(|player| player.player.clone()).collect()
}

#[test]
fn a_named_program_can_be_seated_plays_and_is_suggested_again() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window_with(home.path(), &[("Orla", &good())]);
    start(&mut window, "Small board", &["Black: Program", "Orla: Likes long rows."]);
    assert_eq!(
        (players(&window), names(&window)),
        (vec!["person".into(), "program:Orla".into()], vec!["You".into(), "Orla".into()])
    );
    assert!(window.query_by_label_contains("Black · program").is_some(), "beside the table");
    plays_to_the_end(&mut window);
    click(&mut window, "Rematch");
    settle(&mut window);
    assert_eq!(players(&window)[1], "program:Orla");
    click(&mut window, "New match");
    assert!(window.query_by_label("Orla: Likes long rows.").is_some(), "what to expect of it");
}

#[test]
fn a_program_plays_on_after_a_resume_and_from_a_review() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window_with(home.path(), &[("Orla", &good())]);
    start(&mut window, "Small board", &["Black: Program", "Orla: Likes long rows."]);
    place(&mut window);
    click(&mut window, "Leave");
    resume(&mut window, "You – Orla");
    settle(&mut window);
    plays_to_the_end(&mut window);
    click(&mut window, "Review");
    window.get_all_by_label("Play on from here").next().unwrap();
    for _ in 0..4 {
        super::press(&mut window, egui::Modifiers::NONE, egui::Key::ArrowLeft);
    }
    click(&mut window, "Play on from here");
    click(&mut window, "Start");
    settle(&mut window);
    assert_eq!(players(&window)[1], "program:Orla");
    plays_to_the_end(&mut window);
}

#[test]
fn a_failing_program_is_named_and_continues_once_corrected() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window_with(home.path(), &[("Orla", BAD)]);
    super::open_sheet(&mut window, "Small board", &["White: Program", "Orla: Likes long rows.", "Black: Person"]);
    click(&mut window, "Start");
    settle_or_stop(&mut window);
    assert_eq!(window.state().stopped_by(), Some("A player cannot go on"));
    let message = "Orla: the program `sh -c echo no luck today >&2; exit 3` ended in the middle of the match. Its last words: no luck today";
    assert!(window.query_by_label_contains(message).is_some());
    assert!(window.query_by_label_contains("Correct the program or its line in `players.toml`").is_some());
    click(&mut window, "Try again");
    settle_or_stop(&mut window);
    assert_eq!(window.state().stopped_by(), Some("A player cannot go on"), "nothing was corrected");
    name(home.path(), &[("Orla", &good())]);
    click(&mut window, "Try again");
    settle(&mut window);
    assert_eq!(current(&window).len(), 1);
}

#[test]
fn a_bot_plays_in_the_place_of_a_program_that_fails_or_is_not_there() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window_with(home.path(), &[("Orla", &good())]);
    start(&mut window, "Small board", &["Black: Program", "Orla: Likes long rows."]);
    place(&mut window);
    click(&mut window, "Leave");
    name(home.path(), &[]);
    resume(&mut window, "You – Orla");
    place_and_stop(&mut window);
    assert!(window.query_by_label_contains("there is no program called `Orla`").is_some());
    click(&mut window, "Let a bot play instead");
    settle(&mut window);
    assert!(window.query_by_label_contains("Black · journeyman in its place").is_some());
    plays_to_the_end(&mut window);
}

/// Places the drawn stone, after which the match may be stopped.
fn place_and_stop(window: &mut Window) {
    super::touchable(window, ": empty").first().expect("a pocket can be touched").click();
    frames(window);
    settle_or_stop(window);
}

#[test]
fn a_broken_file_of_programs_is_reported_and_bots_can_be_seated() {
    let home = tempfile::tempdir().unwrap();
    let mut window = window_with(home.path(), &[("", "[]")]);
    super::open_sheet(&mut window, "Small board", &["Black: Companion"]);
    assert!(window.query_by_label_contains("players.toml").is_some());
    assert!(window.query_by_label_contains("Companion: Plays as well as it has to").is_some());
    click(&mut window, "Start");
    settle(&mut window);
    assert_eq!(players(&window)[1], "companion");
    plays_to_the_end(&mut window);
}
