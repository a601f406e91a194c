//! The report of a process that probes a library: the call that is under way, and in the end the result.
//!
//! It is a file rather than a pipe, so that the call under way can be read however the process ended, and nothing waits
//! for a reader. The first [`MARK`] bytes name the call under way; the result follows as JSON.

use super::limits::renew;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// The bytes that name the call under way, filled up with spaces.
const MARK: usize = 64;

/// The result of a probe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbeResult {
    /// The reason why the library is not to be loaded; none: it may be.
    pub problem: Option<String>,
    /// The games that were probed.
    pub games: Vec<ProbedGame>,
    /// Probable mistakes that do not keep the library from being loaded: a sentence each, which begins with the game's
    /// name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A game that was probed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbedGame {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The number of games that were played.
    pub games: u64,
    /// The number of actions in them.
    pub actions: u64,
}

/// The report of a probe under way. Without a file nothing is written.
#[derive(Default)]
pub struct ProbeReport {
    /// A plugin may be called on several threads.
    file: Option<Mutex<File>>,
}

impl ProbeReport {
    /// Opens the file of a report.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { file: Some(Mutex::new(File::options().write(true).open(path)?)) })
    }

    /// Notes which call comes next, in words that complete "it failed …", such as "in `about`".
    pub fn under_way(&self, place: &str) {
        // A new piece of work: the time for it begins.
        renew();
        let mut mark = [b' '; MARK];
        for (to, from) in mark.iter_mut().zip(place.bytes()) {
            *to = from;
        }
        self.write(0, &mark);
    }

    /// Writes the result.
    pub fn found(&self, result: &ProbeResult) {
        if let Ok(json) = serde_json::to_vec(result) {
            self.write(MARK as u64, &json);
        }
    }

    /// A report that cannot be written is missing afterwards, and the probe then counts as failed.
    fn write(&self, at: u64, bytes: &[u8]) {
        if let Some(file) = &self.file {
            let mut file = file.lock();
            let _ = file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(bytes));
        }
    }
}

/// The content of a report: the call that was under way last, and the result, if the probe got that far.
pub fn read(bytes: &[u8]) -> (String, Option<ProbeResult>) {
    let (mark, found) = bytes.split_at(MARK.min(bytes.len()));
    (String::from_utf8_lossy(mark).trim_end().to_owned(), serde_json::from_slice(found).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_contains_the_last_call_and_what_was_found() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let report = ProbeReport::open(file.path()).unwrap();
        report.under_way("in `legal_actions`");
        report.under_way("in `apply`");
        let written = || std::fs::read(file.path()).unwrap();
        assert_eq!(read(&written()), ("in `apply`".to_owned(), None));
        let result = ProbeResult { problem: Some("no".to_owned()), ..ProbeResult::default() };
        report.found(&result);
        report.under_way("when it ended");
        assert_eq!(read(&written()), ("when it ended".to_owned(), Some(result)));
    }
}
