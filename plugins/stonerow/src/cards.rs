//! The deck. A card is a number, a set of cards a set of bits.
//!
//! Suited cards are first, rank by rank, with the colours side by side: so the cards of a rank are neighbouring bits,
//! and the next card of a run is a fixed shift away. The special cards follow, kind by kind.

use crate::knobs::Knobs;
use stonehouse_plugin::words;

/// A set of cards.
pub type Cards = u128;

/// A card: its bit's number.
pub type Card = u8;

/// The most cards in a deck: the bits of [`Cards`].
pub const MAX_CARDS: usize = Cards::BITS as usize;

/// The characters, in the order in which they follow the numbers.
pub const CHARACTERS: [&str; 4] = ["Apprentice", "Surveyor", "Architect", "Guild Master"];

/// The guild colours' names.
pub const COLOURS: [&str; 6] = ["red", "blue", "green", "yellow", "violet", "grey"];

words! {
    /// The special cards.
    pub enum Special {
        /// Steals a StoneRow.
        Highwayman = "highwayman",
        /// Repairs or mortars.
        Mason = "mason",
        /// Brings up to three cards.
        GoldDigger = "gold_digger",
        /// Deflects or attracts Hammers.
        Displacer = "displacer",
        /// Adds a round.
        Foreman = "foreman",
        /// Does what a house rule defines: the first kind of such cards.
        House1 = "house_1",
        /// Does what a house rule defines: the second kind.
        House2 = "house_2",
        /// Does what a house rule defines: the third kind.
        House3 = "house_3",
    }
}

/// Kinds of special cards.
pub const KINDS: usize = 8;

/// The special cards, in the deck's order.
pub const SPECIALS: [Special; KINDS] = [
    Special::Highwayman,
    Special::Mason,
    Special::GoldDigger,
    Special::Displacer,
    Special::Foreman,
    Special::House1,
    Special::House2,
    Special::House3,
];

/// A deck.
#[derive(Clone, Debug)]
pub struct Deck {
    /// Guild colours.
    pub colours: u8,
    /// Ranks: numbers and characters.
    pub ranks: u8,
    /// Ranks that are numbers.
    pub numbers: u8,
    /// Cards in all.
    pub size: u8,
    /// The suited cards.
    pub suited: Cards,
    /// The cards of each kind of special.
    specials: [Cards; KINDS],
    /// The names of the cards of the house.
    house_names: [String; 3],
}

/// The kind of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number or character: rank (from 0) and colour.
    Suited {
        /// Its rank, from 0.
        rank: u8,
        /// Its colour's number.
        colour: u8,
    },
    /// A special card.
    Special(Special),
}

impl Deck {
    /// The deck that the knobs describe; `None` when it has too many cards.
    pub fn new(knobs: &Knobs) -> Option<Self> {
        let ranks = knobs.numbers + CHARACTERS.len() as u8;
        let [house_1, house_2, house_3] = knobs.house_cards;
        let counts = [
            knobs.highwaymen,
            knobs.masons,
            knobs.gold_diggers,
            knobs.displacers,
            knobs.foremen,
            house_1,
            house_2,
            house_3,
        ];
        let mut size = u32::from(ranks) * u32::from(knobs.colours);
        if size + counts.iter().map(|count| u32::from(*count)).sum::<u32>() > MAX_CARDS as u32 {
            return None;
        }
        let suited = first(size);
        let specials = counts.map(|count| {
            let cards = first(u32::from(count)).checked_shl(size).unwrap_or(0);
            size += u32::from(count);
            cards
        });
        Some(Self {
            colours: knobs.colours,
            ranks,
            numbers: knobs.numbers,
            size: size as u8,
            suited,
            specials,
            house_names: knobs.house_card_names.clone(),
        })
    }

    /// The cards of a kind of special.
    pub const fn special(&self, special: Special) -> Cards {
        self.specials[special as usize]
    }

    /// The cards of a rank, from 0.
    pub fn of_rank(&self, rank: u8) -> Cards {
        first(self.colours.into()) << (rank * self.colours)
    }

    /// The card of a rank and a colour.
    pub const fn card(&self, rank: u8, colour: u8) -> Card {
        rank * self.colours + colour
    }

    /// The kind of a card.
    pub fn kind(&self, card: Card) -> Kind {
        if self.suited >> card & 1 == 1 {
            return Kind::Suited { rank: card / self.colours, colour: card % self.colours };
        }
        let special = SPECIALS.into_iter().find(|special| self.special(*special) >> card & 1 == 1);
        Kind::Special(special.unwrap_or(Special::Foreman))
    }

    /// Whether a rank is a character.
    pub const fn is_character(&self, rank: u8) -> bool {
        rank >= self.numbers
    }

    /// The name of a rank: "7", "Architect".
    pub fn rank_name(&self, rank: u8) -> String {
        match rank.checked_sub(self.numbers) {
            None => (rank + 1).to_string(),
            Some(character) => CHARACTERS[character as usize].to_owned(),
        }
    }

    /// The name of a card: "red 7", "Mason".
    pub fn name(&self, card: Card) -> String {
        match self.kind(card) {
            Kind::Suited { rank, colour } => format!("{} {}", COLOURS[colour as usize], self.rank_name(rank)),
            Kind::Special(special) => self.special_name(special).to_owned(),
        }
    }

    /// The name of a special card.
    pub fn special_name(&self, special: Special) -> &str {
        match special {
            Special::Highwayman => "Highwayman",
            Special::Mason => "Mason",
            Special::GoldDigger => "GoldDigger",
            Special::Displacer => "Displacer",
            Special::Foreman => "Foreman",
            Special::House1 => &self.house_names[0],
            Special::House2 => &self.house_names[1],
            Special::House3 => &self.house_names[2],
        }
    }

    /// A suited card's rank, from 0.
    pub const fn suited_rank(&self, card: Card) -> Option<u8> {
        if self.suited >> card & 1 == 1 { Some(card / self.colours) } else { None }
    }

    /// The cards that play like this one: of a special card all of its kind.
    pub fn alike(&self, card: Card) -> Cards {
        match self.kind(card) {
            Kind::Suited { .. } => 1 << card,
            Kind::Special(special) => self.special(special),
        }
    }
}

/// The first `count` cards.
pub fn first(count: u32) -> Cards {
    if count >= Cards::BITS { Cards::MAX } else { (1 << count) - 1 }
}

/// The cards of a set, the lowest first.
pub fn each(mut set: Cards) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        let card = (set != 0).then(|| set.trailing_zeros() as Card);
        set &= set.wrapping_sub(1);
        card
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_official_deck_has_63_cards() {
        let deck = Deck::new(&Knobs::default()).unwrap();
        assert_eq!((deck.size, deck.suited.count_ones()), (63, 52));
        let counts = SPECIALS.map(|special| deck.special(special).count_ones());
        assert_eq!(counts, [3, 3, 2, 2, 1, 0, 0, 0]);
    }

    #[test]
    fn the_base_deck_has_56_and_the_team_deck_62_cards() {
        let base = Knobs { highwaymen: 2, masons: 1, gold_diggers: 0, displacers: 0, ..Knobs::default() };
        assert_eq!(Deck::new(&base).unwrap().size, 56);
        assert_eq!(Deck::new(&Knobs { foremen: 0, ..Knobs::default() }).unwrap().size, 62);
    }

    #[test]
    fn every_card_is_one_thing_and_has_a_name() {
        let deck = Deck::new(&Knobs::default()).unwrap();
        assert_eq!(deck.name(deck.card(6, 0)), "red 7");
        assert_eq!(deck.name(deck.card(12, 3)), "yellow Guild Master");
        assert_eq!(deck.kind(52), Kind::Special(Special::Highwayman));
        assert_eq!(deck.kind(62), Kind::Special(Special::Foreman));
    }

    #[test]
    fn house_cards_come_last_with_the_names_of_the_variant() {
        let knobs = Knobs {
            house_cards: [2, 0, 1],
            house_card_names: ["Spy", "Envoy", "Jester"].map(str::to_owned),
            ..Knobs::default()
        };
        let deck = Deck::new(&knobs).unwrap();
        assert_eq!([63, 64, 65].map(|card| deck.name(card)), ["Spy", "Spy", "Jester"]);
        assert_eq!((deck.size, deck.alike(64), deck.alike(5)), (66, 0b11 << 63, 1 << 5));
    }

    #[test]
    fn a_deck_that_is_too_large_is_refused() {
        let knobs = Knobs {
            colours: 6,
            numbers: 12,
            highwaymen: 8,
            masons: 8,
            gold_diggers: 8,
            displacers: 8,
            ..Knobs::default()
        };
        assert!(Deck::new(&knobs).is_none());
    }
}
