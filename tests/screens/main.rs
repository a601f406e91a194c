//! The real screens with the real plugins, driven as a person would: by the widgets on the screen.

mod alignment;
mod comfort;
mod consent;
mod finish;
mod first_start;
mod guests;
mod hints;
mod history;
mod house_rules;
mod lab;
mod languages;
mod launcher;
mod lessons;
mod live;
mod matches;
mod news;
mod open;
mod packs;
mod painter;
mod parting;
mod pictures;
mod programs;
mod secrets;
mod settings;
mod sheet;
mod side;
mod slow;
mod sounds;
mod steady;
mod tabs;
mod tally;
mod undo;
mod updates;
mod values;
mod workshop;

use egui::accesskit::Toggled;
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use std::fs;
use std::ops::Deref;
use std::path::Path;
use stonehouse_desktop::{App, SMALL_WINDOW};
use stonehouse_engine::{Folders, Match};
use stonehouse_language::InLanguage;
use stonehouse_plugin::{ActionText, Observer, PathStep};
use stonehouse_tests::{app, folders};

type Window = Harness<'static, App>;

/// A window in which a whole table fits.
fn window(app: App) -> Window {
    sized_window(app, SMALL_WINDOW)
}

fn sized_window(app: App, size: egui::Vec2) -> Window {
    let mut window = Harness::builder().with_size(size).build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    frames(&mut window);
    window
}

/// Lets a second and a half pass, after which all pieces have arrived. (Bots may keep the window busy for longer.)
/// Everything that can be used then has an accessible name.
fn frames(window: &mut Window) {
    window.run_steps(6);
    window.check_accessibility();
}

fn press(window: &mut Window, modifiers: egui::Modifiers, key: egui::Key) {
    window.key_press_modifiers(modifiers, key);
    frames(window);
}

/// Replaces the text in the field with this label.
fn fill_in(window: &mut Window, field: &str, text: &str) {
    let is_field = |node: &Node<'_>| node.accesskit_node().role() == egui::Role::TextInput;
    window.get_all_by_label(field).find(is_field).expect("a field of this label").focus();
    frames(window);
    press(window, egui::Modifiers::COMMAND, egui::Key::A);
    window.event(egui::Event::Text(text.to_owned()));
    frames(window);
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    frames(window);
}

/// Shows the variants of a game in the launcher.
fn unfold(window: &mut Window, game: &str) {
    let button = format!("Variants of {game}");
    if window.get_by_label(&button).accesskit_node().toggled() != Some(Toggled::True) {
        window.get_by_label(&button).scroll_to_me();
        frames(window);
        click(window, &button);
    }
}

/// The label of a variant's card, which is then shown: "Official of Stones", or only "Duel" where no other game has one
/// of that name.
fn card(window: &mut Window, variant: &str) -> String {
    if let Some((_, game)) = variant.split_once(" of ") {
        unfold(window, game);
        return format!("Play {variant}");
    }
    let mut found = Vec::new();
    for game in ["3 Stones", "StoneRow", "Stones"] {
        unfold(window, game);
        let card = format!("Play {variant} of {game}");
        if window.query_by_label(&card).is_some() {
            found.push((game, card));
        }
    }
    assert_eq!(found.len(), 1, "one game has it: {found:?}");
    let (game, card) = found.remove(0);
    unfold(window, game);
    card
}

/// Starts a match from the launcher, with `clicks` on the setup sheet.
fn start(window: &mut Window, variant: &str, clicks: &[&str]) {
    open_sheet(window, variant, clicks);
    click(window, "Start");
    settle(window);
}

/// Opens the setup sheet of a variant from the launcher.
fn open_sheet(window: &mut Window, variant: &str, clicks: &[&str]) {
    let card = card(window, variant);
    window.get_by_label(&card).scroll_to_me();
    frames(window);
    click(window, &card);
    clicks.iter().for_each(|label| click(window, label));
}

/// Continues the match of these players, from the launcher.
fn resume(window: &mut Window, players: &str) {
    let starts = format!("Resume {players}");
    let found = |node: &Node<'_>| label(node).starts_with(&starts);
    window.query_all_by_role(egui::Role::Button).find(found).expect("it is offered").click();
    frames(window);
}

/// The players' names, by seat.
fn names(window: &Window) -> Vec<String> {
    current(window).players().iter().map(|player| player.name.clone()).collect()
}

/// The match. No rule runs while it is borrowed.
fn current(window: &Window) -> impl Deref<Target = Match> + '_ {
    window.state().current().expect("a match is on the screen")
}

/// Lets bots act, until a person is asked or the match is over. Nothing may stop the match.
fn settle(window: &mut Window) {
    settle_or_stop(window);
    assert_eq!(window.state().stopped_by(), None);
}

/// As [`settle`], or until something stops the match.
fn settle_or_stop(window: &mut Window) {
    loop {
        let seat = current(window).to_act();
        let waits_for_bot = seat.is_some_and(|seat| !current(window).is_played_by_person(seat));
        let waits_for_person = !waits_for_bot || window.query_by_label("Continue").is_some();
        if waits_for_person || window.state().stopped_by().is_some() {
            frames(window);
            return;
        }
        // In the first frame it is run, in the second it is stopped if people have no patience.
        window.run_steps(2);
        window.state_mut().wait_for_bot();
        window.step();
    }
}

fn label(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    node.label().or_else(|| node.value()).unwrap_or_default()
}

/// The things on the table that can be touched now and whose name ends in `ending`.
fn touchable<'a>(window: &'a Window, ending: &'a str) -> Vec<Node<'a>> {
    let nodes = window.query_all_by_role(egui::Role::Button);
    let can_touch = |node: &Node<'_>| !node.accesskit_node().is_disabled() && label(node).ends_with(ending);
    nodes.filter(can_touch).collect()
}

/// Places the drawn stone into the first pocket that can be touched.
fn place(window: &mut Window) {
    let pockets = touchable(window, "");
    let mut empty = pockets.iter().filter(|node| label(node).contains(": empty"));
    empty.next().expect("a pocket can be touched").click();
    frames(window);
    settle(window);
}

fn plays_to_the_end(window: &mut Window) {
    while current(window).end().is_none() {
        place(window);
    }
}

fn new_window(records: &Path) -> Window {
    window(app(records))
}

/// The place of this name on the table; of several, the one of this number.
fn named<'a>(window: &'a Window, name: &'a str, number: usize) -> Node<'a> {
    let mut nodes = window.query_all_by_role(egui::Role::Button).filter(|node| label(node) == name);
    nodes.nth(number).expect("it is on the screen")
}

/// The handles of an action's first path, in order.
fn first_path(message: &ActionText) -> Vec<String> {
    message.paths[0].iter().flat_map(PathStep::handles).cloned().collect()
}

/// Touches the thing of this handle's name on the table, by the scene of the acting seat.
fn touch(window: &mut Window, handle: &str) {
    let seat = current(window).to_act().expect("somebody is to act");
    let scene = current(window).scene(Observer::Seat(seat)).unwrap();
    let mut pieces = scene.areas.iter().flat_map(|area| &area.pieces);
    let wanted = pieces.find(|piece| piece.handle == handle).expect("it is there").name.clone();
    // Things of the same name: by their order on the table.
    let same = scene.areas.iter().flat_map(|area| &area.pieces).filter(|piece| piece.name == wanted);
    let nth = same.take_while(|piece| piece.handle != handle).count();
    // Where the table is scrolled, it has to come into sight first.
    let wanted = wanted.shown(&names(window));
    named(window, &wanted, nth).scroll_to_me();
    frames(window);
    named(window, &wanted, nth).click();
    frames(window);
}

/// The bundled folders, and one with a variant whose house rule is `script`.
fn with_house_rule(home: &Path, script: &str) -> Folders {
    let (variants, scripts) = (home.join("variants"), home.join("scripts"));
    fs::create_dir_all(&variants).unwrap();
    fs::create_dir_all(&scripts).unwrap();
    let variant = "game = \"three-stones\"\nname = \"Mine\"\nsummary = \"A test.\"\nscripts = [\"mine.lua\"]\n";
    fs::write(variants.join("mine.toml"), variant).unwrap();
    fs::write(scripts.join("mine.lua"), script).unwrap();
    let mut folders = folders(Some(&home.join("records")));
    folders.add_named(&[], &[variants], &[scripts]);
    folders
}
