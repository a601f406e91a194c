//! The tests of the program, which they run as a user does.

mod cli;
mod lab;
mod new;
mod packs;
mod players;
mod released;
mod serve;
mod tables;
mod tutorial;
mod unruly;
