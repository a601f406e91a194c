//! Random packs: whatever is in a file, reading it ends without harm, and what is accepted keeps the limits.

use super::{FILES, MANIFEST, read, with};
use proptest::collection::vec;
use proptest::prelude::*;
use stonehouse_engine::pack::{Kind, MAX_FILES, MAX_UNPACKED_BYTES};

/// Reads a pack, and everything in it.
fn try_pack(bytes: Vec<u8>) {
    match read(bytes) {
        Err(problems) => {
            assert!(!problems.is_empty() && problems.len() <= 40);
            for problem in problems {
                assert!(problem.file.starts_with("bent.stonehouse") && problem.to_string().len() < 1000, "{problem}");
            }
        }
        Ok(pack) => {
            let files = pack.files();
            let Ok(files) = files else { return };
            assert!(files.len() <= MAX_FILES);
            assert!(files.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>() <= MAX_UNPACKED_BYTES);
            assert!(files.iter().all(|(name, _)| Kind::of(name).is_ok()));
            let _ = pack.verify();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_pack_with_some_bytes_changed_is_read_or_refused(changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = with(&[]);
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        try_pack(bytes);
    }

    #[test]
    fn a_pack_whose_lists_are_changed_is_read_or_refused(changes in vec((any::<prop::sample::Index>(), any::<u32>()), 1..4)) {
        let mut bytes = with(&[]);
        let start = bytes.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
        for (place, value) in changes {
            let place = start + place.index(bytes.len() - start - 4);
            bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
        }
        try_pack(bytes);
    }

    #[test]
    fn a_pack_that_was_cut_or_repeated_is_read_or_refused(from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>()) {
        let bytes = with(&[]);
        let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
        try_pack(bytes[from.min(to)..].to_vec());
        try_pack([&bytes[..from], &bytes[to..]].concat());
    }

    #[test]
    fn any_bytes_after_the_first_two_are_read_or_refused(mut bytes in vec(any::<u8>(), 0..400)) {
        bytes.splice(0..0, *b"PK");
        bytes.extend(b"PK\x05\x06\0\0\0\0\x02\0\x02\0\x20\0\0\0\x10\0\0\0\0\0");
        try_pack(bytes);
    }

    #[test]
    fn any_names_of_files_are_taken_or_refused(names in vec("[a-zA-Z0-9._/\\\\:~ -]{0,24}(\\.(toml|lua|md|png|so))?", 0..6)) {
        let mut files: Vec<(&str, &[u8])> = FILES.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        for name in &names {
            if !files.iter().any(|(other, _)| other == name) {
                files.push((name, b"x"));
            }
        }
        try_pack(super::zipped(&files));
    }

    #[test]
    fn any_text_of_a_manifest_is_read_or_refused(text in "(?s).{0,80}", at in any::<prop::sample::Index>()) {
        let mut manifest = MANIFEST.to_owned();
        let places: Vec<usize> = manifest.char_indices().map(|(place, _)| place).collect();
        manifest.insert_str(places[at.index(places.len())], &text);
        try_pack(super::with_manifest(&manifest));
    }
}
