//! `stonehouse probe`: the process in which a library is probed.

use crate::args::ProbeArgs;
use crate::output;
use serde_json::json;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use stonehouse_engine::plugins::{
    CLOSED_FILES, LibraryMetadata, Limits, PrivateCopy, ProbePlan, ProbeReport, confine, probe,
};

/// Probes a library and prints the result. Any damage by the library is to this process only.
pub fn run(args: &ProbeArgs) -> ExitCode {
    let standard = Limits::default();
    let limits = Limits {
        memory: args.memory.unwrap_or(standard.memory),
        processor: args.processor.map_or(standard.processor, Duration::from_secs),
        ..standard
    };
    limits.hold();
    // Opened before the process is confined: it stays open.
    let report = match args.report.as_deref().map(ProbeReport::open).transpose() {
        Ok(report) => report,
        Err(error) => return output::fail(&format!("the report cannot be written: {error}")),
    };
    confine(args.report.as_deref().and_then(Path::parent));
    let library = match LibraryMetadata::read(&args.library) {
        Ok((found, _)) => PrivateCopy::in_place(found),
        Err(problem) => return output::fail(&problem.to_string()),
    };
    let files = standard_files();
    let plan = ProbePlan { test: args.test.clone(), games: args.games, seed: args.seed };
    let Some(report) = report else {
        return output::print_json(&json!(probe(&library, ProbeReport::default(), &plan)));
    };
    end_with_parent();
    probe(&library, report, &plan);
    if standard_files() == files { ExitCode::SUCCESS } else { ExitCode::from(CLOSED_FILES as u8) }
}

/// The files of standard input, output and error; none: it is closed.
#[cfg(unix)]
fn standard_files() -> [Option<(u64, u64)>; 3] {
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;
    let identity = |file: BorrowedFd<'_>| {
        let found = std::fs::File::from(file.try_clone_to_owned().ok()?).metadata().ok()?;
        Some((found.dev(), found.ino()))
    };
    let (input, output, error) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    [identity(input.as_fd()), identity(output.as_fd()), identity(error.as_fd())]
}

/// On other systems they are not watched.
#[cfg(not(unix))]
fn standard_files() {}

/// Ends this process when the one that waits for the report has ended: then its end of the pipe closes.
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
