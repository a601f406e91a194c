//! Actions taken back.

use super::knowledge::reveals;
use super::{Match, MatchError};
use crate::clock::Clock;
use crate::ruleset::RulesFailure;
use std::time::Instant;
use stonehouse_plugin::Seat;

impl Match {
    /// The first action that [`undo`](Self::undo) takes back: the last one of a person, or the one after somebody gave
    /// up, if that came later.
    fn undone_from(&self) -> Option<usize> {
        let resignation = self.resignations.last().map(|resignation| resignation.after);
        let last = self.steps.iter().rposition(|step| step.by_person);
        if resignation.is_some_and(|after| last.is_none_or(|last| last < after)) {
            return resignation;
        }
        // Choices made together are taken back together.
        last.map(|last| self.steps[..=last].iter().rposition(|step| !step.joins).unwrap_or(last))
    }

    /// How many of those who resigned are in the running again when all but the first `kept` actions are taken back:
    /// those who resigned later, and the last one, if resigning is what is taken back.
    fn resignations_undone(&self, kept: usize) -> usize {
        let undoes_resignation = !self.steps[kept..].iter().any(|step| step.by_person);
        let later = self.resignations.iter().rev().take_while(|resignation| resignation.after > kept).count();
        if undoes_resignation { later.max(1).min(self.resignations.len()) } else { later }
    }

    /// Whether there is something to [take back](Self::undo).
    pub fn can_undo(&self) -> bool {
        self.undone_held().is_some() || self.undone_from().is_some()
    }

    /// Among the choices that wait for others: the first that [`undo`](Self::undo) takes back, if it takes back nothing
    /// else.
    fn undone_held(&self) -> Option<usize> {
        self.held.iter().rposition(|step| step.by_person)
    }

    /// Whether [`undo`](Self::undo) would take back something that a person learned and could not have known before: a
    /// card drawn, a hand shown, a hidden piece named.
    ///
    /// For each action that would be taken back and each person: if everything that was hidden from this person before
    /// the action is resampled, do they see and read the same after it? Bots do not count: they remember nothing. False
    /// when there is nothing to take back.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn undo_reveals(&self) -> Result<bool, RulesFailure> {
        if self.undone_held().is_some() {
            return Ok(false);
        }
        let Some(first) = self.undone_from() else { return Ok(false) };
        let people: Vec<Seat> =
            Seat::all(self.players.len()).filter(|seat| self.players[seat.index()].is_person()).collect();
        if self.steps[first..].iter().any(|step| step.joins) {
            // Choices made in secret are public by now.
            return Ok(true);
        }
        if self.before_end.is_some() && self.position.house_rules_may_read_secrets() {
            // At the end house rules may have revealed anything.
            return Ok(true);
        }
        for (index, step) in self.steps.iter().enumerate().skip(first) {
            let is_last = index + 1 == self.steps.len();
            let after = self.before_end.as_ref().filter(|_| is_last).unwrap_or(self.position_after(index + 1));
            for seat in &people {
                let known = &step.reveals_to[seat.index()];
                let revealed = match known.get() {
                    Some(revealed) => *revealed,
                    None => reveals(step, after, *seat).map_err(|error| self.ruleset.explain(error))?,
                };
                let _ = known.set(revealed);
                if revealed {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Takes back the last action of a person, or that somebody resigned, and what bots did since. Returns how many
    /// actions were taken back.
    ///
    /// # Errors
    /// When there is none, or the record could not be written.
    pub fn undo(&mut self, now: Instant) -> Result<usize, MatchError> {
        if let Some(first) = self.undone_held() {
            return Ok(self.undo_held(first, now));
        }
        let kept = self.undone_from().ok_or(MatchError::NothingToUndo)?;
        let (recorded, resignations) = (self.steps.len() - kept, self.resignations_undone(kept));
        if let Some(journal) = &mut self.journal {
            journal.undo(recorded, resignations).map_err(MatchError::Record)?;
        }
        let taken = recorded + self.held.len();
        self.resignations.truncate(self.resignations.len() - resignations);
        self.end = None;
        if let Some(before) = self.before_end.take() {
            self.position = before;
        }
        if let Some(first) = self.steps.drain(kept..).chain(self.held.drain(..)).next() {
            self.position = first.before;
            self.to_act = Some(first.seat);
        }
        self.note_who_is_left();
        self.set_clock_back(now);
        Ok(taken)
    }

    fn undo_held(&mut self, first: usize, now: Instant) -> usize {
        let mut taken = self.held.drain(first..);
        let count = taken.len();
        if let Some(first) = taken.next() {
            self.position = first.before;
            self.to_act = Some(first.seat);
        }
        drop(taken);
        self.note_who_is_left();
        self.set_clock_back(now);
        count
    }

    /// Sets the clocks back to what they showed then.
    fn set_clock_back(&mut self, now: Instant) {
        let rule = self.ruleset.variant().clock.as_ref();
        self.clock = rule.map(Clock::new);
        let last = self.held.last().or_else(|| self.steps.last());
        if let (Some(clock), Some(left)) = (&mut self.clock, last.and_then(|step| step.left.as_ref())) {
            clock.set(left);
        }
        self.start_clock(now);
    }

    /// Drops choices that wait for others, for a record that was cut off in the middle of such lines. Returns how many
    /// lines that were.
    pub(crate) fn forget_held(&mut self) -> usize {
        let count = self.held.len();
        if let Some(first) = self.held.drain(..).next() {
            self.position = first.before;
            self.to_act = Some(first.seat);
        }
        self.note_who_is_left();
        count
    }
}
