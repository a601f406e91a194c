//! The board as bitboards.
//!
//! A place of the bounding grid is a bit: row times the number of columns plus column. A line runs in one of
//! four directions, each a shift; a window of a line is named by its first place.

use std::fmt;
use stonehouse_plugin::words;

/// A set of places.
pub type Bits = u128;

/// A place: its bit's number.
pub type Place = u8;

/// The most places that a board's grid may have: the bits of [`Bits`].
pub const MAX_PLACES: usize = Bits::BITS as usize;

/// The ways a line can run: right, down, down-right, down-left.
pub const DIRECTIONS: usize = 4;

/// The step of each direction: rows down, columns to the right.
pub(crate) const WAYS: [(i32, i32); DIRECTIONS] = [(0, 1), (1, 0), (1, 1), (1, -1)];

words! {
    /// How a line runs.
    pub enum Direction {
        /// Along a row.
        Across = "across",
        /// Along a column.
        Down = "down",
        /// Along either diagonal.
        Diagonal = "diagonal",
    }
}

impl Direction {
    /// How the direction of this number runs.
    pub const fn of(way: u8) -> Self {
        match way {
            0 => Self::Across,
            1 => Self::Down,
            _ => Self::Diagonal,
        }
    }
}

/// One window of pockets that scores when it is filled with one colour and clear stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its pockets.
    pub pockets: Bits,
    /// How it runs.
    pub direction: Direction,
    /// The number of its direction among the four.
    pub way: u8,
}

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Rows of the grid.
    pub rows: u8,
    /// Columns of the grid.
    pub cols: u8,
    /// The places that are pockets.
    pub pockets: Bits,
    /// The places that are closed.
    pub closed: Bits,
    /// For each place, the pockets of its row and its column, itself left out. Gaps do not end a row.
    pub reach: [Bits; MAX_PLACES],
    /// How many stones make a line.
    line_length: u8,
    /// For each direction the shift from one place of a line to the next, and the places where a line starts.
    starts: [(u32, Bits); DIRECTIONS],
    /// For each place, the lines through it: direction by direction, and in the order in which they start.
    through: Vec<Vec<Line>>,
    /// For each place and direction, the places where the lines through it start.
    starts_through: [[Bits; DIRECTIONS]; MAX_PLACES],
    /// For each direction and place, the places that follow it to the edge of the grid, and those before it.
    rays: [[[Bits; MAX_PLACES]; 2]; DIRECTIONS],
}

/// An error in the drawing of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// No pocket at all.
    Empty,
    /// More places than fit.
    TooLarge {
        /// Rows drawn.
        rows: usize,
        /// Columns drawn.
        cols: usize,
    },
    /// A character that means nothing.
    Unknown {
        /// The character.
        character: char,
        /// Its line in the drawing, counted from 1.
        line: usize,
        /// Its column, counted from 1.
        column: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the board has no pocket: draw each as `o`"),
            Self::TooLarge { rows, cols } => write!(
                f,
                "the board has {rows} rows of {cols} places, {} in all, and at most {MAX_PLACES} fit (11 by 11, for example)",
                rows * cols
            ),
            Self::Unknown { character, line, column } => write!(
                f,
                "`{character}` in line {line}, column {column} of the board means nothing: use `o` for a pocket, `+` for a \
                 closed place, `.` for nothing"
            ),
        }
    }
}

impl Board {
    /// Reads a drawing. Empty lines above and below and blanks at line ends do not count.
    ///
    /// # Errors
    /// When it is empty, too large or has unknown characters.
    pub fn parse(drawing: &str, line_length: u8) -> Result<Self, BoardError> {
        let all: Vec<&str> = drawing.lines().map(str::trim_end).collect();
        let first = all.iter().position(|line| !line.is_empty()).ok_or(BoardError::Empty)?;
        let last = all.iter().rposition(|line| !line.is_empty()).unwrap_or(first);
        let lines = &all[first..=last];
        let (rows, cols) = (lines.len(), lines.iter().map(|line| line.chars().count()).max().unwrap_or_default());
        if rows * cols > MAX_PLACES {
            return Err(BoardError::TooLarge { rows, cols });
        }
        let (mut pockets, mut closed): (Bits, Bits) = (0, 0);
        for (row, line) in lines.iter().enumerate() {
            for (col, character) in line.chars().enumerate() {
                let bit = 1 << (row * cols + col);
                match character {
                    'o' | 'O' => pockets |= bit,
                    '+' => closed |= bit,
                    '.' | ' ' => {}
                    _ => {
                        return Err(BoardError::Unknown { character, line: first + row + 1, column: col + 1 });
                    }
                }
            }
        }
        if pockets == 0 {
            return Err(BoardError::Empty);
        }
        let mut board = Self {
            rows: rows as u8,
            cols: cols as u8,
            pockets,
            closed,
            reach: [0; MAX_PLACES],
            line_length,
            starts: [(0, 0); DIRECTIONS],
            through: vec![Vec::new(); rows * cols],
            starts_through: [[0; DIRECTIONS]; MAX_PLACES],
            rays: [[[0; MAX_PLACES]; 2]; DIRECTIONS],
        };
        board.find_reach();
        board.find_rays();
        board.find_lines();
        Ok(board)
    }

    fn find_reach(&mut self) {
        for place in places(self.pockets) {
            let (row, col) = self.at(place);
            for other in places(self.pockets) {
                let (other_row, other_col) = self.at(other);
                if other != place && (other_row == row || other_col == col) {
                    self.reach[place as usize] |= 1 << other;
                }
            }
        }
    }

    fn find_rays(&mut self) {
        for (way, (down, right)) in WAYS.into_iter().enumerate() {
            for (side, sign) in [1, -1].into_iter().enumerate() {
                for place in 0..self.rows * self.cols {
                    let (row, col) = self.at(place);
                    let step = |steps: i32| {
                        let (down, right) = (steps * sign * down, steps * sign * right);
                        self.place(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right))
                    };
                    self.rays[way][side][place as usize] = (1..).map_while(step).fold(0, |ray, place| ray | 1 << place);
                }
            }
        }
    }

    fn find_lines(&mut self) {
        let (rows, cols, length) = (i32::from(self.rows), i32::from(self.cols), i32::from(self.line_length));
        for (number, (down, right)) in WAYS.into_iter().enumerate() {
            let shift = down * cols + right;
            self.starts[number].0 = shift as u32;
            for place in places(self.pockets) {
                let (row, col) = self.at(place);
                let (row, col) = (i32::from(row) + down * (length - 1), i32::from(col) + right * (length - 1));
                if !(0..rows).contains(&row) || !(0..cols).contains(&col) {
                    continue;
                }
                let window = (0..length).fold(0, |window, step| window | 1 << (i32::from(place) + step * shift));
                if window & !self.pockets == 0 {
                    self.starts[number].1 |= 1 << place;
                    let way = number as u8;
                    let line = Line { pockets: window, direction: Direction::of(way), way };
                    for member in places(window) {
                        self.through[member as usize].push(line);
                        self.starts_through[member as usize][number] |= 1 << place;
                    }
                }
            }
        }
    }

    /// The row and column of a place.
    pub const fn at(&self, place: Place) -> (u8, u8) {
        (place / self.cols, place % self.cols)
    }

    /// The name of a place: column letter, row number from the top.
    pub fn name(&self, place: Place) -> String {
        let (row, col) = self.at(place);
        // A board of one row may have more columns than the alphabet has letters.
        let letter = |number: u8| char::from(b'A' + number % 26);
        let column =
            if col < 26 { letter(col).to_string() } else { format!("{}{}", letter(col / 26 - 1), letter(col)) };
        format!("{column}{}", row + 1)
    }

    /// The lines through a place, direction by direction.
    #[inline]
    pub fn lines_through(&self, place: Place) -> &[Line] {
        self.through.get(usize::from(place)).map_or(&[], Vec::as_slice)
    }

    /// How many lines through a place are full of these stones.
    #[inline(always)]
    pub fn count_full(&self, place: Place, stones: Bits) -> u32 {
        let starts = self.starts_through[place as usize];
        let ways = self.starts.iter().zip(starts);
        ways.map(|((shift, _), starts)| (self.windows(stones, *shift) & starts).count_ones()).sum()
    }

    /// For a direction, the places that follow a place to the edge of the grid, and those before it.
    #[inline]
    pub const fn rays(&self, way: u8, place: Place) -> [Bits; 2] {
        let [after, before] = &self.rays[way as usize];
        [after[place as usize], before[place as usize]]
    }

    /// The lines of a colour on a board in the direction of the number `way`, by the places where they start: the
    /// windows filled by it and clear stones, less those of clear stones alone.
    #[inline(always)]
    pub fn lines(&self, way: usize, colour: Bits, clear: Bits) -> Bits {
        let (shift, starts) = self.starts[way];
        self.windows(colour | clear, shift) & starts & !self.windows(clear, shift)
    }

    /// How many lines a colour has on a board, in each direction.
    #[inline(always)]
    pub fn count_lines(&self, colour: Bits, clear: Bits) -> [u32; DIRECTIONS] {
        let mut counts = [0; DIRECTIONS];
        for (way, count) in counts.iter_mut().enumerate() {
            *count = self.lines(way, colour, clear).count_ones();
        }
        counts
    }

    /// The places of the line that starts at `start` and runs in the direction of the number `way`.
    #[inline(always)]
    pub fn line(&self, start: Place, way: usize) -> impl Iterator<Item = Place> {
        let shift = self.starts[way].0 as Place;
        (0..self.line_length).map(move |step| start + step * shift)
    }

    #[inline(always)]
    fn windows(&self, stones: Bits, shift: u32) -> Bits {
        let mut filled = stones;
        for step in 1..u32::from(self.line_length) {
            filled &= stones.checked_shr(step * shift).unwrap_or_default();
        }
        filled
    }
}

/// The places of a set, ascending: faster with `for_each` than in a loop.
#[inline]
pub fn places(set: Bits) -> impl Iterator<Item = Place> {
    places_from(0, set as u64).chain(places_from(64, (set >> 64) as u64))
}

#[inline]
fn places_from(first: Place, mut word: u64) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let place = first + word.trailing_zeros() as Place;
            word &= word - 1;
            place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knobs::OFFICIAL_BOARD;

    fn official() -> Board {
        Board::parse(OFFICIAL_BOARD, 3).unwrap()
    }

    #[test]
    fn the_official_board_has_80_pockets_in_an_octagon() {
        let board = official();
        assert_eq!(board.pockets.count_ones(), 80);
        let row = |row: u32| (board.pockets >> (row * 11) & 0x7FF).count_ones();
        assert_eq!((0..11).map(row).collect::<Vec<_>>(), [3, 5, 7, 9, 11, 10, 11, 9, 7, 5, 3]);
    }

    #[test]
    fn rows_and_columns_run_across_the_centre() {
        let board = official();
        let (left, right) = (5 * 11 + 4, 5 * 11 + 6);
        assert_eq!(board.reach[left] >> right & 1, 1);
        let (above, below) = (4 * 11 + 5, 6 * 11 + 5);
        assert_eq!(board.reach[above] >> below & 1, 1);
        assert_eq!(board.reach[left].count_ones(), 9 + 10);
    }

    #[test]
    fn rows_and_columns_run_on_across_a_gap_in_the_board() {
        let board = Board::parse("oo.oo\nooooo\noo.oo", 3).unwrap();
        let (left, right, above, below) = (1, 3, 5 + 2, 2 * 5 + 2);
        assert_eq!(board.reach[left] >> right & 1, 1);
        assert_eq!((board.reach[above] >> 2 & 1, board.reach[above] >> below & 1), (0, 0), "a gap is no pocket");
        assert!(board.lines_through(left as Place).iter().all(|line| line.pockets >> right & 1 == 0));
    }

    #[test]
    fn no_line_runs_through_the_centre() {
        let board = official();
        let centre = 5 * 11 + 5;
        assert_eq!(board.lines_through(centre), []);
        let across: Bits = 0b111 << (5 * 11 + 4);
        assert!((0..121).all(|place| board.lines_through(place).iter().all(|line| line.pockets != across)));
    }

    #[test]
    fn lines_do_not_wrap_from_one_row_to_the_next() {
        let board = official();
        for line in (0..121).flat_map(|place| board.lines_through(place)) {
            let cols: Vec<u8> = places(line.pockets).map(|place| board.at(place).1).collect();
            assert!(cols.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1), "{cols:?}");
        }
    }

    #[test]
    fn a_drawing_may_have_empty_lines_around_it() {
        let board = Board::parse("\n\nooo  \no+o\nooo\n\n", 3).unwrap();
        assert_eq!((board.rows, board.cols, board.pockets.count_ones(), board.closed), (3, 3, 8, 1 << 4));
    }

    #[test]
    fn a_wrong_drawing_is_refused_with_the_place() {
        assert_eq!(Board::parse("", 3).err(), Some(BoardError::Empty));
        assert_eq!(Board::parse("...\n+", 3).err(), Some(BoardError::Empty));
        assert_eq!(Board::parse("oo\noxo", 3).err(), Some(BoardError::Unknown { character: 'x', line: 2, column: 2 }));
        assert_eq!(
            Board::parse(&"oooooooooooo\n".repeat(11), 3).err(),
            Some(BoardError::TooLarge { rows: 11, cols: 12 })
        );
    }

    #[test]
    fn a_board_of_one_long_row_has_lines_and_names() {
        let board = Board::parse(&"o".repeat(128), 6).unwrap();
        assert_eq!(board.count_lines(board.pockets, 0), [123, 0, 0, 0]);
        assert_eq!((board.name(0), board.name(26), board.name(127)), ("A1".into(), "AA1".into(), "DX1".into()));
    }
}
