//! The tests of the engine, with the games linked in.

mod chance;
mod common;
mod endings;
mod failures;
mod files;
mod folders;
mod fuzz;
mod hidden;
mod house;
mod house_end;
mod house_together;
mod journal;
mod knobs;
mod matches;
mod measures;
mod memory;
mod packs;
mod records;
mod resignations;
mod rolls;
mod rule_knobs;
mod rule_tests;
mod series;
mod together;
mod undo;
mod variants;
