//! The tests of the contract: the C header and knobs.

mod header;
mod knobs;
