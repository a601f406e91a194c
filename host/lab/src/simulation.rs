//! Simulation: many games between bots.
//!
//! Every game has its own seed, made from the simulation's seed and the game's number, and every figure follows
//! from sums of whole numbers, so the result is the same on any number of threads and however the games are split. The
//! sums are kept as the games are played: memory does not grow with their number.

use crate::failed::Failed;
use crate::metrics::Metrics;
use crate::partial::Partial;
use crate::plan::{SimulationError, SimulationPlan};
use crate::play::GameRunner;
use crate::results::{SimulationResults, SimulationSetup};
use crate::rows::{RowKinds, Rows};
use crate::run::{GameBlocks, Halt, in_order};
use crate::sums::Summable;
use std::sync::Arc;
use stonehouse_bots::Stop;
use stonehouse_engine::{Problem, Ruleset};

/// A receiver of the rows of games.
pub type RowSink<'a> = &'a mut dyn FnMut(Rows) -> Result<(), Problem>;

/// The observer of a simulation: receives its progress and rows, and can end it.
#[derive(Default)]
pub struct SimulationObserver<'a> {
    /// Ends the simulation early: its results are those of the games played so far.
    pub stop: Stop,
    /// Called on the calling thread after every block of games, and several times a second, with all that was played so
    /// far. False ends the simulation.
    pub on_progress: Option<&'a mut dyn FnMut(&Partial) -> bool>,
    /// Called on the calling thread with the rows of games, in order. An error ends the simulation with it.
    pub rows: Option<(RowKinds, RowSink<'a>)>,
}

/// Plays many games.
///
/// # Errors
/// The failure of the game with the lowest number that failed.
pub fn simulate(ruleset: &Arc<Ruleset>, plan: &SimulationPlan) -> Result<SimulationResults, SimulationError> {
    let part = Partial::new(SimulationSetup::of(ruleset, plan)?);
    Ok(play_on(ruleset, plan, part, SimulationObserver::default())?.results())
}

/// Plays the games of a part that were not played yet, until it is stopped.
///
/// # Errors
/// When the part is of another simulation, and as [`simulate`].
pub fn play_on(
    ruleset: &Arc<Ruleset>,
    plan: &SimulationPlan,
    mut part: Partial,
    mut observer: SimulationObserver<'_>,
) -> Result<Partial, SimulationError> {
    let setup = SimulationSetup::of(ruleset, plan)?;
    part.setup.check_same(&setup)?;
    if let Some(folder) = &plan.record_dir {
        std::fs::create_dir_all(folder).map_err(|error| {
            SimulationError::Record(Problem::file(folder, format!("the folder cannot be made: {error}")))
        })?;
    }
    let wanted = observer.rows.as_ref().map(|(wanted, _)| *wanted).unwrap_or_default();
    let blocks = GameBlocks::new(plan, part.done..part.to);
    let stop = &observer.stop;
    let table = &setup.lineup;
    let work = |player: &mut GameRunner<'_>, number: u64| -> Result<Option<(Metrics, Rows)>, Failed> {
        let (mut metrics, mut rows) = (Metrics::default(), Rows::default());
        for game in blocks.games(number) {
            if stop.is_stopped() {
                return Ok(None);
            }
            let Some(played) = player.play(game, stop)? else { return Ok(None) };
            metrics.add(&played);
            if wanted != RowKinds::default() {
                rows.add(&played, wanted);
            }
        }
        Ok(Some((metrics, rows)))
    };
    let mut unwritten = None;
    let part_now = std::cell::RefCell::new(&mut part);
    let mut on_progress = observer.on_progress.take();
    let mut row_sink = observer.rows.take();
    let halt = in_order(
        blocks.numbers(),
        plan.threads,
        &|| GameRunner::new(ruleset, plan, table),
        &work,
        |number, (metrics, rows): (Metrics, Rows)| {
            if let Some((_, row_sink)) = &mut row_sink
                && let Err(problem) = row_sink(rows)
            {
                unwritten = Some(problem);
                return false;
            }
            let mut part = part_now.borrow_mut();
            part.metrics.add_up(&metrics);
            part.done = blocks.games(number).end;
            true
        },
        || {
            if let Some(on_progress) = &mut on_progress
                && !on_progress(&part_now.borrow())
            {
                stop.stop();
            }
        },
    );
    match (halt, unwritten) {
        (_, Some(problem)) => Err(SimulationError::Record(problem)),
        (Ok(()), None) => Ok(part),
        (Err(Halt::Threads(error)), None) => Err(SimulationError::Threads(error.to_string())),
        (Err(Halt::Failed(failed)), None) => Err(reproduce_failure(ruleset, plan, &setup, failed)),
    }
}

/// Returns the failure of a game that is played again by itself, so that the failure belongs to this game alone.
fn reproduce_failure(
    ruleset: &Arc<Ruleset>,
    plan: &SimulationPlan,
    setup: &SimulationSetup,
    failed: Failed,
) -> SimulationError {
    let Failed { game, error } = failed;
    if !matches!(error, SimulationError::Rules { .. }) {
        return error;
    }
    let unrecorded = SimulationPlan { record_dir: None, ..plan.clone() };
    let mut alone = GameRunner::new(ruleset, &unrecorded, &setup.lineup);
    // A bot limited by the clock may have chosen differently this time.
    match alone.play(game, &Stop::new()) {
        Err(failed) => failed.error,
        Ok(_) => error,
    }
}
