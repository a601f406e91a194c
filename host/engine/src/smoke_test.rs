//! A few random games under a ruleset, to determine the effects of its house rules and their cost.
//!
//! A house rule can be free of errors and still spoil a game: nobody can act, nobody scores, it never ends, or every
//! bot waits for it. So the same games are played without the house rules, and large differences are reported.

use crate::ruleset::{RulesFailure, Ruleset};
use crate::variant::Variant;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_house_rules::{Cost, Printed, Problem, Recorder, ScriptBudget};
use stonehouse_plugin::{Action, Observer, Rng, rng};
use stonehouse_runtime::{
    ActionDecl, CallError, GameLength, HOUSE_ACTIONS, HookFailureKind, MemoryDecl, MemoryShape, OfferKind, Position,
    ScriptLimit, Targets, WordPicture,
};

/// Games that are tried.
const GAMES: u64 = 20;

/// Steps that the house rules may take in all of them together: at most a few seconds.
const STEPS: u64 = 50_000_000;

/// How many times as long a sample of a search may take under house rules before a warning.
const MAX_SLOWDOWN: f64 = 100.0;

/// The most samples that are timed, and the time after which no other is begun.
const MAX_SAMPLES: u64 = 100;
const MAX_SAMPLING: Duration = Duration::from_millis(200);

/// The most actions of the first game whose printed lines are recorded, and the most lines that are kept.
const MAX_WATCHED: u64 = 2000;
const MAX_PRINTED: usize = 100;

/// The number of positions, and of redraws of the hidden information in each, that test whether a rule leaks it.
const MAX_REDRAWN: u32 = 100;
const REDRAWS: u64 = 2;

/// The most targets of a secret action that are compared.
const MAX_TARGETS: usize = 4;

/// How often an action may be chosen in one turn before a warning.
const MAX_REPEATED: u32 = 30;

/// The factor by which a game may become longer or shorter before a warning.
const MAX_LENGTH_FACTOR: f64 = 4.0;

/// The cost of house rules, and their effects on a game.
#[derive(Clone, Debug)]
pub struct SmokeTest {
    /// The variant.
    pub variant: Arc<Variant>,
    /// Games that were played.
    pub games: u64,
    /// How often a hook was called, and the steps it took, in all games.
    pub cost: Cost,
    /// The hooks for which the house rules have functions, each with the number of its calls in all games, and the
    /// number of calls whose result differed from that of the rules.
    pub hooks: Vec<(String, u64, u64)>,
    /// The time that all games took.
    pub time: Duration,
    /// How many tests the scripts carry.
    pub tests: usize,
    /// The lines that the scripts printed in the first game, each with the number of the action.
    pub printed: Vec<(u32, Printed)>,
    /// The pictures that the house rules carry.
    pub pictures: Vec<WordPicture>,
    /// Effects that are probably not intended.
    pub warnings: Vec<String>,
    /// The places at which the scripts probably make a mistake: they read hidden information in a way that may reveal
    /// it to other players, or compare a piece with a text that none has.
    pub doubts: Vec<Problem>,
}

impl SmokeTest {
    /// How often each hook was called and how often it changed a result, a sentence each.
    pub fn hook_lines(&self) -> Vec<String> {
        let sentence = |(hook, calls, changed): &(String, u64, u64)| match (*calls, *changed) {
            (0, _) => format!("`{hook}` was never called in {} random games", self.games),
            (calls, 0) => {
                format!("`{hook}` was called {calls} times in {} random games and changed nothing", self.games)
            }
            (calls, changed) => {
                format!(
                    "`{hook}` was called {calls} times in {} random games and changed {changed} answers",
                    self.games
                )
            }
        };
        let tests = match self.tests {
            0 => None,
            1 => Some("it carries 1 test".to_owned()),
            tests => Some(format!("it carries {tests} tests")),
        };
        self.hooks.iter().map(sentence).chain(tests).collect()
    }

    /// The cost of the house rules for a game, in a few words.
    pub fn summary(&self) -> String {
        let games = self.games.max(1);
        let times = |count: u64| if count == 1 { "once".to_owned() } else { format!("{count} times") };
        format!(
            "a random game calls its house rules {}, which takes {} steps; it lasts {:.1} ms",
            times(self.cost.calls / games),
            self.cost.steps / games,
            self.time.as_secs_f64() * 1000.0 / games as f64
        )
    }
}

/// The results of random games.
#[derive(Default)]
struct Games {
    played: u64,
    actions: u64,
    draws: u64,
    scored: u64,
}

/// Plays a few random games under a ruleset.
///
/// # Errors
/// The first failure: many errors in house rules show only when they are called.
pub fn smoke_test(ruleset: &Arc<Ruleset>) -> Result<SmokeTest, RulesFailure> {
    // Counts every result that a match needs, those that would be cached included.
    let counted = ruleset.uncached().unwrap_or_else(|_| Arc::clone(ruleset));
    let budget = ScriptBudget::for_smoke_test(STEPS);
    budget.count_hooks();
    let began = Instant::now();
    let mut warnings = Vec::new();
    let mut games = Games::default();
    let played = play(&counted, &mut games);
    let (cost, time, is_within_steps) = (budget.cost(), began.elapsed(), played.is_ok());
    let called = budget.calls_by_entry_point();
    let functions = ruleset.functions().iter();
    let hooks: Vec<_> = functions
        .map(|(place, name)| {
            let (calls, changed) = called.get(*place).copied().unwrap_or_default();
            (name.clone(), calls, changed)
        })
        .collect();
    match played {
        Err(error) if is_smoke_test_limit(&error) => {
            drop(budget);
            // Exceeding the limits of a match is a failure, whatever a smoke test may spend.
            as_a_match(ruleset, games.played).map_err(|error| ruleset.explain(error))?;
            warnings.push(format!(
                "the house rules took more than {STEPS} steps in {} games: bots would be unbearably slow. Do less in each call",
                games.played + 1
            ));
        }
        Err(error) => return Err(ruleset.explain(error)),
        Ok(()) => drop(budget),
    }
    let Watched { printed, leak, shown, repeated } = match watch(ruleset) {
        Ok(watched) if games.played > 0 => watched,
        Err(error) if games.played > 0 && !is_smoke_test_limit(&error) => return Err(ruleset.explain(error)),
        _ => Watched::default(),
    };
    warnings.extend(leak.into_iter().chain(shown).chain(repeated));
    let variant = Arc::clone(ruleset.variant());
    if !variant.scripts.is_empty() && games.played > 0 {
        if hooks.iter().all(|(_, _, changed)| *changed == 0) {
            warnings.push(format!("the house rules changed nothing in {} random games", games.played));
        } else {
            let idle = hooks.iter().filter(|(hook, calls, changed)| {
                hook.rsplit_once('.').is_some_and(|(_, part)| part == "play") && *calls > 0 && *changed == 0
            });
            warnings.extend(idle.map(|(hook, calls, _)| {
                format!("`{hook}` was called {calls} times in {} random games, and requested no effect", games.played)
            }));
        }
        let mut plain = Variant::clone(&variant);
        plain.scripts.clear();
        if let Ok(plain) = Ruleset::compile(ruleset.plugin(), &Arc::new(plain)) {
            // Above the limit of steps bots are known to be slow, and a sample may take very long.
            if is_within_steps {
                warnings.extend(slowdown(ruleset, &plain));
            }
            let mut without = Games::default();
            if play(&plain, &mut without).is_ok() {
                warnings.extend(differences(&games, &without));
            }
        }
    }
    let (tests, doubts) = (ruleset.tests().len(), [ruleset.reveals(), ruleset.probable_mistakes()].concat());
    let pictures = ruleset.rules().pictures().cloned().collect();
    Ok(SmokeTest { variant, games: games.played, cost, hooks, time, tests, printed, pictures, warnings, doubts })
}

/// Whether it is the smoke test's own limit that was met.
fn is_smoke_test_limit(error: &CallError) -> bool {
    matches!(error, CallError::Hook(failure) if failure.kind == HookFailureKind::Steps(ScriptLimit::SmokeTest))
}

/// Plays a game under the limits of a match, as far as a smoke test may spend.
fn as_a_match(ruleset: &Ruleset, game: u64) -> Result<(), CallError> {
    let seed = rng::seed_of(0, game);
    let mut steps = 0;
    let mut within = |budget: ScriptBudget| {
        steps += budget.cost().steps;
        steps < STEPS
    };
    let budget = ScriptBudget::of_an_action();
    let mut position = Position::deal(ruleset.rules(), seed)?;
    let (mut choices, mut actions) = (Rng::from_seed(seed), Vec::new());
    if !within(budget) {
        return Ok(());
    }
    let played = position.play_on(&mut GameLength::default(), |position, seat| -> Result<_, CallError> {
        let budget = ScriptBudget::of_an_action();
        let candidate = position.draw_by(seat, &mut choices, &mut actions)?;
        if !within(budget) {
            return Ok(ControlFlow::Break(()));
        }
        let budget = ScriptBudget::of_an_action();
        position.play_candidate(candidate)?;
        Ok(if within(budget) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    });
    played.map(|_| ())
}

/// Plays the first of the games action by action, and returns the printed lines, each with the number of the action.
fn watch(ruleset: &Ruleset) -> Result<Watched, CallError> {
    if ruleset.functions().is_empty() {
        return Ok(Watched::default());
    }
    let (mut leak, mut shown, mut repeated) = (None, None, None);
    let _budget = ScriptBudget::for_smoke_test(STEPS);
    let seed = rng::seed_of(0, 0);
    let mut printed = Vec::new();
    let recorder = Recorder::begin();
    let mut position = Position::deal(ruleset.rules(), seed)?;
    printed.extend(recorder.finish().printed.into_iter().map(|line| (0, line)));
    let (mut choices, mut actions) = (Rng::from_seed(seed), Vec::new());
    let mut number = 0;
    position.play_on(&mut GameLength::new(0, Some(MAX_WATCHED)), |position, seat| -> Result<_, CallError> {
        if printed.len() >= MAX_PRINTED {
            return Ok(ControlFlow::Break(()));
        }
        number += 1;
        if leak.is_none() && number <= MAX_REDRAWN {
            leak = find_leak(position)?;
        }
        if shown.is_none() && number <= MAX_REDRAWN {
            shown = find_shown_target(position)?;
        }
        if repeated.is_none() && number <= MAX_REDRAWN {
            repeated = find_repeated(position)?;
        }
        // Legal actions are requested before one is played, and lines are printed in that order.
        let recorder = Recorder::begin();
        let candidate = position.draw_by(seat, &mut choices, &mut actions)?;
        position.play_candidate(candidate)?;
        printed.extend(recorder.finish().printed.into_iter().map(|line| (number, line)));
        Ok(ControlFlow::Continue(()))
    })?;
    printed.truncate(MAX_PRINTED);
    Ok(Watched { printed, leak, shown, repeated })
}

/// The results of watching a game.
#[derive(Default)]
struct Watched {
    /// The printed lines, each with the number of the action.
    printed: Vec<(u32, Printed)>,
    /// A warning that the rules leak information that is hidden from a seat.
    leak: Option<String>,
    /// A warning that the target of a secret action is in a memory that everybody may read.
    shown: Option<String>,
    /// A warning that an action can be chosen without an end.
    repeated: Option<String>,
}

/// A warning if house rules leak hidden information to the seat to act: when information that is hidden from it is
/// redrawn, it must have the same actions and the same view of the table.
fn find_leak(position: &Position) -> Result<Option<String>, CallError> {
    let Some(seat) = position.to_act()?.filter(|_| position.rules().plugin().has_unknowns()) else { return Ok(None) };
    let observer = Observer::Seat(seat);
    let (mut legal, mut others) = (Vec::new(), Vec::new());
    position.legal_actions(&mut legal)?;
    let seen = position.scene(observer)?;
    for seed in 0..REDRAWS {
        let mut other = position.try_clone()?;
        other.determinize(seat, seed)?;
        other.legal_actions(&mut others)?;
        let leaked = if others != legal {
            "what it may do"
        } else if other.scene(observer)? != seen {
            "what it sees"
        } else {
            continue;
        };
        return Ok(Some(format!(
            "the house rules reveal to {seat} what it may not know: {leaked} depends on what is hidden from it. Let them read only what everybody, or \
             that player, may know"
        )));
    }
    Ok(None)
}

/// At most `count` of the legal actions that are this one of the house, one for each target.
fn legal_of(position: &Position, decl: &ActionDecl, count: usize) -> Result<Vec<Action>, CallError> {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal)?;
    let is_it = |action: &Action| {
        Ok(action.0 >= HOUSE_ACTIONS
            && position.describe(&(*action).into(), Observer::Referee)?.data["house"] == *decl.name)
    };
    let found = legal.into_iter().filter_map(|action| is_it(&action).map(|is_it| is_it.then_some(action)).transpose());
    found.take(count).collect()
}

/// A warning if an action that may be ignored can be chosen again and again in one turn: bots that look for points
/// would never end the game.
fn find_repeated(position: &Position) -> Result<Option<String>, CallError> {
    let Some(layer) = position.rules().layer() else { return Ok(None) };
    let Some(seat) = position.to_act()? else { return Ok(None) };
    for decl in layer.actions().iter().filter(|decl| decl.offer == OfferKind::InTurn) {
        let (mut after, mut times) = (position.try_clone()?, 0);
        while times < MAX_REPEATED && after.to_act()? == Some(seat) {
            let Some(action) = legal_of(&after, decl, 1)?.first().copied() else { break };
            if after.apply(action).is_err() {
                break;
            }
            times += 1;
        }
        if times == MAX_REPEATED {
            return Ok(Some(format!(
                "the action `{}` can be chosen again and again in one turn, and bots may do so without an end: let `when` count it in a memory",
                decl.name
            )));
        }
    }
    Ok(None)
}

/// A warning if a memory that everybody may read depends on the target of a secret action that can be chosen here,
/// while others have not chosen yet.
fn find_shown_target(position: &Position) -> Result<Option<String>, CallError> {
    let (Some(layer), Some(seat)) = (position.rules().layer(), position.to_act()?) else { return Ok(None) };
    let is_secret = |decl: &&ActionDecl| decl.secret && decl.targets != Targets::None;
    if !layer.actions().iter().any(|decl| is_secret(&decl)) {
        return Ok(None);
    }
    for decl in layer.actions().iter().filter(is_secret) {
        let mut first: Option<Position> = None;
        for action in legal_of(position, decl, MAX_TARGETS)? {
            let mut after = position.try_clone()?;
            let is_last = |after: &Position| Ok::<_, CallError>(legal_of(after, decl, 1)?.is_empty());
            if after.apply(action).is_err() || decl.offer == OfferKind::First && is_last(&after)? {
                continue;
            }
            if decl.offer == OfferKind::Together {
                // The others choose as well: only then it takes effect.
                while let Some(other) = legal_of(&after, decl, 1)?.first().copied() {
                    if after.to_act()? == Some(seat) || after.apply(other).is_err() {
                        break;
                    }
                }
            }
            let Some(first) = &first else {
                first = Some(after);
                continue;
            };
            let (Some(one), Some(other)) = (first.house(), after.house()) else { continue };
            let seats = position.rules().seating().seats.len();
            let differs = |memory: &&MemoryDecl| {
                let mut slots = memory.slot..memory.slot + memory.slots(seats);
                if decl.offer == OfferKind::Together {
                    // What follows from all choices may be known, and not what one seat chose.
                    if memory.shape != MemoryShape::Seats {
                        return false;
                    }
                    slots = memory.slot + seat.index()..memory.slot + seat.index() + 1;
                }
                !memory.secret && one.memory.get(slots.clone()) != other.memory.get(slots)
            };
            if let Some(memory) = layer.memory().iter().find(differs) {
                return Ok(Some(format!(
                    "the action `{}` is secret, and the memory `{}` depends on its target, but everybody may read it: declare that memory with \
                     `secret = true`",
                    decl.name, memory.name
                )));
            }
        }
    }
    Ok(None)
}

fn play(ruleset: &Arc<Ruleset>, games: &mut Games) -> Result<(), CallError> {
    let mut ruleset = Arc::clone(ruleset);
    for game in 0..GAMES {
        let seed = rng::seed_of(0, game);
        let mut position = Position::deal(ruleset.rules(), seed)?;
        games.actions += u64::from(position.playout(seed)?);
        let outcome = position.outcome()?;
        if let Some(house) = position.house().filter(|_| ruleset.has_series()) {
            let next = ruleset.carrying(ruleset.carried(&house.memory, 0)).and_then(|next| next.uncached());
            ruleset = next.unwrap_or(ruleset);
        }
        games.played += 1;
        games.draws += u64::from(outcome.winners.len() != 1);
        games.scored += u64::from(outcome.scores.iter().any(|score| *score != outcome.scores[0]));
    }
    Ok(())
}

/// A warning if bots that look ahead are much slower than without the house rules.
fn slowdown(ruleset: &Ruleset, plain: &Ruleset) -> Option<String> {
    let (slow, quick) = (time_of_sample(ruleset).ok()?, time_of_sample(plain).ok()?);
    let times = slow.as_secs_f64() / quick.as_secs_f64().max(1e-9);
    (times >= MAX_SLOWDOWN).then(|| {
        let [slow, quick] = [slow, quick].map(|time| time.as_secs_f64() * 1000.0);
        format!(
            "bots that look ahead are about {times:.0} times as slow under the house rules: 1,000 games that they imagine, which is a move well weighed, \
             take {slow:.2} s, and {quick:.4} s without. At the table that is felt from about a second on; simulations with such bots take that much longer. \
             To make it faster, do less in each call, read less, or subscribe to an event that occurs less often"
        )
    })
}

/// The mean time of a sample of a search, over the positions of a random game: the legal actions, and a rollout.
fn time_of_sample(ruleset: &Ruleset) -> Result<Duration, CallError> {
    let (mut position, mut draws) = (Position::deal(ruleset.rules(), 0)?, Rng::from_seed(0));
    let (mut actions, mut time, mut samples) = (Vec::new(), Duration::ZERO, 0_u32);
    position.play_on(&mut GameLength::new(0, Some(MAX_SAMPLES)), |position, seat| -> Result<_, CallError> {
        let began = Instant::now();
        let mut sample = position.try_clone()?;
        sample.legal_actions(&mut actions)?;
        sample.rollout(u64::from(samples))?;
        time += began.elapsed();
        samples += 1;
        let candidate = position.draw_by(seat, &mut draws, &mut actions)?;
        position.play_candidate(candidate)?;
        Ok(if time < MAX_SAMPLING { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(time / samples.max(1))
}

/// Changes by house rules that are so large that they are probably not intended.
fn differences(with: &Games, without: &Games) -> Vec<String> {
    let mut found = Vec::new();
    let length = |games: &Games| games.actions as f64 / games.played.max(1) as f64;
    let (now, before) = (length(with), length(without));
    if now > before * MAX_LENGTH_FACTOR || now * MAX_LENGTH_FACTOR < before {
        found.push(format!("a random game takes {now:.0} actions, but {before:.0} without the house rules"));
    }
    if with.draws == with.played && without.draws < without.played {
        found.push(format!("none of {} random games had a winner of its own", with.played));
    } else if with.scored == 0 && without.scored > 0 {
        found.push(format!("in {} random games all scores were equal", with.played));
    }
    found
}
