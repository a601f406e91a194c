//! Notices when a variant, a house rule or a game in Luau is saved, so that it can be read again at once.
//!
//! The times at which the files were changed are looked at twice a second. A notification service of the system would
//! be a large dependency and differs from system to system: some editors replace files instead of writing into them,
//! network drives send no notifications, and a folder that does not exist yet cannot be watched. Looking at a few
//! hundred files takes about a millisecond, on its own thread.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, SystemTime};
use stonehouse_engine::{Folders, Origin};

/// The time between two looks at the files.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long they must stay as they are before the change is reported: a file may be half written.
const SETTLING_TIME: Duration = Duration::from_millis(200);
/// The most files that are looked at: a folder may be something else than a folder of variants.
const MAX_FILES: usize = 5000;

/// Watches folders until it is dropped.
pub struct Watcher {
    changed: Receiver<()>,
    /// The thread ends when this is dropped.
    _alive: Sender<()>,
}

impl Watcher {
    /// Begins to watch the folders of variants and scripts; `wake` is called after each change. `None` if the system
    /// gives no thread.
    pub fn begin(folders: &Folders, wake: impl Fn() + Send + 'static) -> Option<Self> {
        let (sender, changed) = channel();
        let (alive, ends) = channel::<()>();
        let folders = folders.clone();
        let work = move || {
            let mut known = Files::of(&folders);
            while ends.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let mut now = Files::of(&folders);
                if now == known {
                    continue;
                }
                loop {
                    thread::sleep(SETTLING_TIME);
                    let later = Files::of(&folders);
                    if later == now {
                        break;
                    }
                    now = later;
                }
                known = now;
                if sender.send(()).is_err() {
                    return;
                }
                wake();
            }
        };
        thread::Builder::new().name("files".to_owned()).spawn(work).ok()?;
        Some(Self { changed, _alive: alive })
    }

    /// Whether something was changed since this was asked last.
    pub fn has_changed(&self) -> bool {
        self.changed.try_iter().count() > 0
    }
}

/// The variants, scripts and games in Luau in the folders, and when each was changed.
#[derive(PartialEq, Eq)]
struct Files(Vec<(PathBuf, Option<SystemTime>, u64)>);

impl Files {
    fn of(folders: &Folders) -> Self {
        let mut files = Vec::new();
        // Not Cargo's output, in which there are thousands of files and no game in Luau.
        let games = folders.with_games().filter(|folder| folder.origin != Origin::Built);
        for folder in folders.variants.iter().chain(&folders.scripts).chain(games) {
            add(&folder.path, true, &mut files);
        }
        files.sort();
        Self(files)
    }
}

/// Adds the files of a folder, and of its subfolders one level down.
fn add(folder: &std::path::Path, has_subfolders: bool, files: &mut Vec<(PathBuf, Option<SystemTime>, u64)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if files.len() >= MAX_FILES {
            return;
        }
        let path = entry.path();
        let is_text = path.extension().is_some_and(|end| end == "toml" || end == "lua" || end == "luau");
        // Follows links, as the catalog does.
        let Ok(data) = std::fs::metadata(&path) else { continue };
        if data.is_dir() && has_subfolders {
            add(&path, false, files);
        } else if is_text {
            files.push((path, data.modified().ok(), data.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use stonehouse_engine::Folder;

    #[test]
    fn only_changes_to_variant_and_script_files_are_detected() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        fs::create_dir_all(path("variants/game")).unwrap();
        let folder = Folder { path: path("variants"), origin: Origin::User };
        let games = Folder { path: path("games"), origin: Origin::User };
        let folders = Folders { variants: vec![folder], games: vec![games], ..Folders::default() };
        let mut before = Files::of(&folders);
        let mut changed = |expected: bool, what: &str| {
            let now = Files::of(&folders);
            assert_eq!(now != before, expected, "{what}");
            before = now;
        };
        fs::write(path("variants/game/a.toml"), "a").unwrap();
        changed(true, "one was added");
        fs::write(path("variants/game/a.toml"), "abc").unwrap();
        changed(true, "it was written");
        fs::write(path("variants/game/notes.txt"), "abc").unwrap();
        changed(false, "no variant and no script");
        fs::create_dir_all(path("games")).unwrap();
        fs::write(path("games/chess.luau"), "abc").unwrap();
        changed(true, "a game in Luau was added");
        fs::create_dir_all(path("games/race")).unwrap();
        fs::write(path("games/race/track.luau"), "abc").unwrap();
        changed(true, "a file of a game of several files was added");
        fs::remove_file(path("variants/game/a.toml")).unwrap();
        changed(true, "it was removed");
    }

    #[test]
    fn a_watcher_reports_a_change_and_wakes_the_window() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder { path: home.path().to_owned(), origin: Origin::User };
        let folders = Folders { scripts: vec![folder], ..Folders::default() };
        let (woken, wait) = channel();
        let watcher = Watcher::begin(&folders, move || {
            let _ = woken.send(());
        })
        .unwrap();
        // It may not have looked for the first time yet: whichever change it sees is reported.
        let mut number = 0;
        while wait.recv_timeout(POLL_INTERVAL).is_err() {
            number += 1;
            fs::write(home.path().join(format!("{number}.lua")), "return {}").unwrap();
        }
        assert!(watcher.has_changed() && !watcher.has_changed());
    }
}
