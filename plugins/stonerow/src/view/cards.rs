//! The face and the name of a card.

use crate::cards::{CHARACTERS, COLOURS, Card, Kind, Special};
use crate::rules::StoneRow;
use crate::state::State;
use stonehouse_plugin::scene::{self, Face, Mark, Piece, Sign, Tint};
use stonehouse_plugin::{Arg, Text, text};

/// The signs and colours of the guilds. The six colours differ in lightness, too.
const SUITS: [(Sign, Tint); COLOURS.len()] = [
    (Sign::Diamond, Tint::Rgb(0xb3, 0x2e, 0x2a)),
    (Sign::Disc, Tint::Rgb(0x24, 0x55, 0x9c)),
    (Sign::Triangle, Tint::Rgb(0x2a, 0x78, 0x4a)),
    (Sign::Square, Tint::Rgb(0xa8, 0x73, 0x0c)),
    (Sign::Hexagon, Tint::Rgb(0x70, 0x3f, 0x96)),
    (Sign::Cross, Tint::Rgb(0x4d, 0x55, 0x60)),
];

impl StoneRow {
    pub(super) fn piece(&self, state: &State, card: Card) -> Piece {
        let (name, tip) = (self.card_name(card), self.tip_of(state, card));
        let id = u32::from(state.ids[usize::from(card)]);
        if state.hammers >> card & 1 == 1 {
            let name = text!("{card}, a Hammer", card = name);
            return Piece::new(id, self.face(card), name).tip(tip).mark(Mark::Strong);
        }
        Piece::new(id, self.face(card), name).tip(tip)
    }

    fn face(&self, card: Card) -> Face {
        match self.deck.kind(card) {
            Kind::Suited { rank, colour } => {
                let (sign, tint) = SUITS[colour as usize];
                match self.character(rank) {
                    Some(name) => {
                        scene::Card::new(short(name)).suit(sign, tint).title(name).picture(picture(name)).into()
                    }
                    None => scene::Card::new(self.deck.rank_name(rank)).suit(sign, tint).into(),
                }
            }
            Kind::Special(special) => {
                let card = scene::Card::default().title(self.deck.special_name(special).to_owned());
                match special {
                    // Only a variant defines their meaning.
                    Special::House1 | Special::House2 | Special::House3 => card.into(),
                    _ => card.picture(picture(self.deck.special_name(special))).into(),
                }
            }
        }
    }

    /// The name of a card: "red 7", "Mason".
    pub(super) fn card_name(&self, card: Card) -> Text {
        match self.deck.kind(card) {
            Kind::Suited { rank, colour } => {
                text!("{colour} {rank}", colour = COLOURS[colour as usize], rank = self.rank(rank))
            }
            Kind::Special(special) => Text::plain(self.deck.special_name(special).to_owned()),
        }
    }

    /// A rank as an argument of a text: a number, or a character's name.
    pub(super) fn rank(&self, rank: u8) -> Arg {
        self.character(rank).map_or_else(|| (rank + 1).into(), Arg::from)
    }

    fn character(&self, rank: u8) -> Option<&'static str> {
        CHARACTERS.get(usize::from(rank.checked_sub(self.deck.numbers)?)).copied()
    }
}

/// "Ap" for Apprentice, "GM" for Guild Master.
fn short(name: &str) -> String {
    match name.split_once(' ') {
        Some((first, second)) => first.chars().take(1).chain(second.chars().take(1)).collect(),
        None => name.chars().take(2).collect(),
    }
}

/// The name of a character's or special card's picture.
fn picture(name: &str) -> String {
    format!("{}.svg", name.to_lowercase().replace(' ', "-"))
}
