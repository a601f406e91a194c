//! `stonehouse manual`: the pages and completions that packages install beside the program.

use crate::args::{Args, ManualArgs};
use crate::output;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Writes a manual page for the program and each of its commands, and completions for shells.
pub fn run(args: &ManualArgs) -> ExitCode {
    match write(&args.folder) {
        Ok(()) => output::print(&format!("Written to {}", args.folder.display())),
        Err(error) => output::fail(&format!("{}: {error}", args.folder.display())),
    }
}

fn write(folder: &Path) -> io::Result<()> {
    let (pages, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(&completions)?;
    clap_mangen::generate_to(Args::command().mut_subcommands(with_version), &pages)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        clap_complete::generate_to(shell, &mut Args::command(), "stonehouse", &completions)?;
    }
    Ok(())
}

/// The command, whose manual page and those of its subcommands state the version of the program.
fn with_version(command: Command) -> Command {
    command.version(env!("CARGO_PKG_VERSION")).disable_version_flag(true).mut_subcommands(with_version)
}
