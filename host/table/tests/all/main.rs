//! The tests of the table.

mod shown;
