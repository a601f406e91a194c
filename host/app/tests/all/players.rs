//! Outside programs as players, from the command line.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The example player, in Python.
fn first() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players/first.py");
    format!("python3 '{}'", file.canonicalize().unwrap().display())
}

/// Runs Stonehouse with its own home.
fn run(home: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(args)
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap()
}

/// Runs Stonehouse with its own home, and these lines on its input.
fn send(home: &Path, args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(args)
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = lines.to_owned();
    // A program that ends early reads no more.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn records(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn the_example_player_plays_whole_matches_of_each_game_in_each_seat() {
    let home = tempfile::tempdir().unwrap();
    let output = run(home.path(), &["check-player", &first()]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
    for game in ["three-stones/", "stonerow/", "tavern-stones/"] {
        let line = printed.lines().find(|line| line.starts_with(game)).unwrap();
        assert!(line.contains(": in order, ") && line.ends_with(" decisions"), "{line}");
    }
}

#[test]
fn a_protocol_violation_reports_match_seat_and_last_output() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("bad.py"), "import sys\nprint('I give up', file=sys.stderr)\n").unwrap();
    let output = run(home.path(), &["check-player", "python3 bad.py", "three-stones/standard"]);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(printed.starts_with("three-stones/standard: FAILED. match 1, as "), "{printed}");
    assert!(printed.contains("`python3 bad.py` ended") && printed.contains("I give up"), "{printed}");
}

#[test]
fn programs_play_in_simulations_by_command_and_by_user_name() {
    let home = tempfile::tempdir().unwrap();
    let command = format!("run:{}", first());
    let simulated = |players: &str, folder: &str| {
        let args =
            ["simulate", "three-stones/small-board", "--games", "2", "--record-dir", folder, "--players", players];
        run(home.path(), &args)
    };
    let output = simulated(&format!("{command},greedy"), "by-command");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let missing = simulated("program:Ada,greedy", "missing");
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("no program called `Ada` in"), "{}", text(&missing.stderr));

    let script = first();
    let script = script.trim_start_matches("python3 '").trim_end_matches('\'');
    let named = format!("[[player]]\nname = \"Ada\"\ncommand = [\"python3\", {script:?}]\n");
    fs::write(home.path().join("stonehouse/players.toml"), named).unwrap();
    let output = simulated("program:Ada,greedy", "by-name");
    assert!(output.status.success(), "{}", text(&output.stderr));

    // The same program, seed and seat make the same moves. And a record names the program, never its command.
    let moves = |folder: &str| -> Vec<String> {
        let files = records(&home.path().join(folder));
        let lines = files
            .iter()
            .flat_map(|file| fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect::<Vec<_>>());
        lines
            .filter(|line| line.contains("\"line\":\"action\""))
            .map(|line| line.split("\"hash\"").next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(moves("by-command"), moves("by-name"));
    assert!(moves("by-name").len() > 4);
    let head = fs::read_to_string(&records(&home.path().join("by-name"))[0]).unwrap();
    assert!(head.contains("\"player\":\"program:Ada\"") && !head.contains("first.py"), "{head}");
    let record = records(&home.path().join("by-command"))[0].display().to_string();
    let head = fs::read_to_string(&record).unwrap();
    assert!(head.contains("{\"name\":\"first.py\",\"player\":\"program:first.py\"}"), "{head}");
    assert!(!head.contains("python3") && !head.contains(script), "{head}");

    // Nor does it have the seed before the end; the file beside it until then is removed.
    let first = head.lines().next().unwrap();
    assert!(!first.contains("\"seed\":") && first.contains("\"seed_sha256\":\""), "{first}");
    assert!(head.contains("{\"line\":\"seed\",\"seed\":"), "{head}");
    assert_eq!(records(&home.path().join("by-command")).len(), 2);
    let checked = run(home.path(), &["record", &record]);
    let report = text(&checked.stdout);
    assert!(report.contains("The seed is the one whose hash was written before the first action."), "{report}");
}

#[test]
fn a_caller_plays_all_seats_over_stdio_in_recorded_matches() {
    let home = tempfile::tempdir().unwrap();
    // The board has room for 28 stones, so a match is 28 choices; the second one is given up.
    let choices: String = (1..=28).map(|id| format!("{{\"say\":\"choice\",\"id\":{id},\"choice\":0}}\n")).collect();
    let lines = format!("{{\"say\":\"new\",\"seed\":3}}\n{choices}{{\"say\":\"new\",\"seed\":4}}\nnonsense\n");
    let output = send(home.path(), &["play", "three-stones/small-board", "--record-dir", "records"], &lines);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let description: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let report: Vec<&str> = description.iter().map(|message| message["say"].as_str().unwrap()).collect();
    let expected = [
        vec!["table", "match", "match"],
        vec!["choose"; 28],
        vec!["end", "end", "match", "match", "choose", "refused"],
    ];
    assert_eq!(report, expected.concat());
    let files = records(&home.path().join("records"));
    assert_eq!(files.len(), 2);
    let replayed = run(home.path(), &["record", "--json", &files[0].display().to_string()]);
    assert!(replayed.status.success(), "{}", text(&replayed.stderr));
    assert!(text(&replayed.stdout).contains("\"outside\""));
}

#[test]
fn an_unplayable_request_is_refused_before_input_is_read() {
    let home = tempfile::tempdir().unwrap();
    for (args, why) in [
        (["play", "three-stones/standart", "--players", "outside,greedy"], "Did you mean `standard`"),
        (["play", "three-stones/standard", "--players", "greedy,greedy"], "no seat is left to you"),
        (["play", "three-stones/standard", "--players", "outside"], "1 players were named"),
        (["play", "three-stones/standard", "--players", "outside,program:Ada"], "no program called `Ada`"),
        (["play", "three-stones/standard", "--set", "line_length=99"], "line_length"),
    ] {
        let output = send(home.path(), &args, "");
        let report = text(&output.stderr);
        assert!(
            output.status.code() == Some(1) && report.contains(why) && output.stdout.is_empty(),
            "{args:?}: {report}"
        );
    }
}

/// A player that starts a process, writes both ids into the file `processes`, and neither answers nor ends when its
/// input is closed.
#[cfg(unix)]
const STUBBORN: &str = "run:sh -c 'sleep 1000 & echo $$ $! > new && mv new processes; sleep 1000'";

/// Whether a process of this id runs.
#[cfg(unix)]
fn runs(process: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = text(&output.stdout);
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

/// Starts a simulation with a stubborn player, and waits until that has started.
#[cfg(unix)]
fn with_a_stubborn_player(home: &Path) -> (std::process::Child, Vec<String>) {
    let child = Command::new(env!("CARGO_BIN_EXE_stonehouse"))
        .args(["simulate", "three-stones/standard", "--games", "1", "--players", &format!("{STUBBORN},greedy")])
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let processes = loop {
        match fs::read_to_string(home.join("processes")) {
            Ok(processes) => break processes,
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    };
    let processes: Vec<String> = processes.split_whitespace().map(str::to_owned).collect();
    assert!(processes.len() == 2 && processes.iter().all(|process| runs(process)), "{processes:?}");
    (child, processes)
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_simulation_that_is_interrupted_leaves_no_program_behind() {
    let home = tempfile::tempdir().unwrap();
    let (mut child, processes) = with_a_stubborn_player(home.path());
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!processes.iter().any(|process| runs(process)), "{processes:?} still run");
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_a_simulation_does_not_outlive_it() {
    let home = tempfile::tempdir().unwrap();
    let babbles = STUBBORN.replacen("sleep 1000'", "echo hello; sleep 1000'", 1);
    let players = format!("{babbles},greedy");
    let output = run(home.path(), &["simulate", "three-stones/standard", "--games", "1", "--players", &players]);
    assert!(text(&output.stderr).contains("wrote `hello`"), "{}", text(&output.stderr));
    let processes = fs::read_to_string(home.path().join("processes")).unwrap();
    assert!(!processes.split_whitespace().any(runs), "{processes} still run");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_inherits_no_open_file_and_finds_no_seed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("secret.txt"), "secret").unwrap();
    let player = format!("#!/bin/sh\nls -l /proc/$$/fd > files.txt; ls records > seen.txt; exec {}\n", first());
    fs::write(home.join("player.sh"), player).unwrap();
    let simulate = "simulate three-stones/small-board --games 1 --record-dir records --players";
    let command =
        format!("exec 7<secret.txt; exec '{}' {simulate} 'run:sh player.sh,random'", env!("CARGO_BIN_EXE_stonehouse"));
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let files = fs::read_to_string(home.join("files.txt")).unwrap();
    assert!(files.contains("pipe:") && !files.contains("secret.txt"), "{files}");
    let seen = fs::read_to_string(home.join("seen.txt")).unwrap();
    assert_eq!(seen, "game-000000.stonehouse-record\n");
    let record = fs::read_to_string(home.join("records").join("game-000000.stonehouse-record")).unwrap();
    assert!(record.contains("seed_sha256") && record.contains("\"salt\""), "the seed comes with the end: {record}");
}
