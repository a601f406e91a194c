//! The knobs of StoneRow. Their defaults are the official rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens when the Keystone turns out to be a special card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeystoneSpecial {
    /// It is put back, the Quarry shuffled, and another revealed.
    Redraw,
    /// It stays: cards of its name are Hammers too.
    ByName,
}

/// Who may attract a Hammer with a Displacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Attract {
    /// Any opponent of whoever plays the Hammer, asked in turn order.
    AnyOpponent,
    /// Only the owner of the StoneRow that it falls on.
    TargetOnly,
}

/// Which broken StoneRows a Mason may repair in team play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Repairs {
    /// Those in which the Mason's own player has points.
    Own,
    /// Those in which the teammate has points too.
    Team,
}

stonehouse_plugin_api::knobs! {
    /// The knobs of StoneRow.
    pub struct Knobs {
        /// Guild colours in the deck.
        #[schemars(range(min = 1, max = 6))]
        pub colours: u8 = 4,
        /// Number cards of each colour, from 1 upwards. The four characters follow them.
        #[schemars(range(min = 1, max = 12))]
        pub numbers: u8 = 9,
        /// Highwaymen in the deck.
        #[schemars(range(min = 0, max = 8))]
        pub highwaymen: u8 = 3,
        /// Masons in the deck.
        #[schemars(range(min = 0, max = 8))]
        pub masons: u8 = 3,
        /// GoldDiggers in the deck.
        #[schemars(range(min = 0, max = 8))]
        pub gold_diggers: u8 = 2,
        /// Displacers in the deck.
        #[schemars(range(min = 0, max = 8))]
        pub displacers: u8 = 2,
        /// Foremen in the deck. Team play has none.
        #[schemars(range(min = 0, max = 4))]
        pub foremen: u8 = 1,
        /// Cards dealt to each of two, three and four players.
        #[schemars(length(min = 3, max = 3), inner(range(min = 1, max = 12)))]
        pub hand_sizes: [u8; 3] = [8, 7, 6],
        /// Rounds of a game without teams.
        #[schemars(range(min = 1, max = 20))]
        pub rounds: u8 = 5,
        /// Rounds that each Foreman adds.
        #[schemars(range(min = 0, max = 5))]
        pub rounds_per_foreman: u8 = 1,
        /// What happens when the Keystone is a special card.
        pub keystone_special: KeystoneSpecial = KeystoneSpecial::Redraw,
        /// Who may attract a Hammer with a Displacer.
        pub attract: Attract = Attract::AnyOpponent,
        /// Whether a Mason may mortar a card to a neighbour's StoneRow.
        pub mortar_neighbours: bool = true,
        /// How often the face of a number counts for each card of a pair.
        #[schemars(range(min = 0, max = 10))]
        pub pair_of_numbers: u8 = 1,
        /// What a pair of characters, three of a kind and four of a kind score.
        #[schemars(length(min = 3, max = 3), inner(range(min = 0, max = 500)))]
        pub set_points: [i64; 3] = [20, 30, 40],
        /// What runs of three, four, five, six and seven score.
        #[schemars(length(min = 5, max = 5), inner(range(min = 0, max = 500)))]
        pub run_points: [i64; 5] = [30, 40, 50, 60, 70],
        /// The most cards in a run.
        #[schemars(range(min = 3, max = 7))]
        pub max_run: u8 = 5,
        /// Whether four play as two teams, partners opposite each other, hand after hand until a tower is built.
        pub teams: bool = false,
        /// Points with which a team wins a hand.
        #[schemars(range(min = 10, max = 1000))]
        pub points_goal: i64 = 100,
        /// Tower cards that a team must turn to win.
        #[schemars(range(min = 1, max = 12))]
        pub tower_cards: u8 = 6,
        /// Whether a teammate may add cards to a StoneRow as it is built.
        pub team_additions: bool = true,
        /// Whether a teammate may pick up a discard.
        pub team_pickups: bool = true,
        /// Which broken StoneRows a Mason may repair in team play.
        pub repairs: Repairs = Repairs::Own,
        /// Laps after which a hand of team play ends as if nobody could draw.
        #[schemars(range(min = 1, max = 100))]
        pub longest_hand: u8 = 50,
    }
}
