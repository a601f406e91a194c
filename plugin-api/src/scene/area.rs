//! Areas: the places on the table that hold pieces, and the arrangement of the pieces in them.

use super::open::open_enum;
use super::{Cells, Face, Mark, Piece, Sheet, is_default};
use crate::{Seat, Text};
use serde::{Deserialize, Serialize};

/// One place on the table that holds pieces.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Area {
    /// Its handle, unique in the scene. A path may contain it.
    pub handle: String,
    /// Its name for people; empty: no name is shown.
    #[serde(skip_serializing_if = "is_default")]
    pub title: Text,
    /// The seat it belongs to, in front of which it is drawn; none: it belongs to the table.
    #[serde(skip_serializing_if = "is_default")]
    pub seat: Option<Seat>,
    /// The handle of the [panel](Layout::Panel) that it is a part of; empty: it is not part of a panel. A panel
    /// precedes its parts.
    #[serde(skip_serializing_if = "is_default")]
    pub inside: String,
    /// The arrangement of its pieces.
    pub layout: Layout,
    /// The pieces, in order.
    #[serde(skip_serializing_if = "is_default")]
    pub pieces: Vec<Piece>,
    /// Marks on the area as a whole.
    #[serde(skip_serializing_if = "is_default")]
    pub marks: Vec<Mark>,
    /// The look, if the host has it for this layout: "tower" for a meter, "bag" for a stack. Otherwise
    /// the host shows the usual look.
    #[serde(skip_serializing_if = "is_default")]
    pub style: String,
    /// Its tooltip: what it is, in a sentence.
    #[serde(skip_serializing_if = "is_default")]
    pub tip: Text,
}

/// The arrangement of the pieces of an area. A layout that the host does not know is drawn as a row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Layout"))]
#[serde(rename_all = "snake_case", remote = "Self")]
#[non_exhaustive]
pub enum Layout {
    /// On cells: a board, a map, a track.
    Cells(Cells),
    /// Side by side.
    #[default]
    Row,
    /// Overlapping, so that the corner of each shows: cards that were laid down together.
    Spread,
    /// Fanned out: a hand of cards.
    Fan,
    /// One upon another: only their number is shown, and the pieces of the area on top.
    Stack(Stack),
    /// Progress: the number of steps reached, out of all steps.
    Meter(Meter),
    /// Other areas, put together: those that are [inside](Area::inside) it.
    Panel(Panel),
    /// A table of texts: a score sheet.
    Sheet(Sheet),
    /// On a circle: the cards of a trick, each towards its player, or a rondel.
    Ring(Ring),
}

open_enum!(Layout, Layout::Row, ["cells", "row", "spread", "fan", "stack", "meter", "panel", "sheet", "ring"]);

/// A stack of items that look alike from above. Styles: "bag".
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Stack {
    /// The number of items.
    pub count: u32,
    /// The look of one of them from above.
    pub face: Face,
}

/// Progress: the number of steps reached, out of all steps. Styles: "tower", "dial".
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Meter {
    /// Its steps, up to 1000.
    pub steps: u32,
    /// Those that are reached.
    pub reached: u32,
}

/// Areas put together on their own board. Styles: "tray".
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Panel {
    /// Whether its parts are side by side. Otherwise they are one behind the other; in front of a seat, the first is
    /// farthest from its owner.
    pub across: bool,
}

/// Pieces on a circle, clockwise.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Ring {
    /// Its places, up to 1000; with more pieces than that there are as many as pieces. Where there is one for each
    /// seat, place 0 is towards seat 0 and so on, wherever the seats are; otherwise place 0 is at the top.
    pub places: u32,
    /// The place of the first piece, from 0. Each of the others is one place further.
    pub first: u32,
}

impl Area {
    /// An empty area of the table.
    pub fn new(handle: impl Into<String>, layout: impl Into<Layout>) -> Self {
        Self { handle: handle.into(), layout: layout.into(), ..Self::default() }
    }

    /// With a title.
    #[must_use]
    pub fn title(mut self, title: impl Into<Text>) -> Self {
        self.title = title.into();
        self
    }

    /// It belongs to a seat.
    #[must_use]
    pub const fn seat(mut self, seat: Seat) -> Self {
        self.seat = Some(seat);
        self
    }

    /// It is a part of the panel of this handle.
    #[must_use]
    pub fn inside(mut self, panel: impl Into<String>) -> Self {
        self.inside = panel.into();
        self
    }

    /// With these pieces.
    #[must_use]
    pub fn pieces(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// With one more mark.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }

    /// With a style.
    #[must_use]
    pub fn style(mut self, style: impl Into<String>) -> Self {
        self.style = style.into();
        self
    }

    /// With this tooltip.
    #[must_use]
    pub fn tip(mut self, tip: impl Into<Text>) -> Self {
        self.tip = tip.into();
        self
    }
}

impl Layout {
    /// A stack of `count` items that look like `face` from above.
    pub const fn stack(count: u32, face: Face) -> Self {
        Self::Stack(Stack { count, face })
    }

    /// A meter.
    pub const fn meter(reached: u32, steps: u32) -> Self {
        Self::Meter(Meter { steps, reached })
    }

    /// A ring of `places` places, the first piece at place `first`: the cards of a trick are `ring(seats, leader)`.
    pub const fn ring(places: u32, first: u32) -> Self {
        Self::Ring(Ring { places, first })
    }

    /// A panel whose parts are stacked vertically.
    pub const fn column() -> Self {
        Self::Panel(Panel { across: false })
    }

    /// A panel whose parts are side by side.
    pub const fn across() -> Self {
        Self::Panel(Panel { across: true })
    }
}

impl From<Cells> for Layout {
    fn from(cells: Cells) -> Self {
        Self::Cells(cells)
    }
}

impl From<Sheet> for Layout {
    fn from(sheet: Sheet) -> Self {
        Self::Sheet(sheet)
    }
}
