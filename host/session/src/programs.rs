//! The outside programs that this user has named.
//!
//! A record names a program as `program:NAME` and never contains a command: nobody can make a program start by handing
//! out a file.

use crate::spec::UnknownAgent;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use stonehouse_engine::{Folders, Problem, files};

/// The name of the file, in the user's folder of Stonehouse.
pub const FILE: &str = "players.toml";

/// The programs of `players.toml`.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    file: PathBuf,
    /// In the order of the file.
    all: Vec<NamedProgram>,
}

/// A program with a name.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct NamedProgram {
    /// Its name, as people see it.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its description, in a sentence.
    #[serde(default)]
    pub about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "player")]
    players: Vec<NamedProgram>,
}

impl Programs {
    /// The programs that the user of these folders has named.
    ///
    /// # Errors
    /// When their file cannot be read, or something in it is wrong.
    pub fn of(folders: &Folders) -> Result<Self, Problem> {
        folders.players.as_deref().map_or_else(|| Ok(Self::default()), Self::read)
    }

    /// Reads a file. One that does not exist names no programs.
    ///
    /// # Errors
    /// When it cannot be read, or something in it is wrong.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        if !file.exists() {
            return Ok(Self { file: file.to_owned(), all: Vec::new() });
        }
        let text = files::read_text(file)?;
        let read: File = toml::from_str(&text)
            .map_err(|error| Problem::span(file, &text, error.span().unwrap_or(0..0), error.message()))?;
        let wrong = |name: &str, why: &str| Err(Problem::file(file, format!("the player `{name}` {why}")));
        for (index, player) in read.players.iter().enumerate() {
            if player.name.trim().is_empty() || player.command.is_empty() {
                return wrong(&player.name, "needs a `name` and a `command`, for example [\"python3\", \"bot.py\"]");
            }
            if read.players[..index].iter().any(|other| other.name == player.name) {
                return wrong(&player.name, "is named twice: give one of them another name");
            }
        }
        Ok(Self { file: file.to_owned(), all: read.players })
    }

    /// All of them, in the order of the file.
    pub fn all(&self) -> &[NamedProgram] {
        &self.all
    }

    /// The command of the program of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn command(&self, name: &str) -> Result<&[String], UnknownAgent> {
        let program = self.all.iter().find(|program| program.name == name);
        program.map(|program| &*program.command).ok_or_else(|| UnknownAgent::Program {
            name: name.to_owned(),
            file: if self.file.as_os_str().is_empty() { FILE.to_owned() } else { self.file.display().to_string() },
            known: self.all.iter().map(|program| program.name.clone()).collect(),
        })
    }
}
