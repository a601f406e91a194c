//! Cards that substitute for others when a StoneRow is built: where house rules name a wild rank.

use super::StoneRow;
use crate::cards::{Cards, each, first};
use crate::moves::Move;
use crate::rows::{MAX_SET, MIN_RUN, RowKind};
use crate::state::State;
use stonehouse_plugin::{Actions, GameError, Seat};

impl StoneRow {
    /// Builds with one wild card. The same cards make the same StoneRow only once: in a run the wild card substitutes
    /// for the one that is missing in the middle or at the top, and for the lowest only where no rank follows.
    pub(super) fn push_wild_builds(&self, state: &State, seat: u8, actions: &mut Actions<'_>) -> Result<(), GameError> {
        let rank = self.house.wild_rank(state, Seat(seat), 0)?;
        if !(1..=i64::from(self.deck.ranks)).contains(&rank) {
            return Ok(());
        }
        let wild = rank as u8 - 1;
        let hand = state.hands[seat as usize] & self.deck.suited;
        let wilds = hand & self.deck.of_rank(wild);
        if wilds == 0 {
            return Ok(());
        }
        self.wild_sets(state, hand, (wild, wilds), actions)?;
        self.wild_runs(state, hand, wilds, actions)
    }

    fn wild_sets(
        &self,
        state: &State,
        hand: Cards,
        (wild_rank, wilds): (u8, Cards),
        actions: &mut Actions<'_>,
    ) -> Result<(), GameError> {
        let deck = &self.deck;
        let wild = wilds.trailing_zeros() as u8;
        for rank in (0..deck.ranks).filter(|rank| *rank != wild_rank) {
            let held = (hand >> (rank * deck.colours)) as u8 & first(deck.colours.into()) as u8;
            for colours in 1..=held {
                let count = colours.count_ones() as u8 + 1;
                if colours & !held == 0 && count <= MAX_SET && self.may_build(state, RowKind::Set, count, rank)? {
                    actions.push(Move::WildSet { rank, colours, wild }.action());
                }
            }
        }
        Ok(())
    }

    fn wild_runs(&self, state: &State, hand: Cards, wilds: Cards, actions: &mut Actions<'_>) -> Result<(), GameError> {
        let deck = &self.deck;
        let holds = |rank: u8, colour: u8| hand >> deck.card(rank, colour) & 1 == 1;
        for low in 0..deck.ranks {
            for colour in 0..deck.colours {
                for len in MIN_RUN..=self.knobs.max_run.min(deck.ranks - low) {
                    let mut lacking = (0..len).filter(|place| !holds(low + place, colour));
                    let (Some(missing), None) = (lacking.next(), lacking.next()) else { continue };
                    let run = (low..low + len).fold(0, |cards, rank| cards | 1 << deck.card(rank, colour));
                    let alone = missing > 0 || low + len == deck.ranks;
                    let Some(wild) = each(wilds & !run).next().filter(|_| alone) else { continue };
                    if self.may_build(state, RowKind::Run, len, low)? {
                        actions.push(Move::WildRun { low, colour, len, missing, wild }.action());
                    }
                }
            }
        }
        Ok(())
    }
}
