//! The end of a hand: its value, the winner of the bonus, and whether the match is over.

use super::TavernStones;
use crate::hooks::{Hook, KindByName};
use crate::kinds::{Completeness, KINDS};
use crate::state::{Counted, MAX_SEATS, NOBODY, Phase, State};
use std::cmp::Ordering;
use stonehouse_plugin::{GameError, Seat};

/// The number of hands after which a match without a winner ends.
const MAX_HANDS: u16 = 500;

impl TavernStones {
    /// Counts the hand; then the match is over, or the next hand is dealt.
    pub(crate) fn end_hand(&self, state: &mut State) -> Result<(), GameError> {
        self.house.hand_ended(state.hand, state.turns);
        self.count(state)?;
        self.house.hand_counted(state.hand);
        let seats = self.seats as usize;
        let (mut best, mut next_best) = (i64::MIN, i64::MIN);
        for coins in &state.coins[..seats] {
            next_best = next_best.max((*coins).min(best));
            best = best.max(*coins);
        }
        let goal = self.house.goal(state, state.hand, best, next_best, self.knobs.goal)?;
        if best >= goal || state.hand >= MAX_HANDS {
            state.phase = Phase::Over;
            for (seat, coins) in (0..).map(Seat).zip(&state.coins[..seats]).filter(|(_, coins)| **coins == best) {
                self.house.match_won(seat, *coins);
            }
            return Ok(());
        }
        self.deal_hand(state)?;
        self.house.hand_dealt(state.hand, Seat(state.first));
        Ok(())
    }

    /// Adds the value of everybody's stones to their coins, and the bonus to those of the most complete hand. On a tie
    /// the bonus is added to the next hand's.
    fn count(&self, state: &mut State) -> Result<(), GameError> {
        let seats = self.seats as usize;
        let mut value = [0; MAX_SEATS];
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
            let chosen =
                self.house.bonus_to(state, richest, poorest, leader, Seat(state.first), state.hand, complete)?;
            bonus_to = u8::try_from(chosen).ok().filter(|seat| *seat < self.seats).unwrap_or(NOBODY);
        }
        let mut bonus = self.knobs.bonus + state.carried;
        if bonus_to == NOBODY {
            state.carried = bonus;
            self.house.bonus_carried(bonus, state.hand);
        } else {
            if self.house.uses(Hook::bonus) {
                let Completeness { size, kind, .. } = self.group(state, bonus_to);
                bonus = self.house.bonus(
                    state,
                    Seat(bonus_to),
                    size,
                    KindByName(kind),
                    state.carried,
                    state.hand,
                    bonus,
                )?;
            }
            state.carried = 0;
            self.house.bonus_given(Seat(bonus_to), bonus, state.hand);
        }
        let (hand, stones) = (state.hand, state.stones);
        let mut last = Counted { hand, stones, value, most_complete, bonus_to, bonus, ..state.last };
        last.extra = self.extra(state, &last)?;
        for (seat, coins) in state.coins.iter_mut().enumerate() {
            *coins += value[seat] + last.bonus_of(seat as u8) + last.extra[seat];
        }
        state.last = Counted { coins: state.coins, ..last };
        Ok(())
    }

    /// The coins that a house rule adds to each seat's coins for the hand.
    fn extra(&self, state: &State, last: &Counted) -> Result<[i64; MAX_SEATS], GameError> {
        let mut extra = [0; MAX_SEATS];
        if self.house.uses(Hook::hand_coins) {
            for seat in 0..self.seats {
                let (stones, bonus) = (last.value[seat as usize], last.bonus_of(seat));
                let coins = stones + bonus;
                extra[seat as usize] =
                    self.house.hand_coins(state, Seat(seat), stones, bonus, last.hand, coins)? - coins;
            }
        }
        Ok(extra)
    }

    /// The value of a seat's stones, in coins.
    pub(crate) fn worth(&self, state: &State, seat: u8) -> Result<i64, GameError> {
        let counts = state.counts(seat, self.places);
        if !self.house.uses(Hook::stone_worth) {
            return Ok(self.kinds.value(counts));
        }
        let (mut sum, mut met) = (0, [0; KINDS]);
        for place in 0..self.places {
            let kind = state.stone(seat, place).kind;
            met[kind as usize] += 1;
            let visible = place < self.knobs.visible_stones;
            let (alike, nth) = (counts[kind as usize], met[kind as usize]);
            let (coins, player) = (self.kinds.coins[kind as usize], Seat(seat));
            sum += self.house.stone_worth(state, KindByName(kind), player, visible, alike, state.hand, nth, coins)?;
        }
        Ok(sum)
    }

    /// How complete a seat's hand is.
    pub(crate) fn group(&self, state: &State, seat: u8) -> Completeness {
        self.kinds.completeness(state.counts(seat, self.places))
    }

    /// The seat with the most complete hand, or [`NOBODY`] on a tie.
    fn most_complete(&self, state: &State) -> u8 {
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

/// A seat as passed to house rules: -1 for nobody.
const fn seat_or_none(seat: u8) -> i64 {
    if seat == NOBODY { -1 } else { seat as i64 }
}

/// The seat that alone is last in this order, or -1.
fn only_one(values: &[i64], order: impl Fn(&i64, &i64) -> Ordering) -> i64 {
    let Some(best) = values.iter().copied().max_by(&order) else { return -1 };
    let mut seats = values.iter().zip(0_i64..).filter(|(value, _)| **value == best).map(|(_, seat)| seat);
    let first = seats.next().unwrap_or(-1);
    if seats.next().is_some() { -1 } else { first }
}
