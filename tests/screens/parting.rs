//! Giving up, and a draw on which people agree.

use super::{Window, click, current, frames, new_window, place, start};
use egui_kittest::kittest::Queryable;
use stonehouse_engine::{Reason, Record};
use stonehouse_plugin_api::{Seat, Seats};
use stonehouse_tests::catalog;

/// What `stonehouse record` says of how the match on the screen ended.
fn verified(window: &Window) -> String {
    let file = current(window).record_file().unwrap().to_owned();
    let record = Record::read(&file).unwrap();
    let catalog = catalog();
    let game = catalog.game(&record.header.game).unwrap();
    record.verify(&game.plugin).unwrap().checks.sentences().pop().unwrap()
}

#[test]
fn whoever_gives_up_loses_and_the_record_says_so_and_verifies() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    place(&mut window);
    click(&mut window, "End");
    click(&mut window, "Give up…");
    assert!(window.query_by_label("You: give up?").is_some());
    click(&mut window, "Play on");
    assert!(current(&window).end().is_none(), "nothing has happened");
    click(&mut window, "End");
    click(&mut window, "Give up…");
    click(&mut window, "Give up");
    frames(&mut window);
    let end = current(&window).end().cloned().unwrap();
    assert_eq!((end.reason, end.outcome.winners), (Reason::Resigned(Seat(0)), Seats::from(Seat(1))));
    assert!(window.query_all_by_label("You gave up. Ada wins").next().is_some(), "the banner");
    assert!(verified(&window).starts_with("It ends because somebody resigned"), "{}", verified(&window));
}

#[test]
fn people_agree_to_a_draw_and_bots_to_none() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    click(&mut window, "End");
    click(&mut window, "Offer a draw");
    assert!(window.query_by_label_contains("Bots and programs play to the end").is_some());
    click(&mut window, "Play on");
    assert!(current(&window).end().is_none());
    click(&mut window, "Leave");

    start(&mut window, "Small board", &["Black: Person"]);
    place(&mut window);
    click(&mut window, "End");
    click(&mut window, "Offer a draw");
    assert!(window.query_by_label_contains("Guest offers a draw").is_some());
    click(&mut window, "Agree");
    frames(&mut window);
    let end = current(&window).end().cloned().unwrap();
    assert_eq!((end.reason, end.outcome.winners.iter().count()), (Reason::Agreed, 2));
    assert!(window.query_all_by_label("A draw, on which all agreed").next().is_some());
    assert!(verified(&window).contains("all agreed to a draw"));
}

#[test]
fn where_more_than_two_sides_play_nobody_ends_the_match_for_the_others() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &[]);
    assert!(window.query_by_label("End").is_none());
}
