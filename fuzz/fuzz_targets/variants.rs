//! A variant's file compiles to a ruleset that can be dealt, or is refused with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stonehouse_engine::{Match, Player};
use stonehouse_fuzz::{GAMES, check_problems, ruleset};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let game = (0..GAMES.len()).find(|game| text.contains(&GAMES[*game].about().id)).unwrap_or(0);
    match ruleset(game, text, "return {}") {
        Err(problems) => check_problems(&problems),
        Ok(rules) => {
            let players = rules.seating().seats.iter().map(|seat| Player::bot(&*seat.name, "random")).collect();
            Match::new(&rules, 1, players, None).expect("a ruleset that compiles can be dealt");
        }
    }
});
