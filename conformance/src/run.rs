//! A random game, and what holds in it with and without house rules.
//!
//! # Design
//! A check that holds for both is here, once, for every [`Subject`]: a state of the game alone (`game_alone`), or a
//! position with house rules around it (`house`), which is played as at the table, one decision after another. The
//! promises of one of them only are checked by methods of the trait.

use super::{Check, Report, Violation, call_failed, ensure, paths, scenes};
use std::sync::Arc;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{
    Action, ActionText, Input, MAX_GAME_STEPS, Observer, Outcome, PathStep, Rng, Scene, Seat, Turn,
};
use stonehouse_runtime::{CallError, Choice, Decision, GameLength, HOUSE_ACTIONS, Rules};

/// One position in this many is examined closely; cheap checks are made at each.
const EXAMINE_INTERVAL: u32 = 8;

/// The subject of a run.
pub(super) trait Subject: Sized {
    /// All of it that can be compared.
    type Snapshot: PartialEq;

    /// The findings of all games of a check, for warnings.
    type Findings: Default;

    /// The circumstances, at the end of a promise.
    const CONTEXT: &str;

    fn deal(rules: &Arc<Rules>, seed: u64) -> Result<Self, CallError>;
    fn rules(&self) -> &Arc<Rules>;
    fn try_clone(&self) -> Result<Self, CallError>;
    fn snapshot(&self) -> Check<Self::Snapshot>;
    fn turn(&self) -> Result<Turn, CallError>;
    fn scene(&self, observer: Observer) -> Result<Scene, CallError>;
    fn outcome(&self) -> Result<Outcome, CallError>;
    fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError>;
    /// The actions of the seat that has the turn alone.
    fn legal(&self) -> Check<Vec<Action>>;
    fn legal_of(&self, seat: Seat) -> Check<Vec<Action>>;
    fn candidates_of(&self, seat: Seat) -> Check<Vec<Action>>;
    /// Each legal action of a seat as it is described to that seat.
    fn described(&self, seat: Seat, legal: &[Action]) -> Check<Vec<ActionText>>;
    fn decide(&mut self, decision: &Decision) -> Result<(), CallError>;
    fn rollout(&mut self, seed: u64) -> Result<(), CallError>;
    /// A player who draws decisions; `None` when the game is over.
    fn random_player(seed: u64) -> impl FnMut(&Self) -> Result<Option<Decision>, CallError>;

    /// Checks the deal, of which `again` is another one from the same seed.
    fn check_deal(&self, _again: &Self, _run: &Run<'_, Self>) -> Check {
        Ok(())
    }

    /// Checks every position, at little cost.
    fn check_cheaply(&self) -> Check {
        Ok(())
    }

    /// Checks a position in which `turn` decides.
    fn check_position(&self, _run: &mut Run<'_, Self>, _turn: Turn) -> Check {
        Ok(())
    }

    /// Checks that nothing `observer` receives depends on what is hidden from it.
    fn check_secrets(&self, turn: Turn, observer: Seat, seed: u64) -> Check;

    /// Checks a decision of `turn` that leads to `after`.
    fn check_decision(&self, _run: &mut Run<'_, Self>, _turn: Turn, _decision: &Decision, _after: &Self) -> Check {
        Ok(())
    }

    /// Checks a finished game, and playouts from its seed.
    fn check_finished(self, run: &mut Run<'_, Self>) -> Check;

    /// The warnings after all games.
    fn warnings(_findings: &Self::Findings, _rules: &Rules) -> Vec<String> {
        Vec::new()
    }
}

/// Plays `games` random games from `seed`.
pub(super) fn check<S: Subject>(rules: &Arc<Rules>, games: u64, seed: u64) -> Result<Report, Violation> {
    let (mut report, mut findings) = (Report::default(), S::Findings::default());
    for game in 0..games {
        let seed = seed_of(seed, game);
        let (decisions, draws) = (Vec::new(), Rng::from_seed(seed ^ 1));
        let mut run: Run<'_, S> = Run { rules, seed, decisions, draws, report: &mut report, findings: &mut findings };
        run.play().map_err(|promise| Violation::of(rules, promise, seed, run.decisions))?;
    }
    if games > 0 {
        report.warnings = S::warnings(&findings, rules);
    }
    Ok(Report { games, ..report })
}

/// A random game and its checks.
pub(super) struct Run<'a, S: Subject> {
    pub rules: &'a Arc<Rules>,
    pub seed: u64,
    pub decisions: Vec<Decision>,
    pub draws: Rng,
    report: &'a mut Report,
    pub findings: &'a mut S::Findings,
}

impl<S: Subject> Run<'_, S> {
    pub fn deal(&self) -> Check<S> {
        S::deal(self.rules, self.seed).map_err(call_failed)
    }

    pub fn seats(&self) -> usize {
        self.rules.seating().seats.len()
    }

    /// Plays the game, and checks every promise at each step.
    fn play(&mut self) -> Check {
        let (mut position, again) = (self.deal()?, self.deal()?);
        ensure(position.snapshot()? == again.snapshot()?, || format!("two deals from one seed differ{}", S::CONTEXT))?;
        position.check_deal(&again, self)?;
        let mut player = S::random_player(self.seed ^ 2);
        while let Some(decision) = player(&position).map_err(call_failed)? {
            GameLength::new(self.decisions.len() as u64, None)
                .admits_another()
                .map_err(|_| format!("the game did not end within {MAX_GAME_STEPS} actions{}", S::CONTEXT))?;
            let turn = position.turn().map_err(call_failed)?;
            for seat in turn.seats().iter() {
                let legal_count = position.legal_of(seat)?.len() as u32;
                self.report.most_legal = self.report.most_legal.max(legal_count);
            }
            if self.decisions.is_empty() || self.draws.below(EXAMINE_INTERVAL) == 0 {
                self.check_position(&position, turn)?;
                let after = [decided(&position, &decision)?, decided(&position, &decision)?];
                ensure(after[0].snapshot()? == after[1].snapshot()?, || {
                    format!("{} has one effect on a state and another on its clone{}", named(&decision), S::CONTEXT)
                })?;
                let [after, _] = after;
                position.check_decision(self, turn, &decision, &after)?;
                position = after;
            } else {
                position.decide(&decision).map_err(call_failed)?;
            }
            position.check_cheaply()?;
            self.decisions.push(decision);
            self.report.actions += 1;
        }
        self.report.longest = self.report.longest.max(self.decisions.len() as u32);
        self.check_end(&position)?;
        self.check_replay(&position)?;
        position.check_finished(self)
    }

    /// Checks the invariants of every position, for every kind of turn.
    fn check_position(&mut self, position: &S, turn: Turn) -> Check {
        scenes::check_texts(self.rules, |observer| position.scene(observer))?;
        turn.seats().iter().try_for_each(|seat| check_choice(position, seat))?;
        self.check_refusals(position, turn)?;
        if !turn.seats().is_empty() {
            self.check_rollouts(position)?;
        }
        position.check_position(self, turn)?;
        Seat::all(self.seats()).try_for_each(|observer| {
            let seed = self.draws.next_u64();
            position.check_secrets(turn, observer, seed)
        })
    }

    /// Illegal actions, of the game and of the house, are refused and leave the position unchanged.
    fn check_refusals(&mut self, position: &S, turn: Turn) -> Check {
        let legal = position.legal()?;
        if turn.seat().is_none() {
            ensure(legal.is_empty(), || format!("no single seat has the turn, but {} actions are legal", legal.len()))?;
            return refused(position, &Decision::Seat(Choice::from(Action(0))));
        }
        let last = legal.last().map_or(0, |action| action.0);
        let drawn = [self.draws.below(last.saturating_add(1)), self.draws.below(1 << 16)];
        let drawn = drawn.into_iter().chain([last.saturating_add(1), HOUSE_ACTIONS, u32::MAX]).map(Action);
        drawn
            .filter(|action| legal.binary_search(action).is_err())
            .try_for_each(|action| refused(position, &Decision::Seat(Choice::from(action))))
    }

    /// Rollouts are reproducible and end in a position from which the game can continue, and prospects equal the scores
    /// once it is over.
    fn check_rollouts(&mut self, position: &S) -> Check {
        let seed = self.draws.next_u64();
        let rollout = || {
            let mut end = position.try_clone().map_err(call_failed)?;
            end.rollout(seed).map_err(call_failed)?;
            if end.turn().map_err(call_failed)?.is_over() {
                check_final_prospects(&end)?;
            }
            Ok::<_, String>(end)
        };
        let mut end = rollout()?;
        ensure(end.snapshot()? == rollout()?.snapshot()?, || {
            format!("two rollouts from one seed differ{}", S::CONTEXT)
        })?;
        let next = S::random_player(seed)(&end);
        let continued = next.and_then(|next| next.map_or(Ok(()), |decision| end.decide(&decision)));
        continued.map_err(|error| {
            format!("a rollout stopped in a position from which the game cannot continue{}: {error}", S::CONTEXT)
        })
    }

    fn check_end(&self, end: &S) -> Check {
        let legal = end.legal()?;
        ensure(legal.is_empty(), || format!("the game is over, but {} actions are legal{}", legal.len(), S::CONTEXT))?;
        if let Some(last) = self.decisions.last() {
            ensure(is_refused(&end.try_clone().map_err(call_failed)?.decide(last)), || {
                format!("the game is over, but an action was not refused{}", S::CONTEXT)
            })?;
        }
        let outcome = end.outcome().map_err(call_failed)?;
        scenes::check_end(self.rules, &end.scene(Observer::Public).map_err(call_failed)?, &outcome)?;
        check_final_prospects(end)
    }

    fn check_replay(&self, end: &S) -> Check {
        let mut position = self.deal()?;
        for decision in &self.decisions {
            position.decide(decision).map_err(call_failed)?;
        }
        ensure(position.snapshot()? == end.snapshot()?, || "replaying the same actions led to another end".into())
    }
}

/// The position after a decision.
fn decided<S: Subject>(position: &S, decision: &Decision) -> Check<S> {
    let mut after = position.try_clone().map_err(call_failed)?;
    after.decide(decision).map_err(call_failed)?;
    Ok(after)
}

/// Checks that the prospects of a game that is over are its scores, in units.
pub(super) fn check_final_prospects<S: Subject>(end: &S) -> Check {
    let (scores, unit) = (end.outcome().map_err(call_failed)?.scores, end.rules().prospect_unit());
    let mut prospects = vec![0; scores.len()];
    end.prospects(&mut prospects).map_err(call_failed)?;
    let fits = scores.iter().zip(&prospects).all(|(score, prospect)| score.saturating_mul(unit) == *prospect);
    ensure(fits, || {
        let times = if unit == 1 { String::new() } else { format!(", with {unit} of them for a point") };
        format!("the game is over with the scores {scores:?}, but its prospects are {prospects:?}{times}")
    })
}

/// Checks a seat that has the turn: its scene prompts it, each of its legal actions can be chosen, and every candidate
/// is legal.
pub(super) fn check_choice<S: Subject>(position: &S, seat: Seat) -> Check {
    let legal = position.legal_of(seat)?;
    ensure(!legal.is_empty(), || format!("{seat} has the turn but no legal action{}", S::CONTEXT))?;
    ensure(legal.is_sorted_by(|one, next| one < next), || {
        format!("legal actions are not in ascending order, each once{}", S::CONTEXT)
    })?;
    let scene = position.scene(Observer::Seat(seat)).map_err(call_failed)?;
    let prompted = scene.prompt.as_ref().map(|prompt| prompt.seat);
    ensure(prompted == Some(seat), || format!("{seat} has the turn, but its scene prompts {prompted:?}"))?;

    let rules = position.rules();
    let mut paths = Vec::new();
    for (action, described) in legal.iter().zip(position.described(seat, &legal)?) {
        for input in described.paths.iter().flatten() {
            if let PathStep::Input(input) = input {
                check_input(input, *action, rules.plugin().has_inputs())?;
            }
        }
        scenes::check_action(rules, &scene, *action, &described)?;
        paths.push(described.paths);
    }
    paths::check(&paths)?;
    let stray = position.candidates_of(seat)?.into_iter().find(|action| legal.binary_search(action).is_err());
    ensure(stray.is_none(), || format!("the candidate {stray:?} is not legal"))
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

/// Checks that an illegal decision is refused and leaves the position unchanged.
pub(super) fn refused<S: Subject>(position: &S, decision: &Decision) -> Check {
    let mut victim = position.try_clone().map_err(call_failed)?;
    ensure(is_refused(&victim.decide(decision)), || {
        format!("{} is not legal, but was not refused{}", named(decision), S::CONTEXT)
    })?;
    ensure(victim.snapshot()? == position.snapshot()?, || {
        format!("{} was refused, but changed the state", named(decision))
    })
}

/// Whether a decision was refused, with or without a reason.
fn is_refused(decided: &Result<(), CallError>) -> bool {
    decided.as_ref().is_err_and(CallError::is_illegal)
}

/// A decision, as the subject of a sentence.
pub(super) fn named(decision: &Decision) -> String {
    match decision {
        Decision::Seat(choice) => format!("action {choice}"),
        Decision::Together(_) => format!("the choice of {decision}"),
        Decision::Chance(code) => format!("the outcome {code}"),
    }
}
