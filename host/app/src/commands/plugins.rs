//! `stonehouse plugins`

use crate::args::{PluginsAction, PluginsArgs};
use crate::output;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stonehouse_engine::plugins::{
    AllowedLibrary, Consents, LibraryMetadata, confined_here, game_files_in, is_of_script_game, is_script_game,
};
use stonehouse_engine::{Catalog, Folders, Origin, Problem};

/// The warning to a person who allows a plugin.
const WARNING: &str = "This is a program and can do whatever you can: read and change your files, and use the network. \
                       Allow it only if you trust the person who gave it to you.";

/// Lists plugins, or allows or forgets one. Plugins are loaded only to be listed: `catalog` does that.
pub fn run(folders: &Folders, args: &PluginsArgs, catalog: impl FnOnce() -> Result<Catalog, String>) -> ExitCode {
    let consents = Consents::new(folders.consents.clone());
    let done = match &args.action {
        None => catalog().and_then(|catalog| listed(&catalog, &consents, args.json)),
        Some(PluginsAction::List { json }) => catalog().and_then(|catalog| listed(&catalog, &consents, *json)),
        Some(PluginsAction::Allow { file, json }) => allow(folders, &consents, file, *json),
        Some(PluginsAction::Forget { plugin, json }) => forget(&consents, plugin, *json),
    };
    match done {
        Ok(Output::Text(text)) => output::print(&text),
        Ok(Output::Json(value)) => output::print_json(&value),
        Err(why) => output::fail(&why),
    }
}

/// The output of the command.
enum Output {
    Text(String),
    Json(Value),
}

/// A library, or a game in Luau, in one of the folders.
struct GameFileRow {
    file: PathBuf,
    origin: Origin,
    /// The facts about a library, or why it is no plugin; `None` for a game in Luau.
    found: Option<Result<LibraryMetadata, Problem>>,
}

fn listed(catalog: &Catalog, consents: &Consents, as_json: bool) -> Result<Output, String> {
    let allowed = consents.all().map_err(|problem| problem.to_string())?;
    let mut libraries: Vec<GameFileRow> = Vec::new();
    for folder in catalog.folders().with_games() {
        for file in game_files_in(folder).map_err(|problem| problem.to_string())? {
            let found = (!is_script_game(&file)).then(|| LibraryMetadata::read(&file).map(|(found, _)| found));
            libraries.push(GameFileRow { file, origin: folder.origin, found });
        }
    }
    if as_json {
        let plugins: Vec<Value> = libraries.iter().map(|listed| as_value(catalog, &allowed, listed)).collect();
        return Ok(Output::Json(json!({ "plugins": plugins, "probe": confined_here() })));
    }
    if libraries.is_empty() {
        return Err("there is no plugin: is the folder `plugins` beside the program?".to_owned());
    }
    let mut text = String::new();
    for listed in &libraries {
        let _ = writeln!(text, "{}", listed.file.display());
        let _ = writeln!(text, "  {}", state(catalog, &allowed, listed));
        if let Some(Ok(found)) = &listed.found {
            let _ = writeln!(text, "  {}", facts(found).join("\n  "));
        }
    }
    let lacking = confined_here().lacking();
    if !lacking.is_empty() {
        let what = lacking.join(", ");
        let _ =
            writeln!(text, "\nOn this system a plugin can {what} while it is probed: that cannot be prevented here.");
    }
    if !catalog.waiting().is_empty() {
        let _ = writeln!(text, "\n{WARNING}\nAllow one with: stonehouse plugins allow FILE");
    }
    Ok(Output::Text(text))
}

/// The facts about a library, a line each.
fn facts(found: &LibraryMetadata) -> Vec<String> {
    let day = found.day();
    let changed = if day.is_empty() { String::new() } else { format!(", changed on {day}") };
    vec![
        format!("{} bytes{changed}", found.size),
        format!("SHA-256 {}", found.hash),
        format!("exports {}", found.symbols.join(", ")),
    ]
}

/// The games of a file that were loaded.
fn games(catalog: &Catalog, file: &Path) -> Vec<String> {
    let own = catalog.games().iter().filter(|game| game.file == file);
    own.map(|game| format!("{} {}", game.id(), game.plugin.about().version)).collect()
}

/// Whether a file is loaded, and why not.
fn state(catalog: &Catalog, allowed: &BTreeMap<String, AllowedLibrary>, listed: &GameFileRow) -> String {
    let from = match (listed.origin, &listed.found) {
        (Origin::Bundled | Origin::Built, _) => "came with Stonehouse".to_owned(),
        (Origin::Named, _) => "in a folder named with --plugins".to_owned(),
        (Origin::User, None) => "in your own folder, in the sandbox".to_owned(),
        (Origin::User, Some(Ok(found))) => match allowed.get(&found.hash) {
            Some(allowed) => format!("allowed on {}", allowed.on),
            None => "not allowed".to_owned(),
        },
        (Origin::User, Some(Err(_))) => "in your own folder".to_owned(),
    };
    let games = games(catalog, &listed.file);
    match problem(catalog, listed) {
        Some(problem) => format!("{from}; not loaded: {}", output::one_line(&problem)),
        None if games.is_empty() => format!("{from}; not loaded"),
        None => format!("{from}; loaded: {}", games.join(", ")),
    }
}

fn problem(catalog: &Catalog, listed: &GameFileRow) -> Option<String> {
    let problem = catalog.problems().iter().find(|problem| is_of_script_game(&listed.file, &problem.file));
    problem.or(listed.found.as_ref().and_then(|found| found.as_ref().err())).map(|problem| problem.message.clone())
}

fn as_value(catalog: &Catalog, allowed: &BTreeMap<String, AllowedLibrary>, listed: &GameFileRow) -> Value {
    let origin = match listed.origin {
        Origin::Bundled | Origin::Built => "shipped",
        Origin::User => "user",
        Origin::Named => "named",
    };
    let mut value = json!({
        "file": listed.file,
        "origin": origin,
        "may_run": listed.found.is_none() || listed.origin != Origin::User,
        "games": games(catalog, &listed.file),
        "problem": problem(catalog, listed),
    });
    if let Some(Ok(found)) = &listed.found {
        value["may_run"] = json!(listed.origin != Origin::User || allowed.contains_key(&found.hash));
        value["size"] = json!(found.size);
        value["sha256"] = json!(found.hash);
        value["changed"] = json!(found.day());
        value["symbols"] = json!(found.symbols);
    }
    value
}

fn allow(folders: &Folders, consents: &Consents, file: &Path, as_json: bool) -> Result<Output, String> {
    let file = library(folders, file);
    let (found, _) = LibraryMetadata::read(&file).map_err(|problem| problem.to_string())?;
    consents.allow(&found).map_err(|problem| problem.to_string())?;
    if as_json {
        return Ok(Output::Json(json!({ "allowed": { "file": file, "sha256": found.hash } })));
    }
    Ok(Output::Text(format!(
        "{}\n  {}\n{WARNING}\n\nIt is allowed, in exactly this build, and is probed at the next start. Take that back with: \
         stonehouse plugins forget {}",
        file.display(),
        facts(&found).join("\n  "),
        &found.hash[..16]
    )))
}

/// The file of a library: as it was named, or, if it does not exist, of this name in a folder of the user's.
fn library(folders: &Folders, named: &Path) -> PathBuf {
    let own = folders.plugins.iter().filter(|folder| folder.origin == Origin::User);
    let mut found = own.map(|folder| folder.path.join(named)).filter(|file| file.is_file());
    if named.is_file() { named.to_owned() } else { found.next().unwrap_or_else(|| named.to_owned()) }
}

fn forget(consents: &Consents, plugin: &str, as_json: bool) -> Result<Output, String> {
    // A file that exists is identified by its content; one that does not, by its name.
    let hash = LibraryMetadata::read(Path::new(plugin)).ok().map(|(found, _)| found.hash);
    let name = Path::new(plugin).file_name().map(|name| name.to_string_lossy().into_owned());
    let forgotten = hash
        .and_then(|hash| consents.forget(&hash).ok())
        .map_or_else(|| consents.forget(name.as_deref().unwrap_or(plugin)), Ok)
        .map_err(|problem| problem.to_string())?;
    if as_json {
        return Ok(Output::Json(json!({ "forgotten": forgotten })));
    }
    let lines = forgotten.iter().map(|(hash, library)| format!("{} ({hash}) does not run any more.\n", library.file));
    Ok(Output::Text(lines.collect()))
}
