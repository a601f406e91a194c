//! The facts and zones that house rules can read of a position.

use crate::cards::{Card, Cards, Deck, Kind, MAX_CARDS, Special, each};
use crate::hooks::DecisionKind;
use crate::rows::{Row, RowKind};
use crate::rules::{StoneRow, team_of};
use crate::state::{MAX_ROWS, Phase, State};
use crate::view;
use stonehouse_plugin::{NamedEnum, Seat, facts, words, zones};

facts! {
    impl Facts for StoneRow;

    /// The number of the turn that is played in this hand, from 1. Extra turns are not counted.
    fn turn(_rules, state) -> u16 {
        state.turn + 1
    }

    /// The round that is played in this hand, from 1: a turn for everybody.
    fn round(rules, state) -> u16 {
        rules.round(state)
    }

    /// How many rounds are played, those included that Foremen have added. Team play has no such number, and there it
    /// is 0.
    fn rounds(rules, state) -> u8 {
        if rules.knobs.teams { 0 } else { state.rounds }
    }

    /// The number of the hand, from 1. Without teams there is one.
    fn hand(_rules, state) -> u8 {
        state.hand
    }

    /// Whose turn it is. Somebody else may be asked something in it.
    fn mover(rules, state) -> Seat {
        Seat(rules.mover(state))
    }

    /// Who takes the first turn of this hand.
    fn first(rules, state) -> Seat {
        Seat((state.dealer + 1) % rules.seats)
    }

    /// What is to be decided.
    fn phase(_rules, state) -> DecisionKind {
        match state.phase {
            Phase::Draw => DecisionKind::Draw,
            Phase::Act => DecisionKind::Act,
            Phase::Attract { .. } => DecisionKind::Attract,
            Phase::Sift { .. } => DecisionKind::Sift,
            Phase::Add { .. } => DecisionKind::Add,
            Phase::PickUp => DecisionKind::PickUp,
            Phase::Draft { .. } => DecisionKind::Draft,
            Phase::Over => DecisionKind::Over,
        }
    }

    /// Whether four play as two teams.
    fn teams(rules, _state) -> bool {
        rules.knobs.teams
    }

    /// Cards in the Quarry.
    fn quarry_cards(_rules, state) -> u8 {
        state.quarry.len() as u8
    }

    /// Cards in the Brickyard.
    fn brickyard_cards(_rules, state) -> u8 {
        state.brickyard.len() as u8
    }

    /// The rank of the Brickyard's top card: 1 and up are numbers, the characters follow them; 0 for a special card, or
    /// where there is none.
    fn brickyard_rank(rules, state) -> u8 {
        state.brickyard.top().and_then(|card| rules.deck.suited_rank(card)).map_or(0, |rank| rank + 1)
    }

    /// The rank of the Hammers: 1 and up are numbers, the characters follow them; 0 where special cards are the
    /// Hammers.
    fn hammer_rank(rules, state) -> u8 {
        let hammer = each(state.hammers).next();
        hammer.and_then(|card| rules.deck.suited_rank(card)).map_or(0, |rank| rank + 1)
    }

    /// Foremen that have turned up.
    fn foremen(_rules, state) -> u8 {
        state.foremen
    }

    /// Cards in each player's hand.
    fn hand_cards(_rules, state, seat) -> u32 {
        count(held(state, seat))
    }

    /// What each player's StoneRows and shares are worth in this hand, with what house rules have added.
    fn table_points(_rules, state, seat) -> i64 {
        if seat.index() < 4 { StoneRow::points(state, seat.0) } else { 0 }
    }

    /// Unbroken StoneRows in front of each player.
    fn whole_rows(_rules, state, seat) -> u32 {
        rows_of(state, seat).filter(|(_, row)| !row.broken).count() as u32
    }

    /// Broken StoneRows in front of each player.
    fn broken_rows(_rules, state, seat) -> u32 {
        rows_of(state, seat).filter(|(_, row)| row.broken).count() as u32
    }

    /// The most unbroken StoneRows that lie in front of one player.
    fn most_rows(rules, state) -> u32 {
        let whole = |seat| rows_of(state, Seat(seat)).filter(|(_, row)| !row.broken).count() as u32;
        (0..rules.seats).map(whole).max().unwrap_or_default()
    }

    /// Cards in the longest unbroken StoneRow in front of each player.
    fn longest_row(_rules, state, seat) -> u8 {
        rows_of(state, seat).filter(|(_, row)| !row.broken).map(|(_, row)| row.len()).max().unwrap_or_default()
    }

    /// The number of the unbroken StoneRow in front of each player that is worth most to the player, the first of
    /// several; -1 where there is none.
    fn best_row(_rules, state, seat) -> i8 {
        let whole = rows_of(state, seat).filter(|(_, row)| !row.broken);
        number(whole.min_by_key(|(_, row)| -row.worth()))
    }

    /// The same of the one that is worth least.
    fn worst_row(_rules, state, seat) -> i8 {
        number(rows_of(state, seat).filter(|(_, row)| !row.broken).min_by_key(|(_, row)| row.worth()))
    }

    /// The number of the first broken StoneRow in front of each player; -1 where there is none.
    fn broken_row(_rules, state, seat) -> i8 {
        number(rows_of(state, seat).find(|(_, row)| row.broken))
    }

    /// StoneRows of others in which each player has a share.
    fn shares(_rules, state, seat) -> u32 {
        let shared = |row: &&Row| row.owner != seat.0 && row.claims.get(seat.index()).is_some_and(|claim| *claim > 0);
        state.rows().iter().filter(shared).count() as u32
    }

    /// Whether a Displacer lies by each player's StoneRows.
    fn deflected(_rules, state, seat) -> bool {
        state.deflectors.get(seat.index()).is_some_and(|cards| *cards != 0)
    }

    /// Tower cards that each player's team has turned.
    fn tower(_rules, state, seat) -> u8 {
        state.towers[usize::from(team_of(seat.0))]
    }

    /// Points with which each player's team wins this hand. Without teams they mean nothing.
    fn goal(_rules, state, seat) -> i64 {
        state.goals[usize::from(team_of(seat.0))]
    }

    /// What the number cards in each player's hand show together. Hidden from others.
    fn faces_held(rules, state, seat) -> u32, secret {
        let ranks = each(held(state, seat)).filter_map(|card| rules.deck.suited_rank(card));
        ranks.filter(|rank| !rules.deck.is_character(*rank)).map(|rank| u32::from(rank) + 1).sum()
    }

    /// Characters in each player's hand. Hidden from others.
    fn characters_held(rules, state, seat) -> u32, secret {
        let ranks = each(held(state, seat)).filter_map(|card| rules.deck.suited_rank(card));
        ranks.filter(|rank| rules.deck.is_character(*rank)).count() as u32
    }

    /// Hammers in each player's hand. Hidden from others.
    fn hammers_held(_rules, state, seat) -> u32, secret {
        count(held(state, seat) & state.hammers)
    }

    /// Highwaymen in each player's hand. Hidden from others.
    fn highwaymen_held(rules, state, seat) -> u32, secret {
        count(held(state, seat) & rules.special(Special::Highwayman))
    }

    /// Masons in each player's hand. Hidden from others.
    fn masons_held(rules, state, seat) -> u32, secret {
        count(held(state, seat) & rules.special(Special::Mason))
    }

    /// GoldDiggers in each player's hand. Hidden from others.
    fn gold_diggers_held(rules, state, seat) -> u32, secret {
        count(held(state, seat) & rules.special(Special::GoldDigger))
    }

    /// Displacers in each player's hand. Hidden from others.
    fn displacers_held(rules, state, seat) -> u32, secret {
        count(held(state, seat) & rules.special(Special::Displacer))
    }

    /// House cards of the first kind in each player's hand. Hidden from others.
    fn house_1_held(rules, state, seat) -> u32, secret {
        count(held(state, seat) & rules.special(Special::House1))
    }

    /// House cards of the second kind in each player's hand. Hidden from others.
    fn house_2_held(rules, state, seat) -> u32, secret {
        count(held(state, seat) & rules.special(Special::House2))
    }

    /// House cards of the third kind in each player's hand. Hidden from others.
    fn house_3_held(rules, state, seat) -> u32, secret {
        count(held(state, seat) & rules.special(Special::House3))
    }
}

const fn count(cards: Cards) -> u32 {
    cards.count_ones()
}

/// The cards that a seat holds.
fn held(state: &State, seat: Seat) -> Cards {
    state.hands.get(seat.index()).copied().unwrap_or_default()
}

/// The rows in front of a seat, with their numbers.
fn rows_of(state: &State, seat: Seat) -> impl Iterator<Item = (usize, &Row)> {
    state.rows().iter().enumerate().filter(move |(_, row)| row.owner == seat.0)
}

/// The number of a row, if there is one.
fn number(row: Option<(usize, &Row)>) -> i8 {
    row.map_or(-1, |(number, _)| number as i8)
}

words! {
    /// The kind of a card.
    pub enum CardKind {
        /// A number.
        Number = "number",
        /// A character.
        Character = "character",
        /// A Highwayman.
        Highwayman = "highwayman",
        /// A Mason.
        Mason = "mason",
        /// A GoldDigger.
        GoldDigger = "gold_digger",
        /// A Displacer.
        Displacer = "displacer",
        /// A Foreman.
        Foreman = "foreman",
        /// A house card of the first kind.
        House1 = "house_1",
        /// A house card of the second kind.
        House2 = "house_2",
        /// A house card of the third kind.
        House3 = "house_3",
    }
}

words! {
    /// The guild colour of a card or of a run.
    pub enum Colour {
        /// Red.
        Red = "red",
        /// Blue.
        Blue = "blue",
        /// Green.
        Green = "green",
        /// Yellow.
        Yellow = "yellow",
        /// Violet.
        Violet = "violet",
        /// Grey.
        Grey = "grey",
        /// None: a special card, or a set.
        Colourless = "none",
    }
}

impl Colour {
    /// The guild colour of this number.
    fn of(colour: u8) -> Self {
        Self::ALL.get(usize::from(colour)).copied().unwrap_or(Self::Colourless)
    }
}

impl CardKind {
    /// The kind of a special card: those follow numbers and characters in the deck's order.
    fn of(special: Special) -> Self {
        Self::ALL[Self::Highwayman as usize + special as usize]
    }
}

/// A card as house rules read it: its kind, rank and colour.
fn piece(deck: &Deck, card: Card) -> (CardKind, u8, Colour) {
    match deck.kind(card) {
        Kind::Suited { rank, colour } if deck.is_character(rank) => (CardKind::Character, rank + 1, Colour::of(colour)),
        Kind::Suited { rank, colour } => (CardKind::Number, rank + 1, Colour::of(colour)),
        Kind::Special(special) => (CardKind::of(special), 0, Colour::Colourless),
    }
}

zones! {
    impl Zones for StoneRow;

    /// The cards in each player's hand, by rank. Hidden from others.
    fn cards(rules, state, seat) -> list(MAX_CARDS) of (
        /// Its kind.
        kind: CardKind,
        /// Its rank, from 1; characters follow the highest number. 0 for a special card.
        rank: u8,
        /// Its guild colour.
        colour: Colour,
    ), secret {
        each(held(state, seat)).map(|card| piece(&rules.deck, card))
    }
    label(place) {
        each(held(state, seat)).nth(place).map(|card| view::label_of_held(rules, state, seat, card))
    }

    /// The cards of the Brickyard, the top first.
    fn brickyard(rules, state) -> list(MAX_CARDS) of (
        /// Its kind.
        kind: CardKind,
        /// Its rank, from 1; characters follow the highest number. 0 for a special card.
        rank: u8,
        /// Its guild colour.
        colour: Colour,
    ) {
        state.brickyard.from_top().map(|card| piece(&rules.deck, card))
    }
    label(place) {
        state.brickyard.from_top().nth(place).map(|card| view::label_in_brickyard(rules, card))
    }

    /// The StoneRows on the table, by their numbers.
    fn rows(rules, state) -> list(MAX_ROWS) of (
        /// Its number, from 0, for effects.
        number: u8,
        /// In front of whom it is.
        owner: Seat,
        /// Set or run.
        kind: RowKind,
        /// How many cards it has.
        length: u8,
        /// The rank of its cards, or a run's lowest, from 1.
        rank: u8,
        /// A run's guild colour.
        colour: Colour,
        /// Its worth to its owner, if it is not broken, in points.
        points: i16,
        /// Whether it is broken.
        broken: bool,
    ) {
        state.rows().iter().enumerate().map(|(number, row)| {
            let colour = if row.kind == RowKind::Run { Colour::of(row.colour) } else { Colour::Colourless };
            let (number, owner) = (number as u8, Seat(row.owner));
            (number, owner, row.kind, row.len(), row.low + 1, colour, row.worth(), row.broken)
        })
    }
    label(number) {
        Some(view::label_of_row(rules, state, number as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{COLOURS, SPECIALS};
    use stonehouse_plugin::Named;

    #[test]
    fn kinds_and_colours_have_the_words_of_the_deck() {
        assert!(SPECIALS.iter().all(|special| CardKind::of(*special).word() == special.word()));
        assert_eq!(CardKind::ALL.len(), 2 + SPECIALS.len());
        assert_eq!(COLOURS, std::array::from_fn(|colour| Colour::of(colour as u8).word()));
        assert_eq!(Colour::of(COLOURS.len() as u8), Colour::Colourless);
    }
}
