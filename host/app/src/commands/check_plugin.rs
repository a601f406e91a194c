//! `stonehouse check LIBRARY`: the tests of a plugin, each in its own process and reported by name.

use crate::args::CheckArgs;
use crate::output::{self, one_line};
use serde_json::json;
use std::env::consts::DLL_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use stonehouse_engine::Folders;
use stonehouse_engine::plugins::{ChildProber, Limits, PrivateCopy, ProbePlan, TESTS, Test};

/// The limits of one test; it may play many games.
const LIMITS: Limits = Limits { memory: 2 << 30, processor: Duration::from_mins(2), clock: Duration::from_mins(3) };

/// The test without which no other can be made.
const LOAD: &str = "load";

/// Whether a path is that of a library.
fn is_library(path: &Path) -> bool {
    path.to_string_lossy().ends_with(DLL_SUFFIX) && !path.is_dir()
}

/// Whether libraries are named and nothing else. Their tests need no other plugins.
pub fn are_libraries(paths: &[PathBuf]) -> bool {
    !paths.is_empty() && paths.iter().all(|path| is_library(path))
}

/// Runs the tests on each library that was named.
pub fn run(folders: &Folders, args: &CheckArgs) -> ExitCode {
    let tests: Vec<&Test> =
        TESTS.iter().filter(|test| args.test.as_ref().is_none_or(|name| test.name == name)).collect();
    if tests.is_empty() {
        let names: Vec<&str> = TESTS.iter().map(|test| test.name).collect();
        return output::fail(&format!("there is no such test. There are: {}", names.join(", ")));
    }
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return output::fail(&format!("the program's own file cannot be found: {error}")),
    };
    let prober = ChildProber::new(program, LIMITS, None);
    let (mut passed, mut made) = (0, 0);
    // A line for each test as soon as it is done: some take minutes.
    let show = |line: &str| {
        if !args.json {
            output::print(line);
        }
    };
    let mut results = Vec::new();
    for file in &args.paths {
        let copy = match PrivateCopy::make(file, &folders.copies()) {
            Ok(copy) => copy,
            Err(problem) => return output::fail(&problem.to_string()),
        };
        show(&file.display().to_string());
        for (number, test) in tests.iter().enumerate() {
            output::progress(&format!("{}, test {} of {}", test.name, number + 1, tests.len()));
            let plan = ProbePlan { test: Some(test.name.to_owned()), games: args.games, seed: args.seed };
            let verdict = prober.test(&copy.path, &plan).map_err(|failure| failure.to_string());
            made += 1;
            passed += usize::from(verdict.is_ok());
            output::progress("");
            show(&match &verdict {
                Ok(warnings) => {
                    let warnings = warnings.iter().map(|warning| format!("\n          warning: {}", one_line(warning)));
                    format!("  ok      {:10} {}", test.name, test.shows) + &warnings.collect::<String>()
                }
                Err(why) => {
                    let again = repeat(file, test, args);
                    format!("  FAILED  {:10} {}\n          again: {again}", test.name, one_line(why))
                }
            });
            let is_loaded = test.name != LOAD || verdict.is_ok();
            let (warnings, problem) = match verdict {
                Ok(warnings) => (warnings, None),
                Err(why) => (Vec::new(), Some(why)),
            };
            results.push(json!({
                "file": file, "test": test.name, "passed": problem.is_none(), "problem": problem, "warnings": warnings,
            }));
            if !is_loaded {
                // Every other test would fail alike.
                made += tests.len() - number - 1;
                show("          The other tests need it to be loaded.");
                break;
            }
        }
    }
    let printed = if args.json {
        output::print_json(&json!({ "ok": passed == made, "seed": args.seed, "games": args.games, "tests": results }))
    } else {
        output::print(&format!("{passed} of {made} tests passed."))
    };
    if passed == made { printed } else { ExitCode::FAILURE }
}

/// The command that repeats a test.
fn repeat(file: &Path, test: &Test, args: &CheckArgs) -> String {
    format!("stonehouse check {} --test {} --seed {} --games {}", file.display(), test.name, args.seed, args.games)
}
