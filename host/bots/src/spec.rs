//! Bots by name.

use crate::Bot;
use crate::greedy::Greedy;
use crate::random::Random;
use crate::search::{Budget, Search};
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
    /// The first level: greedy, and absent-minded.
    Apprentice,
    /// The second level: looks ahead a little.
    Journeyman,
    /// The third level: looks ahead far.
    Master,
    /// Looks ahead for a given budget.
    Search(Budget),
}

impl BotSpec {
    /// The three levels for people, the easiest first.
    pub const LEVELS: [Self; 3] = [Self::Apprentice, Self::Journeyman, Self::Master];

    /// The names, for help and errors.
    pub const NAMES: &'static str =
        "random, greedy, apprentice, journeyman, master, search@2000 (iterations), search@500ms, search@1s";

    /// A bot of this kind whose random choices follow from `seed`.
    pub fn build(self, seed: u64) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Greedy => Box::new(Greedy::new(seed)),
            Self::Apprentice => Box::new(Greedy::with_errors(seed, 40)),
            Self::Journeyman => Box::new(Search::new(seed, Budget::Iterations(400))),
            Self::Master => Box::new(Search::new(seed, Budget::Iterations(40_000))),
            Self::Search(budget) => Box::new(Search::new(seed, budget)),
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
            Self::Search(_) => format!("Search ({})", self.to_string().trim_start_matches("search@")),
        }
    }

    /// What to expect of it, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Random => "Plays anything that is legal.",
            Self::Greedy => "Takes the most points it can get right now.",
            Self::Apprentice => "Takes points where it sees them, and often looks away.",
            Self::Journeyman => "Thinks a moment ahead. A fair opponent.",
            Self::Master => "Thinks far ahead. Hard to beat.",
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
        for name in
            ["random", "greedy", "apprentice", "journeyman", "master", "search@2000", "search@500ms", "search@1s"]
        {
            assert_eq!(name.parse::<BotSpec>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_those_there_are() {
        for name in ["deep-blue", "search@", "search@0", "search@-3ms", "Search@1s", ""] {
            let message = name.parse::<BotSpec>().unwrap_err().to_string();
            assert!(message.contains("journeyman, master, search@2000"), "{message}");
        }
    }
}
