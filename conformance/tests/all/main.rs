//! The kit finds the mistakes of games, and accepts correct ones.

mod draft;
mod kit;
