//! The hooks of Stones, at which house rules are called.

use crate::kinds::{KINDS, Kind, NAMES};
use crate::state::State;
use stonehouse_plugin::{Named, Seat, words};

/// A kind of stone by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindByName(pub Kind);

impl Named for KindByName {
    const WORDS: &'static [&'static str] = &NAMES;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }
}

/// The stone that is asked for in a trade: a kind of stone by its name, or any stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestedKind(pub Option<Kind>);

impl Named for RequestedKind {
    const WORDS: &'static [&'static str] = &[NAMES[0], NAMES[1], NAMES[2], NAMES[3], "any"];

    #[inline]
    fn index(self) -> usize {
        self.0.map_or(KINDS, Into::into)
    }
}

words! {
    /// How a turn ended.
    pub enum TurnEnd {
        /// With a trade that was accepted.
        Traded = "traded",
        /// With a forced trade.
        Forced = "forced",
        /// With a denial.
        Denied = "denied",
        /// With a pass.
        Passed = "passed",
    }
}

stonehouse_plugin::hooks! {
    /// The house rules, called by name.
    pub struct House for State;
    /// The hooks.
    pub enum Hook;

    /// Coins that a stone is worth when a hand is counted.
    fn stone_worth(
        /// The stone's kind.
        kind: KindByName,
        /// The player.
        seat: Seat,
        /// Whether it stands in front for all to see.
        visible: bool,
        /// How many stones of its kind the player has, this one included.
        alike: u8,
        /// The number of the hand, from 1.
        hand: u16,
        /// Its number among the player's stones of its kind, from 1, those in front first.
        nth: u8,
    ) -> i64 in 0..=10_000;

    /// Who gets the bonus of a hand: a seat, from 0; -1 for nobody, and it is added to the next hand's.
    fn bonus_to(
        /// Whose stones are worth most, if one player's are: a seat, or -1.
        richest: i64,
        /// Whose stones are worth least, if one player's are: a seat, or -1.
        poorest: i64,
        /// Who had most coins before this hand, if one player had: a seat, or -1.
        leader: i64,
        /// Who moved first in this hand.
        first: Seat,
        /// The number of the hand, from 1.
        hand: u16,
    ) -> i64 in -1..=4;

    /// Coins of the bonus, with what was carried over, when somebody gets it.
    fn bonus(
        /// The player.
        seat: Seat,
        /// The size of the player's largest group of one kind.
        size: u8,
        /// The kind of that group.
        kind: KindByName,
        /// Coins carried over from earlier hands.
        carried: i64,
        /// The number of the hand, from 1.
        hand: u16,
    ) -> i64 in 0..=100_000;

    /// Whether a trade may be offered or forced. Called for each that the rules allow.
    fn may_trade(
        /// Who offers.
        by: Seat,
        /// Who is asked.
        to: Seat,
        /// The kind offered.
        gives: KindByName,
        /// Whether it is offered from a hidden place.
        from_hidden: bool,
        /// The kind asked for; "any" in a blind request.
        asks: RequestedKind,
        /// Whether it is asked from among the hidden stones.
        of_hidden: bool,
        /// Whether it is forced.
        force: bool,
        /// The turn on the trade counter, from 1.
        turn: u16,
    ) -> bool;

    /// Coins with which a player wins. Called at the end of each hand.
    fn goal(
        /// The number of the hand, from 1.
        hand: u16,
        /// The most coins that a player has.
        best: i64,
        /// The most coins that another player has.
        next_best: i64,
    ) -> i64 in 1..=100_000;

    /// Coins with which a player begins.
    fn starting_coins(
        /// The player.
        seat: Seat,
        /// How many play.
        players: u8,
    ) -> i64 in 0..=100_000;

    /// Force stones that a player gets for a hand.
    fn force_stones(
        /// The player.
        seat: Seat,
        /// The number of the hand, from 1.
        hand: u16,
        /// Coins that the player has.
        coins: i64,
        /// The most coins that any player has.
        best: i64,
    ) -> i64 in 0..=3;

    /// Coins that it costs to force a player. The player who cannot pay cannot force: see `credit`.
    fn force_cost(
        /// Who forces.
        by: Seat,
        /// Who is forced.
        to: Seat,
        /// The turn on the trade counter, from 1.
        turn: u16,
    ) -> i64 in 0..=10_000;

    /// Coins that a player may owe where something costs coins: with 50 a player without coins can pay 50.
    fn credit(
        /// The player.
        seat: Seat,
        /// The number of the hand, from 1.
        hand: u16,
    ) -> i64 in 0..=100_000;

    /// Coins that a player gets for a hand, stones and bonus together. A negative number takes some away.
    fn hand_coins(
        /// The player.
        seat: Seat,
        /// Coins for the stones.
        stones: i64,
        /// Coins of the bonus; 0 for everybody who does not get it.
        bonus: i64,
        /// The number of the hand, from 1.
        hand: u16,
    ) -> i64 in -1_000_000..=1_000_000;

    /// Whose turn is next in a hand: a seat, from 0. A number without a player changes nothing.
    fn next_player(
        /// Whose turn has ended.
        by: Seat,
        /// How it ended.
        how: TurnEnd,
        /// Who moved first in this hand.
        first: Seat,
    ) -> i64 in 0..=4;

    events pub enum Event;

    /// A hand was dealt. The first one is the event `match_started`.
    fn hand_dealt(
        /// The number of the hand, from 1.
        hand: u16,
        /// Who moves first.
        first: Seat,
    );

    /// A trade was offered.
    fn trade_offered(
        /// Who offers.
        by: Seat,
        /// Who is asked.
        to: Seat,
        /// The kind offered.
        gives: KindByName,
        /// The kind asked for; "any" in a blind request.
        asks: RequestedKind,
        /// Whether it is asked from among the hidden stones.
        of_hidden: bool,
    );

    /// Two stones changed owners in a trade, accepted or forced.
    fn trade_made(
        /// Who offered.
        by: Seat,
        /// Who was asked, or forced.
        to: Seat,
        /// The kind that `by` gave.
        gave: KindByName,
        /// The kind that `by` got; "any" where only the two of them know.
        got: RequestedKind,
        /// Whether it was forced.
        force: bool,
    );

    /// An offer was denied.
    fn trade_denied(
        /// Who offered.
        by: Seat,
        /// Who denied.
        to: Seat,
    );

    /// A trade was forced; `trade_made` follows.
    fn trade_forced(
        /// Who forced.
        by: Seat,
        /// Who was forced.
        to: Seat,
    );

    /// A player passed.
    fn passed(
        /// The player.
        seat: Seat,
    );

    /// The last turn of a hand is over, and its stones are about to be counted.
    fn hand_ended(
        /// The number of the hand, from 1.
        hand: u16,
        /// How many turns it had.
        turns: u8,
    );

    /// A hand was counted, and everybody has the coins. The facts `last_stones` and `last_bonus` list who got how many.
    fn hand_counted(
        /// The number of the hand, from 1.
        hand: u16,
    );

    /// A player got the bonus of a hand.
    fn bonus_given(
        /// The player.
        seat: Seat,
        /// Coins of the bonus.
        coins: i64,
        /// The number of the hand, from 1.
        hand: u16,
    );

    /// Nobody got the bonus of a hand, and it is added to the next hand's.
    fn bonus_carried(
        /// Coins of the bonus so far.
        coins: i64,
        /// The number of the hand, from 1.
        hand: u16,
    );

    /// A player has reached the goal and won, alone or with others; one event for each.
    fn match_won(
        /// The player.
        seat: Seat,
        /// Coins of the player.
        coins: i64,
    );
}
