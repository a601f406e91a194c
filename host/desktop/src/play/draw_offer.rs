//! A draw that is offered to bots. They judge on their own thread, and answer at a moment that is fixed before:
//! how long they take reveals nothing about their hidden pieces. Programs are not asked: their protocol has no such
//! question.

use super::actor::MatchActor;
use super::handle::MatchHandle;
use super::pace::repaint_in;
use crate::tempo::Tempo;
use egui::Ui;
use std::time::Duration;
use stonehouse_bots::Stop;
use stonehouse_plugin::Seat;
use stonehouse_session::AgentSpec;
use stonehouse_ui::worker::Task;

/// The answer of bots to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawAnswer {
    /// All of them agree.
    Agreed,
    /// Somebody does not, if it is known who.
    PlaysOn(Option<Seat>),
}

/// A draw that bots are thinking about.
pub(super) struct DrawOffer {
    /// The seat that offers it.
    by: Seat,
    answer: Task<DrawAnswer>,
    /// The time of their answer, in the window's time, and the latest time for it.
    due: f64,
    enough: f64,
}

impl DrawOffer {
    /// Asks these bots whether they agree to the draw that `by` offers.
    pub fn begin(ui: &Ui, by: Seat, bots: Vec<Seat>, actor: &MatchHandle, tempo: &Tempo) -> Self {
        let moments = bots.iter().map(|seat| match actor.status().agent(*seat) {
            Some(AgentSpec::Bot(bot)) => tempo.moment(*bot),
            _ => None,
        });
        let moment = moments.flatten().max();
        let answer = actor.work(ui, "draw", move |actor, stop| Some(actor.offer(&bots, stop)));
        let due = ui.input(|input| input.time) + moment.unwrap_or(tempo.pause).as_secs_f64();
        let longest_thought = if moment.is_some() { Duration::ZERO } else { tempo.longest_thought };
        ui.request_repaint();
        Self { by, answer, due, enough: due + longest_thought.as_secs_f64() }
    }

    /// The seat that offers it.
    pub const fn by(&self) -> Seat {
        self.by
    }

    /// Takes the answer, when its moment has come.
    pub fn poll(&mut self, ui: &Ui, now: f64) -> Option<DrawAnswer> {
        if now < self.due {
            repaint_in(ui, self.due - now);
            return None;
        }
        match self.answer.poll(Duration::ZERO) {
            Some(answer) => return Some(answer.unwrap_or(DrawAnswer::PlaysOn(None))),
            None if now < self.enough => repaint_in(ui, self.enough - now),
            None => self.answer.cancel(),
        }
        None
    }

    /// Blocks until they have judged: for tests and tools.
    pub fn wait(&mut self) {
        self.answer.wait();
    }
}

impl MatchActor {
    /// Lets these seats judge a draw. A seat that cannot judge plays on.
    fn offer(&self, seats: &[Seat], stop: Stop) -> impl FnOnce() -> DrawAnswer + Send + use<> {
        let questions: Vec<_> = seats.iter().map(|seat| (*seat, self.session().offer(*seat).ok().flatten())).collect();
        move || {
            let agrees = |question: &Option<stonehouse_session::AgentQuestion>| {
                question.as_ref().is_some_and(|question| question.agrees(&stop).unwrap_or_default())
            };
            let against = questions.iter().find(|(_, question)| !agrees(question));
            against.map_or(DrawAnswer::Agreed, |(seat, _)| DrawAnswer::PlaysOn(Some(*seat)))
        }
    }
}
