//! A record read from disk, and checked as far as that goes without the game.

use super::chain::{HashChain, has_hash};
use super::commitment::{HiddenSeed, seed_file};
use super::line::{ActionLine, EndLine, Header, Reason, RecordLine, Resignation, Revealed};
use super::{FORMAT, MAX_RECORD_BYTES, UNHASHED};
use crate::clock::ClockRule;
use crate::files;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stonehouse_house_rules::Problem;
use stonehouse_plugin::Seat;

/// A match read from disk.
#[derive(Clone, Debug)]
pub struct Record {
    /// The file.
    pub file: PathBuf,
    /// The first line: everything needed to replay the match.
    pub header: Header,
    /// The seed of the deal, where it was not in the first line and the record has it by now.
    revealed_seed: Option<u64>,
    /// The seed of the deal, as it is beside a record that does not have it yet.
    pub(super) hidden: Option<HiddenSeed>,
    /// The actions that were not taken back, each with its line in the file.
    pub actions: Vec<(usize, ActionLine)>,
    /// The seats that resigned while others played on and did not take it back, each with its line in the file.
    pub resignations: Vec<(usize, Resignation)>,
    /// The deal, revealed at the end, with its line.
    pub deal: Option<(usize, Value)>,
    /// The full descriptions of the actions of which the public did not learn everything, by number, with their lines.
    pub revealed: BTreeMap<usize, (usize, Revealed)>,
    /// The end of the match, if it has ended, with its line.
    pub ending: Option<(usize, EndLine)>,
    /// The file in which the match was continued, if it was.
    pub continued: Option<String>,
    /// The last line, when it was cut off in the middle.
    cut: Option<usize>,
    /// The bytes of the whole lines, and of the file.
    pub(super) whole: u64,
    pub(super) size: u64,
    /// The running hash after the whole lines; none in format 1.
    pub(super) chain: Option<HashChain>,
}

impl Record {
    /// Reads a record, whole.
    ///
    /// # Errors
    /// When the file cannot be read, is not a record, or is damaged: with the line.
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
                    record.actions.len()
                ),
            )),
        }
    }

    /// Reads a record whose writing may have been interrupted: the line in flight is left out.
    ///
    /// # Errors
    /// When the file cannot be read, is not a record, or is damaged elsewhere than at its end.
    pub fn read_interrupted(file: &Path) -> Result<Self, Problem> {
        let mut record = Self::parse(file, &files::read_bytes(file, MAX_RECORD_BYTES)?)?;
        if record.header.seed.is_none() && record.revealed_seed.is_none() {
            record.hidden = HiddenSeed::read_beside(file)?;
            if record.hidden.as_ref().is_some_and(|hidden| !record.commits_to(hidden)) {
                let why = "this is the seed of another match than that of the record beside it: restore it from a copy";
                return Err(Problem::file(seed_file(file), why));
            }
            record.unseal()?;
        }
        Ok(record)
    }

    /// The seed of the deal.
    ///
    /// # Errors
    /// When the record has only its hash, and the seed is not beside it.
    pub fn seed(&self) -> Result<u64, Problem> {
        let hidden = || self.hidden.as_ref().map(|hidden| hidden.seed);
        self.header.seed.or(self.revealed_seed).or_else(hidden).ok_or_else(|| {
            let file = seed_file(&self.file);
            let why = "the seed of the match is missing, which its record has only at the end: without this file the match can be \
                       neither replayed nor resumed. Put it back, if you have moved the record";
            Problem::file(file, why)
        })
    }

    /// Whether the record's first line has a hash of the seed, and the seed, which came later, agrees with it.
    pub const fn proves_seed(&self) -> bool {
        self.revealed_seed.is_some()
    }

    fn commits_to(&self, seed: &HiddenSeed) -> bool {
        self.header.seed_sha256.as_ref() == Some(&seed.hash())
    }

    /// Reads a record from its bytes; `file` is what messages call it.
    ///
    /// # Errors
    /// As [`read_interrupted`](Self::read_interrupted).
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, Problem> {
        let mut record: Option<Self> = None;
        for (index, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let number = index + 1;
            let whole = line.strip_suffix(b"\n");
            let read = match (&mut record, whole) {
                (None, None) => Err(match serde_json::from_slice::<RecordLine>(line) {
                    Ok(_) => "the record is cut off in its first line: no match can be read from it".to_owned(),
                    Err(error) => no_record(&error),
                }),
                (None, Some(whole)) => Self::first(file, whole).map(|first| record = Some(first)),
                (Some(record), Some(whole)) => record.take(number, whole),
                (Some(record), None) => {
                    record.cut = Some(number);
                    break;
                }
            };
            read.map_err(|message| Problem::line(file, number, message))?;
            if let Some(record) = &mut record {
                record.whole += line.len() as u64;
            }
        }
        let mut record =
            record.ok_or_else(|| Problem::file(file, "the file is empty: it is not a record of Stonehouse"))?;
        record.size = bytes.len() as u64;
        record.unseal()?;
        Ok(record)
    }

    /// Unseals the codes, if the seed is known.
    fn unseal(&mut self) -> Result<(), Problem> {
        let Ok(seed) = self.seed() else { return Ok(()) };
        for (line, action) in &mut self.actions {
            action.unseal(seed).map_err(|wrong| Problem::line(&self.file, *line, edited(&wrong.to_string())))?;
        }
        Ok(())
    }

    /// Whether the match can be resumed.
    pub fn is_unfinished(&self) -> bool {
        self.ending.is_none() && self.continued.is_none()
    }

    /// Whether a running hash joins the lines, which was found whole when the record was read.
    pub const fn is_hashed(&self) -> bool {
        self.chain.is_some()
    }

    fn first(file: &Path, text: &[u8]) -> Result<Self, String> {
        /// The field that a record of every format has.
        #[derive(serde::Deserialize)]
        struct Versioned {
            format: u32,
        }
        // First, since a later format may have another form after that.
        if let Ok(Versioned { format }) = serde_json::from_slice(text)
            && !(UNHASHED..=FORMAT).contains(&format)
        {
            return Err(format!(
                "the record is in format {format}, but this Stonehouse reads formats up to {FORMAT}: update Stonehouse"
            ));
        }
        let line: RecordLine = serde_json::from_slice(text).map_err(|error| no_record(&error))?;
        let RecordLine::Match(header) = line else {
            return Err("this is not a record of Stonehouse: the first line must be the match".into());
        };
        header.check().map_err(|wrong| format!("the record was edited or damaged: {wrong}"))?;
        let mut record = Self {
            file: file.to_owned(),
            chain: (header.format > UNHASHED).then(HashChain::default),
            header: *header,
            revealed_seed: None,
            hidden: None,
            actions: Vec::new(),
            resignations: Vec::new(),
            deal: None,
            revealed: BTreeMap::new(),
            ending: None,
            continued: None,
            cut: None,
            whole: 0,
            size: 0,
        };
        record.check_hash(text)?;
        Ok(record)
    }

    /// Adds a line that is not the first.
    fn take(&mut self, number: usize, text: &[u8]) -> Result<(), String> {
        let line: RecordLine = serde_json::from_slice(text)
            .map_err(|error| format!("the record is damaged in this line ({error}): restore it from a copy"))?;
        self.check_hash(text)?;
        let over = self.ending.is_some();
        match line {
            RecordLine::Match(_) => return Err("a second match begins in this record".into()),
            RecordLine::Action(_)
            | RecordLine::Resigned(_)
            | RecordLine::Seed(_)
            | RecordLine::Deal { .. }
            | RecordLine::Revealed(_)
            | RecordLine::End(_)
                if over =>
            {
                return Err("the record continues after its end".into());
            }
            RecordLine::Deal { .. } | RecordLine::Revealed(_) if self.chain.is_none() => {
                return Err("the record was edited: format 1 has no such line".into());
            }
            RecordLine::Action(action) => {
                self.check_action(&action)?;
                if action.action.is_some() == action.sealed.is_some() {
                    return Err(edited("the action must have either a code or what seals it"));
                }
                // The end was written in part: the match was resumed after that.
                self.reopen();
                self.actions.push((number, action));
            }
            RecordLine::Resigned(resignation) => {
                self.check_seats([resignation.seat])?;
                if resignation.after != self.actions.len() {
                    return Err(edited(&format!(
                        "{} actions were played before it, not {}",
                        self.actions.len(),
                        resignation.after
                    )));
                }
                self.reopen();
                self.resignations.push((number, resignation));
            }
            RecordLine::Undo { actions, resignations } => {
                let left = self.actions.len().checked_sub(actions);
                self.actions.truncate(left.ok_or("more actions are undone than were played")?);
                let left = self.resignations.len().checked_sub(resignations);
                self.resignations.truncate(left.ok_or("more players are in the running again than resigned")?);
                if self.resignations.last().is_some_and(|(_, resignation)| resignation.after > self.actions.len()) {
                    return Err(edited("actions are undone from before somebody resigned"));
                }
                self.reopen();
            }
            RecordLine::Seed(seed) if self.commits_to(&seed) => self.revealed_seed = Some(seed.seed),
            RecordLine::Seed(_) if self.header.seed_sha256.is_none() => {
                return Err(edited("its seed is in the first line already"));
            }
            RecordLine::Seed(_) => return Err(edited("this is not the seed whose hash is in the first line")),
            RecordLine::Deal { deal } => self.deal = Some((number, deal)),
            RecordLine::Revealed(revealed) => {
                if !(1..=self.actions.len()).contains(&revealed.number) {
                    return Err(edited(&format!("there is no action {}", revealed.number)));
                }
                self.revealed.insert(revealed.number, (number, revealed));
            }
            RecordLine::End(end) => {
                self.check_end(&end)?;
                self.ending = Some((number, end));
            }
            RecordLine::Continued { file } => self.continued = Some(file),
        }
        Ok(())
    }

    /// Drops what is only revealed at the end.
    fn reopen(&mut self) {
        (self.ending, self.deal) = (None, None);
        self.revealed.clear();
    }

    fn check_hash(&mut self, text: &[u8]) -> Result<(), String> {
        let whole = self.chain.as_mut().map(|chain| chain.check(text));
        match whole {
            Some(false) => Err(
                "the record was edited or damaged: this line is not what was written after the one before (its hash differs). \
                 Restore the record from a copy"
                    .into(),
            ),
            None if has_hash(text) => Err(edited("it states format 1, whose lines have no hash")),
            _ => Ok(()),
        }
    }

    fn check_action(&self, action: &ActionLine) -> Result<(), String> {
        self.check_seats([action.seat])?;
        let next = self.actions.len() + 1;
        match action.number {
            Some(number) if number != next => return Err(edited(&format!("this is action {number}, not {next}"))),
            None if self.chain.is_some() => return Err(edited("the action has no number")),
            _ => {}
        }
        // As many increments as actions is more than any seat can have gained.
        self.check_left(action.left_ms.as_deref(), next)
    }

    fn check_end(&self, end: &EndLine) -> Result<(), String> {
        let outcome = &end.ending.outcome;
        self.check_seats(outcome.winners.iter().chain(end.ending.resigned.iter().copied()))?;
        if let Reason::Time(seat) = end.ending.reason {
            self.check_seats([seat])?;
        }
        if outcome.scores.len() != self.header.players.len() {
            return Err(edited(&format!(
                "it has {} scores for {} players",
                outcome.scores.len(),
                self.header.players.len()
            )));
        }
        if self.chain.is_none() && end.left_ms.is_none() {
            return Ok(());
        }
        self.check_left(end.left_ms.as_deref(), self.actions.len())
    }

    fn check_seats(&self, seats: impl IntoIterator<Item = Seat>) -> Result<(), String> {
        let count = self.header.players.len();
        match seats.into_iter().find(|seat| seat.index() >= count) {
            Some(seat) => {
                Err(edited(&format!("there is no seat {} in a match of {count}, counted from 0", seat.index())))
            }
            None => Ok(()),
        }
    }

    /// Checks the times on the clocks after a number of actions: one for each seat, none longer than possible.
    fn check_left(&self, left: Option<&[u64]>, actions: usize) -> Result<(), String> {
        let (rule, left) = match (&self.header.clock, left) {
            (Some(rule), Some(left)) => (rule, left),
            (None, None) => return Ok(()),
            (None, Some(_)) => return Err(edited("it shows clocks, but the match has none")),
            (Some(_), None) => return Err(edited("the match has clocks, but it does not say what they showed")),
        };
        if left.len() != self.header.players.len() {
            let players = self.header.players.len();
            return Err(edited(&format!("it has {} clocks for {players} players", left.len())));
        }
        match left.iter().zip(&rule.minutes).find(|(left, minutes)| **left > longest(rule, **minutes, actions)) {
            Some((left, _)) => Err(edited(&format!("no clock can show {left} ms here"))),
            None => Ok(()),
        }
    }
}

/// The most that a clock can show after a number of actions, in milliseconds.
fn longest(rule: &ClockRule, minutes: f64, actions: usize) -> u64 {
    (minutes * 60_000.0 + rule.increment_seconds * 1000.0 * actions as f64).ceil() as u64
}

fn no_record(error: &serde_json::Error) -> String {
    format!("this is not a record of Stonehouse ({error})")
}

fn edited(what: &str) -> String {
    format!("the record was edited or damaged: {what}")
}
