//! The knobs of Stones. Their defaults are the official rules.

use stonehouse_plugin::words;

words! {
    /// The turns that the trade counter counts.
    pub enum CountedTurns {
        /// Every turn: accepted, denied, forced or passed.
        EveryTurn = "every_turn",
        /// Only accepted and forced trades. A lap of passes ends the hand.
        TradesOnly = "trades_only",
    }
}

words! {
    /// The form of a request for a hidden stone.
    pub enum HiddenRequest {
        /// A kind: the player who has none hidden can only deny.
        Kind = "kind",
        /// Any hidden stone: the giver chooses which.
        Blind = "blind",
    }
}

words! {
    /// The player who moves after a denied offer.
    pub enum AfterDenial {
        /// The player who denied.
        Asked = "asked",
        /// The player to the left of the one who offered.
        Left = "left",
    }
}

stonehouse_plugin::knobs! {
    /// The knobs of Stones.
    pub struct Knobs {
        /// Jewels among the stones.
        pub jewels: u8 = 12, in 0..=30;
        /// Pieces of gold among the stones.
        pub gold: u8 = 12, in 0..=30;
        /// Pieces of silver among the stones.
        pub silver: u8 = 12, in 0..=30;
        /// Pieces of copper among the stones: a fourth kind, which the official game has not.
        pub copper: u8 = 0, in 0..=30;
        /// Coins that a jewel is worth. Of two groups equally large, the one of the kind worth more is the more
        /// complete.
        pub jewel_coins: i64 = 12, in 0..=1000;
        /// Coins that a piece of gold is worth.
        pub gold_coins: i64 = 6, in 0..=1000;
        /// Coins that a piece of silver is worth.
        pub silver_coins: i64 = 1, in 0..=1000;
        /// Coins that a piece of copper is worth.
        pub copper_coins: i64 = 0, in 0..=1000;
        /// Stones in front of each player, for all to see.
        pub visible_stones: u8 = 3, in 1..=6;
        /// Stones that each player hides.
        pub hidden_stones: u8 = 4, in 0..=6;
        /// Turns of a hand on the trade counter.
        pub trades_per_hand: u8 = 12, in 1..=60;
        /// What the trade counter counts.
        pub counts: CountedTurns = CountedTurns::EveryTurn;
        /// Turns after which a hand ends even if only trades count and too few are made.
        pub longest_hand: u8 = 120, in 1..=240;
        /// What is asked for when a hidden stone is asked for.
        pub hidden_request: HiddenRequest = HiddenRequest::Kind;
        /// Who moves after a denied offer.
        pub after_denial: AfterDenial = AfterDenial::Asked;
        /// Force stones of each player in a hand.
        pub forces_each: u8 = 1, in 0..=3;
        /// How often one player can be forced in a hand.
        pub forces_upon: u8 = 2, in 0..=12;
        /// Coins for the most complete hand.
        pub bonus: i64 = 120, in 0..=10_000;
        /// Coins with which a player wins at the end of a hand.
        pub goal: i64 = 1000, in 1..=10_000;
        /// Coins with which each seat begins: a handicap, or a full purse.
        pub starting_coins: [i64; 5] = [0; 5], in 0..=10_000;
    }
}
