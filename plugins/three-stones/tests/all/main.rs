//! The tests of 3 Stones.

mod common;
mod conformance;
mod effects;
mod record;
mod rules;
mod scoring;
