//! Runs work that calls a game's rules on a thread of its own, so that a slow game or house rule never freezes the window.
//!
//! Most of this work takes a millisecond. So a frame that starts it waits for the result, but only for an imperceptible time; after that
//! the window continues without it. The thread uses the language of the thread that started the work.

use parking_lot::{MappedMutexGuard, Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use stonehouse_language::{current_language, set_language, with_language};

/// How long a frame waits for rules that it has called: too short to be noticed.
pub const UNNOTICED: Duration = Duration::from_millis(40);
/// How long rules may run before the window shows what it is waiting for.
pub const NOTICED: Duration = Duration::from_millis(700);
/// How often a screen checks whether running rules are done.
pub const LOOKED_AGAIN: Duration = Duration::from_millis(20);

/// How long dropping an [`Worker`] waits until its value is dropped too, so that the files it holds are free.
const CLOSING: Duration = Duration::from_millis(300);

/// Work on another thread, which may still be running.
pub struct Task<A> {
    result: Receiver<A>,
    since: Instant,
}

/// The state of a [`Task`].
pub enum Poll<A> {
    /// The work has finished with this result.
    Done(A),
    /// The work is still running.
    Working,
    /// The work panicked, or its thread has ended.
    Broken,
}

impl<A: Send + 'static> Task<A> {
    /// Starts `work` on a thread of this name, and calls `wake` when it is done. `None` if the system gives no thread.
    pub fn begin(
        name: &str,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce() -> A + Send + 'static,
    ) -> Option<Self> {
        let (send, result) = mpsc::channel();
        let work = with_language(work);
        let work = move || {
            // Sending fails if the receiver was dropped because the window was closed.
            let _ = send.send(work());
            wake();
        };
        thread::Builder::new().name(name.to_owned()).spawn(work).ok()?;
        Some(Self { result, since: Instant::now() })
    }

    /// Waits for the result, at most `timeout`.
    pub fn poll(&self, timeout: Duration) -> Poll<A> {
        match self.result.recv_timeout(timeout) {
            Ok(result) => Poll::Done(result),
            Err(RecvTimeoutError::Timeout) => Poll::Working,
            Err(RecvTimeoutError::Disconnected) => Poll::Broken,
        }
    }

    /// The time since the work was started.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// A value on its own worker thread, which runs jobs on it one after the other.
pub struct Worker<T: Send + 'static> {
    thing: Arc<Mutex<Option<T>>>,
    jobs: Sender<Job<T>>,
}

impl<T: Send + 'static> Worker<T> {
    /// Moves `thing` to a new thread of this name. If the system gives no thread, every job is [`Poll::Broken`].
    pub fn new(name: &str, thing: T) -> Self {
        let thing = Arc::new(Mutex::new(Some(thing)));
        let (jobs, queue) = mpsc::channel::<Job<T>>();
        let own = Arc::clone(&thing);
        let work = move || {
            for job in queue {
                // A job that panics ends the thread; its task is then `Poll::Broken`.
                match own.lock().as_mut() {
                    Some(thing) => job(thing),
                    None => break,
                }
            }
        };
        // Without a thread the jobs have no receiver, and each is broken at once.
        let _ = thread::Builder::new().name(name.to_owned()).spawn(work);
        Self { thing, jobs }
    }

    /// Queues a job behind all earlier ones.
    pub fn ask<A: Send + 'static>(&self, job: impl FnOnce(&mut T) -> A + Send + 'static) -> Task<A> {
        let (send, result) = mpsc::channel();
        let language = current_language();
        let job = move |thing: &mut T| {
            set_language(&language);
            let _ = send.send(job(thing));
        };
        // If the thread has ended, the sender of the result is dropped with the job, and the task is broken.
        let _ = self.jobs.send(Box::new(job));
        Task { result, since: Instant::now() }
    }

    /// Locks the value. It blocks until no job is running, and no job runs while the guard is held: for tests and tools.
    pub fn look(&self) -> Option<MappedMutexGuard<'_, T>> {
        MutexGuard::try_map(self.thing.lock(), Option::as_mut).ok()
    }
}

/// The value is dropped at once, or, if a job is running on it, after that job.
impl<T: Send + 'static> Drop for Worker<T> {
    fn drop(&mut self) {
        let (send, closed) = mpsc::channel();
        let thing = Arc::clone(&self.thing);
        let close = move || {
            drop(thing.lock().take());
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

    fn done<A: Send + 'static>(pending: &Task<A>) -> A {
        match pending.poll(LONG) {
            Poll::Done(result) => result,
            Poll::Working | Poll::Broken => panic!("it is not done"),
        }
    }

    #[test]
    fn jobs_are_done_in_order_on_another_thread() {
        let worker = Worker::new("test", Vec::new());
        let own = thread::current().id();
        let pending: Vec<_> = (0..5)
            .map(|number| {
                worker.ask(move |list: &mut Vec<u32>| {
                    list.push(number);
                    (list.clone(), thread::current().id())
                })
            })
            .collect();
        let answers: Vec<_> = pending.iter().map(done).collect();
        assert_eq!(answers[4].0, [0, 1, 2, 3, 4]);
        assert!(answers.iter().all(|(_, thread)| *thread != own));
        assert_eq!(*worker.look().unwrap(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_caller_does_not_block_on_a_slow_job_and_detects_a_panic() {
        let worker = Worker::new("test", 1);
        let (go, wait) = mpsc::channel::<()>();
        let slow = worker.ask(move |number| {
            let _ = wait.recv();
            *number
        });
        assert!(matches!(slow.poll(Duration::ZERO), Poll::Working));
        go.send(()).unwrap();
        assert_eq!(done(&slow), 1);
        let broken: Task<()> = worker.ask(|_| panic!("on purpose"));
        assert!(matches!(broken.poll(LONG), Poll::Broken));
        assert!(matches!(worker.ask(|number| *number).poll(LONG), Poll::Broken), "its thread has ended");
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
        let slow = worker.ask(move |_| {
            begin.send(()).unwrap();
            let _ = wait.recv();
        });
        begun.recv_timeout(LONG).unwrap();
        drop(worker);
        assert!(rang.try_recv().is_err(), "a job is running");
        go.send(()).unwrap();
        done(&slow);
        assert!(rang.recv_timeout(LONG).is_ok());
    }
}
