//! The deal, and draws from the Quarry.

use super::StoneRow;
use super::apply::GOLD_DIGGER_CARDS;
use crate::cards::{Card, Cards, Kind, Special};
use crate::knobs::KeystoneSpecial;
use crate::moves::Move;
use crate::rows::Row;
use crate::state::{MAX_ROWS, NOBODY, Phase, Pile, State};
use stonehouse_plugin::{GameError, Rng, Seat};

/// The cards drawn from the Quarry, and the Quarry if it was remade on the way.
pub(crate) struct DrawnCards {
    /// The cards in the order in which they were drawn, Foremen among them.
    pub cards: Vec<Card>,
    /// The Quarry from the top down as it was remade on the way; empty if it was not.
    pub remade: Vec<Card>,
}

/// The table before the first hand.
pub(super) fn empty(rng: Rng, dealer: u8) -> State {
    State {
        quarry: Pile::EMPTY,
        brickyard: Pile::EMPTY,
        ids: std::array::from_fn(|card| card as Card),
        hands: [0; 4],
        seen: 0,
        known: [0; 4],
        kept: [0; 4],
        deflectors: [0; 4],
        out_of_play: 0,
        keystone: 0,
        hammers: 0,
        rows: [Row::EMPTY; MAX_ROWS],
        row_count: 0,
        turn: 0,
        guest: NOBODY,
        next_guest: NOBODY,
        bonus: [0; 4],
        dealer,
        phase: Phase::Draw,
        foremen: 0,
        rounds: 0,
        idle: 0,
        hand: 0,
        towers: [0; 2],
        goals: [0; 2],
        finals: [0; 4],
        rng,
    }
}

impl StoneRow {
    /// Gathers all cards, shuffles, deals, reveals the Keystone and the first card of the Brickyard.
    pub(super) fn deal_hand(&self, state: &mut State) -> Result<(), GameError> {
        let (rng, dealer, hand, towers) = (state.rng.clone(), state.dealer, state.hand + 1, state.towers);
        *state = State { hand, towers, ..empty(rng, dealer) };
        state.rounds = self.knobs.rounds;
        for team in 0..2_u8 {
            let (own, other) = (towers[usize::from(team)], towers[usize::from(1 - team)]);
            state.goals[usize::from(team)] = self.house.points_goal(state, team, own, other, self.knobs.points_goal)?;
        }
        for card in 0..self.deck.size {
            state.quarry.push(card);
        }
        state.rng.shuffle(state.quarry.as_mut_slice());
        state.mix_ids(&self.deck);
        for seat in 0..self.seats {
            let dealt = i64::from(self.knobs.hand_sizes[usize::from(self.seats) - 2]);
            for _ in 0..self.house.hand_size(state, Seat(seat), self.seats, hand, dealt)? {
                self.draw_one(state, seat)?;
            }
        }
        self.reveal_keystone(state);
        if let Some(card) = state.quarry.pop() {
            state.brickyard.push(card);
        }
        Self::begin_turn(state);
        Ok(())
    }

    /// Reveals the Keystone, the next card of the Quarry. A special one is put back and another revealed, or its name
    /// determines the Hammers: by the knob, and where the Quarry has special cards only.
    fn reveal_keystone(&self, state: &mut State) {
        let only_specials = state.quarry.set() & self.deck.suited == 0;
        while let Some(card) = state.quarry.pop() {
            if let Kind::Suited { rank, .. } = self.deck.kind(card) {
                state.hammers = self.deck.of_rank(rank) & !(1 << card);
            } else if self.knobs.keystone_special == KeystoneSpecial::Redraw && !only_specials {
                state.quarry.push(card);
                state.rng.shuffle(state.quarry.as_mut_slice());
                continue;
            } else if let Kind::Special(special) = self.deck.kind(card) {
                state.hammers = self.special(special) & !(1 << card);
            }
            state.keystone = card;
            return;
        }
    }

    /// Overtime: puts a Foreman beside the Tower and adds rounds.
    fn lay_foreman(&self, state: &mut State, card: Card) -> Result<(), GameError> {
        state.out_of_play |= 1 << card;
        state.foremen += 1;
        let rounds = i64::from(self.knobs.rounds_per_foreman);
        let extra = self.house.extra_rounds(state, state.foremen, self.round(state), rounds)?;
        state.rounds = state.rounds.saturating_add(extra as u8);
        self.house.foreman_turned(state.foremen);
        Ok(())
    }

    /// The next card of the Quarry; an empty one is remade from the Brickyard without its top card.
    fn quarry_top(&self, state: &mut State) -> Option<Card> {
        if state.quarry.is_empty() {
            let top = state.brickyard.pop()?;
            state.quarry = state.brickyard;
            state.rng.shuffle(state.quarry.as_mut_slice());
            state.brickyard = Pile::EMPTY;
            state.brickyard.push(top);
            state.mix_ids(&self.deck);
        }
        state.quarry.pop()
    }

    /// The cards that an action draws from the Quarry, computed before it is played.
    pub(crate) fn drawn_by(&self, state: &State, chosen: Move) -> DrawnCards {
        let mut state = state.clone();
        let draws = match chosen {
            // A house rule that fails here fails again when the card is drawn, and is reported then.
            Move::DrawQuarry => self.draw_count(&state).unwrap_or(1),
            Move::DigQuarry => GOLD_DIGGER_CARDS,
            Move::DrawBrickyard => u8::from(state.brickyard.pop().is_some_and(|card| self.is_foreman(card))),
            Move::Take { card } => {
                state.brickyard.remove(card);
                u8::from(self.is_foreman(card))
            }
            _ => 0,
        };
        let mut drawn = DrawnCards { cards: Vec::new(), remade: Vec::new() };
        for _ in 0..draws {
            loop {
                let was_empty = state.quarry.is_empty();
                let Some(card) = self.quarry_top(&mut state) else { break };
                if was_empty {
                    drawn.remade = std::iter::once(card).chain(state.quarry.from_top()).collect();
                }
                drawn.cards.push(card);
                if !self.is_foreman(card) {
                    break;
                }
            }
        }
        drawn
    }

    /// Whether a card is a Foreman.
    fn is_foreman(&self, card: Card) -> bool {
        self.special(Special::Foreman) >> card & 1 == 1
    }

    /// How many cards the mover draws from the Quarry.
    pub(super) fn draw_count(&self, state: &State) -> Result<u8, GameError> {
        Ok(self.house.draw_count(state, Seat(self.mover(state)), 1)? as u8)
    }

    /// A seat draws from the Quarry; a Foreman is replaced at once. Returns whether there was a card.
    pub(super) fn draw_one(&self, state: &mut State, seat: u8) -> Result<bool, GameError> {
        while let Some(card) = self.quarry_top(state) {
            if self.is_foreman(card) {
                self.lay_foreman(state, card)?;
            } else {
                state.hands[seat as usize] |= 1 << card;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts a card from the Brickyard into a seat's hand; a Foreman is put beside the Tower and replaced from the
    /// Quarry.
    pub(super) fn take_seen(&self, state: &mut State, seat: u8, card: Card) -> Result<(), GameError> {
        if self.is_foreman(card) {
            self.lay_foreman(state, card)?;
            self.draw_one(state, seat)?;
        } else {
            state.into_hand_seen(seat, card);
        }
        Ok(())
    }

    /// Whether a card can be drawn from the Quarry, if need be after remaking it.
    pub(crate) const fn quarry_has_cards(state: &State) -> bool {
        !state.quarry.is_empty() || state.brickyard.len() > 1
    }

    /// The mover's turn begins: with a draw, if there is anything to draw.
    pub(super) fn begin_turn(state: &mut State) {
        state.phase = if state.quarry.is_empty() && state.brickyard.is_empty() { Phase::Act } else { Phase::Draw };
    }

    /// Every card that is anywhere.
    pub fn everywhere(&self, state: &State) -> Cards {
        let rows = state.rows().iter().fold(0, |cards, row| cards | row.cards | row.on);
        let hands = state.hands.iter().chain(&state.deflectors).fold(0, |cards, hand| cards | hand);
        let waiting = if let Phase::Attract { hammer, .. } = state.phase { 1 << hammer } else { 0 };
        rows | hands | waiting | state.quarry.set() | state.brickyard.set() | state.out_of_play | 1 << state.keystone
    }
}
