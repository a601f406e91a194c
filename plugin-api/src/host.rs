//! The services of the host for a game as long as its rules exist: a log, and a signal that a long call should end.

use std::sync::Arc;

/// The urgency of a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// For the developers of the game.
    Debug,
    /// General information.
    Info,
    /// An unexpected condition; the game continues.
    Warning,
    /// A failure.
    Error,
}

/// The services of a host for its games: implemented by the program, and by tests.
///
/// It is called from any thread that plays under the ruleset.
pub trait HostServices: Send + Sync {
    /// Takes a line of the log. By default it is dropped.
    fn log(&self, _level: Level, _text: &str) {}

    /// Whether a long call under way should end as soon as it can. By default never.
    fn should_stop(&self) -> bool {
        false
    }
}

/// A game's handle on its host, in [`Setup`](crate::Setup). A clone is the same host.
#[derive(Clone, Default)]
pub struct Host(Option<Arc<dyn HostServices>>);

impl Host {
    /// A host with these services.
    pub fn new(services: Arc<dyn HostServices>) -> Self {
        Self(Some(services))
    }

    /// A host that does nothing: nobody reads the log, nothing is stopped.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Writes a line to the host's log, where the game's author finds it. Not for players.
    pub fn log(&self, level: Level, text: &str) {
        if let Some(services) = &self.0 {
            services.log(level, text);
        }
    }

    /// Whether the call under way should end as soon as it can, with [`GameError::Stopped`](crate::GameError::Stopped),
    /// because its result is no longer needed. Check it periodically in a call that takes longer than a millisecond.
    pub fn should_stop(&self) -> bool {
        self.0.as_ref().is_some_and(|services| services.should_stop())
    }
}
