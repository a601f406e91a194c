//! A match at this machine, and who of the people may see what of it. Rules run here, and so it works on a thread of its own
//! ([`Aside`](crate::aside::Aside)); what the screen shows of it is a [`Report`].

use super::back::{Line, Mark, Undone, lines};
use super::thinker::{ThinkError, Thinker};
use crate::names;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Choice, Clock, End, Match, MatchError, Player, Ruleset};
use stonehouse_plugin_api::abi::client::Act;
use stonehouse_plugin_api::{Action, Observer, Scene, Seat, Step, rng};

/// A match, the people before the screen, and what was taken back.
pub(super) struct Desk {
    pub current: Match,
    /// What the players are called, by seat: no two alike.
    names: Vec<String>,
    /// The person now at the screen: whoever acted last, or said that it is they who look. Their view of the table stays while bots act.
    at_screen: Option<Seat>,
    pub undone: Undone,
    pub marks: Vec<Mark>,
    /// Whether the game keeps anything from anybody.
    has_secrets: bool,
    /// Whether what would be taken back now has shown something to somebody.
    pub undo_reveals: bool,
    /// The only answer there is to what a person is asked, if it may be given for them.
    pub forced: Option<Action>,
}

/// What somebody sees of the match.
#[derive(Default)]
pub(super) struct Seen {
    pub scene: Scene,
    /// What may be chosen at this screen.
    pub choices: Vec<Choice>,
    pub lines: Vec<Line>,
}

/// How the match stands, for the screen.
pub(super) struct Report {
    pub ruleset: Arc<Ruleset>,
    pub to_act: Option<Seat>,
    pub end: Option<End>,
    pub clock: Option<Clock>,
    /// Who sits at the lower edge of the table.
    pub viewer: Seat,
    /// The person who must come to the screen before the match continues, because somebody else looked at it last.
    pub handover: Option<Seat>,
    /// Whether the game keeps anything from anybody.
    pub has_secrets: bool,
    /// Why nothing can be taken back now, for people; `None` if it can.
    pub why_no_undo: Option<&'static str>,
    /// Whether there is anything to be played again, and somebody to look at it.
    pub can_redo: bool,
    /// The only answer there is to what a person is asked, if it may be given for them.
    pub forced: Option<Action>,
    /// What is seen; `None` where it could not be found out.
    pub seen: Option<Seen>,
    /// Whether an action was played.
    pub played: bool,
    /// What did not work.
    pub failed: Option<MatchError>,
}

impl Desk {
    pub fn new(current: Match) -> Self {
        Self {
            names: names::told_apart(current.players(), current.ruleset().seating()),
            current,
            at_screen: None,
            undone: Undone::new(),
            marks: Vec::new(),
            has_secrets: false,
            undo_reveals: false,
            forced: None,
        }
    }

    /// Whose view of the table is shown: the one place that decides what this screen may know.
    ///
    /// A single person sees their own. People who share the machine see that of whoever acts, or acted last; in a game with secrets
    /// only once that person has said that it is they who look. Bots among themselves are watched by the public.
    fn observer(&self) -> Observer {
        if self.handover().is_some() {
            return Observer::Public;
        }
        let acting = if self.persons_turn() { self.current.to_act() } else { None };
        let alone = if self.shares_secrets() { None } else { self.people().first().copied() };
        acting.or(self.at_screen).or(alone).map_or(Observer::Public, Observer::Seat)
    }

    /// Who sits at the lower edge of the table.
    fn viewer(&self) -> Seat {
        match self.observer() {
            Observer::Seat(seat) => seat,
            Observer::Public | Observer::Referee => self.handover().unwrap_or(Seat(0)),
        }
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.current.players()[seat.index()].is_person()
    }

    fn people(&self) -> Vec<Seat> {
        Seat::all(self.current.players().len()).filter(|seat| self.is_person(*seat)).collect()
    }

    /// Whether several people look at one screen, on which not everything is for everybody.
    pub fn shares_secrets(&self) -> bool {
        self.has_secrets && self.people().len() > 1
    }

    /// The person who must come to the screen before the match continues, because somebody else looked at it last.
    fn handover(&self) -> Option<Seat> {
        self.current
            .to_act()
            .filter(|seat| self.shares_secrets() && self.persons_turn() && self.at_screen != Some(*seat))
    }

    /// Whether the seats see anything that the public does not.
    fn looks_for_secrets(&self) -> bool {
        let Ok(public) = self.current.scene(Observer::Public) else { return false };
        let mut seats = Seat::all(self.current.players().len());
        seats.any(|seat| self.current.scene(Observer::Seat(seat)).is_ok_and(|scene| scene != public))
    }

    /// Whether it is the turn of a person at this machine.
    fn persons_turn(&self) -> bool {
        self.current.to_act().is_some_and(|seat| self.is_person(seat))
    }

    /// Looks at the match.
    pub fn look(&mut self) -> Result<Seen, MatchError> {
        self.forced = None;
        self.has_secrets = self.has_secrets || self.looks_for_secrets();
        let observer = self.observer();
        let scene = self.current.scene(observer)?;
        let may_choose = self.persons_turn() && self.handover().is_none();
        let choices = if may_choose { self.current.choices()? } else { Vec::new() };
        // What is drawn before everybody's eyes may be taken back: nobody has seen more of it than the others.
        self.undo_reveals = self.has_secrets && self.current.undo_reveals()?;
        self.forced = if self.shares_secrets() { None } else { only_answer(&scene, &choices) };
        let lines = lines(self.current.log(observer), &self.marks, &self.names);
        Ok(Seen { scene, choices, lines })
    }

    /// How the match stands after what was just done, which may have failed.
    pub fn report(&mut self, done: Result<(), MatchError>) -> Report {
        let (seen, missed) = match self.look() {
            Ok(seen) => (Some(seen), None),
            Err(error) => (None, Some(error)),
        };
        Report {
            ruleset: Arc::clone(self.current.ruleset()),
            to_act: self.current.to_act(),
            end: self.current.end().cloned(),
            clock: self.current.clock().cloned(),
            viewer: self.viewer(),
            handover: self.handover(),
            has_secrets: self.has_secrets,
            why_no_undo: self.why_no_undo(),
            can_redo: !self.undone.is_empty() && self.handover().is_none() && self.current.end().is_none(),
            forced: self.forced,
            seen,
            played: false,
            failed: done.err().or(missed),
        }
    }

    /// Plays an action of the seat whose turn it is.
    pub fn act(&mut self, act: Act) -> Report {
        let seat = self.current.to_act();
        let done = self.current.play(act, Instant::now());
        // The last action counts, even if the end after it could not be recorded.
        let played = matches!(done, Ok(()) | Err(MatchError::EndNotRecorded(_)));
        if played {
            self.undone.clear();
            self.sits_down(seat);
        }
        let report = self.report(match done {
            // If the flag fell before the action, the report says so.
            Err(MatchError::Over) => Ok(()),
            done => done,
        });
        Report { played, ..report }
    }

    /// Takes note of who acted: a person sits at the screen.
    pub fn sits_down(&mut self, seat: Option<Seat>) {
        if let Some(seat) = seat.filter(|seat| self.is_person(*seat)) {
            self.at_screen = Some(seat);
        }
    }

    /// Nobody sits at the screen until somebody says so, where not everything is for everybody.
    pub fn gets_up(&mut self) {
        if self.shares_secrets() {
            self.at_screen = None;
        }
    }

    /// Whoever must come to the screen has come.
    pub fn show_side(&mut self) -> Report {
        self.at_screen = self.handover().or(self.at_screen);
        self.report(Ok(()))
    }

    /// Ends the match if a clock has run out.
    pub fn check_time(&mut self) -> Report {
        let checked = self.current.check_time(Instant::now()).map(|_| ());
        self.report(checked)
    }

    /// Goes on under a ruleset that was compiled from files read again.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) -> Report {
        self.undone.clear();
        let done = self.current.continue_under(ruleset);
        self.current.start_clock(Instant::now());
        self.report(done)
    }

    /// Lets the bot think whose turn it is; `wake` is called when it has chosen.
    pub fn think(&self, wake: impl FnOnce() + Send + 'static) -> Result<Thinker, ThinkError> {
        let seat = self.current.to_act().ok_or(ThinkError::BrokeDown)?;
        // Those who choose at once choose each with a chance of their own.
        let chosen = self.current.acts().count() as u64;
        let seed = rng::seed_of(self.current.seed(), chosen);
        Thinker::start(self.current.position(), seat, bot_of(&self.current.players()[seat.index()]), seed, wake)
    }

    /// Why nothing can be taken back now, for people; `None` if it can.
    pub fn why_no_undo(&self) -> Option<&'static str> {
        if !self.current.actions().any(|(seat, _)| self.is_person(seat)) {
            Some("There is nothing to take back")
        } else if self.handover().is_some() {
            Some("Not before the next player has taken the screen")
        } else if self.people().len() > 1 && self.undo_reveals {
            Some("What was played has shown something that stays seen: it cannot be taken back between people")
        } else {
            None
        }
    }
}

/// The answer of a person who has no choice: one legal action, and that a button of the prompt. A turn on the table is never taken out of a
/// person's hands.
fn only_answer(scene: &Scene, choices: &[Choice]) -> Option<Action> {
    let [only] = choices else { return None };
    let prompt = scene.prompt.as_ref()?;
    let is_button = |path: &Vec<Step>| match &path[..] {
        [Step::One(handle)] => prompt.buttons.iter().any(|button| button.handle == *handle),
        _ => false,
    };
    let paths = &only.told.paths;
    (!paths.is_empty() && paths.iter().all(is_button)).then_some(only.action)
}

/// The bot that plays for somebody. A record may name one that this Stonehouse has not.
pub(super) fn bot_of(player: &Player) -> BotSpec {
    player.player.parse().unwrap_or(BotSpec::Journeyman)
}
