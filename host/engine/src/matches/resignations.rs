//! Resigning. Where two sides are left, it ends the match; where more are, the others play on, and a bot plays the
//! seat's turns.
//!
//! Resigning and an agreed draw are not actions of the game: no plugin knows them, scores stay as they are, and the
//! winners follow from the teams that are left. One person of several who resigns must not decide the match for the
//! others, and a game need not know what an empty seat is; so a bot plays the seat, and no clock runs for it. The end
//! names everybody who resigned, so that lists need not read the whole record. A step records whether a person chose
//! it, which is what undo goes by.

use super::{Match, MatchError};
use crate::record::{Reason, Resignation};
use std::collections::BTreeSet;
use std::time::Instant;
use stonehouse_plugin::{Outcome, Seat, Seats};
use stonehouse_runtime::Teams;

impl Match {
    /// The seats that resigned while others played on, in the order in which they did.
    pub fn resignations(&self) -> &[Resignation] {
        &self.resignations
    }

    /// Whether a seat resigned while others played on.
    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.resignations.iter().any(|resignation| resignation.seat == seat)
    }

    /// Whether a person decides for a seat: one who has not resigned.
    pub fn is_played_by_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(crate::Player::is_person) && !self.has_resigned(seat)
    }

    /// The sides that are in the running, as numbers of teams: a side is out once all its seats resigned.
    pub fn sides(&self) -> BTreeSet<u8> {
        self.in_the_running().map(|seat| self.team(seat)).collect()
    }

    /// The seats that have not resigned.
    fn in_the_running(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players.len()).filter(|seat| !self.has_resigned(*seat))
    }

    fn team(&self, seat: Seat) -> u8 {
        self.ruleset.seating().team(seat)
    }

    /// Resigns for a seat. It need not be its turn. If two sides are in the running, the other wins, and the match is
    /// over; if more are, the match goes on without this seat, whose turns are played by somebody else.
    ///
    /// # Errors
    /// When the match is over, the record could not be written, or the plugin failed.
    pub fn resign(&mut self, seat: Seat, now: Instant) -> Result<(), MatchError> {
        if self.check_time(now)? {
            return Err(MatchError::Over);
        }
        if self.has_resigned(seat) {
            return Ok(());
        }
        if self.sides().len() <= 2 {
            return self.end_by_decision(Reason::Resigned(seat), now);
        }
        let resignation = Resignation { seat, after: self.steps.len() };
        if let Some(journal) = &mut self.journal {
            journal.resigned(resignation).map_err(MatchError::Record)?;
        }
        self.note_resignation(resignation);
        self.start_clock(now);
        Ok(())
    }

    /// Notes that a seat resigned. A choice of it that waits for others stays, but it is nobody's to take back.
    fn note_resignation(&mut self, resignation: Resignation) {
        self.held.iter_mut().filter(|step| step.seat == resignation.seat).for_each(|step| step.by_person = false);
        self.resignations.push(resignation);
        self.note_who_is_left();
    }

    /// Lets house rules know who can win.
    pub(super) fn note_who_is_left(&mut self) {
        let resigned = self.resignations.iter().map(|resignation| resignation.seat).collect();
        self.position.set_resigned(resigned);
    }

    /// Lets those resign who did so, in a record or in this match under other rules, after as many actions as were
    /// played by now.
    pub(crate) fn replay_resignations<'a>(
        &mut self,
        resignations: impl IntoIterator<Item = &'a Resignation>,
    ) -> Result<(), String> {
        let here = self.decisions();
        for resignation in resignations.into_iter().filter(|resignation| resignation.after == here) {
            if resignation.seat.index() >= self.players.len() {
                return Err(format!("{} resigned in it, but has no place at the table", self.who(resignation.seat)));
            }
            if self.has_resigned(resignation.seat) {
                return Err(format!("{} resigned in it twice", self.who(resignation.seat)));
            }
            if self.to_act.is_none() {
                return Err(format!("{} resigned in it, but it was over by the rules", self.who(resignation.seat)));
            }
            if self.sides().len() <= 2 {
                return Err(format!(
                    "{} resigned in it, which is the end where two sides are left",
                    self.who(resignation.seat)
                ));
            }
            self.note_resignation(*resignation);
        }
        Ok(())
    }

    /// The seats that resigned, in order.
    pub(super) fn resigned_seats(&self) -> Vec<Seat> {
        self.resignations.iter().map(|resignation| resignation.seat).collect()
    }

    /// The outcome by the rules, with winners from those who are in the running: the seats of the teams that won; if
    /// all of these resigned, those with the best score.
    pub(super) fn among_those_left(&self, outcome: Outcome) -> Outcome {
        let resigned = self.resigned_seats().into_iter().collect();
        let winners = Teams::of(self.ruleset.rules()).winners_left(outcome.winners, &outcome.scores, resigned);
        Outcome { winners, ..outcome }
    }

    /// Everybody in the running whose side is not `lost`.
    pub(super) fn left_without(&self, lost: Option<u8>) -> Seats {
        self.in_the_running().filter(|seat| Some(self.team(*seat)) != lost).collect()
    }
}
