//! The sheet from which a match begins, and the match it leads to: the players, their names, the seed.

use super::alignment::painted;
use super::{
    Window, click, current, fill_in, frames, label, names, new_window, open_sheet, place, plays_to_the_end, resume,
    settle, start,
};
use egui::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use stonehouse_engine::Folders;
use stonehouse_tests::{AT_ONCE, app_over, folders};

#[test]
fn equal_player_names_are_distinguished_by_seat_everywhere() {
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
    let winners: Vec<stonehouse_plugin::Seat> = current(&window).end().unwrap().outcome.winners.into();
    assert_eq!(winners.len(), 1, "the seed is no draw");
    let winner = ["Anna (White) wins", "Anna (Black) wins"][winners[0].index()];
    assert!(window.query_all_by_label_contains(winner).next().is_some(), "the ending");
}

#[test]
fn bots_have_their_own_names_and_no_two_players_share_one() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Quick", &["West: Master"]);
    // A person takes a bot's name, and another seat's name is left empty.
    fill_in(&mut window, "South", "Bruno");
    fill_in(&mut window, "West", "");
    click(&mut window, "North: Person");
    click(&mut window, "Start");
    settle(&mut window);
    let players = current(&window).players().to_vec();
    let names: std::collections::BTreeSet<&str> = players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names.len(), 4, "{players:?}");
    assert_eq!((players[0].name.as_str(), players[2].name.as_str()), ("Bruno", "Player 1"));
    for bot in [1, 3] {
        assert!(!["", "West", "Master", "Journeyman"].contains(&players[bot].name.as_str()), "{players:?}");
    }
    assert!(window.query_by_label_contains("West · master · ").is_some(), "the level stands beside the name");
}

/// The text of the field for the name at this seat.
fn name_at(window: &Window, seat: &str) -> String {
    window.get_by_role_and_label(Role::TextInput, seat).accesskit_node().value().unwrap_or_default()
}

#[test]
fn nobody_is_called_you_where_several_people_share_the_screen() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Duel", &[]);
    let both = |window: &Window| ["South", "North"].map(|seat| name_at(window, seat));
    assert_eq!(both(&window), ["You", "Ada"]);
    click(&mut window, "North: Person");
    assert_eq!(both(&window), ["Player 1", "Player 2"]);
    click(&mut window, "North: Apprentice");
    assert_eq!(both(&window)[0], "You", "one person alone is addressed");
    click(&mut window, "North: Person");
    fill_in(&mut window, "South", "You");
    click(&mut window, "Start");
    assert_eq!(names(&window), ["Player 1", "Player 2"]);
    let shows = |window: &Window, text: &str| window.query_by_label(text).is_some();
    assert!(shows(&window, "Player 1's seat") && shows(&window, "Player 2 looks away now."));
    click(&mut window, "Show my side");
    assert!(window.query_by_label_contains("You").is_none());
    click(&mut window, "End");
    click(&mut window, "Offer a draw");
    assert!(shows(&window, "Player 2's seat") && shows(&window, "Player 1 offers a draw."));
    click(&mut window, "Leave");
    // A name that was given is kept, and so is the other's.
    click(&mut window, "Play Duel of StoneRow");
    assert_eq!(both(&window), ["Player 1", "Player 2"]);
    fill_in(&mut window, "North", "Ben");
    click(&mut window, "Swap seats");
    click(&mut window, "Start");
    assert_eq!(names(&window), ["Ben", "Player 1"]);
}

#[test]
fn start_stays_where_it_is_whatever_is_chosen_in_the_sheet() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    for (variant, clicks) in [
        (
            "Standard of 3 Stones",
            &["White: Master", "Black: Person", "White: Person", "Black: Apprentice", "Swap seats"][..],
        ),
        (
            "Official of StoneRow",
            &["2 players", "South: Apprentice", "3 players", "West: Master", "4 players", "East: Person"],
        ),
    ] {
        open_sheet(&mut window, variant, &[]);
        let before = window.get_by_label("Start").rect();
        for option in clicks {
            click(&mut window, option);
            assert_eq!(window.get_by_label("Start").rect(), before, "{variant}: {option}");
        }
        click(&mut window, "Cancel");
    }
}

/// Whether the widget with this label is painted with an outline around it.
fn is_outlined(window: &Window, label: &str) -> bool {
    let place = window.get_by_label(label).rect();
    painted(window).iter().any(|shape| match shape {
        egui::Shape::Rect(shape) => {
            let near = (shape.rect.min - place.min).length() < 2.0 && (shape.rect.max - place.max).length() < 2.0;
            near && shape.stroke.width >= 1.0 && shape.stroke.color.a() == 255
        }
        _ => false,
    })
}

#[test]
fn options_that_are_not_chosen_have_an_outline_in_both_themes() {
    for theme in ["light", "dark"] {
        let home = tempfile::tempdir().unwrap();
        let settings = home.path().join("settings.toml");
        std::fs::write(&settings, format!("theme = \"{theme}\"\n")).unwrap();
        let mut window = super::window(app_over(&Folders { settings: Some(settings), ..folders(None) }, AT_ONCE));
        open_sheet(&mut window, "Official of StoneRow", &[]);
        for option in ["2 players", "South: Apprentice", "North: Person"] {
            assert!(is_outlined(&window, option), "{theme}: {option}");
        }
        click(&mut window, "Cancel");
        click(&mut window, "Settings");
        assert!(is_outlined(&window, "Language: Deutsch"), "{theme}: languages");
        click(&mut window, "Close");
        click(&mut window, "History");
        assert!(is_outlined(&window, "Unfinished"), "{theme}: history");
    }
}

#[test]
fn a_sheet_opened_from_a_resumed_match_has_no_empty_lines() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Apprentice"]);
    place(&mut window);
    click(&mut window, "Leave");
    resume(&mut window, "You – Ada");
    click(&mut window, "New match");
    assert!(window.query_by_label("Start").is_some());
    let labels = window.query_all_by_role(Role::Label);
    assert!(labels.into_iter().all(|node| !label(&node).trim().is_empty()));
}

#[test]
fn the_sheet_proposes_the_players_of_the_last_match() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    start(&mut window, "Standard", &["Black: Master", "Swap seats"]);
    click(&mut window, "Leave");
    start(&mut window, "Slanted", &[]);
    let players: Vec<String> = current(&window).players().iter().map(|player| player.player.clone()).collect();
    assert_eq!(players, ["master", "person"]);
}

#[test]
fn a_seed_gives_the_same_deal_again_and_nonsense_is_refused() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    click(&mut window, "Start 3 Stones: Standard");
    window.get_by_label("Seed").focus();
    window.get_by_label("Seed").type_text("tuesday");
    frames(&mut window);
    click(&mut window, "Start");
    assert!(window.query_by_label_contains("The seed must be a whole number").is_some());
    assert!(window.state().current().is_none());
    drop(window);

    let mut window = new_window(records.path());
    click(&mut window, "Start 3 Stones: Standard");
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
fn the_sheet_offers_a_player_count_if_the_variant_allows_it() {
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
fn rules_are_switched_for_one_match_and_the_variant_stays_as_it_is() {
    let records = tempfile::tempdir().unwrap();
    let mut window = new_window(records.path());
    open_sheet(&mut window, "Standard of 3 Stones", &["Rules for this match…"]);
    let rule = "Diagonal lines count double";
    window.get_by_label(rule).scroll_to_me();
    frames(&mut window);
    click(&mut window, rule);
    click(&mut window, "Start");
    settle(&mut window);
    let variant = current(&window).ruleset().variant().clone();
    assert_eq!((variant.name.as_str(), variant.scripts.len()), ("Standard (changed)", 1));
    assert!(current(&window).record_file().is_some(), "it can be resumed");
    place(&mut window);
    click(&mut window, "Leave");
    resume(&mut window, "You – Ada");
    assert_eq!(current(&window).ruleset().variant().scripts.len(), 1);
    click(&mut window, "Leave");
    start(&mut window, "Standard of 3 Stones", &[]);
    assert!(current(&window).ruleset().variant().scripts.is_empty());
}
