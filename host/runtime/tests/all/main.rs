//! The tests of the runtime, across the real function tables.

mod beyond;
mod house_layer;
mod seam;
mod services;
mod untrusted;
mod wide;
