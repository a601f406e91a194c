//! The count of a hand.

use super::comfort::as_text;
use super::{Window, click, current, frames, names, new_window, press, settle, start};
use egui_kittest::kittest::Queryable;
use stonehouse_language::InLanguage;
use stonehouse_plugin::Observer;

pub(crate) fn click_at(window: &mut Window, pos: egui::Pos2) {
    window.event(egui::Event::PointerMoved(pos));
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        window.step();
    }
    frames(window);
}

/// Four people at one screen pass until the hand is over.
fn pass_a_hand(window: &mut Window) {
    for _ in 0..12 {
        click(window, "Show my side");
        click(window, "Pass");
    }
}

#[test]
fn keys_close_the_hand_summary_and_clicks_outside_do_not() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Person", "North: Person", "East: Person"]);
    pass_a_hand(&mut window);
    for key in [egui::Key::Escape, egui::Key::Enter] {
        for at in [egui::pos2(40.0, 300.0), egui::pos2(860.0, 560.0), egui::pos2(30.0, 20.0)] {
            click_at(&mut window, at);
        }
        assert!(window.query_by_label("Continue").is_some());
        assert!(window.state().current().is_some(), "what lies below it is out of reach");
        window.key_press(key);
        frames(&mut window);
        assert!(window.query_by_label("Continue").is_none());
        click(&mut window, "Hand 1");
    }
}

#[test]
fn the_count_of_a_hand_is_shown_before_the_match_continues() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Person", "North: Person", "East: Person"]);
    pass_a_hand(&mut window);
    let scene = current(&window).scene(Observer::Public).unwrap();
    let tally = scene.tally.unwrap();
    assert_eq!(tally.number, 1);
    let names = names(&window);
    let reason = tally.reason.shown(&names);
    window.get_by_label(&reason);
    // Two players may hold alike.
    for row in &tally.sheet.rows {
        let pieces = row.pieces.iter().map(|piece| piece.name.shown(&names)).collect::<Vec<_>>().join(", ");
        assert!(window.query_all_by_label(&pieces).next().is_some(), "{pieces}");
    }
    click(&mut window, "Continue");
    assert!(window.query_by_label(&reason).is_none());
    click(&mut window, "Hand 1");
    assert!(window.query_by_label(&reason).is_some(), "it can be looked at again");
}

#[test]
fn an_undo_closes_the_count_of_a_hand_that_is_not_over_any_more() {
    let home = tempfile::tempdir().unwrap();
    let mut window = as_text(home.path(), "Quick of Stones");
    for _ in 0..200 {
        if window.query_by_label("Continue").is_none() {
            press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
            settle(&mut window);
        }
    }
    let played = current(&window).len();
    press(&mut window, egui::Modifiers::COMMAND, egui::Key::Z);
    settle(&mut window);
    assert!(current(&window).len() < played);
    assert!(window.query_by_label("Continue").is_none(), "it is not counted");
    assert!(window.query_by_label("What you can do").is_some(), "the match waits for a choice");
}
