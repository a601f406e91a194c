//! Random play, swiftly: the choice is taken out of the list of legal actions without writing it down.

use super::TavernStones;
use crate::hooks::Hook;
use crate::kinds::{KINDS, Kind};
use crate::knobs::HiddenRequest;
use crate::moves::{Move, RequestedStone};
use crate::state::{MAX_SEATS, Offer, Phase, Place, State, Stone};
use stonehouse_plugin::{GameError, Pause, Rng, random_playout_until};

/// The number of possible trades in a turn for each kind given, in all and seat by seat.
struct Tally {
    /// Offers, for each kind given.
    offers: [u32; KINDS],
    /// Forced trades, for each kind given.
    forces: [u32; KINDS],
    /// Visible stones of another kind than the one given, by seat.
    visible: [[u32; KINDS]; MAX_SEATS],
}

impl TavernStones {
    /// The playout, up to a pause: the same choices as the plain loop's.
    pub(super) fn play_at_random(
        &self,
        state: &mut State,
        draws: &mut Rng,
        pause: &mut Pause<'_>,
    ) -> Result<u32, GameError> {
        if self.house.uses(Hook::may_trade) || self.house.uses(Hook::force_cost) {
            return random_playout_until(self, state, draws, pause);
        }
        let mut played = 0;
        loop {
            let chosen = match state.phase {
                Phase::Turn => self.random_turn(state, draws),
                Phase::Answer(offer) => self.random_answer(state, offer, draws),
                Phase::Over => return Ok(played),
            };
            self.play(state, chosen)?;
            played += 1;
            if pause.is_due() {
                return Ok(played);
            }
        }
    }

    fn random_turn(&self, state: &State, draws: &mut Rng) -> Move {
        let tally = self.tally(state);
        let stones = &state.stones[state.mover as usize][..self.places as usize];
        let count = |of: &[u32; KINDS]| stones.iter().map(|stone| of[stone.kind as usize]).sum::<u32>();
        let may_force = state.force_stones[state.mover as usize] > 0;
        let (offers, forces) = (count(&tally.offers), if may_force { count(&tally.forces) } else { 0 });
        let mut index = draws.below(offers + forces + 1);
        if index < offers {
            let (give, kind) = nth_place(stones, &tally.offers, &mut index);
            let (to, requests) = self.nth_partner(state, &tally, kind, &mut index);
            let visible = tally.visible[to as usize][kind as usize];
            let asked = if index < visible {
                RequestedStone::Visible(self.nth_visible(state, to, kind, index))
            } else if self.knobs.hidden_request == HiddenRequest::Blind {
                RequestedStone::Any
            } else {
                debug_assert!(index - visible < requests);
                let others = crate::kinds::each(self.kinds.in_play & !(1 << kind));
                RequestedStone::Hidden({ others }.nth((index - visible) as usize).unwrap_or_default())
            };
            return Move::Offer { give, to, asked };
        }
        index -= offers;
        if index < forces {
            let (give, kind) = nth_place(stones, &tally.forces, &mut index);
            for to in self.partners(state).filter(|to| state.forced_upon(*to) < self.knobs.forces_upon) {
                let visible = tally.visible[to as usize][kind as usize];
                if index < visible {
                    return Move::Force { give, to, take: self.nth_visible(state, to, kind, index) };
                }
                index -= visible;
            }
        }
        Move::Pass
    }

    fn tally(&self, state: &State) -> Tally {
        let mut tally = Tally { offers: [0; KINDS], forces: [0; KINDS], visible: [[0; KINDS]; MAX_SEATS] };
        let requests = self.requests_each();
        let may_force = state.force_stones[state.mover as usize] > 0;
        for to in self.partners(state) {
            let mut visible = [u32::from(self.knobs.visible_stones); KINDS];
            for stone in &state.stones[to as usize][..self.knobs.visible_stones as usize] {
                visible[stone.kind as usize] -= 1;
            }
            let forced = may_force && state.forced_upon(to) < self.knobs.forces_upon;
            for (kind, visible) in visible.into_iter().enumerate() {
                tally.offers[kind] += visible + requests;
                if forced {
                    tally.forces[kind] += visible;
                }
            }
            tally.visible[to as usize] = visible;
        }
        tally
    }

    /// The number of possible requests for another's hidden stones, for any stone offered.
    const fn requests_each(&self) -> u32 {
        match (self.knobs.hidden_stones, self.knobs.hidden_request) {
            (0, _) => 0,
            (_, HiddenRequest::Blind) => 1,
            (_, HiddenRequest::Kind) => self.kinds.in_play.count_ones() - 1,
        }
    }

    /// The seat that the choice is for; `index` then counts within that seat.
    fn nth_partner(&self, state: &State, tally: &Tally, kind: Kind, index: &mut u32) -> (u8, u32) {
        let requests = self.requests_each();
        let mut last = 0;
        for to in self.partners(state) {
            let here = tally.visible[to as usize][kind as usize] + requests;
            if *index < here {
                return (to, requests);
            }
            *index -= here;
            last = to;
        }
        (last, requests)
    }

    /// The place of the visible stone of that number among those of another kind.
    fn nth_visible(&self, state: &State, to: u8, kind: Kind, index: u32) -> Place {
        let stones = &state.stones[to as usize][..self.knobs.visible_stones as usize];
        let others = stones.iter().enumerate().filter(|(_, stone)| stone.kind != kind);
        { others }.nth(index as usize).map_or(0, |(place, _)| place as Place)
    }

    fn random_answer(&self, state: &State, offer: Offer, draws: &mut Rng) -> Move {
        if offer.asked == RequestedStone::Any {
            let gets = state.stone(state.mover, offer.give).kind;
            let can_give = || self.hidden().filter(|place| state.stone(offer.to, *place).kind != gets);
            let chosen = draws.below(can_give().count() as u32 + 1) as usize;
            return can_give().nth(chosen).map_or(Move::Deny, |place| Move::Give { place });
        }
        let answers = 1 + u32::from(self.asked_kind(state, offer).is_some());
        if draws.below(answers) + 1 < answers { Move::Accept } else { Move::Deny }
    }
}

/// The place of the chosen stone, and its kind; `index` then counts within that stone's trades.
fn nth_place(stones: &[Stone], of: &[u32; KINDS], index: &mut u32) -> (Place, Kind) {
    for (place, stone) in stones.iter().enumerate() {
        let here = of[stone.kind as usize];
        if *index < here {
            return (place as Place, stone.kind);
        }
        *index -= here;
    }
    (0, 0)
}
