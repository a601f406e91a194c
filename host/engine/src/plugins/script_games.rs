//! Games in Luau: files that need neither consent nor a probe, because the sandbox of house rules confines them.
//!
//! A game is one file, `NAME.luau`, or a folder with the file of its name, `NAME/NAME.luau`, which requires others
//! beside it.

use crate::files::{MAX_TEXT_BYTES, check_inside, read_bytes, text_of};
use crate::hex::hex;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::{MAX_FILES, Problem, Script, is_required_name};
use stonehouse_runtime::Plugin;
use stonehouse_script_games::ScriptGame;

/// The ending of the names of their files.
pub const SCRIPT_GAME: &str = "luau";

/// The scripts of a game, and the hash by which others are noticed, here and in records.
pub(super) struct ScriptGameFile {
    pub hash: String,
    script: Script,
    /// The files beside it; none where the game is one file.
    beside: Option<Vec<Script>>,
}

/// Whether a file is a game in Luau, and not definitions for editors (`.d.luau`).
pub fn is_script_game(file: &Path) -> bool {
    let is_definitions =
        || file.file_stem().is_some_and(|name| Path::new(name).extension().is_some_and(|end| end == "d"));
    file.extension().is_some_and(|ending| ending == SCRIPT_GAME) && !is_definitions()
}

/// The file of a game in the folder of its name, if there is one.
pub(super) fn game_in_folder(folder: &Path) -> Option<PathBuf> {
    let name = folder.file_name()?.to_str()?;
    let file = folder.join(format!("{name}.{SCRIPT_GAME}"));
    file.is_file().then_some(file)
}

/// Whether the file of a game is in the folder of its name, where it may have others beside it.
pub(super) fn is_in_folder(file: &Path) -> bool {
    let folder = file.parent().and_then(Path::file_name);
    folder.is_some() && folder == file.file_stem()
}

/// Whether a file belongs to a game in Luau: its file, or one beside it that it may require.
pub fn is_of_script_game(game: &Path, file: &Path) -> bool {
    game == file || is_script_game(game) && is_in_folder(game) && game.parent() == file.parent() && is_script_game(file)
}

/// The files beside the file of a game, by name: none where it is not in the folder of its name.
///
/// # Errors
/// When the folder cannot be read, or holds too many.
pub fn files_beside(game: &Path) -> Result<Vec<PathBuf>, Problem> {
    let Some(folder) = game.parent().filter(|_| is_in_folder(game)) else { return Ok(Vec::new()) };
    let unreadable = |error: std::io::Error| Problem::file(folder, format!("the folder cannot be read: {error}"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let has_name = file.file_stem().and_then(OsStr::to_str).is_some_and(is_required_name);
        if file != game && is_script_game(&file) && has_name {
            files.push(file);
        }
    }
    if files.len() >= MAX_FILES {
        let why = format!("a game has at most {MAX_FILES} files, and in this folder are {}", files.len() + 1);
        return Err(Problem::file(folder, why));
    }
    files.sort();
    Ok(files)
}

/// Loads a game.
///
/// # Errors
/// When a file cannot be read, or a script is wrong: with the line.
pub(crate) fn load(file: &Path) -> Result<Arc<Plugin>, Problem> {
    ScriptGameFile::read(file)?.load()
}

impl ScriptGameFile {
    /// The game of these scripts: its own, and those beside it.
    pub fn new(script: Script, beside: Option<Vec<Script>>) -> Self {
        let hash = match beside.as_deref() {
            None | Some([]) => Sha256::digest(script.source.as_bytes()),
            Some(beside) => {
                let mut digest = Sha256::new();
                for Script { name, source, .. } in std::iter::once(&script).chain(beside) {
                    digest.update(format!("{name} {}\n{source}", source.len()));
                }
                digest.finalize()
            }
        };
        Self { hash: hex(&hash), script, beside }
    }

    /// Reads a game.
    ///
    /// # Errors
    /// When a file cannot be read, is too long, is no text, or is a link to a file elsewhere.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        // What is named on the command line may have no folder in its name.
        let whole = if file.parent().is_none_or(|folder| folder.as_os_str().is_empty()) {
            std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
        } else {
            file.to_owned()
        };
        let script = read_script(file)?;
        if !is_in_folder(&whole) {
            return Ok(Self::new(script, None));
        }
        let folder = whole.parent().unwrap_or(&whole);
        let read = |file: PathBuf| {
            check_inside(folder, &file)?;
            read_script(&file)
        };
        let beside = files_beside(&whole)?.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(Self::new(script, Some(beside)))
    }

    /// Loads the game.
    ///
    /// # Errors
    /// When a script is wrong: with the line.
    pub fn load(self) -> Result<Arc<Plugin>, Problem> {
        let file = self.script.file.clone();
        Plugin::new(Arc::new(self.load_game()?))
            .map_err(|error| Problem::file(file, format!("this game cannot be used: {error}")))
    }

    /// Loads the game, but not as a plugin.
    ///
    /// # Errors
    /// When a script is wrong: with the line.
    pub fn load_game(self) -> Result<ScriptGame, Problem> {
        let game = match self.beside {
            None => ScriptGame::load(self.script)?,
            Some(beside) => ScriptGame::load_files(self.script, beside)?,
        };
        Ok(game.with_source_hash(self.hash))
    }
}

fn read_script(file: &Path) -> Result<Script, Problem> {
    let bytes = read_bytes(file, MAX_TEXT_BYTES)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Ok(Script::new(name, file, text_of(file, &bytes)?))
}
