//! Games in Luau: files that need neither consent nor a probe, because the sandbox of house rules holds them.

use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script};
use stonehouse_runtime::Plugin;
use stonehouse_script_games::ScriptGame;

/// The ending of their files.
const SUFFIX: &str = "luau";

/// The text of a game, and the hash by which another text is noticed.
pub(super) struct ScriptFile {
    pub hash: String,
    source: String,
}

/// Whether a file is a game in Luau.
pub(super) fn is_script(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == SUFFIX)
}

impl ScriptFile {
    /// Reads a game.
    ///
    /// # Errors
    /// When the file cannot be read, or is no text.
    pub fn read(file: &Path) -> Result<Self, Problem> {
        let bytes = std::fs::read(file).map_err(|error| Problem::file(file, format!("it cannot be read: {error}")))?;
        let hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let source = String::from_utf8(bytes)
            .map_err(|_| Problem::file(file, "a game in Luau is a text in UTF-8, and this file is none".to_owned()))?;
        Ok(Self { hash, source })
    }

    /// Loads the game.
    ///
    /// # Errors
    /// When the script is wrong: with the line.
    pub fn load(self, file: &Path) -> Result<Arc<Plugin>, Problem> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let game = ScriptGame::load(Script::new(name, file, self.source))?;
        Plugin::new(Arc::new(game)).map_err(|error| Problem::file(file, format!("this game cannot be used: {error}")))
    }
}
