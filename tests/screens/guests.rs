//! Tables with guests, between two windows.

use super::{Window, click, fill_in, frames, label, open_sheet, press, resume, touchable, window};
use egui::accesskit::Toggled;
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonehouse_engine::record::EXTENSION;
use stonehouse_engine::{Folders, Record};
use stonehouse_tests::{AT_ONCE, app_over, folders};

/// The time within which everything that a test waits for happens.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A window whose files are in this folder.
fn window_of(home: &Path) -> Window {
    let folders = folders(Some(&home.join("records")));
    window(app_over(&Folders { verdicts: Some(home.join("verdicts.toml")), ..folders }, AT_ONCE))
}

/// Shows frames until there is something with this in its label.
fn until(window: &mut Window, text: &str) {
    until_it(window, text, |window| !found(window, text).is_empty());
}

fn until_it(window: &mut Window, what: &str, holds: impl Fn(&Window) -> bool) {
    let began = Instant::now();
    while !holds(window) {
        assert!(began.elapsed() < TIMEOUT, "{what:?} is not among {:#?}", found(window, ""));
        std::thread::sleep(Duration::from_millis(10));
        window.step();
    }
    frames(window);
}

/// The labels that contain this text.
fn found(window: &Window, text: &str) -> Vec<String> {
    let all = window.query_all(egui_kittest::kittest::By::new());
    all.map(|node| label(&node)).filter(|label| !label.is_empty() && label.contains(text)).collect()
}

/// Opens a table of 3 Stones in the window of Anna, and returns its link.
fn opened(host: &mut Window) -> String {
    open_sheet(host, "Small board", &["Black: Guest", "Only this computer"]);
    fill_in(host, "White", "Anna");
    click(host, "Open the table");
    link(host)
}

/// The link of the table that the window shows.
fn link(host: &mut Window) -> String {
    until(host, "/#");
    found(host, "/#").remove(0)
}

/// Lets the guest of a window come to a table.
fn sit_down(guest: &mut Window, link: &str, name: &str) {
    click(guest, "Sit down at a table…");
    fill_in(guest, "Link", link);
    fill_in(guest, "Your name", name);
    click(guest, "Sit down");
}

/// Lets Ben come to a table in this window, and take the seat that is left.
fn take_black(guest: &mut Window, link: &str) {
    sit_down(guest, link, "Ben");
    until(guest, "Take the seat Black");
    click(guest, "Take the seat Black");
}

/// Waits until this player's action is the last line of the log.
fn until_played(window: &mut Window, name: &str) {
    until_it(window, name, |window| {
        let lines = found(window, " to ");
        lines.iter().any(|line| line.starts_with(&format!("{name}: ")))
    });
}

/// Places a stone as soon as it can be placed.
fn place(window: &mut Window) {
    let is_pocket = |window: &Window| touchable(window, "").iter().any(|node| label(node).contains(": empty"));
    until_it(window, "a pocket that can be touched", is_pocket);
    let pockets = touchable(window, "");
    pockets.iter().find(|node| label(node).contains(": empty")).unwrap().click();
    frames(window);
}

/// The only record of a window.
fn record(home: &Path) -> Record {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(home.join("records")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == EXTENSION));
    assert_eq!(files.len(), 1, "{files:?}");
    Record::read_interrupted(&files[0]).unwrap()
}

#[test]
fn two_windows_play_at_one_table_and_come_back_to_it() {
    let (home, far) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (mut host, mut guest) = (window_of(home.path()), window_of(far.path()));
    let link_of_table = opened(&mut host);
    take_black(&mut guest, &link_of_table);

    // Each plays on their own turn, and both see it.
    until(&mut guest, "Waiting for Anna");
    assert!(touchable(&guest, "").iter().all(|node| !label(node).contains(": empty")), "it is not Ben's turn");
    place(&mut host);
    until_played(&mut guest, "Anna");
    place(&mut guest);
    until_played(&mut host, "Ben");

    // A remark, and an undo to which the other agrees.
    fill_in(&mut guest, "Write to everybody", "Well played");
    guest.key_press(egui::Key::Enter);
    frames(&mut guest);
    until(&mut host, "Ben: Well played");
    assert!(!found(&guest, "You: ").is_empty(), "the guest's own action");
    press(&mut guest, egui::Modifiers::COMMAND, egui::Key::Z);
    until(&mut host, "Ben proposes to take back the last action.");
    click(&mut host, "Agree");
    until_it(&mut guest, "one action", |window| found(window, "You: ").is_empty());

    // The host closes the table, and opens it again: the guest has their seat.
    until_it(&mut host, "one action", |window| !found(window, "Ben: ").iter().any(|line| line.contains(" to ")));
    let kept = record(home.path());
    let kinds: Vec<(&str, bool)> =
        kept.header.players.iter().map(|player| (player.name.as_str(), player.is_guest())).collect();
    assert_eq!(kinds, [("Anna", true), ("Ben", true)]);
    click(&mut host, "Leave");
    until(&mut host, "they come back to their seats");
    click(&mut host, "Leave the match");
    until(&mut guest, "The host has closed this table.");
    resume(&mut host, "Anna");
    until(&mut host, "Waiting for Ben");
    click(&mut host, "Invite");
    let again = link(&mut host);
    assert_eq!(again.rsplit('#').next(), link_of_table.rsplit('#').next(), "the table has its code");
    click(&mut host, "Close");
    click(&mut guest, "Leave");
    sit_down(&mut guest, &again, "Ben");
    place(&mut guest);
    until_played(&mut host, "Ben");
}

#[test]
fn a_seat_that_was_left_is_taken_again_although_a_bot_plays_there() {
    let (home, far) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (mut host, mut guest) = (window_of(home.path()), window_of(far.path()));
    let link = opened(&mut host);
    take_black(&mut guest, &link);
    until(&mut guest, "Waiting for Anna");
    click(&mut guest, "Table");
    click(&mut guest, "Leave the seat…");
    click(&mut guest, "Leave the seat");
    until(&mut host, "Ben has left the seat.");
    click(&mut host, "Table");
    click(&mut host, "Let a bot play where nobody is");
    until(&mut guest, "a bot plays until somebody does");
    click(&mut guest, "Sit here: Black");
    until(&mut host, "Ben");
    until_it(&mut guest, "the own seat", |window| found(window, "Sit here").is_empty());
}

#[test]
fn a_table_that_was_left_before_its_match_began_is_opened_again() {
    let home = tempfile::tempdir().unwrap();
    let mut host = window_of(home.path());
    let code = opened(&mut host).rsplit('#').next().unwrap().to_owned();
    until(&mut host, "The match begins when somebody takes the last seat.");
    click(&mut host, "New tab");
    click(&mut host, "Sit down at a table…");
    click(&mut host, "Open again: 3 Stones · Small board");
    until(&mut host, "The match begins when somebody takes the last seat.");
    assert!(host.query_all_by_role(egui::Role::Tab).count() == 2, "the tab in which it is open is shown");
    click(&mut host, "Leave");
    click(&mut host, "Sit down at a table…");
    click(&mut host, "Open again: 3 Stones · Small board");
    assert!(link(&mut host).ends_with(&code), "it has its code, and Anna her seat");
    until(&mut host, "The match begins when somebody takes the last seat.");
}

#[test]
fn the_next_sheet_proposes_the_guests_of_the_last_match_as_guests() {
    let (home, far) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (mut host, mut guest) = (window_of(home.path()), window_of(far.path()));
    let link = opened(&mut host);
    take_black(&mut guest, &link);
    place(&mut host);
    click(&mut host, "Leave");
    click(&mut host, "Leave the match");
    open_sheet(&mut host, "Small board", &[]);
    let is_chosen = |label: &str| host.get_by_label(label).accesskit_node().toggled() == Some(Toggled::True);
    assert!(is_chosen("White: Person") && is_chosen("Black: Guest"));
    let name = host.get_by_role_and_label(egui::Role::TextInput, "White").accesskit_node().value();
    assert_eq!(name.as_deref(), Some("Anna"));
}

#[test]
fn the_sheet_explains_what_a_table_with_guests_needs() {
    let home = tempfile::tempdir().unwrap();
    let mut host = window_of(home.path());
    open_sheet(&mut host, "Small board", &["Black: Guest", "Only this computer"]);
    assert!(host.query_by_label("Seed").is_none(), "nobody chooses the deal");
    click(&mut host, "Open the table");
    until(&mut host, "Type your name in place of You: the guests see it.");
    click(&mut host, "White: Guest");
    click(&mut host, "Open the table");
    // Nobody sits at this window: it shows what everybody may see.
    until(&mut host, "Take the seat White");
    assert!(host.query_by_label("Table").is_none(), "who has no seat proposes nothing");
}

#[test]
fn one_person_plays_at_the_window_of_a_table_with_guests() {
    let home = tempfile::tempdir().unwrap();
    let mut host = window_of(home.path());
    open_sheet(
        &mut host,
        "Official of StoneRow",
        &["3 players", "South: Person", "West: Person", "East: Guest", "Only this computer"],
    );
    click(&mut host, "Open the table");
    until(&mut host, "With guests one person plays at this computer");
}

#[test]
fn a_link_that_is_none_is_explained_in_the_dialog() {
    let home = tempfile::tempdir().unwrap();
    let mut guest = window_of(home.path());
    sit_down(&mut guest, "http://127.0.0.1:7717/", "Ben");
    until(&mut guest, "A link ends with # and the code of the table");
    fill_in(&mut guest, "Link", "ftp://127.0.0.1/#K7QF-2M9D-4XYZ-01AB");
    click(&mut guest, "Sit down");
    until(&mut guest, "A link begins with the address of the host");
    fill_in(&mut guest, "Link", "127.0.0.1:1/#K7QF-2M9D-4XYZ-01AB");
    fill_in(&mut guest, "Your name", " ");
    click(&mut guest, "Sit down");
    until(&mut guest, "Type the name by which the others know you.");
    fill_in(&mut guest, "Your name", "Ben");
    click(&mut guest, "Sit down");
    // Nothing listens there: it is stated, and tried again.
    until(&mut guest, "127.0.0.1:1 cannot be reached");
    click(&mut guest, "Leave");
    until(&mut guest, "Sit down at a table…");
}
