//! The knobs of 3 Stones. Their defaults are the standard game.

use stonehouse_plugin::words;

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

words! {
    /// The player who plays first.
    pub enum FirstPlayer {
        /// White plays first.
        White = "white",
        /// Black plays first.
        Black = "black",
        /// The seed decides.
        Random = "random",
    }
}

stonehouse_plugin::knobs! {
    /// The knobs of 3 Stones.
    pub struct Knobs {
        /// The board, drawn line by line: `o` is a pocket, `+` a closed place on the board, `.` nothing. At most 128
        /// places in all, so 11 by 11 fits.
        pub board: String = OFFICIAL_BOARD.to_owned();
        /// White stones in the game.
        pub white_stones: u8 = 30, in 0..=128;
        /// Black stones in the game.
        pub black_stones: u8 = 30, in 0..=128;
        /// Clear stones in the game, which count for both players.
        pub clear_stones: u8 = 12, in 0..=128;
        /// Whether stones are drawn from a pouch. Without it each player starts with half of each kind and chooses: the
        /// game of pure skill.
        pub pouch: bool = true;
        /// How many stones in a row score.
        pub line_length: u8 = 3, in 2..=6;
        /// What each new line scores.
        pub points_per_line: i64 = 1, in 1..=100;
        /// Who plays first.
        pub first_player: FirstPlayer = FirstPlayer::White;
        /// Points that White and Black start with: a handicap for the stronger player's opponent.
        pub handicap_points: [i64; 2] = [0, 0], in 0..=1000;
    }
}
