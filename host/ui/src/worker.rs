//! Runs work that calls a game's rules on its own thread, so that a slow game or house rule never freezes the
//! window.
//!
//! Most of this work takes a millisecond. So a frame that starts it waits for the result, but only for an imperceptible
//! time; after that the window continues without it. The thread uses the language of the thread that started the work.

use egui::Ui;
use parking_lot::{MappedMutexGuard, Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;
use stonehouse_language::{current_language, set_language, tr, with_language};
use web_time::Instant;

/// How long a frame waits for rules that it has called: too short to be noticed.
pub const WAIT_BEFORE_NEXT_FRAME: Duration = Duration::from_millis(40);
/// How long rules may run before the window shows that it is waiting.
pub const WAIT_BEFORE_NOTICE: Duration = Duration::from_millis(700);
/// How often a screen checks whether running rules are done.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long dropping a [`Worker`] waits until its value is dropped too, so that the files it holds are free.
const CLOSING: Duration = Duration::from_millis(300);

/// Work on another thread, or its result until that is taken. The default is no work.
///
/// Dropping it cancels the work, if that can be cancelled; the result is then lost.
pub struct Task<A> {
    state: TaskState<A>,
    since: Instant,
    cancel: Option<Box<dyn Fn() + Send>>,
}

enum TaskState<A> {
    Idle,
    Running(Receiver<A>),
    // Boxed, so that a task is small wherever it is kept.
    Done(Box<Result<A, TaskFailure>>),
}

/// Why work has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskFailure {
    /// The system gave no thread for it.
    NoThread,
    /// It panicked, or its thread has ended.
    Panicked,
}

impl TaskFailure {
    /// The sentence for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NoThread => tr!("The system could not start another thread. Close other programs and try again."),
            Self::Panicked => tr!("Something failed in this program, not in the game."),
        }
    }
}

impl<A> Default for Task<A> {
    fn default() -> Self {
        Self { state: TaskState::Idle, since: Instant::now(), cancel: None }
    }
}

impl<A: Send + 'static> Task<A> {
    /// Starts `work` on a thread of this name, where there are threads, and calls `wake` when it is done.
    pub fn begin(name: &str, wake: impl FnOnce() + Send + 'static, work: impl FnOnce() -> A + Send + 'static) -> Self {
        if cfg!(target_arch = "wasm32") {
            // A page in a browser has no threads: the work is done at once.
            let result = work();
            wake();
            return Self { state: TaskState::Done(Box::new(Ok(result))), since: Instant::now(), cancel: None };
        }
        let (send, result) = mpsc::channel();
        let mut task = Self::running(result);
        if !spawn(name, send, wake, work) {
            task.state = TaskState::Done(Box::new(Err(TaskFailure::NoThread)));
        }
        task
    }
}

impl<A> Task<A> {
    fn running(result: Receiver<A>) -> Self {
        Self { state: TaskState::Running(result), since: Instant::now(), cancel: None }
    }

    /// The task, with `cancel` as the request to end early.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: impl Fn() + Send + 'static) -> Self {
        self.cancel = Some(Box::new(cancel));
        self
    }

    /// Asks the work to end early, with its result so far.
    pub fn cancel(&self) {
        if let (TaskState::Running(_), Some(cancel)) = (&self.state, &self.cancel) {
            cancel();
        }
    }

    /// Whether there is work whose result was not taken yet.
    pub const fn is_pending(&self) -> bool {
        !matches!(self.state, TaskState::Idle)
    }

    /// Takes the result, for which it waits at most `timeout`. `None` while the work is running, and if there is none.
    pub fn poll(&mut self, timeout: Duration) -> Option<Result<A, TaskFailure>> {
        self.receive(timeout);
        match std::mem::replace(&mut self.state, TaskState::Idle) {
            TaskState::Done(result) => Some(*result),
            other => {
                self.state = other;
                None
            }
        }
    }

    /// Blocks until the work is done; the next [`poll`](Self::poll) takes the result.
    pub fn wait(&mut self) {
        self.receive(Duration::MAX);
    }

    fn receive(&mut self, timeout: Duration) {
        let TaskState::Running(result) = &self.state else { return };
        self.state = TaskState::Done(Box::new(match result.recv_timeout(timeout) {
            Ok(result) => Ok(result),
            Err(RecvTimeoutError::Timeout) => return,
            Err(RecvTimeoutError::Disconnected) => Err(TaskFailure::Panicked),
        }));
    }

    /// The time since the work was started; zero if there is none.
    pub fn elapsed(&self) -> Duration {
        if self.is_pending() { self.since.elapsed() } else { Duration::ZERO }
    }

    /// Has the window look for the result again soon, if there is work.
    pub fn schedule_poll(&self, ui: &Ui) {
        if self.is_pending() {
            ui.request_repaint_after(POLL_INTERVAL);
        }
    }
}

impl<A> Drop for Task<A> {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Runs `work` on a thread of this name, sends its result, and calls `wake`. Returns whether the system gave a thread.
fn spawn<A: Send + 'static>(
    name: &str,
    send: Sender<A>,
    wake: impl FnOnce() + Send + 'static,
    work: impl FnOnce() -> A + Send + 'static,
) -> bool {
    let work = with_language(work);
    let work = move || {
        // Sending fails if nobody waits any more.
        let _ = send.send(work());
        wake();
    };
    thread::Builder::new().name(name.to_owned()).spawn(work).is_ok()
}

type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// A value on its own worker thread, which runs jobs on it one after the other.
pub struct Worker<T: Send + 'static> {
    value: Arc<Mutex<Option<T>>>,
    jobs: Sender<Job<T>>,
}

impl<T: Send + 'static> Worker<T> {
    /// Moves `value` to a new thread of this name. If the system gives no thread, every job is a [`TaskFailure`].
    pub fn new(name: &str, value: T) -> Self {
        let value = Arc::new(Mutex::new(Some(value)));
        let (jobs, queue) = mpsc::channel::<Job<T>>();
        let own = Arc::clone(&value);
        let work = move || {
            for job in queue {
                // A job that panics ends the thread; its task is then broken.
                match own.lock().as_mut() {
                    Some(value) => job(value),
                    None => break,
                }
            }
        };
        // Without a thread the jobs have no receiver, and each is broken at once.
        let _ = thread::Builder::new().name(name.to_owned()).spawn(work);
        Self { value, jobs }
    }

    /// Queues a job behind all earlier ones.
    pub fn submit<A: Send + 'static>(&self, job: impl FnOnce(&mut T) -> A + Send + 'static) -> Task<A> {
        let (send, result) = mpsc::channel();
        let language = current_language();
        let job = move |value: &mut T| {
            set_language(&language);
            let _ = send.send(job(value));
        };
        // If the thread has ended, the sender of the result is dropped with the job, and the task is broken.
        let _ = self.jobs.send(Box::new(job));
        Task::running(result)
    }

    /// Queues a job that prepares work, which then runs on its own thread with this name; `wake` is called when it
    /// is done. If the job prepares none, the task is broken.
    pub fn submit_prepared<A: Send + 'static, W: FnOnce() -> A + Send + 'static>(
        &self,
        name: &'static str,
        wake: impl FnOnce() + Send + 'static,
        prepare: impl FnOnce(&mut T) -> Option<W> + Send + 'static,
    ) -> Task<A> {
        let (send, result) = mpsc::channel();
        let language = current_language();
        let job = move |value: &mut T| {
            set_language(&language);
            if let Some(work) = prepare(value) {
                spawn(name, send, wake, work);
            }
        };
        let _ = self.jobs.send(Box::new(job));
        Task::running(result)
    }

    /// Locks the value. It blocks until no job is running, and no job runs while the guard is held: for tests and
    /// tools.
    pub fn lock(&self) -> Option<MappedMutexGuard<'_, T>> {
        MutexGuard::try_map(self.value.lock(), Option::as_mut).ok()
    }
}

/// The value is dropped at once, or, if a job is running on it, after that job.
impl<T: Send + 'static> Drop for Worker<T> {
    fn drop(&mut self) {
        let (send, closed) = mpsc::channel();
        let value = Arc::clone(&self.value);
        let close = move || {
            drop(value.lock().take());
            let _ = send.send(());
        };
        // A plugin whose drop never returns blocks this thread and nothing else.
        if thread::Builder::new().name("closing".to_owned()).spawn(close).is_ok() {
            let _ = closed.recv_timeout(CLOSING);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longer than any test takes.
    const LONG: Duration = Duration::from_mins(10);

    fn done<A>(task: &mut Task<A>) -> A {
        task.poll(LONG).unwrap().unwrap()
    }

    #[test]
    fn jobs_are_done_in_order_on_another_thread() {
        let worker = Worker::new("test", Vec::new());
        let own = thread::current().id();
        let mut tasks: Vec<_> = (0..5)
            .map(|number| {
                worker.submit(move |list: &mut Vec<u32>| {
                    list.push(number);
                    (list.clone(), thread::current().id())
                })
            })
            .collect();
        let answers: Vec<_> = tasks.iter_mut().map(done).collect();
        assert_eq!(answers[4].0, [0, 1, 2, 3, 4]);
        assert!(answers.iter().all(|(_, thread)| *thread != own));
        assert_eq!(*worker.lock().unwrap(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_caller_does_not_block_on_a_slow_job_and_detects_a_panic() {
        let worker = Worker::new("test", 1);
        let (go, wait) = mpsc::channel::<()>();
        let mut slow = worker.submit(move |number| {
            let _ = wait.recv();
            *number
        });
        assert!(slow.poll(Duration::ZERO).is_none() && slow.is_pending());
        go.send(()).unwrap();
        assert_eq!(done(&mut slow), 1);
        let mut broken: Task<()> = worker.submit(|_| panic!("on purpose"));
        assert_eq!(broken.poll(LONG), Some(Err(TaskFailure::Panicked)));
        assert!(!broken.is_pending(), "its result was taken");
        assert_eq!(
            worker.submit(|number| *number).poll(LONG),
            Some(Err(TaskFailure::Panicked)),
            "its thread has ended"
        );
    }

    #[test]
    fn a_task_keeps_its_result_and_is_cancelled_when_dropped() {
        let worker = Worker::new("test", 7);
        let (stop, stopped) = mpsc::channel::<()>();
        let work = |number: &mut u32| {
            let number = *number;
            Some(move || (number, stopped.recv().is_ok()))
        };
        let mut task = worker.submit_prepared("test", || (), work).cancelled_by(move || {
            let _ = stop.send(());
        });
        task.cancel();
        task.wait();
        assert_eq!((task.poll(Duration::ZERO), task.poll(Duration::ZERO)), (Some(Ok((7, true))), None));
        let (stop, stopped) = mpsc::channel::<()>();
        drop(worker.submit(|_| thread::park()).cancelled_by(move || {
            let _ = stop.send(());
        }));
        assert!(stopped.recv_timeout(LONG).is_ok());
    }

    #[test]
    fn dropping_a_worker_drops_its_value_unless_a_job_is_running() {
        struct Bell(Sender<()>);
        impl Drop for Bell {
            fn drop(&mut self) {
                let _ = self.0.send(());
            }
        }
        let (ring, rang) = mpsc::channel();
        drop(Worker::new("test", Bell(ring.clone())));
        assert!(rang.recv_timeout(LONG).is_ok());
        let worker = Worker::new("test", Bell(ring));
        let (go, wait) = mpsc::channel::<()>();
        let (begin, begun) = mpsc::channel();
        let mut slow = worker.submit(move |_| {
            begin.send(()).unwrap();
            let _ = wait.recv();
        });
        begun.recv_timeout(LONG).unwrap();
        drop(worker);
        assert!(rang.try_recv().is_err(), "a job is running");
        go.send(()).unwrap();
        done(&mut slow);
        assert!(rang.recv_timeout(LONG).is_ok());
    }
}
