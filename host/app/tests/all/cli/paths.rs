//! The places that are searched, and the meaning of a word that is no command.

use super::{home, run, run_alone};
use serde_json::Value;
use std::fs;
use std::path::Path;
use stonehouse_engine::folders::FolderKind;

fn folders(home: &Path, args: &[&str]) -> Value {
    let output = run_alone(home, args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn paths_lists_every_place_with_what_is_used_of_it() {
    let home = home();
    let own = home.path().join("stonehouse");
    fs::create_dir_all(own.join("variants")).unwrap();
    let named = home.path().join("more rules");
    fs::create_dir(&named).unwrap();
    let found = folders(home.path(), &["paths", "--json", "--scripts", named.to_str().unwrap()]);
    assert_eq!(found["version"], env!("CARGO_PKG_VERSION"));
    let program = fs::canonicalize(env!("CARGO_BIN_EXE_stonehouse")).unwrap();
    assert_eq!(found["program"], program.to_str().unwrap());
    let places = found["folders"].as_array().unwrap();
    for kind in FolderKind::ALL.map(FolderKind::name) {
        let of_kind = || places.iter().filter(|place| place["kind"] == kind);
        let used = of_kind().filter(|place| place["origin"] == "program" && place["used"] == true).count();
        assert_eq!(used, 1, "{kind}: {places:?}");
        for place in of_kind() {
            assert_eq!(place["exists"], Path::new(place["path"].as_str().unwrap()).is_dir(), "{place}");
        }
    }
    let is_used = |origin: &str, path: &Path| {
        let of = |place: &&Value| place["origin"] == origin && place["path"] == path.to_str().unwrap();
        places.iter().find(of).map(|place| place["used"] == true)
    };
    assert_eq!(is_used("user", &own.join("variants")), Some(true));
    assert_eq!(is_used("user", &own.join("lessons")), Some(false));
    assert_eq!(is_used("command line", &named), Some(true));
    let files = found["files"].as_array().unwrap();
    let records = files.iter().find(|file| file["name"] == "records").unwrap();
    assert_eq!(records["path"], own.join("records").to_str().unwrap());

    let text = String::from_utf8(run_alone(home.path(), &["paths"]).stdout).unwrap();
    assert!(text.contains(&format!("  used      {} (yours)", own.join("variants").display())), "{text}");
    assert!(text.contains(&format!("  absent    {} (yours)", own.join("lessons").display())), "{text}");
}

#[test]
fn an_unknown_command_or_file_is_answered_with_the_nearest_name() {
    let home = home();
    let cases: [(&[&str], &str); 4] = [
        (
            &["simulat"],
            "there is no command and no file `simulat`. Did you mean `simulate`? `stonehouse --help` lists the commands",
        ),
        (&["gone.stonehouse"], "there is no file gone.stonehouse"),
        (&["folder/gone"], "there is no file folder/gone"),
        (&["lst", "list"], "there is no command and no file `lst`. Did you mean `list`?"),
    ];
    for (args, message) in cases {
        let output = run(home.path(), args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(message), "{args:?}: {errors}");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command_and_completions_for_shells() {
    let home = home();
    let output = run_alone(home.path(), &["manual", "out"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(home.path().join(folder)).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let pages = names("out/man");
    for page in ["stonehouse.1", "stonehouse-simulate.1", "stonehouse-new-game.1"] {
        assert!(pages.iter().any(|name| name == page), "{page}: {pages:?}");
    }
    assert!(!pages.iter().any(|name| name.contains("probe")), "hidden commands have no page");
    assert_eq!(names("out/completions"), ["_stonehouse", "_stonehouse.ps1", "stonehouse.bash", "stonehouse.fish"]);
    let page = fs::read_to_string(home.path().join("out/man/stonehouse-simulate.1")).unwrap();
    assert!(page.contains("stonehouse simulate three\\-stones/standard \\-\\-games 100000"), "{page}");
}
