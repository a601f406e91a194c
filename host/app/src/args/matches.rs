//! Arguments of the commands for single matches.

use super::ChangesArgs;
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use stonehouse_session::caller::SeatPlayer;

/// Arguments of `check-player`.
#[derive(Debug, ClapArgs)]
pub struct CheckPlayerArgs {
    /// The program and its arguments, in one text.
    pub command: String,
    /// The variants to play, each as GAME/ID; the first of every game if none is named.
    #[arg(value_name = "VARIANT")]
    pub played: Vec<String>,
    /// How many matches of each; at least one in each seat is played.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(..=10_000))]
    pub matches: u64,
}

/// Arguments of `play`.
#[derive(Debug, ClapArgs)]
pub struct PlayArgs {
    /// The variant, as GAME/ID.
    pub variant: String,
    /// Who plays: `outside`, a bot or a program for each seat, separated by commas; all outside when not given.
    #[arg(long, value_delimiter = ',')]
    pub players: Vec<SeatPlayer>,
    /// What is changed for a try.
    #[command(flatten)]
    pub changes: ChangesArgs,
    /// Write a record of each match into this folder.
    #[arg(long, value_name = "DIR")]
    pub record_dir: Option<PathBuf>,
}

/// Arguments of `record`.
#[derive(Debug, ClapArgs)]
pub struct RecordArgs {
    /// The record's file.
    pub file: PathBuf,
    /// Print what each house rule changed and caused, with its line.
    #[arg(long)]
    pub why: bool,
    /// Print the match as a test of a house rule, to be put into its `tests`.
    #[arg(long, conflicts_with_all = ["json", "why"])]
    pub test: bool,
    /// Print the match as a lesson for the player of this seat (from 0), to be given remarks: see the page "Lessons" of
    /// the documentation.
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["json", "why", "test"])]
    pub lesson: Option<u8>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
