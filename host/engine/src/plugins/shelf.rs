//! The libraries that were found, each as it was when it was last examined.

use super::{PrivateCopy, Prober, open_all};
use crate::problem::Problem;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::SystemTime;
use stonehouse_plugin_api::abi::client::Plugin;

/// The known libraries.
#[derive(Clone, Default)]
pub struct Shelf {
    known: HashMap<PathBuf, Library>,
}

/// What is known about a file.
#[derive(Clone, Default)]
pub struct Library {
    /// Its plugins; those of an earlier build when this one cannot be used.
    pub plugins: Vec<Arc<Plugin>>,
    /// Why it cannot be used.
    pub problem: Option<Problem>,
    /// The hash of the build that is loaded.
    hash: String,
    /// The file's metadata; none: it is examined again in any case.
    stamp: Option<Stamp>,
}

/// The metadata by which a file counts as unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// The number of the file in its file system, where there is one.
    number: u64,
}

impl Shelf {
    /// The result for a file that was among those examined last.
    pub fn library(&self, file: &Path) -> Option<&Library> {
        self.known.get(file)
    }

    /// Examines these files: new and changed ones are copied, tried out several at a time, and loaded; those that are gone are
    /// forgotten. Loaded libraries stay loaded for whoever still uses them. What is known so far is shown after each.
    pub fn look(&mut self, files: &[PathBuf], copies: &Path, prober: &dyn Prober, mut show: impl FnMut(&Self)) {
        self.known.retain(|known, _| files.contains(known));
        let stamps = files.iter().map(|file| (file, stamp(file)));
        let changed: Vec<(&PathBuf, Option<Stamp>)> = stamps
            .filter(|(file, stamp)| stamp.is_none() || self.known.get(*file).is_none_or(|known| known.stamp != *stamp))
            .collect();
        let try_out = |(file, _): &(&PathBuf, Option<Stamp>)| {
            let copy = PrivateCopy::make(file, copies)?;
            match prober.probe(&copy) {
                Ok(()) => Ok(copy),
                Err(why) => Err(Problem::file(*file, why)),
            }
        };
        at_once(&changed, try_out, |number, tried| {
            let (file, stamp) = &changed[number];
            self.put(file, stamp.clone(), tried);
            show(self);
        });
    }

    /// Loads a library that was tried out, or notes why it cannot be used.
    fn put(&mut self, file: &Path, stamp: Option<Stamp>, tried: Result<PrivateCopy, Problem>) {
        let before = self.known.remove(file).unwrap_or_default();
        let opened = tried.and_then(|copy| {
            if copy.hash == before.hash {
                return Ok((copy.hash, before.plugins.clone()));
            }
            open_all(&copy).map(|plugins| (copy.hash, plugins))
        });
        let library = match opened {
            Ok((hash, plugins)) => Library { plugins, problem: None, hash, stamp },
            Err(mut problem) => {
                if !before.plugins.is_empty() {
                    problem.message.push_str(". The build that was loaded before stays in use");
                }
                Library { problem: Some(problem), stamp: None, ..before }
            }
        };
        self.known.insert(file.to_owned(), library);
    }
}

fn stamp(file: &Path) -> Option<Stamp> {
    let found = file.metadata().ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&found);
    #[cfg(not(unix))]
    let number = 0;
    Some(Stamp { length: found.len(), modified: found.modified().ok(), number })
}

/// Applies a function to each of several things, as many at a time as there are processors, and hands each result over with its number as
/// soon as it is there.
fn at_once<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync, mut take: impl FnMut(usize, R)) {
    let next = AtomicUsize::new(0);
    let (send, done) = channel();
    let worker = |send: Sender<(usize, R)>| {
        while let Some((number, thing)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, things.get(at)?)))
        {
            let _ = send.send((number, work(thing)));
        }
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let start = |_: &usize| {
            let (send, worker) = (send.clone(), &worker);
            thread::Builder::new().spawn_scoped(scope, move || worker(send)).is_ok()
        };
        let started = (0..processors.min(things.len())).filter(start).count();
        if started == 0 {
            // Where no thread can be started, this one does all the work.
            worker(send);
        } else {
            drop(send);
        }
        done.into_iter().for_each(|(number, result)| take(number, result));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_at_once_is_handed_over_once_each_with_its_number() {
        let things: Vec<usize> = (0..100).collect();
        let mut done = Vec::new();
        at_once(&things, |thing| thing * 2, |number, double| done.push((number, double)));
        done.sort_unstable();
        assert_eq!(done, things.iter().map(|thing| (*thing, thing * 2)).collect::<Vec<_>>());
        at_once(&[] as &[usize], |thing| *thing, |_, _| panic!("there is nothing to do"));
    }
}
