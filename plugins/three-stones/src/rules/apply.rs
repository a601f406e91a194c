//! The application of actions: a stone placed, and who plays next.

use super::ThreeStones;
use super::score::Gained;
use crate::board::Place;
use crate::hooks::{Hook, Player};
use crate::state::{State, Stone};
use stonehouse_plugin::GameError;

impl ThreeStones {
    /// Plays a stone that may be played there.
    pub(crate) fn play(&self, state: &mut State, stone: Stone, place: Place) -> Result<(), GameError> {
        let by = state.next;
        if self.knobs.pouch {
            state.drawn = None;
        } else {
            state.left[by as usize][stone as usize] -= 1;
        }
        state.keep_numbers();
        state.put(stone, place);
        let gained = self.score_lines(state, Some(by), place, None)?;
        if self.notifies {
            self.notify_placed(state, by, (stone, place), gained);
        }
        state.turns = state.turns.saturating_add(1);
        self.pass_on(state, by, (stone, place), gained)?;
        self.end_if_over(state)?;
        if self.notifies && state.over {
            self.house.last_stone(Player::at(by));
        }
        Ok(())
    }

    /// Draws the next stone, and determines its player.
    fn pass_on(
        &self,
        state: &mut State,
        by: u8,
        (stone, place): (Stone, Place),
        gained: Gained,
    ) -> Result<(), GameError> {
        let other = 1 - by;
        let mut again = false;
        if self.house.uses(Hook::plays_again) && state.to_play() > 0 {
            let (row, col) = self.board.at(place);
            let (lines, points) = (gained.lines[0] + gained.lines[1], gained.points);
            let (own, gift) = (points[by as usize], points[other as usize]);
            again = self.house.plays_again(state, Player::at(by), stone, row, col, lines, own, gift, again)?;
        }
        state.next = if again { by } else { other };
        self.pass_over(state);
        if self.knobs.pouch {
            state.draw();
        }
        if self.notifies {
            self.notify_next(state, by);
        }
        Ok(())
    }

    /// A player without stones is passed over, where the players have some.
    pub(crate) fn pass_over(&self, state: &mut State) {
        if !self.knobs.pouch && state.in_hand(state.next) == 0 {
            state.next = 1 - state.next;
        }
    }
}
