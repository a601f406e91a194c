//! Arguments of the commands for packs.

use clap::{Args as ClapArgs, Subcommand};
use semver::Version;
use std::path::PathBuf;

/// Arguments of `pack`.
#[derive(Debug, ClapArgs)]
pub struct PackArgs {
    /// Games in Luau and variants, as GAME and GAME/VARIANT; or a folder with a `pack.toml`; or a pack's file.
    #[arg(required_unless_present = "from_record")]
    pub what: Vec<String>,
    /// Make the pack of what was played in this record's match.
    #[arg(long, value_name = "FILE", conflicts_with = "what")]
    pub from_record: Option<PathBuf>,
    /// The file to write [default: ID.stonehouse, here].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a folder, to be changed and packed again, instead of the file.
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub folder: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long)]
    pub force: bool,
    /// Its id, in lower-case letters, digits and hyphens [default: that of the first game or variant].
    #[arg(long)]
    pub id: Option<String>,
    /// Its name for people [default: that of the first game or variant].
    #[arg(long)]
    pub name: Option<String>,
    /// Its version, of three numbers [default: that of the game, or 1.0.0].
    #[arg(long, value_name = "VERSION")]
    pub pack_version: Option<Version>,
    /// Who made it (may be repeated).
    #[arg(long, value_name = "NAME")]
    pub author: Vec<String>,
    /// What others may do with it, for example CC0-1.0.
    #[arg(long)]
    pub licence: Option<String>,
    /// One sentence about it [default: that of the first game or variant].
    #[arg(long)]
    pub summary: Option<String>,
    /// Where it comes from, on the web.
    #[arg(long, value_name = "ADDRESS")]
    pub homepage: Option<String>,
}

/// Arguments of `install`.
#[derive(Debug, ClapArgs)]
pub struct InstallArgs {
    /// The file of the pack, or of a game in Luau, which is installed as a pack.
    pub file: PathBuf,
    /// Install it without asking.
    #[arg(long, short)]
    pub yes: bool,
}

/// Arguments of `packs`.
#[derive(Debug, ClapArgs)]
pub struct PacksArgs {
    /// What to do; lists the packs if nothing is named.
    #[command(subcommand)]
    pub action: Option<PacksAction>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What can be done with packs.
#[derive(Debug, Subcommand)]
pub enum PacksAction {
    /// Switch a pack on: its games and variants can be played.
    #[command(after_help = "Example:\n  stonehouse packs on top-heavy")]
    On(PackId),
    /// Switch a pack off: it stays installed, and nothing of it is in use.
    #[command(after_help = "Example:\n  stonehouse packs off top-heavy")]
    Off(PackId),
    /// Show what a pack holds, and what it would do if it were installed.
    #[command(
        after_help = "Examples:\n  stonehouse packs show top-heavy\n  stonehouse packs show top-heavy.stonehouse"
    )]
    Show(PackShown),
    /// Remove a pack: its file is moved into the folder `packs/old`.
    #[command(after_help = "Example:\n  stonehouse packs remove top-heavy")]
    Remove(PackId),
    /// Print the JSON Schema of `pack.toml`, for editors.
    #[command(after_help = "Example:\n  stonehouse packs schema")]
    Schema,
}

/// A pack that is installed.
#[derive(Debug, ClapArgs)]
pub struct PackId {
    /// The pack's id.
    pub id: String,
}

/// A pack to be shown.
#[derive(Debug, ClapArgs)]
pub struct PackShown {
    /// The id of a pack that is installed, or a pack's file.
    pub pack: String,
}
