//! Games in Luau: files that need neither consent nor a probe, because the sandbox of house rules confines them.

use crate::files::{MAX_TEXT_BYTES, read_bytes, text_of};
use crate::hex::hex;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script};
use stonehouse_runtime::Plugin;
use stonehouse_script_games::ScriptGame;

/// The ending of the names of their files.
pub const SCRIPT_GAME: &str = "luau";

/// The script of a game, and the hash by which another one is noticed.
pub(super) struct ScriptGameFile {
    pub hash: String,
    script: Script,
}

/// Whether a file is a game in Luau.
pub fn is_script_game(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == SCRIPT_GAME)
}

/// Loads a game.
///
/// # Errors
/// When the file cannot be read, or the script is wrong: with the line.
pub(crate) fn load(file: &Path) -> Result<Arc<Plugin>, Problem> {
    ScriptGameFile::read(file)?.load()
}

impl From<Script> for ScriptGameFile {
    fn from(script: Script) -> Self {
        Self { hash: hex(&Sha256::digest(script.source.as_bytes())), script }
    }
}

impl ScriptGameFile {
    /// Reads a game.
    ///
    /// # Errors
    /// When the file cannot be read, is too long, or is no text.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        let bytes = read_bytes(file, MAX_TEXT_BYTES)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Ok(Script::new(name, file, text_of(file, &bytes)?).into())
    }

    /// Loads the game.
    ///
    /// # Errors
    /// When the script is wrong: with the line.
    pub fn load(self) -> Result<Arc<Plugin>, Problem> {
        let file = self.script.file.clone();
        let game = ScriptGame::load(self.script)?;
        Plugin::new(Arc::new(game)).map_err(|error| Problem::file(file, format!("this game cannot be used: {error}")))
    }
}
