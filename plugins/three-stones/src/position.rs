//! A position of 3 Stones: plain data, copied in one go.

use crate::board::{Bits, MOST_PLACES, Place};
use stonehouse_plugin_api::{Rng, words};

words! {
    /// A kind of stone.
    #[repr(u8)]
    pub enum Stone {
        /// Scores for White.
        White = "white",
        /// Scores for Black.
        Black = "black",
        /// Counts for both.
        Clear = "clear",
    }
}

/// The kinds of stones, by number.
pub const STONES: [Stone; 3] = [Stone::White, Stone::Black, Stone::Clear];

/// How many of each kind.
pub type Counts = [u8; 3];

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Where each kind of stone lies.
    pub stones: [Bits; 3],
    /// What is in the pouch (first), or in White's and Black's hands.
    pub left: [Counts; 2],
    /// The stone drawn from the pouch, which must be played.
    pub drawn: Option<Stone>,
    /// Where the last stone was played: the ring.
    pub last: Option<Place>,
    /// Stones on the board.
    pub played: u8,
    /// The seat that played first.
    pub first: u8,
    /// Points so far, spotted ones included.
    pub scores: [i64; 2],
    /// When each place was filled: the number of the stone, from 0.
    pub order: [u8; MOST_PLACES],
    /// The randomness still to come.
    pub rng: Rng,
}

impl Position {
    /// Every stone on the board.
    #[inline(always)]
    pub const fn filled(&self) -> Bits {
        self.stones[0] | self.stones[1] | self.stones[2]
    }

    /// Lays a stone and the ring.
    #[inline(always)]
    pub fn put(&mut self, stone: Stone, place: Place) {
        self.stones[stone as usize] |= 1 << place;
        self.order[place as usize] = self.played;
        self.last = Some(place);
        self.played += 1;
    }

    /// Draws the next stone from the pouch, if one is left.
    #[inline(always)]
    pub fn draw(&mut self) {
        let [white, black, clear] = self.left[0];
        let total = u32::from(white) + u32::from(black) + u32::from(clear);
        if total == 0 {
            self.drawn = None;
            return;
        }
        let number = self.rng.below(total);
        let stone =
            STONES[usize::from(number >= white.into()) + usize::from(number >= u32::from(white) + u32::from(black))];
        self.left[0][stone as usize] -= 1;
        self.drawn = Some(stone);
    }
}
