//! Undo and redo.
//!
//! The engine takes back the last action of a person and everything that bots did after it. What was taken back is kept
//! here and can be played again, until something else is played.

use super::{MatchActor, Snapshot};
use crate::log::Remark;
use std::time::Instant;
use stonehouse_engine::{MatchError, Resignation};
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_runtime::Choice;

/// The actions that were taken back, until something else is played.
#[derive(Default)]
pub(super) struct TakenBack {
    /// One entry for each undo; each in the order in which it was done.
    undone: Vec<Vec<UndoEntry>>,
    /// The seats that took back an action which had revealed something; never forgotten.
    marks: Vec<TakeBackMark>,
}

impl TakenBack {
    /// Something else is played, and nothing can be played again.
    pub fn forget(&mut self) {
        self.undone.clear();
    }

    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

/// An event that can be taken back and done again.
enum UndoEntry {
    Choice(Choice),
    /// This seat resigned.
    GiveUp(Seat),
}

/// A note that a seat took back an action that had revealed something.
struct TakeBackMark {
    /// How many actions the match had then.
    at: usize,
    seat: Seat,
}

/// The events after the first `kept` of these actions, in order, with those who resigned in between.
fn entries(choices: &[(Seat, Choice)], kept: usize, resignations: &[Resignation]) -> Vec<UndoEntry> {
    let here = |at: usize| {
        resignations
            .iter()
            .filter(move |resignation| resignation.after == at)
            .map(|resignation| UndoEntry::GiveUp(resignation.seat))
    };
    let mut entries: Vec<UndoEntry> = Vec::new();
    for (at, (_, choice)) in choices.iter().enumerate().skip(kept) {
        entries.extend(here(at));
        entries.push(UndoEntry::Choice(choice.clone()));
    }
    entries.extend(here(choices.len()));
    entries
}

impl MatchActor {
    /// The events between the actions: who took something back after seeing more, and who resigned.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        let remark = |after, seat, text: &str| Remark { after, seat: Some(seat), text: text.to_owned() };
        let took_back = |mark: &TakeBackMark| remark(mark.at, mark.seat, tr!("took back a move after seeing more"));
        let resigned = |resignation: &Resignation| {
            remark(resignation.after, resignation.seat, tr!("resigned, and a bot plays on"))
        };
        self.taken_back.marks.iter().map(took_back).chain(self.current().resignations().iter().map(resigned)).collect()
    }

    /// [Takes back](Self::undo_agreed) the last action for which a person had a choice, unless it has revealed
    /// something and other people play, who have to agree.
    pub fn undo(&mut self) -> Snapshot {
        // Where a house rule fails in a sample of what is hidden, they have to agree, too.
        if self.people_at_screen().len() > 1 && self.would_reveal().unwrap_or(true) {
            return Snapshot { needs_consent: true, ..self.snapshot(Ok(())) };
        }
        self.undo_agreed()
    }

    /// Takes back the last action for which a person had a choice.
    pub fn undo_agreed(&mut self) -> Snapshot {
        self.asked = None;
        let mut taken_back = Vec::new();
        let done = loop {
            let choices: Vec<(Seat, Choice)> =
                self.current().choices().map(|(seat, choice)| (seat, choice.clone())).collect();
            let resignations = self.current().resignations().to_vec();
            // Where that cannot be found out, it is marked.
            let seen_more = self.would_reveal().unwrap_or(true);
            match self.current_mut().undo(Instant::now()) {
                Ok(count) => {
                    let kept = choices.len() - count;
                    if let (true, Some((seat, _))) = (seen_more, choices.get(kept)) {
                        self.taken_back.marks.push(TakeBackMark { at: self.current().len(), seat: *seat });
                    }
                    taken_back
                        .splice(0..0, entries(&choices, kept, &resignations[self.current().resignations().len()..]));
                }
                Err(MatchError::NothingToUndo) => break Ok(()),
                Err(error) => break Err(error),
            }
            // The person who pressed Undo need not be the one whose action is taken back.
            self.leave_screen();
            if let Err(error) = self.view() {
                break Err(error);
            }
            // Stops before a forced answer: it would be given again at once. Where people may have to agree, none is
            // forced.
            if self.forced.is_none() || self.why_no_undo().is_some() {
                break Ok(());
            }
        };
        if !taken_back.is_empty() {
            self.taken_back.undone.push(taken_back);
        }
        self.snapshot(done)
    }

    /// Plays the actions again that were taken back last. The clocks continue from where the undo set them.
    pub fn redo(&mut self) -> Snapshot {
        let (mut done, mut passed) = (Ok(()), Vec::new());
        for (number, entry) in self.taken_back.undone.pop().unwrap_or_default().into_iter().enumerate() {
            if number > 0 {
                passed.extend(self.view());
            }
            let seat = self.current().to_act();
            let again = match entry {
                UndoEntry::Choice(choice) => self.current_mut().play(choice, Instant::now()),
                UndoEntry::GiveUp(seat) => self.current_mut().resign(seat, Instant::now()),
            };
            if let Err(error) = again {
                self.taken_back.undone.clear();
                done = Err(error);
                break;
            }
            self.note_actor(seat);
        }
        Snapshot { passed, ..self.snapshot(done) }
    }
}
