//! The course of a match: the requests to the actor and its reports, and what continues without a click, which is
//! clocks, bots and forced answers.
//!
//! The next step follows from the actor's status, the windows that are open and the pause. A phase of the match is
//! not stored: it would be a second copy of these.

use super::actor::{MatchActor, MatchView, Snapshot, ThinkError};
use super::draw_offer::DrawOffer;
use super::incidents::{Notice, Remedy};
use super::pace::READING;
use super::question::{self, Agreed, TableQuestion};
use super::{MatchCommand, Play};
use egui::Ui;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_bots::BotError;
use stonehouse_engine::{MatchError, Problem, Ruleset};
use stonehouse_plugin::Seat;
use stonehouse_runtime::Choice;
use stonehouse_session::agent::AgentError;

impl Play {
    /// Submits `work` to the actor, unless it is busy. This frame waits for the result, for a time that is not noticed.
    pub(super) fn submit(&mut self, work: impl FnOnce(&mut MatchActor) -> Snapshot + Send + 'static) {
        if !self.actor.is_busy() {
            self.board.close_actions();
            self.actor.submit(work);
            self.poll(self.pace.tempo.frame_timeout);
        }
    }

    /// Takes the snapshot of the actor, if it arrives in time.
    pub(super) fn poll(&mut self, timeout: Duration) {
        match self.actor.poll(timeout) {
            None => {}
            Some(Ok(snapshot)) => self.show(snapshot),
            Some(Err(_)) => self.incidents.stop(Notice::broken()),
        }
    }

    /// Shows the report of the actor.
    fn show(&mut self, snapshot: Snapshot) {
        self.sound_cues.cue(&self.board, self.actor.status(), &snapshot);
        self.pace.begin_question();
        self.side.hints.close();
        let status = snapshot.status;
        if snapshot.played {
            self.incidents.reset_tries();
        }
        if let Some(lesson) = &mut self.lesson {
            lesson.follow(status.count);
        }
        if status.end.is_none() {
            self.summary.reset();
        } else {
            self.questions.match_is_over();
            // A match that was over when it was opened is not over at this moment.
            if self.board.revision() > 0 && !self.is_over() {
                self.summary.set_open(true);
            }
            // The lesson's last remark is shown first.
            if self.is_taught() {
                self.summary.set_open(false);
            }
        }
        if self.board.set_ruleset(snapshot.ruleset) {
            self.side.rules.explain(self.board.ruleset());
        }
        if let Some(MatchView { scene, actions, lines, printed }) = snapshot.view {
            let actions = match &self.lesson {
                Some(lesson) => lesson.allowed(actions),
                None => actions,
            };
            self.tally.follow(&self.board, &scene);
            for passed in &snapshot.passed {
                self.board.note(&passed.scene, status.viewer, &passed.lines);
            }
            self.board.note(&scene, status.viewer, &lines);
            self.board.show(scene, actions, lines);
            self.console.update(self.board.lines().len(), printed);
        }
        self.actor.set_status(status);
        if snapshot.needs_consent {
            self.questions.ask(TableQuestion::TakeBack);
        }
        if !self.incidents.take_answer(snapshot.failed.as_ref(), &mut self.console)
            && let Some(error) = snapshot.failed
        {
            self.incidents.stop(Notice::of_error(&error));
        }
    }

    /// Plays the choice on the screen.
    pub fn choose(&mut self, chosen: Choice) {
        let values = match &self.lesson {
            Some(lesson) => lesson.values(chosen.values),
            None => chosen.values,
        };
        self.act(Choice { action: chosen.action, values });
    }

    /// Plays an action of the seat whose turn it is.
    fn act(&mut self, choice: impl Into<Choice>) {
        let choice = choice.into();
        self.submit(|actor| actor.act(choice));
    }

    /// Takes back the last action, if the people agree where they have to.
    pub(super) fn undo(&mut self) {
        self.pace.stop_thinking();
        self.submit(MatchActor::undo);
    }

    /// Plays the actions again that were taken back last.
    pub(super) fn redo(&mut self) {
        self.pace.stop_thinking();
        self.submit(MatchActor::redo);
    }

    /// Covers the table and stops the clocks, until a person continues.
    pub(super) fn pause(&mut self) {
        if !self.is_over() && !self.actor.is_busy() {
            self.pace.stop_thinking();
            self.paused = true;
            self.submit(MatchActor::pause);
        }
    }

    /// Continues with a ruleset that was compiled again from its files.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) {
        self.pace.stop_thinking();
        self.incidents.retry(ruleset);
        let ruleset = Arc::clone(ruleset);
        self.submit(move |actor| actor.continue_under(&ruleset));
    }

    /// Shows that the files still have a problem.
    pub fn repair_failed(&mut self, why: String) {
        self.incidents.repair_failed(why);
    }

    /// Continues under rules whose files were changed, as soon as the actor is free, and reports these problems of
    /// theirs.
    pub fn queue_rules(&mut self, ruleset: Arc<Ruleset>, problems: &[Problem]) {
        self.incidents.queue_rules(ruleset, problems);
        self.apply_queued_rules();
    }

    /// Reports that the files were changed, but are wrong. The match continues as before.
    pub fn live_change_failed(&mut self, why: String) {
        self.incidents.live_change_failed(why, &mut self.console);
    }

    /// Continues under the queued rules, if there are any and the actor is free.
    pub(super) fn apply_queued_rules(&mut self) {
        if self.actor.is_busy() {
            return;
        }
        if let Some(ruleset) = self.incidents.take_queued() {
            self.pace.stop_thinking();
            self.submit(move |actor| actor.continue_under(&ruleset));
        }
    }

    /// Sends the respondent of the open question to the actor, which then hides what others may not see.
    pub(super) fn send_respondent(&mut self) {
        let asked = self.questions.asked();
        if asked != self.actor.status().asked {
            self.submit(move |actor| actor.ask_consent(asked));
        }
    }

    /// The seat that can resign or offer a draw now: the person's whose turn it is, or the only person's. `None` where
    /// there is one side only.
    pub(super) fn ending_seat(&self) -> Option<Seat> {
        let status = self.actor.status();
        if question::sides(&self.board, status) < 2
            || self.is_over()
            || status.asked.is_some()
            || self.is_covered()
            || self.is_taught()
        {
            return None;
        }
        let mut people = Seat::all(self.board.players().len()).filter(|seat| status.agent(*seat).is_none());
        let (first, more) = (people.next(), people.next());
        status.to_act.filter(|_| status.is_persons_turn).or(first.filter(|_| more.is_none()))
    }

    /// Offers a draw: the others' bots are asked first, and then the people.
    pub(super) fn offer_draw(&mut self, ui: &Ui, by: Seat) {
        let status = self.actor.status();
        let against = question::against(&self.board, status, by);
        let bots: Vec<Seat> = against.filter(|other| status.agent(*other).is_some()).collect();
        if bots.is_empty() {
            self.ask_next(by, None);
        } else {
            self.pace.stop_thinking();
            let offer = DrawOffer::begin(ui, by, bots, &self.actor, &self.pace.tempo);
            self.questions.ask(TableQuestion::Offered(offer));
        }
    }

    /// Asks the next person after `last` whether they agree to the draw that a seat offers; if there is nobody else,
    /// all have agreed.
    fn ask_next(&mut self, by: Seat, last: Option<Seat>) {
        let status = self.actor.status();
        let is_next = |seat: &Seat| status.agent(*seat).is_none() && last.is_none_or(|last| *seat > last);
        let next = question::against(&self.board, status, by).find(is_next);
        match next {
            Some(of) => self.questions.ask(TableQuestion::Draw { by, of }),
            None => self.submit(MatchActor::agree),
        }
    }

    /// Shows the question that is open, and does as people agree.
    pub(super) fn question_window(&mut self, ui: &Ui) {
        let Some(agreed) = self.questions.ui(ui, &self.board, self.actor.status()) else { return };
        self.pace.stop_thinking();
        match agreed {
            Agreed::Resign(seat) => self.submit(move |actor| actor.resign(seat)),
            Agreed::Draw { by, of } => self.ask_next(by, Some(of)),
            Agreed::TakeBack => self.submit(MatchActor::undo_agreed),
        }
    }

    /// Shows the message that stops the match, and does as people decide.
    pub(super) fn incident_window(&mut self, ui: &Ui) -> Option<MatchCommand> {
        match self.incidents.window(ui)? {
            Remedy::Command(command) => return Some(command),
            Remedy::TryAgain(seat) => self.submit(move |actor| actor.begin_again(seat)),
            Remedy::StandIn(seat) => self.submit(move |actor| actor.stand_in(seat)),
            Remedy::ContinueFrom(ruleset, kept) => self.submit(move |actor| actor.continue_from(&ruleset, kept)),
        }
        None
    }

    /// Advances everything that does not wait for a person. What is only shown to people, and answered for them, waits
    /// unless the match is shown.
    pub(super) fn advance(&mut self, ui: &Ui, is_shown: bool) {
        if self.paused {
            return;
        }
        self.clocks(ui);
        // The agreement of the bots is a request to the actor, which has to be free.
        if !self.actor.is_busy() {
            let now = ui.input(|input| input.time);
            if let Some(by) = self.questions.poll(ui, now, self.actor.status().count) {
                self.ask_next(by, None);
            }
        }
        if !self.may_go_on() || self.questions.is_open() {
            return;
        }
        let directed = self.lesson.as_ref().filter(|_| self.is_taught());
        if !is_shown && (directed.is_some() || self.actor.status().forced.is_some()) {
            return;
        }
        if let Some(lesson) = directed {
            // In a lesson the others play the actions of the file, after the same pause as a bot's.
            if let Some(choice) = lesson.watched().filter(|_| self.pace.is_due(ui, 1)) {
                self.act(choice);
                ui.request_repaint();
            }
        } else if let Some(action) = self.actor.status().forced {
            // The only possible answer is given for a person after a longer pause than a bot's, so that the question
            // can be read. It begins once the question has been shown.
            if !self.board.was_shown() {
                ui.request_repaint();
            } else if self.pace.is_due(ui, READING) {
                self.act(action);
                ui.request_repaint();
            }
        } else {
            match self.pace.poll_agent(ui, &self.actor) {
                Some(Ok(choice)) => self.act(choice),
                Some(Err(error)) => self.agent_failed(error),
                None => {}
            }
        }
    }

    fn clocks(&mut self, ui: &Ui) {
        let now = Instant::now();
        let Some(clock) = self.actor.status().clock.as_ref().filter(|_| !self.is_over()) else { return };
        if let Some(running) = clock.running() {
            let left = clock.left(now)[running.index()];
            let part = Duration::from_nanos(u64::from(left.subsec_nanos()));
            ui.request_repaint_after(part + Duration::from_millis(5));
            if self.board.players()[running.index()].is_person() {
                self.sound_cues.second(left);
            }
        }
        if clock.out_of_time(now).is_some() && !self.actor.is_busy() {
            self.pace.stop_thinking();
            self.submit(MatchActor::check_time);
        }
    }

    /// Stops the match because the agent of the seat whose turn it is did not choose.
    fn agent_failed(&mut self, error: ThinkError) {
        self.pace.stop_thinking();
        let status = self.actor.status();
        self.incidents.stop(match error {
            ThinkError::Rules(failure) => Notice::of_error(&MatchError::Rules(failure)),
            ThinkError::Agent(AgentError::Bot(BotError::Call(call))) => {
                Notice::of_error(&MatchError::Rules(self.board.ruleset().explain(call)))
            }
            other => {
                let name = status.to_act.map(|seat| self.board.name(seat)).unwrap_or_default();
                let spec = status.to_act.and_then(|seat| status.agent(seat));
                Notice::of_agent(status.to_act, name, spec, &other.to_string())
            }
        });
    }

    /// Blocks until running rules, a thinking bot and a search for a hint are done.
    pub(crate) fn wait(&mut self) {
        self.poll(Duration::MAX);
        self.pace.wait();
        self.questions.wait();
        self.side.hints.wait();
        self.summary.wait();
    }
}
