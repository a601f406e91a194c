//! The agents of the seats at which no person sits: bots, and programs from outside.
//!
//! A stand-in is not recorded: it plays until the match is left.

use super::{MatchActor, MatchStatus, Snapshot};
use crate::board::Board;
use crate::match_words;
use stonehouse_bots::{BotSpec, Stop};
use stonehouse_engine::{Player, RulesFailure};
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_runtime::Choice;
use stonehouse_session::agent::{Absent, AgentError};
use stonehouse_session::{Agent, AgentSpec, Programs, UnknownAgent};

/// The bot that plays for a player who resigned, or for an agent that failed.
const STAND_IN: BotSpec = BotSpec::Journeyman;

/// Why nothing was decided.
#[derive(Debug, thiserror::Error)]
pub enum ThinkError {
    /// A house rule or the plugin failed before anybody was asked.
    #[error(transparent)]
    Rules(#[from] RulesFailure),
    /// The one who was asked did not choose.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A thread could not be started, or panicked.
    #[error("it failed unexpectedly: a fault of this program, not of the game")]
    NoAnswer,
}

/// The agent that decides for a player; `None` for a person. A record may name a bot that this version of Stonehouse
/// does not have; then another one plays.
pub fn spec_of(player: &Player) -> Option<AgentSpec> {
    (!player.is_person()).then(|| player.player.parse().unwrap_or(AgentSpec::Bot(BotSpec::Journeyman)))
}

impl MatchActor {
    /// Seats the agent of a seat, as the user's file of programs is now.
    pub(super) fn seat(&mut self, seat: Seat) {
        let seed = self.current().seed();
        let programs = self.programs.as_deref().map_or_else(|| Ok(Programs::default()), Programs::read);
        let spec = self.agents.get(seat.index()).and_then(Option::as_ref);
        let agent = spec.map(|spec| match (spec, programs) {
            (AgentSpec::Named(_), Err(problem)) => {
                Box::new(Absent(UnknownAgent::File(problem.to_string()))) as Box<dyn Agent>
            }
            (spec, programs) => spec.build_for_window(seed, &programs.unwrap_or_default()),
        });
        self.session.set_agent(seat, agent);
    }

    /// Seats everybody again: under other rules, for example.
    pub(super) fn seat_all(&mut self) {
        Seat::all(self.agents.len()).for_each(|seat| self.seat(seat));
    }

    /// Lets a bot play for a seat that resigned, and a person again who is back in the running because that was taken
    /// back.
    pub(super) fn seat_stand_ins(&mut self) {
        for seat in Seat::all(self.agents.len()) {
            let has_resigned = self.current().has_resigned(seat);
            let stands_in = self.agents[seat.index()].is_some();
            if self.current().players()[seat.index()].is_person() && has_resigned != stands_in {
                self.agents[seat.index()] = has_resigned.then(|| STAND_IN.into());
                self.seat(seat);
            }
        }
    }

    /// Lets a bot decide for a seat until the match is left.
    pub fn stand_in(&mut self, seat: Seat) -> Snapshot {
        if let Some(agent) = self.agents.get_mut(seat.index()) {
            *agent = Some(STAND_IN.into());
        }
        self.seat(seat);
        self.snapshot(Ok(()))
    }

    /// Lets the one who decides for a seat begin again.
    pub fn begin_again(&mut self, seat: Seat) -> Snapshot {
        self.seat(seat);
        self.snapshot(Ok(()))
    }

    /// The function with which the agent of the seat whose turn it is chooses.
    pub fn think(&self, stop: Stop) -> impl FnOnce() -> Result<Choice, ThinkError> + Send + use<> {
        let question = self.session.question();
        move || Ok(question?.ok_or(ThinkError::NoAnswer)?.decide(&stop)?)
    }
}

/// The kind of a seat's player, for the line below their name: the level of a bot, or that it is a program.
pub fn kind(board: &Board, status: &MatchStatus, seat: Seat) -> Option<String> {
    let player = &board.players()[seat.index()];
    let own = spec_of(player);
    match status.agent(seat) {
        Some(spec) if status.resigned.contains(&seat) => {
            Some(tr!("resigned · {bot} plays", bot = match_words::title(spec)))
        }
        Some(spec) if own.as_ref() != Some(spec) => Some(tr!("{bot} in its place", bot = match_words::title(spec))),
        Some(AgentSpec::Named(_) | AgentSpec::Run(_)) => Some(tr!("program").to_owned()),
        _ => match_words::level(player),
    }
}
