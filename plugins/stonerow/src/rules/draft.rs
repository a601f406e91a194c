//! A draft: everybody keeps a card and passes the others on.

use super::StoneRow;
use crate::cards::Card;
use crate::state::{Phase, State};

impl StoneRow {
    /// A draft begins, in which each seat chooses `picks` times. Returns whether there is anything to choose.
    pub(super) fn begin_draft(&self, state: &mut State, picks: u8) -> bool {
        state.kept = [0; 4];
        self.ask_next(state, 0, picks)
    }

    /// Keeps this card for the player who is asked. When all have chosen, the other cards are passed to the left.
    pub(super) fn keep(&self, state: &mut State, card: Card) {
        let Phase::Draft { asked, left } = state.phase else { return };
        state.kept[asked as usize] |= 1 << card;
        if self.ask_next(state, asked + 1, left) {
            return;
        }
        let mut rest = state.hands;
        rest.iter_mut().zip(state.kept).for_each(|(hand, kept)| *hand &= !kept);
        state.pass_left(&self.deck, self.seats, rest);
        // Of a single card there is no choice.
        let choice = rest.iter().any(|rest| rest.count_ones() > 1);
        if !choice || left <= 1 || !self.ask_next(state, 0, left - 1) {
            state.kept = [0; 4];
            Self::begin_turn(state);
        }
    }

    /// Asks the first seat from this one on that has something to choose from, if there is one.
    fn ask_next(&self, state: &mut State, from: u8, left: u8) -> bool {
        let choosing = |seat: &u8| state.hands[*seat as usize] & !state.kept[*seat as usize] != 0;
        let Some(asked) = (from..self.seats).find(choosing) else { return false };
        state.phase = Phase::Draft { asked, left };
        true
    }
}
