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

/// The functions that distinguish a position with a layer, or an action of the house.
fn in_the_code() -> BTreeSet<String> {
    const MARKS: [&str; 6] = [
        "has_layer()",
        "is_of_the_house(",
        ".house()",
        ".layer()",
        "self.undecided_in_house()",
        "self.chooses_together_in_house()",
    ];
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src"), &mut files);
    let mut found = BTreeSet::new();
    for file in files {
        let mut function = String::new();
        for line in fs::read_to_string(&file).unwrap().lines() {
            if let Some((_, name)) = line.split_once("fn ") {
                name.split(['(', '<']).next().unwrap().clone_into(&mut function);
            }
            if MARKS.iter().any(|mark| line.contains(mark)) {
                found.insert(function.clone());
            }
        }
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
