//! A position of 3 Stones: plain data, copied in one go.

use crate::board::{Bits, MAX_PLACES, Place, places};
use stonehouse_plugin::{Rng, words};

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

/// The number of each kind.
pub type Counts = [u8; 3];

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The places of each kind of stone.
    pub stones: [Bits; 3],
    /// Pockets that house rules have blocked: they are none as long as they are blocked.
    pub blocked: Bits,
    /// The stones in the pouch (first), or in White's and Black's hands.
    pub left: [Counts; 2],
    /// The stone drawn from the pouch, which must be played.
    pub drawn: Option<Stone>,
    /// Where the last stone was played: the ring.
    pub last: Option<Place>,
    /// The number of the next stone that is put on the board: that of each is its own.
    pub number: u8,
    /// Stones that the players have played.
    pub turns: u32,
    /// The seat that played first.
    pub first: u8,
    /// The seat that plays next; meaningless once the game is over.
    pub next: u8,
    /// Whether the game is over.
    pub over: bool,
    /// Whether a house rule has changed something beyond the legal actions and the points.
    pub altered: bool,
    /// Points so far, spotted and given ones included.
    pub scores: [i64; 2],
    /// Points that house rules have given.
    pub given: [i64; 2],
    /// The number of the stone at each place: lower ones were put there earlier.
    pub order: [u8; MAX_PLACES],
    /// The randomness still to come.
    pub rng: Rng,
}

impl State {
    /// Every stone on the board.
    #[inline(always)]
    pub const fn filled(&self) -> Bits {
        self.stones[0] | self.stones[1] | self.stones[2]
    }

    /// Every place where nothing can be played: stones and blocked pockets.
    #[inline(always)]
    pub const fn taken(&self) -> Bits {
        self.filled() | self.blocked
    }

    /// The kind of stone there.
    pub fn stone_at(&self, place: Place) -> Option<Stone> {
        STONES.into_iter().find(|stone| self.stones[*stone as usize] >> place & 1 == 1)
    }

    /// How many stones of each kind are still to be played: in the pouch, drawn or in the hands.
    pub fn left_of(&self, stone: Stone) -> u32 {
        let kind = stone as usize;
        u32::from(self.left[0][kind]) + u32::from(self.left[1][kind]) + u32::from(self.drawn == Some(stone))
    }

    /// How many stones are still to be played.
    pub fn to_play(&self) -> u32 {
        STONES.into_iter().map(|stone| self.left_of(stone)).sum()
    }

    /// How many stones a player has in hand.
    pub fn in_hand(&self, seat: u8) -> u32 {
        self.left[usize::from(seat & 1)].iter().map(|count| u32::from(*count)).sum()
    }

    /// Lays a stone and the ring.
    #[inline(always)]
    pub fn put(&mut self, stone: Stone, place: Place) {
        self.stones[stone as usize] |= 1 << place;
        self.order[place as usize] = self.number;
        self.last = Some(place);
        self.number += 1;
    }

    /// Makes sure that there is a number for one more stone. Only house rules that put many stones on the board use
    /// them up; then the stones on the board are renumbered, in their order.
    #[inline]
    pub fn keep_numbers(&mut self) {
        if self.number == u8::MAX {
            self.renumber();
        }
    }

    #[cold]
    fn renumber(&mut self) {
        let mut placed = [0; MAX_PLACES];
        let mut count = 0;
        for place in places(self.filled()) {
            placed[count] = place;
            count += 1;
        }
        let placed = &mut placed[..count];
        placed.sort_unstable_by_key(|place| self.order[usize::from(*place)]);
        for (number, place) in placed.iter().enumerate() {
            self.order[usize::from(*place)] = number as u8;
        }
        self.number = count as u8;
    }

    /// Draws the next stone from the pouch, if one is left.
    #[inline(always)]
    pub fn draw(&mut self) {
        self.drawn = take(&mut self.left[0], &mut self.rng);
    }
}

/// Takes one of `left` stones at random, if one is left. Which it is follows no pattern that a processor could predict,
/// so that the counts change without a branch or an index.
#[inline(always)]
pub fn take(left: &mut Counts, rng: &mut Rng) -> Option<Stone> {
    let [white, black, clear] = left.map(u32::from);
    let total = white + black + clear;
    if total == 0 {
        return None;
    }
    let number = rng.below(total);
    let (not_white, is_clear) = (number >= white, number >= white + black);
    left[0] -= u8::from(!not_white);
    left[1] -= u8::from(not_white) - u8::from(is_clear);
    left[2] -= u8::from(is_clear);
    Some(STONES[usize::from(not_white) + usize::from(is_clear)])
}
