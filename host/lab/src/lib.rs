//! The lab: many matches of one ruleset, and what they show.
//!
//! | module | what it holds |
//! |---|---|
//! | [`simulation`] | many games between bots, on any number of threads, with the same result |
//! | `tally` | the sums over its games |
//! | [`compare`] | two of them side by side: what differs beyond chance |
//! | [`mod@perft`] | counting action sequences |

pub mod compare;
pub mod perft;
pub mod simulation;
mod tally;

pub use compare::{Difference, differences};
pub use perft::perft;
pub use simulation::{Decisions, SideSummary, Simulation, SimulationError, Summary, simulate};
pub use tally::Spread;
