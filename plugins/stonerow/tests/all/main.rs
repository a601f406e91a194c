//! The tests of StoneRow.

mod common;
mod conformance;
mod effects;
mod hooks;
mod overtime;
mod pictures;
mod record;
mod rules;
mod secrets;
mod team;
