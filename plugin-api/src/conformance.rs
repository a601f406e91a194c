//! The conformance kit: checks any game against the promises of the contract.
//!
//! ```ignore
//! let plugin = Plugin::linked::<MyGame>()?;
//! let rules = plugin.rules(2, &json!({}), None)?;
//! conformance::check(&rules, 100, 1)?;
//! ```
//!
//! - `paths`: no choice is in the way of another.
//! - `secrets`: nothing that an observer is shown or told depends on what it cannot know.
//! - this module: deals, replays, refusals, help for bots, playouts, scenes.
//!
//! Random games are played from seeds; a violation names the seed and the actions that lead to it.
//! [`Plugin::panic_probe`](crate::abi::client::Plugin::panic_probe) is apart from the rest: a plugin that was built to
//! abort ends the process, so it is asked in a child process.

mod paths;
mod secrets;

use crate::abi::client::{CallError, Rules, State};
use crate::rng::seed_of;
use crate::{Action, Observer, Rng, Scene, Seat, Step};
use std::collections::HashSet;
use std::sync::Arc;

pub use crate::game::LONGEST_GAME;

/// A promise that the game broke.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{promise} (game of seed {seed}, after actions {actions:?})")]
pub struct Violation {
    /// What was expected, and what was found.
    pub promise: String,
    /// The seed of the deal.
    pub seed: u64,
    /// The actions that lead to the position.
    pub actions: Vec<u32>,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to the end.
    pub games: u64,
    /// Actions applied.
    pub actions: u64,
    /// The longest game, in actions.
    pub longest: u32,
    /// The most actions that one position offered.
    pub most_legal: u32,
}

/// Plays `games` random games from `seed` and checks every promise of the contract on the way.
///
/// # Errors
/// The first promise that does not hold.
pub fn check(rules: &Arc<Rules>, games: u64, seed: u64) -> Result<Report, Violation> {
    let mut report = Report::default();
    for game in 0..games {
        let seed = seed_of(seed, game);
        let mut run = Run { rules, seed, actions: Vec::new(), choices: Rng::from_seed(seed ^ 1) };
        run.play(&mut report).map_err(|promise| Violation { promise, seed, actions: run.actions })?;
    }
    report.games = games;
    Ok(report)
}

struct Run<'a> {
    rules: &'a Arc<Rules>,
    seed: u64,
    actions: Vec<u32>,
    choices: Rng,
}

type Checked<T = ()> = Result<T, String>;

#[allow(clippy::needless_pass_by_value, reason = "handed to map_err")]
fn told(error: CallError) -> String {
    format!("a call failed: {error}")
}

fn ensure(holds: bool, promise: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(promise()) }
}

impl Run<'_> {
    fn play(&mut self, report: &mut Report) -> Checked {
        let mut state = self.rules.deal(self.seed).map_err(told)?;
        let again = self.rules.deal(self.seed).map_err(told)?;
        ensure(everything(&state)? == everything(&again)?, || "one seed gave two deals".into())?;
        let revealed = [&state, &again].map(State::reveal);
        ensure(revealed[0].is_ok() && revealed[0] == revealed[1], || {
            format!("one seed gave two deals, or one that cannot be revealed: {revealed:?}")
        })?;

        let mut legal = Vec::new();
        while let Some(seat) = state.to_act().map_err(told)? {
            state.legal_actions(&mut legal).map_err(told)?;
            report.most_legal = report.most_legal.max(legal.len() as u32);
            ensure(!legal.is_empty(), || format!("{seat} is to act and has no legal action"))?;
            ensure(legal.is_sorted_by(|a, b| a < b), || "the legal actions are not in ascending order".into())?;

            // The dear checks at one position in eight, the cheap ones everywhere.
            let action = legal[self.choices.below(legal.len() as u32) as usize];
            if self.actions.is_empty() || self.choices.below(8) == 0 {
                self.check_position(&state, seat, &legal)?;
                let mut clone = state.try_clone().map_err(told)?;
                clone.apply(action).map_err(told)?;
                let before = everything(&state)?;
                state.apply(action).map_err(told)?;
                ensure(everything(&clone)? == everything(&state)?, || {
                    format!("action {} did one thing to a state and another to its clone", action.0)
                })?;
                ensure(everything(&state)? != before, || {
                    format!("action {} changed nothing that even the referee sees", action.0)
                })?;
            } else {
                state.apply(action).map_err(told)?;
            }
            self.actions.push(action.0);
            report.actions += 1;
            ensure(self.actions.len() < LONGEST_GAME, || format!("no end after {LONGEST_GAME} actions"))?;
        }
        report.longest = report.longest.max(self.actions.len() as u32);
        self.check_end(&mut state)?;
        self.check_replay(&state)?;
        self.check_playout()
    }

    /// What must hold at a position where `seat` is to choose among `legal`.
    fn check_position(&mut self, state: &State, seat: Seat, legal: &[Action]) -> Checked {
        let seats = self.rules.seating().seats.len();
        for observer in Seat::all(seats).map(Observer::Seat).chain([Observer::Public, Observer::Referee]) {
            check_scene(&state.scene(observer).map_err(told)?, self.rules)
                .map_err(|why| format!("{why}, for {observer:?}"))?;
        }
        let scene = state.scene(Observer::Seat(seat)).map_err(told)?;
        let prompted = scene.prompt.as_ref().map(|prompt| prompt.seat);
        ensure(prompted == Some(seat), || format!("{seat} is to act, and its scene prompts {prompted:?}"))?;

        let handles: HashSet<&str> = scene.handles().collect();
        let mut paths = Vec::new();
        for action in legal {
            let told = state.describe(*action, Observer::Seat(seat)).map_err(told)?;
            ensure(!told.text.is_empty(), || format!("action {} has no text", action.0))?;
            ensure(!told.paths.is_empty(), || format!("action {} cannot be chosen: it has no path", action.0))?;
            for handle in told.paths.iter().flatten().flat_map(Step::handles) {
                ensure(handles.contains(handle.as_str()), || {
                    format!("action {} is chosen by {handle:?}, which is not in the scene", action.0)
                })?;
            }
            paths.push(told.paths);
        }
        paths::check(&paths)?;

        self.check_refusals(state, legal)?;
        self.check_help_for_bots(state, legal)?;
        Seat::all(seats).try_for_each(|observer| {
            let seed = self.choices.next_u64();
            secrets::check(state, seat, legal, observer, seed)
        })
    }

    /// What a bot is told to think about is legal, and its rollouts end where the game or its prospects go on.
    fn check_help_for_bots(&mut self, state: &State, legal: &[Action]) -> Checked {
        let candidates = candidates(state)?;
        ensure(!candidates.is_empty(), || "there are legal actions and no candidates".into())?;
        ensure(candidates.is_sorted_by(|a, b| a < b), || "the candidates are not in ascending order".into())?;
        let stray = candidates.iter().find(|action| legal.binary_search(action).is_err());
        ensure(stray.is_none(), || format!("the candidate {stray:?} is not legal"))?;

        let seed = self.choices.next_u64();
        let mut prospects = vec![0; self.rules.seating().seats.len()];
        let mut rollout = || {
            let mut on = state.try_clone().map_err(told)?;
            on.rollout(seed).map_err(told)?;
            on.prospects(&mut prospects).map_err(told)?;
            let over = on.to_act().map_err(told)?.is_none();
            let scores = on.outcome().map_err(told)?.scores;
            ensure(!over || scores == prospects, || {
                format!("the game ended with {scores:?} and its prospects were {prospects:?}")
            })?;
            everything(&on)
        };
        ensure(rollout()? == rollout()?, || "one seed gave two rollouts".into())
    }

    /// What is not legal is refused, without harm.
    fn check_refusals(&mut self, state: &State, legal: &[Action]) -> Checked {
        let before = everything(state)?;
        let mut victim = state.try_clone().map_err(told)?;
        let last = legal.last().map_or(0, |action| action.0);
        let drawn = [self.choices.below(last + 1), last.saturating_add(1), u32::MAX];
        for code in drawn.into_iter().filter(|code| legal.binary_search(&Action(*code)).is_err()) {
            ensure(victim.apply(Action(code)) == Err(CallError::Illegal), || {
                format!("action {code} is not legal, and was not refused")
            })?;
            ensure(everything(&victim)? == before, || format!("the refused action {code} changed the state"))?;
        }
        Ok(())
    }

    fn check_end(&mut self, state: &mut State) -> Checked {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal).map_err(told)?;
        ensure(legal.is_empty(), || format!("the game is over and {} actions are legal", legal.len()))?;
        let last = Action(self.actions.last().copied().unwrap_or_default());
        ensure(state.apply(last) == Err(CallError::Illegal), || {
            "the game is over and an action was not refused".into()
        })?;
        let outcome = state.outcome().map_err(told)?;
        let scene = state.scene(Observer::Public).map_err(told)?;
        check_scene(&scene, self.rules)?;
        ensure(scene.prompt.is_none(), || "the game is over and the scene prompts".into())?;
        let shown: Vec<Option<i64>> = scene.seats.iter().map(|panel| panel.score).collect();
        let fits = |(shown, score): (&Option<i64>, &i64)| shown.is_none_or(|shown| shown == *score);
        ensure(shown.iter().zip(&outcome.scores).all(fits), || {
            format!("the scene shows the scores {shown:?}, the outcome says {:?}", outcome.scores)
        })
    }

    fn check_replay(&self, end: &State) -> Checked {
        let mut state = self.rules.deal(self.seed).map_err(told)?;
        for action in &self.actions {
            state.apply(Action(*action)).map_err(told)?;
        }
        ensure(everything(&state)? == everything(end)?, || "the same actions replayed to another end".into())
    }

    /// The plugin's own playout does what the plain loop does.
    fn check_playout(&self) -> Checked {
        let mut swift = self.rules.deal(self.seed).map_err(told)?;
        let mut plain = swift.try_clone().map_err(told)?;
        let played = swift.playout(self.seed).map_err(told)?;

        let count = plain.plain_playout(self.seed).map_err(told)?;
        ensure(played == count, || format!("a playout took {played} actions, the plain loop {count}"))?;
        ensure(everything(&swift)? == everything(&plain)?, || {
            "a playout ended at another table than the plain loop, as the referee sees it".into()
        })?;
        let (swift, plain) = (swift.outcome().map_err(told)?, plain.outcome().map_err(told)?);
        ensure(swift == plain, || format!("a playout ended with {swift:?}, the plain loop with {plain:?}"))
    }
}

fn check_scene(scene: &Scene, rules: &Rules) -> Checked {
    scene.check(rules.seating().seats.len())
}

fn candidates(state: &State) -> Checked<Vec<Action>> {
    let mut candidates = Vec::new();
    state.candidates(&mut candidates).map_err(told)?;
    Ok(candidates)
}

fn everything(state: &State) -> Checked<Scene> {
    state.scene(Observer::Referee).map_err(told)
}
