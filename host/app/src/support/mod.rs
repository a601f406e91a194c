//! Functions that several subcommands use.
//!
//! - `changes`: a variant with changes from the command line
//! - `export`: files that a command writes
//! - `figures`: the results of a simulation as text
//! - `interrupt`: Ctrl-C
//! - `packs`: packs and their problems as text
//! - `plans`: plans of simulations, and the origin of reports
//! - `progress`: the progress of a simulation
//! - `rulesets`: rulesets for as many players as are named, and at the values of a sweep
//! - `tables`: tables of games and of actions as CSV files

pub mod changes;
pub mod export;
pub mod figures;
pub mod interrupt;
pub mod packs;
pub mod plans;
pub mod progress;
pub mod rulesets;
pub mod tables;
