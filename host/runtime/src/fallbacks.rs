//! The abilities of a state's game beyond the core, and the host's replacements for those that it lacks.

use super::game::{check_samples, traced_seat};
use super::state::check_points;
use super::{CallError, Course, Decision, State};
use crate::Work;
use std::sync::Arc;
use stonehouse_plugin::house::EffectResult;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{
    Action, ActionText, Chosen, MAX_GAME_STEPS, MAX_OUTCOMES, MAX_SEATS, MAX_VALUES, Observer, Outcomes, Rng, Samples,
    Seat, Text, Trace, Turn,
};

impl State {
    /// Resamples what `observer` cannot know. Does nothing without the ability.
    ///
    /// # Errors
    /// When the game failed.
    pub fn determinize(&mut self, observer: Seat, seed: u64) -> Result<(), CallError> {
        self.check_observer(Observer::Seat(observer))?;
        if !self.rules.plugin.abilities.determinize {
            return Ok(());
        }
        self.change(Work::Query, |game| game.determinize(observer, seed))
    }

    /// Plays random actions to the end and returns their number; several seats' choices at once and an outcome of
    /// chance are one each.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn playout(&mut self, seed: u64) -> Result<u32, CallError> {
        if !self.rules.plugin.abilities.playout {
            return self.plain_playout(seed);
        }
        let played = self.change(Work::Game, |game| game.playout(seed))?;
        check_length("playout", played)
    }

    /// As [`playout`](Self::playout), and records the steps and the scores after each; false where the game has no
    /// such playout. Then, and when it had more steps than there was room for, the state is unspecified: it is dealt or
    /// copied again before it is used.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn course(&mut self, seed: u64, course: &mut Course) -> Result<bool, CallError> {
        let seats = self.rules.seats();
        if !self.change(Work::Game, |game| game.course(seed, seats, course))? {
            return Ok(false);
        }
        match course.steps().iter().find(|step| step.seat as usize >= seats) {
            Some(step) => Err(CallError::Contract(format!(
                "`course` has a step of seat {}, but there is no such seat",
                step.seat
            ))),
            None => check_points("course", course.scores()).map(|()| true),
        }
    }

    /// Continues the game with plausible actions, to the end or to a position that [`prospects`](Self::prospects)
    /// judges well. Without the ability this is a [`playout`](Self::playout).
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn rollout(&mut self, seed: u64) -> Result<(), CallError> {
        if !self.rules.plugin.abilities.rollout {
            return self.playout(seed).map(|_| ());
        }
        let played = self.change(Work::Game, |game| game.rollout(seed))?;
        if played { Ok(()) } else { self.finish_at_random(seed) }
    }

    /// Plays the rest of a rollout that the game does not play, with draws of its own.
    fn finish_at_random(&mut self, seed: u64) -> Result<(), CallError> {
        self.plain_playout(seed_of(seed, 1)).map(|_| ())
    }

    /// Whether rollouts can be traced.
    pub fn traces(&self) -> bool {
        self.rules.plugin.abilities.trace
    }

    /// As [`rollout`](Self::rollout), and records who played what in it: at most the first
    /// [`MAX_TRACED`](Self::MAX_TRACED) actions, and none where the game does not [trace](Self::traces).
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn traced_rollout(&mut self, seed: u64, trace: &mut Trace) -> Result<(), CallError> {
        trace.clear();
        if !self.traces() {
            return self.rollout(seed);
        }
        if !self.change(Work::Game, |game| game.traced_rollout(seed, trace))? {
            return self.finish_at_random(seed);
        }
        self.check_trace(trace)
    }

    /// Refuses a trace of seats that are not at this table.
    pub(super) fn check_trace(&self, trace: &Trace) -> Result<(), CallError> {
        let seats = self.rules.seats();
        trace.as_slice().iter().try_for_each(|(Seat(seat), _)| traced_seat((*seat).into(), seats).map(|_| ()))
    }

    /// Plays the same as [`playout`](Self::playout), drawn from `draws`, to the end or to a step after which `pause`
    /// is true. Returns the number of steps; `None` where the game has no such playout.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn playout_until(
        &mut self,
        draws: &mut Rng,
        pause: &mut dyn FnMut() -> bool,
    ) -> Result<Option<u32>, CallError> {
        let played = self.change(Work::Game, |game| game.playout_until(draws, pause))?;
        played.map(|played| check_length("playout_until", played)).transpose()
    }

    /// Plays the same as [`traced_rollout`](Self::traced_rollout), drawn from `draws`, to its end or to a step after
    /// which `pause` is true. Returns the number of steps, and whether the rollout is complete; `None` where the game
    /// has no such rollout.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn rollout_until(
        &mut self,
        draws: &mut Rng,
        pause: &mut dyn FnMut() -> bool,
        trace: &mut Trace,
    ) -> Result<Option<(u32, bool)>, CallError> {
        let played = self.change(Work::Game, |game| game.rollout_until(draws, pause, trace))?;
        if let Some((played, _)) = played {
            check_length("rollout_until", played)?;
        }
        Ok(played)
    }

    /// The most actions of a rollout that are traced.
    pub const MAX_TRACED: usize = crate::game::MAX_TRACED;

    /// Writes the scores that each seat can expect (one place per seat), times
    /// [`Rules::prospect_unit`](super::Rules::prospect_unit). Without the ability these are the scores.
    ///
    /// # Errors
    /// When the game failed.
    pub fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        if !self.rules.plugin.abilities.prospects {
            return self.scores(prospects).map(|_| ());
        }
        let seats = self.rules.seats();
        if prospects.len() != seats {
            return Err(CallError::Contract(format!("{} places for the prospects of {seats} seats", prospects.len())));
        }
        self.query(|game| game.prospects(prospects))?;
        check_points("prospects", prospects)
    }

    /// Applies an action with the values of its inputs; without values, as [`apply`](Self::apply).
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    pub fn apply_with(&mut self, action: Action, values: &[i64]) -> Result<(), CallError> {
        if !values.is_empty() && (!self.rules.plugin.abilities.inputs || values.len() > MAX_VALUES) {
            return Err(CallError::Illegal);
        }
        self.change(Work::Query, |game| game.apply(action, values))
    }

    /// Fills `samples` with values that may be tried with a legal action of `seat`; empty if it has no inputs.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn samples(&self, seat: Seat, action: Action, samples: &mut Samples) -> Result<(), CallError> {
        samples.clear();
        // Actions of the house have no values.
        if !self.rules.plugin.abilities.inputs || self.is_of_the_house(action) {
            return Ok(());
        }
        self.query(|game| game.samples(seat, action, samples))?;
        let checked = check_samples(action, samples.len(), samples.width());
        if checked.is_err() {
            samples.clear();
        }
        checked
    }

    /// Applies a decision.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    pub fn decide(&mut self, decision: &Decision) -> Result<(), CallError> {
        match decision {
            Decision::Seat(choice) => self.apply_with(choice.action, &choice.values),
            Decision::Together(acts) => {
                let chosen: Vec<Chosen<'_>> = acts.iter().map(|(seat, choice)| choice.by(*seat)).collect();
                self.resolve(&chosen)
            }
            Decision::Chance(code) => self.apply_outcome(*code),
        }
    }

    /// Applies the choices of all seats whose turn it is, in the order of seats.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    pub fn resolve(&mut self, chosen: &[Chosen<'_>]) -> Result<(), CallError> {
        let Turn::Together(seats) = self.turn()? else { return Err(CallError::Illegal) };
        let fits = chosen.iter().all(|one| one.values.len() <= MAX_VALUES);
        if !fits || !seats.iter().eq(chosen.iter().map(|one| one.seat)) {
            return Err(CallError::Illegal);
        }
        self.change(Work::Query, |game| game.resolve(chosen))
    }

    /// Describes a choice of `seat`, whose turn it is, with the values of its inputs, to `observer`, with the ways to
    /// choose it.
    ///
    /// # Errors
    /// When the game failed.
    pub fn describe_choice(&self, choice: Chosen<'_>, observer: Observer) -> Result<ActionText, CallError> {
        self.check_observer(observer)?;
        let turn = self.turn()?;
        let described = self.query(|game| {
            if matches!(turn, Turn::Together(seats) if seats.contains(choice.seat))
                && let Some(described) = game.describe_choice(choice, observer)?
            {
                return Ok(Some(described));
            }
            if choice.values.is_empty() { Ok(None) } else { game.describe_with(choice, observer) }
        })?;
        described.map_or_else(|| self.describe(choice.action, observer), Ok)
    }

    /// Describes an outcome of chance to `observer`; `None` where the game does not.
    ///
    /// # Errors
    /// When the game failed.
    pub fn describe_outcome(&self, code: u32, observer: Observer) -> Result<Option<ActionText>, CallError> {
        self.check_observer(observer)?;
        self.query(|game| game.describe_outcome(code, observer))
    }

    /// The news of an action for `observer` once it is applied, `before` having become this state by `chosen`: the
    /// choices of one seat or of several together, in the order of seats, or none for an action of house rules. `None`
    /// where there is none, or the game has no news.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn news(&self, before: &Self, chosen: &[Chosen<'_>], observer: Observer) -> Result<Option<Text>, CallError> {
        if !self.rules.plugin.abilities.news {
            return Ok(None);
        }
        if !Arc::ptr_eq(&self.rules, &before.rules) || chosen.len() > MAX_SEATS {
            return Err(CallError::Contract("news of states or choices that do not belong together".to_owned()));
        }
        self.check_observer(observer)?;
        let news = self.query(|game| game.news(&*before.game, chosen, observer))?;
        Ok(news.filter(|news| !news.is_empty()))
    }

    /// The announcement of the deal for `observer`, this being the position as it was dealt. `None` where there is
    /// nothing to announce, or the game announces nothing.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn opening(&self, observer: Observer) -> Result<Option<Text>, CallError> {
        self.check_observer(observer)?;
        let opening = self.query(|game| game.opening(observer))?;
        Ok(opening.filter(|opening| !opening.is_empty()))
    }

    /// As [`describe_choice`](Self::describe_choice), of an action by which `before` became this state, with all that
    /// house rules did; of an action of house rules without `chosen`. `None` where the game does not describe results.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn describe_result(
        &self,
        before: &Self,
        chosen: Option<Chosen<'_>>,
        observer: Observer,
    ) -> Result<Option<ActionText>, CallError> {
        self.check_observer(observer)?;
        before.query(|game| self.game.describe_result(game, chosen, observer))
    }

    /// Returns the result of an effect of the game by which `before` became this state, as `observer` may know it.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn effect_result(
        &self,
        before: &Self,
        effect: usize,
        arguments: &[i64],
        observer: Observer,
    ) -> Result<EffectResult, CallError> {
        self.check_observer(observer)?;
        let result = self.query(|game| game.effect_result(&*before.game, effect, arguments, observer))?;
        Ok(result.unwrap_or_default())
    }

    /// Fills `outcomes` with the outcomes of chance: none if it is not chance's turn.
    ///
    /// # Errors
    /// When a house rule or the game failed.
    pub fn outcomes(&self, outcomes: &mut Outcomes) -> Result<(), CallError> {
        outcomes.clear();
        if self.turn()? != Turn::Chance {
            return Ok(());
        }
        self.query(|game| game.outcomes(outcomes)).inspect_err(|_| outcomes.clear())?;
        let (codes, len) = (&outcomes.codes, outcomes.codes.len());
        let why = if len == 0 {
            "no outcome".to_owned()
        } else if len > MAX_OUTCOMES || len != outcomes.weights.len() {
            format!("{len} outcomes with {} weights, but at most {MAX_OUTCOMES} are allowed", outcomes.weights.len())
        } else if let Some((earlier, later)) = codes.iter().zip(&codes[1..]).find(|(a, b)| a >= b) {
            format!("{later} after {earlier}, but the order must be ascending without repetitions")
        } else if outcomes.weights.contains(&0) {
            "an outcome with the weight 0".to_owned()
        } else if outcomes.total() > u64::from(u32::MAX) {
            format!("outcomes with a total weight of {}, but at most {} is allowed", outcomes.total(), u32::MAX)
        } else {
            return Ok(());
        };
        outcomes.clear();
        Err(CallError::Contract(format!("`outcomes` listed {why}")))
    }

    /// Applies an outcome of chance.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other error the state must not be used.
    pub fn apply_outcome(&mut self, code: u32) -> Result<(), CallError> {
        if !self.rules.plugin.abilities.chance {
            return Err(CallError::Illegal);
        }
        self.change(Work::Query, |game| game.apply_outcome(code))
    }
}

/// Refuses a number of steps that no game may have.
fn check_length(call: &str, played: u32) -> Result<u32, CallError> {
    if played as usize > MAX_GAME_STEPS {
        return Err(CallError::Contract(format!(
            "`{call}` reported {played} actions, but a game of more than {MAX_GAME_STEPS} is considered endless"
        )));
    }
    Ok(played)
}
