//! Any lines that a caller of `stonehouse play` sends are answered with well-formed messages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::sync::LazyLock;
use stonehouse_fuzz::shipped;
use stonehouse_session::Programs;
use stonehouse_session::caller::{CallerError, CallerSetup, SeatPlayer, serve};

static SETUP: LazyLock<CallerSetup> = LazyLock::new(|| {
    let ruleset = shipped(1, "official").expect("the official game compiles");
    let seat_players = vec![SeatPlayer::Outside; ruleset.seating().seats.len()];
    CallerSetup { ruleset, seat_players, programs: Programs::default(), record_dir: None }
});

fuzz_target!(|bytes: &[u8]| {
    let mut answer = |line: &str| {
        let message: Value = serde_json::from_str(line).expect("an answer is JSON");
        assert!(message["say"].is_string(), "{line}");
        Ok(())
    };
    match serve(&SETUP, &mut &bytes[..], &mut answer) {
        // Bytes that are not text, or a line without end.
        Ok(()) | Err(CallerError::Line(_) | CallerError::TooLong) => {}
    }
});
