//! Actions and their codes. A code is the kind's number in the top eight bits; below it the place given, the seat
//! asked, and the stone asked for.

use crate::kinds::{KINDS, Kind};
use crate::state::{MAX_STONES_EACH, Place};
use stonehouse_plugin::Action;

/// The stone that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestedStone {
    /// The visible stone at a place.
    Visible(Place),
    /// A hidden stone of a kind.
    Hidden(Kind),
    /// Any hidden stone.
    Any,
}

/// A move: the decoded form of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Offer the stone at a place to a seat.
    Offer {
        /// The place of the stone offered.
        give: Place,
        /// The seat that is asked.
        to: u8,
        /// The stone asked for.
        asked: RequestedStone,
    },
    /// Trade without asking: the visible stone at a place of a seat.
    Force {
        /// The place of the stone given.
        give: Place,
        /// The seat that is forced.
        to: u8,
        /// The place of the stone taken.
        take: Place,
    },
    /// Do nothing.
    Pass,
    /// Accept the offer.
    Accept,
    /// Accept a blind request by giving this stone.
    Give {
        /// Its place.
        place: Place,
    },
    /// Deny the offer.
    Deny,
}

const GIVE: u32 = 16;
const TO: u32 = 8;
const KIND: u32 = 24;
/// The first code of a hidden kind, above every place.
const HIDDEN: u32 = 16;
/// The code of any hidden stone.
const ANY: u32 = 32;

impl RequestedStone {
    const fn code(self) -> u32 {
        match self {
            Self::Visible(place) => place as u32,
            Self::Hidden(kind) => HIDDEN + kind as u32,
            Self::Any => ANY,
        }
    }

    fn of(code: u32) -> Option<Self> {
        match code {
            ANY => Some(Self::Any),
            place if place < MAX_STONES_EACH as u32 => Some(Self::Visible(place as Place)),
            kind => kind.checked_sub(HIDDEN).filter(|kind| *kind < KINDS as u32).map(|kind| Self::Hidden(kind as Kind)),
        }
    }
}

impl Move {
    /// Its code.
    pub const fn action(self) -> Action {
        let (kind, give, to, asked) = match self {
            Self::Offer { give, to, asked } => (0, give, to, asked.code()),
            Self::Force { give, to, take } => (1, give, to, take as u32),
            Self::Pass => (2, 0, 0, 0),
            Self::Accept => (3, 0, 0, 0),
            Self::Give { place } => (4, 0, 0, place as u32),
            Self::Deny => (5, 0, 0, 0),
        };
        Action(kind << KIND | (give as u32) << GIVE | (to as u32) << TO | asked)
    }

    /// The move that an action encodes, if any.
    pub fn of(action: Action) -> Option<Self> {
        let (give, to) = ((action.0 >> GIVE & 0xFF) as Place, (action.0 >> TO & 0xFF) as u8);
        let asked = action.0 & 0xFF;
        let found = match action.0 >> KIND {
            0 => Self::Offer { give, to, asked: RequestedStone::of(asked)? },
            1 => Self::Force { give, to, take: asked as Place },
            2 => Self::Pass,
            3 => Self::Accept,
            4 => Self::Give { place: asked as Place },
            5 => Self::Deny,
            _ => return None,
        };
        (found.action() == action).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_back_as_its_move_and_no_two_are_alike() {
        let moves = [
            Move::Offer { give: 0, to: 4, asked: RequestedStone::Visible(11) },
            Move::Offer { give: 0, to: 4, asked: RequestedStone::Hidden(0) },
            Move::Offer { give: 0, to: 4, asked: RequestedStone::Any },
            Move::Offer { give: 11, to: 0, asked: RequestedStone::Hidden(3) },
            Move::Force { give: 11, to: 4, take: 5 },
            Move::Pass,
            Move::Accept,
            Move::Give { place: 3 },
            Move::Give { place: 11 },
            Move::Deny,
        ];
        for (index, one) in moves.iter().enumerate() {
            assert_eq!(Move::of(one.action()), Some(*one));
            assert!(moves[..index].iter().all(|other| other.action().0 < one.action().0), "in ascending order");
        }
        assert_eq!(Move::of(Action(40)), None);
        assert_eq!(Move::of(Action(u32::MAX)), None);
    }
}
