//! Records: matches on disk. `docs/records.md` describes the format.
//!
//! A record is a text file with one JSON object a line. The first line holds everything needed to replay the match
//! (game, resolved knobs, script sources, seed, players), so that it replays after the variant's files have changed.
//! Each action, undo and end is appended as it happens: a crash costs at most the action in flight. Nothing in a record
//! is ever changed or overwritten.
//!
//! - `line`: the content of a line
//! - `chain`: the running hash over the lines
//! - `commitment`: the seed, hidden until the end where outside programs play
//! - `journal`: a record being written
//! - `read`: a record read, and checked as far as that goes without the game
//! - `seal`: codes of actions that the public may not know yet
//! - `list`: the records of a folder, by their first and last lines
//!
//! Nothing here depends on matches: [`crate::matches`] writes records, and [`crate::replay`] plays them again.
//!
//! A record promises only what was checked. While a match is played its lines contain what the public may know; the end
//! reveals the deal and what was hidden, so that a finished match can be read without the program.

mod chain;
mod commitment;
mod journal;
mod line;
mod list;
mod read;
mod seal;

pub use commitment::{HiddenSeed, seed_file};
pub use journal::{Journal, Storage};
pub use line::{
    ActionLine, Closing, EndLine, Ending, Header, HeaderError, Reason, Resignation, Revealed, Roll, ScriptText,
};
pub use list::{RecordEntry, RecordHead, list};
pub use read::Record;

use std::path::{Path, PathBuf};

/// The version of the format that this Stonehouse writes, and the newest that it reads.
pub const FORMAT: u32 = 3;

/// The oldest version of the format whose lines contain the effects of house rules.
pub const WITH_EFFECTS: u32 = 3;

/// The oldest version of the format, without a running hash: it is read, replayed and resumed.
pub const UNHASHED: u32 = 1;

/// The file ending of records.
pub const EXTENSION: &str = "stonehouse-record";

/// The file ending of records before they had one of their own.
pub const OLD_EXTENSION: &str = "jsonl";

/// The file of a record in a folder of numbered games.
pub fn numbered_file(folder: &Path, game: u64) -> PathBuf {
    folder.join(format!("game-{game:06}.{EXTENSION}"))
}

/// Whether a file is a record by its name.
pub fn is_record(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == EXTENSION || end == OLD_EXTENSION)
}

/// The longest record that is written or read, in bytes. A long match of Stones has 40 thousand; 32 scripts of the
/// greatest length have 32 million.
pub const MAX_RECORD_BYTES: u64 = 64 << 20;
