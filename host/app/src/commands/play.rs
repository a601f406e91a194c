//! `stonehouse play`

use crate::args::{ChangesArgs, PlayArgs};
use crate::output;
use crate::support::{changes, rulesets::for_players};
use std::io::{IsTerminal, stdin};
use std::process::ExitCode;
use std::sync::Arc;
use stonehouse_engine::{Catalog, Ruleset};
use stonehouse_session::Programs;
use stonehouse_session::caller::{CallerSetup, SeatPlayer, serve};

/// Plays matches with a caller over standard input and output.
pub fn run(catalog: &Catalog, args: &PlayArgs) -> ExitCode {
    match caller_setup(catalog, args) {
        Ok(matches) => {
            if stdin().is_terminal() {
                output::warn(
                    "Messages are read from standard input, a line each: see the page “Players from outside” of the documentation.",
                );
            }
            let served = serve(&matches, &mut stdin().lock(), &mut output::send);
            served.map_or_else(|error| output::fail(&error.to_string()), |()| ExitCode::SUCCESS)
        }
        Err(message) => output::fail(&message),
    }
}

/// The matches to be played.
fn caller_setup(catalog: &Catalog, args: &PlayArgs) -> Result<CallerSetup, String> {
    let setup = setup_of(catalog, &args.variant, &args.players, &args.changes)?;
    if let Some(folder) = &args.record_dir {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: the folder cannot be made: {error}", folder.display()))?;
    }
    Ok(CallerSetup { record_dir: args.record_dir.clone(), ..setup })
}

/// The setup of matches of a variant with these players and changes, without records.
pub fn setup_of(
    catalog: &Catalog,
    variant: &str,
    players: &[SeatPlayer],
    changes: &ChangesArgs,
) -> Result<CallerSetup, String> {
    let ruleset = changes::ruleset(catalog, variant, changes)?;
    let ruleset = for_players(&ruleset, players.len())?;
    let seat_players = seat_players(&ruleset, players)?;
    let programs = Programs::of(catalog.folders()).map_err(|problem| problem.render())?;
    for seat_player in &seat_players {
        if let SeatPlayer::Agent(agent) = seat_player {
            agent.build(0, &programs).map_err(|error| error.to_string())?;
        }
    }
    Ok(CallerSetup { ruleset, seat_players, programs, record_dir: None })
}

fn seat_players(ruleset: &Arc<Ruleset>, named: &[SeatPlayer]) -> Result<Vec<SeatPlayer>, String> {
    let seats = ruleset.seating().seats.len();
    if named.is_empty() {
        return Ok(vec![SeatPlayer::Outside; seats]);
    }
    if named.len() != seats {
        let example = vec![SeatPlayer::OUTSIDE; seats].join(",");
        return Err(format!(
            "{} players were named, but this variant has {seats} seats: name one for each, for example {example}",
            named.len()
        ));
    }
    if !named.contains(&SeatPlayer::Outside) {
        return Err("no seat is left to you: name `outside` for at least one, or use `stonehouse simulate`".to_owned());
    }
    Ok(named.to_vec())
}
