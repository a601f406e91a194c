//! The tests of the runtime, across the real function tables.

mod auction;
mod beyond;
mod seam;
mod services;
mod untrusted;
mod wide;
