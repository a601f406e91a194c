//! Arguments of the commands for single matches.

use super::ChangesArgs;
use clap::{Args as ClapArgs, value_parser};
use std::net::SocketAddr;
use std::path::PathBuf;
use stonehouse_guest_server::{DEFAULT_CONNECTIONS_OF_ADDRESS, DEFAULT_TABLES, TablePlayer};
use stonehouse_session::caller::SeatPlayer;
use stonehouse_session::tables::MAX_TABLES;

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
    /// The variant, as GAME/ID, or its file.
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

/// Arguments of `tables`.
#[derive(Debug, ClapArgs)]
pub struct TablesArgs {
    /// The variant, as GAME/ID, or its file.
    pub variant: String,
    /// How many tables there are.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = value_parser!(u32).range(1..=i64::from(MAX_TABLES)))]
    pub tables: u32,
    /// Who plays at each: `outside` or a bot for each seat, separated by commas; all outside when not given.
    #[arg(long, value_delimiter = ',')]
    pub players: Vec<SeatPlayer>,
    /// How many threads to use, up to 256; 0 is one for each processor. The matches are the same on any number.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u16).range(..=256))]
    pub threads: u16,
    /// What is changed for a try.
    #[command(flatten)]
    pub changes: ChangesArgs,
}

/// Arguments of `serve`.
#[derive(Debug, ClapArgs)]
pub struct ServeArgs {
    /// A variant of which tables are opened, as GAME/ID.
    pub variant: Option<String>,
    /// Who plays at each: `guest`, a bot or a program for each seat, separated by commas; all guests when not given.
    #[arg(long, value_delimiter = ',', requires = "variant")]
    pub players: Vec<TablePlayer>,
    /// How many tables of the variant there are; those that are open again count. Only with a variant.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "variant", value_parser = value_parser!(u16).range(1..=500))]
    pub tables: u16,
    /// The address and port to listen on: of this computer only, unless another is given. 0.0.0.0 is every network that
    /// it is in.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7717", value_parser = address)]
    pub address: SocketAddr,
    /// The address that the links have, where guests reach this computer by another: that of a proxy.
    #[arg(long, value_name = "URL", value_parser = link)]
    pub link: Option<String>,
    /// The certificate with which connections are encrypted, in PEM, with those that lead to its issuer.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub certificate: Option<PathBuf>,
    /// The key of the certificate, in PEM.
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub key: Option<PathBuf>,
    /// The folder for the tables and the records of their matches, in place of the usual one.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Let nobody write remarks.
    #[arg(long)]
    pub no_remarks: bool,
    /// Open no club: guests cannot open tables.
    #[arg(long)]
    pub no_club: bool,
    /// The most tables that are open at once.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TABLES as u32, value_parser = value_parser!(u32).range(1..=10_000))]
    pub max_tables: u32,
    /// The most connections of one address. Behind a proxy all connections have the same.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CONNECTIONS_OF_ADDRESS as u32, value_parser = value_parser!(u32).range(1..=100_000))]
    pub connections: u32,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "an address and a port, such as 127.0.0.1:7717 or 0.0.0.0:7717".to_owned())
}

fn link(text: &str) -> Result<String, String> {
    let is_whole = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    if is_whole { Ok(text.to_owned()) } else { Err(format!("a whole link, such as https://{text}")) }
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
