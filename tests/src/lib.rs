//! The setup that the tests share: the real libraries, variants and scripts, found as the program finds them.

pub mod clicks;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stonehouse_desktop::App;
use stonehouse_desktop::tempo::Tempo;
use stonehouse_engine::plugins::Trusting;
use stonehouse_engine::{Catalog, Folders, Ruleset};
use stonehouse_runtime::Position;

/// The bundled folders of the source tree without those of games in Luau, with records kept in `records`.
///
/// # Panics
/// When the test's own program cannot be found.
pub fn folders(records: Option<&Path>) -> Folders {
    let mut folders = Folders::bundled(&std::env::current_exe().expect("a running test has a file"));
    folders.games.clear();
    folders.records = records.map(Path::to_owned);
    folders.copies = Some(copies());
    folders
}

/// The messages of house rules since the last action, all of them.
pub fn messages(position: &Position) -> Vec<String> {
    position.messages().iter().map(|message| message.text.to_string()).collect()
}

/// The folder of private copies of libraries: beside the tests' own programs.
///
/// # Panics
/// When the test's own program cannot be found.
pub fn copies() -> PathBuf {
    std::env::current_exe().expect("a running test has a file").with_file_name("copies-of-plugins")
}

/// As [`folders`], with those of games in Luau.
///
/// # Panics
/// When the test's own program cannot be found.
pub fn folders_with_script_games() -> Folders {
    let bundled = Folders::bundled(&std::env::current_exe().expect("a running test has a file"));
    Folders { games: bundled.games, ..folders(None) }
}

/// The games and variants of these folders. The libraries were built together with the tests, so they are loaded as
/// they are.
pub fn catalog_of(folders: &Folders) -> Catalog {
    Catalog::load(folders, Arc::new(Trusting))
}

/// All bundled games that are libraries, and their variants.
pub fn catalog() -> Catalog {
    catalog_of(&folders(None))
}

/// The library that Cargo built of a package of this workspace, named with underscores.
///
/// # Panics
/// When it was not built.
pub fn library(package: &str) -> PathBuf {
    let folder = folders(None).plugins[0].path.clone();
    let file = folder.join(format!("{DLL_PREFIX}{package}{DLL_SUFFIX}"));
    assert!(file.is_file(), "{} was not built", file.display());
    file
}

/// A bundled variant, compiled, by its name `GAME/ID`.
///
/// # Panics
/// When there is none, or it does not compile.
pub fn ruleset(name: &str) -> Arc<Ruleset> {
    let catalog = catalog();
    let (game, variant) = catalog.variant(name).unwrap_or_else(|why| panic!("{why}"));
    Ruleset::compile(&game.plugin, variant).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Bots that answer at once, and have unlimited time.
pub const AT_ONCE: Tempo =
    Tempo { pause: Duration::ZERO, longest_thought: Duration::MAX, steady: None, frame_timeout: Duration::MAX };

/// The program, its records kept in `records`, with bots that answer at once and deals that are the same every time.
pub fn app(records: &Path) -> App {
    app_over(&folders(Some(records)), AT_ONCE)
}

/// The program over these folders, with bots of this tempo and deals that are the same every time.
pub fn app_over(folders: &Folders, tempo: Tempo) -> App {
    App::with_tempo(catalog_of(folders), tempo).with_seeds(1)
}
