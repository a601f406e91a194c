//! A small language for positions: stones are played by name to pockets by name.
#![allow(dead_code, reason = "each test file uses its part")]

use std::sync::Arc;
use stonehouse_plugin::{Action, Json, json};
use stonehouse_runtime::{CallError, HookFailure, HookHost, Plugin, ReadFacts, Rules, State};
use stonehouse_three_stones::ThreeStones;

pub const COLS: u32 = 11;

pub fn rules(knobs: &Json) -> Arc<Rules> {
    Plugin::linked::<ThreeStones>().unwrap().rules(2, knobs, None).unwrap()
}

pub fn refusal(knobs: &Json) -> (String, String) {
    match Plugin::linked::<ThreeStones>().unwrap().rules(2, knobs, None) {
        Err(CallError::Rules(error)) => (error.knob, error.message),
        other => panic!("not refused: {:?}", other.err()),
    }
}

/// Answers one hook by a function of context and value.
pub struct Answer(pub usize, pub fn(&[i64], i64) -> i64);

impl HookHost for Answer {
    fn uses(&self, index: usize) -> bool {
        index == self.0
    }

    fn fold(&self, _: usize, context: &[i64], _: &dyn ReadFacts, value: i64) -> Result<i64, Box<HookFailure>> {
        Ok((self.1)(context, value))
    }
}

pub fn hooked(knobs: &Json, host: impl HookHost + 'static) -> Arc<Rules> {
    Plugin::linked::<ThreeStones>().unwrap().rules(2, knobs, Some(Box::new(host))).unwrap()
}

/// The code of placing a stone (w, b or c) at a pocket of the official board: `w F7`.
pub fn action(play: &str) -> Action {
    let (stone, pocket) = play.split_once(' ').unwrap();
    let kind = match stone {
        "w" => 0,
        "b" => 1,
        _ => 2,
    };
    let col = u32::from(pocket.as_bytes()[0] - b'A');
    let row: u32 = pocket[1..].parse::<u32>().unwrap() - 1;
    Action(kind * 128 + row * COLS + col)
}

pub fn legal(state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions).unwrap();
    actions
}

/// The names of the pockets that may be played, in order.
pub fn pockets(state: &State) -> Vec<String> {
    let actions = legal(state);
    let first_kind = actions[0].0 / 128;
    actions
        .iter()
        .filter(|action| action.0 / 128 == first_kind)
        .map(|action| {
            let place = action.0 % 128;
            format!("{}{}", char::from(b'A' + (place % COLS) as u8), place / COLS + 1)
        })
        .collect()
}

/// A game of pure skill (both players choose their stones freely) after these plays.
pub fn skill(plays: &[&str]) -> State {
    play(&rules(&json!({ "pouch": false })), plays)
}

pub fn play(rules: &Arc<Rules>, plays: &[&str]) -> State {
    let mut state = rules.deal(1).unwrap();
    for (number, play) in plays.iter().enumerate() {
        state.apply(action(play)).unwrap_or_else(|error| panic!("play {number} ({play}): {error}"));
    }
    state
}

pub fn scores(state: &State) -> Vec<i64> {
    state.outcome().unwrap().scores
}
