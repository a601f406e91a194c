//! Perft: the number of action sequences of a length, the check of a move generator.

use stonehouse_plugin_api::Action;
use stonehouse_plugin_api::abi::client::{CallError, State};

/// Counts the action sequences of length `depth` from a position. Sequences that end the game earlier do not count.
///
/// # Errors
/// When a house rule or the plugin failed.
pub fn perft(state: &State, depth: u32) -> Result<u64, CallError> {
    if depth == 0 {
        return Ok(1);
    }
    // One state and one list for each level, used again and again.
    let mut levels: Vec<(State, Vec<Action>)> = Vec::new();
    for _ in 1..depth {
        levels.push((state.try_clone()?, Vec::new()));
    }
    count(state, &mut levels, &mut Vec::new())
}

fn count(state: &State, levels: &mut [(State, Vec<Action>)], last: &mut Vec<Action>) -> Result<u64, CallError> {
    let Some(((next, actions), deeper)) = levels.split_first_mut() else {
        state.legal_actions(last)?;
        return Ok(last.len() as u64);
    };
    state.legal_actions(actions)?;
    let mut total = 0;
    for action in &*actions {
        next.copy_from(state)?;
        next.apply(*action)?;
        total += count(next, deeper, last)?;
    }
    Ok(total)
}
