//! The course of a random game: its steps and the scores after each, as the lab measures them.

use crate::CallError;
use stonehouse_plugin::LONGEST_GAME;
use stonehouse_plugin::abi::CourseEntry;

/// The steps of a random game that was played in one call, and the scores after each.
#[derive(Debug, Default)]
pub struct GameCourse {
    steps: Vec<CourseEntry>,
    scores: Vec<i64>,
    seats: usize,
    len: usize,
}

impl GameCourse {
    /// Room for most games.
    const ROOM: usize = 256;

    /// Every step.
    pub fn steps(&self) -> &[CourseEntry] {
        &self.steps[..self.len]
    }

    /// The scores after each step, seat by seat.
    pub fn scores(&self) -> &[i64] {
        &self.scores[..self.len * self.seats]
    }

    /// The buffers of an empty course of so many seats, and for how many steps they have room.
    pub(super) fn buffers(&mut self, seats: usize) -> (*mut CourseEntry, *mut i64, usize) {
        (self.len, self.seats) = (0, seats);
        let room = self.steps.len().max(Self::ROOM);
        self.steps.resize(room, CourseEntry::default());
        self.scores.resize(room * seats, 0);
        (self.steps.as_mut_ptr(), self.scores.as_mut_ptr(), room)
    }

    /// Whether all of so many steps fit. If they do not, the next course has room for them.
    pub(super) fn is_filled(&mut self, len: usize) -> Result<bool, CallError> {
        if len > LONGEST_GAME {
            return Err(CallError::Contract(format!(
                "`course` reported {len} actions, but a game of more than {LONGEST_GAME} is considered endless"
            )));
        }
        let fits = len <= self.steps.len();
        if fits {
            self.len = len;
        } else {
            self.steps.resize(len.next_power_of_two(), CourseEntry::default());
        }
        Ok(fits)
    }
}
