//! The tests of the session.

mod caller;
mod programs;
mod tables;
