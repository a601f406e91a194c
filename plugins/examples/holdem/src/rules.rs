//! Deals, betting and showdowns.

use crate::hands::{Card, Worth, worth};
use crate::{bot_help, view};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Determinize, Game, GameError, Inputs, Json, Manifest, Observer, Rng,
    RulesError, Samples, Scene, Seat, Seating, Setup, Turn, json, knobs,
};

pub(crate) const FOLD: Action = Action(0);
/// Check or call.
pub(crate) const CALL: Action = Action(1);
/// Bet or raise, to an amount.
pub(crate) const RAISE: Action = Action(2);

/// The most common cards.
pub(crate) const BOARD: usize = 5;
/// The most cards in a hand.
pub(crate) const HOLE: usize = 2;

knobs! {
    /// The knobs of hold'em.
    pub struct Knobs {
        /// Chips that each player begins with.
        pub stack: i64 = 100, in 1..=100_000;
        /// What the dealer pays before the first card.
        pub small_blind: i64 = 1, in 0..=1000;
        /// What the other player pays before the first card.
        pub big_blind: i64 = 2, in 0..=1000;
        /// What everybody pays besides.
        pub ante: i64 = 0, in 0..=1000;
        /// Ranks in the deck, from the ace downwards.
        pub ranks: u8 = 13, in 3..=13;
        /// Suits in the deck.
        pub suits: u8 = 4, in 1..=4;
        /// Cards dealt to each player.
        pub hole_cards: u8 = 2, in 1..=2;
        /// Rounds of betting with common cards: three cards in the first, one more in each other.
        pub streets: u8 = 3, in 0..=3;
        /// What every bet and raise is; 0: any amount.
        pub fixed_bet: i64 = 0, in 0..=1000;
        /// The most bets and raises in one round of betting; 0: no limit.
        pub raises: u8 = 0, in 0..=20;
        /// Hands in a match.
        pub hands: u16 = 10, in 1..=1000;
    }
}

/// A compiled ruleset of hold'em.
pub struct Holdem {
    pub(crate) knobs: Knobs,
}

/// How the last hand ended.
#[derive(Clone)]
pub(crate) struct Last {
    pub hand: u16,
    /// Everybody's cards, if they were shown.
    pub shown: Option<[[Card; HOLE]; 2]>,
    pub board: [Card; BOARD],
    /// The chips that each player won from the pot.
    pub won: [i64; 2],
    /// Common cards that were dealt.
    pub dealt: u8,
}

/// A position.
#[derive(Clone)]
pub struct State {
    /// The deck: two hands, then the common cards, then the rest.
    pub(crate) deck: [Card; 52],
    /// Chips that are not in the pot.
    pub(crate) stacks: [i64; 2],
    /// The bet of each player in this round of betting.
    pub(crate) bets: [i64; 2],
    /// Chips from earlier rounds of betting.
    pub(crate) pot: i64,
    /// Rounds of betting that are over.
    pub(crate) street: u8,
    pub(crate) dealer: Seat,
    pub(crate) mover: Seat,
    /// How many have acted since the last raise.
    acted: u8,
    /// Bets and raises in this round.
    raises: u8,
    /// The amount by which the last bet or raise went up.
    last_raise: i64,
    /// Hands, this one included.
    pub(crate) hand: u16,
    pub(crate) over: bool,
    pub(crate) last: Option<Last>,
    rng: Rng,
}

impl State {
    /// The chips that the mover must pay to call.
    pub(crate) fn to_pay(&self) -> i64 {
        self.bets[1 - self.mover.index()] - self.bets[self.mover.index()]
    }

    pub(crate) fn whole_pot(&self) -> i64 {
        self.pot + self.bets.iter().sum::<i64>()
    }
}

impl Holdem {
    fn cards(&self) -> usize {
        usize::from(self.knobs.ranks) * usize::from(self.knobs.suits)
    }

    /// The place of the first common card in the deck.
    fn common(&self) -> usize {
        2 * usize::from(self.knobs.hole_cards)
    }

    pub(crate) fn hole<'a>(&self, state: &'a State, seat: Seat) -> &'a [Card] {
        let each = usize::from(self.knobs.hole_cards);
        &state.deck[each * seat.index()..each * (seat.index() + 1)]
    }

    /// The common cards that can be seen.
    pub(crate) fn board<'a>(&self, state: &'a State) -> &'a [Card] {
        &state.deck[self.common()..self.common() + self.dealt(state.street)]
    }

    /// The number of common cards after `street` rounds of betting.
    const fn dealt(&self, street: u8) -> usize {
        if street == 0 { 0 } else { street as usize + 2 }
    }

    pub(crate) fn worth(&self, state: &State, seat: Seat) -> Worth {
        let cards = [self.hole(state, seat), self.board(state)].concat();
        worth(&cards, self.top())
    }

    pub(crate) const fn top(&self) -> u8 {
        12
    }

    fn begin_hand(&self, state: &mut State) {
        state.hand += 1;
        let each = |seat: usize| state.stacks[seat];
        if state.hand > self.knobs.hands || each(0) == 0 || each(1) == 0 {
            state.hand = state.hand.min(self.knobs.hands);
            state.over = true;
            return;
        }
        let cards = self.cards();
        // Of fewer ranks the highest.
        let lowest = 4 * (13 - self.knobs.ranks);
        let mut all =
            (0..self.knobs.ranks).flat_map(|rank| (0..self.knobs.suits).map(move |suit| lowest + 4 * rank + suit));
        state.deck[..cards].fill_with(|| all.next().unwrap_or_default());
        state.rng.shuffle(&mut state.deck[..cards]);
        (state.pot, state.bets, state.street) = (0, [0; 2], 0);
        state.dealer = state.dealer.left(1, 2);
        let other = state.dealer.left(1, 2);
        for seat in [state.dealer, other] {
            state.pot += pay(&mut state.stacks[seat.index()], self.knobs.ante);
        }
        for (seat, blind) in [(state.dealer, self.knobs.small_blind), (other, self.knobs.big_blind)] {
            state.bets[seat.index()] = pay(&mut state.stacks[seat.index()], blind);
        }
        self.begin_round(state);
        state.mover = state.dealer;
        state.last_raise = self.least_bet();
        self.settle(state);
    }

    fn begin_round(&self, state: &mut State) {
        (state.acted, state.raises, state.last_raise) = (0, 0, self.least_bet());
        state.mover = state.dealer.left(1, 2);
    }

    fn least_bet(&self) -> i64 {
        if self.knobs.fixed_bet > 0 { self.knobs.fixed_bet } else { self.knobs.big_blind.max(1) }
    }

    /// The least and the greatest amount to which the mover can raise, if at all.
    pub(crate) fn raise_to(&self, state: &State) -> Option<(i64, i64)> {
        let (own, other) = (state.mover.index(), 1 - state.mover.index());
        let can_raise = self.knobs.raises == 0 || state.raises < self.knobs.raises;
        // Nobody bets more than the other could pay.
        let most = (state.bets[own] + state.stacks[own]).min(state.bets[other] + state.stacks[other]);
        let highest = state.bets[other].max(state.bets[own]);
        if !can_raise || most <= highest || state.over {
            return None;
        }
        let least = (highest + state.last_raise).min(most);
        Some(if self.knobs.fixed_bet > 0 { (least, least) } else { (least, most) })
    }

    pub(crate) fn raise(&self, state: &mut State, to: i64) {
        let own = state.mover.index();
        let highest = state.bets[0].max(state.bets[1]);
        state.last_raise = state.last_raise.max(to - highest);
        state.stacks[own] -= to - state.bets[own];
        state.bets[own] = to;
        (state.acted, state.raises) = (1, state.raises + 1);
        state.mover = state.mover.left(1, 2);
    }

    pub(crate) fn call(&self, state: &mut State) {
        let own = state.mover.index();
        let to_pay = state.to_pay().max(0);
        let paid = pay(&mut state.stacks[own], to_pay);
        state.bets[own] += paid;
        state.acted += 1;
        state.mover = state.mover.left(1, 2);
        self.settle(state);
    }

    pub(crate) fn fold(&self, state: &mut State) {
        let mut won = [0; 2];
        won[1 - state.mover.index()] = state.whole_pot();
        self.end_hand(state, won, false);
    }

    /// Continues with the next round of betting or the showdown, where there is no decision to make.
    fn settle(&self, state: &mut State) {
        let [a, b] = state.bets;
        let all_in = state.stacks.contains(&0);
        // With one all in, only the other's call is open.
        let waits = if all_in {
            state.to_pay() > 0 && state.stacks[state.mover.index()] > 0
        } else {
            state.acted < 2 || a != b
        };
        if waits {
            return;
        }
        // Chips that the other could not match are returned.
        let matched = a.min(b);
        for (stack, bet) in state.stacks.iter_mut().zip(&mut state.bets) {
            *stack += *bet - matched;
            *bet = matched;
        }
        state.pot += 2 * matched;
        state.bets = [0; 2];
        if state.stacks.contains(&0) {
            state.street = self.knobs.streets;
        }
        if state.street < self.knobs.streets {
            state.street += 1;
            self.begin_round(state);
            return;
        }
        let [white, black] = [0, 1].map(|seat| self.worth(state, Seat(seat)));
        let won = match white.cmp(&black) {
            std::cmp::Ordering::Greater => [state.pot, 0],
            std::cmp::Ordering::Less => [0, state.pot],
            std::cmp::Ordering::Equal => {
                let mut won = [state.pot / 2; 2];
                won[1 - state.dealer.index()] += state.pot % 2;
                won
            }
        };
        self.end_hand(state, won, true);
    }

    fn end_hand(&self, state: &mut State, won: [i64; 2], shown: bool) {
        let mut board = [0; BOARD];
        let lying = self.board(state);
        board[..lying.len()].copy_from_slice(lying);
        let dealt = lying.len() as u8;
        let hole = |seat: Seat| {
            let mut cards = [0; HOLE];
            let hole = self.hole(state, seat);
            cards[..hole.len()].copy_from_slice(hole);
            cards
        };
        let shown = shown.then(|| [hole(Seat(0)), hole(Seat(1))]);
        state.last = Some(Last { hand: state.hand, shown, board, won, dealt });
        for (stack, won) in state.stacks.iter_mut().zip(won) {
            *stack += won;
        }
        (state.pot, state.bets) = (0, [0; 2]);
        self.begin_hand(state);
    }
}

/// Pays as much of `amount` as there is.
fn pay(stack: &mut i64, amount: i64) -> i64 {
    let paid = amount.min(*stack);
    *stack -= paid;
    paid
}

impl Game for Holdem {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("holdem", "Hold'em", env!("CARGO_PKG_VERSION"))
            .summary("No-limit poker for two")
            .seats(2, 2, 2)
            .rules(include_str!("../rules.md"))
            .manifest(
                Manifest::new()
                    .author("The Stonehouse authors")
                    .licence(env!("CARGO_PKG_LICENSE"))
                    .minutes(10, 40)
                    .weight(2),
            )
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        let rules = Self { knobs: setup.knobs };
        let needed = rules.common() + rules.dealt(rules.knobs.streets);
        if rules.cards() < needed {
            let message = format!("a deck of {} cards is too small: {needed} are dealt", rules.cards());
            return Err(RulesError::knob("ranks", message));
        }
        if rules.knobs.ante + rules.knobs.big_blind.max(rules.knobs.small_blind) == 0 {
            return Err(RulesError::knob("big_blind", "there is nothing to win: give a blind or an ante"));
        }
        Ok(rules)
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, seed: u64) -> Result<State, GameError> {
        let mut state = State {
            deck: [0; 52],
            stacks: [self.knobs.stack; 2],
            bets: [0; 2],
            pot: 0,
            street: 0,
            dealer: Seat(1),
            mover: Seat(0),
            acted: 0,
            raises: 0,
            last_raise: 0,
            hand: 0,
            over: false,
            last: None,
            rng: Rng::from_seed(seed),
        };
        self.begin_hand(&mut state);
        Ok(state)
    }

    fn turn(&self, state: &State) -> Turn {
        if state.over { Turn::Over } else { Turn::Seat(state.mover) }
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.over {
            return Ok(());
        }
        if state.to_pay() > 0 {
            actions.push(FOLD);
        }
        actions.push(CALL);
        if self.raise_to(state).is_some() {
            actions.push(RAISE);
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        if state.over {
            return Err(GameError::Illegal);
        }
        match (action, self.raise_to(state)) {
            (FOLD, _) if state.to_pay() > 0 => self.fold(state),
            (CALL, _) => self.call(state),
            // There is only one amount.
            (RAISE, Some((least, most))) if least == most => self.raise(state, least),
            _ => return Err(GameError::Illegal),
        }
        Ok(())
    }

    /// A player's score is their chips, those in the pot left out.
    fn scores(&self, state: &State, scores: &mut [i64]) {
        scores.copy_from_slice(&state.stacks);
    }

    fn scene(&self, state: &State, observer: Observer) -> Scene {
        view::scene(self, state, observer)
    }

    fn describe(&self, state: &State, action: Action, _observer: Observer) -> ActionText {
        view::describe(self, state, action)
    }

    fn reveal(&self, state: &State) -> Json {
        let names = |cards: &[Card]| cards.iter().map(|card| view::name(*card)).collect::<Vec<_>>();
        let to_come = &state.deck[self.common()..self.common() + self.dealt(self.knobs.streets)];
        json!({ "hands": [names(self.hole(state, Seat(0))), names(self.hole(state, Seat(1)))], "board": names(to_come) })
    }
}

impl Inputs for Holdem {
    fn apply_with(&self, state: &mut State, action: Action, values: &[i64]) -> Result<(), GameError> {
        match (action, values, self.raise_to(state)) {
            (RAISE, [to], Some((least, most))) if least < most && (least..=most).contains(to) => {
                self.raise(state, *to);
                Ok(())
            }
            _ => Err(GameError::Illegal),
        }
    }

    fn samples(&self, state: &State, _: Seat, action: Action, samples: &mut Samples) -> Result<(), GameError> {
        if let (RAISE, Some((least, most))) = (action, self.raise_to(state))
            && least < most
        {
            bot_help::amounts(state, least, most).into_iter().for_each(|(to, _)| samples.push(&[to]));
        }
        Ok(())
    }

    fn describe_with(&self, state: &State, action: Action, values: &[i64], _observer: Observer) -> ActionText {
        view::describe_raise(self, state, action, values.first().copied().unwrap_or_default())
    }
}

impl Determinize for Holdem {
    fn determinize(&self, state: &mut State, observer: Seat, seed: u64) {
        state.rng = Rng::from_seed(seed);
        let cards = self.cards();
        let own = self.hole(state, observer).to_vec();
        let board = self.board(state).to_vec();
        let mut rest: Vec<Card> =
            state.deck[..cards].iter().copied().filter(|card| !own.contains(card) && !board.contains(card)).collect();
        // Sorted first: the draw must not depend on the real order.
        rest.sort_unstable();
        state.rng.shuffle(&mut rest);
        let each = usize::from(self.knobs.hole_cards);
        let other = rest.split_off(rest.len() - each);
        let hands = if observer == Seat(0) { [own, other] } else { [other, own] };
        let deck = hands.concat().into_iter().chain(board).chain(rest);
        state.deck.iter_mut().zip(deck).for_each(|(place, card)| *place = card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dealt(knobs: Knobs) -> (Holdem, State) {
        let rules = Holdem { knobs };
        let state = rules.deal(3).unwrap();
        (rules, state)
    }

    fn total(state: &State) -> i64 {
        state.stacks.iter().sum::<i64>() + state.whole_pot()
    }

    #[test]
    fn the_dealer_posts_the_small_blind_and_acts_first_only_preflop() {
        let (rules, mut state) = dealt(Knobs::default());
        assert_eq!((state.dealer, state.mover, state.bets), (Seat(0), Seat(0), [1, 2]));
        rules.apply(&mut state, CALL).unwrap();
        assert_eq!(state.mover, Seat(1), "the big blind may still raise");
        rules.apply(&mut state, CALL).unwrap();
        assert_eq!((state.street, state.pot, state.mover, rules.board(&state).len()), (1, 4, Seat(1), 3));
    }

    #[test]
    fn a_raise_ranges_from_the_last_raise_to_the_smaller_stack() {
        let (rules, mut state) = dealt(Knobs::default());
        assert_eq!(rules.raise_to(&state), Some((4, 100)));
        for to in [3, 101, -1] {
            assert_eq!(rules.apply_with(&mut state, RAISE, &[to]), Err(GameError::Illegal), "{to}");
        }
        rules.apply_with(&mut state, RAISE, &[10]).unwrap();
        assert_eq!(rules.raise_to(&state), Some((18, 100)));
        state.stacks[0] = 3;
        assert_eq!(rules.raise_to(&state), Some((13, 13)), "the other has no more than 3 left");
    }

    #[test]
    fn a_fold_gives_the_pot_to_the_other_and_the_deal_passes_on() {
        let (rules, mut state) = dealt(Knobs::default());
        rules.apply(&mut state, FOLD).unwrap();
        assert_eq!((state.hand, state.dealer), (2, Seat(1)));
        // The next blinds are paid already.
        assert_eq!([state.stacks[0] + state.bets[0], state.stacks[1] + state.bets[1]], [99, 101]);
        assert_eq!(rules.apply(&mut state.clone(), FOLD), Ok(()));
    }

    #[test]
    fn a_called_all_in_deals_the_board_and_ends_unless_it_is_a_tie() {
        let (rules, mut state) = dealt(Knobs::default());
        rules.apply_with(&mut state, RAISE, &[100]).unwrap();
        assert_eq!(rules.raise_to(&state), None);
        rules.apply(&mut state, CALL).unwrap();
        let last = state.last.as_ref().unwrap();
        assert_eq!((last.dealt, last.won.iter().sum::<i64>(), last.shown.is_some()), (5, 200, true));
        assert!(state.over || state.stacks.iter().all(|stack| *stack > 0));
    }

    #[test]
    fn chips_are_never_lost_nor_made_whatever_is_played() {
        for seed in 0..300 {
            let (rules, mut state) = dealt(Knobs { stack: 7 + (seed as i64 % 40), ..Knobs::default() });
            let all = total(&state);
            let mut draws = Rng::from_seed(seed);
            while !state.over {
                match (draws.below(3), rules.raise_to(&state)) {
                    (0, _) if state.to_pay() > 0 => rules.fold(&mut state),
                    (1, Some((least, most))) => {
                        rules.raise(&mut state, least + i64::from(draws.below((most - least + 1) as u32)))
                    }
                    _ => rules.call(&mut state),
                }
                assert_eq!(total(&state), all, "{seed}");
            }
        }
    }

    #[test]
    fn kuhn_poker_is_three_cards_and_one_bet() {
        let knobs = Knobs {
            ranks: 3,
            suits: 1,
            hole_cards: 1,
            streets: 0,
            small_blind: 0,
            big_blind: 0,
            ante: 1,
            fixed_bet: 1,
            raises: 1,
            stack: 10,
            hands: 3,
        };
        let (rules, mut state) = dealt(knobs);
        assert_eq!((state.pot, rules.cards(), crate::hands::rank(state.deck[0].max(state.deck[1])) > 9), (2, 3, true));
        rules.apply(&mut state, CALL).unwrap();
        rules.apply(&mut state, RAISE).unwrap();
        assert_eq!((rules.raise_to(&state), state.to_pay()), (None, 1));
        rules.apply(&mut state, CALL).unwrap();
        assert_eq!(state.last.as_ref().unwrap().won.iter().sum::<i64>(), 4);
    }
}
