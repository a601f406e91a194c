//! Actions and their codes. A code is the kind's number in the top eight bits, and two arguments below.

use crate::cards::Card;
use stonehouse_plugin::Action;

/// A row: its number in the order in which rows were built.
pub type RowId = u8;

/// A move: the decoded form of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Draw the top card of the Quarry.
    DrawQuarry,
    /// Draw the top card of the Brickyard.
    DrawBrickyard,
    /// Build a set of a rank: which colours, as bits.
    Set {
        /// The rank, from 0.
        rank: u8,
        /// The colours, as bits.
        colours: u8,
    },
    /// Build a run.
    Run {
        /// Its lowest rank, from 0.
        low: u8,
        /// Its colour.
        colour: u8,
        /// How many cards.
        len: u8,
    },
    /// Play a Hammer on a row.
    Hammer {
        /// The Hammer.
        card: Card,
        /// The row.
        row: RowId,
    },
    /// Steal a row with a Highwayman.
    Steal {
        /// The row.
        row: RowId,
    },
    /// Repair a row with a Mason.
    Repair {
        /// The row.
        row: RowId,
    },
    /// Mortar a card to a row with a Mason.
    Mortar {
        /// The card.
        card: Card,
        /// The row.
        row: RowId,
    },
    /// Lay a Displacer by one's rows.
    Deflect,
    /// Play a GoldDigger for the top of the Quarry.
    DigQuarry,
    /// Play a GoldDigger for the Brickyard.
    DigBrickyard,
    /// Discard a card.
    Discard {
        /// The card.
        card: Card,
    },
    /// Do nothing, having nothing.
    Pass,
    /// Attract a Hammer with a Displacer.
    Attract,
    /// Let a Hammer fall.
    LetFall,
    /// Take a card from the Brickyard that the GoldDigger opened.
    Take {
        /// The card.
        card: Card,
    },
    /// Take no more.
    Enough,
    /// Add a card to the row that the teammate just built.
    Add {
        /// The card.
        card: Card,
    },
    /// Add no (more) cards.
    AddNone,
    /// Pick up the card that the teammate just discarded.
    PickUp,
    /// Leave it.
    LeaveIt,
    /// Build a set with a card that substitutes for another.
    WildSet {
        /// The rank of the others, from 0.
        rank: u8,
        /// Their colours, as bits.
        colours: u8,
        /// The wild card.
        wild: Card,
    },
    /// Build a run with a card that substitutes for another.
    WildRun {
        /// Its lowest rank, from 0.
        low: u8,
        /// Its colour.
        colour: u8,
        /// How many cards.
        len: u8,
        /// The index of the card that the wild card substitutes for, from 0.
        missing: u8,
        /// The wild card.
        wild: Card,
    },
    /// Keep a card in a draft.
    Keep {
        /// The card.
        card: Card,
    },
}

const ARGUMENT: u32 = 8;
const KIND: u32 = 24;

impl Move {
    /// Its code.
    pub const fn action(self) -> Action {
        let (kind, a, b) = match self {
            Self::DrawQuarry => (0, 0, 0),
            Self::DrawBrickyard => (1, 0, 0),
            Self::Set { rank, colours } => (2, rank as u32, colours),
            Self::Run { low, colour, len } => (3, (low as u32) << 3 | colour as u32, len),
            Self::Hammer { card, row } => (4, card as u32, row),
            Self::Steal { row } => (5, 0, row),
            Self::Repair { row } => (6, 0, row),
            Self::Mortar { card, row } => (7, card as u32, row),
            Self::Deflect => (8, 0, 0),
            Self::DigQuarry => (9, 0, 0),
            Self::DigBrickyard => (10, 0, 0),
            Self::Discard { card } => (11, 0, card),
            Self::Pass => (12, 0, 0),
            Self::Attract => (13, 0, 0),
            Self::LetFall => (14, 0, 0),
            Self::Take { card } => (15, 0, card),
            Self::Enough => (16, 0, 0),
            Self::Add { card } => (17, 0, card),
            Self::AddNone => (18, 0, 0),
            Self::PickUp => (19, 0, 0),
            Self::LeaveIt => (20, 0, 0),
            Self::WildSet { rank, colours, wild } => (21, (rank as u32) << 8 | colours as u32, wild),
            Self::WildRun { low, colour, len, missing, wild } => {
                (22, (low as u32) << 9 | (colour as u32) << 6 | (len as u32) << 3 | missing as u32, wild)
            }
            Self::Keep { card } => (23, 0, card),
        };
        Action(kind << KIND | a << ARGUMENT | b as u32)
    }

    /// The move that an action encodes, if any.
    pub fn of(action: Action) -> Option<Self> {
        let a = (action.0 >> ARGUMENT & 0xFFFF) as u16;
        let b = (action.0 & 0xFF) as u8;
        let found = match action.0 >> KIND {
            0 => Self::DrawQuarry,
            1 => Self::DrawBrickyard,
            2 => Self::Set { rank: a as u8, colours: b },
            3 => Self::Run { low: (a >> 3) as u8, colour: (a & 7) as u8, len: b },
            4 => Self::Hammer { card: a as u8, row: b },
            5 => Self::Steal { row: b },
            6 => Self::Repair { row: b },
            7 => Self::Mortar { card: a as u8, row: b },
            8 => Self::Deflect,
            9 => Self::DigQuarry,
            10 => Self::DigBrickyard,
            11 => Self::Discard { card: b },
            12 => Self::Pass,
            13 => Self::Attract,
            14 => Self::LetFall,
            15 => Self::Take { card: b },
            16 => Self::Enough,
            17 => Self::Add { card: b },
            18 => Self::AddNone,
            19 => Self::PickUp,
            20 => Self::LeaveIt,
            21 => Self::WildSet { rank: (a >> 8) as u8, colours: a as u8, wild: b },
            22 => Self::WildRun {
                low: (a >> 9) as u8,
                colour: (a >> 6 & 7) as u8,
                len: (a >> 3 & 7) as u8,
                missing: (a & 7) as u8,
                wild: b,
            },
            23 => Self::Keep { card: b },
            _ => return None,
        };
        (found.action() == action).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_code_reads_back_as_its_move_and_no_two_are_alike() {
        // One of every kind, in the order of the kinds, with arguments as large as they can be.
        let moves = [
            Move::DrawQuarry,
            Move::DrawBrickyard,
            Move::Set { rank: 0, colours: 0b11 },
            Move::Set { rank: 12, colours: 0b1011 },
            Move::Run { low: 0, colour: 0, len: 3 },
            Move::Run { low: 10, colour: 5, len: 5 },
            Move::Hammer { card: 127, row: 63 },
            Move::Steal { row: 63 },
            Move::Repair { row: 63 },
            Move::Mortar { card: 127, row: 63 },
            Move::Deflect,
            Move::DigQuarry,
            Move::DigBrickyard,
            Move::Discard { card: 127 },
            Move::Pass,
            Move::Attract,
            Move::LetFall,
            Move::Take { card: 127 },
            Move::Enough,
            Move::Add { card: 127 },
            Move::AddNone,
            Move::PickUp,
            Move::LeaveIt,
            Move::WildSet { rank: 1, colours: 0b1, wild: 0 },
            Move::WildSet { rank: 31, colours: 0b111, wild: 127 },
            Move::WildRun { low: 0, colour: 1, len: 3, missing: 2, wild: 5 },
            Move::WildRun { low: 29, colour: 5, len: 7, missing: 6, wild: 127 },
            Move::Keep { card: 127 },
        ];
        let kinds: BTreeSet<u32> = moves.iter().map(|one| one.action().0 >> KIND).collect();
        assert_eq!(kinds, (0..=23).collect(), "every kind");
        assert_eq!(Move::of(Action(24 << KIND)), None, "and no other");
        for (index, one) in moves.iter().enumerate() {
            assert_eq!(Move::of(one.action()), Some(*one));
            assert!(moves[..index].iter().all(|other| other.action().0 < one.action().0));
        }
        assert_eq!(Move::of(Action(1)), None);
        assert_eq!(Move::of(Action(u32::MAX)), None);
    }
}
