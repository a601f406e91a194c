//! StoneRows: their cards, the cards that fit, their value, and the claims on them.

use crate::cards::{Card, Cards, Deck, Kind};
use crate::knobs::Knobs;
use stonehouse_plugin::words;

/// The most cards in a set.
pub const MAX_SET: u8 = 4;
/// The fewest cards in a run.
pub const MIN_RUN: u8 = 3;

words! {
    /// Set or run.
    pub enum RowKind {
        /// Cards of one rank.
        Set = "set",
        /// Consecutive ranks of one colour.
        Run = "run",
    }
}

/// A StoneRow on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its cards.
    pub cards: Cards,
    /// The special cards and Hammers on it.
    pub on: Cards,
    /// Its value to each seat if it were not broken, in points.
    pub points: [i16; 4],
    /// How many of its cards count for each seat.
    pub claims: [u8; 4],
    /// Its owner: the seat in front of which it is.
    pub owner: u8,
    /// Set or run.
    pub kind: RowKind,
    /// Its lowest rank, from 0.
    pub low: u8,
    /// A run's colour.
    pub colour: u8,
    /// Whether it is broken.
    pub broken: bool,
}

impl Row {
    /// A place for a row.
    pub const EMPTY: Self = Self {
        cards: 0,
        on: 0,
        points: [0; 4],
        claims: [0; 4],
        owner: 0,
        kind: RowKind::Set,
        low: 0,
        colour: 0,
        broken: false,
    };

    /// A set of these cards of a rank.
    pub const fn set(rank: u8, cards: Cards, owner: u8) -> Self {
        Self { cards, owner, low: rank, ..Self::EMPTY }
    }

    /// A run of `len` cards from `low` upwards.
    pub fn run(deck: &Deck, colour: u8, low: u8, len: u8, owner: u8) -> Self {
        let cards = (low..low + len).fold(0, |cards, rank| cards | 1 << deck.card(rank, colour));
        Self { cards, owner, low, colour, kind: RowKind::Run, ..Self::EMPTY }
    }

    /// How many cards it has.
    pub const fn len(&self) -> u8 {
        self.cards.count_ones() as u8
    }

    /// Whether it has no cards.
    pub const fn is_empty(&self) -> bool {
        self.cards == 0
    }

    /// Its value to its owner if it were not broken, in points.
    pub const fn worth(&self) -> i16 {
        self.points[self.owner as usize]
    }

    /// Whether a card can be mortared to it.
    pub fn fits(&self, deck: &Deck, knobs: &Knobs, card: Card) -> bool {
        let Kind::Suited { rank, colour } = deck.kind(card) else { return false };
        match self.kind {
            RowKind::Set => rank == self.low && self.len() < MAX_SET,
            RowKind::Run => {
                colour == self.colour
                    && self.len() < knobs.max_run
                    && (rank + 1 == self.low || rank == self.low + self.len())
            }
        }
    }

    /// Adds a card that fits.
    pub fn add(&mut self, deck: &Deck, card: Card) {
        self.cards |= 1 << card;
        if let (RowKind::Run, Kind::Suited { rank, .. }) = (self.kind, deck.kind(card)) {
            self.low = self.low.min(rank);
        }
    }

    /// The value of `count` of its cards, in points.
    pub fn value(&self, deck: &Deck, knobs: &Knobs, count: u8) -> i64 {
        match (self.kind, count) {
            (_, 0) => 0,
            (RowKind::Set, 1 | 2) if deck.is_character(self.low) => knobs.set_points[0],
            (RowKind::Set, 1 | 2) => i64::from(knobs.pair_of_numbers) * i64::from(self.low + 1) * i64::from(count),
            (RowKind::Set, 3) => knobs.set_points[1],
            (RowKind::Set, _) => knobs.set_points[2],
            (RowKind::Run, _) => knobs.run_points[usize::from(count.clamp(MIN_RUN, 7) - MIN_RUN)],
        }
    }
}
