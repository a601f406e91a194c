//! The tests of the lab.

mod simulation;
mod variants;
mod worth;
