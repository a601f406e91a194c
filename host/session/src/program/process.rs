//! A child process that reads and writes lines, and the end of all of them.
//!
//! On Unix each child leads a process group of its own, so that processes that it started itself end with it.

use super::ProgramError;
use parking_lot::Mutex;
use serde::Serialize;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read, in bytes.
pub(crate) const MAX_LINE: u64 = 1 << 20;

/// Lines that wait to be read; the program waits when there are more.
const WAITING: usize = 64;

/// How many of the last lines of the standard error are kept, and the most bytes that are kept of each.
const LAST_WORDS: usize = 5;
const MAX_WORD: u64 = 300;

/// How long a program has to end by itself when its input is closed.
const CLOSING: Duration = Duration::from_secs(2);

/// The result of waiting for a line.
pub(crate) enum Received {
    Line(String),
    TooLong,
    /// Nothing in this time.
    Nothing,
    /// There will be nothing more.
    Ended,
}

/// The time between two checks whether a program has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Every program that runs.
static RUNNING: Mutex<Vec<Arc<Running>>> = Mutex::new(Vec::new());

/// A program that runs.
struct Running {
    /// `None` once it was ended. Until then the process is not reaped, so that no other process can get the id of its
    /// group.
    child: Mutex<Option<Child>>,
    /// Lines for a thread that writes them: a program that does not read must not block the sender.
    outgoing: Mutex<Option<Sender<String>>>,
}

impl Running {
    /// Closes the program's input, upon which it should end.
    fn close_input(&self) {
        *self.outgoing.lock() = None;
    }

    /// Whether the program has ended. Processes that it started may still run.
    fn has_ended(&self) -> bool {
        self.child.lock().as_mut().is_none_or(has_ended)
    }

    /// Waits until the program has ended, at most until `deadline`; then ends the rest of it and of the processes that
    /// it started.
    fn end_by(&self, deadline: Instant) {
        while !self.has_ended() && Instant::now() < deadline {
            thread::sleep(POLL_INTERVAL);
        }
        if let Some(mut child) = self.child.lock().take() {
            #[cfg(unix)]
            if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
            // On Unix a second signal, which does nothing; elsewhere the only one.
            let _ = child.kill();
            let _ = child.wait();
        }
        RUNNING.lock().retain(|other| !std::ptr::eq(&raw const **other, self));
    }
}

/// Whether a child has ended. It is not reaped.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(id) = Pid::from_raw(child.id().cast_signed()) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(id), options), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Ends every outside program that runs: before this program exits. Each has `grace` to end by itself once its input is
/// closed, at most two seconds; then it is killed, on Unix together with the processes that it started.
pub fn end_all(grace: Duration) {
    let deadline = Instant::now() + grace.min(CLOSING);
    loop {
        let running = mem::take(&mut *RUNNING.lock());
        if running.is_empty() {
            return;
        }
        running.iter().for_each(|program| program.close_input());
        running.iter().for_each(|program| program.end_by(deadline));
    }
}

/// Marks the files that this program has inherited as closed in the programs that it starts, on Linux.
pub fn close_inherited() {
    #[cfg(target_os = "linux")]
    #[allow(unsafe_code, reason = "a system call that has no safe form")]
    // SAFETY: only marks descriptors; what this program opens itself is marked in any case.
    unsafe {
        libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
    }
}

/// A program at work. When it is dropped its input is closed; if it does not end then, it is killed.
pub(super) struct Process {
    running: Arc<Running>,
    incoming: Receiver<Received>,
    errors: Arc<Mutex<VecDeque<String>>>,
}

impl Process {
    pub fn start(command: &[String]) -> Result<Self, ProgramError> {
        let failed = |why: String| ProgramError::NotStarted { command: command.join(" "), why };
        let (name, arguments) = command.split_first().ok_or_else(|| failed("the command is empty".to_owned()))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let (outgoing, lines) = mpsc::channel();
        let (report, incoming) = mpsc::sync_channel(WAITING);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        let (input, output, words) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // The process is ended with this value, whatever fails below.
        let running = Arc::new(Running { child: Mutex::new(Some(child)), outgoing: Mutex::new(Some(outgoing)) });
        RUNNING.lock().push(Arc::clone(&running));
        let process = Self { running, incoming, errors };
        let threads = [
            thread::Builder::new().name("writer".to_owned()).spawn(move || input.map(|input| write(input, &lines))),
            thread::Builder::new().name("reader".to_owned()).spawn(move || {
                output.map(|output| {
                    read(output, |received| report.send(received).is_ok());
                })
            }),
            thread::Builder::new().name("errors".to_owned()).spawn(move || {
                words.map(|words| {
                    keep_last(words, &kept);
                })
            }),
        ];
        for thread in threads {
            thread.map_err(|error| failed(error.to_string()))?;
        }
        Ok(process)
    }

    /// Sends the program a message. If it reads no more, that is found out when its answer is awaited.
    pub fn send(&self, message: &impl Serialize) {
        if let (Some(outgoing), Ok(line)) = (&*self.running.outgoing.lock(), serde_json::to_string(message)) {
            let _ = outgoing.send(line + "\n");
        }
    }

    /// The program's next line, within this time.
    pub fn receive(&mut self, timeout: Duration) -> Received {
        match self.incoming.recv_timeout(timeout) {
            Ok(received) => received,
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => Received::Ended,
        }
    }

    /// The last lines of its standard error. If it has ended, all of them are awaited for a moment.
    pub fn last_words(&self) -> String {
        let since = Instant::now();
        while Arc::strong_count(&self.errors) > 1 && since.elapsed() < Duration::from_millis(300) {
            thread::sleep(Duration::from_millis(5));
        }
        self.errors.lock().iter().cloned().collect::<Vec<_>>().join(" / ")
    }
}

fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads the standard error of a program to its end, and keeps the beginnings of its last lines. Nothing that a program
/// writes there ends the reading: the program would be ended by its next write.
fn keep_last(from: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        if !from.by_ref().take(MAX_WORD).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            return;
        }
        {
            let mut kept = kept.lock();
            kept.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
            let spare = kept.len().saturating_sub(LAST_WORDS);
            kept.drain(..spare);
        }
        if line.last() != Some(&b'\n') && from.skip_until(b'\n').is_err() {
            return;
        }
    }
}

/// Reads lines until the end, or until nobody listens.
fn read(from: impl Read, mut report: impl FnMut(Received) -> bool) {
    let mut from = BufReader::new(from);
    while let Ok(received @ (Received::Line(_) | Received::TooLong)) = next_line(&mut from) {
        let is_whole = matches!(received, Received::Line(_));
        if !report(received) || !is_whole {
            return;
        }
    }
}

/// The next line, of bounded length. After one that is too long nothing can be read.
pub(crate) fn next_line(from: &mut impl BufRead) -> io::Result<Received> {
    let mut line = Vec::new();
    if from.take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(Received::Ended);
    }
    let is_cut = line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n');
    Ok(if is_cut { Received::TooLong } else { Received::Line(String::from_utf8_lossy(&line).trim_end().to_owned()) })
}

impl Drop for Process {
    fn drop(&mut self) {
        self.running.close_input();
        let running = Arc::clone(&self.running);
        let close = move || running.end_by(Instant::now() + CLOSING);
        // Nobody waits here. Without a thread the program is ended by `end_all`: its input is closed.
        let _ = thread::Builder::new().name("closing".to_owned()).spawn(close);
    }
}
