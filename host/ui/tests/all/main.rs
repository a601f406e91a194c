//! The tests of what all screens share.

mod pictures;
