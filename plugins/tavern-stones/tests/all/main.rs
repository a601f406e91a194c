//! The tests of Stones.

mod common;
mod conformance;
mod effects;
mod hooks;
mod pictures;
mod record;
mod rules;
mod secrets;
