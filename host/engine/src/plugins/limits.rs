//! Limits on the resources of a process that probes a library.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The limits of one probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The address space, in bytes. Enforced on Unix only.
    pub memory: u64,
    /// The processor time of one call. Enforced on Unix only, in whole seconds.
    pub processor: Duration,
    /// The time on the clock in which it may do nothing (where the system does not report its activity: the time on the
    /// clock in all), after which the process is ended from outside.
    pub clock: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 2 << 30, processor: Duration::from_secs(20), clock: Duration::from_secs(30) }
    }
}

/// The longest file that the process may write, in bytes.
#[cfg(unix)]
const MAX_FILE: u64 = 64 << 20;

/// All the processor time that the process may use, in seconds, however many calls it makes.
#[cfg(unix)]
const MAX_SECONDS: u64 = 600;

/// The seconds of processor time for one call; 0 while no limits are held.
static SECONDS: AtomicU64 = AtomicU64::new(0);

/// Begins the processor time for the next call: a slow machine takes longer for all calls together, but for none of
/// them so long as an endless loop does.
pub fn renew() {
    let seconds = SECONDS.load(Ordering::Relaxed);
    #[cfg(unix)]
    if seconds > 0 {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime).tv_sec.cast_unsigned();
        let maximum = getrlimit(Resource::Cpu).maximum;
        // The signal of the first limit comes before the second ends the process.
        let current = (spent + seconds).min(maximum.unwrap_or(u64::MAX).saturating_sub(1));
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(current), maximum });
    }
    #[cfg(not(unix))]
    let _ = seconds;
}

impl Limits {
    /// Applies the limits to this process, for good, and prevents core files. A limit that the system does not support
    /// is skipped: the deadline on the clock remains.
    pub fn hold(&self) {
        #[cfg(unix)]
        {
            use rustix::process::{Resource, Rlimit, setrlimit};
            let seconds = self.processor.as_secs().max(1);
            let limits = [
                (Resource::As, self.memory, self.memory),
                // The first ends the process with its own signal; the second, if that one is ignored.
                (Resource::Cpu, seconds, seconds.max(MAX_SECONDS) + 1),
                (Resource::Fsize, MAX_FILE, MAX_FILE),
                (Resource::Core, 0, 0),
            ];
            for (resource, current, maximum) in limits {
                let _ = setrlimit(resource, Rlimit { current: Some(current), maximum: Some(maximum) });
            }
            SECONDS.store(seconds, Ordering::Relaxed);
        }
    }
}
