//! The end of a match: the final order, the next steps, and hidden things face up.

use super::{Window, click, current, frames, label, names, new_window, plays_to_the_end, press, settle, start};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Observer, Seat};

/// A match that bots have played to its end.
fn ended(records: &std::path::Path, variant: &str, bots: &[&str]) -> Window {
    let mut window = new_window(records);
    start(&mut window, variant, bots);
    assert!(current(&window).end().is_some());
    window
}

const SMALL: (&str, &[&str]) = ("Small board", &["White: Apprentice", "Black: Apprentice"]);

#[test]
fn the_end_shows_every_place_and_score_and_what_to_do_next() {
    let records = tempfile::tempdir().unwrap();
    let mut window = ended(records.path(), SMALL.0, SMALL.1);
    let end = current(&window).end().cloned().unwrap();
    for (seat, name) in names(&window).into_iter().enumerate() {
        assert!(window.query_all_by_label(&name).next().is_some(), "{name}");
        let score = end.outcome.scores[seat].to_string();
        assert!(window.query_all_by_label(&score).count() >= 2, "{score} beside the table and in the summary");
    }
    // Two who are even are both first.
    assert_eq!(window.query_all_by_label("1.").count(), end.outcome.winners.len());
    click(&mut window, "Review");
    assert!(window.query_by_label("Play on from here").is_some());
    click(&mut window, "Back");
    click(&mut window, "Look at the table");
    assert!(window.query_all_by_label("1.").next().is_none());
    click(&mut window, "Summary");
    click(&mut window, "Another variant");
    assert!(window.query_by_label("Play Small board of 3 Stones").is_some());
}

/// The scores after `played` actions.
fn scores_after(window: &Window, played: usize) -> Vec<i64> {
    let scene = current(window).scene_after(played, Observer::Referee).unwrap();
    scene.seats.iter().filter_map(|panel| panel.score).collect()
}

#[test]
fn the_decisive_action_is_named_and_lead_changes_are_marked() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, SMALL.0, &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    let length = current(&window).len();
    // The seat that is alone in front after each action; the changes of that.
    let mut changes: Vec<(usize, usize)> = Vec::new();
    for played in 1..=length {
        let scores = scores_after(&window, played);
        let front = (0..2).find(|seat| scores[*seat] > scores[1 - *seat]);
        if let Some(front) = front.filter(|front| changes.last().is_none_or(|(_, last)| last != front)) {
            changes.push((played, front));
        }
    }
    let names = names(&window);
    let winner = changes.last().unwrap().1;
    let is_in_front = |played: &usize| {
        let scores = scores_after(&window, *played);
        scores[winner] > scores[1 - winner]
    };
    let last = (1..=length).rev().take_while(is_in_front).last().unwrap();
    click(&mut window, &format!("In front to the end: {}. Action {last}", names[winner]));
    assert!(window.query_all_by_label_contains(&format!("Action {} of {length}", last - 1)).next().is_some());
    let marks = |name: &String| window.query_all_by_label(&format!("in front: {name}")).count();
    let marked: usize = names.iter().map(marks).sum();
    assert_eq!(marked, changes.len());
}

#[test]
fn the_same_players_meet_again_in_each_others_seats() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, SMALL.0, &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    let before = current(&window).players().to_vec();
    click(&mut window, "Swap seats");
    settle(&mut window);
    let after = current(&window).players().to_vec();
    assert_eq!(after, [before[1].clone(), before[0].clone()]);
    assert!(after[1].is_person() && current(&window).end().is_none());

    let mut window = ended(
        records.path(),
        "Official of StoneRow",
        &["West: Apprentice", "North: Apprentice", "East: Apprentice", "South: Apprentice"],
    );
    let before = current(&window).players().to_vec();
    click(&mut window, "Move seats");
    settle(&mut window);
    let after = current(&window).players().to_vec();
    assert_eq!(after, [&before[3..], &before[..3]].concat());
}

#[test]
fn focus_goes_to_the_review_for_keyboard_players_only() {
    let focused = |window: &Window| {
        let all: Vec<_> = window.query_all_by_role(egui::Role::Button).collect();
        all.into_iter().find(|node| node.accesskit_node().is_focused()).map(|node| label(&node))
    };
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, SMALL.0, &["Black: Apprentice"]);
    for _ in 0..28 {
        if current(&window).end().is_none() {
            press(&mut window, Modifiers::NONE, Key::ArrowRight);
            press(&mut window, Modifiers::NONE, Key::Enter);
            settle(&mut window);
        }
    }
    assert!(current(&window).end().is_some());
    assert_eq!(focused(&window).as_deref(), Some("Review"));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_label("Play on from here").is_some());

    let mut window = new_window(records.path());
    start(&mut window, SMALL.0, &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    assert_eq!(focused(&window), None);
}

#[test]
fn a_match_that_was_over_when_it_was_opened_has_no_moment() {
    let records = tempfile::tempdir().unwrap();
    let mut window = ended(records.path(), SMALL.0, SMALL.1);
    click(&mut window, "Look at the table");
    click(&mut window, "Rematch");
    frames(&mut window);
    assert!(window.query_by_label("Look at the table").is_none(), "the next match has not ended yet");
}

/// The text of a seat's hand for assistive technology, as this observer knows it.
fn hand(window: &Window, seat: usize, observer: Observer) -> String {
    let scene = current(window).scene(observer).unwrap();
    let hand = scene.areas.into_iter().find(|area| area.handle == format!("hand/{seat}")).unwrap();
    let players = names(window);
    let cards: Vec<String> = hand.pieces.into_iter().map(|piece| piece.name.shown(&players)).collect();
    format!("{}: {}", hand.title.shown(&players), cards.join(", "))
}

#[test]
fn hidden_cards_lie_open_when_the_match_is_over() {
    let records = tempfile::tempdir().unwrap();
    let mut window = ended(records.path(), "Duel", &["South: Apprentice", "North: Apprentice"]);
    click(&mut window, "Look at the table");
    let mut laid_open = 0;
    for seat in 0..2 {
        let (open, public) = (hand(&window, seat, Observer::Referee), hand(&window, seat, Observer::Public));
        assert!(window.query_by_label(&open).is_some(), "{open}");
        laid_open += usize::from(open != public);
    }
    assert!(laid_open > 0, "nobody had a card left");
    assert_ne!(hand(&window, 1, Observer::Seat(Seat(0))), hand(&window, 1, Observer::Seat(Seat(1))));
}

/// The texts that were painted in the last frame, and where.
fn painted(window: &Window) -> Vec<(String, egui::Rect, bool)> {
    let shapes = window.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) => {
            Some((text.galley.text().to_owned(), text.visual_bounding_rect(), text.galley.elided))
        }
        _ => None,
    });
    shapes.collect()
}

#[test]
fn the_names_stand_right_behind_their_ranks() {
    let records = tempfile::tempdir().unwrap();
    let window = ended(records.path(), SMALL.0, SMALL.1);
    let texts = painted(&window);
    let rank = texts.iter().find(|(text, ..)| text == "1.").expect("a rank").1;
    let right = texts
        .iter()
        .map(|(_, rect, _)| *rect)
        .filter(|rect| rect.left() > rank.right() && (rect.center().y - rank.center().y).abs() < 6.0);
    let gap = right.map(|rect| rect.left() - rank.right()).fold(f32::INFINITY, f32::min);
    // A dot in the colour of the player's line is between them.
    assert!(gap < 40.0, "{gap}");
}

#[test]
fn the_name_of_the_axis_keeps_clear_of_its_numbers_in_every_frame() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, SMALL.0, &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    let is_clear = |window: &Window| {
        let texts = painted(window);
        let axis = texts.iter().find(|(text, ..)| text == "actions").expect("the axis has a name").1;
        let mut numbers =
            texts.iter().filter(|(text, ..)| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()));
        assert!(numbers.clone().any(|(_, rect, _)| (rect.center().y - axis.center().y).abs() < 40.0), "it has numbers");
        let hit = numbers.find(|(_, rect, _)| rect.intersects(axis));
        assert!(hit.is_none(), "{axis:?} lies on {hit:?}");
    };
    is_clear(&window);
    window.get_by_label("Where it was lost").click();
    for _ in 0..6 {
        window.step();
        is_clear(&window);
    }
    window.state_mut().wait_for_bot();
    for _ in 0..30 {
        window.step();
        is_clear(&window);
    }
    assert!(window.query_all_by_label_contains("Better: ").next().is_some());
}

#[test]
fn the_title_names_the_game_in_the_smallest_table_window() {
    let records = tempfile::tempdir().unwrap();
    for (variant, title) in [
        ("Quick of Stones", "Stones · Quick"),
        ("Official of StoneRow", "StoneRow · Official"),
        ("Hat-trick", "3 Stones · Hat-trick"),
    ] {
        let mut window = new_window(records.path());
        start(&mut window, variant, &[]);
        let texts = painted(&window);
        assert!(texts.iter().any(|(text, _, is_cut)| text == title && !is_cut), "{variant}: {texts:?}");
    }
}
