//! Decides whether a library may be loaded into this process, before any of its code runs here.
//!
//! Each catalog is given a [`Prober`]: the program's runs a child process, that of tests trusts what was built with
//! them.

use super::copies::PrivateCopy;
use std::io;
use std::time::Duration;

/// Decides whether libraries may be loaded.
pub trait Prober: Send + Sync {
    /// Probes a library, whatever it does.
    ///
    /// # Errors
    /// When the library is not to be loaded.
    fn probe(&self, library: &PrivateCopy) -> Result<(), ProbeFailure>;
}

/// The reason why a library is not to be loaded. Its text includes the remedy.
#[derive(Debug, thiserror::Error)]
pub enum ProbeFailure {
    /// The library failed, as the probe reported or a cached verdict states. The verdict is final for these bytes.
    #[error("{0}")]
    Library(String),
    /// It did not end within a limit on time: another machine may be fast enough.
    #[error("it did not end within {} seconds{} {place}. {REMEDY}", .limit.as_secs(), if *.is_work { " of work" } else { "" })]
    Time {
        /// The limit.
        limit: Duration,
        /// Whether the limit is on processor time.
        is_work: bool,
        /// The call that was under way, such as "in `about`".
        place: String,
    },
    /// It could not be probed.
    #[error("it could not be probed, so it is not loaded: {0}")]
    NotProbed(#[from] io::Error),
}

/// The remedy for a library that is not to be loaded.
pub(super) const REMEDY: &str = "It is not loaded: remove it, or ask its author";

/// Allows every library: for tests of libraries that were built together with them, and for a process that is itself a
/// probe.
#[derive(Clone, Copy, Debug)]
pub struct Trusting;

impl Prober for Trusting {
    fn probe(&self, _: &PrivateCopy) -> Result<(), ProbeFailure> {
        Ok(())
    }
}
