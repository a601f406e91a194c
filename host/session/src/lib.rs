//! Matches and their players.
//!
//! One loop, for the window, the lab and the command line: whose turn is it, let their agent choose, apply the choice.
//!
//! | module | contents |
//! |---|---|
//! | [`agent`] | the agent that decides for a seat, for a whole match, and its inputs |
//! | [`session`] | a match and its agents |
//! | [`spec`] | agents by name |
//! | [`program`] | an outside program as an agent, over standard input and output |
//! | [`programs`] | the outside programs that this user has named |
//! | [`caller`] | matches for a program that plays some or all seats over one line |
//! | [`tables`] | many tables for a program that learns, with arrays in place of scenes |
//! | [`check_player`] | a program tested in games, for its author |
//!
//! A person has no agent: they act when they like. A bot in the window draws its chance
//! for each decision from the match's seed and the number of decisions so far, so a match that was resumed or taken
//! back continues as it would have. An agent that cannot be created is replaced by a placeholder ([`agent::Absent`])
//! that returns the reason when it has to choose, so the match can be opened and another player can take the seat.

pub mod agent;
pub mod caller;
pub mod check_player;
pub mod program;
pub mod programs;
pub mod session;
pub mod spec;
pub mod tables;

pub use agent::{Agent, AgentError, AgentSeat, AgentTurn, Over, SeatView};
pub use programs::{NamedProgram, Programs};
pub use session::{AgentQuestion, Session, SessionError, SessionObserver};
pub use spec::{AgentSpec, UnknownAgent};
