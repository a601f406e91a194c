//! Files that are saved in the middle of a match, and the console in which house rules are watched.

use super::{
    Window, click, current, frames, label, place, press, resume, settle, start, touchable, window, with_house_rule,
};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use stonehouse_engine::plugins::editor::{DEFINITIONS, DOCUMENTATION, write_types};
use stonehouse_tests::{AT_ONCE, app_over, folders};

/// A match between two people under this house rule.
fn playing(home: &Path, rule: &str) -> Window {
    let mut window = window(app_over(&with_house_rule(home, rule), AT_ONCE));
    start(&mut window, "Mine", &["Black: Person"]);
    window
}

/// Saves another text of the house rule.
fn save(window: &mut Window, home: &Path, rule: &str) {
    fs::write(home.join("scripts/mine.lua"), rule).unwrap();
    window.state_mut().files_changed();
    frames(window);
}

/// The number of actions that were played, and the text of the house rule.
fn progress(window: &Window) -> (usize, String) {
    let game = current(window);
    (game.len(), game.ruleset().variant().scripts[0].source.to_string())
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

const PLAIN: &str = "return { line_points = function(ctx, points) return points end }";
const DOUBLE: &str = "return { line_points = function(ctx, points) return points * 2 end }";

#[test]
fn a_saved_rule_holds_in_the_match_at_hand_and_the_position_stays() {
    let home = tempfile::tempdir().unwrap();
    let mut window = playing(home.path(), PLAIN);
    (0..3).for_each(|_| place(&mut window));
    save(&mut window, home.path(), DOUBLE);
    assert_eq!(progress(&window), (3, DOUBLE.to_owned()));
    assert!(shows(&window, "The rules were read again (mine.lua)"));
    click(&mut window, "OK");
    assert!(!shows(&window, "The rules were read again"));
    place(&mut window);
    assert_eq!(current(&window).len(), 4);
    // Nothing that concerns this match.
    fs::write(home.path().join("variants/other.toml"), "game = \"three-stones\"\n").unwrap();
    window.state_mut().files_changed();
    frames(&mut window);
    assert!(!shows(&window, "The rules were read again"));
}

#[test]
fn a_mistake_is_reported_and_the_old_rules_stay_until_corrected() {
    let home = tempfile::tempdir().unwrap();
    let mut window = playing(home.path(), PLAIN);
    place(&mut window);
    save(&mut window, home.path(), "return {\n  line_pionts = function() end\n}");
    assert!(shows(&window, "the match goes on under the old rules") && shows(&window, "mine.lua"));
    assert_eq!(window.state().stopped_by(), None);
    place(&mut window);
    assert_eq!(progress(&window), (2, PLAIN.to_owned()));
    save(&mut window, home.path(), DOUBLE);
    assert_eq!(progress(&window), (2, DOUBLE.to_owned()));
}

#[test]
fn a_saved_rule_that_adds_a_secret_covers_a_shared_screen() {
    const SECRET: &str = "return {
        memory = { plan = { each = 'seat', max = 9, secret = true, label = 'Plan' } },
        after_action = function(ctx, effects) effects.remember('plan', ctx.seat, ctx.actions + 6) end
    }";
    let home = tempfile::tempdir().unwrap();
    let mut window = playing(home.path(), PLAIN);
    (0..2).for_each(|_| place(&mut window));
    assert!(!shows(&window, "Show my side"), "nothing is hidden");
    save(&mut window, home.path(), SECRET);
    assert!(shows(&window, "The rules were read again (mine.lua)"));
    click(&mut window, "OK");
    assert_eq!(progress(&window), (2, SECRET.to_owned()));
    // The values remembered after the first action, White's, and the second, Black's.
    let plans = |window: &Window| ["Plan: 7", "Plan: 8"].map(|plan| shows(window, plan));
    assert_eq!(plans(&window), [false, false], "nobody is at the screen yet");
    click(&mut window, "Show my side");
    assert_eq!(plans(&window), [true, false]);
    place(&mut window);
    assert_eq!(plans(&window), [false, false]);
    click(&mut window, "Show my side");
    assert_eq!(plans(&window), [false, true]);
}

#[test]
fn if_an_action_became_illegal_people_choose_how_to_continue() {
    let home = tempfile::tempdir().unwrap();
    let mut window = playing(home.path(), PLAIN);
    (0..4).for_each(|_| place(&mut window));
    let strict = |from: u32| {
        format!(
            "return {{ may_play = function(ctx, allowed) return allowed and (ctx.stones_played ~= {from} or ctx.row > 6) end }}"
        )
    };
    save(&mut window, home.path(), &strict(2));
    assert_eq!(window.state().stopped_by(), Some("The match does not fit the changed rules"));
    assert!(shows(&window, "Action 3, “"));
    click(&mut window, "Keep the old rules");
    assert_eq!((progress(&window), window.state().stopped_by()), ((4, PLAIN.to_owned()), None));
    save(&mut window, home.path(), &strict(3));
    click(&mut window, "Go on from action 3");
    assert_eq!(progress(&window), (3, strict(3)));
    place(&mut window);
    assert_eq!(current(&window).len(), 4);
}

#[test]
fn saving_the_corrected_rule_resumes_the_match_automatically() {
    let home = tempfile::tempdir().unwrap();
    let rule = "return { may_play = function(ctx, allowed) if ctx.stones_played == 1 then error('no') end return allowed end }";
    let mut window = playing(home.path(), rule);
    let pocket = label(&touchable(&window, ": empty")[0]);
    click(&mut window, &pocket);
    assert_eq!(window.state().stopped_by(), Some("A house rule failed"));
    save(&mut window, home.path(), "return { may_play = function( }");
    assert_eq!(window.state().stopped_by(), Some("The files still have a problem"));
    save(&mut window, home.path(), PLAIN);
    assert_eq!(window.state().stopped_by(), None);
    place(&mut window);
}

#[test]
fn the_console_shows_what_an_actions_when_prints() {
    let home = tempfile::tempdir().unwrap();
    let rule = "return {\n  actions = {\n    pass = {\n      label = 'Pass',\n      when = function(ctx)\n        print('so far', ctx.actions)\n        return false\n      end,\n      play = function(ctx, effects) end\n    }\n  }\n}";
    let mut window = playing(home.path(), rule);
    click(&mut window, "Console");
    assert!(shows(&window, "mine.lua:6 (actions.pass.when): so far 0"), "before anything is played");
    assert!(!shows(&window, "so far 1"));
    place(&mut window);
    assert!(shows(&window, "so far 0"), "it stays with the action that was chosen then");
    assert!(shows(&window, "mine.lua:6 (actions.pass.when): so far 1"));
    click(&mut window, "Undo");
    settle(&mut window);
    assert!(!shows(&window, "so far 1"), "it was taken back");
}

#[test]
fn rule_output_is_in_the_console_and_messages_also_in_the_log() {
    let home = tempfile::tempdir().unwrap();
    let rule = "return {\n  may_play = function(ctx, allowed) return allowed end,\n  after_action = function(ctx, effects)\n    print('seen', ctx.actions)\n    effects.say('Well placed.')\n  end\n}";
    let mut window = playing(home.path(), rule);
    click(&mut window, "Console");
    assert!(shows(&window, "What house rules print and change is listed here"));
    place(&mut window);
    assert_eq!(window.query_all_by_label("Well placed.").count(), 2, "in the log and in the console");
    assert!(shows(&window, "mine.lua:4 (after_action): seen"));
    click(&mut window, "Undo");
    settle(&mut window);
    assert!(!shows(&window, "Well placed."), "it was taken back");
}

#[test]
fn a_saved_game_in_luau_goes_on_and_its_failing_tests_are_shown() {
    const GAME: &str = include_str!("../../host/app/templates/game.luau");
    let home = tempfile::tempdir().unwrap();
    let (games, variants) = (home.path().join("games"), home.path().join("variants"));
    fs::create_dir_all(&games).unwrap();
    fs::create_dir_all(&variants).unwrap();
    fs::write(games.join("my-game.luau"), GAME).unwrap();
    fs::write(variants.join("mine.toml"), "game = \"my-game\"\nname = \"Mine\"\n").unwrap();
    let mut folders = folders(Some(&home.path().join("records")));
    folders.add_named(std::slice::from_ref(&games), &[variants], &[]);
    let mut window = window(app_over(&folders, AT_ONCE));
    start(&mut window, "Mine of My game", &["Player 2: Person"]);
    (0..2).for_each(|_| place(&mut window));
    let save = |window: &mut Window, from: &str, to: &str| {
        assert!(GAME.contains(from), "{from}");
        fs::write(games.join("my-game.luau"), GAME.replace(from, to)).unwrap();
        window.state_mut().files_changed();
        frames(window);
    };
    save(&mut window, "Put a token on an empty cell", "Where does it go?");
    assert!(shows(&window, "The rules were read again, and the match goes on under them."));
    assert!(shows(&window, "Where does it go?"));
    assert_eq!(current(&window).len(), 2);
    save(&mut window, "        put(1, 3)\n", "        put(3, 3)\n");
    let line = 1 + GAME.lines().position(|line| line.contains("test.winners")).unwrap();
    assert!(shows(&window, &format!("my-game.luau:{line}")) && shows(&window, "\"three in a row win\" failed"));
    save(&mut window, "\nreturn game", "\nreturn gme");
    assert!(shows(&window, "the match goes on under the old rules") && shows(&window, "my-game.luau"));
    place(&mut window);
    assert_eq!(current(&window).len(), 3);
    save(&mut window, "at:win(seat)", "at:win(9)");
    // The third token in a row stops the match until the script is right again.
    for _ in 0..3 {
        place(&mut window);
    }
    let cells = touchable(&window, "");
    cells.iter().find(|node| label(node).contains(": empty")).unwrap().click();
    frames(&mut window);
    assert_eq!(window.state().stopped_by(), Some("The game's script failed"));
    let played = current(&window).len();
    save(&mut window, "Three in a row win.", "Three win.");
    assert_eq!((window.state().stopped_by(), current(&window).len()), (None, played));
}

#[test]
fn a_rematch_goes_on_with_a_series_and_a_new_match_does_not() {
    const SERIES: &str = "return {
        memory = { ended = { each = 'seat', max = 99, series = true, label = 'Matches' } },
        match_ended = function(ctx, effects)
            effects.remember('ended', 'white', ctx.ended.white + 1)
            effects.remember('ended', 'black', ctx.ended.black + 10)
        end
    }";
    let home = tempfile::tempdir().unwrap();
    let mut window = window(app_over(&with_house_rule(home.path(), SERIES), AT_ONCE));
    let carried = |window: &Window| serde_json::json!(current(window).ruleset().variant().scripts[0].carried);
    start(&mut window, "Mine", &["White: Apprentice", "Black: Apprentice"]);
    assert_eq!(carried(&window), serde_json::json!({}));
    click(&mut window, "Rematch");
    settle(&mut window);
    assert_eq!(carried(&window), serde_json::json!({ "ended": [1, 10] }));
    // The players change seats, and each takes along what is theirs.
    click(&mut window, "Swap seats");
    settle(&mut window);
    assert_eq!(carried(&window), serde_json::json!({ "ended": [20, 2] }));
    // The rule is saved: the match keeps what it began with, as far as it fits.
    save(&mut window, home.path(), &SERIES.replace("+ 10", "+ 11"));
    assert_eq!(carried(&window), serde_json::json!({ "ended": [20, 2] }));
    click(&mut window, "New match");
    click(&mut window, "Start");
    assert_eq!(carried(&window), serde_json::json!({}));
}

#[test]
fn a_match_resumed_under_a_changed_game_states_it() {
    const GAME: &str = include_str!("../../host/app/templates/game.luau");
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    fs::create_dir_all(&games).unwrap();
    let (file, prompt) = (games.join("my-game.luau"), "Put a token on an empty cell");
    fs::write(&file, GAME).unwrap();
    let mut folders = folders(Some(&home.path().join("records")));
    folders.add_named(std::slice::from_ref(&games), &[], &[]);
    {
        let mut window = window(app_over(&folders, AT_ONCE));
        start(&mut window, "Official of My game", &["Player 2: Person"]);
        (0..2).for_each(|_| place(&mut window));
        click(&mut window, "Leave");
    }
    assert!(GAME.contains(prompt));
    fs::write(&file, GAME.replace(prompt, "Where does it go?")).unwrap();
    let mut window = window(app_over(&folders, AT_ONCE));
    resume(&mut window, "Player 1 – Player 2");
    let states = "The files of this game were changed since the match was played";
    assert!(shows(&window, &format!("{states}: it goes on under the rules of today, in a new record.")));
    assert!(shows(&window, "Where does it go?"));
    assert_eq!(current(&window).len(), 2);
    click(&mut window, "Leave");
    // The new record is one of the changed game.
    resume(&mut window, "Player 1 – Player 2");
    assert!(!shows(&window, states));
    assert_eq!(current(&window).len(), 2);
}

#[test]
fn a_review_of_a_match_under_a_changed_game_states_it() {
    const GAME: &str = include_str!("../../host/app/templates/game.luau");
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    fs::create_dir_all(&games).unwrap();
    let file = games.join("my-game.luau");
    fs::write(&file, GAME).unwrap();
    let mut folders = folders(Some(&home.path().join("records")));
    folders.add_named(std::slice::from_ref(&games), &[], &[]);
    let reviewed = |window: &mut Window| {
        click(window, "History");
        let buttons = window.query_all_by_role(egui::Role::Button).map(|node| label(&node));
        let review = buttons.into_iter().find(|label| label.starts_with("Review ")).unwrap();
        click(window, &review);
        press(window, Modifiers::NONE, Key::Home);
        assert!(shows(window, "Before the first of"), "the review is shown");
        shows(
            window,
            "The files of this game were changed since the match was played: it is shown under the rules of today, and may have gone \
             another way.",
        )
    };
    let mut window = window(app_over(&folders, AT_ONCE));
    start(&mut window, "Official of My game", &["Player 1: Apprentice", "Player 2: Apprentice"]);
    settle(&mut window);
    click(&mut window, "Leave");
    assert!(!reviewed(&mut window));
    assert!(GAME.contains("Three in a row win."));
    fs::write(&file, GAME.replace("Three in a row win.", "Three win.")).unwrap();
    let mut window = super::window(app_over(&folders, AT_ONCE));
    assert!(reviewed(&mut window));
}

#[test]
fn types_beside_a_game_follow_the_shape_of_its_saved_file() {
    const GAME: &str = include_str!("../../host/app/templates/game.luau");
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    fs::create_dir_all(&games).unwrap();
    fs::write(games.join("my-game.luau"), GAME).unwrap();
    let mut folders = folders(Some(&home.path().join("records")));
    folders.add_named(std::slice::from_ref(&games), &[], &[]);
    let mut window = window(app_over(&folders, AT_ONCE));
    start(&mut window, "Official of My game", &["Player 2: Person"]);
    let mut save = |zones: &str| {
        fs::write(games.join("my-game.luau"), GAME.replacen("game.zones = {\n", zones, 1)).unwrap();
        window.state_mut().files_changed();
        frames(&mut window);
    };
    let types = || editor_file(&games, DEFINITIONS);
    // Without types beside it none are written.
    save("game.zones = {\n    sack = { piece = \"token\", size = 2, title = \"Sack\" },\n");
    assert!(!games.join(DEFINITIONS).exists());
    write_types(&games).unwrap();
    assert!(types().contains("\n    sack: { MyGameToken },\n") && !types().contains("bag: "));
    save("game.zones = {\n    bag = { piece = \"token\", size = 3, title = \"Bag\", doc = \"What is left.\" },\n");
    assert!(types().contains("\n    bag: { MyGameToken },\n") && !types().contains("sack: "));
    assert!(editor_file(&games, DOCUMENTATION).contains("What is left."));
    // What the program did not write stays.
    fs::write(games.join(DEFINITIONS), "mine").unwrap();
    save("game.zones = {\n");
    assert_eq!(types(), "mine");
}

fn editor_file(games: &Path, name: &str) -> String {
    fs::read_to_string(games.join(name)).unwrap()
}
