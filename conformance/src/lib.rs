//! The conformance kit: checks any game against the promises of the contract. A game's tests call it; so does the host
//! before it loads a library.
//!
//! ```ignore
//! let plugin = Plugin::linked::<MyGame>()?;
//! let rules = plugin.rules(2, &json!({}), None)?;
//! conformance::check(&rules, 100, 1)?;
//! ```
//!
//! | module | checks |
//! |---|---|
//! | this one | deals, replays, refusals, help for bots, playouts, scenes |
//! | `paths` | no two actions can be chosen by the same touches |
//! | `effects` | the effects of house rules leave the position valid |
//! | `inputs_and_turns` | simultaneous choices, inputs, chance |
//! | `news` | messages about an action once it is applied |
//! | `texts` | every placeholder of a text is filled, every picture exists |
//! | `secrets` | no scene, text or choice of an observer depends on what is hidden from it |
//! | `scale` | prospects are on the scale of the scores |
//! | `scenes` | the requirements of scenes and descriptions of actions, with and without house rules |
//! | `house` | with house rules around the game, the same holds for their memory, actions and decisions |
//!
//! `noop_house_rules` has house rules that use every hook, event and effect, or only events, and leave the game as it
//! is; `violation` reports a broken promise.
//!
//! A ruleset whose house rules add something around the game is checked with them: then a game is everything played at
//! the table, one decision after another. [`noop_house_rules()`] makes such rules for any plugin, and
//! [`event_house_rules`] some under which the playouts of the plugin itself are compared with single actions.
//!
//! Random games are played from seeds; a violation names the seed and the actions that lead to it.
//! [`Plugin::panic_probe`](stonehouse_runtime::Plugin::panic_probe) is not part of the kit: a plugin that was
//! built to abort ends the process, so it is called in a child process.

mod effects;
mod house;
mod inputs_and_turns;
mod news;
mod noop_house_rules;
mod paths;
mod scale;
mod scenes;
mod secrets;
mod texts;
mod violation;

use std::sync::Arc;
use stonehouse_plugin::abi::CourseEntry;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{
    Action, ActionText, Chosen, Input, MAX_GAME_STEPS, Observer, PathStep, Rng, Scene, Seat, Trace, Turn,
};
use stonehouse_runtime::{CallError, Choice, Course, Decision, GameLength, RandomPlayer, Rules, State};

pub use noop_house_rules::{event_house_rules, noop_house_rules};
use scale::Scale;
use secrets::Views;
pub use stonehouse_runtime::Plugin;
pub use violation::Violation;

/// The result of a check: counts and warnings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to the end.
    pub games: u64,
    /// Actions applied.
    pub actions: u64,
    /// The longest game, in actions.
    pub longest: u32,
    /// The most actions that one position offered.
    pub most_legal: u32,
    /// Warnings: a sentence for each probable mistake that breaks no promise.
    pub warnings: Vec<String>,
}

/// Plays `games` random games from `seed` and checks every promise of the contract at each step.
///
/// # Errors
/// The first promise that the game broke.
pub fn check(rules: &Arc<Rules>, games: u64, seed: u64) -> Result<Report, Violation> {
    let mut report = Report::default();
    let (mut scale, mut views) = (Scale::default(), Views::default());
    for game in 0..games {
        let seed = seed_of(seed, game);
        if rules.layer().is_some() {
            let mut run = house::HouseRun { rules, seed, decisions: Vec::new(), draws: Rng::from_seed(seed ^ 1) };
            run.play(&mut report).map_err(|promise| Violation::of(rules, promise, seed, run.decisions))?;
            continue;
        }
        let mut run = Run { rules, seed, decisions: Vec::new(), draws: Rng::from_seed(seed ^ 1) };
        run.play(&mut report, &mut scale, &mut views)
            .map_err(|promise| Violation::of(rules, promise, seed, run.decisions))?;
    }
    report.games = games;
    report.warnings.extend(scale.warning());
    if rules.layer().is_none() && games > 0 {
        report.warnings.extend(views.warning(rules));
    }
    Ok(report)
}

struct Run<'a> {
    rules: &'a Arc<Rules>,
    seed: u64,
    decisions: Vec<Decision>,
    draws: Rng,
}

type Check<T = ()> = Result<T, String>;

#[allow(clippy::needless_pass_by_value, reason = "handed to map_err")]
fn call_failed(error: CallError) -> String {
    format!("a call failed: {error}")
}

/// Checks that the prospects of a game that is over are its scores, in units.
fn check_final_prospects(scores: &[i64], prospects: &[i64], unit: i64) -> Check {
    let fits = scores.iter().zip(prospects).all(|(score, prospect)| score.saturating_mul(unit) == *prospect);
    ensure(fits, || {
        let times = if unit == 1 { String::new() } else { format!(", with {unit} of them for a point") };
        format!("the game is over with the scores {scores:?}, but its prospects are {prospects:?}{times}")
    })
}

fn ensure(holds: bool, promise: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(promise()) }
}

impl Run<'_> {
    fn play(&mut self, report: &mut Report, scale: &mut Scale, views: &mut Views) -> Check {
        let mut state = self.rules.deal(self.seed).map_err(call_failed)?;
        let again = self.rules.deal(self.seed).map_err(call_failed)?;
        ensure(snapshot(&state)? == snapshot(&again)?, || "two deals from one seed differ".into())?;
        let revealed = [&state, &again].map(State::reveal);
        ensure(revealed[0].is_ok() && revealed[0] == revealed[1], || {
            format!("`reveal` failed, or differs between two deals from one seed: {revealed:?}")
        })?;

        if state.rules().plugin().has_news() {
            news::check_opening(&state, self.seed ^ 3)?;
        }
        let mut player = RandomPlayer::new(self.seed ^ 2);
        while let Some(decision) = player.decide(&state).map_err(call_failed)? {
            GameLength::new(self.decisions.len() as u64, None)
                .admits_another()
                .map_err(|_| format!("the game did not end within {MAX_GAME_STEPS} actions"))?;
            let turn = state.turn().map_err(call_failed)?;
            for seat in turn.seats().iter() {
                report.most_legal = report.most_legal.max(legal_of(&state, seat)?.len() as u32);
            }
            // Expensive checks at one position in eight, cheap ones everywhere.
            if self.decisions.is_empty() || self.draws.below(8) == 0 {
                self.check_position(&state, turn)?;
                views.compare(&state, turn)?;
                let earlier = state.try_clone().map_err(call_failed)?;
                news::check(&state, &decision, self.draws.next_u64())?;
                let mut clone = state.try_clone().map_err(call_failed)?;
                clone.decide(&decision).map_err(call_failed)?;
                let before = snapshot(&state)?;
                // A search writes each sample over the last one.
                let mut copy = self.rules.deal(self.seed).map_err(call_failed)?;
                copy.copy_from(&state).map_err(call_failed)?;
                let copied = snapshot(&copy)? == before && copy.decide(&decision).is_ok();
                state.decide(&decision).map_err(call_failed)?;
                views.compare_news(&earlier, &decision, &state)?;
                ensure(snapshot(&clone)? == snapshot(&state)?, || {
                    format!("{} has one effect on a state and another on its clone", named(&decision))
                })?;
                ensure(copied && snapshot(&copy)? == snapshot(&state)?, || {
                    "a state that was made a copy of another by `state_copy` differs from it".into()
                })?;
                ensure(snapshot(&state)? != before, || {
                    format!("{} changed nothing, not even in the referee's scene", named(&decision))
                })?;
            } else {
                state.decide(&decision).map_err(call_failed)?;
            }
            self.decisions.push(decision);
            report.actions += 1;
        }
        report.longest = report.longest.max(self.decisions.len() as u32);
        self.check_end(&mut state)?;
        self.check_replay(&state)?;
        scale.add(&state, &self.decisions, self.seed)?;
        self.check_playout()?;
        self.check_course()
    }

    /// Checks the invariants of every position, for every kind of turn.
    fn check_position(&mut self, state: &State, turn: Turn) -> Check {
        let seats = self.rules.seating().seats.len();
        scenes::check_texts(self.rules, |observer| state.scene(observer))?;
        for seat in turn.seats().iter() {
            check_choice(state, seat)?;
            check_candidates(state, seat)?;
        }
        let mut legal = Vec::new();
        state.legal_actions(&mut legal).map_err(call_failed)?;
        match turn {
            Turn::Seat(_) => self.check_refusals(state, &legal)?,
            Turn::Over | Turn::Together(_) | Turn::Chance => {
                ensure(legal.is_empty(), || {
                    format!("no single seat has the turn, but {} actions are legal", legal.len())
                })?;
                refused(state, &Decision::Seat(Choice::from(Action(0))))?;
            }
        }
        inputs_and_turns::check(self, state, turn)?;
        if !turn.seats().is_empty() {
            self.check_rollouts(state)?;
        }
        effects::check(self, state)?;
        Seat::all(seats).try_for_each(|observer| {
            let seed = self.draws.next_u64();
            secrets::check(state, turn, observer, seed)
        })
    }

    /// Rollouts are reproducible and end in a position from which the game can continue, and prospects equal the scores
    /// once it is over.
    fn check_rollouts(&mut self, state: &State) -> Check {
        let seed = self.draws.next_u64();
        let mut prospects = vec![0; self.rules.seating().seats.len()];
        let mut ended = |on: &State| {
            on.prospects(&mut prospects).map_err(call_failed)?;
            let scores = on.outcome().map_err(call_failed)?.scores;
            if on.turn().map_err(call_failed)?.is_over() {
                check_final_prospects(&scores, &prospects, on.rules().prospect_unit())?;
            }
            snapshot(on)
        };
        let mut rollout = || {
            let mut on = state.try_clone().map_err(call_failed)?;
            on.rollout(seed).map_err(call_failed)?;
            ended(&on)
        };
        let end = rollout()?;
        ensure(end == rollout()?, || "two rollouts from one seed differ".into())?;
        continue_after_rollout(state, seed)?;
        if !state.traces() {
            return Ok(());
        }
        let mut traced = || -> Check<_> {
            let (mut on, mut trace) = (state.try_clone().map_err(call_failed)?, Trace::new());
            on.traced_rollout(seed, &mut trace).map_err(call_failed)?;
            Ok((ended(&on)?, trace))
        };
        let (traced_end, trace) = traced()?;
        ensure(end == traced_end, || "the traced rollout differs from the plain rollout of the same seed".into())?;
        ensure(trace == traced()?.1, || "two traces of one position and seed differ".into())?;
        follow(state, &trace)
    }

    /// Illegal actions are refused and leave the state unchanged.
    fn check_refusals(&mut self, state: &State, legal: &[Action]) -> Check {
        let last = legal.last().map_or(0, |action| action.0);
        let drawn = [self.draws.below(last.saturating_add(1)), last.saturating_add(1), u32::MAX];
        for code in drawn.into_iter().filter(|code| legal.binary_search(&Action(*code)).is_err()) {
            refused(state, &Decision::Seat(Choice::from(Action(code))))?;
        }
        Ok(())
    }

    fn check_end(&mut self, state: &mut State) -> Check {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal).map_err(call_failed)?;
        ensure(legal.is_empty(), || format!("the game is over, but {} actions are legal", legal.len()))?;
        if let Some(last) = self.decisions.last() {
            ensure(is_refused(&state.decide(last)), || "the game is over, but an action was not refused".into())?;
        }
        let outcome = state.outcome().map_err(call_failed)?;
        let scene = state.scene(Observer::Public).map_err(call_failed)?;
        scenes::check_end(self.rules, &scene, &outcome)
    }

    fn check_replay(&self, end: &State) -> Check {
        let mut state = self.rules.deal(self.seed).map_err(call_failed)?;
        for decision in &self.decisions {
            state.decide(decision).map_err(call_failed)?;
        }
        ensure(snapshot(&state)? == snapshot(end)?, || "replaying the same actions led to another end".into())
    }

    /// The plugin's own playout plays exactly what the host's loop plays.
    fn check_playout(&self) -> Check {
        let mut swift = self.rules.deal(self.seed).map_err(call_failed)?;
        let mut plain = swift.try_clone().map_err(call_failed)?;
        let played = swift.playout(self.seed).map_err(call_failed)?;
        let count = plain.plain_playout(self.seed).map_err(call_failed)?;
        ensure(played == count, || format!("the playout took {played} actions, the host's loop {count}"))?;
        ensure(snapshot(&swift)? == snapshot(&plain)?, || {
            "the playout ended in another position than the host's loop".into()
        })?;
        let (swift, plain) = (swift.outcome().map_err(call_failed)?, plain.outcome().map_err(call_failed)?);
        ensure(swift == plain, || format!("the playout ended with {swift:?}, the host's loop with {plain:?}"))?;
        self.check_pauses(played)
    }

    /// A playout, and a rollout, with pauses plays the same as one without.
    fn check_pauses(&self, played: u32) -> Check {
        let dealt = self.rules.deal(self.seed).map_err(call_failed)?;
        // After which steps to pause: one time in three.
        let mut moments = Rng::from_seed(self.seed ^ 1);
        let (mut paused, mut draws, mut steps) =
            (dealt.try_clone().map_err(call_failed)?, Rng::from_seed(self.seed), 0);
        while !paused.turn().map_err(call_failed)?.is_over() {
            let stretch = paused.playout_until(&mut draws, &mut || moments.below(3) == 0).map_err(call_failed)?;
            let Some(stretch) = stretch else { return Ok(()) };
            ensure(stretch > 0, || "`playout_until` played nothing, and the game is not over".into())?;
            steps += stretch;
        }
        ensure(steps == played, || format!("with pauses the playout took {steps} actions, without {played}"))?;
        let mut whole = dealt.try_clone().map_err(call_failed)?;
        whole.playout(self.seed).map_err(call_failed)?;
        ensure(snapshot(&whole)? == snapshot(&paused)?, || {
            "with pauses the playout ended in another position than without".into()
        })?;

        let (mut paused, mut draws, mut trace) =
            (dealt.try_clone().map_err(call_failed)?, Rng::from_seed(self.seed), Trace::new());
        for _ in 0..MAX_GAME_STEPS {
            let pause = &mut || moments.below(3) == 0;
            let stretch = paused.rollout_until(&mut draws, pause, &mut trace).map_err(call_failed)?;
            let Some((steps, is_complete)) = stretch else { return Ok(()) };
            if is_complete {
                break;
            }
            ensure(steps > 0, || "`rollout_until` played nothing, and the rollout is not complete".into())?;
        }
        let (mut whole, mut traced) = (dealt, Trace::new());
        whole.traced_rollout(self.seed, &mut traced).map_err(call_failed)?;
        ensure(snapshot(&whole)? == snapshot(&paused)?, || {
            "with pauses the rollout ended in another position than without".into()
        })?;
        ensure(!whole.traces() || trace.as_slice() == traced.as_slice(), || {
            "with pauses the rollout traced other actions than without".into()
        })
    }

    /// The plugin's own course of a random game is that of the host's loop.
    fn check_course(&self) -> Check {
        let mut course = Course::default();
        // A second time if the game was longer than there was room for.
        let mut play = || {
            self.rules.deal(self.seed).and_then(|mut state| Ok(state.course(self.seed, &mut course)?.then_some(state)))
        };
        let Some(swift) =
            play().and_then(|played| if played.is_some() { Ok(played) } else { play() }).map_err(call_failed)?
        else {
            return Ok(());
        };
        let mut plain = self.rules.deal(self.seed).map_err(call_failed)?;
        let (mut player, mut steps) = (RandomPlayer::new(self.seed), course.steps().iter().zip(1..));
        let mut standings = course.scores().chunks_exact(self.rules.seating().seats.len());
        while let Some(decision) = player.decide(&plain).map_err(call_failed)? {
            let (Decision::Seat(choice), Turn::Seat(seat)) = (&decision, plain.turn().map_err(call_failed)?) else {
                return Err(
                    "the plugin recorded the course of a game in which not each step is an action of one seat".into()
                );
            };
            let legal_count = legal_of(&plain, seat)?.len() as u32;
            plain.decide(&decision).map_err(call_failed)?;
            let scores = plain.outcome().map_err(call_failed)?.scores;
            let played =
                (CourseEntry { seat: seat.0.into(), action: choice.action.0, choices: legal_count }, &scores[..]);
            let recorded = steps.next().zip(standings.next());
            let number = recorded.map_or(0, |((_, number), _)| number);
            let recorded = recorded.map(|((step, _), scores)| (*step, scores));
            ensure(recorded == Some(played), || {
                format!("step {number} of the recorded course is {recorded:?}, and that of the host's loop {played:?}")
            })?;
        }
        ensure(steps.next().is_none(), || "the recorded course goes on where the game is over".into())?;
        ensure(snapshot(&swift)? == snapshot(&plain)?, || {
            "the recorded game ended in another position than the host's loop".into()
        })
    }
}

/// Checks a seat that has the turn: its scene prompts it, and each of its legal actions can be chosen.
fn check_choice(state: &State, seat: Seat) -> Check {
    let legal = legal_of(state, seat)?;
    ensure(!legal.is_empty(), || format!("{seat} has the turn but no legal action"))?;
    let scene = state.scene(Observer::Seat(seat)).map_err(call_failed)?;
    let prompted = scene.prompt.as_ref().map(|prompt| prompt.seat);
    ensure(prompted == Some(seat), || format!("{seat} has the turn, but its scene prompts {prompted:?}"))?;

    let is_alone = matches!(state.turn().map_err(call_failed)?, Turn::Seat(_));
    let together = state.describe_all(&legal, Observer::Seat(seat)).map_err(call_failed)?;
    let mut paths = Vec::new();
    for (action, also) in legal.into_iter().zip(together) {
        let described = describe(state, seat, action, Observer::Seat(seat))?;
        ensure(!is_alone || described == also, || {
            format!("`describe_all` describes action {} otherwise than `describe`", action.0)
        })?;
        for input in described.paths.iter().flatten() {
            if let PathStep::Input(input) = input {
                check_input(input, action, state.rules().plugin().has_inputs())?;
            }
        }
        scenes::check_action(state.rules(), &scene, action, &described)?;
        paths.push(described.paths);
    }
    paths::check(&paths)
}

/// Checks that a value exists for an input of an action.
fn check_input(input: &Input, action: Action, has_inputs: bool) -> Check {
    ensure(has_inputs, || {
        format!("action {} asks for a value (`{}`), but the game lacks the extension `Inputs`", action.0, input.name)
    })?;
    let why = input.contradiction();
    ensure(why.is_none(), || {
        format!("no value can be given for `{}` of action {}: {}", input.name, action.0, why.unwrap_or_default())
    })
}

/// Checks that an illegal decision is refused and leaves the state unchanged.
fn refused(state: &State, decision: &Decision) -> Check {
    let mut victim = state.try_clone().map_err(call_failed)?;
    ensure(is_refused(&victim.decide(decision)), || format!("{} is not legal, but was not refused", named(decision)))?;
    ensure(snapshot(&victim)? == snapshot(state)?, || format!("{} was refused, but changed the state", named(decision)))
}

/// Whether a decision was refused, with or without a reason.
fn is_refused(decided: &Result<(), CallError>) -> bool {
    decided.as_ref().is_err_and(CallError::is_illegal)
}

/// A decision, as the subject of a sentence.
fn named(decision: &Decision) -> String {
    match decision {
        Decision::Seat(choice) => format!("action {choice}"),
        Decision::Together(_) => format!("the choice of {decision}"),
        Decision::Chance(code) => format!("the outcome {code}"),
    }
}

/// A rollout may stop at any turn, but only where the next decision can be made.
fn continue_after_rollout(state: &State, seed: u64) -> Check {
    let mut on = state.try_clone().map_err(call_failed)?;
    on.rollout(seed).map_err(call_failed)?;
    let decision = RandomPlayer::new(seed).decide(&on);
    let continued = decision.and_then(|decision| decision.map_or(Ok(()), |decision| on.decide(&decision)));
    continued.map_err(|error| format!("a rollout stopped in a position from which the game cannot continue: {error}"))
}

/// Checks that each action of a trace is legal after those before it, for the seat that the trace names. It can be
/// followed up to the first turn of chance or of several seats, and to the first action of a game whose actions take
/// values.
fn follow(state: &State, trace: &Trace) -> Check {
    let mut on = state.try_clone().map_err(call_failed)?;
    for (place, (seat, action)) in trace.as_slice().iter().enumerate() {
        let turn = on.turn().map_err(call_failed)?;
        if turn == Turn::Chance {
            break;
        }
        ensure(turn.seats().contains(*seat) && legal_of(&on, *seat)?.contains(action), || {
            format!("a trace has {seat} playing {} as action {place}, which is not legal there", action.0)
        })?;
        if !matches!(turn, Turn::Seat(_)) || on.rules().plugin().has_inputs() {
            break;
        }
        on.apply(*action).map_err(call_failed)?;
    }
    Ok(())
}

fn legal_of(state: &State, seat: Seat) -> Check<Vec<Action>> {
    let mut legal = Vec::new();
    state.legal_actions_of(seat, &mut legal).map_err(call_failed)?;
    Ok(legal)
}

/// Checks the description that `observer` receives of an action that `seat` may choose.
fn describe(state: &State, seat: Seat, action: Action, observer: Observer) -> Check<ActionText> {
    state.describe_choice(Chosen { seat, action, values: &[] }, observer).map_err(call_failed)
}

/// Checks that every candidate is legal.
fn check_candidates(state: &State, seat: Seat) -> Check {
    let legal = legal_of(state, seat)?;
    let stray = candidates(state, seat)?.into_iter().find(|action| legal.binary_search(action).is_err());
    ensure(stray.is_none(), || format!("the candidate {stray:?} is not legal"))
}

fn candidates(state: &State, seat: Seat) -> Check<Vec<Action>> {
    let mut candidates = Vec::new();
    state.candidates(seat, &mut candidates).map_err(call_failed)?;
    Ok(candidates)
}

fn snapshot(state: &State) -> Check<Scene> {
    state.scene(Observer::Referee).map_err(call_failed)
}
