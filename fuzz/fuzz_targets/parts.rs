//! A part of a simulation is summed up or refused with a reason, and is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::fs;
use std::slice;
use stonehouse_fuzz::check_problems;
use stonehouse_lab::Partial;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("part.json");
    fs::write(&file, bytes).expect("a file can be written");
    match Partial::read(&file) {
        Err(problem) => check_problems(slice::from_ref(&problem)),
        Ok(part) => {
            part.write(&file).expect("a part that was read can be written");
            assert_eq!(Partial::read(&file).expect("a part that was written can be read"), part);
            if let Ok(sum) = Partial::merge(vec![part]) {
                let _ = sum.results();
            }
        }
    }
});
