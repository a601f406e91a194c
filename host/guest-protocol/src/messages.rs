//! The messages in both directions.

use serde::{Deserialize, Serialize};
use stonehouse_plugin::{Action, ActionText, Scene, Seat, Seats, Text};

/// A message of a guest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "snake_case")]
pub enum FromGuest {
    /// The first message: joins a table, or the club, by its code.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The code of the invitation.
        code: String,
        /// The name by which others know the guest.
        #[serde(default)]
        name: String,
        /// The key that the host gave it earlier.
        #[serde(default)]
        key: Option<String>,
        /// The language in which the host is to write, after BCP 47. None for English templates, which a program
        /// translates by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        language: Option<String>,
    },
    /// Opens a table. At the club only.
    Open {
        /// The variant, as GAME/ID.
        variant: String,
        /// A player for each seat: `guest`, or the name of a bot. All guests when empty.
        #[serde(default)]
        players: Vec<String>,
    },
    /// Takes a free seat.
    Sit {
        /// The seat.
        seat: Seat,
    },
    /// Gives the seat up and stays as a spectator. Somebody else can take it.
    Stand,
    /// Chooses an action.
    Act {
        /// The revision of the view from which it was chosen.
        revision: u64,
        /// The action.
        action: Action,
        /// The values of its inputs.
        #[serde(default)]
        values: Vec<i64>,
    },
    /// Resigns.
    Resign,
    /// Proposes something that the others at the table have to agree to.
    Propose {
        /// The proposal.
        proposal: Proposal,
    },
    /// Answers a proposal.
    Answer {
        /// The number of the proposal.
        id: u64,
        /// Whether the guest agrees.
        agrees: bool,
    },
    /// Writes a remark to everybody at the table.
    Remark {
        /// The text.
        text: String,
    },
    /// Leaves the table. Unlike a lost connection, it frees the seat.
    Leave,
}

/// A proposal, to which everybody at the table has to agree. With nobody else there it is done at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proposal {
    /// Take back the last action of a person, and what followed.
    Undo,
    /// End the match in a draw.
    Draw,
    /// Stop the clocks until somebody acts.
    Pause,
    /// Play again, with the same seats.
    Rematch,
    /// Play again, each player one seat further to the left.
    SwapSeats,
    /// Let a bot play for those whose connection is lost, until they come back, and at free seats.
    StandIn,
}

/// A message of a host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "a message is written or read, not kept")]
pub enum FromHost {
    /// The answer to [`FromGuest::Hello`] at a table.
    Welcome(Welcome),
    /// The answer to [`FromGuest::Hello`] at the club, and after each change there.
    Club {
        /// The variants that can be played.
        variants: Vec<VariantInfo>,
        /// The bots that a guest can seat.
        bots: Vec<BotInfo>,
        /// The tables.
        tables: Vec<OpenTable>,
    },
    /// The answer to [`FromGuest::Open`].
    Opened {
        /// The code of the table.
        code: String,
    },
    /// The table as the guest may see it.
    View(View),
    /// A proposal of somebody else, to be answered.
    Proposed {
        /// Its number.
        id: u64,
        /// The proposal.
        proposal: Proposal,
        /// The name of the player who made it.
        by: String,
        /// The proposal in words, as the end of "Anna proposes to".
        text: Text,
    },
    /// A proposal is settled: there is nothing more to answer.
    Settled {
        /// Its number.
        id: u64,
        /// Whether everybody agreed.
        agreed: bool,
        /// The result, in a sentence.
        text: Text,
    },
    /// A remark of a guest.
    Remark {
        /// The name of its writer.
        by: String,
        /// The text.
        text: String,
    },
    /// A report of something that happened at the table.
    Report {
        /// The report, in a sentence.
        text: Text,
    },
    /// The last message was not possible, and changed nothing.
    Refused {
        /// The reason, in a sentence without its end.
        why: Text,
    },
    /// The connection ends.
    Bye {
        /// The reason, in a sentence without its end.
        why: Text,
    },
}

/// The table to which a guest has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the protocol.
    pub protocol: u32,
    /// The guest's key, by which it is recognised later.
    pub key: String,
    /// The table.
    pub table: TableInfo,
}

/// A table, without what changes during a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableInfo {
    /// The id of the game, under which the host has its pictures: `/picture/GAME/NAME`.
    pub game_id: String,
    /// The title of the game.
    pub game: String,
    /// The name of the variant.
    pub variant: String,
    /// Where the variant differs from its game, and its house rules: a sentence each.
    pub rules: Vec<Text>,
    /// The seats, in order.
    pub seats: Vec<SeatTitle>,
    /// Whether guests can write remarks.
    pub remarks: bool,
}

/// A seat by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatTitle {
    /// Its name: White, North.
    pub name: String,
    /// The number of its team.
    pub team: u8,
}

/// A variant that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantInfo {
    /// GAME/ID.
    pub id: String,
    /// The title of the game and the name of the variant.
    pub title: Text,
    /// The number of seats that it proposes.
    pub seats: usize,
    /// The fewest seats that it can have.
    pub min_seats: usize,
    /// The most seats that it can have.
    pub max_seats: usize,
}

/// A bot that a guest can seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotInfo {
    /// Its name in [`FromGuest::Open`].
    pub id: String,
    /// Its name for people.
    pub title: Text,
}

/// A table in the list of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenTable {
    /// Its code.
    pub code: String,
    /// The title of the game and the name of the variant.
    pub title: Text,
    /// The names at its seats; empty for a free one.
    pub names: Vec<String>,
    /// Its state, in a few words.
    pub state: Text,
}

/// The table as one guest may see it, whole but for the log.
///
/// `S` and `C` are the scene and the actions: owned where a message is read, JSON where one is written many times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View<S = Option<Scene>, C = Vec<OfferedAction>> {
    /// The number of the view: it grows with every change.
    pub revision: u64,
    /// The guest's seat; none for a spectator.
    pub you: Option<Seat>,
    /// The seats with their players, in order.
    pub seats: Vec<SeatState>,
    /// The number of guests without a seat.
    pub spectators: usize,
    /// The seats that have to choose.
    pub to_act: Seats,
    /// The scene; none before the match begins.
    pub scene: S,
    /// The actions of which the guest can choose one now.
    pub choices: C,
    /// The index of the first line of [`log`](Self::log): earlier lines are as they were, later ones are replaced.
    pub log_from: usize,
    /// The log from there on.
    pub log: Vec<LogLine>,
    /// With clocks: the time that each seat has left, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<u64>>,
    /// The seat whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Seat>,
    /// Whether the clocks rest until somebody acts, as all have agreed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_paused: bool,
    /// The end of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndView>,
    /// A failure that stops the match, in a sentence: of a plugin, a house rule or the disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Text>,
}

/// A seat and its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    /// The name of the player; empty for a free seat.
    pub name: String,
    /// The holder of the seat.
    pub holder: SeatHolder,
    /// The time of the player's clock that was credited for slow messages, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub credited_ms: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The holder of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatHolder {
    /// Nobody: a guest can take it.
    Free,
    /// A guest who is connected.
    Guest,
    /// A guest whose connection is lost.
    Away,
    /// A guest whose connection is lost, or nobody: a bot plays there until somebody does.
    StandIn,
    /// A bot or an outside program.
    Agent,
    /// A guest who resigned.
    Resigned,
}

/// A legal action, with its description.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfferedAction {
    /// The action.
    pub action: Action,
    /// Its text and its paths.
    #[serde(flatten)]
    pub description: ActionText,
}

/// A line of the log, as the guest may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// The seat that acted.
    pub seat: Seat,
    /// The outcomes of chance before the first action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dealt: Vec<Text>,
    /// The announcement of the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Text>,
    /// The action: a phrase whose subject is the seat.
    pub text: Text,
    /// The outcomes of chance after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<Text>,
    /// Its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub news: Option<Text>,
    /// The messages of house rules after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Text>,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndView {
    /// The seats that won; all of them: a draw.
    pub winners: Seats,
    /// The scores by seat; empty in a game without.
    pub scores: Vec<i64>,
    /// The reason for the end.
    pub reason: EndReason,
}

/// The reason why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// By the rules.
    Rules,
    /// This seat ran out of time.
    Time(Seat),
    /// This seat resigned.
    Resigned(Seat),
    /// Everybody agreed to a draw.
    Agreed,
}
