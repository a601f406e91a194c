//! Sheets: tables of texts, such as score sheets, and the count of a hand.

use super::{Mark, Piece, is_default};
use crate::{Seat, Text};
use serde::{Deserialize, Serialize};

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Sheet {
    /// The headings of the columns, from the second on: the first column is that of the rows' names.
    #[serde(skip_serializing_if = "is_default")]
    pub columns: Vec<Text>,
    /// The rows, from above.
    pub rows: Vec<Row>,
}

/// A row of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Row {
    /// Its name.
    pub name: Text,
    /// The seat it is about, whose name is shown with the row's.
    #[serde(skip_serializing_if = "is_default")]
    pub seat: Option<Seat>,
    /// The pieces from which it was counted, shown beside its name.
    #[serde(skip_serializing_if = "is_default")]
    pub pieces: Vec<Piece>,
    /// Its cells, at most one for each column.
    pub cells: Vec<SheetCell>,
    /// Whether it is highlighted: the sum, the winner.
    #[serde(skip_serializing_if = "is_default")]
    pub strong: bool,
}

/// A cell of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct SheetCell {
    /// Its text.
    pub text: Text,
    /// Its handle, where it can be touched; empty where it cannot.
    #[serde(skip_serializing_if = "is_default")]
    pub handle: String,
    /// Its marks.
    #[serde(skip_serializing_if = "is_default")]
    pub marks: Vec<Mark>,
}

/// The count of a hand or round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Tally {
    /// The hand's or round's number, from 1: a different number means a new tally.
    pub number: u32,
    /// Its title: "Hand 3".
    pub title: Text,
    /// The count, a row for each seat.
    pub sheet: Sheet,
    /// The reason for the result, in a sentence or two.
    pub reason: Text,
}

impl Sheet {
    /// A sheet with these columns.
    pub fn new(columns: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// With more rows.
    #[must_use]
    pub fn rows(mut self, rows: impl IntoIterator<Item = Row>) -> Self {
        self.rows.extend(rows);
        self
    }

    /// The handles of its cells and pieces.
    pub(super) fn handles(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flat_map(|row| {
            let pieces = row.pieces.iter().map(|piece| piece.handle.as_str());
            row.cells.iter().map(|cell| cell.handle.as_str()).chain(pieces)
        })
    }
}

impl Row {
    /// A row of this name.
    pub fn new(name: impl Into<Text>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The row of a seat.
    pub fn of(seat: Seat) -> Self {
        Self { seat: Some(seat), ..Self::default() }
    }

    /// With these pieces beside its name.
    #[must_use]
    pub fn pieces(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// With one more cell.
    #[must_use]
    pub fn cell(mut self, cell: impl Into<SheetCell>) -> Self {
        self.cells.push(cell.into());
        self
    }

    /// Sets whether it is highlighted.
    #[must_use]
    pub const fn strong(mut self, strong: bool) -> Self {
        self.strong = strong;
        self
    }
}

impl SheetCell {
    /// It can be touched, by this handle.
    #[must_use]
    pub fn handle(mut self, handle: impl Into<String>) -> Self {
        self.handle = handle.into();
        self
    }
}

impl<T: Into<Text>> From<T> for SheetCell {
    fn from(text: T) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Tally {
    /// The count of the hand or round of this number.
    pub fn new(number: u32, title: impl Into<Text>, sheet: Sheet, reason: impl Into<Text>) -> Self {
        Self { number, title: title.into(), sheet, reason: reason.into() }
    }
}
