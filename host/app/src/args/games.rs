//! Arguments of the commands about games, variants and plugins.

use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;

/// Arguments of `list`.
#[derive(Debug, ClapArgs)]
pub struct ListArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check`.
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// Variants, house rules, plugins or folders to check; everything that is found if none is named.
    pub paths: Vec<PathBuf>,
    /// Let luau-lsp check the types of these house rules and games in Luau instead.
    #[arg(long)]
    pub types: bool,
    /// Run only this test of a plugin.
    #[arg(long, value_name = "NAME")]
    pub test: Option<String>,
    /// Play this many games in each test of a plugin.
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// The seed of these games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `probe`.
#[derive(Debug, ClapArgs)]
pub struct ProbeArgs {
    /// The library.
    pub library: PathBuf,
    /// Where to write what is under way and what was found, instead of printing it.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Only this test.
    #[arg(long, value_name = "NAME")]
    pub test: Option<String>,
    /// How many games to play.
    #[arg(long, default_value_t = 20)]
    pub games: u64,
    /// The seed of them all.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The address space that the process may use, in bytes.
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<u64>,
    /// The processor time that the process may use.
    #[arg(long, value_name = "SECONDS")]
    pub processor: Option<u64>,
}

/// Arguments of `hooks` and `schema`.
#[derive(Debug, ClapArgs)]
pub struct GameArgs {
    /// The game's id.
    pub game: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `types`.
#[derive(Debug, ClapArgs)]
pub struct TypesArgs {
    /// A game in Luau, or a folder of them [default: Stonehouse's folder of games].
    pub path: Option<PathBuf>,
    /// Print the reference of all that a game declares and gets, in Markdown, instead.
    #[arg(long, conflicts_with = "path")]
    pub reference: bool,
}

/// Arguments of `hooks`.
#[derive(Debug, ClapArgs)]
pub struct HooksArgs {
    /// The game's id.
    pub game: String,
    /// Print JSON.
    #[arg(long, conflicts_with_all = ["luau", "luau_docs"])]
    pub json: bool,
    /// Print type definitions for editors (luau-lsp).
    #[arg(long, conflicts_with = "luau_docs")]
    pub luau: bool,
    /// Print what these types and their fields mean, for editors (luau-lsp).
    #[arg(long)]
    pub luau_docs: bool,
}
