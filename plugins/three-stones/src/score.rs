//! What scores: the lines that a stone completes, and the end.

use crate::board::{Bits, DIRECTIONS, Direction, Line, Place};
use crate::hooks::{Hook, Player};
use crate::position::{Position, Stone};
use crate::rules::ThreeStones;
use stonehouse_plugin_api::Fault;

/// A line that a stone has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewLine {
    pub pockets: Bits,
    pub direction: Direction,
    /// Which of the four directions it is, by number.
    pub way: u8,
    /// The seat it scores for.
    pub seat: u8,
}

/// What a stone has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gained {
    /// Points, by seat.
    pub points: [i64; 2],
    /// Lines that were completed, by seat.
    pub lines: [u32; 2],
}

/// The stones as they lay before a house rule changed one.
pub(crate) type Before = [Bits; 3];

impl ThreeStones {
    /// Scoring: the lines that the stone at `place` completes, whoever placed it. A clear stone can complete lines of both.
    pub(crate) fn new_lines(&self, state: &Position, place: Place) -> impl Iterator<Item = NewLine> {
        let stones = state.stones;
        self.board.lines_through(place).iter().flat_map(move |line| {
            [0, 1].into_iter().filter(move |seat| is_line(line.pockets, &stones, *seat)).map(move |seat| NewLine {
                pockets: line.pockets,
                direction: line.direction,
                way: line.way,
                seat,
            })
        })
    }

    /// Scores the lines that the stone at `place` completes. `by` has placed it; of a stone that a house rule has put there, nobody has.
    /// Lines that the stones `before` made already are not scored.
    pub(crate) fn score_lines(
        &self,
        state: &mut Position,
        by: Option<u8>,
        place: Place,
        before: Option<&Before>,
    ) -> Result<Gained, Fault> {
        let mut gained = Gained::default();
        let mut in_row = [[0; DIRECTIONS]; 2];
        let (stones, filled) = (state.stones, state.filled());
        // Most lines have a pocket without a stone: no seat can have them.
        let full = self.board.lines_through(place).iter().filter(|line| line.pockets & !filled == 0);
        for Line { pockets, direction, way } in full.copied() {
            for seat in 0..2 {
                if !is_line(pockets, &stones, seat) || before.is_some_and(|before| is_line(pockets, before, seat)) {
                    continue;
                }
                let points = self.score_line(state, by, place, NewLine { pockets, direction, way, seat })?;
                let seat = usize::from(seat);
                gained.points[seat] += points;
                gained.lines[seat] += 1;
                in_row[seat][usize::from(way)] += 1;
            }
        }
        state.scores[0] += gained.points[0];
        state.scores[1] += gained.points[1];
        if self.tells && gained.lines != [0, 0] {
            self.tell_rows(state, by, place, in_row);
        }
        Ok(gained)
    }

    fn score_line(&self, state: &Position, by: Option<u8>, place: Place, line: NewLine) -> Result<i64, Fault> {
        let each = self.knobs.points_per_line;
        if !self.tells && !self.house.uses(Hook::line_points) {
            return Ok(each);
        }
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
    pub(crate) fn end_if_over(&self, state: &mut Position) -> Result<(), Fault> {
        let no_stone = if self.knobs.pouch { state.drawn.is_none() } else { state.to_play() == 0 };
        if state.over || !no_stone && self.board.pockets & !state.taken() != 0 {
            return Ok(());
        }
        state.over = true;
        self.score_end(state)
    }

    pub(crate) fn score_end(&self, state: &mut Position) -> Result<(), Fault> {
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

/// Whether these pockets are filled with stones of this colour and clear ones, at least one of them coloured.
#[inline]
fn is_line(pockets: Bits, [white, black, clear]: &[Bits; 3], seat: u8) -> bool {
    let own = if seat == 0 { white } else { black };
    pockets & !(own | clear) == 0 && pockets & own != 0
}
