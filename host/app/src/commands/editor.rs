//! `stonehouse types`: what editors need for games in Luau, and the reference page.

use crate::args::TypesArgs;
use crate::output;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use stonehouse_engine::plugins::editor::{self, DEFINITIONS, DOCUMENTATION};
use stonehouse_engine::plugins::is_script_game;
use stonehouse_engine::{Folders, Problem, files};
use stonehouse_house_rules::PACKAGE;

/// Writes the types of the games of a folder, or prints the reference page.
pub fn run(folders: &Folders, args: &TypesArgs) -> ExitCode {
    if args.reference {
        return output::print(editor::reference().trim_end());
    }
    let folder = match &args.path {
        // What is named on the command line may have no folder in its name.
        Some(path) => match std::path::absolute(path) {
            Ok(path) if is_script_game(&path) => Ok(editor::folder_of_types(&path).to_owned()),
            Ok(path) => Ok(path),
            Err(error) => Err(format!("{}: {error}", path.display())),
        },
        None => super::new::own_folder(&folders.games).cloned(),
    };
    match folder.and_then(|folder| write(&folder).map_err(|problem| problem.to_string())) {
        Ok(written) => output::print(&written),
        Err(why) => output::fail(&why),
    }
}

/// Writes the types of the games of a folder, and the settings by which an editor finds them, where there are none yet.
/// Returns the names of the files, a line each.
///
/// # Errors
/// When a file cannot be written, or the definitions are a file that the program did not write.
pub fn write(folder: &Path) -> Result<String, Problem> {
    let written = editor::write_types(folder)?;
    let settings = json!({
        "luau-lsp.platform.type": "standard",
        "luau-lsp.types.definitionFiles": { PACKAGE: DEFINITIONS },
        "luau-lsp.types.documentationFiles": [DOCUMENTATION],
    });
    let beside = [
        (folder.join(".luaurc"), "{\n  \"languageMode\": \"strict\"\n}\n".to_owned()),
        (folder.join(".vscode").join("settings.json"), format!("{settings:#}\n")),
    ];
    for (file, text) in beside.iter().filter(|(file, _)| file.symlink_metadata().is_err()) {
        let made = std::fs::create_dir_all(files::folder_of(file))
            .and_then(|()| files::create_new_shared(file, text.as_bytes()));
        made.map_err(|error| Problem::file(file, format!("the file cannot be written: {error}")))?;
    }
    let files = written.iter().chain(beside.iter().map(|(file, _)| file));
    Ok(files.map(|file| format!("  {}\n", file.display())).collect())
}
