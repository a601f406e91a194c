//! The facts and zones that house rules can read of a match. All are open to both players.

use crate::board::{DIRECTIONS, MAX_PLACES, Place, places};
use crate::rules::ThreeStones;
use crate::state::{State, Stone};
use crate::view;
use stonehouse_plugin::{Seat, facts, words, zones};

words! {
    /// A stone, if there is one.
    pub enum MaybeStone {
        /// A white one.
        White = "white",
        /// A black one.
        Black = "black",
        /// A clear one.
        Clear = "clear",
        /// There is none.
        Nothing = "none",
    }
}

words! {
    /// The content of a pocket.
    pub enum Pocket {
        /// A white stone.
        White = "white",
        /// A black one.
        Black = "black",
        /// A clear one.
        Clear = "clear",
        /// No stone.
        Empty = "empty",
        /// No stone, and none can be placed: a house rule has blocked it.
        Blocked = "blocked",
    }
}

impl From<Option<Stone>> for MaybeStone {
    fn from(stone: Option<Stone>) -> Self {
        match stone {
            Some(Stone::White) => Self::White,
            Some(Stone::Black) => Self::Black,
            Some(Stone::Clear) => Self::Clear,
            None => Self::Nothing,
        }
    }
}

/// The number of stones of a kind that a seat has in hand; 0 with a pouch.
fn in_hand(rules: &ThreeStones, state: &State, seat: Seat, stone: Stone) -> u8 {
    if rules.knobs.pouch { 0 } else { state.left[seat.index() & 1][stone as usize] }
}

/// The lines of a seat on the board, by direction.
fn lines(rules: &ThreeStones, state: &State, seat: Seat) -> [u32; DIRECTIONS] {
    rules.board.count_lines(state.stones[seat.index() & 1], state.stones[Stone::Clear as usize])
}

/// The stone that has lain longest.
fn oldest(state: &State) -> Option<Place> {
    places(state.filled()).min_by_key(|place| state.order[usize::from(*place)])
}

facts! {
    impl Facts for ThreeStones;

    /// The number of the turn, from 1: one more than the stones that the players have played. After an action it is
    /// already the number of the next turn.
    fn turn(_rules, state) -> i64 {
        i64::from(state.turns) + 1
    }

    /// Who plays next; while a stone is placed, who places it. When the game is over it means nothing.
    fn to_play(_rules, state) -> Seat {
        Seat(state.next)
    }

    /// Who played first.
    fn first_player(_rules, state) -> Seat {
        Seat(state.first)
    }

    /// Whether stones are drawn from a pouch. Without it each player chooses from a hand: the game of pure skill.
    fn pouch(rules, _state) -> bool {
        rules.knobs.pouch
    }

    /// The stone that was drawn and must be played; none in the game of pure skill, and while a stone is placed.
    fn drawn(_rules, state) -> MaybeStone {
        state.drawn.into()
    }

    /// Stones still to be played: those in the pouch and the drawn one, or those in both hands. While a stone is placed
    /// it no longer counts: with the last one this is 0.
    fn stones_left(_rules, state) -> u32 {
        state.to_play()
    }

    /// White stones still to be played.
    fn white_left(_rules, state) -> u32 {
        state.left_of(Stone::White)
    }

    /// Black stones still to be played.
    fn black_left(_rules, state) -> u32 {
        state.left_of(Stone::Black)
    }

    /// Clear stones still to be played.
    fn clear_left(_rules, state) -> u32 {
        state.left_of(Stone::Clear)
    }

    /// Stones in each player's hand, in the game of pure skill; 0 with a pouch.
    fn hand(rules, state, seat) -> u32 {
        if rules.knobs.pouch { 0 } else { state.in_hand(seat.0) }
    }

    /// White stones in each player's hand.
    fn white_in_hand(rules, state, seat) -> u8 {
        in_hand(rules, state, seat, Stone::White)
    }

    /// Black stones in each player's hand.
    fn black_in_hand(rules, state, seat) -> u8 {
        in_hand(rules, state, seat, Stone::Black)
    }

    /// Clear stones in each player's hand.
    fn clear_in_hand(rules, state, seat) -> u8 {
        in_hand(rules, state, seat, Stone::Clear)
    }

    /// Stones on the board, of all kinds.
    fn stones_on_board(_rules, state) -> u32 {
        state.filled().count_ones()
    }

    /// Stones of each player's colour on the board.
    fn own_on_board(_rules, state, seat) -> u32 {
        state.stones[seat.index() & 1].count_ones()
    }

    /// Clear stones on the board.
    fn clear_on_board(_rules, state) -> u32 {
        state.stones[Stone::Clear as usize].count_ones()
    }

    /// Pockets of the board, blocked ones not counted.
    fn pockets(rules, state) -> u32 {
        (rules.board.pockets & !state.blocked).count_ones()
    }

    /// Pockets without a stone, blocked ones not counted.
    fn empty_pockets(rules, state) -> u32 {
        (rules.board.pockets & !state.taken()).count_ones()
    }

    /// Pockets that house rules have blocked.
    fn blocked_pockets(_rules, state) -> u32 {
        state.blocked.count_ones()
    }

    /// Lines of each player that lie on the board.
    fn lines_on_board(rules, state, seat) -> u32 {
        lines(rules, state, seat).iter().sum()
    }

    /// Those of them that run across.
    fn lines_across(rules, state, seat) -> u32 {
        lines(rules, state, seat)[0]
    }

    /// Those of them that run down.
    fn lines_down(rules, state, seat) -> u32 {
        lines(rules, state, seat)[1]
    }

    /// Those of them that run diagonally.
    fn lines_diagonal(rules, state, seat) -> u32 {
        let [_, _, right, left] = lines(rules, state, seat);
        right + left
    }

    /// The longest row of each player's and clear stones on the board.
    fn longest_row(rules, state, seat) -> u8 {
        rules.board.longest(state.stones[seat.index() & 1] | state.stones[Stone::Clear as usize])
    }

    /// The longest row of each player's and clear stones through the ring; 0 for a player who has none there.
    fn row_at_ring(rules, state, seat) -> u8 {
        let stones = state.stones[seat.index() & 1] | state.stones[Stone::Clear as usize];
        state.last.filter(|last| stones >> last & 1 == 1).map_or(0, |last| rules.board.longest_through(stones, last))
    }

    /// Row of the ring, which lies on the stone last played, 0 at the top; -1 where there is none.
    fn last_row(rules, state) -> i64 {
        rules.ring(state).0
    }

    /// Column of the ring, 0 at the left; -1 where there is none.
    fn last_col(rules, state) -> i64 {
        rules.ring(state).1
    }

    /// The stone in the ring: that last played, if it still lies there.
    fn stone_in_ring(_rules, state) -> MaybeStone {
        state.last.and_then(|last| state.stone_at(last)).into()
    }

    /// Row of the stone that has been on the board longest, 0 at the top; -1 when the board is empty.
    fn oldest_row(rules, state) -> i64 {
        rules.row_and_column(oldest(state)).0
    }

    /// Column of the stone that has been on the board longest, 0 at the left; -1 when the board is empty.
    fn oldest_col(rules, state) -> i64 {
        rules.row_and_column(oldest(state)).1
    }

    /// Points that each player was spotted at the start.
    fn handicap(rules, _state, seat) -> i64 {
        rules.knobs.handicap_points[seat.index() & 1]
    }

    /// Rows of the board's grid.
    fn rows(rules, _state) -> u8 {
        rules.board.rows
    }

    /// Columns of the board's grid.
    fn cols(rules, _state) -> u8 {
        rules.board.cols
    }

    /// How many stones in a row score.
    fn line_length(rules, _state) -> u8 {
        rules.knobs.line_length
    }
}

zones! {
    impl Zones for ThreeStones;

    /// The board, row after row: row 0 is at the top, column 0 at the left. A place without a pocket is `nil`.
    fn board(rules, state) -> grid(MAX_PLACES) of (
        /// The content of the pocket.
        pocket: Pocket,
    ) {
        let board = &rules.board;
        let pocket = |place: Place| match state.stone_at(place) {
            Some(Stone::White) => Pocket::White,
            Some(Stone::Black) => Pocket::Black,
            Some(Stone::Clear) => Pocket::Clear,
            None if state.blocked >> place & 1 == 1 => Pocket::Blocked,
            None => Pocket::Empty,
        };
        let is_pocket = |place: &Place| board.pockets >> *place & 1 == 1;
        let places = (0..board.rows * board.cols).map(move |place| Some(place).filter(is_pocket).map(|place| (pocket(place),)));
        (board.rows.into(), board.cols.into(), places)
    }
    label(place) {
        Some(view::pocket_label(rules, place as Place))
    }
}
