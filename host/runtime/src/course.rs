//! The course of a random game: its steps and the scores after each, as the lab measures them.

use crate::CallError;
use stonehouse_plugin::MAX_GAME_STEPS;
use stonehouse_plugin::abi::CourseEntry;

/// The steps of a random game that was played in one call, and the scores after each.
#[derive(Debug, Default)]
pub struct Course {
    steps: Vec<CourseEntry>,
    scores: Vec<i64>,
    seats: usize,
    len: usize,
}

impl Course {
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

    /// Empties the course, for a table of `seats`: how an implementation of
    /// [`GameState::course`](crate::GameState::course) begins.
    pub fn restart(&mut self, seats: usize) {
        (self.len, self.seats) = (0, seats);
    }

    /// Adds a step and the scores after it, one for each seat.
    ///
    /// # Errors
    /// When there are more steps than a game may have, or not as many scores as seats.
    pub fn push(&mut self, step: CourseEntry, scores: &[i64]) -> Result<(), CallError> {
        if scores.len() != self.seats {
            let message = format!("`course` reported {} scores for {} seats", scores.len(), self.seats);
            return Err(CallError::Contract(message));
        }
        self.steps.truncate(self.len);
        self.scores.truncate(self.len * self.seats);
        self.steps.push(step);
        self.scores.extend(scores);
        self.set_len(self.len + 1).map(|_| ())
    }

    /// The buffers of an empty course of a table of `seats`, and how many steps they hold.
    pub(super) fn buffers(&mut self, seats: usize) -> (*mut CourseEntry, *mut i64, usize) {
        self.restart(seats);
        let room = self.steps.len().max(Self::ROOM);
        self.steps.resize(room, CourseEntry::default());
        self.scores.resize(room * seats, 0);
        (self.steps.as_mut_ptr(), self.scores.as_mut_ptr(), room)
    }

    /// Sets the number of steps, if the buffers hold that many: otherwise false, and the next course has room for them.
    pub(super) fn set_len(&mut self, len: usize) -> Result<bool, CallError> {
        if len > MAX_GAME_STEPS {
            return Err(CallError::Contract(format!(
                "`course` reported {len} actions, but a game of more than {MAX_GAME_STEPS} is considered endless"
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_holds_what_was_pushed_since_it_was_restarted() {
        let mut course = Course::default();
        let step = |action| CourseEntry { seat: 0, action, choices: 2 };
        course.restart(3);
        course.push(step(1), &[1, 0, 0]).unwrap();
        course.restart(2);
        course.push(step(7), &[1, 0]).unwrap();
        course.push(step(8), &[1, 5]).unwrap();
        assert_eq!((course.steps(), course.scores()), (&[step(7), step(8)][..], &[1, 0, 1, 5][..]));
        let wrong = course.push(step(9), &[1]).unwrap_err();
        assert_eq!(wrong, CallError::Contract("`course` reported 1 scores for 2 seats".to_owned()));
        assert_eq!(course.steps().len(), 2);
    }

    #[test]
    fn a_course_is_no_longer_than_a_game_may_be() {
        let mut course = Course::default();
        course.restart(1);
        let steps = (0..=MAX_GAME_STEPS).map(|_| course.push(CourseEntry::default(), &[0]));
        assert_eq!(steps.filter(Result::is_err).count(), 1);
    }
}
