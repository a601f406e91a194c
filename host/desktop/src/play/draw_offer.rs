//! A draw that is offered to bots. They judge on a thread of their own, and answer at a moment that is fixed before: how long they take reveals
//! nothing about what they hold. Programs are not asked: their protocol has no such question.

use super::Play;
use super::actor::MatchActor;
use super::end_dialog::EndDialog;
use super::pace::repaint_in;
use egui::Ui;
use std::time::Duration;
use stonehouse_bots::Stop;
use stonehouse_plugin::Seat;
use stonehouse_session::AgentSpec;
use stonehouse_ui::worker::Task;

/// How many actions are played after a draw was refused before it can be offered again.
const AFTER_REFUSAL: usize = 10;

/// The answer of bots to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawAnswer {
    /// All of them agree.
    Agreed,
    /// This one does not.
    PlaysOn(Seat),
}

/// A draw that bots are thinking about.
pub(super) struct DrawOffer {
    /// Who offers it.
    by: Seat,
    answer: Task<DrawAnswer>,
    /// When they answer, in the window's time, and when they have to at last.
    due: f64,
    enough: f64,
}

impl DrawOffer {
    /// Blocks until they have judged: for tests and tools.
    pub fn wait(&mut self) {
        self.answer.wait();
    }
}

impl MatchActor {
    /// Lets these seats judge a draw. A seat that cannot judge plays on.
    fn offer(&self, seats: &[Seat], stop: Stop) -> impl FnOnce() -> DrawAnswer + Send + use<> {
        let questions: Vec<_> = seats.iter().map(|seat| (*seat, self.session.offer(*seat).ok().flatten())).collect();
        move || {
            let agrees = |question: &Option<stonehouse_session::Question>| {
                question.as_ref().is_some_and(|question| question.agrees(&stop).unwrap_or_default())
            };
            let against = questions.iter().find(|(_, question)| !agrees(question));
            against.map_or(DrawAnswer::Agreed, |(seat, _)| DrawAnswer::PlaysOn(*seat))
        }
    }
}

impl Play {
    /// Asks the bots of these seats whether they agree to a draw.
    pub(super) fn offer_to_bots(&mut self, ui: &Ui, by: Seat, bots: Vec<Seat>) {
        self.stop_thinking();
        let stop = Stop::new();
        let moments = bots.iter().map(|seat| match self.seated(*seat) {
            Some(AgentSpec::Bot(bot)) => self.tempo.moment(*bot),
            _ => None,
        });
        let moment = moments.flatten().max();
        let (ctx, stopped) = (ui.ctx().clone(), stop.clone());
        let wake = move || ctx.request_repaint();
        let answer = self.actor.ask_for_work("draw", wake, move |actor| Some(actor.offer(&bots, stopped)));
        let answer = answer.cancelled_by(move || stop.stop());
        let now = ui.input(|input| input.time);
        let due = now + moment.unwrap_or(self.tempo.pace).as_secs_f64();
        let patience = if moment.is_some() { Duration::ZERO } else { self.tempo.patience };
        self.offer = Some(DrawOffer { by, answer, due, enough: due + patience.as_secs_f64() });
        self.end_dialog = Some(EndDialog::Asked);
        ui.request_repaint();
    }

    /// Bots refuse a draw: this one, if it is known which.
    fn refused(&mut self, by: Option<Seat>) {
        self.end_dialog = Some(EndDialog::Refused(by));
        self.refused_at = Some(self.status.count);
    }

    /// How many more actions are played before a draw can be offered to bots again: a judgement may be off for a moment, and asking
    /// often enough would reveal it.
    pub(super) fn actions_until_offer(&self) -> usize {
        self.refused_at.map_or(0, |refused| (refused + AFTER_REFUSAL).saturating_sub(self.status.count))
    }

    /// Takes the answer of the bots, when its moment has come.
    pub(super) fn poll_bots_on_draw(&mut self, ui: &Ui, now: f64) {
        // What the bots agree to is asked of the actor, which has to be free.
        let Some(offer) = self.offer.as_mut().filter(|_| !self.pending.is_pending()) else { return };
        if now < offer.due {
            repaint_in(ui, offer.due - now);
            return;
        }
        let by = offer.by;
        match offer.answer.poll(Duration::ZERO) {
            Some(Ok(DrawAnswer::Agreed)) => self.draw_for_people(by),
            Some(Ok(DrawAnswer::PlaysOn(seat))) => self.refused(Some(seat)),
            Some(Err(_)) => self.refused(None),
            None if now < offer.enough => return repaint_in(ui, offer.enough - now),
            None => return offer.answer.cancel(),
        }
        self.offer = None;
        ui.request_repaint();
    }
}
