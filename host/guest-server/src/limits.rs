//! Limits of one guest, and of one address.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most wrong codes from one address within [`WRONG_CODES_PERIOD`].
const MAX_WRONG_CODES: usize = 5;

/// The time for which a wrong code counts.
const WRONG_CODES_PERIOD: Duration = Duration::from_mins(1);

/// The most addresses of which wrong codes are remembered.
const MAX_ADDRESSES: usize = 10_000;

/// The connections that are open, by address.
#[derive(Default)]
pub struct Connections {
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// An open connection, which counts until it is dropped.
pub struct OpenConnection {
    connections: Arc<Connections>,
    address: IpAddr,
}

impl Connections {
    /// Counts a connection, unless its address has `most_of_address` or there are `most` in all.
    pub fn open(self: &Arc<Self>, address: IpAddr, most_of_address: usize, most: usize) -> Option<OpenConnection> {
        let address = address.to_canonical();
        let mut open = self.open.lock();
        if open.values().sum::<usize>() >= most {
            return None;
        }
        let of_address = open.entry(address).or_default();
        if *of_address >= most_of_address {
            return None;
        }
        *of_address += 1;
        drop(open);
        Some(OpenConnection { connections: Arc::clone(self), address })
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.open.lock().values().sum()
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock();
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// Wrong codes, by address.
#[derive(Default)]
pub struct WrongCodes {
    tried: Mutex<HashMap<IpAddr, Vec<Instant>>>,
}

impl WrongCodes {
    /// Whether an address has tried too many.
    pub fn is_blocked(&self, address: IpAddr, now: Instant) -> bool {
        let mut tried = self.tried.lock();
        let Some(times) = tried.get_mut(&address.to_canonical()) else { return false };
        times.retain(|time| now.saturating_duration_since(*time) < WRONG_CODES_PERIOD);
        times.len() >= MAX_WRONG_CODES
    }

    /// Notes a wrong code.
    pub fn note(&self, address: IpAddr, now: Instant) {
        let mut tried = self.tried.lock();
        if tried.len() >= MAX_ADDRESSES {
            tried.retain(|_, times| {
                times.retain(|time| now.saturating_duration_since(*time) < WRONG_CODES_PERIOD);
                !times.is_empty()
            });
        }
        if tried.len() < MAX_ADDRESSES {
            tried.entry(address.to_canonical()).or_default().push(now);
        }
    }
}

/// A rate that a guest may not exceed: some at once, then so many a second.
#[derive(Debug)]
pub struct Rate {
    burst: f64,
    a_second: f64,
    left: f64,
    at: Instant,
}

impl Rate {
    /// The rate of messages. The host reads no faster.
    pub const fn of_messages(now: Instant) -> Self {
        Self::new(100.0, 50.0, now)
    }

    /// The rate of remarks, which others have to read.
    pub const fn of_remarks(now: Instant) -> Self {
        Self::new(5.0, 0.5, now)
    }

    const fn new(burst: f64, a_second: f64, now: Instant) -> Self {
        Self { burst, a_second, left: burst, at: now }
    }

    /// Counts one more, if it is within the rate; otherwise returns how long to wait until it is.
    pub fn count(&mut self, now: Instant) -> Result<(), Duration> {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * self.a_second).min(self.burst);
        self.at = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        Err(Duration::from_secs_f64((1.0 - self.left) / self.a_second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn connections_are_counted_by_address_until_they_close() {
        let connections = Arc::new(Connections::default());
        let first = connections.open(HOME, 2, 3).unwrap();
        let _second = connections.open(HOME, 2, 3).unwrap();
        assert!(connections.open(HOME, 2, 3).is_none());
        let other = IpAddr::from([10, 0, 0, 1]);
        let _third = connections.open(other, 2, 3).unwrap();
        assert!(connections.open(other, 2, 3).is_none(), "three in all");
        drop(first);
        assert_eq!(connections.count(), 2);
        assert!(connections.open(HOME, 2, 3).is_some());
    }

    #[test]
    fn five_wrong_codes_block_an_address_for_a_minute() {
        let (codes, start) = (WrongCodes::default(), Instant::now());
        for _ in 0..5 {
            assert!(!codes.is_blocked(HOME, start));
            codes.note(HOME, start);
        }
        assert!(codes.is_blocked(HOME, start + Duration::from_secs(59)));
        assert!(!codes.is_blocked(HOME, start + Duration::from_mins(1)));
    }

    #[test]
    fn a_rate_allows_some_at_once_and_then_so_many_a_second() {
        let start = Instant::now();
        let mut rate = Rate::of_messages(start);
        assert_eq!((0..1000).filter(|_| rate.count(start).is_ok()).count(), 100);
        let wait = rate.count(start).unwrap_err();
        assert_eq!(wait, Duration::from_millis(20));
        assert_eq!(rate.count(start + wait), Ok(()));
        let mut rate = Rate::of_remarks(start);
        assert!((0..100_u32).all(|number| rate.count(start + Duration::from_secs(2) * number).is_ok()));
    }
}
