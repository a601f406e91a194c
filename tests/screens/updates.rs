//! The window over the data folder of an earlier version, `tests/data-folders`.

use super::{click, current, frames, label, window};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::Path;
use stonehouse_tests::{AT_ONCE, app_over, folders};

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copied = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(&path, &copied).unwrap();
        }
    }
}

#[test]
fn settings_of_an_earlier_version_hold_and_its_matches_go_on() {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("data-folders");
    for folder in fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let home = tempfile::tempdir().unwrap();
        copy(&folder, home.path());
        let mut folders = folders(None);
        folders.add_user(home.path());
        folders.settings = Some(home.path().join("settings.toml"));
        let mut window = window(app_over(&folders, AT_ONCE));
        frames(&mut window);
        // German, as the settings have it; the favourite of this user; and their match that is not over.
        window.get_by_label("Top heavy von 3 Stones spielen");
        let buttons = window.query_all_by_role(egui::Role::Button).map(|node| label(&node));
        let resume = buttons.into_iter().find(|label| label.starts_with("Weiterspielen: Greedy – Random"));
        click(&mut window, &resume.expect("a match is not over"));
        window.state_mut().wait_for_bot();
        frames(&mut window);
        assert_eq!(current(&window).ruleset().variant().name, "Duel");
    }
}
