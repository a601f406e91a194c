//! What several subcommands use.
//!
//! - `changes`: a variant with changes from the command line
//! - `export`: files that a command writes
//! - `figures`: the results of a simulation as text
//! - `interrupt`: Ctrl-C
//! - `progress`: the progress of a simulation
//! - `tables`: tables of games and of actions as CSV files

pub mod changes;
pub mod export;
pub mod figures;
pub mod interrupt;
pub mod progress;
pub mod tables;
