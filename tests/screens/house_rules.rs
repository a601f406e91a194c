//! House rules that stop a match, and are corrected.

use super::{
    Window, click, current, frames, label, names, new_window, open_sheet, place, settle, settle_or_stop, sized_window,
    start, touchable, window, with_house_rule,
};
use egui::{Rect, Vec2, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use std::path::Path;
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Observer, Seat};
use stonehouse_tests::{AT_ONCE, app_over, folders};

#[test]
fn a_match_stopped_by_a_house_rule_continues_once_corrected() {
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
    let message = label(&window.get_by_label_contains("mine.lua"));
    assert!(message.contains("mine.lua:3") && message.contains("not yet"), "{message}");

    fs::write(home.path().join("scripts/mine.lua"), "return { may_play = function(ctx, allowed) return allowed end }")
        .unwrap();
    let before = current(&window).actions().count();
    click(&mut window, "Reload and continue");
    assert_eq!(current(&window).actions().count(), before, "nothing is lost");
    place(&mut window);
    assert_eq!(current(&window).actions().count(), before + 1);
}

#[test]
fn a_script_that_is_still_broken_is_reported_and_the_match_waits() {
    let home = tempfile::tempdir().unwrap();
    let folders = with_house_rule(home.path(), "return { line_points = function() error('broken') end }");
    let mut window = window(app_over(&folders, AT_ONCE));
    open_sheet(&mut window, "Mine", &["White: Apprentice", "Black: Apprentice"]);
    click(&mut window, "Start");
    settle_or_stop(&mut window);
    assert!(window.query_by_label("A house rule failed").is_some());
    assert!(window.query_by_label_contains("read again").is_none());
    click(&mut window, "Reload and continue");
    settle_or_stop(&mut window);
    assert!(window.query_by_label("A house rule failed").is_some());
    assert!(window.query_by_label_contains("The files were read again").is_some(), "nothing was repaired");
    fs::write(home.path().join("scripts/mine.lua"), "return { line_points = function( }").unwrap();
    click(&mut window, "Reload and continue");
    assert!(window.query_by_label("The files still have a problem").is_some());
    assert!(window.query_by_label_contains("mine.lua").is_some());
}

/// A window with a match of StoneRow for four under a house rule, whose first player is a person.
fn stonerow(home: &Path, size: Vec2, script: &str) -> Window {
    let (variants, scripts) = (home.join("variants"), home.join("scripts"));
    fs::create_dir_all(&variants).unwrap();
    fs::create_dir_all(&scripts).unwrap();
    let variant = "game = \"stonerow\"\nname = \"Mine\"\nsummary = \"A test.\"\nscripts = [\"mine.lua\"]\n";
    fs::write(variants.join("mine.toml"), variant).unwrap();
    fs::write(scripts.join("mine.lua"), script).unwrap();
    let mut folders = folders(Some(&home.join("records")));
    folders.add_named(&[], &[variants], &[scripts]);
    let mut window = sized_window(app_over(&folders, AT_ONCE), size);
    open_sheet(&mut window, "Mine", &[]);
    click(&mut window, "Start");
    settle(&mut window);
    window
}

/// The sizes of windows in which everything can be chosen.
const SIZES: [Vec2; 2] = [vec2(1280.0, 800.0), vec2(900.0, 600.0)];

/// Checks that the buttons leave at least seven tenths of the window's height to the table above them.
fn leaves_room_for_the_table(size: Vec2, top: f32) {
    assert!(top > size.y * 0.7 && top < size.y, "buttons begin at {top} of {size}");
}

#[test]
fn an_action_with_64_numbers_is_one_number_to_be_chosen() {
    let script = "local all = {}\nfor number = 1, 64 do all[number] = number end\n\
        return { actions = { bid = { label = 'Bid', targets = all, when = function(ctx) return true end, \
        play = function(ctx, effects) end } } }";
    for size in SIZES {
        let home = tempfile::tempdir().unwrap();
        let mut window = stonerow(home.path(), size, script);
        let buttons = |window: &Window| {
            let all = window.query_all_by_role(egui::Role::Button).map(|node| label(&node));
            all.filter(|name| name.starts_with("Bid: ")).collect::<Vec<_>>()
        };
        assert_eq!(buttons(&window), ["Bid: less", "Bid: more", "Bid: 1"]);
        for _ in 0..3 {
            click(&mut window, "Bid: more");
        }
        let amount = |window: &Window| window.get_by_label("Bid: amount").accesskit_node().numeric_value();
        assert_eq!(amount(&window), Some(4.0));
        // It can be typed as well.
        window.get_by_label("Bid: amount").focus();
        frames(&mut window);
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window.event(egui::Event::Text("63".to_owned()));
        window.key_press(egui::Key::Enter);
        frames(&mut window);
        assert_eq!(amount(&window), Some(63.0));
        click(&mut window, "Bid: more");
        let top = window.get_by_label("Bid: 64").rect().top();
        leaves_room_for_the_table(size, top);
        click(&mut window, "Bid: 64");
        settle(&mut window);
        let log = current(&window).log(Observer::Public);
        let played = |text: &str| log.iter().filter(|entry| entry.text.shown(&names(&window)) == text).count();
        assert_eq!(played("chooses “Bid: 64”"), 1);
    }
}

#[test]
fn each_of_2048_actions_can_be_reached_below_the_table() {
    for size in SIZES {
        let home = tempfile::tempdir().unwrap();
        let mut window = stonerow(home.path(), size, &many(32, 64));
        let acts = window.query_all_by_role(egui::Role::Button).filter(|node| label(node).starts_with("Act "));
        let (count, top) = acts.fold((0, f32::INFINITY), |(count, top), node| (count + 1, top.min(node.rect().top())));
        assert_eq!(count, 32 * 64);
        leaves_room_for_the_table(size, top);
        let whole = Rect::from_min_size(pos2(0.0, 0.0), size);
        for name in ["Act 9: target 64", "Act 17: target 33", "Act 1: target 1"] {
            window.get_by_label(name).scroll_to_me();
            window.run_steps(30);
            let rect = window.get_by_label(name).rect();
            assert!(whole.contains_rect(rect) && rect.width() < 200.0 && rect.height() < 60.0, "{name}: {rect}");
        }
        click(&mut window, "Act 1: target 1");
        settle(&mut window);
        let log = current(&window).log(Observer::Public);
        let played = |text: &str| log.iter().filter(|entry| entry.text.shown(&names(&window)) == text).count();
        assert_eq!(played("chooses “Act 1: target 1”"), 1);
    }
}

/// A rule with `actions` actions, each of `targets` targets.
fn many(actions: u32, targets: u32) -> String {
    format!(
        "local words, actions = {{}}, {{}}\nfor n = 1, {targets} do words[n] = 'target ' .. n end\n\
        for n = 1, {actions} do actions['act' .. n] = {{ label = 'Act ' .. n, targets = words, \
        when = function(ctx) return true end, play = function(ctx, effects) end }} end\n\
        return {{ actions = actions }}"
    )
}

/// Whether the screen reader has just this of the whole hand of the first seat.
fn hand(window: &Window) -> String {
    let scene = current(window).scene(Observer::Seat(Seat(0))).unwrap();
    let hand = scene.areas.into_iter().find(|area| area.handle == "hand/0").expect("a hand");
    let names = names(window);
    let cards: Vec<String> = hand.pieces.iter().map(|piece| piece.name.shown(&names)).collect();
    format!("{}: {}", hand.title.shown(&names), cards.join(", "))
}

/// The part of the window in which the table is shown: between the banner and the buttons.
fn room_of_table(window: &Window, size: Vec2) -> Rect {
    let acts = window.query_all_by_role(egui::Role::Button).filter(|node| label(node).starts_with("Act "));
    let bottom = acts.map(|node| node.rect().top()).fold(size.y, f32::min);
    Rect::from_min_max(pos2(0.0, window.get_by_label("Hint").rect().bottom()), pos2(size.x, bottom))
}

#[test]
fn neither_hand_nor_board_is_cut_off_by_2048_actions() {
    for size in [vec2(1280.0, 800.0), vec2(900.0, 600.0)] {
        let home = tempfile::tempdir().unwrap();
        let mut window = stonerow(home.path(), size, &many(32, 64));
        let hand = hand(&window);
        window.get_by_label(&hand).scroll_to_me();
        window.run_steps(8);
        let (room, rect) = (room_of_table(&window, size), window.get_by_label(&hand).rect());
        assert!(room.height() > size.y * 0.4 && room.expand(0.5).contains_rect(rect), "the hand: {rect} in {room}");
        // Cards can be touched once one was drawn.
        let pile = touchable(&window, "").iter().map(label).find(|name| name.starts_with("Quarry")).unwrap();
        window.get_by_label(&pile).scroll_to_me();
        window.run_steps(8);
        click(&mut window, &pile);
        settle(&mut window);
        let cards: Vec<String> = current(&window)
            .scene(Observer::Seat(Seat(0)))
            .unwrap()
            .areas
            .into_iter()
            .find(|area| area.handle == "hand/0")
            .unwrap()
            .pieces
            .iter()
            .map(|piece| piece.name.shown(&[""; 0]))
            .collect();
        assert_eq!(cards.len(), 7);
        for card in &cards {
            window.get_by_label(card).scroll_to_me();
            window.run_steps(8);
            let (room, rect) = (room_of_table(&window, size), window.get_by_label(card).rect());
            assert!(room.expand(0.5).contains_rect(rect), "{card}: {rect} in {room}");
        }

        let home = tempfile::tempdir().unwrap();
        let mut window = sized_window(app_over(&with_house_rule(home.path(), &many(32, 64)), AT_ONCE), size);
        start(&mut window, "Mine", &[]);
        let pockets: Vec<String> = touchable(&window, ": empty").iter().map(label).collect();
        assert!(pockets.len() > 60, "a whole board");
        let room = room_of_table(&window, size);
        for pocket in pockets {
            let rect = window.get_by_label(&pocket).rect();
            assert!(room.height() > size.y * 0.4 && room.expand(0.5).contains_rect(rect), "{pocket}: {rect} in {room}");
        }
    }
}

#[test]
fn a_number_and_its_button_are_on_one_line_where_there_is_room() {
    let targets = "local words, actions = {}, {}\nfor n = 1, 12 do words[n] = tostring(n) end\n";
    let actions = "for n = 1, 6 do actions['act' .. n] = { label = 'Act number ' .. n, targets = words, \
        when = function(ctx) return true end, play = function(ctx, effects) end } end\nreturn { actions = actions }";
    for size in [SIZES[0], SIZES[1], vec2(640.0, 600.0)] {
        let home = tempfile::tempdir().unwrap();
        let script = format!("{targets}{actions}");
        let mut window = sized_window(app_over(&with_house_rule(home.path(), &script), AT_ONCE), size);
        start(&mut window, "Mine", &[]);
        let line = |label: &str| window.get_by_label(label).rect().center().y;
        for n in 1..=6 {
            let (number, button) = (line(&format!("Act number {n}: amount")), line(&format!("Act number {n}: 1")));
            assert!((number - button).abs() < 1.0, "{size}, {n}: {number} and {button}");
        }
    }
    for size in SIZES {
        let records = tempfile::tempdir().unwrap();
        let mut window = sized_window(stonehouse_tests::app(records.path()), size);
        start(&mut window, "Bid to begin", &[]);
        let number = window.get_by_label("Bid: amount").rect();
        let button = window
            .query_all_by_role(egui::Role::Button)
            .find(|node| label(node).strip_prefix("Bid: ").is_some_and(|number| number.parse::<i64>().is_ok()));
        let button = button.expect("a button").rect();
        assert!((number.center().y - button.center().y).abs() < 1.0, "{size}: {number} and {button}");
    }
}

#[test]
fn a_question_names_what_house_rules_offer() {
    let asked = |window: &Window, text: &str| window.query_all_by_label(text).count();
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Pie rule", &["Black: Person"]);
    let changes = |window: &Window| window.query_all_by_label_contains(". Or: Change colours").count();
    assert_eq!(changes(&window), 0);
    touchable(&window, " of them").first().expect("a heap of stones").click();
    frames(&mut window);
    place(&mut window);
    assert!(window.query_by_label("Show my side").is_none(), "nothing is hidden: no curtain");
    assert_eq!(changes(&window), 1, "the second player may change colours");

    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Bid to begin", &[]);
    // The name is stated in the question, and beside the number that is chosen.
    assert_eq!((asked(&window, "Bid"), asked(&window, "Choose")), (2, 0));

    let script = "local function always(ctx) return true end\nlocal function nothing(ctx, effects) end\n\
        return { actions = { one = { label = 'Change colours', first = true, when = always, play = nothing }, \
        two = { label = 'Play on', first = true, when = always, play = nothing } } }";
    let home = tempfile::tempdir().unwrap();
    let mut window = sized_window(app_over(&with_house_rule(home.path(), script), AT_ONCE), SIZES[0]);
    start(&mut window, "Mine", &[]);
    assert_eq!(asked(&window, "Change colours, or Play on"), 1);
}

#[test]
fn the_memory_of_a_seat_is_readable_whole_beside_the_table() {
    let script = "return { memory = { calling = { each = 'seat', start = 3, label = 'Calling of the player' } } }";
    for size in SIZES {
        let home = tempfile::tempdir().unwrap();
        let window = stonerow(home.path(), size, script);
        let whole = Rect::from_min_size(pos2(0.0, 0.0), size);
        let message: Vec<_> = window.query_all_by_label_contains("Calling of the player: 3").collect();
        assert_eq!(message.len(), names(&window).len(), "one for each seat");
        for node in message {
            let rect = node.rect();
            assert!(whole.contains_rect(rect), "{rect}");
            let wide = node.rect().width();
            // A line of the panel has about 40 letters; texts that were cut were one line high.
            assert!(label(&node).chars().count() < 40 || rect.height() > 20.0, "{wide}: {}", label(&node));
        }
    }
}
