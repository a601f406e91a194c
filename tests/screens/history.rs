//! The history of matches, and the review of one.

use super::{
    Window, click, current, fill_in, frames, label, new_window, place, plays_to_the_end, press, settle, start,
};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_engine::{Player, Record};
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Action, Observer, Seat};

/// The label of the first button that begins so.
fn starting(window: &Window, start: &str) -> Option<String> {
    let buttons = window.query_all_by_role(egui::Role::Button);
    buttons.map(|node| label(&node)).find(|label| label.starts_with(start))
}

fn click_starting(window: &mut Window, start: &str) {
    let label = starting(window, start).unwrap_or_else(|| panic!("no {start}"));
    click(window, &label);
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

fn records(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "stonehouse-record")).collect();
    files.sort();
    files
}

/// A match played to its end, and the history after it.
fn played(folder: &Path) -> (Window, Vec<(Seat, Action)>) {
    let mut window = new_window(folder);
    start(&mut window, "Small board", &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    let acts = current(&window).actions().collect();
    click(&mut window, "Leave");
    click(&mut window, "History");
    (window, acts)
}

#[test]
fn a_finished_match_is_found_with_its_result_and_stepped_through() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, acts) = played(folder.path());
    let record = Record::read(&records(folder.path())[0]).unwrap();
    let scores = &record.ending.as_ref().unwrap().1.ending.outcome.scores;
    assert!(shows(&window, &format!("{} – {}", scores[0], scores[1])));
    click_starting(&mut window, "Review You – Ada, 3 Stones, Small board, today");
    let count = acts.len();
    press(&mut window, Modifiers::NONE, Key::Home);
    assert!(shows(&window, &format!("Before the first of {count} actions")));
    let stones = |window: &Window| {
        let nodes = window.query_all_by_role(egui::Role::Button);
        nodes.filter(|node| label(node).ends_with(": empty")).count()
    };
    let empty = stones(&window);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert!(shows(&window, &format!("Action 2 of {count}")));
    assert_eq!(stones(&window), empty - 2);
    // A click on the log goes there, and the buttons step.
    window.get_all_by_label_contains("5  ").next().unwrap().click();
    frames(&mut window);
    assert!(shows(&window, &format!("Action 5 of {count}")));
    click(&mut window, "One action back (left arrow)");
    assert!(shows(&window, &format!("Action 4 of {count}")));
    press(&mut window, Modifiers::NONE, Key::End);
    assert!(!shows(&window, " of ") || shows(&window, "win") || shows(&window, "draw"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(starting(&window, "Review You – Ada").is_some(), "back in the history");
}

#[test]
fn a_deleted_match_is_restored_by_undo_or_from_the_deleted_list() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = played(folder.path());
    let file = records(folder.path())[0].clone();
    let before = fs::read(&file).unwrap();
    click_starting(&mut window, "Delete You – Ada");
    assert!(starting(&window, "Review You – Ada").is_none() && !file.exists());
    click(&mut window, "Undo");
    assert!(starting(&window, "Review You – Ada").is_some());
    assert_eq!(fs::read(&file).unwrap(), before);
    click_starting(&mut window, "Delete You – Ada");
    click(&mut window, "Deleted");
    click(&mut window, "Put You – Ada back");
    assert_eq!(fs::read(&file).unwrap(), before);
    click(&mut window, "Deleted");
    assert!(starting(&window, "Review You – Ada").is_some());
}

#[test]
fn the_history_is_searched_by_words_and_marks_open_matches() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = new_window(folder.path());
    for (variant, black) in [("Standard", "Black: Person"), ("Pure skill", "Black: Apprentice")] {
        start(&mut window, variant, &[black]);
        if variant == "Standard" {
            place(&mut window);
        }
        click(&mut window, "Leave");
    }
    click(&mut window, "History");
    assert!(shows(&window, "2 of 2") && shows(&window, "0 to 0 · Player 2 to act"));
    fill_in(&mut window, "Search", "SKILL you");
    assert!(shows(&window, "1 of 2") && starting(&window, "Resume Player 1 – Player 2").is_none());
    fill_in(&mut window, "Search", "nobody");
    assert!(shows(&window, "No match is like that."));
    fill_in(&mut window, "Search", "player");
    click(&mut window, "Finished");
    assert!(shows(&window, "0 of 2"));
    click(&mut window, "Unfinished");
    click_starting(&mut window, "Resume Player 1 – Player 2");
    assert_eq!(current(&window).len(), 1);
}

#[test]
fn a_match_that_the_only_team_lost_is_listed_and_counted_as_lost() {
    let home = tempfile::tempdir().unwrap();
    let mut window = super::values::market(home.path(), "as_one_team = true\nturns = 2");
    (0..2).for_each(|_| click(&mut window, "Pass"));
    settle(&mut window);
    assert_eq!(current(&window).end().map(|end| end.outcome.winners.len()), Some(0));
    click(&mut window, "Leave");
    click(&mut window, "History");
    assert!(shows(&window, "The match is lost"));
    assert!(!shows(&window, "Nobody wins") && !shows(&window, "A draw"));
    click(&mut window, "Statistics");
    assert!(shows(&window, "0 won, 0 drawn, 1 lost"));
}

#[test]
fn statistics_count_the_finished_matches_of_the_main_player() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = played(folder.path());
    click(&mut window, "Statistics");
    assert!(shows(&window, "You: 1 match"));
    for table in ["By game and variant", "By strength of the others", "By player"] {
        assert!(shows(&window, table), "{table}");
    }
    assert!(shows(&window, "apprentice") && shows(&window, "Ada"));
    // Names are whole where there is room.
    let name = window.get_by_label("3 Stones · Small board");
    assert!(name.rect().width() > 120.0, "{:?}", name.rect());
    // Figures end below the ends of their heads.
    for (head, figure) in [("matches", "1"), ("won", ""), ("in percent, a draw counting half", "")] {
        let heads: Vec<egui::Rect> = window.get_all_by_label(head).map(|node| node.rect()).collect();
        assert_eq!(heads.len(), 3, "{head}");
        for head in heads {
            let numbers = window.query_all_by_role(egui::Role::Label).filter(|node| {
                let below = node.rect().top() > head.bottom() && node.rect().top() < head.bottom() + 12.0;
                below && (node.rect().right() - head.right()).abs() < 1.0
            });
            let numbers: Vec<String> = numbers.map(|node| label(&node)).collect();
            let is_figure = |text: &String| text.parse::<usize>().is_ok() && text.ends_with(figure);
            assert!(numbers.len() == 1 && is_figure(&numbers[0]), "{head:?}: {numbers:?}");
        }
    }
    click(&mut window, "Statistics");
    assert!(starting(&window, "Review You – Ada").is_some());
}

#[test]
fn a_match_is_played_on_from_any_position_in_a_record_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, acts) = played(folder.path());
    let old = records(folder.path())[0].clone();
    let before = fs::read(&old).unwrap();
    click_starting(&mut window, "Review You – Ada");
    press(&mut window, Modifiers::NONE, Key::Home);
    (0..4).for_each(|_| press(&mut window, Modifiers::NONE, Key::ArrowRight));
    click(&mut window, "Play on from here");
    assert!(shows(&window, "after action 4"));
    click(&mut window, "Black: Person");
    click(&mut window, "Start");
    settle(&mut window);
    assert_eq!(current(&window).actions().collect::<Vec<_>>(), acts[..4]);
    place(&mut window);
    assert_eq!(current(&window).len(), 5);
    click(&mut window, "Leave");
    assert_eq!(fs::read(&old).unwrap(), before);
    let new = records(folder.path()).into_iter().find(|file| *file != old).expect("a record of its own");
    assert_eq!(Record::read(&new).unwrap().actions.len(), 5);
}

#[test]
fn an_unfinished_match_between_people_shows_the_public_view() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = new_window(folder.path());
    start(&mut window, "Duel", &["North: Person"]);
    click(&mut window, "Show my side");
    let hidden: Vec<String> = {
        let current = current(&window);
        let texts = |observer| -> Vec<String> {
            let scene = current.scene(observer).unwrap();
            scene.pieces().map(|piece| piece.name.shown(&["Player 1", "Player 2"])).collect()
        };
        let public = texts(Observer::Public);
        let own = [0, 1].map(|seat| texts(Observer::Seat(Seat(seat)))).concat();
        own.into_iter().filter(|name| !public.contains(name)).collect()
    };
    assert!(!hidden.is_empty());
    let pile = super::touchable(&window, "").iter().map(label).find(|name| name.starts_with("Brickyard")).unwrap();
    click(&mut window, &pile);
    click(&mut window, "Leave");
    click(&mut window, "History");
    click_starting(&mut window, "Look at Player 1 – Player 2");
    press(&mut window, Modifiers::NONE, Key::Home);
    let eyes = window.query_all_by_role(egui::Role::ComboBox).count();
    assert_eq!(eyes, 0, "there is nobody else's view to choose");
    let shown: Vec<String> = window.query_all_by_label_contains("").map(|node| label(&node)).collect();
    for name in hidden {
        assert!(!shown.iter().any(|shown| shown.contains(&name)), "{name} is shown");
    }
}

#[test]
fn a_finished_match_can_be_viewed_from_any_seat_and_fully_open() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = played(folder.path());
    click_starting(&mut window, "Review You – Ada");
    click(&mut window, "Seen As You");
    for eyes in ["As You", "As Ada", "Everything open", "As a spectator"] {
        assert!(window.query_all_by_label(eyes).next().is_some(), "{eyes}");
    }
    click(&mut window, "Everything open");
    assert!(window.query_by_label("Seen Everything open").is_some());
}

#[test]
fn the_search_of_the_history_is_reached_by_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = played(folder.path());
    press(&mut window, Modifiers::COMMAND, Key::F);
    window.event(egui::Event::Text("nobody".to_owned()));
    frames(&mut window);
    assert!(shows(&window, "No match is like that."));
}

/// The text that was copied to the clipboard in the last frame.
fn copied(window: &Window) -> Option<String> {
    window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}

#[test]
fn a_match_is_shared_as_text_and_file_with_a_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = played(folder.path());
    click_starting(&mut window, "Review You – Ada");
    click(&mut window, "Share");
    window.get_by_label("Copy as text").click();
    window.step();
    let text = copied(&window).expect("it is copied");
    assert!(text.starts_with("3 Stones · Small board\n"), "{text}");
    frames(&mut window);
    assert!(shows(&window, "The match was copied as text"));
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert!(!shows(&window, "The match was copied as text"));
    click(&mut window, "Share");
    click(&mut window, "The match's file…");
    let file = records(folder.path())[0].display().to_string();
    assert!(shows(&window, &file) && shows(&window, "Open the folder"));
    window.get_by_label("Copy the file's name").click();
    window.step();
    assert_eq!(copied(&window), Some(file));
    frames(&mut window);
    assert!(shows(&window, "Copied"));
    click(&mut window, "Close");
    assert!(!shows(&window, "Open the folder"));
    click(&mut window, "Share");
    click(&mut window, "Copy as text");
    click(&mut window, "Share");
    click(&mut window, "The match's file…");
    assert!(shows(&window, "Copy the file's name") && !shows(&window, "Copied"), "only the text was copied");
}

#[test]
fn nothing_moves_in_a_review_when_a_copy_is_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    for size in [egui::vec2(1280.0, 800.0), super::SMALL_WINDOW] {
        let mut window = super::sized_window(super::app(folder.path()), size);
        start(&mut window, "Small board", &["White: Apprentice", "Black: Apprentice"]);
        click(&mut window, "Review");
        let places = |window: &Window| {
            let buttons = window.query_all_by_role(egui::Role::Button).map(|node| (label(&node), node.rect()));
            buttons.collect::<Vec<_>>()
        };
        let before = places(&window);
        click(&mut window, "Share");
        click(&mut window, "Copy as text");
        assert!(shows(&window, "The match was copied as text"));
        assert_eq!(places(&window), before, "{size}");
    }
}

#[test]
fn the_log_of_a_review_reaches_the_last_action() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, acts) = played(folder.path());
    click_starting(&mut window, "Review You – Ada");
    let line = format!("{}  ", acts.len());
    let last = window.query_all_by_label_contains(&line).find(|node| label(node).starts_with(&line)).unwrap();
    let (line, height) = (last.rect(), super::SMALL_WINDOW.y);
    assert!(line.max.y < height - 20.0, "{line:?}");
}

#[test]
fn the_longest_name_of_a_record_is_cut_in_the_history() {
    let folder = tempfile::tempdir().unwrap();
    let (window, _) = played(folder.path());
    let file = records(folder.path())[0].clone();
    drop(window);
    let record =
        fs::read_to_string(&file).unwrap().replace("\"Ada\"", &format!("\"{}\"", "A".repeat(Player::MAX_NAME)));
    fs::write(&file, record).unwrap();
    let mut window = new_window(folder.path());
    click(&mut window, "History");
    let cut = format!("{}…", "A".repeat(39));
    assert!(shows(&window, &format!("You – {cut}:")) && !shows(&window, &"A".repeat(40)));
}
