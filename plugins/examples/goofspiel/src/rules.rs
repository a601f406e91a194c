//! Rounds, bids and prizes.

use crate::view;
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Chosen, Determinize, Game, GameError, Json, Manifest, Observer, Rng,
    RulesError, Scene, Seat, Seating, Setup, Simultaneous, Turn, json, knobs,
};

/// The most players.
pub(crate) const MAX_SEATS: usize = 5;
/// The most cards of a player.
const MAX_CARDS: usize = 15;

stonehouse_plugin::words! {
    /// The rule for a prize for which several have bid the highest card.
    pub enum Ties {
        /// It is discarded.
        Discard = "discard",
        /// It waits, and goes to the player who wins the next round.
        Carry = "carry",
    }
}

knobs! {
    /// The knobs of Goofspiel.
    pub struct Knobs {
        /// How many cards everybody holds, and how many prizes there are.
        pub cards: u8 = 13, in 2..=15;
        /// What becomes of a prize for which several have bid the highest card.
        pub ties: Ties = Ties::Discard;
    }
}

/// A compiled ruleset of Goofspiel.
pub struct Goofspiel {
    pub(crate) cards: u8,
    ties: Ties,
    pub(crate) seats: usize,
}

/// A position: between two rounds.
#[derive(Clone)]
pub struct State {
    /// The cards that each seat holds: bit `n` for the card `n`.
    pub(crate) hands: [u32; MAX_SEATS],
    /// The prizes, in the order in which they are turned up.
    prizes: [u8; MAX_CARDS],
    /// Rounds that are over.
    pub(crate) round: u8,
    /// Points carried over since a tie.
    pub(crate) carried: i64,
    pub(crate) scores: [i64; MAX_SEATS],
    /// The bid of each seat in the last round; 0 before the first.
    pub(crate) bids: [u8; MAX_SEATS],
    /// The winner of the last round.
    pub(crate) winner: Option<Seat>,
}

impl Goofspiel {
    /// The prize of this round; none when the game is over.
    pub(crate) fn prize(&self, state: &State) -> Option<u8> {
        (state.round < self.cards).then(|| state.prizes[state.round as usize])
    }

    /// The cards of a hand, from the lowest.
    pub(crate) fn held(&self, hand: u32) -> impl Iterator<Item = u8> + use<> {
        (1..=self.cards).filter(move |card| hand >> card & 1 == 1)
    }
}

impl Game for Goofspiel {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("goofspiel", "Goofspiel", env!("CARGO_PKG_VERSION"))
            .summary("Bid for prizes, all at once and in secret")
            .seats(2, MAX_SEATS as u8, 2)
            .rules(include_str!("../rules.md"))
            .manifest(
                Manifest::new()
                    .author("The Stonehouse authors")
                    .licence(env!("CARGO_PKG_LICENSE"))
                    .minutes(5, 10)
                    .weight(1),
            )
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self { cards: setup.knobs.cards, ties: setup.knobs.ties, seats: setup.seats.into() })
    }

    fn seating(&self) -> Seating {
        Seating::players(self.seats as u8)
    }

    fn deal(&self, seed: u64) -> Result<State, GameError> {
        let mut prizes = std::array::from_fn(|place| place as u8 + 1);
        Rng::from_seed(seed).shuffle(&mut prizes[..self.cards.into()]);
        let hand = (2 << self.cards) - 2;
        Ok(State {
            hands: std::array::from_fn(|seat| if seat < self.seats { hand } else { 0 }),
            prizes,
            round: 0,
            carried: 0,
            scores: [0; MAX_SEATS],
            bids: [0; MAX_SEATS],
            winner: None,
        })
    }

    fn turn(&self, state: &State) -> Turn {
        if state.round < self.cards { Turn::Together(Seat::all(self.seats).collect()) } else { Turn::Over }
    }

    /// None: no seat ever has the turn alone.
    fn legal_actions(&self, _state: &State, _actions: &mut Actions<'_>) -> Result<(), GameError> {
        Ok(())
    }

    fn apply(&self, _state: &mut State, _action: Action) -> Result<(), GameError> {
        Err(GameError::Illegal)
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        scores.copy_from_slice(&state.scores[..self.seats]);
    }

    fn scene(&self, state: &State, observer: Observer) -> Scene {
        view::scene(self, state, observer)
    }

    fn describe(&self, _state: &State, action: Action, _observer: Observer) -> ActionText {
        view::describe(action)
    }

    fn reveal(&self, state: &State) -> Json {
        json!({ "prizes": state.prizes[..self.cards as usize] })
    }
}

impl Simultaneous for Goofspiel {
    fn legal_actions_of(&self, state: &State, seat: Seat, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.round < self.cards {
            self.held(state.hands[seat.index()]).for_each(|card| actions.push(Action(card.into())));
        }
        Ok(())
    }

    fn resolve(&self, state: &mut State, chosen: &[Chosen<'_>]) -> Result<(), GameError> {
        let Some(prize) = self.prize(state) else { return Err(GameError::Illegal) };
        let legal = |chosen: &Chosen<'_>| {
            (1..=u32::from(self.cards)).contains(&chosen.action.0)
                && state.hands[chosen.seat.index()] >> chosen.action.0 & 1 == 1
        };
        if chosen.len() != self.seats || !chosen.iter().all(legal) {
            return Err(GameError::Illegal);
        }
        for Chosen { seat, action, .. } in chosen {
            state.hands[seat.index()] &= !(1 << action.0);
            state.bids[seat.index()] = action.0 as u8;
        }
        let bids = &state.bids[..self.seats];
        let highest = bids.iter().max().copied().unwrap_or_default();
        let mut first = Seat::all(self.seats).filter(|seat| bids[seat.index()] == highest);
        state.winner = first.next().filter(|_| first.next().is_none());
        let worth = i64::from(prize) + state.carried;
        state.carried = 0;
        match state.winner {
            Some(winner) => state.scores[winner.index()] += worth,
            None if self.ties == Ties::Carry => state.carried = worth,
            None => {}
        }
        state.round += 1;
        Ok(())
    }
}

impl Determinize for Goofspiel {
    /// Shuffles the prizes to come, whose order nobody knows; the one turned up is known.
    fn determinize(&self, state: &mut State, _observer: Seat, seed: u64) {
        let turned_up = usize::from(state.round + 1).min(self.cards.into());
        Rng::from_seed(seed).shuffle(&mut state.prizes[turned_up..self.cards.into()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::Seats;

    fn played(ties: Ties, rounds: &[[u32; 3]]) -> (Goofspiel, State) {
        let rules = Goofspiel { cards: 5, ties, seats: 3 };
        let mut state = rules.deal(7).unwrap();
        state.prizes[..5].copy_from_slice(&[4, 1, 5, 2, 3]);
        for round in rounds {
            bid(&rules, &mut state, round).unwrap();
        }
        (rules, state)
    }

    fn bid(rules: &Goofspiel, state: &mut State, cards: &[u32]) -> Result<(), GameError> {
        let chosen: Vec<Chosen<'_>> = Seat::all(cards.len())
            .zip(cards)
            .map(|(seat, card)| Chosen { seat, action: Action(*card), values: &[] })
            .collect();
        rules.resolve(state, &chosen)
    }

    #[test]
    fn the_highest_card_takes_the_prize_and_all_cards_are_spent() {
        let (rules, state) = played(Ties::Discard, &[[5, 1, 2]]);
        assert_eq!((state.scores[..3].to_vec(), state.winner), (vec![4, 0, 0], Some(Seat(0))));
        assert_eq!(rules.held(state.hands[1]).collect::<Vec<_>>(), [2, 3, 4, 5]);
    }

    #[test]
    fn a_tie_for_the_highest_card_discards_or_carries_the_prize() {
        for (ties, scores) in [(Ties::Discard, [0, 0, 1]), (Ties::Carry, [0, 0, 5])] {
            let (_, state) = played(ties, &[[5, 5, 1], [1, 2, 3]]);
            assert_eq!(state.scores[..3], scores);
        }
    }

    #[test]
    fn a_card_that_is_not_held_cannot_be_bid() {
        let (rules, mut state) = played(Ties::Discard, &[[5, 1, 2]]);
        for cards in [&[5, 2, 3][..], &[0, 2, 3], &[6, 2, 3], &[1, 2]] {
            assert_eq!(bid(&rules, &mut state, cards), Err(GameError::Illegal), "{cards:?}");
        }
    }

    #[test]
    fn the_game_ends_when_all_cards_are_played_and_the_most_points_win() {
        let (rules, state) = played(Ties::Discard, &[[5, 1, 2], [1, 2, 3], [4, 5, 1], [2, 3, 4], [3, 4, 5]]);
        assert_eq!((rules.turn(&state), state.scores[..3].to_vec()), (Turn::Over, vec![4, 5, 6]));
        assert_eq!(rules.winners(&state), [Seat(2)].into_iter().collect::<Seats>());
    }
}
