//! Stonehouse: without arguments the desktop, with a subcommand the command line.

mod args;
mod commands;
mod output;

use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;
use stonehouse_engine::{Catalog, Folders};

fn main() -> ExitCode {
    let args = Args::parse();
    let mut folders = Folders::standard();
    folders.add_named(&args.folders.plugins, &args.folders.variants, &args.folders.scripts);

    let Some(command) = args.command else {
        return match stonehouse_desktop::run(&folders) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => output::fail(&format!("the window could not be opened: {error}")),
        };
    };
    let catalog = Catalog::load(&folders);
    match command {
        Command::List(list) => commands::list::run(&catalog, &list),
        Command::Check(check) => commands::check::run(&catalog, &check),
        Command::Simulate(simulate) => commands::simulate::run(&catalog, &simulate),
        Command::Record(record) => commands::record::run(&catalog, &record),
        Command::Perft(perft) => commands::perft::run(&catalog, &perft),
        Command::Hooks(game) => commands::reference::hooks(&catalog, &game),
        Command::Schema(game) => commands::reference::schema(&catalog, &game),
    }
}
