//! Records of real matches replayed under another ruleset: as far as they go, and where they diverge.

use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use stonehouse_engine::record::Record;
use stonehouse_engine::{Problem, RulesFailure, Ruleset};
use stonehouse_plugin::{Seat, Seats};
use stonehouse_runtime::{CallError, Choice, Position};

/// How a match goes under another ruleset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayOutcome {
    /// The record.
    pub file: PathBuf,
    /// Actions in the record.
    pub actions: usize,
    /// How many of them can be played.
    pub kept: usize,
    /// How the replay ends.
    #[serde(flatten)]
    pub end: Divergence,
}

/// How a replay ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "end")]
pub enum Divergence {
    /// An action is not legal.
    NotLegal {
        /// The action.
        action: String,
    },
    /// It is another seat's turn than it was.
    OtherTurn,
    /// The match is over before the next action.
    OverEarlier {
        /// The scores.
        scores: Vec<i64>,
        /// The seats that win.
        winners: Vec<usize>,
    },
    /// All actions were played, and the match continues.
    GoesOn,
    /// All actions were played, and the match is over.
    Over {
        /// The scores.
        scores: Vec<i64>,
        /// The seats that win.
        winners: Vec<usize>,
        /// Whether they are those that won.
        same_winners: bool,
        /// Whether the scores are those that were.
        same_scores: bool,
    },
}

/// The reason why a record cannot be replayed under a ruleset.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReplayUnderError {
    /// The seed of the match is not known.
    #[error(transparent)]
    Seed(#[from] Problem),
    /// A house rule or the plugin failed.
    #[error("{}: {failure}", .file.display())]
    Rules {
        /// The record.
        file: PathBuf,
        /// The failure.
        failure: RulesFailure,
    },
}

/// Replays a record under a ruleset of the same game and as many seats.
///
/// # Errors
/// When the seed of the match is not known, or a house rule or the plugin failed.
pub fn replay_under(record: &Record, ruleset: &Arc<Ruleset>) -> Result<ReplayOutcome, ReplayUnderError> {
    let seed = record.seed()?;
    let failed = |error| ReplayUnderError::Rules { file: record.file.clone(), failure: ruleset.explain(error) };
    replay(record, seed, ruleset).map_err(failed)
}

fn replay(record: &Record, seed: u64, ruleset: &Arc<Ruleset>) -> Result<ReplayOutcome, CallError> {
    let mut position = Position::deal(ruleset.rules(), seed)?;
    let seats = |set: Seats| set.iter().map(Seat::index).collect::<Vec<_>>();
    let replayed = |kept: usize, end: Divergence| {
        Ok(ReplayOutcome { file: record.file.clone(), actions: record.actions.len(), kept, end })
    };
    for (kept, (_, step)) in record.actions.iter().enumerate() {
        let Some(seat) = position.to_act()? else {
            let outcome = position.outcome()?;
            return replayed(kept, Divergence::OverEarlier { scores: outcome.scores, winners: seats(outcome.winners) });
        };
        if seat != step.seat {
            return replayed(kept, Divergence::OtherTurn);
        }
        let choice = Choice { action: step.code(), values: step.values.clone() };
        match position.play(&choice) {
            Ok(()) => {}
            Err(error) if error.is_illegal() => {
                return replayed(kept, Divergence::NotLegal { action: step.text.clone() });
            }
            Err(error) => return Err(error),
        }
    }
    let kept = record.actions.len();
    if position.to_act()?.is_some() {
        return replayed(kept, Divergence::GoesOn);
    }
    let outcome = position.outcome()?;
    let before = record.ending.as_ref().map(|(_, closing)| &closing.ending);
    let same_winners = before.is_none_or(|before| before.outcome.winners == outcome.winners);
    let same_scores = before.is_none_or(|before| before.outcome.scores == outcome.scores);
    replayed(
        kept,
        Divergence::Over { winners: seats(outcome.winners), scores: outcome.scores, same_winners, same_scores },
    )
}
