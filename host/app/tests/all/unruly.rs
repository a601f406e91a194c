//! Plugins that misbehave, through real libraries: none crashes the program, each is named with its failure, and the
//! games beside it stay playable.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::plugins::{ChildProber, Limits, PrivateCopy, ProbeFailure, Prober, confined_here};
use stonehouse_engine::{Catalog, Folders, Ruleset};
use stonehouse_plugin::Action;

/// The program that probes libraries.
const PROGRAM: &str = env!("CARGO_BIN_EXE_stonehouse");

/// The mark before the words, in the library, that state how it misbehaves.
const MARK: &[u8] = b"unruly plugin: ";

/// The room for these words.
const ROOM: usize = 64 - MARK.len();

/// Where Cargo leaves the libraries.
fn built() -> PathBuf {
    Path::new(PROGRAM).parent().unwrap().join("deps")
}

/// A copy of the unruly plugin that misbehaves in this way, in a file of that name.
fn unruly(folder: &Path, mode: &str) -> PathBuf {
    let mut library = fs::read(built().join(format!("{DLL_PREFIX}fixture_unruly{DLL_SUFFIX}"))).unwrap();
    let place = library.windows(MARK.len() + 4).position(|bytes| bytes == b"unruly plugin: well");
    let at = place.expect("the library states how it behaves") + MARK.len();
    library[at..at + ROOM].fill(b' ');
    library[at..at + mode.len()].copy_from_slice(mode.as_bytes());
    let file = folder.join(format!("{mode}{DLL_SUFFIX}"));
    fs::write(&file, library).unwrap();
    file
}

/// Little time of the processor's, and much time by the clock: slowness of a loaded machine is not taken for a loop.
const LIMITS: Limits = Limits { memory: 2 << 30, processor: Duration::from_secs(3), clock: Duration::from_mins(10) };

/// Probes the libraries of a folder, and trusts the bundled games, which other tests probe.
struct Careful {
    folder: PathBuf,
    children: ChildProber,
}

impl Prober for Careful {
    fn probe(&self, library: &PrivateCopy) -> Result<(), ProbeFailure> {
        if library.original.starts_with(&self.folder) { self.children.probe(library) } else { Ok(()) }
    }
}

/// The bundled games, and a folder of plugins that is probed.
fn catalog(home: &Path, limits: Limits) -> Catalog {
    let mut folders = Folders::bundled(Path::new(PROGRAM));
    folders.copies = Some(home.join("copies"));
    folders.add_named(&[home.join("plugins")], &[], &[]);
    let children = ChildProber::new(PROGRAM.into(), limits, None);
    Catalog::load(&folders, Arc::new(Careful { folder: home.join("plugins"), children }))
}

/// Three games can be played, to their end.
fn the_three_games_can_be_played(catalog: &Catalog) {
    for id in ["three-stones", "stonerow", "tavern-stones"] {
        let game = catalog.game(id).unwrap();
        let ruleset = Ruleset::compile(&game.plugin, &game.variants[0]).unwrap();
        assert!(ruleset.rules().deal(1).unwrap().playout(1).unwrap() > 0, "{id}");
    }
}

/// Puts a plugin for each of these ways into a folder, and checks the message about each.
fn each_is_refused(ways: &[(&str, &str)]) {
    each_is_refused_within(LIMITS, ways);
}

fn each_is_refused_within(limits: Limits, ways: &[(&str, &str)]) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("plugins");
    fs::create_dir(&folder).unwrap();
    let files: Vec<PathBuf> = ways.iter().map(|(mode, _)| unruly(&folder, mode)).collect();
    let catalog = catalog(home.path(), limits);
    the_three_games_can_be_played(&catalog);
    let mut wrong = Vec::new();
    for ((mode, expected), file) in ways.iter().zip(&files) {
        let report: Vec<&str> = catalog
            .problems()
            .iter()
            .filter(|problem| problem.file == *file)
            .map(|problem| problem.message.as_str())
            .collect();
        match report[..] {
            [report] if report.starts_with(expected) && report.ends_with("ask its author") => {}
            _ => wrong.push(format!("{mode}: {report:#?}\n  instead of {expected:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(catalog.problems().len(), ways.len());
}

/// Probes a library that never ends, under limits that are doubled until it is in `call` when it is ended: how long
/// it takes to get there depends on the machine. Returns the seconds that were allowed, and the report.
fn ended_in(
    call: &str,
    copy: &PrivateCopy,
    verdicts: Option<&Path>,
    limits: impl Fn(Duration) -> Limits,
) -> (u64, String) {
    const MAX_DOUBLINGS: u32 = 8;
    let place = format!(" in `{call}`");
    for seconds in (0..=MAX_DOUBLINGS).map(|doublings| 1 << doublings) {
        let limits = limits(Duration::from_secs(seconds));
        let prober = ChildProber::new(PROGRAM.into(), limits, verdicts.map(Path::to_owned));
        let report = prober.probe(copy).unwrap_err().to_string();
        if report.contains(&place) {
            return (seconds, report);
        }
    }
    panic!("`{call}` was not reached");
}

#[test]
fn check_runs_every_test_of_a_plugin_and_prints_how_to_repeat_it() {
    let home = tempfile::tempdir().unwrap();
    let check = |file: &Path, more: &[&str]| {
        let output = Command::new(PROGRAM)
            .arg("check")
            .arg(file)
            .args(more)
            .envs([("HOME", home.path()), ("XDG_DATA_HOME", home.path()), ("XDG_CACHE_HOME", home.path())])
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, report) = check(&unruly(home.path(), "well behaved"), &["--games", "3"]);
    assert_eq!(code, Some(0), "{report}");
    assert!(report.ends_with("8 of 8 tests passed.\n"), "{report}");

    let file = unruly(home.path(), "segfault in describe");
    let (code, report) = check(&file, &["--games", "3", "--seed", "5"]);
    assert_eq!(code, Some(1), "{report}");
    for line in ["  ok      load ", "  ok      games ", "  FAILED  looks ", "  FAILED  contract ", "  ok      panic "] {
        assert!(report.contains(line), "{line:?} in {report}");
    }
    // In games with looks, of all seats too, and in the games of the conformance kit, which has actions described
    // together first.
    assert_eq!(report.matches("(segmentation fault in `describe`)").count(), 3, "{report}");
    assert_eq!(report.matches("(segmentation fault in `describe_all`)").count(), 1, "{report}");
    let again = format!("again: stonehouse check {} --test looks --seed 5 --games 3\n", file.display());
    assert!(report.contains(&again), "{report}");
    let (code, report) = check(&file, &["--games", "3", "--seed", "5", "--test", "games"]);
    assert_eq!((code, report.ends_with("1 of 1 tests passed.\n")), (Some(0), true), "{report}");
    let (code, _) = check(&file, &["--test", "no such test"]);
    assert_eq!(code, Some(1));
}

#[test]
fn check_warns_of_prospects_on_another_scale_than_the_scores() {
    let home = tempfile::tempdir().unwrap();
    let check = |mode: &str, more: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.arg("check").arg(unruly(home.path(), mode)).args(["--games", "10"]).args(more);
        command.envs([("HOME", home.path()), ("XDG_DATA_HOME", home.path()), ("XDG_CACHE_HOME", home.path())]);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, report) = check("prospects on another scale", &[]);
    let warnings: Vec<&str> = report.lines().filter(|line| line.contains("warning: ")).collect();
    let [warning] = &warnings[..] else { panic!("one warning in {report}") };
    assert!(warning.starts_with("          warning: Unruly: one decision before the end the prospects "), "{report}");
    assert!(report.contains("kit finds no broken promise\n          warning: "), "{report}");
    assert_eq!(
        (code, report.ends_with("8 of 8 tests passed.\n")),
        (Some(0), true),
        "a warning fails nothing: {report}"
    );
    let (_, report) = check("prospects on another scale", &["--test", "contract", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert!(json["tests"][0]["warnings"][0].as_str().unwrap().contains("not on the scale of the scores"), "{report}");
    assert_eq!(json["ok"], true);
    let (_, report) = check("well behaved", &["--test", "contract"]);
    assert!(!report.contains("warning"), "{report}");
}

/// The message about a crash in a call.
fn crash(how: &str, call: &str) -> String {
    format!("it ended the process that probed it ({how} in `{call}`")
}

fn all_crash(deed: &str, how: &str, calls: &[&str]) {
    let ways: Vec<(String, String)> =
        calls.iter().map(|call| (format!("{deed} in {call}"), crash(how, call))).collect();
    each_is_refused(&ways.iter().map(|(mode, report)| (&**mode, &**report)).collect::<Vec<_>>());
}

/// The calls in which the plugin can be made to do something.
const CALLS: [&str; 15] = [
    "about",
    "rules_new",
    "state_new",
    "turn",
    "legal_actions",
    "apply",
    "outcome",
    "determinize",
    "scene",
    "reveal",
    "describe",
    "state_clone",
    "state_free",
    "rules_free",
    "playout",
];

#[test]
fn a_correct_plugin_loads_with_both_its_games_even_if_noisy() {
    for mode in ["well behaved", "noise in apply"] {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("plugins")).unwrap();
        unruly(&home.path().join("plugins"), mode);
        let catalog = catalog(home.path(), LIMITS);
        assert_eq!(catalog.problems(), []);
        for id in ["unruly", "pebbles"] {
            assert_eq!(catalog.game(id).unwrap().variants[0].full_name(), format!("{id}/official"));
        }
        the_three_games_can_be_played(&catalog);
    }
}

#[test]
fn a_reload_loads_a_new_build_beside_the_plugin_in_use() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("plugins");
    fs::create_dir(&folder).unwrap();
    let file = folder.join(format!("mine{DLL_SUFFIX}"));
    let build = |mode: &str| {
        let built = unruly(home.path(), mode);
        // Written in place, as `cp` does it, and not moved there.
        fs::write(&file, fs::read(built).unwrap()).unwrap();
    };
    build("well behaved");
    let mut catalog = catalog(home.path(), LIMITS);
    let plugin = |catalog: &Catalog| Arc::clone(&catalog.game("unruly").unwrap().plugin);
    let old = plugin(&catalog);
    let ruleset = Ruleset::compile(&old, &catalog.game("unruly").unwrap().variants[0]).unwrap();
    let mut state = ruleset.rules().deal(1).unwrap();

    build("noise in scene");
    state.apply(Action(1)).unwrap();
    catalog.reload_texts();
    assert!(Arc::ptr_eq(&plugin(&catalog), &old), "variants alone were read again");
    catalog.reload();
    let new = plugin(&catalog);
    assert!(!Arc::ptr_eq(&new, &old));
    assert_eq!(catalog.problems(), []);

    build("segfault in apply");
    catalog.reload();
    assert!(
        Arc::ptr_eq(&plugin(&catalog), &new),
        "a build that cannot be used does not take the place of one that can"
    );
    let report = catalog.problems()[0].to_string();
    assert!(report.starts_with(&format!("{}: it ended the process", file.display())), "{report}");
    assert!(report.ends_with(". What was loaded before stays in use"), "{report}");

    // The match continues under the build under which it began, not the one installed now.
    assert!(state.playout(1).unwrap() > 0);
    fs::remove_file(&file).unwrap();
    catalog.reload();
    assert!(catalog.game("unruly").is_err());
    the_three_games_can_be_played(&catalog);
}

#[test]
fn a_verdict_is_kept_by_library_hash_without_a_second_probe() {
    let home = tempfile::tempdir().unwrap();
    let copies = [home.path().join("copies")];
    let kept = || Some(home.path().join("verdicts.json"));
    for mode in ["well behaved", "segfault in apply"] {
        let copy = PrivateCopy::make(&unruly(home.path(), mode), &copies).unwrap();
        let text = |failure: ProbeFailure| failure.to_string();
        let tried = ChildProber::new(PROGRAM.into(), LIMITS, kept()).probe(&copy).map_err(text);
        // A program that does not exist cannot try anything out.
        let known = ChildProber::new(home.path().join("no program"), LIMITS, kept()).probe(&copy).map_err(text);
        assert_eq!(known, tried, "{mode}");
        assert_eq!(tried.is_ok(), mode == "well behaved");
    }
    let unknown = PrivateCopy::make(&unruly(home.path(), "noise in apply"), &copies).unwrap();
    let report =
        ChildProber::new(home.path().join("no program"), LIMITS, kept()).probe(&unknown).unwrap_err().to_string();
    assert!(report.starts_with("it could not be probed, so it is not loaded: "), "{report}");
}

#[test]
fn a_command_continues_without_the_refused_plugins_and_names_them() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("plugins");
    fs::create_dir(&folder).unwrap();
    for mode in ["segfault in about", "exit 0 in playout", "abort in initialiser"] {
        unruly(&folder, mode);
    }
    let run = |args: &[&str]| {
        let output = Command::new(PROGRAM)
            .args(args)
            .arg("--plugins")
            .arg(&folder)
            .envs([("HOME", home.path()), ("XDG_DATA_HOME", home.path()), ("XDG_CACHE_HOME", home.path())])
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, listed, report) = run(&["list"]);
    assert_eq!(code, Some(0), "{report}");
    for game in ["three-stones/standard", "stonerow/official", "tavern-stones/official"] {
        assert!(listed.contains(game), "{listed}");
    }
    let expected = [
        ("abort in initialiser", "abort while it was loaded"),
        ("exit 0 in playout", "exit with status 0 in `playout`"),
        ("segfault in about", "segmentation fault in `about`"),
    ];
    for ((file, what), line) in expected.iter().zip(report.lines()) {
        let file = folder.join(format!("{file}{DLL_SUFFIX}"));
        let opening = format!("{}: it ended the process that probed it ({what}", file.display());
        assert!(line.starts_with(&opening), "{line}");
    }
    let (code, checked, _) = run(&["check"]);
    assert_eq!((code, checked.matches(": it ended the process").count()), (Some(1), 3), "{checked}");
    let (code, ..) = run(&["simulate", "three-stones/standard", "--games", "10"]);
    assert_eq!(code, Some(0));
    let (code, _, report) = run(&["simulate", "unruly/official", "--games", "10"]);
    assert_eq!(code, Some(1));
    assert!(report.contains("there is no game `unruly`") && report.contains("in `playout`"), "{report}");
}

#[test]
fn a_segmentation_fault_in_any_call_is_named_with_the_call() {
    all_crash("segfault", "segmentation fault", &CALLS);
}

#[test]
fn an_abort_and_an_exit_in_a_call_are_named_with_the_call() {
    all_crash("abort", "abort", &["about", "rules_new", "apply", "scene"]);
    all_crash("exit 7", "exit with status 7", &["about", "apply"]);
}

#[test]
fn an_exit_that_looks_like_success_does_not_pass() {
    all_crash("exit 0", "exit with status 0", &["about", "rules_new", "legal_actions", "scene", "state_free"]);
}

#[test]
fn crashes_on_plugin_threads_or_in_double_panics_name_the_call() {
    all_crash("thread", "segmentation fault", &["apply"]);
    all_crash("double panic", "abort", &["apply"]);
}

#[test]
fn a_stack_overflow_is_named_with_the_call() {
    all_crash("overflow", "abort", &["about", "apply", "scene"]);
}

#[test]
fn a_plugin_that_takes_all_memory_is_named_with_the_call() {
    all_crash("hoard", "abort", &["about", "apply", "scene"]);
}

#[test]
fn a_loop_is_ended_and_named_with_the_call() {
    let home = tempfile::tempdir().unwrap();
    for call in ["about", "rules_new", "legal_actions", "scene"] {
        let copy = PrivateCopy::make(&unruly(home.path(), &format!("loop in {call}")), &[home.path().join("copies")]);
        let limits = |processor| Limits { processor, ..LIMITS };
        let (seconds, report) = ended_in(call, &copy.unwrap(), None, limits);
        let expected = format!("it did not end within {seconds} seconds of work in `{call}`. It is not loaded: ");
        assert!(report.starts_with(&expected), "{report}");
    }
}

#[test]
fn a_game_without_an_end_differs_from_a_slow_one_by_its_steps() {
    let limits = Limits { processor: Duration::from_mins(5), ..LIMITS };
    each_is_refused_within(limits, &[("endless", "a game did not end within 100000 actions")]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_failing_initialiser_or_destructor_is_named() {
    let ended = "it ended the process that probed it ";
    each_is_refused(&[
        ("segfault in initialiser", &format!("{ended}(segmentation fault while it was loaded")),
        ("exit 0 in initialiser", &format!("{ended}(exit with status 0 while it was loaded")),
        ("loop in initialiser", "it did not end within 3 seconds of work while it was loaded"),
        ("segfault in destructor", &format!("{ended}(segmentation fault when the process ended")),
        ("loop in destructor", "it did not end within 3 seconds of work when the process ended"),
    ]);
}

#[test]
fn a_sleeping_plugin_times_out_and_is_probed_again_next_time() {
    let home = tempfile::tempdir().unwrap();
    let file = unruly(home.path(), "sleep in legal_actions");
    let copy = PrivateCopy::make(&file, &[home.path().join("copies")]).unwrap();
    let verdicts = home.path().join("verdicts.json");
    let limits = Limits { clock: Duration::from_secs(1), ..LIMITS };
    let report = ChildProber::new(PROGRAM.into(), limits, Some(verdicts.clone())).probe(&copy).unwrap_err().to_string();
    // Whether it sleeps by then or is still being loaded depends on the machine.
    assert!(report.starts_with("it did not end within 1 seconds"), "{report}");
    assert!(!verdicts.exists(), "what a clock decided is not kept");
}

#[cfg(target_os = "linux")]
#[test]
fn a_plugin_that_waits_and_looks_again_is_ended_by_the_clock() {
    let home = tempfile::tempdir().unwrap();
    for call in ["about", "legal_actions"] {
        let file = unruly(home.path(), &format!("poll in {call}"));
        let copy = PrivateCopy::make(&file, &[home.path().join("copies")]).unwrap();
        // The time of the processor does not run out while it waits.
        let limits = |clock| Limits { clock, processor: Duration::from_mins(10), ..LIMITS };
        let (seconds, report) = ended_in(call, &copy, None, limits);
        assert!(report.starts_with(&format!("it did not end within {seconds} seconds in `{call}`")), "{report}");
    }
}

#[test]
fn a_library_that_takes_too_long_is_probed_again_the_next_time() {
    let home = tempfile::tempdir().unwrap();
    let copy = PrivateCopy::make(&unruly(home.path(), "loop in apply"), &[home.path().join("copies")]).unwrap();
    let verdicts = home.path().join("verdicts.json");
    let (seconds, report) = ended_in("apply", &copy, Some(&verdicts), |processor| Limits { processor, ..LIMITS });
    assert!(report.starts_with(&format!("it did not end within {seconds} seconds of work in `apply`")), "{report}");
    assert!(!verdicts.exists(), "a slow machine refuses no game for good");
}

#[test]
fn a_library_that_closes_the_files_of_the_process_is_refused() {
    let closed = "it closed the standard input, output or error of the process that probed it";
    each_is_refused(&[
        ("close output in apply", closed),
        ("close output in about", closed),
        // With the report closed, too, the reason is that of the first to notice it.
        ("close everything in about", "it "),
    ]);
}

#[test]
fn a_plugin_built_to_abort_on_panic_is_refused_with_the_reason() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("plugins");
    fs::create_dir(&folder).unwrap();
    // Pebbles again, linked with another way to panic.
    let source = home.path().join("aborting.rs");
    fs::write(&source, "extern crate fixture_pebbles as _;").unwrap();
    let library = folder.join(format!("aborting{DLL_SUFFIX}"));
    let built = Command::new("rustc")
        .args(["--edition", "2024", "--crate-type", "cdylib", "-C", "panic=abort", "--extern"])
        .arg(format!("fixture_pebbles={}", built().join("libfixture_pebbles.rlib").display()))
        .arg("-L")
        .arg(format!("dependency={}", built().display()))
        .args([&source, Path::new("-o"), &library])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let catalog = catalog(home.path(), LIMITS);
    the_three_games_can_be_played(&catalog);
    let report: Vec<String> = catalog.problems().iter().map(ToString::to_string).collect();
    let expected = format!(
        "{}: it ended the process that probed it when it was made to panic (abort): it was built with `panic = \"abort\"`, and has to \
         unwind. It is not loaded: remove it, or ask its author",
        library.display()
    );
    assert_eq!(report, [expected]);
}

#[test]
fn a_panic_in_a_call_is_named_with_the_call() {
    let calls =
        ["rules_new", "state_new", "turn", "legal_actions", "apply", "outcome", "determinize", "scene", "describe"];
    let ways = calls.map(|call| (format!("panic in {call}"), format!("it failed in `{call}`: ")));
    each_is_refused(&ways.each_ref().map(|(mode, report)| (&**mode, &**report)));
}

#[test]
fn an_impossible_description_of_a_plugin_is_refused() {
    let cannot = "this plugin cannot be used: ";
    each_is_refused(&[
        ("garbage from about", cannot),
        ("nothing from about", cannot),
        ("no UTF-8 from about", cannot),
        ("brackets from about", cannot),
        ("a list from about", cannot),
        ("status 99 from about", cannot),
        ("text without end from about", "it did not end within 3 seconds of work in `about`"),
        ("a length beyond memory from about", cannot),
        ("bad id", cannot),
        ("bad version", "this plugin cannot be used: its version is `not a version`, and a version is three numbers"),
        ("no name", cannot),
        ("seats upside down", cannot),
        ("two hundred seats", cannot),
        ("panic in about", cannot),
    ]);
}

#[test]
fn an_invalid_answer_in_any_call_names_the_broken_promise() {
    let fails = |call: &str| format!("it failed in `{call}`: ");
    let breaks = "it does not keep the contract: ";
    each_is_refused(&[
        ("no panic when asked", &fails("panic_probe")),
        ("refuses its own knobs", &fails("rules_new")),
        ("no rules", &fails("rules_new")),
        ("a riddle for a refusal", &fails("rules_new")),
        ("three seats", &fails("seating")),
        ("no seats", &fails("seating")),
        ("no state", &fails("state_new")),
        ("seat 7 to act", &fails("turn")),
        ("more actions than fit", &fails("legal_actions")),
        ("nothing to do", &fails("legal_actions")),
        ("refuses everything", &fails("apply")),
        ("a winner who is not there", &fails("outcome")),
        ("garbage from scene", &fails("scene")),
        ("a list from scene", &fails("scene")),
        ("garbage from describe", &fails("describe")),
        ("nothing from describe", &fails("describe")),
        ("a huge scene", &fails("scene")),
        ("an empty scene", &fails("scene")),
        ("two buttons of one name", &fails("scene")),
        ("descending", &fails("legal_actions")),
        ("twice the same", &fails("legal_actions")),
        ("moody deals", breaks),
        ("takes anything", breaks),
        ("other scores than shown", breaks),
        ("asks the wrong seat", breaks),
        ("no text", breaks),
        ("no path", breaks),
        ("a path to nowhere", breaks),
        ("one path for all", breaks),
    ]);
}

/// Whether a process is alive whose command line contains this text.
#[cfg(target_os = "linux")]
fn is_running(text: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.into_iter().any(|line| String::from_utf8_lossy(&line).contains(text))
}

#[cfg(target_os = "linux")]
#[test]
fn a_probed_library_cannot_use_network_files_or_processes() {
    let home = tempfile::tempdir().unwrap();
    let copies = [home.path().join("copies")];
    let confined = confined_here();
    let lacking = confined.lacking();
    let verdict = |mode: &str| {
        let copy = PrivateCopy::make(&unruly(home.path(), mode), &copies).unwrap();
        ChildProber::new(PROGRAM.into(), LIMITS, None).probe(&copy).map_err(|failure| failure.to_string())
    };
    // Where the system restricts nothing, the library ends the process, or does it.
    for (deed, can, what) in [
        ("socket", confined.network, "use the network"),
        ("execute", confined.processes, "start processes that outlive it"),
        ("daemon", confined.processes, "start processes that outlive it"),
    ] {
        for call in ["initialiser", "apply"] {
            let mode = format!("{deed} in {call}");
            assert_eq!(can, !lacking.contains(&what), "what cannot be restricted is named");
            if can {
                assert_eq!(verdict(&mode), Ok(()), "{mode}");
            }
        }
    }
    let name = home.path().file_name().unwrap().to_string_lossy().into_owned();
    assert!(!confined.processes || !is_running(&name), "no process is left that was started from {name}");
    // The probe's own HOME is that of this test, in which nothing is written.
    let touched = PathBuf::from(std::env::var("HOME").unwrap()).join("touched");
    if confined.files {
        assert_eq!(verdict("touch in initialiser"), Ok(()));
        assert!(!touched.exists(), "{} was written", touched.display());
    }
    assert_eq!(confined.files, !lacking.contains(&"write files"));
}

/// A machine with its own home, in whose folder for plugins a file is put.
struct Machine(tempfile::TempDir);

impl Machine {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join("stonehouse/plugins")).unwrap();
        Self(home)
    }

    /// Puts the unruly plugin there.
    fn plugin(&self, mode: &str, name: &str) -> PathBuf {
        let file = self.0.path().join("stonehouse/plugins").join(format!("{name}{DLL_SUFFIX}"));
        fs::rename(unruly(self.0.path(), mode), &file).unwrap();
        file
    }

    /// Plays random games of the unruly plugin, until it misbehaves late: the status, the output, the errors.
    fn simulate(&self, mode: &str) -> (Option<i32>, String, String) {
        self.simulate_on(mode, "1")
    }

    fn simulate_on(&self, mode: &str, threads: &str) -> (Option<i32>, String, String) {
        let folder = self.0.path().join("named");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        unruly(&folder, mode);
        self.run(&["simulate", "unruly/official", "--games", "200000", "--threads", threads, "--plugins", "named"])
    }

    /// Runs Stonehouse: the status, the output, the errors.
    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let home = self.0.path();
        let output = Command::new(PROGRAM)
            .args(args)
            .current_dir(home)
            .envs([("HOME", home), ("XDG_DATA_HOME", home), ("XDG_CACHE_HOME", &home.join("cache"))])
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn was_touched(&self) -> bool {
        self.0.path().join("touched").exists()
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_user_library_runs_only_after_consent_to_that_exact_file() {
    let machine = Machine::new();
    let file = machine.plugin("touch in initialiser", "mine");
    let name = format!("mine{DLL_SUFFIX}");
    let asks = format!(
        "{}: this plugin is new, so it was not run: it is a program and can do whatever you can. If you trust its author, \
         allow it with `stonehouse plugins allow {name}`\n",
        file.display()
    );
    for command in [&["list"][..], &["packs"], &["list"]] {
        let (code, report, errors) = machine.run(command);
        assert_eq!((code, &errors), (Some(0), &asks));
        assert!(!report.contains("unruly"), "{report}");
    }
    let (code, checked, _) = machine.run(&["check"]);
    // A library has no line 1.
    assert_eq!((code, checked.lines().any(|line| line == asks.trim_end())), (Some(1), true), "{checked}");
    let (_, listed, _) = machine.run(&["plugins"]);
    let size = fs::metadata(&file).unwrap().len();
    for line in [
        "  not allowed; not loaded: this plugin is new",
        &format!("  {size} bytes, changed on 20"),
        "  SHA-256 ",
        "This is a program and can do",
    ] {
        assert!(listed.contains(line), "{line} in {listed}");
    }
    assert!(listed.contains("exports stonehouse_plugin_fixture_pebbles, stonehouse_plugin_unruly"), "{listed}");
    assert!(!machine.was_touched(), "no code of it ran");
    // The folder named on the command line is consent, for that run.
    let folder = file.parent().unwrap().display().to_string();
    let (_, report, errors) = machine.run(&["list", "--plugins", &folder]);
    assert!(report.contains("unruly/official") && errors.is_empty(), "{report}{errors}");
    fs::remove_file(machine.0.path().join("touched")).unwrap();
    assert_eq!(machine.run(&["list"]).2, asks);
    assert!(!machine.was_touched());

    let (code, report, _) = machine.run(&["plugins", "allow", &name]);
    assert!(code == Some(0) && report.contains("It is allowed, in exactly this build"), "{report}");
    assert!(!machine.was_touched(), "to allow it is not to run it");
    let (_, report, errors) = machine.run(&["list"]);
    assert!(report.contains("unruly/official") && errors.is_empty(), "{report}{errors}");
    assert!(machine.was_touched());
    let json: serde_json::Value = serde_json::from_str(&machine.run(&["plugins", "list", "--json"]).1).unwrap();
    let own = json["plugins"].as_array().unwrap().iter().find(|plugin| plugin["origin"] == "user").unwrap();
    assert_eq!((&own["may_run"], &own["games"][1]), (&true.into(), &"unruly 0.1.0".into()));
    assert_eq!(json["probe"]["files"], confined_here().files);

    // Another build asks again, and the permission can be withdrawn.
    machine.plugin("noise in apply", "mine");
    assert_eq!(machine.run(&["list"]).2, asks);
    machine.run(&["plugins", "allow", &name]);
    assert_eq!(machine.run(&["list"]).2, "");
    let hash = own["sha256"].as_str().unwrap();
    assert_eq!(machine.run(&["plugins", "forget", &hash[..12]]).0, Some(0));
    assert_eq!(machine.run(&["list"]).2, "", "the other build is still allowed");
    assert_eq!(machine.run(&["plugins", "forget", &file.display().to_string()]).0, Some(0));
    assert_eq!(machine.run(&["list"]).2, asks);
    assert_eq!(machine.run(&["plugins", "forget", &name]).0, Some(1), "none is left to be forgotten");
}

#[test]
fn shipped_games_need_no_private_copy_and_others_use_a_fallback() {
    let machine = Machine::new();
    // A file in place of the folder for caches.
    fs::write(machine.0.path().join("cache"), "").unwrap();
    machine.plugin("well behaved", "mine");
    machine.run(&["plugins", "allow", &format!("mine{DLL_SUFFIX}")]);
    let home = machine.0.path();
    let run = |temporary: &Path| {
        let output = Command::new(PROGRAM)
            .args(["list"])
            .envs([("HOME", home), ("XDG_DATA_HOME", home), ("XDG_CACHE_HOME", &home.join("cache"))])
            .envs([("TMPDIR", temporary), ("XDG_RUNTIME_DIR", temporary)])
            .output()
            .unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (listed, errors) = run(home);
    assert!(listed.contains("unruly/official") && errors.is_empty(), "{listed}{errors}");
    // Nor is there room anywhere else: without a folder for reports nothing can be probed, but libraries that were
    // probed before play.
    let (listed, errors) = run(&home.join("cache"));
    for game in ["three-stones/standard", "stonerow/official", "tavern-stones/official"] {
        assert!(listed.contains(game), "{listed}{errors}");
    }
    assert!(errors.contains("no private copy of this plugin can be made"), "{errors}");
}

/// The message about a late end in a call, at once and at the next start.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_plugin_that_ends_the_program_late_is_named_with_the_call() {
    let machine = Machine::new();
    for (mode, how, place) in [
        ("late segfault in apply", "a segmentation fault", "`apply` of "),
        ("late abort in legal_actions", "an abort", "`legal_actions` of "),
        ("late double panic in apply", "an abort", "`apply` of "),
        ("late thread in apply", "a segmentation fault", ""),
        ("late exit 0 in apply", "a call of `exit`", "`apply` of "),
        ("late quick exit 0 in apply", "a call of `quick_exit`", "`apply` of "),
        ("late overflow in apply", "a segmentation fault", ""),
    ] {
        let (code, report, errors) = machine.simulate(mode);
        assert_ne!(code, Some(0), "{mode}: {report}");
        assert!(report.is_empty(), "{mode}: {report}");
        let file = format!("named/{mode}{DLL_SUFFIX}");
        let opening = format!("stonehouse: the program was ended by {how} in {place}the plugin {file}. ");
        let line = errors.lines().find(|line| line.starts_with(&opening));
        let line = line.unwrap_or_else(|| panic!("{mode}: {opening} in {errors}"));
        assert!(line.ends_with("Remove the plugin, or ask its author"), "{line}");
        let (_, _, next) = machine.run(&["list"]);
        let note = format!("{file}: Stonehouse ended the last time, by {how} in {place}this plugin. ");
        assert!(next.starts_with(&note), "{mode}: {next}");
        assert_eq!(machine.run(&["list"]).2, "", "it is reported once");
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_plugin_that_ends_the_program_on_several_threads_is_named_once() {
    let machine = Machine::new();
    for (mode, how) in [("late exit 0 in apply", "a call of `exit`"), ("late abort in legal_actions", "an abort")] {
        for _ in 0..6 {
            let (code, report, errors) = machine.simulate_on(mode, "4");
            assert!(code != Some(0) && report.is_empty(), "{mode}: {code:?} {report}");
            assert_eq!(errors.matches("the program was ended by ").count(), 1, "{mode}: {errors}");
            assert!(errors.contains(&format!("the program was ended by {how} in `")), "{mode}: {errors}");
            let (_, _, next) = machine.run(&["list"]);
            assert_eq!(next.matches(&format!("the last time, by {how} in `")).count(), 1, "{mode}: {next}");
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn of_a_program_that_a_plugin_forks_only_one_half_goes_on() {
    let machine = Machine::new();
    let name = machine.0.path().file_name().unwrap().to_string_lossy().into_owned();
    let folder = machine.0.path().join("named");
    fs::create_dir(&folder).unwrap();
    unruly(&folder, "fork in about");
    let (code, report, errors) = machine.run(&["list", "--plugins", &folder.display().to_string()]);
    assert_eq!((code, report.matches("unruly/official").count(), errors.as_str()), (Some(0), 1, ""));
    assert!(!is_running(&name), "a process is left that was started with {name}");
}

#[test]
fn a_program_whose_output_a_plugin_closed_does_not_succeed() {
    let (code, _, errors) = Machine::new().simulate("late close output in apply");
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("the output cannot be written"), "{errors}");
}
