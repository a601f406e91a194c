//! What happens without a click: clocks, bots, and forced answers.
//!
//! The time that an answer takes must not reveal anything. So in a game with secrets a bot answers at a moment that is fixed before it
//! begins to think ([`Tempo::moment`]): not earlier if it has chosen already, and with the best action that it has found by then if it has
//! not. If a person can give only one answer, it is given for them, unless several people look at this screen: to the others, an answer
//! that comes by itself would reveal that there was no choice.
//!
//! Pauses are measured in the window's time (seconds since it opened), chess clocks in the system's time.
//!
//! The moment follows from the level alone: 0.7 s after the question, or 2.5 s for a bot that looks far ahead, at the
//! usual pace. Being asked reveals nothing only if the answer takes the same time whether or not there is a choice.

use super::Play;
use super::actor::MatchActor;
use super::agents::ThinkError;
use super::lesson::Lesson;
use egui::Ui;
use std::time::{Duration, Instant};
use stonehouse_bots::{BotSpec, Stop};
use stonehouse_plugin::Action;
use stonehouse_session::AgentSpec;

/// How many times as long as a bot's pause a question is shown to a person who has one answer only.
const READING: u32 = 3;

/// How long bots take. A program from outside takes as long as it likes: what its time reveals is its own doing.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    /// How long an action is shown before a bot answers, so that people can follow.
    pub pace: Duration,
    /// After this time a bot has to give the best action that it has found so far: a house rule can make looking ahead slow.
    pub patience: Duration,
    /// When a bot that looks far ahead answers in a game with secrets, whatever it has to decide. `None`: bots answer as soon as they have
    /// chosen, and the time that they take reveals something.
    pub steady: Option<Duration>,
    /// How long a frame waits for rules that it has called: too short for anybody to notice.
    pub at_once: Duration,
}

impl Tempo {
    /// How long after it was asked `bot` answers in a game with secrets; `None` if that is not fixed. It depends on the bot's level alone,
    /// so that it reveals nothing about what the bot holds.
    pub fn moment(&self, bot: BotSpec) -> Option<Duration> {
        let looks_far = matches!(bot, BotSpec::Master | BotSpec::Adaptive | BotSpec::Search(_));
        self.steady.map(|steady| if looks_far { steady } else { self.pace })
    }
}

impl Play {
    /// Advances everything that does not wait for a person.
    pub(super) fn go_on(&mut self, ui: &Ui) {
        self.advance(ui, true);
    }

    /// The same; what is only shown to people, and answered for them, waits unless the match is shown.
    pub(super) fn advance(&mut self, ui: &Ui, is_shown: bool) {
        if self.paused {
            return;
        }
        self.clocks(ui);
        let now = ui.input(|input| input.time);
        self.poll_bots_on_draw(ui, now);
        if self.is_stopped()
            || self.tally_open
            || self.pending.is_pending()
            || self.end_dialog.is_some()
            || self.asks_consent
        {
            return;
        }
        if !is_shown && (self.is_taught() || self.status.forced.is_some()) {
            return;
        }
        if self.is_taught() {
            self.show_what_is_watched(ui, now);
            return;
        }
        if let Some(action) = self.status.forced {
            self.answer_for_a_person(ui, action, now);
            return;
        }
        if let Err(error) = self.bots(ui, now) {
            self.agent_failed(error);
        }
    }

    fn clocks(&mut self, ui: &Ui) {
        let now = Instant::now();
        if self.status.end.is_some() {
            return;
        }
        let Some(clock) = &self.status.clock else { return };
        if let Some(running) = clock.running() {
            let part = clock.left(now)[running.index()].subsec_nanos();
            ui.request_repaint_after(Duration::from_nanos(u64::from(part)) + Duration::from_millis(5));
            let left = clock.left(now)[running.index()];
            if self.board.players()[running.index()].is_person() {
                self.sound_cues.second(left);
            }
        }
        if clock.fallen(now).is_some() && !self.pending.is_pending() {
            self.stop_thinking();
            self.ask(MatchActor::check_time);
        }
    }

    /// Gives the only possible answer for a person, after a longer pause than a bot's, so that the question can be read. It begins once the
    /// question has been shown.
    fn answer_for_a_person(&mut self, ui: &Ui, action: Action, now: f64) {
        if !self.board.was_seen() {
            ui.request_repaint();
            return;
        }
        let due = *self.asked_at.get_or_insert(now) + (self.tempo.pace * READING).as_secs_f64();
        if now < due {
            repaint_in(ui, due - now);
            return;
        }
        self.act(action);
        ui.request_repaint();
    }

    /// In a lesson the others do what is set down, after the same pause as a bot's.
    fn show_what_is_watched(&mut self, ui: &Ui, now: f64) {
        let Some(act) = self.lesson.as_ref().and_then(Lesson::watched) else { return };
        let due = *self.asked_at.get_or_insert(now) + self.tempo.pace.as_secs_f64();
        if now < due {
            repaint_in(ui, due - now);
            return;
        }
        self.act(act);
        ui.request_repaint();
    }

    fn bots(&mut self, ui: &Ui, now: f64) -> Result<(), ThinkError> {
        let Some(seat) = self.status.to_act.filter(|_| !self.persons_turn()) else {
            self.stop_thinking();
            return Ok(());
        };
        let asked_at = *self.asked_at.get_or_insert(now);
        self.begin_thinking(ui);
        // A program from outside takes its time: it has a limit of its own, and the clock.
        let (bot, patience) = match self.seated(seat) {
            Some(AgentSpec::Bot(bot)) => (Some(*bot), self.tempo.patience),
            _ => (None, Duration::MAX),
        };
        let moment = bot.and_then(|bot| self.tempo.moment(bot)).filter(|_| self.status.has_secrets);
        let due = asked_at + moment.unwrap_or(self.tempo.pace).as_secs_f64();
        if now < due {
            repaint_in(ui, due - now);
            return Ok(());
        }
        if let Some(answer) = self.thinking.poll(Duration::ZERO) {
            self.act(answer.map_err(|_| ThinkError::BrokeDown)??);
            ui.request_repaint();
            return Ok(());
        }
        let enough = if moment.is_some() { due } else { asked_at + patience.as_secs_f64() };
        if now < enough {
            repaint_in(ui, enough - now);
        } else {
            self.thinking.cancel();
        }
        Ok(())
    }

    /// Starts the bot whose turn it is, unless it is thinking already.
    fn begin_thinking(&mut self, ui: &Ui) {
        if !self.thinking.is_pending() {
            let (ctx, stop) = (ui.ctx().clone(), Stop::new());
            let (wake, stopped) = (move || ctx.request_repaint(), stop.clone());
            let thinking = self.actor.ask_for_work("player", wake, move |actor| Some(actor.think(stopped)));
            self.thinking = thinking.cancelled_by(move || stop.stop());
        }
    }

    /// Blocks until running rules, a thinking bot and a search for a hint are done.
    pub(crate) fn wait(&mut self) {
        self.poll(Duration::MAX);
        self.thinking.wait();
        if let Some(offer) = &mut self.offer {
            offer.wait();
        }
        self.hints.wait();
        self.blunders.wait();
    }
}

pub(super) fn repaint_in(ui: &Ui, seconds: f64) {
    ui.request_repaint_after(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_hours(1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moment_of_an_answer_follows_from_the_level_alone() {
        let (pace, steady) = (Duration::from_millis(700), Duration::from_millis(2500));
        let tempo = Tempo { pace, patience: Duration::from_secs(4), steady: Some(steady), at_once: pace };
        for bot in [BotSpec::Random, BotSpec::Greedy, BotSpec::Apprentice, BotSpec::Journeyman] {
            assert_eq!(tempo.moment(bot), Some(pace));
        }
        for bot in [BotSpec::Master, BotSpec::Adaptive] {
            assert_eq!(tempo.moment(bot), Some(steady));
        }
        assert_eq!(Tempo { steady: None, ..tempo }.moment(BotSpec::Master), None);
    }
}
