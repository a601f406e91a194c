//! The files of games that were found, libraries and scripts, each in the state in which it was last examined.

use super::script_games::{ScriptGameFile, files_beside, is_script_game};
use super::{Consents, LibraryMetadata, PrivateCopy, Prober, open_all};
use crate::folders::Origin;
use crate::pack_label::PackLabel;
use crate::variant::Source;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::SystemTime;
use stonehouse_house_rules::{Problem, Script};
use stonehouse_runtime::Plugin;

/// The known files of games: libraries, and scripts in Luau.
#[derive(Clone, Default)]
pub struct GameFileCache {
    known: HashMap<PathBuf, CachedGameFile>,
}

/// The state of a file.
#[derive(Clone, Default)]
pub struct CachedGameFile {
    /// Its plugins; those of an earlier build when this one cannot be used.
    pub plugins: Vec<Arc<Plugin>>,
    /// The reason why it cannot be used.
    pub problem: Option<Problem>,
    /// The metadata of the build that waits for the user's consent, if one does.
    pub waiting: Option<LibraryMetadata>,
    /// The hash of the build that is loaded.
    hash: String,
    /// The metadata of its files; none: they are examined again in any case.
    stamp: Option<Vec<Stamp>>,
}

/// The metadata by which a file counts as unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// The number of the file in its file system, where there is one.
    number: u64,
}

/// A file to be examined.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// Its file.
    pub file: PathBuf,
    /// The origin of its folder: a library in a folder of the user's runs only with consent.
    pub origin: Origin,
    /// The game, where the file is in a pack.
    pub packed: Option<PackedGame>,
}

/// A game in Luau in a pack.
#[derive(Clone, Debug)]
pub struct PackedGame {
    /// The pack.
    pub pack: Arc<PackLabel>,
    /// The id that the game must have.
    pub id: String,
    /// The script.
    pub script: Script,
    /// The files beside it.
    pub beside: Vec<Script>,
}

impl GameFile {
    /// The source of the game and of its official variant.
    pub fn source(&self) -> Source {
        match &self.packed {
            Some(game) => Source::Pack(Arc::clone(&game.pack)),
            None => Source::from(self.origin),
        }
    }

    fn read_script(&self) -> Result<ScriptGameFile, Problem> {
        match &self.packed {
            Some(game) => Ok(ScriptGameFile::new(game.script.clone(), Some(game.beside.clone()))),
            None => ScriptGameFile::read(&self.file),
        }
    }
}

/// The settings that decide whether and from where games are loaded.
pub struct ScanContext<'a> {
    /// The folders for private copies, the first that can be used.
    pub copies: &'a [PathBuf],
    /// Probes libraries.
    pub prober: &'a dyn Prober,
    /// The libraries that the user allowed.
    pub consents: &'a Consents,
}

/// A file that was examined: ready to be loaded, or waiting for consent.
enum Examined {
    Ready(PrivateCopy),
    Waiting(LibraryMetadata),
    /// A game in Luau, which needs no consent.
    Script(Box<ScriptGameFile>),
}

impl GameFileCache {
    /// The result for a file that was among those examined last.
    pub fn get(&self, file: &Path) -> Option<&CachedGameFile> {
        self.known.get(file)
    }

    /// Examines these files: new and changed ones are loaded, libraries once they are copied and probed, several at a
    /// time; those that no longer exist are forgotten. Loaded libraries stay loaded for their remaining users. After
    /// each library, `show` is called with the cache so far. Of one that needs consent and has none, no code runs.
    pub fn scan(&mut self, files: &[GameFile], context: &ScanContext<'_>, mut show: impl FnMut(&Self)) {
        self.known.retain(|known, _| files.iter().any(|candidate| candidate.file == *known));
        self.scan_script_games(files);
        // The catalog reports problems of the file of consents.
        let allowed = context.consents.all().unwrap_or_default();
        let libraries = files.iter().filter(|candidate| !is_script_game(&candidate.file));
        let stamps = libraries.map(|candidate| (candidate, stamp(&candidate.file).map(|stamp| vec![stamp])));
        let changed: Vec<(&GameFile, Option<Vec<Stamp>>)> = stamps
            .filter(|(candidate, stamp)| {
                let known = self.known.get(&candidate.file);
                stamp.is_none()
                    || known.is_none_or(|known| known.stamp != *stamp || !is_allowed(candidate, &known.hash, &allowed))
            })
            .collect();
        let probe = |(candidate, _): &(&GameFile, Option<Vec<Stamp>>)| {
            let (found, bytes) = LibraryMetadata::read(&candidate.file)?;
            if !is_allowed(candidate, &found.hash, &allowed) {
                return Ok(Examined::Waiting(found));
            }
            let copy = match PrivateCopy::of_bytes(found.clone(), &bytes, context.copies) {
                // A library that came with the program is not overwritten while it is in use.
                Err(_) if candidate.origin.is_shipped() => PrivateCopy::in_place(found),
                copy => copy?,
            };
            match context.prober.probe(&copy) {
                Ok(()) => Ok(Examined::Ready(copy)),
                Err(failure) => Err(Problem::file(&candidate.file, failure.to_string())),
            }
        };
        at_once(&changed, probe, |number, tried| {
            let (candidate, stamp) = &changed[number];
            self.put(&candidate.file, stamp.clone(), tried);
            show(self);
        });
    }

    /// Examines the games in Luau among these files, and forgets those that no longer exist. Libraries stay as they
    /// are.
    pub fn scan_script_games(&mut self, files: &[GameFile]) {
        let is_known = |file: &Path| files.iter().any(|candidate| candidate.file == file);
        self.known.retain(|file, _| !is_script_game(file) || is_known(file));
        for candidate in files.iter().filter(|candidate| is_script_game(&candidate.file)) {
            // A pack is read as a whole: the hash shows what changed in it.
            let now = if candidate.packed.is_some() { None } else { stamps_of_game(&candidate.file) };
            if now.is_none() || self.known.get(&candidate.file).is_none_or(|known| known.stamp != now) {
                self.put(
                    &candidate.file,
                    now,
                    candidate.read_script().map(|script| Examined::Script(Box::new(script))),
                );
            }
        }
    }

    /// Loads the games of a file that was examined, or notes why they cannot be used.
    fn put(&mut self, file: &Path, stamp: Option<Vec<Stamp>>, examined: Result<Examined, Problem>) {
        let before = self.known.remove(file).unwrap_or_default();
        let mut waiting = None;
        let opened = examined.and_then(|examined| match examined {
            Examined::Ready(copy) if copy.hash == before.hash => Ok((copy.hash, before.plugins.clone())),
            Examined::Ready(copy) => open_all(&copy).map(|plugins| (copy.hash, plugins)),
            Examined::Script(script) if script.hash == before.hash => Ok((script.hash, before.plugins.clone())),
            Examined::Script(script) => {
                let hash = script.hash.clone();
                script.load().map(|plugin| (hash, vec![plugin]))
            }
            Examined::Waiting(found) => {
                waiting = Some(found);
                Err(Problem::file(file, asks_first(file)))
            }
        });
        let known = match opened {
            Ok((hash, plugins)) => CachedGameFile { plugins, problem: None, waiting, hash, stamp },
            Err(mut problem) => {
                if !before.plugins.is_empty() {
                    problem.message.push_str(". What was loaded before stays in use");
                }
                CachedGameFile { problem: Some(problem), waiting, stamp: None, ..before }
            }
        };
        self.known.insert(file.to_owned(), known);
    }
}

/// Whether a library with this hash may run.
fn is_allowed(candidate: &GameFile, hash: &str, allowed: &BTreeMap<String, super::AllowedLibrary>) -> bool {
    candidate.origin != Origin::User || allowed.contains_key(hash)
}

/// The message about a library that waits for consent: the reason why it is not loaded, and the remedy.
fn asks_first(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter));
    let name = if is_plain { name.into_owned() } else { format!("\"{}\"", file.display()) };
    format!(
        "this plugin is new, so it was not run: it is a program and can do whatever you can. \
         If you trust its author, allow it with `stonehouse plugins allow {name}`"
    )
}

/// The metadata of the files of a game in Luau.
fn stamps_of_game(file: &Path) -> Option<Vec<Stamp>> {
    let beside = files_beside(file).ok()?;
    std::iter::once(file).chain(beside.iter().map(PathBuf::as_path)).map(stamp).collect()
}

fn stamp(file: &Path) -> Option<Stamp> {
    let found = file.metadata().ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&found);
    #[cfg(not(unix))]
    let number = 0;
    Some(Stamp { length: found.len(), modified: found.modified().ok(), number })
}

/// Applies a function to each of several things, as many at a time as there are processors, and passes each result on
/// with its number as soon as it is available.
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
    fn parallel_results_are_delivered_once_each_with_their_numbers() {
        let things: Vec<usize> = (0..100).collect();
        let mut done = Vec::new();
        at_once(&things, |thing| thing * 2, |number, double| done.push((number, double)));
        done.sort_unstable();
        assert_eq!(done, things.iter().map(|thing| (*thing, thing * 2)).collect::<Vec<_>>());
        at_once(&[] as &[usize], |thing| *thing, |_, _| panic!("there is nothing to do"));
    }
}
