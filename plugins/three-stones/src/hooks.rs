//! The hooks of 3 Stones: where house rules speak.

use crate::board::Direction;
use crate::position::Stone;
use stonehouse_plugin_api::{Choice, words};

words! {
    /// A player, by the seat.
    pub enum Player {
        /// Seat 0.
        White = "white",
        /// Seat 1.
        Black = "black",
    }
}

impl Player {
    /// The player at a seat.
    #[inline]
    pub fn at(seat: u8) -> Self {
        Self::ALL[usize::from(seat & 1)]
    }
}

stonehouse_plugin_api::hooks! {
    /// The house rules, asked by name.
    pub struct House;
    /// The hooks.
    pub enum Hook;

    /// Points that one new line scores. Asked for each line that a stone completes; a line of clear stones alone is none.
    fn line_points(
        /// Whom the line scores for.
        player: Player,
        /// Who placed the stone.
        by: Player,
        /// How the line runs.
        direction: Direction,
        /// Row of the pocket, 0 at the top.
        row: u8,
        /// Column of the pocket, 0 at the left.
        col: u8,
        /// Clear stones in the line.
        clear: u32,
    ) -> i64 in 0..=1000;

    /// Whether a pocket may be played. Asked for each pocket that the rules allow. If all of those in the row and the column are
    /// forbidden, every empty pocket is asked about; if all of these are forbidden too, any empty pocket may be played.
    fn may_play(
        /// Who is to play.
        player: Player,
        /// The stone to be placed.
        stone: Stone,
        /// Row of the pocket, 0 at the top.
        row: u8,
        /// Column of the pocket, 0 at the left.
        col: u8,
        /// Row of the stone last played; -1 before the first.
        last_row: i64,
        /// Column of the stone last played; -1 before the first.
        last_col: i64,
        /// Stones on the board.
        stones_played: u8,
    ) -> bool;

    /// A player's score at the end. Asked once for each player, when the last stone is played.
    fn final_score(
        /// Whose score.
        player: Player,
        /// The opponent's score before this hook.
        opponent: i64,
        /// Lines of the player on the board.
        lines: u32,
        /// Those of them that run across.
        across: u32,
        /// Those that run down.
        down: u32,
        /// Those that run diagonally.
        diagonal: u32,
    ) -> i64 in -1_000_000..=1_000_000;
}
