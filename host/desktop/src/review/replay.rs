//! A recorded match, taken apart into its positions. Rules run here, and so it works on its own thread
//! ([`Worker`](stonehouse_ui::worker::Worker)).
//!
//! Once a match is over, every seat's view may be shown. Before that only the view of the person who plays, if there is
//! just one, or else the public's. A match that is played on from a position has the same seed, and so the same luck.

use crate::leads::{Lead, leads};
use crate::log::{LogLine, Remark, log_lines};
use crate::names;
use std::cell::OnceCell;
use stonehouse_engine::{Match, RulesFailure};
use stonehouse_language::{current_language, reader, translate};
use stonehouse_plugin::{Observer, Scene, Seat, text};
use stonehouse_runtime::Choice;

/// A match to look at.
pub(super) struct ReplayActor {
    current: Match,
    leads: OnceCell<Vec<Lead>>,
}

/// The position after some of the actions, as one observer sees it.
pub(super) struct ReplayView {
    pub scene: Scene,
    /// The whole log, as this observer may know it.
    pub lines: Vec<LogLine>,
    /// The changes of the lead, if the match is over.
    pub leads: Vec<Lead>,
}

impl ReplayActor {
    pub fn new(current: Match) -> Self {
        Self { current, leads: OnceCell::new() }
    }

    /// The view of `observer` after `played` actions.
    pub fn view(&self, played: usize, observer: Observer) -> Result<ReplayView, RulesFailure> {
        let mut scene = self.current.scene_after(played, observer)?;
        let names = names::distinct(self.current.players(), self.current.ruleset().seating());
        let language = current_language();
        language.scene(&mut scene, reader(&language, &names));
        let resigned = self.current.resignations().iter().map(|resignation| {
            let text = translate(&text!("{who} resigned", who = resignation.seat), &names);
            Remark { after: resignation.after, seat: None, text }
        });
        let lines = log_lines(self.current.log(observer), &resigned.collect::<Vec<_>>(), &names);
        Ok(ReplayView { scene, lines, leads: self.leads.get_or_init(|| leads(&self.current).changes).clone() })
    }

    /// The first `played` actions, to be played again.
    pub fn choices(&self, played: usize) -> Vec<Choice> {
        self.current.choices().take(played).map(|(_, choice)| choice.clone()).collect()
    }
}

/// The observers that may review a match: all of them once it is over; before that the only person who plays, or else
/// the public. This is the one place that decides it.
pub(crate) fn observers(current: &Match) -> Vec<Observer> {
    let seats = Seat::all(current.players().len());
    if current.end().is_some() {
        return seats.map(Observer::Seat).chain([Observer::Referee, Observer::Public]).collect();
    }
    let people: Vec<Seat> = seats.filter(|seat| current.players()[seat.index()].is_person()).collect();
    match people[..] {
        [only] => vec![Observer::Seat(only)],
        _ => vec![Observer::Public],
    }
}
