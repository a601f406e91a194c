//! Who knows which cards of whose hand.
//!
//! `seen` are the cards in hands that everybody knows, `known` those that single seats know beside them. Everything here leaves them such
//! that nobody is said to know what cannot be known at a table; rather somebody forgets.

use crate::cards::{Card, Cards};
use crate::position::Position;

impl Position {
    /// What a seat knows of the hands of all others.
    pub fn known_to(&self, seat: u8) -> Cards {
        self.seen | self.known[seat as usize]
    }

    /// Takes a card out of a hand, for all to see.
    pub fn leave_hand(&mut self, seat: u8, card: Card) {
        self.hands[seat as usize] &= !(1 << card);
        self.seen &= !(1 << card);
        self.known.iter_mut().for_each(|known| *known &= !(1 << card));
    }

    /// Takes a card out of a hand that is one of several alike. Whoever knew another of them knows no longer which is left.
    pub fn leave_hand_alike(&mut self, seat: u8, card: Card, alike: Cards) {
        let others = self.hands[seat as usize] & alike;
        for known in self.known.iter_mut().filter(|known| **known >> card & 1 == 0) {
            *known &= !others;
        }
        self.leave_hand(seat, card);
    }

    /// Puts a card that everybody sees into a hand.
    pub fn into_hand_seen(&mut self, seat: u8, card: Card) {
        self.hands[seat as usize] |= 1 << card;
        self.seen |= 1 << card;
    }

    /// Of alike cards in a hand, the one that leaves it: one that everybody has seen, if there is one, so that what remains
    /// tells nothing; then one that somebody has been shown.
    pub fn leaves(&self, seat: u8, alike: Cards) -> Option<Card> {
        let held = self.hands[seat as usize] & alike;
        let shown = self.known.iter().fold(0, |shown, known| shown | known);
        let first = [held & self.seen, held & shown, held].into_iter().find(|cards| *cards != 0)?;
        Some(first.trailing_zeros() as Card)
    }

    /// One seat is shown the whole hand of another.
    pub fn show_hand(&mut self, of: u8, to: u8) {
        if of != to {
            self.known[to as usize] |= self.hands[of as usize] & !self.seen;
        }
    }

    /// Everybody is shown a hand.
    pub fn reveal_hand(&mut self, of: u8) {
        let hand = self.hands[of as usize];
        self.seen |= hand;
        self.known.iter_mut().for_each(|known| *known &= !hand);
    }

    /// One seat gives another a card that only these two see: the others know no longer what the first one holds.
    pub fn give(&mut self, from: u8, to: u8, card: Card) {
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
    }

    /// Two seats swap their hands, for all to see: what was known of a hand is known of it where it is now.
    pub fn swap_hands(&mut self, one: u8, other: u8) {
        self.hands.swap(one as usize, other as usize);
        for (seat, former) in [(one, other), (other, one)] {
            let (hand, given) = (self.hands[seat as usize], self.hands[former as usize]);
            let known = &mut self.known[seat as usize];
            *known = (*known | given & !self.seen) & !hand;
        }
    }

    /// Every hand goes to the neighbour on the left: what was known of a hand is known of it where it is now.
    pub fn pass_hands(&mut self, seats: u8) {
        let seats = usize::from(seats);
        for (known, hand) in self.known.iter_mut().zip(self.hands) {
            *known |= hand & !self.seen;
        }
        self.hands[..seats].rotate_right(1);
        for (known, hand) in self.known.iter_mut().zip(self.hands) {
            *known &= !hand;
        }
    }

    /// The cards that `moves` marks of each hand go to the neighbour on the left, unseen. Nobody knows any longer what the others hold,
    /// but for the cards that each has passed on.
    pub fn pass_left(&mut self, seats: u8, moves: [Cards; 4]) {
        let seats = usize::from(seats);
        self.seen = 0;
        self.known = moves;
        self.hands.iter_mut().zip(moves).for_each(|(hand, moved)| *hand &= !moved);
        for (seat, moved) in moves.into_iter().take(seats).enumerate() {
            self.hands[(seat + 1) % seats] |= moved;
        }
    }
}
