//! A line that shows how far a run is and how long it will take, on a terminal only.

use std::io::IsTerminal;
use std::time::{Duration, Instant};
use stonehouse_lab::Partial;
use stonehouse_lab::words::time;

/// A line that shows progress.
pub struct Progress {
    began: Instant,
    shown: Instant,
    /// Games that were played before this run.
    before: u64,
    on_terminal: bool,
}

impl Progress {
    /// A line of which nothing is shown yet.
    pub fn new(begun: &Partial) -> Self {
        let now = Instant::now();
        Self { began: now, shown: now, before: begun.played(), on_terminal: std::io::stderr().is_terminal() }
    }

    /// Shows how far it is, a few times a second.
    pub fn show(&mut self, part: &Partial) {
        if !self.on_terminal || self.shown.elapsed() < Duration::from_millis(200) {
            return;
        }
        self.shown = Instant::now();
        eprint!("\r{:60}", line(part.played(), part.to - part.from, self.before, self.began.elapsed()));
    }

    /// Removes the line.
    pub fn clear(&self) {
        if self.on_terminal {
            eprint!("\r{:60}\r", "");
        }
    }
}

fn line(done: u64, all: u64, before: u64, took: Duration) -> String {
    let now = done - before;
    if now == 0 {
        return format!("{done} of {all} games");
    }
    let left = took.mul_f64((all - done) as f64 / now as f64);
    format!("{done} of {all} games, {} left", time(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_what_was_played_in_this_run() {
        let took = Duration::from_secs(10);
        assert_eq!(line(0, 100, 0, took), "0 of 100 games");
        assert_eq!(line(50, 100, 0, took), "50 of 100 games, 10 s left");
        assert_eq!(line(50, 100, 40, took), "50 of 100 games, 50 s left");
        assert_eq!(line(1, 1000, 0, took), "1 of 1000 games, 2 h 46 min left");
        assert_eq!(line(10, 200, 0, took), "10 of 200 games, 4 min left");
    }
}
