//! Several matches open at once, each in a tab.

use super::workshop::{tick, workshop};
use super::{
    Window, click, current, fill_in, frames, label, new_window, open_sheet, place, press, resume, settle, start,
};
use super::{sized_window, window};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::PathBuf;
use std::time::Duration;
use stonehouse_desktop::SMALL_WINDOW;
use stonehouse_desktop::tempo::Tempo;
use stonehouse_engine::Folders;
use stonehouse_plugin::{Action, Seat};
use stonehouse_tests::{AT_ONCE, app_over, folders};

const SHIFT_CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::SHIFT);

/// The labels of the tabs, and which is shown.
fn tabs(window: &Window) -> Vec<(String, bool)> {
    let tabs = window.query_all_by_role(Role::Tab);
    tabs.map(|node| (label(&node), node.accesskit_node().toggled() == Some(Toggled::True))).collect()
}

fn titles(window: &Window) -> Vec<String> {
    tabs(window).into_iter().map(|(title, _)| title).collect()
}

/// The match on the screen: its record, and its actions.
fn played(window: &Window) -> (PathBuf, Vec<(Seat, Action)>) {
    let current = current(window);
    (current.record_file().unwrap().to_owned(), current.actions().collect())
}

fn next_tab(window: &mut Window) {
    press(window, Modifiers::CTRL, Key::Tab);
}

#[test]
fn two_matches_side_by_side_keep_their_positions() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    assert!(tabs(&window).is_empty(), "of one thing there is no strip");
    place(&mut window);
    let first = played(&window);
    click(&mut window, "New tab");
    assert_eq!(titles(&window)[1], "Launcher");
    start(&mut window, "Standard of 3 Stones", &["Black: Apprentice"]);
    place(&mut window);
    place(&mut window);
    let second = played(&window);
    assert_eq!((first.1.len(), second.1.len(), tabs(&window).len()), (2, 4, 2));
    assert_ne!(first.0, second.0);
    next_tab(&mut window);
    assert_eq!((played(&window), tabs(&window)[0].1), (first.clone(), true));
    place(&mut window);
    press(&mut window, SHIFT_CTRL, Key::Tab);
    assert_eq!((played(&window), tabs(&window)[1].1), (second, true));
    next_tab(&mut window);
    assert_eq!(played(&window).1[..2], first.1);
    assert_eq!(played(&window).1.len(), 4);
}

#[test]
fn the_launcher_in_another_tab_shows_the_current_match() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Person"]);
    place(&mut window);
    click(&mut window, "New tab");
    assert!(window.query_by_label("Resume Player 1 – Player 2: 0 to 0 · Player 2 to act").is_some());
    next_tab(&mut window);
    place(&mut window);
    next_tab(&mut window);
    assert!(window.query_by_label("Resume Player 1 – Player 2: 0 to 0 · Player 1 to act").is_some());
}

#[test]
fn a_new_match_keeps_a_running_one_and_replaces_a_finished_one() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    place(&mut window);
    let first = played(&window);
    click(&mut window, "New match");
    click(&mut window, "Start");
    settle(&mut window);
    assert_eq!(tabs(&window).len(), 2);
    click(&mut window, "End");
    click(&mut window, "Resign…");
    click(&mut window, "Resign");
    click(&mut window, "Rematch");
    settle(&mut window);
    assert!(current(&window).end().is_none());
    assert_eq!(tabs(&window).len(), 2);
    next_tab(&mut window);
    assert_eq!(played(&window), first);
}

/// Bots that answer after three seconds: twelve frames.
const SLOW: Tempo = Tempo { pause: Duration::from_secs(3), ..AT_ONCE };

#[test]
fn the_tab_of_a_waiting_match_shows_it_and_bots_play_on() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app_over(&folders(Some(records.path())), SLOW));
    open_sheet(&mut window, "Small board", &["Black: Apprentice", "Start"]);
    click(&mut window, "New tab");
    assert_eq!(tabs(&window)[0], ("3 Stones, Small board · You – Ada: your turn".to_owned(), false));
    next_tab(&mut window);
    let pockets = super::touchable(&window, "");
    pockets.iter().find(|node| label(node).contains(": empty")).expect("a pocket").click();
    window.step();
    press(&mut window, Modifiers::COMMAND, Key::T);
    assert_eq!(titles(&window)[0], "3 Stones, Small board · You – Ada", "it is the bot's turn");
    window.run_steps(8);
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert_eq!(titles(&window)[0], "3 Stones, Small board · You – Ada: your turn");
    next_tab(&mut window);
    assert_eq!(played(&window).1.len(), 2, "it has answered behind the launcher");
}

#[test]
fn closing_a_tab_loses_nothing() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    place(&mut window);
    let first = played(&window);
    click(&mut window, "New tab");
    start(&mut window, "Standard of 3 Stones", &["Black: Apprentice"]);
    place(&mut window);
    let second = played(&window);
    press(&mut window, Modifiers::COMMAND, Key::W);
    assert!(tabs(&window).is_empty(), "one is left");
    assert_eq!(played(&window), first);
    press(&mut window, Modifiers::COMMAND, Key::W);
    assert!(window.state().current().is_none(), "the last one leads to the launcher");
    for kept in [&second, &first] {
        click(&mut window, "History");
        let game = if kept == &second { "Standard" } else { "Small board" };
        let found = window.query_all_by_role(Role::Button).find(|node| {
            let name = label(node);
            name.starts_with("Resume") && name.contains(game)
        });
        found.expect("it is kept").click();
        frames(&mut window);
        assert_eq!(played(&window), *kept);
        press(&mut window, Modifiers::COMMAND, Key::T);
    }
    assert_eq!(tabs(&window).len(), 3);
    click(&mut window, "Close Launcher");
    assert_eq!(tabs(&window).len(), 2);
}

#[test]
fn a_record_is_open_in_one_tab_and_opening_it_again_leads_there() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    place(&mut window);
    let first = played(&window);
    click(&mut window, "New tab");
    resume(&mut window, "You – Ada");
    assert_eq!((played(&window), tabs(&window)[0].1, tabs(&window).len()), (first.clone(), true, 2));
    // Nor can it be deleted there.
    next_tab(&mut window);
    click(&mut window, "History");
    let delete = window.query_all_by_role(Role::Button).find(|node| label(node).starts_with("Delete "));
    delete.expect("it is in the history").click();
    frames(&mut window);
    assert!(window.query_by_label_contains("This match is open in another tab").is_some());
    assert!(first.0.is_file());
}

#[test]
fn a_timed_match_pauses_in_a_hidden_tab_and_confirms_closing() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Tournament of 3 Stones", &["Black: Apprentice"]);
    assert!(current(&window).clock().unwrap().running().is_some());
    click(&mut window, "New tab");
    assert!(titles(&window)[0].ends_with(": paused"), "{:?}", titles(&window));
    next_tab(&mut window);
    assert!(current(&window).clock().unwrap().running().is_none(), "until somebody goes on");
    click(&mut window, "Go on");
    assert!(current(&window).clock().unwrap().running().is_some());
    press(&mut window, Modifiers::COMMAND, Key::W);
    assert!(window.query_by_label("Leave this match?").is_some());
    click(&mut window, "Leave the match");
    assert!(window.state().current().is_none() && tabs(&window).is_empty());
}

#[test]
fn closing_a_workshop_tab_with_changes_shows_it_and_asks() {
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Standard of 3 Stones");
    press(&mut window, Modifiers::COMMAND, Key::T);
    click(&mut window, "Close Workshop");
    assert!(tabs(&window).is_empty(), "nothing was changed, and nothing is asked");

    let mut window = workshop(home.path(), "Standard of 3 Stones");
    tick(&mut window, "Stones are drawn from a pouch");
    let change = "• No longer: Stones are drawn from a pouch";
    press(&mut window, Modifiers::COMMAND, Key::T);
    click(&mut window, "Close Workshop");
    assert!(window.query_by_label("Leave without saving?").is_some());
    click(&mut window, "Back to the workshop");
    assert_eq!(tabs(&window).len(), 2);
    assert!(window.query_by_label(change).is_some(), "it is shown as it was");
    press(&mut window, Modifiers::COMMAND, Key::W);
    click(&mut window, "Leave without saving");
    assert!(tabs(&window).is_empty() && window.query_by_label(change).is_none());
}

#[test]
fn closing_the_window_with_unsaved_workshop_changes_asks_first() {
    let close = |window: &mut Window| {
        window.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
        window.step();
        let asked = window.output().viewport_output[&ViewportId::ROOT].commands.clone();
        window.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.clear();
        frames(window);
        asked
    };
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Standard of 3 Stones");
    assert!(close(&mut window).is_empty(), "nothing was changed, and it is closed");

    tick(&mut window, "Stones are drawn from a pouch");
    press(&mut window, Modifiers::COMMAND, Key::T);
    assert_eq!(close(&mut window), [ViewportCommand::CancelClose]);
    click(&mut window, "Back to the workshop");
    assert!(window.query_by_label("• No longer: Stones are drawn from a pouch").is_some());
    click(&mut window, "Try it");
    settle(&mut window);
    assert_eq!(close(&mut window), [ViewportCommand::CancelClose], "the workshop waits behind the match");
    // The match has a button of the same name.
    window.get_all_by_label("Back to the workshop").last().unwrap().click();
    frames(&mut window);
    assert!(window.query_by_label("• No longer: Stones are drawn from a pouch").is_some());
    click(&mut window, "Try it");
    settle(&mut window);
    assert_eq!(close(&mut window), [ViewportCommand::CancelClose]);
    window.get_by_label("Close without saving").click();
    let mut commands = Vec::new();
    for _ in 0..4 {
        window.step();
        commands.extend(window.output().viewport_output[&ViewportId::ROOT].commands.clone());
    }
    assert_eq!(commands, [ViewportCommand::Close]);
    assert!(close(&mut window).is_empty(), "it is asked once");
}

#[test]
fn a_tab_beyond_the_maximum_is_refused_with_a_message() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    for _ in 0..7 {
        click(&mut window, "New match");
        click(&mut window, "Start");
        settle(&mut window);
    }
    assert_eq!(tabs(&window).len(), 8);
    let files = || std::fs::read_dir(records.path()).unwrap().count();
    assert_eq!(files(), 8);
    press(&mut window, Modifiers::COMMAND, Key::T);
    assert!(window.query_by_label_contains("8 tabs are open").is_some());
    click(&mut window, "Close");
    click(&mut window, "New match");
    click(&mut window, "Start");
    assert!(window.query_by_label_contains("8 tabs are open").is_some());
    assert_eq!((tabs(&window).len(), files()), (8, 8), "nothing was begun");
}

#[test]
fn the_tabs_are_within_reach_in_a_small_window_with_the_largest_text() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("settings.toml");
    std::fs::write(&file, "text_size = 200\n").unwrap();
    let folders = Folders { settings: Some(file), ..folders(Some(&home.path().join("records"))) };
    let mut window = sized_window(app_over(&folders, AT_ONCE), SMALL_WINDOW);
    fill_in(&mut window, "Search games and variants", "Small board");
    press(&mut window, Modifiers::NONE, Key::Enter);
    click(&mut window, "Start");
    settle(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::T);
    for node in window.query_all_by_role(Role::Tab) {
        let rect = node.rect();
        assert!(rect.width() > 100.0 && rect.left() >= 0.0 && rect.right() <= SMALL_WINDOW.x, "{rect:?}");
    }
    let first = titles(&window)[0].clone();
    click(&mut window, &first);
    assert!(tabs(&window)[0].1);
}
