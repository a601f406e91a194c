//! The kit finds what games do wrong, and accepts what they may do.

mod draft;
mod kit;
