//! Lessons: guided matches, each a match from a file with remarks, which a person plays step by step.
//!
//! | module | contents |
//! |---|---|
//! | [`mod@file`] | a lesson's file, read with care |
//! | [`guide`] | the way through a lesson: remarks, the learner's actions, the others' actions |
//! | [`index`] | the lessons that this program finds |
//! | [`mod@write`] | a lesson made from a record |
//!
//! A lesson contains only its learner's actions and texts to read; rules, deal and bots are those of any other match.
//! So a lesson that the rules have outgrown is found by playing it through, which is done before it is shown
//! ([`Guide::new`]) and whenever files are checked.

pub mod file;
pub mod guide;
pub mod index;
pub mod write;

pub use guide::{Goal, Guide};

use std::path::PathBuf;
use stonehouse_plugin::Seat;

/// A guided match as its file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The file.
    pub file: PathBuf,
    /// The game's id.
    pub game: String,
    /// The variant's id.
    pub variant: String,
    /// Its name.
    pub name: String,
    /// The skill or rule that it teaches, in a sentence.
    pub summary: String,
    /// The seed of the deal.
    pub seed: u64,
    /// The learner's seat.
    pub learner: Seat,
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// The steps, in order.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson: something to read, something to do, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonStep {
    /// The line of the file where it begins, from 1.
    pub line: usize,
    /// The remark. Empty: none.
    pub say: String,
    /// The handles that are pointed at meanwhile.
    pub point: Vec<String>,
    /// The action of the seat whose turn it is. None: the learner reads, and continues.
    pub act: Option<NamedChoice>,
}

/// An action as a lesson names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedChoice {
    /// The name of the action.
    pub action: ActionName,
    /// Its values, for an action that takes some.
    pub values: Vec<i64>,
}

/// The name of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionName {
    /// As in the log, in English and with the names of the seats, to an observer who sees everything.
    Text(String),
    /// By its code.
    Code(u32),
}
