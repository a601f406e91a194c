//! A position: the place of every card, and the decision to be made.

use crate::cards::{Card, Cards, MAX_CARDS};
use crate::moves::RowId;
use crate::rows::Row;
use stonehouse_plugin::Rng;

/// The most rows on the table: two cards for each.
pub const MAX_ROWS: usize = MAX_CARDS / 2;

/// The decision to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The mover draws.
    Draw,
    /// The mover takes an action.
    Act,
    /// A Hammer is about to fall on a row: this seat may attract it.
    Attract {
        /// The seat that is asked.
        asked: u8,
        /// The Hammer.
        hammer: Card,
        /// The row.
        row: RowId,
    },
    /// The mover takes cards from the Brickyard: the number still to take.
    Sift {
        /// How many more.
        left: u8,
    },
    /// The mover's teammate may add cards to this row.
    Add {
        /// The row.
        row: RowId,
    },
    /// The mover's teammate may pick up the discard.
    PickUp,
    /// The players draft: this seat keeps a card of its hand.
    Draft {
        /// The seat that chooses.
        asked: u8,
        /// How many more times each chooses, this one included.
        left: u8,
    },
    /// The match is over.
    Over,
}

/// No seat.
pub const NOBODY: u8 = u8::MAX;

/// A pile of cards in order, its top last.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    cards: [Card; MAX_CARDS],
    len: u8,
}

impl Pile {
    /// No cards.
    pub const EMPTY: Self = Self { cards: [0; MAX_CARDS], len: 0 };

    /// The cards, the top last.
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }

    /// The cards, to be put into another order.
    pub fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..self.len as usize]
    }

    /// The cards, the top first.
    pub fn from_top(&self) -> impl Iterator<Item = Card> {
        self.as_slice().iter().rev().copied()
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The top card.
    pub fn top(&self) -> Option<Card> {
        self.as_slice().last().copied()
    }

    /// Puts a card on top.
    pub fn push(&mut self, card: Card) {
        self.cards[self.len as usize] = card;
        self.len += 1;
    }

    /// Takes the top card.
    pub fn pop(&mut self) -> Option<Card> {
        let top = self.top()?;
        self.len -= 1;
        Some(top)
    }

    /// Removes this card, wherever it is.
    pub fn remove(&mut self, card: Card) {
        if let Some(at) = self.as_slice().iter().position(|other| *other == card) {
            self.cards.copy_within(at + 1..self.len as usize, at);
            self.len -= 1;
        }
    }

    /// The cards as a set.
    pub fn set(&self) -> Cards {
        self.as_slice().iter().fold(0, |set, card| set | 1 << card)
    }
}

/// A position. Plain data.
#[derive(Clone)]
pub struct State {
    /// The Quarry, face down.
    pub quarry: Pile,
    /// The Brickyard, face up.
    pub brickyard: Pile,
    /// The number of each card in scenes and their handles. It reveals nothing about alike cards: neither which of them
    /// leaves a hand first nor where one was that has been out of sight.
    pub ids: [Card; MAX_CARDS],
    /// The hands.
    pub hands: [Cards; 4],
    /// Cards in hands that everybody saw on their way there.
    pub seen: Cards,
    /// Cards in the hands of others that each seat has been shown: it sees them as long as they remain there.
    pub known: [Cards; 4],
    /// Cards in hands that each seat keeps in a draft.
    pub kept: [Cards; 4],
    /// The Displacers beside each seat's rows.
    pub deflectors: [Cards; 4],
    /// Foremen by the Tower and GoldDiggers by the Keystone: out of play.
    pub out_of_play: Cards,
    /// The Keystone.
    pub keystone: Card,
    /// The cards that are Hammers.
    pub hammers: Cards,
    /// The rows, in the order in which they were built.
    pub rows: [Row; MAX_ROWS],
    /// How many rows there are.
    pub row_count: u8,
    /// Turns begun in this hand, from 0.
    pub turn: u16,
    /// The seat that takes this turn out of order, in place of the seat whose turn it is; [`NOBODY`] in a turn of the
    /// order.
    pub guest: u8,
    /// The seat that takes the next turn out of order, or [`NOBODY`].
    pub next_guest: u8,
    /// Points that house rules have added in this hand, by seat.
    pub bonus: [i64; 4],
    /// The dealer: the seat to the left begins.
    pub dealer: u8,
    /// The decision to be made.
    pub phase: Phase,
    /// Foremen that have turned up.
    pub foremen: u8,
    /// Rounds to be played, without teams.
    pub rounds: u8,
    /// Passes in a row, turn after turn, with nothing left to draw.
    pub idle: u8,
    /// The hand's number, from 1.
    pub hand: u8,
    /// Tower cards that each team has turned.
    pub towers: [u8; 2],
    /// Points with which each team wins this hand.
    pub goals: [i64; 2],
    /// Each seat's score once the match is over.
    pub finals: [i64; 4],
    /// The generator of the draws still to come.
    pub rng: Rng,
}

impl State {
    /// The rows on the table.
    pub fn rows(&self) -> &[Row] {
        &self.rows[..self.row_count as usize]
    }

    /// A row.
    pub fn row(&self, row: RowId) -> Option<&Row> {
        self.rows().get(row as usize)
    }
}
