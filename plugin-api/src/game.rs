//! The trait that a game implements, and the inputs of a ruleset.

use crate::house::EventDecl;
use crate::{
    Action, ActionText, Actions, HookDecl, Hooks, Host, Json, KnobSet, Manifest, Observer, Scene, Seat, Seats, Turn,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A game: a family of rules, set by knobs and changed by house rules.
///
/// The implementing type is one *compiled ruleset*: immutable, shared by every match and every
/// thread that plays under it. The position is [`Game::State`]: plain data, cheap to clone.
///
/// The required methods are those that only the game can implement; the rest have defaults. Everything else is an
/// [extension](crate::extensions). The crate `stonehouse-conformance` checks the promises stated here.
pub trait Game: Send + Sync + Sized + 'static {
    /// The typed parameters, defined with [`knobs!`](crate::knobs!).
    type Knobs: KnobSet;

    /// A position, with the generator of its randomness inside. No pointer into the ruleset.
    type State: Clone + Send + 'static;

    /// The description of the game. Does not depend on a ruleset.
    fn about() -> About;

    /// The hooks that house rules may use, at most [`MAX_HOOKS`](crate::MAX_HOOKS). A hook's index in this list is the
    /// number by which the game calls it.
    fn hooks() -> Vec<HookDecl> {
        Vec::new()
    }

    /// The events that house rules can subscribe to, at most [`MAX_EVENTS`](crate::house::MAX_EVENTS). An event's index
    /// in this list is the number by which the game reports it.
    fn events() -> Vec<EventDecl> {
        Vec::new()
    }

    /// The words by which house rules refer to the seats, if not by their numbers from 0: one for each of the most
    /// seats that there can be.
    fn seat_words() -> Vec<String> {
        Vec::new()
    }

    /// Compiles knobs and house rules into a ruleset.
    ///
    /// # Errors
    /// When knobs contradict each other. Types, ranges and unknown names have been checked already.
    fn new(setup: Setup<Self::Knobs>) -> Result<Self, RulesError>;

    /// The seats of a match under this ruleset.
    fn seating(&self) -> Seating;

    /// The position at the start. The same seed gives the same position, everywhere.
    ///
    /// # Errors
    /// [`GameError::Hook`] when a house rule that affects the deal failed.
    fn deal(&self, seed: u64) -> Result<Self::State, GameError>;

    /// The turn: the seats or chance that decide next, even if that is out of the usual order.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Pushes every legal action of the seat whose turn it is, in ascending order, none twice. At least
    /// one, and none when the turn is not that of one seat.
    ///
    /// # Errors
    /// [`GameError::Hook`] when a house rule failed.
    fn legal_actions(&self, state: &Self::State, actions: &mut Actions<'_>) -> Result<(), GameError>;

    /// Applies a legal action.
    ///
    /// # Errors
    /// [`GameError::Illegal`] when the action is not legal, the state being unchanged;
    /// [`GameError::Hook`] when a house rule failed, after which the state must not be used.
    fn apply(&self, state: &mut Self::State, action: Action) -> Result<(), GameError>;

    /// Each seat's current score, within [`MAX_POINTS`] of 0; `scores` has one place per seat.
    fn scores(&self, state: &Self::State, scores: &mut [i64]);

    /// The winners, once the game is over. By default, the seats with the highest score.
    fn winners(&self, state: &Self::State) -> Seats {
        let mut scores = [0; crate::MAX_SEATS];
        let scores = &mut scores[..self.seating().seats.len()];
        self.scores(state, scores);
        Seats::highest(scores)
    }

    /// The table as `observer` may see it.
    fn scene(&self, state: &Self::State, observer: Observer) -> Scene;

    /// Everything on the table, hidden or not, by name: hands, piles from the top, the bag. For people who read a
    /// finished record without the program; no seat sees it during the match. By default nothing.
    fn reveal(&self, _state: &Self::State) -> Json {
        Json::Null
    }

    /// Describes `action`, which is legal in `state`, to `observer`, with the ways to choose it.
    fn describe(&self, state: &Self::State, action: Action, observer: Observer) -> ActionText;
}

/// A game that takes more steps than this (actions, choices of several seats together, outcomes of chance) is
/// considered endless.
pub const MAX_GAME_STEPS: usize = 100_000;

/// The greatest distance of a score or a prospect from 0: up to here an `f64` represents every whole number exactly.
pub const MAX_POINTS: i64 = 1 << 53;

/// The description of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct About {
    /// The id by which variants, folders and records name it: lower case letters, digits and hyphens.
    pub id: String,
    /// The name that people see.
    pub name: String,
    /// The plugin's version. A new major version may give action codes another meaning.
    pub version: String,
    /// One sentence for the launcher.
    pub summary: String,
    /// The possible numbers of players.
    pub seats: SeatsRange,
    /// The rules in short, as Markdown, for the help beside the table.
    pub rules: String,
    /// The ids of the host's extensions that the game requires ([`abi::host`](crate::abi::host)); a host that lacks one
    /// refuses the plugin.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Its authors, its terms, and its duration.
    #[serde(default)]
    pub manifest: Manifest,
}

impl About {
    /// A game with this id, name and version, for two players.
    pub fn new(id: &str, name: &str, version: &str) -> Self {
        Self { id: id.to_owned(), name: name.to_owned(), version: version.to_owned(), ..Self::default() }
    }

    /// With this summary.
    #[must_use]
    pub fn summary(mut self, summary: &str) -> Self {
        summary.clone_into(&mut self.summary);
        self
    }

    /// For `min` to `max` players, and `default` players where a variant does not set a number.
    #[must_use]
    pub const fn seats(mut self, min: u8, max: u8, default: u8) -> Self {
        self.seats = SeatsRange { min, max, default };
        self
    }

    /// With these rules in short, as Markdown.
    #[must_use]
    pub fn rules(mut self, rules: &str) -> Self {
        rules.clone_into(&mut self.rules);
        self
    }

    /// With this manifest.
    #[must_use]
    pub fn manifest(mut self, manifest: Manifest) -> Self {
        self.manifest = manifest;
        self
    }

    /// With an extension of the host that it requires.
    #[must_use]
    pub fn needs(mut self, id: &str) -> Self {
        self.needs.push(id.to_owned());
        self
    }
}

/// The possible numbers of seats of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatsRange {
    /// The fewest.
    pub min: u8,
    /// The most, up to [`MAX_SEATS`](crate::MAX_SEATS).
    pub max: u8,
    /// The number of seats where a variant does not set one.
    pub default: u8,
}

/// Two players.
impl Default for SeatsRange {
    fn default() -> Self {
        Self { min: 2, max: 2, default: 2 }
    }
}

/// The inputs from which a ruleset is compiled.
#[non_exhaustive]
pub struct Setup<K> {
    /// The number of seats, within [`About::seats`].
    pub seats: u8,
    /// Every knob's value.
    pub knobs: K,
    /// The house rules.
    pub hooks: Hooks,
    /// The host, for a line in its log.
    pub host: Host,
}

impl<K> Setup<K> {
    /// For tests: rules for `seats` with these knobs and house rules, and a host that does nothing.
    pub const fn new(seats: u8, knobs: K, hooks: Hooks) -> Self {
        Self { seats, knobs, hooks, host: Host::none() }
    }
}

/// The seats of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Seating {
    /// The seats in order.
    pub seats: Vec<SeatInfo>,
}

impl Seating {
    /// These seats.
    pub fn new(seats: impl IntoIterator<Item = SeatInfo>) -> Self {
        Self { seats: seats.into_iter().collect() }
    }

    /// `count` players without names of their own, each for themselves.
    pub fn players(count: u8) -> Self {
        Self::new((0..count).map(|seat| SeatInfo::new(&format!("Player {}", seat + 1), seat)))
    }

    /// Whether all seats play as one team, against the game.
    pub fn is_one_team(&self) -> bool {
        self.seats.iter().all(|seat| seat.team == self.seats[0].team)
    }

    /// The number of the team of `seat`; 0 where there is no such seat.
    pub fn team(&self, seat: Seat) -> u8 {
        self.seats.get(seat.index()).map_or(0, |seat| seat.team)
    }

    /// The number of each seat's team.
    pub fn teams(&self) -> Vec<u8> {
        self.seats.iter().map(|seat| seat.team).collect()
    }

    /// The seats of a team.
    pub fn members(&self, team: u8) -> impl Iterator<Item = Seat> {
        Seat::all(self.seats.len()).filter(move |seat| self.team(*seat) == team)
    }

    /// The best score within a team: whether a game gives a team's points to one of its seats or to each makes no
    /// difference. 0 for no seat.
    pub fn best_score(&self, scores: &[i64], team: u8) -> i64 {
        let of_team = scores.iter().zip(&self.seats).filter(|(_, seat)| seat.team == team);
        of_team.map(|(score, _)| *score).max().unwrap_or_default()
    }

    /// The number of teams among `seats`.
    pub fn count_teams(&self, seats: impl IntoIterator<Item = Seat>) -> usize {
        seats.into_iter().map(|seat| self.team(seat)).collect::<BTreeSet<u8>>().len()
    }
}

/// One seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SeatInfo {
    /// Its name in the rules: "White", "North"; "Player 1" where they have none.
    pub name: String,
    /// Seats with the same number play as one team.
    pub team: u8,
}

impl SeatInfo {
    /// A seat of this name, in the team of this number.
    pub fn new(name: &str, team: u8) -> Self {
        Self { name: name.to_owned(), team }
    }
}

/// Knobs that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{message}")]
pub struct RulesError {
    /// The knob to change, by name; empty where no single one is to blame.
    pub knob: String,
    /// The contradiction, and values that would be valid.
    pub message: String,
}

impl RulesError {
    /// An error in `knob`.
    pub fn knob(knob: &str, message: impl Into<String>) -> Self {
        Self { knob: knob.to_owned(), message: message.into() }
    }
}

/// The reason why a call of the game failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The action is not legal here. The state is unchanged.
    #[error("that action is not legal here")]
    Illegal,
    /// The action is not legal here, or not with these values, for this reason: a sentence without a full stop, which
    /// people read beside the button: "you have no wood". The state is unchanged.
    #[error("that action is not legal here: {0}")]
    Refused(&'static str),
    /// A house rule failed; the host has recorded which and why. The state must not be used any more.
    #[error("a house rule failed")]
    Hook,
    /// A playout did not end within [`MAX_GAME_STEPS`] steps. The state must not be used any more.
    #[error("the game did not end within {MAX_GAME_STEPS} steps")]
    Endless,
    /// The game does not support this call.
    #[error("the game has no answer to this call")]
    Unsupported,
    /// The host requested that the call stop: see [`Host::should_stop`]. The state must not be used any more.
    #[error("it was stopped")]
    Stopped,
}
