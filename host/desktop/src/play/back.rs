//! Undo and redo.
//!
//! The engine takes back the last action of a person and everything that bots did after it. What was taken back is kept here and can be
//! played again, until something else is played.

use super::actor::{MatchActor, Snapshot};
use std::time::Instant;
use stonehouse_engine::{GaveUp, LogEntry, MatchError};
use stonehouse_language::{tr, translate, translate_words};
use stonehouse_plugin::{Seat, Text};
use stonehouse_runtime::Choice;

/// What was taken back, one entry for each undo; each in the order in which it was done.
pub(super) type Undone = Vec<Vec<UndoEntry>>;

/// What can be taken back and done again.
#[derive(Clone)]
pub(super) enum UndoEntry {
    Choice(Choice),
    /// This seat gave up.
    GiveUp(Seat),
}

/// A note that somebody did what is no action.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// How many actions the match had then.
    at: usize,
    seat: Seat,
    /// Whether they gave up; otherwise they took back a move that had revealed something.
    gave_up: bool,
}

impl Mark {
    /// A note that somebody gave up.
    pub const fn gave_up(gone: &GaveUp) -> Self {
        Self { at: gone.after, seat: gone.seat, gave_up: true }
    }

    fn text(self) -> &'static str {
        if self.gave_up { tr!("gave up, and a bot plays on") } else { tr!("took back a move after seeing more") }
    }
}

/// What was done after the first `kept` of these actions, in order, with those who gave up in between.
fn entries(acts: &[(Seat, Choice)], kept: usize, gone: &[GaveUp]) -> Vec<UndoEntry> {
    let here = |at: usize| gone.iter().filter(move |gone| gone.after == at).map(|gone| UndoEntry::GiveUp(gone.seat));
    let mut entries: Vec<UndoEntry> = Vec::new();
    for (at, (_, choice)) in acts.iter().enumerate().skip(kept) {
        entries.extend(here(at));
        entries.push(UndoEntry::Choice(choice.clone()));
    }
    entries.extend(here(acts.len()));
    entries
}

/// A line of the log.
#[derive(Clone)]
pub(super) struct Line {
    /// The number of the action; `None` for a remark.
    pub number: Option<usize>,
    /// Who acted, or took something back; `None` for what was announced, or house rules announced, around an action.
    pub seat: Option<Seat>,
    pub text: String,
    /// Whether it is an outcome of chance, after the action above or before the first one.
    pub is_rolled: bool,
    /// What house rules changed when it was played.
    pub because: Vec<String>,
    /// What they printed then.
    pub printed: Vec<String>,
}

impl Line {
    fn new(number: Option<usize>, seat: Option<Seat>, text: String) -> Self {
        Self { number, seat, text, is_rolled: false, because: Vec::new(), printed: Vec::new() }
    }
}

/// The log with the players' names filled in, and with remarks between its lines. Remarks about actions that are gone come last.
pub(super) fn lines(log: Vec<LogEntry>, marks: &[Mark], names: &[String]) -> Vec<Line> {
    let count = log.len();
    let remarks = |at: usize| {
        let here = marks.iter().filter(move |mark| mark.at.min(count) == at);
        here.map(|mark| Line::new(None, Some(mark.seat), mark.text().to_owned()))
    };
    let mut lines: Vec<Line> = remarks(0).collect();
    for (index, entry) in log.into_iter().enumerate() {
        let announced = |text: Text| Line::new(None, None, translate(&text, names));
        let rolled = |text: Text| Line { is_rolled: true, ..announced(text) };
        lines.extend(entry.dealt.into_iter().map(rolled));
        lines.extend(entry.opening.map(announced));
        lines.push(Line::new(Some(index + 1), Some(entry.seat), translate(&entry.text, names)));
        lines.extend(entry.rolled.into_iter().map(rolled));
        lines.extend(entry.news.map(announced));
        lines.extend(entry.messages.into_iter().map(|text| Line::new(None, None, translate_words(&text))));
        lines.extend(remarks(index + 1));
    }
    lines
}

impl MatchActor {
    /// Takes back the last action for which a person had a choice.
    pub(super) fn undo(&mut self) -> Snapshot {
        self.asked = None;
        let mut taken_back = Vec::new();
        let done = loop {
            let acts: Vec<(Seat, Choice)> =
                self.current().acts().map(|(seat, choice)| (seat, choice.clone())).collect();
            let gone = self.current().given_up().to_vec();
            let seen_more = self.undo_reveals;
            match self.current_mut().undo(Instant::now()) {
                Ok(count) => {
                    let kept = acts.len() - count;
                    if let (true, Some((seat, _))) = (seen_more, acts.get(kept)) {
                        self.marks.push(Mark { at: self.current().len(), seat: *seat, gave_up: false });
                    }
                    taken_back.splice(0..0, entries(&acts, kept, &gone[self.current().given_up().len()..]));
                }
                Err(MatchError::NothingToUndo) => break Ok(()),
                Err(error) => break Err(error),
            }
            // The person who pressed Undo need not be the one whose action is taken back.
            self.gets_up();
            if let Err(error) = self.look() {
                break Err(error);
            }
            // Stops before a forced answer: it would be given again at once.
            if self.forced.is_none() || self.why_no_undo().is_some() || self.undo_needs_consent() {
                break Ok(());
            }
        };
        if !taken_back.is_empty() {
            self.undone.push(taken_back);
        }
        self.snapshot(done)
    }

    /// Plays again what was taken back last. The clocks continue from where the undo set them.
    pub(super) fn redo(&mut self) -> Snapshot {
        let (mut done, mut passed) = (Ok(()), Vec::new());
        for (number, deed) in self.undone.pop().unwrap_or_default().into_iter().enumerate() {
            if number > 0 {
                passed.extend(self.look());
            }
            let seat = self.current().to_act();
            let again = match deed {
                UndoEntry::Choice(choice) => self.current_mut().play(choice, Instant::now()),
                UndoEntry::GiveUp(seat) => self.current_mut().resign(seat, Instant::now()),
            };
            if let Err(error) = again {
                self.undone.clear();
                done = Err(error);
                break;
            }
            self.sits_down(seat);
        }
        Snapshot { passed, ..self.snapshot(done) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_stands_after_the_actions_that_stood_then_and_last_when_they_are_gone() {
        let entry = |text: &str| LogEntry {
            seat: Seat(0),
            dealt: Vec::new(),
            opening: None,
            text: text.to_owned().into(),
            rolled: Vec::new(),
            news: None,
            messages: Vec::new(),
        };
        let log = |count: usize| ["a", "b", "c"][..count].iter().map(|text| entry(text)).collect::<Vec<_>>();
        let numbers = |count: usize| {
            let lines = lines(log(count), &[Mark { at: 2, seat: Seat(1), gave_up: false }], &[]);
            lines.iter().map(|line| line.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(3), [Some(1), Some(2), None, Some(3)]);
        assert_eq!(numbers(1), [Some(1), None]);
        assert_eq!(numbers(0), [None]);
    }
}
