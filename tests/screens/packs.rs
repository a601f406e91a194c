//! Packs in the window: dropped on it, installed, switched on and off.

use super::{Window, click, current, frames, open_sheet, start, unfold, window};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_desktop::App;
use stonehouse_engine::pack::PackDraft;
use stonehouse_engine::plugins::Trusting;
use stonehouse_engine::{Catalog, Folders};
use stonehouse_tests::{AT_ONCE, app_over, folders};
use tempfile::TempDir;

const LONG: &str = "game = \"three-stones\"\nname = \"Long\"\nsummary = \"Longer.\"\n[knobs]\nwhite_stones = 13\n";
const STANDARD: &str =
    "game = \"three-stones\"\nname = \"Standard\"\nextends = \"standard\"\n[knobs]\nwhite_stones = 13\n";

/// A file that is dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// The file of a pack of this id, which holds these files.
fn pack(home: &Path, id: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = home.join(id);
    let manifest = format!(
        "id = {id:?}\nname = \"The {id}\"\nversion = \"1.0.0\"\nauthors = [\"Ada\"]\nlicence = \"MIT\"\napi = \"1.0\"\n"
    );
    for (name, text) in [&[("pack.toml", manifest.as_str())], files].concat() {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), text).unwrap();
    }
    let file = home.join(format!("{id}.stonehouse"));
    fs::write(&file, PackDraft::of_folder(&folder).unwrap().pack(&file).unwrap().bytes()).unwrap();
    file
}

/// The folders of a new user.
fn user(home: &TempDir) -> Folders {
    let mut folders = folders(None);
    folders.add_user(&home.path().join("data"));
    folders.verdicts = None;
    folders
}

fn new_window(home: &TempDir) -> Window {
    window(app_over(&user(home), AT_ONCE))
}

pub(super) fn drop_on(window: &mut Window, files: &[&Path]) {
    for file in files {
        window.input_mut().dropped_files.push(Arc::new(Dropped((*file).to_owned())));
    }
    frames(window);
    window.state_mut().wait_for_bot();
    frames(window);
}

fn installed(home: &TempDir) -> bool {
    home.path().join("data/packs").exists()
}

#[test]
fn a_dropped_pack_is_shown_and_installed_only_when_confirmed() {
    let home = tempfile::tempdir().unwrap();
    let file =
        pack(home.path(), "bent", &[("three-stones/long.toml", LONG), ("README.md", "# Bent\n\nFor long evenings.\n")]);
    let mut window = new_window(&home);
    drop_on(&mut window, &[&file]);
    for text in [
        "The bent 1.0.0",
        "A pack by Ada · Licence: MIT",
        "It brings",
        "• three-stones/long “Long”: Longer.",
        "• 1 text",
    ] {
        assert!(window.query_by_label(text).is_some(), "{text}");
    }
    click(&mut window, "Cancel");
    assert!(window.query_by_label("It brings").is_none() && !installed(&home));
    unfold(&mut window, "3 Stones");
    assert!(window.query_by_label("Play Long of 3 Stones").is_none());

    drop_on(&mut window, &[&file]);
    click(&mut window, "Install");
    assert!(window.query_by_label_contains("The bent 1.0.0 is installed.").is_some());
    click(&mut window, "Close");
    assert!(window.query_by_label("Play Long of 3 Stones").is_some());
    assert_eq!(fs::read(home.path().join("data/packs/bent.stonehouse")).unwrap(), fs::read(&file).unwrap());
    // It is installed again: there is nothing to do.
    drop_on(&mut window, &[&file]);
    assert!(window.query_by_label("• 1.0.0, and it is the same pack").is_some());
    assert!(window.query_by_label("Install").is_none());
    click(&mut window, "Close");
    start(&mut window, "Long of 3 Stones", &[]);
    assert_eq!(current(&window).ruleset().variant().knobs["white_stones"], 13);
}

#[test]
fn a_dropped_game_in_luau_is_shown_and_installed_like_a_pack() {
    const GAME: &str = include_str!("../../host/app/templates/game.luau");
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("from-a-friend.luau");
    fs::write(&file, GAME).unwrap();
    let mut window = new_window(&home);
    drop_on(&mut window, &[&file]);
    for text in ["My game 0.1.0", "A pack by unknown · Licence: LicenseRef-none", "It brings"] {
        assert!(window.query_by_label(text).is_some(), "{text}");
    }
    assert!(!installed(&home));
    click(&mut window, "Install");
    assert!(window.query_by_label_contains("My game 0.1.0 is installed.").is_some());
    click(&mut window, "Close");
    unfold(&mut window, "My game");
    assert!(window.query_by_label("Play Official of My game").is_some());
    // One with a mistake is refused with the line.
    fs::write(&file, GAME.replace("return game", "return gme")).unwrap();
    drop_on(&mut window, &[&file]);
    assert!(window.query_by_label_contains("from-a-friend.luau").is_some());
}

#[test]
fn a_variant_that_replaces_a_shipped_one_shows_it() {
    let home = tempfile::tempdir().unwrap();
    let file = pack(home.path(), "bent", &[("three-stones/standard.toml", STANDARD)]);
    let mut window = new_window(&home);
    drop_on(&mut window, &[&file]);
    assert!(window.query_by_label("It takes the place of").is_some());
    let line = "• three-stones/standard, the one that ships with Stonehouse: it cannot be played while the pack is on";
    assert!(window.query_by_label(line).is_some());
    assert!(window.query_by_label("It also changes what is built on that").is_some());
    click(&mut window, "Install");
    click(&mut window, "Close");
    let title = "Standard (from The bent, not the shipped one)";
    // On its card, on the sheet, at the table.
    start(&mut window, &format!("{title} of 3 Stones"), &[]);
    assert!(window.query_by_label(&format!("3 Stones · {title}")).is_some());
    click(&mut window, "Leave");
    open_sheet(&mut window, &format!("{title} of 3 Stones"), &[]);
    assert!(window.query_by_label(&format!("3 Stones · {title}")).is_some());
}

#[test]
fn packs_are_switched_off_and_on_in_the_launcher() {
    let home = tempfile::tempdir().unwrap();
    let file = pack(home.path(), "bent", &[("three-stones/long.toml", LONG)]);
    let mut window = new_window(&home);
    click(&mut window, "Packs");
    assert!(window.query_by_label("No pack is installed.").is_some());
    click(&mut window, "Close");
    drop_on(&mut window, &[&file]);
    click(&mut window, "Install");
    assert!(window.query_by_label("Long of 3 Stones").is_some());
    click(&mut window, "The bent 1.0.0");
    click(&mut window, "Close");
    unfold(&mut window, "3 Stones");
    assert!(window.query_by_label("Play Long of 3 Stones").is_none());
    click(&mut window, "Packs");
    click(&mut window, "The bent 1.0.0");
    click(&mut window, "Close");
    assert!(window.query_by_label("Play Long of 3 Stones").is_some());
}

#[test]
fn a_dropped_non_pack_is_reported_and_the_next_is_offered() {
    let home = tempfile::tempdir().unwrap();
    let (odd, evil) = (home.path().join("notes.txt"), home.path().join("evil.stonehouse"));
    fs::write(&odd, "x").unwrap();
    fs::write(&evil, "x").unwrap();
    let good = pack(home.path(), "bent", &[("three-stones/long.toml", LONG)]);
    let other = pack(home.path(), "other", &[("three-stones/other.toml", LONG)]);
    let mut window = new_window(&home);
    drop_on(&mut window, &[&odd, &evil, &good, &other]);
    assert!(
        window
            .query_by_label_contains("notes.txt cannot be opened: packs (.stonehouse), games in Luau (.luau), records of matches (.stonehouse-record), lessons and variants (.toml) can be.")
            .is_some()
    );
    click(&mut window, "Close");
    assert!(window.query_by_label_contains("it is no pack: a pack is a zip file with a `pack.toml` in it").is_some());
    click(&mut window, "Close");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert!(window.query_by_label("The bent 1.0.0").is_some());
    click(&mut window, "Cancel");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert!(window.query_by_label("The other 1.0.0").is_some());
}

#[test]
fn a_pack_dropped_while_games_load_is_asked_about_afterwards() {
    let home = tempfile::tempdir().unwrap();
    let file = pack(home.path(), "bent", &[("three-stones/long.toml", LONG)]);
    let catalog = Catalog::empty(&user(&home), Arc::new(Trusting));
    let mut window = window(App::with_tempo(catalog, AT_ONCE));
    click(&mut window, "Reload");
    window.input_mut().dropped_files.push(Arc::new(Dropped(file)));
    window.step();
    window.state_mut().wait_for_files();
    frames(&mut window);
    window.state_mut().wait_for_bot();
    frames(&mut window);
    assert!(window.query_by_label("• three-stones/long “Long”: Longer.").is_some());
    assert!(window.query_by_label("Missing").is_none());
}

#[test]
fn faults_of_the_rules_of_a_pack_are_in_the_question() {
    let home = tempfile::tempdir().unwrap();
    let files = [
        ("three-stones/long.toml", LONG),
        ("three-stones/odd.toml", "game = \"three-stones\"\n[knobs]\nwhite_stnes = 3\n"),
    ];
    let file = pack(home.path(), "bent", &files);
    let mut window = new_window(&home);
    drop_on(&mut window, &[&file]);
    assert!(window.query_by_label("Wrong with its rules (the rest can be played)").is_some());
    assert!(window.query_by_label_contains("• odd.toml, line 3: this game has no knob `white_stnes`.").is_some());
}

#[test]
fn the_address_of_a_link_is_shown_before_it_is_opened() {
    let home = tempfile::tempdir().unwrap();
    let readme = "# Bent\n\n[https://good.example](https://other.example/page)\n";
    let file = pack(home.path(), "bent", &[("three-stones/long.toml", LONG), ("README.md", readme)]);
    let mut window = new_window(&home);
    drop_on(&mut window, &[&file]);
    click(&mut window, "The description of the pack");
    let opened = |window: &Window| {
        let commands = &window.output().platform_output.commands;
        commands.iter().any(|command| matches!(command, egui::OutputCommand::OpenUrl(_)))
    };
    window.get_by_label("https://good.example").click();
    window.step();
    assert!(!opened(&window));
    frames(&mut window);
    assert!(window.query_by_label("https://other.example/page").is_some());
    window.get_by_label("Open in the browser").click();
    window.step();
    assert!(opened(&window));
    frames(&mut window);
    assert!(window.query_by_label("Open in the browser").is_none() && !installed(&home));
}

#[test]
fn no_tip_of_the_launcher_lies_over_a_dialog() {
    let home = tempfile::tempdir().unwrap();
    let file = pack(home.path(), "bent", &[("three-stones/long.toml", LONG)]);
    let mut window = new_window(&home);
    window.get_by_label("Start 3 Stones: Standard").hover();
    frames(&mut window);
    assert!(window.query_by_label_contains("The usual game: ").is_some());
    drop_on(&mut window, &[&file]);
    assert!(window.query_by_label("It brings").is_some());
    assert!(window.query_by_label_contains("The usual game: ").is_none());
}

#[test]
fn a_harmful_picture_is_refused_with_a_reason_without_a_crash() {
    let frame = |inner: &str| {
        let named = "xmlns=\"http://www.w3.org/2000/svg\" xmlns:s=\"http://www.w3.org/2000/svg\"";
        format!("<svg {named} viewBox=\"0 0 100 100\">{inner}</svg>")
    };
    for (inner, reason) in [
        ("<circle r=\"40\"/>".to_owned(), None),
        (
            "<ellipse rx=\"1e9\" ry=\"1e20\"/>".to_owned(),
            Some("line 1: rx has a value that is not allowed: “1e9”. Numbers are from -10000 to 10000"),
        ),
        ("<s:filter id=\"f\"/>".to_owned(), Some("line 1: an SVG may not contain <filter>")),
        ("<g opacity=\".5\"/>".repeat(2500), Some("it has 2501 elements, at most 2000")),
    ] {
        let home = tempfile::tempdir().unwrap();
        let file = pack(home.path(), "painted", &[("three-stones/long.toml", LONG), ("p.svg", &frame(&inner))]);
        let manifest = home.path().join("painted/pack.toml");
        let text = fs::read_to_string(&manifest).unwrap() + "picture = \"p.svg\"\n";
        fs::write(&manifest, text).unwrap();
        fs::write(&file, PackDraft::of_folder(&home.path().join("painted")).unwrap().pack(&file).unwrap().bytes())
            .unwrap();
        let mut window = new_window(&home);
        drop_on(&mut window, &[&file]);
        assert!(window.query_by_label("The painted 1.0.0").is_some());
        let refused = |window: &Window| {
            let message =
                window.query_all_by_label_contains("Its picture is not shown").map(|node| super::label(&node));
            message.collect::<Vec<_>>()
        };
        // It is drawn on its own thread, which takes a while.
        while reason.is_some() && refused(&window).is_empty() {
            window.step();
            std::thread::yield_now();
        }
        let expected: Vec<_> = reason.iter().map(|why| format!("Its picture is not shown: {why}.")).collect();
        assert_eq!(refused(&window), expected);
        click(&mut window, "Install");
        assert!(installed(&home), "the rest of it can be played");
    }
}

#[test]
fn an_offer_names_every_picture_that_will_not_be_shown() {
    let svg = |inner: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{inner}</svg>");
    let (good, bad) = (svg("<circle r=\"4\"/>"), svg("<script/>"));
    let files =
        [("three-stones/long.toml", LONG), ("good.svg", &good), ("bad.svg", &bad), ("three-stones/worse.svg", &bad)];
    let home = tempfile::tempdir().unwrap();
    let file = pack(home.path(), "painted", &files);
    let mut window = new_window(&home);
    drop_on(&mut window, &[&file]);
    let named = |window: &Window| -> Vec<String> {
        window.query_all_by_label_contains(".svg: ").map(|node| super::label(&node)).collect()
    };
    // They are drawn on their own thread, which takes a while.
    while named(&window).is_empty() {
        window.step();
        std::thread::yield_now();
    }
    let why = "line 1: an SVG may not contain <script>";
    assert_eq!(named(&window), [format!("• bad.svg: {why}"), format!("• three-stones/worse.svg: {why}")]);
    assert!(window.query_by_label("Pictures that are not shown").is_some());
    click(&mut window, "Install");
    assert!(installed(&home));
}
