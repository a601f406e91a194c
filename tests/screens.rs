//! The real screens with the real plugin, driven as a person does: by what stands on them.

use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use std::fs;
use std::path::Path;
use std::time::Duration;
use stonehouse_desktop::play::Tempo;
use stonehouse_desktop::{App, SMALL_WINDOW, SMALLEST_WINDOW};
use stonehouse_engine::{Folders, Match, Reason};
use stonehouse_plugin_api::{Action, Observer, Rng, Seat};
use stonehouse_tests::{AT_ONCE, app, app_over, folders};

#[path = "screens/secrets.rs"]
mod secrets;

type Window = Harness<'static, App>;

/// A window in which a table is seen whole.
fn window(app: App) -> Window {
    sized_window(app, SMALL_WINDOW)
}

fn sized_window(app: App, size: egui::Vec2) -> Window {
    let mut window = Harness::builder().with_size(size).build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    frames(&mut window);
    window
}

/// Lets a second and a half go by, in which all that moves arrives. (Bots may keep the window busy for longer.)
fn frames(window: &mut Window) {
    window.run_steps(6);
}

fn click_at(window: &mut Window, pos: egui::Pos2) {
    window.event(egui::Event::PointerMoved(pos));
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        window.step();
    }
    frames(window);
}

fn press(window: &mut Window, modifiers: egui::Modifiers, key: egui::Key) {
    window.key_press_modifiers(modifiers, key);
    frames(window);
}

/// Types over what stands in the field of this label.
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

/// What the card of a variant is called: "Official of Stones", or only "Duel" where no other game has one of that name.
fn card(window: &Window, variant: &str) -> String {
    if variant.contains(" of ") {
        return format!("Play {variant}");
    }
    let games = ["3 Stones", "StoneRow", "Stones"].map(|game| format!("Play {variant} of {game}"));
    let mut found = games.into_iter().filter(|card| window.query_by_label(card).is_some());
    let only = found.next().expect("the launcher shows it");
    assert_eq!(found.next(), None, "several games have it");
    only
}

/// From the launcher to the table, with what the sheet offers changed by `clicks`.
fn start(window: &mut Window, variant: &str, clicks: &[&str]) {
    open_sheet(window, variant, clicks);
    click(window, "Start");
    settle(window);
}

/// From the launcher to the sheet of a variant.
fn open_sheet(window: &mut Window, variant: &str, clicks: &[&str]) {
    let card = card(window, variant);
    window.get_by_label(&card).scroll_to_me();
    frames(window);
    click(window, &card);
    clicks.iter().for_each(|label| click(window, label));
}

fn current(window: &Window) -> &Match {
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
        let waits_for_bot = seat.is_some_and(|seat| !current(window).players()[seat.index()].is_person());
        let waits_for_person = !waits_for_bot || window.query_by_label("Go on").is_some();
        if waits_for_person || window.state().stopped_by().is_some() {
            frames(window);
            return;
        }
        // In the first frame it is asked, in the second it is stopped if people have no patience.
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
    let pockets = touchable(window, ": empty");
    pockets.first().expect("a pocket can be touched").click();
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

#[test]
fn the_launcher_shows_every_variant_with_what_is_different() {
    let records = tempfile::tempdir().unwrap();
    let window = new_window(records.path());
    for variant in ["Standard", "Pure skill", "Tournament", "Tournament, pure skill", "Handicap", "Small board"] {
        window.get_by_label(&format!("Play {variant} of 3 Stones"));
    }
}

#[test]
fn a_person_plays_a_whole_match_against_a_bot() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["Black: Apprentice"]);
    plays_to_the_end(&mut window);
    let end = current(&window).end().unwrap();
    assert_eq!(end.reason, Reason::Rules);
    assert_eq!(current(&window).len(), 28);
    let said = if end.outcome.winners.len() == 2 { "A draw" } else { "wins" };
    assert!(window.query_by_label_contains(said).is_some());
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

#[test]
fn a_bot_that_thinks_for_too_long_gives_what_it_has_found() {
    let records = tempfile::tempdir().unwrap();
    let patience = Duration::ZERO;
    let mut window = window(app_over(&folders(Some(records.path())), Tempo { patience, ..AT_ONCE }));
    // Its house rule is asked for every pocket, so that the master would think for minutes.
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

#[test]
fn undo_takes_back_the_persons_action_and_the_bots_answer() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    place(&mut window);
    assert_eq!(current(&window).len(), 4);
    click(&mut window, "Undo");
    assert_eq!(current(&window).len(), 2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    frames(&mut window);
    assert_eq!(current(&window).len(), 0);
}

const SHIFT_COMMAND: egui::Modifiers = egui::Modifiers::COMMAND.plus(egui::Modifiers::SHIFT);

#[test]
fn the_keys_of_redo_play_again_what_was_taken_back_and_take_nothing_back_themselves() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    place(&mut window);
    let played: Vec<(Seat, Action)> = current(&window).actions().collect();
    let redo = [(SHIFT_COMMAND, egui::Key::Z), (egui::Modifiers::COMMAND, egui::Key::Y)];
    for (modifiers, key) in redo {
        press(&mut window, modifiers, key);
        assert_eq!(current(&window).len(), 4, "there is nothing to play again");
    }
    for (modifiers, key) in redo {
        press(&mut window, egui::Modifiers::COMMAND, egui::Key::Z);
        press(&mut window, egui::Modifiers::COMMAND, egui::Key::Z);
        assert_eq!(current(&window).len(), 0);
        press(&mut window, modifiers, key);
        assert_eq!(current(&window).actions().collect::<Vec<_>>(), played[..2]);
        press(&mut window, modifiers, key);
        assert_eq!(current(&window).actions().collect::<Vec<_>>(), played);
    }
    click(&mut window, "Undo");
    click(&mut window, "Redo");
    assert_eq!(current(&window).actions().collect::<Vec<_>>(), played);
}

#[test]
fn what_was_taken_back_cannot_be_played_again_once_something_else_was_played() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Person"]);
    place(&mut window);
    click(&mut window, "Undo");
    click(&mut window, "F7: empty");
    let played: Vec<(Seat, Action)> = current(&window).actions().collect();
    assert!(window.get_by_label("Redo").accesskit_node().is_disabled());
    press(&mut window, SHIFT_COMMAND, egui::Key::Z);
    assert_eq!(current(&window).actions().collect::<Vec<_>>(), played);
}

#[test]
fn players_of_one_name_are_told_apart_by_their_seats_wherever_they_are_named() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Small board", &["Black: Person"]);
    fill_in(&mut window, "White", "Anna");
    fill_in(&mut window, "Black", "Anna");
    click(&mut window, "Start");
    assert!(window.query_by_label("Anna (White)").is_some(), "the banner");
    place(&mut window);
    assert!(window.query_by_label("Anna (Black)").is_some(), "the banner");
    assert!(window.query_by_label_contains("Anna (White): ").is_some(), "the log");
    plays_to_the_end(&mut window);
    let winners = &current(&window).end().unwrap().outcome.winners;
    assert_eq!(winners.len(), 1, "the seed is no draw");
    let winner = ["Anna (White) wins", "Anna (Black) wins"][winners[0].index()];
    assert!(window.query_by_label_contains(winner).is_some(), "the ending");
}

#[test]
fn bots_have_names_of_their_own_and_no_two_at_a_table_are_called_alike() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Quick", &["West: Master"]);
    // A person takes a bot's name, and another seat's name is left empty.
    fill_in(&mut window, "South", "Bruno");
    fill_in(&mut window, "West", "");
    click(&mut window, "North: Person");
    click(&mut window, "Start");
    settle(&mut window);
    let players = current(&window).players();
    let names: std::collections::BTreeSet<&str> = players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names.len(), 4, "{players:?}");
    assert_eq!((players[0].name.as_str(), players[2].name.as_str()), ("Bruno", "Guest"));
    for bot in [1, 3] {
        assert!(!["", "West", "Master", "Journeyman"].contains(&players[bot].name.as_str()), "{players:?}");
    }
    assert!(window.query_by_label_contains("West · master · ").is_some(), "the level stands beside the name");
}

#[test]
fn a_sheet_opened_from_a_resumed_match_has_no_empty_lines() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    click(&mut window, "Leave");
    click(&mut window, "Resume You – Ada");
    click(&mut window, "New match");
    assert!(window.query_by_label("Start").is_some());
    let labels = window.query_all_by_role(egui::Role::Label);
    assert!(labels.into_iter().all(|node| !label(&node).trim().is_empty()));
}

#[test]
fn the_log_of_a_resumed_match_stands_at_its_end() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Person"]);
    let shines = |window: &Window| !current(window).scene(Observer::Public).unwrap().lit.is_empty();
    while current(&window).len() < 40 || current(&window).to_act() != Some(Seat(0)) || shines(&window) {
        place(&mut window);
    }
    let last = format!("Guest: {}", current(&window).log(Observer::Public).pop().unwrap().text);
    // Somebody looked back before they left.
    window.get_all_by_label_contains("You: ").next().unwrap().scroll_to_me();
    frames(&mut window);
    click(&mut window, "Leave");
    window.get_by_label("Resume You – Guest").click();
    // No more frames than the program itself asks for.
    window.run();
    let bottom = window.get_by_label(&last).rect().bottom();
    assert!(bottom <= SMALL_WINDOW.y, "the last line of the log lies at {bottom}");
}

#[test]
fn every_control_can_be_reached_in_the_smallest_window() {
    let records = tempfile::tempdir().unwrap();
    let mut window = sized_window(app(records.path()), SMALLEST_WINDOW);
    let everything = egui::Rect::from_min_size(egui::Pos2::ZERO, SMALLEST_WINDOW);
    let inside = |window: &Window, name: &str| {
        let rect = window.get_by_label(name).rect();
        assert!(everything.contains_rect(rect), "{name}: {rect}");
    };
    open_sheet(&mut window, "Official of Stones", &[]);
    inside(&window, "Start");
    inside(&window, "Cancel");
    for control in ["South: Person", "East: Master"] {
        window.get_by_label(control).scroll_to_me();
        frames(&mut window);
        inside(&window, control);
    }
    for control in ["West: Person", "North: Person", "East: Person", "Start"] {
        window.get_by_label(control).scroll_to_me();
        frames(&mut window);
        click(&mut window, control);
    }
    for control in ["Leave", "Undo", "Redo", "Rules", "New match", "Show my side"] {
        inside(&window, control);
    }
    click(&mut window, "Show my side");
    inside(&window, "Pass");
    for index in 0..touchable(&window, "").len() {
        touchable(&window, "")[index].scroll_to_me();
        frames(&mut window);
        let nodes = touchable(&window, "");
        assert!(everything.contains_rect(nodes[index].rect()), "{}", label(&nodes[index]));
    }
    click(&mut window, "Rules");
    inside(&window, "Close the rules");
    click(&mut window, "Close the rules");
    // What is asked by a gesture is answered where it can be seen, however the table is scrolled.
    let choices = current(&window).choices().unwrap();
    let offer = choices.iter().find(|choice| choice.told.data["of"] == "front").unwrap().told.clone();
    touch(&mut window, &offer.path[0]);
    touch(&mut window, &offer.path[1]);
    click(&mut window, "Show my side");
    inside(&window, "Accept");
    click(&mut window, "Deny");
    click(&mut window, "Pass");
    for _ in 0..10 {
        click(&mut window, "Show my side");
        click(&mut window, "Pass");
    }
    inside(&window, "Go on");
}

#[test]
fn the_clocks_stand_beside_the_table_of_a_timed_variant() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Handicap of 3 Stones", &["Black: Person"]);
    // White has 15 minutes and is to act, Black has 30.
    assert!(window.query_by_label("30:00").is_some());
    let white = current(&window).clock().unwrap();
    assert_eq!(white.running(), Some(Seat(0)));
}

#[test]
fn a_match_that_was_left_is_resumed_from_the_launcher() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    let played: Vec<(Seat, Action)> = current(&window).actions().collect();
    click(&mut window, "Leave");
    assert!(window.state().current().is_none());
    drop(window);

    let mut again = new_window(records.path());
    click(&mut again, "Resume You – Ada");
    assert_eq!(current(&again).actions().collect::<Vec<_>>(), played);
    place(&mut again);
    assert_eq!(current(&again).len(), 4);
}

#[test]
fn the_players_of_the_last_match_sit_down_again() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Master", "Swap seats"]);
    click(&mut window, "Leave");
    start(&mut window, "Slanted", &[]);
    let players: Vec<&str> = current(&window).players().iter().map(|player| player.player.as_str()).collect();
    assert_eq!(players, ["master", "person"]);
}

#[test]
fn a_seed_gives_the_same_deal_again_and_nonsense_is_refused() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    click(&mut window, "Play Standard of 3 Stones");
    window.get_by_label("Seed").focus();
    window.get_by_label("Seed").type_text("tuesday");
    frames(&mut window);
    click(&mut window, "Start");
    assert!(window.query_by_label_contains("The seed must be a whole number").is_some());
    assert!(window.state().current().is_none());
    drop(window);

    let mut window = new_window(records.path());
    click(&mut window, "Play Standard of 3 Stones");
    window.get_by_label("Seed").focus();
    window.get_by_label("Seed").type_text("42");
    frames(&mut window);
    click(&mut window, "Start");
    assert_eq!(current(&window).seed(), 42);
}

#[test]
fn a_rematch_is_dealt_for_the_same_players() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Small board", &["White: Apprentice", "Black: Apprentice"]);
    let before = current(&window).seed();
    click(&mut window, "Rematch");
    assert_ne!(current(&window).seed(), before);
    assert_eq!(current(&window).players()[0].player, "apprentice");
}

#[test]
fn the_rules_can_be_read_beside_the_table() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Slanted", &["Black: Person"]);
    let rules = |window: &Window| window.query_by_label_contains("the rules in short").map(|title| title.rect());
    click(&mut window, "Rules");
    assert!(window.query_by_label("• Diagonal lines count double").is_some());
    let title = rules(&window).expect("the rules are open");
    for beside in ["Leave", "Undo", "New match"] {
        assert!(!title.intersects(window.get_by_label(beside).rect()));
    }
    for pocket in touchable(&window, ": empty") {
        assert!(pocket.rect().right() < title.left(), "the board lies beside the rules");
    }
    // They do not keep anybody from playing.
    place(&mut window);
    window.key_press(egui::Key::Escape);
    frames(&mut window);
    assert!(rules(&window).is_none());
    click(&mut window, "Rules");
    click(&mut window, "Close the rules");
    assert!(rules(&window).is_none());
}

/// Touches whatever can be touched on the table or in the prompt, until the match is over; `seed` decides what.
fn touch_at_random(window: &mut Window, seed: u64) {
    let mut random = Rng::from_seed(seed);
    for _ in 0..4000 {
        if current(window).end().is_some() {
            return;
        }
        let shown: Vec<String> = touchable(window, "").iter().map(label).collect();
        let bar = ["Leave", "Undo", "Rules", "New match"];
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
fn as_many_play_as_the_sheet_is_told_where_the_variant_leaves_it_open() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Official of StoneRow", &["2 players", "North: Apprentice"]);
    assert_eq!(current(&window).players().len(), 2);
    assert_eq!(current(&window).ruleset().seating().seats[1].name, "North");
    click(&mut window, "Leave");
    open_sheet(&mut window, "Duel", &[]);
    assert!(window.query_by_label("3 players").is_none(), "a duel is for two");
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
    let choices = current(&window).choices().unwrap();
    let build = choices.iter().find(|choice| choice.told.data["action"] == "build").expect("the seed deals a pair");
    let cards: Vec<String> =
        build.told.data["cards"].as_array().unwrap().iter().map(|card| card.as_str().unwrap().to_owned()).collect();
    for card in cards.iter().rev() {
        let card = touchable(&window, "").iter().map(label).find(|name| name.starts_with(card.as_str())).unwrap();
        click(&mut window, &card);
    }
    let before = current(&window).len();
    window.get_by_label("Build").click();
    window.run_steps(2);
    assert!(current(&window).len() > before);
    assert!(current(&window).log(Observer::Public)[before].text.starts_with("build "));
}

/// The place of this name on the table; of several, the one of this number.
fn named<'a>(window: &'a Window, name: &'a str, number: usize) -> Node<'a> {
    let mut nodes = window.query_all_by_role(egui::Role::Button).filter(|node| label(node) == name);
    nodes.nth(number).expect("it is on the screen")
}

/// Touches what stands on the table under this handle's name, as the scene of whoever acts has it.
fn touch(window: &mut Window, handle: &str) {
    let seat = current(window).to_act().expect("somebody is to act");
    let scene = current(window).scene(Observer::Seat(seat)).unwrap();
    let mut pieces = scene.areas.iter().flat_map(|area| &area.pieces);
    let wanted = pieces.find(|piece| piece.handle == handle).expect("it is there").name.clone();
    // Things of the same name: by their order on the table.
    let same = scene.areas.iter().flat_map(|area| &area.pieces).filter(|piece| piece.name == wanted);
    let nth = same.take_while(|piece| piece.handle != handle).count();
    // Where the table is scrolled, it has to come into sight first.
    named(window, &wanted, nth).scroll_to_me();
    frames(window);
    named(window, &wanted, nth).click();
    frames(window);
}

#[test]
fn an_offer_is_made_by_touching_two_stones_and_answered_where_the_asked_player_looks() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Person", "North: Person", "East: Person"]);
    let mover = current(&window).to_act().unwrap();
    assert!(window.query_by_label_contains("hidden jewel, known").is_none(), "nobody has shown anything");
    click(&mut window, "Show my side");
    let choices = current(&window).choices().unwrap();
    let offer = choices.iter().find(|choice| choice.told.data["of"] == "front").unwrap().told.clone();
    // In either order: what is asked for first.
    touch(&mut window, &offer.path[1]);
    touch(&mut window, &offer.path[0]);
    let asked = current(&window).to_act().unwrap();
    assert_ne!(asked, mover);
    assert!(window.query_by_label("Accept").is_none(), "the asked player has to come to the screen");
    click(&mut window, "Show my side");
    assert!(window.query_by_label_contains(" offers ").is_some());
    click(&mut window, "Accept");
    assert_eq!(current(&window).to_act(), Some(asked));
    let log = current(&window).log(Observer::Public);
    assert_eq!(log.iter().map(|entry| entry.text.as_str()).collect::<Vec<_>>(), [&offer.text, "accept"]);
}

/// Four people at one screen pass until the hand is over.
fn pass_a_hand(window: &mut Window) {
    for _ in 0..12 {
        click(window, "Show my side");
        click(window, "Pass");
    }
}

#[test]
fn a_click_beside_the_count_of_a_hand_does_not_close_it_and_its_keys_do() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Person", "North: Person", "East: Person"]);
    pass_a_hand(&mut window);
    for key in [egui::Key::Escape, egui::Key::Enter] {
        for at in [egui::pos2(40.0, 300.0), egui::pos2(860.0, 560.0), egui::pos2(30.0, 20.0)] {
            click_at(&mut window, at);
        }
        assert!(window.query_by_label("Go on").is_some());
        assert!(window.state().current().is_some(), "what lies below it is out of reach");
        window.key_press(key);
        frames(&mut window);
        assert!(window.query_by_label("Go on").is_none());
        click(&mut window, "Hand 1");
    }
}

#[test]
fn the_count_of_a_hand_is_shown_before_the_match_goes_on() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Person", "North: Person", "East: Person"]);
    pass_a_hand(&mut window);
    let scene = current(&window).scene(Observer::Public).unwrap();
    let tally = scene.tally.unwrap();
    assert_eq!(tally.number, 1);
    window.get_by_label(&tally.reason);
    // Two players may hold alike.
    for row in &tally.rows {
        let pieces = row.pieces.iter().map(|piece| piece.name.as_str()).collect::<Vec<_>>().join(", ");
        assert!(window.query_all_by_label(&pieces).next().is_some(), "{pieces}");
    }
    click(&mut window, "Go on");
    assert!(window.query_by_label(&tally.reason).is_none());
    click(&mut window, "Hand 1");
    assert!(window.query_by_label(&tally.reason).is_some(), "it can be looked at again");
}

#[test]
fn a_match_of_stones_is_played_to_its_end_against_bots() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Apprentice", "North: Apprentice", "East: Apprentice"]);
    touch_at_random(&mut window, 2);
    assert!(current(&window).end().is_some_and(|end| end.reason == Reason::Rules));
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

#[test]
fn a_match_stopped_by_a_house_rule_goes_on_once_it_is_mended() {
    let home = tempfile::tempdir().unwrap();
    let folders = with_house_rule(
        home.path(),
        "return {\n  may_play = function(ctx, allowed)\n    if ctx.stones_played == 3 then error('not yet') end\n    return allowed\n  end\n}\n",
    );
    let mut window = window(app_over(&folders, AT_ONCE));
    start(&mut window, "Mine", &["Black: Person"]);
    for _ in 0..2 {
        place(&mut window);
    }
    let pocket = label(&touchable(&window, ": empty")[0]);
    click(&mut window, &pocket);
    assert_eq!(window.state().stopped_by(), Some("A house rule failed"));
    assert!(window.query_by_label("A house rule failed").is_some());
    let told = label(&window.get_by_label_contains("mine.lua"));
    assert!(told.contains("mine.lua:3") && told.contains("not yet"), "{told}");

    fs::write(home.path().join("scripts/mine.lua"), "return { may_play = function(ctx, allowed) return allowed end }")
        .unwrap();
    let before = current(&window).actions().count();
    click(&mut window, "Reload and go on");
    assert_eq!(current(&window).actions().count(), before, "nothing is lost");
    place(&mut window);
    assert_eq!(current(&window).actions().count(), before + 1);
}

#[test]
fn a_script_that_is_still_broken_is_told_and_the_match_waits() {
    let home = tempfile::tempdir().unwrap();
    let folders = with_house_rule(home.path(), "return { line_points = function() error('broken') end }");
    let mut window = window(app_over(&folders, AT_ONCE));
    open_sheet(&mut window, "Mine", &["White: Apprentice", "Black: Apprentice"]);
    click(&mut window, "Start");
    settle_or_stop(&mut window);
    assert!(window.query_by_label("A house rule failed").is_some());
    assert!(window.query_by_label_contains("Tried again").is_none());
    click(&mut window, "Reload and go on");
    settle_or_stop(&mut window);
    assert!(window.query_by_label("A house rule failed").is_some());
    assert!(window.query_by_label_contains("Tried again: the files were read").is_some(), "nothing was mended");
    fs::write(home.path().join("scripts/mine.lua"), "return { line_points = function( }").unwrap();
    click(&mut window, "Reload and go on");
    assert!(window.query_by_label("The files are not right yet").is_some());
    assert!(window.query_by_label_contains("mine.lua").is_some());
}

#[test]
fn what_is_wrong_with_a_file_stands_in_the_launcher_with_its_place() {
    let home = tempfile::tempdir().unwrap();
    let folders = with_house_rule(home.path(), "return {}");
    fs::write(
        home.path().join("variants/odd.toml"),
        "game = \"three-stones\"\nname = \"Odd\"\n[knobs]\nline_lenght = 4\n",
    )
    .unwrap();
    let mut window = window(app_over(&folders, AT_ONCE));
    assert!(window.query_by_label("odd.toml, line 4").is_some());
    assert!(window.query_by_label_contains("Did you mean `line_length`?").is_some());
    fs::remove_file(home.path().join("variants/odd.toml")).unwrap();
    click(&mut window, "Reload");
    assert!(window.query_by_label("odd.toml, line 4").is_none());
}

#[test]
fn a_damaged_record_is_told_and_left_as_it_is() {
    let records = tempfile::tempdir().unwrap();
    let file = records.path().join("2026-01-01-three-stones.jsonl");
    fs::write(&file, "{ nonsense\n").unwrap();
    let window = new_window(records.path());
    assert!(window.query_by_label_contains("this is no record of Stonehouse").is_some());
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ nonsense\n");
}

#[test]
fn a_stonehouse_without_games_says_where_it_looked() {
    let home = tempfile::tempdir().unwrap();
    let mut folders = Folders::default();
    folders.add_user(home.path());
    let window = window(app_over(&folders, AT_ONCE));
    assert!(window.query_by_label("No game was found").is_some());
    assert!(window.query_by_label(&home.path().join("plugins").display().to_string()).is_some());
}
