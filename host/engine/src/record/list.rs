//! The records of a folder, each described by its first and last lines: however long and many they are, this takes
//! little time and memory.
//!
//! Mistakes between those lines are found when a record is opened.

use super::line::{Ending, RecordLine, check_names};
use super::{UNHASHED, is_record};
use crate::files;
use crate::pack_label::PackLabel;
use crate::player::Player;
use crate::variant::title;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use stonehouse_house_rules::{MAX_SHOWN, Problem};

/// A record, as its first and last lines describe it.
#[derive(Clone, Debug)]
pub struct RecordEntry {
    /// The file.
    pub file: PathBuf,
    /// The first line.
    pub header: RecordHead,
    /// How many actions were played and not taken back, if the last lines contain it; records of format 1 do not.
    pub actions: Option<usize>,
    /// Whether a player has acted or resigned: until then there is nothing to resume.
    pub has_begun: bool,
    /// Whether the match can be resumed.
    pub is_unfinished: bool,
    /// The end of the match, if it has ended.
    pub end: Option<Ending>,
}

/// The fields of the first line that a list needs. Knobs and scripts stay in the file.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordHead {
    /// The format.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The variant, as `GAME/ID`.
    pub variant: String,
    /// The variant's name.
    pub variant_name: String,
    /// The pack that the variant came from, if it did.
    #[serde(default)]
    pub pack: Option<PackLabel>,
    /// Whether the variant was played instead of a shipped one of the same id.
    #[serde(default)]
    pub not_shipped: bool,
    /// When the match began, by the local clock.
    pub started: String,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The number of each seat's team; empty where each seat plays for itself, and in records of earlier versions.
    #[serde(default)]
    pub teams: Vec<u8>,
}

impl RecordHead {
    /// The variant's name for people, as [`Variant::title`](crate::Variant::title) returns it.
    pub fn title(&self) -> String {
        title(&self.variant_name, self.pack.as_ref(), self.not_shipped)
    }

    /// Whether all seats play as one team, against the game. Records of earlier versions do not have the teams of
    /// several seats.
    pub fn is_one_team(&self) -> bool {
        self.players.len() == 1 || self.teams.windows(2).all(|pair| pair[0] == pair[1]) && !self.teams.is_empty()
    }
}

/// The length of the end of a record that is read at first, and the most, in bytes.
const TAIL: u64 = 4 << 10;
const MAX_TAIL: u64 = 4 << 20;

/// The records in a folder, the newest first, and what is wrong with those that cannot be read.
pub fn list(folder: &Path) -> (Vec<RecordEntry>, Vec<Problem>) {
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return (records, problems),
        Err(error) => {
            problems.push(Problem::file(folder, format!("the records cannot be read: {error}")));
            return (records, problems);
        }
    };
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| is_record(path)).collect();
    files.sort();
    let mut more = 0;
    for file in files.iter().rev() {
        match files::check_inside(folder, file).and_then(|()| entry(file)) {
            Ok(record) => records.push(record),
            Err(problem) if problems.len() < MAX_SHOWN => problems.push(problem),
            Err(_) => more += 1,
        }
    }
    if more > 0 {
        problems.push(Problem::file(folder, format!("and {more} more records that cannot be read")));
    }
    (records, problems)
}

fn entry(file: &Path) -> Result<RecordEntry, Problem> {
    let unreadable = |error: std::io::Error| Problem::file(file, format!("the record cannot be read: {error}"));
    let mut open = files::open(file)?;
    let size = open.metadata().map_err(unreadable)?.len();
    if size == 0 {
        return Err(Problem::file(file, "the file is empty: it is not a record of Stonehouse"));
    }
    // Parsed as a stream: the parts of the line that are not needed are never in memory.
    let mut values = serde_json::Deserializer::from_reader(BufReader::new(&open)).into_iter::<RecordHead>();
    let header = match values.next() {
        Some(Ok(header)) => header,
        Some(Err(error)) => {
            return Err(Problem::line(file, 1, format!("this is not a record of Stonehouse ({error})")));
        }
        None => return Err(Problem::line(file, 1, "this is not a record of Stonehouse")),
    };
    check_names(&header.players)
        .map_err(|wrong| Problem::line(file, 1, format!("the record was edited or damaged: {wrong}")))?;
    let mut length = TAIL;
    let state = loop {
        let bytes = tail(&mut open, size, length).map_err(unreadable)?;
        let state = last_lines(&bytes, length >= size);
        // The last line may be longer than what was read of the end, and what was revealed in the end may be before the
        // last action.
        let is_short = state.as_ref().is_none_or(|last| last.actions.is_none() && header.format > UNHASHED);
        if !is_short || length >= size.min(MAX_TAIL) {
            break state;
        }
        length *= 8;
    };
    let Some(Last { is_unfinished, actions, resignations, end }) = state else {
        return Err(Problem::file(file, "the record's last line is damaged: restore it from a copy"));
    };
    let actions = actions.filter(|_| header.format > UNHASHED);
    let has_begun = actions != Some(0) || resignations > 0;
    Ok(RecordEntry { file: file.to_owned(), header, actions, has_begun, is_unfinished, end })
}

/// The beginning of a line that reveals an action.
const REVEALED: &[u8] = br#"{"line":"revealed","#;

/// The last `length` bytes of a file.
fn tail(file: &mut File, size: u64, length: u64) -> std::io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(size.saturating_sub(length)))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The content of the last lines.
struct Last {
    is_unfinished: bool,
    actions: Option<usize>,
    /// How many resigned since the last action, and did not take it back.
    resignations: usize,
    end: Option<Ending>,
}

/// The content of the last lines; `all`: these are all lines. Nothing when no whole line is among the bytes.
fn last_lines(bytes: &[u8], all: bool) -> Option<Last> {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    // The part after the last line's end is empty, or a line that was cut off.
    lines.pop();
    // Before the first line's end may be only a part of it.
    let lines = if all { &lines[..] } else { lines.get(1..)? };
    let (mut unfinished, mut end) = (None, None);
    let (mut undone, mut taken_back, mut resigned): (usize, usize, usize) = (0, 0, 0);
    for line in lines.iter().rev() {
        // There may be many of them.
        if line.starts_with(REVEALED) {
            unfinished.get_or_insert(true);
            continue;
        }
        let Ok(line) = serde_json::from_slice(line) else { break };
        unfinished.get_or_insert(!matches!(line, RecordLine::End(_) | RecordLine::Continued { .. }));
        match line {
            RecordLine::Undo { actions, resignations } => {
                undone = undone.saturating_add(actions);
                taken_back = taken_back.saturating_add(resignations);
            }
            RecordLine::Resigned(_) => resigned += 1,
            RecordLine::Action(_) | RecordLine::Match(_) => {
                let actions = match line {
                    RecordLine::Action(action) => action.number.and_then(|number| number.checked_sub(undone)),
                    _ => Some(0),
                };
                let resignations = resigned.saturating_sub(taken_back);
                return Some(Last { is_unfinished: unfinished?, actions, resignations, end });
            }
            RecordLine::End(line) => end = Some(line.ending),
            _ => {}
        }
    }
    unfinished.map(|is_unfinished| Last { is_unfinished, actions: None, resignations: 0, end })
}

#[cfg(test)]
mod tests {
    use super::super::line::Revealed;
    use super::*;
    use serde_json::json;

    #[test]
    fn actions_are_counted_however_much_was_revealed_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let head = json!({ "format": UNHASHED + 1, "game": "game", "variant": "game/usual", "variant_name": "Usual",
            "started": "2026-01-01T12:00:00", "players": [] });
        let action = json!({ "line": "action", "number": 57, "seat": 0, "text": "", "data": {}, "action": 0 });
        let revealed = |number| {
            let (values, house, rolled, rolls) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            let (messages, action, text, data) = (Vec::new(), None, "it".repeat(20), json!({}));
            RecordLine::Revealed(Revealed { number, action, values, text, data, house, rolled, rolls, messages })
        };
        for many in [0, 10, 1000] {
            let revealed = (0..many).map(|number| serde_json::to_string(&revealed(number)).unwrap());
            assert!(revealed.clone().all(|line| line.as_bytes().starts_with(REVEALED)));
            let end = json!({ "line": "end", "outcome": { "scores": [1], "winners": [0] }, "reason": "rules" });
            let head = [head.to_string(), action.to_string()];
            let lines: Vec<String> = head.into_iter().chain(revealed).chain([end.to_string(), String::new()]).collect();
            let file = folder.path().join("a.jsonl");
            std::fs::write(&file, lines.join("\n")).unwrap();
            let entry = entry(&file).unwrap();
            assert_eq!((entry.actions, entry.is_unfinished), (Some(57), false), "{many}");
        }
    }
}
