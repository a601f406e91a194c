//! A lesson is played through to its end or refused with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::slice;
use stonehouse_fuzz::{check_problems, game_of, shipped};
use stonehouse_lesson::guide::{Goal, Guide};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let lesson = match stonehouse_lesson::file::parse(Path::new("fuzz.toml"), &text.into()) {
        Ok(lesson) => lesson,
        Err(problem) => return check_problems(slice::from_ref(&problem)),
    };
    let Some(game) = game_of(&lesson.game) else { return };
    let Ok(rules) = shipped(game, &lesson.variant) else { return };
    let steps = lesson.steps.len();
    match Guide::new(lesson, &rules) {
        Err(problem) => check_problems(slice::from_ref(&problem)),
        Ok(mut guide) => {
            let mut actions = 0;
            // A step takes at most two turns of this loop: the action, and the text about it.
            for _ in 0..=2 * steps {
                match guide.goal() {
                    Goal::Over => return,
                    Goal::Read => guide.advance(),
                    Goal::Choose(_) | Goal::Watch(..) => {
                        actions += 1;
                        guide.follow(actions);
                    }
                }
            }
            panic!("the lesson does not end");
        }
    }
});
