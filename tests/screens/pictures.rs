//! The pictures of the screens, in light and in dark: each is painted without a graphics card and compared with its
//! picture.
//!
//! `UPDATE_SNAPSHOTS=true cargo test -p stonehouse-tests --test screens pictures` keeps new ones; look at them before
//! they are committed.

use super::painter::Painter;
use super::workshop::{change, tick};
use super::{Window, click, frames, open_sheet, place, plays_to_the_end, start};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};
use std::fs;
use std::path::Path;
use std::time::Instant;
use stonehouse_desktop::{App, SMALL_WINDOW};
use stonehouse_engine::record::{EXTENSION, Journal};
use stonehouse_engine::{Folders, Match, Player};
use stonehouse_plugin::Rng;
use stonehouse_tests::{AT_ONCE, app_over, folders, ruleset};

/// Pixels per point: half, so that the pictures stay small.
const SCALE: f32 = 0.5;

fn painted(home: &Path, theme: &str) -> Window {
    let file = home.join("settings.toml");
    fs::write(&file, format!("theme = \"{theme}\"\n")).unwrap();
    let folders = Folders { settings: Some(file), ..folders(Some(&home.join("records"))) };
    let builder = Harness::builder().with_size(SMALL_WINDOW).with_pixels_per_point(SCALE).renderer(Painter::default());
    let mut window = builder.build_ui_state(|ui, app: &mut App| app.ui(ui), app_over(&folders, AT_ONCE));
    frames(&mut window);
    window
}

/// Leads a new window to each screen, in both themes, and compares it with its picture.
fn look(screen: &str, lead: impl Fn(&mut Window)) {
    look_after(|_| {}, screen, lead);
}

/// As [`look`], after something was put into the folder of records.
fn look_after(before: impl Fn(&Path), screen: &str, lead: impl Fn(&mut Window)) {
    let mut compared = SnapshotResults::new();
    for theme in ["light", "dark"] {
        let home = tempfile::tempdir().unwrap();
        before(&home.path().join("records"));
        let mut window = painted(home.path(), theme);
        lead(&mut window);
        // Nothing is computed or moves any more, and the pointer is nowhere.
        window.remove_cursor();
        for steps in [2, 90] {
            window.run_steps(steps);
            window.state_mut().wait_for_bot();
        }
        window.run_steps(2);
        let options = SnapshotOptions::default().output_path("snapshots/pictures");
        window.snapshot_options(format!("{screen}-{theme}"), &options);
        compared.extend(window.take_snapshot_results());
    }
}

#[test]
fn the_launcher_looks_as_in_its_picture() {
    look("launcher", |_| {});
}

#[test]
fn the_setup_sheet_looks_as_in_its_picture() {
    look("sheet", |window| open_sheet(window, "Official of StoneRow", &[]));
}

#[test]
fn a_table_of_three_stones_looks_as_in_its_picture() {
    look("three-stones", |window| {
        start(window, "Standard of 3 Stones", &["Black: Apprentice"]);
        for _ in 0..12 {
            place(window);
        }
    });
}

#[test]
fn a_table_of_stonerow_looks_as_in_its_picture() {
    look("stonerow", |window| start(window, "Official of StoneRow", &[]));
}

#[test]
fn a_table_of_stones_looks_as_in_its_picture() {
    look("tavern-stones", |window| start(window, "Official of Stones", &[]));
}

#[test]
fn the_end_of_a_match_looks_as_in_its_picture() {
    look("end", |window| {
        start(window, "Small board", &["Black: Apprentice"]);
        plays_to_the_end(window);
    });
}

#[test]
fn the_count_of_a_hand_looks_as_in_its_picture() {
    look("hand", |window| {
        start(window, "Quick of Stones", &["South: Apprentice"]);
        assert!(window.query_by_label("Continue").is_some());
    });
}

#[test]
fn the_curtain_between_two_people_looks_as_in_its_picture() {
    look("curtain", |window| start(window, "Duel of StoneRow", &["North: Person"]));
}

#[test]
fn the_rules_beside_a_table_look_as_in_their_picture() {
    look("rules", |window| {
        start(window, "Official of Stones", &[]);
        click(window, "Rules");
    });
}

#[test]
fn a_table_as_text_looks_as_in_its_picture() {
    look("text", |window| {
        click(window, "Settings");
        window.get_by_label("Show tables as text").scroll_to_me();
        frames(window);
        click(window, "Show tables as text");
        click(window, "Close");
        start(window, "Duel of StoneRow", &[]);
    });
}

#[test]
fn the_workshop_looks_as_in_its_picture() {
    look("workshop", |window| {
        change(window, "Standard of 3 Stones");
        tick(window, "Stones are drawn from a pouch");
    });
}

#[test]
fn the_review_of_a_match_looks_as_in_its_picture() {
    look("review", |window| {
        start(window, "Small board", &["Black: Apprentice"]);
        plays_to_the_end(window);
        click(window, "Review");
    });
}

#[test]
fn the_settings_look_as_in_their_picture() {
    look("settings", |window| click(window, "Settings"));
}

#[test]
fn the_packs_look_as_in_their_picture() {
    look("packs", |window| click(window, "Packs"));
}

#[test]
fn the_lab_before_a_run_looks_as_in_its_picture() {
    look("lab", |window| click(window, "Lab"));
}

/// Records of a spring long ago, so that their days have the same names on every day: one match is not over.
fn past_matches(records: &Path) {
    fs::create_dir_all(records).unwrap();
    let evenings = [
        ("three-stones/small-board", ["Ada", "novice"], "2024-03-01 18:30"),
        ("three-stones/small-board", ["Ada", "novice"], "2024-03-02 20:05"),
        ("stonerow/duel", ["Ben", "greedy"], "2024-03-09 21:15"),
        ("tavern-stones/quick", ["Ben", "greedy"], "2024-03-30 21:40"),
        ("three-stones/standard", ["Clara", "journeyman"], "2024-04-01 17:40"),
        ("three-stones/small-board", ["Emil", "apprentice"], "2024-04-20 19:00"),
        ("three-stones/pure-skill", ["Fleur", "journeyman"], "2024-05-05 22:10"),
    ];
    for (number, (variant, [name, player], started)) in (1..).zip(evenings) {
        let ruleset = ruleset(variant);
        let others = ruleset.seating().seats.len() - 1;
        let others = [name, "Ida", "Jon"].into_iter().take(others).map(|name| Player::bot(name, player));
        let players = std::iter::once(Player::person("You")).chain(others).collect();
        let mut past = Match::new(&ruleset, number, players, None).unwrap();
        let mut header = past.header();
        started.clone_into(&mut header.started);
        let file = records.join(format!("{number}.{EXTENSION}"));
        past.attach(Journal::create(&file, &header, false).unwrap());
        let mut dice = Rng::from_seed(number);
        while past.end().is_none() && (number < 7 || past.len() < 20) {
            let choices = past.described_actions().unwrap();
            past.play(dice.pick(&choices).unwrap().action, Instant::now()).unwrap();
        }
    }
}

#[test]
fn the_history_looks_as_in_its_picture() {
    look_after(past_matches, "history", |window| click(window, "History"));
}

#[test]
fn the_statistics_look_as_in_their_picture() {
    look_after(past_matches, "statistics", |window| {
        click(window, "History");
        click(window, "Statistics");
    });
}
