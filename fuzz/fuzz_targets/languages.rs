//! A language's file is read or refused with a reason, and every text of it can be filled in.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::fs;
use std::slice;
use stonehouse_fuzz::check_problems;
use stonehouse_plugin::{Seat, Text};

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("language.toml"), "name = \"Fuzz\"\nyou = \"You\"\n").expect("a file can be written");
    fs::write(folder.path().join("texts.toml"), bytes).expect("a file can be written");
    match stonehouse_engine::languages::file::read(folder.path()) {
        Err(problem) => check_problems(slice::from_ref(&problem)),
        Ok((language, problems)) => {
            if !problems.is_empty() {
                check_problems(&problems);
            }
            for key in language.keys() {
                let text = Text::plain(key.to_owned());
                let _ = language.text(&text, Some(Seat(0))).fill(&["North", "South"]);
            }
        }
    }
});
