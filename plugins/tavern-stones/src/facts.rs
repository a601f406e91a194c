//! The facts and zones that house rules can read of a position.

use crate::rules::TavernStones;
use crate::state::{MAX_STONES_EACH, NOBODY, Phase, Place, State};
use crate::view;
use stonehouse_plugin::{Seat, facts, words, zones};

/// The value of a seat in a list by seat; 0 where there is no such seat.
fn of<T: Copy + Default>(list: &[T], seat: Seat) -> T {
    list.get(seat.index()).copied().unwrap_or_default()
}

/// A seat as passed to house rules: -1 for nobody.
fn seat_or_none(seat: u8) -> i64 {
    if seat == NOBODY { -1 } else { seat.into() }
}

impl TavernStones {
    /// How many of a seat's first `places` stones are of a kind.
    fn number(&self, state: &State, seat: Seat, places: u8, kind: usize) -> u8 {
        if seat.0 < self.seats { state.counts(seat.0, places)[kind] } else { 0 }
    }

    fn in_front(&self, state: &State, seat: Seat, kind: usize) -> u8 {
        self.number(state, seat, self.knobs.visible_stones, kind)
    }
}

facts! {
    impl Facts for TavernStones;

    /// The number of the hand, from 1.
    fn hand(_rules, state) -> u16 {
        state.hand
    }

    /// The turn on the trade counter, from 1.
    fn turn(_rules, state) -> u16 {
        u16::from(state.counter) + 1
    }

    /// Turns that are left on the trade counter, this one included.
    fn turns_left(rules, state) -> u8 {
        rules.knobs.trades_per_hand.saturating_sub(state.counter)
    }

    /// Passes in a row.
    fn passes(_rules, state) -> u8 {
        state.passes
    }

    /// Whose turn it is. While an offer waits for its answer: who has offered.
    fn mover(_rules, state) -> Seat {
        Seat(state.mover)
    }

    /// Who moved first in this hand.
    fn first(_rules, state) -> Seat {
        Seat(state.first)
    }

    /// Who is asked by the offer that waits for its answer: a seat, or -1 when none waits.
    fn asked(_rules, state) -> i64 {
        match state.phase {
            Phase::Answer(offer) => offer.to.into(),
            Phase::Turn | Phase::Over => -1,
        }
    }

    /// With whom the player whose turn it is may not trade: a seat, or -1.
    fn barred(_rules, state) -> i64 {
        seat_or_none(state.barred)
    }

    /// Coins of each player.
    fn coins(_rules, state, seat) -> i64 {
        of(&state.coins, seat)
    }

    /// The place of each player by coins: 1 for the most coins. Players with equal coins share the better place.
    fn place(rules, state, seat) -> u8 {
        let (seats, own) = (&state.coins[..rules.seats as usize], of(&state.coins, seat));
        1 + seats.iter().filter(|coins| **coins > own).count() as u8
    }

    /// Force stones that each player has left.
    fn force_stones(_rules, state, seat) -> u8 {
        of(&state.force_stones, seat)
    }

    /// How often each player was forced in this hand.
    fn forced_upon(_rules, state, seat) -> u8 {
        state.forced.iter().map(|by| of(by, seat)).sum()
    }

    /// How often each player has forced somebody in this hand.
    fn forces_played(_rules, state, seat) -> u8 {
        of(&state.forced, seat).iter().sum()
    }

    /// Coins of the bonus that there is to win in this hand, with what was carried over.
    fn bonus_now(rules, state) -> i64 {
        rules.knobs.bonus + state.carried
    }

    /// Coins of the bonus that were carried over from earlier hands.
    fn carried(_rules, state) -> i64 {
        state.carried
    }

    /// Coins with which a player wins by the variant's knobs.
    fn goal_coins(rules, _state) -> i64 {
        rules.knobs.goal
    }

    /// Stones in the bag.
    fn bag(_rules, state) -> u8 {
        state.bag.iter().sum()
    }

    /// Stones that each player has, in front and hidden.
    fn stones_each(rules, _state) -> u8 {
        rules.places
    }

    /// Stones that stand in front of each player: their places are 0 and up, and those of the hidden ones follow.
    fn stones_in_front(rules, _state) -> u8 {
        rules.knobs.visible_stones
    }

    /// Jewels in front of each player.
    fn jewels_in_front(rules, state, seat) -> u8 {
        rules.in_front(state, seat, 0)
    }

    /// Pieces of gold in front of each player.
    fn gold_in_front(rules, state, seat) -> u8 {
        rules.in_front(state, seat, 1)
    }

    /// Pieces of silver in front of each player.
    fn silver_in_front(rules, state, seat) -> u8 {
        rules.in_front(state, seat, 2)
    }

    /// Pieces of copper in front of each player.
    fn copper_in_front(rules, state, seat) -> u8 {
        rules.in_front(state, seat, 3)
    }

    /// How many of each player's hidden stones everybody knows.
    fn hidden_known(rules, state, seat) -> u8 {
        let hidden = rules.hidden().filter(|_| seat.0 < rules.seats);
        hidden.filter(|place| state.stone(seat.0, *place).public().is_some()).count() as u8
    }

    /// The size of the largest group of one kind that each player has. It is hidden from the others: a rule that shows
    /// it gives it away.
    fn alike(rules, state, seat) -> u8, secret {
        if seat.0 < rules.seats { rules.group(state, seat.0).size } else { 0 }
    }

    /// What each player's stones are worth by the variant's knobs. It is hidden from the others: a rule that shows it
    /// gives it away.
    fn stones_worth(rules, state, seat) -> i64, secret {
        if seat.0 < rules.seats { rules.kinds.value(state.counts(seat.0, rules.places)) } else { 0 }
    }

    /// Coins that each player's stones brought in the hand counted last; 0 before the first was counted.
    fn last_stones(_rules, state, seat) -> i64 {
        of(&state.last.value, seat)
    }

    /// Coins of the bonus that each player got in the hand counted last; 0 for everybody who got none.
    fn last_bonus(_rules, state, seat) -> i64 {
        if state.last.hand > 0 { state.last.bonus_of(seat.0) } else { 0 }
    }
}

words! {
    /// The kind of a stone.
    pub enum StoneKind {
        /// A jewel.
        Jewel = "jewel",
        /// A piece of gold.
        Gold = "gold",
        /// A piece of silver.
        Silver = "silver",
        /// A piece of copper.
        Copper = "copper",
    }
}

/// A stone as house rules read it: its kind and its place.
fn piece(state: &State, seat: Seat, place: Place) -> (StoneKind, Place) {
    let kind = match state.stone(seat.0, place).kind {
        0 => StoneKind::Jewel,
        1 => StoneKind::Gold,
        2 => StoneKind::Silver,
        _ => StoneKind::Copper,
    };
    (kind, place)
}

zones! {
    impl Zones for TavernStones;

    /// The stones in front of each player, which everybody sees.
    fn front_stones(rules, state, seat) -> list(MAX_STONES_EACH) of (
        /// Its kind.
        kind: StoneKind,
        /// Its place, from 0, for effects.
        place: u8,
    ) {
        (0..rules.knobs.visible_stones).filter(|_| seat.0 < rules.seats).map(|place| piece(state, seat, place))
    }
    label(place) {
        Some(view::stone_label(state, seat, place as u8))
    }

    /// The stones that each player hides, also those that others have got to know. Hidden from others.
    fn hidden_stones(rules, state, seat) -> list(MAX_STONES_EACH) of (
        /// Its kind.
        kind: StoneKind,
        /// Its place, from 0, for effects.
        place: u8,
    ), secret {
        rules.hidden().filter(|_| seat.0 < rules.seats).map(|place| piece(state, seat, place))
    }
    label(place) {
        Some(view::stone_label(state, seat, rules.knobs.visible_stones + place as u8))
    }
}
