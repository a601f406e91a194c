//! Probes libraries in a child process, so that they cannot end this one, block it, or exhaust its memory.
//!
//! The child is sandboxed before it loads the library; it cannot fork, so nothing outlives it. Before each call it
//! writes the call's name to a file, so a crash is reported with that name.

use super::copies::PrivateCopy;
use super::limits::Limits;
use super::probe::ProbePlan;
use super::prober::{ProbeFailure, Prober, REMEDY};
use super::report;
use super::verdicts::Verdicts;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Probes libraries by running a program, and caches the verdicts.
///
/// The program is Stonehouse itself, called with
/// `probe LIBRARY --report FILE --memory BYTES --processor SECONDS --games NUMBER --seed NUMBER`, and `--test NAME` for
/// a single test.
pub struct ChildProber {
    program: PathBuf,
    limits: Limits,
    verdicts: Verdicts,
}

/// The end of a probe.
enum ChildEnd {
    /// By itself.
    Exit(ExitStatus),
    /// By this deadline.
    Deadline(Duration),
}

/// The interval at which a running process is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The milliseconds of a clock tick, the unit of processor time in `/proc`.
const CLOCK_TICK: u64 = 10;

/// The interval at which its processor time is read.
const WORK_CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// A process that is always ready to run is ended after this many times the limit on the clock.
const BUSY_FACTOR: u32 = 20;

/// Timeout of the last output of a process that has ended: another process that it started may hold the pipe
/// open.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(1);

/// The bytes that are kept of a process's last output.
const KEPT_OUTPUT: usize = 4096;

/// The longest line of it that is shown, in characters.
const MAX_LINE: usize = 200;

/// The exit code of a probe in which a standard file was closed or replaced.
pub const CLOSED_FILES: i32 = 90;

impl ChildProber {
    /// A prober that runs `program`, and keeps verdicts in the file `verdicts`, if there is one.
    pub const fn new(program: PathBuf, limits: Limits, verdicts: Option<PathBuf>) -> Self {
        Self { program, limits, verdicts: Verdicts::new(verdicts) }
    }

    /// Probes a library, and returns the warnings of one that passed. Neither reads nor writes cached verdicts.
    ///
    /// # Errors
    /// When the library is not to be loaded.
    pub fn test(&self, library: &Path, plan: &ProbePlan) -> Result<Vec<String>, ProbeFailure> {
        match self.run(library, plan)? {
            (ChildEnd::Deadline(limit), place, _) => Err(ProbeFailure::Time { limit, is_work: false, place }),
            (ChildEnd::Exit(status), place, (report, output)) => self.judge(status, place, report, &output),
        }
    }

    fn judge(
        &self,
        status: ExitStatus,
        place: String,
        found: Option<report::ProbeResult>,
        output: &str,
    ) -> Result<Vec<String>, ProbeFailure> {
        let problem = match found {
            _ if status.code() == Some(CLOSED_FILES) => {
                "it closed the standard input, output or error of the process that probed it".to_owned()
            }
            Some(report::ProbeResult { problem: Some(problem), .. }) => problem,
            Some(found) if status.success() => return Ok(found.warnings),
            _ if ran_out_of_time(status) => {
                return Err(ProbeFailure::Time { limit: self.limits.processor, is_work: true, place });
            }
            _ if place == "in `panic_probe`" => format!(
                "it ended the process that probed it when it was made to panic ({}): it was built with `panic = \"abort\"`, and has to \
                 unwind",
                exit_in_words(status)
            ),
            _ => {
                let output = if output.is_empty() { String::new() } else { format!("; its output: {output}") };
                format!("it ended the process that probed it ({} {place}{output})", exit_in_words(status))
            }
        };
        Err(ProbeFailure::Library(format!("{problem}. {REMEDY}")))
    }

    /// Runs the probe. Returns how it ended, which call was under way last, the probe's result, and the last line of
    /// the process's output.
    #[allow(clippy::type_complexity, reason = "taken apart at once, where it is called")]
    fn run(
        &self,
        library: &Path,
        plan: &ProbePlan,
    ) -> io::Result<(ChildEnd, String, (Option<report::ProbeResult>, String))> {
        // The only folder in which the process may write.
        let folder = tempfile::Builder::new().prefix("stonehouse-probe-").tempdir()?;
        let report = folder.path().join("report");
        File::create_new(&report)?;
        let mut command = Command::new(&self.program);
        command.arg("probe").arg(std::path::absolute(library)?).arg("--report").arg(&report);
        command.arg("--memory").arg(self.limits.memory.to_string());
        command.arg("--processor").arg(self.limits.processor.as_secs().to_string());
        command.arg("--games").arg(plan.games.to_string()).arg("--seed").arg(plan.seed.to_string());
        if let Some(test) = &plan.test {
            command.arg("--test").arg(test);
        }
        // Its input stays open as long as this process lives: when it closes, no process waits for the child any more.
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // One of the panics is provoked on purpose.
        command.env("RUST_BACKTRACE", "0");
        command.current_dir(folder.path()).env("TMPDIR", folder.path());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let output = last_output(&mut child);
        let end = self.wait(&mut child)?;
        let (place, found) = report::read(&std::fs::read(&report)?);
        let output = output.recv_timeout(OUTPUT_TIMEOUT).unwrap_or_default();
        Ok((end, place, (found, last_line(&output))))
    }

    /// Waits until the process ends, by itself or by the deadline, and kills its process group.
    fn wait(&self, child: &mut Child) -> io::Result<ChildEnd> {
        let (began, mut looked, mut idle) = (Instant::now(), Instant::now(), Duration::ZERO);
        let (clock, longest) = (self.limits.clock, self.limits.clock * BUSY_FACTOR);
        let mut worked = Duration::ZERO;
        let end = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Ok(ChildEnd::Exit(status)),
                Ok(None) => std::thread::sleep(POLL_INTERVAL),
                Err(error) => break Err(error),
            }
            // On a busy machine a process gets little processor time, which is not its fault: the clock counts only the
            // time in which it is neither running nor ready to run.
            let passed = looked.elapsed();
            if passed > WORK_CHECK_INTERVAL {
                looked += passed;
                let now = work_time(child.id()).unwrap_or_default();
                idle += passed.saturating_sub(now.saturating_sub(worked));
                worked = now;
            }
            if idle > clock {
                break Ok(ChildEnd::Deadline(clock));
            }
            if began.elapsed() > longest {
                break Ok(ChildEnd::Deadline(longest));
            }
        };
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
            // Usually no process is left in the group.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        if !matches!(end, Ok(ChildEnd::Exit(_))) {
            child.kill()?;
            child.wait()?;
        }
        end
    }
}

impl Prober for ChildProber {
    fn probe(&self, library: &PrivateCopy) -> Result<(), ProbeFailure> {
        if let Some(known) = self.verdicts.of(&library.hash) {
            return known;
        }
        let verdict = self.test(&library.path, &ProbePlan::default()).map(|_| ());
        self.verdicts.keep(&library.hash, &verdict);
        verdict
    }
}

/// How long the threads of a process have run or been ready to run; `None` where the system does not report it.
fn work_time(process: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten();
    let stats = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("schedstat")).ok());
    let nanoseconds = |stat: String| -> Option<u64> {
        let mut fields = stat.split_ascii_whitespace();
        Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
    };
    let all: u64 = stats.filter_map(nanoseconds).sum();
    // Zero where the kernel does not count this.
    if all > 0 { Some(Duration::from_nanos(all)) } else { processor_time(process) }
}

/// The processor time of a process.
fn processor_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the process, in brackets, may hold anything; after it come its state and eleven numbers before those
    // wanted.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let ticks = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * CLOCK_TICK))
}

/// The end of a process's standard error, once it has ended. The pipe is always read, so the process never blocks on
/// it.
fn last_output(child: &mut Child) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(mut pipe) = child.stderr.take() {
        // If no thread can be started, the process may block on the pipe: then the deadline ends it.
        let _ = std::thread::Builder::new().spawn(move || {
            let (mut kept, mut piece) = (Vec::new(), [0; KEPT_OUTPUT]);
            while let Ok(read @ 1..) = pipe.read(&mut piece) {
                kept.extend_from_slice(piece.get(..read).unwrap_or_default());
                kept.drain(..kept.len().saturating_sub(KEPT_OUTPUT));
            }
            let _ = sender.send(kept);
        });
    }
    receiver
}

/// The last line that is not a note on how to get a backtrace.
fn last_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty() && !line.starts_with("note: "));
    last.unwrap_or_default().chars().take(MAX_LINE).collect()
}

#[cfg(unix)]
fn ran_out_of_time(status: ExitStatus) -> bool {
    use rustix::process::Signal;
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(Signal::XCPU.as_raw())
}

#[cfg(not(unix))]
fn ran_out_of_time(_: ExitStatus) -> bool {
    false
}

/// A short description of an exit status.
fn exit_in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        use rustix::process::Signal;
        let names = [
            (Signal::SEGV, "segmentation fault"),
            (Signal::BUS, "bus error"),
            (Signal::ABORT, "abort"),
            (Signal::ILL, "illegal instruction"),
            (Signal::FPE, "arithmetic error"),
            (Signal::TRAP, "trap"),
            (Signal::XFSZ, "a file that grew too large"),
            (Signal::KILL, "killed by the system"),
        ];
        let name = names.iter().find(|(known, _)| known.as_raw() == signal).map(|(_, name)| (*name).to_owned());
        return name.unwrap_or_else(|| format!("signal {signal}"));
    }
    match status.code() {
        Some(code) if cfg!(windows) => format!("exit with status {code:#x}"),
        Some(code) => format!("exit with status {code}"),
        None => "ended without an exit code".to_owned(),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn processor_time_grows_with_work_and_is_none_without_a_process() {
        let own = || work_time(std::process::id()).unwrap();
        let (before, mut number) = (own(), 0_u64);
        while own() == before {
            number = std::hint::black_box(number.wrapping_add(1));
        }
        assert_eq!((work_time(u32::MAX), processor_time(u32::MAX)), (None, None));
    }
}
