//! The effects that house rules request, each with the line of the script that requests it.

use stonehouse_plugin::{Observer, Seat, Seats, Text};

/// A line of one of the scripts of a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScriptLine {
    /// The script, by its place in the variant.
    pub script: usize,
    /// The line, from 1; 0: it is not known.
    pub line: usize,
}

/// A line that house rules write in the log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HouseMessage {
    /// The line.
    pub text: Text,
    /// The seat that alone may read it until the match is over; `None`: everybody may.
    pub only: Option<Seat>,
}

impl HouseMessage {
    /// Whether an observer may read it before the match is over.
    pub fn is_shown_to(&self, observer: Observer) -> bool {
        self.only.is_none_or(|only| observer.sees(only))
    }
}

/// An effect that a house rule requests, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EffectRequest {
    /// The effect.
    pub what: HouseEffect,
    /// The line that requests it.
    pub place: ScriptLine,
}

/// An effect of house rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HouseEffect {
    /// Adds points to a seat's score.
    Points {
        /// The seat.
        seat: Seat,
        /// The points; a negative number takes some away.
        points: i64,
    },
    /// Keeps a value in a slot of the memory; the layer has checked that the value is within its bounds.
    Remember {
        /// The slot.
        slot: usize,
        /// The value.
        value: i64,
    },
    /// Ends the match.
    Finish {
        /// The winners; `None`: the seats with the highest score.
        winners: Option<Seats>,
    },
    /// Shows a message.
    Say(HouseMessage),
    /// Draws the value of a roll.
    Roll {
        /// Its index.
        roll: usize,
        /// The seat for which it is, where there is one for each.
        seat: Option<Seat>,
    },
    /// Shuffles the values of a list of the memory, but for those that are its start.
    Shuffle {
        /// Its index in the memory.
        memory: usize,
    },
    /// Something that the game offers.
    Game {
        /// Its index.
        effect: usize,
        /// Its arguments.
        arguments: Vec<i64>,
    },
}
