//! The knowledge of seats about the cards in others' hands.
//!
//! `seen` are the cards in hands that everybody saw on their way there and has to remember, `known` those that single
//! seats have been shown and see in their scenes. Every function here keeps them such that no seat is recorded to know
//! more than can be known at a table; when in doubt, a seat forgets. Whenever a seat forgets, the numbers by which
//! scenes identify alike cards are [mixed](State::mix_ids), or the cards would be recognized by their numbers.

use crate::cards::{Card, Cards, Deck, SPECIALS, each};
use crate::state::State;
use stonehouse_plugin::Rng;

/// Separates the random numbers with which ids are mixed from those of the game.
const MIXER: u64 = 0x1D5C_A2D5;

impl State {
    /// Permutes at random the numbers in scenes of alike cards that are neither open nor in a hand in which everybody
    /// saw them. It draws no number from the game's generator.
    pub fn mix_ids(&mut self, deck: &Deck) {
        let hands = self.hands.iter().fold(0, |hands, hand| hands | hand);
        let hidden = self.quarry.set() | hands & !self.seen;
        let mut mixer = Rng::from_seed(self.rng.clone().next_u64() ^ MIXER);
        // On the stack: this is called at every deal and at many plays of a random game.
        let mut ids = [0; Cards::BITS as usize];
        for special in SPECIALS {
            let alike = hidden & deck.special(special);
            let count = alike.count_ones() as usize;
            if count < 2 {
                continue;
            }
            ids.iter_mut().zip(each(alike)).for_each(|(id, card)| *id = self.ids[usize::from(card)]);
            mixer.shuffle(&mut ids[..count]);
            each(alike).zip(ids).for_each(|(card, id)| self.ids[usize::from(card)] = id);
        }
    }

    /// The cards in the hands of all others that a seat knows.
    pub fn known_to(&self, seat: u8) -> Cards {
        self.seen | self.known[seat as usize]
    }

    /// Takes a card out of a hand, for all to see.
    pub fn leave_hand(&mut self, seat: u8, card: Card) {
        self.hands[seat as usize] &= !(1 << card);
        self.seen &= !(1 << card);
        self.known.iter_mut().for_each(|known| *known &= !(1 << card));
    }

    /// Takes a card out of a hand that may be one of several alike. A player who knew another of them no longer knows
    /// which one remains.
    pub fn leave_hand_alike(&mut self, deck: &Deck, seat: u8, card: Card) {
        let others = self.hands[seat as usize] & deck.alike(card) & !(1 << card);
        if others != 0 {
            let mut forgotten = 0;
            for known in self.known.iter_mut().filter(|known| **known >> card & 1 == 0) {
                forgotten |= *known & others;
                *known &= !others;
            }
            if forgotten != 0 {
                self.mix_ids(deck);
            }
        }
        self.leave_hand(seat, card);
    }

    /// Puts a card that everybody sees into a hand.
    pub fn into_hand_seen(&mut self, seat: u8, card: Card) {
        self.hands[seat as usize] |= 1 << card;
        self.seen |= 1 << card;
    }

    /// The one of alike cards in a hand that leaves it first: one that everybody has seen, if there is one, so that the
    /// rest reveals nothing; then one that was shown to another seat.
    pub fn leaves(&self, seat: u8, alike: Cards) -> Option<Card> {
        let held = self.hands[seat as usize] & alike;
        let shown = self.known.iter().fold(0, |shown, known| shown | known);
        let first = [held & self.seen, held & shown, held].into_iter().find(|cards| *cards != 0)?;
        Some(first.trailing_zeros() as Card)
    }

    /// One seat is shown the whole hand of another.
    pub fn show_hand(&mut self, of: u8, to: u8) {
        if of != to {
            self.known[to as usize] |= self.hands[of as usize];
        }
    }

    /// All other seats are shown a card of a hand.
    pub fn show_card(&mut self, of: u8, card: Card) {
        for (seat, known) in self.known.iter_mut().enumerate() {
            *known |= Cards::from(seat != usize::from(of)) << card;
        }
    }

    /// Moves a card from one seat to another, seen only by these two: the others no longer know what the first one
    /// holds.
    pub fn give(&mut self, deck: &Deck, from: u8, to: u8, card: Card) {
        let (hand, receiver) = (self.hands[from as usize], to as usize);
        for (seat, known) in self.known.iter_mut().enumerate() {
            *known &= if seat == receiver { Cards::MAX } else { !hand };
        }
        self.known[receiver] |= self.seen & hand;
        self.seen &= !hand;
        self.hands[from as usize] &= !(1 << card);
        self.hands[receiver] |= 1 << card;
        self.known[receiver] &= !(1 << card);
        self.known[from as usize] |= 1 << card;
        self.mix_ids(deck);
    }

    /// Swaps the hands of two seats, publicly: the knowledge about a hand moves with it.
    pub fn swap_hands(&mut self, one: u8, other: u8) {
        self.hands.swap(one as usize, other as usize);
        for (seat, former) in [(one, other), (other, one)] {
            let (hand, given) = (self.hands[seat as usize], self.hands[former as usize]);
            let known = &mut self.known[seat as usize];
            *known = (*known | given) & !hand;
        }
    }

    /// Passes every hand to the neighbour on the left: the knowledge about a hand moves with it.
    pub fn pass_hands(&mut self, seats: u8) {
        let seats = usize::from(seats);
        for (known, hand) in self.known.iter_mut().zip(self.hands) {
            *known |= hand;
        }
        self.hands[..seats].rotate_right(1);
        for (known, hand) in self.known.iter_mut().zip(self.hands) {
            *known &= !hand;
        }
    }

    /// Passes the cards of each hand that `moves` marks to the neighbour on the left, unseen. Nobody knows the others'
    /// hands any longer, except the cards that each has passed on.
    pub fn pass_left(&mut self, deck: &Deck, seats: u8, moves: [Cards; 4]) {
        let seats = usize::from(seats);
        self.seen = 0;
        self.known = moves;
        self.hands.iter_mut().zip(moves).for_each(|(hand, moved)| *hand &= !moved);
        for (seat, moved) in moves.into_iter().take(seats).enumerate() {
            self.hands[(seat + 1) % seats] |= moved;
        }
        self.mix_ids(deck);
    }
}
