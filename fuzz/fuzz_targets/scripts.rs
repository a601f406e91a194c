//! A house rule is refused with a reason, or a random game under it ends the same in two virtual machines.
//! The first byte of an input chooses the game, the rest is the script.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Problem, Ruleset};
use stonehouse_fuzz::{GAMES, check_problems, ruleset};

/// Plays the action that a counter selects, up to 60 actions: the log of the match, or why it stopped.
fn played(rules: &Arc<Ruleset>) -> Vec<String> {
    let seats = rules.seating().seats.len();
    let players = (0..seats).map(|seat| Player::bot(format!("Seat {seat}"), "random")).collect();
    let mut lines = Vec::new();
    let mut game = match Match::new(rules, 7, players, None) {
        Ok(game) => game,
        Err(error) => return vec![error.to_string()],
    };
    for step in 0..60 {
        let actions = match game.described_actions() {
            Ok(actions) if actions.is_empty() => break,
            Ok(actions) => actions,
            Err(error) => {
                lines.push(error.to_string());
                break;
            }
        };
        let action = actions[step * 7 % actions.len()].action;
        if let Err(error) = game.play(action, Instant::now()) {
            lines.push(error.to_string());
            break;
        }
        lines.push(format!("{action:?}"));
    }
    lines
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let Ok(source) = std::str::from_utf8(rest) else { return };
    let game = usize::from(*first) % GAMES.len();
    let text = format!("game = \"{}\"\nscripts = [\"fuzz.lua\"]\n", GAMES[game].about().id);
    match (ruleset(game, &text, source), ruleset(game, &text, source)) {
        (Ok(one), Ok(other)) => assert_eq!(played(&one), played(&other)),
        (Err(one), Err(other)) => {
            check_problems(&one);
            let lines = |problems: &[Problem]| problems.iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(lines(&one), lines(&other));
        }
        _ => panic!("refused in one of two virtual machines"),
    }
});
