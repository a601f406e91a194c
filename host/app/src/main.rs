//! Stonehouse: without arguments the desktop, with a subcommand the command line.

mod args;
mod commands;
mod output;

use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::plugins::{self, ChildProber, Limits, Prober};
use stonehouse_engine::{Catalog, Folders};
use stonehouse_session::program;

fn main() -> ExitCode {
    let done = run(Args::parse());
    // What this program has started ends with it.
    program::end_all(Duration::MAX);
    done
}

fn run(args: Args) -> ExitCode {
    let file = match args.file_to_open() {
        Ok(file) => file,
        Err(why) => {
            output::fail(&why);
            return ExitCode::from(2);
        }
    };
    let mut folders = Folders::standard();
    folders.add_named(&args.folders.plugins, &args.folders.variants, &args.folders.scripts);

    if let Some(Command::Manual(args)) = &args.command {
        return commands::manual::run(args);
    }
    // A process that tries a library out loads nothing else.
    if let Some(Command::Probe(probe)) = &args.command {
        return commands::probe::run(probe);
    }
    folders.tidy();
    program::close_inherited();
    plugins::guard(folders.ended().as_deref());
    // Tests of one plugin load no others either.
    if let Some(Command::Check(check)) = &args.command
        && !check.paths.is_empty()
        && check.paths.iter().all(|path| commands::check_plugin::is_library(path))
    {
        return commands::check_plugin::run(&folders, check);
    }
    if let Some(Command::Paths(args)) = &args.command {
        return commands::paths::run(&folders, args);
    }
    if let Some(Command::New(new)) = &args.command {
        let catalog =
            || prober(&folders).map(|prober| Catalog::load(&folders, prober)).map_err(|error| error.to_string());
        return commands::new::run(new, catalog);
    }
    if let Some(Command::Plugins(args)) = &args.command {
        let catalog =
            || prober(&folders).map(|prober| Catalog::load(&folders, prober)).map_err(|error| error.to_string());
        return commands::plugins::run(&folders, args, catalog);
    }
    // What was played needs no games to be added up.
    if let Some(Command::Merge(merge)) = &args.command {
        return commands::simulate::merge(merge);
    }
    let prober = match prober(&folders) {
        Ok(prober) => prober,
        Err(error) => return output::fail(&format!("the program's own file cannot be found: {error}")),
    };
    if matches!(args.command, None | Some(Command::Play(_) | Command::CheckPlayer(_))) {
        commands::interrupt::end_on_interrupt();
    }
    let Some(command) = args.command else {
        return match stonehouse_desktop::run(&folders, prober, file) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => output::fail(&format!("the window could not be opened: {error}")),
        };
    };
    let catalog = Catalog::load(&folders, prober);
    match command {
        Command::List(list) => commands::list::run(&catalog, &list),
        Command::Check(check) => commands::check::run(&catalog, &check),
        Command::Simulate(simulate) => commands::simulate::run(&catalog, &simulate),
        Command::Sweep(sweep) => commands::sweep::sweep(&catalog, &sweep),
        Command::Ladder(ladder) => commands::ladder::run(&catalog, &ladder),
        Command::Tune(tune) => commands::sweep::find(&catalog, &tune),
        Command::Compare(compare) => commands::compare::run(&catalog, &compare),
        Command::CheckPlayer(player) => commands::check_player::run(&catalog, &player),
        Command::Play(play) => commands::play::run(&catalog, &play),
        Command::Record(record) => commands::record::run(&catalog, &record),
        Command::Perft(perft) => commands::perft::run(&catalog, &perft),
        Command::Hooks(game) => commands::reference::hooks(&catalog, &game),
        Command::Pack(pack) => commands::pack::run(&catalog, &pack),
        Command::Install(install) => commands::install::run(&catalog, &install),
        Command::Packs(packs) => commands::packs::run(&catalog, &packs),
        Command::Schema(game) => commands::reference::schema(&catalog, &game),
        // Done above, without loading all plugins.
        Command::Probe(_)
        | Command::New(_)
        | Command::Merge(_)
        | Command::Plugins(_)
        | Command::Paths(_)
        | Command::Manual(_) => ExitCode::SUCCESS,
    }
}

/// Tries libraries out before they are loaded, with this program in a process of its own.
fn prober(folders: &Folders) -> std::io::Result<Arc<dyn Prober>> {
    let program = std::env::current_exe()?;
    Ok(Arc::new(ChildProber::new(program, Limits::default(), folders.verdicts.clone())))
}
