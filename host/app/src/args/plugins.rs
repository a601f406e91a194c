//! Arguments of `plugins`, `paths` and `manual`.

use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

/// Arguments of `plugins`.
#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub struct PluginsArgs {
    /// What to do; the plugins are listed when nothing is named.
    #[command(subcommand)]
    pub action: Option<PluginsAction>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `paths`.
#[derive(Debug, ClapArgs)]
pub struct PathsArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `manual`.
#[derive(Debug, ClapArgs)]
pub struct ManualArgs {
    /// The folder, in which `man` and `completions` are made.
    pub folder: PathBuf,
}

/// What `plugins` does.
#[derive(Debug, Subcommand)]
pub enum PluginsAction {
    /// List the plugins: where they are from, and whether they are loaded.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Allow a plugin to run, in exactly this build.
    Allow {
        /// Its file: a path, or the name of a file in your folder `plugins`.
        file: PathBuf,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Take that back: from the next start on it does not run.
    Forget {
        /// The path or the name of its file, or at least eight digits of its SHA-256.
        plugin: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}
