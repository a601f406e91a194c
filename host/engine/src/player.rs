//! Who plays.

use serde::{Deserialize, Serialize};

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The name that is shown.
    pub name: String,
    /// `person`, or a bot's name.
    pub player: String,
}

impl Player {
    /// What [`player`](Self::player) is for people.
    pub const PERSON: &'static str = "person";

    /// A person.
    pub fn person(name: impl Into<String>) -> Self {
        Self { name: name.into(), player: Self::PERSON.to_owned() }
    }

    /// A bot.
    pub fn bot(name: impl Into<String>, bot: impl Into<String>) -> Self {
        Self { name: name.into(), player: bot.into() }
    }

    /// Whether a person sits here.
    pub fn is_person(&self) -> bool {
        self.player == Self::PERSON
    }
}
