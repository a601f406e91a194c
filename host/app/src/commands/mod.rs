//! The subcommands, a file each.

pub mod check;
pub mod list;
pub mod perft;
pub mod probe;
pub mod record;
pub mod reference;
pub mod simulate;
