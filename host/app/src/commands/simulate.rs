//! `stonehouse simulate` and `stonehouse merge`

use crate::args::{MergeArgs, SimulateArgs};
use crate::output;
use crate::support::interrupt::{INTERRUPTED, stop_on_interrupt};
use crate::support::plans::{origin, plan_of_games, report, series_note};
use crate::support::progress::Progress;
use crate::support::rulesets::for_players;
use crate::support::tables::Tables;
use crate::support::{changes, figures};
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::{Catalog, Problem, Ruleset};
use stonehouse_lab::rows::RowKinds;
use stonehouse_lab::{Partial, SimulationObserver, SimulationPlan, SimulationSetup, play_on};

/// How often a simulation that can be resumed is saved.
const SAVED_EVERY: Duration = Duration::from_secs(3);

/// Plays many games and prints their figures.
pub fn run(catalog: &Catalog, args: &SimulateArgs) -> ExitCode {
    match simulate(catalog, args) {
        Ok(code) => code,
        Err(message) => output::fail(&message),
    }
}

/// The ruleset of a variant with changes, for as many seats as players are named where the variant leaves their number
/// open.
pub fn ruleset(catalog: &Catalog, args: &SimulateArgs) -> Result<Arc<Ruleset>, String> {
    let ruleset = changes::ruleset(catalog, &args.variant, &args.changes)?;
    for_players(&ruleset, args.players.len())
}

/// The plan of the simulation, by the arguments.
pub fn plan(catalog: &Catalog, args: &SimulateArgs, seats: usize) -> Result<SimulationPlan, String> {
    Ok(SimulationPlan {
        fixed_seats: args.fixed_seats,
        results_only: args.results_only,
        replays: args.replays,
        longest: args.longest,
        record_dir: args.record_dir.clone(),
        ..plan_of_games(catalog, args.games, args.runs, &args.players, &args.measured, seats)?
    })
}

fn simulate(catalog: &Catalog, args: &SimulateArgs) -> Result<ExitCode, String> {
    let ruleset = ruleset(catalog, args)?;
    let plan = plan(catalog, args, ruleset.seating().seats.len())?;
    let setup = SimulationSetup::of(&ruleset, &plan).map_err(|error| error.to_string())?;
    let empty = match args.shard {
        Some(shard) => Partial::shard(setup, shard.index, shard.count),
        None => Partial::new(setup),
    };
    let begun = match &args.resume {
        Some(file) if file.exists() => {
            let begun = Partial::read(file).map_err(|problem| problem.render())?;
            begun.check_same(&empty).map_err(|why| format!("{} cannot be resumed: {why}", file.display()))?;
            begun
        }
        _ => empty,
    };
    let mut tables = Tables::create(args, &begun.setup)?;
    let stop = stop_on_interrupt()?;
    let (mut progress, mut unsaved, mut saved) = (Progress::new(&begun), None, Instant::now());
    let began = Instant::now();
    let before = begun.played();
    let mut on_progress = |part: &Partial| {
        progress.show(part);
        if let Some(file) = &args.resume
            && saved.elapsed() > SAVED_EVERY
        {
            saved = Instant::now();
            unsaved = part.write(file).err();
        }
        unsaved.is_none()
    };
    let wanted = tables.wanted();
    let mut write = |rows| tables.write(&rows);
    let observer = SimulationObserver {
        stop: stop.clone(),
        on_progress: Some(&mut on_progress),
        rows: (wanted != RowKinds::default()).then_some((wanted, &mut write)),
    };
    let played = play_on(&ruleset, &plan, begun, observer);
    progress.clear();
    if let Some(problem) = unsaved {
        return Err(problem.render());
    }
    // The games that were played before a failure can be read, too.
    let finished = tables.finish();
    let part = played.map_err(|error| error.to_string())?;
    finished?;
    for file in args.resume.iter().chain(&args.partial) {
        part.write(file).map_err(|problem| problem.render())?;
    }
    if let Some(file) = &args.report {
        report(file, &stonehouse_lab::report::simulation(&part.results(), &origin(&[&ruleset], plan.seed)))?;
    }
    let seconds = began.elapsed().as_secs_f64();
    let stopped = stop.is_stopped() && !part.is_whole();
    let printed = print(&part, args.json, args.explain, || {
        let resumed = if before > 0 { format!("; {before} games were played before") } else { String::new() };
        let note = series_note(&[&ruleset]);
        format!("\n{seconds:.2} s, {}{resumed}\n{note}", pace(part.played() - before, seconds))
    });
    Ok(if stopped { ExitCode::from(INTERRUPTED) } else { printed })
}

/// How fast `games` were played in `seconds`, in the unit that reads best: games between strong bots take several
/// seconds each.
fn pace(games: u64, seconds: f64) -> String {
    let rate = games as f64 / seconds.max(1e-9);
    if games > 0 && rate < 1.0 {
        format!("{:.2} seconds a game", seconds / games as f64)
    } else {
        format!("{rate:.0} games a second")
    }
}

/// Adds up the shards of a simulation and prints its figures.
pub fn merge(args: &MergeArgs) -> ExitCode {
    let read: Result<Vec<Partial>, Problem> = args.files.iter().map(|file| Partial::read(file)).collect();
    let merged = match read {
        Ok(parts) => Partial::merge(parts).map_err(|why| format!("these files do not add up: {why}")),
        Err(problem) => Err(problem.render()),
    };
    match merged {
        Ok(sum) => print(&sum, args.json, args.explain, String::new),
        Err(message) => output::fail(&message),
    }
}

fn print(part: &Partial, as_json: bool, explain: bool, last: impl FnOnce() -> String) -> ExitCode {
    let results = part.results();
    if as_json {
        output::print_json(&json!(results))
    } else {
        output::print(&(figures::text(&results, explain) + &last()))
    }
}

#[cfg(test)]
mod tests {
    use super::pace;

    #[test]
    fn the_pace_is_given_by_the_second_or_by_the_game() {
        assert_eq!(pace(100_000, 0.5), "200000 games a second");
        assert_eq!(pace(30, 30.0), "1 games a second");
        assert_eq!(pace(60, 1060.8), "17.68 seconds a game");
        assert_eq!(pace(0, 3.0), "0 games a second");
    }
}
