//! A run, on threads of its own at a low priority. Its results are published a few times a second, so that frames stay
//! cheap while it runs.
//!
//! All processors but one play. Frames cost the same however fast games are.

use crate::examples::Examples;
use egui::Context;
use parking_lot::Mutex;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::Ruleset;
use stonehouse_engine::record::numbered_file;
use stonehouse_lab::pairs::{Compared, ComparisonError, ComparisonObserver, ComparisonProgress, Pairing, compare};
use stonehouse_lab::rows::{RowKinds, Rows};
use stonehouse_lab::{
    Difference, Partial, SimulationObserver, SimulationPlan, SimulationResults, SimulationSetup, Stop, play_on,
};
use stonehouse_ui::worker::Task;

/// How often results are published.
const EVERY: Duration = Duration::from_millis(300);

/// A simulation of one ruleset, or a comparison of two, to run.
pub struct SimulationJob {
    /// One ruleset, or two to be compared.
    pub rules: Vec<Arc<Ruleset>>,
    /// The simulation that is played of each.
    pub plan: SimulationPlan,
    /// Whether a comparison ends as soon as the differences are clear.
    pub until_clear: bool,
}

/// The results under one ruleset.
pub struct RulesetResults {
    /// The figures.
    pub results: SimulationResults,
    /// Games to show.
    pub examples: Examples,
}

/// The results of a run so far.
pub struct RunResults {
    /// By ruleset.
    pub sides: Vec<RulesetResults>,
    /// Between two rulesets, headline figures first.
    pub differences: Vec<Difference>,
    /// Whether every headline figure of a comparison is settled.
    pub settled: bool,
    /// Games of each ruleset.
    pub played: u64,
    /// How long that took.
    pub took: Duration,
}

impl RunResults {
    fn compared(compared: Compared, examples: &[Examples; 2], began: Instant) -> Self {
        let Compared { pairs, settled, one, other, differences } = compared;
        let [first, second] = examples.clone();
        let sides =
            vec![RulesetResults { results: one, examples: first }, RulesetResults { results: other, examples: second }];
        Self { sides, differences, settled, played: pairs, took: began.elapsed() }
    }

    fn played(part: &Partial, examples: &Examples, began: Instant) -> Self {
        let sides = vec![RulesetResults { results: part.results(), examples: examples.clone() }];
        Self { sides, differences: Vec::new(), settled: false, played: part.played(), took: began.elapsed() }
    }
}

type Published = Arc<Mutex<Option<Arc<RunResults>>>>;

/// A run, while it is under way and when it is over. Dropping it stops it.
pub struct SimulationRun {
    /// The simulation or comparison.
    pub job: Arc<SimulationJob>,
    stop: Stop,
    published: Published,
    task: Task<Result<(), String>>,
    /// Why it failed, for people.
    pub trouble: Option<String>,
}

impl SimulationRun {
    /// Begins.
    pub fn begin(job: SimulationJob, ctx: &Context) -> Self {
        let (job, stop, published) = (Arc::new(job), Stop::new(), Published::default());
        let (own, work_stop, shared, window, woken) =
            (Arc::clone(&job), stop.clone(), Arc::clone(&published), ctx.clone(), ctx.clone());
        let work = move || {
            lower_priority();
            let mut publish = |shown: RunResults| {
                *shared.lock() = Some(Arc::new(shown));
                window.request_repaint();
            };
            if own.rules.len() > 1 {
                in_pairs(&own, &work_stop, &mut publish)
            } else {
                alone(&own, &work_stop, &mut publish)
            }
        };
        let ends = stop.clone();
        let task = Task::begin("lab", move || woken.request_repaint(), work).cancelled_by(move || ends.stop());
        Self { job, stop, published, task, trouble: None }
    }

    /// The results so far.
    pub fn shown(&self) -> Option<Arc<RunResults>> {
        self.published.lock().clone()
    }

    /// Whether it is under way.
    pub const fn is_running(&self) -> bool {
        self.task.is_pending()
    }

    /// Whether a person stopped it.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Requests its end: its results are those of the games played so far.
    pub fn stop(&self) {
        self.task.cancel();
    }

    /// Polls whether it is over, waiting at most `timeout`.
    pub fn poll(&mut self, timeout: Duration) {
        let Some(done) = self.task.poll(timeout) else { return };
        self.trouble = match done {
            Ok(done) => done.err(),
            Err(failure) => Some(failure.sentence().to_owned()),
        };
    }

    /// How long it will take from now on.
    pub fn left(&self) -> Option<Duration> {
        let shown = self.shown().filter(|_| self.is_running())?;
        let left = self.job.plan.games.saturating_sub(shown.played) as f64;
        let rate = shown.played.max(1) as f64 / shown.took.as_secs_f64().max(1e-9);
        let since = self.task.elapsed().saturating_sub(shown.took);
        Some(Duration::from_secs_f64((left / rate).min(1e9)).saturating_sub(since))
    }
}

/// Lowers the priority of this thread below the rest of the machine, where that is possible; threads that it starts
/// inherit it.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}

/// All processors but one: the window and the person's other work need it.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1)
}

fn is_due(last: &mut Instant) -> bool {
    let due = last.elapsed() >= EVERY;
    if due {
        *last = Instant::now();
    }
    due
}

fn alone(job: &SimulationJob, stop: &Stop, publish: &mut dyn FnMut(RunResults)) -> Result<(), String> {
    let Some(rules) = job.rules.first() else { return Ok(()) };
    let began = Instant::now();
    let (mut last, examples) = (began, RefCell::new(Examples::default()));
    let mut row_sink = |rows: Rows| {
        rows.games.iter().for_each(|row| examples.borrow_mut().add(row));
        Ok(())
    };
    let mut on_progress = |part: &Partial| {
        if part.played() > 0 && is_due(&mut last) {
            publish(RunResults::played(part, &examples.borrow(), began));
        }
        true
    };
    let part = Partial::new(SimulationSetup::of(rules, &job.plan).map_err(|error| error.to_string())?);
    let wanted = RowKinds { games: true, actions: false };
    let observer = SimulationObserver {
        stop: stop.clone(),
        on_progress: Some(&mut on_progress),
        rows: Some((wanted, &mut row_sink)),
    };
    let part = play_on(rules, &job.plan, part, observer).map_err(|error| error.to_string())?;
    if part.played() > 0 {
        publish(RunResults::played(&part, &examples.borrow(), began));
    }
    Ok(())
}

fn in_pairs(job: &SimulationJob, stop: &Stop, publish: &mut dyn FnMut(RunResults)) -> Result<(), String> {
    let [one, other] = &job.rules[..] else { return Ok(()) };
    let began = Instant::now();
    let (mut last, examples) = (began, RefCell::new([Examples::default(), Examples::default()]));
    let mut row_sink = |rows: [Rows; 2]| {
        for (examples, rows) in examples.borrow_mut().iter_mut().zip(&rows) {
            rows.games.iter().for_each(|row| examples.add(row));
        }
    };
    let mut on_progress = |now: &ComparisonProgress<'_>| {
        if now.pairs() > 0 && is_due(&mut last) {
            publish(RunResults::compared(now.compared(), &examples.borrow(), began));
        }
    };
    let pairing = Pairing { one, other, plan: job.plan.clone(), other_seed: None, until_clear: job.until_clear };
    let observer =
        ComparisonObserver { stop: stop.clone(), on_progress: Some(&mut on_progress), rows: Some(&mut row_sink) };
    let compared = compare(&pairing, observer).map_err(|error| match error {
        ComparisonError::Ruleset { ruleset, failure } => {
            format!("{}: {failure}", ruleset.of(one, other).variant().full_title())
        }
        ComparisonError::Threads(failure) => failure.to_string(),
    })?;
    if compared.pairs > 0 {
        publish(RunResults::compared(compared, &examples.borrow(), began));
    }
    Ok(())
}

/// Plays one game of a run again, and records it in this folder. Returns the record, or none if it was stopped.
///
/// # Errors
/// Why it could not be played or recorded, for people.
pub fn record(
    job: &SimulationJob,
    side: usize,
    game: u64,
    folder: &Path,
    stop: &Stop,
) -> Result<Option<PathBuf>, String> {
    let Some(rules) = job.rules.get(side) else { return Ok(None) };
    let plan =
        SimulationPlan { record_dir: Some(folder.to_owned()), threads: 1, results_only: true, ..job.plan.clone() };
    let message = |error: stonehouse_lab::SimulationError| error.to_string();
    let mut part = Partial::new(SimulationSetup::of(rules, &plan).map_err(message)?);
    (part.from, part.done, part.to) = (game, game, game + 1);
    let observer = SimulationObserver { stop: stop.clone(), ..SimulationObserver::default() };
    let part = play_on(rules, &plan, part, observer).map_err(message)?;
    Ok(part.is_whole().then(|| numbered_file(folder, game)))
}
