//! Failures of games: the failure, the game's number, and its seed.

use crate::game::GameSeeds;
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

/// The failure of a game whose rules failed, or that does not end.
pub(crate) fn rules_failed(ruleset: &Ruleset, seeds: GameSeeds, error: CallError) -> Failed {
    let GameSeeds { number: game, deal: seed, .. } = seeds;
    let error = match error {
        CallError::Endless => SimulationError::Endless { game, seed },
        other => SimulationError::Rules { game, seed, failure: ruleset.explain(other) },
    };
    Failed { game, error }
}

/// The failure of a game in which a bot failed.
pub(crate) fn bot_failed(ruleset: &Ruleset, seeds: GameSeeds, error: BotError) -> Failed {
    let GameSeeds { number: game, deal: seed, .. } = seeds;
    match error {
        BotError::Call(call) => rules_failed(ruleset, seeds, call),
        BotError::NothingToDecide => {
            let failure = error.to_string();
            Failed { game, error: SimulationError::Player { game, seed, failure } }
        }
    }
}

/// The failure of a game whose match failed.
pub(crate) fn match_failed(seeds: GameSeeds, error: MatchError) -> Failed {
    let GameSeeds { number: game, deal: seed, .. } = seeds;
    let error = match error {
        MatchError::Rules(failure) => SimulationError::Rules { game, seed, failure },
        MatchError::Record(problem) | MatchError::EndNotRecorded(problem) => SimulationError::Record(problem),
        other => SimulationError::Player { game, seed, failure: other.to_string() },
    };
    Failed { game, error }
}

/// The failure of a game whose session failed.
pub(crate) fn session_failed(session: &Session, seeds: GameSeeds, error: SessionError) -> Failed {
    let GameSeeds { number: game, deal: seed, .. } = seeds;
    match error {
        SessionError::Match(error) => match_failed(seeds, error),
        SessionError::Endless => Failed { game, error: SimulationError::Endless { game, seed } },
        SessionError::Agent { error: AgentError::Bot(BotError::Call(call)), .. } => {
            rules_failed(session.current().ruleset(), seeds, call)
        }
        SessionError::Agent { name, error, .. } => {
            let failure = format!("{name}: {error}");
            Failed { game, error: SimulationError::Player { game, seed, failure } }
        }
    }
}
