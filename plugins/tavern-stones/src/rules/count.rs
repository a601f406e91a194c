//! The end of a hand: what it was worth, who gets the bonus, and whether the match is over.

use super::TavernStones;
use crate::hooks::{Hook, Named};
use crate::kinds::Completeness;
use crate::position::{Counted, MOST_SEATS, NOBODY, Phase, Position};
use std::cmp::Ordering;
use stonehouse_plugin_api::Fault;

/// A match in which nobody gets anywhere ends after so many hands.
const MOST_HANDS: u16 = 500;

impl TavernStones {
    /// Counts the hand; then the match is over, or the next hand is dealt.
    pub(super) fn end_hand(&self, state: &mut Position) -> Result<(), Fault> {
        self.count(state)?;
        let seats = self.seats as usize;
        let (mut best, mut next_best) = (i64::MIN, i64::MIN);
        for coins in &state.coins[..seats] {
            next_best = next_best.max((*coins).min(best));
            best = best.max(*coins);
        }
        let goal = self.house.goal(state.hand, best, next_best, self.knobs.goal)?;
        if best >= goal || state.hand >= MOST_HANDS {
            state.phase = Phase::Over;
            return Ok(());
        }
        self.deal_hand(state)
    }

    /// Everybody's stones in coins, and the bonus to the most complete hand. On a tie nobody gets it: it is added to the next hand's.
    fn count(&self, state: &mut Position) -> Result<(), Fault> {
        let seats = self.seats as usize;
        let mut value = [0; MOST_SEATS];
        for (seat, value) in value[..seats].iter_mut().enumerate() {
            *value = self.worth(state, seat as u8)?;
        }
        let most_complete = self.most_complete(state);
        let mut bonus_to = most_complete;
        if self.house.uses(Hook::bonus_to) {
            let richest = only_one(&value[..seats], i64::cmp);
            let poorest = only_one(&value[..seats], |a, b| b.cmp(a));
            let leader = only_one(&state.coins[..seats], i64::cmp);
            let complete = seat_or_none(most_complete);
            let chosen = self.house.bonus_to(richest, poorest, leader, state.first, state.hand, complete)?;
            bonus_to = u8::try_from(chosen).ok().filter(|seat| *seat < self.seats).unwrap_or(NOBODY);
        }
        let mut bonus = self.knobs.bonus + state.carried;
        if bonus_to == NOBODY {
            state.carried = bonus;
        } else {
            if self.house.uses(Hook::bonus) {
                let Completeness { size, kind, .. } = self.group(state, bonus_to);
                bonus = self.house.bonus(bonus_to, size, Named(kind), state.carried, state.hand, bonus)?;
            }
            state.carried = 0;
            state.coins[bonus_to as usize] += bonus;
        }
        for (coins, value) in state.coins.iter_mut().zip(value) {
            *coins += value;
        }
        let (hand, stones, coins) = (state.hand, state.stones, state.coins);
        state.last = Counted { hand, stones, value, most_complete, bonus_to, bonus, coins };
        Ok(())
    }

    /// What a seat's stones are worth.
    pub(crate) fn worth(&self, state: &Position, seat: u8) -> Result<i64, Fault> {
        let counts = state.counts(seat, self.places);
        if !self.house.uses(Hook::stone_worth) {
            return Ok(self.kinds.value(counts));
        }
        let mut sum = 0;
        for place in 0..self.places {
            let kind = state.stone(seat, place).kind;
            let visible = place < self.knobs.visible_stones;
            let alike = counts[kind as usize];
            let coins = self.kinds.coins[kind as usize];
            sum += self.house.stone_worth(Named(kind), seat, visible, alike, state.hand, coins)?;
        }
        Ok(sum)
    }

    /// How complete a seat's hand is.
    pub(crate) fn group(&self, state: &Position, seat: u8) -> Completeness {
        self.kinds.completeness(state.counts(seat, self.places))
    }

    /// Who has the most complete hand, or [`NOBODY`] on a tie.
    fn most_complete(&self, state: &Position) -> u8 {
        let mut best = self.group(state, 0);
        let mut whose = 0;
        for seat in 1..self.seats {
            let group = self.group(state, seat);
            match group.compare(&best) {
                Ordering::Greater => (best, whose) = (group, seat),
                Ordering::Equal => whose = NOBODY,
                Ordering::Less => {}
            }
        }
        whose
    }
}

/// A seat as a house rule is told of it: -1 for nobody.
const fn seat_or_none(seat: u8) -> i64 {
    if seat == NOBODY { -1 } else { seat as i64 }
}

/// The seat that alone comes last in this order, or -1.
fn only_one(values: &[i64], order: impl Fn(&i64, &i64) -> Ordering) -> i64 {
    let Some(best) = values.iter().copied().max_by(&order) else { return -1 };
    let mut seats = values.iter().zip(0_i64..).filter(|(value, _)| **value == best).map(|(_, seat)| seat);
    let first = seats.next().unwrap_or(-1);
    if seats.next().is_some() { -1 } else { first }
}
