//! `stonehouse paths`

use crate::args::PathsArgs;
use crate::output;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use stonehouse_engine::folders::{Folder, FolderKind, bundled_places, own_program};
use stonehouse_engine::{Folders, Origin};

/// A place that is searched, and its state for this program.
struct Place {
    folder: Folder,
    is_used: bool,
}

/// Prints where everything is looked for and found.
pub fn run(folders: &Folders, args: &PathsArgs) -> ExitCode {
    let Some(program) = own_program() else { return output::fail("the program's own file cannot be found") };
    let found = FolderKind::ALL.map(|kind| (kind, places(folders, &program, kind)));
    let files = folders.own_files();
    if args.json {
        let list = found.iter().flat_map(|(kind, places)| places.iter().map(|place| place_json(*kind, place)));
        let files = files.iter().map(|(name, path)| json!({ "name": name, "path": path, "exists": path.exists() }));
        return output::print_json(&json!({
            "program": program,
            "version": env!("CARGO_PKG_VERSION"),
            "folders": list.collect::<Vec<Value>>(),
            "files": files.collect::<Vec<Value>>(),
        }));
    }
    let mut text = format!("stonehouse {}\n  {}\n", env!("CARGO_PKG_VERSION"), program.display());
    if let Some(own) = folders.of_kind(FolderKind::Variants).iter().find(|folder| folder.origin == Origin::User) {
        let _ = writeln!(text, "\nyour own folder\n  {}", own.path.parent().unwrap_or(&own.path).display());
    }
    for (kind, places) in &found {
        let _ = writeln!(text, "\n{}", kind.name());
        for place in places {
            let _ = writeln!(text, "  {:<9} {}", state(place), line(place));
        }
    }
    text.push_str("\nyour own files\n");
    let width = files.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    for (name, path) in &files {
        let missing = if path.exists() { "" } else { " (does not exist yet)" };
        let _ = writeln!(text, "  {name:width$}  {}{missing}", path.display());
    }
    output::print(&text)
}

/// The places of a kind: all in which the program looks for its own, then the user's and those named on the command
/// line.
fn places(folders: &Folders, program: &Path, kind: FolderKind) -> Vec<Place> {
    let searched = folders.of_kind(kind);
    let bundled = bundled_places(program).into_iter().filter(|place| place.kind == kind);
    let mut places: Vec<Place> =
        bundled.map(|place| Place { is_used: searched.contains(&place.folder), folder: place.folder }).collect();
    let others = searched.into_iter().filter(|folder| !folder.is_shipped());
    places.extend(others.map(|folder| Place { is_used: folder.path.is_dir(), folder }));
    places
}

/// The state of a place for this program, in a word or two.
fn state(place: &Place) -> &'static str {
    match (place.is_used, place.folder.path.is_dir()) {
        (true, _) => "used",
        (false, true) => "not used",
        (false, false) => "absent",
    }
}

fn line(place: &Place) -> String {
    let path = place.folder.path.display();
    match place.folder.origin {
        Origin::Bundled | Origin::Built => path.to_string(),
        Origin::User => format!("{path} (yours)"),
        Origin::Named => format!("{path} (named on the command line)"),
    }
}

fn place_json(kind: FolderKind, place: &Place) -> Value {
    let origin = match place.folder.origin {
        Origin::Bundled | Origin::Built => "program",
        Origin::User => "user",
        Origin::Named => "command line",
    };
    json!({
        "kind": kind.name(),
        "path": place.folder.path,
        "origin": origin,
        "exists": place.folder.path.is_dir(),
        "used": place.is_used,
    })
}
