//! The sounds of a match: for visible changes, and for the last seconds of a clock.

use super::actor::{MatchStatus, Snapshot};
use crate::board::Board;
use std::time::Duration;
use stonehouse_engine::Player;
use stonehouse_plugin::Seat;
use stonehouse_table::cues::{Cue, cues};

/// In this last part of a person's time, each second has a sound.
const LAST: Duration = Duration::from_secs(10);

/// The sounds that have not been played yet.
#[derive(Default)]
pub(super) struct SoundCues {
    due: Vec<Cue>,
    /// How many actions the match had.
    count: usize,
    /// The last second of a clock that had a sound.
    second: Option<u64>,
}

impl SoundCues {
    /// Notes how much time a person has left.
    pub fn second(&mut self, left: Duration) {
        let second = (left < LAST).then_some(left.as_secs());
        if second.is_some() && second != self.second {
            self.due.push(Cue::Clock);
        }
        self.second = second;
    }

    /// The sounds of the events since the last call.
    pub fn take(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.due)
    }

    /// Adds the sounds for a snapshot, before it is shown.
    pub fn cue(&mut self, board: &Board, before: &MatchStatus, snapshot: &Snapshot) {
        let went_on = snapshot.status.count > std::mem::replace(&mut self.count, snapshot.status.count);
        // The events before the match was opened are old, and an undo has no sound.
        if !went_on || board.revision() == 0 {
            return;
        }
        let is_over = snapshot.status.end.is_some();
        // Where nothing is hidden, every viewer sees the same.
        let same_eyes = before.viewer == snapshot.status.viewer || !snapshot.status.has_secrets;
        if let Some(view) = snapshot.view.as_ref().filter(|_| same_eyes) {
            let people = board.players().iter().filter(|player| player.is_person()).count();
            let mut new = cues(board.scene(), &view.scene, snapshot.status.viewer);
            // Of several people at one screen all see whose turn it is; and what is revealed at the end was not dealt.
            new.retain(|cue| match cue {
                Cue::YourTurn => people == 1 && !snapshot.status.resigned.contains(&snapshot.status.viewer),
                Cue::Shuffle => !is_over,
                _ => true,
            });
            self.due.extend(new);
        }
        if let Some(end) = snapshot.status.end.as_ref().filter(|_| before.end.is_none()) {
            let won = |(seat, player): (Seat, &Player)| player.is_person() && end.outcome.winners.contains(seat);
            if Seat::all(board.players().len()).zip(board.players()).any(won) {
                self.due.push(Cue::Win);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_the_last_ten_seconds_sounds_once() {
        let mut sounds = SoundCues::default();
        for tenth in (0..200).rev() {
            sounds.second(Duration::from_millis(tenth * 100));
        }
        assert_eq!(sounds.due, [Cue::Clock; 10]);
    }

    #[test]
    fn a_clock_that_regains_time_sounds_again() {
        let mut sounds = SoundCues::default();
        for left in [3, 3, 12, 3] {
            sounds.second(Duration::from_secs(left));
        }
        assert_eq!(sounds.due, [Cue::Clock; 2]);
    }
}
