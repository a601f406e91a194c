//! What goes on without a person's doing: clocks, bots, and answers that nobody has a choice about.
//!
//! Who waits for an answer must not learn anything from how long it takes. A bot that has something to hide therefore answers at a moment
//! that is fixed before it begins to think ([`Tempo::moment`]): not earlier, if it has chosen long since, and with the best that it has
//! found when the moment comes. A person who can give only one answer is spared it where nobody else looks at this screen; where others do,
//! they would learn from an answer that comes by itself, and so nothing does.
//!
//! Pauses are counted in the window's time (seconds since it opened), chess clocks in the system's.

use super::thinker::{ThinkError, Thinker};
use super::{Notice, Play};
use egui::Ui;
use std::time::{Duration, Instant};
use stonehouse_bots::{BotError, BotSpec};
use stonehouse_engine::MatchError;
use stonehouse_plugin_api::{Action, Step, rng};

/// How long bots take.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    /// An action stands for so long before a bot answers, so that people can follow.
    pub pace: Duration,
    /// A bot that thinks for longer gives the best that it has found so far: a house rule can make looking ahead slow.
    pub patience: Duration,
    /// Where the game keeps secrets: when a bot that looks far ahead answers, whatever it has to decide. `None`: bots answer as soon as
    /// they have chosen, and how long they took tells whether they had a choice.
    pub steady: Option<Duration>,
}

impl Tempo {
    /// The moment at which `bot` answers in a game with secrets, from when it was asked; `None` where it answers when it likes. It follows
    /// from the bot's level alone, so that it tells nothing about what the bot holds.
    pub fn moment(&self, bot: BotSpec) -> Option<Duration> {
        let looks_far = matches!(bot, BotSpec::Master | BotSpec::Search(_));
        self.steady.map(|steady| if looks_far { steady } else { self.pace })
    }
}

impl Play {
    /// Lets go on what does not wait for a person.
    pub(super) fn go_on(&mut self, ui: &Ui, tempo: Tempo) {
        self.clocks(ui);
        if self.notice.is_some() || self.tally_open {
            return;
        }
        let now = ui.input(|input| input.time);
        if let Some(action) = self.forced() {
            self.answer_for_a_person(ui, action, now, tempo);
            return;
        }
        if let Err(error) = self.bots(ui, now, tempo) {
            self.thinker = None;
            match error {
                ThinkError::Bot(BotError::Call(call)) => {
                    let failure = self.current.ruleset().explain(call);
                    self.tell(&MatchError::Rules(failure));
                }
                other => {
                    self.notice =
                        Some(Notice { title: "A bot cannot continue", detail: other.to_string(), can_reload: false });
                }
            }
        }
    }

    fn clocks(&mut self, ui: &Ui) {
        let now = Instant::now();
        if self.current.end().is_none() {
            match self.current.check_time(now) {
                Ok(true) => {
                    self.thinker = None;
                    self.refresh();
                }
                Ok(false) => {}
                Err(error) => self.tell(&error),
            }
        }
        if let (Some(clock), None) = (self.current.clock(), self.current.end())
            && let Some(running) = clock.running()
        {
            let part = clock.left(now)[running.index()].subsec_nanos();
            ui.request_repaint_after(Duration::from_nanos(u64::from(part)) + Duration::from_millis(5));
        }
    }

    /// The answer of a person who has no choice: one legal action, and that a button of the prompt. A turn on the table is never taken
    /// out of a person's hands, nor is anything where others at this screen could learn from it.
    pub(super) fn forced(&self) -> Option<Action> {
        let [only] = &self.shown.choices[..] else { return None };
        let prompt = self.shown.scene.prompt.as_ref().filter(|_| !self.shares_secrets())?;
        let is_button = |path: &Vec<Step>| match &path[..] {
            [Step::One(handle)] => prompt.buttons.iter().any(|button| button.handle == *handle),
            _ => false,
        };
        let paths = &only.told.paths;
        (!paths.is_empty() && paths.iter().all(is_button)).then_some(only.action)
    }

    /// Gives the only answer there is, after as long as a bot would take: the question can be read.
    fn answer_for_a_person(&mut self, ui: &Ui, action: Action, now: f64, tempo: Tempo) {
        let due = *self.asked_at.get_or_insert(now) + tempo.pace.as_secs_f64();
        if now < due {
            repaint_in(ui, due - now);
            return;
        }
        self.act(action);
        ui.request_repaint();
    }

    fn bots(&mut self, ui: &Ui, now: f64, tempo: Tempo) -> Result<(), ThinkError> {
        let Some(seat) = self.current.to_act().filter(|_| !self.persons_turn()) else {
            self.thinker = None;
            return Ok(());
        };
        // A record may name a bot that this Stonehouse has not.
        let bot = self.current.players()[seat.index()].player.parse().unwrap_or(BotSpec::Journeyman);
        let asked_at = *self.asked_at.get_or_insert(now);
        let thinker = match &mut self.thinker {
            Some(thinker) => thinker,
            none => {
                // Those who choose at once choose each with a chance of their own.
                let chosen = self.current.acts().count() as u64;
                let seed = rng::seed_of(self.current.seed(), chosen);
                none.insert(Thinker::start(self.current.position(), seat, bot, seed, ui.ctx().clone())?)
            }
        };
        let moment = tempo.moment(bot).filter(|_| self.has_secrets);
        let due = asked_at + moment.unwrap_or(tempo.pace).as_secs_f64();
        if now < due {
            repaint_in(ui, due - now);
            return Ok(());
        }
        if let Some(answer) = thinker.answer() {
            self.thinker = None;
            self.act(answer?);
            ui.request_repaint();
            return Ok(());
        }
        let enough = if moment.is_some() { due } else { asked_at + tempo.patience.as_secs_f64() };
        if now < enough {
            repaint_in(ui, enough - now);
        } else {
            thinker.hurry();
        }
        Ok(())
    }

    /// Blocks until the bot that thinks, if one does, has chosen.
    pub(crate) fn wait_for_bot(&mut self) {
        if let Some(thinker) = &mut self.thinker {
            thinker.wait();
        }
    }
}

fn repaint_in(ui: &Ui, seconds: f64) {
    ui.request_repaint_after(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_hours(1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moment_of_an_answer_follows_from_the_level_alone() {
        let (pace, steady) = (Duration::from_millis(700), Duration::from_millis(2500));
        let tempo = Tempo { pace, patience: Duration::from_secs(4), steady: Some(steady) };
        for bot in [BotSpec::Random, BotSpec::Greedy, BotSpec::Apprentice, BotSpec::Journeyman] {
            assert_eq!(tempo.moment(bot), Some(pace));
        }
        assert_eq!(tempo.moment(BotSpec::Master), Some(steady));
        assert_eq!(Tempo { steady: None, ..tempo }.moment(BotSpec::Master), None);
    }
}
