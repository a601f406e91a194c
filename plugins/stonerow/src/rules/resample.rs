//! Resampling hidden information.

use super::StoneRow;
use crate::cards::{Card, Cards, Special, each, first};
use crate::state::{Pile, State};
use stonehouse_plugin::Rng;

impl StoneRow {
    /// Resamples everything that `observer` cannot know: the others' cards that it did not see on their way to the hand
    /// and was not shown, and the Quarry.
    pub(super) fn resample_hidden(&self, state: &mut State, observer: u8, seed: u64) {
        state.rng = Rng::from_seed(seed);
        let mut chance = Rng::from_seed(seed ^ 0x5EED);
        let visible = state.known_to(observer);
        let others = (0..self.seats).filter(|seat| *seat != observer);
        let foremen = self.special(Special::Foreman);
        let mut in_hands: Cards = 0;
        for seat in others.clone() {
            in_hands |= state.hands[seat as usize] & !visible;
        }
        let pool = in_hands | state.quarry.set();
        // No hand holds a Foreman.
        let mut cards = pile(pool & !foremen, &mut chance);
        let before = state.known;
        let shown = before.iter().any(|known| known & in_hands != 0);
        if shown {
            state.known.iter_mut().for_each(|known| *known &= !in_hands);
        }
        for seat in others.clone() {
            let hidden = state.hands[seat as usize] & !visible;
            state.hands[seat as usize] &= visible;
            for former in each(hidden) {
                let Some(card) = cards.pop() else { break };
                state.hands[seat as usize] |= 1 << card;
                if shown {
                    transfer_knowledge(state, &before, former, card);
                }
            }
        }
        each(pool & foremen).for_each(|card| cards.push(card));
        chance.shuffle(cards.as_mut_slice());
        state.quarry = cards;
        for seat in others {
            if state.kept[seat as usize] != 0 {
                resample_kept(state, seat, visible, &mut chance);
            }
        }
        debug_assert_eq!(first(self.deck.size.into()) & !self.everywhere(state), 0, "every card is somewhere");
    }
}

/// Cards in a random order.
fn pile(cards: Cards, chance: &mut Rng) -> Pile {
    let mut pile = Pile::EMPTY;
    each(cards).for_each(|card| pile.push(card));
    chance.shuffle(pile.as_mut_slice());
    pile
}

/// Transfers the knowledge of every seat about the former card of a place in a hand to the card there now.
fn transfer_knowledge(state: &mut State, before: &[Cards; 4], former: Card, card: Card) {
    for (known, before) in state.known.iter_mut().zip(before) {
        *known |= (before >> former & 1) << card;
    }
}

/// Resamples the cards that another seat keeps in a draft: the number of those that are `visible` in its hand, and of
/// the others, is known.
fn resample_kept(state: &mut State, seat: u8, visible: Cards, chance: &mut Rng) {
    let (hand, kept) = (state.hands[seat as usize], state.kept[seat as usize]);
    let mut drawn = 0;
    for part in [visible, !visible] {
        let mut cards = pile(hand & part, chance);
        for _ in 0..(kept & part).count_ones() {
            drawn |= cards.pop().map_or(0, |card| 1 << card);
        }
    }
    state.kept[seat as usize] = drawn;
}
