//! The project's words: sources, documents and texts of the window are written in plain technical English.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Words and phrases that are not used, in lower case, each with what to write instead.
const BANNED: [(&str, &str); 30] = [
    ("told", "described, reported, returned, notified"),
    ("tell", "describe, report, return, notify"),
    ("tells", "describes, reports, returns, notifies"),
    ("said", "the text, the message, stated"),
    ("says", "states, is, returns"),
    ("heard", "received, notified of"),
    ("hears", "receives, is notified of"),
    ("whoever", "the player who, the seat that, the caller"),
    ("whomever", "the player whom"),
    ("anew", "again"),
    ("aside", "in the background, separately"),
    ("beforehand", "before, in advance"),
    ("mend", "repair, fix"),
    ("mends", "repairs, fixes"),
    ("mended", "repaired, fixed"),
    ("hearsay", "AMAF"),
    ("glimpse", "thumbnail"),
    ("glimpses", "thumbnails"),
    ("happening", "event"),
    ("happenings", "events"),
    ("hang on", "depend on"),
    ("hangs on", "depends on"),
    ("part ways", "diverge"),
    ("parts ways", "diverges"),
    ("by lot", "at random"),
    ("brings to light", "reveals"),
    ("brought to light", "revealed"),
    ("bring about", "cause, apply"),
    ("brings about", "causes, applies"),
    ("brought about", "caused, applied"),
];

/// How many are left in each folder, until it was read from beginning to end. A number only falls.
const LEFT: [(&str, usize); 0] = [];

/// Where people and programs read what is written, and the kinds of files.
const FOLDERS: [&str; 12] =
    ["CHANGELOG.md", "README.md", "conformance", "docs", "fuzz", "host", "languages", "lessons", "plugin-api", "plugins", "scripts", "tests"];
const KINDS: [&str; 8] = ["c", "h", "luau", "lua", "md", "py", "rs", "toml"];

fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let skipped = ["target", "snapshots", "node_modules", "released"];
        if !path.file_name().is_some_and(|name| skipped.iter().any(|skip| name == *skip)) {
            fs::read_dir(path).unwrap().for_each(|entry| files(&entry.unwrap().path(), found));
        }
    } else if path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known)) {
        found.push(path.to_owned());
    }
}

/// The words of a line in lower case, with a space around each: `madeInHaste` and `made_in_haste` are three words. Names of formats in quotes or
/// backticks stay out.
fn words(line: &str) -> String {
    let mut words = String::from(" ");
    let mut before = ' ';
    let line = ["said", "tell"].iter().fold(line.to_owned(), |line, name| {
        line.replace(&format!("\"{name}\""), "").replace(&format!("`{name}`"), "")
    });
    for letter in line.chars() {
        if before.is_lowercase() && letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(if letter.is_alphabetic() { letter.to_lowercase().next() } else { Some(' ') });
        before = letter;
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    format!(" {} ", words.join(" "))
}

#[test]
fn no_word_of_the_private_dialect_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    FOLDERS.iter().for_each(|folder| files(&root.join(folder), &mut found));
    assert!(found.len() > 500, "only {} files were found", found.len());
    let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in found {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        if name == "tests/all/words.rs" || name == "docs/contributing.md" {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let words = words(line);
            for (banned, instead) in BANNED {
                if words.contains(&format!(" {banned} ")) {
                    let use_ = format!("{name}:{}: \"{banned}\": write {instead}", number + 1);
                    let folder = name.split('/').take(if name.starts_with("host/") { 2 } else { 1 }).collect::<Vec<_>>();
                    uses.entry(folder.join("/")).or_default().push(use_);
                }
            }
        }
    }
    let left = |folder: &str| LEFT.iter().find(|(known, _)| *known == folder).map_or(0, |(_, left)| *left);
    let over: Vec<String> =
        uses.iter().filter(|(folder, uses)| uses.len() > left(folder)).flat_map(|(_, uses)| uses.clone()).collect();
    let counts: Vec<String> = uses.iter().map(|(folder, uses)| format!("(\"{folder}\", {})", uses.len())).collect();
    assert!(over.is_empty(), "{}\n{}", over.join("\n"), counts.join(", "));
    for (folder, left) in LEFT {
        let now = uses.get(folder).map_or(0, Vec::len);
        assert!(now == left, "{folder} has {now} left: write that number into this test, which has {left}");
    }
}
