//! `record`: its checks and its output.

use super::*;

#[test]
fn a_recorded_game_verifies_and_is_printed_in_the_fixed_form() {
    let home = home();
    let folder = home.path().join("games");
    let folder = folder.to_str().unwrap();
    let simulated =
        run(home.path(), &["simulate", "three-stones/standard", "--games", "2", "--seed", "9", "--record-dir", folder]);
    assert!(simulated.status.success());
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2);

    let file = files[0].to_str().unwrap();
    let record = json(&["record", file, "--json"]);
    let keys: Vec<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();
    for key in ["game", "variant", "seed", "actions", "outcome"] {
        assert!(keys.contains(&key), "{key} in {keys:?}");
    }
    let actions = record["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 72);
    for action in actions {
        assert!(action["seat"].is_u64() && action["text"].is_string());
        let data = &action["data"];
        assert!(["white", "black", "clear"].contains(&data["stone"].as_str().unwrap()));
        assert!(data["row"].as_u64().unwrap() <= 10 && data["col"].as_u64().unwrap() <= 10);
    }
    assert_eq!(record["outcome"]["scores"].as_array().unwrap().len(), 2);
    assert!(record["outcome"]["winners"].is_array());
}

#[test]
fn a_record_edited_by_hand_does_not_verify() {
    let home = home();
    let folder = home.path().join("games");
    run(home.path(), &["simulate", "three-stones/standard", "--games", "1", "--record-dir", folder.to_str().unwrap()]);
    let file = folder.join("game-000000.stonehouse-record");
    let text = fs::read_to_string(&file).unwrap();
    let scores = text.find("\"scores\":[").unwrap() + "\"scores\":[".len();
    let line = text[..scores].lines().count();
    fs::write(&file, format!("{}9{}", &text[..scores], &text[scores..])).unwrap();
    let output = run(home.path(), &["record", file.to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains(&format!("game-000000.stonehouse-record:{line}: the record was edited or damaged")),
        "{message}"
    );
}

#[test]
fn a_test_made_from_a_record_fails_if_a_rule_changes_the_game() {
    let home = home();
    let played = run(home.path(), &["simulate", "three-stones/standard", "--games", "1", "--record-dir", "records"]);
    assert!(played.status.success());
    let test = run(home.path(), &["record", "records/game-000000.stonehouse-record", "--test"]);
    let test = String::from_utf8(test.stdout).unwrap();
    let seed: u64 = test.split('"').nth(3).unwrap().parse().unwrap();
    assert!(seed > 1 << 53, "a seed that Luau would round: {test}");
    let folder = home.path().join("scripts/three-stones");
    fs::create_dir_all(&folder).unwrap();
    let checked = |points: &str| {
        let rule = format!(
            "local house = {{}}\nfunction house.line_points(ctx, points)\n    return {points}\nend\nhouse.tests = {{\n{test}}}\nreturn house\n"
        );
        fs::write(folder.join("mine.lua"), rule).unwrap();
        run(home.path(), &["check", "scripts/three-stones/mine.lua"])
    };
    let same = checked("points");
    assert!(same.status.success(), "{}", String::from_utf8_lossy(&same.stdout));
    let other = checked("points + 1");
    let message = String::from_utf8_lossy(&other.stdout).into_owned();
    assert!(other.status.code() == Some(1) && message.contains("the test “Standard” fails"), "{message}");
}

#[test]
fn a_test_made_from_a_record_has_the_knobs_of_its_rule() {
    let home = home();
    let folder = home.path().join("three-stones");
    fs::create_dir(&folder).unwrap();
    let rule = |test: &str| {
        let rule = format!(
            "local house = {{}}\nhouse.knobs = knobs {{ bonus = {{ 1, min = 0, max = 9, doc = 'Points a line.' }} }}\n\
             function house.line_points(ctx, points)\n    return points + house.knobs.bonus\nend\nhouse.tests = {{\n{test}}}\nreturn house\n"
        );
        fs::write(folder.join("mine.lua"), rule).unwrap();
    };
    rule("");
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n[rules.mine]\nbonus = 3\n");
    fs::write(folder.join("mine.toml"), variant).unwrap();
    let file = "three-stones/mine.toml";
    let played = run(home.path(), &["simulate", file, "--games", "1", "--record-dir", "records"]);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let test = run(home.path(), &["record", "records/game-000000.stonehouse-record", "--test"]);
    let test = String::from_utf8(test.stdout).unwrap();
    assert!(test.contains("    rule_knobs = { bonus = 3 },\n"), "{test}");
    rule(&test);
    let checked = run(home.path(), &["check", "three-stones/mine.lua"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

#[test]
fn a_record_with_control_characters_is_printed_without_them() {
    let home = home();
    let folder = home.path().join("games");
    run(home.path(), &["simulate", "three-stones/standard", "--games", "1", "--record-dir", folder.to_str().unwrap()]);
    let file = folder.join("game-000000.stonehouse-record");
    let text = fs::read_to_string(&file).unwrap();
    let edited = text.replacen("\"name\":\"", "\"name\":\"\\u001b[31m\u{9b}\u{202e}", 1);
    assert_ne!(edited, text);
    fs::write(&file, edited).unwrap();
    for json in [&[][..], &["--json"]] {
        let output = run(home.path(), &[&["record", file.to_str().unwrap()], json].concat());
        assert_eq!(obeyed(&output), []);
    }
}

#[test]
fn simulate_stops_endless_games_with_a_message_recorded_or_not() {
    let home = home();
    let (plugins, variants) = (home.path().join("plugins"), home.path().join("variants/pebbles"));
    fs::create_dir_all(&plugins).unwrap();
    fs::create_dir_all(&variants).unwrap();
    let library = format!("{DLL_PREFIX}fixture_pebbles{DLL_SUFFIX}");
    let built = Path::new(env!("CARGO_BIN_EXE_stonehouse")).with_file_name("deps").join(&library);
    fs::copy(built, plugins.join(&library)).unwrap();
    let variant = "game = \"pebbles\"\nname = \"For ever\"\nsummary = \"A test.\"\n[knobs]\nendless = true\n";
    fs::write(variants.join("for-ever.toml"), variant).unwrap();

    let simulate = ["simulate", "pebbles/for-ever", "--games", "1", "--plugins", "plugins", "--variants", "variants"];
    for recorded in [&[][..], &["--record-dir", "games"]] {
        let output = run(home.path(), &[&simulate[..], recorded].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(
            message.contains("game 0 (seed ") && message.contains("did not end within 100000 actions: correct the"),
            "{message}"
        );
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn chance_outcomes_are_printed_with_the_actions_and_in_the_json() {
    let home = home();
    let (plugins, variants, games) =
        (home.path().join("plugins"), home.path().join("variants"), home.path().join("games"));
    for folder in [&plugins, &variants] {
        fs::create_dir_all(folder).unwrap();
    }
    let library = format!("{DLL_PREFIX}fixture_market{DLL_SUFFIX}");
    let built = Path::new(env!("CARGO_BIN_EXE_stonehouse")).parent().unwrap().join("deps").join(&library);
    fs::copy(built, plugins.join(library)).unwrap();
    fs::write(variants.join("dice.toml"), "game = \"market\"\n[knobs]\ndice = true\nturns = 3\n").unwrap();
    let with_market = |args: &[&str]| {
        let places = ["--plugins", plugins.to_str().unwrap(), "--variants", variants.to_str().unwrap()];
        let output = run(home.path(), &[args, &places].concat());
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    with_market(&["simulate", "market/dice", "--games", "1", "--record-dir", games.to_str().unwrap()]);
    let file = games.join("game-000000.stonehouse-record");
    let text = with_market(&["record", file.to_str().unwrap()]);
    let json: Value = serde_json::from_str(&with_market(&["record", file.to_str().unwrap(), "--json"])).unwrap();
    let rolls: Vec<&str> = text.lines().filter(|line| line.contains(" has rolled ")).collect();
    let code = |place: &Value| place["rolled"][0].as_u64().unwrap();
    let codes = [&json, &json["actions"][0], &json["actions"][1]].map(code);
    let expected: Vec<String> =
        (0..3).map(|turn| format!("     Player {} has rolled {}", turn % 2 + 1, codes[turn])).collect();
    assert_eq!(rolls, expected);
    assert_eq!(json["actions"][0]["rolls"][0]["text"], expected[1].trim());
    assert_eq!(json["actions"][2].get("rolled"), None, "nothing is rolled at the end");
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("  1. ")).unwrap();
    assert_eq!((lines[first - 1], lines[first + 1]), (&*expected[0], &*expected[1]));
}
