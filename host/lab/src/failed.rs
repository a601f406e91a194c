//! Failures of games: the failure, the game's number, and its seed.

use crate::plan::SimulationError;
use stonehouse_bots::BotError;
use stonehouse_engine::{MatchError, Ruleset};
use stonehouse_runtime::CallError;
use stonehouse_session::{AgentError, Session, SessionError};

/// A game that failed.
pub(crate) struct Failed {
    pub game: u64,
    pub error: SimulationError,
}

pub(crate) fn rules_failed(ruleset: &Ruleset, (game, seed): (u64, u64), error: CallError) -> Failed {
    let error = match error {
        CallError::Endless => SimulationError::Endless { game, seed },
        other => SimulationError::Rules { game, seed, failure: ruleset.explain(other) },
    };
    Failed { game, error }
}

pub(crate) fn bot_failed(ruleset: &Ruleset, (game, seed): (u64, u64), error: BotError) -> Failed {
    match error {
        BotError::Call(call) => rules_failed(ruleset, (game, seed), call),
        BotError::NothingToDecide => {
            let failure = error.to_string();
            Failed { game, error: SimulationError::Player { game, seed, failure } }
        }
    }
}

pub(crate) fn match_failed((game, seed): (u64, u64), error: MatchError) -> Failed {
    let error = match error {
        MatchError::Rules(failure) => SimulationError::Rules { game, seed, failure },
        MatchError::Record(problem) | MatchError::EndNotRecorded(problem) => SimulationError::Record(problem),
        other => SimulationError::Player { game, seed, failure: other.to_string() },
    };
    Failed { game, error }
}

pub(crate) fn session_failed(session: &Session, (game, seed): (u64, u64), error: SessionError) -> Failed {
    match error {
        SessionError::Match(error) => match_failed((game, seed), error),
        SessionError::Agent { error: AgentError::Bot(BotError::Call(call)), .. } => {
            rules_failed(session.current().ruleset(), (game, seed), call)
        }
        SessionError::Agent { name, error, .. } => {
            let failure = format!("{name}: {error}");
            Failed { game, error: SimulationError::Player { game, seed, failure } }
        }
    }
}
