//! Rows and columns of the board, and how long the rows are that stones make.

use crate::board::{Bits, Board, DIRECTIONS, Place, places};

impl Board {
    /// The place in this row and column, if the grid has it.
    pub fn place(&self, row: i64, col: i64) -> Option<Place> {
        let inside = (0..self.rows.into()).contains(&row) && (0..self.cols.into()).contains(&col);
        inside.then(|| (row * i64::from(self.cols) + col) as Place)
    }

    /// How many of `stones` follow each other through `place`, which is one of them, in this direction.
    pub fn row_length(&self, stones: Bits, place: Place, way: u8) -> u8 {
        let [before, after] = self.row_sides(stones, place, way);
        1 + before + after
    }

    /// How many of `stones` follow each other right before and right after `place`, in this direction.
    pub fn row_sides(&self, stones: Bits, place: Place, way: u8) -> [u8; 2] {
        // A row ends before the first place of a ray that holds none of the stones. No loop: how long it is cannot be
        // guessed.
        let [after, before] = self.rays(way, place);
        let (gaps_after, gaps_before) = (after & !stones, before & !stones);
        let nearer_after = !gaps_after & gaps_after.wrapping_sub(1);
        let nearer_before = Bits::MAX.checked_shl(Bits::BITS - gaps_before.leading_zeros()).unwrap_or_default();
        [before & nearer_before, after & nearer_after].map(|side| side.count_ones() as u8)
    }

    /// The pockets of a row.
    pub fn row(&self, row: u8) -> Bits {
        self.pockets & Bits::MAX >> (Bits::BITS - u32::from(self.cols)) << (u32::from(row) * u32::from(self.cols))
    }

    /// The pockets of a column.
    pub fn column(&self, col: u8) -> Bits {
        (0..self.rows).fold(0, |column, row| column | 1 << (u32::from(row) * u32::from(self.cols) + u32::from(col)))
            & self.pockets
    }

    /// The places below a place in its column.
    #[inline]
    pub const fn below(&self, place: Place) -> Bits {
        let [below, _] = self.rays(1, place);
        below
    }

    /// The longest row that these stones make in any direction through `place`, which is one of them.
    pub fn longest_through(&self, stones: Bits, place: Place) -> u8 {
        (0..DIRECTIONS as u8).map(|way| self.row_length(stones, place, way)).max().unwrap_or_default()
    }

    /// The longest row that these stones make anywhere.
    pub fn longest(&self, stones: Bits) -> u8 {
        places(stones).map(|place| self.longest_through(stones, place)).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knobs::OFFICIAL_BOARD;

    #[test]
    fn a_row_ends_at_the_edge_at_a_gap_and_at_the_closed_centre() {
        let board = Board::parse(OFFICIAL_BOARD, 3).unwrap();
        let at = |row: i64, col: i64| board.place(row, col).unwrap();
        let set = |places: &[(i64, i64)]| places.iter().fold(0, |set, (row, col)| set | 1 << at(*row, *col));
        assert_eq!(board.longest(set(&[(4, 8), (4, 9), (4, 10), (5, 0)])), 3);
        assert_eq!(board.longest(set(&[(4, 4), (4, 5), (4, 7)])), 2);
        assert_eq!(board.longest(set(&[(5, 3), (5, 4), (5, 6), (5, 7), (5, 8)])), 3);
        assert_eq!(board.row_length(set(&[(2, 6), (3, 5), (4, 4)]), at(3, 5), 3), 3);
        assert_eq!((board.place(0, 11), board.place(-1, 0), board.longest(0)), (None, None, 0));
    }

    #[test]
    fn rows_and_columns_hold_their_pockets_and_no_closed_place() {
        let board = Board::parse(OFFICIAL_BOARD, 3).unwrap();
        let count = |set: Bits| set.count_ones();
        assert_eq!([0, 4, 5].map(|row| count(board.row(row))), [3, 11, 10]);
        assert_eq!([0, 5, 10].map(|col| count(board.column(col))), [3, 10, 3]);
        let long = Board::parse(&"o".repeat(128), 3).unwrap();
        assert_eq!((count(long.row(0)), count(long.column(127))), (128, 1));
    }
}
