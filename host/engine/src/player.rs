//! Players: people, bots and outside programs.

use serde::{Deserialize, Serialize};
use stonehouse_plugin::Seat;

/// The player at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The name that is shown.
    pub name: String,
    /// `person`, `guest`, a bot's name, or `program:NAME` for an outside program.
    pub player: String,
}

impl Player {
    /// The longest [name](Self::name) and [player](Self::player) that a record may have, in bytes.
    pub const MAX_NAME: usize = 1000;

    /// The value of [`player`](Self::player) for people at this screen.
    pub const PERSON: &'static str = "person";

    /// The value of [`player`](Self::player) for people at another device.
    pub const GUEST: &'static str = "guest";

    /// A person at this screen.
    pub fn person(name: impl Into<String>) -> Self {
        Self { name: name.into(), player: Self::PERSON.to_owned() }
    }

    /// A person at another device.
    pub fn guest(name: impl Into<String>) -> Self {
        Self { name: name.into(), player: Self::GUEST.to_owned() }
    }

    /// A bot.
    pub fn bot(name: impl Into<String>, bot: impl Into<String>) -> Self {
        Self { name: name.into(), player: bot.into() }
    }

    /// The beginning of [`player`](Self::player) for an outside program; its name follows.
    pub const PROGRAM: &'static str = "program:";

    /// Whether an outside program sits here.
    pub fn is_program(&self) -> bool {
        self.player.starts_with(Self::PROGRAM)
    }

    /// Whether a person sits here, at this screen or as a guest.
    pub fn is_person(&self) -> bool {
        self.player == Self::PERSON || self.is_guest()
    }

    /// Whether a person at another device sits here.
    pub fn is_guest(&self) -> bool {
        self.player == Self::GUEST
    }
}

/// A seat and who sits there, as messages about records name them: `seat 0 (Anna)`, counted from 0 as in records.
pub(crate) fn at_seat(players: &[Player], seat: Seat) -> String {
    let index = seat.index();
    players.get(index).map_or_else(|| format!("seat {index}"), |player| format!("seat {index} ({})", player.name))
}
