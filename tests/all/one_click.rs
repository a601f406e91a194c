//! The way of one click, as `docs/one-click.md` walks it: from a pocket in the window to the rule and back.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::fs;
use stonehouse_desktop::{App, SMALL_WINDOW};
use stonehouse_engine::Record;
use stonehouse_plugin::{Observer, json};
use stonehouse_tests::{app, catalog};

#[test]
fn a_click_on_a_pocket_plays_records_and_shows_the_stone() {
    let records = tempfile::tempdir().unwrap();
    let mut window: Harness<'_, App> =
        Harness::builder().with_size(SMALL_WINDOW).build_ui_state(|ui, app: &mut App| app.ui(ui), app(records.path()));
    for label in ["Start 3 Stones: Standard", "Black: Person", "Start"] {
        window.get_by_label(label).click();
        window.run_steps(6);
    }
    let current = |window: &Harness<'_, App>| window.state().current().unwrap().len();

    // The seat is asked to place the stone that was drawn; the scene names it, and the handle of each pocket.
    let scene = window.state().current().unwrap().scene(Observer::Public).unwrap();
    let drawn = scene.areas[2].pieces[0].clone();
    assert_eq!(scene.prompt.unwrap().holds, Some(drawn.id));

    // The click: table::Table::show finds the pocket, table::pick::Pick the action whose path it is.
    window.get_by_label("F7: empty").click();
    window.run_steps(6);
    assert_eq!(current(&window), 1);

    // engine::Match::play put it through the plugin and, before it counted, into the record.
    let file = window.state().current().unwrap().record_file().unwrap().to_owned();
    let record = Record::read(&file).unwrap();
    let (line, step) = &record.actions[0];
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), *line);
    assert_eq!(step.data["row"], json!(6));
    assert_eq!(step.data["col"], json!(5));
    let name = drawn.name.fill(&["", ""]);
    assert!(name.starts_with(step.data["stone"].as_str().unwrap()));

    // The scene after it shows the same piece, now on that pocket, with the ring; the window reads it out.
    let scene = window.state().current().unwrap().scene(Observer::Public).unwrap();
    let placed = scene.areas[0].pieces.iter().find(|piece| piece.id == drawn.id).unwrap();
    assert_eq!((placed.on.as_str(), placed.marks.len()), ("pocket/6,5", 1));
    window.get_by_label(&format!("F7: {name}, last played"));

    // And the record replays to it.
    let catalog = catalog();
    let replayed = record.replay(&catalog.game("three-stones").unwrap().plugin).unwrap();
    assert_eq!(replayed.scene(Observer::Public).unwrap(), scene);
}
