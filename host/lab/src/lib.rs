//! The lab: many matches of one ruleset, and what they show.
//!
//! | module | what it holds |
//! |---|---|
//! | [`simulation`] | many games between bots, on any number of threads, with the same result |
//! | `tally` | the sums over its games |
//! | [`mod@perft`] | counting action sequences |

pub mod perft;
pub mod simulation;
mod tally;

pub use perft::perft;
pub use simulation::{Decisions, SideSummary, Simulation, SimulationError, Summary, simulate};
pub use tally::Spread;
