//! The hooks of Stones: where house rules speak.

use crate::kinds::{KINDS, Kind, NAMES};
use stonehouse_plugin_api::Words;

/// A kind of stone by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named(pub Kind);

impl Words for Named {
    const WORDS: &'static [&'static str] = &NAMES;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }
}

/// What is asked for in a trade: a kind of stone by its name, or any stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted(pub Option<Kind>);

impl Words for Wanted {
    const WORDS: &'static [&'static str] = &[NAMES[0], NAMES[1], NAMES[2], NAMES[3], "any"];

    #[inline]
    fn index(self) -> usize {
        self.0.map_or(KINDS, Into::into)
    }
}

stonehouse_plugin_api::hooks! {
    /// The house rules, asked by name.
    pub struct House;
    /// The hooks.
    pub enum Hook;

    /// Coins that a stone is worth when a hand is counted.
    fn stone_worth(
        /// The stone's kind.
        kind: Named,
        /// The player: a seat, from 0.
        seat: u8,
        /// Whether it stands in front for all to see.
        visible: bool,
        /// How many stones of its kind the player has, this one included.
        alike: u8,
        /// The number of the hand, from 1.
        hand: u16,
    ) -> i64 in 0..=10_000;

    /// Who gets the bonus of a hand: a seat, from 0; -1 for nobody, and it is added to the next hand's.
    fn bonus_to(
        /// Whose stones are worth most, if one player's are: a seat, or -1.
        richest: i64,
        /// Whose stones are worth least, if one player's are: a seat, or -1.
        poorest: i64,
        /// Who had most coins before this hand, if one player had: a seat, or -1.
        leader: i64,
        /// Who moved first in this hand: a seat.
        first: u8,
        /// The number of the hand, from 1.
        hand: u16,
    ) -> i64 in -1..=4;

    /// Coins of the bonus, with what was carried over, when somebody gets it.
    fn bonus(
        /// The player: a seat, from 0.
        seat: u8,
        /// The size of the player's largest group of one kind.
        size: u8,
        /// The kind of that group.
        kind: Named,
        /// Coins carried over from earlier hands.
        carried: i64,
        /// The number of the hand, from 1.
        hand: u16,
    ) -> i64 in 0..=100_000;

    /// Whether a trade may be offered or forced. Asked for each that the rules allow.
    fn may_trade(
        /// Who offers: a seat, from 0.
        by: u8,
        /// Who is asked: a seat, from 0.
        to: u8,
        /// The kind offered.
        gives: Named,
        /// Whether it is offered from a hidden place.
        from_hidden: bool,
        /// The kind asked for; "any" in a blind request.
        asks: Wanted,
        /// Whether it is asked from among the hidden stones.
        of_hidden: bool,
        /// Whether it is forced.
        force: bool,
        /// The turn on the trade counter, from 1.
        turn: u16,
    ) -> bool;

    /// Coins with which a player wins. Asked at the end of each hand.
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
        /// The player: a seat, from 0.
        seat: u8,
        /// How many play.
        players: u8,
    ) -> i64 in 0..=100_000;

    /// Force stones that a player gets for a hand.
    fn force_stones(
        /// The player: a seat, from 0.
        seat: u8,
        /// The number of the hand, from 1.
        hand: u16,
        /// Coins that the player has.
        coins: i64,
        /// The most coins that any player has.
        best: i64,
    ) -> i64 in 0..=3;
}
