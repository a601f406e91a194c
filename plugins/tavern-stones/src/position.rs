//! A position: every board, the bag, the trade counter, the coins; and who knows which hidden stone.
//!
//! Each stone carries what everybody has seen that it may be, and who knows it exactly. A trade moves the stone and
//! this knowledge together, so no log has to be kept, views and determinization read the same bits, and a position
//! stays plain data.

use crate::kinds::{Counts, KINDS, Kind, KindSet, only};
use crate::moves::Asked;
use stonehouse_plugin::Rng;

/// The most players.
pub const MOST_SEATS: usize = 5;

/// The most stones of one player.
pub const PLACES: usize = 12;

/// A place on a player's board: the visible ones from 0, the hidden ones after them.
pub type Place = u8;

/// Nobody, where a seat could stand.
pub const NOBODY: u8 = u8::MAX;

/// A stone, and what is known of it. Knowledge goes with the stone from place to place: everybody sees which stone goes
/// where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Its kind.
    pub kind: Kind,
    /// What everybody has seen that it may be. A single kind: everybody knows it.
    pub may_be: KindSet,
    /// The seats that know its kind, as bits; meant only where not everybody knows it.
    pub known_to: u8,
    /// Its number in this hand, by the place to which it was dealt: it distinguishes the stone from others, and reveals
    /// nothing of its kind.
    pub id: u8,
}

impl Stone {
    /// A stone that everybody sees.
    pub const fn seen(kind: Kind, id: u8) -> Self {
        Self { kind, may_be: 1 << kind, known_to: 0, id }
    }

    /// Everybody sees it now.
    pub const fn show(&mut self) {
        *self = Self::seen(self.kind, self.id);
    }

    /// The kind, if everybody knows it.
    pub const fn public(&self) -> Option<Kind> {
        only(self.may_be)
    }

    /// Whether a seat knows its kind.
    pub const fn is_known_to(&self, seat: u8) -> bool {
        self.public().is_some() || self.known_to >> seat & 1 == 1
    }
}

/// A trade that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The place of the stone offered, of the mover's board.
    pub give: Place,
    /// Who is asked.
    pub to: u8,
    /// For what.
    pub asked: Asked,
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The mover trades or passes.
    Turn,
    /// The player who is asked accepts or denies.
    Answer(Offer),
    /// The match is over.
    Over,
}

/// How the last hand was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The hand's number, from 1; 0 before the first was counted.
    pub hand: u16,
    /// Everybody's stones.
    pub stones: [[Stone; PLACES]; MOST_SEATS],
    /// What they were worth.
    pub value: [i64; MOST_SEATS],
    /// Who had the most complete hand, or [`NOBODY`] on a tie.
    pub most_complete: u8,
    /// Who got the bonus, or [`NOBODY`].
    pub bonus_to: u8,
    /// The bonus: what was given, or what is carried over.
    pub bonus: i64,
    /// Coins that a house rule added or took.
    pub extra: [i64; MOST_SEATS],
    /// Everybody's coins afterwards.
    pub coins: [i64; MOST_SEATS],
}

impl Counted {
    /// Coins of the bonus that a seat got.
    pub const fn bonus_of(&self, seat: u8) -> i64 {
        if self.bonus_to == seat { self.bonus } else { 0 }
    }
}

/// A position. Plain data.
#[derive(Clone)]
pub struct Position {
    /// Everybody's stones, by place.
    pub stones: [[Stone; PLACES]; MOST_SEATS],
    /// The stones that were not dealt, by kind.
    pub bag: Counts,
    /// Of the stones in the bag, those that each seat knows to lie there because it saw them go in.
    pub seen_in_bag: [Counts; MOST_SEATS],
    /// Everybody's coins: what they started with and what the hands so far brought.
    pub coins: [i64; MOST_SEATS],
    /// Bonus coins carried over from hands without a most complete one.
    pub carried: i64,
    /// Turns of this hand on the trade counter.
    pub counter: u8,
    /// Turns of this hand in all.
    pub turns: u8,
    /// Passes in a row.
    pub passes: u8,
    /// Whose turn it is.
    pub mover: u8,
    /// Whom the mover may not trade with, or [`NOBODY`].
    pub barred: u8,
    /// Who moved first in this hand.
    pub first: u8,
    /// The hand's number, from 1.
    pub hand: u16,
    /// Force stones that each seat has left.
    pub force_stones: [u8; MOST_SEATS],
    /// Force stones played in this hand: on whose board those of each seat lie.
    pub forced: [[u8; MOST_SEATS]; MOST_SEATS],
    /// What is to be decided.
    pub phase: Phase,
    /// How the last hand was counted.
    pub last: Counted,
    /// What is still to be drawn by chance.
    pub rng: Rng,
}

impl Position {
    /// How many stones of each kind a seat has among its first `places`.
    pub fn counts(&self, seat: u8, places: u8) -> Counts {
        let mut counts = [0; KINDS];
        for stone in &self.stones[seat as usize][..places as usize] {
            counts[stone.kind as usize] += 1;
        }
        counts
    }

    /// A stone.
    pub const fn stone(&self, seat: u8, place: Place) -> Stone {
        self.stones[seat as usize][place as usize]
    }

    /// How often a seat was forced in this hand.
    pub fn forced_upon(&self, seat: u8) -> u8 {
        self.forced.iter().map(|by| by[seat as usize]).sum()
    }
}
