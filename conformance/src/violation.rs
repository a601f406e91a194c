//! The report of a broken promise.

use std::fmt::{self, Write as _};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use stonehouse_plugin::Observer;
use stonehouse_runtime::{Decision, Rules, State};

/// The most decisions that are printed; of more only the last ones are printed, and all are written to a file.
const MAX_PRINTED: usize = 12;

/// How many names of files are tried.
const NAMES: u32 = 100;

/// A promise that the game broke.
///
/// It is printed in a few lines, also by `unwrap`.
#[derive(Clone, thiserror::Error)]
pub struct Violation {
    /// The expected and the actual behaviour.
    pub promise: String,
    /// The seed of the deal.
    pub seed: u64,
    /// The decisions that lead to the position.
    pub decisions: Vec<Decision>,
    /// The status of the position, as the referee's scene has it.
    pub status: String,
    /// The file in the folder for temporary files that holds all decisions and the scene, if there are many decisions.
    pub file: Option<PathBuf>,
}

impl Violation {
    /// The violation of a promise in the game of this seed, after these decisions.
    pub(super) fn of(rules: &Arc<Rules>, promise: String, seed: u64, decisions: Vec<Decision>) -> Self {
        let position = replayed(rules, seed, &decisions);
        let scene = position.and_then(|position| position.scene(Observer::Referee).ok());
        let names: Vec<&str> = rules.seating().seats.iter().map(|seat| seat.name.as_str()).collect();
        let status = scene.as_ref().map(|scene| scene.status.fill(&names)).unwrap_or_default();
        let mut violation = Self { promise, seed, decisions, status, file: None };
        if violation.decisions.len() > MAX_PRINTED {
            let scene = scene.and_then(|scene| serde_json::to_string_pretty(&scene).ok()).unwrap_or_default();
            violation.file = violation.written(&scene);
        }
        violation
    }

    /// Writes everything to a new file; `None` if that fails.
    fn written(&self, scene: &str) -> Option<PathBuf> {
        let mut text = format!("{}\n\nThe game of seed {}, decision by decision:\n", self.promise, self.seed);
        for (number, decision) in (1..).zip(&self.decisions) {
            let _ = writeln!(text, "{number}. {decision}");
        }
        let _ = writeln!(text, "\nThe scene after them, for the referee:\n{scene}");
        (0..NAMES).find_map(|number| {
            let name = format!("stonehouse-violation-{}-{number}.txt", std::process::id());
            let path = std::env::temp_dir().join(name);
            let mut file = OpenOptions::new().write(true).create_new(true).open(&path).ok()?;
            file.write_all(text.as_bytes()).ok().map(|()| path)
        })
    }
}

/// The position after these decisions, where they can be replayed without house rules around the game.
fn replayed(rules: &Arc<Rules>, seed: u64, decisions: &[Decision]) -> Option<State> {
    if rules.layer().is_some() {
        return None;
    }
    let mut state = rules.deal(seed).ok()?;
    decisions.iter().try_for_each(|decision| state.decide(decision)).ok()?;
    Some(state)
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { promise, seed, decisions, status, file } = self;
        let last = &decisions[decisions.len().saturating_sub(MAX_PRINTED)..];
        let last: Vec<String> = last.iter().map(ToString::to_string).collect();
        let last = last.join(", ");
        if decisions.len() > MAX_PRINTED {
            write!(f, "{promise} (game of seed {seed}, after {} decisions, the last [{last}]", decisions.len())?;
        } else {
            write!(f, "{promise} (game of seed {seed}, after [{last}]")?;
        }
        if !status.is_empty() {
            write!(f, "; the position: {status:?}")?;
        }
        if let Some(file) = file {
            write!(f, "; everything is in {}", file.display())?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
