//! The command line as tools rely on it: forms, exit codes, messages.

use serde_json::Value;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Runs Stonehouse with a home of its own, in which the libraries are known.
fn run(home: &Path, args: &[&str]) -> Output {
    let data = home.join("stonehouse");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("verdicts.json"), verdicts()).unwrap();
    run_alone(home, args)
}

/// Runs Stonehouse with a home of its own, as it is.
fn run_alone(home: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(args)
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap()
}

/// What a first run keeps of the libraries that it tried out.
fn verdicts() -> &'static [u8] {
    static KEPT: OnceLock<Vec<u8>> = OnceLock::new();
    KEPT.get_or_init(|| {
        let home = home();
        let listed = run_alone(home.path(), &["list"]);
        assert!(listed.stderr.is_empty(), "{}", String::from_utf8_lossy(&listed.stderr));
        fs::read(home.path().join("stonehouse").join("verdicts.json")).unwrap()
    })
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// What a run printed that must have succeeded.
fn printed(args: &[&str]) -> String {
    let output = run(home().path(), args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).unwrap()
}

/// What `check` finds in these files, without the folder's name, and that it exits with 1.
fn findings(files: &[(&str, &str)]) -> String {
    let home = home();
    for (name, text) in files {
        fs::write(home.path().join(name), text).unwrap();
    }
    let output = run(home.path(), &["check", files[0].0]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

const OPENING: &str = "game = \"three-stones\"\nname = \"Mine\"\n";

#[test]
fn list_names_every_variant_as_game_and_id() {
    let listed = json(&["list", "--json"]);
    let text = listed.to_string();
    for name in ["three-stones/standard", "three-stones/pure-skill", "three-stones/tournament"] {
        assert!(text.contains(&format!("\"{name}\"")), "{name} in {text}");
        assert!(printed(&["list"]).contains(name));
    }
}

#[test]
fn simulate_prints_the_fixed_form() {
    let summary = json(&["simulate", "three-stones/standard", "--games", "50", "--seed", "3", "--json"]);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&summary), ["format", "setup", "played", "metrics"]);
    assert_eq!(summary["played"], 50);
    assert_eq!(summary["setup"]["variant"], "three-stones/standard");
    assert_eq!(summary["setup"]["seats"], serde_json::json!(["White", "Black"]));
    let metrics = summary["metrics"].as_array().unwrap();
    for metric in metrics {
        let expected = ["id", "name", "sentence", "source", "unit", "interval", "figures"];
        assert_eq!(keys(metric)[..7], expected);
        for figure in metric["figures"].as_array().unwrap() {
            assert_eq!(keys(figure)[..5], ["of", "cases", "value", "least", "greatest"]);
        }
    }
    let share = |id: &str| -> f64 {
        let metric = metrics.iter().find(|metric| metric["id"] == id).unwrap();
        metric["figures"].as_array().unwrap().iter().map(|figure| figure["value"].as_f64().unwrap()).sum()
    };
    assert!((share("wins") + share("shared_wins") - 1.0).abs() < 1e-9);
    let said = printed(&["simulate", "three-stones/standard", "--games", "50", "--seed", "3", "--explain"]);
    assert!(
        said.contains("50 games of three-stones/standard, seed 3") && said.contains("Ludii: AdvantageP1"),
        "{said}"
    );
}

#[test]
fn the_same_seed_gives_the_same_figures_on_any_number_of_threads() {
    for players in ["random,random", "greedy,search@50"] {
        let figures = |threads: &str| {
            json(&[
                "simulate",
                "three-stones/slanted",
                "--games",
                "6",
                "--seed",
                "5",
                "--threads",
                threads,
                "--players",
                players,
                "--json",
            ])
        };
        assert_eq!(figures("1"), figures("2"), "{players}");
        assert_eq!(figures("1"), figures("5"), "{players}");
    }
}

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
    let file = folder.join("game-000000.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let scores = text.find("\"scores\":[").unwrap() + "\"scores\":[".len();
    let line = text[..scores].lines().count();
    fs::write(&file, format!("{}9{}", &text[..scores], &text[scores..])).unwrap();
    let output = run(home.path(), &["record", file.to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("game-000000.jsonl:{line}: the record was edited or damaged")), "{said}");
}

#[test]
fn perft_counts_what_the_rulebook_allows() {
    // 80 pockets for the first stone; then the row and the column of the stone, which differ from pocket to pocket.
    // Counted apart from the program, pocket by pocket; whoever may choose among three kinds of stones has three times as many each time.
    let counts = [
        ("three-stones/standard", [80, 1180, 16_760, 230_144].as_slice()),
        ("three-stones/pure-skill", &[240, 10_620, 452_520]),
    ];
    for (variant, counts) in counts {
        for (depth, count) in (1..).zip(counts) {
            let said = printed(&["perft", variant, "--depth", &depth.to_string(), "--seed", "1"]);
            assert_eq!(said.trim(), count.to_string(), "{variant}, depth {depth}");
        }
    }
    assert_eq!(json(&["perft", "three-stones/standard", "--depth", "2", "--json"])["sequences"], 1180);
}

#[test]
fn what_is_bundled_is_in_order() {
    let said = printed(&["check"]);
    assert!(said.ends_with("are in order.\n"), "{said}");
    assert_eq!(json(&["check", "--json"])["ok"], true);
}

/// What `check` says of a house rule that is in order, given the body of its hook.
fn checked(hook: &str, body: &str) -> String {
    let home = home();
    let rule = format!("return {{ {hook} = function(ctx, value)\n{body}\nend }}");
    fs::write(home.path().join("rule.lua"), rule).unwrap();
    fs::write(home.path().join("mine.toml"), format!("{OPENING}scripts = [\"rule.lua\"]\n")).unwrap();
    let output = run(home.path(), &["check", "mine.toml"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn check_says_what_a_house_rule_costs_a_game() {
    let said = checked("line_points", "return value + 1");
    assert!(said.starts_with("three-stones/mine: a random game asks its house rules "), "{said}");
    assert!(
        said.contains(" steps; it lasts ") && said.ends_with("All in order.\n") && !said.contains("warning"),
        "{said}"
    );
    let costs = &json(&["check", "--json"])["house_rules"];
    let slanted = costs.as_array().unwrap().iter().find(|cost| cost["variant"] == "three-stones/slanted").unwrap();
    assert_eq!((&slanted["games"], &slanted["warnings"]), (&serde_json::json!(20), &serde_json::json!([])));
    assert!(
        slanted["calls"].as_u64() > Some(20) && slanted["steps"].as_u64() >= slanted["calls"].as_u64(),
        "{slanted}"
    );
}

#[test]
fn check_says_how_often_each_hook_was_asked_and_what_it_changed() {
    let always = checked("final_score", "return value + 1");
    assert!(
        always.contains("\n  `final_score` was asked 40 times in 20 random games and changed 40 answers\n"),
        "{always}"
    );
    let nothing = checked("final_score", "return value");
    assert!(
        nothing.contains("\n  `final_score` was asked 40 times in 20 random games and changed nothing\n"),
        "{nothing}"
    );
    assert!(
        nothing.contains("mine.toml:1:1: warning: the house rules changed nothing in 20 random games"),
        "{nothing}"
    );
    let costs = &json(&["check", "--json"])["house_rules"];
    let three_ways =
        costs.as_array().unwrap().iter().find(|cost| cost["variant"] == "three-stones/three-ways").unwrap();
    assert_eq!(
        (&three_ways["hooks"][0]["hook"], &three_ways["hooks"][0]["asked"]),
        (&"final_score".into(), &40.into())
    );
}

#[test]
fn check_plays_a_house_rule_by_itself_under_the_standard_variant() {
    let home = home();
    let folder = home.path().join("three-stones");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("plus.lua"), "return { final_score = function(ctx, score) return score + 1 end }").unwrap();
    let output = run(home.path(), &["check", "three-stones/plus.lua"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && said.contains("plus.lua under three-stones/standard: a random game asks"),
        "{said}"
    );
    assert!(said.contains("`final_score` was asked 40 times in 20 random games and changed 40 answers"), "{said}");
    // What fails only when it is asked is found.
    fs::write(folder.join("plus.lua"), "return { final_score = function(ctx, score)\nreturn nil + 1 end }").unwrap();
    let output = run(home.path(), &["check", "three-stones/plus.lua"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success() && said.contains("plus.lua:2:1: "), "{said}");
}

#[test]
fn check_finds_what_a_variant_extends_beside_it() {
    let home = home();
    let write = |name: &str, text: &str| fs::write(home.path().join(name), format!("{OPENING}{text}")).unwrap();
    write("first.toml", "[knobs]\nline_length = 4\n");
    write("second.toml", "extends = \"first\"\n");
    write("third.toml", "extends = \"second\"\n[knobs]\nline_length = 5\n");
    write("stray.toml", "extends = \"../first\"\n");
    write("round.toml", "extends = \"about\"\n");
    write("about.toml", "extends = \"round\"\n");
    let check = |name: &str| run(home.path(), &["check", name]);
    assert!(check("third.toml").status.success(), "{}", String::from_utf8_lossy(&check("third.toml").stdout));
    for (name, why) in
        [("stray.toml", "there is no variant `../first`"), ("round.toml", "remove one of the two `extends`")]
    {
        let output = check(name);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success() && said.contains(why), "{name}: {said}");
    }
}

#[test]
fn check_warns_of_a_house_rule_that_makes_a_game_senseless_or_slow() {
    let same = checked("final_score", "return 7");
    assert!(same.contains("mine.toml:1:1: warning: none of 20 random games had a winner of its own"), "{same}");
    let slow = checked("line_points", "for i = 1, 5000 do end return value");
    assert!(
        slow.contains("warning: the house rules take") && slow.contains("bots that look ahead will be slow"),
        "{slow}"
    );
    let endless = checked("line_points", "for i = 1, 190000 do end return value");
    assert!(endless.contains("warning: the house rules took more than 50000000 steps in "), "{endless}");
}

#[test]
fn an_unknown_knob() {
    insta::assert_snapshot!(findings(&[("mine.toml", &format!("{OPENING}[knobs]\nline_lenght = 4\n"))]));
}

#[test]
fn a_wrong_type() {
    insta::assert_snapshot!(findings(&[("mine.toml", &format!("{OPENING}[knobs]\npouch = \"yes\"\n"))]));
}

#[test]
fn a_value_out_of_range() {
    insta::assert_snapshot!(findings(&[("mine.toml", &format!("{OPENING}[knobs]\nline_length = 99\n"))]));
}

#[test]
fn a_missing_script() {
    insta::assert_snapshot!(findings(&[("mine.toml", &format!("{OPENING}scripts = [\"slantet.lua\"]\n"))]));
}

#[test]
fn a_script_that_does_not_parse() {
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n");
    insta::assert_snapshot!(findings(&[
        ("mine.toml", &variant),
        ("mine.lua", "local house = {}\nfunction house.line_points(ctx, points\nreturn house\n")
    ]));
}

#[test]
fn a_script_with_an_unknown_hook() {
    insta::assert_snapshot!(findings(&[(
        "mine.lua",
        "local house = {}\nfunction house.line_point(ctx, points) return 2 end\nreturn house\n"
    )]));
}

#[test]
fn a_script_that_loops_for_ever() {
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n");
    let script = "local house = {}\nfunction house.line_points(ctx, points)\n  while true do end\nend\nreturn house\n";
    insta::assert_snapshot!(findings(&[("mine.toml", &variant), ("mine.lua", script)]));
}

#[test]
fn a_script_that_allocates_without_end() {
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n");
    let script = "local house = {}\nfunction house.line_points(ctx, points)\n  local hoard = \"x\"\n  while true do hoard = hoard .. hoard end\nend\nreturn house\n";
    insta::assert_snapshot!(findings(&[("mine.toml", &variant), ("mine.lua", script)]));
}

#[test]
fn a_script_that_gives_back_something_else() {
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n");
    let script = "return {\n  line_points = function(ctx, points)\n    return \"many\"\n  end,\n}\n";
    insta::assert_snapshot!(findings(&[("mine.toml", &variant), ("mine.lua", script)]));
}

#[test]
fn a_folder_that_is_named_and_missing_is_told_and_the_rest_works() {
    let output = run(home().path(), &["check", "--variants", "no-such-folder"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("no-such-folder:1:1: the folder cannot be read: "), "{said}");
    assert!(run(home().path(), &["list", "--variants", "no-such-folder"]).status.success());
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest() {
    let output = run(home().path(), &["perft", "three-stones/standar"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Did you mean `standard`?"), "{said}");
}

#[test]
fn as_many_play_as_are_named_where_the_variant_leaves_it_open() {
    let seats = |players: &str| {
        let summary = json(&["simulate", "stonerow/official", "--games", "2", "--players", players, "--json"]);
        summary["setup"]["seats"].as_array().unwrap().len()
    };
    assert_eq!(seats("greedy,random"), 2);
    assert_eq!(seats("greedy,random,random"), 3);
}

#[test]
fn a_knob_and_a_house_rule_are_tried_without_a_file_of_a_variant() {
    let home = home();
    let rule = "local house = {}\nfunction house.line_points(ctx, points)\n    return 0\nend\nreturn house\n";
    fs::write(home.path().join("nothing.lua"), rule).unwrap();
    let tried =
        |args: &[&str]| run(home.path(), &[&["simulate", "three-stones/standard", "--games", "9"], args].concat());
    let best = |args: &[&str]| {
        let output = tried(&[args, &["--json"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        let metrics = summary["metrics"].as_array().unwrap();
        let score = metrics.iter().find(|metric| metric["id"] == "score").unwrap();
        score["figures"][0]["spread"]["quantiles"][6].as_f64().unwrap() as i64
    };
    let plain = best(&[]);
    assert!(plain > 0);
    assert_eq!(best(&["--script", "nothing.lua"]), 0);
    assert!(best(&["--set", "line_length=5"]) < plain, "longer lines are rarer");
    for (args, expected) in [
        (["--set", "line_lenght=5"], "has no knob `line_lenght`. Did you mean `line_length`?"),
        (["--set", "line_length"], "`--set line_length` says no value"),
        (["--set", "line_length=many"], "`--set line_length`: This must be"),
        (["--script", "missing.lua"], "missing.lua"),
    ] {
        let output = tried(&args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(expected), "{said}");
    }
}

#[test]
fn a_record_made_into_a_test_passes_in_a_rule_that_leaves_the_game_as_it_is_and_fails_in_another() {
    let home = home();
    let played = run(home.path(), &["simulate", "three-stones/standard", "--games", "1", "--record-dir", "records"]);
    assert!(played.status.success());
    let test = run(home.path(), &["record", "records/game-000000.jsonl", "--test"]);
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
    let said = String::from_utf8_lossy(&other.stdout).into_owned();
    assert!(other.status.code() == Some(1) && said.contains("the test “Standard” fails"), "{said}");
}

#[cfg(unix)]
#[test]
fn types_are_checked_by_luau_lsp_with_the_definitions_of_the_game() {
    use std::os::unix::fs::PermissionsExt;
    let home = home();
    let folder = home.path().join("three-stones");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("mine.lua"), "return {}\n").unwrap();
    let checked = |path: &str| {
        fs::create_dir_all(home.path().join("stonehouse")).unwrap();
        fs::write(home.path().join("stonehouse/verdicts.json"), verdicts()).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonehouse"));
        command.args(["check", "--types", "three-stones/mine.lua"]).current_dir(home.path()).env("PATH", path);
        command.env("HOME", home.path()).env("XDG_DATA_HOME", home.path());
        command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")).output().unwrap()
    };
    let without = checked("");
    assert_eq!(without.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&without.stderr).contains("needs `luau-lsp`"));

    // In its place: a program that shows what it was given, and finds fault.
    let tool = home.path().join("luau-lsp");
    let script = "#!/bin/sh\necho \"$1 $3\"\n/bin/grep -c 'LinePoints = Facts' \"${2#--definitions=}\"\nexit 1\n";
    fs::write(&tool, script).unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let with = checked(home.path().to_str().unwrap());
    assert_eq!(with.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&with.stdout), "analyze three-stones/mine.lua\n1\n");
    assert!(String::from_utf8_lossy(&with.stderr).contains("1 of 1 scripts have wrong types"));
}

#[test]
fn shards_add_up_to_the_same_bytes_and_a_killed_run_is_resumed_to_them() {
    let home = home();
    let said = |args: &[&str]| {
        let output = run(home.path(), args);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), errors)
    };
    let simulate = ["simulate", "three-stones/standard", "--games", "5000", "--seed", "3", "--json"];
    let whole = said(&simulate).1;
    for shard in 1..=3 {
        let (shard, file) = (format!("{shard}/3"), format!("{shard}.part"));
        let (code, ..) = said(&[&simulate[..], &["--shard", &shard, "--partial", &file]].concat());
        assert_eq!(code, Some(0));
    }
    assert_eq!(said(&["merge", "3.part", "1.part", "2.part", "--json"]).1, whole);
    let (code, _, errors) = said(&["merge", "3.part", "1.part"]);
    assert!(code == Some(1) && errors.contains("games 1666 to 3333 are missing"), "{errors}");

    // Killed in the middle: what was saved is there, whole, and the run goes on from it.
    let long = ["simulate", "three-stones/standard", "--games", "3000", "--players", "search@100,greedy", "--json"];
    let resumed = [&long[..], &["--resume", "saved.part"]].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(&resumed)
        .current_dir(home.path())
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let saved = home.path().join("saved.part");
    while !saved.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let begun: Value = serde_json::from_slice(&fs::read(&saved).unwrap()).unwrap();
    assert!(begun["done"].as_u64().unwrap() > 0);
    let (code, _, errors) = said(&["simulate", "three-stones/standard", "--games", "2000", "--resume", "saved.part"]);
    assert!(code == Some(1) && errors.contains("cannot be resumed") && errors.contains("players"), "{errors}");
    assert_eq!(said(&resumed).1, said(&long).1);
}

#[test]
fn tables_have_a_row_for_each_game_and_action_and_nothing_is_written_over() {
    let home = home();
    let args = ["simulate", "three-stones/small-board", "--games", "4", "--csv", "games.csv", "--actions-csv", "a.csv"];
    let first = run(home.path(), &args);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let games = fs::read_to_string(home.path().join("games.csv")).unwrap();
    let head = "game,seed,player White,player Black,score White,score Black,winners,alone,actions,cut_off";
    assert_eq!(games.lines().next(), Some(head));
    assert_eq!(games.lines().count(), 5);
    let actions: usize =
        games.lines().skip(1).map(|row| row.split(',').nth(8).unwrap().parse::<usize>().unwrap()).sum();
    let rows = fs::read_to_string(home.path().join("a.csv")).unwrap();
    assert_eq!(rows.lines().count(), 1 + actions);
    assert!(rows.lines().nth(1).unwrap().starts_with("0,1,White,random,"), "{rows}");
    let again = run(home.path(), &args);
    assert!(String::from_utf8_lossy(&again.stderr).contains("is there already"));
    assert_eq!(fs::read_to_string(home.path().join("games.csv")).unwrap(), games);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_simulation_with_what_was_played() {
    let home = home();
    run(home.path(), &["list"]);
    let child = Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(["simulate", "three-stones/standard", "--games", "1000000000", "--json", "--csv", "rows.csv"])
        .current_dir(home.path())
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Games are being played once their rows are written.
    let rows = home.path().join("rows.csv");
    while fs::metadata(&rows).map_or(0, |file| file.len()) < 1000 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let results: Value = serde_json::from_slice(&output.stdout).unwrap();
    let played = results["played"].as_u64().unwrap();
    assert!(played > 0 && played < 1_000_000_000);
    assert_eq!(fs::read_to_string(&rows).unwrap().lines().count() as u64, 1 + played);
}

#[test]
fn compare_tells_what_differs_between_two_variants_and_refuses_those_of_other_seats() {
    let compared = |other: &str| json(&["compare", "three-stones/standard", other, "--games", "300", "--json"]);
    let clear = |summary: &Value| -> Vec<String> {
        let found = summary["differences"].as_array().unwrap().iter();
        found
            .filter(|figure| figure["is_clear"] == true)
            .map(|figure| figure["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(clear(&compared("three-stones/standard")).is_empty(), "the same games");
    let found = clear(&compared("three-stones/small-board"));
    assert!(found.iter().any(|name| name == "actions"), "{found:?}");
    let said = printed(&["compare", "three-stones/standard", "three-stones/small-board", "--games", "300"]);
    let line = said.lines().find(|line| line.starts_with("actions")).unwrap();
    assert!(line.ends_with("differs"), "{said}");
    let output = run(home().path(), &["compare", "three-stones/standard", "tavern-stones/official"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("only variants of as many seats can be compared"), "{message}");
}

#[test]
fn a_wrong_number_of_players_and_an_unknown_bot_are_refused() {
    let output = run(home().path(), &["simulate", "three-stones/standard", "--players", "random"]);
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains('2'), "{said}");
    let output = run(home().path(), &["simulate", "three-stones/standard", "--players", "random,hal"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("there is no bot `hal`"));
}

#[test]
fn the_users_own_variants_are_found_and_shadow_the_bundled_ones() {
    let home = home();
    let own = home.path().join("stonehouse/variants/three-stones");
    fs::create_dir_all(&own).unwrap();
    fs::write(
        own.join("standard.toml"),
        "game = \"three-stones\"\nname = \"My standard\"\nsummary = \"Mine.\"\nextends = \"standard\"\n",
    )
    .unwrap();
    let listed = run(home.path(), &["list", "--json"]);
    let text = String::from_utf8(listed.stdout).unwrap();
    assert!(text.contains("My standard"), "{text}");
}

/// The characters of a run's output that a terminal would obey instead of showing.
fn obeyed(output: &Output) -> Vec<char> {
    [&output.stdout, &output.stderr]
        .into_iter()
        .flat_map(|bytes| String::from_utf8(bytes.clone()).unwrap().chars().collect::<Vec<_>>())
        .filter(|letter| {
            *letter != '\n' && letter.is_control()
                || matches!(*letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        })
        .collect()
}

#[test]
fn control_characters_from_files_reach_no_terminal() {
    let home = home();
    let (variants, scripts) =
        (home.path().join("stonehouse/variants/three-stones"), home.path().join("stonehouse/scripts/three-stones"));
    fs::create_dir_all(&variants).unwrap();
    fs::create_dir_all(&scripts).unwrap();
    // Escape, the C1 introducer, a carriage return, a bell, a turn of direction, and a line that looks like another variant's.
    let evil = "a\\u001B[2J\\u001B]0;owned\\u0007\\u009B31m\\r\\u202Eb\\u2066\\n  three-stones/forged  Fine";
    let opening = format!("game = \"three-stones\"\nname = \"{evil}\"\nsummary = \"{evil}\"\n");
    fs::write(variants.join("evil.toml"), format!("{opening}extends = \"standard\"\n")).unwrap();
    fs::write(variants.join("raw.toml"), format!("{opening}extends = \"\u{9b}31m\"\n[knobs]\n\"{evil}\" = 1\n"))
        .unwrap();
    fs::write(variants.join("ruled.toml"), format!("{opening}scripts = [\"evil.lua\"]\n")).unwrap();
    fs::write(
        scripts.join("evil.lua"),
        "local house = {}\nfunction house.line_points() error(\"\\27[2J\\27]0;owned\\7\\r\\u{202e}\") end\nreturn house\n",
    )
    .unwrap();
    let folder = home.path().join("games");
    let folder = folder.to_str().unwrap();

    let runs: [&[&str]; 9] = [
        &["list"],
        &["list", "--json"],
        &["check"],
        &["check", "--json"],
        &["simulate", "three-stones/ruled", "--games", "2"],
        &["simulate", "three-stones/raw", "--games", "2"],
        &["simulate", "three-stones/evil", "--games", "1", "--record-dir", folder],
        &["record", "games/game-000000.jsonl"],
        &["record", "games/game-000000.jsonl", "--json"],
    ];
    for args in runs {
        let output = run(home.path(), args);
        assert_eq!(obeyed(&output), [], "{args:?}");
    }
    let listed = String::from_utf8(run(home.path(), &["list"]).stdout).unwrap();
    assert!(listed.contains("\\u{1b}[2J\\u{1b}]0;owned\\u{7}\\u{9b}31m"), "{listed}");
    assert!(!listed.lines().any(|line| line.starts_with("  three-stones/forged")), "{listed}");
    let failed = run(home.path(), &["simulate", "three-stones/ruled", "--games", "2"]);
    assert_eq!(failed.status.code(), Some(1));
    let said = String::from_utf8(failed.stderr).unwrap();
    assert!(said.contains("evil.lua:2"), "{said}");
    // In JSON they are escaped, so that tools read what the file says.
    let listed: Value = serde_json::from_slice(&run(home.path(), &["list", "--json"]).stdout).unwrap();
    assert!(listed.to_string().contains("\u{9b}31m"), "{listed}");
}

#[test]
fn a_record_with_control_characters_is_printed_without_them() {
    let home = home();
    let folder = home.path().join("games");
    run(home.path(), &["simulate", "three-stones/standard", "--games", "1", "--record-dir", folder.to_str().unwrap()]);
    let file = folder.join("game-000000.jsonl");
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
fn simulate_stops_a_game_that_never_ends_with_a_sentence_whether_or_not_it_is_recorded() {
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
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains("game 0 (seed ") && said.contains("did not end within 100000 actions: correct the"),
            "{said}"
        );
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn games_threads_and_depth_have_bounds_that_are_said() {
    let refused = |args: &[&str], bounds: &str| {
        let output = run(home().path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(bounds), "{said}");
    };
    let simulate = ["simulate", "three-stones/standard"];
    refused(&[&simulate[..], &["--games", "1000000000000"]].concat(), "1000000000000 is not in 0..=1000000000");
    refused(&[&simulate[..], &["--games", "18446744073709551615"]].concat(), "is not in 0..=1000000000");
    refused(&[&simulate[..], &["--threads", "5000"]].concat(), "5000 is not in 0..=256");
    refused(&["perft", "three-stones/standard", "--depth", "21"], "21 is not in 0..=20");
}
