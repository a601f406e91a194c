//! A plugin in the user's own folder: the window asks before it runs.

use super::{Window, click, unfold, window};
use egui_kittest::kittest::Queryable;
use std::env::consts::DLL_SUFFIX;
use std::fs;
use std::path::Path;
use stonehouse_engine::Folders;
use stonehouse_tests::{AT_ONCE, app_over, folders, library};

/// A user with this language, in whose folder for plugins a new library is.
fn opened(home: &Path, language: &str) -> Window {
    let data = home.join("data");
    fs::create_dir_all(data.join("plugins")).unwrap();
    fs::copy(library("fixture_pebbles"), data.join("plugins").join(format!("mine{DLL_SUFFIX}"))).unwrap();
    let settings = home.join("settings.toml");
    fs::write(&settings, format!("language = \"{language}\"\n")).unwrap();
    let mut folders = Folders { settings: Some(settings), ..folders(None) };
    folders.add_user(&data);
    folders.verdicts = None;
    window(app_over(&folders, AT_ONCE))
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn a_new_plugin_is_shown_and_runs_only_when_the_user_allows_it() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(home.path(), "en");
    let file = home.path().join("data/plugins").join(format!("mine{DLL_SUFFIX}"));
    let size = fs::metadata(&file).unwrap().len();
    let title = format!("Run the plugin mine{DLL_SUFFIX}?");
    for text in [
        title.as_str(),
        "This is a program and can do whatever you can",
        &format!("Size: {size} bytes"),
        "Changed on 20",
        "SHA-256: ",
        "Exports: stonehouse_plugin",
    ] {
        assert!(shows(&window, text), "{text}");
    }
    click(&mut window, "Not now");
    assert!(!shows(&window, &title) && !shows(&window, "Pebbles"));
    assert!(!home.path().join("data/allowed.json").exists());
    // Searching again asks again.
    click(&mut window, "Reload");
    window.state_mut().wait_for_files();
    super::frames(&mut window);
    click(&mut window, "Allow");
    window.state_mut().wait_for_files();
    super::frames(&mut window);
    assert!(!shows(&window, &title), "it is not asked about again");
    unfold(&mut window, "Pebbles");
    assert!(fs::read_to_string(home.path().join("data/allowed.json")).unwrap().contains("mine"));
}

#[test]
fn the_question_about_a_new_plugin_is_asked_in_german() {
    let home = tempfile::tempdir().unwrap();
    let mut window = opened(home.path(), "de");
    for text in
        ["Das Plugin mine", "Das ist ein Programm und kann alles, was du kannst", "Geändert am 20", "Exportiert: stone"]
    {
        assert!(shows(&window, text), "{text}");
    }
    click(&mut window, "Jetzt nicht");
    assert!(!shows(&window, "Das Plugin mine"));
}
