//! Arguments of `new`.

use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

/// Arguments of `new`.
#[derive(Debug, ClapArgs)]
pub struct NewArgs {
    /// What to make.
    #[command(subcommand)]
    pub kind: NewKind,
}

/// What can be made.
#[derive(Debug, Subcommand)]
pub enum NewKind {
    /// A game in Luau, which needs no compiler: one file with a small complete game and its tests. Or one in Rust or C:
    /// a folder with such a game and its build files.
    #[command(after_help = "Examples:\n  stonehouse new game hill-walk\n  stonehouse new game nine-stones --rust")]
    Game(NewGame),
    /// A variant of a game, with every knob named.
    #[command(after_help = "Example:\n  stonehouse new variant three-stones long-lines")]
    Variant(NewOfGame),
    /// A house rule for a game, with every hook named, and a variant that uses it.
    #[command(after_help = "Example:\n  stonehouse new rule three-stones no-corners")]
    Rule(NewOfGame),
}

/// Arguments of `new game`.
#[derive(Debug, ClapArgs)]
pub struct NewGame {
    /// Its name, in lower case letters, digits and hyphens; the file or folder is named after it.
    pub name: String,
    /// Write it in Rust.
    #[arg(long, conflicts_with = "c")]
    pub rust: bool,
    /// Write it in C, without dependencies.
    #[arg(long, conflicts_with = "path")]
    pub c: bool,
    /// The folder of Stonehouse's sources, for a game that depends on them instead of on the published crates.
    #[arg(long, value_name = "DIR", requires = "rust")]
    pub path: Option<PathBuf>,
    /// Where to make it [default: for Luau Stonehouse's folder of games, else here].
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Arguments of `new variant` and `new rule`.
#[derive(Debug, ClapArgs)]
pub struct NewOfGame {
    /// The game's id.
    pub game: String,
    /// Its name, in lower case letters, digits and hyphens; the file is named after it.
    pub name: String,
    /// Where to make it [default: Stonehouse's data folder].
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}
