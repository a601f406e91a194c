//! Types of games in Luau for editors: one file of definitions for all games of a folder, and one with their meanings.
//!
//! `stonehouse new game` writes them, and they are written again when a game is checked, or changed while the window is
//! open: so an editor knows what the game declares by now.

use super::game_files_in;
use super::script_games::{ScriptGameFile, is_in_folder, is_script_game};
use crate::files;
use crate::folders::{Folder, Origin};
use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_house_rules::Problem;
pub use stonehouse_script_games::{EditorTypes, reference};
use stonehouse_script_games::{FIRST_LINE, ScriptGame};

/// The file of the definitions.
pub const DEFINITIONS: &str = "games.d.luau";
/// The file of their meanings.
pub const DOCUMENTATION: &str = "games.docs.json";

/// The types of one game.
///
/// # Errors
/// When a file cannot be read, or a script is wrong: with the line.
pub fn types_of(game: &Path) -> Result<EditorTypes, Problem> {
    Ok(EditorTypes::of([&ScriptGameFile::read(game)?.load_game()?]))
}

/// The folder with the types of a game: the one of its file, or of its folder where it has one of its own.
pub fn folder_of_types(game: &Path) -> &Path {
    let folder = files::folder_of(game);
    if is_in_folder(game) { files::folder_of(folder) } else { folder }
}

/// Writes the types of all games of a folder that can be loaded. Returns the files.
///
/// # Errors
/// When the folder cannot be read, when a file cannot be written, or when the definitions are a file that the program
/// did not write.
pub fn write_types(folder: &Path) -> Result<[PathBuf; 2], Problem> {
    let [definitions, documentation] = [DEFINITIONS, DOCUMENTATION].map(|name| folder.join(name));
    if definitions.symlink_metadata().is_ok() && !is_written_by_program(&definitions) {
        let why = "this file was not written by Stonehouse, and is not overwritten: give it another name";
        return Err(Problem::file(definitions, why));
    }
    let found = game_files_in(&Folder { path: folder.to_owned(), origin: Origin::User })?;
    let scripts = found.iter().filter(|file| is_script_game(file));
    let games: Vec<ScriptGame> = scripts.filter_map(|file| ScriptGameFile::read(file).ok()?.load_game().ok()).collect();
    let types = EditorTypes::of(&games);
    replace(&definitions, &types.definitions)?;
    replace(&documentation, &format!("{:#}\n", types.documentation))?;
    Ok([definitions, documentation])
}

/// Writes the types for a game again, where its folder has some that the program wrote.
///
/// # Errors
/// As [`write_types`].
pub fn renew_types(game: &Path) -> Result<(), Problem> {
    let folder = folder_of_types(game);
    if is_written_by_program(&folder.join(DEFINITIONS)) { write_types(folder).map(drop) } else { Ok(()) }
}

fn is_written_by_program(definitions: &Path) -> bool {
    fs::read_to_string(definitions).is_ok_and(|text| text.starts_with(FIRST_LINE))
}

/// Replaces a file, if it is another one: an editor reads it again when it is written.
fn replace(file: &Path, text: &str) -> Result<(), Problem> {
    if fs::read_to_string(file).is_ok_and(|known| known == text) {
        return Ok(());
    }
    files::replace_shared(file, text.as_bytes())
        .map_err(|error| Problem::file(file, format!("the file cannot be written: {error}")))
}
