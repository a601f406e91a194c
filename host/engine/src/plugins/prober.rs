//! Decides whether a library may be loaded into this process, before any of its code runs here.
//!
//! Each catalog is given a [`Prober`]: the program's runs a child process, that of tests trusts what was built with
//! them.

use super::copies::PrivateCopy;

/// Decides whether libraries may be loaded.
pub trait Prober: Send + Sync {
    /// Tries out a library, whatever it does.
    ///
    /// # Errors
    /// A sentence: what it did, and the remedy.
    fn probe(&self, library: &PrivateCopy) -> Result<(), String>;
}

/// Allows every library: for tests of libraries that were built together with them, and for a process that is itself a
/// probe.
#[derive(Clone, Copy, Debug)]
pub struct Trusting;

impl Prober for Trusting {
    fn probe(&self, _: &PrivateCopy) -> Result<(), String> {
        Ok(())
    }
}
