//! Actions that are taken back, and played again.

use super::{click, current, frames, new_window, place, press, start};
use egui_kittest::kittest::{NodeT, Queryable};
use stonehouse_plugin::{Action, Seat};

#[test]
fn undo_takes_back_the_persons_action_and_the_bots_answer() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    place(&mut window);
    assert_eq!(current(&window).len(), 4);
    click(&mut window, "Undo");
    assert_eq!(current(&window).len(), 2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    frames(&mut window);
    assert_eq!(current(&window).len(), 0);
}

const SHIFT_COMMAND: egui::Modifiers = egui::Modifiers::COMMAND.plus(egui::Modifiers::SHIFT);

#[test]
fn redo_keys_replay_what_was_undone_and_undo_nothing() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    place(&mut window);
    let played: Vec<(Seat, Action)> = current(&window).actions().collect();
    let redo = [(SHIFT_COMMAND, egui::Key::Z), (egui::Modifiers::COMMAND, egui::Key::Y)];
    for (modifiers, key) in redo {
        press(&mut window, modifiers, key);
        assert_eq!(current(&window).len(), 4, "there is nothing to play again");
    }
    for (modifiers, key) in redo {
        press(&mut window, egui::Modifiers::COMMAND, egui::Key::Z);
        press(&mut window, egui::Modifiers::COMMAND, egui::Key::Z);
        assert_eq!(current(&window).len(), 0);
        press(&mut window, modifiers, key);
        assert_eq!(current(&window).actions().collect::<Vec<_>>(), played[..2]);
        press(&mut window, modifiers, key);
        assert_eq!(current(&window).actions().collect::<Vec<_>>(), played);
    }
    click(&mut window, "Undo");
    click(&mut window, "Redo");
    assert_eq!(current(&window).actions().collect::<Vec<_>>(), played);
}

#[test]
fn redo_is_unavailable_once_another_action_was_played() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Person"]);
    place(&mut window);
    click(&mut window, "Undo");
    click(&mut window, "F7: empty");
    let played: Vec<(Seat, Action)> = current(&window).actions().collect();
    assert!(window.get_by_label("Redo").accesskit_node().is_disabled());
    press(&mut window, SHIFT_COMMAND, egui::Key::Z);
    assert_eq!(current(&window).actions().collect::<Vec<_>>(), played);
}
