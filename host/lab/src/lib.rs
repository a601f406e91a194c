//! The lab: many games of one ruleset, and their figures.
//!
//! | module | contents |
//! |---|---|
//! | [`simulation`] | many games between bots, on any number of threads, with the same result; while they are played, progress is reported |
//! | [`plan`] | the plan of a simulation, and why it may fail |
//! | [`partial`] | the sums of a part of the games: shards, and the games played before an interruption |
//! | `mismatch` | the difference between two simulations |
//! | `metrics` | the metrics: a registry, a file for each family of them |
//! | [`results`] | the results of a simulation, as plain data |
//! | [`rows`] | single games and actions, for tables that other programs read |
//! | [`pairs`] | two rulesets side by side, game by game, until the differences are clear |
//! | [`compare`] | two results side by side: the differences beyond chance |
//! | [`archive`] | records of real matches replayed under another ruleset |
//! | [`sweep`], [`tune`] | numbers of a variant that move: all their values, or those that reach a goal |
//! | [`ladder`] | luck against skill: does a longer search win? |
//! | [`report`] | results as a page of HTML |
//! | [`words`], `counts` | figures in words, and counts of games |
//! | [`mod@perft`] | counting action sequences |
//! | `estimate` | estimates with their confidence intervals |
//! | `sums` | whole numbers that add up to the same in any order |
//! | `play`, `game`, `kinds`, `run` | one game after another; a game as metrics receive it; kinds of actions; threads |
//! | `failed` | failures of games |
//! | `worth` | positions played on with an action and without it |

pub mod archive;
pub mod compare;
mod counts;
mod estimate;
mod failed;
mod game;
mod kinds;
pub mod ladder;
mod metrics;
mod mismatch;
pub mod pairs;
pub mod partial;
pub mod perft;
pub mod plan;
mod play;
pub mod report;
pub mod results;
pub mod rows;
mod run;
pub mod simulation;
mod sums;
pub mod sweep;
pub mod tune;
pub mod words;
mod worth;

pub use compare::{Difference, differences};
pub use estimate::Estimate;
pub use game::Lineup;
pub use mismatch::Mismatch;
pub use partial::{MergeError, Partial};
pub use perft::perft;
pub use plan::{SimulationError, SimulationPlan};
pub use results::{
    Distribution, MeasuredFigure, MetricFigures, OwnMeasures, RulesText, ScoreCurve, ScriptHash, SimulationResults,
    SimulationSetup, Stretch, Unit,
};
pub use simulation::{SimulationObserver, play_on, simulate};
pub use stonehouse_bots::Stop;
