//! The seams of the house layer are those that `house/mod.rs` lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The sources of the crate outside of `house`.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("src/house") {
            continue;
        }
        if path.is_dir() {
            sources(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// The functions of a file, each with one of its lines.
fn lines_of_functions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().scan("", |function, line| {
        if let Some((_, name)) = line.split_once("fn ") {
            *function = name.split(['(', '<']).next().unwrap();
        }
        Some((*function, line))
    })
}

/// The calls by which code outside of `house` reaches it: of the functions that it offers to the crate, and of the
/// layer itself.
fn calls_of_the_house() -> Vec<String> {
    let mut calls = vec![".house()".to_owned(), ".layer()".to_owned()];
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/house")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let offered = text.lines().filter_map(|line| line.trim().strip_prefix("pub(crate) "));
        let names = offered.filter_map(|line| line.trim_start_matches("const ").strip_prefix("fn "));
        calls.extend(names.map(|name| format!(".{}(", name.split(['(', '<']).next().unwrap())));
    }
    calls
}

/// The functions outside of `house` that call it.
fn in_the_code() -> BTreeSet<String> {
    let calls = calls_of_the_house();
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src"), &mut files);
    let mut found = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let calling =
            lines_of_functions(&text).filter(|(_, line)| calls.iter().any(|call| line.contains(call.as_str())));
        found.extend(calling.map(|(function, _)| function.to_owned()));
    }
    found
}

#[test]
fn the_list_of_seams_names_every_function_that_knows_the_house_layer() {
    let house = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/house/mod.rs")).unwrap();
    let rows = house.lines().filter_map(|line| line.strip_prefix("//! | ")).filter(|row| row.contains('`'));
    let cells = rows.map(|row| row.trim_end_matches(" |").rsplit(" | ").next().unwrap());
    let listed: BTreeSet<String> = cells
        .flat_map(|cell| cell.split(", ").map(|name| name.trim_matches('`').rsplit("::").next().unwrap().to_owned()))
        .collect();
    assert!(listed.len() > 20, "{listed:?}");
    assert_eq!(in_the_code(), listed);
}
