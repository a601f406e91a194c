//! The tests of StoneRow.

mod common;
mod conformance;
mod hooks;
mod house;
mod overtime;
mod pictures;
mod record;
mod rules;
mod secrets;
mod team;
