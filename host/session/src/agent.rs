//! Agents: each makes the decisions of a seat.

use crate::program::ProgramError;
use crate::spec::UnknownAgent;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_bots::draw::agrees_to_draw;
use stonehouse_bots::{Bot, BotError, BotSpec, Stop, Viewpoint};
use stonehouse_engine::{Ending, LogEntry, Player, Ruleset};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Rng, Scene, Seat};
use stonehouse_runtime::{CallError, Choice, DescribedAction, Position};

/// Makes the decisions of one seat, from the beginning of a match to its end: a bot, or an outside program. A person is
/// no agent: they act when they like.
pub trait Agent: Send {
    /// The match begins, or is resumed. Called once, before anything else.
    fn begin(&mut self, _place: &AgentSeat) {}

    /// Whether [`AgentTurn::seat_view`] is needed. It costs more than most bots take to choose.
    fn needs_view(&self) -> bool {
        false
    }

    /// Chooses. An agent that is stopped answers at once with the best that it has, or with [`AgentError::Stopped`].
    ///
    /// # Errors
    /// When nothing was chosen.
    fn decide(&mut self, turn: &AgentTurn<'_>, stop: &Stop) -> Result<Choice, AgentError>;

    /// Whether it agrees to a draw that another side offers it, with the position as it is, whosever turn that is. An
    /// agent that cannot judge plays on.
    ///
    /// # Errors
    /// When it could not judge.
    fn agrees(&mut self, _turn: &AgentTurn<'_>, _stop: &Stop) -> Result<bool, AgentError> {
        Ok(false)
    }

    /// The match is over.
    fn end(&mut self, _over: &Over) {}
}

/// The seat of an agent, and the match.
#[derive(Clone)]
pub struct AgentSeat {
    /// The ruleset.
    pub ruleset: Arc<Ruleset>,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The agent's seat.
    pub seat: Seat,
}

/// A decision to be made.
pub struct AgentTurn<'a> {
    position: &'a Position,
    seat: Seat,
    /// How many decisions were made before this one.
    number: u64,
    seat_view: Option<&'a SeatView>,
}

/// The match as a person in an agent's place would see it.
#[derive(Clone, Debug)]
pub struct SeatView {
    /// The table.
    pub scene: Scene,
    /// The legal actions.
    pub choices: Vec<DescribedAction>,
    /// The actions, from the beginning of the match.
    pub log: Vec<LogEntry>,
    /// With clocks: the time that each seat has left.
    pub left: Option<Vec<Duration>>,
}

/// The end of a match, as one seat sees it.
#[derive(Clone, Debug)]
pub struct Over {
    /// The table.
    pub scene: Scene,
    /// The actions, from the beginning of the match.
    pub log: Vec<LogEntry>,
    /// The end.
    pub end: Ending,
}

impl<'a> AgentTurn<'a> {
    pub(crate) const fn new(position: &'a Position, seat: Seat, number: u64, seat_view: Option<&'a SeatView>) -> Self {
        Self { position, seat, number, seat_view }
    }

    /// How many decisions of the match were made before this one and not taken back.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The seat that decides.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The position as this seat may use it.
    pub const fn view(&self) -> Viewpoint<'a> {
        Viewpoint::new(self.position, self.seat)
    }

    /// The view of a person at this seat; `None` for an agent that does not [need one](Agent::needs_view).
    pub const fn seat_view(&self) -> Option<&'a SeatView> {
        self.seat_view
    }

    /// Whether an action is legal with these values.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn allows(&self, choice: &Choice) -> Result<bool, CallError> {
        match self.position.try_clone()?.play(choice) {
            Err(error) if error.is_illegal() => Ok(false),
            done => done.map(|()| true),
        }
    }
}

/// Why an agent did not choose.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// A bot, or the game while it looked ahead.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// An outside program.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// No agent of this name.
    #[error(transparent)]
    Unknown(#[from] UnknownAgent),
    /// It was stopped, and had nothing to give.
    #[error("it was stopped before it had chosen")]
    Stopped,
}

impl From<CallError> for AgentError {
    fn from(error: CallError) -> Self {
        Self::Bot(error.into())
    }
}

/// A bot as an agent.
pub struct BotAgent(pub Box<dyn Bot>);

impl Agent for BotAgent {
    fn decide(&mut self, turn: &AgentTurn<'_>, stop: &Stop) -> Result<Choice, AgentError> {
        let candidate = self.0.choose(&turn.view(), stop)?;
        Ok(turn.position.choice_of(candidate)?)
    }
}

/// Separates the random numbers with which a bot judges an offer from those with which it chooses.
const DRAW: u64 = 0x6472_6177;

/// A bot in a match with people. What it chooses follows from the match's seed and from how much was played: a match
/// that was resumed, or taken back and played again, continues as it would have.
pub struct WindowBot {
    bot: BotSpec,
    seed: u64,
}

impl WindowBot {
    /// A bot for a match of this seed.
    pub const fn new(bot: BotSpec, seed: u64) -> Self {
        Self { bot, seed }
    }
}

impl Agent for WindowBot {
    fn decide(&mut self, turn: &AgentTurn<'_>, stop: &Stop) -> Result<Choice, AgentError> {
        let mut bot = self.bot.build_for_window(seed_of(self.seed, turn.number()));
        let candidate = bot.choose(&turn.view(), stop)?;
        Ok(turn.position.choice_of(candidate)?)
    }

    fn agrees(&mut self, turn: &AgentTurn<'_>, stop: &Stop) -> Result<bool, AgentError> {
        let seed = seed_of(seed_of(self.seed, turn.number()), DRAW);
        Ok(agrees_to_draw(self.bot, &turn.view(), seed, stop)?)
    }
}

/// Replaces an agent that cannot be created: it returns the reason when it has to choose, so that the match can be
/// opened, and another player can take the seat.
pub struct Absent(pub UnknownAgent);

impl Agent for Absent {
    fn decide(&mut self, _turn: &AgentTurn<'_>, _stop: &Stop) -> Result<Choice, AgentError> {
        Err(self.0.clone().into())
    }
}

/// Plays at random, with dice that several seats share, so that a match between such agents goes as the game's own
/// playout of the same seed does.
#[derive(Clone)]
pub struct Dice(Arc<Mutex<Rng>>);

impl Dice {
    /// Dice whose throws follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(Rng::from_seed(seed))))
    }
}

impl Agent for Dice {
    fn decide(&mut self, turn: &AgentTurn<'_>, _stop: &Stop) -> Result<Choice, AgentError> {
        let candidate = turn.position.draw(&mut self.0.lock(), &mut Vec::new())?;
        Ok(turn.position.choice_of(candidate)?)
    }
}
