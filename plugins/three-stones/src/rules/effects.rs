//! The application of effects to a position.
//!
//! Each changes a copy, which replaces the position only if it succeeded. From then on the position is altered: its
//! random playouts are played action by action, because the stones on the board no longer determine the scores.

use super::ThreeStones;
use super::score::Before;
use crate::board::{Bits, Place, places};
use crate::state::{State, Stone};
use stonehouse_plugin::{EffectError, Seat};

/// The seat's number, if it is at the table.
pub(crate) fn at_table(seat: Seat) -> Result<usize, EffectError> {
    if seat.index() < 2 { Ok(seat.index()) } else { Err(EffectError::new("only two play")) }
}

pub(crate) fn no_hands() -> EffectError {
    EffectError::new("nobody has stones in hand: they are drawn from the pouch")
}

pub(crate) const fn other_colour(stone: Stone) -> Stone {
    match stone {
        Stone::White => Stone::Black,
        Stone::Black => Stone::White,
        Stone::Clear => Stone::Clear,
    }
}

/// A place of this set that chance chooses.
pub(crate) fn draw_place(state: &mut State, set: Bits) -> Option<Place> {
    if set == 0 {
        return None;
    }
    let number = state.rng.below(set.count_ones());
    places(set).nth(number as usize)
}

impl ThreeStones {
    /// Changes a copy of the position, restores its invariants, and replaces the position by it.
    pub(crate) fn change(
        &self,
        state: &mut State,
        what: impl FnOnce(&mut State) -> Result<(), EffectError>,
    ) -> Result<(), EffectError> {
        let mut after = state.clone();
        after.altered = true;
        what(&mut after)?;
        self.pass_over(&mut after);
        self.end_if_over(&mut after).map_err(|_| failed())?;
        *state = after;
        Ok(())
    }

    /// The pocket in this row and column; one that is blocked is still one.
    pub(crate) fn pocket(&self, row: i64, col: i64) -> Result<Place, EffectError> {
        let place = self.board.place(row, col).filter(|place| self.board.pockets >> place & 1 == 1);
        place.ok_or_else(|| EffectError::new(format!("there is no pocket in row {row}, column {col}")))
    }

    pub(crate) fn empty_pocket(&self, state: &State, row: i64, col: i64) -> Result<Place, EffectError> {
        let place = self.pocket(row, col)?;
        let refused = |why: &str| Err(EffectError::new(format!("the pocket {} is {why}", self.board.name(place))));
        match place {
            place if state.filled() >> place & 1 == 1 => refused("not empty"),
            place if state.blocked >> place & 1 == 1 => refused("blocked"),
            place => Ok(place),
        }
    }

    pub(crate) fn stone_in(&self, state: &State, place: Place) -> Result<Stone, EffectError> {
        let none = || EffectError::new(format!("no stone lies in the pocket {}", self.board.name(place)));
        state.stone_at(place).ok_or_else(none)
    }

    /// Whether a player has a stone of this kind in hand.
    pub(crate) fn holds(&self, state: &State, seat: usize, stone: Stone) -> Result<(), EffectError> {
        if self.knobs.pouch {
            return Err(no_hands());
        }
        if state.left[seat][stone as usize] == 0 {
            return Err(EffectError::new("that player has no such stone in hand"));
        }
        Ok(())
    }

    pub(crate) fn take_off(&self, after: &mut State, place: Place) -> Result<(), EffectError> {
        let stone = self.stone_in(after, place)?;
        after.stones[stone as usize] &= !(1 << place);
        let (row, col) = self.board.at(place);
        self.house.stone_removed(stone, row, col);
        Ok(())
    }

    pub(crate) fn close(&self, after: &mut State, place: Place) {
        after.blocked |= 1 << place;
        let (row, col) = self.board.at(place);
        self.house.pocket_blocked(row, col);
    }

    /// Scores the lines of a stone that a house rule has put there, for their owners.
    pub(crate) fn score_placed_by_rule(
        &self,
        after: &mut State,
        stone: Stone,
        place: Place,
        before: Option<Before>,
    ) -> Result<(), EffectError> {
        self.score_lines(after, None, place, before.as_ref()).map_err(|_| failed())?;
        let (row, col) = self.board.at(place);
        self.house.stone_put(stone, row, col);
        Ok(())
    }
}

/// The error when a hook failed that the effect called.
fn failed() -> EffectError {
    EffectError::new("a house rule that decides about it failed")
}
