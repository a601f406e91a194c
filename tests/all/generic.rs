//! The host and the contract know no game: no name of a game that ships, of its cards or of its treasures is in their
//! sources. The program (`host/app`) names games in the examples of its help.

use std::fs;
use std::path::{Path, PathBuf};
use stonehouse_tests::catalog;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The strings between quotes after `begin` in a source file, up to the first line that is only `end`.
fn strings(file: &str, begin: &str, end: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let (_, after) = text.split_once(begin).unwrap_or_else(|| panic!("{file} has {begin}"));
    let (part, _) = after.split_once(end).unwrap_or_else(|| panic!("{file} has {end} after {begin}"));
    part.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The names that may not occur, in lower case.
fn names() -> Vec<String> {
    let cards = "plugins/stonerow/src/cards.rs";
    let kinds = "plugins/tavern-stones/src/kinds.rs";
    let mut names: Vec<String> = catalog().games().iter().map(|game| game.id().to_owned()).collect();
    names.extend(catalog().games().iter().map(|game| game.plugin.about().name.clone()));
    for entry in fs::read_dir(root().join("games")).unwrap() {
        names.push(entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned());
    }
    names.extend(strings(cards, "CHARACTERS: [&str; 4] = [", "];"));
    names.extend(strings(cards, "fn special_name", "\n}"));
    names.extend(strings(kinds, "NAMES: [&str; KINDS] = [", "];"));
    names.extend(strings(kinds, "PLURALS: [&str; KINDS] = [", "];"));
    names.extend(["quarry", "brickyard", "keystone", "tavern", "force stone"].map(str::to_owned));
    let ordinary = |name: &str| {
        // A word for glass stones, a level of the bots, and a suit of cards.
        matches!(name, "stones" | "apprentice" | "spades")
    };
    names.into_iter().map(|name| name.to_lowercase()).filter(|name| !ordinary(name)).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Whether the name is in the line as a whole word.
fn has(line: &str, name: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    line.match_indices(name)
        .any(|(at, _)| !is_letter(line[..at].chars().next_back()) && !is_letter(line[at + name.len()..].chars().next()))
}

#[test]
fn host_and_contract_name_no_game_card_or_treasure() {
    let names = names();
    assert!(["stonerow", "jewel", "mason", "three-stones"].iter().all(|name| names.contains(&(*name).to_owned())));
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("host")).unwrap() {
        let package = entry.unwrap().path();
        if !package.ends_with("app") && package.join("src").is_dir() {
            sources(&package.join("src"), &mut files);
        }
    }
    sources(&root().join("plugin-api/src"), &mut files);
    sources(&root().join("conformance/src"), &mut files);
    assert!(files.len() > 300, "{}", files.len());
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // The names that the tests at the end of a file read and write may be those of an existing game.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            let names = names.iter().filter(|name| has(&lower, name));
            found.extend(names.map(|name| format!("{}:{}: {name}", file.display(), number + 1)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
