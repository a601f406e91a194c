//! Heuristics for bots: the actions to consider, and the value of a hand.

use super::TavernStones;
use crate::kinds::{Counts, KINDS, Kind};
use crate::moves::RequestedStone;
use crate::state::{MAX_SEATS, MAX_STONES_EACH, Offer, Phase, Place, State};
use std::cmp::Ordering;

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

    /// Whether a stone represents all alike ones of its board: those of its kind in front, or hidden. Of hidden ones,
    /// the first that everybody knows represents all, since to offer it reveals nothing.
    pub(super) fn represents_alike(&self, state: &State, seat: u8, place: Place) -> bool {
        let stones = &state.stones[seat as usize];
        let kind = stones[place as usize].kind;
        let visible = self.knobs.visible_stones;
        let mut alike = if place < visible { 0..visible } else { visible..self.places };
        let of_kind = |place: &Place| stones[*place as usize].kind == kind;
        let public = |place: &Place| of_kind(place) && stones[*place as usize].public().is_some();
        let first = alike.clone().find(public).or_else(|| alike.find(of_kind));
        first == Some(place)
    }

    /// How complete a hand is, in steps: the largest group counts most, and its kind a little.
    fn steps(&self, hand: Counts) -> usize {
        let group = self.kinds.completeness(hand);
        let cheaper = self.kinds.each().filter(|kind| self.kinds.coins[*kind as usize] < group.coins).count();
        4 * group.size as usize + cheaper
    }

    /// The value of a hand by itself, in coins: its own coins, and a share of the bonus that grows with its
    /// completeness.
    fn hand_value(&self, state: &State, hand: Counts) -> f64 {
        let pot = (self.knobs.bonus + state.carried) as f64;
        let full = self.steps(hand) as f64 / (4.0 * f64::from(self.places) + 3.0);
        self.kinds.value(hand) as f64 + pot * full * full * full * full
    }

    /// How much more a hand is worth after it gave a stone of one kind for one of another, in coins.
    fn gain(&self, state: &State, hand: Counts, gives: Kind, gets: Kind) -> f64 {
        self.hand_value(state, after(hand, gives, gets)) - self.hand_value(state, hand)
    }

    /// The coins that each seat can expect. A pending offer counts as answered in the answering player's interest.
    pub(super) fn expectations(&self, state: &State, expectations: &mut [i64]) {
        for (expected, coins) in expectations.iter_mut().zip(state.coins) {
            *expected = coins;
        }
        // A hand that was just dealt has no information yet.
        if state.phase == Phase::Over || state.phase == Phase::Turn && state.turns == 0 {
            return;
        }
        let mut hands = self.hands(state);
        if let Phase::Answer(offer) = state.phase
            && let Some(asked) = self.sensible_answer(state, offer, hands[offer.to as usize])
        {
            let given = state.stone(state.mover, offer.give).kind;
            hands[state.mover as usize] = after(hands[state.mover as usize], given, asked);
            hands[offer.to as usize] = after(hands[offer.to as usize], asked, given);
        }
        let outlook = self.outlook(state, hands);
        for (seat, expected) in expectations.iter_mut().enumerate() {
            *expected = outlook.expected(seat) as i64;
        }
    }

    /// The stones of each seat, counted by kind.
    pub(super) fn hands(&self, state: &State) -> [Counts; MAX_SEATS] {
        let mut hands = [[0; KINDS]; MAX_SEATS];
        for seat in 0..self.seats {
            hands[seat as usize] = state.counts(seat, self.places);
        }
        hands
    }

    /// The expected result of these hands, by seat.
    pub(super) fn outlook(&self, state: &State, hands: [Counts; MAX_SEATS]) -> Outlook<'_> {
        let mut outlook = Outlook {
            rules: self,
            hands,
            weight_of: &self.bonus_weights[state.counter.min(self.knobs.trades_per_hand) as usize],
            coins: [0.0; MAX_SEATS],
            weights: [0.0; MAX_SEATS],
            bonus: (self.knobs.bonus + state.carried) as f64,
        };
        for (seat, hand) in hands[..self.seats as usize].iter().enumerate() {
            outlook.coins[seat] = (state.coins[seat] + self.kinds.value(*hand)) as f64;
            outlook.weights[seat] = outlook.weight_of[self.steps(*hand)];
        }
        outlook
    }

    /// The kind that the asked player gives, if it is in their interest to accept.
    pub(super) fn sensible_answer(&self, state: &State, offer: Offer, hand: Counts) -> Option<Kind> {
        let gets = state.stone(state.mover, offer.give).kind;
        let gain = |gives: Kind| self.gain(state, hand, gives, gets);
        if offer.asked != RequestedStone::Any {
            return self.asked_kind(state, offer).filter(|gives| gain(*gives) > 0.0);
        }
        let can_give = self.hidden().map(|place| state.stone(offer.to, place).kind).filter(|kind| *kind != gets);
        let best = can_give.max_by(|a, b| gain(*a).total_cmp(&gain(*b)));
        best.filter(|gives| gain(*gives) > 0.0)
    }
}

/// Exclusive upper bound of `steps()`.
const STEPS: usize = 4 * MAX_STONES_EACH + KINDS;

/// The relative weight of a hand for winning the bonus, by the trade counter and the hand's steps.
pub(super) type BonusWeights = Vec<[f64; STEPS]>;

/// The weights of the bonus: the nearer the end, the more a lead counts; a stone more makes the bonus two to sixteen
/// times as likely.
pub(super) fn bonus_weights(trades_per_hand: u8) -> BonusWeights {
    let at = |counter: u8| {
        let step = 1.2 + 0.8 * f64::from(counter) / f64::from(trades_per_hand);
        let mut weights = [1.0; STEPS];
        for steps in 1..STEPS {
            weights[steps] = weights[steps - 1] * step;
        }
        weights
    };
    (0..=trades_per_hand).map(at).collect()
}

/// The expected results of all seats, by their hands.
#[derive(Clone, Copy)]
pub(super) struct Outlook<'a> {
    rules: &'a TavernStones,
    /// The stones of each seat, by kind.
    pub(super) hands: [Counts; MAX_SEATS],
    /// The relative weight of a hand for winning the bonus, by its steps.
    weight_of: &'a [f64; STEPS],
    /// The coins of each seat, and those of its stones.
    coins: [f64; MAX_SEATS],
    /// The relative weight of each seat for winning the bonus.
    weights: [f64; MAX_SEATS],
    /// The value of the bonus, in coins.
    pub(super) bonus: f64,
}

impl Outlook<'_> {
    /// The expected coins of a seat: its own, those of its stones, and its share of the bonus by its hand's
    /// completeness beside the others.
    pub(super) fn expected(&self, seat: usize) -> f64 {
        let all: f64 = self.weights.iter().sum();
        self.coins[seat] + self.bonus * self.weights[seat] / all
    }

    /// The expected coins of a seat less those of the best other one.
    pub(super) fn margin(&self, seat: u8) -> f64 {
        let others = (0..self.rules.seats).filter(|other| *other != seat).map(|other| self.expected(other.into()));
        self.expected(seat.into()) - others.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The outlook after a trade between two seats; after half a trade, where the other has no such stone.
    pub(super) fn after(&self, by: u8, gives: Kind, to: u8, gets: Kind) -> Self {
        let mut next = *self;
        next.exchange(by, gives, gets);
        if self.hands[to as usize][gets as usize] > 0 {
            next.exchange(to, gets, gives);
        }
        next
    }

    fn exchange(&mut self, seat: u8, gives: Kind, gets: Kind) {
        let (seat, kinds) = (seat as usize, &self.rules.kinds);
        self.hands[seat] = after(self.hands[seat], gives, gets);
        self.coins[seat] += (kinds.coins[gets as usize] - kinds.coins[gives as usize]) as f64;
        self.weights[seat] = self.weight_of[self.rules.steps(self.hands[seat])];
    }
}

/// A hand after it gave a stone of one kind for one of another.
const fn after(mut hand: Counts, gives: Kind, gets: Kind) -> Counts {
    hand[gives as usize] -= 1;
    hand[gets as usize] += 1;
    hand
}
