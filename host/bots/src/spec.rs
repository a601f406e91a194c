//! Bots by name.

use crate::Bot;
use crate::apprentice::Apprentice;
use crate::companion::Companion;
use crate::greedy::Greedy;
use crate::random::Random;
use crate::search::{Budget, Search, Style};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A bot as it is named on the command line and in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotSpec {
    /// Plays at random.
    Random,
    /// Takes the action that looks best right after its turn.
    Greedy,
    /// The first level: considers only the immediate effect of an action, and not every action.
    Apprentice,
    /// The second level: considers the answer to its action, and guesses the rest.
    Journeyman,
    /// The third level: looks as far ahead as it can.
    Master,
    /// Plays as well as it has to.
    Companion,
    /// Looks ahead for a given budget.
    Search(Budget),
}

impl BotSpec {
    /// All bots made for playing with people: the levels, and the companion.
    pub const FOR_PEOPLE: [Self; 4] = [Self::Apprentice, Self::Journeyman, Self::Master, Self::Companion];

    /// The names, for help and errors.
    pub const NAMES: &'static str =
        "random, greedy, apprentice, journeyman, master, companion, search@2000 (iterations), search@500ms, search@1s";

    /// How many trees [`build_for_window`](Self::build_for_window) grows at once: the same on every machine, so that
    /// choices are.
    const TREES_IN_WINDOW: u8 = 2;

    /// A bot of this kind whose random choices follow from `seed`. It runs on the thread that calls it.
    pub fn build(self, seed: u64) -> Box<dyn Bot> {
        self.build_with_trees(seed, 1)
    }

    /// As [`build`](Self::build), for a match with people: a bot that looks far ahead grows two trees on two threads,
    /// and chooses better in the same time. A simulation does better with a match on each thread.
    pub fn build_for_window(self, seed: u64) -> Box<dyn Bot> {
        self.build_with_trees(seed, Self::TREES_IN_WINDOW)
    }

    fn build_with_trees(self, seed: u64, trees: u8) -> Box<dyn Bot> {
        let far = |budget| Box::new(Search::in_style(seed, budget, Style { trees, ..Style::FULL }));
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Greedy => Box::new(Greedy::new(seed)),
            Self::Apprentice => Box::new(Apprentice::new(seed)),
            Self::Journeyman => {
                let near = Style { trees: 1, horizon: 2, amaf: false, exact: false };
                Box::new(Search::in_style(seed, Budget::Iterations(400), near))
            }
            Self::Master => far(Budget::Iterations(40_000)),
            Self::Companion => Box::new(Companion::new(seed)),
            Self::Search(budget) => far(budget),
        }
    }

    /// The name that people see.
    pub fn title(self) -> String {
        match self {
            Self::Random => "Random".to_owned(),
            Self::Greedy => "Greedy".to_owned(),
            Self::Apprentice => "Apprentice".to_owned(),
            Self::Journeyman => "Journeyman".to_owned(),
            Self::Master => "Master".to_owned(),
            Self::Companion => "Companion".to_owned(),
            Self::Search(_) => format!("Search ({})", self.to_string().trim_start_matches("search@")),
        }
    }

    /// Describes the bot's play in a sentence, for people.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Random => "Plays anything that is legal.",
            Self::Greedy => "Takes the most points it can get right now.",
            Self::Apprentice => {
                "Takes what looks best at once, overlooks half of what it could do, and never asks what comes next."
            }
            Self::Journeyman => "Sees your answer to what it does, and guesses the rest. A fair opponent.",
            Self::Master => "Sees as far as it can, and plays the end without a mistake where it can see all of it.",
            Self::Companion => "Plays as well as it has to: keeps the match close, no matter who you are.",
            Self::Search(_) => "Thinks ahead for as long as you allow.",
        }
    }
}

/// A name that no bot has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot `{0}`. There are: {names}", names = BotSpec::NAMES)]
pub struct UnknownBot(pub String);

impl FromStr for BotSpec {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Self, UnknownBot> {
        let unknown = || UnknownBot(name.to_owned());
        Ok(match name {
            "random" => Self::Random,
            "greedy" => Self::Greedy,
            "apprentice" => Self::Apprentice,
            "journeyman" => Self::Journeyman,
            "master" => Self::Master,
            "companion" => Self::Companion,
            _ => {
                let budget = name.strip_prefix("search@").ok_or_else(unknown)?;
                let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0).ok_or_else(unknown);
                Self::Search(if let Some(time) = budget.strip_suffix("ms") {
                    Budget::Time(Duration::from_millis(number(time)?.into()))
                } else if let Some(time) = budget.strip_suffix('s') {
                    Budget::Time(Duration::from_secs(number(time)?.into()))
                } else {
                    Budget::Iterations(number(budget)?)
                })
            }
        })
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search(Budget::Iterations(most)) => write!(f, "search@{most}"),
            Self::Search(Budget::Time(most)) if most.subsec_millis() == 0 => write!(f, "search@{}s", most.as_secs()),
            Self::Search(Budget::Time(most)) => write!(f, "search@{}ms", most.as_millis()),
            level => f.write_str(&level.title().to_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_itself() {
        let levels = ["random", "greedy", "apprentice", "journeyman", "master", "companion"];
        for name in levels.into_iter().chain(["search@2000", "search@500ms", "search@1s"]) {
            assert_eq!(name.parse::<BotSpec>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_those_there_are() {
        for name in ["deep-blue", "search@", "search@0", "search@-3ms", "Search@1s", ""] {
            let message = name.parse::<BotSpec>().unwrap_err().to_string();
            assert!(message.contains("journeyman, master, companion, search@2000"), "{message}");
        }
    }
}
