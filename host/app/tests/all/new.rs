//! The files of `stonehouse new` work as they are, and nothing is overwritten.

use std::fs;
use std::path::Path;
use std::process::Command;

// The template of a game is compiled and tested here as it is.
#[path = "../../templates/game/src/lib.rs"]
mod game;

/// Runs Stonehouse with its own home: whether it went well, and all that it printed.
fn run(home: &Path, args: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(args)
        .current_dir(home)
        .envs([("HOME", home), ("XDG_DATA_HOME", home)])
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let message = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(message).unwrap())
}

fn made(home: &Path, args: &[&str]) -> String {
    let (well, message) = run(home, args);
    assert!(well, "{args:?}: {message}");
    message
}

#[test]
fn a_new_variant_is_in_order_and_is_played_under_its_own_name() {
    let home = tempfile::tempdir().unwrap();
    for game in ["three-stones", "stonerow", "tavern-stones"] {
        let message = made(home.path(), &["new", "variant", game, "long-lines"]);
        let file = home.path().join("stonehouse/variants").join(game).join("long-lines.toml");
        assert!(message.contains(&file.display().to_string()), "{message}");
        assert!(fs::read_to_string(&file).unwrap().contains("name = \"Long lines\""));
        made(home.path(), &["check", &file.display().to_string()]);
        made(home.path(), &["simulate", &format!("{game}/long-lines"), "--games", "2"]);
    }
}

#[test]
fn a_failed_new_leaves_nothing_behind() {
    let home = tempfile::tempdir().unwrap();
    let scripts = home.path().join("stonehouse/scripts/three-stones");
    fs::create_dir_all(&scripts).unwrap();
    // A file where a folder is needed.
    fs::write(scripts.join(".vscode"), "mine").unwrap();
    let (well, message) = run(home.path(), &["new", "rule", "three-stones", "no-corners"]);
    assert!(!well && message.contains("settings.json cannot be written"), "{message}");
    let left: Vec<_> = fs::read_dir(&scripts).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [".vscode"]);
}

#[test]
fn a_new_house_rule_is_in_order_and_changes_nothing_yet() {
    let home = tempfile::tempdir().unwrap();
    made(home.path(), &["new", "rule", "three-stones", "no-corners"]);
    let script = home.path().join("stonehouse/scripts/three-stones/no_corners.lua");
    assert!(
        fs::read_to_string(script)
            .unwrap()
            .contains("function house.line_points(ctx: LinePoints, value: number): number\n    return value\nend")
    );
    // An editor finds the names that the game offers, and a second rule leaves those files as they are.
    let beside =
        |file: &str| fs::read_to_string(home.path().join("stonehouse/scripts/three-stones").join(file)).unwrap();
    let definitions = beside("three-stones.d.luau");
    assert!(
        definitions.contains("export type LinePoints = Facts & LinePointsFields\n")
            && definitions.contains("export type LinePointsFields = {\n")
    );
    assert!(beside(".luaurc").contains("strict"));
    let json = |file: &str| serde_json::from_str::<serde_json::Value>(&beside(file)).unwrap();
    let settings = json(".vscode/settings.json");
    assert_eq!(settings["luau-lsp.types.definitionFiles"]["@stonehouse"], "three-stones.d.luau");
    assert_eq!(settings["luau-lsp.types.documentationFiles"][0], "three-stones.docs.json");
    // Every explanation in the definitions is shown under the pointer, under the name that it has there.
    let documentation = json("three-stones.docs.json");
    let explained = |name: &str| documentation[format!("@stonehouse/globaltype/{name}")]["documentation"].as_str();
    let (mut kind, mut doc, mut fields) = ("", None, 0);
    for line in definitions.lines() {
        if let Some(declared) = line.strip_prefix("export type ") {
            kind = declared.split(' ').next().unwrap();
        } else if let (Some(doc), Some((field, _))) = (doc, line.trim().split_once(": ")) {
            assert_eq!(explained(&format!("{kind}.{field}")), Some(doc));
            fields += 1;
        }
        doc = line.strip_prefix("    -- ");
    }
    assert!(fields > 50, "{fields}");
    assert!(explained("HouseRule.line_points").unwrap().contains("one new line"));
    assert!(home.path().join("stonehouse/variants/three-stones/schema.json").exists());
    made(home.path(), &["new", "rule", "three-stones", "another"]);
    made(home.path(), &["check", "stonehouse/variants/three-stones/no-corners.toml"]);
    let play = |variant| {
        let message = made(home.path(), &["simulate", variant, "--games", "20", "--seed", "4", "--json"]);
        let summary: serde_json::Value = serde_json::from_str(&message).unwrap();
        summary["seats"].clone()
    };
    assert_eq!(play("three-stones/no-corners"), play("three-stones/standard"));
}

#[test]
fn a_new_game_in_luau_is_in_order_is_played_and_an_editor_knows_it() {
    let home = tempfile::tempdir().unwrap();
    let message = made(home.path(), &["new", "game", "hill-walk"]);
    let file = home.path().join("stonehouse/games/hill-walk.luau");
    assert!(message.contains(&file.display().to_string()), "{message}");
    let source = fs::read_to_string(&file).unwrap();
    assert!(source.contains("id = \"hill-walk\"") && source.contains("name = \"Hill walk\""), "{source}");
    assert!(!source.contains("my-game") && !source.contains("My game"), "{source}");
    made(home.path(), &["check", &file.display().to_string()]);
    made(home.path(), &["simulate", "hill-walk/official", "--games", "20"]);
    // An editor knows the types of the game, and those of a zone that was added once it is checked.
    let games = home.path().join("stonehouse/games");
    let beside = |file: &str| fs::read_to_string(games.join(file)).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&beside(".vscode/settings.json")).unwrap();
    assert_eq!(settings["luau-lsp.types.definitionFiles"]["@stonehouse"], "games.d.luau");
    assert_eq!(settings["luau-lsp.types.documentationFiles"][0], "games.docs.json");
    assert!(beside(".luaurc").contains("strict"));
    assert!(source.contains("local game: HillWalkGame = {}"), "{source}");
    for known in ["HillWalkGame", "HillWalkPosition", "HillWalkActions", "HillWalkToken", "HillWalkTest"] {
        assert!(beside("games.d.luau").contains(&format!("\nexport type {known} = ")), "{known}");
    }
    assert!(beside("games.docs.json").contains("\"@stonehouse/globaltype/HillWalkPosition.board\""));
    assert!(made(home.path(), &["list"]).contains("hill-walk/official"));
    let zone = "game.zones = {\n    bag = { piece = \"token\", size = 3 },\n";
    fs::write(&file, source.replace("game.zones = {\n", zone)).unwrap();
    made(home.path(), &["check", &file.display().to_string()]);
    assert!(beside("games.d.luau").contains("\n    bag: { HillWalkToken },\n"));
    // Without a mistake of their own the types of the other games stay known.
    made(home.path(), &["new", "game", "long-walk"]);
    assert!(["HillWalkPosition", "LongWalkPosition"].iter().all(|known| beside("games.d.luau").contains(known)));
    fs::remove_file(games.join("long-walk.luau")).unwrap();
    made(home.path(), &["types"]);
    assert!(!beside("games.d.luau").contains("LongWalk"));
    // What the program did not write stays.
    fs::write(games.join("games.d.luau"), "mine").unwrap();
    let (well, message) = run(home.path(), &["types"]);
    assert!(!well && message.contains("was not written by Stonehouse"), "{message}");
    made(home.path(), &["check", &file.display().to_string()]);
    assert_eq!(beside("games.d.luau"), "mine");
    // A test of the file fails, and is reported with its line.
    fs::write(&file, source.replace("put(1, 3)", "put(3, 3)")).unwrap();
    let line = 1 + source.lines().position(|line| line.contains("test.winners")).unwrap();
    let (well, message) = run(home.path(), &["check", &file.display().to_string()]);
    let expected = format!("hill-walk.luau:{line}");
    assert!(!well && message.contains(&expected) && message.contains("\"three in a row win\" failed"), "{message}");
    made(home.path(), &["new", "game", "elsewhere", "--dir", "mine"]);
    assert!(home.path().join("mine/elsewhere.luau").exists());
}

#[test]
fn a_new_game_in_rust_is_the_template_under_its_own_name() {
    let home = tempfile::tempdir().unwrap();
    let message = made(home.path(), &["new", "game", "hill-walk", "--rust"]);
    let read = |file: &str| fs::read_to_string(home.path().join("hill-walk").join(file)).unwrap();
    let manifest = read("Cargo.toml");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let sources = sources.display();
    assert!(manifest.contains("name = \"hill-walk\""), "{manifest}");
    assert!(!manifest.contains("path = "), "it depends on versions: {manifest}");
    assert!(message.ends_with(&format!("--path {sources}\n")), "{message}");
    made(home.path(), &["new", "game", "other-walk", "--rust", "--path", &sources.to_string()]);
    let manifest = fs::read_to_string(home.path().join("other-walk/Cargo.toml")).unwrap();
    for (name, folder) in [("stonehouse-plugin", "plugin-api"), ("stonehouse-conformance", "conformance")] {
        assert!(manifest.contains(&format!("{name} = {{ path = \"{sources}/{folder}\" }}\n")), "{manifest}");
    }
    let source = read("src/lib.rs");
    assert!(source.contains("About::new(\"hill-walk\", \"Hill walk\""), "{source}");
    assert!(!source.contains("my-game") && !source.contains("My game"));
}

#[test]
fn a_new_game_in_rust_depends_on_the_versions_of_this_tree() {
    let template = include_str!("../../templates/game/Cargo.toml");
    for (name, manifest) in [
        ("stonehouse-plugin", include_str!("../../../../plugin-api/Cargo.toml")),
        // Has the version of the program.
        ("stonehouse-conformance", include_str!("../../../../Cargo.toml")),
    ] {
        let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")).unwrap();
        let minor = version.rsplit_once('.').unwrap().0;
        assert!(template.contains(&format!("{name} = \"{minor}\"\n")), "{name} has the version {version}");
    }
}

#[cfg(unix)]
#[test]
fn a_new_game_in_c_is_built_by_make_passes_every_test_and_is_played() {
    let home = tempfile::tempdir().unwrap();
    made(home.path(), &["new", "game", "hill-walk", "--c"]);
    let folder = home.path().join("hill-walk");
    let built = Command::new("make").current_dir(&folder).env("CFLAGS", "-Werror").output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let library = format!("hill-walk/{}hill-walk{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let message = made(home.path(), &["check", &library]);
    assert!(message.ends_with("8 of 8 tests passed.\n"), "{message}");
    let message = made(home.path(), &["simulate", "hill-walk/official", "--games", "50", "--plugins", "hill-walk"]);
    assert!(message.starts_with("50 games of hill-walk/official"), "{message}");
}

#[test]
fn a_game_without_variants_is_recorded_as_official_and_replays() {
    let home = tempfile::tempdir().unwrap();
    let plugins = Path::new(env!("CARGO_BIN_EXE_stonehouse")).parent().unwrap().join("deps");
    let name = format!("{}fixture_pebbles{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    fs::create_dir(home.path().join("plugins")).unwrap();
    fs::copy(plugins.join(&name), home.path().join("plugins").join(&name)).unwrap();
    let with = ["--plugins", "plugins"];
    let listed = made(home.path(), &[&["list"], &with[..]].concat());
    assert!(listed.contains("pebbles/official"), "{listed}");
    made(
        home.path(),
        &[&["simulate", "pebbles/official", "--games", "1", "--record-dir", "records"], &with[..]].concat(),
    );
    let record = fs::read_dir(home.path().join("records")).unwrap().next().unwrap().unwrap().path();
    let message = made(home.path(), &[&["record", &record.display().to_string()], &with[..]].concat());
    assert!(message.starts_with("Official (pebbles/official), seed "), "{message}");
    assert!(message.contains("It ends by the rules, with these scores and winners."), "{message}");
}

#[test]
fn the_commands_that_are_recommended_for_a_new_variant_and_rule_work() {
    let home = tempfile::tempdir().unwrap();
    for (kind, name, named) in [
        ("variant", "mine", &[][..]),
        ("rule", "ours", &[][..]),
        ("variant", "there", &["--dir", "."]),
        ("rule", "here", &["--dir", "."]),
    ] {
        let message = made(home.path(), &[&["new", kind, "three-stones", name], named].concat());
        let commands: Vec<&str> = message.lines().filter_map(|line| line.strip_prefix("  stonehouse ")).collect();
        assert_eq!(commands.len(), 2, "{message}");
        for command in commands {
            let few: &[&str] = if command.starts_with("simulate") { &["--games", "1"] } else { &[] };
            let words: Vec<&str> = command.split(' ').chain(few.iter().copied()).collect();
            made(home.path(), &words);
        }
    }
}

#[test]
fn nothing_that_is_there_is_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let makes: [&[&str]; 3] =
        [&["new", "variant", "three-stones", "mine"], &["new", "rule", "stonerow", "mine"], &["new", "game", "mine"]];
    for make in makes {
        made(home.path(), make);
        let (well, message) = run(home.path(), make);
        assert!(!well && message.contains("exists already, and nothing is overwritten"), "{message}");
    }
    // Of two files that belong together neither is made when one exists.
    fs::create_dir_all(home.path().join("stonehouse/variants/three-stones")).unwrap();
    let (well, _) = run(home.path(), &["new", "rule", "three-stones", "mine"]);
    assert!(!well, "the variant of that name is there");
    assert!(!home.path().join("stonehouse/scripts/three-stones/mine.lua").exists());
}

#[test]
fn invalid_names_and_unknown_games_are_refused_with_a_message() {
    let home = tempfile::tempdir().unwrap();
    for name in ["../evil", "Big", "", "9men", "a b", "a/b"] {
        let (well, message) = run(home.path(), &["new", "game", name]);
        assert!(!well && message.contains("cannot be used as a name here"), "{name}: {message}");
    }
    let (well, message) = run(home.path(), &["new", "variant", "three-stone", "mine"]);
    assert!(!well && message.contains("Did you mean `three-stones`?"), "{message}");
}
