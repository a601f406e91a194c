//! A game in Luau is refused with a reason, or a random game of it ends the same in two virtual machines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};
use std::sync::Arc;
use stonehouse_engine::{Problem, Script};
use stonehouse_fuzz::check_problems;
use stonehouse_plugin::Observer;
use stonehouse_runtime::{CallError, Plugin, Position};
use stonehouse_script_games::ScriptGame;

/// The most actions of a game that are played one by one.
const MAX_ACTIONS: usize = 40;

/// The game of a script.
fn load(source: &str) -> Result<Arc<ScriptGame>, Problem> {
    ScriptGame::load(Script::new("fuzz.luau", "fuzz.luau", source)).map(Arc::new)
}

/// Plays the official rules of a game: what is shown and done step by step, then a random game to its end.
fn play(game: Arc<ScriptGame>, lines: &mut Vec<String>) -> Result<(), String> {
    let failed = |error: CallError| error.to_string();
    let plugin = Plugin::new(game).map_err(|error| error.to_string())?;
    let knobs: Map<String, Value> =
        plugin.knobs().iter().map(|knob| (knob.name.clone(), knob.default.clone())).collect();
    let seats = plugin.about().seats.default;
    let rules = plugin.rules(seats, &Value::Object(knobs), None).map_err(|error| error.to_string())?;
    let mut position = Position::deal(&rules, 7).map_err(failed)?;
    for step in 0..MAX_ACTIONS {
        let mut candidates = Vec::new();
        position.all_candidates(&mut candidates).map_err(failed)?;
        let Some(candidate) = candidates.get(step * 7 % candidates.len().max(1)) else { break };
        let choice = position.choice_of(*candidate).map_err(failed)?;
        let text = position.describe(&choice, Observer::Public).map_err(failed)?.text;
        lines.push(format!("{choice:?}: {text}"));
        position.play_candidate(*candidate).map_err(failed)?;
        lines.push(format!("{:?}", position.scene(Observer::Public).map_err(failed)?));
    }
    position.deal_again(8).map_err(failed)?;
    lines.push(format!("{} actions", position.playout(9).map_err(failed)?));
    lines.push(format!("{:?}", position.outcome().map_err(failed)?));
    Ok(())
}

/// The lines of a game, the last of which is why it stopped, if it did.
fn played(game: Arc<ScriptGame>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Err(why) = play(game, &mut lines) {
        lines.push(why);
    }
    lines
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = std::str::from_utf8(bytes) else { return };
    match (load(source), load(source)) {
        (Ok(one), Ok(other)) => assert_eq!(played(one), played(other)),
        (Err(one), Err(other)) => {
            assert_eq!(one.to_string(), other.to_string());
            check_problems(&[one]);
        }
        _ => panic!("refused in one of two virtual machines"),
    }
});
