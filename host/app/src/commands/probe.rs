//! `stonehouse probe`: the process in which a library is tried out.

use crate::args::ProbeArgs;
use crate::output;
use serde_json::json;
use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;
use stonehouse_engine::plugins::{Limits, Plan, PrivateCopy, Report, try_out};

/// Tries a library out and says what was found. Whatever the library does, it does to this process.
pub fn run(args: &ProbeArgs) -> ExitCode {
    let standard = Limits::default();
    let limits = Limits {
        memory: args.memory.unwrap_or(standard.memory),
        processor: args.processor.map_or(standard.processor, Duration::from_secs),
        ..standard
    };
    limits.hold();
    let library = match PrivateCopy::of(&args.library) {
        Ok(library) => library,
        Err(problem) => return output::fail(&problem.to_string()),
    };
    let plan = Plan { test: args.test.clone(), games: args.games, seed: args.seed };
    let Some(file) = &args.report else {
        return output::print_json(&json!(try_out(&library, Report::default(), &plan)));
    };
    match Report::open(file) {
        Ok(report) => {
            end_with_parent();
            try_out(&library, report, &plan);
            ExitCode::SUCCESS
        }
        Err(error) => output::fail(&format!("{}: the report cannot be written: {error}", file.display())),
    }
}

/// Ends this process when the one that waits for the report is gone: then its end of the pipe closes.
fn end_with_parent() {
    let watch = || {
        let mut input = std::io::stdin().lock();
        loop {
            match input.read(&mut [0; 64]) {
                Ok(0) => std::process::abort(),
                Ok(_) => {}
                // The library closed it.
                Err(_) => return,
            }
        }
    };
    // Without the thread the limits end the process, a little later.
    let _ = std::thread::Builder::new().spawn(watch);
}
