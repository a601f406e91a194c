//! A match and its agents.
//!
//! A match whose log nobody reads, such as one between bots in a simulation, keeps none ([`Match::without_log`]):
//! describing an action costs more than most bots take to choose it.

use crate::agent::{Agent, AgentError, AgentSeat, AgentTurn, Over, SeatView};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_bots::Stop;
use stonehouse_engine::{Match, MatchError, RulesFailure};
use stonehouse_plugin::{MAX_GAME_STEPS, Observer, Seat};
use stonehouse_runtime::{CallError, Choice, GameLength, PlayedTo, Position};

/// An agent, which may be thinking on another thread.
type SharedAgent = Arc<Mutex<Box<dyn Agent>>>;

/// A match and its agents, by seat; none for a person.
pub struct Session {
    current: Match,
    agents: Vec<Option<SharedAgent>>,
    /// Whether the agents were notified of the end.
    notified: bool,
}

/// Why a decision could not be made.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The match refused it, or the rules failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// An agent did not choose.
    #[error("{name}: {error}")]
    Agent {
        /// The seat.
        seat: Seat,
        /// The name of the player there.
        name: String,
        /// The reason.
        error: AgentError,
    },
    /// As many decisions were made as a game may have.
    #[error("the match did not end within {MAX_GAME_STEPS} actions")]
    Endless,
}

impl From<RulesFailure> for SessionError {
    fn from(failure: RulesFailure) -> Self {
        Self::Match(failure.into())
    }
}

/// Is notified of the decisions of agents while a session is [played out](Session::play_out).
pub trait SessionObserver {
    /// An agent in `seat` decides next.
    ///
    /// # Errors
    /// The failure that ends the match.
    fn before(&mut self, _session: &Session, _seat: Seat) -> Result<(), SessionError> {
        Ok(())
    }

    /// The agent in `seat` has decided.
    ///
    /// # Errors
    /// The failure that ends the match.
    fn after(&mut self, _session: &Session, _seat: Seat) -> Result<(), SessionError> {
        Ok(())
    }
}

/// Observes nothing.
impl SessionObserver for () {}

/// A decision that an agent has to make, or an offer that is made to it, to be answered on any thread.
pub struct AgentQuestion {
    agent: SharedAgent,
    position: Position,
    seat: Seat,
    number: u64,
    view: Option<SeatView>,
}

impl AgentQuestion {
    /// Lets the agent choose. An earlier question that it has not answered yet is answered first: stop it, if it is out
    /// of date.
    ///
    /// # Errors
    /// When the agent did not choose.
    pub fn decide(&self, stop: &Stop) -> Result<Choice, AgentError> {
        let turn = AgentTurn::new(&self.position, self.seat, self.number, self.view.as_ref());
        self.agent.lock().decide(&turn, stop)
    }

    /// Asks the agent whether it agrees to a draw instead.
    ///
    /// # Errors
    /// When the agent could not judge.
    pub fn agrees(&self, stop: &Stop) -> Result<bool, AgentError> {
        let turn = AgentTurn::new(&self.position, self.seat, self.number, self.view.as_ref());
        self.agent.lock().agrees(&turn, stop)
    }
}

impl Session {
    /// A match and who decides for its seats: `None` where a person does.
    pub fn new(current: Match, agents: Vec<Option<Box<dyn Agent>>>) -> Self {
        let seats = current.players().len();
        let mut session = Self { current, agents: vec![None; seats], notified: false };
        Seat::all(seats).zip(agents).for_each(|(seat, agent)| session.set_agent(seat, agent));
        session
    }

    /// Replaces the agent of a seat: `None` for a person. The agent before it is notified of nothing more.
    pub fn set_agent(&mut self, seat: Seat, agent: Option<Box<dyn Agent>>) {
        let agent = agent.map(|mut agent| {
            let (ruleset, players) = (Arc::clone(self.current.ruleset()), self.current.players().to_vec());
            agent.begin(&AgentSeat { ruleset, players, seat });
            Arc::new(Mutex::new(agent))
        });
        if let Some(place) = self.agents.get_mut(seat.index()) {
            *place = agent;
        }
    }

    /// The match.
    pub const fn current(&self) -> &Match {
        &self.current
    }

    /// The match, to be changed.
    pub const fn current_mut(&mut self) -> &mut Match {
        &mut self.current
    }

    /// Whether an agent decides for this seat.
    pub fn has_agent(&self, seat: Seat) -> bool {
        self.agent(seat).is_some()
    }

    fn agent(&self, seat: Seat) -> Option<&SharedAgent> {
        self.agents.get(seat.index())?.as_ref()
    }

    /// The view of `seat`, whose turn it is: its choices are those of the match.
    pub(crate) fn seat_view(&self, seat: Seat) -> Result<SeatView, RulesFailure> {
        let observer = Observer::Seat(seat);
        Ok(SeatView {
            scene: self.current.scene(observer)?,
            choices: self.current.described_actions()?,
            log: self.current.log(observer),
            left: self.current.clock().map(|clock| clock.left(Instant::now())),
        })
    }

    /// The decision that an agent has to make now; `None` if it is a person's turn, or the match is over.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn question(&self) -> Result<Option<AgentQuestion>, RulesFailure> {
        let Some((seat, agent)) = self.current.to_act().and_then(|seat| Some((seat, self.agent(seat)?))) else {
            return Ok(None);
        };
        let explain = |error: CallError| self.current.ruleset().explain(error);
        // An agent that is still thinking about an earlier question is assumed to need a view.
        let looks = agent.try_lock().is_none_or(|agent| agent.needs_view());
        let view = if looks { Some(self.seat_view(seat)?) } else { None };
        let position = self.current.position().try_clone().map_err(explain)?;
        Ok(Some(AgentQuestion { agent: Arc::clone(agent), position, seat, number: self.number(), view }))
    }

    /// The offer of a draw, for the agent of a seat; `None` where a person sits, or the match is over.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn offer(&self, seat: Seat) -> Result<Option<AgentQuestion>, RulesFailure> {
        let Some(agent) = self.agent(seat).filter(|_| self.current.end().is_none()) else { return Ok(None) };
        let explain = |error: CallError| self.current.ruleset().explain(error);
        let position = self.current.position().try_clone().map_err(explain)?;
        Ok(Some(AgentQuestion { agent: Arc::clone(agent), position, seat, number: self.number(), view: None }))
    }

    /// How many decisions were made, those that wait for others counted.
    fn number(&self) -> u64 {
        self.current.decisions() as u64
    }

    /// Plays the next decision of an agent, on this thread. False if there is none: it is a person's turn, or the match
    /// is over.
    ///
    /// # Errors
    /// When the agent did not choose, or the match refused its choice.
    pub fn advance(&mut self, now: Instant, stop: &Stop) -> Result<bool, SessionError> {
        let Some((seat, agent)) = self.current.to_act().and_then(|seat| Some((seat, self.agent(seat)?))) else {
            self.notify_end();
            return Ok(false);
        };
        let mut agent = agent.lock();
        let view = if agent.needs_view() { Some(self.seat_view(seat)?) } else { None };
        let turn = AgentTurn::new(self.current.position(), seat, self.number(), view.as_ref());
        let decided = agent.decide(&turn, stop);
        drop(agent);
        let choice = decided.map_err(|error| self.failed(seat, error))?;
        self.current.play(choice, now)?;
        Ok(true)
    }

    /// Plays the decisions of agents, on this thread, to the end of the match, or until `limit` decisions were made in
    /// it. It is interrupted when a person has the turn, and after a decision during which it was stopped: an agent
    /// that was stopped has not chosen as it would have, or not at all. No time passes on the match's clock: how long
    /// an agent takes to choose depends on the machine.
    ///
    /// # Errors
    /// As [`advance`](Self::advance) and `observer`; [`SessionError::Endless`] for a match without an end.
    pub fn play_out(
        &mut self,
        limit: Option<u64>,
        stop: &Stop,
        observer: &mut dyn SessionObserver,
    ) -> Result<PlayedTo, SessionError> {
        let now = Instant::now();
        while let Some(seat) = self.current.to_act() {
            let length = GameLength::new(self.number(), limit);
            if !length.admits_another().map_err(|_| SessionError::Endless)? {
                return Ok(PlayedTo::Limit);
            }
            if self.agent(seat).is_none() {
                return Ok(PlayedTo::Interruption);
            }
            observer.before(self, seat)?;
            let advanced = self.advance(now, stop);
            if stop.is_stopped() {
                return Ok(PlayedTo::Interruption);
            }
            advanced?;
            observer.after(self, seat)?;
        }
        self.notify_end();
        Ok(PlayedTo::End)
    }

    /// The failure of an agent, with its name.
    pub fn failed(&self, seat: Seat, error: AgentError) -> SessionError {
        let name = self.current.players().get(seat.index()).map(|player| player.name.clone()).unwrap_or_default();
        SessionError::Agent { seat, name, error }
    }

    /// Notifies the agents of the end of the match, once; again only if the match was resumed by an undo.
    /// [`advance`](Self::advance) does so by itself.
    pub fn notify_end(&mut self) {
        let Some(end) = self.current.end() else {
            self.notified = false;
            return;
        };
        if self.notified {
            return;
        }
        for (seat, agent) in Seat::all(self.agents.len()).zip(&self.agents) {
            let observer = Observer::Seat(seat);
            // One that still thinks is not waited for: it is not notified, and ends with the session.
            if let Some(mut agent) = agent.as_ref().and_then(|agent| agent.try_lock())
                && agent.needs_view()
                && let Ok(scene) = self.current.scene(observer)
            {
                agent.end(&Over { scene, log: self.current.log(observer), end: end.clone() });
            }
        }
        self.notified = true;
    }
}
