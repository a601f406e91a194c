//! A little sense, for bots: what they may think about, what a hand promises, and how play may go on.

use super::TavernStones;
use super::trade::Turn;
use crate::kinds::{Counts, KINDS, Kind};
use crate::moves::{Asked, Move};
use crate::position::{MOST_SEATS, Offer, Phase, Place, Position};
use std::cmp::Ordering;
use stonehouse_plugin_api::{Fault, Rng};

impl TavernStones {
    /// Whether a hand gains anything by giving a stone of one kind for one of another: coins, or completeness.
    pub(super) fn would_gain(&self, hand: Counts, gives: Kind, gets: Kind) -> bool {
        if gives == gets {
            return false;
        }
        let after = after(hand, gives, gets);
        self.kinds.coins[gets as usize] > self.kinds.coins[gives as usize]
            || self.kinds.completeness(after).compare(&self.kinds.completeness(hand)) == Ordering::Greater
    }

    /// Whether a stone stands for all alike ones of its board: those of its kind in front, or hidden. Of hidden ones, the first that
    /// everybody knows stands for all, since to offer it tells nothing.
    pub(super) fn stands_for_alike(&self, state: &Position, seat: u8, place: Place) -> bool {
        let stones = &state.stones[seat as usize];
        let kind = stones[place as usize].kind;
        let visible = self.knobs.visible_stones;
        let mut alike = if place < visible { 0..visible } else { visible..self.places };
        let of_kind = |place: &Place| stones[*place as usize].kind == kind;
        let public = |place: &Place| of_kind(place) && stones[*place as usize].public().is_some();
        let first = alike.clone().find(public).or_else(|| alike.find(of_kind));
        first == Some(place)
    }

    /// How far a hand is on its way to a full one, from 0 to 1, in which the largest group counts most and its kind a little.
    fn fullness(&self, hand: Counts) -> f64 {
        let group = self.kinds.completeness(hand);
        let cheaper = self.kinds.each().filter(|kind| self.kinds.coins[*kind as usize] < group.coins).count() as f64;
        (4.0 * f64::from(group.size) + cheaper) / (4.0 * f64::from(self.places) + 3.0)
    }

    /// What a hand promises by itself: its coins, and more of the bonus the fuller it is.
    fn promise(&self, state: &Position, hand: Counts) -> f64 {
        let pot = (self.knobs.bonus + state.carried) as f64;
        let full = self.fullness(hand);
        self.kinds.value(hand) as f64 + pot * full * full * full * full
    }

    /// What a hand promises more after it gave a stone of one kind for one of another.
    fn gain(&self, state: &Position, hand: Counts, gives: Kind, gets: Kind) -> f64 {
        self.promise(state, after(hand, gives, gets)) - self.promise(state, hand)
    }

    /// What each seat can count on: its coins, those of its stones, and its share of the bonus by how full its hand is beside the others.
    /// An offer counts as if it were answered with sense.
    pub(super) fn hopes(&self, state: &Position, hopes: &mut [i64]) {
        for (hope, coins) in hopes.iter_mut().zip(state.coins) {
            *hope = coins;
        }
        // A hand that was just dealt says nothing yet.
        if state.phase == Phase::Over || state.phase == Phase::Turn && state.turns == 0 {
            return;
        }
        let seats = self.seats as usize;
        let mut hands = [[0; KINDS]; MOST_SEATS];
        for seat in 0..self.seats {
            hands[seat as usize] = state.counts(seat, self.places);
        }
        if let Phase::Answer(offer) = state.phase
            && let Some(asked) = self.sensible_answer(state, offer, hands[offer.to as usize])
        {
            let given = state.stone(state.mover, offer.give).kind;
            hands[state.mover as usize] = after(hands[state.mover as usize], given, asked);
            hands[offer.to as usize] = after(hands[offer.to as usize], asked, given);
        }
        // The nearer the end, the more a lead counts: a stone more makes the bonus two to sixteen times as likely.
        let played = f64::from(state.counter) / f64::from(self.knobs.trades_per_hand);
        let step = 1.2 + 0.8 * played;
        let mut share = [0.0; MOST_SEATS];
        for (share, hand) in share[..seats].iter_mut().zip(hands) {
            let steps = self.fullness(hand) * (4.0 * f64::from(self.places) + 3.0);
            *share = (0..steps as u32).fold(1.0, |share, _| share * step);
        }
        let all: f64 = share.iter().sum();
        let pot = (self.knobs.bonus + state.carried) as f64;
        for seat in 0..seats {
            hopes[seat] += self.kinds.value(hands[seat]) + (pot * share[seat] / all) as i64;
        }
    }

    /// The kind that the asked player gives, if it is in their interest to accept.
    fn sensible_answer(&self, state: &Position, offer: Offer, hand: Counts) -> Option<Kind> {
        let gets = state.stone(state.mover, offer.give).kind;
        let gain = |gives: Kind| self.gain(state, hand, gives, gets);
        if offer.asked != Asked::Any {
            return self.asked_kind(state, offer).filter(|gives| gain(*gives) > 0.0);
        }
        let can_give = self.hidden().map(|place| state.stone(offer.to, place).kind).filter(|kind| *kind != gets);
        let best = can_give.max_by(|a, b| gain(*a).total_cmp(&gain(*b)));
        best.filter(|gives| gain(*gives) > 0.0)
    }

    /// Plays on to the end of the hand: everybody makes trades that both sides gain by, and forces one where nobody agrees. House rules that
    /// forbid single trades are not asked: a rollout only has to tell hands apart.
    pub(super) fn play_on(&self, state: &mut Position, choices: &mut Rng) -> Result<(), Fault> {
        let hand = state.hand;
        if let Phase::Answer(offer) = state.phase {
            let own = state.counts(offer.to, self.places);
            let given = state.stone(state.mover, offer.give).kind;
            match self.sensible_answer(state, offer, own) {
                Some(asked) => self.swap(state, offer.to, given, asked)?,
                None => self.play(state, Move::Deny)?,
            }
        }
        while state.phase != Phase::Over && state.hand == hand {
            match self.sensible_trade(state, choices) {
                Some(Trade { to, gives, gets, force }) => {
                    if force {
                        state.force_stones[state.mover as usize] -= 1;
                        state.forced[state.mover as usize][to as usize] += 1;
                    }
                    self.swap(state, to, gives, gets)?;
                }
                None => self.play(state, Move::Pass)?,
            }
        }
        Ok(())
    }

    /// A trade of the mover's that both sides gain by, now the best, now any; otherwise the best that can be forced.
    fn sensible_trade(&self, state: &Position, choices: &mut Rng) -> Option<Trade> {
        let own = self.gains(state, state.counts(state.mover, self.places));
        let any = choices.below(3) == 0;
        let may_force = state.force_stones[state.mover as usize] > 0;
        let mut agreed: Option<(f64, Trade)> = None;
        let mut forced: Option<(f64, Trade)> = None;
        let mut equals = 0;
        for to in self.partners(state) {
            let other = self.gains(state, state.counts(to, self.places));
            let forceable = if may_force && state.forced_upon(to) < self.knobs.forces_upon {
                state.counts(to, self.knobs.visible_stones)
            } else {
                [0; KINDS]
            };
            for gives in self.kinds.each() {
                for gets in self.kinds.each() {
                    let (gain, theirs) = (own[gives as usize][gets as usize], other[gets as usize][gives as usize]);
                    // A gain of minus infinity: they have no such stone.
                    if gain <= 0.0 || theirs == f64::NEG_INFINITY {
                        continue;
                    }
                    let trade = Trade { to, gives, gets, force: theirs <= 0.0 };
                    if theirs > 0.0 {
                        equals += 1;
                        let better = agreed.is_none_or(|(best, _)| gain > best);
                        if if any { choices.below(equals) == 0 } else { better } {
                            agreed = Some((gain, trade));
                        }
                    } else if forceable[gets as usize] > 0 && forced.is_none_or(|(best, _)| gain > best) {
                        forced = Some((gain, trade));
                    }
                }
            }
        }
        agreed.or(forced).map(|(_, trade)| trade)
    }

    /// What a hand gains by giving a stone of the first kind for one of the second; minus infinity where it has none to give, and
    /// nothing for one of the same kind.
    fn gains(&self, state: &Position, hand: Counts) -> [[f64; KINDS]; KINDS] {
        let mut gains = [[f64::NEG_INFINITY; KINDS]; KINDS];
        let now = self.promise(state, hand);
        for gives in self.kinds.each().filter(|kind| hand[*kind as usize] > 0) {
            for gets in self.kinds.each() {
                gains[gives as usize][gets as usize] =
                    if gives == gets { 0.0 } else { self.promise(state, after(hand, gives, gets)) - now };
            }
        }
        gains
    }

    /// The mover and another exchange stones of these kinds, wherever they stand; what is known of them does not matter any more.
    fn swap(&self, state: &mut Position, to: u8, gives: Kind, gets: Kind) -> Result<(), Fault> {
        let by = state.mover;
        let place = |state: &Position, seat: u8, kind: Kind| {
            (0..self.places).find(|place| state.stone(seat, *place).kind == kind).ok_or(Fault::Illegal)
        };
        let (give, take) = (place(state, by, gives)?, place(state, to, gets)?);
        state.stones[by as usize][give as usize].kind = gets;
        state.stones[to as usize][take as usize].kind = gives;
        self.end_turn(state, Turn::Traded, to, by)
    }
}

/// A trade by kinds.
#[derive(Clone, Copy)]
struct Trade {
    to: u8,
    gives: Kind,
    gets: Kind,
    force: bool,
}

/// A hand after it gave a stone of one kind for one of another.
const fn after(mut hand: Counts, gives: Kind, gets: Kind) -> Counts {
    hand[gives as usize] -= 1;
    hand[gets as usize] += 1;
    hand
}
