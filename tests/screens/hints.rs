//! Hints at a person's turn, and where a match was lost.

use super::{
    Window, click, current, frames, label, new_window, open_sheet, place, plays_to_the_end, press, resume, settle,
    start,
};
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_desktop::play::hint::hint_for;
use stonehouse_runtime::Position;
use stonehouse_tests::ruleset;

/// The line with the hint, if there is one.
fn hint(window: &Window) -> Option<String> {
    let mut lines = window.query_all_by_role(egui::Role::Label);
    lines.find(|node| label(node).starts_with("Hint: ")).map(|node| label(&node))
}

fn asks_with_h(window: &mut Window) -> Option<String> {
    press(window, Modifiers::NONE, Key::H);
    window.state_mut().wait_for_bot();
    frames(window);
    hint(window)
}

fn button<'a>(window: &'a Window, name: &'a str) -> Option<Node<'a>> {
    window.query_all_by_role(egui::Role::Button).find(|node| label(node) == name)
}

fn is_offered(window: &Window) -> bool {
    !button(window, "Hint").expect("there is the button").accesskit_node().is_disabled()
}

#[test]
fn a_hint_from_key_or_button_names_a_legal_choice_until_played() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    let message = asks_with_h(&mut window).expect("a hint");
    let texts: Vec<String> = {
        let choices = current(&window).described_actions().unwrap();
        choices.iter().map(|choice| choice.description.text.to_string()).collect()
    };
    let compared = |action: &String, other: &String| {
        let better = ["as good as", "slightly better than", "better than", "clearly better than"];
        better.iter().any(|better| message.starts_with(&format!("Hint: {action}, {better} {other}. You win ")))
    };
    assert!(texts.iter().any(|action| texts.iter().any(|other| compared(action, other))), "{message} of {texts:?}");
    assert!(message.ends_with(" from here.") && !message.contains("100"), "{message}");
    press(&mut window, Modifiers::NONE, Key::H);
    assert_eq!(hint(&window), None, "the key takes it away again");
    click(&mut window, "Hint");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert_eq!(hint(&window), Some(message), "the same position, the same hint");
    place(&mut window);
    assert_eq!(hint(&window), None, "it was about another turn");
}

#[test]
fn nothing_on_the_table_moves_when_a_hint_comes_and_goes() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    let pockets = |window: &Window| {
        let all = window.query_all_by_role(egui::Role::Button).filter(|node| label(node).contains(": empty"));
        all.map(|node| (label(&node), node.rect())).collect::<Vec<_>>()
    };
    let before = pockets(&window);
    assert!(before.len() > 20);
    press(&mut window, Modifiers::NONE, Key::H);
    assert_eq!(pockets(&window), before, "while it is looked for");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert!(hint(&window).is_some());
    assert_eq!(pockets(&window), before, "while it is shown");
    press(&mut window, Modifiers::NONE, Key::H);
    assert_eq!((hint(&window), pockets(&window)), (None, before));
}

#[test]
fn a_hint_is_closed_by_escape_and_the_match_goes_on() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    assert!(asks_with_h(&mut window).is_some());
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(hint(&window), None);
    assert!(window.state().current().is_some());
    // While it is looked for, too.
    press(&mut window, Modifiers::NONE, Key::H);
    press(&mut window, Modifiers::NONE, Key::Escape);
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert_eq!(hint(&window), None);
    place(&mut window);
}

#[test]
fn hints_are_not_offered_with_clocks_or_when_disabled() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Tournament of 3 Stones", &["Black: Apprentice"]);
    assert!(!is_offered(&window));
    assert_eq!(asks_with_h(&mut window), None);
    click(&mut window, "Leave");
    if window.query_by_label("Leave the match").is_some() {
        click(&mut window, "Leave the match");
    }

    open_sheet(&mut window, "Small board", &["No hints", "Start"]);
    settle(&mut window);
    assert!(!is_offered(&window));
    assert_eq!(asks_with_h(&mut window), None);
    let file = current(&window).record_file().unwrap().to_owned();
    assert!(std::fs::read_to_string(file).unwrap().lines().next().unwrap().contains("\"no_hints\":true"));
    place(&mut window);
    click(&mut window, "Leave");
    resume(&mut window, "You – Ada");
    assert!(!is_offered(&window), "nor when it is resumed");
    click(&mut window, "Leave");

    start(&mut window, "Standard of 3 Stones", &[]);
    assert!(is_offered(&window));
    click(&mut window, "Settings");
    window.get_by_label("Offer hints").scroll_to_me();
    frames(&mut window);
    click(&mut window, "Offer hints");
    click(&mut window, "Close");
    assert!(button(&window, "Hint").is_none());
    assert_eq!(asks_with_h(&mut window), None);
}

#[test]
fn a_hint_does_not_depend_on_what_the_seat_cannot_know() {
    for (variant, played) in [("three-stones/standard", 6), ("stonerow/official", 14), ("tavern-stones/quick", 9)] {
        let ruleset = ruleset(variant);
        let names: Vec<String> = ruleset.seating().seats.iter().map(|seat| seat.name.clone()).collect();
        let mut position = Position::deal(ruleset.rules(), 5).unwrap();
        let mut bot = BotSpec::Random.build(1);
        let mut legal = Vec::new();
        for _ in 0..played {
            let seat = position.to_act().unwrap().unwrap();
            let chosen = bot.choose(&Viewpoint::new(&position, seat), &Stop::new()).unwrap();
            position.play_candidate(chosen).unwrap();
        }
        // On to a decision with a choice.
        let seat = loop {
            let seat = position.to_act().unwrap().unwrap();
            position.all_candidates(&mut legal).unwrap();
            if legal.len() > 1 {
                break seat;
            }
            position.play_candidate(legal[0]).unwrap();
        };
        let message = |position: &Position| hint_for(position, seat, played, &names, &Stop::new()).unwrap();
        let first = message(&position);
        for redraw in 0..2 {
            let mut other = position.try_clone().unwrap();
            other.determinize(seat, redraw).unwrap();
            assert_eq!(message(&other), first, "{variant}, redrawn with {redraw}");
        }
        assert!(!first.places.handles.is_empty(), "{variant} has places to point at: {first:?}");
    }
}

#[test]
fn after_a_match_the_largest_blunders_are_shown_and_replayed() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    // Always the first pocket that there is: something is lost on the way.
    plays_to_the_end(&mut window);
    click(&mut window, "Where it was lost");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    let moments: Vec<String> = {
        let buttons = window.query_all_by_role(egui::Role::Button).map(|node| label(&node));
        buttons.filter(|name| name.starts_with("Action ")).collect()
    };
    assert!((1..=3).contains(&moments.len()), "{moments:?}");
    assert!(window.query_all_by_label_contains("Better: ").count() == moments.len());
    let number: usize = moments[0].trim_start_matches("Action ").parse().unwrap();
    window.get_by_label(&moments[0]).scroll_to_me();
    frames(&mut window);
    click(&mut window, &moments[0]);
    window.state_mut().wait_for_bot();
    frames(&mut window);
    click(&mut window, "Play on from here");
    frames(&mut window);
    click(&mut window, "Start");
    settle(&mut window);
    assert_eq!(current(&window).len(), number - 1, "it is played on before that action");
}
