//! What a process that tries out a library may use of this machine.

use std::time::Duration;

/// The limits of one trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The address space, in bytes. Enforced on Unix only.
    pub memory: u64,
    /// The processor time. Enforced on Unix only, in whole seconds.
    pub processor: Duration,
    /// The time on the clock in which it may do nothing (where the system does not say what it does: the time on the clock in all), after which
    /// the process is ended from outside.
    pub clock: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 2 << 30, processor: Duration::from_secs(20), clock: Duration::from_secs(30) }
    }
}

/// The longest file that the process may write, in bytes.
#[cfg(unix)]
const LONGEST_FILE: u64 = 64 << 20;

impl Limits {
    /// Applies the limits to this process, for good, and prevents core files. A limit that the system does not support is skipped: the
    /// deadline on the clock remains.
    pub fn hold(&self) {
        #[cfg(unix)]
        {
            use rustix::process::{Resource, Rlimit, setrlimit};
            let seconds = self.processor.as_secs().max(1);
            let limits = [
                (Resource::As, self.memory, self.memory),
                // The first ends the process with a signal of its own; the second, if that one is ignored.
                (Resource::Cpu, seconds, seconds + 1),
                (Resource::Fsize, LONGEST_FILE, LONGEST_FILE),
                (Resource::Core, 0, 0),
            ];
            for (resource, current, maximum) in limits {
                let _ = setrlimit(resource, Rlimit { current: Some(current), maximum: Some(maximum) });
            }
        }
    }
}
