//! Random play for searching bots that bids likely counts and doubts unlikely ones.

use crate::rules::{Bid, LiarsDice, State};
use stonehouse_plugin::{BotHelp, GameError, Rng, Seat};

impl BotHelp for LiarsDice {
    /// Plays on to the end of the round: another roll follows, and the remaining dice show which player is ahead.
    fn rollout(&self, state: &mut State, draws: &mut Rng) -> Result<(), GameError> {
        let round = state.round;
        while state.round == round && !self.is_over(state) {
            match state.bid {
                Some((bid, bidder)) if self.doubts(state, bid, draws) || !self.may_raise(state) => {
                    self.challenge(state, bid, bidder);
                }
                current => {
                    let best = self.favourite(state, state.mover, draws);
                    let next = match current {
                        None => Bid { count: 1 + draws.below(u32::from(state.all_dice()) / 3 + 1) as u8, face: best },
                        Some((bid, _)) if best > bid.face => Bid { count: bid.count, face: best },
                        Some((bid, _)) => Bid { count: bid.count + 1, face: best },
                    };
                    self.bid(state, next);
                }
            }
        }
        Ok(())
    }
}

impl LiarsDice {
    /// Whether the mover finds a bid hard to believe, give or take a die.
    fn doubts(&self, state: &State, bid: Bid, draws: &mut Rng) -> bool {
        let own = state.cup(state.mover);
        let fitting = own.iter().filter(|die| self.fits(**die, bid.face)).count() as u32;
        let others = u32::from(state.all_dice()) - own.len() as u32;
        let chances = if self.wild && bid.face != 1 { 2 } else { 1 };
        // In sixths of a die, so that no fraction decides.
        let expected = 6 * fitting + others * chances;
        6 * u32::from(bid.count) > expected + draws.below(13)
    }

    /// The face of which a seat has most, or now and then any other: a bluff.
    fn favourite(&self, state: &State, seat: Seat, draws: &mut Rng) -> u8 {
        if draws.below(5) == 0 {
            return draws.below(6) as u8 + 1;
        }
        let count = |face: u8| state.cup(seat).iter().filter(|die| self.fits(**die, face)).count();
        (1..=6).max_by_key(|face| count(*face)).unwrap_or(6)
    }
}
