//! The lines of a record.

use super::commitment::HiddenSeed;
use super::seal::{self, SealError};
use crate::clock::{ClockError, ClockRule};
use crate::files::MAX_TEXT_BYTES;
use crate::pack_label::PackLabel;
use crate::player::Player;
use crate::variant::{MAX_SCRIPTS, title};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io;
use stonehouse_plugin::{Action, MAX_SEATS, Outcome, Seat};

/// The first line: everything needed to replay the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The format's version: [`FORMAT`](super::FORMAT) or an older one.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The version of the game's plugin.
    pub game_version: String,
    /// The hash of the game's source, where it is written in Luau; absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_sha256: Option<String>,
    /// The variant, as `GAME/ID`.
    pub variant: String,
    /// The variant's name.
    pub variant_name: String,
    /// The pack that the variant came from, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<PackLabel>,
    /// Whether the variant was played instead of a shipped one of the same id.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_shipped: bool,
    /// When the match began, by the local clock.
    pub started: String,
    /// The seed of the deal; absent where it is written with the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The hash that commits to a seed which is written with the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_sha256: Option<String>,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The number of each seat's team; empty where each seat plays for itself, and in records of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The outcomes of chance before the first action, as [`ActionLine::rolled`] has those after one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<u32>,
    /// Their descriptions, as [`ActionLine::rolls`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// Every knob's value.
    pub knobs: Map<String, Value>,
    /// The house rules, in order.
    pub scripts: Vec<ScriptText>,
    /// The clock.
    pub clock: Option<ClockRule>,
    /// Whether hints of bots were off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_hints: bool,
}

/// A mistake in the first line of a record, as the end of "the record was edited or damaged: …".
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HeaderError {
    /// There is neither a seed nor the hash of one.
    #[error("it has no seed")]
    NoSeed,
    /// There are both.
    #[error("it has both a seed and the hash of one")]
    TwoSeeds,
    /// No match has so many players.
    #[error("it has {0} players, but a match has from 1 to {MAX_SEATS}")]
    Players(usize),
    /// There is not one team for each player.
    #[error("it has the teams of {teams} seats for {players} players")]
    Teams {
        /// The number of teams.
        teams: usize,
        /// The number of players.
        players: usize,
    },
    /// The name of the player of this seat is too long.
    #[error("the name of the player of seat {0} is longer than {most} bytes", most = Player::MAX_NAME)]
    LongName(usize),
    /// There are too many scripts.
    #[error("it has {0} scripts, but a variant has at most {MAX_SCRIPTS}")]
    Scripts(usize),
    /// The script of this name is too long.
    #[error("its script `{0}` is longer than {most} MiB", most = MAX_TEXT_BYTES >> 20)]
    LongScript(String),
    /// The clock is impossible.
    #[error(transparent)]
    Clock(#[from] ClockError),
}

impl Header {
    /// The variant's name for people, as [`Variant::title`](crate::Variant::title) returns it.
    pub fn title(&self) -> String {
        title(&self.variant_name, self.pack.as_ref(), self.not_shipped)
    }

    /// This header with a hash in place of the seed, if outside programs play; and the seed.
    ///
    /// # Errors
    /// When the system has no random bytes.
    pub(super) fn committed(&self) -> io::Result<(Self, Option<HiddenSeed>)> {
        let seed = self.seed.filter(|_| self.players.iter().any(Player::is_program));
        let hidden = seed.map(HiddenSeed::new).transpose()?;
        let header = match &hidden {
            Some(hidden) => Self { seed: None, seed_sha256: Some(hidden.hash()), ..self.clone() },
            None => self.clone(),
        };
        Ok((header, hidden))
    }

    /// Checks what can be checked without the game: the seed, the number of players, the scripts, the clock.
    ///
    /// # Errors
    /// The mistake.
    pub fn check(&self) -> Result<(), HeaderError> {
        match (self.seed, &self.seed_sha256) {
            (Some(_), None) | (None, Some(_)) => {}
            (None, None) => return Err(HeaderError::NoSeed),
            (Some(_), Some(_)) => return Err(HeaderError::TwoSeeds),
        }
        let seats = self.players.len();
        if !(1..=MAX_SEATS).contains(&seats) {
            return Err(HeaderError::Players(seats));
        }
        if !self.teams.is_empty() && self.teams.len() != seats {
            return Err(HeaderError::Teams { teams: self.teams.len(), players: seats });
        }
        check_names(&self.players)?;
        if self.scripts.len() > MAX_SCRIPTS {
            return Err(HeaderError::Scripts(self.scripts.len()));
        }
        if let Some(script) = self.scripts.iter().find(|script| script.source.len() as u64 > MAX_TEXT_BYTES) {
            return Err(HeaderError::LongScript(script.name.clone()));
        }
        self.clock.as_ref().map_or(Ok(()), |clock| Ok(clock.check(seats)?))
    }
}

/// Checks that no player's name is longer than allowed.
pub(super) fn check_names(players: &[Player]) -> Result<(), HeaderError> {
    let is_long = |player: &Player| player.name.len().max(player.player.len()) > Player::MAX_NAME;
    players.iter().position(is_long).map_or(Ok(()), |seat| Err(HeaderError::LongName(seat)))
}

/// A house rule as a record holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptText {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub source: String,
    /// The values that the variant gives to its knobs.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub knobs: Map<String, Value>,
    /// The values of its memory that go on from the match before in a series.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub carried: Map<String, Value>,
}

/// An outcome of chance as it is described to an observer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Roll {
    /// Its text; empty where there is nothing that the observer may know.
    pub text: String,
    /// Its structured fields.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub data: Value,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionLine {
    /// Its number among the actions that were not taken back, from 1. Absent in format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The seat that acted.
    pub seat: Seat,
    /// The action's code. Absent in a line that has `sealed` instead, until it is unsealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// The values of its inputs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<i64>,
    /// The code and the values, where they would reveal more than the description for the public does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<String>,
    /// Its description for the public; in format 1, for the referee.
    pub text: String,
    /// Its structured fields, for the same observer.
    pub data: Value,
    /// The time on each seat's clock after it, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<u64>>,
    /// The outcomes of chance after it, by code, where the host rolls the dice. They follow from the seed. Absent where
    /// the public may not know one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<u32>,
    /// The descriptions of all of these outcomes, in the same order and for the same observer as `text`. Absent in
    /// records of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// The messages of house rules after it that everybody may read, a line each; in format 1, all of them.
    #[serde(default, rename = "said", skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<String>,
    /// The effects of house rules that took place, as the public may know them. Absent before format 3.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<Value>,
}

impl ActionLine {
    /// The action's code, which is available once the line was read.
    pub fn code(&self) -> Action {
        self.action.unwrap_or_default()
    }

    /// Seals the code and the values.
    pub(crate) fn seal(&mut self, seed: u64) {
        let number = self.number.unwrap_or_default() as u64;
        self.sealed = Some(seal::close(seed, number, self.code(), &self.values));
        self.action = None;
        self.values.clear();
    }

    /// Unseals the code and the values, if they were sealed.
    ///
    /// # Errors
    /// When what is sealed is no action.
    pub(crate) fn unseal(&mut self, seed: u64) -> Result<(), SealError> {
        let (Some(sealed), None) = (&self.sealed, self.action) else { return Ok(()) };
        let number = self.number.unwrap_or_default() as u64;
        let (action, values) = seal::open(seed, number, sealed).ok_or(SealError)?;
        (self.action, self.values) = (Some(action), values);
        Ok(())
    }
}

/// A seat resigned, and the others play on. From then on another player takes that seat's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resignation {
    /// The seat that resigned.
    pub seat: Seat,
    /// How many actions had been played by then.
    pub after: usize,
}

/// The full description of an action, revealed once the match is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Revealed {
    /// The number of the action, from 1.
    pub number: usize,
    /// Its code, if that was sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// The values of its inputs, if they were sealed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<i64>,
    /// Its description for the referee.
    pub text: String,
    /// Its structured fields, for the same observer.
    pub data: Value,
    /// The effects of house rules that took place, all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<Value>,
    /// The outcomes of chance after it, by code, if the public might not know them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<u32>,
    /// Their descriptions for the referee, if those for the public are others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// All messages of house rules after it, if one of them was for one seat only.
    #[serde(default, rename = "said", skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<String>,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Scores and winners.
    pub outcome: Outcome,
    /// The reason for it.
    pub reason: Reason,
    /// The seats that resigned before, while others played on, in the order in which they did.
    #[serde(default, rename = "gave_up", skip_serializing_if = "Vec::is_empty")]
    pub resigned: Vec<Seat>,
}

/// The reason why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// By the game's rules.
    Rules,
    /// This seat ran out of time.
    Time(Seat),
    /// This seat resigned.
    Resigned(Seat),
    /// Everybody agreed to a draw.
    Agreed,
}

/// The line of the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndLine {
    /// The end of the match.
    #[serde(flatten)]
    pub ending: Ending,
    /// The time on each seat's clock at the end, in milliseconds. Absent in format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<u64>>,
    /// Whether house rules were notified of an end that does not follow from the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub notified: bool,
}

/// Everything that is written when a match is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Closing {
    /// The deal of the match, as the game reveals it; null where it hides nothing.
    pub deal: Value,
    /// The actions of which the public did not learn everything.
    pub revealed: Vec<Revealed>,
    /// The end.
    pub ending: Ending,
    /// The time on each seat's clock, in milliseconds.
    pub left_ms: Option<Vec<u64>>,
    /// As [`EndLine::notified`].
    pub notified: bool,
}

/// A line of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
pub(crate) enum RecordLine {
    Match(Box<Header>),
    Action(ActionLine),
    #[serde(rename = "gave_up")]
    Resigned(Resignation),
    Undo {
        actions: usize,
        /// How many of the last resignations were taken back.
        #[serde(default, rename = "gave_up", skip_serializing_if = "is_nought")]
        resignations: usize,
    },
    Seed(HiddenSeed),
    Deal {
        deal: Value,
    },
    Revealed(Revealed),
    End(EndLine),
    Continued {
        file: String,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_nought(count: &usize) -> bool {
    *count == 0
}
