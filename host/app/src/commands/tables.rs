//! `stonehouse tables`

use super::play::setup_of;
use crate::args::TablesArgs;
use crate::output;
use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_session::tables::{TablesSetup, serve};

/// Plays at many tables with a caller over standard input and output.
pub fn run(catalog: &Catalog, args: &TablesArgs) -> ExitCode {
    if stdin().is_terminal() || stdout().is_terminal() {
        return output::fail(
            "this command exchanges binary messages with a program, over standard input and output, and these are a \
             terminal: `stonehouse.vector` of the Python package runs it",
        );
    }
    let seats = match setup_of(catalog, &args.variant, &args.players, &args.changes) {
        Ok(seats) => seats,
        Err(message) => return output::fail(&message),
    };
    let setup = TablesSetup { seats, tables: args.tables, threads: args.threads.into() };
    let served = serve(&setup, &mut stdin().lock(), &mut stdout().lock());
    served.map_or_else(|error| output::fail(&error.to_string()), |()| ExitCode::SUCCESS)
}
