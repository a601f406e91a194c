//! A guest's side of a table: what the host has sent, and the table as it is drawn.
//!
//! | module | contents |
//! |---|---|
//! | `state` | the club and the table, as the host has sent them |
//! | `board` | the table, drawn as in the window |
//! | `link` | the link of an invitation |
//! | `client` | the connection to a host, on its own thread |
//! | `pictures` | the pictures of a game, from the host |
//!
//! The window uses all of it; the page in a browser draws with `board`, and its connection is the browser's, so the
//! last three modules are not part of it.
//!
//! A guest does not trust its host: messages are checked before anything of them is kept or drawn, and nothing of them
//! is run.

mod board;
#[cfg(not(target_arch = "wasm32"))]
mod client;
#[cfg(not(target_arch = "wasm32"))]
mod link;
#[cfg(not(target_arch = "wasm32"))]
mod pictures;
mod state;

pub use board::{BoardView, GuestBoard};
#[cfg(not(target_arch = "wasm32"))]
pub use client::{Client, ClientEvent};
#[cfg(not(target_arch = "wasm32"))]
pub use link::{LinkError, TableLink};
#[cfg(not(target_arch = "wasm32"))]
pub use pictures::HostPictures;
pub use state::{Club, GuestRemark, GuestState, InvalidMessage, OpenedProposal, Received};
