//! The tests of the contract, across the real function tables.

mod auction;
mod beyond;
mod conformance;
mod draft;
mod header;
mod knobs;
mod services;
mod untrusted;
mod wide;
