//! Rolls, bids and challenges.

use crate::view;
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Determinize, Game, GameError, Inputs, Json, Manifest, Observer, Rng,
    RulesError, Samples, Scene, Seat, Seating, Setup, Turn, json, knobs,
};

/// The most players.
pub(crate) const MAX_SEATS: usize = 6;
/// The most dice of a player.
pub(crate) const MAX_DICE: usize = 6;

/// Bids more dice, of any face: how many, and which face from 0.
pub(crate) const RAISE: Action = Action(0);
/// Bids as many dice of a higher face: which, counted from the one above.
pub(crate) const HIGHER: Action = Action(1);
/// Does not believe the bid.
pub(crate) const CHALLENGE: Action = Action(2);

knobs! {
    /// The knobs of Liar's dice.
    pub struct Knobs {
        /// How many dice everybody begins with.
        pub dice: u8 = 5, in 1..=6;
        /// Whether ones count as every face, unless the bid is on ones.
        pub wild_ones: bool = true;
    }
}

/// A compiled ruleset of Liar's dice.
pub struct LiarsDice {
    dice: u8,
    pub(crate) wild: bool,
    pub(crate) seats: usize,
}

/// How many dice of which face, from 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bid {
    pub count: u8,
    pub face: u8,
}

/// Everybody's dice.
pub(crate) type Cups = [[u8; MAX_DICE]; MAX_SEATS];

/// How the last challenge ended.
#[derive(Clone)]
pub(crate) struct ChallengeResult {
    /// The round, from 1.
    pub round: u16,
    pub cups: Cups,
    /// How many dice each seat had.
    pub left: [u8; MAX_SEATS],
    pub bid: Bid,
    pub bidder: Seat,
    pub challenger: Seat,
    /// Dice that fitted the bid.
    pub found: u8,
}

/// A position.
#[derive(Clone)]
pub struct State {
    pub(crate) cups: Cups,
    /// How many dice each seat has left.
    pub(crate) left: [u8; MAX_SEATS],
    pub(crate) mover: Seat,
    /// The bid to beat, and its seat.
    pub(crate) bid: Option<(Bid, Seat)>,
    pub(crate) round: u16,
    pub(crate) shown: Option<ChallengeResult>,
    rng: Rng,
}

impl State {
    /// The dice of a seat.
    pub(crate) fn cup(&self, seat: Seat) -> &[u8] {
        &self.cups[seat.index()][..self.left[seat.index()].into()]
    }

    pub(crate) fn all_dice(&self) -> u8 {
        self.left.iter().sum()
    }

    fn roll(&mut self) {
        for (cup, left) in self.cups.iter_mut().zip(self.left) {
            for die in &mut cup[..left.into()] {
                *die = self.rng.below(6) as u8 + 1;
            }
            cup[..left.into()].sort_unstable();
        }
    }
}

impl LiarsDice {
    /// Whether a die counts for a bid on `face`.
    pub(crate) const fn fits(&self, die: u8, face: u8) -> bool {
        die == face || (self.wild && die == 1)
    }

    pub(crate) fn is_over(&self, state: &State) -> bool {
        state.left.iter().filter(|left| **left > 0).count() < 2
    }

    fn next(&self, state: &State, from: Seat) -> Seat {
        let others = (1..=self.seats).map(|steps| from.left(steps, self.seats));
        others.into_iter().find(|seat| state.left[seat.index()] > 0).unwrap_or(from)
    }

    pub(crate) fn may_raise(&self, state: &State) -> bool {
        state.bid.is_none_or(|(bid, _)| bid.count < state.all_dice())
    }

    pub(crate) fn bid(&self, state: &mut State, bid: Bid) {
        state.bid = Some((bid, state.mover));
        state.mover = self.next(state, state.mover);
    }

    pub(crate) fn challenge(&self, state: &mut State, bid: Bid, bidder: Seat) {
        let found =
            Seat::all(self.seats).flat_map(|seat| state.cup(seat)).filter(|die| self.fits(**die, bid.face)).count();
        let found = found as u8;
        let challenger = state.mover;
        let round = state.round;
        state.shown =
            Some(ChallengeResult { round, cups: state.cups, left: state.left, bid, bidder, challenger, found });
        let loser = if found >= bid.count { challenger } else { bidder };
        state.left[loser.index()] -= 1;
        state.mover = if state.left[loser.index()] > 0 { loser } else { self.next(state, loser) };
        state.bid = None;
        state.round += 1;
        state.roll();
    }
}

impl Game for LiarsDice {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("liars-dice", "Liar's dice", env!("CARGO_PKG_VERSION"))
            .summary("Bid on dice that you cannot see, and call the bluff")
            .seats(2, MAX_SEATS as u8, 4)
            .rules(include_str!("../rules.md"))
            .manifest(
                Manifest::new()
                    .author("The Stonehouse authors")
                    .licence(env!("CARGO_PKG_LICENSE"))
                    .minutes(10, 30)
                    .weight(1),
            )
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self { dice: setup.knobs.dice, wild: setup.knobs.wild_ones, seats: setup.seats.into() })
    }

    fn seating(&self) -> Seating {
        Seating::players(self.seats as u8)
    }

    fn deal(&self, seed: u64) -> Result<State, GameError> {
        let mut state = State {
            cups: [[0; MAX_DICE]; MAX_SEATS],
            left: std::array::from_fn(|seat| if seat < self.seats { self.dice } else { 0 }),
            mover: Seat(0),
            bid: None,
            round: 1,
            shown: None,
            rng: Rng::from_seed(seed),
        };
        state.mover = Seat(state.rng.below(self.seats as u32) as u8);
        state.roll();
        Ok(state)
    }

    fn turn(&self, state: &State) -> Turn {
        if self.is_over(state) { Turn::Over } else { Turn::Seat(state.mover) }
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if self.is_over(state) {
            return Ok(());
        }
        if self.may_raise(state) {
            actions.push(RAISE);
        }
        if let Some((bid, _)) = state.bid {
            if bid.face < 6 {
                actions.push(HIGHER);
            }
            actions.push(CHALLENGE);
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        match state.bid {
            Some((bid, bidder)) if action == CHALLENGE && !self.is_over(state) => {
                self.challenge(state, bid, bidder);
                Ok(())
            }
            _ => Err(GameError::Illegal),
        }
    }

    /// A player's score is their dice.
    fn scores(&self, state: &State, scores: &mut [i64]) {
        for (score, left) in scores.iter_mut().zip(state.left) {
            *score = left.into();
        }
    }

    fn scene(&self, state: &State, observer: Observer) -> Scene {
        view::scene(self, state, observer)
    }

    fn describe(&self, state: &State, action: Action, _observer: Observer) -> ActionText {
        view::describe(state, action)
    }

    fn reveal(&self, state: &State) -> Json {
        json!({ "dice": Seat::all(self.seats).map(|seat| state.cup(seat)).collect::<Vec<_>>() })
    }
}

impl Inputs for LiarsDice {
    fn apply_with(&self, state: &mut State, action: Action, values: &[i64]) -> Result<(), GameError> {
        let bid = self.meant(state, action, values).ok_or(GameError::Illegal)?;
        self.bid(state, bid);
        Ok(())
    }

    /// One die more, or two, of every face; and every higher face.
    fn samples(&self, state: &State, _: Seat, action: Action, samples: &mut Samples) -> Result<(), GameError> {
        let current = state.bid.map_or(Bid { count: 0, face: 0 }, |(bid, _)| bid);
        match action {
            RAISE => {
                for (more, face) in (1..=2).flat_map(|more| (0..6).map(move |face| (more, face))) {
                    let count = current.count + more;
                    if count <= state.all_dice() {
                        samples.push(&[count.into(), face]);
                    }
                }
            }
            HIGHER => (0..i64::from(6 - current.face)).for_each(|face| samples.push(&[face])),
            _ => {}
        }
        Ok(())
    }

    fn describe_with(&self, state: &State, action: Action, values: &[i64], _observer: Observer) -> ActionText {
        view::describe_bid(state, action, self.meant(state, action, values))
    }
}

impl LiarsDice {
    /// The bid that an action means with these values, if it can be made.
    fn meant(&self, state: &State, action: Action, values: &[i64]) -> Option<Bid> {
        let current = state.bid.map(|(bid, _)| bid);
        let bid = match (action, values, current) {
            (RAISE, &[count, face], _) => {
                Bid { count: u8::try_from(count).ok()?, face: u8::try_from(face).ok()?.checked_add(1)? }
            }
            (HIGHER, &[above], Some(bid)) => {
                Bid { count: bid.count, face: bid.face.checked_add(u8::try_from(above).ok()?)?.checked_add(1)? }
            }
            _ => return None,
        };
        let beats = current.is_none_or(|current| {
            bid.count > current.count || (action == HIGHER && bid.count == current.count && bid.face > current.face)
        });
        let can_be = (1..=state.all_dice()).contains(&bid.count) && (1..=6).contains(&bid.face);
        (beats && can_be && !self.is_over(state)).then_some(bid)
    }
}

impl Determinize for LiarsDice {
    fn determinize(&self, state: &mut State, observer: Seat, seed: u64) {
        let own = state.cups[observer.index()];
        state.rng = Rng::from_seed(seed);
        state.roll();
        state.cups[observer.index()] = own;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(cups: [[u8; 2]; 3]) -> (LiarsDice, State) {
        let rules = LiarsDice { dice: 2, wild: true, seats: 3 };
        let mut state = rules.deal(1).unwrap();
        state.mover = Seat(0);
        for (seat, cup) in cups.iter().enumerate() {
            state.cups[seat][..2].copy_from_slice(cup);
        }
        (rules, state)
    }

    #[test]
    fn a_bid_is_raised_by_more_dice_or_by_a_higher_face() {
        let (rules, mut state) = table([[2, 3]; 3]);
        rules.apply_with(&mut state, RAISE, &[2, 3]).unwrap();
        assert_eq!(state.bid, Some((Bid { count: 2, face: 4 }, Seat(0))));
        for (action, values) in
            [(RAISE, &[2, 5][..]), (RAISE, &[7, 0]), (RAISE, &[3, 6]), (RAISE, &[3]), (HIGHER, &[2]), (HIGHER, &[-1])]
        {
            assert_eq!(rules.apply_with(&mut state, action, values), Err(GameError::Illegal), "{action:?} {values:?}");
        }
        rules.apply_with(&mut state, HIGHER, &[1]).unwrap();
        assert_eq!(state.bid, Some((Bid { count: 2, face: 6 }, Seat(1))));
        rules.apply_with(&mut state, RAISE, &[3, 0]).unwrap();
        assert_eq!((state.bid, state.mover), (Some((Bid { count: 3, face: 1 }, Seat(2))), Seat(0)));
    }

    #[test]
    fn the_challenger_loses_a_die_if_the_bid_holds_and_the_bidder_if_not() {
        for (count, loser) in [(3, Seat(1)), (4, Seat(0))] {
            // Two 4s and an ace.
            let (rules, mut state) = table([[4, 4], [1, 2], [3, 3]]);
            rules.apply_with(&mut state, RAISE, &[count, 3]).unwrap();
            rules.apply(&mut state, CHALLENGE).unwrap();
            assert_eq!((state.left[loser.index()], state.mover, state.all_dice()), (1, loser, 5), "{count}");
            assert_eq!(state.shown.as_ref().unwrap().found, 3);
        }
    }

    #[test]
    fn aces_count_for_every_face_but_only_where_they_are_wild() {
        for (wild, found) in [(true, 3), (false, 2)] {
            let (mut rules, mut state) = table([[4, 4], [1, 2], [3, 3]]);
            rules.wild = wild;
            rules.apply_with(&mut state, RAISE, &[1, 3]).unwrap();
            rules.apply(&mut state, CHALLENGE).unwrap();
            assert_eq!(state.shown.unwrap().found, found);
        }
    }

    #[test]
    fn losing_the_last_die_eliminates_and_the_next_begins() {
        let (rules, mut state) = table([[4, 4], [5, 2], [3, 3]]);
        state.left[0] = 1;
        rules.apply_with(&mut state, RAISE, &[5, 5]).unwrap();
        rules.apply(&mut state, CHALLENGE).unwrap();
        assert_eq!((state.left[0], state.mover), (0, Seat(1)));
        assert_eq!(rules.next(&state, Seat(2)), Seat(1), "who is out is left out");
    }
}
