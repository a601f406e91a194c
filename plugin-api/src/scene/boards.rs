//! Boards that many games share, made of cells. Handles are `cell/ROW,COLUMN`, both from 0 at the upper left, names
//! "A1" with the row's number from 1 below.

use super::{Cell, Cells, Line, Outline, Tint};

/// The handle of the cell in this row and column.
pub fn cell(row: usize, col: usize) -> String {
    format!("cell/{row},{col}")
}

/// The name of the cell in this row and column of a board of `rows`: "A1" at the lower left. AA follows Z.
pub fn name(rows: usize, row: usize, col: usize) -> String {
    format!("{}{}", column(col), rows.saturating_sub(row))
}

/// A column's letters: A to Z, then AA.
pub fn column(col: usize) -> String {
    let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
    if col < 26 { letter(col).to_string() } else { format!("{}{}", column(col / 26 - 1), letter(col)) }
}

fn grid(rows: usize, cols: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

impl Cells {
    /// A board of squares in two shades, the lower left one dark, with coordinates at its edges.
    pub fn chequered(rows: usize, cols: usize) -> Self {
        let square = |(row, col): (usize, usize)| {
            let tint = if (rows - row + col) % 2 == 1 { Tint::Brown } else { Tint::White };
            Cell::new(cell(row, col), name(rows, row, col), [col as f32, row as f32])
                .outline(Outline::Square(1.0))
                .tint(tint)
        };
        Self::new(grid(rows, cols).map(square)).coordinates(rows, cols, 0.75)
    }

    /// A board of hollows in rows and columns.
    pub fn hollows(rows: usize, cols: usize) -> Self {
        let hollow = |(row, col): (usize, usize)| {
            Cell::new(cell(row, col), name(rows, row, col), [col as f32, row as f32]).outline(Outline::Circle(0.43))
        };
        Self::new(grid(rows, cols).map(hollow))
    }

    /// A board of lines with the pieces on their crossings, with a dot on each of `dots` (row, column) and coordinates
    /// at the edges.
    pub fn crossings(rows: usize, cols: usize, dots: &[(usize, usize)]) -> Self {
        let crossing = |(row, col): (usize, usize)| {
            Cell::new(cell(row, col), name(rows, row, col), [col as f32, row as f32]).outline(Outline::Crossing(0.46))
        };
        let (right, bottom) = (cols.saturating_sub(1) as f32, rows.saturating_sub(1) as f32);
        let along = (0..rows).map(|row| Line::new([[0.0, row as f32], [right, row as f32]]));
        let across = (0..cols).map(|col| Line::new([[col as f32, 0.0], [col as f32, bottom]]));
        let dot = |(row, col): &(usize, usize)| {
            let (x, y) = (*col as f32, *row as f32);
            // A line that is all width: a dot.
            Line::new([[x - 0.001, y], [x + 0.001, y]]).drawn(Tint::Black, 0.2)
        };
        Self::new(grid(rows, cols).map(crossing))
            .lines(along.chain(across).chain(dots.iter().map(dot)))
            .coordinates(rows, cols, 0.85)
    }

    /// A rhombus of hexagons, a corner of each at the top: every row begins half a cell further right. Columns and rows
    /// are written at its edges.
    pub fn hexagons(rows: usize, cols: usize) -> Self {
        let hexagon = |(row, col): (usize, usize)| {
            Cell::new(cell(row, col), format!("{}{}", column(col), row + 1), hexagon_at(row as i32, col as i32))
                .outline(Outline::Hexagon(HEXAGON))
        };
        let mut board = Self::new(grid(rows, cols).map(hexagon));
        for col in 0..cols {
            let [x, y] = hexagon_at(-1, col as i32);
            board = board.label([x, y - 0.15], column(col));
        }
        for row in 0..rows {
            let [x, y] = hexagon_at(row as i32, -1);
            board = board.label([x - 0.02, y], (row + 1).to_string());
        }
        board
    }

    /// A grid of points, of edges between neighbours and of boxes between edges, each a cell: `point/R,C`, `across/R,C`
    /// (the edge to the right of that point), `down/R,C` (the edge below it) and `box/R,C` (below and to the right of
    /// it). `rows` and `cols` count the boxes.
    pub fn lattice(rows: usize, cols: usize) -> Self {
        let place = |kind: &str, row: usize, col: usize, at: [f32; 2], outline| {
            let words = format!("{kind} {}", name(rows + 1, row, col));
            Cell::new(format!("{kind}/{row},{col}"), words, at).outline(outline)
        };
        let boxes = grid(rows, cols)
            .map(|(row, col)| place("box", row, col, [col as f32 + 0.5, row as f32 + 0.5], Outline::Square(0.8)));
        let across = grid(rows + 1, cols).map(|(row, col)| {
            place("across", row, col, [col as f32 + 0.5, row as f32], Outline::Edge { to: [0.38, 0.0], width: 0.16 })
        });
        let down = grid(rows, cols + 1).map(|(row, col)| {
            place("down", row, col, [col as f32, row as f32 + 0.5], Outline::Edge { to: [0.0, 0.38], width: 0.16 })
        });
        let points = grid(rows + 1, cols + 1)
            .map(|(row, col)| place("point", row, col, [col as f32, row as f32], Outline::Circle(0.12)));
        Self::new(boxes.chain(across).chain(down).chain(points))
    }

    /// A track of `steps` squares around an empty middle, clockwise from the lower left corner: `step/N`. Its longer
    /// sides are horizontal.
    pub fn track(steps: usize) -> Self {
        let (width, height) = (steps.div_ceil(4), steps.div_ceil(2) - steps.div_ceil(4));
        let at = |step: usize| -> [f32; 2] {
            let (right, bottom, step) = (width as f32, height as f32, step as f32);
            match step {
                step if step < bottom => [0.0, bottom - step],
                step if step < bottom + right => [step - bottom, 0.0],
                step if step < 2.0 * bottom + right => [right, step - bottom - right],
                step => [2.0 * (right + bottom) - step, bottom],
            }
        };
        let square = |step: usize| {
            Cell::new(format!("step/{step}"), format!("step {}", step + 1), at(step)).outline(Outline::Square(0.94))
        };
        Self::new((0..steps).map(square))
    }

    /// Letters below the columns and numbers beside the rows, this far from the outermost cells.
    #[must_use]
    pub fn coordinates(mut self, rows: usize, cols: usize, away: f32) -> Self {
        for col in 0..cols {
            self = self.label([col as f32, rows.saturating_sub(1) as f32 + away], column(col));
        }
        for row in 0..rows {
            self = self.label([-away, row as f32], (rows - row).to_string());
        }
        self
    }
}

/// The radius of hexagons whose middles are 1 apart, a little less so that the board shows between them.
pub const HEXAGON: f32 = 0.565;

/// The middle of the hexagon in this row and column of a rhombus.
pub fn hexagon_at(row: i32, col: i32) -> [f32; 2] {
    [col as f32 + row as f32 / 2.0, row as f32 * 0.866_025_4]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn columns_are_lettered_as_in_a_spreadsheet() {
        assert_eq!([0, 25, 26, 27, 51, 52, 701, 702].map(column), ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn the_lower_left_square_of_a_chequered_board_is_dark_and_called_a1() {
        let board = Cells::chequered(8, 8);
        let at = |name: &str| board.cells.iter().find(|cell| cell.name == name.to_owned().into()).unwrap();
        assert_eq!((at("A1").handle.as_str(), at("A1").tint), ("cell/7,0", Some(Tint::Brown)));
        assert_eq!(
            (at("H1").tint, at("A8").tint, at("H8").tint),
            (Some(Tint::White), Some(Tint::White), Some(Tint::Brown))
        );
    }

    #[test]
    fn boards_have_the_stated_count_of_distinct_cells() {
        let boards = [
            (Cells::chequered(8, 8), 64),
            (Cells::hollows(3, 5), 15),
            (Cells::crossings(19, 19, &[(3, 3)]), 361),
            (Cells::hexagons(11, 11), 121),
            (Cells::lattice(2, 3), 6 + 9 + 8 + 12),
            (Cells::track(40), 40),
            (Cells::track(22), 22),
        ];
        for (board, count) in boards {
            let handles: BTreeSet<_> = board.cells.iter().map(|cell| &cell.handle).collect();
            let places: BTreeSet<_> = board.cells.iter().map(|cell| cell.at.map(f32::to_bits)).collect();
            assert_eq!((board.cells.len(), handles.len(), places.len()), (count, count, count));
        }
    }

    #[test]
    fn neighbours_on_a_board_of_hexagons_are_one_apart_in_six_directions() {
        let [x, y] = hexagon_at(5, 5);
        for (row, col) in [(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 4)] {
            let [other_x, other_y] = hexagon_at(row, col);
            assert!(((other_x - x).hypot(other_y - y) - 1.0).abs() < 1e-5, "{row},{col}");
        }
    }

    #[test]
    fn a_track_goes_round_without_a_gap() {
        for steps in [4, 12, 22, 40] {
            let board = Cells::track(steps);
            for (one, next) in board.cells.iter().zip(board.cells.iter().cycle().skip(1)) {
                let gap = (one.at[0] - next.at[0]).abs() + (one.at[1] - next.at[1]).abs();
                assert!((gap - 1.0).abs() < 1e-5, "{steps}: from {} to {}", one.handle, next.handle);
            }
        }
    }
}
