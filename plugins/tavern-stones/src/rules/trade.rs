//! The application of actions, and the next turn.

use super::TavernStones;
use crate::hooks::{Hook, KindByName, RequestedKind, TurnEnd};
use crate::knobs::{AfterDenial, CountedTurns};
use crate::moves::{Move, RequestedStone};
use crate::state::{NOBODY, Offer, Phase, Place, State};
use stonehouse_plugin::{GameError, Seat};

impl TavernStones {
    /// Applies a legal move, of which house rules are notified.
    pub(super) fn play(&self, state: &mut State, chosen: Move) -> Result<(), GameError> {
        self.notify_move(state, chosen);
        let by = state.mover;
        match (chosen, state.phase) {
            (Move::Offer { give, to, asked }, _) => {
                // The stone offered is shown to all, whatever the answer is.
                state.stones[by as usize][give as usize].show();
                state.phase = Phase::Answer(Offer { give, to, asked });
                Ok(())
            }
            (Move::Force { give, to, take }, _) => {
                self.lay_force_stone(state, to)?;
                self.exchange(state, give, to, take, false);
                self.end_turn(state, TurnEnd::Forced, to, by)
            }
            (Move::Pass, _) => self.end_turn(state, TurnEnd::Passed, self.left_of(by), NOBODY),
            (Move::Accept, Phase::Answer(offer)) => {
                let take = match offer.asked {
                    RequestedStone::Visible(take) => Some(take),
                    RequestedStone::Hidden(kind) => self.given(state, offer.to, kind),
                    RequestedStone::Any => None,
                };
                self.exchange(state, offer.give, offer.to, take.ok_or(GameError::Illegal)?, false);
                self.end_turn(state, TurnEnd::Traded, offer.to, by)
            }
            (Move::Give { place }, Phase::Answer(offer)) => {
                self.exchange(state, offer.give, offer.to, place, true);
                self.end_turn(state, TurnEnd::Traded, offer.to, by)
            }
            (Move::Deny, Phase::Answer(offer)) => self.end_denied(state, offer.to),
            _ => Err(GameError::Illegal),
        }
    }

    /// Puts the mover's force stone onto the board of the forced player; the mover pays for it.
    pub(super) fn lay_force_stone(&self, state: &mut State, to: u8) -> Result<(), GameError> {
        if self.house.uses(Hook::force_cost) {
            state.coins[state.mover as usize] -= self.force_cost(state, to)?;
        }
        state.force_stones[state.mover as usize] -= 1;
        state.forced[state.mover as usize][to as usize] += 1;
        Ok(())
    }

    /// Notifies house rules of a legal move that is about to be played.
    fn notify_move(&self, state: &State, chosen: Move) {
        let (by, kind) = (Seat(state.mover), |place| state.stone(state.mover, place).kind);
        let traded = |give, to, got, force| {
            self.house.trade_made(by, Seat(to), KindByName(kind(give)), RequestedKind(got), force);
        };
        match (chosen, state.phase) {
            (Move::Offer { give, to, asked }, _) => {
                let asks = match asked {
                    RequestedStone::Visible(take) => Some(state.stone(to, take).kind),
                    RequestedStone::Hidden(kind) => Some(kind),
                    RequestedStone::Any => None,
                };
                let of_hidden = !matches!(asked, RequestedStone::Visible(_));
                self.house.trade_offered(by, Seat(to), KindByName(kind(give)), RequestedKind(asks), of_hidden);
            }
            (Move::Force { give, to, take }, _) => {
                self.house.trade_forced(by, Seat(to));
                traded(give, to, Some(state.stone(to, take).kind), true);
            }
            (Move::Accept, Phase::Answer(offer)) => {
                traded(offer.give, offer.to, self.asked_kind(state, offer), false);
            }
            (Move::Give { place }, Phase::Answer(offer)) => {
                let stone = state.stone(offer.to, place);
                let comes_to_front = offer.give < self.knobs.visible_stones;
                let got = if comes_to_front { Some(stone.kind) } else { stone.public() };
                traded(offer.give, offer.to, got, false);
            }
            (Move::Deny, Phase::Answer(offer)) => self.house.trade_denied(by, Seat(offer.to)),
            (Move::Pass, _) => self.house.passed(by),
            _ => {}
        }
    }

    /// Ends the turn with a denial by the asked player.
    pub(super) fn end_denied(&self, state: &mut State, asked: u8) -> Result<(), GameError> {
        let next = match self.knobs.after_denial {
            AfterDenial::Asked => asked,
            AfterDenial::Left => self.left_of(state.mover),
        };
        self.end_turn(state, TurnEnd::Denied, next, NOBODY)
    }

    const fn left_of(&self, seat: u8) -> u8 {
        (seat + 1) % self.seats
    }

    /// The stone that a seat gives of its hidden ones of a kind: one that everybody knows, if there is one; otherwise a
    /// random one, so that the place reveals nothing of the others.
    fn given(&self, state: &mut State, seat: u8, kind: u8) -> Option<Place> {
        let of_kind = |place: &Place| state.stone(seat, *place).kind == kind;
        let public = self.hidden().filter(of_kind).find(|place| state.stone(seat, *place).public().is_some());
        let count = self.hidden().filter(of_kind).count() as u32;
        public.or_else(|| {
            let chosen = if count > 1 { state.rng.below(count) } else { 0 };
            let of_kind = |place: &Place| state.stone(seat, *place).kind == kind;
            self.hidden().filter(of_kind).nth(chosen as usize)
        })
    }

    /// Exchanges two stones; each takes the place, visible or hidden, of the other. The mover's was shown to all. The
    /// other one was asked for by its kind, or, in a blind request, only giver and receiver see it: the other players
    /// learn that the two are not alike.
    pub(super) fn exchange(&self, state: &mut State, give: Place, to: u8, take: Place, blind: bool) {
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

    /// The seat whose turn is next; by the rules of the game it is `next`.
    fn next_player(&self, state: &State, turn: TurnEnd, next: u8) -> Result<u8, GameError> {
        if !self.house.uses(Hook::next_player) {
            return Ok(next);
        }
        let (by, first) = (Seat(state.mover), Seat(state.first));
        let chosen = self.house.next_player(state, by, turn, first, next.into())?;
        Ok(u8::try_from(chosen).ok().filter(|seat| *seat < self.seats).unwrap_or(next))
    }

    /// Counts the turn and begins the next one, or ends the hand.
    pub(super) fn end_turn(&self, state: &mut State, turn: TurnEnd, next: u8, barred: u8) -> Result<(), GameError> {
        let only_trades = self.knobs.counts == CountedTurns::TradesOnly;
        state.turns = state.turns.saturating_add(1);
        state.passes = if turn == TurnEnd::Passed { state.passes + 1 } else { 0 };
        if matches!(turn, TurnEnd::Traded | TurnEnd::Forced) || !only_trades {
            state.counter += 1;
        }
        let stuck = only_trades && (state.passes >= self.seats || state.turns >= self.knobs.longest_hand);
        if stuck || state.counter >= self.knobs.trades_per_hand {
            return self.end_hand(state);
        }
        (state.mover, state.barred) = (self.next_player(state, turn, next)?, barred);
        if state.mover != next {
            state.barred = NOBODY;
        }
        state.phase = Phase::Turn;
        Ok(())
    }
}
