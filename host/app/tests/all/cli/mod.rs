//! The command line as tools rely on it: forms, exit codes, messages.

mod checks;
mod figures;
mod lessons;
mod paths;
mod records;
mod updates;

use serde_json::Value;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Runs Stonehouse with its own home, in which the libraries are known.
fn run(home: &Path, args: &[&str]) -> Output {
    let data = home.join("stonehouse");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("verdicts.json"), verdicts()).unwrap();
    run_alone(home, args)
}

/// Runs Stonehouse with its own home, as it is.
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

/// The verdicts of a first run on the libraries that it probed.
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

/// The output of a run that must have succeeded.
fn printed(args: &[&str]) -> String {
    let output = run(home().path(), args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).unwrap()
}

/// The findings of `check` in these files, without the folder's name, and that it exits with 1.
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
    let mut names = Vec::new();
    for folder in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants")).unwrap() {
        let folder = folder.unwrap();
        for file in fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()) {
            if file.extension().is_some_and(|end| end == "toml") {
                let id = file.file_stem().unwrap().to_str().unwrap();
                names.push(format!("{}/{id}", folder.file_name().to_str().unwrap()));
            }
        }
    }
    assert!(names.len() > 60, "{names:?}");
    let (as_json, as_text) = (json(&["list", "--json"]).to_string(), printed(&["list"]));
    let listed: Vec<&str> = as_text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for name in names {
        assert!(as_json.contains(&format!("\"{name}\"")), "{name} in {as_json}");
        assert!(listed.contains(&&*name), "{name} in {as_text}");
    }
}

#[test]
fn perft_counts_what_the_rulebook_allows() {
    // 80 pockets for the first stone; then the row and the column of the stone, which differ from pocket to pocket.
    // Counted apart from the program, pocket by pocket; a player who may choose among three kinds of stones has three
    // times as many each time.
    let counts = [
        ("three-stones/standard", [80, 1180, 16_760, 230_144].as_slice()),
        ("three-stones/pure-skill", &[240, 10_620, 452_520]),
    ];
    for (variant, counts) in counts {
        for (depth, count) in (1..).zip(counts) {
            let report = printed(&["perft", variant, "--depth", &depth.to_string(), "--seed", "1"]);
            assert_eq!(report.trim(), count.to_string(), "{variant}, depth {depth}");
        }
    }
    assert_eq!(json(&["perft", "three-stones/standard", "--depth", "2", "--json"])["sequences"], 1180);
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest() {
    let output = run(home().path(), &["perft", "three-stones/standar"]);
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(report.contains("Did you mean `standard`?"), "{report}");
}

#[test]
fn merged_shards_and_resumed_runs_give_the_same_bytes() {
    let home = home();
    let report = |args: &[&str]| {
        let output = run(home.path(), args);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), errors)
    };
    let simulate = ["simulate", "three-stones/standard", "--games", "5000", "--seed", "3", "--json"];
    let whole = report(&simulate).1;
    for shard in 1..=3 {
        let (shard, file) = (format!("{shard}/3"), format!("{shard}.part"));
        let (code, ..) = report(&[&simulate[..], &["--shard", &shard, "--partial", &file]].concat());
        assert_eq!(code, Some(0));
    }
    assert_eq!(report(&["merge", "3.part", "1.part", "2.part", "--json"]).1, whole);
    let (code, _, errors) = report(&["merge", "3.part", "1.part"]);
    assert!(code == Some(1) && errors.contains("games 1666 to 3333 are missing"), "{errors}");

    // Killed in the middle: the saved part exists, whole, and the run continues from it.
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
    let (code, _, errors) = report(&["simulate", "three-stones/standard", "--games", "2000", "--resume", "saved.part"]);
    assert!(code == Some(1) && errors.contains("cannot be resumed") && errors.contains("players"), "{errors}");
    assert_eq!(report(&resumed).1, report(&long).1);
}

#[test]
fn csv_has_a_row_per_game_and_action_and_is_not_overwritten() {
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
    // Games are being played once their rows are written: into a file that has its name when it is whole.
    let rows = home.path().join("rows.csv");
    let is_written = |name: &std::ffi::OsString| name.to_string_lossy().starts_with(".stonehouse-tmp-");
    let written = || {
        let entries = fs::read_dir(home.path()).unwrap().flatten().filter(|entry| is_written(&entry.file_name()));
        entries.filter_map(|entry| entry.metadata().ok()).map(|file| file.len()).sum::<u64>()
    };
    while written() < 1000 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(!rows.exists());
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let results: Value = serde_json::from_slice(&output.stdout).unwrap();
    let played = results["played"].as_u64().unwrap();
    assert!(played > 0 && played < 1_000_000_000);
    assert_eq!(fs::read_to_string(&rows).unwrap().lines().count() as u64, 1 + played);
    assert_eq!(written(), 0);
}

#[test]
fn compare_reports_differences_and_refuses_other_seat_counts() {
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
    let report = printed(&["compare", "three-stones/standard", "three-stones/small-board", "--games", "300"]);
    let line = report.lines().find(|line| line.starts_with("actions")).unwrap();
    assert!(line.ends_with("differs"), "{report}");
    let report = printed(&["compare", "three-stones/standard", "three-stones/turncoat", "--games", "50"]);
    assert!(report.contains("\nOnly under the second: Turn a stone clear, used "), "{report}");
    let output = run(home().path(), &["compare", "three-stones/standard", "tavern-stones/official"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("only variants of as many seats can be compared"), "{message}");
}

#[test]
fn a_variant_is_played_and_compared_by_its_file() {
    let home = home();
    let write = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
    write("mine.toml", &format!("{OPENING}extends = \"standard\"\nscripts = [\"mine.lua\"]\n"));
    write("mine.lua", "return { final_score = function(ctx, points) return points + 100 end }");
    let games = |args: &[&str]| run(home.path(), &[args, &["--games", "20"][..]].concat());
    for args in [
        &["simulate", "mine.toml"][..],
        &["simulate", "./mine.toml"],
        &["compare", "three-stones/standard", "mine.toml"],
    ] {
        let output = games(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let compared = String::from_utf8(games(&["compare", "three-stones/standard", "mine.toml"]).stdout).unwrap();
    assert!(compared.contains("+100.00 (+100.00 to +100.00)"), "{compared}");
    write("mine.lua", "return { final_scoer = function(ctx, points) return points end }");
    let output = games(&["simulate", "mine.toml"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("mine.toml cannot be played.") && message.contains("Did you mean `final_score`?"),
        "{message}"
    );
    let message = String::from_utf8(games(&["simulate", "none.toml"]).stderr).unwrap();
    assert!(message.contains("none.toml"), "{message}");
}

#[test]
fn a_wrong_number_of_players_and_an_unknown_bot_are_refused() {
    let output = run(home().path(), &["simulate", "three-stones/standard", "--players", "random"]);
    assert!(!output.status.success());
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(report.contains('2'), "{report}");
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
    // Escape, the C1 introducer, a carriage return, a bell, a turn of direction, and a line that looks like another
    // variant's.
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
        &["record", "games/game-000000.stonehouse-record"],
        &["record", "games/game-000000.stonehouse-record", "--json"],
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
    let report = String::from_utf8(failed.stderr).unwrap();
    assert!(report.contains("evil.lua:2"), "{report}");
    // In JSON they are escaped, so that tools read the file's content.
    let listed: Value = serde_json::from_slice(&run(home.path(), &["list", "--json"]).stdout).unwrap();
    assert!(listed.to_string().contains("\u{9b}31m"), "{listed}");
}

#[test]
fn games_threads_and_depth_have_stated_bounds() {
    let refused = |args: &[&str], bounds: &str| {
        let output = run(home().path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let report = String::from_utf8(output.stderr).unwrap();
        assert!(report.contains(bounds), "{report}");
    };
    let simulate = ["simulate", "three-stones/standard"];
    refused(&[&simulate[..], &["--games", "1000000000000"]].concat(), "1000000000000 is not in 0..=1000000000");
    refused(&[&simulate[..], &["--games", "18446744073709551615"]].concat(), "is not in 0..=1000000000");
    refused(&[&simulate[..], &["--threads", "5000"]].concat(), "5000 is not in 0..=256");
    refused(&["perft", "three-stones/standard", "--depth", "21"], "21 is not in 0..=20");
}

#[test]
fn the_reference_lists_every_command_as_the_help_does() {
    let help = printed(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/commands.md");
    assert!(fs::read_to_string(page).unwrap().contains(commands), "renew it with .ci/generate:\n{commands}");
}
