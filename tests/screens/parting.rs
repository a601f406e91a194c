//! Resignations, and draws on which people agree.

use super::{Window, click, current, frames, label, names, new_window, place, press, resume, settle, start, touchable};
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_engine::{Reason, Record};
use stonehouse_plugin::{Observer, Seat, Seats};
use stonehouse_tests::catalog;

/// How the match on the screen ended, by `stonehouse record`.
fn verified(window: &Window) -> String {
    let file = current(window).record_file().unwrap().to_owned();
    let record = Record::read(&file).unwrap();
    let catalog = catalog();
    let game = catalog.game(&record.header.game).unwrap();
    record.verify(&game.plugin).unwrap().checks.sentences().pop().unwrap()
}

#[test]
fn resigning_loses_and_the_record_of_it_verifies() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    place(&mut window);
    click(&mut window, "End");
    click(&mut window, "Resign…");
    assert!(window.query_by_label("Resign?").is_some());
    click(&mut window, "Play on");
    assert!(current(&window).end().is_none(), "nothing has happened");
    click(&mut window, "End");
    click(&mut window, "Resign…");
    click(&mut window, "Resign");
    frames(&mut window);
    let end = current(&window).end().cloned().unwrap();
    assert_eq!((end.reason, end.outcome.winners), (Reason::Resigned(Seat(0)), Seats::from(Seat(1))));
    assert!(window.query_all_by_label("You resigned. Ada wins").next().is_some(), "the banner");
    assert!(verified(&window).starts_with("It ends because somebody resigned"), "{}", verified(&window));
}

#[test]
fn a_bot_accepts_a_draw_offer_only_when_it_is_behind() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    // Always the first empty pocket, against a bot that considers the effect of its actions: far behind, and then far
    // ahead.
    start(&mut window, "Small board", &["Black: Journeyman"]);
    falls_behind(&mut window);
    assert_eq!(offers_a_draw(&mut window), None);
    assert!(window.query_by_label("Ada plays on").is_some());
    click(&mut window, "Play on");
    assert!(current(&window).end().is_none());
    click(&mut window, "Leave");

    start(&mut window, "Standard of 3 Stones", &["Black: Apprentice"]);
    while ahead(&window) < 1 {
        assert!(current(&window).end().is_none(), "the person comes to be ahead");
        plays_well(&mut window);
    }
    assert_eq!(offers_a_draw(&mut window), Some(Reason::Agreed));
    assert!(verified(&window).contains("all agreed to a draw"));
}

#[test]
fn a_bot_that_refused_a_draw_is_not_asked_again_for_ten_actions() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Journeyman"]);
    falls_behind(&mut window);
    assert_eq!(offers_a_draw(&mut window), None);
    click(&mut window, "Play on");
    let refused_at = current(&window).len();
    while current(&window).len() < refused_at + 10 {
        assert!(!can_offer_a_draw(&mut window));
        place(&mut window);
        assert!(current(&window).end().is_none(), "there are ten more actions");
    }
    assert!(can_offer_a_draw(&mut window));
}

#[test]
fn the_menu_with_the_ends_closes_when_one_is_chosen_by_keyboard() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Journeyman"]);
    falls_behind(&mut window);
    let by_keyboard = |window: &mut Window, button: &str| {
        window.get_by_label(button).focus();
        frames(window);
        press(window, Modifiers::NONE, Key::Enter);
    };
    by_keyboard(&mut window, "End");
    by_keyboard(&mut window, "Offer a draw");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert!(window.query_by_label("Ada plays on").is_some());
    assert!(window.query_by_label("Offer a draw").is_none(), "the menu is closed");
    click(&mut window, "Play on");
    by_keyboard(&mut window, "End");
    by_keyboard(&mut window, "Resign…");
    assert!(window.query_by_label("Resign?").is_some() && window.query_by_label("Resign…").is_none());
}

/// The points by which the first seat is ahead.
fn ahead(window: &Window) -> i64 {
    let scene = current(window).scene(Observer::Public).unwrap();
    let points = |seat: usize| scene.seats[seat].score.unwrap_or_default();
    points(0) - points(1)
}

/// Places stones without a plan until the bot is far ahead.
fn falls_behind(window: &mut Window) {
    while ahead(window) > -3 {
        assert!(current(window).end().is_none(), "the bot comes to be ahead");
        place(window);
    }
}

/// Chooses as a bot would.
fn plays_well(window: &mut Window) {
    let chosen = {
        let current = current(window);
        let seat = current.to_act().unwrap();
        let best =
            BotSpec::Journeyman.build(1).choose(&Viewpoint::new(current.position(), seat), &Stop::new()).unwrap();
        let choices = current.described_actions().unwrap();
        choices.iter().find(|choice| choice.action == best.action).unwrap().description.text.to_string()
    };
    // "white to F7, …", where "F7: empty, …" can be touched.
    let words: Vec<&str> = chosen.split(|sign: char| !sign.is_alphanumeric()).collect();
    let is_it = |node: &Node<'_>| label(node).split_once(": empty").is_some_and(|(place, _)| words.contains(&place));
    touchable(window, "").into_iter().find(is_it).unwrap_or_else(|| panic!("{chosen}")).click();
    frames(window);
    settle(window);
}

/// Whether a draw can be offered now.
fn can_offer_a_draw(window: &mut Window) -> bool {
    click(window, "End");
    let can = !window.get_by_label("Offer a draw").accesskit_node().is_disabled();
    window.key_press(Key::Escape);
    frames(window);
    can
}

/// Offers a draw, and waits until bots have answered. Returns how the match ended, if it did.
fn offers_a_draw(window: &mut Window) -> Option<Reason> {
    click(window, "End");
    click(window, "Offer a draw");
    window.state_mut().wait_for_bot();
    frames(window);
    current(window).end().map(|end| end.reason)
}

#[test]
fn people_agree_to_a_draw() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Person"]);
    place(&mut window);
    click(&mut window, "End");
    click(&mut window, "Offer a draw");
    assert!(window.query_by_label_contains("Player 2 offers a draw").is_some());
    click(&mut window, "Agree");
    frames(&mut window);
    let end = current(&window).end().cloned().unwrap();
    assert_eq!((end.reason, end.outcome.winners.iter().count()), (Reason::Agreed, 2));
    assert!(window.query_all_by_label("A draw, on which all agreed").next().is_some());
    assert!(verified(&window).contains("all agreed to a draw"));
}

/// Resigns, where more than two sides play.
fn resign(window: &mut Window) {
    click(window, "End");
    click(window, "Resign…");
    assert!(window.query_by_label_contains("from now on a bot plays your turns").is_some(), "what will happen");
    click(window, "Resign");
    frames(window);
}

#[test]
fn of_more_than_two_sides_the_others_play_on_when_one_resigns() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &[]);
    click(&mut window, "End");
    assert!(window.query_by_label("Offer a draw").is_none(), "nobody shares the win of the others");
    press(&mut window, Modifiers::NONE, Key::Escape);
    resign(&mut window);
    assert!(current(&window).end().is_none() && current(&window).has_resigned(Seat(0)));
    assert!(window.query_by_label("End").is_none(), "there is nothing left to resign");
    let name = names(&window)[0].clone();
    assert!(window.query_all_by_label_contains("resigned · journeyman plays").next().is_some());
    assert!(window.query_by_label_contains(&format!("{name}: resigned, and")).is_some(), "the log");
    // Leaving and coming back changes nothing.
    let file = current(&window).record_file().unwrap().to_owned();
    click(&mut window, "Leave");
    resume(&mut window, "You");
    assert!(current(&window).has_resigned(Seat(0)) && current(&window).record_file() == Some(&*file));
    while current(&window).end().is_none() {
        settle(&mut window);
        if window.query_by_label("Continue").is_some() {
            click(&mut window, "Continue");
        }
    }
    let end = current(&window).end().cloned().unwrap();
    assert_eq!((end.reason, &end.resigned[..]), (Reason::Rules, &[Seat(0)][..]));
    assert!(!end.outcome.winners.contains(Seat(0)));
    assert!(window.query_all_by_label_contains("You resigned. ").next().is_some(), "the banner");
    assert!(verified(&window).starts_with("It ends by the rules"));
}

#[test]
fn undo_and_redo_keys_revert_and_repeat_a_resignation() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    // Two people: after the first resigned it is the turn of bots until the second is asked.
    start(&mut window, "At court", &["East: Person"]);
    click(&mut window, "Show my side");
    let seat = current(&window).to_act().unwrap();
    resign(&mut window);
    settle(&mut window);
    assert!(current(&window).has_resigned(seat));
    let played = current(&window).len();
    if window.query_by_label("Show my side").is_some() {
        click(&mut window, "Show my side");
    }
    press(&mut window, Modifiers::COMMAND, Key::Z);
    if window.query_by_label("Everybody agrees").is_some() {
        click(&mut window, "Everybody agrees");
    }
    assert!(!current(&window).has_resigned(seat) && current(&window).to_act() == Some(seat));
    if window.query_by_label("Show my side").is_some() {
        click(&mut window, "Show my side");
    }
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert!(current(&window).has_resigned(seat));
    assert_eq!(current(&window).len(), played);
}
