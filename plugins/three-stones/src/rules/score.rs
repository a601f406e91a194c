//! Scoring: the lines that a stone completes, and the end.

use super::ThreeStones;
use crate::board::{Bits, DIRECTIONS, Direction, Place};
use crate::hooks::{Event, Hook, Player};
use crate::state::{State, Stone};
use stonehouse_plugin::GameError;

/// A line that a stone has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewLine {
    pub pockets: Bits,
    pub direction: Direction,
    /// The number of its direction among the four.
    pub way: u8,
    /// The seat it scores for.
    pub seat: u8,
}

/// The points and lines that a stone has gained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gained {
    /// Points, by seat.
    pub points: [i64; 2],
    /// Lines that were completed, by seat.
    pub lines: [u32; 2],
}

/// The stones before a house rule changed one.
pub(crate) type Before = [Bits; 3];

/// By seat, which of the lines through a place are made: a bit for each, in the board's order. A place has at most 24,
/// six in each direction.
type Made = [u32; 2];

impl ThreeStones {
    /// The lines that the stone at `place` completes, no matter which player placed it. A clear stone can complete
    /// lines of both.
    pub(crate) fn new_lines(&self, state: &State, place: Place) -> impl Iterator<Item = NewLine> {
        self.lines_of(place, self.made(&state.stones, place))
    }

    /// The lines through `place` that these stones make: those of one colour and clear stones, but not of clear stones
    /// alone. [`Board::count_lines`](crate::board::Board::count_lines) states the same of a whole board. There is no
    /// branch for each line or for the colour of the stone, because they follow no pattern that a processor could
    /// predict.
    #[inline]
    fn made(&self, [white, black, clear]: &[Bits; 3], place: Place) -> Made {
        let full = |stones: Bits| {
            let lines = self.board.lines_through(place).iter().enumerate();
            lines.map(|(number, line)| u32::from(line.pockets & !stones == 0) << number).sum::<u32>()
        };
        if clear >> place & 1 == 1 {
            let clear_only = full(*clear);
            return [white, black].map(|own| full(own | clear) & !clear_only);
        }
        // Without a stone there, no line through it is full.
        let seat = usize::from(black >> place & 1 == 1);
        let mut made = [0; 2];
        made[seat] = full([white, black][seat] | clear);
        made
    }

    /// How many lines the stone at `place` completes, by seat: as many as [`made`](Self::made) has.
    #[inline(always)]
    fn count_made(&self, [white, black, clear]: &[Bits; 3], place: Place) -> [u32; 2] {
        let full = |stones: Bits| self.board.count_full(place, stones);
        if clear >> place & 1 == 1 {
            let clear_only = full(*clear);
            return [full(white | clear) - clear_only, full(black | clear) - clear_only];
        }
        // The stone is of one colour, and no line through it of the other.
        let is_black = black >> place & 1 == 1;
        let full = full(if is_black { black | clear } else { white | clear });
        if is_black { [0, full] } else { [full, 0] }
    }

    /// Lines that are made, one after another as the board has them, White's before Black's.
    fn lines_of(&self, place: Place, made: Made) -> impl Iterator<Item = NewLine> {
        let (lines, mut left) = (self.board.lines_through(place), made[0] | made[1]);
        let numbers = std::iter::from_fn(move || {
            let number = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (number < u32::BITS).then_some(number)
        });
        numbers.flat_map(move |number| {
            let line = &lines[number as usize];
            (0..2).filter(move |seat| made[usize::from(*seat)] >> number & 1 == 1).map(move |seat| NewLine {
                pockets: line.pockets,
                direction: line.direction,
                way: line.way,
                seat,
            })
        })
    }

    /// Scores the lines that the stone at `place` completes. `by` is the player who placed it, or `None` if a house
    /// rule has put it there. Lines that the stones `before` made already are not scored.
    #[inline(always)]
    pub(crate) fn score_lines(
        &self,
        state: &mut State,
        by: Option<u8>,
        place: Place,
        before: Option<&Before>,
    ) -> Result<Gained, GameError> {
        if before.is_none() && !self.scores_line_by_line {
            let lines = self.count_made(&state.stones, place);
            let each = self.knobs.points_per_line;
            let points = [i64::from(lines[0]) * each, i64::from(lines[1]) * each];
            state.scores[0] += points[0];
            state.scores[1] += points[1];
            return Ok(Gained { points, lines });
        }
        self.score_each_line(state, by, place, before)
    }

    /// As [`score_lines`](Self::score_lines), line by line.
    fn score_each_line(
        &self,
        state: &mut State,
        by: Option<u8>,
        place: Place,
        before: Option<&Before>,
    ) -> Result<Gained, GameError> {
        let mut made = self.made(&state.stones, place);
        if let Some(before) = before {
            let already = self.made(before, place);
            made = [made[0] & !already[0], made[1] & !already[1]];
        }
        let lines = made.map(u32::count_ones);
        if made == [0, 0] {
            return Ok(Gained { points: [0; 2], lines: [0; 2] });
        }
        let points = if self.house.uses(Hook::line_points) || self.house.subscribes_to(Event::line_scored) {
            self.points_by_house_rules(state, by, place, made)?
        } else {
            lines.map(|lines| i64::from(lines) * self.knobs.points_per_line)
        };
        state.scores[0] += points[0];
        state.scores[1] += points[1];
        if self.house.subscribes_to(Event::row_scored) {
            self.notify_rows(state, by, place, self.in_row(place, made));
        }
        Ok(Gained { points, lines })
    }

    /// How many of these lines run in each direction, by seat.
    fn in_row(&self, place: Place, made: Made) -> [[u32; DIRECTIONS]; 2] {
        let mut in_row = [[0; DIRECTIONS]; 2];
        for line in self.lines_of(place, made) {
            in_row[usize::from(line.seat)][usize::from(line.way)] += 1;
        }
        in_row
    }

    /// The points of these lines for each seat by the house rules, which are called for each.
    fn points_by_house_rules(
        &self,
        state: &State,
        by: Option<u8>,
        place: Place,
        made: Made,
    ) -> Result<[i64; 2], GameError> {
        let mut points = [0; 2];
        for line in self.lines_of(place, made) {
            points[usize::from(line.seat)] += self.points_of_line(state, by, place, line)?;
        }
        Ok(points)
    }

    /// The points of a line by the house rules, which are notified of it.
    fn points_of_line(&self, state: &State, by: Option<u8>, place: Place, line: NewLine) -> Result<i64, GameError> {
        let each = self.knobs.points_per_line;
        let (row, col) = self.board.at(place);
        let clear = state.stones[Stone::Clear as usize];
        let length = self.board.row_length(state.stones[usize::from(line.seat)] | clear, place, line.way);
        let clear = (line.pockets & clear).count_ones();
        let (player, by) = (Player::at(line.seat), Player::at(by.unwrap_or(line.seat)));
        let points = self.house.line_points(state, player, by, line.direction, row, col, clear, length, each)?;
        self.house.line_scored(player, by, line.direction, row, col, clear, length, points);
        Ok(points)
    }

    /// Ends the game if no stone is left to be played, or no pocket to play it into.
    pub(crate) fn end_if_over(&self, state: &mut State) -> Result<(), GameError> {
        let no_stone = if self.knobs.pouch { state.drawn.is_none() } else { state.to_play() == 0 };
        if state.over || !no_stone && self.board.pockets & !state.taken() != 0 {
            return Ok(());
        }
        state.over = true;
        self.score_end(state)
    }

    pub(crate) fn score_end(&self, state: &mut State) -> Result<(), GameError> {
        if !self.house.uses(Hook::final_score) {
            return Ok(());
        }
        let before = state.scores;
        for player in [Player::White, Player::Black] {
            let seat = player as usize;
            let lines = self.board.count_lines(state.stones[seat], state.stones[Stone::Clear as usize]);
            let [across, down, right, left] = lines;
            let (all, diagonal) = (lines.iter().sum(), right + left);
            state.scores[seat] =
                self.house.final_score(state, player, before[1 - seat], all, across, down, diagonal, before[seat])?;
        }
        Ok(())
    }
}
