//! `stonehouse packs`

use crate::args::{PacksAction, PacksArgs};
use crate::output::{self, one_line};
use crate::support::packs::{plan_text, problem_lines, refused_pictures};
use semver::VersionReq;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use stonehouse_engine::pack::AuthorId;
use stonehouse_engine::pack::{EXTENSION, Installed, PackPlan, schema, store};
use stonehouse_engine::{Catalog, Pack};

/// Lists packs, or does something with one.
pub fn run(catalog: &Catalog, args: &PacksArgs) -> ExitCode {
    let done = match &args.action {
        None if args.json => {
            let packs: Vec<Value> = catalog.packs().iter().map(|installed| as_json(catalog, installed)).collect();
            return output::print_json(&json!({ "packs": packs }));
        }
        Some(PacksAction::Schema) => return output::print_json(&schema()),
        None => Ok(listed(catalog)),
        Some(PacksAction::On(pack)) => switched(catalog, &pack.id, true),
        Some(PacksAction::Off(pack)) => switched(catalog, &pack.id, false),
        Some(PacksAction::Show(pack)) => show(catalog, &pack.pack),
        Some(PacksAction::Remove(pack)) => removed(catalog, &pack.id),
    };
    match done {
        Ok(text) => output::print(&text),
        Err(why) => output::fail(&why),
    }
}

fn listed(catalog: &Catalog) -> String {
    for problem in catalog.problems() {
        output::warn(&problem.to_string());
    }
    if catalog.packs().is_empty() {
        return "No pack is installed. Install one with: stonehouse install FILE".to_owned();
    }
    let mut text = String::new();
    let width = catalog.packs().iter().map(|installed| installed.pack.id().len()).max().unwrap_or_default();
    for installed in catalog.packs() {
        let manifest = &installed.pack.manifest;
        let authors = manifest.authors.join(", ");
        let _ = writeln!(text, "{:width$}  {}", manifest.id, state(installed));
        let about = format!("{} {}, by {authors}, licence: {}", manifest.name, manifest.version, manifest.licence);
        let _ = writeln!(text, "{:width$}  {}", "", one_line(&about));
        let variants = variants(catalog, installed);
        if !variants.is_empty() {
            let _ = writeln!(text, "{:width$}  {}", "", variants.join(", "));
        }
    }
    text
}

/// Whether a pack is in use, in words.
fn state(installed: &Installed) -> String {
    match (&installed.lacks, installed.on) {
        (_, false) => "off".to_owned(),
        (Some(lacks), true) => format!("on, but not in use: {lacks}"),
        (None, true) => "on".to_owned(),
    }
}

/// The names of its games' official rules and of its variants, as they can be played now or, if it is off, as they are
/// in it.
fn variants(catalog: &Catalog, installed: &Installed) -> Vec<String> {
    let all = catalog.games().iter().flat_map(|game| &game.variants);
    let own = all.filter(|variant| variant.source.pack().is_some_and(|label| label.id == installed.pack.id()));
    let played: Vec<String> = own.map(|variant| variant.full_title()).collect();
    if installed.in_use() {
        return played;
    }
    let games = installed.pack.games().map(|(game, _)| game.to_owned());
    games.chain(installed.pack.variants().map(|(name, ..)| name.trim_end_matches(".toml").to_owned())).collect()
}

fn as_json(catalog: &Catalog, installed: &Installed) -> Value {
    let manifest = &installed.pack.manifest;
    let needed = |all: &BTreeMap<String, VersionReq>| -> BTreeMap<String, String> {
        all.iter().map(|(id, version)| (id.clone(), store::plain(version))).collect()
    };
    json!({
        "id": manifest.id,
        "name": manifest.name,
        "version": manifest.version.to_string(),
        "authors": manifest.authors,
        "licence": manifest.licence,
        "summary": manifest.summary,
        "homepage": manifest.homepage,
        "api": manifest.api.to_string(),
        "needs": { "games": needed(&manifest.games), "packs": needed(&manifest.packs) },
        "author_key": installed.pack.author().map(AuthorId::as_str),
        "on": installed.on,
        "in_use": installed.in_use(),
        "lacks": installed.lacks,
        "games": installed.pack.games().map(|(game, _)| game).collect::<Vec<_>>(),
        "variants": installed.pack.variants().map(|(name, ..)| name.trim_end_matches(".toml")).collect::<Vec<_>>(),
        "titles": variants(catalog, installed),
        "file": installed.pack.file,
    })
}

fn switched(catalog: &Catalog, id: &str, on: bool) -> Result<String, String> {
    let installed = catalog.pack(id).map_err(|error| error.to_string())?;
    let folder = catalog.folders().packs.as_deref().ok_or("there is no folder for packs")?;
    store::switch(folder, id, on).map_err(|problem| problem.to_string())?;
    let after = catalog.with_packs(
        catalog
            .packs()
            .iter()
            .map(|other| Installed { on: if other.pack.id() == id { on } else { other.on }, ..other.clone() })
            .collect(),
    );
    let mut text =
        format!("{} is {}.\n", installed.pack.label(), state(after.pack(id).map_err(|error| error.to_string())?));
    text.push_str(&lacking(after.packs().iter().filter(|other| other.pack.id() != id)));
    Ok(text)
}

/// The packs that are switched on and lack something: a line for each.
fn lacking<'a>(packs: impl Iterator<Item = &'a Installed>) -> String {
    let mut text = String::new();
    for other in packs.filter(|other| other.on) {
        if let Some(lacks) = &other.lacks {
            let _ = writeln!(text, "{} is not in use: {lacks}", other.pack.label());
        }
    }
    text
}

fn removed(catalog: &Catalog, id: &str) -> Result<String, String> {
    let installed = catalog.pack(id).map_err(|error| error.to_string())?;
    let folder = catalog.folders().packs.as_deref().ok_or("there is no folder for packs")?;
    let kept = store::remove(folder, &installed.pack).map_err(|problem| problem.to_string())?;
    let others = catalog.packs().iter().filter(|other| other.pack.id() != id).cloned().collect();
    let lacking = lacking(catalog.with_packs(others).packs().iter());
    Ok(format!("Removed {}. Its file is kept: {}\n{lacking}", installed.pack.label(), kept.display()))
}

fn show(catalog: &Catalog, pack: &str) -> Result<String, String> {
    let file = Path::new(pack);
    let read = if file.extension().is_some_and(|end| end == EXTENSION) {
        Pack::read(file).map_err(|problems| problem_lines(&problems))?
    } else {
        catalog.pack(pack).map_err(|error| error.to_string())?.pack.as_ref().clone()
    };
    let files: Vec<String> =
        read.files().map_err(|problem| problem.to_string())?.into_iter().map(|(name, _)| name).collect();
    let refused: String = refused_pictures(&read).iter().map(|problem| format!("\nwarning: {problem}")).collect();
    let plan = PackPlan::make(catalog, read);
    Ok(format!("{}\nIts files:\n  {}{refused}", plan_text(&plan), files.join("\n  ")))
}
