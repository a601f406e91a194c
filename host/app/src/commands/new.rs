//! `stonehouse new`: writes games, variants and house rules to start from, which work as they are.

use crate::args::{NewArgs, NewGame, NewKind, NewOfGame};
use crate::output;
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stonehouse_engine::folders::{Folder, Origin, own_program, source_tree};
use stonehouse_engine::plugins::{SCRIPT_GAME, editor, is_script_game};
use stonehouse_engine::variant::OFFICIAL;
use stonehouse_engine::{Catalog, Folders, GameEntry, files};
use stonehouse_house_rules::{Interface, PACKAGE, type_name};
use stonehouse_plugin::{FieldKind, HookDecl, HookValue};

const GAME_SCRIPT: &str = include_str!("../../templates/game.luau");
const GAME_MANIFEST: &str = include_str!("../../templates/game/Cargo.toml");
const GAME_SOURCE: &str = include_str!("../../templates/game/src/lib.rs");
const C_SOURCE: &str = include_str!("../../templates/game-c/game.c");
const C_MAKEFILE: &str = include_str!("../../templates/game-c/Makefile");
const C_HEADER: &str = include_str!("../../../../plugin-api/include/stonehouse_plugin.h");
/// The JSON Schemas of the documents that a plugin writes.
const C_SCHEMAS: [(&str, &str); 10] = [
    ("about.json", include_str!("../../../../plugin-api/include/schemas/about.json")),
    ("action-text.json", include_str!("../../../../plugin-api/include/schemas/action-text.json")),
    ("effect-result.json", include_str!("../../../../plugin-api/include/schemas/effect-result.json")),
    ("effects.json", include_str!("../../../../plugin-api/include/schemas/effects.json")),
    ("facts.json", include_str!("../../../../plugin-api/include/schemas/facts.json")),
    ("zones.json", include_str!("../../../../plugin-api/include/schemas/zones.json")),
    ("news.json", include_str!("../../../../plugin-api/include/schemas/news.json")),
    ("rules-error.json", include_str!("../../../../plugin-api/include/schemas/rules-error.json")),
    ("scene.json", include_str!("../../../../plugin-api/include/schemas/scene.json")),
    ("seating.json", include_str!("../../../../plugin-api/include/schemas/seating.json")),
];
const VARIANT: &str = include_str!("../../templates/variant.toml");

/// The names in the templates, which are replaced by the new ones.
const TEMPLATE: Names<'_> = Names { id: "my-game", title: "My game" };

#[derive(Clone, Copy)]
struct Names<'a> {
    id: &'a str,
    title: &'a str,
}

/// A file to be written.
struct New {
    file: PathBuf,
    text: String,
    /// Whether it belongs to the folder rather than to the thing that is made: an existing one stays as it is.
    shared: bool,
}

impl New {
    fn own(file: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self { file: file.into(), text: text.into(), shared: false }
    }

    fn shared(file: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self { shared: true, ..Self::own(file, text) }
    }
}

/// Writes the requested files, and prints their names and the next steps.
pub fn run(folders: &Folders, args: &NewArgs, catalog: impl FnOnce() -> Result<Catalog, String>) -> ExitCode {
    let made = match &args.kind {
        NewKind::Game(game) if game.rust || game.c => new_library(game),
        NewKind::Game(game) => new_game(folders, game),
        NewKind::Variant(variant) => catalog().and_then(|catalog| new_variant(&catalog, variant)),
        NewKind::Rule(rule) => catalog().and_then(|catalog| new_rule(&catalog, rule)),
    };
    let written = made.and_then(|(files, next)| {
        write_all(&files)?;
        // The types of a game in Luau are those of all games of its folder, and written when it is there.
        let games = files.iter().filter(|new| is_script_game(&new.file));
        games.into_iter().try_for_each(|new| {
            super::editor::write(editor::folder_of_types(&new.file)).map(drop).map_err(|problem| problem.to_string())
        })?;
        Ok((files, next))
    });
    match written {
        Ok((files, next)) => {
            let made = files.iter().filter(|new| !new.shared);
            let files: String = made.map(|new| format!("  {}\n", new.file.display())).collect();
            output::print(&format!("Made:\n{files}\n{next}"))
        }
        Err(why) => output::fail(&why),
    }
}

/// The template of a game with the game's own names.
fn renamed<'a>(id: &'a str, title: &'a str) -> impl Fn(&str) -> String + 'a {
    move |text| {
        let types = text.replace(&type_name(TEMPLATE.id), &type_name(id));
        types.replace(TEMPLATE.id, id).replace(TEMPLATE.title, title)
    }
}

/// A game in Luau.
fn new_game(folders: &Folders, args: &NewGame) -> Result<(Vec<New>, String), String> {
    let id = checked_id(&args.name)?;
    let folder = match &args.dir {
        Some(folder) => folder.clone(),
        None => own_folder(&folders.games)?.clone(),
    };
    let file = folder.join(format!("{id}.{SCRIPT_GAME}"));
    let searched = args.dir.as_ref().map(|dir| format!(" --plugins {}", dir.display())).unwrap_or_default();
    let next = format!(
        "It can be played as it is:\n  stonehouse{searched}{}opens Stonehouse, which reads the file again each time that you save it\n  \
         stonehouse check {}\n",
        " ".repeat(4),
        file.display()
    );
    Ok((vec![New::own(file, renamed(id, &title(id))(GAME_SCRIPT))], next))
}

/// A game that is a library, in Rust or C.
fn new_library(args: &NewGame) -> Result<(Vec<New>, String), String> {
    let id = checked_id(&args.name)?;
    let title = title(id);
    let own = renamed(id, &title);
    let folder = args.dir.clone().unwrap_or_default().join(id);
    if folder.symlink_metadata().is_ok() {
        return Err(format!("{} exists already, and nothing is overwritten: choose another name", folder.display()));
    }
    if args.c {
        let mut files = vec![
            New::own(folder.join("game.c"), own(C_SOURCE)),
            New::own(folder.join("Makefile"), own(C_MAKEFILE)),
            New::own(folder.join("stonehouse_plugin.h"), C_HEADER),
        ];
        files.extend(C_SCHEMAS.map(|(name, schema)| New::own(folder.join("schemas").join(name), schema)));
        let next = "  make                  builds the library\n  make check            checks it\n  \
                    stonehouse --plugins . opens Stonehouse with it";
        return Ok((files, format!("In {}:\n{next}", folder.display())));
    }
    let manifest = match &args.path {
        Some(sources) => with_sources(GAME_MANIFEST, sources)?,
        None => GAME_MANIFEST.to_owned(),
    };
    let files = vec![
        New::own(folder.join("Cargo.toml"), own(&manifest)),
        New::own(folder.join("src").join("lib.rs"), own(GAME_SOURCE)),
        New::own(folder.join(".gitignore"), "/target\n"),
    ];
    let mut next = "  cargo test            plays it through the conformance kit\n  \
                cargo build --release builds the library into target/release\n  \
                stonehouse --plugins target/release\n                        opens Stonehouse with it"
        .to_owned();
    let sources = own_program().filter(|_| args.path.is_none());
    if let Some(sources) = sources.as_deref().and_then(source_tree) {
        let _ = write!(
            next,
            "\nIt depends on the published crates. A game that depends on the sources of this program is made with\n  \
             --path {}",
            sources.display()
        );
    }
    Ok((files, format!("In {}:\n{next}", folder.display())))
}

/// The crates on which a game depends, and their folders in Stonehouse's sources.
const CRATES: [(&str, &str); 2] = [("stonehouse-plugin", "plugin-api"), ("stonehouse-conformance", "conformance")];

/// A game's manifest that depends on the crates in this folder of Stonehouse's sources.
fn with_sources(manifest: &str, sources: &Path) -> Result<String, String> {
    let sources = checked_sources(sources)?;
    let line = |line: &str| match CRATES.iter().find(|(name, _)| line.split(" = ").next() == Some(*name)) {
        Some((name, folder)) => format!("{name} = {{ path = \"{sources}/{folder}\" }}\n"),
        None => format!("{line}\n"),
    };
    Ok(manifest.lines().map(line).collect())
}

/// The folder of Stonehouse's sources, as it is written into a manifest.
fn checked_sources(sources: &Path) -> Result<String, String> {
    if !sources.join("plugin-api").join("Cargo.toml").is_file() {
        return Err(format!(
            "{} is not the folder of Stonehouse's sources: it has no plugin-api/Cargo.toml",
            sources.display()
        ));
    }
    let sources = sources.canonicalize().map_err(|error| format!("{}: {error}", sources.display()))?;
    // A path within quotes of TOML: forward slashes work everywhere, and nothing else needs escaping.
    Ok(sources.display().to_string().replace('\\', "/").replace('"', "\\\""))
}

fn new_variant(catalog: &Catalog, args: &NewOfGame) -> Result<(Vec<New>, String), String> {
    let game = catalog.game(&args.game).map_err(|error| error.to_string())?;
    let id = checked_id(&args.name)?;
    let file = folder_for(&catalog.folders().variants, args)?.join(format!("{id}.toml"));
    let mut text = variant_text(game, id);
    text.push_str("\n# Every knob with its official value. Remove the `#` of those that you set.\n[knobs]\n");
    for knob in game.plugin.knobs() {
        // All in comments, so that a value that is not a single line of TOML does no harm; the reference has it, too.
        let default = knob.default.to_string();
        let _ = writeln!(text, "# {}\n# {} = {default}", knob.doc.replace('\n', " "), knob.name);
    }
    let next = format!(
        "Play it in Stonehouse, or:\n  stonehouse check {}\n  stonehouse simulate {}/{id}{}",
        file.display(),
        game.id(),
        searched(args)
    );
    let schema = schema_file(game, &file);
    Ok((vec![New::own(file, text), schema], next))
}

fn new_rule(catalog: &Catalog, args: &NewOfGame) -> Result<(Vec<New>, String), String> {
    let game = catalog.game(&args.game).map_err(|error| error.to_string())?;
    let id = checked_id(&args.name)?;
    let hooks = game.plugin.hooks();
    let script = format!("{}.lua", id.replace('-', "_"));
    let file = folder_for(&catalog.folders().scripts, args)?.join(&script);
    let variant = folder_for(&catalog.folders().variants, args)?.join(format!("{id}.toml"));
    let mut text = format!("-- {}: say here what it changes.\nlocal house: HouseRule = {{}}\n", title(id));
    for (number, hook) in hooks.iter().enumerate() {
        text.push_str(&hook_text(hook, number > 0));
    }
    if hooks.is_empty() {
        text.push_str(AFTER_ACTION);
    }
    text.push_str("\nreturn house\n");
    let mut with = variant_text(game, id);
    let _ = writeln!(with, "scripts = [\"{script}\"]");
    let next = format!(
        "The rule changes nothing yet; the variant is the game with it.\n  stonehouse check {}\n  stonehouse simulate {}/{id}{}",
        variant.display(),
        game.id(),
        searched(args)
    );
    let mut files = editor_files(game, &file);
    files.push(schema_file(game, &variant));
    files.extend([New::own(file, text), New::own(variant, with)]);
    Ok((files, next))
}

/// The beginning of a rule for a game without hooks: an event that every game has.
const AFTER_ACTION: &str = "
-- After each action: the game has no hooks, so a rule reads what happened and requests effects, such as
-- effects.points(seat, 1) and effects.say(\"A line of the log\").
function house.after_action(ctx, effects)
end
";

/// The beginning of a variant: it extends the game's first variant, if that is a file.
fn variant_text(game: &GameEntry, id: &str) -> String {
    let mut text = VARIANT.replace("GAME", game.id()).replace("TITLE", &title(id));
    if let Some(first) = game.variants.first().filter(|first| first.id != OFFICIAL || first.file != game.file) {
        let _ = writeln!(text, "extends = \"{}\"", first.id);
    }
    text
}

/// A function for a hook that returns its value unchanged; commented out, except for the first hook.
fn hook_text(hook: &HookDecl, in_comments: bool) -> String {
    let mark = if in_comments { "-- " } else { "" };
    let (value, of) = match hook.value {
        HookValue::Boolean => ("allowed", "boolean"),
        HookValue::Integer { .. } => ("value", "number"),
    };
    let mut text = format!("\n-- {}\n", hook.doc.replace('\n', " "));
    for field in &hook.context {
        let kind = match &field.kind {
            FieldKind::Integer => "a number".to_owned(),
            FieldKind::Boolean => "true or false".to_owned(),
            FieldKind::Seat => "a seat".to_owned(),
            FieldKind::Word(words) => words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or "),
        };
        let _ = writeln!(text, "--   ctx.{}: {kind}. {}", field.name, field.doc.replace('\n', " "));
    }
    let _ = writeln!(
        text,
        "{mark}function house.{}(ctx: {}, {value}: {of}): {of}\n{mark}    return {value}\n{mark}end",
        hook.name,
        type_name(&hook.name)
    );
    text
}

/// The argument with which a variant is found in the folder that was named.
fn searched(args: &NewOfGame) -> String {
    args.dir.as_ref().map(|dir| format!(" --variants {}", dir.display())).unwrap_or_default()
}

/// The folder of a game among these: the user's own, or the one that was named.
fn folder_for(folders: &[Folder], args: &NewOfGame) -> Result<PathBuf, String> {
    if let Some(dir) = &args.dir {
        return Ok(dir.clone());
    }
    Ok(own_folder(folders)?.join(&args.game))
}

/// The user's own folder among these.
pub fn own_folder(folders: &[Folder]) -> Result<&PathBuf, String> {
    let own = folders.iter().find(|folder| folder.origin == Origin::User);
    let own = own.ok_or("this system has no folder for a user's own files: name one with --dir")?;
    Ok(&own.path)
}

/// A name, if it can be used for files and ids.
fn checked_id(name: &str) -> Result<&str, String> {
    let begins = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    let holds = name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    if begins && holds && name.len() <= 60 {
        return Ok(name);
    }
    Err(format!(
        "`{name}` cannot be used as a name here: write lower-case letters, digits and hyphens, such as `my-own`"
    ))
}

/// The name as people read it.
fn title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}

/// The files that an editor needs beside a script: definitions of the names that the game offers, their meanings, and
/// settings by which luau-lsp finds both.
fn editor_files(game: &GameEntry, script: &Path) -> Vec<New> {
    let folder = script.parent().unwrap_or(Path::new(""));
    let offered = Interface::everything(&game.plugin);
    let definitions = format!("{}.d.luau", game.id());
    let documentation = format!("{}.docs.json", game.id());
    let settings = json!({
        "luau-lsp.platform.type": "standard",
        "luau-lsp.types.definitionFiles": { PACKAGE: definitions },
        "luau-lsp.types.documentationFiles": [documentation],
    });
    vec![
        New::shared(folder.join(".luaurc"), "{\n  \"languageMode\": \"strict\"\n}\n"),
        New::shared(folder.join(".vscode").join("settings.json"), format!("{settings:#}\n")),
        New::shared(folder.join(&definitions), offered.definitions(game.id())),
        New::shared(folder.join(&documentation), format!("{:#}\n", offered.documentation())),
    ]
}

/// The JSON Schema that the variant's first line names.
fn schema_file(game: &GameEntry, variant: &Path) -> New {
    let schema = stonehouse_engine::variant::schema(&game.plugin);
    New::shared(variant.with_file_name("schema.json"), format!("{schema:#}\n"))
}

/// Writes all files or none; existing files are never overwritten.
fn write_all(files: &[New]) -> Result<(), String> {
    let is_there = |new: &&New| new.file.symlink_metadata().is_ok();
    if let Some(New { file, .. }) = files.iter().filter(|new| !new.shared).find(is_there) {
        return Err(format!("{} exists already, and nothing is overwritten: choose another name", file.display()));
    }
    let mut made: Vec<&Path> = Vec::new();
    for New { file, text, .. } in files.iter().filter(|new| !is_there(new)) {
        if let Err(error) = write(file, text) {
            // Half of it is of no use, and would block the next attempt.
            for file in made {
                let _ = fs::remove_file(file);
            }
            return Err(format!("{} cannot be written: {error}", file.display()));
        }
        made.push(file);
    }
    Ok(())
}

/// Writes a new file, and makes its folder if need be.
fn write(file: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(files::folder_of(file))?;
    files::create_new_shared(file, text.as_bytes())
}
