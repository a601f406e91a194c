//! The knobs of StoneRow. Their defaults are the official rules.

use stonehouse_plugin::words;

words! {
    /// The rule for a Keystone that turns out to be a special card.
    pub enum KeystoneSpecial {
        /// It is put back, the Quarry shuffled, and another revealed.
        Redraw = "redraw",
        /// It stays: cards of its name are Hammers too.
        ByName = "by_name",
    }
}

words! {
    /// The seats that may attract a Hammer with a Displacer.
    pub enum Attract {
        /// Any opponent of the player who plays the Hammer, asked in turn order.
        AnyOpponent = "any_opponent",
        /// Only the owner of the StoneRow that it falls on.
        TargetOnly = "target_only",
    }
}

words! {
    /// The broken StoneRows that a Mason may repair in team play.
    pub enum Repairs {
        /// Those in which the Mason's own player has points.
        Own = "own",
        /// Those in which the teammate has points too.
        Team = "team",
    }
}

stonehouse_plugin::knobs! {
    /// The knobs of StoneRow.
    pub struct Knobs {
        /// Guild colours in the deck.
        pub colours: u8 = 4, in 1..=6;
        /// Number cards of each colour, from 1 upwards. The four characters follow them.
        pub numbers: u8 = 9, in 1..=28;
        /// Highwaymen in the deck.
        pub highwaymen: u8 = 3, in 0..=8;
        /// Masons in the deck.
        pub masons: u8 = 3, in 0..=8;
        /// GoldDiggers in the deck.
        pub gold_diggers: u8 = 2, in 0..=8;
        /// Displacers in the deck.
        pub displacers: u8 = 2, in 0..=8;
        /// Foremen in the deck. Team play has none.
        pub foremen: u8 = 1, in 0..=4;
        /// Cards of the house in the deck: up to three kinds of special cards that do nothing but what a script
        /// defines.
        pub house_cards: [u8; 3] = [0, 0, 0], in 0..=8;
        /// What the cards of the house are called, kind by kind.
        pub house_card_names: [String; 3] = ["House card A", "House card B", "House card C"].map(str::to_owned), letters ..=20;
        /// Cards dealt to each of two, three and four players.
        pub hand_sizes: [u8; 3] = [8, 7, 6], in 1..=12;
        /// Rounds of a game without teams.
        pub rounds: u8 = 5, in 1..=20;
        /// Rounds that each Foreman adds.
        pub rounds_per_foreman: u8 = 1, in 0..=5;
        /// What happens when the Keystone is a special card.
        pub keystone_special: KeystoneSpecial = KeystoneSpecial::Redraw;
        /// Who may attract a Hammer with a Displacer.
        pub attract: Attract = Attract::AnyOpponent;
        /// Whether a Mason may mortar a card to a neighbour's StoneRow.
        pub mortar_neighbours: bool = true;
        /// How often the face of a number counts for each card of a pair.
        pub pair_of_numbers: u8 = 1, in 0..=10;
        /// What a pair of characters, three of a kind and four of a kind score.
        pub set_points: [i64; 3] = [20, 30, 40], in 0..=500;
        /// What runs of three, four, five, six and seven score.
        pub run_points: [i64; 5] = [30, 40, 50, 60, 70], in 0..=500;
        /// The most cards in a run.
        pub max_run: u8 = 5, in 3..=7;
        /// Whether four play as two teams, partners opposite each other, hand after hand until a tower is built.
        pub teams: bool = false;
        /// Points with which a team wins a hand.
        pub points_goal: i64 = 100, in 10..=1000;
        /// Tower cards that a team must turn to win.
        pub tower_cards: u8 = 6, in 1..=12;
        /// Whether a teammate may add cards to a StoneRow as it is built.
        pub team_additions: bool = true;
        /// Whether a teammate may pick up a discard.
        pub team_pickups: bool = true;
        /// Which broken StoneRows a Mason may repair in team play.
        pub repairs: Repairs = Repairs::Own;
        /// Laps after which a hand of team play ends as if nobody could draw.
        pub longest_hand: u8 = 50, in 1..=100;
    }
}
