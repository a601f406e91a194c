//! Stonehouse: without arguments the desktop, with a subcommand the command line.

mod args;
mod commands;
mod output;
mod support;

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
    // Programs that this one has started end with it.
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

    let Some(command) = args.command else {
        prepare(&folders);
        support::interrupt::end_on_interrupt();
        let opened = prober(&folders).and_then(|prober| {
            let opened = stonehouse_desktop::run(&folders, prober, file);
            opened.map_err(|error| no_window(&error))
        });
        return opened.map_or_else(|why| output::fail(&why), |()| ExitCode::SUCCESS);
    };
    // The process that probes a library loads nothing else, and the pages of the manual need no folders.
    if !matches!(command, Command::Probe(_) | Command::Manual(_)) {
        prepare(&folders);
    }
    let catalog = || prober(&folders).map(|prober| Catalog::load(&folders, prober));
    let with_games = |run: &dyn Fn(&Catalog) -> ExitCode| match catalog() {
        Ok(catalog) => run(&catalog),
        Err(why) => output::fail(&why),
    };
    match &command {
        Command::Manual(args) => commands::manual::run(args),
        Command::Probe(args) => commands::probe::run(args),
        Command::Paths(args) => commands::paths::run(&folders, args),
        Command::New(args) => commands::new::run(&folders, args, catalog),
        Command::Plugins(args) => commands::plugins::run(&folders, args, catalog),
        Command::Types(args) => commands::editor::run(&folders, args),
        Command::Merge(args) => commands::simulate::merge(args),
        Command::Check(args) if commands::check_plugin::are_libraries(&args.paths) => {
            commands::check_plugin::run(&folders, args)
        }
        Command::Check(args) => with_games(&|catalog| commands::check::run(catalog, args)),
        Command::List(args) => with_games(&|catalog| commands::list::run(catalog, args)),
        Command::Simulate(args) => with_games(&|catalog| commands::simulate::run(catalog, args)),
        Command::Sweep(args) => with_games(&|catalog| commands::sweep::run(catalog, args)),
        Command::Ladder(args) => with_games(&|catalog| commands::ladder::run(catalog, args)),
        Command::Tune(args) => with_games(&|catalog| commands::tune::run(catalog, args)),
        Command::Compare(args) => with_games(&|catalog| commands::compare::run(catalog, args)),
        Command::CheckPlayer(args) => {
            support::interrupt::end_on_interrupt();
            with_games(&|catalog| commands::check_player::run(catalog, args))
        }
        Command::Play(args) => {
            support::interrupt::end_on_interrupt();
            with_games(&|catalog| commands::play::run(catalog, args))
        }
        Command::Tables(args) => {
            support::interrupt::end_on_interrupt();
            with_games(&|catalog| commands::tables::run(catalog, args))
        }
        Command::Serve(args) => with_games(&|catalog| commands::serve::run(catalog, args)),
        Command::Record(args) => with_games(&|catalog| commands::record::run(catalog, args)),
        Command::Perft(args) => with_games(&|catalog| commands::perft::run(catalog, args)),
        Command::Hooks(args) => with_games(&|catalog| commands::reference::hooks(catalog, args)),
        Command::Schema(args) => with_games(&|catalog| commands::reference::schema(catalog, args)),
        Command::Pack(args) => with_games(&|catalog| commands::pack::run(catalog, args)),
        Command::Install(args) => with_games(&|catalog| commands::install::run(catalog, args)),
        Command::Packs(args) => with_games(&|catalog| commands::packs::run(catalog, args)),
    }
}

/// The failure to open the window, and its remedy.
fn no_window(error: &str) -> String {
    let is_without_screen = cfg!(target_os = "linux")
        && ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].iter().all(|name| std::env::var_os(name).is_none());
    if is_without_screen {
        "the window needs a screen, and neither `DISPLAY` nor `WAYLAND_DISPLAY` names one. The commands need none: \
         `stonehouse --help` lists them"
            .to_owned()
    } else {
        let needs = if cfg!(target_os = "linux") {
            ". It needs a screen, OpenGL (the library libEGL.so.1 or libGL.so.1), and of X11 the libraries libX11.so.6, \
             libX11-xcb.so.1, libXcursor.so.1, libXi.so.6 and libxkbcommon-x11.so.0, or of Wayland libwayland-client.so.0 \
             and libxkbcommon.so.0"
        } else {
            ". A driver for OpenGL may be missing"
        };
        format!("the window could not be opened: {}{needs}", without_place(error).trim_end_matches('.'))
    }
}

/// An error of winit without the place in its sources.
fn without_place(error: &str) -> &str {
    error.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": ")).map_or(error, |(_, what)| what)
}

/// Removes files that earlier processes left behind, lets the programs that this one starts end with it, and installs
/// the report of a crash inside a plugin.
fn prepare(folders: &Folders) {
    stonehouse_engine::tidy(folders);
    program::close_inherited();
    plugins::guard(folders.ended().as_deref());
}

/// Probes libraries before they are loaded, with this program in its own process.
fn prober(folders: &Folders) -> Result<Arc<dyn Prober>, String> {
    let program =
        std::env::current_exe().map_err(|error| format!("the program's own file cannot be found: {error}"))?;
    Ok(Arc::new(ChildProber::new(program, Limits::default(), folders.verdicts.clone())))
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_error_of_the_window_system_is_reported_without_its_source() {
        let error =
            "winit EventLoopError: os error at /registry/winit-0.30.13/src/mod.rs:788: Failed to open connection";
        assert_eq!(super::without_place(error), "Failed to open connection");
        assert_eq!(super::without_place("No available video device"), "No available video device");
    }
}
