//! Perft: the number of action sequences of a given length, a check of the rules.
//!
//! An action with inputs counts once for each of its samples, an outcome of chance as one action, and each choice of
//! seats that choose together as one.

use std::sync::Arc;
use stonehouse_runtime::{CallError, Candidate, Position, Rules};

/// Counts the action sequences of length `depth` from the deal of this seed. Sequences that end the game earlier do not
/// count.
///
/// # Errors
/// When a house rule or the plugin failed.
pub fn perft(rules: &Arc<Rules>, seed: u64, depth: u32) -> Result<u64, CallError> {
    let dealt = Position::deal_unrolled(rules, seed)?;
    if depth == 0 {
        return Ok(1);
    }
    // One position and one list for each level, reused.
    let mut levels: Vec<(Position, Vec<Candidate>)> = Vec::new();
    for _ in 1..depth {
        levels.push((dealt.try_clone()?, Vec::new()));
    }
    count(&dealt, &mut levels, &mut Vec::new())
}

fn count(
    position: &Position,
    levels: &mut [(Position, Vec<Candidate>)],
    last: &mut Vec<Candidate>,
) -> Result<u64, CallError> {
    let Some(((next, candidates), deeper)) = levels.split_first_mut() else {
        position.candidates_and_outcomes(last)?;
        return Ok(last.len() as u64);
    };
    position.candidates_and_outcomes(candidates)?;
    let mut total = 0;
    for candidate in &*candidates {
        next.copy_from(position)?;
        next.play_candidate_or_outcome(*candidate)?;
        total += count(next, deeper, last)?;
    }
    Ok(total)
}
