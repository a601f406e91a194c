//! Nothing that an observer is shown or told depends on what it cannot know.
//!
//! What a seat cannot know is redrawn ([`Game::determinize`](crate::Game::determinize)), and everything that this seat and the public are
//! shown and told is compared: scenes, the texts and data of actions, and for the seat to act its choices.

use super::{Checked, candidates, ensure, told};
use crate::abi::client::State;
use crate::{Action, Observer, Rng, Seat};

/// How many of the legal actions are looked at with the eyes of those who wait: there may be hundreds.
const LOOKED_AT: usize = 8;

/// Compares `state`, where `to_act` chooses among `legal`, with one in which everything is redrawn that `observer` cannot know.
pub(super) fn check(state: &State, to_act: Seat, legal: &[Action], observer: Seat, seed: u64) -> Checked {
    let mut chance = Rng::from_seed(seed);
    let mut other = state.try_clone().map_err(told)?;
    other.determinize(observer, chance.next_u64()).map_err(told)?;
    let eyes = [Observer::Seat(observer), Observer::Public];
    for eye in eyes {
        ensure(state.scene(eye).map_err(told)? == other.scene(eye).map_err(told)?, || {
            format!("the scene for {eye:?} shows what {observer} cannot know: it changed when that was sampled anew")
        })?;
    }
    ensure(other.to_act().map_err(told)? == Some(to_act), || {
        format!("whose decision it is changed when what {observer} cannot know was sampled anew")
    })?;
    let mut choices = Vec::new();
    other.legal_actions(&mut choices).map_err(told)?;
    if observer == to_act {
        ensure(choices == legal, || format!("the choices of {observer} depend on what it cannot know"))?;
        ensure(candidates(&other)? == candidates(state)?, || {
            format!("the candidates of {observer} depend on what it cannot know")
        })?;
        // Whoever chooses reads every text beforehand.
        for action in legal {
            let [here, there] = describe([state, &other], *action, eyes[0])?;
            ensure(here == there, || format!("the text of action {} tells {observer} what it cannot know", action.0))?;
        }
    }
    // The rest are told of an action when it is taken.
    let mut both: Vec<Action> = legal.iter().copied().filter(|action| choices.binary_search(action).is_ok()).collect();
    chance.shuffle(&mut both);
    for action in both.into_iter().take(LOOKED_AT) {
        eyes.into_iter().try_for_each(|eye| check_told(state, &other, action, eye))?;
    }
    Ok(())
}

/// What `eye` is told of an action is the same, or the table then shows it the difference, too: an action may reveal something.
fn check_told(state: &State, other: &State, action: Action, eye: Observer) -> Checked {
    let [here, there] = describe([state, other], action, eye)?;
    if here == there {
        return Ok(());
    }
    let after = |state: &State| {
        let mut after = state.try_clone().map_err(told)?;
        after.apply(action).map_err(told)?;
        after.scene(eye).map_err(told)
    };
    ensure(after(state)? != after(other)?, || {
        format!("{eye:?} is told of action {} what the table does not show: {here}, or {there}", action.0)
    })
}

/// The text and data of an action, as `eye` is told of it in both states.
fn describe(states: [&State; 2], action: Action, eye: Observer) -> Checked<[String; 2]> {
    let text = |state: &State| {
        state.describe(action, eye).map(|told| format!("{:?} {} {:?}", told.text, told.data, told.paths))
    };
    let [here, there] = states.map(text);
    Ok([here.map_err(told)?, there.map_err(told)?])
}
