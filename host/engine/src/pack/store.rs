//! The packs that are installed: their files in one folder, each as it was given away, and which of them are switched
//! off.
//!
//! Nothing is lost here: a pack's file that is replaced or removed is moved into the folder `old` beside them.

use super::{EXTENSION, Pack};
use crate::files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::Problem;

/// The file that names the packs that are switched off.
const STATE: &str = "off.json";
/// The largest such file, in bytes.
const MAX_STATE_BYTES: u64 = 1 << 20;
/// The folder for packs that were replaced or removed.
pub(crate) const OLD: &str = "old";

/// A pack that is installed.
#[derive(Clone)]
pub struct Installed {
    /// The pack.
    pub pack: Arc<Pack>,
    /// Whether it is switched on.
    pub on: bool,
    /// The requirement that is missing, so that it is not in use although it is switched on.
    pub lacks: Option<String>,
}

impl Installed {
    /// Whether its variants are among those that can be played.
    pub const fn in_use(&self) -> bool {
        self.on && self.lacks.is_none()
    }
}

#[derive(Default, Serialize, Deserialize)]
struct StoreState {
    off: BTreeSet<String>,
}

/// The packs in a folder, those that others need before these, and the problems of the rest. A folder that does not
/// exist is empty.
pub fn installed(folder: &Path) -> (Vec<Installed>, Vec<Problem>) {
    let mut problems = Vec::new();
    let files = match listed(folder) {
        Ok(files) => files,
        Err(error) => {
            problems.push(Problem::file(folder, format!("the packs cannot be read: {error}")));
            return (Vec::new(), problems);
        }
    };
    let off = state(folder).unwrap_or_else(|problem| {
        problems.push(problem);
        StoreState::default()
    });
    let mut packs: Vec<Installed> = Vec::new();
    for file in files {
        match files::check_inside(folder, &file).map_err(|problem| vec![problem]).and_then(|()| Pack::read(&file)) {
            Ok(pack) => match packs.iter().find(|other| other.pack.id() == pack.id()) {
                Some(first) => problems.push(Problem::file(
                    &file,
                    format!(
                        "this pack has the id `{}`, but {} has the same id and was found first: remove one of the two",
                        pack.id(),
                        first.pack.file.display()
                    ),
                )),
                None => {
                    let on = !off.off.contains(pack.id());
                    packs.push(Installed { pack: Arc::new(pack), on, lacks: None });
                }
            },
            Err(mut wrong) => problems.append(&mut wrong),
        }
    }
    (in_order(packs), problems)
}

/// Puts packs in order, those that others need before these, and finds out which of them lack one.
pub fn in_order(mut packs: Vec<Installed>) -> Vec<Installed> {
    packs.sort_by(|a, b| a.pack.id().cmp(b.pack.id()));
    let mut settled: Vec<Installed> = Vec::new();
    let fits = |settled: &[Installed], pack: &Pack| {
        pack.manifest.packs.iter().all(|(id, version)| {
            let there = settled.iter().filter(|other| other.on && other.pack.id() == id);
            there.into_iter().any(|other| version.matches(&other.pack.manifest.version))
        })
    };
    while let Some(next) = packs.iter().position(|pack| fits(&settled, &pack.pack)) {
        let mut pack = packs.remove(next);
        pack.lacks = None;
        settled.push(pack);
    }
    // The packs that are left need something that is missing.
    let lacks: Vec<String> = packs.iter().map(|pack| lack(&pack.pack, &settled, &packs)).collect();
    settled.extend(packs.into_iter().zip(lacks).map(|(pack, lack)| Installed { lacks: Some(lack), ..pack }));
    settled
}

/// Of these packs, the one of this id, those that it needs, and those that these need.
pub fn needed_by(packs: Vec<Installed>, id: &str) -> Vec<Installed> {
    let mut wanted = BTreeSet::from([id.to_owned()]);
    loop {
        let before = wanted.len();
        let needing: Vec<&Installed> = packs.iter().filter(|other| wanted.contains(other.pack.id())).collect();
        wanted.extend(needing.iter().flat_map(|other| other.pack.manifest.packs.keys().cloned()));
        if wanted.len() == before {
            return packs.into_iter().filter(|other| wanted.contains(other.pack.id())).collect();
        }
    }
}

/// The first requirement of a pack that is missing.
fn lack(pack: &Pack, settled: &[Installed], others: &[Installed]) -> String {
    for (id, version) in &pack.manifest.packs {
        let needs = format!("it needs the pack `{id}` {}", plain(version));
        let all = || settled.iter().chain(others).filter(|other| other.pack.id() == id);
        let Some(there) = all().next() else { return format!("{needs}, which is not installed") };
        if !version.matches(&there.pack.manifest.version) {
            return format!("{needs}, and {} is installed", there.pack.manifest.version);
        }
        if !there.on {
            return format!("{needs}, which is switched off");
        }
        if !settled.iter().any(|other| other.pack.id() == id) {
            return format!("{needs}, which lacks something itself");
        }
    }
    "it needs a pack that is not there".to_owned()
}

/// A version that is needed, as people write it.
pub fn plain(version: &semver::VersionReq) -> String {
    version.to_string().replace('^', "")
}

/// Switches a pack on or off. Its file stays where it is.
///
/// # Errors
/// When that cannot be written down.
pub fn switch(folder: &Path, id: &str, on: bool) -> Result<(), Problem> {
    let _lock = lock(folder)?;
    write_switch(folder, id, on)
}

/// Locks the folder of packs against other threads and programs.
fn lock(folder: &Path) -> Result<files::FolderLock, Problem> {
    files::lock(folder).map_err(|error| Problem::file(folder, format!("the packs cannot be changed: {error}")))
}

/// Writes a switch down, under the lock of the folder.
fn write_switch(folder: &Path, id: &str, on: bool) -> Result<(), Problem> {
    let mut state = state(folder)?;
    let changed = if on { state.off.remove(id) } else { state.off.insert(id.to_owned()) };
    if !changed {
        return Ok(());
    }
    let file = folder.join(STATE);
    let text = serde_json::to_vec_pretty(&state).unwrap_or_default();
    files::replace(&file, &text).map_err(|error| Problem::file(&file, format!("cannot be written: {error}")))
}

/// The result of installing a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    /// Its file.
    pub file: PathBuf,
    /// The file to which the pack that it replaced was moved.
    pub replaced: Option<PathBuf>,
}

/// Installs a pack, switched on: keeps a copy of its file in the folder. An installed one with the same id is first
/// moved to the folder `old`.
///
/// # Errors
/// When it cannot be written. Then nothing has changed.
pub fn install(folder: &Path, pack: &Pack) -> Result<Installation, Problem> {
    pack.verify()?;
    let bytes = pack.bytes();
    let file = folder.join(format!("{}.{EXTENSION}", pack.id()));
    let unwritable = |error: io::Error| Problem::file(folder, format!("the pack cannot be installed here: {error}"));
    let _lock = files::lock(folder).map_err(unwritable)?;
    let (packs, _) = installed(folder);
    let before = packs.iter().map(|other| &other.pack).find(|other| other.id() == pack.id());
    if before.is_none_or(|before| before.file != file) && file.symlink_metadata().is_ok() {
        return Err(Problem::file(
            &file,
            "the pack cannot be installed: something else is in its place. Move that file elsewhere",
        ));
    }
    // A damaged state is found before anything is changed.
    state(folder)?;
    let replaced = match before {
        Some(before) => Some(keep(folder, before).map_err(unwritable)?),
        None => None,
    };
    files::replace(&file, bytes).map_err(unwritable)?;
    // The one before may have had another file name.
    if let Some(before) = before.filter(|before| before.file != file) {
        fs::remove_file(&before.file).map_err(unwritable)?;
    }
    write_switch(folder, pack.id(), true)?;
    Ok(Installation { file, replaced })
}

/// Removes a pack: moves its file to the folder `old`, and returns the new path.
///
/// # Errors
/// When it no longer exists, was replaced meanwhile, or cannot be moved.
pub fn remove(folder: &Path, pack: &Pack) -> Result<PathBuf, Problem> {
    let unwritable = |error: io::Error| Problem::file(&pack.file, format!("cannot be removed: {error}"));
    let _lock = lock(folder)?;
    if fs::read(&pack.file).map_err(unwritable)? != pack.bytes() {
        return Err(Problem::file(&pack.file, "another program has replaced this pack meanwhile: try again"));
    }
    let replaced = keep(folder, pack).map_err(unwritable)?;
    fs::remove_file(&pack.file).map_err(unwritable)?;
    write_switch(folder, pack.id(), true)?;
    Ok(replaced)
}

/// Keeps a copy of a pack's file under a name with its version. Nothing is overwritten; the same file is kept once.
fn keep(folder: &Path, pack: &Pack) -> io::Result<PathBuf> {
    let old = folder.join(OLD);
    fs::create_dir_all(&old)?;
    let bytes = pack.bytes();
    let mut number = 1;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let file = old.join(format!("{}-{}{suffix}.{EXTENSION}", pack.id(), pack.manifest.version));
        match files::create_new(&file, bytes) {
            Ok(()) => return Ok(file),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if fs::read(&file).is_ok_and(|replaced| replaced == bytes) {
                    return Ok(file);
                }
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// The files of packs in a folder, by name.
fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn state(folder: &Path) -> Result<StoreState, Problem> {
    let file = folder.join(STATE);
    if file.symlink_metadata().is_err() {
        return Ok(StoreState::default());
    }
    let bytes = files::read_bytes(&file, MAX_STATE_BYTES)?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let message = format!(
            "this file, which names the packs that are switched off, is damaged ({error}). Delete it: then all are on"
        );
        Problem::file(&file, message)
    })
}
