//! Information that people at one screen, and bots, may get from each other: hands, actions taken back, how long an
//! answer takes.

use super::alignment::painted;
use super::{Window, click, current, first_path, label, names, open_sheet, press, settle, start, touchable, window};
use egui_kittest::kittest::{NodeT, Queryable};
use std::time::Duration;
use stonehouse_desktop::tempo::Tempo;
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Observer, Seat};
use stonehouse_tests::{AT_ONCE, app, app_over, folders};
use stonehouse_ui::theme;

/// The text of a seat's hand in StoneRow for assistive technology, where it is face up.
fn own_cards(window: &Window, seat: u8) -> String {
    let scene = current(window).scene(Observer::Seat(Seat(seat))).unwrap();
    let hand = scene.areas.into_iter().find(|area| area.handle == format!("hand/{seat}")).unwrap();
    let players = names(window);
    let cards: Vec<String> = hand.pieces.into_iter().map(|piece| piece.name.shown(&players)).collect();
    format!("{}: {}", hand.title.shown(&players), cards.join(", "))
}

fn shows_hand(window: &Window, seat: u8) -> bool {
    window.query_by_label(&own_cards(window, seat)).is_some()
}

/// Draws a card from the Quarry or the Brickyard.
fn draw(window: &mut Window, pile: &str) {
    let pile = touchable(window, "").iter().map(label).find(|name| name.starts_with(pile)).unwrap();
    click(window, &pile);
}

/// Discards the card of the last choice.
fn discard(window: &mut Window) {
    let card = current(window).described_actions().unwrap().last().unwrap().description.data["cards"][0]
        .as_str()
        .unwrap()
        .to_owned();
    let card = touchable(window, "").iter().map(label).find(|name| name.starts_with(&card)).unwrap();
    click(window, &card);
    click(window, "Discard");
}

fn undo_is_offered(window: &Window) -> bool {
    !window.get_by_label("Undo").accesskit_node().is_disabled()
}

fn press_undo(window: &mut Window) {
    press(window, egui::Modifiers::COMMAND, egui::Key::Z);
}

#[test]
fn people_who_share_a_screen_do_not_see_each_others_hands() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app(records.path()));
    start(&mut window, "Duel", &["North: Person"]);
    // No player's cards show until South takes the screen.
    assert!(!shows_hand(&window, 0));
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, 0) && !shows_hand(&window, 1));
    draw(&mut window, "Quarry");
    discard(&mut window);
    // North is next: South's cards are no longer on the screen, North's not yet.
    assert_eq!(current(&window).to_act(), Some(Seat(1)));
    assert!(!shows_hand(&window, 0) && !shows_hand(&window, 1));
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, 1));
}

#[test]
fn an_onlooker_who_resigned_sees_a_hand_only_when_it_is_shown() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app(records.path()));
    start(&mut window, "At court", &["East: Person"]);
    click(&mut window, "Show my side");
    let gone = current(&window).to_act().unwrap();
    click(&mut window, "End");
    click(&mut window, "Resign…");
    click(&mut window, "Resign");
    settle(&mut window);
    let other = current(&window).to_act().unwrap();
    assert!(current(&window).is_played_by_person(other) && other != gone);
    assert!(!shows_hand(&window, gone.0) && !shows_hand(&window, other.0), "covered until the other shows it");
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, other.0) && !shows_hand(&window, gone.0));
    draw(&mut window, "Quarry");
    assert!(shows_hand(&window, other.0), "the turn is not over");
    discard(&mut window);
    assert!(!shows_hand(&window, other.0) && !shows_hand(&window, gone.0), "the onlooker sees what everybody sees");
}

#[test]
fn nothing_is_taken_back_while_the_screen_changes_hands() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app(records.path()));
    start(&mut window, "Duel", &["North: Person"]);
    click(&mut window, "Show my side");
    draw(&mut window, "Brickyard");
    discard(&mut window);
    assert!(window.query_by_label("Show my side").is_some(), "North has not come yet");
    assert!(!undo_is_offered(&window));
    press_undo(&mut window);
    assert_eq!(current(&window).len(), 2);
    assert!(!shows_hand(&window, 0) && !shows_hand(&window, 1));
}

#[test]
fn strict_undo_keeps_actions_that_revealed_something() {
    for (strict, other) in [(false, "North: Apprentice"), (true, "North: Apprentice"), (true, "North: Person")] {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("settings.toml");
        std::fs::write(&file, format!("strict_undo = {strict}\n")).unwrap();
        let folders = stonehouse_engine::Folders { settings: Some(file), ..folders(Some(home.path())) };
        let mut window = window(app_over(&folders, AT_ONCE));
        start(&mut window, "Duel", &[other]);
        if other == "North: Person" {
            click(&mut window, "Show my side");
        }
        draw(&mut window, "Quarry");
        assert_eq!(undo_is_offered(&window), !strict);
        press_undo(&mut window);
        assert_eq!(current(&window).is_empty(), !strict);
    }
}

#[test]
fn undo_on_a_shared_screen_hides_hands_until_one_is_requested() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app(records.path()));
    start(&mut window, "Duel", &["North: Person"]);
    click(&mut window, "Show my side");
    // The card was face up: this can be taken back.
    draw(&mut window, "Brickyard");
    assert!(shows_hand(&window, 0));
    press_undo(&mut window);
    assert!(current(&window).is_empty());
    assert_eq!(current(&window).to_act(), Some(Seat(0)));
    assert!(!shows_hand(&window, 0) && !shows_hand(&window, 1));
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, 0));
}

#[test]
fn between_people_undo_of_a_revealing_action_needs_agreement() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app(records.path()));
    start(&mut window, "Duel", &["North: Person"]);
    click(&mut window, "Show my side");
    draw(&mut window, "Quarry");
    press_undo(&mut window);
    assert_eq!(current(&window).len(), 1, "South has seen the card");
    assert_no_hand_is_shown(&window);
    click(&mut window, "It stays played");
    assert_eq!(current(&window).len(), 1);
    assert_no_hand_is_shown(&window);
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, 0) && !shows_hand(&window, 1));
    press_undo(&mut window);
    press_undo(&mut window);
    assert_eq!(current(&window).len(), 1, "the keys do not answer the question");
    click(&mut window, "Everybody agrees");
    assert!(current(&window).is_empty());
    assert!(window.query_by_label("Show my side").is_some());
    click(&mut window, "Show my side");
    assert!(window.query_all_by_label_contains("took back a move after seeing more").next().is_some());
}

/// Every text of the screen: those for assistive technology, and those that are painted.
fn texts(window: &Window) -> Vec<String> {
    let mut texts: Vec<String> = window.root().children_recursive().map(|node| label(&node)).collect();
    for clipped in &window.output().shapes {
        if let egui::Shape::Text(text) = &clipped.shape {
            texts.push(text.galley.text().to_owned());
        }
    }
    texts
}

/// No text of the screen names a card of any hand.
fn assert_no_hand_is_shown(window: &Window) {
    let texts = texts(window);
    assert!(texts.iter().any(|text| text == "Settings"), "the texts of the screen are found: {texts:?}");
    for seat in 0..2 {
        assert!(!shows_hand(window, seat));
        let scene = current(window).scene(Observer::Seat(Seat(seat))).unwrap();
        let hand = scene.areas.into_iter().find(|area| area.handle == format!("hand/{seat}")).unwrap();
        for piece in hand.pieces {
            let name = piece.name.shown(&names(window));
            assert!(!texts.iter().any(|text| text.starts_with(&name)), "{name} of seat {seat}: {texts:?}");
        }
    }
}

#[test]
fn an_offer_of_a_draw_shows_no_hand_until_the_asked_person_has_come() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app(records.path()));
    start(&mut window, "Duel", &["North: Person"]);
    click(&mut window, "Show my side");
    draw(&mut window, "Quarry");
    discard(&mut window);
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, 1));
    let offers = |window: &mut Window| {
        click(window, "End");
        click(window, "Offer a draw");
        assert_no_hand_is_shown(window);
        assert!(window.query_by_label("Agree").is_none(), "nobody answers for South");
    };
    offers(&mut window);
    // The button that is expected next is the most visible one.
    let loud = |label: &str| {
        let place = window.get_by_label(label).rect();
        let fill = painted(&window).into_iter().rev().find_map(|shape| match shape {
            egui::Shape::Rect(shape) if (shape.rect.center() - place.center()).length() < 2.0 => Some(shape.fill),
            _ => None,
        });
        {
            let (fill, cloth) = (fill.expect(label).to_array(), theme::CLOTH.to_array());
            fill.iter().zip(cloth).map(|(one, other)| u32::from(one.abs_diff(other))).sum::<u32>()
        }
    };
    let (main, other) = (loud("Show my side"), loud("Take the offer back"));
    assert!(main > 100 && main > 4 * other, "{main}, {other}");
    // The offer is taken back: the screen is North's again, once North confirms.
    click(&mut window, "Take the offer back");
    assert_no_hand_is_shown(&window);
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, 1) && current(&window).end().is_none());
    offers(&mut window);
    // South looks at their side, and refuses.
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, 0) && !shows_hand(&window, 1));
    click(&mut window, "Play on");
    assert_no_hand_is_shown(&window);
    click(&mut window, "Show my side");
    assert!(shows_hand(&window, 1) && !shows_hand(&window, 0));
    offers(&mut window);
    click(&mut window, "Show my side");
    click(&mut window, "Agree");
    assert_eq!(current(&window).end().map(|end| end.reason), Some(stonehouse_engine::Reason::Agreed));
}

#[test]
fn against_bots_the_log_notes_only_undos_of_revealing_moves() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app(records.path()));
    start(&mut window, "Duel", &["North: Apprentice"]);
    let remark = "You: took back a move after seeing more";
    draw(&mut window, "Brickyard");
    click(&mut window, "Undo");
    assert!(window.query_by_label(remark).is_none(), "the card lay open");
    draw(&mut window, "Quarry");
    click(&mut window, "Undo");
    assert!(window.query_by_label(remark).is_some());
    draw(&mut window, "Brickyard");
    assert!(window.query_by_label(remark).is_some(), "it stays");
}

/// Bots that answer after a second: four frames after the one in which they are asked.
const AFTER_A_SECOND: Tempo = Tempo { pause: Duration::from_secs(1), steady: Some(Duration::from_secs(1)), ..AT_ONCE };

/// A match of Stones: South among three bots that answer after a second.
fn among_bots(records: &std::path::Path, seed: u64) -> Window {
    let mut window = window(app_over(&folders(Some(records)), AFTER_A_SECOND).with_seeds(seed));
    open_sheet(&mut window, "Quick", &["West: Apprentice", "North: Apprentice", "East: Apprentice"]);
    click(&mut window, "Start");
    window
}

/// The next frame. A bot that is asked in it has chosen before the one that follows.
fn frame(window: &mut Window) {
    window.step();
    window.state_mut().wait_for_bot();
}

/// Lets South, among bots, pass, deny and read the counts, until `found`.
fn pass_until(window: &mut Window, found: impl Fn(&Window) -> bool) {
    while !found(window) {
        assert!(current(window).end().is_none(), "the match is over, and it did not come to it");
        let button = ["Continue", "Pass", "Deny"].into_iter().find(|name| window.query_by_label(name).is_some());
        if let Some(button) = button {
            window.get_by_label(button).click();
            frame(window);
        }
        frame(window);
    }
}

#[test]
fn a_forced_answer_is_given_after_a_pause_and_undo_skips_it() {
    let records = tempfile::tempdir().unwrap();
    let mut window = among_bots(records.path(), 28);
    pass_until(&mut window, |window| {
        current(window).to_act() == Some(Seat(0))
            && current(window).described_actions().unwrap().len() == 1
            && window.query_by_label("Deny").is_some()
    });
    let before = current(&window).len();
    window.run_steps(8);
    assert_eq!(current(&window).len(), before, "the question can be read");
    assert!(window.query_by_label("Deny").is_some());
    window.run_steps(6);
    assert_eq!(current(&window).actions().nth(before).expect("it was answered").0, Seat(0));
    assert_eq!(current(&window).log(Observer::Public)[before].text, "deny".into());

    press_undo(&mut window);
    let stands = current(&window).len();
    assert!(stands < before);
    assert_eq!(current(&window).to_act(), Some(Seat(0)));
    assert!(current(&window).described_actions().unwrap().len() > 1);
    window.run_steps(20);
    assert_eq!(current(&window).len(), stands, "the choice is South's");
}

#[test]
fn at_a_shared_screen_no_forced_answer_is_given_for_a_person() {
    let records = tempfile::tempdir().unwrap();
    let mut window = window(app(records.path()));
    start(&mut window, "Quick", &["West: Person", "North: Person", "East: Person"]);
    // Each player asks the next for a hidden stone of a kind, until one has none of it.
    for turn in 0..40 {
        if window.query_by_label("Continue").is_some() {
            click(&mut window, "Continue");
        }
        if window.query_by_label("Show my side").is_some() {
            click(&mut window, "Show my side");
        }
        let choices = current(&window).described_actions().unwrap();
        if choices.len() == 1 && window.query_by_label("Deny").is_some() {
            let before = current(&window).len();
            window.run_steps(100);
            assert_eq!(current(&window).len(), before);
            return;
        }
        if window.query_by_label("Deny").is_some() {
            click(&mut window, "Deny");
            continue;
        }
        let hidden: Vec<_> = choices.iter().filter(|choice| choice.description.data["of"] == "hidden").collect();
        let hidden = hidden[turn % hidden.len()].description.clone();
        for handle in first_path(&hidden) {
            super::touch(&mut window, &handle);
        }
    }
    panic!("nobody was asked for what they have not");
}

#[test]
fn a_bot_that_can_only_deny_takes_as_long_as_one_that_has_a_choice() {
    let records = tempfile::tempdir().unwrap();
    let mut window = among_bots(records.path(), 1);
    let is_bots = |window: &Window| {
        current(window).to_act().is_some_and(|seat| seat != Seat(0)) && window.query_by_label("Continue").is_none()
    };
    // How many frames a decision took, and among how many actions it was.
    let mut taken: Vec<(usize, usize)> = Vec::new();
    let mut follows_a_bot = false;
    let count =
        |taken: &[(usize, usize)], free: bool| taken.iter().filter(|(_, choices)| (*choices > 1) == free).count();
    while count(&taken, true) < 8 || count(&taken, false) < 2 {
        pass_until(&mut window, is_bots);
        let choices = current(&window).described_actions().unwrap().len();
        let before = current(&window).len();
        let mut frames = 0;
        while current(&window).len() == before {
            frame(&mut window);
            frames += 1;
        }
        // After South, the frame of the click is not counted.
        if follows_a_bot {
            taken.push((frames, choices));
        }
        follows_a_bot = is_bots(&window);
    }
    assert!(taken.iter().all(|(frames, _)| *frames == 5), "{taken:?}");
}
