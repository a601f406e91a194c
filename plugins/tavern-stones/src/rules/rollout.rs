//! A hand played on as bots play it, as a sample for the tree search.
//!
//! Nobody sees the others' hidden stones, and most offers are denied. Hands in which everybody finds every trade that
//! both sides gain by end far from how they are played, and reveal less of a position than
//! [`expectations`](TavernStones::expectations) do. So the mover weighs each possible request by the probability that
//! the stone is there and the offer accepted, and adds a random noise to each trade; forces come early; and the asked
//! player looks at the margin. The figures below make the turns of a hand trades, denials and forces about as often as
//! they are between greedy bots.
//!
//! A rollout is judged by how well it predicts, before any match is played with it (`tests/all/bots.rs`). Forecasts of
//! the coins of a hand were off by 51 with rollouts in which everybody finds every trade, by 54 with a hand's plain
//! average, by 43 with the prospects, and by 40 with these rollouts.

use super::TavernStones;
use super::valuation::Outlook;
use crate::hooks::{KindByName, RequestedKind, TurnEnd};
use crate::kinds::{Counts, KINDS, Kind, each};
use crate::moves::{Move, RequestedStone};
use crate::state::{Offer, Phase, State};
use stonehouse_plugin::{GameError, Pause, Rng, Seat};

/// The estimated probability that an offer is accepted, if the stone asked for is there.
const ACCEPTED: f64 = 0.35;

/// The largest noise, as a part of the bonus.
const MAX_NOISE: f64 = 2.0 / 3.0;

/// The percentage of offers that are denied although the asked player gains by them: no player sees the whole gain.
const DENIED: u32 = 40;

/// A trade by kinds.
#[derive(Clone, Copy)]
struct Trade {
    to: u8,
    gives: Kind,
    gets: Kind,
    force: bool,
}

impl TavernStones {
    /// Plays on to the end of the hand, or to a pause. Returns the number of actions, and whether it reached the end.
    /// House rules that forbid single trades are not called: a rollout only has to distinguish hands.
    pub(super) fn play_on(
        &self,
        state: &mut State,
        draws: &mut Rng,
        pause: &mut Pause<'_>,
    ) -> Result<(u32, bool), GameError> {
        let (hand, mut played) = (state.hand, 0);
        while state.phase != Phase::Over && state.hand == hand {
            if played > 0 && pause.is_due() {
                return Ok((played, false));
            }
            played += 1;
            let outlook = self.outlook(state, self.hands(state));
            if let Phase::Answer(offer) = state.phase {
                match self.answer(state, &outlook, offer) {
                    Some(trade) => {
                        self.notify_trade(state, trade);
                        self.swap(state, trade)?;
                    }
                    None => self.play(state, Move::Deny)?,
                }
                continue;
            }
            match self.best_trade(state, &outlook, draws)? {
                None => self.play(state, Move::Pass)?,
                Some(trade) if trade.force => {
                    self.house.trade_forced(Seat(state.mover), Seat(trade.to));
                    self.notify_trade(state, trade);
                    self.lay_force_stone(state, trade.to)?;
                    self.swap(state, trade)?;
                }
                Some(trade) if self.agrees(state, &outlook, trade) && draws.below(100) >= DENIED => {
                    self.notify_offer(state, trade);
                    self.notify_trade(state, trade);
                    self.swap(state, trade)?;
                }
                Some(trade) => {
                    self.notify_offer(state, trade);
                    self.house.trade_denied(Seat(state.mover), Seat(trade.to));
                    self.end_denied(state, trade.to)?;
                }
            }
        }
        Ok((played, true))
    }

    /// Notifies house rules of an offer, which is answered in the same step.
    fn notify_offer(&self, state: &State, trade: Trade) {
        let (by, to) = (Seat(state.mover), Seat(trade.to));
        let is_hidden = state.counts(trade.to, self.knobs.visible_stones)[trade.gets as usize] == 0;
        self.house.trade_offered(by, to, KindByName(trade.gives), RequestedKind(Some(trade.gets)), is_hidden);
    }

    /// Notifies house rules of a trade that is about to be made.
    fn notify_trade(&self, state: &State, trade: Trade) {
        let (by, to) = (Seat(state.mover), Seat(trade.to));
        self.house.trade_made(by, to, KindByName(trade.gives), RequestedKind(Some(trade.gets)), trade.force);
    }

    /// The trade of an offer, if the asked player accepts.
    fn answer(&self, state: &State, outlook: &Outlook<'_>, offer: Offer) -> Option<Trade> {
        let trade = |gets| Trade { to: offer.to, gives: state.stone(state.mover, offer.give).kind, gets, force: false };
        if offer.asked == RequestedStone::Any {
            return self.sensible_answer(state, offer, outlook.hands[offer.to as usize]).map(trade);
        }
        self.asked_kind(state, offer).map(trade).filter(|trade| self.agrees(state, outlook, *trade))
    }

    /// Whether the asked player has the stone and gains by the trade, in their hand and in margin.
    fn agrees(&self, state: &State, outlook: &Outlook<'_>, trade: Trade) -> bool {
        let Trade { to, gives, gets, .. } = trade;
        let hand = outlook.hands[to as usize];
        hand[gets as usize] > 0
            && self.would_gain(hand, gets, gives)
            && outlook.after(state.mover, gives, to, gets).margin(to) > outlook.margin(to)
    }

    /// The trade that the mover tries: the one with the greatest estimated gain plus a random noise.
    fn best_trade(&self, state: &State, outlook: &Outlook<'_>, draws: &mut Rng) -> Result<Option<Trade>, GameError> {
        let by = state.mover;
        let own = outlook.hands[by as usize];
        let now = outlook.margin(by);
        let may_force = state.force_stones[by as usize] > 0;
        let mut best: Option<(f64, Trade)> = None;
        for to in self.partners(state) {
            let (visible, likely) = self.seen(state, by, to);
            let forceable =
                may_force && state.forced_upon(to) < self.knobs.forces_upon && self.can_pay_force(state, to)?;
            for gives in self.kinds.each().filter(|kind| own[*kind as usize] > 0) {
                for gets in self.kinds.each().filter(|gets| likely[*gets as usize] > 0.0) {
                    if !self.would_gain(own, gives, gets) {
                        continue;
                    }
                    let gain = outlook.after(by, gives, to, gets).margin(by) - now;
                    if gain <= 0.0 {
                        continue;
                    }
                    let mut consider = |sure: f64, force| {
                        let noise = outlook.bonus * MAX_NOISE * f64::from(draws.below(100)) / 100.0;
                        let worth = gain * sure + noise;
                        if best.is_none_or(|(most, _)| worth > most) {
                            best = Some((worth, Trade { to, gives, gets, force }));
                        }
                    };
                    if forceable && visible[gets as usize] > 0 {
                        consider(1.0, true);
                    }
                    consider(ACCEPTED * likely[gets as usize], false);
                }
            }
        }
        Ok(best.map(|(_, trade)| trade))
    }

    /// The visible stones of another seat by kind, and how likely it seems to `by` to have any of each kind.
    fn seen(&self, state: &State, by: u8, to: u8) -> (Counts, [f64; KINDS]) {
        let visible = state.counts(to, self.knobs.visible_stones);
        let mut lacks = visible.map(|count| if count > 0 { 0.0 } else { 1.0 });
        for place in self.hidden() {
            let stone = state.stone(to, place);
            if stone.is_known_to(by) {
                lacks[stone.kind as usize] = 0.0;
            } else {
                let other = 1.0 - 1.0 / f64::from(stone.may_be.count_ones());
                each(stone.may_be).for_each(|kind| lacks[kind as usize] *= other);
            }
        }
        (visible, lacks.map(|lacks| 1.0 - lacks))
    }

    /// The mover and another exchange the first stones of these kinds.
    fn swap(&self, state: &mut State, trade: Trade) -> Result<(), GameError> {
        let by = state.mover;
        let place = |state: &State, seat: u8, kind: Kind| {
            (0..self.places).find(|place| state.stone(seat, *place).kind == kind).ok_or(GameError::Illegal)
        };
        let (give, take) = (place(state, by, trade.gives)?, place(state, trade.to, trade.gets)?);
        self.exchange(state, give, trade.to, take, false);
        let how = if trade.force { TurnEnd::Forced } else { TurnEnd::Traded };
        self.end_turn(state, how, trade.to, by)
    }
}
