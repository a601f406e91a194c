//! The legal actions: the stones that can be placed, and the pockets for them.

use super::ThreeStones;
use crate::board::{Bits, Place, places};
use crate::hooks::{Hook, Player};
use crate::state::{STONES, State, Stone};
use stonehouse_plugin::GameError;

impl ThreeStones {
    /// The stones that may be played next, a bit for each kind: the drawn one, or any in the hand of the player who
    /// plays next.
    #[inline]
    fn kinds(&self, state: &State) -> u8 {
        if self.knobs.pouch {
            return state.drawn.map_or(0, |drawn| 1 << drawn as u8);
        }
        let hand = state.left[state.next as usize];
        STONES.into_iter().map(|stone| u8::from(hand[stone as usize] > 0) << stone as u8).sum()
    }

    /// The stones that may be played next, by kind.
    #[inline]
    pub(crate) fn playable(&self, state: &State) -> impl Iterator<Item = Stone> {
        let mut kinds = self.kinds(state);
        std::iter::from_fn(move || {
            let stone = *STONES.get(kinds.trailing_zeros() as usize)?;
            kinds &= kinds - 1;
            Some(stone)
        })
    }

    /// Whether a stone of this kind may be played next.
    #[inline]
    pub(crate) fn is_playable(&self, state: &State, stone: Stone) -> bool {
        self.kinds(state) >> stone as u8 & 1 == 1
    }

    /// Row-or-column rule: the pockets that are not taken in the row and the column of the stone last played; any that
    /// is not taken if there is none, and for the first stone.
    #[inline(always)]
    pub(crate) fn allowed(&self, taken: Bits, last: Option<Place>) -> Bits {
        let empty = self.board.pockets & !taken;
        match last {
            Some(last) if self.board.reach[last as usize] & empty != 0 => self.board.reach[last as usize] & empty,
            _ => empty,
        }
    }

    /// The pockets where `stone` may be played: those that the rules allow or house rules add, without those that house
    /// rules forbid.
    #[inline(always)]
    pub(crate) fn targets(&self, state: &State, stone: Stone) -> Result<Bits, GameError> {
        let allowed = self.allowed(state.taken(), state.last);
        let (widened, narrowed) = (self.house.uses(Hook::also_play), self.house.uses(Hook::may_play));
        if widened || narrowed { self.house_targets(state, stone, allowed, widened, narrowed) } else { Ok(allowed) }
    }

    /// The targets that the rules allow, changed by the hooks `also_play` and `may_play`. Where house rules forbid all,
    /// any empty pocket is one.
    fn house_targets(
        &self,
        state: &State,
        stone: Stone,
        allowed: Bits,
        widened: bool,
        narrowed: bool,
    ) -> Result<Bits, GameError> {
        let empty = self.board.pockets & !state.taken();
        let offered = if widened { allowed | self.added(state, stone, empty & !allowed)? } else { allowed };
        if !narrowed {
            return Ok(offered);
        }
        for candidates in [offered, empty] {
            let permitted = self.permitted(state, stone, candidates)?;
            if permitted != 0 {
                return Ok(permitted);
            }
        }
        Ok(empty)
    }

    fn permitted(&self, state: &State, stone: Stone, candidates: Bits) -> Result<Bits, GameError> {
        let player = Player::at(state.next);
        let (last_row, last_col) = self.ring(state);
        let stones = state.filled().count_ones() as u8;
        let empty = self.board.pockets & !state.taken();
        let mut permitted = 0;
        for place in places(candidates) {
            let (row, col) = self.board.at(place);
            let below = (self.board.below(place) & empty).count_ones();
            if self.house.may_play(state, player, stone, row, col, last_row, last_col, stones, below, true)? {
                permitted |= 1 << place;
            }
        }
        Ok(permitted)
    }

    fn added(&self, state: &State, stone: Stone, candidates: Bits) -> Result<Bits, GameError> {
        let player = Player::at(state.next);
        let (last_row, last_col) = self.ring(state);
        let mut added = 0;
        for place in places(candidates) {
            let (row, col) = self.board.at(place);
            if self.house.also_play(state, player, stone, row, col, last_row, last_col, false)? {
                added |= 1 << place;
            }
        }
        Ok(added)
    }

    /// Row and column of the ring; -1 where there is none.
    pub(crate) fn ring(&self, state: &State) -> (i64, i64) {
        self.row_and_column(state.last)
    }

    /// Row and column of a place; -1 where there is none.
    pub(crate) fn row_and_column(&self, place: Option<Place>) -> (i64, i64) {
        place.map_or((-1, -1), |place| {
            let (row, col) = self.board.at(place);
            (row.into(), col.into())
        })
    }
}
