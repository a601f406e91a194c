//! The hooks and events of 3 Stones, with their contexts.

#![allow(clippy::too_many_arguments, reason = "an event has as many fields as it takes")]

use crate::board::Direction;
use crate::state::{State, Stone};
use stonehouse_plugin::house::MAX_EVENTS;
use stonehouse_plugin::{NamedEnum, words};

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

stonehouse_plugin::hooks! {
    /// The house rules, called by name.
    pub struct House for State;
    /// The hooks.
    pub enum Hook;

    /// Points that one new line scores. Called for each line that a stone completes; a line of clear stones alone is
    /// none.
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
        /// How long the whole row is that the line is a part of: the stones of the player and clear ones that follow
        /// each other.
        length: u8,
    ) -> i64 in 0..=1000;

    /// Whether a pocket may be played. Called for each pocket that the rules allow. If all of those in the row and the
    /// column are forbidden, it is called for every empty pocket; if all of these are forbidden too, any empty pocket
    /// may be played.
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
        /// Empty pockets below it in its column, blocked ones not counted.
        empty_below: u32,
    ) -> bool;

    /// A player's score at the end. Called once for each player, when the last stone is played.
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

    /// Whether the player who has just played plays again. Called after each stone but the last; by the rules the other
    /// player is next. A player without stones is passed over, whatever the answer.
    fn plays_again(
        /// Who has played.
        player: Player,
        /// The stone that was placed.
        stone: Stone,
        /// Row of its pocket, 0 at the top.
        row: u8,
        /// Column of its pocket, 0 at the left.
        col: u8,
        /// Lines of both players that it completed.
        lines: u32,
        /// Points that it brought the player who placed it.
        points: i64,
        /// Points that it brought the opponent.
        gift: i64,
    ) -> bool;

    /// Whether a pocket may be played that the rules do not allow. Called for each empty pocket outside of the row and
    /// the column of the stone last played, as long as one is empty in these; `may_play` is called afterwards.
    fn also_play(
        /// Who is to play.
        player: Player,
        /// The stone to be placed.
        stone: Stone,
        /// Row of the pocket, 0 at the top.
        row: u8,
        /// Column of the pocket, 0 at the left.
        col: u8,
        /// Row of the stone last played.
        last_row: i64,
        /// Column of the stone last played.
        last_col: i64,
    ) -> bool;

    events pub enum Event;

    /// A line was completed and scored. Sent for each line and player.
    fn line_scored(
        /// Whom it scored for.
        player: Player,
        /// Who placed the stone; of a stone that a house rule has put there, whom the line scores for.
        by: Player,
        /// How the line runs.
        direction: Direction,
        /// Row of the stone, 0 at the top.
        row: u8,
        /// Column of the stone, 0 at the left.
        col: u8,
        /// Clear stones in the line.
        clear: u32,
        /// How long the whole row is that the line is a part of.
        length: u8,
        /// What it scored.
        points: i64,
    );

    /// A row of a player's and clear stones scored. Sent once for each row, however many lines were completed in it.
    fn row_scored(
        /// Whose row it is.
        player: Player,
        /// Who placed the stone; of a stone that a house rule has put there, whose row it is.
        by: Player,
        /// How the row runs.
        direction: Direction,
        /// How long it is now.
        length: u8,
        /// Lines that were completed in it.
        lines: u32,
        /// How long the longer of the rows was that the stone has lengthened or joined, without it.
        joined: u8,
    );

    /// A clear stone has completed lines of both players.
    fn both_scored(
        /// Who placed it.
        by: Player,
    );

    /// A player has placed a stone, and its lines are scored.
    fn stone_placed(
        /// Who placed it.
        player: Player,
        /// Which stone.
        stone: Stone,
        /// Row of its pocket, 0 at the top.
        row: u8,
        /// Column of its pocket, 0 at the left.
        col: u8,
        /// Lines of both players that it completed.
        lines: u32,
        /// Points that it brought the player who placed it.
        points: i64,
        /// Points that it brought the opponent.
        gift: i64,
    );

    /// The stone just placed brought a player into the lead who was not there before.
    fn lead_taken(
        /// Who leads now.
        player: Player,
        /// By how many points.
        lead: i64,
    );

    /// The last empty pocket of a row of the board was filled.
    fn board_row_filled(
        /// Which row, 0 at the top.
        row: u8,
    );

    /// The last empty pocket of a column of the board was filled.
    fn board_column_filled(
        /// Which column, 0 at the left.
        col: u8,
    );

    /// Half of the pockets are filled now.
    fn board_half_full();

    /// No pocket is empty in the row and the column of the stone last played: the next stone may go anywhere.
    fn board_freed(
        /// Who plays next.
        player: Player,
    );

    /// The last stone of a kind was placed: none is left in the pouch, drawn or in a hand.
    fn kind_used_up(
        /// Which kind.
        stone: Stone,
    );

    /// A stone was drawn from the pouch.
    fn stone_drawn(
        /// Who has to place it.
        player: Player,
        /// Which stone.
        stone: Stone,
    );

    /// A player has played and plays again.
    fn turn_repeated(
        /// Who.
        player: Player,
    );

    /// The last stone was placed, or the last pocket filled: the game is over.
    fn last_stone(
        /// Who placed it.
        player: Player,
    );

    /// A house rule has taken a stone off the board.
    fn stone_removed(
        /// Which stone.
        stone: Stone,
        /// Row of its pocket, 0 at the top.
        row: u8,
        /// Column of its pocket, 0 at the left.
        col: u8,
    );

    /// A house rule has put a stone on the board, moved it there, or given it another colour.
    fn stone_put(
        /// Which stone.
        stone: Stone,
        /// Row of its pocket, 0 at the top.
        row: u8,
        /// Column of its pocket, 0 at the left.
        col: u8,
    );

    /// A house rule has blocked a pocket.
    fn pocket_blocked(
        /// Its row, 0 at the top.
        row: u8,
        /// Its column, 0 at the left.
        col: u8,
    );

    /// A house rule has made the players change colours.
    fn colours_swapped();
}

impl Hook {
    /// Every hook.
    pub const ALL: [Self; 5] =
        [Self::line_points, Self::may_play, Self::final_score, Self::plays_again, Self::also_play];
}

impl House {
    /// Whether house rules subscribe to any event.
    pub fn has_subscribers(&self) -> bool {
        (0..MAX_EVENTS).any(|event| self.0.subscribes_to(event))
    }
}
