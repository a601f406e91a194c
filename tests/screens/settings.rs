//! Settings: changed in the window, kept between runs, and every screen with the largest text.

use super::{Window, click, current, fill_in, frames, label, press, sized_window, start, unfold, window};
use egui::{Key, Modifiers, Role, Theme};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use stonehouse_desktop::SMALL_WINDOW;
use stonehouse_engine::Folders;
use stonehouse_tests::{AT_ONCE, app_over, folders};

fn with_settings(home: &Path, text: &str) -> Folders {
    let file = home.join("settings.toml");
    if !text.is_empty() {
        fs::write(&file, text).unwrap();
    }
    Folders { settings: Some(file), ..folders(Some(&home.join("records"))) }
}

fn opened(home: &Path, text: &str) -> Window {
    window(app_over(&with_settings(home, text), AT_ONCE))
}

#[test]
fn settings_change_by_button_or_key_apply_at_once_and_persist() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(home.path(), "");
    assert_eq!(window.ctx.theme(), Theme::Light);
    click(&mut window, "Settings");
    click(&mut window, "Colours: Dark");
    assert_eq!(window.ctx.theme(), Theme::Dark);
    let size = |window: &Window| egui::TextStyle::Body.resolve(&window.ctx.global_style()).size;
    let before = size(&window);
    click(&mut window, "Larger text");
    assert!((size(&window) - before * 1.1).abs() < 0.01);
    click(&mut window, "Close");
    start(&mut window, "Standard", &[]);
    press(&mut window, Modifiers::COMMAND, Key::Comma);
    click(&mut window, "Bots answer: Quick");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Bots answer: Quick").is_none() && current(&window).is_empty());
    drop(window);
    let text = fs::read_to_string(home.path().join("settings.toml")).unwrap();
    assert_eq!(text, "theme = \"dark\"\ntext_size = 110\nbots = \"quick\"\n");
    let mut again = opened(home.path(), "");
    assert_eq!(again.ctx.theme(), Theme::Dark);
    click(&mut again, "Settings");
    assert!(again.query_by_label("110 %").is_some());
    click(&mut again, "Everything as usual");
    assert_eq!(again.ctx.theme(), Theme::Light);
}

#[test]
fn a_broken_settings_file_is_reported_and_stops_nothing() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(home.path(), "theme = \"dark\"\n= 3\n");
    assert!(window.query_by_label("settings.toml, line 2").is_some());
    assert_eq!(window.ctx.theme(), Theme::Light);
    start(&mut window, "Standard", &[]);
    assert!(current(&window).is_empty());
}

#[test]
fn leaving_a_timed_match_asks_unless_the_setting_is_off() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(home.path(), "");
    start(&mut window, "Tournament of 3 Stones", &[]);
    click(&mut window, "Leave");
    assert!(window.query_by_label("Leave this match?").is_some());
    click(&mut window, "Go on playing");
    assert!(window.state().current().is_some());
    click(&mut window, "Leave");
    click(&mut window, "Leave the match");
    assert!(window.state().current().is_none());
    start(&mut window, "Standard", &[]);
    click(&mut window, "Leave");
    assert!(window.state().current().is_none(), "it has no clocks");
    drop(window);
    let mut window = opened(home.path(), "confirm_leaving = false\n");
    start(&mut window, "Tournament of 3 Stones", &[]);
    click(&mut window, "Leave");
    assert!(window.state().current().is_none());
}

/// Whether the widget with this label is inside the window, or can be scrolled into it.
fn is_reachable(window: &mut Window, label: &str) {
    let all = egui::Rect::from_min_size(egui::Pos2::ZERO, SMALL_WINDOW).expand(1.0);
    let nodes = window.query_all_by_label(label).count();
    assert!(nodes > 0, "there is no {label}");
    for place in 0..nodes {
        window.get_all_by_label(label).nth(place).unwrap().scroll_to_me();
        frames(window);
        let rect = window.get_all_by_label(label).nth(place).unwrap().rect();
        assert!(all.contains_rect(rect), "{label} lies at {rect:?}");
    }
}

#[test]
fn every_screen_can_be_used_with_text_of_twice_the_size() {
    for theme in ["light", "dark"] {
        let home = tempfile::tempdir().unwrap();
        let text = format!("theme = \"{theme}\"\ntext_size = 200\n");
        let app = app_over(&with_settings(home.path(), &text), AT_ONCE);
        let mut window = sized_window(app, SMALL_WINDOW);
        unfold(&mut window, "3 Stones");
        for label in [
            "Settings",
            "History",
            "Packs",
            "Reload",
            "Search games and variants",
            "Start 3 Stones: Standard",
            "Rules of Stones",
            "Play Standard of 3 Stones",
            "Change Standard of 3 Stones",
        ] {
            is_reachable(&mut window, label);
        }
        click(&mut window, "Settings");
        for label in ["Colours: Dark", "Smaller text", "Ask before a match with clocks is left", "Close"] {
            is_reachable(&mut window, label);
        }
        click(&mut window, "Close");
        window.get_by_label("Play Standard of 3 Stones").scroll_to_me();
        frames(&mut window);
        click(&mut window, "Play Standard of 3 Stones");
        for label in ["White: Person", "Black: Master", "Swap seats", "Rules for this match…", "Start", "Cancel"] {
            is_reachable(&mut window, label);
        }
        click(&mut window, "Start");
        for label in ["Leave", "Undo", "Redo", "Menu"] {
            is_reachable(&mut window, label);
        }
        click(&mut window, "Menu");
        for label in ["New match", "Settings", "Console", "Rules"] {
            is_reachable(&mut window, label);
        }
        click(&mut window, "Rules");
        is_reachable(&mut window, "Close the rules");
        click(&mut window, "Leave");
        window.get_by_label("Change Standard of 3 Stones").scroll_to_me();
        frames(&mut window);
        click(&mut window, "Change Standard of 3 Stones");
        for label in ["Leave", "Try it", "Save as variant", "Diagonal lines count double"] {
            is_reachable(&mut window, label);
        }
        fill_in(&mut window, "Name", "Large");
    }
}

#[test]
fn a_dialog_is_as_high_as_the_window_lets_it_be() {
    let home = tempfile::tempdir().unwrap();
    let app = app_over(&with_settings(home.path(), ""), AT_ONCE);
    let mut window = sized_window(app, egui::vec2(1280.0, 1400.0));
    click(&mut window, "Settings");
    let title = window.get_all_by_label("Settings").map(|node| node.rect()).next_back().expect("the title");
    let kept = window.get_by_label_contains("Kept in ").rect();
    let close = window.get_by_label("Close").rect();
    assert!(title.bottom() < kept.top() && kept.bottom() <= close.top(), "nothing is scrolled: {kept:?}, {close:?}");
}

#[test]
fn the_settings_stay_within_every_window_and_scroll_to_their_end() {
    for size in [egui::vec2(1280.0, 800.0), SMALL_WINDOW, stonehouse_desktop::MIN_WINDOW] {
        let home = tempfile::tempdir().unwrap();
        let app = app_over(&with_settings(home.path(), "text_size = 200\n"), AT_ONCE);
        let mut window = sized_window(app, size);
        press(&mut window, Modifiers::COMMAND, Key::Comma);
        let all = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
        let kept = format!("Kept in {}", home.path().join("settings.toml").display());
        for label in ["Colours: Dark", "Smaller text", "Offer hints", "Show tables as text", &kept, "About Stonehouse…"]
        {
            window.get_by_label(label).scroll_to_me();
            frames(&mut window);
            let rect = window.get_by_label(label).rect();
            let foot = ["Close", "Everything as usual"].map(|button| window.get_by_label(button).rect());
            assert!(all.contains_rect(rect), "{size}: {label} at {rect:?}");
            for button in foot {
                assert!(all.shrink(6.0).contains_rect(button), "{size}: {button:?}");
                assert!(rect.bottom() <= button.top(), "{size}: {label} at {rect:?} lies under {button:?}");
            }
        }
    }
}

#[test]
fn every_settings_option_has_a_distinct_accessible_name() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(home.path(), "");
    click(&mut window, "Settings");
    let roles = [Role::RadioButton, Role::CheckBox, Role::Slider, Role::Button];
    let names = roles.map(|role| window.query_all_by_role(role).map(|node| label(&node)).collect::<Vec<String>>());
    assert_eq!([names[0].len(), names[1].len(), names[2].len()], [12, 6, 1], "{names:?}");
    let all = names.concat();
    let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
    assert!(distinct.len() == all.len() && !all.contains(&String::new()), "{names:?}");
}
