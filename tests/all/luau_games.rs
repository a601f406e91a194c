//! Games in Luau, found in a folder like plugins: matches, records, reloads, mistakes.

use crate::house::random_match;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::plugins::Trusting;
use stonehouse_engine::variant::Variant;
use stonehouse_engine::{Catalog, Folder, Origin, Record, Ruleset};
use stonehouse_tests::folders;

/// The whole game of the guide.
fn of_the_guide() -> String {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/luau-games.md");
    let guide = fs::read_to_string(guide).unwrap();
    guide.split("```lua\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap().to_owned()
}

/// The catalog with a folder of the user's own, in which no library runs without consent.
fn catalog_with(folder: &Path) -> Catalog {
    let mut folders = folders(None);
    folders.plugins.push(Folder { path: folder.to_owned(), origin: Origin::User });
    Catalog::load(&folders, Arc::new(Trusting))
}

#[test]
fn the_game_of_the_guide_is_played_undone_and_resumed() {
    let (own, records) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(own.path().join("four.luau"), of_the_guide()).unwrap();
    let catalog = catalog_with(own.path());
    assert!(catalog.problems().is_empty() && catalog.waiting().is_empty(), "{:?}", catalog.problems());
    let game = catalog.game("connect-four").unwrap();
    let variant = Arc::new(Variant::official(&game.plugin, &game.file));
    let ruleset = Ruleset::compile(&game.plugin, &variant).unwrap();
    for seed in 0..20 {
        let played = random_match(&ruleset, seed, records.path());
        let record = Record::read(played.record_file().unwrap()).unwrap();
        record.verify(&game.plugin).unwrap();
    }
}

#[test]
fn a_saved_game_is_loaded_again_and_a_mistake_keeps_the_one_before() {
    let own = tempfile::tempdir().unwrap();
    let file = own.path().join("four.luau");
    let text = of_the_guide();
    fs::write(&file, &text).unwrap();
    let mut catalog = catalog_with(own.path());
    let summary = |catalog: &Catalog| catalog.game("connect-four").unwrap().plugin.about().summary.clone();
    fs::write(&file, text.replace("four in a row win.\"", "four in line win!\"")).unwrap();
    catalog.reload();
    assert_eq!(summary(&catalog), "Drop your discs: four in line win!");
    fs::write(&file, text.replace("return game", "return gme")).unwrap();
    catalog.reload();
    assert_eq!(summary(&catalog), "Drop your discs: four in line win!");
    let problem = catalog.problems().iter().find(|problem| problem.file == file).unwrap().to_string();
    assert!(problem.contains(&format!("four.luau:{}", text.lines().count())), "{problem}");
    assert!(problem.contains("The build that was loaded before stays in use"), "{problem}");
}

#[test]
fn check_examines_a_game_by_itself() {
    let own = tempfile::tempdir().unwrap();
    let (right, wrong) = (own.path().join("right.luau"), own.path().join("wrong.luau"));
    let text = of_the_guide();
    fs::write(&right, &text).unwrap();
    let line = 1 + text.lines().position(|line| line.contains("at:win(seat)")).unwrap();
    fs::write(&wrong, text.replace("at:win(seat)", "at:win(seat + 2)")).unwrap();
    let catalog = catalog_with(tempfile::tempdir().unwrap().path());
    assert!(catalog.check_file(&right).problems.is_empty());
    let problems = catalog.check_file(&wrong).problems;
    let [problem] = &*problems else { panic!("{problems:?}") };
    let expected = format!("wrong.luau:{line}: the winner is 3: seats are from 1 to 2");
    assert!(problem.to_string().contains(&expected), "{problem}");
}

#[cfg(unix)]
#[test]
fn a_pipe_and_a_file_that_is_too_long_are_refused() {
    let own = tempfile::tempdir().unwrap();
    let made = std::process::Command::new("mkfifo").arg(own.path().join("pipe.luau")).status().unwrap();
    assert!(made.success());
    fs::write(own.path().join("long.luau"), " ".repeat(3 << 20)).unwrap();
    let catalog = catalog_with(own.path());
    let problems: Vec<String> = catalog.problems().iter().map(ToString::to_string).collect();
    assert!(problems.iter().any(|problem| problem.contains("pipe.luau") && problem.contains("a pipe")), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.contains("long.luau: this file is longer than")), "{problems:?}");
}
