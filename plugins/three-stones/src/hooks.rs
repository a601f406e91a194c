//! The hooks of 3 Stones: where house rules speak.

use stonehouse_plugin_api::{Field, HookDecl};

/// The index of `line_points`.
pub const LINE_POINTS: usize = 0;
/// The index of `may_play`.
pub const MAY_PLAY: usize = 1;
/// The index of `final_score`.
pub const FINAL_SCORE: usize = 2;

/// The players as words, by seat.
const PLAYERS: [&str; 2] = ["white", "black"];
/// The kinds of stones as words, by number.
pub const STONES: [&str; 3] = ["white", "black", "clear"];
/// The ways a line can run as words, by number.
pub const DIRECTIONS: [&str; 3] = ["across", "down", "diagonal"];

/// The declarations, each at its index.
pub fn declared() -> Vec<HookDecl> {
    let row = || Field::integer("row", "Row of the pocket, 0 at the top.");
    let col = || Field::integer("col", "Column of the pocket, 0 at the left.");
    vec![
        HookDecl::integer(
            "line_points",
            "Points that one new line scores. Asked for each line that a stone completes; a line of clear stones alone is none.",
            [
                Field::word("player", "Whom the line scores for.", &PLAYERS),
                Field::word("by", "Who placed the stone.", &PLAYERS),
                Field::word("direction", "How the line runs.", &DIRECTIONS),
                row(),
                col(),
                Field::integer("clear", "Clear stones in the line."),
            ],
            (0, 1000),
        ),
        HookDecl::boolean(
            "may_play",
            "Whether a pocket may be played. Asked for each pocket that the rules allow. If all of those in the row and the column are \
             forbidden, every empty pocket is asked about; if all of these are forbidden too, any empty pocket may be played.",
            [
                Field::word("player", "Who is to play.", &PLAYERS),
                Field::word("stone", "The stone to be placed.", &STONES),
                row(),
                col(),
                Field::integer("last_row", "Row of the stone last played; -1 before the first."),
                Field::integer("last_col", "Column of the stone last played; -1 before the first."),
                Field::integer("stones_played", "Stones on the board."),
            ],
        ),
        HookDecl::integer(
            "final_score",
            "A player's score at the end. Asked once for each player, when the last stone is played.",
            [
                Field::word("player", "Whose score.", &PLAYERS),
                Field::integer("opponent", "The opponent's score before this hook."),
                Field::integer("lines", "Lines of the player on the board."),
                Field::integer("across", "Those of them that run across."),
                Field::integer("down", "Those that run down."),
                Field::integer("diagonal", "Those that run diagonally."),
            ],
            (-1_000_000, 1_000_000),
        ),
    ]
}
