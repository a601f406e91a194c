//! Events and their effects, at the table.

use super::{click, current, frames, label, names, new_window, place, press, settle, start, touchable};
use egui_kittest::kittest::Queryable;
use stonehouse_language::InLanguage;
use stonehouse_plugin::Observer;

#[test]
fn others_gains_since_ones_last_turn_are_shown_beside_scores() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    let mut message = 0;
    while current(&window).end().is_none() {
        place(&mut window);
        let score = |played: usize| {
            let scene = current(&window).scene_after(played, Observer::Public).unwrap();
            scene.seats[1].score.unwrap_or_default()
        };
        let length = current(&window).len();
        // The bot has answered the last action of the person.
        let gained = score(length) - score(length - 1);
        if gained > 0 && current(&window).end().is_none() {
            assert!(
                window.query_all_by_label(&format!("+{gained}")).next().is_some(),
                "after {length} actions: +{gained}"
            );
            message += 1;
        }
    }
    assert!(message > 0, "the bot scores in this match");
}

#[test]
fn a_pocket_shows_what_it_would_bring_and_then_brings_it() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    loop {
        let pockets = touchable(&window, "");
        let message = |name: String| name.split_once(": empty, brings ").map(|(_, brings)| brings.to_owned());
        let Some((pocket, brings)) = pockets.iter().find_map(|node| Some((node, message(label(node))?))) else {
            assert!(current(&window).end().is_none(), "a line can be made in this match");
            place(&mut window);
            continue;
        };
        let length = current(&window).len();
        pocket.click();
        frames(&mut window);
        settle(&mut window);
        let log = current(&window).log(Observer::Public);
        let output = log[length].text.shown(&names(&window));
        assert!(output.ends_with(&brings), "{output} against {brings}");
        return;
    }
}

/// The texts that begin so, from above to below.
fn lines(window: &super::Window, start: &str) -> Vec<String> {
    let labels = window.query_all_by_label_contains(start);
    let mut found: Vec<_> = labels.map(|node| (node.rect().top(), label(&node))).collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    found.into_iter().map(|(_, label)| label).collect()
}

#[test]
fn the_log_lists_each_chance_outcome_in_play_and_in_review() {
    let home = tempfile::tempdir().unwrap();
    let mut window = super::values::market(home.path(), "dice = true\nturns = 3");
    click(&mut window, "Pass");
    let rolled: Vec<Vec<u32>> = {
        let current = current(&window);
        vec![current.header().rolled, current.position().rolled().to_vec()]
    };
    let names = names(&window);
    let line = |turn: usize| format!("{} rolled {}", ["Player 1 has", "Player 2 has"][turn % 2], rolled[turn][0]);
    let passed = format!("{}: pass", names[0]);
    let order = |window: &super::Window, first: &str| {
        let mut found = [lines(window, " rolled "), lines(window, first)].concat();
        found.sort_by(|one, other| {
            let top =
                |text: &str| window.query_all_by_label(text).map(|node| node.rect().top()).fold(f32::MAX, f32::min);
            top(one).total_cmp(&top(other))
        });
        found
    };
    assert_eq!(order(&window, &passed), [line(0), passed.clone(), line(1)]);
    (0..2).for_each(|_| click(&mut window, "Pass"));
    settle(&mut window);
    assert!(current(&window).end().is_some());
    click(&mut window, "Leave");
    click(&mut window, "History");
    let review = window.query_all_by_role(egui::Role::Button).map(|node| label(&node));
    let review = review.into_iter().find(|label| label.starts_with("Review Player 1 – ")).unwrap();
    click(&mut window, &review);
    press(&mut window, egui::Modifiers::NONE, egui::Key::Home);
    let passed = format!("1  {passed}");
    assert_eq!(order(&window, &passed)[..3], [line(0), passed, line(1)]);
}
