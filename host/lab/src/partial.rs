//! The sums of a part of a simulation's games: of a shard, or of the games played before it was interrupted. Parts of
//! one simulation add up to exactly its result when it is played in one go.

use crate::metrics::Metrics;
use crate::mismatch::Mismatch;
use crate::results::{SimulationResults, SimulationSetup};
use crate::sums::Summable;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::ops::Range;
use std::path::Path;
use stonehouse_engine::{Problem, files, hex};

/// The version of the form of results.
pub(crate) const FORMAT: u32 = 1;

/// The version of the form of parts, which contain the sums of every metric, and then the hash of everything before.
const PARTS: u32 = 4;

/// The longest file of a part that is read.
const MAX_FILE: u64 = 64 << 20;

/// The texts before the hash in a file, and after it.
const OPENING: &str = ",\"sha256\":\"";
const CLOSING: &[u8] = b"\"}\n";

/// A part as JSON, with the SHA-256 of the rest as its last field.
fn seal(part: &str) -> String {
    let body = part.strip_suffix('}').unwrap_or(part);
    format!("{body}{OPENING}{}\"}}\n", hex(&Sha256::digest(part)))
}

/// A part as it was sealed; `None` if the hash is not that of the rest.
fn unseal(file: &[u8]) -> Option<Vec<u8>> {
    let rest = file.strip_suffix(CLOSING)?;
    let (rest, hash) = rest.split_at_checked(rest.len().checked_sub(2 * size_of::<[u8; 32]>())?)?;
    let mut part = rest.strip_suffix(OPENING.as_bytes())?.to_vec();
    part.push(b'}');
    (hex(&Sha256::digest(&part)).as_bytes() == hash).then_some(part)
}

/// The fields common to all forms of parts.
#[derive(Deserialize)]
struct PartialFile {
    format: u32,
}

/// The sums of the games from `from` to `done`, of those up to `to` that it is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partial {
    /// The version of the form.
    format: u32,
    /// The setup of the games.
    pub setup: SimulationSetup,
    /// The number of its first game.
    pub from: u64,
    /// The number after that of its last game.
    pub to: u64,
    /// The number of the next game to be played.
    pub done: u64,
    pub(crate) metrics: Metrics,
}

impl Partial {
    /// No game yet, of all.
    pub fn new(setup: SimulationSetup) -> Self {
        let to = setup.games;
        Self { format: PARTS, setup, from: 0, to, done: 0, metrics: Metrics::default() }
    }

    /// No game yet, of the `index`th of `count` shards, counted from 1. All shards together are all games.
    pub fn shard(setup: SimulationSetup, index: u64, count: u64) -> Self {
        // Games of one deal stay together.
        let deals = u128::from(setup.games.div_ceil(setup.replays.max(1)));
        let border = |index: u64| {
            let deal = (deals * u128::from(index) / u128::from(count.max(1))) as u64;
            (deal * setup.replays.max(1)).min(setup.games)
        };
        let Range { start, end } = border(index.saturating_sub(1))..border(index);
        Self { from: start, to: end, done: start, ..Self::new(setup) }
    }

    /// Games played.
    pub fn played(&self) -> u64 {
        self.done - self.from
    }

    /// Whether all its games were played.
    pub fn is_whole(&self) -> bool {
        self.done == self.to
    }

    /// The results of the games played so far.
    pub fn results(&self) -> SimulationResults {
        SimulationResults {
            format: FORMAT,
            setup: self.setup.clone(),
            played: self.played(),
            metrics: self.metrics.all_measured(&self.setup),
            course: self.metrics.course(&self.setup.lineup),
        }
    }

    /// Reads a part from a file.
    ///
    /// # Errors
    /// When it cannot be read, is no part, or is not as it was written.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        Self::parse(file, &files::read_bytes(file, MAX_FILE)?)
    }

    /// Reads a part from its bytes; `file` is what messages call it.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, Problem> {
        let wrong = |why: String| Problem::file(file, format!("it is not the file of a simulation's part: {why}"));
        // The form first: parts of another one contain other sums.
        let form: PartialFile = serde_json::from_slice(bytes).map_err(|error| wrong(error.to_string()))?;
        if form.format != PARTS {
            return Err(wrong(format!("it is of form {}, and this program knows form {PARTS}", form.format)));
        }
        let damaged = || {
            let why = "the part of a simulation in it is damaged: it is not what was written (its hash differs). Restore it from a copy, \
                       or play these games again";
            Problem::file(file, why)
        };
        let part = unseal(bytes).ok_or_else(damaged)?;
        let part: Self = serde_json::from_slice(&part).map_err(|error| wrong(error.to_string()))?;
        if !(part.from <= part.done && part.done <= part.to && part.to <= part.setup.games) {
            return Err(wrong(format!("games {} to {} of {}", part.from, part.to, part.setup.games)));
        }
        Ok(part)
    }

    /// Writes the part to a file atomically.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), Problem> {
        let wrong = |error: std::io::Error| Problem::file(file, format!("it cannot be written: {error}"));
        files::tidy_temporary(files::folder_of(file));
        let part = serde_json::to_string(self).map_err(|error| wrong(error.into()))?;
        files::replace(file, seal(&part).as_bytes()).map_err(wrong)
    }

    /// Checks that this part is of the same simulation as another, and of the same games.
    ///
    /// # Errors
    /// The first difference.
    pub fn check_same(&self, other: &Self) -> Result<(), Mismatch> {
        self.setup.check_same(&other.setup)?;
        if (self.from, self.to) != (other.from, other.to) {
            return Err(Mismatch::Games { from: self.from, to: self.to, others: other.from..other.to });
        }
        Ok(())
    }

    /// The sum of parts that together are all games, in any order.
    ///
    /// # Errors
    /// The games that are missing or present twice, or the difference between the simulations.
    pub fn merge(mut parts: Vec<Self>) -> Result<Self, MergeError> {
        parts.sort_by_key(|part| (part.from, part.to));
        let mut parts = parts.into_iter();
        let Some(mut sum) = parts.next() else { return Err(MergeError::NoParts) };
        let whole = |part: &Self| {
            let unfinished = || MergeError::Unfinished { from: part.from, to: part.to, done: part.done };
            if part.is_whole() { Ok(()) } else { Err(unfinished()) }
        };
        let gap = |from: u64, to: u64| Err(MergeError::Missing { from, to });
        whole(&sum)?;
        if sum.from > 0 {
            return gap(0, sum.from);
        }
        for part in parts {
            sum.setup.check_same(&part.setup)?;
            whole(&part)?;
            if part.from > sum.to {
                return gap(sum.to, part.from);
            }
            if part.from < sum.to {
                return Err(MergeError::Twice { from: part.from, to: part.to.min(sum.to) });
            }
            sum.metrics.add_up(&part.metrics);
            (sum.to, sum.done) = (part.to, part.done);
        }
        if sum.to < sum.setup.games {
            return gap(sum.to, sum.setup.games);
        }
        Ok(sum)
    }
}

/// The reason why parts do not add up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There are no parts.
    #[error("there is nothing to merge")]
    NoParts,
    /// Not all games of a part were played.
    #[error("of games {from} to {to} only those before {done} were played")]
    Unfinished {
        /// The number of the part's first game.
        from: u64,
        /// The number after that of its last game.
        to: u64,
        /// The number of the next game to be played.
        done: u64,
    },
    /// No part has these games.
    #[error("games {from} to {to} are missing")]
    Missing {
        /// The number of the first game.
        from: u64,
        /// The number after that of the last game.
        to: u64,
    },
    /// Two parts have these games.
    #[error("games {from} to {to} are there twice")]
    Twice {
        /// The number of the first game.
        from: u64,
        /// The number after that of the last game.
        to: u64,
    },
    /// The parts are of different simulations.
    #[error(transparent)]
    OtherSimulation(#[from] Mismatch),
}
