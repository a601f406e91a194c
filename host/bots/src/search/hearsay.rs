//! What an action is worth when it is played later.
//!
//! All moves as first, mixed with what was found out by trying as in RAVE (Gelly and Silver, "Monte-Carlo tree search and rapid action value
//! estimation in computer Go", 2011): a rollout that plays an action later, whoever plays it, says something about playing it now. Few
//! trials are needed then to tell the good from the bad; the more there are, the less counts what was only heard. Measured, with what did
//! not help, in `docs/performance.md`.
//!
//! It pays where an action does about the same whenever it is played, as laying a stone on a board does: there it was
//! worth four times the iterations. A game can read what was played off the finished board, so its rollouts need not be
//! slower. Games in which an action means something else a turn later do not trace their rollouts.

use super::Budget;
use std::time::Duration;
use stonehouse_plugin_api::{Action, Trace};

/// Actions with codes from here on are not listened for.
const MOST_CODES: u32 = 1 << 16;

/// With so many iterations, or so much time, hearsay does not pay any more where samples part ways: it misleads as often as it helps, and
/// takes half as long again.
const MANY_ITERATIONS: u32 = 5000;
const LONG: Duration = Duration::from_millis(20);

/// Whether listening pays.
pub(super) fn pays(budget: Budget, parts_ways: bool) -> bool {
    let is_short = match budget {
        Budget::Iterations(most) => most < MANY_ITERATIONS,
        Budget::Time(most) => most < LONG,
    };
    is_short || !parts_ways
}

/// How much hearsay counts, and how much rarely tried actions are favoured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// The number of trials at which what was heard counts half.
    pub equivalence: f64,
    /// The weight of rarely tried actions, for rewards between 0 and 1.
    pub exploration: f64,
}

impl Weights {
    /// The weights where samples part ways, or do not.
    pub const fn of(parts_ways: bool) -> Self {
        if parts_ways {
            Self { equivalence: 300.0, exploration: 0.3 }
        } else {
            Self { equivalence: 1000.0, exploration: 0.1 }
        }
    }

    /// How much hearsay counts after `visits` trials, from 0 to 1.
    pub fn share(self, visits: f64) -> f64 {
        (self.equivalence / (3.0 * visits + self.equivalence)).sqrt()
    }
}

/// What was played in one iteration, and after which action of the tree.
#[derive(Default)]
pub(super) struct Hearsay {
    /// What the rollout played.
    pub trace: Trace,
    /// By action code: the last iteration in which it was heard.
    heard: Vec<u32>,
    iteration: u32,
}

impl Hearsay {
    /// Another iteration begins.
    pub fn begin(&mut self) {
        self.iteration += 1;
    }

    /// Hears the whole rollout.
    pub fn hear_trace(&mut self) {
        let trace = std::mem::take(&mut self.trace);
        trace.as_slice().iter().for_each(|(_, action)| self.hear(*action));
        self.trace = trace;
    }

    /// Hears one action.
    pub fn hear(&mut self, action: Action) {
        let place = action.0 as usize;
        if action.0 < MOST_CODES {
            if place >= self.heard.len() {
                self.heard.resize(place + 1, 0);
            }
            self.heard[place] = self.iteration;
        }
    }

    /// Whether an action was heard in this iteration.
    pub fn has(&self, action: Action) -> bool {
        self.heard.get(action.0 as usize) == Some(&self.iteration)
    }
}
