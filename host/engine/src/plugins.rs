//! Plugin libraries: found, copied, probed, loaded, never unloaded.
//!
//! - `exports`: which plugins a file holds, read from its bytes.
//! - `consent`: which libraries the user allowed to run.
//! - `crash`: which plugin ended the program.
//! - `copies`: private copies, which alone are loaded.
//! - `prober`: whether a library may be loaded; `child` runs a child process, in which `probe` probes the library,
//!   confined (`confine`) and within `limits`, and writes a `report`; `verdicts` remembers the answers.
//! - `game_file_cache`: the files of games found so far, and which of them changed.
//! - `script_games`: games in Luau, which need none of this.
//! - [`editor`]: what editors know of games in Luau.
//! - this module: loading a file's plugins.
//!
//! # Design
//! - Native code needs consent. Libraries that ship with the program, or are in folders named on the command line, run
//!   without a question; a library in the user's own folder runs only after the user has allowed these very bytes
//!   (`consent`).
//! - A library is probed in a child process before it is loaded, because native code can end the process, block it
//!   or fill up its memory, and no check on this side of it helps. One without a good verdict is never loaded; the
//!   others stay playable.
//! - A private copy is probed and loaded, so a plugin can be overwritten while it is in use.
//! - Libraries are never unloaded, since Rust code may leave thread-locals and functions in use. A new build is loaded
//!   beside the old one, which matches under way keep.

mod child;
mod confine;
mod consent;
mod copies;
mod crash;
pub mod editor;
mod exports;
mod game_file_cache;
mod limits;
mod probe;
mod prober;
mod report;
mod script_games;
mod verdicts;

pub use child::{CLOSED_FILES, ChildProber};
pub use confine::{Confined, confine, confined_here};
pub use consent::{AllowedLibrary, Consents};
pub use copies::{LibraryMetadata, PrivateCopy, tidy};
pub use crash::{guard, last_end};
pub(crate) use game_file_cache::{GameFile, GameFileCache, PackedGame, ScanContext};
pub use limits::Limits;
pub use probe::{ProbePlan, TESTS, Test, run as probe};
pub use prober::{ProbeFailure, Prober, Trusting};
pub use report::{ProbeReport, ProbeResult, ProbedGame};
pub(crate) use script_games::files_beside;
pub(crate) use script_games::load as load_script_game;
pub use script_games::{SCRIPT_GAME, is_of_script_game, is_script_game};

use crate::folders::{Folder, Origin, list};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::Problem;
use stonehouse_plugin::abi::PluginTable;
use stonehouse_runtime::{CallObserver, Plugin};

/// The files of games in a folder, by name: plugin libraries and games in Luau, of which each may be in a folder of its
/// name.
///
/// # Errors
/// When the folder cannot be read.
pub fn game_files_in(folder: &Folder) -> Result<Vec<PathBuf>, Problem> {
    let mut found = Vec::new();
    for path in list(folder)? {
        // Cargo's output has no game in Luau, and thousands of files.
        let may_be_script = folder.origin != Origin::Built;
        if is_library(folder, &path) || may_be_script && is_script_game(&path) {
            found.push(path);
        } else if may_be_script {
            found.extend(script_games::game_in_folder(&path));
        }
    }
    found.sort();
    Ok(found)
}

fn is_library(folder: &Folder, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Cargo's output holds the libraries of other crates too, with a hash in the name.
    let is_ours = || name.starts_with(&format!("{DLL_PREFIX}stonehouse_")) && !name.contains('-');
    name.ends_with(DLL_SUFFIX) && (folder.origin != Origin::Built || is_ours())
}

/// Loads a library with the plugins in it, of which there is at least one: a private copy in the folder `copies`, once
/// `prober` allows it. Once loaded it stays until the program ends.
///
/// # Errors
/// A sentence: why this Stonehouse cannot use the file as a plugin, and the remedy.
pub fn load(file: &Path, copies: &Path, prober: &dyn Prober) -> Result<Vec<Arc<Plugin>>, Problem> {
    let copy = PrivateCopy::make(file, &[copies.to_owned()])?;
    prober.probe(&copy).map_err(|failure| Problem::file(file, failure.to_string()))?;
    open_all(&copy)
}

/// Loads a private copy that a prober allowed, with the plugins in it.
fn open_all(copy: &PrivateCopy) -> Result<Vec<Arc<Plugin>>, Problem> {
    let refuse = |why: String| Problem::file(&copy.original, why);
    let library = open(&copy.path).map_err(refuse)?;
    let named = crash::LoadedLibrary::new(&copy.original, &copy.path);
    let found = copy.symbols.iter().map(|symbol| plugin_at(library, symbol, None).map_err(refuse));
    let (plugins, tables): (Vec<_>, Vec<_>) = found.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    named.has(&tables);
    Ok(plugins)
}

/// Loads a library, whose initialisers run.
#[allow(unsafe_code, reason = "loading a library runs its code; this is where the ABI begins")]
fn open(path: &Path) -> Result<&'static libloading::Library, String> {
    // Everything that the library needs is resolved now, so that a missing function is a refusal, and not a crash
    // during a match. SAFETY: loading runs the library's initialisers: the user put it into a plugin folder, and that
    // is the trust that a native plugin requires. Callers have called a prober first.
    #[cfg(unix)]
    let library = unsafe {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        Library::open(Some(path), RTLD_NOW | RTLD_LOCAL).map(libloading::Library::from)
    };
    // SAFETY: as above.
    #[cfg(not(unix))]
    let library = unsafe { libloading::Library::new(path) };
    let library = library.map_err(|error| {
        let path = path.display().to_string();
        // The name of the copy means nothing to people.
        let error = error.to_string().replace(&path, "it");
        format!(
            "this is not a library that can be loaded here ({error}): remove it, or replace it by a plugin built for this system"
        )
    })?;
    // Never unloaded: Rust code may leave threads, thread-locals and functions behind that are still in use.
    Ok(Box::leak(Box::new(library)))
}

/// The plugin behind an exported symbol, and its table.
#[allow(unsafe_code, reason = "the symbol is a table of the C ABI")]
fn plugin_at(
    library: &'static libloading::Library,
    symbol: &str,
    observer: Option<CallObserver>,
) -> Result<(Arc<Plugin>, *const PluginTable), String> {
    // SAFETY: the symbol is plain data, read only after its header was checked.
    let table = unsafe { library.get::<*const PluginTable>(symbol.as_bytes()) }
        .map_err(|error| format!("this plugin cannot be used: `{symbol}` cannot be found in it ({error})"))?;
    // SAFETY: the table is the exported symbol of a library that is never unloaded.
    let plugin = unsafe { Plugin::observed(*table, observer) }
        .map_err(|error| format!("this plugin cannot be used: {error}"))?;
    Ok((plugin, *table))
}
