//! Records: matches on disk.
//!
//! A record is a text file with one JSON object a line. The first line holds all that the match hangs on (game, resolved knobs,
//! script sources, seed, players), so that it replays after the variant's files have changed. Each action, undo and end is appended as
//! it happens: a crash costs at most the action in flight. Nothing in a record is ever changed or overwritten.

use crate::clock::ClockRule;
use crate::lua::Script;
use crate::matches::{Match, Player, Reason};
use crate::problem::Problem;
use crate::ruleset::Ruleset;
use crate::variant::Variant;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stonehouse_plugin_api::abi::client::Plugin;
use stonehouse_plugin_api::{Action, Outcome, Seat};

/// The version of the format that this Stonehouse writes, and the newest that it reads.
pub const FORMAT: u32 = 1;

/// The file ending of records.
pub const EXTENSION: &str = "jsonl";

/// The first line: all that a match hangs on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The version of the game's plugin.
    pub game_version: String,
    /// The variant, as `GAME/ID`.
    pub variant: String,
    /// The variant's name.
    pub variant_name: String,
    /// When the match began, by the local clock.
    pub started: String,
    /// The seed of the deal.
    pub seed: u64,
    /// Who plays, by seat.
    pub players: Vec<Player>,
    /// Every knob's value.
    pub knobs: Map<String, Value>,
    /// The house rules, in order.
    pub scripts: Vec<ScriptText>,
    /// The clock.
    pub clock: Option<ClockRule>,
}

/// A house rule as a record holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptText {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub source: String,
}

/// One action of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Who acted.
    pub seat: Seat,
    /// The action's code.
    pub action: Action,
    /// What it is called.
    pub text: String,
    /// Its structured fields.
    pub data: Value,
    /// What each seat's clock showed after it, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<u64>>,
}

/// How a recorded match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Scores and winners.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
}

/// A line of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
enum Line {
    Match(Box<Header>),
    Action(Move),
    Undo { actions: usize },
    End(Ending),
    Continued { file: String },
}

/// A match read from disk.
#[derive(Clone, Debug)]
pub struct Record {
    /// The file.
    pub file: PathBuf,
    /// All that the match hangs on.
    pub header: Header,
    /// The actions that stand, each with its line in the file.
    pub moves: Vec<(usize, Move)>,
    /// How it ended, if it did, with its line.
    pub ending: Option<(usize, Ending)>,
    /// The file in which the match went on, if it did.
    pub continued: Option<String>,
    /// The last line, when it was cut off in the middle.
    cut: Option<usize>,
    /// The bytes of the whole lines.
    whole: usize,
}

impl Record {
    /// Reads a record, whole.
    ///
    /// # Errors
    /// When the file cannot be read, is no record, or is damaged: with the line.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        let record = Self::read_interrupted(file)?;
        match record.cut {
            None => Ok(record),
            Some(line) => Err(Problem::line(
                file,
                line,
                format!(
                    "the record is cut off in this line; the {} actions before it are whole. \
                     Resume the match in Stonehouse to go on from there",
                    record.moves.len()
                ),
            )),
        }
    }

    /// Reads a record whose writing may have been interrupted: the action in flight is left out.
    ///
    /// # Errors
    /// When the file cannot be read, is no record, or is damaged elsewhere than at its end.
    pub fn read_interrupted(file: &Path) -> Result<Self, Problem> {
        let text = crate::problem::read_text(file)?;
        let mut header = None;
        let (mut moves, mut ending, mut continued) = (Vec::new(), None, None);
        let (mut cut, mut whole) = (None, 0);
        for (index, text) in text.split_inclusive('\n').enumerate() {
            let number = index + 1;
            let wrong = |message: String| Problem::line(file, number, message);
            let line: Line = match serde_json::from_str(text) {
                Ok(line) if text.ends_with('\n') => line,
                _ if !text.ends_with('\n') && header.is_some() => {
                    cut = Some(number);
                    break;
                }
                Ok(_) => {
                    return Err(wrong("the record is cut off in its first line: no match can be read from it".into()));
                }
                Err(error) if index == 0 => {
                    return Err(wrong(format!("this is no record of Stonehouse ({error})")));
                }
                Err(error) => {
                    return Err(wrong(format!("the record is damaged in this line ({error}): restore it from a copy")));
                }
            };
            whole += text.len();
            match (line, &header) {
                (Line::Match(first), None) => {
                    if first.format > FORMAT {
                        return Err(wrong(format!(
                            "the record is in format {}, and this Stonehouse reads up to {FORMAT}: update Stonehouse",
                            first.format
                        )));
                    }
                    header = Some(*first);
                }
                (_, None) => {
                    return Err(wrong("this is no record of Stonehouse: the first line must be the match".into()));
                }
                (Line::Match(_), Some(_)) => return Err(wrong("a second match begins in this record".into())),
                (Line::Action(action), _) if ending.is_none() => moves.push((number, action)),
                (Line::Action(_), _) => return Err(wrong("the record has an action after its end".into())),
                (Line::Undo { actions }, _) => {
                    ending = None;
                    let left = moves.len().checked_sub(actions);
                    moves.truncate(left.ok_or_else(|| wrong("more actions are undone than were played".into()))?);
                }
                (Line::End(end), _) => ending = Some((number, end)),
                (Line::Continued { file }, _) => continued = Some(file),
            }
        }
        let header = header.ok_or_else(|| Problem::file(file, "the file is empty: it is no record of Stonehouse"))?;
        Ok(Self { file: file.to_owned(), header, moves, ending, continued, cut, whole })
    }

    /// The ruleset of the match, compiled from what the record holds.
    ///
    /// # Errors
    /// When the plugin is of another major version, or the knobs or scripts are not what it takes.
    pub fn ruleset(&self, plugin: &Arc<Plugin>) -> Result<Arc<Ruleset>, Problem> {
        let header = &self.header;
        let about = plugin.about();
        if major(&header.game_version) != major(&about.version) {
            return Err(Problem::file(
                &self.file,
                format!(
                    "the match was played with {} {}, and here is {}: its actions mean something else now. \
                     Install that version of the plugin to replay it",
                    about.name, header.game_version, about.version
                ),
            ));
        }
        let mut knobs: Map<String, Value> =
            plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect();
        for (name, value) in &header.knobs {
            let declared = plugin.knobs().iter().find(|knob| knob.name == *name);
            let wrong = match declared {
                None => Some(format!("a knob `{name}` that {} has not", about.name)),
                Some(knob) => knob.kind.check(value).err().map(|expected| format!("`{name}` not as {expected}")),
            };
            if let Some(wrong) = wrong {
                return Err(Problem::line(
                    &self.file,
                    1,
                    format!("the record was edited or is of another version: it has {wrong}"),
                ));
            }
            knobs.insert(name.clone(), value.clone());
        }
        let scripts = header.scripts.iter().map(|script| Script {
            name: script.name.clone(),
            file: self.file.join(&script.name),
            source: script.source.as_str().into(),
        });
        let id = header.variant.rsplit('/').next().unwrap_or_default();
        let variant = Variant::from_record(
            self.file.clone(),
            (&header.game, id, &header.variant_name),
            header.players.len() as u8,
            knobs,
            scripts.collect(),
            header.clock.clone(),
        );
        Ruleset::compile(plugin, &Arc::new(variant)).map_err(|mut problems| problems.remove(0))
    }

    /// Plays the record again and verifies every line of it. The match that comes out is not journalled.
    ///
    /// # Errors
    /// The first line that does not hold.
    pub fn replay(&self, plugin: &Arc<Plugin>) -> Result<Match, Problem> {
        let ruleset = self.ruleset(plugin)?;
        let wrong = |line: usize, message: String| Problem::line(&self.file, line, message);
        let mut replayed = Match::new(&ruleset, self.header.seed, self.header.players.clone(), None)
            .map_err(|error| wrong(1, error.to_string()))?;
        // Another release of the plugin may word an action in other ways, or tell more of it.
        let same_version = self.header.game_version == plugin.about().version;
        for (line, step) in &self.moves {
            let edited =
                |what: String| wrong(*line, format!("the record does not hold: {what}. It was edited, or damaged"));
            match replayed.to_act() {
                Some(seat) if seat == step.seat => {}
                Some(seat) => return Err(edited(format!("{} acts here, and it is {seat}'s decision", step.seat))),
                None => return Err(edited("the match was over before this action".to_owned())),
            }
            let told = replayed
                .replay(step.action, step.left_ms.as_deref())
                .map_err(|error| edited(format!("action {} cannot be played: {error}", step.action.0)))?;
            if same_version && (told.text != step.text || told.data != step.data) {
                return Err(edited(format!(
                    "action {} is “{}”, and the record calls it “{}”",
                    step.action.0, told.text, step.text
                )));
            }
        }
        if let Some((line, ending)) = &self.ending {
            replayed.replay_end(ending).map_err(|what| {
                wrong(*line, format!("the record does not verify: {what}. It was edited, or damaged"))
            })?;
        } else if replayed.end().is_some() {
            let last = self.moves.last().map_or(1, |(line, _)| *line);
            return Err(wrong(
                last,
                "the record does not verify: the match was over here, and its end is not recorded".into(),
            ));
        }
        Ok(replayed)
    }

    /// Takes an unfinished match up again: replays it and goes on writing to its record.
    ///
    /// A record whose last line was cut off is left as it is, under the ending `.damaged`, and the match goes on in a copy of its whole lines.
    ///
    /// # Errors
    /// When the record does not hold, or cannot be written to.
    pub fn resume(&self, plugin: &Arc<Plugin>) -> Result<Match, Problem> {
        let mut resumed = self.replay(plugin)?;
        let unwritable = |error: std::io::Error| {
            Problem::file(&self.file, format!("the match cannot go on being recorded: {error}"))
        };
        if self.cut.is_some() {
            let bytes = std::fs::read(&self.file).map_err(unwritable)?;
            let damaged = self.file.with_extension(format!("{EXTENSION}.damaged"));
            std::fs::rename(&self.file, damaged).map_err(unwritable)?;
            let mut file = OpenOptions::new().write(true).create_new(true).open(&self.file).map_err(unwritable)?;
            file.write_all(bytes.get(..self.whole).unwrap_or_default()).map_err(unwritable)?;
            file.sync_data().map_err(unwritable)?;
        }
        let file = OpenOptions::new().append(true).open(&self.file).map_err(unwritable)?;
        resumed.attach(Journal { file, path: self.file.clone(), durable: true });
        Ok(resumed)
    }

    /// Whether the match can be taken up again.
    pub fn is_unfinished(&self) -> bool {
        self.ending.is_none() && self.continued.is_none()
    }
}

/// The records in a folder, the newest first, and what is wrong with those that cannot be read.
pub fn list(folder: &Path) -> (Vec<Record>, Vec<Problem>) {
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (records, problems),
        Err(error) => {
            problems.push(Problem::file(folder, format!("the records cannot be read: {error}")));
            return (records, problems);
        }
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == EXTENSION))
        .collect();
    files.sort();
    for file in files.iter().rev() {
        match Record::read_interrupted(file) {
            Ok(record) => records.push(record),
            Err(problem) => problems.push(problem),
        }
    }
    (records, problems)
}

fn major(version: &str) -> &str {
    version.split('.').next().unwrap_or_default()
}

/// A record being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    durable: bool,
}

impl Journal {
    /// Begins a record in `folder`, which is made if need be, under a name that no file there has.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create_in(folder: &Path, header: &Header) -> Result<Self, Problem> {
        let unwritable = |error: std::io::Error| {
            Problem::file(
                folder,
                format!("the match cannot be recorded here: {error}. Check the folder and the space left"),
            )
        };
        std::fs::create_dir_all(folder).map_err(unwritable)?;
        let stamp = jiff::Zoned::now().strftime("%Y-%m-%d-%H%M%S").to_string();
        let stem = format!("{stamp}-{}", header.variant.replace('/', "-"));
        let mut attempt = 0;
        loop {
            let suffix = if attempt == 0 { String::new() } else { format!("-{attempt}") };
            let path = folder.join(format!("{stem}{suffix}.{EXTENSION}"));
            match Self::create(&path, header, true) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => attempt += 1,
                other => return other.map_err(unwritable),
            }
        }
    }

    /// Begins a record in a file that must not exist yet. A `durable` one reaches the disk with every line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path, header: &Header, durable: bool) -> std::io::Result<Self> {
        let file = OpenOptions::new().append(true).create_new(true).open(path)?;
        let mut journal = Self { file, path: path.to_owned(), durable };
        journal.write(&Line::Match(Box::new(header.clone())))?;
        Ok(journal)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn action(&mut self, action: &Move) -> Result<(), Problem> {
        self.append(&Line::Action(action.clone()))
    }

    pub(crate) fn undo(&mut self, actions: usize) -> Result<(), Problem> {
        self.append(&Line::Undo { actions })
    }

    pub(crate) fn end(&mut self, ending: &Ending) -> Result<(), Problem> {
        self.append(&Line::End(ending.clone()))
    }

    pub(crate) fn continued(&mut self, file: &Path) -> Result<(), Problem> {
        self.append(&Line::Continued { file: file.file_name().unwrap_or_default().to_string_lossy().into_owned() })
    }

    fn append(&mut self, line: &Line) -> Result<(), Problem> {
        self.write(line).map_err(|error| {
            Problem::file(
                &self.path,
                format!("the match cannot be recorded: {error}. Check the space left on the disk"),
            )
        })
    }

    fn write(&mut self, line: &Line) -> std::io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        if self.durable { self.file.sync_data() } else { Ok(()) }
    }
}

pub(crate) fn milliseconds(left: &[Duration]) -> Vec<u64> {
    left.iter().map(|left| left.as_millis() as u64).collect()
}
