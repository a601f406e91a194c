//! The way through a lesson.

use crate::{ActionName, Lesson, LessonStep, NamedChoice};
use stonehouse_engine::{Problem, Ruleset};
use stonehouse_house_rules::nearest;
use stonehouse_plugin::{Action, Observer, Scene, Seat};
use stonehouse_runtime::{CallError, Choice, Position};

/// A lesson whose match was played through, and the learner's progress in it.
#[derive(Clone, Debug)]
pub struct Guide {
    lesson: Lesson,
    /// The action of each step, if it has one, and its seat.
    acts: Vec<Option<(Seat, Choice)>>,
    /// The next step.
    at: usize,
    /// Whether the remark of the step before is still to be read: an action of another player is explained once it is
    /// done.
    shows_remark: bool,
    /// Whether it was ended before its last step.
    left: bool,
}

/// The next thing to do in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal<'a> {
    /// Read, and continue.
    Read,
    /// The learner has to choose this.
    Choose(&'a Choice),
    /// Another player does this.
    Watch(Seat, &'a Choice),
    /// The lesson is over: the match continues freely.
    Over,
}

impl Guide {
    /// Plays the lesson's match through under the ruleset that it names.
    ///
    /// # Errors
    /// When a step cannot be played, or points at a handle that is not on the table then: with its line.
    pub fn new(lesson: Lesson, ruleset: &Ruleset) -> Result<Self, Problem> {
        let seats = ruleset.seating().seats.len();
        if lesson.players.len() != seats {
            let message = format!("`players` names {}, and this variant has {seats} seats", lesson.players.len());
            return Err(Problem::file(&lesson.file, message));
        }
        let file = lesson.file.clone();
        let at_line = |line: usize| move |why: String| Problem::line(file.clone(), line, why);
        let explain = |error: CallError| ruleset.explain(error).to_string();
        let deal = || Position::deal(ruleset.rules(), lesson.seed).map_err(explain);
        let mut position = deal().map_err(at_line.clone()(0))?;
        let names: Vec<&str> = ruleset.seating().seats.iter().map(|seat| seat.name.as_str()).collect();
        let mut acts = Vec::with_capacity(lesson.steps.len());
        for step in &lesson.steps {
            let wrong = at_line.clone()(step.line);
            let points = |position: &Position| {
                let scene = position.scene(Observer::Seat(lesson.learner)).map_err(explain)?;
                lost(&scene, &step.point).map_or(Ok(()), Err)
            };
            let Some(wanted) = &step.act else {
                points(&position).map_err(&wrong)?;
                acts.push(None);
                continue;
            };
            let to_act = position.to_act().map_err(explain).map_err(&wrong)?;
            let seat = to_act.ok_or_else(|| wrong("the match is over before this step".to_owned()))?;
            if seat == lesson.learner {
                points(&position).map_err(&wrong)?;
            }
            let choice = found(&position, wanted, &names).map_err(|none| match none {
                NoChoice::Call(error) => wrong(explain(error)),
                none => wrong(none.to_string()),
            })?;
            position.play(&choice).map_err(explain).map_err(&wrong)?;
            // An action of another player is explained once it is done.
            if seat != lesson.learner {
                points(&position).map_err(&wrong)?;
            }
            acts.push(Some((seat, choice)));
        }
        Ok(Self { lesson, acts, at: 0, shows_remark: false, left: false })
    }

    /// The lesson.
    pub const fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The number of the step that is shown, from 1, and how many there are. An action of another player without a
    /// remark is no step of its own.
    pub fn progress(&self) -> (usize, usize) {
        let learner = self.lesson.learner;
        let is_shown = |place: &usize| {
            let is_others = self.acts[*place].as_ref().is_some_and(|(seat, _)| *seat != learner);
            !is_others || !self.lesson.steps[*place].say.is_empty()
        };
        let here = (self.at + 1 - usize::from(self.shows_remark)).min(self.acts.len());
        let count = |until: usize| (0..until).filter(is_shown).count();
        (count(here).max(1), count(self.acts.len()).max(1))
    }

    /// The remark that is shown now. Empty: nothing, or the lesson is over.
    pub fn remark(&self) -> &str {
        self.shown_step().map_or("", |step| &step.say)
    }

    /// The handles that are pointed at now.
    pub fn points(&self) -> &[String] {
        self.shown_step().map_or(&[], |step| &step.point)
    }

    /// The step whose remark is shown: that of another player's action only when it is done.
    fn shown_step(&self) -> Option<&LessonStep> {
        match self.goal() {
            Goal::Watch(..) => None,
            _ => self.lesson.steps.get(self.at - usize::from(self.shows_remark)),
        }
    }

    /// The next thing to do.
    pub fn goal(&self) -> Goal<'_> {
        match self.acts.get(self.at) {
            _ if self.shows_remark => Goal::Read,
            None => Goal::Over,
            Some(None) => Goal::Read,
            Some(Some((seat, choice))) if *seat == self.lesson.learner => Goal::Choose(choice),
            Some(Some((seat, choice))) => Goal::Watch(*seat, choice),
        }
    }

    /// Continues after the learner has read the remark.
    pub fn advance(&mut self) {
        if !std::mem::take(&mut self.shows_remark) && self.goal() == Goal::Read {
            self.at += 1;
        }
    }

    /// Follows the match, which has this many actions now: after an action the lesson continues, after one was taken
    /// back it returns to where that was chosen.
    pub fn follow(&mut self, actions: usize) {
        if self.left {
            return;
        }
        let done = self.acts[..self.at].iter().flatten().count();
        let mut acting = self.acts.iter().enumerate().filter_map(|(at, choice)| Some((at, choice.as_ref()?)));
        if actions > done {
            // Remarks between two actions count as read.
            let last = acting.nth(actions - 1);
            self.at = last.map_or(self.acts.len(), |(at, _)| at + 1);
            self.shows_remark = last
                .is_some_and(|(at, (seat, _))| *seat != self.lesson.learner && !self.lesson.steps[at].say.is_empty());
        } else if actions < done {
            self.at = acting.nth(actions).map_or(0, |(at, _)| at);
            self.shows_remark = false;
        }
    }

    /// Ends the lesson here: the match continues freely.
    pub fn leave(&mut self) {
        self.at = self.lesson.steps.len();
        (self.shows_remark, self.left) = (false, true);
    }
}

/// The problem of a step that points at a handle which is not on the table.
fn lost(scene: &Scene, points: &[String]) -> Option<String> {
    let handles: Vec<&str> = scene.handles().collect();
    let lost = points.iter().find(|handle| !handles.contains(&handle.as_str()))?;
    let near = nearest(lost, handles).map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
    Some(format!("nothing on the table is called `{lost}` now.{near}"))
}

/// The reason why there is no choice that a lesson names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoChoice {
    /// The action of this code is not legal.
    #[error("the action {0} is not legal here")]
    Code(u32),
    /// No legal action has this text.
    #[error("no legal action is described as “{text}” here.{hint}")]
    Text {
        /// The text.
        text: String,
        /// Another that is legal, as a sentence; empty if there is none.
        hint: String,
    },
    /// Several legal actions have this text.
    #[error("several actions are described as “{text}” here: name one by its code, {}", .codes.join(" or "))]
    Several {
        /// The text.
        text: String,
        /// Their codes.
        codes: Vec<String>,
    },
    /// The game failed.
    #[error(transparent)]
    Call(#[from] CallError),
}

/// The legal action that a lesson names.
pub(crate) fn found(position: &Position, wanted: &NamedChoice, names: &[&str]) -> Result<Choice, NoChoice> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions)?;
    let with = |action: Action| Choice { action, values: wanted.values.clone() };
    let text = match &wanted.action {
        ActionName::Code(code) => {
            let legal = actions.contains(&Action(*code));
            return if legal { Ok(with(Action(*code))) } else { Err(NoChoice::Code(*code)) };
        }
        ActionName::Text(text) => text,
    };
    let (mut texts, mut fitting) = (Vec::new(), Vec::new());
    for action in actions {
        let choice = with(action);
        // Where values do not fit an action, it is not the one that is meant.
        let Ok(description) = position.describe(&choice, Observer::Referee) else { continue };
        let shown = description.text.fill(names);
        if shown == *text {
            fitting.push(choice);
        }
        texts.push(shown);
    }
    if fitting.len() > 1 {
        let codes: Vec<String> = fitting.iter().map(|choice| choice.action.0.to_string()).collect();
        return Err(NoChoice::Several { text: text.clone(), codes });
    }
    if let Some(choice) = fitting.pop() {
        return Ok(choice);
    }
    let near = nearest(text, texts.iter().map(String::as_str)).or(texts.first().map(String::as_str));
    let hint = near.map(|near| format!(" One that is legal is “{near}”.")).unwrap_or_default();
    Err(NoChoice::Text { text: text.clone(), hint })
}
