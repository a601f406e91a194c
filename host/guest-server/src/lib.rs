//! Tables at which guests sit, from browsers and other computers.
//!
//! The host's engine is the referee: a guest is sent what its seat may know, and sends what it chooses
//! (`docs/guests.md` is the page for hosts, and describes the messages).
//!
//! | module | contents |
//! |---|---|
//! | `table` | a match with guests, without sockets |
//! | `open_tables` | the tables by their codes, and the club |
//! | `games` | the games that can be played |
//! | `outbox` | messages that wait to be sent to a guest |
//! | `lag` | credit on the clock for slow connections |
//! | `limits` | limits of a guest and of an address |
//! | `names` | names and remarks of guests, cleaned |
//! | `translated` | messages in the language of a guest |
//! | `certificate` | the certificate of a server that encrypts by itself |
//! | `connection` | one guest's WebSocket |
//! | `page` | the page in browsers, and the files of its drawn table |
//! | `server` | connections, and the health of the server |
//!
//! # Design
//! - Data flows one way: match → view of one observer → newest-only [`outbox`] → socket, and back: message → table →
//!   match. A table is locked for each message, for a millisecond or two; agents think outside of the lock.
//! - One process and a folder of records: each match is a record that is continued after a restart, so no database is
//!   needed. A second machine is a second address, with other tables.
//! - Tokio is used in this crate only. The desktop without guests starts no thread of it and no socket.

mod certificate;
mod connection;
mod games;
mod lag;
mod limits;
mod names;
mod open_tables;
mod outbox;
mod page;
mod server;
mod table;
mod translated;

pub use certificate::{Certificate, CertificateError};
pub use games::{Games, GamesError};
pub use lag::{MAX_CREDIT_OF_ACTION, MAX_CREDIT_OF_MATCH};
pub use open_tables::{DEFAULT_TABLES, OpenTableError, OpenTables, TablesSetup};
pub use page::texts_of_page;
pub use server::{DEFAULT_CONNECTIONS_OF_ADDRESS, Server, ServerError, ServerSetup};
pub use table::{RestoreError, SavedTable, TablePlayer, saved_tables};
