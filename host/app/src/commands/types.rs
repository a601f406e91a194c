//! `stonehouse check --types`: house rules and games in Luau checked by Luau's type checker.

use crate::output;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use stonehouse_engine::plugins::{editor, is_script_game};
use stonehouse_engine::{Catalog, GameEntry};
use stonehouse_house_rules::Interface;

/// The type checker: Luau's, as a separate program that can be given definitions.
const CHECKER: &str = "luau-lsp";

/// Checks the types of scripts: games in Luau, and house rules, each in a folder that is named after its game, as
/// `new rule` makes them.
pub fn run(catalog: &Catalog, scripts: &[PathBuf]) -> ExitCode {
    let Some(checker) = found_in_path(CHECKER) else {
        return output::fail(&format!(
            "`check --types` needs `{CHECKER}`, which checks the types of Luau, in a folder of PATH. It can be had from \
             https://github.com/JohnnyMorganz/luau-lsp/releases. Without `--types` names, values and what the rule does are checked all the same"
        ));
    };
    if scripts.is_empty() {
        return output::fail(
            "`check --types` needs the scripts to check: for example scripts/three-stones/my_rule.lua",
        );
    }
    let mut failed = 0;
    for script in scripts {
        match check(catalog, &checker, script) {
            Ok(CheckerOutput { message, is_fine }) => {
                output::print(&message);
                failed += usize::from(!is_fine);
            }
            Err(why) => return output::fail(&why),
        }
    }
    if failed > 0 {
        output::fail(&format!("{failed} of {} scripts have wrong types", scripts.len()))
    } else {
        ExitCode::SUCCESS
    }
}

struct CheckerOutput {
    message: String,
    is_fine: bool,
}

fn check(catalog: &Catalog, checker: &Path, script: &Path) -> Result<CheckerOutput, String> {
    let (id, known) = if is_script_game(script) {
        let types = editor::types_of(script).map_err(|problem| problem.to_string())?;
        ("games".to_owned(), types.definitions)
    } else {
        let game = game_of(catalog, script)?;
        (game.id().to_owned(), Interface::everything(&game.plugin).definitions(game.id()))
    };
    let failed = |why: std::io::Error| format!("`{CHECKER}` could not be used: {why}");
    let folder = tempfile::tempdir().map_err(failed)?;
    let definitions = folder.path().join(format!("{id}.d.luau"));
    fs::write(&definitions, known).map_err(failed)?;
    let mut option = std::ffi::OsString::from("--definitions=");
    option.push(&definitions);
    let mut command = Command::new(checker);
    // Without the platform it would add the names of Roblox.
    command.args(["analyze", "--platform=standard"]).arg(option).arg(script);
    let output = command.output().map_err(failed)?;
    let message = [output.stdout, output.stderr].map(|message| String::from_utf8_lossy(&message).into_owned()).concat();
    let is_fine = output.status.success();
    let message =
        if is_fine && message.is_empty() { format!("{}: its types are right\n", script.display()) } else { message };
    Ok(CheckerOutput { message, is_fine })
}

/// The game of a script, by the name of its folder.
fn game_of<'a>(catalog: &'a Catalog, script: &Path) -> Result<&'a GameEntry, String> {
    let script = script.canonicalize().map_err(|error| format!("{}: {error}", script.display()))?;
    let folder = script.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    catalog.game(&folder).map_err(|unknown| {
        format!("{} has to be in a folder that is called after its game: {unknown}", script.display())
    })
}

fn found_in_path(program: &str) -> Option<PathBuf> {
    let folders = env::split_paths(&env::var_os("PATH")?).collect::<Vec<_>>();
    folders
        .into_iter()
        .map(|folder| folder.join(program).with_extension(env::consts::EXE_EXTENSION))
        .find(|file| file.is_file())
}
