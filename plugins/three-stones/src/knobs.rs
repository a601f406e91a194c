//! The knobs of 3 Stones. Their defaults are the standard game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The official board: 80 pockets in an octagon around a centre that is none.
pub const OFFICIAL_BOARD: &str = "\
....ooo....
...ooooo...
..ooooooo..
.ooooooooo.
ooooooooooo
ooooo+ooooo
ooooooooooo
.ooooooooo.
..ooooooo..
...ooooo...
....ooo....";

/// Who plays first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstPlayer {
    /// White plays first.
    White,
    /// Black plays first.
    Black,
    /// The seed decides.
    Random,
}

stonehouse_plugin_api::knobs! {
    /// The knobs of 3 Stones.
    pub struct Knobs {
        /// The board, drawn line by line: `o` is a pocket, `+` a closed place on the board, `.` nothing. At most 128 places in all, so 11 by 11 fits.
        pub board: String = OFFICIAL_BOARD.to_owned(),
        /// White stones in the game.
        #[schemars(range(min = 0, max = 128))]
        pub white_stones: u8 = 30,
        /// Black stones in the game.
        #[schemars(range(min = 0, max = 128))]
        pub black_stones: u8 = 30,
        /// Clear stones in the game, which count for both players.
        #[schemars(range(min = 0, max = 128))]
        pub clear_stones: u8 = 12,
        /// Whether stones are drawn from a pouch. Without it each player starts with half of each kind and chooses: the game of pure skill.
        pub pouch: bool = true,
        /// How many stones in a row score.
        #[schemars(range(min = 2, max = 6))]
        pub line_length: u8 = 3,
        /// What each new line scores.
        #[schemars(range(min = 1, max = 100))]
        pub points_per_line: i64 = 1,
        /// Who plays first.
        pub first_player: FirstPlayer = FirstPlayer::White,
        /// Points that White and Black start with: a handicap for the stronger player's opponent.
        #[schemars(length(min = 2, max = 2), inner(range(min = 0, max = 1000)))]
        pub handicap_points: [i64; 2] = [0, 0],
    }
}
