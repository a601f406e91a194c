//! Lessons: found in the launcher, taken step by step, played on, ended early.

use super::{Window, click, current, frames, label, press, settle, touchable, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use stonehouse_tests::{AT_ONCE, app_over, folders};

/// The empty pockets that can be touched.
fn pockets(window: &Window) -> Vec<String> {
    touchable(window, "").iter().map(label).filter(|name| name.contains(": empty")).collect()
}

#[test]
fn a_lesson_can_be_finished_and_continued_in_a_recorded_match() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app_over(&folders(Some(records.path())), AT_ONCE));
    click(&mut window, "Learn 3 Stones");
    frames(&mut window);
    assert!(window.query_by_label_contains("You play White, Robin plays Black.").is_some());
    // Nothing can be chosen while there is something to read.
    assert!(pockets(&window).is_empty());
    click(&mut window, "Go on");
    // Of all pockets only the one of the lesson.
    assert_eq!(pockets(&window).len(), 1);
    let mut turns = 0;
    while window.query_by_label_contains("The lesson is over").is_none() {
        turns += 1;
        assert!(turns < 40, "the lesson goes on for ever");
        let pocket = pockets(&window);
        match pocket.first() {
            Some(pocket) => click(&mut window, pocket),
            None if window.get_by_label("Go on").accesskit_node().is_disabled() => frames(&mut window),
            // By the keyboard.
            None => press(&mut window, Modifiers::NONE, Key::Enter),
        }
    }
    let taught = current(&window).len();
    frames(&mut window);
    assert_eq!(current(&window).len(), taught, "nothing is done any more");
    assert!(current(&window).record_file().is_none(), "a lesson is not kept");
    click(&mut window, "Play on");
    settle(&mut window);
    assert_eq!(current(&window).len(), taught + 1, "Robin, a bot now, has answered");
    assert!(current(&window).record_file().is_some());
    assert!(window.query_by_label_contains("The lesson is over").is_none());
}

#[test]
fn a_lesson_is_taken_with_the_keyboard_alone() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app_over(&folders(Some(records.path())), AT_ONCE));
    click(&mut window, "Learn 3 Stones");
    frames(&mut window);
    let mut turns = 0;
    while window.query_by_label_contains("The lesson is over").is_none() {
        turns += 1;
        assert!(turns < 80, "the keyboard leads no further");
        // The arrow moves the focus to the table where it is not there yet.
        if !pockets(&window).is_empty() && touchable(&window, "").iter().all(|node| !node.accesskit_node().is_focused())
        {
            press(&mut window, Modifiers::NONE, Key::ArrowRight);
        }
        press(&mut window, Modifiers::NONE, Key::Enter);
    }
    assert!(current(&window).len() > 2);
}

#[test]
fn a_lesson_that_is_ended_early_keeps_no_match_until_it_is_played_on() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app_over(&folders(Some(records.path())), AT_ONCE));
    click(&mut window, "Learn 3 Stones");
    assert!(window.query_by_label("Read the text of the lesson, and go on").is_some());
    click(&mut window, "End the lesson");
    let kept = || std::fs::read_dir(records.path()).unwrap().count();
    assert_eq!((kept(), current(&window).len()), (0, 0));
    assert!(window.query_by_label_contains("is thinking…").is_none(), "nobody's turn is waited for");
    assert!(window.query_by_label("Play on, or leave").is_some());
    click(&mut window, "Leave");
    assert!(window.query_by_label("Continue").is_none() && kept() == 0);
    click(&mut window, "Learn 3 Stones");
    click(&mut window, "End the lesson");
    click(&mut window, "Play on");
    assert!(current(&window).record_file().is_some());
}
