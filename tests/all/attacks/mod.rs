//! House rules that were written to do harm, or that do it by mistake: each is played in its own process, twice.
//!
//! Whatever it tries, the process ends soon, in little memory, with a message that names the script and the line, or
//! with a game; and both processes end alike.

mod list;

use list::{ATTACKS, Attack, Ends};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use stonehouse_engine::{Catalog, Folder, Origin, Ruleset};
use stonehouse_tests::catalog_of;

/// The variable that gives a process the folder of rules to play.
const FOLDER: &str = "STONEHOUSE_TEST_ATTACK";

/// Processor time that an attack may take, in milliseconds, and where only the clock can end it.
const TIME_MS: u64 = 2000;
const CLOCK_MS: u64 = 5000;

/// Memory that a process may take for an attack, beyond what it takes for an innocent rule, in KiB.
const MEMORY_KIB: u64 = 64 << 10;

/// The output of a process about an attack.
#[derive(Debug, PartialEq, Eq)]
struct Report {
    outcome: String,
    /// Processor time in milliseconds and the most memory in KiB, where the system reports them.
    cost: Option<(u64, u64)>,
}

/// Not a test by itself: the process that plays one attack.
#[test]
fn an_attack_alone() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let named = |name: &str| Folder { path: [&*folder, name].iter().collect(), origin: Origin::Named };
    let mut folders = stonehouse_tests::folders(None);
    folders.variants.push(named("variants"));
    folders.scripts.push(named("scripts"));
    let catalog = catalog_of(&folders);
    let outcome = play(&catalog).unwrap_or_else(|message| message);
    // In one line, for the process that started this one.
    println!("OUTCOME {}", outcome.replace('\n', " "));
    if let Some((time, memory)) = cost() {
        println!("COST {time} {memory}");
    }
}

/// A few random games under the rule.
fn play(catalog: &Catalog) -> Result<String, String> {
    let found = catalog.variant("three-stones/attack");
    let (game, variant) = found.map_err(|_| catalog.problems().iter().map(ToString::to_string).collect::<String>())?;
    let ruleset = Ruleset::compile(&game.plugin, variant)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    let mut outcomes = Vec::new();
    for seed in 0..3 {
        let played = ruleset.rules().deal(seed).and_then(|mut state| {
            state.playout(seed)?;
            state.outcome()
        });
        outcomes.push(format!("{:?}", played.map_err(|error| ruleset.explain(error).to_string())?.scores));
    }
    Ok(format!("played {}", outcomes.join(" ")))
}

/// This process's processor time in milliseconds and most memory in KiB, on systems that have `/proc`.
fn cost() -> Option<(u64, u64)> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    // Both in hundredths of a second, counted from the field behind the name.
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some((ticks * 10, most.trim().trim_end_matches("kB").trim().parse().ok()?))
}

/// Plays an attack in its own process.
fn report(attack: &Attack) -> Report {
    let home = tempfile::tempdir().unwrap();
    for (folder, file, text) in [
        (
            "variants",
            "attack.toml",
            "game = \"three-stones\"\nname = \"Attack\"\nextends = \"standard\"\nscripts = [\"attack.lua\"]\n"
                .to_owned(),
        ),
        ("scripts", "attack.lua", attack.source()),
    ] {
        let folder = home.path().join(folder).join("three-stones");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(file), text).unwrap();
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "attacks::an_attack_alone", "--nocapture", "--test-threads", "1"])
        .env(FOLDER, home.path())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let printed = |word: &str| text.lines().find_map(|line| line.split_once(word)).map(|(_, rest)| rest.to_owned());
    let shorter = home.path().display().to_string();
    let outcome = printed("OUTCOME ").map(|outcome| outcome.replace(&shorter, "HOME"));
    let cost = printed("COST ").and_then(|cost| {
        let (time, memory) = cost.split_once(' ')?;
        Some((time.parse().ok()?, memory.parse().ok()?))
    });
    Report {
        outcome: outcome.unwrap_or_else(|| {
            format!("the process ended: {} {}", output.status, String::from_utf8_lossy(&output.stderr))
        }),
        cost,
    }
}

const INNOCENT: Attack = Attack::body("innocent", Ends::Game, "return points");

#[test]
fn every_attack_ends_within_limits_and_names_script_and_line() {
    let base = report(&INNOCENT).cost.map_or(0, |(_, memory)| memory);
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(attack) = ATTACKS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(failure) = judge(attack, base) {
                        failures.lock().unwrap().push(format!("{}: {failure}", attack.name));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), ATTACKS.len(), failures.join("\n"));
}

/// Checks how an attack ended.
fn judge(attack: &Attack, base: u64) -> Result<(), String> {
    let (first, second) = (report(attack), report(attack));
    for report in [&first, &second] {
        let outcome = &report.outcome;
        let named = outcome.contains("attack.lua:") && {
            let line = outcome.split("attack.lua:").nth(1).unwrap_or_default();
            line.starts_with(|first: char| first.is_ascii_digit())
        };
        let as_expected = match attack.ends {
            Ends::Game => outcome.starts_with("played "),
            Ends::Refused(why) => named && outcome.contains(why),
            Ends::Whole(why) => outcome.contains("attack.lua: ") && outcome.contains(why),
            Ends::Clock => named && outcome.contains("took more than 4 seconds"),
        };
        if !as_expected {
            return Err(format!("{:?}, and it ended with: {outcome}", attack.ends));
        }
        if outcome.contains("0x") {
            return Err(format!("an address is shown: {outcome}"));
        }
        let most = if matches!(attack.ends, Ends::Clock) { CLOCK_MS } else { TIME_MS };
        if let Some((time, memory)) = report.cost
            && (time > most || memory > base + MEMORY_KIB)
        {
            return Err(format!("{time} ms and {} KiB: {outcome}", memory - base.min(memory)));
        }
    }
    if first.outcome == second.outcome { Ok(()) } else { Err(format!("{} | {}", first.outcome, second.outcome)) }
}

#[test]
fn there_are_enough_attacks_and_their_names_differ() {
    let mut names: Vec<&str> = ATTACKS.iter().map(|attack| attack.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ATTACKS.len());
    assert!(names.len() >= 230, "{}", names.len());
}
