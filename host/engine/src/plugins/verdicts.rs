//! Cached verdicts, by the hash of the library: a library that has one needs no probe.
//!
//! So a library with a verdict costs only its hash. A verdict that depended on time is not kept.

use super::prober::ProbeFailure;
use crate::files;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The version of the probe that the verdicts come from: another version of the program tries everything out again. The
/// number grows when a probe looks for more than before.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/2");

/// The most verdicts that are kept; the oldest go first.
const MAX_VERDICTS: usize = 500;

/// The file of verdicts. It is read at each use, because several processes share it.
pub struct Verdicts {
    /// None: nothing is kept.
    file: Option<PathBuf>,
}

/// The file as it is written.
#[derive(Default, Serialize, Deserialize)]
struct VerdictFile {
    #[serde(rename = "trial")]
    version: String,
    /// By hash: the reason why the library is not to be loaded, or nothing. In the order in which they were given.
    verdicts: Map<String, Value>,
}

impl Verdicts {
    /// The verdicts in a file, which need not exist.
    pub const fn new(file: Option<PathBuf>) -> Self {
        Self { file }
    }

    /// The verdict on the library with this hash, if there is one.
    pub fn of(&self, hash: &str) -> Option<Result<(), ProbeFailure>> {
        match self.file.as_deref().and_then(read)?.verdicts.get(hash)? {
            Value::Null => Some(Ok(())),
            Value::String(problem) => Some(Err(ProbeFailure::Library(problem.clone()))),
            _ => None,
        }
    }

    /// Keeps a verdict, unless it depends on the machine. One that cannot be kept costs another probe, and nothing
    /// else.
    pub fn keep(&self, hash: &str, verdict: &Result<(), ProbeFailure>) {
        let verdict = match verdict {
            Ok(()) => Value::Null,
            Err(ProbeFailure::Library(problem)) => Value::from(problem.as_str()),
            Err(ProbeFailure::Time { .. } | ProbeFailure::NotProbed(_)) => return,
        };
        let Some(file) = &self.file else { return };
        let Ok(_lock) = files::lock(file.parent().unwrap_or(Path::new("."))) else { return };
        let mut kept = read(file).unwrap_or_default();
        VERSION.clone_into(&mut kept.version);
        kept.verdicts.shift_remove(hash);
        kept.verdicts.insert(hash.to_owned(), verdict);
        while kept.verdicts.len() > MAX_VERDICTS {
            let Some(oldest) = kept.verdicts.keys().next().cloned() else { break };
            kept.verdicts.shift_remove(&oldest);
        }
        let _ = write(file, &kept);
    }
}

/// Reads a file of verdicts; `None` when it is damaged or comes from another probe.
fn read(file: &Path) -> Option<VerdictFile> {
    let kept: VerdictFile = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    (kept.version == VERSION).then_some(kept)
}

fn write(file: &Path, kept: &VerdictFile) -> io::Result<()> {
    files::replace(file, &serde_json::to_vec_pretty(kept)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn verdicts(home: &Path) -> Verdicts {
        Verdicts::new(Some(home.join("data").join("verdicts.json")))
    }

    /// The verdict on a library, with its text.
    fn known(home: &Path, hash: &str) -> Option<Result<(), String>> {
        verdicts(home).of(hash).map(|verdict| verdict.map_err(|failure| failure.to_string()))
    }

    #[test]
    fn a_verdict_is_known_to_the_next_process_whichever_it_was() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(known(home.path(), "a"), None);
        verdicts(home.path()).keep("a", &Ok(()));
        verdicts(home.path()).keep("b", &Err(ProbeFailure::Library("it ended".to_owned())));
        let all = ["a", "b", "c"].map(|hash| known(home.path(), hash));
        assert_eq!(all, [Some(Ok(())), Some(Err("it ended".to_owned())), None]);
    }

    #[test]
    fn a_verdict_that_depends_on_the_machine_is_not_kept() {
        let home = tempfile::tempdir().unwrap();
        let slow = ProbeFailure::Time { limit: Duration::from_mins(1), is_work: true, place: "in `deal`".to_owned() };
        assert!(slow.to_string().starts_with("it did not end within 60 seconds of work in `deal`. It is not loaded"));
        verdicts(home.path()).keep("a", &Err(slow));
        verdicts(home.path()).keep("b", &Err(ProbeFailure::NotProbed(io::Error::other("no memory"))));
        assert_eq!(["a", "b"].map(|hash| known(home.path(), hash)), [None, None]);
    }

    #[test]
    fn a_damaged_or_other_versions_verdict_file_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("data").join("verdicts.json");
        let other = r#"{"trial": "0.0.1/1", "verdicts": {"a": null}}"#;
        let shape = format!(r#"{{"trial": "{VERSION}", "verdicts": [1]}}"#);
        for damaged in ["", "{\"trial\"", "[]", "\u{0}", other, &shape] {
            verdicts(home.path()).keep("z", &Ok(()));
            fs::write(&file, damaged).unwrap();
            assert_eq!(known(home.path(), "a"), None, "{damaged}");
            verdicts(home.path()).keep("a", &Ok(()));
            assert_eq!(known(home.path(), "a"), Some(Ok(())), "{damaged}");
            assert_eq!(known(home.path(), "z"), None, "{damaged}");
        }
        // A verdict that is neither good nor bad is none.
        fs::write(&file, format!(r#"{{"trial": "{VERSION}", "verdicts": {{"a": 7}}}}"#)).unwrap();
        assert_eq!(known(home.path(), "a"), None);
    }

    #[test]
    fn the_oldest_verdicts_make_room() {
        let home = tempfile::tempdir().unwrap();
        let mut kept = VerdictFile { version: VERSION.to_owned(), verdicts: Map::new() };
        kept.verdicts.extend((0..MAX_VERDICTS).map(|number| (number.to_string(), Value::Null)));
        let verdicts = verdicts(home.path());
        fs::create_dir(home.path().join("data")).unwrap();
        write(verdicts.file.as_deref().unwrap(), &kept).unwrap();
        verdicts.keep("new", &Ok(()));
        assert_eq!(["0", "1", "new"].map(|hash| verdicts.of(hash).is_some()), [false, true, true]);
    }
}
