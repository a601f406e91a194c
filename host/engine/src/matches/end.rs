//! Clocks, and how a match ends.

use super::step::milliseconds;
use super::{Ending, Match, MatchError};
use crate::clock::Clock;
use crate::player::at_seat;
use crate::record::{Closing, EndLine, Reason};
use crate::ruleset::RulesFailure;
use serde_json::Value;
use std::time::Instant;
use stonehouse_house_rules::ScriptBudget;
use stonehouse_plugin::{Outcome, Seat, Seats};
use stonehouse_runtime::MatchEnd;

impl Match {
    /// The clocks, if the match is timed.
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Starts the clock of the seat whose turn it is.
    pub fn start_clock(&mut self, now: Instant) {
        // No clock runs for a seat that resigned.
        let to_act = self.to_act().filter(|seat| !self.has_resigned(*seat));
        if let Some(clock) = &mut self.clock {
            match to_act {
                Some(seat) => clock.start(seat, now),
                None => clock.stop(now),
            }
        }
    }

    /// Stops the clocks: nobody is at the table.
    pub fn pause_clock(&mut self, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Ends the match if a clock has run out. Returns whether the match is over.
    ///
    /// # Errors
    /// When the record could not be written, or the plugin failed.
    pub fn check_time(&mut self, now: Instant) -> Result<bool, MatchError> {
        if self.end.is_some() {
            return Ok(true);
        }
        let Some(late) = self.clock.as_ref().and_then(|clock| clock.out_of_time(now)) else { return Ok(false) };
        self.end_without_rules(Reason::Time(late), now)?;
        Ok(true)
    }

    /// The ending of a match that the rules do not end: every team wins but that of the seat that ran out of time or
    /// resigned.
    fn ending_for(&self, reason: Reason) -> Result<Ending, MatchError> {
        let scores = self.position.outcome().map_err(|error| self.ruleset.explain(error))?.scores;
        let outcome = Outcome { scores, winners: self.winners_for(reason) };
        Ok(Ending { outcome, reason, resigned: self.resigned_seats() })
    }

    fn winners_for(&self, reason: Reason) -> Seats {
        self.left_without(match reason {
            Reason::Time(seat) | Reason::Resigned(seat) => Some(self.ruleset.seating().team(seat)),
            Reason::Agreed | Reason::Rules => None,
        })
    }

    /// Notifies house rules of an end that does not follow from the rules. When that fails, the position is as before.
    fn notify_of_end(&mut self, reason: Reason) -> Result<(), RulesFailure> {
        let how = match reason {
            Reason::Rules => return Ok(()),
            Reason::Resigned(_) => MatchEnd::Resigned,
            Reason::Time(_) => MatchEnd::Time,
            Reason::Agreed => MatchEnd::Agreed,
        };
        if self.position.house().is_none() {
            return Ok(());
        }
        let _budget = ScriptBudget::of_an_action();
        let explain = |error| self.ruleset.explain(error);
        let mut after = self.position.try_clone().map_err(explain)?;
        let is_notified = after.end_by_decision(how, self.winners_for(reason)).map_err(explain)?;
        // Scores that the game refuses are a failure, too.
        after.outcome().map_err(explain)?;
        if is_notified {
            self.before_end = Some(std::mem::replace(&mut self.position, after));
        }
        Ok(())
    }

    /// Ends the match, for this reason. It is over also if a house rule fails.
    fn end_without_rules(&mut self, reason: Reason, now: Instant) -> Result<(), MatchError> {
        // Pending joint choices are discarded.
        self.forget_held();
        let notified = self.notify_of_end(reason);
        let end = self.ending_for(reason)?;
        self.pause_clock(now);
        self.finish(end)?;
        notified.map_err(MatchError::EndNotNotified)
    }

    /// All who are in the running share the win: their people have agreed to a draw.
    ///
    /// # Errors
    /// As [`resign`](Self::resign).
    pub fn agree(&mut self, now: Instant) -> Result<(), MatchError> {
        self.end_by_decision(Reason::Agreed, now)
    }

    pub(super) fn end_by_decision(&mut self, reason: Reason, now: Instant) -> Result<(), MatchError> {
        if self.check_time(now)? {
            return Err(MatchError::Over);
        }
        self.end_without_rules(reason, now)
    }

    /// Ends the match if it is over by the rules.
    pub(crate) fn finish_if_over(&mut self) -> Result<(), MatchError> {
        if self.to_act.is_none() && self.end.is_none() {
            let end = self.ending_by_rules()?;
            self.finish(end)?;
        }
        Ok(())
    }

    /// The end by the rules, of those who are in the running.
    fn ending_by_rules(&self) -> Result<Ending, MatchError> {
        let outcome = self.position.outcome().map_err(|error| self.ruleset.explain(error))?;
        Ok(Ending { outcome: self.among_those_left(outcome), reason: Reason::Rules, resigned: self.resigned_seats() })
    }

    /// Ends the match, and then its record.
    fn finish(&mut self, end: Ending) -> Result<(), MatchError> {
        self.end = Some(end);
        self.record_end()
    }

    /// Writes the end, if there is one, into the record.
    pub(crate) fn record_end(&mut self) -> Result<(), MatchError> {
        let closing = self.closing();
        match (&mut self.journal, closing) {
            (Some(journal), Some(closing)) => journal.close(closing).map_err(MatchError::EndNotRecorded),
            _ => Ok(()),
        }
    }

    /// Everything that a record reveals once the match is over; nothing before.
    pub(crate) fn closing(&self) -> Option<Closing> {
        let ending = self.end.clone()?;
        let revealed = (1..)
            .zip(&self.steps)
            .filter(|(_, step)| step.descriptions.hides_something())
            .map(|(number, step)| step.revealed_line(number))
            .collect();
        let left_ms = self.clock.as_ref().map(|clock| milliseconds(&clock.left_when_stopped()));
        Some(Closing { deal: self.deal(), revealed, ending, left_ms, notified: self.before_end.is_some() })
    }

    /// The deal, as the game reveals it. If the game fails to, nothing is recorded: the match ends all the same.
    pub(crate) fn deal(&self) -> Value {
        let dealt = self.steps.first().map_or(&self.position, |step| &step.before);
        dealt.state().reveal().unwrap_or_default()
    }

    /// Ends the match as recorded, if that agrees with the game.
    pub(crate) fn replay_end(&mut self, recorded: &EndLine) -> Result<(), String> {
        if let Reason::Time(seat) = recorded.ending.reason {
            self.check_flag(seat, recorded.left_ms.as_deref())?;
        }
        let found = match recorded.ending.reason {
            Reason::Resigned(seat) if seat.index() >= self.players.len() => {
                return Err(format!("{} resigned in it, but has no place at the table", self.who(seat)));
            }
            Reason::Resigned(_) | Reason::Agreed if self.to_act.is_none() => {
                return Err("people ended it, but it was over by the rules".to_owned());
            }
            reason @ (Reason::Time(_) | Reason::Resigned(_) | Reason::Agreed) => {
                if recorded.notified {
                    self.notify_of_end(reason).map_err(|failure| failure.to_string())?;
                }
                self.ending_for(reason).map_err(|error| error.to_string())?
            }
            Reason::Rules if self.to_act.is_none() => self.ending_by_rules().map_err(|error| error.to_string())?,
            Reason::Rules => return Err("its end is recorded, but the match was not over".to_owned()),
        };
        if found.resigned != recorded.ending.resigned {
            return Err("its end names others who resigned than those who did".to_owned());
        }
        if found != recorded.ending {
            let outcome = &recorded.ending.outcome;
            return Err(format!(
                "it replays to the scores {:?} and the winners {}, but it states {:?} and {}",
                found.outcome.scores,
                self.all_of(found.outcome.winners),
                outcome.scores,
                self.all_of(outcome.winners),
            ));
        }
        self.end = Some(found);
        Ok(())
    }

    /// Whether `seat` can have run out of time here, with clocks that showed this.
    fn check_flag(&self, seat: Seat, left_ms: Option<&[u64]>) -> Result<(), String> {
        if self.clock.is_none() {
            return Err("somebody ran out of time in it, but it has no clocks".to_owned());
        }
        if self.to_act != Some(seat) {
            return Err(format!("{} ran out of time in it, but another clock was running", self.who(seat)));
        }
        match left_ms.and_then(|left| left.get(seat.index())) {
            Some(left) if *left > 0 => Err(format!("{} ran out of time in it, but had {left} ms left", self.who(seat))),
            _ => Ok(()),
        }
    }

    /// A seat and who sits there, for messages.
    pub(crate) fn who(&self, seat: Seat) -> String {
        at_seat(&self.players, seat)
    }

    fn all_of(&self, seats: Seats) -> String {
        let seats: Vec<String> = seats.iter().map(|seat| self.who(seat)).collect();
        if seats.is_empty() { "nobody".to_owned() } else { seats.join(", ") }
    }
}
