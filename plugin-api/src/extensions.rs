//! The optional parts of a game beyond the core: one trait for each extension.
//!
//! A game implements the ones it needs and names them where it is exported:
//! `export_game!(MyGame: BotHelp, Determinize)`. All are optional; each trait documents what the host does without it.
//!
//! [`export_game!`](crate::export_game!) implements [`Exported`](crate::abi::export::Exported) for the game, and so
//! does [`linked_game!`](crate::linked_game!) for a game that a test links; the compiler rejects a name whose trait is
//! not implemented.

use crate::house::EffectResult;
use crate::lists::{CourseWriter, Outcomes, Samples, Trace};
use crate::{Action, ActionText, Actions, Game, GameError, MAX_SEATS, Observer, Pause, Rng, Seat, Text, Turn};
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// Random games in one call, for speed. Without it the host plays them with the calls of the core, action by action.
///
/// The default plays games in which one seat acts at a time and no action has inputs. A game that is [`Simultaneous`]
/// or has [`Inputs`] or [`Chance`] leaves this extension out, or writes its own playout.
pub trait Playout: Game {
    /// Plays legal actions, each as likely as any other, to the end, and returns their number.
    ///
    /// Override it only for speed: the result must be identical to the host's own loop, which the conformance kit
    /// checks. One step of that loop draws from `draws`, by the turn:
    /// - of a seat: the action at [`draws.below(n)`](Rng::below) of the `n` legal ones in ascending order; and if it
    ///   has [samples](Inputs::samples) of inputs, then the sample at `below(number of samples)`;
    /// - of several seats together: one such choice for each of them, in order;
    /// - of chance: the first outcome at which the sum of weights exceeds `below(sum of all weights)`.
    ///
    /// # Errors
    /// [`GameError::Hook`] when a house rule failed, [`GameError::Endless`] when the game has not ended after
    /// [`MAX_GAME_STEPS`](crate::MAX_GAME_STEPS) steps.
    fn playout(&self, state: &mut Self::State, draws: &mut Rng) -> Result<u32, GameError> {
        random_playout(self, state, draws)
    }

    /// As [`playout`](Self::playout) for the same `draws`, and also records each step in `course`, so that the lab
    /// can measure games without a call for each of their actions.
    ///
    /// The default plays games in which one seat acts at a time and no action has inputs. Override it only for speed;
    /// the conformance kit compares it, too.
    ///
    /// # Errors
    /// As [`playout`](Self::playout); and [`GameError::Unsupported`] where steps are of other kinds: the host then
    /// plays the game step by step.
    fn course(&self, state: &mut Self::State, draws: &mut Rng, course: &mut CourseWriter<'_>) -> Result<(), GameError> {
        let (mut scores, seats) = ([0; MAX_SEATS], course.seats().min(MAX_SEATS));
        play_at_random(self, state, draws, &mut Pause::never(), |state, seat, action, legal| {
            self.scores(state, &mut scores[..seats]);
            course.push(seat, action, legal, &scores[..seats]);
        })?;
        Ok(())
    }

    /// As [`playout`](Self::playout) for the same `draws`, up to the step after which `pause` is due: house rules
    /// then act, and the host calls this again with the same `draws`. Returns the number of steps; none if the game
    /// is over.
    ///
    /// The default plays games in which one seat acts at a time and no action has inputs. Override it where
    /// [`playout`](Self::playout) is overridden; the conformance kit compares the two.
    ///
    /// # Errors
    /// As [`playout`](Self::playout); and [`GameError::Unsupported`] where steps are of other kinds: the host then
    /// plays step by step.
    fn playout_until(&self, state: &mut Self::State, draws: &mut Rng, pause: &mut Pause<'_>) -> Result<u32, GameError> {
        random_playout_until(self, state, draws, pause)
    }
}

/// The most points of prospects that make one point of the scores.
pub const MAX_UNITS: i64 = 1_000_000;

/// Knowledge of the game that a bot cannot obtain by trial. Without it a bot considers every legal action, learns from
/// random playouts, and expects the current scores.
///
/// Bots are made for no particular game, and a search learns little about some games from random playouts. Nothing of
/// this decides anything in a match.
pub trait BotHelp: Game {
    /// Whether [`trace`](Self::trace) is implemented.
    const TRACES: bool = false;

    /// Pushes the legal actions of `seat`, whose turn it is or who chooses together with others, that a bot should
    /// consider: some of the legal ones, in ascending order. It must not depend on anything hidden from that seat. An
    /// empty list, the default, means all of them.
    ///
    /// # Errors
    /// [`GameError::Hook`] when a house rule failed.
    fn candidates(&self, _state: &Self::State, _seat: Seat, _actions: &mut Actions<'_>) -> Result<(), GameError> {
        Ok(())
    }

    /// Continues the game as a reasonable player would, to the end or to a position that [`prospects`](Self::prospects)
    /// judges well: searching bots learn from this. By default a random game, for every kind of turn.
    ///
    /// It need not play well, but it must be fast and favour no seat. It may stop at any turn, chance's included.
    ///
    /// # Errors
    /// As [`Playout::playout`]; and [`GameError::Unsupported`] where it cannot continue: the host then plays the rest
    /// of the game at random, from the position that the state has reached.
    fn rollout(&self, state: &mut Self::State, draws: &mut Rng) -> Result<(), GameError> {
        random_playout(self, state, draws).map(|_| ())
    }

    /// As [`rollout`](Self::rollout), up to the step after which `pause` is due: house rules then act, and the host
    /// calls this again. Returns the number of steps, and whether the rollout is complete. Where the game
    /// [traces](Self::TRACES), `trace` receives the seats and their actions.
    ///
    /// By default, and after [`GameError::Unsupported`], the host calls [`rollout`](Self::rollout), in which house
    /// rules evaluate hooks but receive no events. Override it if rollouts are long.
    ///
    /// # Errors
    /// As [`Playout::playout`].
    fn rollout_until(
        &self,
        _state: &mut Self::State,
        _draws: &mut Rng,
        _pause: &mut Pause<'_>,
        _trace: &mut Trace,
    ) -> Result<(u32, bool), GameError> {
        Err(GameError::Unsupported)
    }

    /// As [`rollout`](Self::rollout) for the same `draws`, and also records the seats and their actions in `trace`,
    /// in order, so that a search can learn from actions wherever they were played. Called only if
    /// [`TRACES`](Self::TRACES) is true.
    ///
    /// A search takes an action that is played later, by any seat, as a hint of its value now. So trace rollouts only
    /// where an action has about the same effect at any time and for any player, as laying a stone does. A game that
    /// can derive the actions from the finished position need not slow its rollouts down for this.
    ///
    /// # Errors
    /// As [`rollout`](Self::rollout).
    fn trace(&self, state: &mut Self::State, draws: &mut Rng, _trace: &mut Trace) -> Result<(), GameError> {
        self.rollout(state, draws)
    }

    /// The score with which each seat can expect to end, times [`prospect_unit`](Self::prospect_unit); `prospects` has
    /// one place per seat. Once the game is over, and by default, these are the scores themselves, times that unit.
    ///
    /// Bots compare them with the scores at the end of the game, so both must be on one scale: where a win is one
    /// point, a prospect of 700 with the unit 1000 means seven wins of ten, whatever is on the board.
    fn prospects(&self, state: &Self::State, prospects: &mut [i64]) {
        self.scores(state, prospects);
        let unit = self.prospect_unit();
        prospects.iter_mut().for_each(|prospect| *prospect = prospect.saturating_mul(unit));
    }

    /// The number of points of [`prospects`](Self::prospects) that make one point of the [scores](Game::scores): from
    /// 1, the default, to [`MAX_UNITS`]. Always the same under the same rules. With 1000, prospects are thousandths of
    /// a point.
    fn prospect_unit(&self) -> i64 {
        1
    }
}

/// Resampling of everything that is hidden from a seat, or depends on a random generator inside the state. Without it
/// the host assumes that everybody knows everything and that nothing random remains.
pub trait Determinize: Game {
    /// Resamples, from `seed`, everything that `observer` cannot know: what is hidden from that seat, and all
    /// randomness still to come. Everything that the observer sees stays unchanged.
    fn determinize(&self, state: &mut Self::State, observer: Seat, seed: u64);

    /// Whether under these rules a seat may see something that others do not. `false`: only future randomness is
    /// unknown, and every observer is always shown the same scene, but for its prompt, the same descriptions and the
    /// same news. By default `true`: then the table hides each person's side from the others at the same screen.
    fn hides(&self) -> bool {
        true
    }
}

/// Turns in which several seats choose at once, in secret. Without it no [`turn`](Game::turn) may be
/// [`Together`](crate::Turn::Together).
///
/// While the turn is `Together(seats)` the host collects each seat's choice, in any order, and keeps it to itself; the
/// state does not change until all are in. So the state never contains a choice that is still secret.
///
/// Therefore scenes and determinization never have to deal with half-made choices, and nothing changes for a game in
/// which one seat acts at a time.
pub trait Simultaneous: Game {
    /// Pushes every legal action of `seat`, one of those whose turn it is, in ascending order, none twice, at least
    /// one.
    ///
    /// # Errors
    /// [`GameError::Hook`] when a house rule failed.
    fn legal_actions_of(&self, state: &Self::State, seat: Seat, actions: &mut Actions<'_>) -> Result<(), GameError>;

    /// Applies the choices of all: one choice for each seat whose turn it is, in the order of seats.
    ///
    /// # Errors
    /// [`GameError::Illegal`] when one of the choices is not legal, the state being unchanged;
    /// [`GameError::Hook`] when a house rule failed, after which the state must not be used.
    fn resolve(&self, state: &mut Self::State, chosen: &[Chosen<'_>]) -> Result<(), GameError>;

    /// As [`describe`](Game::describe), for an action that one of these seats may choose, or (for the log, with the
    /// values of its inputs) has chosen. By default the result of `describe`, which does not receive the seat.
    fn describe_choice(&self, state: &Self::State, choice: Chosen<'_>, observer: Observer) -> ActionText {
        self.describe(state, choice.action, observer)
    }
}

/// The choice of one of several seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen<'a> {
    /// The seat that has chosen.
    pub seat: Seat,
    /// The action.
    pub action: Action,
    /// The values of its inputs; empty for an action without any.
    pub values: &'a [i64],
}

/// Actions that take numbers: the amount of a bet, the items of a trade. Without it no action has inputs.
///
/// The [description](Game::describe) of an action lists its inputs and their bounds.
///
/// An amount is a value beside the action and not a separate action: otherwise a bet would be thousands of actions.
/// Codes stay small, and legal actions stay a list.
pub trait Inputs: Game {
    /// Applies an action with the values of its inputs, at least one and at most [`MAX_VALUES`](crate::MAX_VALUES),
    /// in the order in which the action's path names them.
    ///
    /// An action with inputs is not legal without them (in [`apply`](Game::apply)), and one without is not legal with
    /// them.
    ///
    /// # Errors
    /// [`GameError::Illegal`] or, with a reason, [`GameError::Refused`] when the action is not legal, or not with these
    /// values, the state being unchanged; [`GameError::Hook`] when a house rule failed, after which the state must not
    /// be used.
    fn apply_with(&self, state: &mut Self::State, action: Action, values: &[i64]) -> Result<(), GameError>;

    /// Pushes values that a bot may try with a legal action of `seat`: the least, half the pot, the pot, everything. At
    /// least one sample for an action with inputs, at most [`MAX_SAMPLES`](crate::MAX_SAMPLES), all legal; none for
    /// an action without. A sample keeps its meaning at its place in the list from one sampled position of a decision
    /// to the next.
    ///
    /// # Errors
    /// [`GameError::Hook`] when a house rule failed.
    fn samples(&self, state: &Self::State, seat: Seat, action: Action, samples: &mut Samples) -> Result<(), GameError>;

    /// As [`describe`](Game::describe), for a legal action with the values of its inputs, for the log: "raise to 40".
    /// By default the result of `describe`, without the values.
    fn describe_with(&self, state: &Self::State, action: Action, _values: &[i64], observer: Observer) -> ActionText {
        self.describe(state, action, observer)
    }
}

/// The host rolls the dice. Without it no [`turn`](Game::turn) may be [`Chance`](crate::Turn::Chance), and a game draws
/// from an [`Rng`] in its state.
///
/// Chance that the host rolls can be counted by perft, weighed by a search, and entered by hand for dice on a real
/// table.
pub trait Chance: Game {
    /// Pushes the possible outcomes, with weights, in ascending order of codes, none twice, at least one.
    ///
    /// # Errors
    /// [`GameError::Hook`] when a house rule failed.
    fn outcomes(&self, state: &Self::State, outcomes: &mut Outcomes) -> Result<(), GameError>;

    /// Applies the outcome of this code.
    ///
    /// # Errors
    /// [`GameError::Illegal`] when it is none of the [`outcomes`](Self::outcomes), the state being unchanged;
    /// [`GameError::Hook`] when a house rule failed, after which the state must not be used.
    fn apply_outcome(&self, state: &mut Self::State, code: u32) -> Result<(), GameError>;

    /// As [`describe`](Game::describe), for an outcome that may happen: "a five is rolled". Its path is empty: nobody
    /// chooses it.
    ///
    /// `state` is the position in which it may happen. Once it has happened, this is a line of the log after the action
    /// that led to it, or before the first action, and is recorded. Where an observer may not know it, state only that
    /// ("a card is drawn"), or leave the text empty: then that observer's log has no line. An outcome that the public
    /// may not know is recorded at the end of the match only.
    fn describe_outcome(&self, state: &Self::State, code: u32, observer: Observer) -> ActionText;
}

/// The results of an action, for the log. Without it the log has only the text of [`describe`](Game::describe).
///
/// The description of an action is shown before it is chosen, so it must not contain what the action will reveal: which
/// card is drawn, what is found. This is called once the action is applied.
pub trait News: Game {
    /// The message for `observer` once `before` has become `after`: a separate sentence, such as "Overtime!", which
    /// follows the text of the action in the log and in the record. `None` for no message.
    ///
    /// `chosen` contains the choices that led there: one choice, or several that were made [together](Simultaneous), in
    /// the order of seats; none where it was an action of house rules. The outcomes of chance and the effects of house
    /// rules are in `after`, too.
    ///
    /// It must reveal nothing that the observer's scene of `after` does not show: the conformance kit checks that.
    fn news(
        &self,
        before: &Self::State,
        chosen: &[Chosen<'_>],
        after: &Self::State,
        observer: Observer,
    ) -> Option<Text>;

    /// The announcement of the deal to `observer`: a separate sentence, which precedes the text of the first action
    /// in the log and in the record, whatever action that is. `None`, the default: nothing.
    ///
    /// `state` is the position as it was dealt. As with [`news`](Self::news), the observer's scene of it must show what
    /// is announced.
    fn opening(&self, _state: &Self::State, _observer: Observer) -> Option<Text> {
        None
    }
}

/// Descriptions that include the effects of house rules. Without it they contain only the results of the game itself,
/// and effects are recorded by their names and arguments.
pub trait Results: Game {
    /// As [`describe`](Game::describe), for an action by which `before` became `after`: `after` includes the effects of
    /// house rules, so points that they give are among the points of the action. `None` is an action of house rules:
    /// its text (which may be empty) follows the action's own, its data are added to the action's, and its paths are
    /// ignored.
    ///
    /// It is called before the action is chosen, where the effects of house rules do not depend on anything hidden, and
    /// when the action is done.
    fn describe_result(
        &self,
        before: &Self::State,
        chosen: Option<Chosen<'_>>,
        after: &Self::State,
        observer: Observer,
    ) -> ActionText;

    /// The result of an effect that changed `before` to `after`, as far as `observer` may know it: data by which a
    /// record can be followed, and a sentence for the log. The default is nothing: name and arguments are recorded in
    /// any case.
    fn effect_result(
        &self,
        _before: &Self::State,
        _effect: usize,
        _arguments: &[i64],
        _after: &Self::State,
        _observer: Observer,
    ) -> EffectResult {
        EffectResult::default()
    }
}

/// Pictures of the plugin's own. Without it the host draws everything with its own shapes.
pub trait Assets: Game {
    /// The names of all pictures: lower-case letters, digits, `-`, `_` and `/`, ending in `.svg` or `.png`.
    fn names() -> Vec<String>;

    /// The picture of this name: static SVG of at most 256 KB, or PNG of at most 1 MB. `None` where there is none.
    fn asset(name: &str) -> Option<Cow<'static, [u8]>>;
}

/// A game at random, for games in which one seat acts at a time and no action has inputs: the default of
/// [`Playout::playout`], and of [`BotHelp::rollout`] as far as it is supported.
///
/// # Errors
/// [`GameError::Hook`] when a house rule failed, [`GameError::Endless`] when the game has not ended after
/// [`MAX_GAME_STEPS`](crate::MAX_GAME_STEPS) actions, [`GameError::Unsupported`] when the turn is chance's or of
/// several seats, or the action drawn takes values; the state is then the position before that turn.
pub fn random_playout<G: Game>(game: &G, state: &mut G::State, draws: &mut Rng) -> Result<u32, GameError> {
    play_at_random(game, state, draws, &mut Pause::never(), |_, _, _, _| {})
}

/// As [`random_playout`], up to a pause: the default of [`Playout::playout_until`].
///
/// # Errors
/// As [`random_playout`]; [`GameError::Unsupported`] only if nothing was played.
pub fn random_playout_until<G: Game>(
    game: &G,
    state: &mut G::State,
    draws: &mut Rng,
    pause: &mut Pause<'_>,
) -> Result<u32, GameError> {
    play_at_random(game, state, draws, pause, |_, _, _, _| {})
}

/// As [`random_playout_until`]; after each action, `report` is called with the position, the seat that played it, and
/// the number of legal actions.
fn play_at_random<G: Game>(
    game: &G,
    state: &mut G::State,
    draws: &mut Rng,
    pause: &mut Pause<'_>,
    mut report: impl FnMut(&G::State, Seat, Action, u32),
) -> Result<u32, GameError> {
    /// Enough for most games, without an allocation.
    const ON_THE_STACK: usize = 512;
    let mut small = [const { MaybeUninit::uninit() }; ON_THE_STACK];
    let mut large = Vec::new();
    let mut played = 0;
    loop {
        let seat = match game.turn(state) {
            Turn::Over => return Ok(played),
            Turn::Seat(seat) => seat,
            Turn::Together(_) | Turn::Chance => return unsupported(played, pause),
        };
        if played as usize == crate::MAX_GAME_STEPS {
            return Err(GameError::Endless);
        }
        let (action, legal) = loop {
            let buffer = if large.is_empty() { &mut small[..] } else { &mut large[..] };
            let mut actions = Actions::over(buffer);
            game.legal_actions(state, &mut actions)?;
            let (listed, room) = (actions.len(), actions.capacity());
            if listed <= room {
                let legal = actions.as_slice();
                let drawn = draws.below(legal.len() as u32) as usize;
                break (*legal.get(drawn).ok_or(GameError::Illegal)?, legal.len() as u32);
            }
            large.resize(listed.next_power_of_two(), MaybeUninit::uninit());
        };
        match game.apply(state, action) {
            // A legal action is refused without the values that it takes.
            Err(GameError::Illegal | GameError::Refused(_)) => return unsupported(played, pause),
            applied => applied?,
        }
        report(state, seat, action, legal);
        played += 1;
        if pause.is_due() {
            return Ok(played);
        }
    }
}

/// The result of a rollout of a game that does not support random play: with a pause, the number of the steps before
/// that.
const fn unsupported(played: u32, pause: &Pause<'_>) -> Result<u32, GameError> {
    if played > 0 && pause.is_possible() { Ok(played) } else { Err(GameError::Unsupported) }
}
