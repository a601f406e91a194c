//! Cells: places anywhere on a board.

use super::open::open_enum;
use super::{Tint, is_default};
use crate::Text;
use serde::{Deserialize, Serialize};

/// A board of cells. Lengths are in a unit of the game's own, most simply the distance from cell to cell; x grows to
/// the right and y downwards. The host finds the scale.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Cells {
    /// The material of the board.
    #[serde(skip_serializing_if = "is_default")]
    pub ground: Ground,
    /// The cells, those below others first.
    pub cells: Vec<Cell>,
    /// Lines on the board, beneath the pieces.
    #[serde(skip_serializing_if = "is_default")]
    pub lines: Vec<Line>,
    /// The texts beside the cells: coordinates.
    #[serde(skip_serializing_if = "is_default")]
    pub labels: Vec<Label>,
    /// The name of a picture of the plugin that covers the board; empty: none.
    #[serde(skip_serializing_if = "is_default")]
    pub picture: String,
    /// Left, top, right and bottom of the board; none: as far as the cells reach, and a margin.
    #[serde(skip_serializing_if = "is_default")]
    pub bounds: Option<[f32; 4]>,
}

/// The material of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Ground {
    /// Wood.
    #[default]
    Wood,
    /// Felt or cloth.
    Cloth,
    /// Paper.
    Paper,
    /// No material: the cells are drawn on the table itself. Also used for a ground that the host does not know.
    #[serde(other)]
    None,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Cell {
    /// Its handle, unique in the scene; empty: it is decoration, and holds no pieces.
    #[serde(skip_serializing_if = "is_default")]
    pub handle: String,
    /// Its name for people: "F7".
    #[serde(skip_serializing_if = "is_default")]
    pub name: Text,
    /// Its middle.
    pub at: [f32; 2],
    /// Its outline.
    pub outline: Outline,
    /// Its colour; none: that of the board.
    #[serde(skip_serializing_if = "is_default")]
    pub tint: Option<Tint>,
    /// The text on it.
    #[serde(skip_serializing_if = "is_default")]
    pub label: Text,
    /// The arrangement of several pieces on it.
    #[serde(skip_serializing_if = "is_default")]
    pub stacking: Stacking,
    /// Its tooltip: what it is, in a sentence.
    #[serde(skip_serializing_if = "is_default")]
    pub tip: Text,
}

/// The outline of a cell. One that the host does not know is a circle of radius 0.4.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Outline"))]
#[serde(rename_all = "snake_case", remote = "Self")]
#[non_exhaustive]
pub enum Outline {
    /// A hollow in the board, of this radius.
    Circle(f32),
    /// A square of this side.
    Square(f32),
    /// A hexagon of this radius (from its middle to a corner), a corner at the top.
    Hexagon(f32),
    /// A hexagon of this radius, a side at the top.
    FlatHexagon(f32),
    /// A polygon: its corners, from the middle of the cell.
    Polygon(Vec<[f32; 2]>),
    /// A straight stretch between two points, from the middle of the cell: a road, a fence.
    Edge {
        /// One end. The other is opposite.
        to: [f32; 2],
        /// Its width.
        width: f32,
    },
    /// A point where lines meet, with room for a piece of this radius.
    Crossing(f32),
}

open_enum!(Outline, Outline::default(), ["circle", "square", "hexagon", "flat_hexagon", "polygon", "edge", "crossing"]);

impl Default for Outline {
    fn default() -> Self {
        Self::Circle(0.4)
    }
}

/// The arrangement of several pieces on one cell. The first piece of the area is the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Stacking"))]
#[serde(rename_all = "snake_case", remote = "Self")]
#[non_exhaustive]
pub enum Stacking {
    /// One upon another, with a little of each visible.
    #[default]
    Pile,
    /// Side by side, as large as there is room.
    Share,
    /// Each this far from the one before it, to the right and down.
    Spread([f32; 2]),
}

open_enum!(Stacking, Stacking::Pile, ["pile", "share", "spread"]);

/// A line on a board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Line {
    /// From point to point.
    pub points: Vec<[f32; 2]>,
    /// Its colour; none: that of ink on the board.
    #[serde(skip_serializing_if = "is_default")]
    pub tint: Option<Tint>,
    /// Its width; 0: a hairline.
    pub width: f32,
}

/// A label on a board.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Label {
    /// Its middle.
    pub at: [f32; 2],
    /// Its text.
    pub text: Text,
}

impl Cells {
    /// A board of these cells.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Self {
        Self { cells: cells.into_iter().collect(), ..Self::default() }
    }

    /// Made of something other than wood.
    #[must_use]
    pub const fn ground(mut self, ground: Ground) -> Self {
        self.ground = ground;
        self
    }

    /// With more lines.
    #[must_use]
    pub fn lines(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        self.lines.extend(lines);
        self
    }

    /// With one more label, at a place.
    #[must_use]
    pub fn label(mut self, at: [f32; 2], text: impl Into<Text>) -> Self {
        self.labels.push(Label { at, text: text.into() });
        self
    }

    /// Covered by a picture of the plugin, from left and top to right and bottom.
    #[must_use]
    pub fn picture(mut self, asset: impl Into<String>, bounds: [f32; 4]) -> Self {
        (self.picture, self.bounds) = (asset.into(), Some(bounds));
        self
    }
}

impl Cell {
    /// A cell that is a hollow.
    pub fn new(handle: impl Into<String>, name: impl Into<Text>, at: [f32; 2]) -> Self {
        Self { handle: handle.into(), name: name.into(), at, ..Self::default() }
    }

    /// With another outline.
    #[must_use]
    pub fn outline(mut self, outline: Outline) -> Self {
        self.outline = outline;
        self
    }

    /// With its own colour.
    #[must_use]
    pub const fn tint(mut self, tint: Tint) -> Self {
        self.tint = Some(tint);
        self
    }

    /// With a label on it.
    #[must_use]
    pub fn label(mut self, label: impl Into<Text>) -> Self {
        self.label = label.into();
        self
    }

    /// With room for several pieces.
    #[must_use]
    pub const fn stacking(mut self, stacking: Stacking) -> Self {
        self.stacking = stacking;
        self
    }

    /// With this tooltip.
    #[must_use]
    pub fn tip(mut self, tip: impl Into<Text>) -> Self {
        self.tip = tip.into();
        self
    }
}

impl Line {
    /// A hairline from point to point.
    pub fn new(points: impl IntoIterator<Item = [f32; 2]>) -> Self {
        Self { points: points.into_iter().collect(), tint: None, width: 0.0 }
    }

    /// Of a colour and a width.
    #[must_use]
    pub const fn drawn(mut self, tint: Tint, width: f32) -> Self {
        (self.tint, self.width) = (Some(tint), width);
        self
    }
}
