//! The messages between a table and its guests: JSON, one message for each text frame of a WebSocket.
//!
//! - `codes`: codes of invitations, and the keys by which guests are recognised
//! - `messages`: the messages in both directions
//!
//! # Design
//! - *Scenes are whole.* A [`View`] contains the whole table as one seat may see it. There are no differences to apply,
//!   so a guest whose connection was lost needs one message, and a slow one is sent the newest view only.
//! - *Secrets stay with the host.* A guest is sent the scene, the log and the actions of its own seat. It has no rules,
//!   no position and no seed.
//! - *An action belongs to a revision.* A view has a number that grows with every change; an action is refused unless
//!   it was chosen from the newest view. A second click, a repeated message and a race cannot act twice.
//! - Fields that a side does not know are ignored, so a version can add some. Another [`PROTOCOL`] is refused.

mod codes;
mod messages;

pub use codes::{CodeError, GuestKey, InviteCode};
pub use messages::{
    BotInfo, EndReason, EndView, FromGuest, FromHost, LogLine, OfferedAction, OpenTable, Proposal, SeatHolder,
    SeatState, SeatTitle, TableInfo, VariantInfo, View, Welcome,
};

/// The version of the protocol. A guest states which one it uses.
pub const PROTOCOL: u32 = 1;

/// The longest message of a guest, in bytes.
pub const MAX_GUEST_MESSAGE: usize = 16 * 1024;

/// The longest message of a host, in bytes.
pub const MAX_HOST_MESSAGE: usize = 4 * 1024 * 1024;

/// The longest name of a guest, in characters.
pub const MAX_GUEST_NAME: usize = 40;

/// The longest remark of a guest, in characters.
pub const MAX_REMARK: usize = 200;
