//! Agents by name.

use crate::agent::{Absent, Agent, BotAgent, WindowBot};
use crate::program::Program;
use crate::programs::{FILE, Programs};
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use stonehouse_bots::{BotSpec, UnknownBot};
use stonehouse_engine::Player;

/// An agent as it is named on the command line and in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentSpec {
    /// A bot.
    Bot(BotSpec),
    /// An outside program that this user has named in `players.toml`: `program:NAME`.
    Named(String),
    /// An outside program by its command: `run:COMMAND`. Only ever from the command line: a record that names one
    /// starts nothing.
    Run(Vec<String>),
}

/// Why there is no such agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownAgent {
    /// No bot of this name.
    #[error("{0} An outside program: program:NAME (as in players.toml), run:COMMAND")]
    Bot(#[from] UnknownBot),
    /// A command with an open quotation mark, or none at all.
    #[error("`run:` needs a command, with every quotation mark closed: for example \"run:python3 bot.py\"")]
    Command,
    /// A command that a record names: it is started from the command line alone.
    #[error(
        "the record names the command `{0}`, which is only started from the command line. Give it a name in {FILE}, and seat it by that name"
    )]
    OnlyThere(String),
    /// The file that names programs cannot be used.
    #[error("{0}")]
    File(String),
    /// No program of this name.
    #[error("there is no program called `{name}` in {file}{}", list_of(.known))]
    Program {
        /// The name.
        name: String,
        /// The file in which it was looked up.
        file: String,
        /// The names that are known.
        known: Vec<String>,
    },
}

fn list_of(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(". There are: {}", names.join(", ")) }
}

impl AgentSpec {
    /// The agent, whose random choices, if it is a bot, follow from `seed`.
    ///
    /// # Errors
    /// When this user has no program of that name.
    pub fn build(&self, seed: u64, programs: &Programs) -> Result<Box<dyn Agent>, UnknownAgent> {
        Ok(match self {
            Self::Bot(bot) => Box::new(BotAgent(bot.build(seed))),
            Self::Named(name) => Box::new(Program::new(programs.command(name)?.to_vec())),
            Self::Run(command) => Box::new(Program::new(command.clone())),
        })
    }

    /// The agent for a match with people in a window, of this seed; it may have been begun before. One that is
    /// not available is replaced by [`Absent`], which returns the reason when it has to choose. So is a
    /// [command](Self::Run): a record that names one starts nothing.
    pub fn build_for_window(&self, seed: u64, programs: &Programs) -> Box<dyn Agent> {
        match self {
            Self::Bot(bot) => Box::new(WindowBot::new(*bot, seed)),
            Self::Named(_) => self.build(seed, programs).unwrap_or_else(|unknown| Box::new(Absent(unknown))),
            Self::Run(command) => Box::new(Absent(UnknownAgent::OnlyThere(command.join(" ")))),
        }
    }

    /// Its description, in a sentence; empty where there is none.
    pub fn about(&self, programs: &Programs) -> String {
        match self {
            Self::Bot(bot) => bot.about().to_owned(),
            Self::Named(name) => {
                let program = programs.all().iter().find(|program| program.name == *name);
                program.map(|program| program.about.clone()).unwrap_or_default()
            }
            Self::Run(_) => String::new(),
        }
    }

    /// The agent as a match and its record name it. A command is not among it, because it may hold paths and passwords:
    /// only the name of the program's file.
    pub fn player(&self) -> Player {
        match self {
            Self::Run(command) => {
                let name = file_name(command);
                Player::bot(&name, format!("{}{name}", Player::PROGRAM))
            }
            _ => Player::bot(self.title(), self.to_string()),
        }
    }

    /// The name that people see.
    pub fn title(&self) -> String {
        match self {
            Self::Bot(bot) => bot.title(),
            Self::Named(name) => name.clone(),
            Self::Run(command) => command.join(" "),
        }
    }
}

/// The name of a command's file: of a script if it runs one, as `python3 DIR/bot.py` does, or of the program.
fn file_name(command: &[String]) -> String {
    let script = command.iter().skip(1).find(|word| Path::new(word).is_file());
    let file = script.or(command.first()).map_or(Path::new(""), Path::new);
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl From<BotSpec> for AgentSpec {
    fn from(bot: BotSpec) -> Self {
        Self::Bot(bot)
    }
}

impl FromStr for AgentSpec {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        if let Some(program) = name.strip_prefix(Player::PROGRAM) {
            return Ok(Self::Named(program.to_owned()));
        }
        if let Some(command) = name.strip_prefix("run:") {
            let words = shlex::split(command).filter(|words| !words.is_empty());
            return words.map(Self::Run).ok_or(UnknownAgent::Command);
        }
        Ok(Self::Bot(name.parse()?))
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => bot.fmt(f),
            Self::Named(name) => write!(f, "program:{name}"),
            Self::Run(command) => {
                let words: Vec<&str> = command.iter().map(String::as_str).collect();
                // A word with a null byte cannot be quoted, and no command line has one.
                write!(f, "run:{}", shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_itself() {
        for name in ["greedy", "search@2000", "program:Ada's bot", "run:python3 bot.py", "run:bot 'two words'"] {
            assert_eq!(name.parse::<AgentSpec>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_known_ones() {
        assert_eq!("run:".parse::<AgentSpec>(), Err(UnknownAgent::Command));
        assert_eq!("run:bot 'open".parse::<AgentSpec>(), Err(UnknownAgent::Command));
        let message = "deep-blue".parse::<AgentSpec>().unwrap_err().to_string();
        assert!(message.contains("journeyman") && message.contains("run:COMMAND"), "{message}");
        let none = Programs::default();
        let message = AgentSpec::Named("Ada".to_owned()).build(1, &none).err().unwrap().to_string();
        assert!(message.contains("no program called `Ada`"), "{message}");
    }
}
