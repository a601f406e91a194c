//! Files looked through on a thread of their own: a library that is tried out takes its time, and the window goes on meanwhile.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use stonehouse_engine::Catalog;

/// A look through the files that is under way.
pub struct Reload {
    done: Receiver<Catalog>,
}

impl Reload {
    /// Begins to look through the files of `catalog` again, and calls `wake` at the end. Where no thread can be had, nothing begins.
    pub fn begin(catalog: &Catalog, wake: impl FnOnce() + Send + 'static) -> Option<Self> {
        let (sender, done) = mpsc::channel();
        let mut fresh = catalog.clone();
        let work = move || {
            fresh.reload();
            // Nobody waits any more when the window was closed.
            let _ = sender.send(fresh);
            wake();
        };
        thread::Builder::new().name("files".to_owned()).spawn(work).ok()?;
        Some(Self { done })
    }

    /// What was found; the look itself while it goes on; nothing when it was broken off.
    ///
    /// # Errors
    /// The look, which is not over.
    pub fn poll(self) -> Result<Option<Catalog>, Self> {
        match self.done.try_recv() {
            Ok(catalog) => Ok(Some(catalog)),
            Err(TryRecvError::Disconnected) => Ok(None),
            Err(TryRecvError::Empty) => Err(self),
        }
    }

    /// Waits for what is found.
    pub fn wait(self) -> Option<Catalog> {
        self.done.recv().ok()
    }
}
