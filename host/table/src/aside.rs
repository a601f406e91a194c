//! Runs work that calls a game's rules on a thread of its own, so that a slow game or house rule never freezes the window.
//!
//! Most of this work takes a millisecond. So a frame that asks for it waits for the answer, but only as long as nobody notices; after that
//! the window continues without it. The thread speaks the language of the window that has asked.

use parking_lot::{MappedMutexGuard, Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use stonehouse_language::{current_language, set_language, with_language};

/// How long a frame waits for rules that it has called: too short for anybody to notice.
pub const UNNOTICED: Duration = Duration::from_millis(40);
/// How long rules may run before the window says what it is waiting for.
pub const NOTICED: Duration = Duration::from_millis(700);
/// How often a screen checks whether running rules are done.
pub const LOOKED_AGAIN: Duration = Duration::from_millis(20);

/// How long dropping an [`Aside`] waits until its value is dropped too, so that the files it holds are free.
const CLOSING: Duration = Duration::from_millis(300);

/// The answer to some work, which may still be running.
pub struct Pending<A> {
    answer: Receiver<A>,
    since: Instant,
}

/// Whether the answer is there.
pub enum Progress<A> {
    /// Here it is.
    Done(A),
    /// The work is still running.
    Working,
    /// The work panicked, or its thread is gone.
    Broken,
}

impl<A: Send + 'static> Pending<A> {
    /// Starts `work` on a thread of this name, and calls `wake` when it is done. `None` if the system gives no thread.
    pub fn begin(
        name: &str,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce() -> A + Send + 'static,
    ) -> Option<Self> {
        let (send, answer) = mpsc::channel();
        let work = with_language(work);
        let work = move || {
            // Sending fails if nobody waits any more because the window was closed.
            let _ = send.send(work());
            wake();
        };
        thread::Builder::new().name(name.to_owned()).spawn(work).ok()?;
        Some(Self { answer, since: Instant::now() })
    }

    /// Waits for the answer, but no longer than `patience`.
    pub fn wait(&self, patience: Duration) -> Progress<A> {
        match self.answer.recv_timeout(patience) {
            Ok(answer) => Progress::Done(answer),
            Err(RecvTimeoutError::Timeout) => Progress::Working,
            Err(RecvTimeoutError::Disconnected) => Progress::Broken,
        }
    }

    /// How long ago the work was asked for.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// A value on a worker thread of its own, which runs one job after the other on it.
pub struct Aside<T: Send + 'static> {
    thing: Arc<Mutex<Option<T>>>,
    jobs: Sender<Job<T>>,
}

impl<T: Send + 'static> Aside<T> {
    /// Moves `thing` to a new thread of this name. If the system gives no thread, every job is [`Progress::Broken`].
    pub fn new(name: &str, thing: T) -> Self {
        let thing = Arc::new(Mutex::new(Some(thing)));
        let (jobs, asked) = mpsc::channel::<Job<T>>();
        let own = Arc::clone(&thing);
        let work = move || {
            for job in asked {
                // A job that panics ends the thread; whoever waits then gets `Progress::Broken`.
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
    pub fn ask<A: Send + 'static>(&self, job: impl FnOnce(&mut T) -> A + Send + 'static) -> Pending<A> {
        let (send, answer) = mpsc::channel();
        let language = current_language();
        let job = move |thing: &mut T| {
            set_language(&language);
            let _ = send.send(job(thing));
        };
        // If the thread is gone, the sender of the answer is dropped with the job, and the answer is broken.
        let _ = self.jobs.send(Box::new(job));
        Pending { answer, since: Instant::now() }
    }

    /// The value itself. It blocks until no job is running, and no job runs while the guard is held: for tests and tools.
    pub fn look(&self) -> Option<MappedMutexGuard<'_, T>> {
        MutexGuard::try_map(self.thing.lock(), Option::as_mut).ok()
    }
}

/// The value is dropped at once, or, if a job is running on it, after that job.
impl<T: Send + 'static> Drop for Aside<T> {
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

    fn done<A: Send + 'static>(pending: &Pending<A>) -> A {
        match pending.wait(LONG) {
            Progress::Done(answer) => answer,
            Progress::Working | Progress::Broken => panic!("it is not done"),
        }
    }

    #[test]
    fn jobs_are_done_in_order_on_another_thread() {
        let aside = Aside::new("test", Vec::new());
        let own = thread::current().id();
        let pending: Vec<_> = (0..5)
            .map(|number| {
                aside.ask(move |list: &mut Vec<u32>| {
                    list.push(number);
                    (list.clone(), thread::current().id())
                })
            })
            .collect();
        let answers: Vec<_> = pending.iter().map(done).collect();
        assert_eq!(answers[4].0, [0, 1, 2, 3, 4]);
        assert!(answers.iter().all(|(_, thread)| *thread != own));
        assert_eq!(*aside.look().unwrap(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn whoever_asks_goes_on_while_a_job_is_at_work_and_hears_of_one_that_broke_down() {
        let aside = Aside::new("test", 1);
        let (go, wait) = mpsc::channel::<()>();
        let slow = aside.ask(move |number| {
            let _ = wait.recv();
            *number
        });
        assert!(matches!(slow.wait(Duration::ZERO), Progress::Working));
        go.send(()).unwrap();
        assert_eq!(done(&slow), 1);
        let broken: Pending<()> = aside.ask(|_| panic!("on purpose"));
        assert!(matches!(broken.wait(LONG), Progress::Broken));
        assert!(matches!(aside.ask(|number| *number).wait(LONG), Progress::Broken), "its thread is gone");
    }

    #[test]
    fn what_is_aside_is_closed_before_whoever_drops_it_goes_on_unless_it_is_at_work() {
        struct Bell(Sender<()>);
        impl Drop for Bell {
            fn drop(&mut self) {
                let _ = self.0.send(());
            }
        }
        let (ring, rang) = mpsc::channel();
        drop(Aside::new("test", Bell(ring.clone())));
        assert!(rang.recv_timeout(LONG).is_ok());
        let aside = Aside::new("test", Bell(ring));
        let (go, wait) = mpsc::channel::<()>();
        let (begin, begun) = mpsc::channel();
        let slow = aside.ask(move |_| {
            begin.send(()).unwrap();
            let _ = wait.recv();
        });
        begun.recv_timeout(LONG).unwrap();
        drop(aside);
        assert!(rang.try_recv().is_err(), "it is at work");
        go.send(()).unwrap();
        done(&slow);
        assert!(rang.recv_timeout(LONG).is_ok());
    }
}
