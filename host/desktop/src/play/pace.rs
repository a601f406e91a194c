//! The times at which bots answer.
//!
//! The time that an answer takes must not reveal anything. So in a game with secrets a bot answers at a moment that is
//! fixed before it begins to think ([`Tempo::moment`]). It does not answer earlier when it has chosen already, and
//! answers with the best action that it has found by then. If a person can give only one answer, it is given for them,
//! unless several people look at this screen: to the others, an automatic answer would reveal that there was no choice.
//!
//! Pauses are measured in the window's time (seconds since it opened), chess clocks in the system's time.
//!
//! The moment follows from the level alone: [`Tempo::pause`] after the question, or [`Tempo::steady`] for a bot that
//! looks far ahead.

use super::actor::ThinkError;
use super::handle::MatchHandle;
use crate::tempo::Tempo;
use egui::Ui;
use std::time::Duration;
use stonehouse_runtime::Choice;
use stonehouse_session::AgentSpec;
use stonehouse_ui::worker::Task;

/// How many times as long as a bot's pause a question is shown to a person who has one answer only.
pub(super) const READING: u32 = 3;

/// The pace of bots: when they act, and the choice of the one whose turn it is.
pub(super) struct Pace {
    pub tempo: Tempo,
    /// The search of the agent of the seat whose turn it is for its choice.
    thinking: Task<Result<Choice, ThinkError>>,
    /// The time at which the seat whose turn it is was first asked, in the window's time; `None` until the first frame.
    asked_at: Option<f64>,
}

impl Pace {
    pub fn new(tempo: Tempo) -> Self {
        Self { tempo, thinking: Task::default(), asked_at: None }
    }

    /// Begins another question.
    pub const fn begin_question(&mut self) {
        self.asked_at = None;
    }

    /// Lets the agent stop thinking.
    pub fn stop_thinking(&mut self) {
        self.thinking = Task::default();
    }

    /// Blocks until a thinking bot is done: for tests and tools.
    pub fn wait(&mut self) {
        self.thinking.wait();
    }

    /// Whether `pauses` pauses of a bot are over since the question was asked.
    pub fn is_due(&mut self, ui: &Ui, pauses: u32) -> bool {
        let now = ui.input(|input| input.time);
        let due = *self.asked_at.get_or_insert(now) + (self.tempo.pause * pauses).as_secs_f64();
        if now < due {
            repaint_in(ui, due - now);
        }
        now >= due
    }

    /// The choice of the agent whose turn it is, once it is due.
    pub fn poll_agent(&mut self, ui: &Ui, actor: &MatchHandle) -> Option<Result<Choice, ThinkError>> {
        let status = actor.status();
        let Some(seat) = status.to_act.filter(|_| !status.is_persons_turn) else {
            self.stop_thinking();
            return None;
        };
        let now = ui.input(|input| input.time);
        let asked_at = *self.asked_at.get_or_insert(now);
        if !self.thinking.is_pending() {
            self.thinking = actor.work(ui, "player", |actor, stop| Some(actor.think(stop)));
        }
        // A program from outside takes its time: it has its own limit, and the clock.
        let (bot, longest_thought) = match status.agent(seat) {
            Some(AgentSpec::Bot(bot)) => (Some(*bot), self.tempo.longest_thought),
            _ => (None, Duration::MAX),
        };
        let moment = bot.and_then(|bot| self.tempo.moment(bot)).filter(|_| status.has_secrets);
        let due = asked_at + moment.unwrap_or(self.tempo.pause).as_secs_f64();
        if now < due {
            repaint_in(ui, due - now);
            return None;
        }
        if let Some(answer) = self.thinking.poll(Duration::ZERO) {
            ui.request_repaint();
            return Some(answer.unwrap_or(Err(ThinkError::NoAnswer)));
        }
        let enough = if moment.is_some() { due } else { asked_at + longest_thought.as_secs_f64() };
        if now < enough {
            repaint_in(ui, enough - now);
        } else {
            self.thinking.cancel();
        }
        None
    }
}

pub(super) fn repaint_in(ui: &Ui, seconds: f64) {
    ui.request_repaint_after(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_hours(1)));
}
