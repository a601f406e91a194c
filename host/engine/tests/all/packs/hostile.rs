//! Attacks by a stranger's file, each of which is refused with a sentence that names it.

use super::{FILES, read, refusal, with, zipped};
use std::io::{Cursor, Write};
use stonehouse_engine::pack::{MAX_FILES, MAX_PACK_BYTES};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Replaces the bytes everywhere, as often as they occur.
fn patched(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let places: Vec<usize> =
        bytes.windows(from.len()).enumerate().filter(|(_, part)| *part == from).map(|(place, _)| place).collect();
    assert!(!places.is_empty(), "there is something to patch");
    for place in places {
        bytes[place..place + to.len()].copy_from_slice(to);
    }
    bytes
}

/// The places of a zip file's list of files, and its end.
fn entries(bytes: &[u8]) -> Vec<usize> {
    bytes.windows(4).enumerate().filter(|(_, part)| *part == b"PK\x01\x02").map(|(place, _)| place).collect()
}

fn set_u32(bytes: &mut [u8], place: usize, value: u32) {
    bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
}

#[test]
fn a_file_that_would_lie_outside_of_the_pack_is_refused() {
    for name in ["../evil.toml", "pebbles/../../evil.lua", "/etc/cron.d/evil.txt", "..\\evil.toml", "C:evil.md"] {
        let refused = refusal(with(&[(name, b"x")]));
        let expected = format!(
            "bent.stonehouse: the file `{name}` in it would be outside of the pack: such a pack is made to do harm"
        );
        assert_eq!(refused, expected);
    }
}

#[test]
fn a_pack_may_hold_only_rules_texts_and_pictures() {
    for name in
        ["libevil.so", "pebbles/evil.dll", "run.exe", "pebbles/scripts/x.dylib", "run.sh", "inner.zip", "x.stonehouse"]
    {
        let refused = refusal(with(&[(name, b"x")]));
        assert!(refused.contains(&format!("the file `{name}` in it is none that a pack may hold")), "{refused}");
    }
}

#[test]
fn two_files_whose_names_differ_in_case_only_are_refused() {
    let refused = refusal(with(&[("pebbles/Long.toml", b"x")]));
    assert_eq!(
        refused,
        "bent.stonehouse: the names of the files `pebbles/long.toml` and `pebbles/Long.toml` in it differ in case only"
    );
}

#[test]
fn two_files_of_the_same_name_are_refused() {
    let twice = patched(with(&[("pebbles/lung.toml", b"x")]), b"pebbles/lung.toml", b"pebbles/long.toml");
    assert_eq!(refusal(twice), "bent.stonehouse: it holds two files of the same name");
}

#[test]
fn a_name_that_a_system_reserves_hides_or_cannot_show_is_refused() {
    for name in [
        "con.md",
        "pebbles/aux.toml",
        "LPT1.txt",
        ".hidden.md",
        "pebbles/.x/y.lua",
        "a\u{202e}dm.md",
        "sp ace.md",
        "ü.md",
    ] {
        assert!(refusal(with(&[(name, b"x")])).contains("has a name that not every system can use"), "{name}");
    }
    let nul = patched(with(&[("a-b.md", b"x")]), b"a-b.md", b"a\0b.md");
    assert!(refusal(nul).contains("has a name that not every system can use"));
    let long = format!("{}.md", "x".repeat(200));
    assert!(refusal(with(&[(&long, b"x")])).contains("…` in it has a name of more than 150 letters"));
}

#[test]
fn a_name_that_is_not_text_is_refused() {
    let bytes = patched(with(&[("xyz.md", b"x")]), b"xyz.md", b"x\xff\xfe.md");
    let refused = refusal(bytes);
    assert!(
        ["the name of a file in it is not text in UTF-8", "is damaged", "was damaged", "not every system can use"]
            .iter()
            .any(|why| refused.contains(why)),
        "{refused}"
    );
}

#[test]
fn a_text_that_is_not_utf_8_is_refused_with_its_line() {
    let refused = refusal(with(&[("pebbles/odd.toml", b"game = \"pebbles\"\nname = \"\xff\"\n")]));
    assert_eq!(
        refused,
        "bent.stonehouse/pebbles/odd.toml:2: this line is not text in UTF-8: save the file in that encoding"
    );
}

#[test]
fn a_link_is_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    for (name, text) in FILES {
        zip.start_file(name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.add_symlink("secret.md", "/etc/passwd", options).unwrap();
    let refused = refusal(zip.finish().unwrap().into_inner());
    assert_eq!(refused, "bent.stonehouse: the file `secret.md` in it is a link, and a pack holds files only");
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let zeros = vec![b' '; 2 << 20];
    assert_eq!(
        refusal(with(&[("pebbles/bomb.toml", &zeros)])),
        "bent.stonehouse: the file `pebbles/bomb.toml` in it is longer than 1 MiB, the most that is allowed"
    );
    let names: Vec<String> = (0..40).map(|number| format!("pebbles/bomb-{number}.toml")).collect();
    let bombs: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &zeros[..1 << 20])).collect();
    assert_eq!(
        refusal(with(&bombs)),
        "bent.stonehouse: its files together have more than 32 MiB, the most that is allowed"
    );
}

#[test]
fn a_bomb_that_lies_about_its_size_is_not_unpacked_beyond_it() {
    let zeros = vec![b' '; 900_000];
    let mut bytes = zipped(&[("pack.toml", &zeros)]);
    // The list states that it is small, and so does the head of the file itself.
    let place = entries(&bytes)[0];
    set_u32(&mut bytes, place + 24, 100);
    set_u32(&mut bytes, 22, 100);
    let refused = refusal(bytes);
    assert!(refused.contains("the file `pack.toml` in it is damaged") || refused.contains("was damaged"), "{refused}");
}

#[test]
fn too_many_files_are_refused_by_their_number_alone() {
    let names: Vec<String> = (0..=MAX_FILES).map(|number| format!("{number}.md")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    assert_eq!(refusal(zipped(&files)), "bent.stonehouse: it holds 513 files, and at most 512 are allowed");
}

#[test]
fn a_file_that_is_too_long_is_not_read_to_its_end() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("long.stonehouse");
    std::fs::File::create(&file).unwrap().set_len(MAX_PACK_BYTES + 1).unwrap();
    let Err(problems) = stonehouse_engine::Pack::read(&file) else { panic!("it was read") };
    assert!(problems[0].to_string().ends_with("this file is longer than 16 MiB, the most that is allowed"));
}

#[test]
fn an_entry_with_encryption_or_another_compression_is_refused() {
    let mut bytes = with(&[]);
    for place in entries(&bytes) {
        bytes[place + 8] |= 1;
    }
    let refused = refusal(bytes);
    assert!(
        refused.contains("is encrypted, so that nobody can see what it does") || refused.contains("was damaged"),
        "{refused}"
    );
    let mut bytes = with(&[]);
    for place in entries(&bytes) {
        bytes[place + 10] = 12;
    }
    let refused = refusal(bytes);
    assert!(refused.contains("packed in a way that few programs know") || refused.contains("was damaged"), "{refused}");
}

#[test]
fn something_before_or_after_the_pack_is_refused() {
    let own = with(&[]);
    let after = [own.clone(), b"more".to_vec()].concat();
    let expected = "bent.stonehouse: it does not end as a pack does: it was cut off, or something was added to it. \
                    Download it again, or pack it again with `stonehouse pack`";
    assert_eq!(refusal(after), expected);
    assert_eq!(refusal(own[..own.len() - 10].to_vec()), expected);
    let before = [b"#!/bin/sh\n".to_vec(), own.clone()].concat();
    assert_eq!(refusal(before), "bent.stonehouse: it is no pack: a pack is a zip file with a `pack.toml` in it");
    // One program would see the first, another one the second.
    let two = [own, with(&[("other.md", b"x")])].concat();
    assert_eq!(refusal(two), expected);
}

#[test]
fn a_file_that_is_no_zip_file_is_refused() {
    for bytes in [&b""[..], b"PK", b"\x7fELF", b"PK\x05\x06\0\0", &[b'P'; 30]] {
        let refused = refusal(bytes.to_vec());
        assert!(refused.contains("it is no pack") || refused.contains("does not end as a pack does"), "{refused}");
    }
    assert_eq!(refusal(zipped(&[])), "bent.stonehouse: it is no pack: there is no `pack.toml` in it");
    assert_eq!(
        refusal(zipped(&[("README.md", b"x")])),
        "bent.stonehouse: it is no pack: there is no `pack.toml` in it"
    );
}

#[test]
fn files_that_overlap_or_that_the_list_does_not_know_are_refused() {
    // Two entries of the list are the same place.
    let mut bytes = with(&[("second.md", b"# Bent\n")]);
    let places = entries(&bytes);
    let readme = u32::from_le_bytes(bytes[places[1] + 42..places[1] + 46].try_into().unwrap());
    set_u32(&mut bytes, places[5] + 42, readme);
    assert!(refusal(bytes).contains("damaged"));
}

#[test]
fn a_damaged_file_is_found_by_its_checksum() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in FILES {
        zip.start_file(name, stored).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let whole = zip.finish().unwrap().into_inner();
    let refused = refusal(patched(whole.clone(), b"heap = 30", b"heap = 31"));
    assert!(refused.contains("the file `pebbles/long.toml` in it is damaged"), "{refused}");
    // Pictures are unpacked when they are displayed, and once before the pack is installed.
    let pack = read(patched(whole, b"2000/svg", b"2000/SVG")).unwrap();
    assert_eq!(pack.picture("cover.svg"), None);
    assert!(pack.verify().unwrap_err().to_string().contains("the file `cover.svg` in it is damaged"));
}

#[test]
fn a_pack_picture_that_is_not_a_png_is_found_before_installing() {
    let pack = read(with(&[("evil.png", b"\x7fELF")])).unwrap();
    assert_eq!(pack.verify().unwrap_err().to_string(), "bent.stonehouse: the file `evil.png` in it is no PNG picture");
}
