//! The tests of the table.

mod pictures;
mod shown;
