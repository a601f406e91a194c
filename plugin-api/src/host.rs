//! What the host offers to a game while its rules live: a log, and word that a long call should end.

use std::sync::Arc;

/// How urgent a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// For whoever develops the game.
    Debug,
    /// Worth knowing.
    Info,
    /// Not as it should be; the game goes on.
    Warning,
    /// Something failed.
    Error,
}

/// What a host does for its games. A program implements it, and so may a test.
///
/// It is called from any thread that plays under the ruleset.
pub trait HostServices: Send + Sync {
    /// Takes a line of the log. By default nobody reads it.
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
    /// The host that does this.
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

    /// Whether the call under way should end as soon as it can, with [`Fault::Stopped`](crate::Fault::Stopped), because nobody waits for
    /// its answer any more. Ask now and then in a call that takes longer than a millisecond.
    pub fn should_stop(&self) -> bool {
        self.0.as_ref().is_some_and(|services| services.should_stop())
    }
}
