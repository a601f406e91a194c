//! Help for bots: the amounts to try, and rollouts that mostly call.

use crate::rules::{Holdem, State};
use stonehouse_plugin::{BotHelp, GameError, Rng};

/// The amounts worth trying, in this order always, with their names: the least raise, half the pot, the pot,
/// everything.
pub(crate) fn amounts(state: &State, least: i64, most: i64) -> [(i64, &'static str); 4] {
    let called = state.bets[0].max(state.bets[1]);
    let pot = state.whole_pot() + state.to_pay().max(0);
    [
        (least, "Least"),
        ((called + pot / 2).clamp(least, most), "Half pot"),
        ((called + pot).clamp(least, most), "Pot"),
        (most, "All in"),
    ]
}

impl BotHelp for Holdem {
    /// Plays on to the end of the hand, mostly checking and calling: the cards decide.
    fn rollout(&self, state: &mut State, draws: &mut Rng) -> Result<(), GameError> {
        let hand = state.hand;
        while !state.over && state.hand == hand {
            match (draws.below(10), self.raise_to(state)) {
                (0, Some((least, most))) => self.raise(state, amounts(state, least, most)[draws.below(4) as usize].0),
                (1 | 2, _) if state.to_pay() > 0 => self.fold(state),
                _ => self.call(state),
            }
        }
        Ok(())
    }

    /// Chips, those in the pot with the player who paid them: the next hand's blinds are no loss yet.
    fn prospects(&self, state: &State, prospects: &mut [i64]) {
        for ((chips, stack), bet) in prospects.iter_mut().zip(state.stacks).zip(state.bets) {
            *chips = stack + bet + state.pot / 2;
        }
    }
}
