//! Matches played at the table, by touch and by keyboard, among people and bots.

use super::alignment::painted;
use super::tally::click_at;
use super::{
    Window, click, current, first_path, frames, label, names, new_window, open_sheet, place, plays_to_the_end, settle,
    start, touch, touchable, window,
};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::time::Duration;
use stonehouse_desktop::tempo::Tempo;
use stonehouse_engine::Reason;
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Observer, PathStep, Rng, Seat, text};
use stonehouse_tests::{AT_ONCE, app_over, folders};

#[test]
fn a_person_plays_a_whole_match_against_a_bot() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    let end = current(&window).end().cloned().unwrap();
    assert_eq!(end.reason, Reason::Rules);
    assert_eq!(current(&window).len(), 28);
    let winners: Vec<Seat> = end.outcome.winners.into();
    let message = match *winners {
        [winner] => text!("{winner} wins", winner).shown(&names(&window)),
        _ => "A draw".to_owned(),
    };
    assert!(window.query_all_by_label_contains(&message).next().is_some(), "{message}");
    assert_eq!(fs::read_dir(records.path()).unwrap().count(), 1, "one record of one match");
}

#[test]
fn two_people_play_pure_skill_by_choosing_a_stone_and_then_a_pocket() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Pure skill", &["Black: Person"]);
    assert!(touchable(&window, ": empty").is_empty(), "a stone comes first");
    while current(&window).len() < 6 {
        let stones: Vec<String> = touchable(&window, "of them").iter().map(label).collect();
        let stone = &stones[current(&window).len() % stones.len()];
        click(&mut window, stone);
        place(&mut window);
    }
    let seats: Vec<Seat> = current(&window).actions().map(|(seat, _)| seat).collect();
    assert_eq!(seats, [0, 1, 0, 1, 0, 1].map(Seat));
}

#[test]
fn a_stone_that_was_chosen_is_put_back_with_escape() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Pure skill", &["Black: Person"]);
    click(&mut window, "black stone, 15 of them");
    assert_eq!(touchable(&window, ": empty").len(), 80);
    window.key_press(egui::Key::Escape);
    frames(&mut window);
    assert!(touchable(&window, ": empty").is_empty());
}

#[test]
fn a_click_on_empty_space_deselects_the_chosen_stone() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Pure skill", &["Black: Person"]);
    let stone = "black stone, 15 of them";
    let at = window.get_by_label(stone).rect();
    click(&mut window, stone);
    assert_eq!(touchable(&window, ": empty").len(), 80);
    click_at(&mut window, egui::pos2(at.center().x, at.bottom() + 12.0));
    assert!(touchable(&window, ": empty").is_empty());
    assert!(current(&window).is_empty(), "nothing was placed");
}

#[test]
fn a_match_can_be_played_with_the_keyboard_alone() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    window.key_press(egui::Key::ArrowRight);
    frames(&mut window);
    for turn in 0..3 {
        // However far, the arrows do not leave the table.
        for _ in 0..8 {
            window.key_press([egui::Key::ArrowLeft, egui::Key::ArrowUp, egui::Key::ArrowDown][turn]);
            frames(&mut window);
        }
        window.key_press(egui::Key::Enter);
        frames(&mut window);
        settle(&mut window);
        assert_eq!(current(&window).len(), 2 * (turn + 1));
    }
}

/// Whether the ring of the keyboard is painted around something round.
fn has_ring(window: &Window) -> bool {
    painted(window).iter().any(|shape| match shape {
        egui::Shape::Circle(circle) => {
            circle.stroke == egui::Stroke::new(2.5, stonehouse_ui::theme::LIGHT) && circle.radius > 5.0
        }
        _ => false,
    })
}

#[test]
fn the_keyboard_stays_on_the_table_after_a_stone_is_placed() {
    let records = tempfile::tempdir().unwrap();
    for (variant, black) in [
        ("Standard of 3 Stones", "Black: Apprentice"),
        ("Standard of 3 Stones", "Black: Person"),
        ("Pure skill", "Black: Apprentice"),
    ] {
        let tempo = Tempo { pause: Duration::from_millis(800), ..AT_ONCE };
        let mut window = window(app_over(&folders(Some(records.path())), tempo));
        start(&mut window, variant, &[black]);
        let press = |window: &mut Window, key| {
            window.key_press(key);
            window.run_steps(2);
        };
        press(&mut window, egui::Key::ArrowRight);
        for turn in 0..4 {
            press(&mut window, egui::Key::ArrowDown);
            press(&mut window, egui::Key::Enter);
            assert!(has_ring(&window), "{variant}, {black}, turn {turn}: it is seen where the keyboard is");
            // An impatient person presses keys while the bot chooses.
            press(&mut window, egui::Key::ArrowLeft);
            settle(&mut window);
            window.run_steps(8);
            let focused = |window: &Window| {
                let mut nodes = touchable(window, "").into_iter();
                nodes.find(|node| node.accesskit_node().is_focused()).map(|node| label(&node))
            };
            let here = focused(&window);
            assert!(
                here.as_ref().is_some_and(|here| here.contains(": empty")),
                "{variant}, {black}, turn {turn}: {here:?}"
            );
            press(&mut window, egui::Key::ArrowDown);
            let down = focused(&window);
            press(&mut window, egui::Key::ArrowUp);
            assert!(down != here || focused(&window) != here, "{variant}, {black}: the arrows do not move it");
        }
    }
}

#[test]
fn a_bot_that_thinks_for_too_long_gives_what_it_has_found() {
    let records = tempfile::tempdir().unwrap();
    let longest_thought = Duration::ZERO;
    let mut window = window(app_over(&folders(Some(records.path())), Tempo { longest_thought, ..AT_ONCE }));
    // Its house rule is called for every pocket, so that the master would take minutes.
    start(&mut window, "Open water", &["White: Master", "Black: Person"]);
    assert_eq!(current(&window).len(), 1);
}

#[test]
fn bots_play_among_themselves() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["White: Apprentice", "Black: Apprentice"]);
    assert_eq!(current(&window).len(), 28);
    assert!(current(&window).end().is_some());
}

/// Touches any thing that can be touched on the table or in the prompt, until the match is over; `seed` decides which.
fn touch_at_random(window: &mut Window, seed: u64) {
    let mut random = Rng::from_seed(seed);
    for _ in 0..4000 {
        if current(window).end().is_some() {
            return;
        }
        let shown: Vec<String> = touchable(window, "").iter().map(label).collect();
        let bar = ["Leave", "New tab", "Hint", "End", "Undo", "Redo", "Rules", "Console", "Settings", "New match"];
        let things: Vec<&String> =
            shown.iter().filter(|name| !name.is_empty() && !bar.contains(&name.as_str())).collect();
        let thing = *random.pick(&things).expect("something can be touched");
        let same: Vec<Node<'_>> = touchable(window, thing).into_iter().filter(|node| label(node) == *thing).collect();
        same[random.below(same.len() as u32) as usize].click();
        window.run_steps(2);
        settle(window);
    }
    panic!("the match did not end");
}

#[test]
fn a_duel_of_stonerow_is_played_to_its_end_against_a_bot() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Duel", &["North: Apprentice"]);
    touch_at_random(&mut window, 1);
    assert!(current(&window).end().is_some_and(|end| end.reason == Reason::Rules));
}

#[test]
fn a_set_is_built_by_touching_its_cards_in_any_order_and_then_build() {
    let records = tempfile::tempdir().unwrap();
    // A deal in which South holds a pair.
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Duel", &[]);
    window.get_by_label("Seed").focus();
    window.get_by_label("Seed").type_text("11");
    frames(&mut window);
    click(&mut window, "Start");
    let quarry = touchable(&window, "").iter().map(label).find(|name| name.starts_with("Quarry")).unwrap();
    click(&mut window, &quarry);
    let choices = current(&window).described_actions().unwrap();
    let build =
        choices.iter().find(|choice| choice.description.data["action"] == "build").expect("the seed deals a pair");
    let cards: Vec<String> = build.description.data["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card.as_str().unwrap().to_owned())
        .collect();
    for card in cards.iter().rev() {
        let card = touchable(&window, "").iter().map(label).find(|name| name.starts_with(card.as_str())).unwrap();
        click(&mut window, &card);
    }
    let before = current(&window).len();
    let button = |node: &Node<'_>| label(node).starts_with("Build, brings ");
    window.get_all_by_role(egui::Role::Button).find(button).expect("it shows what it brings").click();
    window.run_steps(2);
    assert!(current(&window).len() > before);
    let names = names(&window);
    let text = current(&window).log(Observer::Public)[before].text.shown(&names);
    assert!(text.starts_with("build "), "{text}");
}

#[test]
fn the_ring_of_the_keyboard_stays_on_a_card_that_enter_has_chosen() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Duel", &[]);
    window.get_by_label("Seed").focus();
    window.get_by_label("Seed").type_text("11");
    frames(&mut window);
    click(&mut window, "Start");
    let quarry = touchable(&window, "").iter().map(label).find(|name| name.starts_with("Quarry")).unwrap();
    click(&mut window, &quarry);
    let choices = current(&window).described_actions().unwrap();
    let build =
        choices.iter().find(|choice| choice.description.data["action"] == "build").expect("the seed deals a pair");
    let first = build.description.data["cards"][0].as_str().unwrap();
    let is_first = |node: &Node<'_>| label(node).starts_with(first);
    touchable(&window, "").into_iter().find(is_first).expect("the card can be chosen").focus();
    frames(&mut window);
    window.key_press(egui::Key::Enter);
    frames(&mut window);
    let is_focused = |node: &Node<'_>| node.accesskit_node().is_focused();
    let card = touchable(&window, "").into_iter().find(is_focused).expect("the keyboard is on the table");
    assert!(is_first(&card), "{}", label(&card));
    let ring = painted(&window).into_iter().any(|shape| match shape {
        egui::Shape::Rect(rect) => {
            let around = rect.rect.contains_rect(card.rect()) && card.rect().expand(8.0).contains_rect(rect.rect);
            rect.stroke == egui::Stroke::new(2.5, stonehouse_ui::theme::LIGHT) && around
        }
        _ => false,
    });
    assert!(ring, "{}", card.rect());
}

#[test]
fn an_arrow_key_leads_from_a_cards_only_target_to_the_next_card() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Duel", &[]);
    window.get_by_label("Seed").focus();
    window.get_by_label("Seed").type_text("11");
    frames(&mut window);
    click(&mut window, "Start");
    let quarry = touchable(&window, "").iter().map(label).find(|name| name.starts_with("Quarry")).unwrap();
    click(&mut window, &quarry);
    // The cards of the hand, from left to right.
    let hand: Vec<String> = {
        let current = current(&window);
        let choices = current.described_actions().unwrap();
        let paths = choices.iter().flat_map(|choice| &choice.description.paths);
        let first: Vec<&String> = paths.filter_map(|path| path.first()).flat_map(PathStep::handles).collect();
        let scene = current.scene(Observer::Seat(Seat(0))).unwrap();
        let pieces = scene.areas.iter().flat_map(|area| &area.pieces);
        pieces.filter(|piece| first.contains(&&piece.handle)).map(|piece| piece.name.fill(&["", ""])).collect()
    };
    let focused = |window: &Window| {
        let touchable = touchable(window, "");
        touchable.iter().find(|node| node.accesskit_node().is_focused()).map(label).unwrap_or_default()
    };
    let mut tried = 0;
    for pair in hand.windows(2) {
        touchable(&window, "").into_iter().find(|node| label(node).starts_with(&pair[0])).unwrap().focus();
        frames(&mut window);
        window.key_press(egui::Key::Enter);
        frames(&mut window);
        if focused(&window).starts_with("Brickyard") {
            tried += 1;
            window.key_press(egui::Key::ArrowRight);
            frames(&mut window);
            assert!(focused(&window).starts_with(&pair[1]), "{pair:?}, and not {}", focused(&window));
        }
        window.key_press(egui::Key::Escape);
        frames(&mut window);
    }
    assert!(tried > 0, "{hand:?}");
}

#[test]
fn an_offer_takes_two_touches_and_the_asked_player_answers_it() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Person", "North: Person", "East: Person"]);
    let mover = current(&window).to_act().unwrap();
    assert!(window.query_by_label_contains("hidden jewel, known").is_none(), "nobody has shown anything");
    click(&mut window, "Show my side");
    let choices = current(&window).described_actions().unwrap();
    let offer = choices.iter().find(|choice| choice.description.data["of"] == "front").unwrap().description.clone();
    // In either order: the choices of the prompt first.
    for handle in first_path(&offer).iter().rev() {
        touch(&mut window, handle);
    }
    let asked = current(&window).to_act().unwrap();
    assert_ne!(asked, mover);
    assert!(window.query_by_label("Accept").is_none(), "the asked player has to come to the screen");
    click(&mut window, "Show my side");
    let offers = text!("{mover} offers ", mover).shown(&names(&window));
    assert!(window.query_by_label_contains(&offers).is_some(), "{offers}");
    click(&mut window, "Accept");
    assert_eq!(current(&window).to_act(), Some(asked));
    let log: Vec<_> = current(&window).log(Observer::Public).into_iter().map(|entry| entry.text).collect();
    assert_eq!(log, [offer.text, "accept".into()]);
}

#[test]
fn a_match_of_stones_is_played_to_its_end_against_bots() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Apprentice", "North: Apprentice", "East: Apprentice"]);
    touch_at_random(&mut window, 2);
    assert!(current(&window).end().is_some_and(|end| end.reason == Reason::Rules));
}

/// Drags the thing at `from` to `to` with the pointer, and drops it there.
pub(crate) fn drag(window: &mut Window, from: egui::Pos2, to: egui::Pos2) {
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    let events = [
        egui::Event::PointerMoved(from),
        button(from, true),
        egui::Event::PointerMoved(from + (to - from) / 2.0),
        egui::Event::PointerMoved(to),
        button(to, false),
    ];
    for event in events {
        window.event(event);
        window.step();
    }
    frames(window);
}

#[test]
fn a_dragged_stone_lands_in_its_pocket_and_elsewhere_returns() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Pure skill", &["Black: Person"]);
    let stone = window.get_by_label("black stone, 15 of them").rect().center();
    let pocket = window.get_by_label("F7: empty").rect().center();
    drag(&mut window, stone, egui::pos2(20.0, 140.0));
    assert_eq!(current(&window).len(), 0);
    assert!(touchable(&window, ": empty").is_empty(), "it was put back");
    drag(&mut window, stone, pocket);
    assert_eq!(current(&window).len(), 1);
    assert!(window.query_by_label("F7: black stone, last played").is_some());
}

#[test]
fn the_stone_in_hand_can_be_dragged_to_a_pocket() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Person"]);
    // It is where the scene's area of drawn stones is.
    let pocket = window.get_by_label("F7: empty").rect().center();
    let drawn = window.query_all_by_label_contains("Drawn stone").next().expect("it is there").rect().center();
    drag(&mut window, drawn, pocket);
    assert_eq!(current(&window).len(), 1);
}
