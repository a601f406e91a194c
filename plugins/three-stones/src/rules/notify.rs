//! Notifies house rules of events. Nothing here is called when no script subscribes to an event.

use super::ThreeStones;
use super::score::Gained;
use crate::board::{DIRECTIONS, Direction, Place};
use crate::hooks::{Event, Player};
use crate::state::{State, Stone};

impl ThreeStones {
    /// Notifies house rules of lines completed through `place`: `in_row` contains their number by seat and direction.
    #[cold]
    pub(crate) fn notify_rows(&self, state: &State, by: Option<u8>, place: Place, in_row: [[u32; DIRECTIONS]; 2]) {
        for (seat, in_row) in (0u8..).zip(in_row) {
            let stones = state.stones[usize::from(seat)] | state.stones[Stone::Clear as usize];
            for (way, lines) in (0u8..).zip(in_row).filter(|(_, lines)| *lines > 0) {
                let [before, after] = self.board.row_sides(stones, place, way);
                let (length, joined) = (1 + before + after, before.max(after));
                let (player, by) = (Player::at(seat), Player::at(by.unwrap_or(seat)));
                self.house.row_scored(player, by, Direction::of(way), length, lines, joined);
            }
        }
    }

    /// Notifies house rules of a stone that a player has placed, whose lines are scored.
    pub(crate) fn notify_placed(&self, state: &State, by: u8, (stone, place): (Stone, Place), gained: Gained) {
        let (row, col) = self.board.at(place);
        let (own, other) = (usize::from(by), usize::from(1 - by));
        let (points, gift) = (gained.points[own], gained.points[other]);
        if gained.lines[0] > 0 && gained.lines[1] > 0 {
            self.house.both_scored(Player::at(by));
        }
        let lines = gained.lines[0] + gained.lines[1];
        self.house.stone_placed(Player::at(by), stone, row, col, lines, points, gift);
        if self.house.subscribes_to(Event::lead_taken) {
            let lead = |scores: [i64; 2]| scores[0] - scores[1];
            let (now, gained) = (lead(state.scores), lead(gained.points));
            let (lead, led) = (now, now - gained);
            if lead != 0 && lead.signum() != led.signum() {
                self.house.lead_taken(Player::at(u8::from(lead < 0)), lead.abs());
            }
        }
        if self.house.subscribes_to(Event::kind_used_up) && state.left_of(stone) == 0 {
            self.house.kind_used_up(stone);
        }
        self.notify_filled(state, place);
    }

    fn notify_filled(&self, state: &State, place: Place) {
        let (row, col) = self.board.at(place);
        let pockets = self.board.pockets & !state.blocked;
        let empty = pockets & !state.filled();
        if self.house.subscribes_to(Event::board_row_filled) && self.board.row(row) & empty == 0 {
            self.house.board_row_filled(row);
        }
        if self.house.subscribes_to(Event::board_column_filled) && self.board.column(col) & empty == 0 {
            self.house.board_column_filled(col);
        }
        if self.house.subscribes_to(Event::board_half_full) {
            let (filled, all) = (2 * state.filled().count_ones(), pockets.count_ones());
            if filled >= all && filled - 2 < all {
                self.house.board_half_full();
            }
        }
    }

    /// Notifies house rules of the next turn, which is decided, and of the stone drawn for it. `by` has just played.
    pub(crate) fn notify_next(&self, state: &State, by: u8) {
        if !self.house.subscribes_to(Event::turn_repeated)
            && !self.house.subscribes_to(Event::stone_drawn)
            && !self.house.subscribes_to(Event::board_freed)
        {
            return;
        }
        let next = Player::at(state.next);
        let empty = self.board.pockets & !state.taken();
        if empty == 0 || state.to_play() == 0 {
            return;
        }
        if state.next == by {
            self.house.turn_repeated(next);
        }
        self.notify_drawn(state);
        if state.last.is_some_and(|last| self.board.reach[usize::from(last)] & empty == 0) {
            self.house.board_freed(next);
        }
    }

    /// Notifies house rules of a stone drawn, if one was.
    pub(crate) fn notify_drawn(&self, state: &State) {
        if let Some(stone) = state.drawn {
            self.house.stone_drawn(Player::at(state.next), stone);
        }
    }
}
