//! The launcher: variants, matches to resume, and problems of files.

use super::alignment::painted;
use super::{
    Window, click, current, fill_in, frames, label, new_window, open_sheet, place, press, resume, sized_window, start,
    unfold, window, with_house_rule,
};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;
use stonehouse_desktop::explain::differences;
use stonehouse_engine::Folders;
use stonehouse_plugin::{Action, Seat};
use stonehouse_tests::{AT_ONCE, app, app_over, catalog, folders};

#[test]
fn two_clicks_start_the_usual_match_of_every_game() {
    for (start, variant) in [
        ("Start 3 Stones: Standard", "standard"),
        ("Start StoneRow: Official", "official"),
        ("Start Stones: Official", "official"),
    ] {
        let records = tempfile::tempdir().unwrap();
        let mut window = new_window(records.path());
        click(&mut window, start);
        click(&mut window, "Start");
        assert_eq!(current(&window).ruleset().variant().id, variant);
    }
}

#[test]
fn the_launcher_is_gone_through_with_arrows_and_enter() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    let focused = |window: &Window| {
        let mut nodes = window.query_all_by_role(egui::Role::Button);
        nodes.find(|node| node.accesskit_node().is_focused()).map(|node| label(&node)).unwrap_or_default()
    };
    for (key, reached) in [
        (egui::Key::ArrowDown, "Start 3 Stones: Standard"),
        (egui::Key::ArrowRight, "Start StoneRow: Official"),
        (egui::Key::ArrowRight, "Start Stones: Official"),
        (egui::Key::ArrowLeft, "Start StoneRow: Official"),
        (egui::Key::ArrowDown, "Variants of StoneRow"),
    ] {
        press(&mut window, egui::Modifiers::NONE, key);
        assert_eq!(focused(&window), reached, "after {key:?}");
    }
    press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
    assert!(window.query_by_label("Play Duel of StoneRow").is_some(), "its variants are shown");
    press(&mut window, egui::Modifiers::NONE, egui::Key::ArrowDown);
    assert!(focused(&window).starts_with("Play "), "{}", focused(&window));
    press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
    assert!(window.query_by_label("Start").is_some(), "the sheet is open");
}

#[test]
fn variants_are_found_by_words_of_their_names_and_descriptions() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    fill_in(&mut window, "Search games and variants", "knight");
    assert!(window.query_by_label("Play Knight's move of 3 Stones").is_some());
    assert!(window.query_by_label("Start 3 Stones: Standard").is_none());
    press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
    assert!(window.query_by_label("3 Stones · Knight's move").is_some() && window.query_by_label("Start").is_some());
    click(&mut window, "Cancel");
    fill_in(&mut window, "Search games and variants", "zeppelin");
    assert!(window.query_by_label("No name or description matches.").is_some());
    press(&mut window, egui::Modifiers::NONE, egui::Key::Escape);
    assert!(window.query_by_label("Start 3 Stones: Standard").is_some(), "Esc ends the search");
}

#[test]
fn enter_takes_the_variant_whose_name_fits_best() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    for (wanted, found) in [
        ("team", "StoneRow · Team play"),
        ("auction", "Stones · Auction"),
        ("pie", "3 Stones · Pie rule"),
        ("hat", "3 Stones · Hat-trick"),
    ] {
        fill_in(&mut window, "Search games and variants", wanted);
        press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
        assert!(window.query_by_label(found).is_some(), "{wanted}: {found}");
        click(&mut window, "Cancel");
    }
}

/// Lets one frame pass, in which all this reaches the window at once.
fn at_once(window: &mut Window, events: Vec<egui::Event>) {
    window.input_mut().events = events;
    window.step();
}

/// Ctrl+F, and letters typed right after it.
fn find_and_type(text: &str) -> Vec<egui::Event> {
    let key = egui::Event::Key {
        key: egui::Key::F,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::COMMAND,
    };
    [key].into_iter().chain(text.chars().map(|letter| egui::Event::Text(letter.to_string()))).collect()
}

/// The text in the search field.
fn wanted(window: &Window) -> String {
    let field = window.query_all_by_role(egui::Role::TextInput).next().expect("a field");
    field.accesskit_node().value().unwrap_or_default()
}

#[test]
fn variants_with_the_word_in_their_name_are_found_before_all_others() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    fill_in(&mut window, "Search games and variants", "pie");
    let cards = window.query_all_by_role(egui::Role::Button).filter(|node| label(node).starts_with("Play "));
    let mut cards: Vec<_> = cards.map(|node| (node.rect().top(), node.rect().left(), label(&node))).collect();
    cards.sort_by(|one, other| one.partial_cmp(other).unwrap());
    let names: Vec<&str> = cards.iter().map(|(.., name)| name.as_str()).collect();
    assert_eq!(names[..2], ["Play Pie rule of 3 Stones", "Play Spies of StoneRow"], "{names:?}");
    assert!(names.len() > 2, "others have it in their descriptions");
}

#[test]
fn text_typed_right_after_the_search_key_is_searched_for() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    at_once(&mut window, find_and_type("knight"));
    frames(&mut window);
    assert!(window.query_by_label("1 variant").is_some() && wanted(&window) == "knight");
    press(&mut window, egui::Modifiers::NONE, egui::Key::Escape);
    start(&mut window, "Standard", &["Black: Person"]);
    place(&mut window);
    click(&mut window, "Leave");
    click(&mut window, "History");
    at_once(&mut window, find_and_type("zeppelin"));
    frames(&mut window);
    assert!(window.query_by_label("No match is like that.").is_some() && wanted(&window) == "zeppelin");
    // Below a dialog nothing is searched for.
    click(&mut window, "Back");
    click(&mut window, "Settings");
    at_once(&mut window, find_and_type("knight"));
    frames(&mut window);
    click(&mut window, "Close");
    assert_eq!(wanted(&window), "");
}

#[test]
fn a_field_for_searching_is_framed_while_it_has_the_keyboard() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    for screen in ["launcher", "history"] {
        let frame = |window: &Window| {
            let field = window.query_all_by_role(egui::Role::TextInput).next().expect("a field").rect();
            window.output().shapes.iter().any(|clipped| match &clipped.shape {
                egui::Shape::Rect(shape) => {
                    let is_field =
                        (shape.rect.min - field.min).length() < 2.0 && (shape.rect.max - field.max).length() < 2.0;
                    is_field && shape.stroke.width >= 2.0 && shape.stroke.color.a() == 255
                }
                _ => false,
            })
        };
        assert!(!frame(&window), "{screen}");
        press(&mut window, egui::Modifiers::COMMAND, egui::Key::F);
        assert!(frame(&window), "{screen}");
        window.event(egui::Event::Text("zeppelin".to_owned()));
        press(&mut window, egui::Modifiers::NONE, egui::Key::Escape);
        assert_eq!((wanted(&window).as_str(), frame(&window)), ("", false), "Esc ends the search of the {screen}");
        click(&mut window, if screen == "launcher" { "History" } else { "Back" });
    }
}

#[test]
fn the_game_picture_is_shown_in_the_first_frame_after_a_match() {
    // An empty plate is a handful of shapes, a board with its stones far more.
    const PICTURE: usize = 40;
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    // The shapes above the button of the first tile, which are more than those of an empty plate.
    let painted = |window: &Window| {
        let button = window.get_by_label("Start 3 Stones: Standard").rect();
        let tile = egui::Rect::from_x_y_ranges(button.x_range(), 70.0..=button.top());
        let inside = |clipped: &&egui::epaint::ClippedShape| {
            let shape = clipped.shape.visual_bounding_rect();
            shape.is_positive() && tile.expand2(egui::vec2(14.0, 0.0)).contains_rect(shape)
        };
        window.output().shapes.iter().filter(inside).count()
    };
    for _ in 0..30_000 {
        if painted(&window) > PICTURE {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
        window.step();
    }
    let before = painted(&window);
    assert!(before > PICTURE, "{before}");
    // Nothing is played, so that the launcher looks the same afterwards.
    start(&mut window, "Standard of 3 Stones", &[]);
    window.get_by_label("Leave").click();
    // The click reaches the window in frames of their own.
    window.step();
    window.step();
    assert!(window.state().current().is_none());
    assert_eq!(painted(&window), before);
}

#[test]
fn f11_toggles_full_screen() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    let asked = |window: &mut Window| -> Vec<bool> {
        let key = |pressed| egui::Event::Key {
            key: egui::Key::F11,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        at_once(window, vec![key(true), key(false)]);
        let commands = window.output().viewport_output.values().flat_map(|viewport| &viewport.commands);
        let full = commands.filter_map(|command| match command {
            egui::ViewportCommand::Fullscreen(is_full) => Some(*is_full),
            _ => None,
        });
        full.collect()
    };
    let becomes = |window: &mut Window, is_full| {
        window.input_mut().viewports.get_mut(&egui::ViewportId::ROOT).unwrap().fullscreen = Some(is_full);
        window.step();
    };
    assert_eq!(asked(&mut window), [true]);
    becomes(&mut window, true);
    assert_eq!(asked(&mut window), [false]);
    becomes(&mut window, false);
    start(&mut window, "Standard", &[]);
    assert_eq!(asked(&mut window), [true], "at the table, too");
    click(&mut window, "Settings");
    assert_eq!(asked(&mut window), [true], "and over a dialog");
}

#[test]
fn a_house_rule_is_shown_whole_and_no_summary_is_inherited() {
    let home = tempfile::tempdir().unwrap();
    let rule = "-- Draughty: stones at the edge count less; those in the corners nothing.\n-- So it is.\nreturn {}\n";
    let folders = with_house_rule(home.path(), rule);
    let variant = "game = \"three-stones\"\nname = \"Mine\"\nextends = \"standard\"\nscripts = [\"mine.lua\"]\n";
    fs::write(home.path().join("variants/mine.toml"), variant).unwrap();
    let mut window = window(app_over(&folders, AT_ONCE));
    let catalog = stonehouse_engine::Catalog::load(&folders, std::sync::Arc::new(stonehouse_engine::plugins::Trusting));
    assert_eq!(catalog.variant("three-stones/mine").unwrap().1.summary, "");
    open_sheet(&mut window, "Mine", &[]);
    let whole = "House rule: Draughty: stones at the edge count less; those in the corners nothing. So it is.";
    assert!(window.query_by_label_contains(whole).is_some());
}

#[test]
fn a_favourite_stands_above_the_games_and_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let mut folders = folders(None);
    folders.settings = Some(home.path().join("settings.toml"));
    let mut window = window(app_over(&folders, AT_ONCE));
    assert!(window.query_by_label("Favourites").is_none());
    unfold(&mut window, "StoneRow");
    window.get_by_label("Add to favourites: Duel of StoneRow").scroll_to_me();
    frames(&mut window);
    click(&mut window, "Add to favourites: Duel of StoneRow");
    drop(window);
    let mut window = super::window(app_over(&folders, AT_ONCE));
    assert!(window.query_by_label("Favourites").is_some());
    click(&mut window, "Play Duel of StoneRow");
    assert!(window.query_by_label("Start").is_some());
    click(&mut window, "Cancel");
    click(&mut window, "Remove from favourites: Duel of StoneRow");
    assert!(window.query_by_label("Favourites").is_none());
    assert_eq!(fs::read_to_string(home.path().join("settings.toml")).unwrap(), "favourites = []\n");
}

#[test]
fn rules_are_readable_before_a_match_with_their_differences() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    click(&mut window, "Rules of StoneRow");
    assert!(window.query_by_label("StoneRow: the rules in short").is_some());
    click(&mut window, "Close the rules");
    open_sheet(&mut window, "Pure skill", &["Rules"]);
    assert!(window.query_by_label("Pure skill: what is different").is_some());
    assert!(window.query_all_by_label_contains("No longer: Stones are drawn from a pouch").next().is_some());
    click(&mut window, "Close the rules");
    assert!(window.query_by_label("Start").is_some(), "back at the sheet");
}

#[test]
fn an_unfinished_match_is_offered_with_its_scores_and_turn() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    click(&mut window, "Leave");
    assert!(window.query_by_label("Resume You – Ada: 0 to 0 · your turn").is_some());
}

/// The texts that were painted in the last frame.
fn painted_texts(window: &Window) -> Vec<String> {
    let text = |shape: egui::Shape| match shape {
        egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
        _ => None,
    };
    painted(window).into_iter().filter_map(text).collect()
}

#[test]
fn the_launcher_shows_every_variant_with_what_is_different() {
    let records = tempfile::tempdir().unwrap();
    // So high that all cards of a game are on the screen.
    let mut window = sized_window(app(records.path()), egui::vec2(1280.0, 6000.0));
    let mut shown = 0;
    for game in catalog().games() {
        let about = game.plugin.about();
        unfold(&mut window, &about.name);
        frames(&mut window);
        let texts = painted_texts(&window);
        for variant in &game.variants {
            window.get_by_label(&format!("Play {} of {}", variant.name, about.name));
            let differences = differences(game.plugin.knobs(), &game.variants[0], variant);
            // Of more than four, three and their number are shown.
            let noted = if differences.len() > 4 { 3 } else { differences.len() };
            for text in differences[..noted].iter().chain([&variant.summary]) {
                assert!(texts.contains(text), "{}: {text:?} is not in {texts:?}", variant.full_name());
            }
            shown += 1;
        }
    }
    assert!(shown > 60, "{shown} variants");
}

#[test]
fn the_card_of_a_variant_shows_its_summary_and_its_house_rules() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    unfold(&mut window, "3 Stones");
    window.get_by_label("Play Slanted of 3 Stones").scroll_to_me();
    frames(&mut window);
    let painted = painted_texts(&window);
    for text in
        ["Diagonal lines score two points, so the board is read aslant.", "House rule: Diagonal lines count double"]
    {
        assert!(painted.iter().any(|painted| painted == text), "{text}: {painted:?}");
    }
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
    resume(&mut again, "You – Ada");
    assert_eq!(current(&again).actions().collect::<Vec<_>>(), played);
    place(&mut again);
    assert_eq!(current(&again).len(), 4);
}

#[test]
fn a_mistake_in_a_file_is_shown_in_the_launcher_with_its_place() {
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
    click(&mut window, "Show what is wrong");
    assert!(window.query_by_label("A file has a problem").is_some());
    assert!(window.query_by_label_contains("Did you mean `line_length`?").is_some());
    click(&mut window, "Hide");
    fs::remove_file(home.path().join("variants/odd.toml")).unwrap();
    click(&mut window, "Reload");
    window.state_mut().wait_for_files();
    frames(&mut window);
    assert!(window.query_by_label("odd.toml, line 4").is_none());
}

#[test]
fn a_damaged_record_is_reported_and_left_as_it_is() {
    let records = tempfile::tempdir().unwrap();
    let file = records.path().join("2026-01-01-three-stones.stonehouse-record");
    fs::write(&file, "{ nonsense\n").unwrap();
    let window = new_window(records.path());
    assert!(window.query_by_label_contains("this is not a record of Stonehouse").is_some());
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ nonsense\n");
}

#[test]
fn a_stonehouse_without_games_lists_where_it_looked() {
    let home = tempfile::tempdir().unwrap();
    let mut folders = Folders::default();
    folders.add_user(home.path());
    let window = window(app_over(&folders, AT_ONCE));
    assert!(window.query_by_label("No game was found").is_some());
    assert!(window.query_by_label(&home.path().join("plugins").display().to_string()).is_some());
}
