//! The workshop: a variant is changed in a form, tried at once, compared, and saved as a file.

use super::{Window, click, current, fill_in, frames, label, place, settle, unfold, window};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_engine::{Folders, Pack};
use stonehouse_tests::{AT_ONCE, app_over, folders};

/// The bundled folders, and empty ones of one's own.
fn with_own(home: &Path) -> Folders {
    let (variants, scripts) = (home.join("variants"), home.join("scripts"));
    fs::create_dir_all(&variants).unwrap();
    fs::create_dir_all(&scripts).unwrap();
    let mut folders = folders(Some(&home.join("records")));
    folders.add_named(&[], &[variants], &[scripts]);
    folders
}

/// The workshop, opened for a variant.
pub(super) fn workshop(home: &Path, variant: &str) -> Window {
    let mut window = window(app_over(&with_own(home), AT_ONCE));
    change(&mut window, variant);
    window
}

pub(super) fn change(window: &mut Window, variant: &str) {
    unfold(window, variant.rsplit_once(" of ").expect("a variant of a game").1);
    let card = format!("Change {variant}");
    window.get_by_label(&card).scroll_to_me();
    frames(window);
    click(window, &card);
}

/// Clicks a widget that may have to be scrolled to.
pub(super) fn click_far(window: &mut Window, label: &str) {
    window.get_by_label(label).scroll_to_me();
    frames(window);
    click(window, label);
}

/// Clicks the check box of this label.
pub(super) fn tick(window: &mut Window, label: &str) {
    let is_box = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() == egui::Role::CheckBox;
    window.get_all_by_label(label).find(is_box).expect("a check box of this label").scroll_to_me();
    frames(window);
    window.get_all_by_label(label).find(is_box).expect("a check box of this label").click();
    frames(window);
}

fn own_file(home: &Path, name: &str) -> PathBuf {
    home.join("variants/three-stones").join(name)
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn changes_are_described_and_saved_as_a_new_file() {
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Standard of 3 Stones");
    assert!(shows(&window, "Nothing yet."));
    tick(&mut window, "Stones are drawn from a pouch");
    click_far(&mut window, "Who plays first: random");
    tick(&mut window, "Diagonal lines count double");
    for message in
        ["• No longer: Stones are drawn from a pouch", "• Who plays first: ", "• Diagonal lines count double"]
    {
        assert!(shows(&window, message), "{message}");
    }
    fill_in(&mut window, "Name", "Aslant & blind");
    click(&mut window, "Save as variant");
    let text = fs::read_to_string(own_file(home.path(), "aslant-blind.toml")).unwrap();
    let message = "game = \"three-stones\"\nname = \"Aslant & blind\"\nextends = \"standard\"\nscripts = [\"slanted.lua\"]\n\n[knobs]\npouch = false\nfirst_player = \"random\"\n";
    assert_eq!(text, message);
    assert!(shows(&window, "Saved as "));
    // A second click writes no second file; a draft changed since is another one, even under the same name.
    click(&mut window, "Save as variant");
    assert!(!own_file(home.path(), "aslant-blind-2.toml").exists());
    tick(&mut window, "Stones are drawn from a pouch");
    click(&mut window, "Save as variant");
    assert!(own_file(home.path(), "aslant-blind-2.toml").is_file());
    click(&mut window, "Leave");
    assert_eq!(window.get_all_by_label("Play Aslant & blind of 3 Stones").count(), 2);
}

#[test]
fn knobs_of_a_house_rule_are_fields_of_the_form() {
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Even seats of StoneRow");
    let south = "Points for South, who moves first";
    window.get_by_role_and_label(egui::Role::Slider, south).scroll_to_me();
    frames(&mut window);
    window.get_by_role_and_label(egui::Role::Slider, south).focus();
    frames(&mut window);
    window.key_press(egui::Key::ArrowRight);
    frames(&mut window);
    assert!(shows(&window, "(south 18)"), "the difference");
    fill_in(&mut window, "Name", "Evener");
    click(&mut window, "Save as variant");
    let text = fs::read_to_string(home.path().join("variants/stonerow/evener.toml")).unwrap();
    assert!(text.ends_with("\n[rules.even_seats]\nsouth = 18\n"), "{text}");
    click_far(&mut window, &format!("{south}: take the change back"));
    assert!(shows(&window, "Nothing yet."));
}

#[test]
fn saving_over_a_users_variant_asks_first_and_keeps_comments() {
    let home = tempfile::tempdir().unwrap();
    let text = "# Ours.\ngame = \"three-stones\"\nname = \"Ours\"\nextends = \"standard\"\n\n[knobs]\n# Enough.\nwhite_stones = 20 # of thirty\npouch = false\n";
    fs::create_dir_all(home.path().join("variants/three-stones")).unwrap();
    fs::write(own_file(home.path(), "ours.toml"), text).unwrap();
    let mut window = workshop(home.path(), "Ours of 3 Stones");
    assert!(shows(&window, "• White stones in the game: 20 instead of 30"), "compared with what it extends");
    tick(&mut window, "Stones are drawn from a pouch");
    click(&mut window, "Save");
    assert_eq!(fs::read_to_string(own_file(home.path(), "ours.toml")).unwrap(), text, "first it asks");
    click(&mut window, "Save over it");
    let saved = fs::read_to_string(own_file(home.path(), "ours.toml")).unwrap();
    assert_eq!(saved, text.replace("pouch = false", "pouch = true"));
}

#[test]
fn a_problem_is_shown_at_its_cause_and_blocks_saving_and_trying() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("scripts/three-stones")).unwrap();
    fs::write(home.path().join("scripts/three-stones/odd.lua"), "-- Odd.\nreturn {\n  line_pionts = 1 }\n").unwrap();
    let mut window = workshop(home.path(), "Standard of 3 Stones");
    tick(&mut window, "Odd");
    assert!(shows(&window, "There is a problem:") && shows(&window, "odd.lua, line "));
    let is_disabled = |name: &str| window.get_by_label(name).accesskit_node().is_disabled();
    assert!(is_disabled("Try it") && is_disabled("Save as variant"));
    tick(&mut window, "Odd");
    assert!(!shows(&window, "There is a problem:"));
}

#[test]
fn an_unsaved_variant_can_be_tried_and_the_workshop_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Standard of 3 Stones");
    tick(&mut window, "Stones are drawn from a pouch");
    click(&mut window, "Try it");
    settle(&mut window);
    assert_eq!(current(&window).ruleset().variant().knobs["pouch"], false);
    assert_eq!(current(&window).record_file(), None, "it is only tried");
    click(&mut window, "Back to the workshop");
    assert!(shows(&window, "• No longer: Stones are drawn from a pouch"));
    click(&mut window, "Leave");
    assert!(window.query_by_label("Leave without saving?").is_some());
    click(&mut window, "Leave without saving");
    click(&mut window, "Start 3 Stones: Standard");
    click(&mut window, "Start");
    settle(&mut window);
    place(&mut window);
    assert_eq!(current(&window).ruleset().variant().knobs["pouch"], true, "nothing of it is left");
}

#[test]
fn a_board_is_painted_cell_by_cell() {
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Small board of 3 Stones");
    let name = "The board, drawn line by line";
    click(&mut window, &format!("{name}: paint a closed place on the board"));
    click(&mut window, &format!("{name}, row 1, column 3: a pocket"));
    assert!(shows(&window, &format!("{name}, row 1, column 3: a closed place on the board")));
    assert!(shows(&window, &format!("• {name}: another one")));
    click(&mut window, "Try it");
    settle(&mut window);
    let board = current(&window).ruleset().variant().knobs["board"].as_str().unwrap().to_owned();
    assert!(board.starts_with("..+oo..\n.ooooo.\n"), "{board}");
}

#[test]
fn a_changed_variant_is_compared_with_its_parent_on_equal_seeds() {
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Standard of 3 Stones");
    tick(&mut window, "Diagonal lines count double");
    click_far(&mut window, "Compare with Standard");
    window.state_mut().wait_for_bot();
    frames(&mut window);
    for message in ["White wins", "Black scores", "Draws", "Actions", "random games under each, dealt alike"] {
        assert!(shows(&window, message), "{message}");
    }
    let shown: Vec<String> = window.query_all_by_label_contains(" ± ").map(|node| label(&node)).collect();
    assert_eq!(shown.len(), 10, "every game has as many actions as stones: {shown:?}");
    assert_ne!(shown[2], shown[3], "lines score more: {shown:?}");
}

#[test]
fn house_rules_are_put_in_order() {
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Clear and slanted of 3 Stones");
    click_far(&mut window, "Diagonal lines count double: earlier");
    assert!(shows(&window, "• The house rules in another order"));
    fill_in(&mut window, "Name", "Slanted first");
    click(&mut window, "Save as variant");
    let text = fs::read_to_string(own_file(home.path(), "slanted-first.toml")).unwrap();
    assert!(text.contains("scripts = [\"slanted.lua\", \"no_free_clear.lua\"]"), "{text}");
}

#[test]
fn a_game_in_luau_of_ones_own_can_be_shared_as_an_installable_pack() {
    const GAME: &str = include_str!("../../host/app/templates/game.luau");
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    fs::create_dir_all(&games).unwrap();
    fs::write(games.join("my-game.luau"), GAME).unwrap();
    let mut folders = with_own(home.path());
    folders.add_named(std::slice::from_ref(&games), &[], &[]);
    let mut window = window(app_over(&folders, AT_ONCE));
    change(&mut window, "Official of My game");
    click(&mut window, "Share");
    assert!(shows(&window, "One file with the game is made."));
    fill_in(&mut window, "Made by", "Ada");
    click(&mut window, "Make the file");
    let file = home.path().join("shared/my-game.stonehouse");
    assert!(shows(&window, &format!("Created {}.", file.display())));
    let pack = Pack::read(&file).unwrap();
    assert_eq!((&*pack.manifest.id, &*pack.manifest.licence), ("my-game", "CC0-1.0"));
    assert_eq!(pack.manifest.authors, ["Ada"]);
    // What the game states about itself stays.
    let stated =
        GAME.replace("    seats = 2,", "    seats = 2,\n    authors = { \"Bea\", \"Cy\" },\n    licence = \"MIT\",");
    fs::write(games.join("my-game.luau"), stated).unwrap();
    click(&mut window, "Leave");
    window.state_mut().files_changed();
    frames(&mut window);
    change(&mut window, "Official of My game");
    click(&mut window, "Share");
    assert!(shows(&window, "Licence of the game: MIT"));
    click(&mut window, "Make the file");
    let pack = Pack::read(&home.path().join("shared/my-game-2.stonehouse")).unwrap();
    assert_eq!((pack.manifest.authors.join(" and "), &*pack.manifest.licence), ("Bea and Cy".to_owned(), "MIT"));
    // A changed draft is no game yet.
    fill_in(&mut window, "Name", "Other");
    assert!(window.get_by_label("Share").accesskit_node().is_disabled());
}

#[test]
fn a_saved_variant_can_be_shared_as_an_installable_pack() {
    let home = tempfile::tempdir().unwrap();
    let mut window = workshop(home.path(), "Standard of 3 Stones");
    tick(&mut window, "Diagonal lines count double");
    fill_in(&mut window, "Name", "Aslant");
    let is_disabled = |window: &Window, button: &str| window.get_by_label(button).accesskit_node().is_disabled();
    assert!(is_disabled(&window, "Share"), "it is not saved");
    click(&mut window, "Save as variant");
    click(&mut window, "Share");
    assert!(is_disabled(&window, "Make the file"), "nobody made it");
    fill_in(&mut window, "Made by", "Ada");
    click(&mut window, "Make the file");
    let file = home.path().join("shared/aslant.stonehouse");
    assert!(shows(&window, &format!("Created {}.", file.display())));
    let pack = Pack::read(&file).unwrap();
    assert_eq!((pack.manifest.authors.as_slice(), &*pack.manifest.licence), (&["Ada".to_owned()][..], "CC0-1.0"));
    assert_eq!(pack.variants().map(|(file, ..)| file).collect::<Vec<_>>(), ["three-stones/aslant.toml"]);
    // Saved again: another file.
    click(&mut window, "Share");
    fill_in(&mut window, "Made by", "Ada");
    click(&mut window, "Make the file");
    assert!(home.path().join("shared/aslant-2.stonehouse").is_file());
}
