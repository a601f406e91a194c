//! A caller of `stonehouse play` that sends well-formed messages in any order receives well-formed answers. Each byte
//! of an input is a message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;
use std::sync::LazyLock;
use stonehouse_fuzz::{GAMES, shipped};
use stonehouse_session::Programs;
use stonehouse_session::caller::{CallerSetup, SeatPlayer, serve};

/// The variants that are played, by the first byte of an input.
static SETUPS: LazyLock<Vec<CallerSetup>> = LazyLock::new(|| {
    let variants = [(0, "standard"), (0, "hat-trick"), (1, "official"), (1, "draft"), (2, "official"), (2, "auction")];
    let setups = variants.into_iter().map(|(game, id)| {
        let ruleset =
            shipped(game, id).unwrap_or_else(|problems| panic!("{}/{id}: {problems:?}", GAMES[game].about().id));
        let seat_players = vec![SeatPlayer::Outside; ruleset.seating().seats.len()];
        CallerSetup { ruleset, seat_players, programs: Programs::default(), record_dir: None }
    });
    setups.collect()
});

/// Turns bytes into lines, with the number of the last question and of its choices as the answers name them.
struct Caller {
    bytes: Vec<u8>,
    asked: Rc<RefCell<(u64, usize)>>,
    line: Vec<u8>,
    read: usize,
}

impl Read for Caller {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let line = self.fill_buf()?;
        let len = line.len().min(into.len());
        into[..len].copy_from_slice(&line[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for Caller {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len()
            && let Some(byte) = self.bytes.pop()
        {
            let (id, choices) = *self.asked.borrow();
            let number = usize::from(byte / 8);
            let message = match byte % 8 {
                0 => json!({"say": "new", "seed": number}),
                1 => json!({"say": "look", "seat": number}),
                2 => json!({"say": "look"}),
                3 => json!({"say": "ready", "protocol": number}),
                4 => json!({"say": "choice", "id": id.wrapping_sub(1), "choice": number}),
                5 => json!({"say": "choice", "id": id, "choice": number, "values": [number, number]}),
                _ => json!({"say": "choice", "id": id, "choice": number % choices.max(1)}),
            };
            self.line = format!("{message}\n").into_bytes();
            self.read = 0;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, len: usize) {
        self.read += len;
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let setup = &SETUPS[usize::from(*first) % SETUPS.len()];
    let asked = Rc::new(RefCell::new((0, 0)));
    let mut bytes = rest.to_vec();
    bytes.push(0);
    let mut caller = Caller { bytes, asked: Rc::clone(&asked), line: Vec::new(), read: 0 };
    let mut answer = |line: &str| {
        let message: Value = serde_json::from_str(line).expect("an answer is JSON");
        assert_ne!(message["say"], "failed", "{line}");
        if message["say"] == "choose" {
            let id = message["id"].as_u64().expect("a question has a number");
            *asked.borrow_mut() = (id, message["choices"].as_array().map_or(0, Vec::len));
        }
        Ok(())
    };
    serve(setup, &mut caller, &mut answer).expect("the line to the caller holds");
});
