//! The match on its own thread, as the screen holds it: its state as it was last reported, and its requests.

use super::actor::{MatchActor, MatchStatus, Snapshot};
use egui::Ui;
use parking_lot::MappedMutexGuard;
use std::time::Duration;
use stonehouse_bots::Stop;
use stonehouse_engine::Match;
use stonehouse_ui::worker::{Task, TaskFailure, WAIT_BEFORE_NOTICE, Worker};

/// The match, which works on its own thread.
pub(super) struct MatchHandle {
    worker: Worker<MatchActor>,
    /// The request that it is working on.
    pending: Task<Snapshot>,
    status: MatchStatus,
}

impl MatchHandle {
    pub fn new(actor: MatchActor) -> Self {
        Self { worker: Worker::new("match", actor), pending: Task::default(), status: MatchStatus::default() }
    }

    /// The state of the match as it was last reported.
    pub const fn status(&self) -> &MatchStatus {
        &self.status
    }

    pub fn set_status(&mut self, status: MatchStatus) {
        self.status = status;
    }

    /// Whether it is working on something whose result changes the view.
    pub const fn is_busy(&self) -> bool {
        self.pending.is_pending()
    }

    /// How long rules have been running, if it is long enough to be noticed.
    pub fn slow_for(&self) -> Option<Duration> {
        Some(self.pending.elapsed()).filter(|elapsed| *elapsed > WAIT_BEFORE_NOTICE)
    }

    /// Has the window look for the result again soon, if it is working.
    pub fn schedule_poll(&self, ui: &Ui) {
        self.pending.schedule_poll(ui);
    }

    /// Submits work to the actor, which must not be busy. [`poll`](Self::poll) returns the result.
    pub fn submit(&mut self, work: impl FnOnce(&mut MatchActor) -> Snapshot + Send + 'static) {
        self.pending = self.worker.submit(work);
    }

    /// The result of the latest request, for which this waits at most `timeout`.
    pub fn poll(&mut self, timeout: Duration) -> Option<Result<Snapshot, TaskFailure>> {
        self.pending.poll(timeout)
    }

    /// Queues a question that changes nothing that is shown.
    pub fn query<A: Send + 'static>(&self, job: impl FnOnce(&mut MatchActor) -> A + Send + 'static) -> Task<A> {
        self.worker.submit(job)
    }

    /// Lets it prepare work that can be stopped, and runs that on a thread of this name.
    pub fn work<A: Send + 'static, W: FnOnce() -> A + Send + 'static>(
        &self,
        ui: &Ui,
        name: &'static str,
        prepare: impl FnOnce(&mut MatchActor, Stop) -> Option<W> + Send + 'static,
    ) -> Task<A> {
        let (ctx, stop) = (ui.ctx().clone(), Stop::new());
        let stopped = stop.clone();
        let task = self.worker.submit_prepared(name, move || ctx.request_repaint(), |actor| prepare(actor, stopped));
        task.cancelled_by(move || stop.stop())
    }

    /// The match itself. It blocks while rules are running. `None` if its thread panicked.
    pub fn current(&self) -> Option<MappedMutexGuard<'_, Match>> {
        self.worker.lock().map(|actor| MappedMutexGuard::map(actor, |actor| actor.current_mut()))
    }
}
