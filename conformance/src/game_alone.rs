//! The promises of the contract for a game without house rules around it: further checks of a state, its traces, and
//! the playouts of the game itself.

use super::run::{Run, Subject, named};
use super::scale::Scale;
use super::secrets::{self, Views};
use super::{Check, call_failed, effects, ensure, inputs_and_turns, news, scenes};
use std::sync::Arc;
use stonehouse_plugin::abi::CourseEntry;
use stonehouse_plugin::{Action, ActionText, MAX_GAME_STEPS, Observer, Outcome, Rng, Scene, Seat, Trace, Turn};
use stonehouse_runtime::{CallError, Course, Decision, RandomPlayer, Rules, State};

/// The findings of games without house rules.
#[derive(Default)]
pub(super) struct Findings {
    scale: Scale,
    views: Views,
}

impl Subject for State {
    type Snapshot = Scene;
    type Findings = Findings;
    const CONTEXT: &str = "";

    fn deal(rules: &Arc<Rules>, seed: u64) -> Result<Self, CallError> {
        rules.deal(seed)
    }

    fn rules(&self) -> &Arc<Rules> {
        self.rules()
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        self.try_clone()
    }

    fn snapshot(&self) -> Check<Scene> {
        self.scene(Observer::Referee).map_err(call_failed)
    }

    fn turn(&self) -> Result<Turn, CallError> {
        self.turn()
    }

    fn scene(&self, observer: Observer) -> Result<Scene, CallError> {
        self.scene(observer)
    }

    fn outcome(&self) -> Result<Outcome, CallError> {
        self.outcome()
    }

    fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        self.prospects(prospects)
    }

    fn legal(&self) -> Check<Vec<Action>> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal).map_err(call_failed)?;
        Ok(legal)
    }

    fn legal_of(&self, seat: Seat) -> Check<Vec<Action>> {
        let mut legal = Vec::new();
        self.legal_actions_of(seat, &mut legal).map_err(call_failed)?;
        Ok(legal)
    }

    fn candidates_of(&self, seat: Seat) -> Check<Vec<Action>> {
        let mut candidates = Vec::new();
        self.candidates(seat, &mut candidates).map_err(call_failed)?;
        Ok(candidates)
    }

    fn described(&self, seat: Seat, legal: &[Action]) -> Check<Vec<ActionText>> {
        let is_alone = matches!(self.turn().map_err(call_failed)?, Turn::Seat(_));
        let together = self.describe_all(legal, Observer::Seat(seat)).map_err(call_failed)?;
        let check = |(action, also): (&Action, ActionText)| {
            let described = scenes::describe(self, seat, *action, Observer::Seat(seat))?;
            ensure(!is_alone || described == also, || {
                format!("`describe_all` describes action {} otherwise than `describe`", action.0)
            })?;
            Ok(described)
        };
        legal.iter().zip(together).map(check).collect()
    }

    fn decide(&mut self, decision: &Decision) -> Result<(), CallError> {
        self.decide(decision)
    }

    fn rollout(&mut self, seed: u64) -> Result<(), CallError> {
        self.rollout(seed)
    }

    fn random_player(seed: u64) -> impl FnMut(&Self) -> Result<Option<Decision>, CallError> {
        let mut player = RandomPlayer::new(seed);
        move |state| player.decide(state)
    }

    fn check_deal(&self, again: &Self, run: &Run<'_, Self>) -> Check {
        let revealed = [self, again].map(Self::reveal);
        ensure(revealed[0].is_ok() && revealed[0] == revealed[1], || {
            format!("`reveal` failed, or differs between two deals from one seed: {revealed:?}")
        })?;
        if self.rules().plugin().has_news() { news::check_opening(self, run.seed ^ 3) } else { Ok(()) }
    }

    fn check_position(&self, run: &mut Run<'_, Self>, turn: Turn) -> Check {
        inputs_and_turns::check(run, self, turn)?;
        if self.traces() && !turn.seats().is_empty() {
            check_trace(self, run.draws.next_u64())?;
        }
        effects::check(run, self)?;
        run.findings.views.compare(self, turn)
    }

    fn check_secrets(&self, turn: Turn, observer: Seat, seed: u64) -> Check {
        secrets::check(self, turn, observer, seed)
    }

    fn check_decision(&self, run: &mut Run<'_, Self>, _turn: Turn, decision: &Decision, after: &Self) -> Check {
        news::check(self, decision, run.draws.next_u64())?;
        run.findings.views.compare_news(self, decision, after)?;
        let (before, after) = (self.snapshot()?, after.snapshot()?);
        // A search writes each sample over the last one.
        let mut copy = run.deal()?;
        copy.copy_from(self).map_err(call_failed)?;
        let copied = copy.snapshot()? == before && copy.decide(decision).is_ok();
        ensure(copied && copy.snapshot()? == after, || {
            "a state that was made a copy of another by `state_copy` differs from it".into()
        })?;
        ensure(after != before, || format!("{} changed nothing, not even in the referee's scene", named(decision)))
    }

    fn check_finished(self, run: &mut Run<'_, Self>) -> Check {
        run.findings.scale.add(&self, &run.decisions, run.seed)?;
        run.check_playout()?;
        run.check_course()
    }

    fn warnings(findings: &Findings, rules: &Rules) -> Vec<String> {
        findings.scale.warning().into_iter().chain(findings.views.warning(rules)).collect()
    }
}

impl Run<'_, State> {
    /// The plugin's own playout plays exactly what the host's loop plays.
    fn check_playout(&self) -> Check {
        let mut swift = self.rules.deal(self.seed).map_err(call_failed)?;
        let mut plain = swift.try_clone().map_err(call_failed)?;
        let played = swift.playout(self.seed).map_err(call_failed)?;
        let count = plain.plain_playout(self.seed).map_err(call_failed)?;
        ensure(played == count, || format!("the playout took {played} actions, the host's loop {count}"))?;
        ensure(swift.snapshot()? == plain.snapshot()?, || {
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
        ensure(whole.snapshot()? == paused.snapshot()?, || {
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
        ensure(whole.snapshot()? == paused.snapshot()?, || {
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
            let legal_count = plain.legal_of(seat)?.len() as u32;
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
        ensure(swift.snapshot()? == plain.snapshot()?, || {
            "the recorded game ended in another position than the host's loop".into()
        })
    }
}

/// Checks that traced rollouts play as plain ones do, and trace legal actions.
fn check_trace(state: &State, seed: u64) -> Check {
    let traced = || -> Check<_> {
        let (mut end, mut trace) = (state.try_clone().map_err(call_failed)?, Trace::new());
        end.traced_rollout(seed, &mut trace).map_err(call_failed)?;
        Ok((end, trace))
    };
    let (traced_end, trace) = traced()?;
    let mut end = state.try_clone().map_err(call_failed)?;
    end.rollout(seed).map_err(call_failed)?;
    ensure(end.snapshot()? == traced_end.snapshot()?, || {
        "the traced rollout differs from the plain rollout of the same seed".into()
    })?;
    ensure(trace == traced()?.1, || "two traces of one position and seed differ".into())?;
    follow(state, &trace)
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
        ensure(turn.seats().contains(*seat) && on.legal_of(*seat)?.contains(action), || {
            format!("a trace has {seat} playing {} as action {place}, which is not legal there", action.0)
        })?;
        if !matches!(turn, Turn::Seat(_)) || on.rules().plugin().has_inputs() {
            break;
        }
        on.apply(*action).map_err(call_failed)?;
    }
    Ok(())
}
