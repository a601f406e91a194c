//! A position: every board, the bag, the trade counter, the coins, and the knowledge of hidden stones.
//!
//! Each stone has the kinds that it may be by what everybody has seen, and the seats that know it exactly. A trade
//! moves the stone and this knowledge together, so no log is needed, views and determinization read the same bits, and
//! a position remains plain data.

use crate::kinds::{Counts, KINDS, Kind, KindSet, only};
use crate::moves::RequestedStone;
use stonehouse_plugin::Rng;

/// The most players.
pub const MAX_SEATS: usize = 5;

/// The most stones of one player.
pub const MAX_STONES_EACH: usize = 12;

/// A place on a player's board: the visible ones from 0, the hidden ones after them.
pub type Place = u8;

/// The value in place of a seat where there is none.
pub const NOBODY: u8 = u8::MAX;

/// A stone, and the knowledge about it, which moves with it from place to place: everybody sees which stone is moved
/// where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Its kind.
    pub kind: Kind,
    /// The kinds that it may be by what everybody has seen. A single kind: everybody knows it.
    pub may_be: KindSet,
    /// The seats that know its kind, as bits; valid only if not everybody knows it.
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

    /// Shows it to everybody.
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
    /// The seat that is asked.
    pub to: u8,
    /// The stone asked for.
    pub asked: RequestedStone,
}

/// The decision to be made.
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
    pub stones: [[Stone; MAX_STONES_EACH]; MAX_SEATS],
    /// The value of everybody's stones, in coins.
    pub value: [i64; MAX_SEATS],
    /// The seat that had the most complete hand, or [`NOBODY`] on a tie.
    pub most_complete: u8,
    /// The seat that got the bonus, or [`NOBODY`].
    pub bonus_to: u8,
    /// The bonus that was given, or that is carried over.
    pub bonus: i64,
    /// Coins that a house rule added or took.
    pub extra: [i64; MAX_SEATS],
    /// Everybody's coins afterwards.
    pub coins: [i64; MAX_SEATS],
}

impl Counted {
    /// Coins of the bonus that a seat got.
    pub const fn bonus_of(&self, seat: u8) -> i64 {
        if self.bonus_to == seat { self.bonus } else { 0 }
    }
}

/// A position. Plain data.
#[derive(Clone)]
pub struct State {
    /// Everybody's stones, by place.
    pub stones: [[Stone; MAX_STONES_EACH]; MAX_SEATS],
    /// The stones that were not dealt, by kind.
    pub bag: Counts,
    /// The stones in the bag that each seat knows because it saw them put in.
    pub seen_in_bag: [Counts; MAX_SEATS],
    /// Everybody's coins: the starting coins and those of the hands so far.
    pub coins: [i64; MAX_SEATS],
    /// Bonus coins carried over from hands without a most complete one.
    pub carried: i64,
    /// Turns of this hand on the trade counter.
    pub counter: u8,
    /// Turns of this hand in all.
    pub turns: u8,
    /// Passes in a row.
    pub passes: u8,
    /// The seat whose turn it is.
    pub mover: u8,
    /// The seat that the mover may not trade with, or [`NOBODY`].
    pub barred: u8,
    /// The seat that moved first in this hand.
    pub first: u8,
    /// The hand's number, from 1.
    pub hand: u16,
    /// Force stones that each seat has left.
    pub force_stones: [u8; MAX_SEATS],
    /// Force stones played in this hand: how many of each seat are on the board of each other seat.
    pub forced: [[u8; MAX_SEATS]; MAX_SEATS],
    /// The decision to be made.
    pub phase: Phase,
    /// How the last hand was counted.
    pub last: Counted,
    /// The generator of the draws still to come.
    pub rng: Rng,
}

impl State {
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
