//! `stonehouse check LIBRARY`: the tests of a plugin, each in a process of its own and reported by name.

use crate::args::CheckArgs;
use crate::output::{self, one_line};
use serde_json::json;
use std::env::consts::DLL_SUFFIX;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use stonehouse_engine::Folders;
use stonehouse_engine::plugins::{ChildProber, Limits, Plan, PrivateCopy, TESTS, Test};

/// What one test may use; it may play many games.
const LIMITS: Limits = Limits { memory: 2 << 30, processor: Duration::from_mins(2), clock: Duration::from_mins(3) };

/// Whether a path is that of a library.
pub fn is_library(path: &Path) -> bool {
    path.to_string_lossy().ends_with(DLL_SUFFIX) && !path.is_dir()
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
    let (mut passed, mut made, mut text) = (0, 0, String::new());
    let mut results = Vec::new();
    for file in &args.paths {
        let copy = match PrivateCopy::make(file, &folders.copies()) {
            Ok(copy) => copy,
            Err(problem) => return output::fail(&problem.to_string()),
        };
        let _ = writeln!(text, "{}", file.display());
        for test in &tests {
            let plan = Plan { test: Some(test.name.to_owned()), games: args.games, seed: args.seed };
            let (verdict, _) = prober.try_out(&copy.path, &plan);
            made += 1;
            passed += usize::from(verdict.is_ok());
            let _ = match &verdict {
                Ok(()) => writeln!(text, "  ok      {:10} {}", test.name, test.shows),
                Err(why) => {
                    let again = repeat(file, test, args);
                    writeln!(text, "  FAILED  {:10} {}\n          again: {again}", test.name, one_line(why))
                }
            };
            results
                .push(json!({ "file": file, "test": test.name, "passed": verdict.is_ok(), "problem": verdict.err() }));
        }
    }
    let printed = if args.json {
        output::print_json(&json!({ "ok": passed == made, "seed": args.seed, "games": args.games, "tests": results }))
    } else {
        output::print(&format!("{text}{passed} of {made} tests passed."))
    };
    if passed == made { printed } else { ExitCode::FAILURE }
}

/// The command that repeats a test.
fn repeat(file: &Path, test: &Test, args: &CheckArgs) -> String {
    format!("stonehouse check {} --test {} --seed {} --games {}", file.display(), test.name, args.seed, args.games)
}
