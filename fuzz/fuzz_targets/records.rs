//! A record is replayed by its game or refused with a reason. Lines receive the right hashes first, so that changed
//! lines reach the replay.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::slice;
use stonehouse_engine::Record;
use stonehouse_fuzz::{GAMES, check_problems, game_of, sealed};

fuzz_target!(|bytes: &[u8]| {
    let record = match Record::parse(Path::new("fuzz.jsonl"), &sealed(bytes)) {
        Ok(record) => record,
        Err(problem) => return check_problems(slice::from_ref(&problem)),
    };
    let Some(game) = game_of(&record.header.game) else { return };
    if let Err(problem) = record.verify(&GAMES[game]) {
        check_problems(slice::from_ref(&problem));
    }
});
