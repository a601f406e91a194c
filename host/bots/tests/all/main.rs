//! The tests of the bots.

mod analysis;
mod chance;
mod dash;
mod endings;
mod hidden;
mod hoard;
mod pebbles;
mod scale;
mod three_stones;
mod together;
