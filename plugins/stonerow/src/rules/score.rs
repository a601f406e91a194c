//! The value of rows, and the end of a turn, a hand, a match.

use super::{StoneRow, team_of};
use crate::hooks::Hook;
use crate::moves::RowId;
use crate::state::{NOBODY, Phase, State};
use stonehouse_plugin::{Action, GameError, Seat};

/// The number of the hand after which a match of team play is over, whatever has been built.
const LAST_HAND: u8 = u8::MAX;

impl StoneRow {
    /// Sets a seat's claim to the whole row as it is now.
    pub(super) fn claim_whole(&self, state: &mut State, row: RowId, seat: u8) -> Result<(), GameError> {
        let count = state.rows[row as usize].len();
        self.set_claim(state, row, seat, count)
    }

    /// Extends a seat's claim by one card. Claims count cards: those of a run need not be adjacent.
    pub(super) fn extend_claim(&self, state: &mut State, row: RowId, seat: u8) -> Result<(), GameError> {
        let count = state.rows[row as usize].claims[seat as usize] + 1;
        self.set_claim(state, row, seat, count)
    }

    fn set_claim(&self, state: &mut State, row: RowId, seat: u8, count: u8) -> Result<(), GameError> {
        let built = &state.rows[row as usize];
        let mut points = built.value(&self.deck, &self.knobs, count);
        if self.house.uses(Hook::row_points) {
            let (character, shared) = (self.deck.is_character(built.low), seat != built.owner);
            let (kind, low) = (built.kind, built.low + 1);
            points = self.house.row_points(state, kind, count, low, character, Seat(seat), shared, points)?;
        }
        let row = &mut state.rows[row as usize];
        row.claims[seat as usize] = count;
        row.points[seat as usize] = points as i16;
        Ok(())
    }

    /// The points of a seat's claims, with those that house rules have added: broken rows count nothing.
    pub(crate) fn points(state: &State, seat: u8) -> i64 {
        let rows = state.rows().iter().filter(|row| !row.broken);
        rows.map(|row| i64::from(row.points[seat as usize])).sum::<i64>() + state.bonus[seat as usize]
    }

    /// The points of a team's rows, with those that house rules have added. A row counts once for its owner's team; a
    /// share of the other team in it counts for that team, once.
    pub(crate) fn team_points(&self, state: &State, team: u8) -> Result<i64, GameError> {
        let (first, second) = (team, team + 2);
        let (mut own, mut shares) = ([0; 2], 0);
        for row in state.rows().iter().filter(|row| !row.broken) {
            if team_of(row.owner) == team {
                own[usize::from(row.owner / 2)] += i64::from(row.points[row.owner as usize]);
            } else {
                shares += i64::from(row.points[first as usize].max(row.points[second as usize]));
            }
        }
        let points = self.house.team_points(state, team, own[0], own[1], shares, own[0] + own[1] + shares)?;
        Ok(points + state.bonus[first as usize] + state.bonus[second as usize])
    }

    /// A seat's current score: its points, or the Tower cards of its team.
    pub(super) fn score(&self, state: &State, seat: u8) -> i64 {
        match state.phase {
            Phase::Over => state.finals[seat as usize],
            _ if self.knobs.teams => state.towers[usize::from(team_of(seat))].into(),
            _ => Self::points(state, seat),
        }
    }

    /// Team play: whether a team has reached its goal; then the hand is over.
    pub(super) fn check_goal(&self, state: &mut State) -> Result<bool, GameError> {
        if !self.knobs.teams {
            return Ok(false);
        }
        let points = [self.team_points(state, 0)?, self.team_points(state, 1)?];
        let reached = [0, 1].map(|team| points[team] >= state.goals[team]);
        if !reached[0] && !reached[1] {
            return Ok(false);
        }
        let winner = match reached {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => higher(points),
        };
        self.end_hand(state, winner, points)?;
        Ok(true)
    }

    /// Ends a turn that was no pass.
    pub(super) fn end_turn(&self, state: &mut State) -> Result<(), GameError> {
        self.next_turn(state, 0)
    }

    /// Begins the next turn, or ends the hand or the match, after `idle` passes in a row with nothing left to draw.
    pub(super) fn next_turn(&self, state: &mut State, idle: u8) -> Result<(), GameError> {
        if self.check_goal(state)? {
            return Ok(());
        }
        state.idle = idle;
        let seats = u16::from(self.seats);
        if state.guest == NOBODY {
            state.turn += 1;
            if state.turn.is_multiple_of(seats) {
                self.house.round_ended(state.turn / seats);
            }
        }
        if self.knobs.teams {
            if u16::from(state.idle) >= seats || state.turn >= u16::from(self.knobs.longest_hand) * seats {
                let points = [self.team_points(state, 0)?, self.team_points(state, 1)?];
                return self.end_hand(state, higher(points), points);
            }
        } else if state.turn >= u16::from(state.rounds) * seats {
            return self.end_match(state);
        }
        Self::begin_next_turn(state);
        Ok(())
    }

    /// Begins the turn of the next seat, or that of a guest.
    pub(super) fn begin_next_turn(state: &mut State) {
        state.guest = std::mem::replace(&mut state.next_guest, NOBODY);
        Self::begin_turn(state);
    }

    /// Turns the next Tower card of the winning team. `tower_cards` of them end the match, and so does the last hand;
    /// otherwise the deal passes to the left.
    fn end_hand(&self, state: &mut State, winner: Option<usize>, points: [i64; 2]) -> Result<(), GameError> {
        self.house.hand_ended(state.hand, winner.map_or(-1, |team| team as i8), points[0], points[1]);
        if let Some(team) = winner {
            state.towers[team] += 1;
        }
        let built = state.towers.iter().any(|tower| *tower >= self.knobs.tower_cards);
        // A match in which no team can win a hand ends, too.
        if built || state.hand == LAST_HAND {
            return self.end_match(state);
        }
        state.dealer = (state.dealer + 1) % self.seats;
        self.deal_hand(state)
    }

    /// The table after an action that ends a hand of team play, before all cards are gathered: as if it were the last
    /// hand.
    pub(crate) fn end_of_hand(&self, state: &State, action: Action) -> Result<State, GameError> {
        let mut end = State { hand: LAST_HAND, ..state.clone() };
        self.play(&mut end, action)?;
        Ok(end)
    }

    /// Ends the match, and fixes the final scores.
    fn end_match(&self, state: &mut State) -> Result<(), GameError> {
        let mut finals = [0; 4];
        for seat in 0..self.seats {
            finals[seat as usize] = self.score(state, seat);
        }
        if !self.knobs.teams && self.house.uses(Hook::final_score) {
            let best = finals[..self.seats as usize].iter().copied().max().unwrap_or_default();
            for seat in 0..self.seats {
                let own = state.rows().iter().filter(|row| row.owner == seat);
                let broken = own.clone().filter(|row| row.broken).count() as u32;
                let whole = own.count() as u32 - broken;
                let cards = state.hands[seat as usize].count_ones();
                let score = finals[seat as usize];
                finals[seat as usize] = self.house.final_score(state, Seat(seat), whole, broken, cards, best, score)?;
            }
        }
        state.finals = finals;
        state.kept = [0; 4];
        state.phase = Phase::Over;
        Ok(())
    }
}

/// The one with more points, if there is one.
const fn higher(points: [i64; 2]) -> Option<usize> {
    if points[0] == points[1] { None } else { Some((points[1] > points[0]) as usize) }
}
