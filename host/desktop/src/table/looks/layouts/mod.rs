//! Layouts: how the pieces of an area lie, a file for each.

pub mod cells;
pub mod fan;
pub mod meter;
pub mod panel;
pub mod row;
pub mod sheet;
pub mod spread;
pub mod stack;
