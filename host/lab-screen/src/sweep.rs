//! A run in which numbers of a variant move: over all their values, or to a goal.

use crate::run::lower_priority;
use egui::Context;
use parking_lot::Mutex;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::variant::KnobPathError;
use stonehouse_engine::{Catalog, CatalogError, Problem, Ruleset, Variant, VariantDraft, draft};
use stonehouse_lab::sweep::{Axis, Point, PointError, named, sweep};
use stonehouse_lab::tune::{TuneError, Tuning, TuningGoal, tune};
use stonehouse_lab::{SimulationPlan, Stop};
use stonehouse_language::tr;
use stonehouse_runtime::Plugin;
use stonehouse_ui::worker::Task;

/// A sweep or a tuning to run.
pub struct SweepJob {
    /// The game.
    pub plugin: Arc<Plugin>,
    /// The variant in which numbers move.
    pub variant: Arc<Variant>,
    /// The number of players; 0: as the variant has it.
    pub players: usize,
    /// The numbers that move, with their ranges.
    pub axes: Vec<Axis>,
    /// The simulation that is played of each.
    pub plan: SimulationPlan,
    /// The goal of the search; none: all values are played.
    pub goal: Option<TuningGoal>,
}

impl SweepJob {
    /// The variant with these values, not checked.
    fn changed(&self, values: &[i64]) -> Result<Variant, KnobPathError> {
        let mut changed = VariantDraft::for_a_match(&self.variant).variant;
        for (axis, number) in self.axes.iter().zip(values) {
            axis.knob.set_number(&mut changed, *number)?;
        }
        Ok(changed)
    }

    fn rules(&self, values: &[i64]) -> Result<Arc<Ruleset>, SweepRulesError> {
        let named = || named(&self.axes, values);
        let variant = || self.variant.full_name();
        let changed = self.changed(values).map_err(|error| SweepRulesError::Knob {
            values: named(),
            variant: variant(),
            error,
        })?;
        let rules = draft::check(&self.plugin, &changed).map_err(|faults| {
            let faults = faults.into_iter().map(|fault| fault.text).collect();
            SweepRulesError::Faults { values: named(), faults }
        })?;
        rules.for_players(self.players).map_err(SweepRulesError::Players)
    }
}

/// The reason why there are no rules at a point of a sweep.
#[derive(Debug, thiserror::Error)]
enum SweepRulesError {
    /// A knob cannot be set.
    #[error("{values}: {variant} {error}")]
    Knob {
        /// The values, with the names of their knobs.
        values: String,
        /// The variant.
        variant: String,
        /// The reason.
        error: KnobPathError,
    },
    /// The changed variant is wrong.
    #[error("{values}: {}", .faults.join("\n"))]
    Faults {
        /// The values, with the names of their knobs.
        values: String,
        /// The faults, a sentence each.
        faults: Vec<String>,
    },
    /// The changed variant is not for this number of players.
    #[error("{}", Problem::render_all(.0))]
    Players(Vec<Problem>),
}

/// The failure of a sweep or of a search.
#[derive(Debug, thiserror::Error)]
enum SweepRunError {
    /// A point of the sweep failed.
    #[error(transparent)]
    Sweep(#[from] PointError),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] TuneError),
}

/// The reason why the values found for a goal were not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveTunedError {
    /// No values were found.
    #[error("{}", tr!("Nothing was found yet."))]
    NothingFound,
    /// A knob cannot be set.
    #[error("{variant} {error}")]
    Knob {
        /// The variant.
        variant: String,
        /// The reason.
        error: KnobPathError,
    },
    /// The variant is not in the catalog any more.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// The new variant is wrong, or cannot be written.
    #[error("{}", Problem::render_all(.0))]
    Variant(Vec<Problem>),
}

/// The results so far.
#[derive(Default)]
struct SoFar {
    points: Vec<Arc<Point>>,
    progress: String,
}

/// A sweep or a search, while it is under way and when it is over. Dropping it stops it.
pub struct SweepRun {
    /// The sweep or tuning.
    pub job: Arc<SweepJob>,
    so_far: Arc<Mutex<SoFar>>,
    task: Task<Result<Option<Tuning>, SweepRunError>>,
    /// The values found for the goal.
    pub tuned: Option<Arc<Tuning>>,
    /// Why it failed, for people.
    pub trouble: Option<String>,
}

impl SweepRun {
    /// Begins.
    pub fn begin(job: SweepJob, ctx: &Context) -> Self {
        let (job, stop, so_far) = (Arc::new(job), Stop::new(), Arc::new(Mutex::new(SoFar::default())));
        let (own, work_stop, shared) = (Arc::clone(&job), stop.clone(), Arc::clone(&so_far));
        let (window, woken) = (ctx.clone(), ctx.clone());
        let work = move || {
            lower_priority();
            let mut rules = |values: &[i64]| own.rules(values).map_err(Into::into);
            match &own.goal {
                None => {
                    let mut done = |point: &Point| {
                        shared.lock().points.push(Arc::new(point.clone()));
                        window.request_repaint();
                    };
                    sweep(&own.variant.full_name(), &own.axes, &own.plan, &mut rules, &work_stop, &mut done)
                        .map(|_| None)
                        .map_err(SweepRunError::from)
                }
                Some(goal) => {
                    let mut progress = |what: &str| {
                        what.clone_into(&mut shared.lock().progress);
                        window.request_repaint();
                    };
                    tune(goal, &own.axes, &own.plan, &mut rules, &work_stop, &mut progress)
                        .map(Some)
                        .map_err(SweepRunError::from)
                }
            }
        };
        let task = Task::begin("lab sweep", move || woken.request_repaint(), work).cancelled_by(move || stop.stop());
        Self { job, so_far, task, tuned: None, trouble: None }
    }

    /// The points that were played.
    pub fn points(&self) -> Vec<Arc<Point>> {
        self.so_far.lock().points.clone()
    }

    /// The progress of the search, in words.
    pub fn progress_text(&self) -> String {
        self.so_far.lock().progress.clone()
    }

    /// How many points there are to play.
    pub fn wanted(&self) -> usize {
        self.job.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Whether it is under way.
    pub const fn is_running(&self) -> bool {
        self.task.is_pending()
    }

    /// Requests its end: points that were played remain.
    pub fn stop(&self) {
        self.task.cancel();
    }

    /// Polls whether it is over, waiting at most `timeout`.
    pub fn poll(&mut self, timeout: Duration) {
        match self.task.poll(timeout) {
            None => {}
            Some(Ok(Ok(tuned))) => self.tuned = tuned.map(Arc::new),
            Some(Ok(Err(error))) => self.trouble = Some(error.to_string()),
            Some(Err(failure)) => self.trouble = Some(failure.sentence().to_owned()),
        }
    }

    /// Saves the values found for the goal as a new variant in the person's own folder. Returns its file.
    ///
    /// # Errors
    /// When no values were found, or they could not be saved.
    pub fn save(&self, catalog: &Catalog) -> Result<PathBuf, SaveTunedError> {
        let Some(tuned) = &self.tuned else { return Err(SaveTunedError::NothingFound) };
        let name = self.job.variant.full_name();
        let changed = self.job.changed(&tuned.values);
        let changed = changed.map_err(|error| SaveTunedError::Knob { variant: name.clone(), error })?;
        let draft = catalog.tuned_draft(&name, changed, &named(&tuned.axes, &tuned.values))?;
        catalog.save_as_new(&draft).map_err(SaveTunedError::Variant)
    }
}
