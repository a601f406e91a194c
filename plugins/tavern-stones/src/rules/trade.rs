//! What actions do, and whose turn is next.

use super::TavernStones;
use crate::knobs::{AfterDenial, Counts};
use crate::moves::{Asked, Move};
use crate::position::{NOBODY, Offer, Phase, Place, Position};
use stonehouse_plugin_api::Fault;

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// With a trade.
    Traded,
    /// With a denial.
    Denied,
    /// With a pass.
    Passed,
}

impl TavernStones {
    /// Does what a legal move says.
    pub(super) fn play(&self, state: &mut Position, chosen: Move) -> Result<(), Fault> {
        let by = state.mover;
        match (chosen, state.phase) {
            (Move::Offer { give, to, asked }, _) => {
                // The stone offered is held out for all to see, whatever becomes of the offer.
                state.stones[by as usize][give as usize].show();
                state.phase = Phase::Answer(Offer { give, to, asked });
                Ok(())
            }
            (Move::Force { give, to, take }, _) => {
                Self::lay_force_stone(state, to);
                self.exchange(state, give, to, take, false);
                self.end_turn(state, Turn::Traded, to, by)
            }
            (Move::Pass, _) => self.end_turn(state, Turn::Passed, self.left_of(by), NOBODY),
            (Move::Accept, Phase::Answer(offer)) => {
                let take = match offer.asked {
                    Asked::Visible(take) => Some(take),
                    Asked::Hidden(kind) => self.given(state, offer.to, kind),
                    Asked::Any => None,
                };
                self.exchange(state, offer.give, offer.to, take.ok_or(Fault::Illegal)?, false);
                self.end_turn(state, Turn::Traded, offer.to, by)
            }
            (Move::Give { place }, Phase::Answer(offer)) => {
                self.exchange(state, offer.give, offer.to, place, true);
                self.end_turn(state, Turn::Traded, offer.to, by)
            }
            (Move::Deny, Phase::Answer(offer)) => self.end_denied(state, offer.to),
            _ => Err(Fault::Illegal),
        }
    }

    /// The mover's force stone goes onto the board of whoever is forced.
    pub(super) const fn lay_force_stone(state: &mut Position, to: u8) {
        state.force_stones[state.mover as usize] -= 1;
        state.forced[state.mover as usize][to as usize] += 1;
    }

    /// The turn ends with a denial by the asked player.
    pub(super) fn end_denied(&self, state: &mut Position, asked: u8) -> Result<(), Fault> {
        let next = match self.knobs.after_denial {
            AfterDenial::Asked => asked,
            AfterDenial::Left => self.left_of(state.mover),
        };
        self.end_turn(state, Turn::Denied, next, NOBODY)
    }

    const fn left_of(&self, seat: u8) -> u8 {
        (seat + 1) % self.seats
    }

    /// Of a seat's hidden stones of a kind, the one that it gives: one that everybody knows, if there is one; otherwise chance decides, so
    /// that the place tells nothing of the others.
    fn given(&self, state: &mut Position, seat: u8, kind: u8) -> Option<Place> {
        let of_kind = |place: &Place| state.stone(seat, *place).kind == kind;
        let public = self.hidden().filter(of_kind).find(|place| state.stone(seat, *place).public().is_some());
        let count = self.hidden().filter(of_kind).count() as u32;
        public.or_else(|| {
            let chosen = if count > 1 { state.rng.below(count) } else { 0 };
            let of_kind = |place: &Place| state.stone(seat, *place).kind == kind;
            self.hidden().filter(of_kind).nth(chosen as usize)
        })
    }

    /// Two stones change places; each takes the place, visible or hidden, of the other. The mover's was shown to all. The other one was
    /// asked for by its kind, or, in a blind request, only giver and receiver see it: the rest learn that the two are not alike.
    pub(super) fn exchange(&self, state: &mut Position, give: Place, to: u8, take: Place, blind: bool) {
        let by = state.mover;
        let (mut given, mut taken) = (state.stone(by, give), state.stone(to, take));
        given.show();
        if blind && give >= self.knobs.visible_stones {
            taken.may_be &= !(1 << given.kind);
            taken.known_to |= 1 << by | 1 << to;
        } else {
            taken.show();
        }
        state.stones[by as usize][give as usize] = taken;
        state.stones[to as usize][take as usize] = given;
    }

    /// The turn is counted; the next one begins, or the hand is over.
    pub(super) fn end_turn(&self, state: &mut Position, turn: Turn, next: u8, barred: u8) -> Result<(), Fault> {
        let only_trades = self.knobs.counts == Counts::TradesOnly;
        state.turns = state.turns.saturating_add(1);
        state.passes = if turn == Turn::Passed { state.passes + 1 } else { 0 };
        if turn == Turn::Traded || !only_trades {
            state.counter += 1;
        }
        let stuck = only_trades && (state.passes >= self.seats || state.turns >= self.knobs.longest_hand);
        if stuck || state.counter >= self.knobs.trades_per_hand {
            return self.end_hand(state);
        }
        state.mover = next;
        state.barred = barred;
        state.phase = Phase::Turn;
        Ok(())
    }
}
