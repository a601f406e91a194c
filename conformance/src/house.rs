//! The promises of the contract for a game with house rules around it: their memory, actions and decisions belong to
//! the position, are copied and replayed with it, and reveal nothing hidden to anybody.
//!
//! Actions of the house must not depend on what their player cannot know. The kit cannot find that a rule copied a
//! hidden fact into public memory, because memory is not resampled: reading hidden facts is the rule author's
//! responsibility.

use super::run::{Run, Subject};
use super::{Check, call_failed, ensure, secrets};
use std::ops::ControlFlow;
use std::sync::Arc;
use stonehouse_plugin::{Action, ActionText, Observer, Outcome, Rng, Scene, Seat, Turn};
use stonehouse_runtime::{CallError, Candidate, Choice, Decision, GameLength, HouseState, Position, Rules};

/// How many of the legal actions are described to the other seats: there may be hundreds.
const MAX_DESCRIBED: usize = 8;

/// All of a position that can be compared.
#[derive(PartialEq)]
pub(super) struct Everything {
    scene: Scene,
    outcome: Outcome,
    to_act: Option<Seat>,
    house: Option<HouseState>,
}

fn candidates(position: &Position) -> Check<Vec<Candidate>> {
    let mut candidates = Vec::new();
    position.candidates(&mut Vec::new(), &mut candidates).map_err(call_failed)?;
    Ok(candidates)
}

impl Subject for Position {
    type Snapshot = Everything;
    type Findings = ();
    const CONTEXT: &str = " under the house rules";

    fn deal(rules: &Arc<Rules>, seed: u64) -> Result<Self, CallError> {
        Self::deal(rules, seed)
    }

    fn rules(&self) -> &Arc<Rules> {
        self.rules()
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        self.try_clone()
    }

    fn snapshot(&self) -> Check<Everything> {
        Ok(Everything {
            scene: self.scene(Observer::Referee).map_err(call_failed)?,
            outcome: self.outcome().map_err(call_failed)?,
            to_act: self.to_act().map_err(call_failed)?,
            house: self.house().cloned(),
        })
    }

    fn turn(&self) -> Result<Turn, CallError> {
        Ok(self.to_act()?.map_or(Turn::Over, Turn::Seat))
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

    fn legal_of(&self, _seat: Seat) -> Check<Vec<Action>> {
        self.legal()
    }

    fn candidates_of(&self, _seat: Seat) -> Check<Vec<Action>> {
        Ok(candidates(self)?.into_iter().map(|candidate| candidate.action).collect())
    }

    fn described(&self, seat: Seat, legal: &[Action]) -> Check<Vec<ActionText>> {
        let describe = |action: &Action| self.describe(&(*action).into(), Observer::Seat(seat)).map_err(call_failed);
        legal.iter().map(describe).collect()
    }

    fn decide(&mut self, decision: &Decision) -> Result<(), CallError> {
        match decision {
            Decision::Seat(choice) => self.play(choice),
            Decision::Together(_) | Decision::Chance(_) => Err(CallError::Illegal),
        }
    }

    fn rollout(&mut self, seed: u64) -> Result<(), CallError> {
        self.rollout(seed)
    }

    fn random_player(seed: u64) -> impl FnMut(&Self) -> Result<Option<Decision>, CallError> {
        let (mut draws, mut actions) = (Rng::from_seed(seed), Vec::new());
        move |position| {
            if position.to_act()?.is_none() {
                return Ok(None);
            }
            let candidate = position.draw(&mut draws, &mut actions)?;
            Ok(Some(Decision::Seat(position.choice_of(candidate)?)))
        }
    }

    fn check_cheaply(&self) -> Check {
        check_memory(self)
    }

    fn check_secrets(&self, turn: Turn, observer: Seat, seed: u64) -> Check {
        turn.seat().map_or(Ok(()), |seat| check_secrets(self, seat, observer, seed))
    }

    /// A playout is the same on a position that was just dealt, on one that is used again, and action by action: it
    /// reports the same events to house rules.
    fn check_finished(self, run: &mut Run<'_, Self>) -> Check {
        let (mut fresh, mut used) = (run.deal()?, self);
        used.deal_again(run.seed).map_err(call_failed)?;
        let playout = |position: &mut Self| position.playout(run.seed).map_err(call_failed);
        let counts = [playout(&mut fresh)?, playout(&mut used)?];
        ensure(counts[0] == counts[1] && fresh.snapshot()? == used.snapshot()?, || {
            "a playout on a position that was used before differs from one on a new position".into()
        })?;
        let (mut stepwise, mut draws, mut actions) = (run.deal()?, Rng::from_seed(run.seed), Vec::new());
        let played = stepwise.play_on(&mut GameLength::default(), |position, seat| -> Result<_, CallError> {
            let drawn = position.draw_by(seat, &mut draws, &mut actions)?;
            position.play_candidate(drawn).map(ControlFlow::Continue)
        });
        played.map_err(call_failed)?;
        ensure(fresh.snapshot()? == stepwise.snapshot()?, || {
            "under house rules a playout ends differently, or reports other events, than the same actions one by one"
                .into()
        })
    }
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
fn check_secrets(position: &Position, seat: Seat, observer: Seat, seed: u64) -> Check {
    let mut chance = Rng::from_seed(seed);
    let mut other = position.try_clone().map_err(call_failed)?;
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
    let (legal, legal_there) = (position.legal()?, other.legal()?);
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
        for action in &legal {
            let [here, there] = texts(&(*action).into(), eyes[0])?;
            ensure(here == there, || {
                format!("the description of action {} reveals to {observer} what is hidden from it", action.0)
            })?;
        }
        return Ok(());
    }
    // Others read the description of an action once it is taken; it may reveal something, if the scene afterwards does,
    // too.
    let mut both: Vec<Action> = legal.into_iter().filter(|action| legal_there.binary_search(action).is_ok()).collect();
    chance.shuffle(&mut both);
    for action in both.into_iter().take(MAX_DESCRIBED) {
        for eye in eyes {
            let [here, there] = texts(&action.into(), eye)?;
            if here == there {
                continue;
            }
            let after = |on: &Position| -> Check<Option<Scene>> {
                let mut after = on.try_clone().map_err(call_failed)?;
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
