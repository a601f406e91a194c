//! What happened and what it brought, at the table.

use super::{current, frames, label, names, new_window, place, settle, start, touchable};
use egui_kittest::kittest::Queryable;
use stonehouse_plugin_api::Observer;

#[test]
fn what_others_gained_since_ones_own_last_turn_stands_beside_their_score() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    let mut told = 0;
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
            told += 1;
        }
    }
    assert!(told > 0, "the bot scores in this match");
}

#[test]
fn a_pocket_says_what_it_would_bring_before_a_stone_is_laid_there_and_then_brings_it() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    loop {
        let pockets = touchable(&window, "");
        let told = |name: String| name.split_once(": empty, brings ").map(|(_, brings)| brings.to_owned());
        let Some((pocket, brings)) = pockets.iter().find_map(|node| Some((node, told(label(node))?))) else {
            assert!(current(&window).end().is_none(), "a line can be made in this match");
            place(&mut window);
            continue;
        };
        let length = current(&window).len();
        pocket.click();
        frames(&mut window);
        settle(&mut window);
        let log = current(&window).log(Observer::Public);
        let said = log[length].text.english(&names(&window));
        assert!(said.ends_with(&brings), "{said} against {brings}");
        return;
    }
}
