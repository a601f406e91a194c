//! The knobs of Stones. Their defaults are the official rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the trade counter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// Every turn: accepted, denied, forced or passed.
    EveryTurn,
    /// Only accepted and forced trades. A lap of passes ends the hand.
    TradesOnly,
}

/// What is asked for when a hidden stone is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HiddenRequest {
    /// A kind: whoever has none hidden can only deny.
    Kind,
    /// Any hidden stone: the giver chooses which.
    Blind,
}

/// Who moves after a denied offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterDenial {
    /// The player who denied.
    Asked,
    /// The player to the left of whoever offered.
    Left,
}

stonehouse_plugin_api::knobs! {
    /// The knobs of Stones.
    pub struct Knobs {
        /// Jewels among the stones.
        #[schemars(range(min = 0, max = 30))]
        pub jewels: u8 = 12,
        /// Pieces of gold among the stones.
        #[schemars(range(min = 0, max = 30))]
        pub gold: u8 = 12,
        /// Pieces of silver among the stones.
        #[schemars(range(min = 0, max = 30))]
        pub silver: u8 = 12,
        /// Pieces of copper among the stones: a fourth kind, which the official game has not.
        #[schemars(range(min = 0, max = 30))]
        pub copper: u8 = 0,
        /// Coins that a jewel is worth. Of two groups equally large, the one of the kind worth more is the more complete.
        #[schemars(range(min = 0, max = 1000))]
        pub jewel_coins: i64 = 12,
        /// Coins that a piece of gold is worth.
        #[schemars(range(min = 0, max = 1000))]
        pub gold_coins: i64 = 6,
        /// Coins that a piece of silver is worth.
        #[schemars(range(min = 0, max = 1000))]
        pub silver_coins: i64 = 1,
        /// Coins that a piece of copper is worth.
        #[schemars(range(min = 0, max = 1000))]
        pub copper_coins: i64 = 0,
        /// Stones in front of each player, for all to see.
        #[schemars(range(min = 1, max = 6))]
        pub visible_stones: u8 = 3,
        /// Stones that each player hides.
        #[schemars(range(min = 0, max = 6))]
        pub hidden_stones: u8 = 4,
        /// Turns of a hand on the trade counter.
        #[schemars(range(min = 1, max = 60))]
        pub trades_per_hand: u8 = 12,
        /// What the trade counter counts.
        pub counts: Counts = Counts::EveryTurn,
        /// Turns after which a hand ends even if only trades count and too few are made.
        #[schemars(range(min = 1, max = 240))]
        pub longest_hand: u8 = 120,
        /// What is asked for when a hidden stone is asked for.
        pub hidden_request: HiddenRequest = HiddenRequest::Kind,
        /// Who moves after a denied offer.
        pub after_denial: AfterDenial = AfterDenial::Asked,
        /// Force stones of each player in a hand.
        #[schemars(range(min = 0, max = 3))]
        pub forces_each: u8 = 1,
        /// How often one player can be forced in a hand.
        #[schemars(range(min = 0, max = 12))]
        pub forces_upon: u8 = 2,
        /// Coins for the most complete hand.
        #[schemars(range(min = 0, max = 10_000))]
        pub bonus: i64 = 120,
        /// Coins with which a player wins at the end of a hand.
        #[schemars(range(min = 1, max = 10_000))]
        pub goal: i64 = 1000,
        /// Coins with which each seat begins: a handicap, or a full purse.
        #[schemars(length(min = 5, max = 5), inner(range(min = 0, max = 10_000)))]
        pub starting_coins: [i64; 5] = [0; 5],
    }
}
