//! The tests of the basis of all screens.

mod pictures;
