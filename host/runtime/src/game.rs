//! The seam between the runtime and a game, whatever the game is written in.
//!
//! [`LoadedGame`] → [`CompiledGame`] → [`GameState`], as [`Plugin`](crate::Plugin) → [`Rules`](crate::Rules) →
//! [`State`](crate::State), which call them. [`native`](super::native) implements the three for libraries behind the C
//! ABI, and the crate in `host/script-games` for games in Luau. A game in another language is another implementation,
//! which [`Plugin::new`](crate::Plugin::new) takes: matches, bots, the lab and the conformance kit work with it. The
//! engine finds and loads the files: libraries, after a probe, and Luau in its `plugins/script_games.rs`.
//! `docs/extending.md`, *A kind of game file*, lists the places of another kind. `tests/all/seam.rs` is a whole
//! implementation of about a hundred lines.
//!
//! # Contract
//! - An implementation answers for one game and nothing more. The runtime checks every answer, adds house rules, and
//!   does by itself what [`Abilities`] lack: a method of an ability that is absent is not called.
//! - Lists are bounded: [`MAX_ACTIONS`](stonehouse_plugin::MAX_ACTIONS),
//!   [`MAX_SAMPLES`](stonehouse_plugin::MAX_SAMPLES) and [`MAX_OUTCOMES`](stonehouse_plugin::MAX_OUTCOMES). The
//!   result of a hook is within the bounds that the game declared for it.
//! - Where another state is passed as `&dyn GameState`, it is one of the same implementation: [`Any`] recovers its
//!   type.
//! - Where a method returns an `Option`, `None` is "the game has no answer of its own"; the runtime has one.
//! - Hooks are called through [`GameHost::fold`] in the middle of a call, and events are reported with
//!   [`GameHost::report`]. A failed hook ends the call with any error; the runtime returns the failure in its place.
//! - [`CallError::Illegal`] leaves a state as it was. After any other error of a call that changes it, the state is not
//!   used again.
//! - Rules are used by several threads at once; a state by one call at a time, on any thread.

use crate::{CallError, Course, EffectFailure, GameHost};
use serde_json::Value;
use std::any::Any;
use std::sync::Arc;
use stonehouse_plugin::abi::Declared;
use stonehouse_plugin::house::{EffectDecl, EffectResult, FactDecl, PieceLabel, ZoneDecl};
use stonehouse_plugin::{
    Action, ActionText, Chosen, MAX_SAMPLES, MAX_VALUES, Observer, Outcomes, Rng, Samples, Scene, Seat, Seating, Seats,
    Text, Trace, Turn,
};

/// The most actions of a rollout that are traced.
pub(crate) const MAX_TRACED: usize = 512;

/// The abilities of a game beyond the core. The runtime replaces those that are false, or does without them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// [Playouts](GameState::playout) of its own.
    pub playout: bool,
    /// [Rollouts](GameState::rollout) of its own.
    pub rollout: bool,
    /// Rollouts that are [traced](GameState::traced_rollout).
    pub trace: bool,
    /// [Candidates](GameState::candidates) for bots.
    pub candidates: bool,
    /// [Prospects](GameState::prospects) for bots.
    pub prospects: bool,
    /// [Determinization](GameState::determinize): something may be hidden from a seat, or depend on a generator inside
    /// the state.
    pub determinize: bool,
    /// Turns in which [several seats choose at once](Turn::Together).
    pub simultaneous: bool,
    /// Actions with numbers as inputs.
    pub inputs: bool,
    /// Turns of [chance](Turn::Chance).
    pub chance: bool,
    /// Effects for house rules.
    pub effects: bool,
    /// [News](GameState::news) of actions.
    pub news: bool,
    /// Descriptions of [results](GameState::describe_result) of actions with all that house rules did.
    pub results: bool,
}

/// A game.
pub trait LoadedGame: Send + Sync {
    /// Its description, knobs, hooks and events.
    fn declared(&self) -> Result<Declared, CallError>;

    /// The facts that house rules can read.
    fn facts(&self) -> Result<Vec<FactDecl>, CallError> {
        Ok(Vec::new())
    }

    /// The zones that house rules can read.
    fn zones(&self) -> Result<Vec<ZoneDecl>, CallError> {
        Ok(Vec::new())
    }

    /// The effects that house rules can request.
    fn effects(&self) -> Result<Vec<EffectDecl>, CallError> {
        Ok(Vec::new())
    }

    /// Its abilities beyond the core.
    fn abilities(&self) -> Abilities;

    /// The ids of the extensions of the plugin interface that it has, for people.
    fn extensions(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Compiles a ruleset for `seats`, within the game's range, from the values of all `knobs`. `host` has the services
    /// that its rules may use.
    fn compile(
        self: Arc<Self>,
        seats: u8,
        knobs: &Value,
        host: &Arc<GameHost>,
    ) -> Result<Arc<dyn CompiledGame>, CallError>;

    /// The names of all its pictures.
    fn picture_names(&self) -> Result<Vec<String>, CallError> {
        Ok(Vec::new())
    }

    /// The bytes of a picture; `None` if it does not exist.
    fn picture(&self, name: &str) -> Result<Option<Vec<u8>>, CallError> {
        let _ = name;
        Ok(None)
    }

    /// The SHA-256 of its source, in hexadecimal digits, where it is a script: records name it.
    fn source_hash(&self) -> Option<&str> {
        None
    }

    /// The names of its own tests, which [`CompiledGame::test`] runs.
    fn tests(&self) -> Vec<String> {
        Vec::new()
    }

    /// Panics on purpose. `Ok` when the panic came back as an error, or nothing in the game can panic.
    fn panic_on_purpose(&self) -> Result<(), CallError> {
        Ok(())
    }
}

/// A compiled ruleset of a game.
pub trait CompiledGame: Send + Sync {
    /// The seats.
    fn seating(&self) -> Result<Seating, CallError>;

    /// Whether a seat may see something that others do not; `None` where the game does not declare it.
    fn hides(&self) -> Result<Option<bool>, CallError> {
        Ok(None)
    }

    /// How many points of prospects make one point of the scores; `None`: one.
    fn prospect_unit(&self) -> Result<Option<i64>, CallError> {
        Ok(None)
    }

    /// Runs one of the [tests](LoadedGame::tests) of the game under its official rules.
    fn test(self: Arc<Self>, name: &str) -> Result<(), CallError> {
        let _ = name;
        Ok(())
    }

    /// The state at the start of the match with this seed.
    fn deal(self: Arc<Self>, seed: u64) -> Result<Box<dyn GameState>, CallError>;
}

/// The part of a state that hooks may read, also in the middle of a call.
pub trait ReadState {
    /// Writes the fact with this number: one value, or one for each seat if it is declared so.
    fn read_fact(&self, fact: usize, values: &mut [i64]) -> Result<(), CallError>;

    /// Writes the pieces of a zone of `seat`, or of the only one, to `values`, and returns the number of values.
    fn read_zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, CallError>;

    /// Writes the scores, one place for each seat.
    fn read_scores(&self, scores: &mut [i64]) -> Result<(), CallError>;
}

/// A state of a game.
///
/// A call that lists something fills the list that it is passed, which is empty.
pub trait GameState: ReadState + Any + Send {
    /// A copy.
    fn try_clone(&self) -> Result<Box<dyn GameState>, CallError>;

    /// Makes this state a copy of `source`, a state of the same rules, without allocating. Returns false where the game
    /// cannot, and the state is unchanged.
    fn copy_from(&mut self, source: &dyn GameState) -> Result<bool, CallError> {
        let _ = source;
        Ok(false)
    }

    /// Makes this state a new deal of the same rules from `seed`, without allocating. Returns false where the game
    /// cannot, and the state is unchanged.
    fn deal_again(&mut self, seed: u64) -> Result<bool, CallError> {
        let _ = seed;
        Ok(false)
    }

    /// Returns the turn: of a seat, of several seats or of chance, or the end of the game.
    fn turn(&self) -> Result<Turn, CallError>;

    /// Lists the legal actions of the seat whose turn it is, ascending; none where no single seat has the turn.
    fn legal_actions(&self, actions: &mut Vec<Action>) -> Result<(), CallError>;

    /// Lists the legal actions of one of several seats that choose at once, ascending.
    fn legal_actions_of(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        let _ = (seat, actions);
        Ok(())
    }

    /// Lists the legal actions of `seat` that a bot should consider, ascending; none: all of them.
    fn candidates(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        let _ = (seat, actions);
        Ok(())
    }

    /// Lists values that may be tried as the inputs of a legal action of `seat`.
    fn samples(&self, seat: Seat, action: Action, samples: &mut Samples) -> Result<(), CallError> {
        let _ = (seat, action, samples);
        Ok(())
    }

    /// Lists the outcomes of chance, whose turn it is.
    fn outcomes(&self, outcomes: &mut Outcomes) -> Result<(), CallError> {
        let _ = outcomes;
        Ok(())
    }

    /// Applies an action of the seat whose turn it is, with a value for each of its inputs.
    fn apply(&mut self, action: Action, values: &[i64]) -> Result<(), CallError>;

    /// Applies the choices of all seats whose turn it is, in the order of seats.
    fn resolve(&mut self, chosen: &[Chosen<'_>]) -> Result<(), CallError> {
        let _ = chosen;
        Err(CallError::Illegal)
    }

    /// Applies an outcome of chance.
    fn apply_outcome(&mut self, code: u32) -> Result<(), CallError> {
        let _ = code;
        Err(CallError::Illegal)
    }

    /// Applies an effect.
    fn apply_effect(&mut self, effect: usize, arguments: &[i64]) -> Result<(), EffectFailure> {
        let _ = (effect, arguments);
        Err(EffectFailure::Refused("this game has no effects of its own".to_owned()))
    }

    /// Writes the scores, one place for each seat, and returns the winners, meaningful once the game is over.
    fn scores(&self, scores: &mut [i64]) -> Result<Seats, CallError>;

    /// The table as `observer` may see it.
    fn scene(&self, observer: Observer) -> Result<Scene, CallError>;

    /// Everything on the table, hidden or not, by name, for the referee of a finished match.
    fn reveal(&self) -> Result<Option<Value>, CallError> {
        Ok(None)
    }

    /// The name and the handle of a piece of a zone of `seat`, or of the only one, by its index.
    fn piece_label(&self, zone: usize, seat: Seat, piece: usize) -> Result<Option<PieceLabel>, CallError> {
        let _ = (zone, seat, piece);
        Ok(None)
    }

    /// Describes a legal action to `observer`.
    fn describe(&self, action: Action, observer: Observer) -> Result<ActionText, CallError>;

    /// Describes legal actions to `observer`, in their order.
    fn describe_all(&self, actions: &[Action], observer: Observer) -> Result<Option<Vec<ActionText>>, CallError> {
        let _ = (actions, observer);
        Ok(None)
    }

    /// Describes an action with the values of its inputs to `observer`.
    fn describe_with(&self, choice: Chosen<'_>, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let _ = (choice, observer);
        Ok(None)
    }

    /// Describes a choice of a seat, one of several that choose at once, to `observer`.
    fn describe_choice(&self, choice: Chosen<'_>, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let _ = (choice, observer);
        Ok(None)
    }

    /// Describes an outcome of chance to `observer`.
    fn describe_outcome(&self, code: u32, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let _ = (code, observer);
        Ok(None)
    }

    /// The news for `observer` of the choices by which `before`, a state of the same rules, became this one.
    fn news(
        &self,
        before: &dyn GameState,
        chosen: &[Chosen<'_>],
        observer: Observer,
    ) -> Result<Option<Text>, CallError> {
        let _ = (before, chosen, observer);
        Ok(None)
    }

    /// The announcement of the deal for `observer`, this being the state as it was dealt.
    fn opening(&self, observer: Observer) -> Result<Option<Text>, CallError> {
        let _ = observer;
        Ok(None)
    }

    /// Describes an action by which `before`, a state of the same rules, became this one, to `observer`, with all that
    /// house rules did; of an action of house rules nothing is `chosen`.
    fn describe_result(
        &self,
        before: &dyn GameState,
        chosen: Option<Chosen<'_>>,
        observer: Observer,
    ) -> Result<Option<ActionText>, CallError> {
        let _ = (before, chosen, observer);
        Ok(None)
    }

    /// Returns the result of an effect by which `before`, a state of the same rules, became this one, as `observer` may
    /// know it.
    fn effect_result(
        &self,
        before: &dyn GameState,
        effect: usize,
        arguments: &[i64],
        observer: Observer,
    ) -> Result<Option<EffectResult>, CallError> {
        let _ = (before, effect, arguments, observer);
        Ok(None)
    }

    /// Resamples, from `seed`, everything that `observer` cannot know.
    fn determinize(&mut self, observer: Seat, seed: u64) -> Result<(), CallError> {
        let _ = (observer, seed);
        Ok(())
    }

    /// Plays random decisions to the end and returns their number: the same as
    /// [`State::plain_playout`](crate::State::plain_playout).
    fn playout(&mut self, seed: u64) -> Result<u32, CallError> {
        let _ = seed;
        Ok(0)
    }

    /// Plays the same as [`playout`](Self::playout), at a table of `seats`, and records its `course`. False: the
    /// game does not, or there was no room for all of it; the state is unspecified then. [`Course::restart`] and
    /// [`Course::push`] fill it.
    fn course(&mut self, seed: u64, seats: usize, course: &mut Course) -> Result<bool, CallError> {
        let _ = (seed, seats, course);
        Ok(false)
    }

    /// Plays a heuristic rollout. False: the game cannot continue from here, and the runtime finishes it at random.
    fn rollout(&mut self, seed: u64) -> Result<bool, CallError> {
        let _ = seed;
        Ok(false)
    }

    /// As [`rollout`](Self::rollout), and records who played what.
    fn traced_rollout(&mut self, seed: u64, trace: &mut Trace) -> Result<bool, CallError> {
        let _ = (seed, trace);
        Ok(false)
    }

    /// Plays the same as [`playout`](Self::playout), drawn from `draws`, to the end or to the step after which
    /// `pause` is true, and returns the number of steps. `None`: the game does not.
    fn playout_until(&mut self, draws: &mut Rng, pause: &mut dyn FnMut() -> bool) -> Result<Option<u32>, CallError> {
        let _ = (draws, pause);
        Ok(None)
    }

    /// Plays the same as [`rollout`](Self::rollout) and [`traced_rollout`](Self::traced_rollout), drawn from `draws`,
    /// to its end or to the step after which `pause` is true. Returns the number of steps, and whether it is complete.
    /// `None`: the game does not.
    fn rollout_until(
        &mut self,
        draws: &mut Rng,
        pause: &mut dyn FnMut() -> bool,
        trace: &mut Trace,
    ) -> Result<Option<(u32, bool)>, CallError> {
        let _ = (draws, pause, trace);
        Ok(None)
    }

    /// Writes the scores that each seat can expect, in [units](CompiledGame::prospect_unit).
    fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        let _ = prospects;
        Ok(())
    }
}

/// Refuses more samples, or more values in each, than an action may have.
pub(crate) fn check_samples(action: Action, count: usize, width: usize) -> Result<(), CallError> {
    if count > MAX_SAMPLES || width > MAX_VALUES || count > 0 && width == 0 {
        return Err(CallError::Contract(format!(
            "`samples` listed {count} samples of {width} values for action {}, and at most {MAX_SAMPLES} of {MAX_VALUES} are allowed",
            action.0
        )));
    }
    Ok(())
}

/// The seat in an entry of a trace, one of the first `seats`.
pub(crate) fn traced_seat(seat: u32, seats: usize) -> Result<Seat, CallError> {
    match u8::try_from(seat) {
        Ok(known) if usize::from(known) < seats => Ok(Seat(known)),
        _ => Err(CallError::Contract(format!("`trace` has an action of seat {seat}, but there is no such seat"))),
    }
}
