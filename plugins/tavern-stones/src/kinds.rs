//! Kinds of stones, and how complete a hand is.

use crate::knobs::Knobs;
use std::cmp::Ordering;
use stonehouse_plugin::{Text, text};

/// A kind of stone: its number among [`NAMES`].
pub type Kind = u8;

/// A set of kinds, as bits.
pub type KindSet = u8;

/// The number of kinds of stones.
pub const KINDS: usize = 4;

/// The kinds' names, the dearest of the official game first.
pub const NAMES: [&str; KINDS] = ["jewel", "gold", "silver", "copper"];

/// Their names for more than one.
pub const PLURALS: [&str; KINDS] = ["jewels", "gold", "silver", "copper"];

/// "a jewel", "gold".
pub const fn one(kind: Kind) -> &'static str {
    match kind {
        0 => "a jewel",
        1 => "gold",
        2 => "silver",
        _ => "copper",
    }
}

/// "7 silver", "a jewel", "2 jewels".
pub fn many(count: u8, kind: Kind) -> Text {
    if count == 1 && kind == 0 {
        return one(kind).into();
    }
    text!("{count} {stones}", count, stones = PLURALS[kind as usize])
}

/// The stones of a hand, counted by kind.
pub type Counts = [u8; KINDS];

/// The kinds of a ruleset.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// How many stones there are of each.
    pub stones: Counts,
    /// The value of one stone of each kind, in coins.
    pub coins: [i64; KINDS],
    /// The kinds of which there are any stones.
    pub in_play: KindSet,
}

/// How complete a hand is: the size of its largest group of one kind; of groups equally large, the kind worth more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completeness {
    /// The size of the group.
    pub size: u8,
    /// The value of each stone of the group, in coins.
    pub coins: i64,
    /// The kind of the group.
    pub kind: Kind,
}

impl Completeness {
    /// Compares how complete two hands are. Hands equal in size and worth tie, whatever their kinds.
    pub fn compare(&self, other: &Self) -> Ordering {
        self.size.cmp(&other.size).then(self.coins.cmp(&other.coins))
    }
}

impl Kinds {
    /// The kinds that the knobs describe.
    pub fn new(knobs: &Knobs) -> Self {
        let stones = [knobs.jewels, knobs.gold, knobs.silver, knobs.copper];
        let coins = [knobs.jewel_coins, knobs.gold_coins, knobs.silver_coins, knobs.copper_coins];
        let in_play = (0..KINDS).filter(|kind| stones[*kind] > 0).fold(0, |set, kind| set | 1 << kind);
        Self { stones, coins, in_play }
    }

    /// The kinds in play.
    pub fn each(&self) -> impl Iterator<Item = Kind> + use<> {
        each(self.in_play)
    }

    /// The value of a hand's stones by the knobs, in coins.
    pub fn value(&self, hand: Counts) -> i64 {
        hand.into_iter().zip(self.coins).map(|(count, coins)| i64::from(count) * coins).sum()
    }

    /// How complete a hand is.
    pub fn completeness(&self, hand: Counts) -> Completeness {
        let mut best = Completeness { size: 0, coins: 0, kind: 0 };
        for kind in 0..KINDS as Kind {
            let group = Completeness { size: hand[kind as usize], coins: self.coins[kind as usize], kind };
            if group.compare(&best) == Ordering::Greater {
                best = group;
            }
        }
        best
    }
}

/// The kinds of a set, in order.
pub fn each(mut set: KindSet) -> impl Iterator<Item = Kind> {
    std::iter::from_fn(move || {
        let kind = (set != 0).then(|| set.trailing_zeros() as Kind);
        set &= set.wrapping_sub(1);
        kind
    })
}

/// The one kind of a set that has only one.
pub const fn only(set: KindSet) -> Option<Kind> {
    if set.is_power_of_two() { Some(set.trailing_zeros() as Kind) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn official() -> Kinds {
        Kinds::new(&Knobs::default())
    }

    #[test]
    fn a_jewel_is_worth_12_gold_6_and_silver_1() {
        assert_eq!(official().value([1, 0, 0, 0]), 12);
        assert_eq!(official().value([0, 1, 0, 0]), 6);
        assert_eq!(official().value([0, 0, 1, 0]), 1);
        assert_eq!(official().value([6, 1, 0, 0]), 78);
    }

    #[test]
    fn the_larger_group_is_more_complete_whatever_it_is_worth() {
        let silver = official().completeness([0, 0, 7, 0]);
        let jewels = official().completeness([6, 1, 0, 0]);
        assert_eq!(silver.compare(&jewels), Ordering::Greater);
    }

    #[test]
    fn of_groups_equally_large_jewels_trump_gold_and_gold_trumps_silver() {
        let [jewels, gold, silver] =
            [[4, 3, 0, 0], [3, 4, 0, 0], [0, 3, 4, 0]].map(|hand| official().completeness(hand));
        assert_eq!(jewels.compare(&gold), Ordering::Greater);
        assert_eq!(gold.compare(&silver), Ordering::Greater);
        assert_eq!(gold.compare(&official().completeness([0, 4, 3, 0])), Ordering::Equal);
    }

    #[test]
    fn within_a_hand_the_dearer_of_two_equal_groups_counts() {
        let best = official().completeness([3, 3, 1, 0]);
        assert_eq!((best.size, best.kind), (3, 0));
    }
}
