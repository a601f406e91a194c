//! Bots: players for any game, through the plugin interface only.
//!
//! | module | contents |
//! |---|---|
//! | [`viewpoint`] | a position as one seat may use it: the only input of a bot |
//! | [`spec`] | bots by name, and those for people |
//! | [`random`], [`greedy`], [`apprentice`], [`search`], [`companion`] | the strategies |
//! | [`analysis`] | hints, and which decisions of a match cost most |
//! | [`draw`] | whether a bot agrees to a draw |
//! | `standing` | how good scores are for a seat's team |
//!
//! No bot can cheat: a [`Viewpoint`] gives the legal actions of its seat and samples of the position in which
//! everything that the seat cannot know, including future randomness, was resampled.
//!
//! Levels differ in how far they look ahead, not only in their budget: more time alone makes a bot that feels the same
//! and wins more. The apprentice considers the immediate effect of half of its actions, the journeyman the answer too,
//! the master looks as far ahead as it can, and the companion as far and chooses the action that keeps the match close.
//! None keeps anything from one decision to the next, so a match can be taken back and resumed.
//!
//! Bots are made for no particular game; knowledge of a game that a bot cannot find out by trial comes through
//! [`BotHelp`](stonehouse_plugin::BotHelp).

pub mod analysis;
pub mod apprentice;
pub mod companion;
pub mod draw;
pub mod greedy;
pub mod random;
pub mod search;
pub mod spec;
mod standing;
pub mod viewpoint;

pub use search::Budget;
pub use spec::{BotSpec, UnknownBot};
pub use viewpoint::Viewpoint;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use stonehouse_runtime::{CallError, Candidate};

/// A player.
pub trait Bot: Send {
    /// Chooses one of the legal candidates of the viewpoint's seat, whose turn it is.
    ///
    /// # Errors
    /// When a house rule or the plugin failed, or there is nothing to choose.
    fn choose(&mut self, view: &Viewpoint<'_>, stop: &Stop) -> Result<Candidate, BotError>;
}

/// Why a bot did not choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// The game failed.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The game is over, or it is another seat's decision.
    #[error("there is nothing for this bot to decide")]
    NothingToDecide,
}

/// A request to stop, shared between the waiting caller and the searching bot. A bot that is stopped returns the best
/// action that it has found so far.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// No request yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests the bot to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
