//! The promises of the contract for a game with house rules around it: their memory, actions and decisions belong to
//! the position, are copied and replayed with it, and reveal nothing hidden to anybody.
//!
//! Such a ruleset is checked as it is played, one decision after another on a [`Position`], and actions of the house
//! must not depend on what their player cannot know. The kit cannot find that a rule copied a hidden fact into public
//! memory, because memory is not resampled: reading hidden facts is the rule author's responsibility.

use super::{Check, Report, call_failed, check_final_prospects, ensure, is_refused, paths, scenes, secrets};
use std::ops::ControlFlow;
use std::sync::Arc;
use stonehouse_plugin::game::MAX_GAME_STEPS;
use stonehouse_plugin::{Action, Observer, Outcome, Rng, Scene, Seat};
use stonehouse_runtime::{CallError, Candidate, Choice, Decision, GameLength, HouseState, Position, Rules};

/// One position in this many is looked at closely.
const EXAMINE_INTERVAL: u32 = 8;

/// How many of the legal actions are described to the other seats: there may be hundreds.
const MAX_DESCRIBED: usize = 8;

/// Beyond every action of a game, and of the house unless it offers very many.
const UNLIKELY: Action = Action(u32::MAX);

/// A random game and its checks.
pub(super) struct HouseRun<'a> {
    pub rules: &'a Arc<Rules>,
    pub seed: u64,
    pub decisions: Vec<Decision>,
    pub draws: Rng,
}

/// All of a position that can be compared.
#[derive(PartialEq)]
struct Everything {
    scene: Scene,
    outcome: Outcome,
    to_act: Option<Seat>,
    house: Option<HouseState>,
}

fn snapshot(position: &Position) -> Check<Everything> {
    Ok(Everything {
        scene: position.scene(Observer::Referee).map_err(call_failed)?,
        outcome: position.outcome().map_err(call_failed)?,
        to_act: position.to_act().map_err(call_failed)?,
        house: position.house().cloned(),
    })
}

fn legal(position: &Position) -> Check<Vec<Action>> {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal).map_err(call_failed)?;
    Ok(legal)
}

fn candidates(position: &Position) -> Check<Vec<Candidate>> {
    let mut candidates = Vec::new();
    position.candidates(&mut Vec::new(), &mut candidates).map_err(call_failed)?;
    Ok(candidates)
}

fn clone(position: &Position) -> Check<Position> {
    position.try_clone().map_err(call_failed)
}

impl HouseRun<'_> {
    /// Plays one game, and checks every promise at each step.
    pub fn play(&mut self, report: &mut Report) -> Check {
        let mut position = self.deal()?;
        ensure(snapshot(&position)? == snapshot(&self.deal()?)?, || {
            "two deals from one seed differ under the house rules".into()
        })?;
        let mut actions = Vec::new();
        let mut player = Rng::from_seed(self.seed ^ 2);
        while let Some(seat) = position.to_act().map_err(call_failed)? {
            GameLength::new(self.decisions.len() as u64, None)
                .admits_another()
                .map_err(|_| format!("under the house rules the game did not end within {MAX_GAME_STEPS} actions"))?;
            let candidate = position.draw(&mut player, &mut actions).map_err(call_failed)?;
            report.most_legal = report.most_legal.max(actions.len() as u32);
            let choice = position.choice_of(candidate).map_err(call_failed)?;
            if self.decisions.is_empty() || self.draws.below(EXAMINE_INTERVAL) == 0 {
                self.check_position(&position, seat)?;
                let mut copy = clone(&position)?;
                copy.play(&choice).map_err(call_failed)?;
                position.play(&choice).map_err(call_failed)?;
                ensure(snapshot(&copy)? == snapshot(&position)?, || {
                    format!("action {choice} has one effect on a position and another on its clone")
                })?;
            } else {
                position.play(&choice).map_err(call_failed)?;
            }
            check_memory(&position)?;
            self.decisions.push(Decision::Seat(choice));
            report.actions += 1;
        }
        report.longest = report.longest.max(self.decisions.len() as u32);
        self.check_end(&position)?;
        self.check_replay(&position)?;
        self.check_playouts(position)
    }

    fn deal(&self) -> Check<Position> {
        Position::deal(self.rules, self.seed).map_err(call_failed)
    }

    fn seats(&self) -> usize {
        self.rules.seating().seats.len()
    }

    fn check_position(&mut self, position: &Position, seat: Seat) -> Check {
        scenes::check_texts(self.rules, |observer| position.scene(observer))?;
        let legal = legal(position)?;
        check_choice(position, seat, &legal)?;
        self.check_refusals(position, &legal)?;
        let seed = self.draws.next_u64();
        let rollout = || {
            let mut on = clone(position)?;
            on.rollout(seed).map_err(call_failed)?;
            snapshot(&on)
        };
        ensure(rollout()? == rollout()?, || "two rollouts from one seed differ under the house rules".into())?;
        Seat::all(self.seats()).try_for_each(|observer| {
            let seed = self.draws.next_u64();
            check_secrets(position, (seat, &legal), observer, seed)
        })
    }

    /// Illegal actions, of the game and of the house, are refused and leave the position unchanged.
    fn check_refusals(&mut self, position: &Position, legal: &[Action]) -> Check {
        let before = snapshot(position)?;
        let last = legal.last().map_or(0, |action| action.0);
        let drawn = [self.draws.below(1 << 16), last.saturating_add(1), 1 << 31, UNLIKELY.0];
        for code in drawn.map(Action).into_iter().filter(|code| legal.binary_search(code).is_err()) {
            let mut victim = clone(position)?;
            ensure(is_refused(&victim.play(&code.into())), || {
                format!("action {} is not legal under the house rules, but was not refused", code.0)
            })?;
            ensure(snapshot(&victim)? == before, || {
                format!("action {} was refused, but changed the position", code.0)
            })?;
        }
        Ok(())
    }

    fn check_end(&self, position: &Position) -> Check {
        ensure(legal(position)?.is_empty(), || "the match is over, but actions are legal".into())?;
        if let Some(Decision::Seat(choice)) = self.decisions.last() {
            ensure(is_refused(&clone(position)?.play(choice)), || {
                "the match is over, but an action was not refused".into()
            })?;
        }
        let outcome = position.outcome().map_err(call_failed)?;
        let scene = position.scene(Observer::Public).map_err(call_failed)?;
        scenes::check_end(self.rules, &scene, &outcome)?;
        let mut prospects = vec![0; self.seats()];
        position.prospects(&mut prospects).map_err(call_failed)?;
        check_final_prospects(&outcome.scores, &prospects, self.rules.prospect_unit())
    }

    fn check_replay(&self, end: &Position) -> Check {
        let mut position = self.deal()?;
        for decision in &self.decisions {
            if let Decision::Seat(choice) = decision {
                position.play(choice).map_err(call_failed)?;
            }
        }
        ensure(snapshot(&position)? == snapshot(end)?, || "replaying the same actions led to another end".into())
    }

    /// A playout is the same on a position that was just dealt, on one that is used again, and action by action: it
    /// reports the same events to house rules.
    fn check_playouts(&self, mut used: Position) -> Check {
        let mut fresh = self.deal()?;
        used.deal_again(self.seed).map_err(call_failed)?;
        let playout = |position: &mut Position| position.playout(self.seed).map_err(call_failed);
        let counts = [playout(&mut fresh)?, playout(&mut used)?];
        ensure(counts[0] == counts[1] && snapshot(&fresh)? == snapshot(&used)?, || {
            "a playout on a position that was used before differs from one on a new position".into()
        })?;
        let (mut stepwise, mut draws, mut actions) = (self.deal()?, Rng::from_seed(self.seed), Vec::new());
        let played = stepwise.play_on(&mut GameLength::default(), |position, seat| -> Result<_, CallError> {
            let drawn = position.draw_by(seat, &mut draws, &mut actions)?;
            position.play_candidate(drawn).map(ControlFlow::Continue)
        });
        played.map_err(call_failed)?;
        ensure(snapshot(&fresh)? == snapshot(&stepwise)?, || {
            "under house rules a playout ends differently, or reports other events, than the same actions one by one"
                .into()
        })
    }
}

/// The seat's scene prompts it, and each of its legal actions can be chosen.
fn check_choice(position: &Position, seat: Seat, legal: &[Action]) -> Check {
    ensure(!legal.is_empty(), || format!("{seat} has to act under the house rules, but has no legal action"))?;
    ensure(legal.is_sorted_by(|one, next| one < next), || {
        "legal actions are not in ascending order, each once".into()
    })?;
    let scene = position.scene(Observer::Seat(seat)).map_err(call_failed)?;
    let prompted = scene.prompt.as_ref().map(|prompt| prompt.seat);
    ensure(prompted == Some(seat), || format!("{seat} has to act, but its scene prompts {prompted:?}"))?;
    let mut ways = Vec::new();
    for action in legal {
        let described = position.describe(&(*action).into(), Observer::Seat(seat)).map_err(call_failed)?;
        scenes::check_action(position.rules(), &scene, *action, &described)?;
        ways.push(described.paths);
    }
    paths::check(&ways)?;
    let stray = candidates(position)?.into_iter().find(|candidate| legal.binary_search(&candidate.action).is_err());
    ensure(stray.is_none(), || format!("the candidate {stray:?} is not legal"))
}

/// The memory of house rules stays within its declared bounds.
fn check_memory(position: &Position) -> Check {
    let (Some(layer), Some(house)) = (position.rules().layer(), position.house()) else { return Ok(()) };
    for decl in layer.memory() {
        let values = house.memory.iter().skip(decl.slot).take(decl.slots(house.points.len()));
        for value in values {
            ensure((decl.min..=decl.max).contains(value), || {
                format!("house rules remember {value} as `{}`, beyond its bounds", decl.name)
            })?;
        }
    }
    Ok(())
}

/// Checks that nothing an observer receives depends on what is hidden from it, in the game or in the memory of house
/// rules.
fn check_secrets(position: &Position, (seat, legal): (Seat, &[Action]), observer: Seat, seed: u64) -> Check {
    let mut chance = Rng::from_seed(seed);
    let mut other = clone(position)?;
    other.determinize(observer, chance.next_u64()).map_err(call_failed)?;
    check_what_is_known(position, &other, observer)?;
    secrets::check_readable(position.state(), other.state(), observer)?;
    let eyes = [Observer::Seat(observer), Observer::Public];
    for eye in eyes {
        ensure(position.scene(eye).map_err(call_failed)? == other.scene(eye).map_err(call_failed)?, || {
            format!("under the house rules the scene for {eye:?} reveals what is hidden from {observer}")
        })?;
    }
    let messages = position.messages().iter();
    let readable = messages.filter(|message| message.is_shown_to(Observer::Seat(observer)));
    ensure(readable.eq(other.messages()), || {
        format!("under the house rules a sample of what {observer} does not know has messages that it may not read")
    })?;
    ensure(other.to_act().map_err(call_failed)? == Some(seat), || {
        format!("under the house rules it depends on what is hidden from {observer} who has to act")
    })?;
    let legal_there = self::legal(&other)?;
    let texts = |choice: &Choice, eye: Observer| -> Check<[String; 2]> {
        let text = |on: &Position| {
            let text = on.describe(choice, eye).map_err(call_failed)?;
            Ok::<_, String>(format!("{:?} {} {:?}", text.text, text.data, text.paths))
        };
        Ok([text(position)?, text(&other)?])
    };
    if observer == seat {
        ensure(legal_there == legal, || {
            format!("under the house rules the legal actions of {observer} depend on what is hidden from it")
        })?;
        ensure(candidates(&other)? == candidates(position)?, || {
            format!("under the house rules the candidates of {observer} depend on what is hidden from it")
        })?;
        for action in legal {
            let [here, there] = texts(&(*action).into(), eyes[0])?;
            ensure(here == there, || {
                format!("the description of action {} reveals to {observer} what is hidden from it", action.0)
            })?;
        }
        return Ok(());
    }
    // Others read the description of an action once it is taken; it may reveal something, if the scene afterwards does,
    // too.
    let mut both: Vec<Action> =
        legal.iter().copied().filter(|action| legal_there.binary_search(action).is_ok()).collect();
    chance.shuffle(&mut both);
    for action in both.into_iter().take(MAX_DESCRIBED) {
        for eye in eyes {
            let [here, there] = texts(&action.into(), eye)?;
            if here == there {
                continue;
            }
            let after = |on: &Position| -> Check<Option<Scene>> {
                let mut after = clone(on)?;
                // An input has other samples in every position; the kit checks those without house rules.
                match after.play(&action.into()) {
                    Err(error) if error.is_illegal() => Ok(None),
                    done => done.and_then(|()| after.scene(eye)).map(Some).map_err(call_failed),
                }
            };
            let scenes = [after(position)?, after(&other)?];
            ensure(scenes[0].is_none() || scenes[0] != scenes[1], || {
                format!(
                    "the description of action {} for {eye:?} reveals what the scene afterwards does not show: it is \
                     {here}, or {there}",
                    action.0
                )
            })?;
        }
    }
    Ok(())
}

/// The memory that an observer knows is unchanged when the rest is resampled, and the rest stays within its bounds.
fn check_what_is_known(position: &Position, other: &Position, observer: Seat) -> Check {
    check_memory(other)?;
    let (Some(layer), Some(here), Some(there)) = (position.rules().layer(), position.house(), other.house()) else {
        return Ok(());
    };
    for decl in layer.memory() {
        for place in 0..decl.slots(here.points.len()) {
            let known = !decl.secret || place == observer.index();
            let same = here.memory.get(decl.slot + place) == there.memory.get(decl.slot + place);
            ensure(!known || same, || {
                format!("`determinize` for {observer} changed what it knows of `{}` in the memory", decl.name)
            })?;
        }
    }
    ensure(here.points == there.points && here.has_ended == there.has_ended && here.pending == there.pending, || {
        format!("`determinize` for {observer} changed what house rules did for all to see")
    })
}
