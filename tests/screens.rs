//! The real screens with the real plugin, driven as a person does: by what stands on them.

use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use std::fs;
use std::path::Path;
use std::time::Duration;
use stonehouse_desktop::play::Tempo;
use stonehouse_desktop::{App, SMALLEST_WINDOW};
use stonehouse_engine::{Folders, Match, Reason};
use stonehouse_plugin_api::{Action, Observer, Rng, Seat};
use stonehouse_tests::{AT_ONCE, app, folders};

type Window = Harness<'static, App>;

/// A window of the smallest size.
fn window(app: App) -> Window {
    let mut window = Harness::builder().with_size(SMALLEST_WINDOW).build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    frames(&mut window);
    window
}

/// Lets a second and a half go by, in which all that moves arrives. (Bots may keep the window busy for longer.)
fn frames(window: &mut Window) {
    window.run_steps(6);
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

/// Lets bots act, until a person is asked or the match is over.
fn settle(window: &mut Window) {
    for _ in 0..20_000 {
        let seat = current(window).to_act();
        let waits_for_bot = seat.is_some_and(|seat| !current(window).players()[seat.index()].is_person());
        let waits_for_person = !waits_for_bot || window.query_by_label("Go on").is_some();
        if waits_for_person || window.query_by_label_contains("failed").is_some() {
            frames(window);
            return;
        }
        window.step();
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("the bot did not answer");
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
    let mut window = window(App::with_tempo(&folders(Some(records.path())), Tempo { patience, ..AT_ONCE }));
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
    click(&mut again, "Resume You – Apprentice");
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
    click(&mut window, "Rules");
    assert!(window.query_by_label_contains("the rules in short").is_some());
    assert!(window.query_by_label("• Diagonal lines count double").is_some());
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

#[test]
fn people_who_share_a_screen_do_not_see_each_others_hands() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Duel", &["North: Person"]);
    let own_cards = |window: &Window, seat: usize| {
        let hand = current(window).scene(Observer::Seat(Seat(seat as u8))).unwrap();
        let area = hand.areas.into_iter().find(|area| area.handle == format!("hand/{seat}")).unwrap();
        let title = format!("{}: ", area.title);
        let names: Vec<String> = area.pieces.into_iter().map(|piece| piece.name).collect();
        format!("{title}{}", names.join(", "))
    };
    // Nobody's cards show until South takes the screen.
    assert!(window.query_by_label(&own_cards(&window, 0)).is_none());
    click(&mut window, "Show my side");
    assert!(window.query_by_label(&own_cards(&window, 0)).is_some());
    assert!(window.query_by_label(&own_cards(&window, 1)).is_none());
    let quarry = touchable(&window, "").iter().map(label).find(|name| name.starts_with("Quarry")).unwrap();
    click(&mut window, &quarry);
    let card = current(&window).choices().unwrap().last().unwrap().told.data["cards"][0].as_str().unwrap().to_owned();
    let card = touchable(&window, "").iter().map(label).find(|name| name.starts_with(&card)).unwrap();
    click(&mut window, &card);
    click(&mut window, "Discard");
    // North is next: South's cards are gone from the screen, North's not there yet.
    assert_eq!(current(&window).to_act(), Some(Seat(1)));
    for seat in [0, 1] {
        assert!(window.query_by_label(&own_cards(&window, seat)).is_none());
    }
    click(&mut window, "Show my side");
    assert!(window.query_by_label(&own_cards(&window, 1)).is_some());
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
    let nodes: Vec<Node<'_>> =
        window.query_all_by_role(egui::Role::Button).filter(|node| label(node) == wanted).collect();
    nodes[nth].click();
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

#[test]
fn the_count_of_a_hand_is_shown_before_the_match_goes_on() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Quick", &["West: Person", "North: Person", "East: Person"]);
    for _ in 0..12 {
        click(&mut window, "Show my side");
        click(&mut window, "Pass");
    }
    let scene = current(&window).scene(Observer::Public).unwrap();
    let tally = scene.tally.unwrap();
    assert_eq!(tally.number, 1);
    window.get_by_label(&tally.reason);
    window.get_by_label(&tally.rows[2].pieces.iter().map(|piece| piece.name.as_str()).collect::<Vec<_>>().join(", "));
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
    let mut window = window(App::with_tempo(&folders, AT_ONCE));
    start(&mut window, "Mine", &["Black: Person"]);
    for _ in 0..3 {
        place(&mut window);
    }
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
    let mut window = window(App::with_tempo(&folders, AT_ONCE));
    start(&mut window, "Mine", &["White: Apprentice", "Black: Apprentice"]);
    assert!(window.query_by_label("A house rule failed").is_some());
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
    let mut window = window(App::with_tempo(&folders, AT_ONCE));
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
    let window = window(App::with_tempo(&folders, AT_ONCE));
    assert!(window.query_by_label("No game was found").is_some());
    assert!(window.query_by_label(&home.path().join("plugins").display().to_string()).is_some());
}
