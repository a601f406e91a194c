//! Packs: their content, the refusals of a stranger's, and the store of installed ones.

mod hostile;
mod manifest;
mod random;
mod store;

use std::io::{Cursor, Write};
use std::path::Path;
use stonehouse_engine::{Pack, Problem};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const MANIFEST: &str =
    "id = \"bent\"\nname = \"Bent\"\nversion = \"1.0.0\"\nauthors = [\"Ada\"]\nlicence = \"CC0-1.0\"\napi = \"1.0\"\n";
const VARIANT: &str = "game = \"pebbles\"\nname = \"Long\"\nscripts = [\"odd.lua\"]\n[knobs]\nheap = 30\n";
const SCRIPT: &str = "-- Only odd numbers.\nreturn { may_take = function(ctx, may) return may end }\n";

/// A small pack's files.
const FILES: [(&str, &str); 5] = [
    ("pack.toml", MANIFEST),
    ("README.md", "# Bent\n"),
    ("pebbles/long.toml", VARIANT),
    ("pebbles/scripts/odd.lua", SCRIPT),
    ("cover.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
];

/// A zip file of these files, whatever they are called.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A small pack, with these files more.
fn with(more: &[(&str, &[u8])]) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> =
        FILES.iter().map(|(name, text)| (*name, text.as_bytes())).chain(more.iter().copied()).collect();
    zipped(&files)
}

/// A small pack with another `pack.toml`.
fn with_manifest(manifest: &str) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> = FILES[1..].iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    zipped(&[&[("pack.toml", manifest.as_bytes())], &files[..]].concat())
}

fn read(bytes: Vec<u8>) -> Result<Pack, Vec<Problem>> {
    Pack::parse(Path::new("bent.stonehouse"), bytes.into())
}

/// The problems of a pack that cannot be read.
fn refusal(bytes: Vec<u8>) -> String {
    let Err(problems) = read(bytes) else { panic!("it was read") };
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_pack_is_read_with_everything_in_it() {
    let pack = read(with(&[])).unwrap();
    assert_eq!((pack.id(), pack.label().to_string()), ("bent", "Bent 1.0.0".to_owned()));
    let variants: Vec<(&str, &str)> = pack.variants().map(|(name, game, _)| (name, game)).collect();
    assert_eq!(variants, [("pebbles/long.toml", "pebbles")]);
    assert_eq!(pack.scripts().collect::<Vec<_>>(), [("pebbles", "odd.lua")]);
    let script = pack.script("pebbles", "odd.lua").unwrap();
    assert_eq!((&*script.source, script.title()), (SCRIPT, "Only odd numbers".to_owned()));
    assert_eq!(script.file, Path::new("bent.stonehouse/pebbles/scripts/odd.lua"));
    assert_eq!(pack.texts().collect::<Vec<_>>(), [("README.md", "# Bent\n")]);
    assert_eq!(pack.pictures().collect::<Vec<_>>(), ["cover.svg"]);
    assert!(pack.picture("cover.svg").unwrap().starts_with(b"<svg"));
    assert_eq!(pack.picture("other.svg"), None);
    pack.verify().unwrap();
}

#[test]
fn a_pack_that_any_zip_program_made_with_folders_in_it_is_read() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    zip.add_directory("pebbles/", stored).unwrap();
    zip.add_directory("pebbles/scripts/", stored).unwrap();
    for (name, text) in FILES {
        zip.start_file(name, stored).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    assert_eq!(read(zip.finish().unwrap().into_inner()).unwrap().variants().count(), 1);
}
