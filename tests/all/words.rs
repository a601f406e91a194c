//! The project's words: sources, documents and texts of the window are written in plain technical English.

use std::fs;
use std::path::{Path, PathBuf};

/// Words and phrases that are not used, in lower case, each with what to write instead.
const BANNED: [(&str, &str); 39] = [
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
    ("hear", "receive, be notified of"),
    ("mending", "repairing, fixing"),
    ("hung on", "depended on"),
    ("parted ways", "diverged"),
    ("bring to light", "reveal"),
    ("bring about", "cause, apply"),
    ("brings about", "causes, applies"),
    ("brought about", "caused, applied"),
    ("come of it", "result"),
    ("comes of it", "results"),
    ("leads on", "continues"),
    ("stand still", "stop, skip animations"),
];

/// Names of formats, which stay: fields of records and of the wire, and an extension of the ABI.
const FORMATS: [&str; 8] = [
    "\"said\"",
    "`said`",
    "\"tell\"",
    "\"happenings\"",
    "`happenings`",
    "stonehouse.happenings/1",
    "\"aside\"",
    "`aside`",
];

/// The files that are not read: this list, the page that explains it, and those that `.ci/generate` writes.
const SKIPPED: [&str; 5] =
    ["docs/contributing.md", "tests/all/words.rs", "docs/reference/", "docs/reports/", "plugin-api/include/schemas/"];

/// The files and folders with texts for people and programs, and the kinds of files. Scripts of the shell have no
/// extension.
const FOLDERS: [&str; 17] = [
    ".ci",
    "CHANGELOG.md",
    "README.md",
    "conformance",
    "docs",
    "fuzz",
    "games",
    "host",
    "languages",
    "lessons",
    "packaging",
    "players",
    "plugin-api",
    "plugins",
    "scripts",
    "tests",
    "variants",
];
const KINDS: [&str; 9] = ["c", "h", "html", "luau", "lua", "md", "py", "rs", "toml"];

fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let skipped = ["target", "snapshots", "node_modules", "released"];
        if !path.file_name().is_some_and(|name| skipped.iter().any(|skip| name == *skip)) {
            fs::read_dir(path).unwrap().for_each(|entry| files(&entry.unwrap().path(), found));
        }
    } else if path.extension().is_none_or(|kind| KINDS.iter().any(|known| kind == *known)) {
        found.push(path.to_owned());
    }
}

/// The words of a line in lower case, with a space around each: `madeInHaste` and `made_in_haste` are three words.
/// Names of formats are left out.
fn words(line: &str) -> String {
    let line = FORMATS.iter().fold(line.to_owned(), |line, name| line.replace(name, " "));
    let mut words = String::from(" ");
    let mut before = ' ';
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
fn no_word_of_a_private_dialect_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    FOLDERS.iter().for_each(|folder| files(&root.join(folder), &mut found));
    assert!(found.len() > 500, "only {} files were found", found.len());
    let mut uses = Vec::new();
    for file in found {
        let name = file.strip_prefix(&root).unwrap().display().to_string().replace('\\', "/");
        if SKIPPED.iter().any(|skipped| name.starts_with(skipped)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let words = words(line);
            let banned = BANNED.iter().filter(|(banned, _)| words.contains(&format!(" {banned} ")));
            uses.extend(banned.map(|(banned, instead)| format!("{name}:{number}: \"{banned}\": write {instead}")));
        }
    }
    assert!(uses.is_empty(), "{}", uses.join("\n"));
}

#[test]
fn a_banned_word_is_found_in_identifiers_and_phrases() {
    assert_eq!(words("fn isTold(said_so: u8) // hangs\u{a0}on"), " fn is told said so u hangs on ");
    assert_eq!(words("json!({ \"said\": 1 })"), " json ");
}

/// The lines of a source with their numbers, without the declarations of games, whose documentation is text for players
/// and modders.
fn code(source: &str) -> impl Iterator<Item = (usize, &str)> {
    const DECLARATIONS: [&str; 6] = ["knobs! {", "hooks! {", "facts! {", "zones! {", "effects! {", "words! {"];
    let mut end = None;
    (1..).zip(source.lines()).filter(move |(_, line)| {
        let indent = line.len() - line.trim_start().len();
        if end.is_some_and(|end| indent == end && line.trim() == "}") {
            end = None;
        } else if end.is_none() && DECLARATIONS.iter().any(|begin| line.ends_with(begin)) {
            end = Some(indent);
        }
        end.is_none()
    })
}

#[test]
fn documentation_of_code_begins_with_no_question_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    FOLDERS.iter().for_each(|folder| files(&root.join(folder), &mut found));
    // The documentation of arguments is the help of commands.
    let is_code = |file: &&PathBuf| {
        file.extension().is_some_and(|kind| kind == "rs") && !file.starts_with(root.join("host/app/src/args"))
    };
    let mut uses = Vec::new();
    for file in found.iter().filter(is_code) {
        for (number, line) in code(&fs::read_to_string(file).unwrap()) {
            let doc = line.trim_start().strip_prefix("/// ").or_else(|| line.strip_prefix("//! "));
            let word = doc.and_then(|doc| doc.split(' ').next()).unwrap_or_default();
            let is_clause = ["After how ", "By how ", "Of which "]
                .iter()
                .any(|begin| doc.is_some_and(|doc| doc.starts_with(begin)));
            if is_clause || ["What", "Which", "Who", "Whom", "Whose"].contains(&word) {
                uses.push(format!("{}:{number}: {}", file.display(), line.trim()));
            }
        }
    }
    assert!(uses.is_empty(), "begin with what the item is:\n{}", uses.join("\n"));
}

#[test]
fn declarations_of_a_game_are_no_code() {
    let source = "/// What.\nhooks! {\n    fn a() {\n    }\n    /// Who.\n}\n/// After.";
    assert_eq!(code(source).map(|(number, _)| number).collect::<Vec<_>>(), [1, 6, 7]);
}
